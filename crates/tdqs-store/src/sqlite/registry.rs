//! The registry over SQLite: each question to the file that answers it.

use tdqs::SpecVersion;
use tdqs::rubric::{ServerFlag, ToolScore};
use tdqs::signals::InputHash;

use super::row::{self, new_yardstick_id, server_id};
use super::{SqliteStore, captures, counts, history, records, scores};
use crate::{
    Captured, CapturedServer, CapturedTool, CoherenceKey, Counts, Failing, History, Moment, Registry,
    ServerFacts, ServerRecord, StoreError, ToolRecord, ToolStanding, Yardstick, Yardsticks,
};

#[async_trait::async_trait]
impl Registry for SqliteStore {
    async fn capture(&self, server: CapturedServer, facts: ServerFacts) -> Result<Captured, StoreError> {
        self.actor.write(move |connection| captures::capture(connection, &server, &facts)).await
    }

    async fn forget(&self, server: &str) -> Result<bool, StoreError> {
        let server = server.to_owned();
        self.actor.write(move |connection| captures::forget(connection, &server)).await
    }

    async fn keep_tool_scores(
        &self,
        yardstick: &Yardstick,
        tools: Vec<ToolScore>,
        at: Moment,
    ) -> Result<(), StoreError> {
        let yardstick = yardstick.clone();
        self.actor
            .write(move |connection| {
                let by = new_yardstick_id(connection, &yardstick)?;
                tools.iter().try_for_each(|score| scores::keep_tool_score(connection, by, score, at))
            })
            .await
    }

    async fn keep_server_flags(
        &self,
        verdict: &CoherenceKey,
        flags: Vec<(String, Vec<ServerFlag>)>,
    ) -> Result<(), StoreError> {
        let verdict = verdict.clone();
        self.actor.write(move |connection| scores::keep_server_flags(connection, &verdict, &flags)).await
    }

    async fn definitions(
        &self,
        edition: SpecVersion,
        lacking_facts: bool,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Vec<CapturedTool>)>, StoreError> {
        let after = after.map(str::to_owned);
        self.actor
            .read(move |connection| {
                captures::definitions(connection, edition, lacking_facts, after.as_deref(), limit)
            })
            .await
    }

    async fn keep_facts(&self, server: &str, facts: ServerFacts) -> Result<(usize, bool), StoreError> {
        let server = server.to_owned();
        self.actor
            .write(move |connection| match server_id(connection, &server)? {
                Some(id) => captures::keep_facts(connection, id, &facts),
                None => Ok((0, false)),
            })
            .await
    }

    async fn yardsticks(&self) -> Result<(Vec<Yardstick>, Vec<Yardstick>), StoreError> {
        self.actor.read(row::yardsticks).await
    }

    async fn failing(&self) -> Result<Vec<Failing>, StoreError> {
        self.actor.read(counts::failing).await
    }

    async fn server_records(
        &self,
        by: &Yardsticks,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ServerRecord>, StoreError> {
        let (by, after) = (by.clone(), after.map(str::to_owned));
        self.actor
            .read(move |connection| records::server_records(connection, &by, after.as_deref(), limit))
            .await
    }

    async fn tool_records(&self, by: &Yardsticks, server: &str) -> Result<Vec<ToolRecord>, StoreError> {
        let (by, server) = (by.clone(), server.to_owned());
        self.actor.read(move |connection| records::tool_records(connection, &by, &server)).await
    }

    async fn standings(
        &self,
        by: &Yardstick,
        superseded: bool,
        after: Option<InputHash>,
        limit: usize,
    ) -> Result<Vec<(InputHash, u64, ToolStanding)>, StoreError> {
        let by = by.clone();
        self.actor.read(move |connection| records::standings(connection, &by, superseded, after, limit)).await
    }

    async fn history(&self, by: &Yardsticks, server: &str) -> Result<Option<History>, StoreError> {
        let (by, server) = (by.clone(), server.to_owned());
        self.actor.read(move |connection| history::history(connection, &by, server)).await
    }

    async fn counts(&self, by: &Yardsticks, runs: u32, now: Moment) -> Result<Counts, StoreError> {
        let by = by.clone();
        self.actor.read(move |connection| counts::counts(connection, &by, runs, now)).await
    }
}
