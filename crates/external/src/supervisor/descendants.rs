//! The descendants of this process, as `/proc` shows them.

use std::collections::HashSet;
use std::fs;

use rustix::process::{Pid, getpid};

/// Makes this process the parent of every orphan among its descendants.
#[cfg(target_os = "linux")]
pub(super) fn adopt() -> rustix::io::Result<()> {
    rustix::process::set_child_subreaper(Some(getpid()))
}

/// Other systems give orphans to the first process.
#[cfg(not(target_os = "linux"))]
pub(super) fn adopt() -> rustix::io::Result<()> {
    Ok(())
}

/// All descendants; none where there is no `/proc` of Linux.
pub(super) fn all() -> Vec<Pid> {
    below(getpid(), &processes())
}

/// Those of the processes, each given with its parent, that descend from one.
fn below(ancestor: Pid, processes: &[(Pid, Pid)]) -> Vec<Pid> {
    let mut family = HashSet::from([ancestor]);
    let mut found = Vec::new();
    loop {
        let known = found.len();
        for &(process, parent) in processes {
            if family.contains(&parent) && family.insert(process) {
                found.push(process);
            }
        }
        if found.len() == known {
            return found;
        }
    }
}

/// Every process with its parent.
fn processes() -> Vec<(Pid, Pid)> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let read = |entry: fs::DirEntry| {
        let process = read_number(entry.file_name().to_str()?)?;
        let line = fs::read(entry.path().join("stat")).ok()?;
        Some((process, parent_of(&String::from_utf8_lossy(&line))?))
    };
    entries.flatten().filter_map(read).collect()
}

/// The parent in a line of `/proc/N/stat`. The name stands in parentheses and may hold anything, parentheses too; after
/// it come the state and the parent.
fn parent_of(line: &str) -> Option<Pid> {
    let (_, behind) = line.rsplit_once(')')?;
    read_number(behind.split_whitespace().nth(1)?)
}

fn read_number(text: &str) -> Option<Pid> {
    text.parse().ok().and_then(Pid::from_raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pid(number: i32) -> Pid {
        Pid::from_raw(number).unwrap()
    }

    #[test]
    fn the_parent_is_found_behind_any_name() {
        assert_eq!(parent_of("71 (sh) S 70 71 71 0 -1"), Some(pid(70)));
        assert_eq!(parent_of("71 (a) R 5 (b) S 70 71"), Some(pid(70)));
        assert_eq!(parent_of("1 (init) S 0 1 1"), None);
        assert_eq!(parent_of("71 (sh"), None);
    }

    #[test]
    fn descendants_are_found_in_any_order() {
        let pairs = [(9, 8), (8, 7), (7, 5), (5, 1), (6, 5), (4, 1), (3, 4)].map(|(one, two)| (pid(one), pid(two)));
        let mut found: Vec<i32> = below(pid(5), &pairs).into_iter().map(Pid::as_raw_pid).collect();
        found.sort_unstable();
        assert_eq!(found, [6, 7, 8, 9]);
        assert_eq!(below(pid(9), &pairs), []);
    }
}
