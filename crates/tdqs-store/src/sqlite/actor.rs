//! One thread that owns the connection.
//!
//! Forty workers finish at about the same time, and each wants its verdict safe before it goes on. The thread takes all
//! that is waiting into one transaction, and answers nobody before it is done. A piece of work that fails is undone by
//! itself.
//!
//! What was answered outlives the program, however that ends: the system has it. The disk itself is made to have it ten
//! times a second, because it takes as long as half a quick answer of an endpoint: with that in every commit, a sweep
//! took 1.3 to 1.6 times what its workers need (`cargo xtask drill ideal`). So a power cut costs the last
//! [tenth of a second](SYNCHRONIZE_EVERY), and the store is whole after it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::{StoreError, StoreErrorKind};

/// Pieces of work that go into one transaction at most.
const TOGETHER: usize = 256;

/// How long a commit may wait for the disk itself.
const SYNCHRONIZE_EVERY: Duration = Duration::from_millis(100);

/// What is sent to the thread.
struct Job {
    writes: bool,
    /// Does the work on the connection, or takes the error that keeps it from being done.
    work: Work,
}

type Work = Box<dyn FnOnce(Result<&Connection, &rusqlite::Error>) -> Done + Send>;

/// Work that was done or could not be.
struct Done {
    /// What kept it from being done.
    error: Option<rusqlite::Error>,
    answer: Answer,
}

/// Sends the result, or the error that kept it from the disk.
type Answer = Box<dyn FnOnce(&Result<(), rusqlite::Error>) + Send>;

/// A handle on the thread; clones share it.
#[derive(Clone)]
pub(super) struct Actor {
    thread: Arc<Thread>,
}

/// The thread. When the last handle is gone it finishes what it has, closes the connection and ends.
struct Thread {
    path: Arc<PathBuf>,
    /// Gone while the thread is told to end, and at no other time.
    jobs: Option<mpsc::Sender<Job>>,
    handle: Option<thread::JoinHandle<()>>,
}

impl Drop for Thread {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(handle) = self.handle.take() {
            // A thread that panicked has closed its connection as well.
            _ = handle.join();
        }
    }
}

impl Actor {
    pub(super) fn start(path: PathBuf, connection: Connection) -> Self {
        let (jobs, waiting) = mpsc::channel();
        let handle = thread::spawn(move || serve(&connection, &waiting));
        Self { thread: Arc::new(Thread { path: Arc::new(path), jobs: Some(jobs), handle: Some(handle) }) }
    }

    pub(super) fn path(&self) -> &Path {
        &self.thread.path
    }

    /// Reads with the connection.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.run(false, work).await
    }

    /// Writes with the connection. What was written outlives the program when this returns, and a power cut a moment
    /// later.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.run(true, work).await
    }

    async fn run<T: Send + 'static>(
        &self,
        writes: bool,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (tell, told) = oneshot::channel();
        let path = Arc::clone(&self.thread.path);
        let work: Work = Box::new(move |connection| {
            let result = match connection {
                Ok(connection) => in_savepoint(connection, work),
                Err(error) => Err(again(error)),
            };
            let error = result.as_ref().err().map(again);
            let answer: Answer = Box::new(move |committed| {
                let result = match (result, committed) {
                    (Ok(value), Ok(())) => Ok(value),
                    (Err(error), _) => Err(error),
                    (Ok(_), Err(error)) => Err(again(error)),
                };
                // Whoever asked may have gone; the work is done all the same.
                _ = tell.send(result.map_err(|error| StoreError::of_sqlite(&path, error)));
            });
            Done { error, answer }
        });
        let closed = || StoreError::of_file(self.path(), StoreErrorKind::Closed);
        let jobs = self.thread.jobs.as_ref().ok_or_else(closed)?;
        jobs.send(Job { writes, work }).map_err(|_| closed())?;
        told.await.map_err(|_| closed())?
    }
}

fn serve(connection: &Connection, waiting: &mpsc::Receiver<Job>) {
    // Since when the disk lacks something.
    let mut lacking: Option<Instant> = None;
    loop {
        let first = match next(waiting, lacking) {
            Ok(job) => job,
            Err(RecvTimeoutError::Timeout) => {
                synchronize(connection);
                lacking = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let jobs: Vec<Job> = std::iter::once(first).chain(waiting.try_iter().take(TOGETHER - 1)).collect();
        // A transaction that begins by reading cannot always go on to write.
        let writes = jobs.iter().any(|job| job.writes);
        let is_due = lacking.is_some_and(|since| since.elapsed() >= SYNCHRONIZE_EVERY);
        if writes {
            // One commit that waits for the disk takes the earlier ones with it.
            set_waiting_for_disk(connection, is_due);
        }
        let begun = connection.execute_batch(if writes { "BEGIN IMMEDIATE" } else { "BEGIN" });
        let mut state = begun;
        let mut answers = Vec::with_capacity(jobs.len());
        for job in jobs {
            let Done { error, answer } = (job.work)(state.as_ref().map(|()| connection));
            answers.push(answer);
            // A full disk undoes the whole transaction: then nobody has what was asked for, and all are told why.
            if let (Ok(()), Some(error), true) = (&state, error, connection.is_autocommit()) {
                state = Err(error);
            }
        }
        let committed = state.and_then(|()| connection.execute_batch("COMMIT"));
        if !connection.is_autocommit() {
            // What could not be committed is still open.
            _ = connection.execute_batch("ROLLBACK");
        }
        if writes && committed.is_ok() {
            lacking = if is_due { None } else { lacking.or_else(|| Some(Instant::now())) };
        }
        for answer in answers {
            answer(&committed);
        }
    }
    if lacking.is_some() {
        synchronize(connection);
    }
}

/// The next job, unless none comes for as long as the disk may go on lacking something.
fn next(waiting: &mpsc::Receiver<Job>, lacking: Option<Instant>) -> Result<Job, RecvTimeoutError> {
    match lacking {
        Some(since) => waiting.recv_timeout(SYNCHRONIZE_EVERY.saturating_sub(since.elapsed())),
        None => waiting.recv().map_err(RecvTimeoutError::from),
    }
}

fn set_waiting_for_disk(connection: &Connection, waits: bool) {
    // A commit that waits where it need not is slow and nothing else.
    _ = connection.pragma_update(None, "synchronous", if waits { "full" } else { "normal" });
}

/// Gives the disk what was committed.
fn synchronize(connection: &Connection) {
    // A checkpoint waits for the disk before and after it copies. What another program keeps from being copied is in
    // the log all the same, and whatever fails here is tried again by the next commit that waits.
    _ = connection.execute_batch("PRAGMA wal_checkpoint(PASSIVE)");
}

/// Undoes a piece of work that failed, and leaves the others of its transaction alone.
fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("SAVEPOINT work")?;
    match work(connection) {
        Ok(value) => connection.execute_batch("RELEASE work").map(|()| value),
        Err(error) => {
            // A full disk has undone the whole transaction already; then there is nothing to go back to.
            _ = connection.execute_batch("ROLLBACK TO work; RELEASE work");
            Err(error)
        }
    }
}

/// The same error once more, for each of those that it hit.
fn again(error: &rusqlite::Error) -> rusqlite::Error {
    match error {
        rusqlite::Error::SqliteFailure(failure, message) => {
            rusqlite::Error::SqliteFailure(*failure, message.clone())
        }
        other => rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_ERROR),
            Some(other.to_string()),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_loses_by_a_full_disk_is_told_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.sqlite");
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("CREATE TABLE t (x); PRAGMA max_page_count = 8").unwrap();
        let actor = Actor::start(path, connection);
        let add = |bytes: u32| {
            move |connection: &Connection| {
                connection.execute("INSERT INTO t VALUES (zeroblob(?1))", [bytes]).map(drop)
            }
        };
        // While the thread is busy the others gather, to go into one transaction.
        let (tell, is_busy) = oneshot::channel();
        let (release, is_released) = mpsc::channel();
        let busy = actor.read(move |_| {
            _ = tell.send(());
            _ = is_released.recv();
            Ok(())
        });
        let others = async {
            is_busy.await.unwrap();
            // Polled in their order: by the last one the three are on their way.
            let release = async { release.send(()).unwrap() };
            let (before, full, after, ()) =
                tokio::join!(actor.write(add(1)), actor.write(add(1 << 20)), actor.write(add(1)), release);
            (before, full, after)
        };
        let (busy, (before, full, after)) = tokio::join!(busy, others);
        busy.unwrap();
        for told in [before, full, after] {
            assert_eq!(told.unwrap_err().kind, StoreErrorKind::Full);
        }
        actor.write(add(1)).await.unwrap();
        let rows = actor.read(|connection| {
            connection.query_row("SELECT count(*) FROM t", [], |row| row.get::<_, u32>(0))
        });
        assert_eq!(rows.await.unwrap(), 1);
    }

    /// What the file itself holds, without the log beside it.
    fn rows_on_the_disk(path: &Path) -> u32 {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy.sqlite");
        std::fs::copy(path, &copy).unwrap();
        let connection = Connection::open(copy).unwrap();
        connection.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap_or_default()
    }

    #[tokio::test]
    async fn what_was_answered_is_in_the_log_at_once_and_on_the_disk_soon_after() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.sqlite");
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "journal_mode", "wal").unwrap();
        connection.execute_batch("CREATE TABLE t (x)").unwrap();
        let actor = Actor::start(path.clone(), connection);
        let add = |connection: &Connection| connection.execute("INSERT INTO t VALUES (1)", []).map(drop);
        actor.write(add).await.unwrap();
        let beside = Connection::open(&path).unwrap();
        let seen: u32 = beside.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(seen, 1, "another program sees it, and so does the next one after a kill");
        drop(beside);
        let begun = Instant::now();
        while rows_on_the_disk(&path) == 0 {
            assert!(begun.elapsed() < Duration::from_secs(30), "an idle store never went to the disk");
            thread::sleep(Duration::from_millis(10));
        }
        // A commit that comes when one is due waits for the disk by itself.
        for _ in 0..3 {
            actor.write(add).await.unwrap();
            thread::sleep(SYNCHRONIZE_EVERY / 2);
        }
        drop(actor);
        assert_eq!(rows_on_the_disk(&path), 4);
    }
}
