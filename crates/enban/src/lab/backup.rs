//! `enban backup`: a copy of a store while others write to it.

use std::io::Write;

use anyhow::Result;
use enban_store::StoreError;

use super::arguments::Backup;
use super::{check_store, look_into};
use crate::arguments::Common;
use crate::report::thousands;
use crate::work::Damaged;

/// Copies a store.
pub fn run(command: &Backup, common: &Common) -> Result<()> {
    let report = match look_into(&command.store.store)?.back_up(&command.file) {
        Err(error @ StoreError::Damaged { .. }) => {
            eprintln!("enban: {error}");
            return Err(Damaged.into());
        }
        backed_up => backed_up?,
    };
    let mut out = std::io::stdout().lock();
    if common.json {
        writeln!(out, "{:#}", check_store::to_json(&command.file, &report))?;
        return Ok(());
    }
    let rows = |name: &str| report.tables.iter().find(|table| table.name == name).map_or(0, |table| table.rows);
    let (experiments, games, saved) = (rows("experiment"), rows("game"), rows("saved"));
    writeln!(
        out,
        "{}: experiments: {}, games: {}, games of the library: {}; read again and whole",
        command.file.display(),
        thousands(experiments),
        thousands(games),
        thousands(saved)
    )?;
    Ok(())
}
