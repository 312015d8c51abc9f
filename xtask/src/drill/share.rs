//! Two sweeps on one store: they share the work, repeat none of it, and one finishes what the other leaves.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::endpoint::{Behavior, Endpoint};
use super::{Site, TOOL_WORKERS};

pub(super) fn run(site: &Site<'_>) -> Result<()> {
    together(site)?;
    one_dies(site)
}

fn together(site: &Site<'_>) -> Result<()> {
    let endpoint = Endpoint::start(Behavior { delay: site.scale.delay, ..Behavior::default() })?;
    let store = site.program.ingest("share.sqlite", site.registry)?;
    let begun = Instant::now();
    let sweeps = [
        site.program.begin_sweep(&store, &endpoint, &[], "share-1")?,
        site.program.begin_sweep(&store, &endpoint, &[], "share-2")?,
    ];
    let mut asked = Vec::new();
    for sweep in sweeps {
        asked.push(questions(&sweep.finish()?)?);
    }
    let log = endpoint.log();
    ensure!(
        log.calls() == site.registry.questions(),
        "{} calls for {} questions",
        log.calls(),
        site.registry.questions()
    );
    ensure!(asked.iter().sum::<usize>() == log.calls(), "the sweeps say {asked:?} and {} came", log.calls());
    ensure!(asked.iter().all(|asked| *asked > 0), "one of the sweeps did nothing");
    site.expect_the_same_content(&store)?;
    println!(
        "share: two sweeps at once asked {} and {} questions in {:.1} s, none twice; content equal to an undisturbed \
         sweep",
        asked[0],
        asked[1],
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

fn one_dies(site: &Site<'_>) -> Result<()> {
    let endpoint = Endpoint::start(Behavior { delay: site.scale.delay, ..Behavior::default() })?;
    let store = site.program.ingest("share-and-die.sqlite", site.registry)?;
    let begun = Instant::now();
    let survivor = site.program.begin_sweep(&store, &endpoint, &[], "survivor")?;
    let mut victim = site.program.begin_sweep(&store, &endpoint, &[], "victim")?;
    while endpoint.different() < site.registry.questions() / 2 {
        ensure!(!victim.has_ended()?, "the sweep was over before it could be killed");
        sleep(Duration::from_millis(1));
    }
    victim.kill()?;
    let killed_after = begun.elapsed();
    survivor.finish()?;
    let (tools, servers) = site.program.stale(&store)?;
    ensure!((tools, servers) == (0, 0), "the survivor left {tools} tools and {servers} servers");
    site.expect_the_same_content(&store)?;
    let log = endpoint.log();
    let again = log.calls() - log.different();
    ensure!(again <= TOOL_WORKERS as usize, "{again} calls were repeated, and {TOOL_WORKERS} were under way");
    println!(
        "share: one of two killed halfway, after {:.1} s; the other was through after {:.1} s and repeated {again} \
         calls (bound {TOOL_WORKERS}); content equal to an undisturbed sweep",
        killed_after.as_secs_f64(),
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

/// How many questions a sweep says it asked.
fn questions(said: &str) -> Result<usize> {
    let (before, _) = said.split_once(" question").with_context(|| format!("no questions in: {said}"))?;
    let number = before.rsplit(' ').next().unwrap_or_default();
    number.parse().with_context(|| format!("no number of questions in: {said}"))
}
