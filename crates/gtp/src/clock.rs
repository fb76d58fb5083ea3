//! How much of the time that is left a move gets.

use enban_catalog::{Expression, player_entries};
use enban_game::Seat;

/// What is taken off every move for the way there and back.
const LAG_S: f64 = 0.1;

/// The part of a share that is used: searches end a little late.
const USED: f64 = 0.95;

/// A game of Go ends when about one point in so many is still empty: nobody fills the own ground.
const EMPTY_AT_END: usize = 4;

/// A side in main time plans for at least so many moves of Go, or a move for so many points of the board if that is
/// more: some games are played out.
const MOVES_LEFT_MIN: usize = 10;
const POINTS_PER_MOVE_LEFT: usize = 16;

/// The next longer time that a player is told, by this factor. See [`steady`].
const STEP: f64 = 1.1;

/// What follows the main time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Overtime {
    /// Nothing: the game is lost on time.
    None,
    /// So many stones in so many seconds, again and again.
    Canadian {
        /// The seconds of all stones.
        seconds: f64,
        /// The stones.
        stones: u32,
    },
    /// So many seconds for every move; whoever needs more loses a period.
    Periods {
        /// The seconds of a move.
        seconds: f64,
        /// The periods.
        periods: u32,
    },
}

impl Overtime {
    /// What every move may take once the main time is over.
    fn per_move(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Canadian { seconds, stones } => seconds / f64::from(stones.max(1)),
            Self::Periods { seconds, .. } => seconds,
        }
    }

    fn begin(self) -> Left {
        match self {
            Self::None => Left { seconds: 0.0, stones: 0 },
            Self::Canadian { seconds, stones } => Left { seconds, stones },
            Self::Periods { seconds, periods } => Left { seconds, stones: periods },
        }
    }
}

/// What a side has left: in main time without stones, in overtime with the stones or periods it still has.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    seconds: f64,
    stones: u32,
}

/// The time of both sides; none as long as nobody has set any.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Clock {
    main: Option<f64>,
    overtime: Overtime,
    left: [Option<Left>; 2],
}

impl Clock {
    /// No limit.
    pub(crate) const FREE: Self = Self { main: None, overtime: Overtime::None, left: [None, None] };

    /// Both sides have this much.
    pub(crate) fn of(main: f64, overtime: Overtime) -> Self {
        let begun = Self { main: Some(main), overtime, left: [None, None] };
        begun.reset()
    }

    /// The clock at the beginning of a game.
    pub(crate) fn reset(self) -> Self {
        let left = self.main.map(|seconds| match seconds > 0.0 {
            true => Left { seconds, stones: 0 },
            false => self.overtime.begin(),
        });
        Self { left: [left, left], ..self }
    }

    /// Somebody who knows better says what a side has left.
    pub(crate) fn tell(&mut self, seat: Seat, seconds: f64, stones: u32) {
        self.left[seat.index()] = Some(Left { seconds, stones });
    }

    /// A side has used some of its time for a move.
    pub(crate) fn spend(&mut self, seat: Seat, seconds: f64) {
        let overtime = self.overtime;
        let Some(left) = &mut self.left[seat.index()] else { return };
        if left.stones == 0 {
            left.seconds -= seconds;
            if left.seconds <= 0.0 {
                let over = -left.seconds;
                *left = overtime.begin();
                left.seconds = (left.seconds - over).max(0.0);
            }
            return;
        }
        match overtime {
            Overtime::Periods { seconds: period, .. } => {
                let lost = if period > 0.0 { (seconds / period) as u32 } else { 0 };
                *left = Left { seconds: period, stones: left.stones.saturating_sub(lost).max(1) };
            }
            _ if left.stones > 1 => *left = Left { seconds: left.seconds - seconds, stones: left.stones - 1 },
            _ => *left = overtime.begin(),
        }
    }

    /// Seconds for the next move of a side that has about so many to make; none if there is no limit.
    pub(crate) fn budget(&self, seat: Seat, moves_left: usize) -> Option<f64> {
        let left = self.left[seat.index()]?;
        let share = match (left.stones, self.overtime) {
            (0, overtime) => (left.seconds / moves_left.max(1) as f64).max(overtime.per_move()),
            (_, Overtime::Periods { .. }) => left.seconds,
            (stones, _) => left.seconds / f64::from(stones),
        };
        Some((share * USED - LAG_S).max(share * 0.2).max(0.01))
    }
}

/// About how many moves a side still has to make on a board of so many squares, some of them empty.
pub(crate) fn moves_left(empty: usize, squares: usize, is_go: bool) -> usize {
    if !is_go {
        return empty.div_ceil(2);
    }
    let to_fill = empty.saturating_sub(squares / EMPTY_AT_END);
    to_fill.div_ceil(2).max(MOVES_LEFT_MIN).max(squares / POINTS_PER_MOVE_LEFT)
}

/// A time a little below the given one that stays the same while that changes little. A player with a new time is a new
/// player, which has forgotten its tree.
pub(crate) fn steady(seconds: f64) -> f64 {
    if seconds > 0.0 && seconds.is_finite() { STEP.powf((seconds.ln() / STEP.ln()).floor()) } else { seconds }
}

/// The player with this much time for a move, if it is one that can be told.
pub(crate) fn with_time(player: &Expression, seconds: f64) -> Expression {
    /// Longer times are no times that a player takes.
    const DAY_S: f64 = 86_400.0;
    set(player, "time", format!("{:.3}", seconds.min(DAY_S)))
}

/// The player as an analyst, who goes on until it is stopped.
pub(crate) fn without_end(player: &Expression) -> Expression {
    let mut endless = with_time(player, f64::INFINITY);
    if endless.get("time").is_some() {
        endless.arguments.retain(|(key, _)| !["playouts", "nodes"].contains(&key.as_str()));
    }
    endless
}

/// Gives an option a value, if the player has it.
fn set(player: &Expression, key: &str, value: String) -> Expression {
    let mut player = player.clone();
    let mut entries = player_entries().iter().filter(|entry| entry.name == player.name);
    if entries.any(|entry| entry.options.iter().any(|option| option.key == key)) {
        player.arguments.retain(|(given, _)| given != key);
        player.arguments.push((key.to_owned(), value));
    }
    player
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Seat = Seat(0);

    fn check(clock: Clock, moves_left: usize, expected: Option<f64>) {
        let found = clock.budget(BLACK, moves_left);
        let near = |found: f64| expected.is_some_and(|expected| (found - expected).abs() < 1e-9);
        assert!(found.map_or(expected.is_none(), near), "{clock:?}: {found:?}, expected {expected:?}");
    }

    #[test]
    fn a_move_gets_its_share() {
        check(Clock::FREE, 30, None);
        check(Clock::of(300.0, Overtime::None), 30, Some(10.0 * USED - LAG_S));
        check(Clock::of(0.0, Overtime::Canadian { seconds: 100.0, stones: 10 }), 30, Some(10.0 * USED - LAG_S));
        check(Clock::of(0.0, Overtime::Periods { seconds: 30.0, periods: 5 }), 30, Some(30.0 * USED - LAG_S));
        // Whoever has overtime for every move does not save main time below it.
        check(Clock::of(60.0, Overtime::Periods { seconds: 10.0, periods: 5 }), 30, Some(10.0 * USED - LAG_S));
        check(Clock::of(0.1, Overtime::None), 10, Some(0.01));
    }

    #[test]
    fn time_runs_from_main_time_into_overtime() {
        let mut clock = Clock::of(5.0, Overtime::Canadian { seconds: 20.0, stones: 2 });
        clock.spend(BLACK, 6.0);
        assert_eq!(clock.left[0], Some(Left { seconds: 19.0, stones: 2 }));
        clock.spend(BLACK, 4.0);
        assert_eq!(clock.left[0], Some(Left { seconds: 15.0, stones: 1 }));
        clock.spend(BLACK, 4.0);
        assert_eq!(clock.left[0], Some(Left { seconds: 20.0, stones: 2 }));
        assert_eq!(clock.left[1], Some(Left { seconds: 5.0, stones: 0 }));
        clock.tell(BLACK, 3.0, 1);
        assert_eq!(clock.left[0], Some(Left { seconds: 3.0, stones: 1 }));
        let mut periods = Clock::of(0.0, Overtime::Periods { seconds: 10.0, periods: 3 });
        periods.spend(BLACK, 9.0);
        periods.spend(BLACK, 11.0);
        assert_eq!(periods.left[0], Some(Left { seconds: 10.0, stones: 2 }));
        assert_eq!(clock.reset().left[0], Some(Left { seconds: 5.0, stones: 0 }));
    }

    #[test]
    fn a_game_ends_before_its_time_does() {
        let mut clock = Clock::of(60.0, Overtime::None);
        for empty in (1..=81).rev().step_by(2) {
            let seconds = clock.budget(BLACK, moves_left(empty, 81, true)).unwrap();
            clock.spend(BLACK, seconds + LAG_S / 2.0);
        }
        assert!(clock.left[0].is_some_and(|left| left.seconds > 1.0), "{clock:?}");
    }

    /// What is left of ten minutes when a game of usual length ends, and how often the player was told another time.
    fn play_usual_game(points: usize) -> (f64, usize) {
        let mut clock = Clock::of(600.0, Overtime::None);
        let (mut told, mut changes) = (0.0, 0);
        for empty in (points / 4..=points).rev().step_by(2) {
            let seconds = steady(clock.budget(BLACK, moves_left(empty, points, true)).unwrap());
            changes += usize::from(seconds != told);
            told = seconds;
            // Most searches end early.
            clock.spend(BLACK, 0.8 * seconds);
        }
        (clock.left[0].unwrap().seconds, changes)
    }

    #[test]
    fn the_time_of_a_game_is_used_and_told_steadily() {
        for size in [9, 13, 19] {
            let (left, changes) = play_usual_game(size * size);
            assert!((20.0..150.0).contains(&left), "{size}: {left} s are left");
            assert!(changes <= size * size / 6, "{size}: told {changes} times");
        }
        assert_eq!((moves_left(60, 60, false), moves_left(20, 361, true)), (30, 22));
        assert!([0.01, 0.3, 2.5, 700.0].into_iter().all(|time| steady(time) <= time && steady(time) * 1.11 > time));
    }

    #[test]
    fn players_are_told_as_far_as_they_listen() {
        let check = |player: &str, timed: &str, endless: &str| {
            let player = Expression::parse(player).unwrap();
            assert_eq!(with_time(&player, 2.5).to_string(), timed);
            assert_eq!(without_end(&player).to_string(), endless);
        };
        check("mcts(time=1)", "mcts(time=2.500)", "mcts(time=86400.000)");
        check(
            "mcts(playouts=10,threads=2)",
            "mcts(playouts=10,threads=2,time=2.500)",
            "mcts(threads=2,time=86400.000)",
        );
        check("random", "random", "random");
    }
}
