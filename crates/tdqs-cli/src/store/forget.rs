//! `tdqs forget`

use anyhow::Result;
use tdqs_store::Registry;

use super::{counted, open, wait};
use crate::arguments::Forget;
use crate::outcome::Outcome;
use crate::output::Destination;
use crate::visible;

pub(crate) fn run(arguments: &Forget) -> Result<Outcome> {
    let store = open(&arguments.store)?;
    let mut outcome = Outcome::default();
    let mut forgotten = 0;
    for server in &arguments.servers {
        if wait(store.forget(server))?? {
            forgotten += 1;
        } else {
            outcome.fail(&format!("the store has no server `{}`", visible::line(server)));
        }
    }
    if forgotten > 0 {
        let forgotten = counted(forgotten, "server");
        let told = format!("{forgotten} forgotten; `tdqs ingest` takes one back with its scores\n");
        Destination::Standard.write(&told)?;
    }
    Ok(outcome)
}
