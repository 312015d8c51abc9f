//! Tools of several servers that have a name in common.

use std::collections::BTreeSet;

use crate::context::{NamedTool, ServersContext};
use crate::rules::set::listing::{RELATED, names};

/// Calls `found` for every tool whose `key` a tool of an earlier server has. Of several tools of one `owner` the first
/// stands for all: they are told apart, or not, by another rule.
pub(super) fn taken<'a, O: Ord>(
    servers: ServersContext<'a>,
    key: impl Fn(NamedTool<'a>) -> String,
    owner: impl Fn(NamedTool<'a>) -> O,
    mut found: impl FnMut(NamedTool<'a>, &str, Others<'_, 'a>),
) {
    let mut keyed: Vec<(String, NamedTool<'a>)> = servers.tools().map(|tool| (key(tool), tool)).collect();
    // Stable, so that the tools of a group stay in the order of the servers.
    keyed.sort_by(|left, right| left.0.cmp(&right.0));
    for group in keyed.chunk_by(|left, right| left.0 == right.0) {
        let [(key, _), _, ..] = group else { continue };
        let mut owners = BTreeSet::new();
        let firsts: Vec<NamedTool<'a>> =
            group.iter().map(|(_, tool)| *tool).filter(|tool| owners.insert(owner(*tool))).collect();
        for (at, tool) in firsts.iter().enumerate().skip(1) {
            found(*tool, key, Others { group: &firsts, but: at });
        }
    }
}

/// The tools of a group but one, the earlier servers' first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Others<'g, 'a> {
    group: &'g [NamedTool<'a>],
    but: usize,
}

impl<'g, 'a> Others<'g, 'a> {
    fn iter(self) -> impl ExactSizeIterator<Item = NamedTool<'a>> + use<'g, 'a> {
        (0..self.len()).map(move |at| self.group[if at < self.but { at } else { at + 1 }])
    }

    /// How many they are.
    pub(super) fn len(self) -> usize {
        self.group.len() - 1
    }

    /// The tools for a message, each behind its server: "`dock/seal` and `quay/seal`".
    pub(super) fn named(self) -> String {
        names(self.iter().map(|tool| format!("{}/{}", tool.server_name(), tool.name())))
    }

    /// As many of them as are worth a line each.
    pub(super) fn related(
        self,
        message: &'static str,
    ) -> impl Iterator<Item = (NamedTool<'a>, &'static str)> {
        self.iter().take(RELATED).map(move |tool| (tool, message))
    }
}
