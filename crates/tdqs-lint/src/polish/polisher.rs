//! Holding patches against the definitions of a file.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use tdqs_signals::json::{Json, Value};
use tdqs_signals::{ReadError, ToolSet};

use super::claims::Said;
use super::parameters::places;
use super::patch::Patch;
use super::{Refusal, question, words};
use crate::credit::Severity as CreditSeverity;
use crate::credit::contract::{Held, Options, Tool, score};
use crate::edit::{apply, splice};
use crate::fixing::{credit_tool, inner_pointer};
use crate::schema::elements;
use crate::text::{is_blank, restates, word_count};
use crate::tool_drafts::ToolDrafts;
use crate::{Edit, Linter, Severity};

/// Words that a text has at most.
const MAX_WORDS: usize = 200;

/// The definitions of a file while their texts are polished, one tool after the other.
#[derive(Debug)]
pub struct Polisher<'l> {
    text: Arc<str>,
    name: String,
    linter: &'l Linter,
    max_corrections: u32,
    sets: Vec<ToolSet>,
    /// By server.
    pub(super) found: Vec<Found>,
}

/// A tool of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolPlace {
    /// The place of its server in the file, from 0.
    pub server: usize,
    /// The place among the good tools of its server, from 0.
    pub tool: usize,
    /// Its name.
    pub name: String,
}

/// A patch that stood every check.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proposal {
    /// The tool.
    pub tool: ToolPlace,
    /// JSON pointers, within the tool, of what is new.
    pub pointers: Vec<String>,
    /// What the model says of its changes, unchecked.
    pub explanation: Option<String>,
    /// The Tool Credit Score before and afterwards.
    pub scores: (u8, u8),
    place: Range<usize>,
    tool_text: String,
    /// The file that it was held against.
    held_against: Arc<str>,
    /// What is found in the server afterwards.
    found: Found,
}

impl<'l> Polisher<'l> {
    /// How often refused answers about a tool are sent back, unless told otherwise.
    pub const DEFAULT_CORRECTIONS: u32 = 1;

    /// Reads a file. A server that has no name in it gets `name`.
    ///
    /// # Errors
    ///
    /// When the text holds no tools that can be read.
    pub fn new(text: &str, name: &str, linter: &'l Linter) -> Result<Self, ReadError> {
        let mut polisher = Self {
            text: Arc::default(),
            name: name.to_owned(),
            linter,
            max_corrections: Self::DEFAULT_CORRECTIONS,
            sets: Vec::new(),
            found: Vec::new(),
        };
        polisher.read(text)?;
        Ok(polisher)
    }

    /// Sets how often refused answers about a tool are sent back; 0 for never.
    #[must_use]
    pub fn with_max_corrections(self, corrections: u32) -> Self {
        Self { max_corrections: corrections, ..self }
    }

    fn read(&mut self, text: &str) -> Result<(), ReadError> {
        self.sets = ToolSet::parse_servers(text)?;
        let none = ToolDrafts::default();
        self.found = self.sets.iter().map(|set| self.found_in(set, none.clone())).collect();
        self.text = text.into();
        Ok(())
    }

    /// What is found in a server, once something was found in it before.
    fn found_in(&self, set: &ToolSet, mut drafts: ToolDrafts) -> Found {
        let server = set.server_name.as_deref().unwrap_or(&self.name);
        let report = self.linter.lint_again(server, set, &mut drafts);
        let mut counts = Counts::new();
        for finding in &report.findings {
            *counts.entry((finding.code, finding.rule, finding.severity)).or_default() += 1;
        }
        Found { counts, drafts }
    }

    /// The text as it is by now.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The good tools, in the order of the file.
    #[must_use]
    pub fn tools(&self) -> Vec<ToolPlace> {
        let of = |(server, set): (usize, &ToolSet)| -> Vec<ToolPlace> {
            let names = set.tools().iter().enumerate();
            names.map(|(tool, it)| ToolPlace { server, tool, name: it.name.clone() }).collect()
        };
        self.sets.iter().enumerate().flat_map(of).collect()
    }

    fn source(&self, tool: &ToolPlace) -> Option<&Json> {
        self.sets.get(tool.server)?.source(tool.tool)
    }

    /// What a model is sent of a tool: no `_meta`, no defaults, and of other tools the names alone. Empty for a tool
    /// that is not there.
    #[must_use]
    pub fn question(&self, tool: &ToolPlace) -> String {
        let Some(source) = self.source(tool) else { return String::new() };
        let others = self.sets.get(tool.server).map(|set| set.sibling_names(tool.tool)).unwrap_or_default();
        let around = inner_pointer(source.value());
        question::question(&credit_tool(source.value(), 0), around, &others)
    }

    /// Holds an answer against the tool.
    ///
    /// # Errors
    ///
    /// When it is refused, with the first reason.
    pub fn consider(&self, tool: &ToolPlace, answer: &str) -> Result<Proposal, Refusal> {
        let patch = Patch::read(answer)?;
        let missing = || Refusal::Unreadable(format!("there is no tool `{}`", tool.name));
        let source = self.source(tool).ok_or_else(missing)?;
        let around = inner_pointer(source.value());
        let before = credit_tool(source.value(), 0);
        let names = self.sets.get(tool.server).map(ToolSet::tools).unwrap_or_default();
        let names: Vec<&str> = names.iter().map(|tool| tool.name.as_str()).collect();
        let edits = Subject::of(source.value(), &before, around, &names).edits(&patch)?;
        if edits.is_empty() {
            return Err(Refusal::Nothing);
        }
        let tool_text = apply(source, &edits)?;
        let (after, _) = Json::parse_prefix(&tool_text.as_str().into(), 0)
            .map_err(|fault| Refusal::Unreadable(fault.message))?;
        if without_texts(source, around)? != without_texts(&after, around)? {
            return Err(Refusal::Structure);
        }
        let scores = compare_scores(&before, &credit_tool(after.value(), 0))?;
        let place = source.value().span();
        let found =
            self.compare_findings(tool.server, &splice(&self.text, [(place.clone(), tool_text.clone())]))?;
        let pointers = edits.iter().filter_map(|edit| match edit {
            Edit::Set { pointer, .. } | Edit::Insert { pointer, .. } => Some(pointer.clone()),
            _ => None,
        });
        Ok(Proposal {
            tool: tool.clone(),
            pointers: pointers.collect(),
            explanation: patch.explanation,
            scores,
            place,
            tool_text,
            held_against: Arc::clone(&self.text),
            found,
        })
    }

    /// What a model is told, behind its answer, when that was refused: why, and to answer again. At most as often as
    /// the polisher was told: `None` when `earlier` answers about the tool were sent back already, and when the answer
    /// changes nothing, which needs no other one.
    #[must_use]
    pub fn correction(&self, refusal: &Refusal, earlier: u32) -> Option<String> {
        let is_worth_it = *refusal != Refusal::Nothing && earlier < self.max_corrections;
        is_worth_it.then(|| question::correction(refusal))
    }

    /// Makes the changes of a proposal in the text.
    ///
    /// # Errors
    ///
    /// When the text cannot be read afterwards. Then it stays as it was.
    pub fn take(&mut self, proposal: &Proposal) -> Result<(), ReadError> {
        // Another proposal may have moved it.
        let place = self.source(&proposal.tool).map_or(proposal.place.clone(), |tool| tool.value().span());
        let text = splice(&self.text, [(place, proposal.tool_text.clone())]);
        let sets = ToolSet::parse_servers(&text)?;
        let at = proposal.tool.server;
        let (Some(set), true) = (sets.get(at), sets.len() == self.sets.len()) else {
            return self.read(&text);
        };
        let found = if Arc::ptr_eq(&self.text, &proposal.held_against) {
            proposal.found.clone()
        } else {
            self.found_in(set, self.drafts_of(at))
        };
        if let Some(before) = self.found.get_mut(at) {
            *before = found;
        }
        (self.sets, self.text) = (sets, text.into());
        Ok(())
    }

    fn drafts_of(&self, server: usize) -> ToolDrafts {
        self.found.get(server).map(|found| found.drafts.clone()).unwrap_or_default()
    }

    /// What the linter finds may not become more, at any severity together with those above it, and nothing grave may be
    /// new: no error, and nothing that speaks to a model or a grader. Texts of one server change nothing in
    /// another one, so only the server is looked at; in it, by rules about single tools, only the tool that is another,
    /// and by rules about sets everything.
    fn compare_findings(&self, server: usize, text: &str) -> Result<Found, Refusal> {
        let sets = ToolSet::parse_servers(text).map_err(|error| Refusal::Unreadable(error.to_string()))?;
        let set = sets.get(server).filter(|_| sets.len() == self.sets.len()).ok_or(Refusal::Structure)?;
        let found = self.found_in(set, self.drafts_of(server));
        let (none, new) = (Counts::new(), &found.counts);
        let old = self.found.get(server).map_or(&none, |found| &found.counts);
        let more = new.iter().filter(|(key, count)| *count > old.get(*key).unwrap_or(&0));
        let is_grave = |code: &str, severity| severity == Severity::Error || code.starts_with(SAFETY);
        if let Some(((_, rule, _), _)) =
            more.clone().find(|((code, _, severity), _)| is_grave(code, *severity))
        {
            return Err(Refusal::NewError((*rule).to_owned()));
        }
        let of_others: Vec<&Found> =
            self.found.iter().enumerate().filter(|(at, _)| *at != server).map(|(_, found)| found).collect();
        for severity in [Severity::Warning, Severity::Note] {
            let others: usize = of_others.iter().map(|found| up_to(&found.counts, severity)).sum();
            let (before, after) = (others + up_to(old, severity), others + up_to(new, severity));
            let newcomer = more.clone().find(|((.., of), _)| *of <= severity);
            if let Some(((_, rule, _), _)) = newcomer.filter(|_| after > before) {
                return Err(Refusal::MoreFindings { before, after, severity, rule: (*rule).to_owned() });
            }
        }
        Ok(found)
    }
}

/// How often each rule found something, by its code and name, and how grave that is.
type Counts = BTreeMap<(&'static str, &'static str, Severity), usize>;

/// How much was found of a severity and of graver ones.
fn up_to(counts: &Counts, severity: Severity) -> usize {
    counts.iter().filter(|((.., of), _)| *of <= severity).map(|(_, count)| count).sum()
}

/// The codes of the rules about safety begin so.
const SAFETY: &str = "TDQS5";

/// What the linter found in a server.
#[derive(Debug, Clone)]
pub(super) struct Found {
    counts: Counts,
    /// So that the next look is a short one.
    drafts: ToolDrafts,
}

/// By what was found. What is kept for the next look says nothing beyond that.
impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts
    }
}

impl Eq for Found {}

/// What texts are held against.
struct Subject<'s> {
    tool: Value<'s>,
    credit: &'s Tool<'s>,
    around: &'s str,
    /// Names of tools.
    names: &'s [&'s str],
    parameters: Vec<super::parameters::Place<'s>>,
    said: Said,
}

impl<'s> Subject<'s> {
    fn of(tool: Value<'s>, credit: &'s Tool<'s>, around: &'s str, names: &'s [&'s str]) -> Self {
        let parameters = credit.schema().map(|(key, schema)| places(schema, &format!("{around}/{key}")));
        let said = Said::of(tool, around);
        Self { tool, credit, around, names, parameters: parameters.unwrap_or_default(), said }
    }

    /// The edits that make a patch, once every text of it was looked at.
    fn edits(&self, patch: &Patch) -> Result<Vec<Edit>, Refusal> {
        let mut edits = Vec::new();
        if let Some(text) = &patch.description {
            self.add(format!("{}/description", self.around), text, &mut edits)?;
        }
        for (path, text) in &patch.parameters {
            if !self.parameters.iter().any(|parameter| parameter.pointer == *path) {
                return Err(Refusal::UnknownParameter(path.clone()));
            }
            self.add(format!("{path}/description"), text, &mut edits)?;
        }
        self.add_examples(&patch.examples, &mut edits)?;
        Ok(edits)
    }

    fn add(&self, pointer: String, text: &str, edits: &mut Vec<Edit>) -> Result<(), Refusal> {
        let old = self.tool.pointer(&pointer);
        if old.is_some_and(|old| old.is_str(text)) {
            return Ok(());
        }
        self.check(&pointer, text, old.and_then(Value::as_str).as_deref())?;
        let value = text.into();
        edits.push(if old.is_some() {
            Edit::Set { pointer, value }
        } else {
            Edit::Insert { pointer, value }
        });
        Ok(())
    }

    fn check(&self, pointer: &str, text: &str, old: Option<&str>) -> Result<(), Refusal> {
        let pointer = pointer.to_owned();
        if is_blank(text) {
            return Err(Refusal::Blank(pointer));
        }
        let words = word_count(text);
        if words > MAX_WORDS {
            return Err(Refusal::TooLong { pointer, words });
        }
        let control = text.chars().find(|character| character.is_control() && *character != '\n');
        if let Some(character) = control {
            return Err(Refusal::ControlCharacter { pointer, character });
        }
        let name = self.credit.name().unwrap_or_default();
        if let Some(found) = words::filler(text) {
            return Err(Refusal::Filler { pointer, found: format!("`{found}`") });
        }
        if pointer == format!("{}/description", self.around) && restates(text, &name) {
            return Err(Refusal::Filler { pointer, found: "it says what the name says".to_owned() });
        }
        // A word that the text had before claims nothing new.
        let had: Vec<&str> = old.map(words::names).unwrap_or_default();
        let is_known = |word: &&str| {
            self.names.contains(word)
                || self.parameters.iter().any(|parameter| parameter.name == **word)
                || had.contains(word)
        };
        if let Some(word) = words::names(text).into_iter().find(|word| !is_known(word)) {
            return Err(Refusal::UnknownName { pointer, word: word.to_owned() });
        }
        match self.said.unsupported(&self.without_names(text)) {
            Some(claim) => Err(Refusal::Claim { pointer, claim }),
            None => Ok(()),
        }
    }

    /// A text without the names in it: that another tool is called `get_v2` claims nothing.
    fn without_names(&self, text: &str) -> String {
        let names = words::names(text);
        let known = names.into_iter().filter(|word| self.names.contains(word));
        known.fold(text.to_owned(), |text, name| text.replace(name, ""))
    }

    /// New examples stand behind those that there are.
    fn add_examples(&self, examples: &[Json], edits: &mut Vec<Edit>) -> Result<(), Refusal> {
        if examples.is_empty() {
            return Ok(());
        }
        let no_schema = || Refusal::InvalidExample { index: 0, reason: "there is no schema".to_owned() };
        let (key, schema) = self.credit.schema().ok_or_else(no_schema)?;
        let held = Held::of(schema);
        for (index, example) in examples.iter().enumerate() {
            let reason = held.as_ref().map_or_else(
                || Some("the schema cannot be used to tell".to_owned()),
                |held| held.refusal_of(example.value()),
            );
            if let Some(reason) = reason {
                return Err(Refusal::InvalidExample { index, reason });
            }
        }
        let pointer = format!("{}/{key}/examples", self.around);
        let existing = self.tool.pointer(&pointer);
        let is_there = |example: &&Json| elements(existing).any(|own| own == example.value());
        let new = examples.iter().filter(|example| !is_there(example));
        let new: Vec<serde_json::Value> =
            new.filter_map(|it| serde_json::to_value(it.value()).ok()).collect();
        if new.is_empty() {
            return Ok(());
        }
        if existing.is_some() {
            let pointer = format!("{pointer}/-");
            edits.extend(new.into_iter().map(|value| Edit::Insert { pointer: pointer.clone(), value }));
        } else {
            edits.push(Edit::Insert { pointer, value: new.into() });
        }
        Ok(())
    }
}

/// A tool without the three kinds of text that a patch may change.
fn without_texts(tool: &Json, around: &str) -> Result<Json, Refusal> {
    let credit = credit_tool(tool.value(), 0);
    let mut pointers = vec![format!("{around}/description")];
    if let Some((key, schema)) = credit.schema() {
        let at = format!("{around}/{key}");
        pointers
            .extend(places(schema, &at).into_iter().map(|place| format!("{}/description", place.pointer)));
        pointers.push(format!("{at}/examples"));
    }
    pointers.retain(|pointer| tool.value().pointer(pointer).is_some());
    let edits: Vec<Edit> = pointers.into_iter().map(|pointer| Edit::Remove { pointer }).collect();
    let text = apply(tool, &edits)?;
    let read = Json::parse_prefix(&text.as_str().into(), 0);
    read.map(|(json, _)| json).map_err(|fault| Refusal::Unreadable(fault.message))
}

/// The Tool Credit Score may not fall, and have no new error.
fn compare_scores(before: &Tool<'_>, after: &Tool<'_>) -> Result<(u8, u8), Refusal> {
    let (before, after) = (score(before, &Options::default()), score(after, &Options::default()));
    let errors = |score: &crate::credit::ToolScore| -> Vec<&'static str> {
        let grave = score.findings.iter().filter(|finding| finding.severity == CreditSeverity::Error);
        grave.map(|finding| finding.rule.as_str()).collect()
    };
    let known = errors(&before);
    if let Some(rule) = errors(&after).into_iter().find(|rule| !known.contains(rule)) {
        return Err(Refusal::NewError(rule.to_owned()));
    }
    if after.score < before.score {
        return Err(Refusal::LowerScore { before: before.score, after: after.score });
    }
    Ok((before.score, after.score))
}
