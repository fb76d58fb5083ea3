//! The words of a move are read in one place: whoever takes them (`gtp` a line, `web` a request, `enban play` a line) makes a
//! `Step` of them there, and passes on the value.
//!
//! How this is checked: the readers of such words, `read_step` and `read_move`, are called in the files listed here and in no
//! other of these crates, tests aside.

use std::path::Path;

use anyhow::Result;

use super::{each_rust_file, shown, without_tests};

/// The crates that words come to.
const CRATES: [&str; 3] = ["enban", "gtp", "web"];

/// What makes a step of a word.
const READERS: [&str; 2] = [".read_step(", ".read_move("];

/// The files that may.
const DOORS: [&str; 4] = [
    "crates/enban/src/commands/play.rs",
    "crates/gtp/src/vertices.rs",
    "crates/web/src/import.rs",
    "crates/web/src/room/game.rs",
];

/// Files that read words of moves and are not doors.
pub(super) fn faults(root: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for name in CRATES {
        each_rust_file(&root.join("crates").join(name).join("src"), &mut |path, text| {
            let shown = shown(root, path);
            let code = without_tests(path, text);
            if !DOORS.contains(&&*shown) {
                let readers = READERS.into_iter().filter(|reader| code.contains(reader));
                faults.extend(readers.map(|reader| format!("{shown} reads the words of a move ({reader}...)")));
            }
        })?;
    }
    Ok(faults)
}
