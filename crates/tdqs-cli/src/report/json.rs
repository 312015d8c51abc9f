//! JSON: one report as it is, several as an array.

use anyhow::Result;
use tdqs::ScoreReport;

use crate::visible;

pub(crate) fn json(reports: &[ScoreReport]) -> Result<String> {
    let text = match reports {
        [report] => serde_json::to_string_pretty(report)?,
        reports => serde_json::to_string_pretty(reports)?,
    };
    Ok(format!("{}\n", visible::json(&text)))
}
