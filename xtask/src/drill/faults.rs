//! An endpoint that spoils three answers in ten: sweeps come to an end, and for no more calls than they may make.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::Site;
use super::endpoint::{Behavior, Endpoint};

const SPOILED_PERCENT: u32 = 30;

/// Sweeps after which everything has to be scored. That a question fails so often has a chance of 0.3 to the 40th.
const SWEEPS: usize = 40;

/// A rest after the second failure, short for a drill; the wait between sweeps is longer than what a busy endpoint asks
/// for.
const OPTIONS: [&str; 4] = ["--timeout", "1", "--backoff", "10ms"];
const BETWEEN: Duration = Duration::from_millis(1_100);

pub(super) fn run(site: &Site<'_>) -> Result<()> {
    let endpoint = Endpoint::start(Behavior {
        delay: Duration::from_millis(5),
        spoiled_percent: SPOILED_PERCENT,
        silence: Duration::from_millis(1_500),
        seed: site.seed,
        ..Behavior::default()
    })?;
    let store = site.program.ingest("faults.sqlite", site.registry)?;
    let begun = Instant::now();
    let (mut sweeps, mut bound) = (Vec::new(), 0);
    loop {
        let (tools, servers) = site.program.stale(&store)?;
        if (tools, servers) == (0, 0) {
            break;
        }
        ensure!(sweeps.len() < SWEEPS, "{tools} tools and {servers} servers are left after {SWEEPS} sweeps");
        let before = endpoint.log().calls();
        let output = site.program.sweep_once(&store, &endpoint, &OPTIONS)?;
        let asked = &endpoint.log().asked[before..];
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(!said.contains("ended early"), "a sweep ended early: {said}");
        let different = asked.iter().collect::<BTreeSet<_>>().len();
        ensure!(
            different == asked.len(),
            "{} questions were asked twice in a sweep",
            asked.len() - different
        );
        // A server that was judged without a tool that had failed too often is stale again once that is scored.
        let rows = tools + (servers + tools).min(site.registry.servers as usize);
        ensure!(asked.len() <= rows, "{} calls for {rows} rows that are or become stale", asked.len());
        bound += rows;
        sweeps.push(asked.len());
        sleep(BETWEEN);
    }
    site.expect_the_same_content(&store)?;
    let log = endpoint.log();
    let spoiled: usize = log.spoiled.values().sum();
    let kinds: Vec<String> = log.spoiled.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    println!(
        "faults: {spoiled} of {} answers spoiled ({}); complete after {} sweeps ({sweeps:?} calls) and {:.1} s; {} calls \
         for {} questions, none twice in a sweep, bound {bound} (one a stale row and sweep); content equal to an undisturbed sweep",
        log.calls(),
        kinds.join(", "),
        sweeps.len(),
        begun.elapsed().as_secs_f64(),
        log.calls(),
        site.registry.questions(),
    );
    Ok(())
}
