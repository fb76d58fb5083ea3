//! What people do in the simulation, what they were promised, and what must hold at every moment.

use super::theatre::Theatre;
use super::*;
use crate::api::{AnalysisRequest, ImportRequest, NewRoom, SeatSpec};
use crate::{export, import};

/// Games that end soon.
const GAMES: [&str; 3] = ["reversi4", "nip24", "reversi4(anti=on)"];
/// Players that answer at once; the theatre says how long they take.
const PLAYERS: [&str; 2] = ["random", "montecarlo(playouts=1)"];
/// Rooms that are open at the same time.
const ROOMS: usize = 5;

/// Those who play, with what they hold in their hands and what they were told.
pub(super) struct Company {
    pub(super) hall: Hall,
    /// Rooms that pages know, also after they were closed.
    known: Vec<Arc<OpenRoom>>,
    listeners: Vec<Listener>,
    disk: Disk,
    /// Of a hundred writes, those that fail.
    failing: u32,
    seqs: BTreeMap<String, u64>,
    next_room: u64,
    seed: u64,
}

impl Company {
    pub(super) fn new(hall: Hall, seed: u64) -> Self {
        let failing = [0, 30, 90][(seed % 3) as usize];
        let (known, listeners, disk, seqs) = Default::default();
        Self { hall, known, listeners, disk, failing, seqs, next_room: 0, seed }
    }

    /// From now on no write fails.
    pub(super) fn disk_works(&mut self) {
        self.failing = 0;
    }

    /// The rooms of the hall, in an order that does not depend on luck.
    pub(super) fn sorted_rooms(&self) -> Vec<Arc<OpenRoom>> {
        let mut rooms = self.hall.all();
        rooms.sort_by_key(|open| open.lock().id.clone());
        rooms
    }

    /// Somebody does something.
    pub(super) fn act(&mut self, theatre: &Theatre) {
        match theatre.draw(20) {
            0 if self.hall.all().len() < ROOMS => self.open_new(theatre),
            1 if self.hall.all().len() < ROOMS => self.open_saved(theatre),
            2 => self.close_one(theatre),
            3 | 4 => self.save_one(theatre),
            5 => drop(self.hall.sweep(Duration::from_secs(u64::from(theatre.draw(100))))),
            6 if !self.listeners.is_empty() => {
                let index = theatre.draw(self.listeners.len() as u32) as usize;
                self.listeners.swap_remove(index);
            }
            7 | 8 => {
                if let Some(open) = self.some_room(theatre) {
                    self.listeners.push(open.listen());
                }
            }
            _ => self.change_one(theatre),
        }
    }

    /// Saves all rooms, as the server does when it ends.
    pub(super) fn save_everything(&mut self) {
        for open in self.sorted_rooms() {
            let disk = &mut self.disk;
            open.save(taken, |game| disk.write(game, true)).expect("no write fails any more");
            // Also where nothing was left to write.
            disk.has_failed.insert(open.lock().id.clone(), false);
        }
    }

    fn some_room(&self, theatre: &Theatre) -> Option<Arc<OpenRoom>> {
        let count = self.known.len() as u32;
        (count > 0).then(|| Arc::clone(&self.known[theatre.draw(count) as usize]))
    }

    fn open_new(&mut self, theatre: &Theatre) {
        let seat = |number: u32| match number {
            0 | 1 => SeatSpec::Human,
            2 => SeatSpec::Level { level: 1 },
            _ => SeatSpec::Player { player: PLAYERS[(number % 2) as usize].to_owned() },
        };
        let seats = Some([theatre.draw(5), theatre.draw(5)].map(seat).to_vec());
        let game = GAMES[theatre.draw(GAMES.len() as u32) as usize].to_owned();
        let request = NewRoom { game, seats, seed: Some(self.seed), ..NewRoom::default() };
        let room = Room::new(self.new_id(), &request, 0).expect("a good request");
        self.put(room);
    }

    /// Opens a game of the library, which may be open already.
    fn open_saved(&mut self, theatre: &Theatre) {
        let count = self.disk.written.len();
        if count == 0 {
            return;
        }
        let chosen = theatre.draw(count as u32) as usize;
        let (id, (_, _, record)) = self.disk.written.iter().nth(chosen).expect("it is below the count");
        let request = ImportRequest { text: Some(record.clone()), base64: None, game: None };
        let mut room = import::read(&request).expect("what was saved can be read").room;
        room.set_origin(id.clone());
        room.set_seed(self.seed);
        self.put(room);
    }

    fn put(&mut self, room: Room) {
        let id = self.hall.put(room, false).expect("there are few rooms").id;
        let open = self.hall.get(&id).expect("it was just put there");
        self.known.push(open);
    }

    fn new_id(&mut self) -> String {
        self.next_room += 1;
        format!("room{}", self.next_room)
    }

    /// Changes a room that a page shows. It may have been closed since; then the page is told so.
    fn change_one(&mut self, theatre: &Theatre) {
        if let Some(open) = self.some_room(theatre) {
            change(&open, theatre, &mut self.disk);
        }
    }

    /// Saves a room; meanwhile somebody may change it.
    fn save_one(&mut self, theatre: &Theatre) {
        let rooms = self.sorted_rooms();
        if rooms.is_empty() {
            return;
        }
        let open = &rooms[theatre.draw(rooms.len() as u32) as usize];
        // What it says is asked for below, room by room.
        let _ = self.disk.save(open, theatre, self.failing);
    }

    /// Closes a room, as a page may; it stays if it cannot be saved.
    fn close_one(&mut self, theatre: &Theatre) {
        let Some(open) = self.some_room(theatre) else { return };
        let id = open.lock().id.clone();
        let (disk, failing) = (Mutex::new(&mut self.disk), self.failing);
        let save = |open: &Arc<OpenRoom>| disk.lock().expect("one at a time").save(open, theatre, failing);
        // A room that is closed already, and one that cannot be saved, are refused.
        let _ = self.hall.close(&id, save);
    }

    /// What must hold at every moment.
    pub(super) fn check(&mut self) {
        for open in self.sorted_rooms() {
            let shown = open.snapshot();
            let state = open.lock();
            let has_failed = self.disk.has_failed.get(&state.id).copied().unwrap_or_default();
            assert_eq!(shown.not_saved.is_some(), has_failed, "{}: what is said of saving is not so", state.id);
            assert_eq!(shown.thinking.is_some(), state.jobs[0].is_some(), "{}: who thinks", state.id);
            let seq = self.seqs.entry(state.room.id().to_owned()).or_default();
            assert!(shown.seq >= *seq, "{}: numbers of changes went back", state.id);
            *seq = shown.seq;
            assert!(!state.is_closed, "{}: a closed room is still there", state.id);
        }
        for open in self.known.iter().filter(|open| open.lock().is_closed) {
            let state = open.lock();
            assert!(state.jobs.iter().all(Option::is_none), "{}: a closed room searches", state.id);
        }
    }

    /// What was promised is on the disk, and can be read.
    pub(super) fn check_all_is_kept(&self) {
        for (id, (room, edits)) in &self.disk.promised {
            let Some((written, kept, _)) = self.disk.written.get(id) else { panic!("{id}: a game is lost") };
            // A later room of the same game was opened from what the earlier one had written.
            assert!(written != room || kept >= edits, "{id}: {edits} changes were promised and {kept} are kept");
        }
        for (id, (_, _, record)) in &self.disk.written {
            let request = ImportRequest { text: Some(record.clone()), base64: None, game: None };
            assert!(import::read(&request).is_ok(), "{id}: {record}");
        }
    }
}

/// A room as it goes to the disk: address, room, changes, record. Nothing where no move was made.
type Taken = (String, String, u64, String);

fn taken(room: &mut Room) -> Option<Taken> {
    if room.game().tree().len() < 2 {
        return None;
    }
    if room.origin().is_none() {
        room.set_origin(room.id().to_owned());
    }
    let id = room.origin().expect("just given").to_owned();
    let record = export::write(room, "sgf").expect("every game can be written");
    Some((id, room.id().to_owned(), room.edits(), record))
}

impl Disk {
    /// Saves a room over a disk of which some writes fail, and while which somebody may change the room.
    fn save(&mut self, open: &Arc<OpenRoom>, theatre: &Theatre, failing: u32) -> Result<(), Refusal> {
        let write = |game: &Taken| {
            if theatre.draw(3) == 0 {
                change(open, theatre, self);
            }
            self.write(game, theatre.draw(100) >= failing)
        };
        let saved = open.save(taken, write);
        if saved.is_ok() {
            self.has_failed.insert(open.lock().id.clone(), false);
        }
        saved
    }

    fn write(&mut self, (id, room, edits, record): &Taken, works: bool) -> Result<(), Refusal> {
        self.has_failed.insert(id.clone(), !works);
        if !works {
            return Err(Refusal::failed("the disk is full"));
        }
        if let Some((earlier, kept, _)) = self.written.get(id) {
            assert!(earlier != room || kept <= edits, "{id}: an older state was written over a newer one");
        }
        self.written.insert(id.clone(), (room.clone(), *edits, record.clone()));
        Ok(())
    }

    /// Somebody was told that a room is as it is now.
    fn promise(&mut self, open: &OpenRoom) {
        let state = open.lock();
        match state.room.game().tree().len() {
            // All its moves were removed: there is nothing to keep.
            0 | 1 => drop(self.promised.remove(&state.id)),
            _ => drop(self.promised.insert(state.id.clone(), (state.room.id().to_owned(), state.room.edits()))),
        }
    }
}

/// Does to a room what a page can.
fn change(open: &Arc<OpenRoom>, theatre: &Theatre, disk: &mut Disk) {
    let shown = open.snapshot();
    let some = |count: usize| theatre.draw(count.max(1) as u32) as usize;
    let done = match theatre.draw(16) {
        0 => open.change(Room::undo),
        1 => {
            let node = shown.nodes[some(shown.nodes.len())].id;
            open.change(|room| room.goto(node))
        }
        2 => {
            let run = RunRequest { running: some(3) > 0, delay_ms: Some(some(900) as u64), step: Some(some(2) == 0) };
            open.change(|room| room.run(&run))
        }
        3 => {
            let player = Some(PLAYERS[some(2)].to_owned());
            let analysis = AnalysisRequest { on: some(3) > 0, player, lines: None };
            open.change(|room| room.set_analysis(&analysis))
        }
        4 => {
            let node = shown.nodes[some(shown.nodes.len())].id;
            open.change(|room| room.remove(node))
        }
        5 => {
            let seats = [some(3), some(3)].map(|number| match number {
                0 => SeatSpec::Human,
                _ => SeatSpec::Player { player: PLAYERS[number % 2].to_owned() },
            });
            open.change(|room| room.set_seats(&seats))
        }
        6 => Ok(open.visit()),
        _ => match shown.view.legal.get(some(shown.view.legal.len())) {
            Some(choice) => {
                let step = choice.step.clone();
                open.change(|room| room.play(&step))
            }
            None => return,
        },
    };
    // What is refused is not promised.
    if done.is_ok() {
        disk.promise(open);
    }
}
