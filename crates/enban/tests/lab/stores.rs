//! Stores that cannot be written, are something else, or are on a full disk: a clear message, and nothing is lost.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::support::{Laboratory, failed, succeeded};

const FILE: &str = r#"
game = "nip24"
games = 20
openings = "ply=3"

[[cells]]
players = ["montecarlo(playouts=5)", "random"]
"#;

#[test]
fn a_path_that_can_hold_no_store_is_refused() {
    let laboratory = Laboratory::with("small.toml", FILE);
    laboratory.write("notes.txt", "This is no database, and stays as it is.\n");
    let check = |store: &str, words: &[&str]| {
        laboratory.refused(&["run", "small.toml", "--store", store], words);
        laboratory.refused(&["match", "nip24", "random", "random", "--store", store], words);
    };
    check("notes.txt", &["notes.txt: this is not a store", "left as it is"]);
    check("notes.txt/kept.db", &["the store cannot be opened", "no directory"]);
    check("nowhere/kept.db", &["the store cannot be opened", "no directory", "nowhere"]);
    check(".", &["this is a directory"]);
    if cfg!(target_os = "linux") {
        check("/proc/kept.db", &["/proc/kept.db: the store cannot be opened", "writable"]);
    }
    let notes = std::fs::read_to_string(laboratory.path("notes.txt")).unwrap();
    assert_eq!(notes, "This is no database, and stays as it is.\n");
    for command in [&["list"][..], &["records"], &["export"], &["replay", "1"], &["report", "small"]] {
        let with = |store: &'static str| [command, &["--store", store]].concat();
        laboratory.refused(&with("missing.db"), &["missing.db: there is no such store"]);
        laboratory.refused(&with("notes.txt"), &["notes.txt: this is not a store"]);
    }
    assert!(!laboratory.path("missing.db").exists(), "looking makes no store");
}

/// Whether permissions stop this user: they do not stop the superuser.
fn permissions_count(folder: &Path) -> bool {
    let probe = folder.join("probe");
    std::fs::write(&probe, "").unwrap();
    set_mode(&probe, 0o444);
    std::fs::OpenOptions::new().write(true).open(&probe).is_err()
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_read_only_store_is_read_and_not_written() {
    let laboratory = Laboratory::with("small.toml", FILE);
    std::fs::create_dir(laboratory.path("kept")).unwrap();
    if !permissions_count(&laboratory.path("kept")) {
        println!("skipped: the superuser may write where nobody may; what /proc refuses is tested elsewhere");
        return;
    }
    let run = ["run", "small.toml", "--store", "kept/games.db"];
    let table = laboratory.json(&run);
    let games = laboratory.games("kept/games.db");
    let (folder, file) = (laboratory.path("kept"), laboratory.path("kept/games.db"));
    // The file alone, then the folder alone, in which no file beside the store can be made.
    for (path, mode, restored) in [(&file, 0o444, 0o644), (&folder, 0o555, 0o755)] {
        set_mode(path, mode);
        failed(&run, &laboratory.output(&run), &["games.db", "writable"]);
        assert_eq!(laboratory.games("kept/games.db"), games, "it can be read");
        set_mode(path, restored);
    }
    assert_eq!(laboratory.json(&run), table);
}

/// A limit on the size of files stands for the end of the disk.
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let large = FILE.replace("games = 20", "games = 4000").replace("montecarlo(playouts=5)", "random(seed=3)");
    let laboratory = Laboratory::with("large.toml", &large);
    laboratory.write("small.toml", FILE);
    let run = |file: &str, store: &str| laboratory.json(&["run", file, "--store", store]);
    let tables = (run("small.toml", "whole.db"), run("large.toml", "whole.db"));
    run("small.toml", "full.db");
    let small = laboratory.games("full.db");
    let mut before = small.len() / 2;
    for blocks in [500, 600, 700] {
        assert!(512 * blocks < laboratory.path("whole.db").metadata().unwrap().len(), "it must not fit");
        let limited =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$1\" run large.toml --store full.db --threads 2");
        let output = laboratory.shell(&limited);
        failed(&[&limited], &output, &["full.db", "nothing that was stored is lost", "run the same command again"]);
        let done = laboratory.tasks_done("full.db") as usize;
        assert!(done >= before, "{done} tasks after {before}");
        before = done;
        let kept = laboratory.games("full.db");
        assert!(small.iter().all(|game| kept.contains(game)));
    }
    assert_eq!((run("small.toml", "full.db"), run("large.toml", "full.db")), tables);
    assert_eq!(laboratory.games("full.db"), laboratory.games("whole.db"));
}

/// Nobody reads, or there is no room for what is read: neither is a crash.
#[test]
fn output_that_cannot_be_written_is_no_crash() {
    let laboratory = Laboratory::with("small.toml", FILE);
    laboratory.json(&["run", "small.toml", "--store", "kept.db"]);
    let commands = [
        "run small.toml --store kept.db --json",
        "run small.toml --store kept.db",
        "match nip24 random random --games 4 --json",
        "match nip24 random random --games 4",
        "list --store kept.db",
        "records --store kept.db --json",
        "replay 1 --store kept.db --json",
        "replay 1 --store kept.db",
        "export --store kept.db",
        "report small --store kept.db",
    ];
    for command in commands {
        // The reader is gone before the first word: the program waits for its end of a pipe without one.
        let closed = format!(
            "{{ until [ -e gone ]; do :; done; \"$1\" {command}; echo $? > code; }} 2> told | {{ exec <&-; : > gone; }}"
        );
        laboratory.shell(&closed);
        std::fs::remove_file(laboratory.path("gone")).unwrap();
        let read = |name: &str| std::fs::read_to_string(laboratory.path(name)).unwrap();
        assert_eq!(
            (read("code").trim(), read("told").contains("panicked")),
            ("0", false),
            "{command}: {}",
            read("told")
        );
        if Path::new("/dev/full").exists() {
            let output = laboratory.shell(&format!("exec \"$1\" {command} > /dev/full"));
            failed(&[command], &output, &["No space left"]);
        }
    }
    if Path::new("/dev/full").exists() {
        let to_full = |command: &[&'static str]| [command, &["--store", "kept.db", "--output", "/dev/full"]].concat();
        laboratory.refused(&to_full(&["export"]), &["--output /dev/full", "No space left"]);
        laboratory.refused(&to_full(&["report", "small"]), &["--output /dev/full", "No space left"]);
    }
    laboratory.refused(&["export", "--store", "kept.db", "--output", "no/where"], &["--output no/where"]);
    succeeded(&["list"], laboratory.output(&["list", "--store", "kept.db"]));
}
