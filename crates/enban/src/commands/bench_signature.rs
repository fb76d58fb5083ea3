//! `enban bench --signature`: what the searches do, in a number each.
//!
//! Every search runs on one thread with a fixed limit and seed over a few positions. What it chose, how often it looked at
//! each move and how many nodes it took are folded into its signature: a change that must not change play leaves it as it
//! was, on every machine. A commit that changes play states the new one as `Bench: ...`.

use std::io::Write;

use anyhow::{Context, Result};
use enban_catalog::{Expression, SolveRequest, open_at};
use enban_game::Watch;
use enban_game::machine::Level;
use enban_game::rng::mix;
use enban_search::exact::Settings;
use enban_search::{Desk, Thought};
use serde_json::json;

use crate::arguments::Common;
use crate::report::{Table, thousands};

/// A search and the positions it is asked about: games, and the moves made in them.
struct Work {
    search: &'static str,
    /// The player; none for the exact solver.
    player: Option<&'static str>,
    /// The player for the four seats of Yonin, where it has to be named in another way.
    player_of_four: Option<&'static str>,
    positions: &'static [(&'static str, &'static str)],
}

/// Nothing to do.
const WORK: Work = Work { search: "", player: None, player_of_four: None, positions: &[] };

/// The searches in the order in which they are told.
const WORKS: [Work; 9] = [
    Work {
        search: "alphabeta",
        player: Some("alphabeta(depth=6,exact=0)"),
        positions: &[("nip", "c4"), ("reversi", "f5f6e6f4")],
        ..WORK
    },
    Work { search: "solver", player: None, positions: &[("nip24", ""), ("reversi4", "")], ..WORK },
    Work {
        search: "mcts",
        player: Some("mcts(playouts=1500)"),
        player_of_four: Some("mcts(playouts=1500,eval=random)"),
        positions: &[("nip", "c4"), ("yonin", ""), ("go5", "c3")],
    },
    Work { search: "mcts learned", player: Some("mcts(playouts=1500)"), positions: &[("yonin", "")], ..WORK },
    Work {
        search: "montecarlo",
        player: Some("montecarlo(playouts=20,from=all)"),
        positions: &[("nip", "c4"), ("go5", "c3")],
        ..WORK
    },
    Work { search: "maxn", player: Some("maxn(depth=3)"), positions: &[("yonin", "")], ..WORK },
    Work { search: "paranoid", player: Some("paranoid(depth=4)"), positions: &[("yonin", "")], ..WORK },
    Work { search: "bestreply", player: Some("bestreply(depth=3)"), positions: &[("yonin", "")], ..WORK },
    Work {
        search: "uct",
        player: Some("uct(playouts=300)"),
        positions: &[("go5", "c3"), ("go9", "e5c5"), ("go13", "")],
        ..WORK
    },
];

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Signed {
    search: &'static str,
    nodes: u64,
    signature: u32,
}

/// Prints the signatures.
pub fn run(common: &Common) -> Result<()> {
    let rows = sign_all(Level::detect())?;
    let total = of_all(&rows);
    let mut out = std::io::stdout().lock();
    if common.json {
        let row = |row: &Signed| json!({ "search": row.search, "nodes": row.nodes, "signature": hex(row.signature) });
        let rows = rows.iter().map(row).collect::<Vec<_>>();
        writeln!(out, "{:#}", json!({ "bench": hex(total), "searches": rows }))?;
        return Ok(());
    }
    let mut table = Table::new(["search", "nodes", "signature"]);
    for row in &rows {
        table.row(vec![row.search.to_owned(), thousands(row.nodes), hex(row.signature)]);
    }
    writeln!(out, "{table}\nBench: {}", hex(total))?;
    Ok(())
}

fn hex(signature: u32) -> String {
    format!("{signature:08x}")
}

/// The signature over all searches.
fn of_all(rows: &[Signed]) -> u32 {
    let mut fold = Fold::default();
    rows.iter().for_each(|row| fold.add(u64::from(row.signature)));
    fold.finish()
}

fn sign_all(level: Level) -> Result<Vec<Signed>> {
    WORKS.iter().map(|work| sign(work, level).with_context(|| format!("the signature of {}", work.search))).collect()
}

fn sign(work: &Work, level: Level) -> Result<Signed> {
    let (mut fold, mut nodes) = (Fold::default(), 0);
    for (game, moves) in work.positions {
        let game = open_at(game, level)?;
        let player = if game.seats() == 4 { work.player_of_four.or(work.player) } else { work.player };
        let session = game.session(None, Some(*moves).filter(|moves| !moves.is_empty()))?;
        if let Some(player) = player {
            let thought = session.analyze(&Expression::parse(player)?, 1, &Desk::study(&Watch::default()));
            let thought = thought?.context("there are moves to think about")?;
            fold.add_thought(&thought);
            nodes += thought.nodes;
        } else {
            let request = SolveRequest { settings: Settings::default(), megabytes: Some(8), all_moves: false };
            let solved = session.solve(&request, &Watch::default()).context("the game has a solver")?;
            [solved.low, solved.high].into_iter().for_each(|lead| fold.add(lead as u64));
            fold.add(solved.nodes);
            nodes += solved.nodes;
        }
    }
    Ok(Signed { search: work.search, nodes, signature: fold.finish() })
}

/// Folds words into one.
#[derive(Default)]
struct Fold(u64);

impl Fold {
    fn add(&mut self, word: u64) {
        self.0 = mix(self.0 ^ mix(word));
    }

    /// The choice, how often each move was looked at, and the nodes.
    fn add_thought(&mut self, thought: &Thought) {
        self.add(u64::from(thought.choice.0));
        for candidate in &thought.candidates {
            self.add(u64::from(candidate.choice.0));
            self.add(candidate.visits);
        }
        self.add(thought.nodes);
    }

    fn finish(&self) -> u32 {
        (self.0 >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enban_game::machine::{V3, V4};

    /// What the searches did when they were last changed on purpose. A commit that changes one states the new `Bench:`.
    const EXPECTED: [(&str, &str); WORKS.len()] = [
        ("alphabeta", "6e0948e6"),
        ("solver", "a4ac9413"),
        ("mcts", "8e5aa5b9"),
        ("mcts learned", "0537a1a7"),
        ("montecarlo", "abf0c9f7"),
        ("maxn", "1359e885"),
        ("paranoid", "ef422fc0"),
        ("bestreply", "1ba4d26f"),
        ("uct", "17321c2e"),
    ];

    #[test]
    fn the_searches_do_what_they_did_on_every_machine() {
        let levels = [Some(Level::Portable), V3::detect().map(Level::V3), V4::detect().map(Level::V4)];
        for level in levels.into_iter().flatten() {
            let found: Vec<(&str, String)> =
                sign_all(level).unwrap().iter().map(|row| (row.search, hex(row.signature))).collect();
            let found: Vec<(&str, &str)> = found.iter().map(|(search, hex)| (*search, hex.as_str())).collect();
            assert_eq!(found, EXPECTED, "{}", level.name());
        }
    }
}
