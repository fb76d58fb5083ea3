//! `enban check-engine`: what an external engine gets wrong.

use std::io::Write;

use anyhow::{Result, bail};
use enban_catalog::open;
use enban_external::Severity;
use serde_json::json;

use super::arguments::CheckEngine;
use crate::arguments::Common;

/// Checks an engine.
pub fn run(command: &CheckEngine, common: &Common) -> Result<()> {
    let game = open(&command.game)?;
    if game.seats() != 2 {
        bail!("{} has {} seats, and GTP has two colours", game.name(), game.seats());
    }
    let findings = game.check_engine(&command.command, common.seed());
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let mut out = std::io::stdout().lock();
    if common.json {
        let values = findings.iter().map(|finding| {
            json!({
                "severity": format!("{:?}", finding.severity).to_lowercase(), "subject": finding.subject,
                "sent": finding.sent, "received": finding.received, "expected": finding.expected,
            })
        });
        writeln!(
            out,
            "{:#}",
            json!({ "game": game.name(), "errors": errors, "findings": values.collect::<Vec<_>>() })
        )?;
    } else {
        for finding in &findings {
            writeln!(out, "{finding}")?;
        }
    }
    match errors {
        0 => Ok(()),
        count => bail!("{:?} gets {count} of {} things wrong", command.command, findings.len()),
    }
}
