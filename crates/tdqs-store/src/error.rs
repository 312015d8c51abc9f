//! Why a store could not do what it was asked.

use std::path::Path;

/// A store failed. What was stored before is still there.
#[derive(Debug, thiserror::Error)]
#[error("the store {place} {kind}")]
#[non_exhaustive]
pub struct StoreError {
    /// Where it is: a file, or the address of another engine without what is secret in it.
    pub place: String,
    /// What went wrong.
    pub kind: StoreErrorKind,
    /// What the engine said of it.
    #[source]
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// What went wrong with a store, for callers that act on it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// It cannot be opened.
    #[error("cannot be opened; check that its folder exists and may be written to")]
    CannotOpen,
    /// It may be read and not written.
    #[error("is read-only; verdicts cannot be kept in it")]
    ReadOnly,
    /// There is no room on its disk.
    #[error("has no room left on its disk; make room and run again, what is stored is safe")]
    Full,
    /// A later version of tdqs made it.
    #[error("has format {found}, and this version of tdqs knows formats up to {known}; use a newer tdqs")]
    Newer {
        /// Its format.
        found: u32,
        /// The newest format known here.
        known: u32,
    },
    /// An earlier version of tdqs made it, and it is open to be read alone.
    #[error("has format {found} and has to be brought up to {known}; any command that writes to it does so")]
    Older {
        /// Its format.
        found: u32,
        /// The format it has to have.
        known: u32,
    },
    /// It is some other file.
    #[error("is not a store of tdqs; name another file")]
    NotAStore,
    /// It is damaged.
    #[error("is damaged; restore it from a copy, or start a new one")]
    Damaged,
    /// Somebody else holds it.
    #[error("stayed locked by another program")]
    Locked,
    /// A value in it cannot be read.
    #[error("holds {0}, which cannot be read")]
    Unreadable(String),
    /// It was closed while something was asked of it.
    #[error("was closed")]
    Closed,
    /// Something else.
    #[error("failed")]
    Other,
}

impl StoreError {
    /// A failure of the store at a place.
    #[must_use]
    pub fn new(place: impl Into<String>, kind: StoreErrorKind) -> Self {
        Self { place: place.into(), kind, source: None }
    }

    /// Adds what the engine said of it.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    pub(crate) fn of_file(path: &Path, kind: StoreErrorKind) -> Self {
        Self::new(path.display().to_string(), kind)
    }

    /// Sorts what SQLite says.
    pub(crate) fn of_sqlite(path: &Path, error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        let kind = match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly) => StoreErrorKind::ReadOnly,
            Some(ErrorCode::DiskFull) => StoreErrorKind::Full,
            Some(ErrorCode::NotADatabase) => StoreErrorKind::NotAStore,
            Some(ErrorCode::DatabaseCorrupt) => StoreErrorKind::Damaged,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreErrorKind::Locked,
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => StoreErrorKind::CannotOpen,
            _ => match &error {
                rusqlite::Error::FromSqlConversionFailure(_, _, source) => {
                    StoreErrorKind::Unreadable(source.to_string())
                }
                _ => StoreErrorKind::Other,
            },
        };
        Self::of_file(path, kind).with_source(error)
    }
}
