//! `gtp` and `web` name no rule: they ask the catalog what a game can do and how it is scored.
//!
//! How this is checked. First by the arrows: neither depends on a crate that has rules or players of one game. Then by
//! words: their source, tests and comments aside, has no literal that begins with the name of a rule set, no literal that is
//! a usual komi, and tells no game by how its name begins.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use super::{Arrows, each_rust_file, shown, without_tests};

/// The crates above the catalog that must not know rules.
const ABOVE_RULES: [&str; 2] = ["gtp", "web"];

/// The crates that do.
const RULES: [&str; 5] = ["reversi", "go", "eval", "studies", "uct"];

/// What only a program that knows a rule has to write.
const WORDS: [&str; 10] = [
    "\"chinese",
    "\"japanese",
    "\"tromp-taylor",
    "\"superko",
    "\"positional",
    "\"situational",
    "starts_with(\"go",
    "strip_prefix(\"go",
    "{ 6.5 }",
    "{ 7.5 }",
];

/// Crates and lines that know a rule and must not.
pub(super) fn faults(root: &Path, arrows: &Arrows) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for name in ABOVE_RULES {
        let uses = arrows.get(name).cloned().unwrap_or_default();
        let forbidden: BTreeSet<&str> = RULES.into_iter().filter(|rules| uses.contains(*rules)).collect();
        faults.extend(forbidden.iter().map(|rules| format!("crate {name} uses the rules in {rules}")));
        each_rust_file(&root.join("crates").join(name).join("src"), &mut |path, text| {
            let shown = shown(root, path);
            let named = named(without_tests(path, text)).into_iter();
            faults.extend(named.map(|(line, word)| format!("{shown}:{line} has {word}: ask capabilities()")));
        })?;
    }
    Ok(faults)
}

/// The lines of a file that name a rule.
fn named(code: &str) -> Vec<(usize, &'static str)> {
    let lines = (1..).zip(code.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|(number, line)| WORDS.into_iter().filter(|word| line.contains(word)).map(move |word| (number, word)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_found_in_code_and_not_in_comments_or_tests() {
        let check = |text: &str, lines: &[usize]| {
            assert_eq!(named(text).into_iter().map(|(line, _)| line).collect::<Vec<_>>(), lines, "{text}");
        };
        check("fn f() {}\nlet by_area = rules != \"japanese\";\n", &[2]);
        check("if name.starts_with(\"go\") { 6.5 } else { 7.5 }", &[1, 1, 1]);
        check("/// As \"chinese\" rules say.\nfn f() {}\n", &[]);
        let file = "fn f() {}\n#[cfg(test)]\nmod tests { const RULES: &str = \"chinese\"; }\n";
        check(without_tests(Path::new("src/lib.rs"), file), &[]);
        check(without_tests(Path::new("src/room/tests.rs"), "const RULES: &str = \"chinese\";"), &[]);
    }
}
