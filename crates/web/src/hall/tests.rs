//! The hall with its searches: players answer, listeners hear, and closing stops what runs.

use super::*;
use crate::api::{AnalysisRequest, NewRoom, SeatSpec, SolveRequest};

fn request(game: &str, player: Option<&str>) -> NewRoom {
    let seats = player.map(|player| vec![SeatSpec::Human, SeatSpec::Player { player: player.to_owned() }]);
    NewRoom { game: game.to_owned(), seats, seed: Some(1), ..NewRoom::default() }
}

/// Waits until something holds, a few seconds at most.
async fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..1_000 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what} did not come about");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_answers_and_stops_when_the_position_changes() {
    let hall = Hall::new();
    let id = hall.create(&request("nip24", Some("random"))).unwrap().id;
    let open = hall.get(&id).unwrap();
    let first = open.snapshot().view.legal[0].step.clone();
    hall.change(&id, |room| room.play(&first)).unwrap();
    until("an answer", || open.snapshot().view.mover == 0).await;
    assert!(open.snapshot().nodes.len() >= 3 && open.snapshot().thinking.is_none());
    // One that would think for a minute is stopped by undo.
    let slow = SeatSpec::Player { player: "mcts(time=60)".to_owned() };
    hall.change(&id, |room| room.set_seats(&[SeatSpec::Human, slow])).unwrap();
    let next = open.snapshot().view.legal[0].step.clone();
    let nodes = open.snapshot().nodes.len();
    assert!(hall.change(&id, |room| room.play(&next)).unwrap().thinking.is_some());
    assert_eq!(open.searches(), 1);
    hall.change(&id, Room::undo).unwrap();
    assert_eq!((open.searches(), open.snapshot().thinking), (0, None));
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(open.snapshot().nodes.len(), nodes + 1, "the late answer was dropped");
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_runs_while_someone_listens() {
    let hall = Hall::new();
    let id = hall.create(&request("nip", None)).unwrap().id;
    let open = hall.get(&id).unwrap();
    let on = AnalysisRequest { on: true, player: None, lines: Some(3) };
    hall.change(&id, |room| room.set_analysis(&on)).unwrap();
    assert_eq!(open.searches(), 0, "nobody listens");
    let mut listener = open.listen();
    assert_eq!(open.searches(), 1);
    let mut seq = listener.now().unwrap().seq;
    while open.snapshot().analysis.candidates.is_empty() {
        listener.changed().await;
        let heard = listener.now().unwrap().seq;
        assert!(heard > seq, "numbers grow");
        seq = heard;
    }
    drop(listener);
    assert_eq!(open.searches(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_are_limited_and_closed() {
    let hall = Hall::new();
    let ids: Vec<String> = (0..ROOMS_MAX).map(|_| hall.create(&request("reversi4", None)).unwrap().id).collect();
    assert_eq!(hall.create(&request("reversi4", None)).unwrap_err().reason, Reason::TooMany);
    let mut listener = hall.get(&ids[0]).unwrap().listen();
    hall.close(&ids[0], |open| open.save(|_| Some(()), |()| Ok(()))).unwrap();
    listener.changed().await;
    assert_eq!(listener.now(), None);
    assert_eq!(hall.get(&ids[0]).err().map(|refusal| refusal.reason), Some(Reason::NoSuch));
    // Those that nobody touches go once they are saved; those that someone listens to stay.
    assert_eq!(hall.sweep(Duration::ZERO).len(), 0);
    for open in hall.all() {
        open.save(|_| Some(()), |()| Ok(())).unwrap();
    }
    let kept = hall.get(&ids[1]).unwrap().listen();
    assert_eq!(hall.sweep(Duration::ZERO).len(), ROOMS_MAX - 2);
    assert!(hall.get(&ids[1]).is_ok() && hall.get(&ids[2]).is_err());
    drop(kept);
}

/// A room in which the solver has valued every move of the first position.
async fn solved(game: &str) -> api::Room {
    let hall = Hall::new();
    let id = hall.create(&request(game, None)).unwrap().id;
    let open = hall.get(&id).unwrap();
    let _listener = open.listen();
    let on = SolveRequest { on: true, all_moves: true, seconds: Some(30.0) };
    hall.change(&id, |room| room.set_solve(&on)).unwrap();
    until("a solution", || !open.snapshot().solve.unwrap().on).await;
    open.snapshot()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_solver_proves_the_smallest_board() {
    // The second player wins by 11 to 3, as has long been known, and the two empty squares are the winner's.
    let room = solved("reversi4").await;
    let solve = room.solve.unwrap();
    assert_eq!((solve.low, solve.high, solve.exact, solve.moves.len()), (-10, -10, true, 4));
    assert_eq!(room.nodes[0].value.as_ref().unwrap().black, -10.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_solver_proves_small_boards_of_go() {
    // The first stone in the middle lives and takes all: 9 points on the board, of which the komi is White's.
    let room = solved("go3(komi=2.5)").await;
    let solve = room.solve.unwrap();
    assert_eq!((solve.low, solve.high, solve.best.as_deref()), (9, 9, Some("b2")));
    let worst = solve.moves.last().unwrap();
    assert_eq!((solve.moves.len(), solve.moves[0].step.as_str(), worst.low), (10, "b2", -9));
    assert_eq!(room.nodes[0].value.as_ref().unwrap().black, 6.5);
}

#[tokio::test]
async fn a_game_of_the_library_keeps_its_address() {
    let hall = Hall::new();
    let reopened = || {
        let mut room = Room::new(ids::random_id(), &request("nip", None), 1).unwrap();
        room.set_origin("kept".to_owned());
        room
    };
    assert_eq!(hall.add(reopened()).unwrap().id, "kept");
    assert_eq!(hall.change("kept", |room| room.play("d3")).unwrap().id, "kept");
    // Who opens it at the same time comes to the same room.
    let again = hall.add(reopened()).unwrap();
    assert_eq!((again.id.as_str(), again.nodes.len(), hall.all().len()), ("kept", 2, 1));
}
