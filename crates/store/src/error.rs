//! What can go wrong with a store: each error names the file and what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A store was to be read that does not exist.
    #[error("{}: there is no such store; correct the path, or run an experiment into it first", path.display())]
    Missing {
        /// The store's file.
        path: PathBuf,
    },
    /// The file is something else, and is left as it is.
    #[error("{}: this is not a store ({found}); it was left as it is, choose another path", path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        found: String,
    },
    /// The file was written by a newer program.
    #[error(
        "{}: written by a newer program (its schema is {found}, this program knows up to {known}); \
        use the newer program",
        path.display()
    )]
    Newer {
        /// The store's file.
        path: PathBuf,
        /// The file's schema.
        found: usize,
        /// The newest schema that this program knows.
        known: usize,
    },
    /// The file is of an older schema, and was opened in a way that forbids to bring it up to date.
    #[error(
        "{}: written by an older program (its schema is {found}, this program's is {known}); \
        open it once for writing, which brings it up to date",
        path.display()
    )]
    Older {
        /// The store's file.
        path: PathBuf,
        /// The file's schema.
        found: usize,
        /// The schema of this program.
        known: usize,
    },
    /// The file was to be written and is read-only, or was opened to be read only.
    #[error(
        "{}: the store is read-only; make the file and its directory writable, or use another path",
        path.display()
    )]
    ReadOnly {
        /// The store's file.
        path: PathBuf,
    },
    /// The file can not be opened or made.
    #[error("{}: the store cannot be opened: {reason}", path.display())]
    CannotOpen {
        /// The store's file.
        path: PathBuf,
        /// Why not, and what to do.
        reason: String,
    },
    /// There is no room left.
    #[error(
        "{}: no room left on the disk; nothing that was stored is lost: free some room and run the same command again",
        path.display()
    )]
    Full {
        /// The store's file.
        path: PathBuf,
    },
    /// Another process held the store for longer than we wait.
    #[error(
        "{}: another process keeps the store locked; wait until it is done, or end it, and try again",
        path.display()
    )]
    Busy {
        /// The store's file.
        path: PathBuf,
    },
    /// The disk failed.
    #[error(
        "{}: the disk could not be read or written ({reason}); nothing that was stored is lost: \
        look after the disk and run the same command again",
        path.display()
    )]
    Disk {
        /// The store's file.
        path: PathBuf,
        /// What the database says.
        reason: String,
    },
    /// The content contradicts itself.
    #[error(
        "{}: the store is damaged ({what}); `enban check-store` lists the damage, and with --repair-to FILE saves the \
        rest",
        path.display()
    )]
    Damaged {
        /// The store's file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// No experiment of this name or number.
    #[error("{}: there is no experiment {wanted}; list the experiments for their names", path.display())]
    NoExperiment {
        /// The store's file.
        path: PathBuf,
        /// What was asked for.
        wanted: String,
    },
    /// An experiment or a result contradicts itself or its experiment, and was not stored.
    #[error("{what}")]
    Invalid {
        /// What is wrong with it.
        what: String,
    },
    /// Anything else that the database reports.
    #[error("{}: {source}", path.display())]
    Sqlite {
        /// The store's file.
        path: PathBuf,
        /// The database's own error.
        source: rusqlite::Error,
    },
}

impl StoreError {
    pub(crate) fn invalid(what: impl Into<String>) -> Self {
        Self::Invalid { what: what.into() }
    }

    /// Gives the database's error the path and the advice.
    pub(crate) fn from_sqlite(error: rusqlite::Error, path: &Path) -> Self {
        use rusqlite::Error;
        let path = path.to_path_buf();
        // We ask for no row and no value that is not there unless the file contradicts itself.
        if let Error::QueryReturnedNoRows
        | Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) = error
        {
            return Self::Damaged { path, what: error.to_string() };
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full { path },
            Some(ErrorCode::ReadOnly) => Self::ReadOnly { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
                Self::Busy { path }
            }
            Some(ErrorCode::NotADatabase) => Self::NotAStore { path, found: "not an SQLite file".to_owned() },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, what: error.to_string() },
            Some(ErrorCode::SystemIoFailure) => Self::Disk { path, reason: error.to_string() },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                let reason = "the file and its directory must exist and be readable and writable".to_owned();
                Self::CannotOpen { path, reason }
            }
            _ => Self::Sqlite { path, source: error },
        }
    }
}

/// What happens inside a transaction: the database's errors get their path when they leave it.
#[derive(Debug)]
pub(crate) enum Failure {
    Sqlite(rusqlite::Error),
    /// The content is not what was written.
    Damaged(String),
    Store(StoreError),
}

impl Failure {
    pub(crate) fn at(self, path: &Path) -> StoreError {
        match self {
            Self::Sqlite(error) => StoreError::from_sqlite(error, path),
            Self::Damaged(what) => StoreError::Damaged { path: path.to_path_buf(), what },
            Self::Store(error) => error,
        }
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
