//! Mean rank, share of wins and mean score of every player and of every seat.

use super::games::{Block, ManyGames, first_shares, ranks};
use crate::bootstrap::Bootstrap;
use crate::describe::Estimate;

/// Figures of a player or a seat, means over its places in all games.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Places it had: a player with two seats in a game has two.
    pub places: u64,
    /// Mean rank, 1 for the best; equal scores share the mean of their ranks.
    pub rank: Estimate,
    /// Share of places that were the first; a shared first place is divided.
    pub win_share: Estimate,
    /// Mean score.
    pub score: Estimate,
}

/// The standings of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// By player. The figures of one who never played are NaN with infinite ends.
    pub players: Vec<Standing>,
    /// By seat.
    pub seats: Vec<Standing>,
}

/// Sums over places: their number, ranks, firsts and scores.
type Sums = [f64; 4];

/// The standings, with intervals from resampled blocks.
pub fn standings(games: &ManyGames, bootstrap: &Bootstrap) -> Standings {
    let blocks: Vec<Vec<Sums>> = games.blocks().iter().map(|block| block_sums(games, block)).collect();
    let rows = games.players() + games.seats();
    let add = |times: &[f64]| {
        let mut sums = vec![Sums::default(); rows];
        for (times, block) in times.iter().zip(&blocks).filter(|(times, _)| **times > 0.0) {
            for (sum, part) in sums.iter_mut().zip(block) {
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += times * part);
            }
        }
        sums
    };
    let means = |times: &[f64]| {
        let sums = add(times);
        sums.iter().flat_map(|[places, parts @ ..]| parts.map(|part| part / places)).collect()
    };
    let places = add(&vec![1.0; blocks.len()]);
    let estimates = bootstrap.estimates(blocks.len(), means);
    let standing = |(sums, estimates): (&Sums, &[Estimate])| Standing {
        places: sums[0] as u64,
        rank: estimates[0],
        win_share: estimates[1],
        score: estimates[2],
    };
    let mut players: Vec<Standing> = places.iter().zip(estimates.chunks(3)).map(standing).collect();
    let seats = players.split_off(games.players());
    Standings { players, seats }
}

/// The sums of one block, first by player, then by seat.
fn block_sums(games: &ManyGames, block: &Block) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); games.players() + games.seats()];
    for game in &block.0 {
        let (ranks, firsts) = (ranks(&game.scores), first_shares(&game.scores));
        for seat in 0..games.seats() {
            let parts = [1.0, ranks[seat], firsts[seat], game.scores[seat]];
            for row in [game.players[seat], games.players() + seat] {
                sums[row].iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::many::SeatedGame;

    /// Three players in turn at three seats; player 0 is always first, seats get 30, 20, 10 at its left.
    fn rotations(blocks: usize) -> ManyGames {
        let game = |turn: usize| SeatedGame {
            players: (0..3).map(|seat| (seat + turn) % 3).collect(),
            scores: (0..3).map(|seat| [30.0, 20.0, 10.0][(seat + turn) % 3]).collect(),
        };
        ManyGames::new(4, vec![Block((0..3).map(game).collect()); blocks]).unwrap()
    }

    #[test]
    fn figures_by_player_and_by_seat() {
        let standings = standings(&rotations(5), &Bootstrap::default());
        let figures = |standing: &Standing| {
            (standing.places, standing.rank.value, standing.win_share.value, standing.score.value)
        };
        let players: Vec<_> = standings.players[..3].iter().map(figures).collect();
        assert_eq!(players, [(15, 1.0, 1.0, 30.0), (15, 2.0, 0.0, 20.0), (15, 3.0, 0.0, 10.0)]);
        for seat in &standings.seats {
            assert_eq!(figures(seat), (15, 2.0, 1.0 / 3.0, 20.0));
            // Every block is the same, so there is nothing to vary.
            assert_eq!((seat.score.low, seat.score.high), (20.0, 20.0));
        }
        let absent = &standings.players[3];
        assert!(absent.places == 0 && absent.rank.value.is_nan() && absent.rank.high == f64::INFINITY);
    }

    #[test]
    fn a_player_in_two_seats_has_two_places() {
        let game = SeatedGame { players: vec![0, 1, 1, 1], scores: vec![20.0, 16.0, 20.0, 8.0] };
        let games = ManyGames::new(2, vec![Block(vec![game])]).unwrap();
        let standings = standings(&games, &Bootstrap::default());
        let other = &standings.players[1];
        assert_eq!((other.places, other.rank.value, other.score.value), (3, 8.5 / 3.0, 44.0 / 3.0));
        assert_eq!((standings.players[0].win_share.value, other.win_share.value), (0.5, 0.5 / 3.0));
    }

    #[test]
    fn intervals_come_from_whole_blocks() {
        // Half of the blocks give player 0 a rank of 1, half one of 2: the mean of 100 varies by 0.05.
        let block = |index: usize| {
            let scores = if index < 50 { vec![2.0, 1.0] } else { vec![1.0, 2.0] };
            Block(vec![SeatedGame { players: vec![0, 1], scores }; 8])
        };
        let games = ManyGames::new(2, (0..100).map(block).collect()).unwrap();
        let rank = standings(&games, &Bootstrap::default()).players[0].rank;
        assert_eq!(rank.value, 1.5);
        assert!((rank.high - rank.low - 2.0 * 1.96 * 0.05).abs() < 0.02, "{rank:?}");
    }
}
