//! Copies of a store that are whole while others write to it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::{Store, StoreError, StoreReport, check, open};

impl Store {
    /// Writes a copy of the store as it is now to a new file, and reads all of it again. Others may write meanwhile; what they
    /// write is not in the copy. Under its name the file is whole or not there.
    pub fn back_up(&self, file: impl AsRef<Path>) -> Result<StoreReport, StoreError> {
        let connection = open::for_reading(self.path())?;
        write_whole(file.as_ref(), |partial| {
            let name = partial.to_str().ok_or_else(|| cannot_write(partial, "its name must be UTF-8"))?;
            connection.execute("VACUUM INTO ?1", [name]).map_err(|error| match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::DatabaseCorrupt) => StoreError::from_sqlite(error, self.path()),
                _ => StoreError::from_sqlite(error, partial),
            })?;
            let report = check::read_back(partial)?;
            match report.damage.first() {
                None => Ok(report),
                // The copy has the damage of the original.
                Some(damage) => Err(StoreError::Damaged { path: self.path().to_path_buf(), what: damage.to_string() }),
            }
        })
    }
}

/// Has a new file written beside its place, and puts it there once it is whole and on the disk.
pub(crate) fn write_whole<T>(file: &Path, write: impl FnOnce(&Path) -> Result<T, StoreError>) -> Result<T, StoreError> {
    let refuse_existing = || match file.symlink_metadata() {
        Ok(_) => {
            let what =
                format!("{}: there is such a file already; it was left as it is, choose another path", file.display());
            Err(StoreError::invalid(what))
        }
        Err(_) => Ok(()),
    };
    refuse_existing()?;
    open::check_place(file)?;
    let partial = beside(file, &format!(".partial-{}", std::process::id()));
    // A process of the same number may have been killed here, which in a container is nothing rare.
    remove(&partial);
    let written = write(&partial).and_then(|value| {
        refuse_existing()?;
        if let Some(reason) = open::left_beside(&partial) {
            return Err(cannot_write(file, &reason));
        }
        settle(&partial, file).map_err(|error| cannot_write(file, &error.to_string()))?;
        Ok(value)
    });
    remove(&partial);
    written
}

/// Removes a database with the files beside it.
fn remove(database: &Path) {
    for end in ["", "-wal", "-shm", "-journal"] {
        // What is not there need not be removed.
        let _absent = fs::remove_file(beside(database, end));
    }
}

/// Moves a file that is on the disk to its place.
fn settle(partial: &Path, file: &Path) -> io::Result<()> {
    File::open(partial)?.sync_all()?;
    fs::rename(partial, file)?;
    // The name too; where directories cannot be opened, the system sees to it.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        folder.sync_all()?;
    }
    Ok(())
}

pub(crate) fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

fn cannot_write(path: &Path, reason: &str) -> StoreError {
    StoreError::invalid(format!("{}: the file cannot be written: {reason}", path.display()))
}
