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
use crate::reason::{justified, listed};
use crate::text::{Operation, quoted};

/// Verbs that begin a life. Others create too, but nobody expects to update a reaction that was added.
const MAKERS: [&str; 8] = ["create", "define", "insert", "make", "new", "provision", "register", "upload"];

/// What can be done with a resource.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "one for each operation")]
struct Surface {
    resource: String,
    managed: bool,
    create: bool,
    list: bool,
    get: bool,
    update: bool,
    delete: bool,
}

impl Surface {
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
    let names: Vec<String> = listing.tools.iter().take(3).map(|tool| quoted(tool.name)).collect();
    let nameless = listing.tools.iter().filter(|tool| tool.is_nameless()).count();
    match listing.len() {
        0 => return justified(1, "The server lists no tools, so everything is missing.", "list a tool"),
        1 if nameless == 1 => {
            return justified(
                1,
                format!("{} is all there is, and it names no domain.", names[0]),
                "name the domain and offer its operations",
            );
        }
        count if nameless * 2 >= count => {
            let evidence = format!("{} name no domain whose coverage could be assessed.", listed(&names));
            return justified(2, evidence, "name the resource that each tool acts on");
        }
        1 => {
            return justified(
                3,
                format!("{} is all there is, so whatever comes before or after it is missing.", names[0]),
                "offer the operations that go with it",
            );
        }
        _ => {}
    }
    let surfaces = surfaces(listing);
    let managed: Vec<&Surface> = surfaces.iter().filter(|surface| surface.managed).collect();
    if managed.is_empty() { without_lifecycle(&surfaces, &names) } else { of_lifecycles(&managed) }
}

fn surfaces(listing: &Listing<'_>) -> Vec<Surface> {
    let mut surfaces: Vec<Surface> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for tool in &listing.tools {
        let Some(resource) = tool.head() else { continue };
        let place = *places.entry(resource.to_owned()).or_insert_with(|| {
            surfaces.push(Surface { resource: resource.replace('_', " "), ..Surface::default() });
            surfaces.len() - 1
        });
        surfaces[place].managed |= tool.verb.is_some_and(|verb| MAKERS.contains(&verb.base));
        for operation in operations(tool) {
            surfaces[place].note(operation);
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

fn of_lifecycles(managed: &[&Surface]) -> Justified {
    let missing: usize = managed.iter().map(|surface| surface.missing().len()).sum();
    let percent = 100 - missing * 100 / (managed.len() * 4);
    let score = match percent {
        95.. => 5,
        70.. => 4,
        45.. => 3,
        _ => 2,
    };
    let resources = match managed {
        [_] => "The one resource that tools create offers".to_owned(),
        _ => format!("The {} resources that tools create offer", managed.len()),
    };
    let evidence = format!("{resources} {percent}% of the operations create, read, update and delete.");
    // The first of the resources that lack most.
    let worst = managed.iter().rev().max_by_key(|surface| surface.missing().len());
    match worst.map(|surface| (quoted(&surface.resource), surface.missing())) {
        Some((resource, missing)) if !missing.is_empty() => justified(
            score,
            format!("{evidence} {resource} has no {}.", missing.join(", no ")),
            format!("let callers {} what they can create, beginning with {resource}", listed(&missing)),
        ),
        Some((resource, _)) => justified(score, format!("{evidence} {resource} has all four."), ""),
        None => justified(score, evidence, ""),
    }
}

fn without_lifecycle(surfaces: &[Surface], names: &[String]) -> Justified {
    let blind = surfaces.iter().find(|surface| (surface.update || surface.delete) && !surface.reads());
    if let Some(blind) = blind {
        let evidence = format!(
            "{} can be changed but not read, so a caller cannot see what is there.",
            quoted(&blind.resource)
        );
        return justified(if surfaces.len() > 3 { 4 } else { 3 }, evidence, "offer a way to list or get it");
    }
    let complete = surfaces.iter().filter(|surface| surface.list && surface.get).count();
    if complete > 0 && complete * 2 >= surfaces.len() {
        return justified(5, format!("{} only read, and what they list can also be got.", listed(names)), "");
    }
    justified(
        4,
        format!(
            "{} create nothing, so that no lifecycle has gaps; that every question of the domain is covered cannot be told from names.",
            listed(names)
        ),
        "let callers both list and get each resource",
    )
}
