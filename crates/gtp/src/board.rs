//! The game that a conversation is about: what was played and set up, whose turn it is, and the way back.

use enban_catalog::{AnyGame, Expression, Session, View, open};
use enban_game::{Cell, Colour, Diagram, Seat, Watch};
use enban_search::Failure;

/// A board that only ever holds what the rules allow.
pub(crate) struct Board {
    game: Box<dyn AnyGame>,
    name: Expression,
    names: Vec<Option<String>>,
    side: usize,
    /// Never empty.
    stages: Vec<Stage>,
    /// Where each turn began, so that `undo` takes back all that a command did.
    turns: Vec<Mark>,
}

/// A piece of a game without a break: stones that are set up begin a new one, and so does play after two passes.
struct Stage {
    session: Box<dyn Session>,
    start: Option<String>,
    is_setup: bool,
    seated: [Option<Expression>; 2],
}

/// A place in the past.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    stages: usize,
    steps: usize,
}

/// A square, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A cell of the drawn board, row by row from the top.
    At(usize),
    /// No stone.
    Pass,
}

/// The move is against the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Illegal;

/// What was done when a move was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    /// This move, as the protocol writes it.
    Move(String),
    /// The game was given up.
    Resigned,
}

impl Board {
    /// A new game of a name with options; otherwise what is wrong with it.
    pub(crate) fn open(name: &str) -> Result<Self, String> {
        let game = open(name).map_err(|error| error.to_string())?;
        if game.seats() != 2 {
            return Err(format!("{} has {} seats, and GTP has two colours", game.name(), game.seats()));
        }
        let name = Expression::parse(&game.name()).expect("games have names that can be read");
        let stage = Stage::begin(&*game, None, None)?;
        let diagram = stage.session.view().diagram;
        let (names, side) = (names_of(&diagram), diagram.columns.len());
        Ok(Self { game, name, names, side, stages: vec![stage], turns: Vec::new() })
    }

    /// The game with its options.
    pub(crate) fn name(&self) -> &Expression {
        &self.name
    }

    /// The rules.
    pub(crate) fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Whether passing is a move, as in Go.
    pub(crate) fn is_go(&self) -> bool {
        self.name.name.starts_with("go")
    }

    /// Columns, and rows.
    pub(crate) fn side(&self) -> usize {
        self.side
    }

    /// What can be seen of the position.
    pub(crate) fn view(&self) -> View {
        self.session().view()
    }

    /// The game in progress.
    pub(crate) fn session(&self) -> &dyn Session {
        &*self.top().session
    }

    /// The name of a cell; none outside the board.
    pub(crate) fn vertex(&self, cell: usize) -> Option<&str> {
        self.names[cell].as_deref()
    }

    /// The names of cells.
    pub(crate) fn vertices(&self, cells: impl IntoIterator<Item = usize>) -> Vec<String> {
        cells.into_iter().filter_map(|cell| self.vertex(cell)).map(str::to_owned).collect()
    }

    /// The square that a word names, in any case.
    pub(crate) fn read(&self, word: &str) -> Option<Spot> {
        if word.eq_ignore_ascii_case("pass") {
            return Some(Spot::Pass);
        }
        let named = |name: &Option<String>| name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(word));
        self.names.iter().position(named).map(Spot::At)
    }

    /// A new game.
    pub(crate) fn clear(&mut self) {
        self.stages = vec![Stage::begin(&*self.game, None, None).expect("a game can begin")];
        self.turns.clear();
    }

    /// The same moves under another name; nothing changes if they cannot be played under it.
    pub(crate) fn rename(&mut self, name: &str) -> Result<(), String> {
        let mut other = Self::open(name)?;
        let again = |stage: &Stage| {
            let moves = stage.session.text_from(0);
            let begun = Stage::begin(&*other.game, stage.start.clone(), Some(&moves))?;
            Ok(Stage { is_setup: stage.is_setup, ..begun })
        };
        other.stages = self.stages.iter().map(again).collect::<Result<_, String>>()?;
        other.turns = std::mem::take(&mut self.turns);
        *self = other;
        Ok(())
    }

    /// Plays for a seat, whoever is on turn.
    pub(crate) fn play(&mut self, seat: Seat, spot: Spot) -> Result<(), Illegal> {
        let mark = self.mark();
        let done = self.give_turn(seat).and_then(|()| self.step(spot));
        match done {
            Ok(()) => self.turns.push(mark),
            Err(Illegal) => self.go_back(mark),
        }
        done
    }

    /// Has a player make a move for a seat. `Ok(None)` if the game is over.
    pub(crate) fn think(
        &mut self,
        seat: Seat,
        player: &Expression,
        seed: u64,
        watch: &Watch,
    ) -> Result<Option<Made>, String> {
        let mark = self.mark();
        self.give_turn(seat).map_err(|Illegal| "wrong colour: the other side is to move".to_owned())?;
        if let Err(reason) = self.top_mut().seat(seat, player, seed) {
            self.go_back(mark);
            return Err(reason);
        }
        match self.top_mut().session.think(watch) {
            Ok(Some(made)) => {
                self.turns.push(mark);
                Ok(Some(Made::Move(capital(&made.word))))
            }
            Ok(None) => Ok(None),
            Err(Failure(reason)) => {
                self.go_back(mark);
                if reason.starts_with("resigned") { Ok(Some(Made::Resigned)) } else { Err(reason) }
            }
        }
    }

    /// Takes the last turn back, with what was done for it. Stones that were set up stay.
    pub(crate) fn undo(&mut self) -> bool {
        if self.turns_since_setup() == 0 {
            return false;
        }
        let mark = self.turns.pop().expect("there are turns since the set-up");
        self.go_back(mark);
        true
    }

    /// How many turns can be taken back.
    pub(crate) fn turns_since_setup(&self) -> usize {
        let set_up = self.stages.iter().rposition(|stage| stage.is_setup).unwrap_or(0);
        self.turns.iter().rev().take_while(|mark| mark.stages > set_up).count()
    }

    /// How many turns there were.
    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Makes it the turn of a seat: the other side passes if it is not, in Go freely, elsewhere if it must. A game of
    /// Go that was over goes on.
    pub(crate) fn give_turn(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.play_on();
        let standing = self.session().standing();
        if standing.over || standing.mover == seat.index() {
            return Ok(());
        }
        self.top_mut().session.step("pass").map_err(|_| Illegal)?;
        self.play_on();
        Ok(())
    }

    /// This moment, to come back to.
    pub(crate) fn mark(&self) -> Mark {
        Mark { stages: self.stages.len(), steps: self.session().standing().steps }
    }

    /// Back to an earlier moment.
    pub(crate) fn go_back(&mut self, mark: Mark) {
        self.stages.truncate(mark.stages);
        while self.session().standing().steps > mark.steps {
            self.top_mut().session.undo().expect("there are steps to take back");
        }
    }

    /// Sets cells, with a seat to move. Otherwise says what is wrong with the position.
    pub(crate) fn set_up(&mut self, cells: &[(usize, Option<Colour>)], mover: Seat) -> Result<(), String> {
        let mut colours = self.colours();
        cells.iter().for_each(|&(cell, colour)| colours[cell] = colour);
        let position = self.position(&colours, mover, self.prisoners());
        self.begin_stage(position, true)
    }

    /// Makes it the turn of a seat in a position from which nothing was played.
    pub(crate) fn set_mover(&mut self, mover: Seat) -> Result<(), String> {
        let position = self.position(&self.colours(), mover, self.prisoners());
        let begun = Stage::begin(&*self.game, Some(position), None)?;
        let is_setup = self.top().is_setup;
        *self.top_mut() = Stage { is_setup, ..begun };
        Ok(())
    }

    /// Takes the last set-up back, if nothing was played since.
    pub(crate) fn undo_setup(&mut self) -> bool {
        let top = self.top();
        if !top.is_setup || top.session.standing().steps > 0 {
            return false;
        }
        self.stages.pop();
        true
    }

    /// The colours of the cells, row by row from the top.
    pub(crate) fn colours(&self) -> Vec<Option<Colour>> {
        colours_of(&self.view().diagram)
    }

    /// The stones that black and white have lost, as far as the game counts them.
    pub(crate) fn prisoners(&self) -> [u32; 2] {
        let position = self.view().position;
        let field = position.split_whitespace().find_map(|word| word.strip_prefix("prisoners=")?.split_once(','));
        field.and_then(|(black, white)| Some([black.parse().ok()?, white.parse().ok()?])).unwrap_or([0, 0])
    }

    /// The text of a position with these stones.
    pub(crate) fn position(&self, colours: &[Option<Colour>], mover: Seat, prisoners: [u32; 2]) -> String {
        let letter = |cell: usize| match (self.vertex(cell), colours[cell]) {
            (None, _) => '.',
            (Some(_), colour) => colour.map_or('-', Colour::letter),
        };
        let row = |row: usize| (row * self.side..(row + 1) * self.side).map(letter).collect::<String>();
        let rows = (0..self.names.len() / self.side).map(row).collect::<Vec<_>>().join("/");
        let mut text = format!("{rows} {}", if mover.0 == 0 { 'X' } else { 'O' });
        if prisoners != [0, 0] {
            text += &format!(" prisoners={},{}", prisoners[0], prisoners[1]);
        }
        text
    }

    /// A game of Go that two passes have ended goes on.
    fn play_on(&mut self) {
        let standing = self.session().standing();
        if !self.is_go() || !standing.over {
            return;
        }
        let position = self.position(&self.colours(), Seat(standing.mover as u8), self.prisoners());
        self.begin_stage(position, false).expect("the position was on the board");
    }

    fn begin_stage(&mut self, position: String, is_setup: bool) -> Result<(), String> {
        let begun = Stage::begin(&*self.game, Some(position), None)?;
        self.stages.push(Stage { is_setup, ..begun });
        Ok(())
    }

    /// Makes one step for the seat on turn.
    fn step(&mut self, spot: Spot) -> Result<(), Illegal> {
        let word = match spot {
            Spot::Pass => "pass",
            Spot::At(cell) => &self.names[cell].clone().ok_or(Illegal)?,
        };
        let before = self.mark();
        self.top_mut().session.step(word).map_err(|_| Illegal)?;
        // The session passes by itself where it must, and then the move was the other side's.
        if self.mark().steps > before.steps + 1 { Err(Illegal) } else { Ok(()) }
    }

    fn top(&self) -> &Stage {
        self.stages.last().expect("there is always a stage")
    }

    fn top_mut(&mut self) -> &mut Stage {
        self.stages.last_mut().expect("there is always a stage")
    }
}

impl Stage {
    fn begin(game: &dyn AnyGame, start: Option<String>, moves: Option<&str>) -> Result<Self, String> {
        let session = game.session(start.as_deref(), moves).map_err(|error| error.to_string())?;
        Ok(Self { session, start, is_setup: false, seated: [None, None] })
    }

    /// Gives a seat to a player. One that sits there already keeps what it has learned.
    fn seat(&mut self, seat: Seat, player: &Expression, seed: u64) -> Result<(), String> {
        let known = &mut self.seated[seat.index()];
        if known.as_ref() != Some(player) {
            *known = None;
            self.session.seat_player(seat.index(), player, seed)?;
            *known = Some(player.clone());
        }
        Ok(())
    }
}

/// A word as the protocol writes it.
pub(crate) fn capital(word: &str) -> String {
    if word == "pass" { word.to_owned() } else { word.to_ascii_uppercase() }
}

/// The colours of a drawn board.
pub(crate) fn colours_of(diagram: &Diagram) -> Vec<Option<Colour>> {
    let colour = |cell: &Cell| if let Cell::Filled(_, colour) = cell { Some(*colour) } else { None };
    diagram.cells.iter().map(colour).collect()
}

fn names_of(diagram: &Diagram) -> Vec<Option<String>> {
    let width = diagram.columns.len();
    let name = |cell: usize| capital(&format!("{}{}", diagram.columns[cell % width], diagram.rows[cell / width]));
    let cells = diagram.cells.iter().enumerate();
    cells.map(|(cell, content)| (*content != Cell::Outside).then(|| name(cell))).collect()
}
