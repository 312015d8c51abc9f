//! A schema laid out as what the walk needs of it.
//!
//! Every schema node that some path can reach becomes one node here, with its edges in the order in
//! which the plain walk takes them. A definition is one node however many references lead to it; that
//! is what makes the rest linear. A schema in which the walk finds nothing to count, a scalar as most are,
//! becomes no node at all.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::reference::Definitions;
use crate::SpecVersion;
use crate::json::{Array, Kind, Object, Value};

pub(super) type NodeId = usize;

/// The node of whatever is no schema object: it adds nothing, but as a branch it is a branch.
pub(super) const EMPTY: NodeId = 0;
pub(super) const ROOT: NodeId = 1;

#[derive(Debug, Default)]
pub(super) struct Node {
    /// The reference by which `edges` leads on, among the distinct ones as written.
    pub(super) reference: Option<usize>,
    /// It has properties of its own, so it is an object level.
    pub(super) is_level: bool,
    /// Entries of `required` that are strings.
    pub(super) required_names: u32,
    /// Branches of `oneOf` and of `anyOf` that have to be constructed.
    pub(super) constructible: [u32; 2],
    /// Its edges among those of the graph.
    edges: Range<usize>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) role: Role,
    /// How often `required` names the property; 1 for the other roles.
    pub(super) times: u32,
    pub(super) to: NodeId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A required property: one level down.
    Required,
    /// `items`, `allOf` and the target of a reference: at the same level, added up.
    Refinement,
    /// `not`: at the same level, for its depth alone.
    Negation,
    /// A branch of `oneOf` (0) or `anyOf` (1).
    Branch(usize),
}

#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// How many distinct references, as written, were met.
    pub(super) references: usize,
    root_has_properties: bool,
}

impl Graph {
    pub(super) fn of(root: Value<'_>, edition: SpecVersion) -> Self {
        let mut builder = Builder {
            nodes: vec![Node::default()],
            edges: Vec::new(),
            waiting: Vec::new(),
            definitions: Definitions::new(root, edition),
            references: HashMap::new(),
            targets: HashMap::new(),
            follows_chains: edition == SpecVersion::V1_1Draft,
        };
        builder.node_of(root, false);
        while let Some((id, schema, literally)) = builder.waiting.pop() {
            builder.expand(id, schema, literally);
        }
        let Builder { nodes, edges, references, .. } = builder;
        let mut graph = Self { nodes, edges, references: references.len(), root_has_properties: false };
        graph.root_has_properties = match edition {
            SpecVersion::V1_1Draft => graph.nodes[graph.end_of_chain(ROOT)].is_level,
            _ => has_properties(root),
        };
        graph
    }

    /// The edges of a node, in the order in which the plain walk takes them.
    pub(super) fn edges(&self, id: NodeId) -> &[Edge] {
        &self.edges[self.nodes[id].edges.clone()]
    }

    pub(super) fn root_has_properties(&self) -> bool {
        self.root_has_properties
    }

    /// Where a chain of references ends; at [`EMPTY`] when it does not end.
    fn end_of_chain(&self, start: NodeId) -> NodeId {
        let mut at = start;
        for _ in 0..=self.nodes.len() {
            match self.nodes[at].reference {
                Some(_) => at = self.edges(at).first().map_or(EMPTY, |edge| edge.to),
                None => return at,
            }
        }
        EMPTY
    }
}

fn has_properties(schema: Value<'_>) -> bool {
    schema.get("properties").and_then(Value::as_object).is_some_and(|properties| !properties.is_empty())
}

struct Builder<'a> {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Nodes whose edges are still to be made: schema, and whether its own `$ref` is to be ignored.
    waiting: Vec<(NodeId, Value<'a>, bool)>,
    definitions: Definitions<'a>,
    /// References as written: their number, and where they lead.
    references: HashMap<Cow<'a, str>, (usize, NodeId)>,
    /// Definitions that some reference led to, by their place in the document.
    targets: HashMap<u32, NodeId>,
    follows_chains: bool,
}

impl<'a> Builder<'a> {
    fn node(&mut self, schema: Value<'a>, literally: bool) -> NodeId {
        if adds_nothing(schema) { EMPTY } else { self.node_of(schema, literally) }
    }

    fn node_of(&mut self, schema: Value<'a>, literally: bool) -> NodeId {
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.waiting.push((id, schema, literally));
        id
    }

    /// Makes the edges of a node: all of them, so that they lie one behind the other.
    fn expand(&mut self, id: NodeId, schema: Value<'a>, literally: bool) {
        let begin = self.edges.len();
        self.add_edges(id, schema, literally);
        self.nodes[id].edges = begin..self.edges.len();
    }

    fn add_edges(&mut self, id: NodeId, schema: Value<'a>, literally: bool) {
        let keywords = Keywords::of(schema);
        if let Some(reference) = keywords.reference.filter(|_| !literally) {
            let (number, target) = self.reference(reference);
            self.nodes[id].reference = Some(number);
            self.edges.push(Edge { role: Role::Refinement, times: 1, to: target });
            return;
        }
        if let Some(properties) = keywords.properties.filter(|properties| !properties.is_empty()) {
            self.nodes[id].is_level = true;
            self.required(id, properties, keywords.required);
        }
        for schema in keywords.items.into_iter().chain(keywords.all_of.into_iter().flat_map(Array::iter)) {
            self.edge(Role::Refinement, schema);
        }
        if let Some(schema) = keywords.not {
            self.edge(Role::Negation, schema);
        }
        let mut has_empty = [false; 2];
        for (group, branches) in keywords.unions.into_iter().enumerate() {
            for branch in branches.into_iter().flat_map(Array::iter).filter(|branch| !is_null_schema(*branch))
            {
                self.nodes[id].constructible[group] = self.nodes[id].constructible[group].saturating_add(1);
                let to = self.node(branch, false);
                // Of the branches that add nothing only the first can matter, as the widest on a tie.
                let role = Role::Branch(group);
                let is_repeated = to == EMPTY && std::mem::replace(&mut has_empty[group], true);
                if !is_repeated {
                    self.edges.push(Edge { role, times: 1, to });
                }
            }
        }
    }

    fn edge(&mut self, role: Role, schema: Value<'a>) {
        let to = self.node(schema, false);
        if to != EMPTY {
            self.edges.push(Edge { role, times: 1, to });
        }
    }

    /// Edges to the required properties in the order in which `required` first names them, so that
    /// nothing hangs on the order of keys.
    fn required(&mut self, id: NodeId, properties: Object<'a>, required: Option<Array<'a>>) {
        let names = || required.into_iter().flat_map(Array::iter).filter(|name| name.kind() == Kind::String);
        self.nodes[id].required_names = string_count(required);
        if self.nodes[id].required_names == 0 {
            return;
        }
        let mut by_name: Vec<(Cow<'a, str>, usize)> = Vec::new();
        let mut children: Vec<(usize, u32, Value<'a>)> = Vec::new();
        for (key, schema) in properties.iter().filter(|(_, schema)| !adds_nothing(*schema)) {
            if by_name.is_empty() {
                by_name = names().filter_map(Value::as_str).zip(0..).collect();
                by_name.sort_unstable();
            }
            let key = key.text();
            let begin = by_name.partition_point(|(name, _)| *name < key);
            let times = by_name[begin..].iter().take_while(|(name, _)| *name == key).count();
            if times > 0 {
                children.push((by_name[begin].1, u32::try_from(times).unwrap_or(u32::MAX), schema));
            }
        }
        children.sort_unstable_by_key(|(place, ..)| *place);
        for (_, times, schema) in children {
            let to = self.node_of(schema, false);
            self.edges.push(Edge { role: Role::Required, times, to });
        }
    }

    fn reference(&mut self, text: Cow<'a, str>) -> (usize, NodeId) {
        if let Some(known) = self.references.get(&text) {
            return *known;
        }
        let target = match self.definitions.resolve(&text) {
            None => EMPTY,
            Some(schema) => match self.targets.get(&schema.index()) {
                Some(known) => *known,
                None => {
                    let target = self.node(schema, !self.follows_chains);
                    self.targets.insert(schema.index(), target);
                    target
                }
            },
        };
        let known = (self.references.len(), target);
        self.references.insert(text, known);
        known
    }
}

/// What the walk gives for a schema without any branch or level below its top, as most are: the number of names
/// in `required`, or `None` where more has to be looked at.
pub(super) fn flat(root: Value<'_>) -> Option<u32> {
    let keywords = Keywords::of(root);
    let is_simple = keywords.reference.is_none()
        && keywords.items.is_none_or(adds_nothing)
        && keywords.all_of.is_none()
        && keywords.not.is_none()
        && keywords.unions.iter().all(Option::is_none);
    let properties = keywords.properties.filter(|properties| !properties.is_empty())?;
    (is_simple && properties.iter().all(|(_, schema)| adds_nothing(schema)))
        .then(|| string_count(keywords.required))
}

fn string_count(array: Option<Array<'_>>) -> u32 {
    let strings = array.into_iter().flat_map(Array::iter).filter(|name| name.kind() == Kind::String);
    u32::try_from(strings.count()).unwrap_or(u32::MAX)
}

/// Whether the plain walk finds nothing to count in the schema, nor anything to go on to: a scalar, or an array
/// of scalars. Something that is no schema object adds nothing either.
fn adds_nothing(schema: Value<'_>) -> bool {
    // No further down than one item: each level is asked again when it becomes a node.
    let mut items = None;
    is_scalar(schema, &mut items)
        && items.is_none_or(|items| is_scalar(items, &mut None) && !has_items(items))
}

fn has_items(schema: Value<'_>) -> bool {
    schema.get("items").is_some_and(|items| items.kind() == Kind::Object)
}

/// Whether a schema has no keyword that the walk reads, but for `items`, which is given back.
fn is_scalar<'a>(schema: Value<'a>, items: &mut Option<Value<'a>>) -> bool {
    !schema.entries().any(|(key, value)| match value.kind() {
        Kind::String => key.is("$ref"),
        Kind::Array => matches!(&*key.bytes(), b"allOf" | b"oneOf" | b"anyOf"),
        Kind::Object => match &*key.bytes() {
            b"items" => {
                *items = Some(value);
                false
            }
            b"properties" => value.as_object().is_some_and(|properties| !properties.is_empty()),
            keyword => keyword == b"not",
        },
        _ => false,
    })
}

/// The keywords of a schema that the walk reads, where they have the type that it reads.
#[derive(Default)]
struct Keywords<'a> {
    reference: Option<Cow<'a, str>>,
    properties: Option<Object<'a>>,
    required: Option<Array<'a>>,
    items: Option<Value<'a>>,
    all_of: Option<Array<'a>>,
    not: Option<Value<'a>>,
    /// `oneOf` and `anyOf`.
    unions: [Option<Array<'a>>; 2],
}

impl<'a> Keywords<'a> {
    fn of(schema: Value<'a>) -> Self {
        let mut keywords = Self::default();
        for (key, value) in schema.entries() {
            match &*key.bytes() {
                b"$ref" => keywords.reference = value.as_str(),
                b"properties" => keywords.properties = value.as_object(),
                b"required" => keywords.required = value.as_array(),
                b"items" => keywords.items = Some(value),
                b"allOf" => keywords.all_of = value.as_array(),
                b"not" => keywords.not = Some(value),
                b"oneOf" => keywords.unions[0] = value.as_array(),
                b"anyOf" => keywords.unions[1] = value.as_array(),
                _ => {}
            }
        }
        keywords
    }
}

/// Whether a branch only says that the value may be absent: `type` is `"null"` or `["null"]`.
fn is_null_schema(schema: Value<'_>) -> bool {
    let Some(kind) = schema.get("type") else { return false };
    match kind.as_array() {
        None => kind.is_str("null"),
        Some(kinds) => kinds.len() == 1 && kinds.iter().all(|kind| kind.is_str("null")),
    }
}
