//! Where the `$ref`s of a tool lead.
//!
//! Each schema of a tool is a document of its own: a reference is followed within the schema of the arguments or
//! within that of the result, never from one into the other. An `$id` below the root opens another document. Names are
//! found by maps, so that many references into many definitions cost no more than reading them.

use std::borrow::Cow;
use std::collections::HashMap;

use super::node::Node;
use super::role::Role;
use crate::schema::follow;

/// What a `$ref` leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// A value of the same schema, by its place in the list of nodes.
    To(usize),
    /// A place in the same schema at which there is nothing.
    Nowhere,
    /// Another document.
    Outside,
}

/// What a reference leads to.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Target<'t> {
    /// A value of the same schema.
    Here(Node<'t>),
    /// A place in the same schema at which there is nothing.
    Nowhere,
    /// Another document, which nobody has at hand.
    Outside,
}

/// The references of a tool by the places of the schemas that have a `$ref`, sorted.
#[derive(Debug, Default)]
pub(super) struct References(Vec<(usize, Lead)>);

impl References {
    /// Follows the `$ref` keywords that are strings.
    pub(super) fn of<'t>(
        references: impl Iterator<Item = Node<'t>>,
        ids: &[Node<'t>],
        anchors: &[Node<'t>],
    ) -> Self {
        let mut follower = Follower { ids, anchors, by_key: HashMap::new() };
        let mut found: Vec<(usize, Lead)> = references
            .filter_map(|keyword| {
                let schema = keyword.parent()?;
                let reference = keyword.as_str()?;
                Some((schema.at, follower.lead(schema, &reference)))
            })
            .collect();
        found.sort_unstable_by_key(|(at, _)| *at);
        Self(found)
    }

    pub(super) fn get(&self, schema: usize) -> Option<Lead> {
        let place = self.0.binary_search_by_key(&schema, |(at, _)| *at).ok()?;
        self.0.get(place).map(|(_, lead)| *lead)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Lead)> {
        self.0.iter().copied()
    }
}

struct Follower<'r, 't> {
    /// The `$id` and `id` keywords.
    ids: &'r [Node<'t>],
    /// The `$anchor` and `$dynamicAnchor` keywords.
    anchors: &'r [Node<'t>],
    /// By the place of an object, the places of its members.
    by_key: HashMap<usize, HashMap<Cow<'t, str>, usize>>,
}

impl<'t> Follower<'_, 't> {
    fn lead(&mut self, schema: Node<'t>, reference: &str) -> Lead {
        let base = self.document_of(schema);
        let Some(hash) = reference.find('#') else {
            return match self.schema_with_id(schema, reference) {
                Some(document) => Lead::To(document.at),
                None if reference.is_empty() => Lead::To(base.at),
                None => Lead::Outside,
            };
        };
        let (document, fragment) = reference.split_at(hash);
        let base = match document {
            "" => base,
            id => match self.schema_with_id(schema, id) {
                Some(document) => document,
                None => return Lead::Outside,
            },
        };
        match fragment {
            "#" => Lead::To(base.at),
            pointer if pointer.starts_with("#/") => self.at(base, pointer).map_or(Lead::Nowhere, Lead::To),
            name if name.starts_with("#%") => match follow(base.value(), name) {
                Some(_) => self.at(base, name).map_or(Lead::Nowhere, Lead::To),
                None => Lead::Nowhere,
            },
            name => self.anchored(schema, name).map_or(Lead::Nowhere, |found| Lead::To(found.at)),
        }
    }

    /// The root that `#` stands for in a schema.
    fn document_of(&self, schema: Node<'t>) -> Node<'t> {
        let mut node = schema;
        while let Some(parent) = node.parent().filter(|parent| parent.role() != Role::Tool) {
            let is_document = !self.ids.is_empty()
                && node.role() == Role::Schema
                && self.ids.iter().any(|id| {
                    id.parent().is_some_and(|owner| owner.at == node.at)
                        && id.as_str().is_some_and(|id| !id.starts_with('#'))
                });
            if is_document {
                return node;
            }
            node = parent;
        }
        node
    }

    fn schema_with_id(&self, schema: Node<'t>, id: &str) -> Option<Node<'t>> {
        let is_same = |own: &str| own.strip_suffix('#').unwrap_or(own) == id;
        let found = self
            .ids
            .iter()
            .find(|own| own.part() == schema.part() && own.as_str().is_some_and(|own| is_same(&own)));
        found.and_then(|own| own.parent())
    }

    /// The schema that calls itself by the name in `#name`.
    fn anchored(&self, schema: Node<'t>, fragment: &str) -> Option<Node<'t>> {
        let name = fragment.strip_prefix('#')?;
        let is_anchor =
            |own: &Node<'t>| own.part() == schema.part() && own.as_str().is_some_and(|own| own == name);
        let is_id =
            |own: &Node<'t>| own.part() == schema.part() && own.as_str().is_some_and(|own| own == fragment);
        let found = self.anchors.iter().find(|own| is_anchor(own));
        found.or_else(|| self.ids.iter().find(|own| is_id(own))).and_then(|own| own.parent())
    }

    /// The place that a pointer in a fragment leads to.
    fn at(&mut self, base: Node<'t>, fragment: &str) -> Option<usize> {
        if fragment.contains(['%', '~']) {
            return node_of(base, follow(base.value(), fragment)?).map(|node| node.at);
        }
        let pointer = fragment.strip_prefix("#/")?;
        let found = pointer.split('/').try_fold(base, |node, segment| self.member(node, segment))?;
        Some(found.at)
    }

    fn member(&mut self, node: Node<'t>, segment: &str) -> Option<Node<'t>> {
        if node.value().as_array().is_some() {
            return node.children().nth(segment.parse().ok()?);
        }
        let members = self
            .by_key
            .entry(node.at)
            .or_insert_with(|| node.children().filter_map(|child| Some((child.key()?, child.at))).collect());
        members.get(segment).map(|at| Node { at: *at, ..node })
    }
}

/// The node below another that has a value.
fn node_of<'t>(base: Node<'t>, value: tdqs_signals::json::Value<'t>) -> Option<Node<'t>> {
    let start = value.span().start;
    let mut node = base;
    while node.value().index() != value.index() {
        node = node.children().find(|child| child.value().span().contains(&start))?;
    }
    Some(node)
}
