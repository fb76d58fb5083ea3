//! An operation under every fault: what it says, what it leaves, and that it can be done afterwards.

use std::fmt::Write;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use enban_store::{Store, StoreError};
use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

use crate::disk::{self, Call, Fault, Tally, Way};

/// What is done to a store.
pub struct Operation {
    pub name: &'static str,
    /// Makes what is there before, in a folder.
    pub before: fn(&Folder),
    pub start: Start,
    /// Does it, to the store that was opened or at the path of a store that was not.
    pub run: fn(&Folder, Option<&Store>) -> Result<(), StoreError>,
    /// How many faults of each series are tried at most.
    pub samples: u32,
}

/// What is there when the faults begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// A closed file, or none; opening it is part of the operation.
    Closed,
    /// A store that was opened.
    Opened,
    /// A closed file that is damaged, and stays so.
    Damaged,
}

/// A folder with a store and what is made beside it.
pub struct Folder(TempDir);

impl Folder {
    /// For hundreds of stores a disk in memory will do.
    pub fn new() -> Self {
        Self(tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap())
    }

    pub fn store(&self) -> PathBuf {
        self.0.path().join("games.enban")
    }

    /// Where backups and repaired stores go.
    pub fn copy(&self) -> PathBuf {
        self.0.path().join("copy.enban")
    }

    pub fn names(&self) -> Vec<String> {
        let files = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn copied(&self) -> Self {
        let other = Self::new();
        for name in self.names() {
            fs::copy(self.0.path().join(&name), other.0.path().join(&name)).unwrap();
        }
        other
    }

    /// All that is in both files.
    fn content(&self, about: &str) -> String {
        format!("{}\nCopy:\n{}", content(&self.store(), about), content(&self.copy(), about))
    }
}

/// Tries the operation with every fault, or so many of them as it allows.
pub fn endure(operation: &Operation) {
    disk::install();
    let before = Folder::new();
    (operation.before)(&before);
    let old = before.copied().content(operation.name);
    let (tally, new) = undisturbed(operation, &before);
    let trial = Trial { operation, before, old, new };
    let kinds = Call::ALL.map(Some);
    let series = [Way::Once, Way::Onward].into_iter().flat_map(|way| kinds.map(|call| (call, way)));
    let others = [(Some(Call::Write), Way::Half), (None, Way::Killed), (None, Way::Torn)];
    for (call, way) in series.chain(others) {
        for nth in sampled(tally.of(call), operation.samples) {
            trial.check(Fault { call, nth, way });
        }
    }
}

/// So many of the numbers from 1 to `count`, the first and the last among them.
fn sampled(count: u32, samples: u32) -> impl Iterator<Item = u32> {
    let steps = samples.min(count);
    (0..steps).map(move |step| 1 + step * (count - 1) / (steps - 1).max(1))
}

/// The calls that it makes and what it leaves if nothing fails.
fn undisturbed(operation: &Operation, before: &Folder) -> (Tally, String) {
    let folder = before.copied();
    let store = open_if(operation, &folder);
    disk::arm(None);
    let done = (operation.run)(&folder, store.as_ref());
    drop(store);
    let tally = disk::disarm();
    done.unwrap();
    (tally, folder.content(operation.name))
}

fn open_if(operation: &Operation, folder: &Folder) -> Option<Store> {
    (operation.start == Start::Opened).then(|| Store::open(folder.store()).unwrap())
}

struct Trial<'o> {
    operation: &'o Operation,
    before: Folder,
    old: String,
    new: String,
}

impl Trial<'_> {
    fn check(&self, fault: Fault) {
        let about = format!("{}, {fault:?}", self.operation.name);
        let folder = self.before.copied();
        let store = open_if(self.operation, &folder);
        disk::arm(Some(fault));
        let result = (self.operation.run)(&folder, store.as_ref());
        if let Err(error) = &result {
            assert!(is_so(error), "{about}: said {error:?}");
        }
        if let (Some(store), Err(_), false) = (&store, &result, kills(fault)) {
            disk::disarm();
            store.check().unwrap_or_else(|error| panic!("{about}: the store that stayed open: {error}"));
            if fault.nth % 2 == 1 {
                self.done_again(&folder, Some(store), &about);
                return;
            }
        }
        drop(store);
        let tally = disk::disarm();
        assert!(tally.fired, "{about}: never happened");
        let found = folder.content(&about);
        match &result {
            Ok(()) => assert!(found == self.new, "{about}: said to be done, and left {found}"),
            Err(error) => {
                let may_be_new = self.new_is_allowed(fault) && found == self.new;
                assert!(found == self.old || may_be_new, "{about}: failed ({error}), and left {found}");
            }
        }
        self.check_sound(&folder, &about);
        if found == self.old {
            let store = open_if(self.operation, &folder);
            self.done_again(&folder, store.as_ref(), &about);
        }
    }

    /// Opening takes several steps, and may fail after the last that changes something. A commit that was killed, or whose sync
    /// failed, may be there or not.
    fn new_is_allowed(&self, fault: Fault) -> bool {
        kills(fault) || fault.call == Some(Call::Sync) || self.operation.start == Start::Closed
    }

    /// What failed can be done once the disk is in order.
    fn done_again(&self, folder: &Folder, store: Option<&Store>, about: &str) {
        (self.operation.run)(folder, store).unwrap_or_else(|error| panic!("{about}: cannot be done again: {error}"));
        let found = folder.content(about);
        assert!(found == self.new, "{about}: done again, it left {found}");
        self.check_sound(folder, about);
    }

    fn check_sound(&self, folder: &Folder, about: &str) {
        let mut paths = vec![folder.copy()];
        if self.operation.start != Start::Damaged {
            paths.push(folder.store());
        }
        for path in paths.iter().filter(|path| !content(path, about).is_empty()) {
            let report = Store::examine(path).unwrap_or_else(|error| panic!("{about}: {error}"));
            assert!(report.is_whole(), "{about}: {report:?}");
        }
        let left: Vec<String> = folder.names().into_iter().filter(|name| name.contains("partial")).collect();
        assert!(left.is_empty(), "{about}: left {left:?}");
    }
}

fn kills(fault: Fault) -> bool {
    matches!(fault.way, Way::Killed | Way::Torn)
}

/// Returns true if an error says nothing but that the disk failed: the store is whole, ours, and nobody else has it.
pub fn is_so(error: &StoreError) -> bool {
    matches!(error, StoreError::Disk { .. } | StoreError::Full { .. } | StoreError::CannotOpen { .. })
}

/// All that is in a database, as text, but for the time; empty if there is nothing.
pub fn content(path: &Path, about: &str) -> String {
    if !path.exists() {
        return String::new();
    }
    let read = Connection::open(path).and_then(|connection| text(&connection));
    read.unwrap_or_else(|error| panic!("{about}: {} cannot be read: {error}", path.display()))
}

fn text(connection: &Connection) -> rusqlite::Result<String> {
    let tables = lines(connection, "SELECT name, sql FROM sqlite_schema ORDER BY name")?;
    if tables.is_empty() {
        return Ok(String::new());
    }
    let mut text = lines(connection, "SELECT * FROM pragma_user_version, pragma_application_id")?.concat();
    let mut statement = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")?;
    for name in statement.query_map([], |row| row.get::<_, String>(0))? {
        let name = name?;
        let rows = lines(connection, &format!("SELECT * FROM {name} NOT INDEXED"))?;
        write!(text, "\n{name}: {}", rows.join("\n  ")).unwrap();
    }
    Ok(text + "\n" + &tables.join("\n"))
}

/// The answers to a query. The seal of a row that tells the time tells it too.
fn lines(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(sql)?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let timed = names.iter().any(|name| name == "created");
    let mut rows = statement.query([])?;
    let mut lines = Vec::new();
    while let Some(row) = rows.next()? {
        let mut line = String::new();
        for (at, name) in names.iter().enumerate() {
            match (name.as_str(), row.get::<_, Value>(at)?) {
                ("created", _) => {}
                ("finished", Value::Integer(_)) => line += "finished ",
                ("seal", _) if timed => {}
                (_, Value::Text(long)) if long.len() > 10_000 => write!(line, "{} ", digest(&long)).unwrap(),
                (_, value) => write!(line, "{value:?} ").unwrap(),
            }
        }
        lines.push(line);
    }
    Ok(lines)
}

fn digest(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{} letters {:x}", text.len(), hasher.finish())
}
