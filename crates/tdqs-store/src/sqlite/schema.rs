//! The tables, format by format.
//!
//! A format is a step from the one before. Steps are never edited once they are published: a store remembers how far
//! it has come (`user_version`) and takes the steps it lacks, all in one transaction.

use rusqlite::{Connection, Transaction};

/// The format that this version writes, and the newest it reads.
pub const SCHEMA_VERSION: u32 = 2;

/// "tdqs" in ASCII: marks the file as ours.
pub(super) const APPLICATION_ID: i32 = 0x7464_7173;

const STEPS: [&str; SCHEMA_VERSION as usize] = [CAPTURES_AND_VERDICTS, WORK];

/// What was captured, what was said of it, and by what. A score belongs to a definition, wherever that is listed.
const CAPTURES_AND_VERDICTS: &str = "
CREATE TABLE definitions (
    input_hash TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    definition TEXT NOT NULL,
    captured_at INTEGER NOT NULL
);
CREATE TABLE servers (
    server_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    capture_id INTEGER
);
CREATE INDEX servers_by_capture ON servers (capture_id);
CREATE TABLE captures (
    capture_id INTEGER PRIMARY KEY,
    server_id INTEGER NOT NULL REFERENCES servers,
    origin TEXT NOT NULL,
    rejected TEXT NOT NULL,
    captured_at INTEGER NOT NULL
);
CREATE INDEX captures_by_server ON captures (server_id, capture_id);
CREATE TABLE capture_tools (
    capture_id INTEGER NOT NULL REFERENCES captures,
    position INTEGER NOT NULL,
    input_hash TEXT NOT NULL REFERENCES definitions,
    PRIMARY KEY (capture_id, position)
) WITHOUT ROWID;
CREATE INDEX capture_tools_by_hash ON capture_tools (input_hash);
CREATE TABLE yardsticks (
    yardstick_id INTEGER PRIMARY KEY,
    edition TEXT NOT NULL,
    judge TEXT NOT NULL,
    prompt TEXT NOT NULL,
    UNIQUE (edition, judge, prompt)
);
CREATE TABLE tool_verdicts (
    yardstick_id INTEGER NOT NULL REFERENCES yardsticks,
    input_hash TEXT NOT NULL,
    run INTEGER NOT NULL,
    answer TEXT NOT NULL,
    requests INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    judged_at INTEGER NOT NULL,
    PRIMARY KEY (yardstick_id, input_hash, run)
);
CREATE TABLE coherence_verdicts (
    yardstick_id INTEGER NOT NULL REFERENCES yardsticks,
    server TEXT NOT NULL,
    tool_set_hash TEXT NOT NULL,
    mean_tenths INTEGER NOT NULL,
    mean_tools INTEGER NOT NULL,
    answer TEXT NOT NULL,
    requests INTEGER NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    judged_at INTEGER NOT NULL,
    PRIMARY KEY (yardstick_id, server, tool_set_hash, mean_tenths, mean_tools)
);
CREATE TABLE tool_scores (
    yardstick_id INTEGER NOT NULL REFERENCES yardsticks,
    input_hash TEXT NOT NULL,
    runs INTEGER NOT NULL,
    tdqs INTEGER NOT NULL,
    purpose_clarity INTEGER NOT NULL,
    usage_guidelines INTEGER NOT NULL,
    behavioral_transparency INTEGER NOT NULL,
    parameter_semantics INTEGER NOT NULL,
    conciseness_structure INTEGER NOT NULL,
    contextual_completeness INTEGER NOT NULL,
    flags TEXT NOT NULL,
    score TEXT NOT NULL,
    scored_at INTEGER NOT NULL,
    PRIMARY KEY (yardstick_id, input_hash)
);
CREATE TABLE server_flags (
    yardstick_id INTEGER NOT NULL REFERENCES yardsticks,
    server_id INTEGER NOT NULL REFERENCES servers,
    tool TEXT NOT NULL,
    server_flags TEXT NOT NULL,
    PRIMARY KEY (yardstick_id, server_id, tool)
) WITHOUT ROWID;
CREATE TABLE judged_servers (
    yardstick_id INTEGER NOT NULL REFERENCES yardsticks,
    server_id INTEGER NOT NULL REFERENCES servers,
    tool_set_hash TEXT NOT NULL,
    mean_tenths INTEGER NOT NULL,
    mean_tools INTEGER NOT NULL,
    PRIMARY KEY (yardstick_id, server_id)
) WITHOUT ROWID;
CREATE TABLE signals (
    edition TEXT NOT NULL,
    input_hash TEXT NOT NULL,
    signals TEXT NOT NULL,
    PRIMARY KEY (edition, input_hash)
);
CREATE TABLE server_facts (
    server_id INTEGER NOT NULL REFERENCES servers,
    edition TEXT NOT NULL,
    capture_id INTEGER NOT NULL,
    tool_set_hash TEXT NOT NULL,
    candidates TEXT NOT NULL,
    PRIMARY KEY (server_id, edition)
) WITHOUT ROWID;
";

/// Who is at work on what, and what failed.
const WORK: &str = "
CREATE TABLE work (
    yardstick_id INTEGER NOT NULL REFERENCES yardsticks,
    subject TEXT NOT NULL,
    owner TEXT,
    leased_until INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    reason TEXT,
    failed_in TEXT,
    due_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (yardstick_id, subject)
) WITHOUT ROWID;
CREATE INDEX work_by_owner ON work (owner) WHERE owner IS NOT NULL;
";

/// The format of a file; 0 for one without tables.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Takes the steps from a format to another.
pub(super) fn migrate(transaction: &Transaction<'_>, from: u32, to: u32) -> rusqlite::Result<()> {
    for step in &STEPS[from as usize..to as usize] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", to)
}
