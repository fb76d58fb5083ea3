//! `enban check-store`: what is damaged in a store, and a new store of the rest.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use enban_store::{Damage, Lost, RepairReport, Store, StoreError, StoreReport};
use serde_json::{Value, json};

use super::arguments::{CheckStore, STORE};
use crate::arguments::Common;
use crate::report::{Table, thousands};
use crate::work::Damaged;

/// Checks a store.
pub fn run(command: &CheckStore, common: &Common) -> Result<()> {
    let path = match (&command.path, &command.store) {
        (Some(_), Some(_)) => bail!("the store is named twice; expected either PATH or --store PATH"),
        (Some(path), None) | (None, Some(path)) => path.as_path(),
        (None, None) => Path::new(STORE),
    };
    if let Some(file) = &command.repair_to
        && file.symlink_metadata().is_ok()
    {
        bail!("--repair-to {}: there is such a file already; choose another path", file.display());
    }
    let report = Store::examine(path)?;
    let repaired = match &command.repair_to {
        None => None,
        Some(file) => match Store::repair(path, file) {
            // What cannot be opened at all was told by the report.
            Err(StoreError::Damaged { .. }) if report.tables.is_empty() => None,
            repaired => Some(repaired?),
        },
    };
    let mut out = std::io::stdout().lock();
    if common.json {
        let repair = repaired.as_ref().map(repair_json);
        let mut value = to_json(path, &report);
        value["repair"] = json!(repair);
        writeln!(out, "{value:#}")?;
    } else {
        write_report(&mut out, path, &report)?;
        match (&command.repair_to, &repaired) {
            (Some(file), Some(repaired)) => write_repair(&mut out, file, repaired)?,
            (Some(file), None) => writeln!(out, "nothing can be saved, and {} was not written", file.display())?,
            (None, _) if report.is_whole() => {}
            (None, _) => writeln!(out, "`enban check-store {} --repair-to FILE` saves the rest", path.display())?,
        }
    }
    if report.is_whole() { Ok(()) } else { Err(Damaged.into()) }
}

/// A report for programs.
pub fn to_json(path: &Path, report: &StoreReport) -> Value {
    let tables =
        report.tables.iter().map(|table| json!({ "table": table.name, "rows": table.rows, "damaged": table.damaged }));
    let damage = report.damage.iter().map(|damage| {
        let Damage { table, row, experiment, what } = damage;
        json!({ "table": table, "row": row, "experiment": experiment, "what": what })
    });
    json!({
        "store": path, "whole": report.is_whole(), "tables": tables.collect::<Vec<_>>(),
        "damage": damage.collect::<Vec<_>>(),
    })
}

/// A report for people.
fn write_report(out: &mut impl Write, path: &Path, report: &StoreReport) -> Result<()> {
    let mut table = Table::new(["table", "rows", "damaged"]);
    for one in &report.tables {
        table.row(vec![one.name.clone(), thousands(one.rows), thousands(one.damaged)]);
    }
    if !report.tables.is_empty() {
        writeln!(out, "{table}")?;
    }
    for damage in &report.damage {
        writeln!(out, "{damage}")?;
    }
    match report.is_whole() {
        true => writeln!(out, "{}: whole", path.display())?,
        false => writeln!(out, "{}: damaged", path.display())?,
    }
    Ok(())
}

fn repair_json(report: &RepairReport) -> Value {
    let tables = report
        .tables
        .iter()
        .map(|table| json!({ "table": table.name, "kept": table.kept, "left_out": table.left_out }));
    let losses = report.losses.iter().map(|loss| {
        let (everything, tasks) = match loss.lost {
            Lost::Everything => (true, None),
            Lost::Tasks(count) => (false, Some(count)),
            Lost::Unknown => (false, None),
        };
        json!({ "experiment": loss.experiment, "everything": everything, "tasks": tasks })
    });
    let unread = report.unread.iter().map(Damage::to_string);
    json!({
        "tables": tables.collect::<Vec<_>>(), "losses": losses.collect::<Vec<_>>(), "unread": unread.collect::<Vec<_>>(),
    })
}

fn write_repair(out: &mut impl Write, file: &Path, report: &RepairReport) -> Result<()> {
    let mut table = Table::new(["table", "kept", "left out"]);
    for one in &report.tables {
        table.row(vec![one.name.clone(), thousands(one.kept), thousands(one.left_out)]);
    }
    writeln!(out, "\n{}: a new store of what is whole\n{table}", file.display())?;
    for place in &report.unread {
        writeln!(out, "{place}; the rows there are left out")?;
    }
    for loss in &report.losses {
        let name = &loss.experiment;
        match loss.lost {
            Lost::Everything => writeln!(out, "experiment {name:?}: left out, its plan or its players are lost")?,
            Lost::Tasks(count) => {
                writeln!(out, "experiment {name:?}: tasks lost: {}; run it again to play them", thousands(count))?;
            }
            Lost::Unknown => writeln!(out, "experiment {name:?}: tasks may be lost; run it again to play them")?,
        }
    }
    Ok(())
}
