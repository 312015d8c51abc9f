use rusqlite::Connection;
use tdqs::llm::Verdict;
use tdqs::rubric::{Justified, PerDimension, Score, ToolAnswer};
use tdqs::{SpecVersion, ToolDefinition};
use tempfile::TempDir;

use super::*;
use crate::{KeptVerdict, Moment, ToolKey, VerdictStore, Yardstick};

fn key(name: &str) -> ToolKey {
    ToolKey {
        yardstick: Yardstick { edition: SpecVersion::default(), judge: "a judge".to_owned(), prompt: None },
        input_hash: tdqs::signals::InputHash::of(&ToolDefinition::new(name)),
        run: 0,
    }
}

fn verdict(text: &str) -> KeptVerdict<ToolAnswer> {
    let justified = Justified { score: Score::MAX, justification: text.to_owned() };
    let answer = ToolAnswer {
        scores: PerDimension::from_fn(|_| justified.clone()),
        annotation_contradiction: false,
        summary: "Fine.".to_owned(),
    };
    KeptVerdict { verdict: Verdict::free(answer), at: Moment(5) }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("scores.sqlite");
    (folder, path)
}

#[tokio::test]
async fn a_verdict_is_there_when_the_store_is_opened_again() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).unwrap();
    store.keep_tool_verdict(&key("a"), &verdict("first")).await.unwrap();
    store.keep_tool_verdict(&key("a"), &verdict("second")).await.unwrap();
    drop(store);
    for store in [SqliteStore::open(&path).unwrap(), SqliteStore::open_to_read(&path).unwrap()] {
        assert_eq!(store.tool_verdict(&key("a")).await.unwrap(), Some(verdict("second")));
        assert_eq!(store.tool_verdict(&key("b")).await.unwrap(), None);
        let other_run = ToolKey { run: 1, ..key("a") };
        assert_eq!(store.tool_verdict(&other_run).await.unwrap(), None);
        let mut other_judge = key("a");
        other_judge.yardstick.judge.push('2');
        assert_eq!(store.tool_verdict(&other_judge).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_full_disk_is_said_and_loses_no_verdict() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).unwrap();
    store.keep_tool_verdict(&key("a"), &verdict("kept")).await.unwrap();
    // What a full disk is to SQLite: no page more than there are.
    let limit = |pages: u32| {
        move |connection: &Connection| {
            connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
        }
    };
    store.actor.read(limit(1)).await.unwrap();
    let long = verdict(&"long ".repeat(20_000));
    // Several at once, so that they share a transaction: each is told, and none is half there.
    let names: Vec<String> = (0..40).map(|number| format!("t{number}")).collect();
    let keys: Vec<ToolKey> = names.iter().map(|name| key(name)).collect();
    let kept =
        futures_util::future::join_all(keys.iter().map(|key| store.keep_tool_verdict(key, &long))).await;
    for result in kept {
        let error = result.unwrap_err();
        assert_eq!(error.kind, StoreErrorKind::Full, "{error}");
        assert!(error.to_string().ends_with("make room and run again, what is stored is safe"), "{error}");
    }
    assert_eq!(store.tool_verdict(&key("a")).await.unwrap(), Some(verdict("kept")));
    assert_eq!(store.tool_verdict(&keys[0]).await.unwrap(), None);
    store.actor.read(limit(1_000_000)).await.unwrap();
    store.keep_tool_verdict(&keys[0], &long).await.unwrap();
    assert_eq!(store.tool_verdict(&keys[0]).await.unwrap(), Some(long));
}

#[tokio::test]
async fn a_piece_of_work_that_fails_is_undone_by_itself() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).unwrap();
    let (good, other) = (key("good"), key("other"));
    let broken = store.actor.write(|connection| {
        connection.execute("INSERT INTO servers (name) VALUES ('half done')", [])?;
        connection.execute("INSERT INTO no_such_table VALUES (1)", [])
    });
    let (first, second) = (verdict("1"), verdict("2"));
    let (before, failed, after) = tokio::join!(
        store.keep_tool_verdict(&good, &first),
        broken,
        store.keep_tool_verdict(&other, &second)
    );
    before.unwrap();
    assert_eq!(failed.unwrap_err().kind, StoreErrorKind::Other);
    after.unwrap();
    assert_eq!(store.tool_verdict(&good).await.unwrap(), Some(first));
    assert_eq!(store.tool_verdict(&other).await.unwrap(), Some(second));
    let servers = store.actor.read(|connection| {
        connection.query_row("SELECT count(*) FROM servers", [], |row| row.get::<_, i64>(0))
    });
    assert_eq!(servers.await.unwrap(), 0);
}

#[test]
fn a_store_that_may_not_be_written_is_refused_before_anything_is_paid_for() {
    let (_folder, path) = folder();
    drop(SqliteStore::open(&path).unwrap());
    // The rights of a file do not bind whoever runs the tests as root, so the flags stand in for them.
    let error = SqliteStore::open_with(path.clone(), OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap_err();
    assert_eq!(error.kind, StoreErrorKind::ReadOnly);
    assert_eq!(
        error.to_string(),
        format!("the store {} is read-only; verdicts cannot be kept in it", path.display())
    );
}

#[test]
fn a_newer_store_is_refused_and_left_alone() {
    let (_folder, path) = folder();
    drop(SqliteStore::open(&path).unwrap());
    let set_version = |version: u32| {
        Connection::open(&path).unwrap().pragma_update(None, "user_version", version).unwrap();
    };
    set_version(SCHEMA_VERSION + 1);
    for error in [SqliteStore::open(&path).unwrap_err(), SqliteStore::open_to_read(&path).unwrap_err()] {
        let kind = StoreErrorKind::Newer { found: SCHEMA_VERSION + 1, known: SCHEMA_VERSION };
        assert_eq!(error.kind, kind);
        assert!(error.to_string().contains("use a newer tdqs"), "{error}");
    }
    set_version(SCHEMA_VERSION);
    drop(SqliteStore::open(&path).unwrap());
}

#[tokio::test]
async fn an_older_store_is_brought_up_and_keeps_what_it_has() {
    let (_folder, path) = folder();
    {
        let mut connection = Connection::open(&path).unwrap();
        let transaction = connection.transaction().unwrap();
        schema::migrate(&transaction, 0, 1).unwrap();
        transaction
            .execute_batch(
                "INSERT INTO yardsticks (edition, judge, prompt) VALUES ('1.1-draft', 'a judge', '');
                 INSERT INTO servers (name) VALUES ('dock');",
            )
            .unwrap();
        transaction.commit().unwrap();
    }
    let error = SqliteStore::open_to_read(&path).unwrap_err();
    assert_eq!(error.kind, StoreErrorKind::Older { found: 1, known: SCHEMA_VERSION });
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.migrated_from(), Some(1));
    let name: String = store
        .actor
        .read(|connection| connection.query_row("SELECT name FROM servers", [], |row| row.get(0)))
        .await
        .unwrap();
    assert_eq!(name, "dock");
    store.keep_tool_verdict(&key("a"), &verdict("kept")).await.unwrap();
    drop(store);
    assert_eq!(SqliteStore::open(&path).unwrap().migrated_from(), None);
}

#[test]
fn a_file_that_is_no_store_is_refused_and_left_alone() {
    let (folder, path) = folder();
    std::fs::write(&path, "a text that somebody needs, and that is long enough to be taken for a page")
        .unwrap();
    let before = std::fs::read(&path).unwrap();
    for error in [SqliteStore::open(&path).unwrap_err(), SqliteStore::open_to_read(&path).unwrap_err()] {
        assert_eq!(error.kind, StoreErrorKind::NotAStore, "{error}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);

    let other = folder.path().join("other.sqlite");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE cats (name TEXT)").unwrap();
    assert_eq!(SqliteStore::open(&other).unwrap_err().kind, StoreErrorKind::NotAStore);

    let nowhere = folder.path().join("no/such/folder/scores.sqlite");
    assert_eq!(SqliteStore::open(nowhere).unwrap_err().kind, StoreErrorKind::CannotOpen);
}

#[test]
fn several_may_make_one_store_at_once() {
    for _ in 0..60 {
        let (_folder, path) = folder();
        let start = std::sync::Barrier::new(4);
        thread::scope(|scope| {
            let openers: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        start.wait();
                        SqliteStore::open(&path).map(drop)
                    })
                })
                .collect();
            for opener in openers {
                opener.join().unwrap().unwrap();
            }
        });
    }
}

#[test]
fn whoever_makes_the_store_meanwhile_is_waited_for() {
    let (_folder, path) = folder();
    // The log is not on yet; with the lock that this takes, SQLite refuses at once to turn it on.
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    thread::scope(|scope| {
        let opener = scope.spawn(|| SqliteStore::open(&path).map(drop));
        thread::sleep(Duration::from_millis(200));
        other.execute_batch("COMMIT").unwrap();
        opener.join().unwrap().unwrap();
    });
}
