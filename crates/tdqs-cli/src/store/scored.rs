//! What `tdqs score` leaves in a store beside the verdicts: the definitions and what was made of them.

use anyhow::Result;
use tdqs::rubric::MeanTdqs;
use tdqs::{PreparedServer, ScoreReport, ToolSet};
use tdqs_store::{
    CapturedServer, Clock, CoherenceKey, Registry, ServerFacts, SqliteStore, Yardsticks, server_flags,
};

use crate::source::Server;

/// Keeps a server as it was read and as it was scored. `is_whole` says that every tool was looked at.
pub(crate) async fn keep(
    store: &SqliteStore,
    clock: &Clock,
    server: &Server,
    report: &ScoreReport,
    is_whole: bool,
) -> Result<()> {
    let set: &ToolSet = &server.set;
    let by = Yardsticks::of(&report.judge, report.spec_version);
    let prepared = PreparedServer::new(&server.name, set, report.spec_version);
    if !set.is_incomplete() {
        let captured = CapturedServer::of(&server.name, server.origin(), set, clock.stamp());
        store.capture(captured, ServerFacts::of(&prepared)).await?;
    }
    store.keep_tool_scores(&by.tools, report.tools.clone(), clock.stamp()).await?;
    if is_whole && report.server_score.coherence_summary.is_some() {
        let mean = MeanTdqs::of(report.tools.iter().map(|tool| tool.tdqs));
        let listed = prepared.listed();
        let key = CoherenceKey::of(by.sets, &prepared.set_question(&listed, mean));
        let names = set.tools().iter().map(|tool| tool.name.as_str());
        let flags = server_flags(names, &report.server_score.shadowing_risks);
        store.keep_server_flags(&key, flags).await?;
    }
    Ok(())
}
