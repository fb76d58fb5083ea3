//! The tasks of a plan: a few games each, which depend on nothing but the plan and the task's number.

use std::time::Instant;

use enban_catalog::{AnyGame, Expression, Session};
use enban_game::rng::mix;
use enban_game::{Points, Seat, Watch};
use enban_search::{Desk, Failure};
use enban_store::{Cause, Ending, EndingKind, Forfeit, GameRecord, TaskResult};

use crate::plan::Plan;
use crate::task::Tasks;

/// The games of a plan as tasks.
pub struct Games<'g> {
    /// The game.
    pub game: &'g dyn AnyGame,
    /// What to play.
    pub plan: &'g Plan,
}

impl Tasks for Games<'_> {
    type Output = TaskResult;

    fn perform(&self, number: u64, watch: &Watch) -> Option<TaskResult> {
        let games = (0..self.plan.games_per_task()).map(|game| play_game(self.game, self.plan, number, game, watch));
        Some(TaskResult { number, games: games.collect::<Option<_>>()? })
    }
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
    let before = session.steps().len();
    let rotation = number as usize;
    let players = &plan.cells[cell].players;
    for seat in 0..plan.seats {
        let expression = Expression::parse(&players[(seat + rotation) % plan.seats]).expect("players were tried");
        session.seat_player(Seat(seat as u8), &expression, seed).expect("players were tried");
    }
    let mut meter = Meter { micros: vec![0; plan.seats], nodes: vec![0; plan.seats] };
    let end = play_on(&mut *session, game.move_limit(), &mut meter, watch)?;
    let mut standing = session.standing();
    let (best_seat, ending) = match end {
        End::ByRules => (alone_at_the_top(&standing.scores), Ending::Normal),
        End::Failed(seat, failure) => {
            let (label, detail) = (game.seat_label(seat), failure.to_string());
            let forfeit = Forfeit { label, detail, seat: seat.0, cause: cause_of(failure) };
            ((plan.seats == 2).then_some(1 - seat.index()), Ending::Lost(forfeit))
        }
        End::Never => {
            standing.scores.fill(Points::ZERO);
            (None, Ending::Repetition { moves: standing.steps as u32 })
        }
    };
    let moves = game.write_steps(&session.steps()[before..]);
    Some(GameRecord {
        task,
        number: number as u32,
        cell: cell as u32,
        rotation: rotation as u8,
        winner: best_seat.map(|seat| ((seat + rotation) % plan.seats) as u8),
        scores: standing.scores.iter().map(|points| points.in_halves()).collect(),
        ending,
        plies: (standing.steps - before) as u32,
        micros: meter.micros,
        nodes: meter.nodes,
        seed,
        digest: digest(&[opening, &moves], rotation as u64),
        opening: opening.clone(),
        moves,
    })
}

/// A note on games that ended otherwise than by the rules.
pub fn note_on(ending: &Ending, count: u64) -> String {
    let what = match ending.kind() {
        EndingKind::Normal => "Ended",
        EndingKind::Repetition => "Drawn",
        EndingKind::Resigned => "Lost by resignation",
        EndingKind::OutOfTime
        | EndingKind::Crashed
        | EndingKind::IllegalMove
        | EndingKind::Stopped
        | EndingKind::Failed => "Lost by failure",
    };
    let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
    format!("{what}, {times}: {ending}")
}

fn cause_of(failure: Failure) -> Cause {
    match failure {
        Failure::Resigned { .. } => Cause::Resigned,
        Failure::Stopped { .. } => Cause::Stopped,
        Failure::OutOfTime { .. } => Cause::OutOfTime,
        Failure::Crashed { .. } => Cause::Crashed,
        Failure::IllegalMove { answer, .. } | Failure::NotAMove { answer, .. } => Cause::IllegalMove { answer },
        Failure::Protocol { .. } | Failure::Unfit { .. } => Cause::Failed,
    }
}

/// How a game came to its end.
enum End {
    ByRules,
    /// The player of a seat made no legal move.
    Failed(Seat, Failure),
    /// It went round: the rule of ko does not forbid all of that.
    Never,
}

/// Plays to the end. `None` if it was stopped.
fn play_on(session: &mut dyn Session, move_limit: u32, meter: &mut Meter, watch: &Watch) -> Option<End> {
    for _ in session.steps().len()..move_limit as usize {
        let started = Instant::now();
        let made = session.think(&Desk::quiet(watch));
        if watch.is_stopped() {
            return None;
        }
        match made {
            Ok(None) => return Some(End::ByRules),
            Ok(Some(made)) if made.is_forced() => {}
            Ok(Some(made)) => {
                meter.micros[made.seat.index()] += started.elapsed().as_micros() as u64;
                meter.nodes[made.seat.index()] += made.nodes;
            }
            Err(failure) => return Some(End::Failed(session.mover(), failure)),
        }
    }
    Some(if session.standing().over { End::ByRules } else { End::Never })
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::file::ExperimentFile;
    use crate::task::Workers;

    #[test]
    fn a_game_that_goes_round_ends_as_a_draw() {
        let text = "game = \"go2\"\ngames = 200\nopenings = \"none\"\n[[cells]]\nplayers = [\"random\", \"random\"]\n";
        let watch = Watch::default();
        let file = ExperimentFile::parse(text).unwrap();
        let workers = Workers { threads: 1, watch: &watch };
        let (plan, game) = Plan::of_file(&file, "round", Path::new("."), &workers).unwrap();
        let games = Games { game: &*game, plan: &plan };
        let tasks = (0..plan.tasks()).flat_map(|task| games.perform(task, &watch).unwrap().games);
        let (round, ended): (Vec<_>, Vec<_>) = tasks.partition(|record| record.plies == game.move_limit());
        assert!(!round.is_empty() && !ended.is_empty(), "{} go round, {} end", round.len(), ended.len());
        for record in &round {
            assert_eq!((record.winner, record.scores.as_slice()), (None, [0, 0].as_slice()));
            assert_eq!(note_on(&record.ending, 3), format!("Drawn, 3 times: no result after {} moves", record.plies));
        }
        assert!(ended.iter().all(|record| record.ending.is_normal()));
        let lost = |cause| {
            let (label, detail) = ("O".to_owned(), "it stopped: resigned".to_owned());
            Ending::Lost(Forfeit { label, detail, seat: 1, cause })
        };
        assert_eq!(note_on(&lost(Cause::Crashed), 1), "Lost by failure, once: O: it stopped: resigned");
        assert_eq!(note_on(&lost(Cause::Resigned), 2), "Lost by resignation, 2 times: O: it stopped: resigned");
    }
}
