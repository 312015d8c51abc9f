//! A sweep that is killed again and again: what was finished stays, and is not asked again.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};

use super::endpoint::{Behavior, Endpoint};
use super::program::verdicts;
use super::{SERVER_WORKERS, Site, TOOL_WORKERS};

/// How long the endpoint may hear nothing new before a kill comes all the same: longer than a dead sweep's leases.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) fn run(site: &Site<'_>) -> Result<()> {
    let scale = site.scale;
    let endpoint = Endpoint::start(Behavior { delay: scale.delay, ..Behavior::default() })?;
    let store = site.program.ingest("kill.sqlite", site.registry)?;
    let mut chance = site.chance("kill");
    let delay = u32::try_from(scale.delay.as_millis())?;
    let begun = Instant::now();
    let mut kept = BTreeSet::new();
    let (mut seen, mut most_lost, mut killed) = (0, 0, 0);
    for moment in moments(site) {
        let mut sweep = site.program.begin_sweep(&store, &endpoint, &[], "kill")?;
        let waiting = Instant::now();
        while endpoint.different() < moment && waiting.elapsed() < PATIENCE && !sweep.has_ended()? {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis(chance.below(2 * delay).into()));
        ensure!(!sweep.has_ended()?, "the sweep was over before it could be killed");
        sweep.kill()?;
        killed += 1;
        let now = verdicts(&store)?;
        ensure!(kept.is_subset(&now), "{} verdicts are gone", kept.difference(&now).count());
        // What a killed program had sent may still be on its way to the log.
        sleep(scale.delay);
        let asked = &endpoint.log().asked[seen..];
        expect_none_again(asked, &kept)?;
        let lost = asked.iter().filter(|question| !now.contains(*question)).count();
        ensure!(
            lost <= TOOL_WORKERS as usize,
            "{lost} calls of one sweep left no verdict, and {TOOL_WORKERS} can be under way"
        );
        let lost_servers =
            asked.iter().filter(|asked| asked.starts_with("server:") && !now.contains(*asked)).count();
        ensure!(lost_servers <= SERVER_WORKERS as usize, "{lost_servers} servers were asked about in vain");
        most_lost = most_lost.max(lost);
        seen += asked.len();
        kept = now;
    }
    let killed_after = begun.elapsed();
    site.program.sweep_to_the_end(&store, &endpoint, &[])?;
    let log = endpoint.log();
    expect_none_again(&log.asked[seen..], &kept)?;
    let (tools, servers) = site.program.stale(&store)?;
    ensure!((tools, servers) == (0, 0), "{tools} tools and {servers} servers are left");
    site.expect_the_same_content(&store)?;
    let again = log.calls() - log.different();
    let at_most = killed * TOOL_WORKERS as usize;
    ensure!(again <= at_most, "{again} calls were repeated, and {at_most} can have been under way");
    println!(
        "kill: {killed} kills in {:.1} s, done after {:.1} s; {} verdicts at the last kill, all there and none asked \
         again; {} calls for {} questions, {again} repeated (at most {most_lost} lost a kill, bound {TOOL_WORKERS}); \
         content equal to an undisturbed sweep",
        killed_after.as_secs_f64(),
        begun.elapsed().as_secs_f64(),
        kept.len(),
        log.calls(),
        site.registry.questions(),
    );
    Ok(())
}

/// After how many different questions each kill comes: most while tools are judged, of many some while servers are.
fn moments(site: &Site<'_>) -> Vec<usize> {
    let mut chance = site.chance("moments");
    let among_servers = site.scale.kills / 6;
    let (tools, servers) = (site.scale.tools, site.scale.servers);
    let mut moments: Vec<usize> = (0..site.scale.kills)
        .map(|number| {
            let of_servers = number < among_servers;
            // The last tenth of the servers is left, so that every kill finds something to interrupt.
            let moment =
                if of_servers { tools + chance.below(servers * 9 / 10) } else { chance.below(tools) };
            moment as usize
        })
        .collect();
    moments.sort_unstable();
    moments
}

fn expect_none_again(asked: &[String], kept: &BTreeSet<String>) -> Result<()> {
    match asked.iter().find(|question| kept.contains(*question)) {
        Some(question) => bail!("{question} was asked again, and its verdict is in the store"),
        None => Ok(()),
    }
}
