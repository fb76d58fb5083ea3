//! Experiments and the library on a store of their own.

use super::*;
use crate::api::{NewRoom, SeatSpec};
use crate::hall::Hall;
use crate::lab::Page;
use crate::refusal::Reason;
use crate::tree::Phase;

const FILE: &str = "name = \"small\"\ntitle = \"Two at random\"\ngame = \"nip24\"\ngames = 20\nopenings = \"ply=2\"\n\n\
                    [[cells]]\nplayers = [\"random\", \"montecarlo(playouts=2)\"]\n";

fn lab() -> (tempfile::TempDir, Lab) {
    let folder = tempfile::tempdir().unwrap();
    let lab = Lab::new(folder.path().join("store.db"), 1);
    (folder, lab)
}

#[test]
fn an_experiment_runs_to_its_end_and_its_games_open() {
    let (_folder, lab) = lab();
    assert!(lab.experiments().unwrap().experiments.is_empty());
    assert_eq!(lab.detail("small").unwrap_err().reason, Reason::NoSuch);
    assert_eq!(lab.begin(FILE, false).unwrap(), "small");
    assert_eq!(lab.stop("small").unwrap_err().reason, Reason::NotNow);
    lab.run("small").unwrap();
    lab.wait(Duration::from_secs(60));
    let detail = lab.detail("small").unwrap();
    assert_eq!((detail.info.tasks_done, detail.info.games, detail.info.failure.clone()), (10, 20, None));
    assert!(detail.info.finished);
    let cell = &detail.summary["cells"][0];
    let sum: u64 = ["wins", "draws", "losses"].iter().map(|word| cell[word].as_u64().unwrap()).sum();
    assert_eq!((sum, detail.summary["tasks_done"].as_u64()), (20, Some(10)));
    assert!(detail.html.contains("<table") && detail.toml == FILE);
    let games = lab.games("small", &Page { limit: Some(3), offset: Some(1) }).unwrap();
    assert_eq!((games.count, games.games.len()), (20, 3));
    let room = lab.open_game("small", games.games[0].id.parse().unwrap()).unwrap();
    assert_eq!(room.game().phase(), Phase::Over);
    assert_eq!(lab.open_game("small", 99).err().unwrap().reason, Reason::NoSuch);
}

#[test]
fn wrong_and_unsafe_experiments_are_refused() {
    let (_folder, lab) = lab();
    let check = |toml: &str, part: &str, has_place: bool| {
        let refusal = lab.begin(toml, true).unwrap_err();
        assert!(refusal.detail.message.contains(part), "{refusal:?}");
        assert_eq!((refusal.reason, refusal.detail.place.is_some()), (Reason::Bad, has_place), "{refusal:?}");
    };
    check(&FILE.replace("games = 20", "gamse = 20"), "did you mean game", true);
    check(&FILE.replace("\"random\"", "\"rnadom\""), "random", false);
    check(&FILE.replace("ply=2", "file=/etc/passwd"), "command line", false);
    check(&FILE.replace("\"random\"", "'gtp(cmd=\"true\")'"), "command line", false);
    check(&FILE.replace("name = \"small\"\n", ""), "name", false);
    lab.begin(FILE, false).unwrap();
    let changed = lab.begin(&FILE.replace("games = 20", "games = 20\nseed = 9"), false).unwrap_err();
    assert_eq!(changed.reason, Reason::NotNow);
    assert!(changed.detail.message.contains("seed"), "{changed:?}");
}

#[test]
fn an_experiment_stops_and_goes_on() {
    let (_folder, lab) = lab();
    let long = FILE.replace("games = 20", "games = 200000");
    lab.begin(&long, true).unwrap();
    assert_eq!(lab.run("small").unwrap_err().reason, Reason::NotNow);
    assert!(lab.experiments().unwrap().experiments[0].running);
    lab.stop("small").unwrap();
    lab.wait(Duration::from_secs(60));
    let info = lab.detail("small").unwrap().info;
    assert!(!info.running && info.tasks_done < info.tasks && info.failure.is_none());
    assert!(!info.finished);
    lab.run("small").unwrap();
    lab.stop_all();
    lab.wait(Duration::from_secs(60));
}

/// Balanced openings of a large board take long to draw: the request does not wait for them, and they are not drawn on.
#[test]
fn drawing_openings_can_be_stopped() {
    let (_folder, lab) = lab();
    let slow = "name = \"slow\"\ngame = \"go19\"\ngames = 100000000\nopenings = \"ply=6,balance=4\"\n\n\
                [[cells]]\nplayers = [\"random\", \"random\"]\n";
    lab.begin(slow, true).unwrap();
    assert!(lab.experiments().unwrap().experiments[0].running);
    lab.stop("slow").unwrap();
    lab.wait(Duration::from_secs(60));
    let info = lab.detail("slow").unwrap().info;
    assert_eq!((info.running, info.tasks_done, info.failure), (false, 0, None));
}

#[test]
fn an_experiment_that_its_test_decided_is_finished() {
    let (_folder, lab) = lab();
    let tested = FILE.replace("games = 20", "games = 200000\nsprt = { elo0 = 0, elo1 = 100 }");
    lab.begin(&tested, false).unwrap();
    assert!(!lab.experiments().unwrap().experiments[0].finished);
    lab.run("small").unwrap();
    lab.wait(Duration::from_secs(60));
    let detail = lab.detail("small").unwrap();
    assert!(detail.info.finished && detail.info.tasks_done < detail.info.tasks, "{:?}", detail.info);
    assert_eq!(detail.summary["sprt"]["decision"], "h0");
    assert!(lab.experiments().unwrap().experiments[0].finished);
}

/// A save that fails is tried again: the game stays, its page is told, and it is in the library once there is room.
#[tokio::test]
async fn a_game_that_could_not_be_saved_is_saved_later() {
    let (folder, lab) = lab();
    let path = folder.path().join("store.db");
    // A folder where the file should be.
    std::fs::create_dir(&path).unwrap();
    let hall = Hall::new();
    let id = hall.create(&NewRoom { game: "nip".to_owned(), ..NewRoom::default() }).unwrap().id;
    hall.change(&id, |room| room.play("d3")).unwrap();
    let open = hall.get(&id).unwrap();
    let mut listener = open.listen();
    listener.now().unwrap();
    for _ in 0..2 {
        let refusal = lab.save(&open).unwrap_err();
        assert_eq!(open.snapshot().not_saved, Some(refusal.detail.message));
    }
    // Whoever listens is told without a change of the game.
    listener.changed().await;
    assert!(listener.now().unwrap().not_saved.is_some());
    drop(listener);
    assert!(hall.sweep(Duration::ZERO).is_empty(), "it is not dropped");
    std::fs::remove_dir(&path).unwrap();
    lab.save(&open).unwrap();
    assert_eq!(open.snapshot().not_saved, None);
    assert_eq!(lab.library(&LibraryFilter::default()).unwrap().games[0].id, id);
    assert_eq!(hall.sweep(Duration::ZERO).len(), 1);
}

#[tokio::test]
async fn games_of_the_page_are_saved_and_opened_again() {
    let (_folder, lab) = lab();
    let hall = Hall::new();
    let seats = Some(vec![SeatSpec::Human, SeatSpec::Player { player: "mcts(time=60)".to_owned() }]);
    let request = NewRoom { game: "nip".to_owned(), seats, ..NewRoom::default() };
    let id = hall.create(&request).unwrap().id;
    let open = hall.get(&id).unwrap();
    lab.save(&open).unwrap();
    assert_eq!(lab.library(&LibraryFilter::default()).unwrap().count, 0, "nothing was played");
    hall.change(&id, |room| room.play("d3")).unwrap();
    hall.change(&id, |room| room.comment(1, "円")).unwrap();
    lab.save(&open).unwrap();
    hall.change(&id, crate::room::Room::undo).unwrap();
    hall.change(&id, |room| room.play("c4")).unwrap();
    hall.close(&id, |open| lab.save(open)).unwrap();
    let listed = lab.library(&LibraryFilter::default()).unwrap();
    assert_eq!((listed.count, listed.games[0].result.as_str(), listed.games[0].moves_count), (1, "unfinished", 1));
    assert_eq!(listed.games[0].players, ["human", "mcts(time=60)"]);
    assert_eq!(listed.games[0].id, id, "a page that knows the room finds the game");
    let room = lab.open_saved(&listed.games[0].id).unwrap();
    assert_eq!((room.game().tree().len(), room.game().tree().get(1).unwrap().comment.as_str()), (3, "円"));
    assert_eq!(room.seating().names(), ["human", "mcts(time=60)"]);
    assert_eq!(room.wanted(true, true)[0], None, "players wait until someone goes on");
    assert_eq!(lab.open_saved("none").err().unwrap().reason, Reason::NoSuch);
    assert_eq!(hall.add(room).unwrap().id, id, "and the room is where it was");
    let none = LibraryFilter { game: Some("go9".to_owned()), ..LibraryFilter::default() };
    assert_eq!(lab.library(&none).unwrap().count, 0);
}

#[tokio::test]
async fn lessons_stay_out_of_the_library() {
    let (_folder, lab) = lab();
    let hall = Hall::new();
    for (unsaved, count) in [(true, 0), (false, 1)] {
        let id = hall.create(&NewRoom { game: "nip".to_owned(), unsaved, ..NewRoom::default() }).unwrap().id;
        hall.change(&id, |room| room.play("d3")).unwrap();
        lab.save(&hall.get(&id).unwrap()).unwrap();
        assert_eq!(lab.library(&LibraryFilter::default()).unwrap().count, count);
    }
}

#[tokio::test]
async fn levels_are_levels_still_when_their_game_is_opened_again() {
    let (_folder, lab) = lab();
    let hall = Hall::new();
    let seats = Some(vec![SeatSpec::Human, SeatSpec::Level { level: 2 }]);
    let request = NewRoom { game: "nip".to_owned(), moves: Some("d3 c5".to_owned()), seats, ..NewRoom::default() };
    let id = hall.create(&request).unwrap().id;
    hall.close(&id, |open| lab.save(open)).unwrap();
    let seats = hall.add(lab.open_saved(&id).unwrap()).unwrap().seats;
    assert_eq!((seats[0].kind.as_str(), seats[1].level), ("human", Some(2)));
}

#[test]
fn the_command_of_an_experiment_is_safe_to_paste_and_names_the_store() {
    let (folder, lab) = lab();
    let check = |name: &str, expected: &str| {
        lab.begin(&FILE.replace("small", name), false).unwrap();
        let store = folder.path().join("store.db");
        let command = lab.detail(name).unwrap().command;
        assert_eq!(command, format!("enban run {expected} --store {}", store.display()));
    };
    check("small", "small.toml");
    check("lost all; touch x #", "'lost all; touch x #.toml'");
    check("it's", "'it'\\''s.toml'");
    check("-x", "./-x.toml");
    assert_eq!(experiments::command("small", Path::new(STORE)), "enban run small.toml");
}

#[test]
fn refusals_do_not_tell_where_the_store_is() {
    let (folder, lab) = lab();
    let check = |refusal: Refusal, part: &str| {
        let message = refusal.detail.message;
        assert!(message.contains(part) && !message.contains(&*folder.path().to_string_lossy()), "{message}");
    };
    lab.begin(FILE, false).unwrap();
    check(lab.detail("other").unwrap_err(), "no experiment other");
    check(lab.begin(&FILE.replace("games = 20", "games = 40"), false).unwrap_err(), "store.db has another experiment");
    std::fs::write(folder.path().join("text.db"), "this is a plain text, and has always been one").unwrap();
    let text = Lab::new(folder.path().join("text.db"), 1);
    check(text.experiments().unwrap_err(), "text.db: this is not a store");
}
