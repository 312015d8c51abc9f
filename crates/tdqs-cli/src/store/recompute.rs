//! `tdqs recompute`

use anyhow::Result;
use tdqs::{PreparedServer, ToolDefinition, ToolSet};
use tdqs_store::{Registry, ServerFacts};

use super::{PAGE, counted, open, wait};
use crate::arguments::Recompute;
use crate::outcome::Outcome;
use crate::output::Destination;
use crate::visible;

pub(crate) fn run(arguments: &Recompute) -> Result<Outcome> {
    let store = open(&arguments.store)?;
    let mut outcome = Outcome::default();
    let (mut servers, mut tools, mut changed_tools, mut changed_sets) = (0, 0, 0, 0);
    let mut after: Option<String> = None;
    loop {
        let page = wait(store.definitions(arguments.spec, false, after.as_deref(), PAGE))??;
        let Some((last, _)) = page.last() else { break };
        after = Some(last.clone());
        for (name, captured) in &page {
            let mut definitions = Vec::with_capacity(captured.len());
            for tool in captured {
                match ToolDefinition::from_json(&tool.definition) {
                    Ok(definition) => definitions.push(definition),
                    Err(error) => outcome.fail(&format!(
                        "server `{}`, tool `{}`: the stored definition cannot be read: {error}",
                        visible::line(name),
                        visible::line(&tool.name)
                    )),
                }
            }
            let set = ToolSet::new(Some(name.clone()), definitions);
            let facts = ServerFacts::of(&PreparedServer::new(name, &set, arguments.spec));
            let (changed, is_other_set) = wait(store.keep_facts(name, facts))??;
            servers += 1;
            tools += captured.len() as u64;
            changed_tools += changed as u64;
            changed_sets += u64::from(is_other_set);
        }
    }
    Destination::Standard.write(&format!(
        "{} on {}: signals of {} changed; {} to be judged as a whole again\n",
        counted(tools, "tool"),
        counted(servers, "server"),
        counted(changed_tools, "definition"),
        counted(changed_sets, "server")
    ))?;
    Ok(outcome)
}
