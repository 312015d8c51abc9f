//! How long a sweep takes beside the best that its workers could do.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::endpoint::{Behavior, Endpoint};
use super::{SERVER_WORKERS, Site, TOOL_WORKERS};

const DELAY: Duration = Duration::from_millis(50);

/// What may come on top of waiting for the endpoint: prompts, reading answers, and every verdict on the disk.
const BOUND: f64 = 1.15;

pub(super) fn run(site: &Site<'_>) -> Result<()> {
    let endpoint = Endpoint::start(Behavior { delay: DELAY, ..Behavior::default() })?;
    let store = site.program.ingest("ideal.sqlite", site.registry)?;
    let begun = Instant::now();
    site.program.sweep_to_the_end(&store, &endpoint, &[])?;
    let took = begun.elapsed();
    site.expect_the_same_content(&store)?;
    let rounds = site.scale.tools.div_ceil(TOOL_WORKERS) + site.scale.servers.div_ceil(SERVER_WORKERS);
    let ideal = DELAY * rounds;
    let ratio = took.as_secs_f64() / ideal.as_secs_f64();
    println!(
        "ideal: {} calls of {} ms in {:.2} s, ideal {:.2} s: {ratio:.3} (bound {BOUND})",
        endpoint.log().calls(),
        DELAY.as_millis(),
        took.as_secs_f64(),
        ideal.as_secs_f64(),
    );
    // A machine that others share says nothing of the program's speed.
    ensure!(site.scale.is_quick || ratio <= BOUND, "the ratio {ratio:.3} is above {BOUND}");
    Ok(())
}
