//! Weights as a file: a head of lines that people can read, an empty line, and the weights packed.
//!
//! Each stage is written as its difference to the stage before, all low bytes first: weights that are seldom met are the
//! same in neighbouring stages, and long runs of zeros pack well.

use std::fmt::Write as _;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::layout::Layout;
use super::weights::{Origin, Weights};

/// The first line of every file of weights.
const TITLE: &str = "Enban weights, version 1";
/// No head is longer.
const HEAD_MAX: usize = 1 << 20;
/// How hard to pack.
const EFFORT: u8 = 9;

/// A file that holds no weights for this board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The first line is not the one of a file of weights.
    #[error("no file of weights: expected the first line {TITLE:?}")]
    NoWeights,
    /// A line of the head is missing or cannot be read.
    #[error("the head of the weights: expected a line \"{0}: ...\"")]
    Head(&'static str),
    /// They are for another board.
    #[error("weights for another board: expected {expected}, found {found}, learned for {game}")]
    OtherBoard {
        /// The fingerprint of the board at hand.
        expected: String,
        /// The fingerprint in the file.
        found: String,
        /// The game in the file.
        game: String,
    },
    /// They are for other patterns of the same board.
    #[error("weights for other patterns: expected {expected}, found {found}")]
    OtherPatterns {
        /// Stages and parameters of the board at hand.
        expected: String,
        /// Those in the file.
        found: String,
    },
    /// The packed part is cut off or changed.
    #[error("the weights are cut off or damaged behind their head")]
    Damaged,
}

impl Weights {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut head = format!("{TITLE}\ngame: {}\nboard: {}\n", self.origin.game, self.fingerprint);
        let parameters = self.stages.first().map_or(0, Vec::len);
        writeln!(head, "shape: {}", shape(self.stages.len(), parameters)).expect("text takes all");
        for (key, value) in &self.origin.facts {
            writeln!(head, "{key}: {value}").expect("text takes all");
        }
        head.push('\n');
        let mut plain = Vec::with_capacity(2 * parameters * self.stages.len());
        let mut before = vec![0i16; parameters];
        for stage in &self.stages {
            let steps = || stage.iter().zip(&before).map(|(weight, before)| weight.wrapping_sub(*before).to_le_bytes());
            plain.extend(steps().map(|[low, _]| low));
            plain.extend(steps().map(|[_, high]| high));
            before.clone_from(stage);
        }
        let mut bytes = head.into_bytes();
        bytes.extend(compress_to_vec_zlib(&plain, EFFORT));
        bytes
    }

    /// Reads the weights of a board.
    pub fn from_bytes(bytes: &[u8], layout: &Layout, fingerprint: &str) -> Result<Self, WeightsError> {
        Self::read(bytes, (layout.stages(), layout.parameters()), fingerprint)
    }

    /// Reads so many stages of so many weights.
    pub(crate) fn read(
        bytes: &[u8],
        (stages, parameters): (usize, usize),
        fingerprint: &str,
    ) -> Result<Self, WeightsError> {
        let (head, packed) = head_of(bytes)?;
        let fact = |name: &'static str| head.fact(name).ok_or(WeightsError::Head(name));
        let (game, found) = (fact("game")?.to_owned(), fact("board")?.to_owned());
        if found != fingerprint {
            return Err(WeightsError::OtherBoard { expected: fingerprint.to_owned(), found, game });
        }
        let (expected, found) = (shape(stages, parameters), fact("shape")?.to_owned());
        if found != expected {
            return Err(WeightsError::OtherPatterns { expected, found });
        }
        let length = 2 * parameters * stages;
        let plain = decompress_to_vec_zlib_with_limit(packed, length).map_err(|_| WeightsError::Damaged)?;
        if plain.len() != length {
            return Err(WeightsError::Damaged);
        }
        let mut before = vec![0i16; parameters];
        let stages = plain.chunks_exact(2 * parameters).map(|planes| {
            let (low, high) = planes.split_at(parameters);
            let steps = low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high]));
            before.iter_mut().zip(steps).for_each(|(weight, step)| *weight = weight.wrapping_add(step));
            before.clone()
        });
        let stages = stages.collect();
        let known = ["game", "board", "shape"];
        let facts = head.facts.into_iter().filter(|(key, _)| !known.contains(&key.as_str())).collect();
        Ok(Self { fingerprint: fingerprint.to_owned(), origin: Origin { game, facts }, stages })
    }

    /// The board that a file of weights is for, read from its head alone.
    pub fn fingerprint_of(bytes: &[u8]) -> Result<String, WeightsError> {
        let (head, _) = head_of(bytes)?;
        Ok(head.fact("board").ok_or(WeightsError::Head("board"))?.to_owned())
    }
}

fn shape(stages: usize, parameters: usize) -> String {
    format!("{stages} stages of {parameters} weights")
}

/// The lines of the head, and what follows it.
fn head_of(bytes: &[u8]) -> Result<(Origin, &[u8]), WeightsError> {
    let start = &bytes[..bytes.len().min(HEAD_MAX)];
    if !start.starts_with(TITLE.as_bytes()) {
        return Err(WeightsError::NoWeights);
    }
    let end = start.windows(2).position(|pair| pair == b"\n\n").ok_or(WeightsError::Damaged)?;
    let text = std::str::from_utf8(&start[..end]).map_err(|_| WeightsError::Damaged)?;
    let facts = text.lines().skip(1).filter_map(|line| line.split_once(": "));
    let facts = facts.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    Ok((Origin { game: String::new(), facts }, &bytes[end + 2..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::fingerprint;
    use crate::testing::{boards_open, boards_round};
    use enban_game::Rng;

    /// Weights drawn at random for a small board.
    fn drawn() -> (Weights, Layout) {
        let game = &boards_open()[2];
        let layout = Layout::of(game);
        let mut weights = Weights::zero(game, &layout);
        let mut rng = Rng::new(5);
        weights.stages.iter_mut().flatten().for_each(|weight| *weight = rng.bits() as i16);
        weights.origin.game = "reversi4".to_owned();
        weights.origin.facts.push(("seed".to_owned(), "7".to_owned()));
        (weights, layout)
    }

    #[test]
    fn what_is_written_is_read() {
        let (weights, layout) = drawn();
        let bytes = weights.to_bytes();
        assert!(bytes.starts_with(b"Enban weights, version 1\ngame: reversi4\nboard: squares "));
        assert_eq!(Weights::from_bytes(&bytes, &layout, &weights.fingerprint), Ok(weights.clone()));
        assert_eq!(Weights::fingerprint_of(&bytes), Ok(weights.fingerprint));
    }

    #[test]
    fn broken_cut_off_and_foreign_weights_are_refused_by_name() {
        let (weights, layout) = drawn();
        let bytes = weights.to_bytes();
        let read = |bytes: &[u8]| Weights::from_bytes(bytes, &layout, &weights.fingerprint);
        assert_eq!(read(b"PK"), Err(WeightsError::NoWeights));
        let body = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
        for length in [body / 2, body, body + 1, (body + bytes.len()) / 2, bytes.len() - 1] {
            assert_eq!(read(&bytes[..length]), Err(WeightsError::Damaged), "{length} bytes");
        }
        let mut changed = bytes.clone();
        changed[(body + bytes.len()) / 2] ^= 1;
        assert_eq!(read(&changed), Err(WeightsError::Damaged));
        let headless = String::from_utf8_lossy(&bytes[..body]).replace("board: ", "plank: ");
        assert_eq!(read(headless.as_bytes()), Err(WeightsError::Head("board")));

        let nip = &boards_round()[1];
        let foreign = Weights::from_bytes(&bytes, &layout, &fingerprint(nip)).unwrap_err();
        assert!(foreign.to_string().starts_with("weights for another board: expected squares"), "{foreign}");
        let other = Layout::of(nip);
        let foreign = Weights::from_bytes(&bytes, &other, &weights.fingerprint).unwrap_err();
        assert!(matches!(foreign, WeightsError::OtherPatterns { .. }), "{foreign}");
    }
}
