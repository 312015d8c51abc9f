//! Completeness: are there gaps in the tool surface?
//!
//! The domain is inferred from the resources that the tools create. Each of them needs four operations:
//! create, read, update and delete; a verb such as "set" counts for two of them, a "manage" for all.
//!
//! | score | of the operations those resources need, there are |
//! | --- | --- |
//! | 5 | 95% |
//! | 4 | 70% |
//! | 3 | 45% |
//! | 2 | less |
//! | 1 | no tool at all, or one whose name says nothing |
//!
//! A set that creates nothing shows no lifecycle with gaps in it. It gets 4, or 5 where each resource can be both
//! listed and got; 3 where a resource is updated or deleted but cannot be read, and for a single tool;
//! and 2 where half of the names say nothing, so that there is no domain to be seen.

use std::collections::HashMap;

use tdqs_rubric::Justified;

use super::listing::{Listed, Listing};
use crate::reason::{either, first_of, justified, listed};
use crate::text::{Operation, quoted};

/// Verbs that begin a life. Others create too, but nobody expects to update a reaction that was added.
const MAKERS: [&str; 8] = ["create", "define", "insert", "make", "new", "provision", "register", "upload"];

/// What can be done with a resource.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "one for each operation")]
struct Surface<'a> {
    resource: String,
    /// The first tool that updates or deletes it.
    changer: Option<&'a str>,
    managed: bool,
    create: bool,
    list: bool,
    get: bool,
    update: bool,
    delete: bool,
}

impl Surface<'_> {
    fn note(&mut self, operation: Operation) {
        match operation {
            Operation::List | Operation::Search => self.list = true,
            Operation::Get => self.get = true,
            Operation::Create => self.create = true,
            Operation::Write => (self.create, self.update) = (true, true), // "set" creates or replaces
            Operation::Update => self.update = true,
            Operation::Delete => self.delete = true,
            Operation::Vague => (self.create, self.list, self.update, self.delete) = (true, true, true, true),
            Operation::Examine
            | Operation::Derive
            | Operation::Send
            | Operation::Control
            | Operation::Run => {}
        }
    }

    /// Which of the two ways to read it are there.
    const fn reading_told(&self) -> &'static str {
        match (self.list, self.get) {
            (true, true) => "can be listed and got one by one",
            (true, false) => "can be listed but not got one by one",
            (false, true) => "can be got but not listed",
            (false, false) => "can be neither listed nor got",
        }
    }

    const fn reads(&self) -> bool {
        self.list || self.get
    }

    fn missing(&self) -> Vec<&'static str> {
        let operations = [
            (self.create, "create"),
            (self.reads(), "read"),
            (self.update, "update"),
            (self.delete, "delete"),
        ];
        operations.into_iter().filter(|(there, _)| !there).map(|(_, operation)| operation).collect()
    }
}

pub(super) fn score(listing: &Listing<'_>) -> Justified {
    let names = listing.names();
    let nameless: Vec<&str> =
        listing.tools.iter().filter(|tool| tool.is_nameless()).map(|tool| tool.name).collect();
    match listing.len() {
        0 => return justified(1, "The server lists no tools, so everything is missing.", "list a tool"),
        1 if nameless.len() == 1 => {
            return justified(
                1,
                format!("{} is the only tool, and its name tells of no domain.", quoted(names[0])),
                "name the domain and offer its operations",
            );
        }
        count if nameless.len() * 2 >= count => {
            let evidence = format!(
                "{} {} not say what {} on, so there is no domain whose coverage could be assessed.",
                first_of(&nameless, 3),
                if nameless.len() == 1 { "does" } else { "do" },
                if nameless.len() == 1 { "it acts" } else { "they act" }
            );
            return justified(2, evidence, "name the resource that each tool acts on");
        }
        1 => {
            return justified(
                3,
                format!(
                    "{} is the only tool, so whatever comes before or after it is missing.",
                    quoted(names[0])
                ),
                "offer the operations that go with it",
            );
        }
        _ => {}
    }
    let surfaces = surfaces(listing);
    let managed: Vec<&Surface<'_>> = surfaces.iter().filter(|surface| surface.managed).collect();
    if managed.is_empty() { without_lifecycle(&surfaces, &names) } else { of_lifecycles(&managed) }
}

fn surfaces<'a>(listing: &Listing<'a>) -> Vec<Surface<'a>> {
    let mut surfaces: Vec<Surface<'a>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for tool in &listing.tools {
        let Some(resource) = tool.head() else { continue };
        let place = *places.entry(resource.to_owned()).or_insert_with(|| {
            surfaces.push(Surface { resource: resource.replace('_', " "), ..Surface::default() });
            surfaces.len() - 1
        });
        surfaces[place].managed |= tool.verb.is_some_and(|verb| MAKERS.contains(&verb.base));
        for operation in operations(tool) {
            let surface = &mut surfaces[place];
            surface.note(operation);
            if surface.changer.is_none() && (surface.update || surface.delete) {
                surface.changer = Some(tool.name);
            }
        }
    }
    surfaces
}

/// What a tool does by its name, and by the verbs its description opens with: "create, update or delete".
fn operations(tool: &Listed<'_>) -> Vec<Operation> {
    let managing = tool.read.verb().filter(|(_, verb)| verb.base == "manage").map(|(_, verb)| verb.operation);
    let several = tool
        .description
        .lead
        .verbs
        .iter()
        .skip(1)
        .map(|verb| verb.operation)
        .filter(|operation| *operation != Operation::Vague);
    tool.operation()
        .filter(|operation| *operation != Operation::Vague)
        .into_iter()
        .chain(managing)
        .chain(several)
        .collect()
}

fn of_lifecycles(managed: &[&Surface<'_>]) -> Justified {
    let needed = managed.len() * 4;
    let lacking: usize = managed.iter().map(|surface| surface.missing().len()).sum();
    let offered = needed - lacking;
    let score = match 100 - lacking * 100 / needed {
        95.. => 5,
        70.. => 4,
        45.. => 3,
        _ => 2,
    };
    let resources: Vec<&str> = managed.iter().map(|surface| surface.resource.as_str()).collect();
    let evidence = format!(
        "The tools create {} and offer {} operations that {} (create, read, update and delete).",
        first_of(&resources, 3),
        if offered == needed { format!("all {needed}") } else { format!("{offered} of the {needed}") },
        if managed.len() == 1 { "it needs" } else { "these need" }
    );
    // The first of the resources that lack most.
    let worst = managed.iter().rev().max_by_key(|surface| surface.missing().len());
    let Some((surface, missing)) =
        worst.map(|surface| (surface, surface.missing())).filter(|(_, missing)| !missing.is_empty())
    else {
        return justified(score, evidence, "");
    };
    let resource = quoted(&surface.resource);
    let does: Vec<String> = missing.iter().map(|operation| format!("{operation}s")).collect();
    let others = managed.iter().filter(|surface| !surface.missing().is_empty()).count() > 1;
    justified(
        score,
        format!("{evidence} No tool {} {resource}.", either(&does)),
        format!(
            "let callers {} {resource}{}",
            listed(&missing),
            if others { ", and then fill the gaps of the other resources" } else { "" }
        ),
    )
}

fn without_lifecycle(surfaces: &[Surface<'_>], names: &[&str]) -> Justified {
    let mut blind = surfaces.iter().filter(|surface| !surface.reads());
    if let Some((surface, changer)) = blind.find_map(|surface| Some((surface, surface.changer?))) {
        let resource = quoted(&surface.resource);
        return justified(
            if surfaces.len() > 3 { 4 } else { 3 },
            format!(
                "{} changes or deletes {resource}, but no tool reads it, so a caller cannot see what is there.",
                quoted(changer)
            ),
            format!("add a tool that lists or gets {resource}"),
        );
    }
    let complete: Vec<&Surface<'_>> = surfaces.iter().filter(|surface| surface.list && surface.get).collect();
    if let Some(first) = complete.first().filter(|_| complete.len() * 2 >= surfaces.len()) {
        let evidence = match (surfaces.len(), quoted(&first.resource)) {
            (1, only) => format!(
                "The tools create no resource, and {only}, the only one they act on, can be both listed and got."
            ),
            (count, first) => format!(
                "The tools create no resource, and {} of the {count} they act on, such as {first}, can be both listed \
                 and got.",
                complete.len()
            ),
        };
        return justified(5, evidence, "");
    }
    let Some(open) = surfaces.iter().find(|surface| !(surface.list && surface.get)) else {
        let evidence = format!(
            "{} create no resource and name none, so there is no life cycle with gaps in it.",
            first_of(names, 3)
        );
        return justified(4, evidence, "name the resource that each tool acts on");
    };
    let resource = quoted(&open.resource);
    justified(
        4,
        format!(
            "The tools create no resource, so there is no life cycle with gaps in it, but {resource} {}.",
            open.reading_told()
        ),
        "let callers both list and get the resources",
    )
}
