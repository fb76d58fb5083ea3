//! Where games begin: at the start, at positions drawn up to symmetry, or at lines from a file.

use std::path::{Path, PathBuf};

use enban_catalog::{AnyGame, Expression};
use enban_formats::files::{LIST_MAX_MB, read_text_file};
use enban_game::{Step, Turn, Watch};
use enban_search::{Desk, Value};

use crate::task::{Tasks, Workers};

/// The most openings that are drawn; larger experiments go through them again.
const DRAWN_MAX: usize = 100_000;

/// The same where each must be found even by a search.
const BALANCED_MAX: usize = 10_000;

/// Where openings come from.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum OpeningSource {
    /// Every game begins at the start.
    #[default]
    None,
    /// Positions after so many moves, no two the same up to symmetry.
    Plies {
        /// Moves made before the players take over.
        plies: u32,
        /// Only those that a short search finds this near to even: in points, or in percent of the chance to win
        /// where there is no search by points.
        balance: Option<f64>,
    },
    /// Move lists, one a line.
    File(PathBuf),
}

/// Openings that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The description is wrong.
    #[error("openings {0:?}: expected none, ply=K, ply=K,balance=POINTS or file=PATH")]
    Description(String),
    /// The file cannot be read.
    #[error("openings file {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        error: String,
    },
    /// A line of the file is not a game.
    #[error("openings file {path}, line {line}: {error}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// There are none.
    #[error("there is no opening of this kind: {0}")]
    Nothing(String),
    /// The search for balanced ones was stopped.
    #[error("stopped")]
    Stopped,
}

impl OpeningSource {
    /// Reads `none`, `ply=6`, `ply=6,balance=4` or `file=PATH`.
    pub fn parse(text: &str) -> Result<Self, OpeningsError> {
        let wrong = || OpeningsError::Description(text.to_owned());
        if text == "none" {
            return Ok(Self::None);
        }
        if let Some(path) = text.strip_prefix("file=") {
            return Ok(Self::File(PathBuf::from(path)));
        }
        let (mut plies, mut balance) = (None, None);
        for part in text.split(',') {
            match part.trim().split_once('=') {
                Some(("ply", value)) => {
                    plies = Some(value.parse().ok().filter(|&plies| plies <= 60).ok_or_else(wrong)?)
                }
                Some(("balance", value)) => {
                    let points = value.parse::<f64>().ok().filter(|points| (0.0..=1000.0).contains(points));
                    balance = Some(points.ok_or_else(wrong)?);
                }
                _ => return Err(wrong()),
            }
        }
        Ok(Self::Plies { plies: plies.ok_or_else(wrong)?, balance })
    }

    /// The same with a file's path taken from a folder.
    pub fn within(self, folder: &Path) -> Self {
        match self {
            Self::File(path) => Self::File(folder.join(path)),
            other => other,
        }
    }

    /// Up to so many openings as move text, drawn by the seed; the start alone if there are to be none.
    pub fn draw(
        &self,
        game: &dyn AnyGame,
        wanted: usize,
        seed: u64,
        workers: &Workers<'_>,
    ) -> Result<Vec<String>, OpeningsError> {
        let drawn = match self {
            Self::None => vec![Vec::new()],
            Self::Plies { plies, balance: None } => game.openings(*plies, wanted.min(DRAWN_MAX), seed),
            Self::Plies { plies, balance: Some(balance) } => {
                let wanted = wanted.min(BALANCED_MAX);
                let candidates = game.openings(*plies, 6 * wanted + 50, seed);
                let mut kept = balanced(game, candidates, *balance, workers)?;
                kept.truncate(wanted);
                kept
            }
            Self::File(path) => read_lines(game, path)?,
        };
        if drawn.is_empty() {
            return Err(OpeningsError::Nothing(self.to_string()));
        }
        Ok(drawn.iter().map(|steps| game.write_steps(steps)).collect())
    }
}

impl std::fmt::Display for OpeningSource {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => out.write_str("none"),
            Self::Plies { plies, balance: None } => write!(out, "ply={plies}"),
            Self::Plies { plies, balance: Some(balance) } => write!(out, "ply={plies},balance={balance}"),
            Self::File(path) => write!(out, "file={}", path.display()),
        }
    }
}

fn read_lines(game: &dyn AnyGame, path: &Path) -> Result<Vec<Vec<Step>>, OpeningsError> {
    let shown = path.display().to_string();
    let text = read_text_file(path, LIST_MAX_MB)
        .map_err(|error| OpeningsError::File { path: shown.clone(), error: error.to_string() })?;
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let refused = |error: String| OpeningsError::Line { path: shown.clone(), line: number + 1, error };
        let session = game.session(None, Some(line)).map_err(|error| refused(error.to_string()))?;
        if matches!(session.turn(), Turn::Over) {
            return Err(refused("expected a game that goes on: this one is over".to_owned()));
        }
        lines.push(session.steps().to_vec());
    }
    Ok(lines)
}

/// Those of the openings that a short search finds near to even, in their order.
fn balanced(
    game: &dyn AnyGame,
    candidates: Vec<Vec<Step>>,
    balance: f64,
    workers: &Workers<'_>,
) -> Result<Vec<Vec<Step>>, OpeningsError> {
    let judge = Expression::parse(game.capabilities().judge).expect("the expression is ours");
    let judging = Judging { game, candidates: &candidates, balance, judge };
    let numbers: Vec<u64> = (0..candidates.len() as u64).collect();
    workers.watch.expect(numbers.len() as u64);
    let mut kept: Vec<usize> = workers.perform(&judging, &numbers, |results| {
        let seen = results.iter().inspect(|_| workers.watch.advance(1));
        seen.flatten().collect()
    });
    if workers.watch.is_stopped() {
        return Err(OpeningsError::Stopped);
    }
    kept.sort_unstable();
    Ok(kept.into_iter().map(|number| candidates[number].clone()).collect())
}

/// A task looks at one opening, and gives its number if it is near to even.
struct Judging<'j> {
    game: &'j dyn AnyGame,
    candidates: &'j [Vec<Step>],
    balance: f64,
    judge: Expression,
}

impl Tasks for Judging<'_> {
    type Output = Option<usize>;

    fn perform(&self, number: u64, watch: &Watch) -> Option<Option<usize>> {
        let mut session = self.game.begin();
        let steps = &self.candidates[number as usize];
        steps.iter().for_each(|&step| session.play(step).expect("drawn openings are legal"));
        let thought = session.analyze(&self.judge, 1, &Desk::study(watch)).ok().flatten();
        let best = thought.as_ref().and_then(|thought| thought.candidates.first());
        let distance = best.and_then(|best| match best.value {
            Value::Lead(lead) => Some(lead.abs()),
            Value::Exact(points) => Some(points.as_f64().abs()),
            Value::Chance(chance) => Some((chance - 0.5).abs() * 100.0),
            _ => None,
        });
        Some(distance.is_some_and(|distance| distance <= self.balance).then_some(number as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_catalog::open;

    #[test]
    fn descriptions_are_read_and_written_back() {
        for text in ["none", "ply=6", "ply=4,balance=2.5", "file=lines.txt"] {
            assert_eq!(OpeningSource::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "ply", "ply=x", "balance=3", "ply=99", "plies=4", "ply=4,balance=-1"] {
            assert!(OpeningSource::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn comments_end_a_line_of_a_file_or_fill_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.txt");
        std::fs::write(&path, "# two openings\nf5f4 # the first\n\n f5d6#the second\n").unwrap();
        let source = OpeningSource::File(path.clone());
        let game = open("reversi").unwrap();
        let draw = || source.draw(&*game, 9, 1, &Workers { threads: 1, watch: &Watch::default() });
        assert_eq!(draw().unwrap(), ["f5f4", "f5d6"]);
        std::fs::write(&path, "f5f4\nf5 z9 # nonsense\n").unwrap();
        assert!(matches!(draw(), Err(OpeningsError::Line { line: 2, .. })));
    }

    #[test]
    fn drawn_openings_are_distinct_and_repeat_with_their_seed() {
        let game = open("nip").unwrap();
        let draw = |text: &str, wanted, seed| {
            let workers = Workers { threads: 2, watch: &Watch::default() };
            OpeningSource::parse(text).unwrap().draw(&*game, wanted, seed, &workers).unwrap()
        };
        assert_eq!(draw("none", 9, 1), [""]);
        assert_eq!(draw("ply=6", 4000, 1).len(), 1726, "all of them");
        let some = draw("ply=6", 100, 1);
        assert_eq!((some.len(), &some), (100, &draw("ply=6", 100, 1)));
        assert_ne!(some, draw("ply=6", 100, 2));
        // Too many to list: found by walks, distinct all the same.
        let deep = draw("ply=12", 300, 1);
        assert_eq!(deep.iter().collect::<std::collections::HashSet<_>>().len(), 300);
        let even = draw("ply=6,balance=2", 20, 1);
        assert_eq!((even.len(), &even), (20, &draw("ply=6,balance=2", 20, 1)));
        assert_ne!(even, draw("ply=6", 20, 1));
    }
}
