//! The input: who sat where, with what score, in blocks that are independent of each other.

/// Most seats a game may have: a tie of all of them is counted over its subsets.
pub(super) const SEATS_MAX: usize = 12;

/// A finished game: for each seat its player and its score.
///
/// A player may sit in several seats of a game (one against three copies of another, say).
#[derive(Clone, Debug, PartialEq)]
pub struct SeatedGame {
    /// The player in each seat.
    pub players: Vec<usize>,
    /// The score of each seat; more is better.
    pub scores: Vec<f64>,
}

/// All games from one opening with the seats exchanged: the independent unit of an experiment.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Block(pub Vec<SeatedGame>);

/// Checked games of many seats: all of one size, with known players and finite scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ManyGames {
    players: usize,
    seats: usize,
    blocks: Vec<Block>,
}

/// A game that does not fit the others.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ManyError {
    /// There is nothing to describe.
    #[error("there is no game")]
    Empty,
    /// The number of seats is not that of the first game, or out of range.
    #[error("game {game} of block {block} has {players} players and {scores} scores, expected {expected} of each")]
    Seats {
        /// The block, counted from 1.
        block: usize,
        /// The game in the block, counted from 1.
        game: usize,
        /// Players it names.
        players: usize,
        /// Scores it names.
        scores: usize,
        /// What was expected: the seats of the first game, which are 2 to 12.
        expected: usize,
    },
    /// A player is not one of those announced.
    #[error("game {game} of block {block} names player {player}, expected one below {players}")]
    Player {
        /// The block, counted from 1.
        block: usize,
        /// The game in the block, counted from 1.
        game: usize,
        /// The player named.
        player: usize,
        /// The number of players.
        players: usize,
    },
    /// A score is not a number.
    #[error("game {game} of block {block} has the score {score}, expected a finite number")]
    Score {
        /// The block, counted from 1.
        block: usize,
        /// The game in the block, counted from 1.
        game: usize,
        /// The score.
        score: f64,
    },
}

impl ManyGames {
    /// Takes games of `players` players, numbered from 0, if they fit together.
    pub fn new(players: usize, blocks: Vec<Block>) -> Result<Self, ManyError> {
        let first = blocks.iter().flat_map(|block| &block.0).next().ok_or(ManyError::Empty)?;
        let seats = first.players.len().clamp(2, SEATS_MAX);
        for (block, games) in blocks.iter().enumerate() {
            for (game, seated) in games.0.iter().enumerate() {
                check(seated, players, seats, block + 1, game + 1)?;
            }
        }
        Ok(Self { players, seats, blocks })
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Seats of a game.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The blocks.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

/// The rank of each score, 1 for the best; equal scores share the mean of their places.
pub fn ranks(scores: &[f64]) -> Vec<f64> {
    let rank = |score: &f64| {
        let better = scores.iter().filter(|&other| other > score).count();
        let equal = scores.iter().filter(|&other| other == score).count();
        better as f64 + 0.5 * (equal + 1) as f64
    };
    scores.iter().map(rank).collect()
}

/// The part of each score in the first place: 1 for the best, divided where several are best.
pub(super) fn first_shares(scores: &[f64]) -> Vec<f64> {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let winners = scores.iter().filter(|&&score| score == best).count();
    scores.iter().map(|&score| if score == best { 1.0 / winners as f64 } else { 0.0 }).collect()
}

/// Holds one game against the others.
fn check(seated: &SeatedGame, players: usize, seats: usize, block: usize, game: usize) -> Result<(), ManyError> {
    if seated.players.len() != seats || seated.scores.len() != seats {
        let (found, scores) = (seated.players.len(), seated.scores.len());
        return Err(ManyError::Seats { block, game, players: found, scores, expected: seats });
    }
    if let Some(&player) = seated.players.iter().find(|&&player| player >= players) {
        return Err(ManyError::Player { block, game, player, players });
    }
    match seated.scores.iter().find(|score| !score.is_finite()) {
        Some(&score) => Err(ManyError::Score { block, game, score }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_shares_with_ties() {
        let check = |scores: &[f64], expected_ranks: &[f64], expected_shares: &[f64]| {
            assert_eq!((ranks(scores).as_slice(), first_shares(scores).as_slice()), (expected_ranks, expected_shares));
        };
        check(&[10.0, 30.0, 20.0, 4.0], &[3.0, 1.0, 2.0, 4.0], &[0.0, 1.0, 0.0, 0.0]);
        check(&[16.0, 16.0, 20.0, 12.0], &[2.5, 2.5, 1.0, 4.0], &[0.0, 0.0, 1.0, 0.0]);
        check(&[18.0, 14.0, 18.0, 14.0], &[1.5, 3.5, 1.5, 3.5], &[0.5, 0.0, 0.5, 0.0]);
        check(&[16.0, 16.0, 16.0, 16.0], &[2.5; 4], &[0.25; 4]);
    }

    #[test]
    fn games_that_do_not_fit_are_named() {
        let game =
            |players: &[usize], scores: &[f64]| SeatedGame { players: players.to_vec(), scores: scores.to_vec() };
        let good = game(&[0, 1, 0], &[3.0, 2.0, 1.0]);
        let check = |bad: SeatedGame, error: ManyError| {
            let blocks = vec![Block(vec![good.clone()]), Block(vec![good.clone(), bad])];
            assert_eq!(ManyGames::new(2, blocks), Err(error));
        };
        let seats = ManyError::Seats { block: 2, game: 2, players: 2, scores: 3, expected: 3 };
        check(game(&[0, 1], &[3.0, 2.0, 1.0]), seats);
        check(game(&[0, 1, 2], &[3.0, 2.0, 1.0]), ManyError::Player { block: 2, game: 2, player: 2, players: 2 });
        let score = ManyError::Score { block: 2, game: 2, score: f64::INFINITY };
        check(game(&[0, 1, 1], &[3.0, f64::INFINITY, 1.0]), score);
        assert_eq!(ManyGames::new(2, vec![Block::default()]), Err(ManyError::Empty));
        let alone = vec![Block(vec![game(&[0], &[1.0])])];
        assert!(matches!(ManyGames::new(1, alone), Err(ManyError::Seats { expected: 2, .. })));
    }
}
