//! Time control: how much of the remaining time a move gets.

use enban_catalog::Family;
use enban_game::Seat;

/// Reserved for communication on each move.
const LAG_S: f64 = 0.1;

/// The part of a share that is used, as searches end a little late.
const USED: f64 = 0.95;

/// A game of Go ends with about one point in this many empty: nobody fills their own territory.
const EMPTY_AT_END: usize = 4;

/// A game of the Reversi family is read to its end from about so many empty squares on; what follows costs little.
const READ_OUT_FROM: usize = 18;

/// Moves of the Reversi family to keep time for while the end is read; to the last, so that some is always left.
const MOVES_TO_READ: usize = 5;

/// In main time, plan for at least this many more moves of Go, or for one per this many points of the board if that is
/// more, as some games are played out to the end.
const MOVES_LEFT_MIN: usize = 10;
const POINTS_PER_MOVE_LEFT: usize = 16;

/// What follows main time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Overtime {
    /// Nothing: the game is lost on time.
    None,
    /// Fischer: each move adds to the main time.
    Increment {
        /// What a move adds.
        seconds: f64,
    },
    /// Canadian overtime: a number of stones in each period.
    Canadian {
        /// The length of a period.
        seconds: f64,
        /// The stones to play in it.
        stones: u32,
    },
    /// Japanese byo-yomi: a time for each move; exceeding it costs a period.
    Periods {
        /// The time for a move.
        seconds: f64,
        /// The periods.
        periods: u32,
    },
}

impl Overtime {
    /// The time for a move once main time is over.
    fn per_move(self) -> f64 {
        match self {
            Self::None | Self::Increment { .. } => 0.0,
            Self::Canadian { seconds, stones } => seconds / f64::from(stones.max(1)),
            Self::Periods { seconds, .. } => seconds,
        }
    }

    fn begin(self) -> Left {
        match self {
            Self::None | Self::Increment { .. } => Left { seconds: 0.0, stones: 0 },
            Self::Canadian { seconds, stones } => Left { seconds, stones },
            Self::Periods { seconds, periods } => Left { seconds, stones: periods },
        }
    }
}

/// The time a side has left; `stones` is 0 in main time, in overtime the stones or periods left.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    seconds: f64,
    stones: u32,
}

/// The clocks of both sides; without limit until a time is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Clock {
    main: Option<f64>,
    overtime: Overtime,
    left: [Option<Left>; 2],
}

impl Clock {
    /// No limit.
    pub(crate) const FREE: Self = Self { main: None, overtime: Overtime::None, left: [None, None] };

    /// The same time for both sides.
    pub(crate) fn of(main: f64, overtime: Overtime) -> Self {
        let begun = Self { main: Some(main), overtime, left: [None, None] };
        begun.reset()
    }

    /// The clock at the start of a game.
    pub(crate) fn reset(self) -> Self {
        let left = self.main.map(|seconds| match seconds > 0.0 {
            true => Left { seconds, stones: 0 },
            false => self.overtime.begin(),
        });
        Self { left: [left, left], ..self }
    }

    /// Sets what a side has left, as the controller reports it.
    pub(crate) fn tell(&mut self, seat: Seat, seconds: f64, stones: u32) {
        self.left[seat.index()] = Some(Left { seconds, stones });
    }

    /// Takes the time of a move off a side's clock.
    pub(crate) fn spend(&mut self, seat: Seat, seconds: f64) {
        let overtime = self.overtime;
        let Some(left) = &mut self.left[seat.index()] else { return };
        if left.stones == 0 {
            left.seconds -= seconds;
            if let Overtime::Increment { seconds: added } = overtime {
                left.seconds = left.seconds.max(0.0) + added;
                return;
            }
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

    /// Seconds for the next move of a side that expects to make `moves_left` more; `None` without a limit.
    pub(crate) fn budget(&self, seat: Seat, moves_left: usize) -> Option<f64> {
        let left = self.left[seat.index()]?;
        let share = match (left.stones, self.overtime) {
            (0, Overtime::Increment { seconds }) => {
                (left.seconds / moves_left.max(1) as f64 + seconds).min(left.seconds)
            }
            (0, overtime) => (left.seconds / moves_left.max(1) as f64).max(overtime.per_move()),
            (_, Overtime::Periods { .. }) => left.seconds,
            (stones, _) => left.seconds / f64::from(stones),
        };
        Some((share * USED - LAG_S).max(share * 0.2).max(0.01))
    }
}

/// An estimate of the moves that a side still has to make.
pub(crate) fn moves_left(family: Family, empty: usize, squares: usize) -> usize {
    if family != Family::Go {
        return empty.saturating_sub(READ_OUT_FROM).div_ceil(2) + MOVES_TO_READ;
    }
    let to_fill = empty.saturating_sub(squares / EMPTY_AT_END);
    to_fill.div_ceil(2).max(MOVES_LEFT_MIN).max(squares / POINTS_PER_MOVE_LEFT)
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
        // With overtime for each move there is no need to spend less than that in main time.
        check(Clock::of(60.0, Overtime::Periods { seconds: 10.0, periods: 5 }), 30, Some(10.0 * USED - LAG_S));
        check(Clock::of(0.1, Overtime::None), 10, Some(0.01));
        check(Clock::of(300.0, Overtime::Increment { seconds: 5.0 }), 30, Some(15.0 * USED - LAG_S));
        // What a move will add cannot be spent on it.
        check(Clock::of(4.0, Overtime::Increment { seconds: 5.0 }), 1, Some(4.0 * USED - LAG_S));
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
        let mut growing = Clock::of(10.0, Overtime::Increment { seconds: 2.0 });
        growing.spend(BLACK, 3.0);
        assert_eq!(growing.left[0], Some(Left { seconds: 9.0, stones: 0 }));
        growing.spend(BLACK, 20.0);
        assert_eq!(growing.left[0], Some(Left { seconds: 2.0, stones: 0 }));
    }

    #[test]
    fn a_game_ends_before_its_time_does() {
        for (family, points) in [(Family::Go, 81), (Family::Reversi, 60), (Family::Nip, 48)] {
            for overtime in [Overtime::None, Overtime::Increment { seconds: 1.0 }] {
                let mut clock = Clock::of(60.0, overtime);
                for empty in (1..=points).rev().step_by(2) {
                    let seconds = clock.budget(BLACK, moves_left(family, empty, points)).unwrap();
                    clock.spend(BLACK, seconds + LAG_S / 2.0);
                }
                assert!(clock.left[0].is_some_and(|left| left.seconds > 0.5), "{family:?} {clock:?}");
            }
        }
    }

    /// What is left of ten minutes after a game of usual length.
    fn left_of_usual_game(points: usize) -> f64 {
        let mut clock = Clock::of(600.0, Overtime::None);
        for empty in (points / 4..=points).rev().step_by(2) {
            let seconds = clock.budget(BLACK, moves_left(Family::Go, empty, points)).unwrap();
            // Most searches end early.
            clock.spend(BLACK, 0.8 * seconds);
        }
        clock.left[0].unwrap().seconds
    }

    #[test]
    fn the_time_of_a_game_is_used() {
        for size in [9, 13, 19] {
            let left = left_of_usual_game(size * size);
            assert!((20.0..150.0).contains(&left), "{size}: {left} s are left");
        }
        assert_eq!(moves_left(Family::Go, 20, 361), 22);
        // The end is read at once.
        assert_eq!([60, 18, 6, 1].map(|empty| moves_left(Family::Nip, empty, 60)), [26, 5, 5, 5]);
    }
}
