//! The loop: look, edit, look again.

use tdqs_signals::json::Json;
use tdqs_signals::{ReadError, ToolSet};

use super::guard::Kept;
use super::proposal::Proposal;
use super::rename::renaming;
use super::tool::sources;
use super::{FixOptions, FixTier, FixedText, MadeChange, RefusedChange, credit, tokens};
use crate::edit::{apply, splice};
use crate::tool_drafts::ToolDrafts;
use crate::{Edit, Linter};

/// How often a text is looked at before fixes that call for each other are left alone.
pub const MAX_ROUNDS: usize = 10;

/// Fixes the tools of a text, in any shape that [`ToolSet`] reads. A server that has no name in it gets `name`.
///
/// A tool that cannot be fixed stays as it is, and so do entries that are no tools. The text that comes out is read as
/// as many tools as the one that went in.
///
/// # Errors
///
/// When the text holds no tools that can be read.
pub fn fix_text(
    text: &str,
    name: &str,
    linter: &Linter,
    options: FixOptions,
) -> Result<FixedText, ReadError> {
    let mut sets = ToolSet::parse_servers(text)?;
    let mut fixed = FixedText {
        text: text.to_owned(),
        changes: Vec::new(),
        refused: Vec::new(),
        renamings: Vec::new(),
        rounds: 0,
        is_settled: false,
    };
    if options.rename {
        sets = rename(sets, name, options, &mut fixed)?;
    }
    let mut looks: Vec<LastLook> = sets.iter().map(|_| LastLook::default()).collect();
    while fixed.rounds < MAX_ROUNDS && !fixed.is_settled {
        fixed.rounds += 1;
        fixed.refused.clear();
        let made_before = fixed.changes.len();
        let mut round = Round { options, fixed: &mut fixed, pieces: Vec::new() };
        for (set, last) in sets.iter().zip(&mut looks) {
            round.fix_set(set.server_name.as_deref().unwrap_or(name), set, linter, last);
        }
        let pieces = std::mem::take(&mut round.pieces);
        if pieces.is_empty() {
            fixed.is_settled = true;
            break;
        }
        let text = splice(&fixed.text, pieces);
        // A text that would be read otherwise is not given out, and what would have been changed in it is not told.
        let Some(next) = ToolSet::parse_servers(&text).ok().filter(|next| is_alike(&sets, next)) else {
            fixed.changes.truncate(made_before);
            break;
        };
        (fixed.text, sets) = (text, next);
    }
    Ok(fixed)
}

/// Whether two readings hold the same tools, and as many entries that are none.
fn is_alike(before: &[ToolSet], after: &[ToolSet]) -> bool {
    let names = |sets: &[ToolSet]| -> Vec<(Vec<String>, usize)> {
        let of = |set: &ToolSet| set.tools().iter().map(|tool| tool.name.clone()).collect();
        sets.iter().map(|set| (of(set), set.rejected.len())).collect()
    };
    names(before) == names(after)
}

/// Gives the tools of every server their new names, at once.
fn rename(
    sets: Vec<ToolSet>,
    name: &str,
    options: FixOptions,
    fixed: &mut FixedText,
) -> Result<Vec<ToolSet>, ReadError> {
    let mut pieces = Vec::new();
    for set in &sets {
        let server = set.server_name.as_deref().unwrap_or(name);
        let (renaming, edits) = renaming(server, set);
        for (place, edit) in edits {
            let (Some(source), Some(tool)) = (set.source(place), set.tools().get(place)) else { continue };
            let Ok(text) = apply(source, std::slice::from_ref(&edit)) else { continue };
            pieces.push((source.value().span(), text));
            let Edit::Set { pointer, value } = &edit else { continue };
            let proposal = Proposal {
                rule: crate::credit::Rule::NameNotSnakeCase.as_str().to_owned(),
                title: format!("call the tool {value}"),
                pointer: pointer.clone(),
                tier: FixTier::Rename,
                edits: vec![edit],
            };
            fixed.changes.extend(changes(server, &tool.name, source, &[&proposal], options));
        }
        if !renaming.renamed.is_empty() || !renaming.refused.is_empty() {
            fixed.renamings.push(renaming);
        }
    }
    if pieces.is_empty() {
        return Ok(sets);
    }
    fixed.text = splice(&fixed.text, pieces);
    ToolSet::parse_servers(&fixed.text)
}

/// What the last look at the tools of a server came to.
#[derive(Debug, Default)]
struct LastLook {
    drafts: ToolDrafts,
    /// By the places of the tools; `None` for those that were changed.
    tools: Vec<Option<Settled>>,
}

/// A tool that is as it is whatever is proposed for it.
#[derive(Debug)]
struct Settled {
    text: String,
    of_credit: Vec<Proposal>,
    of_rules: Vec<Proposal>,
    refused: Vec<RefusedChange>,
}

impl LastLook {
    fn settled(&self) -> impl Iterator<Item = &Settled> {
        self.tools.iter().flatten()
    }

    /// Whether it was at the very tools of a set, and changed none.
    fn is_of(&self, set: &ToolSet) -> bool {
        let texts = sources(set).map(|(_, source)| source.value().literal());
        !self.tools.is_empty()
            && self.tools.iter().all(Option::is_some)
            && self.settled().map(|settled| settled.text.as_str()).eq(texts)
    }
}

/// One look at everything.
struct Round<'f> {
    options: FixOptions,
    fixed: &'f mut FixedText,
    /// The new texts of tools, for their places.
    pieces: Vec<(std::ops::Range<usize>, String)>,
}

impl Round<'_> {
    fn fix_set(&mut self, server: &str, set: &ToolSet, linter: &Linter, last: &mut LastLook) {
        // Where no tool changed, rules find and propose what they did, and it comes to nothing again.
        if last.is_of(set) {
            self.fixed.refused.extend(last.settled().flat_map(|settled| settled.refused.iter().cloned()));
            return;
        }
        let mut by_tool: Vec<Vec<Proposal>> = vec![Vec::new(); set.tools().len()];
        for finding in &linter.lint_again(server, set, &mut last.drafts).findings {
            let of_tool = by_tool.get_mut(finding.location.tool_index);
            if let (Some(of_tool), Some(proposal)) = (of_tool, Proposal::of(finding, self.options)) {
                of_tool.push(proposal);
            }
        }
        last.tools.resize_with(set.tools().len(), || None);
        for (place, source) in sources(set) {
            let of_rules = by_tool.get_mut(place).map(std::mem::take).unwrap_or_default();
            let Some(last) = last.tools.get_mut(place) else { continue };
            let known = last.take().filter(|settled| settled.text == source.value().literal());
            let of_credit = match known {
                Some(settled) if settled.of_rules == of_rules => {
                    self.fixed.refused.extend(settled.refused.iter().cloned());
                    *last = Some(settled);
                    continue;
                }
                Some(settled) => settled.of_credit,
                None => credit::proposals(server, source, linter, self.options),
            };
            let refused = self.fixed.refused.len();
            match self.fix_by(server, &set.tools()[place].name, source, &of_credit, &of_rules) {
                Some(text) => self.pieces.push((source.value().span(), text)),
                None => {
                    *last = Some(Settled {
                        text: source.value().literal().to_owned(),
                        of_credit,
                        of_rules,
                        refused: self.fixed.refused.get(refused..).unwrap_or_default().to_vec(),
                    });
                }
            }
        }
    }

    /// Makes what is proposed for a tool by the Tool Credit Score and by lint rules. Gives the tool's new text.
    fn fix_by(
        &mut self,
        server: &str,
        name: &str,
        source: &Json,
        of_credit: &[Proposal],
        of_rules: &[Proposal],
    ) -> Option<String> {
        let mut all = of_credit.to_vec();
        // The changes of the one fixer build on each other; those of rules each stand for themselves.
        for proposal in of_rules {
            if !all.iter().any(|earlier| earlier.meets(proposal)) {
                all.push(proposal.clone());
            }
        }
        if all.is_empty() { None } else { self.fix_tool(server, name, source, &all, of_credit.len()) }
    }

    /// Makes all of the proposals, or else each one that can be made. Gives the tool's new text.
    fn fix_tool(
        &mut self,
        server: &str,
        name: &str,
        source: &Json,
        proposals: &[Proposal],
        first: usize,
    ) -> Option<String> {
        let before = Kept::of(source);
        let all: Vec<&Proposal> = proposals.iter().collect();
        if let Ok(text) = attempt(source, &before, &all) {
            if text == source.value().literal() {
                return None;
            }
            self.fixed.changes.extend(changes(server, name, source, &all, self.options));
            return Some(text);
        }
        let (mut taken, mut last, mut has_failed) = (Vec::new(), None, false);
        for (number, proposal) in proposals.iter().enumerate() {
            // Those that build on a failed one have lost their ground.
            if has_failed && number < first {
                continue;
            }
            taken.push(proposal);
            match attempt(source, &before, &taken) {
                Ok(text) => last = Some(text),
                Err(reason) => {
                    taken.pop();
                    self.fixed.refused.push(RefusedChange { change: change(server, name, proposal), reason });
                    has_failed = true;
                }
            }
        }
        let text = last.filter(|text| text != source.value().literal())?;
        self.fixed.changes.extend(changes(server, name, source, &taken, self.options));
        Some(text)
    }
}

fn change(server: &str, tool: &str, proposal: &Proposal) -> MadeChange {
    MadeChange {
        server: server.to_owned(),
        tool: tool.to_owned(),
        pointer: proposal.pointer.clone(),
        rule: proposal.rule.clone(),
        title: proposal.title.clone(),
        tier: proposal.tier,
        tokens: None,
    }
}

/// What was made of a tool, each with its tokens where they are asked for.
fn changes(
    server: &str,
    tool: &str,
    source: &Json,
    made: &[&Proposal],
    options: FixOptions,
) -> Vec<MadeChange> {
    let mut changes: Vec<MadeChange> = made.iter().map(|proposal| change(server, tool, proposal)).collect();
    if let Some(tokenizer) = options.tokenizer {
        for (change, tokens) in changes.iter_mut().zip(tokens::of_changes(source, made, tokenizer)) {
            change.tokens = tokens;
        }
    }
    changes
}

/// The text of a tool with proposals made, or why it cannot stand.
fn attempt(source: &Json, before: &Kept, proposals: &[&Proposal]) -> Result<String, String> {
    let edits: Vec<Edit> = proposals.iter().flat_map(|proposal| proposal.edits.iter().cloned()).collect();
    let text = apply(source, &edits).map_err(|error| error.to_string())?;
    let is_safe = proposals.iter().all(|proposal| proposal.tier == FixTier::Safe);
    let tier = if is_safe { FixTier::Safe } else { FixTier::Tighten };
    let (json, _) =
        Json::parse_prefix(&text.as_str().into(), 0).map_err(|_| "it could not be read".to_owned())?;
    before.refusal(&Kept::of(&json), tier).map_or(Ok(text), |reason| Err(reason.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proposal(rule: &str, edit: Edit) -> Proposal {
        Proposal {
            rule: rule.to_owned(),
            title: String::new(),
            pointer: String::new(),
            tier: FixTier::Safe,
            edits: vec![edit],
        }
    }

    #[test]
    fn one_change_that_cannot_stand_does_not_keep_the_others_from_being_made() {
        let text = r#"{"name": "get_crate", "title": "a", "inputSchema": {"properties": {"n": {"type": "string"}}}}"#;
        let set = |pointer: &str, value: &str| Edit::Set { pointer: pointer.to_owned(), value: value.into() };
        let proposals = [
            proposal("title", set("/title", "b")),
            proposal("gone", Edit::Remove { pointer: "/gone".to_owned() }),
            proposal(
                "parameter",
                Edit::Rename { pointer: "/inputSchema/properties/n".to_owned(), key: "m".to_owned() },
            ),
            proposal("type", set("/inputSchema/properties/n/type", "integer")),
            proposal("name", set("/name", "get_box")),
        ];
        let mut fixed = FixedText {
            text: String::new(),
            changes: Vec::new(),
            refused: Vec::new(),
            renamings: Vec::new(),
            rounds: 0,
            is_settled: false,
        };
        let mut round = Round { options: FixOptions::default(), fixed: &mut fixed, pieces: Vec::new() };
        let source = Json::parse(text).unwrap();
        let made = round.fix_tool("dock", "get_crate", &source, &proposals, 0);
        assert_eq!(made, Some(text.replace("\"a\"", "\"b\"")));
        assert_eq!(fixed.changes.len(), 1);
        let refused: Vec<(&str, &str)> =
            fixed.refused.iter().map(|it| (it.change.rule.as_str(), it.reason.as_str())).collect();
        assert_eq!(
            refused,
            [
                ("gone", "`/gone` leads to nothing in the tool"),
                ("parameter", "the tool would have other parameters"),
                ("type", "something would have another type"),
                ("name", "the tool would be called otherwise"),
            ]
        );
    }
}
