//! `enban perft`: the leaves of the game tree.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use enban_catalog::open;
use serde_json::json;

use crate::arguments::{Common, Perft};
use crate::report::{Table, thousands};
use crate::work::{Stopped, watched};

/// Counts leaves.
pub fn run(command: &Perft, common: &Common) -> Result<()> {
    let game = open(&command.game)?;
    let session = game.session(command.position.as_deref(), command.moves.as_deref())?;
    let started = Instant::now();
    let counted = watched("perft", common.json, move |watch| session.perft(command.depth, common.threads(), watch));
    let seconds = started.elapsed().as_secs_f64();
    let Some(counted) = counted else { return Err(Stopped.into()) };
    let mut out = std::io::stdout().lock();
    if common.json {
        let mut answer = json!({
            "game": game.name(),
            "depth": command.depth,
            "leaves": counted.leaves,
            "seconds": seconds,
        });
        if command.divide {
            let divided = counted
                .divided
                .iter()
                .map(|(step, leaves)| json!({ "move": game.write_step(*step), "leaves": leaves }));
            answer["divide"] = divided.collect();
        }
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    if command.divide {
        let mut table = Table::new(["move", "leaves"]);
        for (step, leaves) in &counted.divided {
            table.row(vec![game.write_step(*step), thousands(*leaves)]);
        }
        writeln!(out, "{table}")?;
    }
    let rate = counted.leaves as f64 / seconds.max(1e-9) / 1e6;
    let leaves = thousands(counted.leaves);
    writeln!(out, "{} depth {}: {leaves} leaves in {seconds:.3} s ({rate:.1} million/s)", game.name(), command.depth)?;
    Ok(())
}
