//! Playing one task: a few games that depend on nothing but the plan and the task's number.

use std::time::Instant;

use enban_catalog::{AnyGame, Expression, Session};
use enban_game::rng::mix;
use enban_game::{Points, Watch};
use enban_store::{GameRecord, TaskResult};

use crate::plan::Plan;

/// Plays a task; `None` if it was stopped before its end.
pub fn play_task(game: &dyn AnyGame, plan: &Plan, task: u64, watch: &Watch) -> Option<TaskResult> {
    let games = (0..plan.games_per_task()).map(|number| play_game(game, plan, task, number, watch));
    Some(TaskResult { number: task, games: games.collect::<Option<_>>()? })
}

/// What the seats have spent.
struct Meter {
    micros: Vec<u64>,
    nodes: Vec<u64>,
}

fn play_game(game: &dyn AnyGame, plan: &Plan, task: u64, number: u64, watch: &Watch) -> Option<GameRecord> {
    let (cell, block) = plan.place_of(task);
    let opening = &plan.openings[(block % plan.openings.len() as u64) as usize];
    let seed = plan.seed_of(task, number);
    let mut session = game.session(None, Some(opening)).expect("openings were tried");
    let before = session.standing().steps;
    let rotation = number as usize;
    let players = &plan.cells[cell].players;
    for seat in 0..plan.seats {
        let expression = Expression::parse(&players[(seat + rotation) % plan.seats]).expect("players were tried");
        session.seat_player(seat, &expression, seed).expect("players were tried");
    }
    let mut meter = Meter { micros: vec![0; plan.seats], nodes: vec![0; plan.seats] };
    let failed = play_on(&mut *session, &mut meter, watch)?;
    let standing = session.standing();
    let best_seat = match &failed {
        None => alone_at_the_top(&standing.scores),
        Some((seat, _)) => (plan.seats == 2).then_some(1 - seat),
    };
    let moves = session.text_from(before);
    Some(GameRecord {
        task,
        number: number as u32,
        cell: cell as u32,
        rotation: rotation as u8,
        winner: best_seat.map(|seat| ((seat + rotation) % plan.seats) as u8),
        scores: standing.scores.iter().map(|points| points.in_halves()).collect(),
        ending: failed.map(|(seat, why)| format!("{}: {why}", session.view().seat_labels[seat])).unwrap_or_default(),
        plies: (standing.steps - before) as u32,
        micros: meter.micros,
        nodes: meter.nodes,
        seed,
        digest: digest(&[opening, &moves], rotation as u64),
        opening: opening.clone(),
        moves,
    })
}

/// Plays to the end, or to the failure of a player: its seat and the reason. `None` if it was stopped.
fn play_on(session: &mut dyn Session, meter: &mut Meter, watch: &Watch) -> Option<Option<(usize, String)>> {
    loop {
        let started = Instant::now();
        let made = session.think(watch);
        if watch.is_stopped() {
            return None;
        }
        match made {
            Ok(None) => return Some(None),
            Ok(Some(made)) if made.forced => {}
            Ok(Some(made)) => {
                meter.micros[made.seat] += started.elapsed().as_micros() as u64;
                meter.nodes[made.seat] += made.nodes;
            }
            Err(failure) => return Some(Some((session.standing().mover, failure.0))),
        }
    }
}

fn alone_at_the_top(scores: &[Points]) -> Option<usize> {
    let best = scores.iter().max()?;
    let mut at_the_top = scores.iter().enumerate().filter(|(_, points)| *points == best);
    match (at_the_top.next(), at_the_top.next()) {
        (Some((seat, _)), None) => Some(seat),
        _ => None,
    }
}

/// Equal for equal games: the same moves with the players at the same seats.
fn digest(texts: &[&str], rotation: u64) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes());
    bytes.fold(mix(rotation + 1), |digest, byte| mix(digest ^ u64::from(byte))) >> 1
}
