//! Opening the file of a store: what it is, how it may be used, and how long to wait for others.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags};

use crate::StoreError;
use crate::backup::beside;
use crate::error::Failure;
use crate::schema::{self, MIGRATIONS};
use crate::seal;

/// How long to wait for another process that writes. It holds the store for some milliseconds at a time, unless
/// it removes a large experiment.
pub(crate) const WAIT: Duration = Duration::from_secs(60);

/// Opens the file to read and write, makes it if there is none, and brings it up to date.
pub(crate) fn for_writing(path: &Path) -> Result<Connection, StoreError> {
    check_place(path)?;
    patiently(|| {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags)?;
        // The database falls back to reading without a word.
        if connection.is_readonly(MAIN_DB)? {
            return Err(StoreError::ReadOnly { path: path.to_path_buf() }.into());
        }
        connection.busy_timeout(WAIT)?;
        // Looked at before anything is set: another program's file is left as it is.
        schema::version(&connection, MIGRATIONS.len(), path)?;
        let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        if mode != "wal" {
            connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
        }
        // In this mode a power cut may take the last transactions, whole and from the end, and their tasks are
        // run again; waiting for the disk at each would only make all runs slower.
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        seal::install(&connection)?;
        schema::migrate(&mut connection, MIGRATIONS, path)?;
        Ok(connection)
    })
    .map_err(|failure| failure.at(path))
}

/// Opens the file to read it only. Nothing is made and nothing changed.
pub(crate) fn for_reading(path: &Path) -> Result<Connection, StoreError> {
    if !path.exists() {
        return Err(StoreError::Missing { path: path.to_path_buf() });
    }
    check_place(path)?;
    let attempt = |location: &Path, flags: OpenFlags| {
        patiently(|| {
            let connection = Connection::open_with_flags(location, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
            connection.busy_timeout(WAIT)?;
            seal::install(&connection)?;
            match schema::version(&connection, MIGRATIONS.len(), path)? {
                0 => Err(StoreError::NotAStore { path: path.to_path_buf(), found: "an empty file".to_owned() }.into()),
                found if found < MIGRATIONS.len() => {
                    Err(StoreError::Older { path: path.to_path_buf(), found, known: MIGRATIONS.len() }.into())
                }
                _ => Ok(connection),
            }
        })
    };
    let first = attempt(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    match first {
        // Readers share a small file beside the store, which cannot be made in a read-only directory. If all
        // results are in the store itself, and nobody can write to it, then it can be read without. Where the
        // file could be made, something else failed, and others may be writing.
        Err(Failure::Sqlite(error)) if needs_companion(&error) && !can_make_files_beside(path) => {
            if let Some(reason) = left_beside(path) {
                return Err(StoreError::CannotOpen { path: path.to_path_buf(), reason });
            }
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            attempt(&frozen_location(path), flags)
        }
        first => first,
    }
    .map_err(|failure| failure.at(path))
}

/// Opens a store of an older program as it is, to look for damage before it is brought up to date.
pub(crate) fn of_any_schema(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags);
    let waiting = opened.and_then(|connection| connection.busy_timeout(WAIT).map(|()| connection));
    waiting.map_err(|error| StoreError::from_sqlite(error, path))
}

/// Says what is wrong with the path where the database would only say that it cannot.
pub(crate) fn check_place(path: &Path) -> Result<(), StoreError> {
    let cannot = |reason: String| Err(StoreError::CannotOpen { path: path.to_path_buf(), reason });
    if path.is_dir() {
        return cannot("this is a directory; name a file in it".to_owned());
    }
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
            cannot(format!("there is no directory {}; make it first, or correct the path", parent.display()))
        }
        _ => Ok(()),
    }
}

/// Tries again while others open or close the file: at those moments the database does not always wait by itself.
fn patiently<T>(mut attempt: impl FnMut() -> Result<T, Failure>) -> Result<T, Failure> {
    let deadline = Instant::now() + WAIT;
    loop {
        match attempt() {
            Err(Failure::Sqlite(error)) if is_passing(&error) && Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(10));
            }
            settled => return settled,
        }
    }
}

fn is_passing(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::FileLockingProtocolFailed))
}

fn needs_companion(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Tries it, as only the system knows; what is made is removed again.
fn can_make_files_beside(path: &Path) -> bool {
    let probe = beside(path, &format!(".probe-{}", std::process::id()));
    match File::create_new(&probe) {
        Ok(_) => {
            // If it stays, it is empty and harms nobody.
            let _gone = fs::remove_file(&probe);
            true
        }
        // Any other answer does not say that nobody can.
        Err(error) => !matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem),
    }
}

/// Why the store cannot be read by itself: results that were not yet moved into it.
pub(crate) fn left_beside(path: &Path) -> Option<String> {
    let log = beside(path, "-wal");
    let waiting = log.metadata().is_ok_and(|metadata| metadata.len() > 0);
    waiting.then(|| {
        let log = log.display();
        format!(
            "its last results are still in {log}; copy both files to a directory that can be written, and open it there"
        )
    })
}

/// The location that tells the database that nobody writes to the file.
fn frozen_location(path: &Path) -> PathBuf {
    let mut location = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => location.push(char::from(byte)),
            _ => write!(location, "%{byte:02x}").expect("writing to a string does not fail"),
        }
    }
    PathBuf::from(location + "?immutable=1")
}
