//! The embedded engine: one SQLite file.
//!
//! Write-ahead logging, so that readers and a second sweep go on while one writes. What is kept outlives the program at
//! once, and a power cut a tenth of a second later (`actor.rs` says why). The questions are spread over the files beside
//! this one as the traits are.

mod actor;
mod captures;
mod counts;
mod difference;
mod history;
mod records;
mod registry;
mod row;
mod schema;
mod scores;
mod verdicts;
mod work;

use std::fmt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

pub use self::schema::SCHEMA_VERSION;

use self::actor::Actor;
use crate::{StoreError, StoreErrorKind};

/// How long a write waits for another program that holds the file.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long to sleep before a lock is tried for again that SQLite does not wait for.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(5);

/// A store in one SQLite file. Clones share it; it is closed when the last one is gone.
///
/// ```
/// use tdqs_store::SqliteStore;
///
/// let folder = tempfile::tempdir()?;
/// let store = SqliteStore::open(folder.path().join("scores.sqlite"))?;
/// assert_eq!(store.migrated_from(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SqliteStore {
    actor: Actor,
    migrated_from: Option<u32>,
}

impl SqliteStore {
    /// Opens a store, and makes one where there is none. An older format is brought up to
    /// [the present one](SCHEMA_VERSION).
    ///
    /// # Errors
    ///
    /// When the file cannot be written, is no store, or has a newer format.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, StoreError> {
        Self::open_with(path.into(), OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that is there to read it. An older format is refused, because it cannot be brought up.
    ///
    /// # Errors
    ///
    /// When the file is not there or cannot be read, is no store, or has another format.
    pub fn open_to_read(path: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let path = path.into();
        let error = |error| StoreError::of_sqlite(&path, error);
        let plain = Connection::open_with_flags(
            &path,
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        );
        let readable = plain.and_then(|connection| Marks::read(&connection).map(|marks| (connection, marks)));
        let (connection, marks) = match readable {
            Ok(readable) => readable,
            // Beside a log nobody can write in a folder nobody can write, SQLite wants to be told that nothing changes.
            Err(first) if has_no_log(&path) => unchanging(&path).map_err(|_| error(first))?,
            Err(first) => return Err(error(first)),
        };
        marks.expect_ours(&path)?;
        if marks.version < SCHEMA_VERSION {
            let kind = StoreErrorKind::Older { found: marks.version, known: SCHEMA_VERSION };
            return Err(StoreError::of_file(&path, kind));
        }
        connection.busy_timeout(PATIENCE).map_err(error)?;
        Ok(Self { actor: Actor::start(path, connection), migrated_from: None })
    }

    fn open_with(path: PathBuf, flags: OpenFlags) -> Result<Self, StoreError> {
        let error = |error| StoreError::of_sqlite(&path, error);
        let mut connection =
            Connection::open_with_flags(&path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(error)?;
        connection.busy_timeout(PATIENCE).map_err(error)?;
        Marks::read(&connection).map_err(error)?.expect_ours(&path)?;
        if connection.is_readonly(rusqlite::MAIN_DB).map_err(error)? {
            return Err(StoreError::of_file(&path, StoreErrorKind::ReadOnly));
        }
        write_ahead(&connection).map_err(error)?;
        connection.pragma_update(None, "synchronous", "full").map_err(error)?;
        let migrated_from = bring_up(&mut connection).map_err(error)?;
        Ok(Self { actor: Actor::start(path, connection), migrated_from })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.actor.path()
    }

    /// The file and those that the engine keeps beside it, which belong to it.
    #[must_use]
    pub fn files(&self) -> [PathBuf; 4] {
        ["", "-wal", "-shm", "-journal"].map(|ending| {
            let mut name = self.path().as_os_str().to_owned();
            name.push(ending);
            name.into()
        })
    }

    /// The older format the file had when it was opened.
    #[must_use]
    pub fn migrated_from(&self) -> Option<u32> {
        self.migrated_from
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("path", &self.path()).finish_non_exhaustive()
    }
}

fn has_no_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    path.is_file() && !Path::new(&log).exists()
}

fn unchanging(path: &Path) -> rusqlite::Result<(Connection, Marks)> {
    let escaped: String = path
        .to_string_lossy()
        .chars()
        .map(|character| match character {
            '?' => "%3f".to_owned(),
            '#' => "%23".to_owned(),
            '%' => "%25".to_owned(),
            other => other.to_string(),
        })
        .collect();
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags)?;
    let marks = Marks::read(&connection)?;
    Ok((connection, marks))
}

/// By what a store is told from other files.
#[derive(Debug, Clone, Copy)]
struct Marks {
    version: u32,
    application: i32,
    tables: u32,
}

impl Marks {
    /// Reads them all as of one moment: another program may be about to make the store, and one mark of before with
    /// another of after would be those of no store.
    fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let moment = connection.unchecked_transaction()?;
        Ok(Self {
            version: schema::version(&moment)?,
            application: moment.query_row("PRAGMA application_id", [], |row| row.get(0))?,
            tables: moment.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?,
        })
    }

    /// A file without tables becomes a store; any other has to be one already.
    fn expect_ours(self, path: &Path) -> Result<(), StoreError> {
        let Self { version: found, application, tables } = self;
        if application != schema::APPLICATION_ID && tables > 0 {
            return Err(StoreError::of_file(path, StoreErrorKind::NotAStore));
        }
        if found > SCHEMA_VERSION {
            return Err(StoreError::of_file(path, StoreErrorKind::Newer { found, known: SCHEMA_VERSION }));
        }
        Ok(())
    }
}

/// Turns the log on. While another program reads or writes, SQLite refuses that at once, whatever the timeout.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && begun.elapsed() < PATIENCE =>
            {
                thread::sleep(TRY_AGAIN_AFTER);
            }
            result => return result,
        }
    }
}

/// Brings the tables up and says what format they had. Of two programs that come at once, one does it.
fn bring_up(connection: &mut Connection) -> rusqlite::Result<Option<u32>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = schema::version(&transaction)?;
    if from < SCHEMA_VERSION {
        schema::migrate(&transaction, from, SCHEMA_VERSION)?;
    }
    transaction.commit()?;
    Ok(Some(from).filter(|from| *from > 0 && *from < SCHEMA_VERSION))
}

#[cfg(test)]
mod tests;
