//! Rules that no compiler checks: the dependency arrows of docs/ARCHITECTURE.md, a head in every file, and no rules of a
//! game by name where capabilities can be asked.

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
    let mut faults = arrow_faults(&stated_arrows(&root)?, &real_arrows(&root)?);
    for folder in ["crates", "fuzz"] {
        faults.extend(head_faults(&root, &root.join(folder))?);
    }
    for name in RULELESS {
        for path in rust_files(&root.join("crates").join(name).join("src"))? {
            let shown = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            faults.extend(rule_faults(&shown, &std::fs::read_to_string(&path)?));
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    bail!("tidy found {} faults:\n  {}", faults.len(), faults.join("\n  "))
}

/// The arrows that docs/ARCHITECTURE.md states: rows of its table, `| crate | uses | what it is |`.
fn stated_arrows(root: &Path) -> Result<Arrows> {
    let path = root.join("docs/ARCHITECTURE.md");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split(',').map(|name| name.trim().trim_matches('`').to_owned()).filter(|name| !name.is_empty()).collect()
    };
    let rows = text.lines().filter(|line| line.starts_with("| `"));
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

/// Every Rust file opens with what lives there.
fn head_faults(root: &Path, folder: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in rust_files(folder)? {
        if !std::fs::read_to_string(&path)?.starts_with("//! ") {
            let shown = path.strip_prefix(root).unwrap_or(&path).display();
            faults.push(format!("{shown} does not open with a //! head"));
        }
    }
    Ok(faults)
}

/// Crates that ask a game what it can do, and name no rules.
const RULELESS: [&str; 1] = ["gtp"];

/// What names a rule, or guesses a game by its name.
const RULE_WORDS: [&str; 7] = [
    "\"chinese\"",
    "\"japanese\"",
    "\"tromp-taylor\"",
    "\"positional\"",
    "\"situational\"",
    "starts_with(\"go",
    "strip_prefix(\"go",
];

/// The lines of a file that name a rule, its tests aside.
fn rule_faults(shown: &str, text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().lines().enumerate();
    let named = code.filter_map(|(line, code)| Some((line, RULE_WORDS.iter().find(|word| code.contains(**word))?)));
    named.map(|(line, word)| format!("{shown}:{} has {word}: ask capabilities()", line + 1)).collect()
}

/// The Rust files below a folder, those that a build made aside.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("target") {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
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
    fn rules_are_not_named() {
        let check = |text: &str, expected: &[&str]| assert_eq!(rule_faults("a.rs", text), expected);
        check("//! Rules\nlet by_area = game.rules().scoring() == Scoring::Area;\n", &[]);
        let guess = "//! Rules\nif name.starts_with(\"go\") {}\nif rules == \"japanese\" {}\n";
        check(
            guess,
            &["a.rs:2 has starts_with(\"go: ask capabilities()", "a.rs:3 has \"japanese\": ask capabilities()"],
        );
        check(&format!("//! Rules\n#[cfg(test)]\nmod tests {{\n{guess}}}\n"), &[]);
    }

    #[test]
    fn the_manifests_are_read() {
        let real = real_arrows(&root()).expect("manifests");
        assert!(real["reversi"].contains("game") && real["game"].is_empty(), "{real:?}");
    }
}
