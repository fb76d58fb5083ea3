//! Rules that no compiler checks: the dependency arrows of docs/ARCHITECTURE.md and its journeys, that `gtp` and `web` name
//! no rule and read the words of a move in one place, and a head in every file.

mod doors;
mod journeys;
mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Each crate of ours and those it uses.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_path_buf).unwrap_or_default()
}

/// Checks everything and names every fault.
pub fn check() -> Result<()> {
    let root = root();
    let real = real_arrows(&root)?;
    let path = root.join("docs/ARCHITECTURE.md");
    let architecture = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut faults = arrow_faults(&stated_arrows(&architecture)?, &real);
    faults.extend(journeys::faults(&architecture));
    faults.extend(rules::faults(&root, &real)?);
    faults.extend(doors::faults(&root)?);
    for folder in ["crates", "examples", "fuzz"] {
        each_rust_file(&root.join(folder), &mut |path, text| {
            if !text.starts_with("//! ") {
                faults.push(format!("{} does not open with a //! head", shown(&root, path)));
            }
        })?;
    }
    if faults.is_empty() {
        return Ok(());
    }
    bail!("tidy found {} faults:\n  {}", faults.len(), faults.join("\n  "))
}

/// The arrows that docs/ARCHITECTURE.md states: rows of its table, `| crate | uses | what it is |`.
fn stated_arrows(architecture: &str) -> Result<Arrows> {
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split(',').map(|name| name.trim().trim_matches('`').to_owned()).filter(|name| !name.is_empty()).collect()
    };
    let rows = architecture.lines().filter(|line| line.starts_with("| `"));
    let arrows: Arrows = rows
        .filter_map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            Some((cells.get(1)?.trim_matches('`').to_owned(), names(cells.get(2)?)))
        })
        .collect();
    if arrows.is_empty() {
        bail!("docs/ARCHITECTURE.md has no table of crates");
    }
    Ok(arrows)
}

/// The arrows in the manifests; dependencies of tests do not count.
fn real_arrows(root: &Path) -> Result<Arrows> {
    let mut arrows = Arrows::new();
    for folder in std::fs::read_dir(root.join("crates"))? {
        let folder = folder?.path();
        let text = std::fs::read_to_string(folder.join("Cargo.toml"))
            .with_context(|| format!("cannot read the manifest of {}", folder.display()))?;
        let section = text.split("[dependencies]").nth(1).unwrap_or_default();
        let section = section.split("\n[").next().unwrap_or_default();
        let uses = section.lines().filter_map(|line| line.strip_prefix("enban-")?.split(['.', ' ', '=']).next());
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        arrows.insert(name, uses.map(str::to_owned).collect());
    }
    Ok(arrows)
}

fn arrow_faults(stated: &Arrows, real: &Arrows) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, uses) in real {
        match stated.get(name) {
            None => faults.push(format!("crate {name} is not in docs/ARCHITECTURE.md")),
            Some(allowed) if allowed != uses => {
                faults.push(format!("crate {name} uses {uses:?}, docs/ARCHITECTURE.md says {allowed:?}"));
            }
            Some(_) => {}
        }
    }
    let gone = stated.keys().filter(|name| !real.contains_key(*name));
    faults.extend(gone.map(|name| format!("docs/ARCHITECTURE.md has a crate {name} that is not there")));
    faults
}

/// Hands every Rust file of a folder and those below it over, built ones aside.
fn each_rust_file(folder: &Path, each: &mut impl FnMut(&Path, &str)) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("target") {
            each_rust_file(&path, each)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            each(&path, &std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// A file without its tests.
fn without_tests<'t>(path: &Path, text: &'t str) -> &'t str {
    let is_test = path.components().any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")));
    if is_test { "" } else { text.split("#[cfg(test)]\nmod ").next().unwrap_or_default() }
}

/// A path as seen from the root.
fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrows(of: &[(&str, &[&str])]) -> Arrows {
        of.iter()
            .map(|(name, uses)| ((*name).to_owned(), uses.iter().map(|name| (*name).to_owned()).collect()))
            .collect()
    }

    #[test]
    fn arrows_must_be_those_stated() {
        let stated = arrows(&[("game", &[]), ("go", &["game"])]);
        assert!(arrow_faults(&stated, &stated).is_empty());
        assert_eq!(arrow_faults(&stated, &arrows(&[("game", &["go"]), ("go", &["game"])])).len(), 1);
        assert_eq!(arrow_faults(&stated, &arrows(&[("game", &[])])).len(), 1);
        assert_eq!(arrow_faults(&stated, &arrows(&[("game", &[]), ("go", &["game"]), ("new", &[])])).len(), 1);
    }

    #[test]
    fn the_manifests_are_read() {
        let real = real_arrows(&root()).expect("manifests");
        assert!(real["reversi"].contains("game") && real["game"].is_empty(), "{real:?}");
    }
}
