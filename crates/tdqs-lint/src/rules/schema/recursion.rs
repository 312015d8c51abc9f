//! Schemas that refer to themselves: which of them no finite value satisfies, and which are recursive at all.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tdqs_signals::json::{Array, Kind, Value};

use crate::context::{Node, Part, Role, Target, ToolContext, Types};
use crate::schema::elements;

/// A reference on a circle that no finite value gets out of, in one part of a tool: the first in the order of the
/// nodes. `None` when every schema that can be satisfied at all is satisfied by something finite.
///
/// A schema needs what its `$ref` leads to, each of `allOf`, one of `anyOf` and of `oneOf`; when it takes only objects,
/// the schema of every required property; when it takes only lists that are not empty, that of their items. What can
/// be had is found from the bottom up, and what is left over needs itself.
pub(crate) fn endless_reference<'t>(tool: &'t ToolContext<'t>, part: Part) -> Option<Node<'t>> {
    if !may_have_circle(tool, part) {
        return None;
    }
    let schemas: Vec<Node<'t>> = tool.schemas(part).collect();
    let mut needs = Needs {
        unmet: vec![0; schemas.len()],
        choices: Vec::new(),
        waiting: vec![Vec::new(); schemas.len()],
    };
    for (owner, schema) in schemas.iter().enumerate() {
        needs.add_all(tool, &schemas, owner, *schema);
    }
    let has_finite_value = needs.settle();
    let start = has_finite_value.iter().position(|is_finite| !is_finite)?;
    // Every open choice of such a schema leads to another one, so the way comes back to where it has been.
    let mut way = Vec::new();
    let mut order = vec![usize::MAX; schemas.len()];
    let mut here = start;
    while order[here] == usize::MAX {
        order[here] = way.len();
        way.push(here);
        here = needs.first_open(here)?;
    }
    let circle = way.get(order[here]..)?;
    let first = circle.iter().copied().filter(|place| tool.reference_of(schemas[*place]).is_some()).min()?;
    schemas[first].get("$ref")
}

/// Whether some references may lead from one to the other and back: each stands in what another one of them leads to.
/// In most tools none does.
fn may_have_circle(tool: &ToolContext<'_>, part: Part) -> bool {
    /// How often what stands in no such place is taken out, before it is left to the full look.
    const ROUNDS: usize = 8;
    let mut leads: Vec<(Node<'_>, usize)> = tool
        .references()
        .filter_map(|(schema, target)| match target {
            Target::Here(target) if schema.part() == part => Some((schema, target.number())),
            _ => None,
        })
        .collect();
    for _ in 0..ROUNDS {
        let mut targets: Vec<usize> = leads.iter().map(|(_, target)| *target).collect();
        targets.sort_unstable();
        let before = leads.len();
        leads.retain(|(schema, _)| {
            let mut around = std::iter::successors(Some(*schema), |node| node.parent());
            around.any(|node| targets.binary_search(&node.number()).is_ok())
        });
        if leads.is_empty() || leads.len() == before {
            break;
        }
    }
    !leads.is_empty()
}

struct Needs {
    /// How many choices of a schema are still to be met.
    unmet: Vec<usize>,
    choices: Vec<Choice>,
    /// The choices that a schema is a member of.
    waiting: Vec<Vec<usize>>,
}

/// Schemas of which one has to have a finite value for their owner to have one.
struct Choice {
    owner: usize,
    members: Vec<usize>,
    is_met: bool,
}

impl Needs {
    fn add(&mut self, owner: usize, members: Vec<usize>) {
        if members.is_empty() {
            return;
        }
        let number = self.choices.len();
        for member in &members {
            if let Some(waiting) = self.waiting.get_mut(*member) {
                waiting.push(number);
            }
        }
        if let Some(unmet) = self.unmet.get_mut(owner) {
            *unmet += 1;
        }
        self.choices.push(Choice { owner, members, is_met: false });
    }

    fn add_all(&mut self, tool: &ToolContext<'_>, schemas: &[Node<'_>], owner: usize, schema: Node<'_>) {
        // They are in the order of the nodes.
        let place =
            |schema: Node<'_>| schemas.binary_search_by_key(&schema.number(), |own| own.number()).ok();
        if let Some(Target::Here(target)) = tool.reference_of(schema) {
            self.add(owner, place(target).into_iter().collect());
        }
        for branch in schema.get("allOf").into_iter().flat_map(Node::children) {
            self.add(owner, place(branch).into_iter().collect());
        }
        for union in ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)) {
            self.add(owner, union.children().filter_map(place).collect());
        }
        let types = Types::of(schema);
        let properties = schema.get("properties").filter(|map| map.role() == Role::SchemaMap);
        let is_root = schema.parent().is_some_and(|parent| parent.role() == Role::Tool);
        let is_object = match types {
            Some(types) => types.is_only("object"),
            None => is_root || (properties.is_some() && schema.get("type").is_none()),
        };
        if is_object && let (Some(properties), Some(required)) = (properties, schema.get("required")) {
            let names: HashSet<_> = elements(Some(required.value())).filter_map(Value::as_str).collect();
            for property in properties.children() {
                let is_required = property.key().is_some_and(|key| names.contains(&key));
                if is_required {
                    self.add(owner, place(property).into_iter().collect());
                }
            }
        }
        let has_items =
            schema.get("minItems").and_then(|least| least.value().as_f64()).is_some_and(|least| least >= 1.0);
        if has_items
            && types.is_some_and(|types| types.is_only("array"))
            && schema.get("prefixItems").is_none()
        {
            let items = schema.get("items").filter(|items| items.role() == Role::Schema);
            self.add(owner, items.and_then(place).into_iter().collect());
        }
    }

    /// Which schemas have a finite value, found from those that need nothing.
    fn settle(&mut self) -> Vec<bool> {
        let mut ready: Vec<usize> = (0..self.unmet.len()).filter(|place| self.unmet[*place] == 0).collect();
        let mut is_finite = vec![false; self.unmet.len()];
        while let Some(place) = ready.pop() {
            is_finite[place] = true;
            for number in std::mem::take(&mut self.waiting[place]) {
                let choice = &mut self.choices[number];
                if choice.is_met {
                    continue;
                }
                choice.is_met = true;
                self.unmet[choice.owner] -= 1;
                if self.unmet[choice.owner] == 0 {
                    ready.push(choice.owner);
                }
            }
        }
        is_finite
    }

    fn first_open(&self, owner: usize) -> Option<usize> {
        // Choices stand in the order of their owners.
        let start = self.choices.partition_point(|choice| choice.owner < owner);
        let own = self.choices.iter().skip(start).take_while(|choice| choice.owner == owner);
        let open = own.into_iter().find(|choice| !choice.is_met);
        open.and_then(|choice| choice.members.first().copied())
    }
}

/// The references of one part that lead from within a schema back to it, directly or by way of others; and those that
/// lead from one such circle to another.
pub(crate) fn circular_references<'t>(tool: &'t ToolContext<'t>, part: Part) -> Vec<Node<'t>> {
    let leads: Vec<(Node<'t>, Node<'t>)> = tool
        .references()
        .filter_map(|(schema, target)| match target {
            Target::Here(target) if schema.part() == part => Some((schema, target)),
            _ => None,
        })
        .collect();
    let targets: BTreeMap<u32, usize> = leads
        .iter()
        .map(|(_, target)| target.value().index())
        .collect::<BTreeSet<u32>>()
        .into_iter()
        .enumerate()
        .map(|(place, index)| (index, place))
        .collect();
    // An edge for every target that a reference stands in.
    let mut edges: Vec<(usize, usize, usize)> = Vec::new();
    for (number, (schema, target)) in leads.iter().enumerate() {
        let Some(to) = targets.get(&target.value().index()) else { continue };
        let around = std::iter::successors(Some(*schema), |node| node.parent());
        edges.extend(
            around.filter_map(|node| targets.get(&node.value().index())).map(|from| (number, *from, *to)),
        );
    }
    // What nothing leads to, and what leads nowhere, is on no circle; taking it away may uncover more of the kind.
    let mut is_left = vec![true; targets.len()];
    for is_forward in [true, false] {
        let ends =
            |edge: &(usize, usize, usize)| if is_forward { (edge.1, edge.2) } else { (edge.2, edge.1) };
        let mut count = vec![0usize; targets.len()];
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); targets.len()];
        for (from, to) in edges.iter().map(ends) {
            count[to] += 1;
            out[from].push(to);
        }
        let mut free: Vec<usize> = (0..targets.len()).filter(|place| count[*place] == 0).collect();
        while let Some(place) = free.pop() {
            is_left[place] = false;
            for to in std::mem::take(&mut out[place]) {
                count[to] -= 1;
                if count[to] == 0 {
                    free.push(to);
                }
            }
        }
        edges.retain(|(_, from, to)| is_left[*from] && is_left[*to]);
    }
    let mut numbers: Vec<usize> = edges.into_iter().map(|(number, ..)| number).collect();
    numbers.dedup();
    numbers.into_iter().filter_map(|number| leads.get(number)?.0.get("$ref")).collect()
}

/// Whether a value is an array without elements.
pub(crate) fn is_empty_list(node: Node<'_>) -> bool {
    node.kind() == Kind::Array && node.value().as_array().is_some_and(Array::is_empty)
}
