//! `enban` alone: what there is, and where to begin.

use std::io::Write;

use anyhow::Result;
use serde_json::json;

use crate::arguments::Common;

const FIRST: [(&str, &str); 3] = [
    ("enban play nip", "play on the round board against a random player"),
    ("enban show nip --moves c4", "look at a position: the board, the moves, what each turns over"),
    ("enban random nip --games 1000000", "a million random games: who wins, and how often"),
];

/// Greets.
pub fn run(common: &Common) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if common.json {
        let first: Vec<_> =
            FIRST.iter().map(|(command, about)| json!({ "command": command, "about": about })).collect();
        writeln!(out, "{}", json!({ "program": "enban", "version": env!("CARGO_PKG_VERSION"), "first": first }))?;
        return Ok(());
    }
    writeln!(out, "Enban 円盤 {}: a laboratory for board games of stones\n", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "  nip         Reversi on a round board, whose rim is a line without ends")?;
    writeln!(out, "  reversi     Reversi on 4x4, 6x6, 8x8, 10x10 and the octagon")?;
    writeln!(out, "  yonin       Reversi for four")?;
    writeln!(out, "  go          Go from 2x2 to 25x25\n")?;
    writeln!(out, "Three to try first (with cargo: `cargo run --release -- play nip`):\n")?;
    for (command, about) in FIRST {
        writeln!(out, "  {command:<34} {about}")?;
    }
    writeln!(out, "\n`enban games` lists every game with its options, `enban --help` every command.")?;
    Ok(())
}
