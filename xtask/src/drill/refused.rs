//! An endpoint that refuses the key, the account or the model: a sweep ends at once and says so.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::endpoint::{Behavior, Endpoint};
use super::{Site, TOOL_WORKERS};

const REFUSALS: [(u16, &str, &str); 4] = [
    (401, r#"{"error":{"message":"Incorrect API key provided"}}"#, "Incorrect API key provided"),
    (
        403,
        r#"{"error":{"message":"The project has no access to some-model"}}"#,
        "The project has no access to some-model",
    ),
    (
        404,
        r#"{"error":{"message":"The model some-model does not exist","code":"model_not_found"}}"#,
        "The model some-model does not exist",
    ),
    (
        429,
        r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#,
        "You exceeded your current quota",
    ),
];

pub(super) fn run(site: &Site<'_>) -> Result<()> {
    for (status, body, reason) in REFUSALS {
        let behavior = Behavior {
            delay: Duration::from_millis(5),
            refusal: Some((status, body)),
            ..Behavior::default()
        };
        let endpoint = Endpoint::start(behavior)?;
        let store = site.program.ingest(&format!("refused-{status}.sqlite"), site.registry)?;
        let begun = Instant::now();
        let output = site.program.sweep_once(&store, &endpoint, &[])?;
        let took = begun.elapsed();
        let said = String::from_utf8_lossy(&output.stderr);
        let calls = endpoint.log().calls();
        ensure!(output.status.code() == Some(2), "{status}: the sweep ended with {}", output.status);
        ensure!(said.contains("ended early") && said.contains(reason), "{status}: it said {said}");
        ensure!(
            calls <= TOOL_WORKERS as usize,
            "{status}: {calls} calls before the end, {TOOL_WORKERS} workers"
        );
        // Nothing is held and nothing rests: the next sweep, with a better key, begins where this one did.
        let mended = Endpoint::start(Behavior::default())?;
        site.program.sweep_to_the_end(&store, &mended, &[])?;
        site.expect_the_same_content(&store)?;
        println!(
            "refused: {status} ended the sweep after {calls} calls (bound {TOOL_WORKERS}) and {:.2} s: {}",
            took.as_secs_f64(),
            said.trim()
        );
    }
    Ok(())
}
