//! The experiment file: a value that is read from TOML and written as TOML.

use std::collections::BTreeMap;

use enban_catalog::expression::nearest;
use serde::{Deserialize, Serialize};

/// A file that cannot be read as an experiment.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct FileError {
    /// What is wrong, with the line.
    pub message: String,
    /// The line and the column of it, from 1, if there is a place to name.
    pub place: Option<(usize, usize)>,
}

/// What an experiment file says.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExperimentFile {
    /// The name under which results are kept; the file's own if not given.
    pub name: Option<String>,
    /// What it is about, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The game with its options.
    pub game: String,
    /// The seed of all randomness.
    #[serde(default = "one")]
    pub seed: u64,
    /// Games for each cell.
    pub games: u64,
    /// Openings: none, ply=K, ply=K,balance=B or file=PATH.
    #[serde(default)]
    pub openings: Option<String>,
    /// rotated: every opening is played once from each seat; fixed: players sit as they are listed.
    #[serde(default)]
    pub seats: Option<String>,
    /// Short names for players.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, String>,
    /// A test that ends a match of two as soon as it is decided.
    pub sprt: Option<SprtEntry>,
    /// Who plays whom, by a rule.
    pub design: Option<Design>,
    /// Who plays whom, one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellEntry>,
    /// Figures printed elsewhere about players of games for many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<PrintedPlayer>,
}

fn one() -> u64 {
    1
}

/// A sequential test: is the first player better by `elo1` rather than `elo0`?
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SprtEntry {
    /// Elo under the first hypothesis.
    pub elo0: f64,
    /// Elo under the second, above the first.
    pub elo1: f64,
    /// What these count in: logistic (Elo, if left out), or normalised by the spread of results.
    pub model: Option<String>,
}

/// A rule that makes cells.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "kebab-case")]
pub enum Design {
    /// All against all: every choice of as many players as the game has seats.
    RoundRobin {
        /// The players.
        players: Vec<String>,
    },
    /// Each challenger against each opponent.
    Gauntlet {
        /// Those who challenge.
        challengers: Vec<String>,
        /// Those who are challenged; in games for many, all the other seats are theirs.
        opponents: Vec<String>,
    },
    /// A player with parameters in braces, once for every combination of their values, against another.
    Grid {
        /// The player, such as `weights(bp={bp},fs={fs})`.
        player: String,
        /// The opponent, at all other seats.
        against: String,
        /// The values of each parameter.
        over: BTreeMap<String, Vec<toml::Value>>,
    },
}

/// One row of the experiment.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CellEntry {
    /// What it is called; the players' names if not given.
    #[serde(default)]
    pub label: Option<String>,
    /// Who plays, first seat first.
    pub players: Vec<String>,
    /// Games, if other than for the whole experiment.
    pub games: Option<u64>,
    /// Figures printed elsewhere for these games.
    pub printed: Option<Printed>,
    /// Figures printed elsewhere for the games in which the first player had the first seat.
    pub printed_as_first: Option<Printed>,
    /// The same for the second seat.
    pub printed_as_second: Option<Printed>,
}

/// A result printed elsewhere, of the first player of the cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    #[serde(default)]
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// What was printed elsewhere of a player in games for many.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintedPlayer {
    /// The player, by short name or expression; or a seat, as in "seat 1".
    pub player: String,
    /// Games it stands for.
    pub games: u64,
    /// Times first.
    pub first: Option<u64>,
    /// Times last.
    pub last: Option<u64>,
    /// The mean rank.
    pub mean_rank: Option<f64>,
}

impl CellEntry {
    /// A player against another, who has all the other seats.
    pub fn one_against(player: &str, other: &str, seats: usize) -> Self {
        let mut players = vec![player.to_owned()];
        players.resize(seats, other.to_owned());
        Self { players, ..Self::default() }
    }
}

impl PrintedPlayer {
    /// The number of the seat, if it is one, from 1.
    pub fn seat(&self) -> Option<usize> {
        self.player.strip_prefix("seat ").and_then(|seat| seat.parse().ok())
    }
}

impl ExperimentFile {
    /// A file that gives a game, a number of games and nothing else: who plays is still to be said.
    pub fn of_game(game: &str, games: u64) -> Self {
        Self {
            name: None,
            title: String::new(),
            game: game.to_owned(),
            seed: one(),
            games,
            openings: None,
            seats: None,
            players: BTreeMap::new(),
            sprt: None,
            design: None,
            cells: Vec::new(),
            printed: Vec::new(),
        }
    }

    /// The text of a file that says the same. Fails for numbers that files cannot hold: 2^63 and above.
    pub fn to_toml(&self) -> Result<String, FileError> {
        toml::to_string(self).map_err(|error| FileError { message: error.to_string(), place: None })
    }

    /// Reads the text of a file. Errors name the line, and for an unknown key the nearest valid one.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        read(text)
    }

    /// The player that a short name stands for, or the expression itself.
    pub fn player<'f>(&'f self, name: &'f str) -> &'f str {
        self.players.get(name).map_or(name, String::as_str)
    }
}

/// Reads a file's text; errors name the line, and for an unknown key the nearest valid one.
pub(crate) fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, FileError> {
    let told = |error: toml::de::Error| match line_of_unknown(text, &error) {
        Some(line) => FileError { message: format!("{}, at line {line}", explain(&error)), place: Some((line, 1)) },
        None => FileError { message: explain(&error), place: place_of(text, &error) },
    };
    toml::from_str(text).map_err(told)
}

/// The parser's message, with the nearest valid key where a key is unknown.
fn explain(error: &toml::de::Error) -> String {
    let text = error.to_string();
    let quoted: Vec<&str> = error.message().split('`').skip(1).step_by(2).collect();
    let near = match quoted.split_first() {
        Some((unknown, valid)) if error.message().starts_with("unknown") => nearest(unknown, valid.iter().copied()),
        _ => None,
    };
    let hint = near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
    format!("{}{hint}", text.trim_end())
}

/// The line and the column that the parser names, from 1.
fn place_of(text: &str, error: &toml::de::Error) -> Option<(usize, usize)> {
    let before = text.get(..error.span()?.start)?;
    let column = before.chars().rev().take_while(|letter| *letter != '\n').count();
    Some((before.matches('\n').count() + 1, column + 1))
}

/// The line of an unknown key where the parser names only the table that it is in, as it does with designs.
fn line_of_unknown(text: &str, error: &toml::de::Error) -> Option<usize> {
    let key = error.message().strip_prefix("unknown field `")?.split('`').next()?;
    let table = text.get(..error.span()?.start)?.matches('\n').count() + 1;
    let is_key =
        |line: &str| line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
    let here = text.lines().nth(table - 1).is_some_and(|line| line.contains(key));
    let below = text.lines().enumerate().skip(table).find(|(_, line)| is_key(line));
    below.filter(|_| !here).map(|(number, _)| number + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_files_are_refused_with_the_place_and_what_was_expected() {
        let check = |text: &str, parts: &[&str]| {
            let error = ExperimentFile::parse(text).unwrap_err().to_string();
            parts.iter().for_each(|part| assert!(error.contains(part), "{part:?} is not in {error:?}"));
        };
        check("game = \"nip\"\ngames = 10\nopenigns = \"none\"\n", &["line 3", "openigns", "did you mean openings?"]);
        check("game = \"nip\"\n", &["games"]);
        check("game = \"nip\"\ngames = \"ten\"\n", &["line 2", "string", "u64"]);
        check("game = \"nip\"\ngames = 1\n[design]\nkind = \"round-robbin\"\n", &["round-robin"]);
        check(
            "game = \"nip\"\ngames = 1\n\n[design]\nkind = \"gauntlet\"\nchalengers = []\nopponents = []\n",
            &["did you mean challengers?", "at line 6"],
        );
        check(
            "game = \"nip\"\ngames = 1\n[[cells]]\nplayers = [\"random\", \"random\"]\nprinted = { wins = 1, loses = 2 }\n",
            &["line 5", "did you mean losses?"],
        );
    }

    #[test]
    fn short_names_stand_for_players() {
        let text = "game = \"nip\"\ngames = 4\n[players]\nweak = \"random(seed=1)\"\n";
        let file = ExperimentFile::parse(text).unwrap();
        assert_eq!((file.player("weak"), file.player("map"), file.seed), ("random(seed=1)", "map", 1));
    }

    #[test]
    fn places_are_told_as_lines_and_columns() {
        let place = |text: &str| ExperimentFile::parse(text).unwrap_err().place;
        assert_eq!(place("game = \"nip\"\ngames = \"ten\"\n"), Some((2, 9)));
        assert_eq!(
            place("game = \"nip\"\ngames = 1\n\n[design]\nkind = \"gauntlet\"\nchalengers = []\n"),
            Some((6, 1))
        );
    }

    #[test]
    fn files_are_values_that_are_written_and_read_back() {
        let check = |text: &str| {
            let file = ExperimentFile::parse(text).unwrap();
            let written = file.to_toml().unwrap();
            assert_eq!(ExperimentFile::parse(&written).unwrap(), file, "{written}");
        };
        check("game = \"nip\"\ngames = 10\n");
        check(
            r#"
name = "quotes \" and 円"
title = "two\nlines"
game = "yonin"
seed = 9223372036854775807
games = 8
openings = "ply=4,balance=2.5"
seats = "fixed"
sprt = { elo0 = -2.5, elo1 = 0, model = "normalised" }
[players]
weak = "random(seed=1)"
[design]
kind = "grid"
player = "weights(bp={bp},fs={fs})"
against = "weak"
over = { bp = [1, 2.5], fs = ["a", true] }
[[cells]]
label = "row"
players = ["a", "b"]
games = 4
printed = { wins = 1, draws = 2, losses = 3 }
printed-as-first = { wins = 1, losses = 3 }
[[printed]]
player = "seat 1"
games = 10
first = 3
mean-rank = 2.5
"#,
        );
        check("game = \"nip\"\ngames = 1\n[design]\nkind = \"round-robin\"\nplayers = [\"a\", \"b\"]\n");
        check("game = \"nip\"\ngames = 1\n[design]\nkind = \"gauntlet\"\nchallengers = [\"a\"]\nopponents = []\n");
        let cells = vec![CellEntry::one_against("random", "say \"x\"", 2)];
        let file = ExperimentFile { seed: 3, cells, ..ExperimentFile::of_game("nip", 4) };
        let text = "game = \"nip\"\nseed = 3\ngames = 4\n\n[[cells]]\nplayers = [\"random\", 'say \"x\"']\n";
        assert_eq!(file.to_toml().unwrap(), text);
    }
}
