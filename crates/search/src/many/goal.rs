//! What a seat seeks, and how far it is from it: goals and evaluations for any number of seats.

use enban_game::contract::SEATS_MAX;
use enban_game::{Game, Scores, Seat};

/// What each seat gets, in hundredths.
pub(super) type Payoffs = [i32; SEATS_MAX];

/// What a seat seeks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Its own score, whatever the others have.
    OwnScore,
    /// Its rank: the number of seats behind it, an equal one counting half.
    Rank,
    /// Its lead over the best of the others.
    LeadOverBest,
}

impl Goal {
    /// The payoffs of scores in hundredths of a point.
    pub(super) fn payoffs(self, points: &[i32]) -> Payoffs {
        let mut payoffs = [0; SEATS_MAX];
        for (seat, payoff) in payoffs.iter_mut().enumerate().take(points.len()) {
            let own = points[seat];
            let others = points.iter().enumerate().filter(|&(other, _)| other != seat).map(|(_, &points)| points);
            *payoff = match self {
                Self::OwnScore => own,
                Self::Rank => others.map(|other| 50 * (1 + own.cmp(&other) as i32)).sum(),
                Self::LeadOverBest => own - others.max().unwrap_or(0),
            };
        }
        payoffs
    }

    /// The payoffs of a finished game.
    pub(super) fn exact(self, scores: &Scores) -> Payoffs {
        let mut points = [0; SEATS_MAX];
        points.iter_mut().zip(scores.as_slice()).for_each(|(to, from)| *to = 50 * from.in_halves());
        self.payoffs(&points[..scores.as_slice().len()])
    }

    /// The most that any other seat can have when one has `payoff`, or more, among `seats`: the bound on
    /// which shallow pruning in max^n rests.
    /// - A lead of `x >= 0` over the best of the others leaves each of them at `-x` at most.
    /// - A seat ahead of all others leaves them one seat short of that. One that shares the first place with
    ///   a single other leaves that place to the others too. Below that nothing is known.
    /// - A seat's own score says nothing about the others'.
    pub(super) fn most_for_others(self, payoff: i32, seats: usize) -> i32 {
        let all_behind = 100 * (seats as i32 - 1);
        match self {
            Self::LeadOverBest if payoff >= 0 => -payoff,
            Self::Rank if payoff >= all_behind => all_behind - 100,
            Self::Rank if payoff >= all_behind - 50 => all_behind - 50,
            _ => i32::MAX,
        }
    }
}

/// A guess at the final scores of a position, for any number of seats.
pub trait EvaluateSeats<G: Game>: Send + Sync {
    /// The expected score of each seat, in points. Called at every leaf: no allocation, no randomness.
    fn scores(&self, game: &G, state: &G::State) -> [f32; SEATS_MAX];
}

/// No knowledge at all: the scores if the game ended here.
#[derive(Clone, Copy, Debug)]
pub struct CountSeats;

impl<G: Game> EvaluateSeats<G> for CountSeats {
    #[inline]
    fn scores(&self, game: &G, state: &G::State) -> [f32; SEATS_MAX] {
        let mut points = [0.0; SEATS_MAX];
        let scores = game.scores(state);
        points.iter_mut().zip(scores.as_slice()).for_each(|(to, from)| *to = from.in_halves() as f32 / 2.0);
        points
    }
}

/// One that was chosen by its name.
impl<G: Game> EvaluateSeats<G> for Box<dyn EvaluateSeats<G>> {
    #[inline]
    fn scores(&self, game: &G, state: &G::State) -> [f32; SEATS_MAX] {
        (**self).scores(game, state)
    }
}

/// The payoffs that an evaluation leads to.
#[inline]
pub(super) fn estimate<G: Game>(goal: Goal, evaluation: &impl EvaluateSeats<G>, game: &G, state: &G::State) -> Payoffs {
    let points = evaluation.scores(game, state).map(|points| (100.0 * points).round() as i32);
    goal.payoffs(&points[..game.seats()])
}

/// The payoff of one seat.
#[inline]
pub(super) fn of(payoffs: &Payoffs, seat: Seat) -> i32 {
    payoffs[seat.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::Points;

    #[test]
    fn goals_see_the_same_scores_differently() {
        let scores = Scores::new(&[7, 9, 7, 1].map(Points::whole));
        assert_eq!(Goal::OwnScore.exact(&scores), [700, 900, 700, 100]);
        assert_eq!(Goal::Rank.exact(&scores), [150, 300, 150, 0]);
        assert_eq!(Goal::LeadOverBest.exact(&scores), [-200, 200, -200, -800]);
        assert_eq!(Goal::LeadOverBest.exact(&Scores::new(&[3, 3].map(Points::halves))), [0; 4]);
    }

    /// The bound holds, and is reached, over all scores of three and four seats from 0 to 4.
    #[test]
    fn the_bound_for_others_is_sound_and_tight() {
        for (goal, seats) in [(Goal::Rank, 3), (Goal::Rank, 4), (Goal::LeadOverBest, 3), (Goal::LeadOverBest, 4)] {
            let all: Vec<Payoffs> = (0..5_i32.pow(seats))
                .map(|code| (0..seats).map(|seat| 100 * (code / 5_i32.pow(seat) % 5)).collect::<Vec<_>>())
                .map(|points| goal.payoffs(&points))
                .collect();
            for payoff in all.iter().map(|payoffs| payoffs[0]).collect::<std::collections::BTreeSet<_>>() {
                let reached = all.iter().filter(|payoffs| payoffs[0] >= payoff);
                let most = reached.flat_map(|payoffs| &payoffs[1..seats as usize]).max().copied().unwrap();
                let bound = goal.most_for_others(payoff, seats as usize);
                assert!(most <= bound, "{goal:?} {payoff}: {most} over {bound}");
                assert!(bound == i32::MAX || most == bound, "{goal:?} {payoff}: {bound} is loose, {most} is the most");
            }
        }
        assert_eq!(Goal::OwnScore.most_for_others(1_000, 4), i32::MAX);
    }
}
