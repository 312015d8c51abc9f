//! Values between SQLite and Rust.

use std::str::FromStr;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tdqs::rubric::PromptHash;

use crate::{Yardstick, Yardsticks};

/// A column that is written as text.
pub(super) fn parsed<T: FromStr>(row: &Row<'_>, column: usize) -> rusqlite::Result<T>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    row.get_ref(column)?.as_str()?.parse().map_err(|error: T::Err| unreadable(column, error))
}

/// A column that is written as JSON.
pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|error| unreadable(column, error))
}

/// A column that is written as JSON and may be absent.
pub(super) fn json_or_null<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<T>> {
    let text = row.get_ref(column)?.as_str_or_null()?;
    text.map(|text| serde_json::from_str(text).map_err(|error| unreadable(column, error))).transpose()
}

pub(super) fn unreadable(
    column: usize,
    error: impl std::error::Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}

/// A value as it is written.
pub(super) fn written(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// A count as SQLite keeps it.
pub(super) fn signed(count: impl TryInto<i64>) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}

/// A count that SQLite kept.
pub(super) fn unsigned<T: TryFrom<i64> + Default>(count: i64) -> T {
    T::try_from(count).unwrap_or_default()
}

/// The number of a yardstick, or -1, which no row has, for one that is not known.
pub(super) fn yardstick_id(connection: &Connection, yardstick: &Yardstick) -> rusqlite::Result<i64> {
    let mut find = connection.prepare_cached(
        "SELECT yardstick_id FROM yardsticks WHERE edition = ?1 AND judge = ?2 AND prompt = ?3",
    )?;
    let found = find.query_row(parts(yardstick), |row| row.get(0)).optional()?;
    Ok(found.unwrap_or(-1))
}

/// The number of a yardstick, which is given one when it is new.
pub(super) fn new_yardstick_id(connection: &Connection, yardstick: &Yardstick) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(
            "INSERT INTO yardsticks (edition, judge, prompt) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        )?
        .execute(parts(yardstick))?;
    yardstick_id(connection, yardstick)
}

/// The numbers of both.
pub(super) fn yardstick_ids(connection: &Connection, by: &Yardsticks) -> rusqlite::Result<(i64, i64)> {
    Ok((yardstick_id(connection, &by.tools)?, yardstick_id(connection, &by.sets)?))
}

fn parts(yardstick: &Yardstick) -> (&str, &str, &str) {
    let prompt = yardstick.prompt.as_ref().map_or("", |prompt| prompt.as_str());
    (yardstick.edition.as_str(), &yardstick.judge, prompt)
}

/// A yardstick whose parts are the first three columns.
pub(super) fn yardstick(row: &Row<'_>) -> rusqlite::Result<Yardstick> {
    let prompt: String = row.get(2)?;
    let prompt = Some(prompt).filter(|prompt| !prompt.is_empty());
    let hash = |text: String| serde_json::from_value::<PromptHash>(text.into());
    let prompt = prompt.map(hash).transpose().map_err(|error| unreadable(2, error))?;
    Ok(Yardstick { edition: parsed(row, 0)?, judge: row.get(1)?, prompt })
}

/// The yardsticks by which tools, and by which tool sets, have been judged.
pub(super) fn yardsticks(connection: &Connection) -> rusqlite::Result<(Vec<Yardstick>, Vec<Yardstick>)> {
    let used_in = |table: &str| -> rusqlite::Result<Vec<Yardstick>> {
        let mut read = connection.prepare(&format!(
            "SELECT edition, judge, prompt FROM yardsticks y WHERE EXISTS \
             (SELECT 1 FROM {table} u WHERE u.yardstick_id = y.yardstick_id) ORDER BY edition, judge, prompt"
        ))?;
        let rows = read.query_map([], yardstick)?;
        rows.collect()
    };
    Ok((used_in("tool_scores")?, used_in("coherence_verdicts")?))
}

/// The number of a server.
pub(super) fn server_id(connection: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT server_id FROM servers WHERE name = ?1")?
        .query_row(params![name], |row| row.get(0))
        .optional()
}
