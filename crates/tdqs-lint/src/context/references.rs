//! Where the `$ref`s of a tool lead.
//!
//! Each schema of a tool is a document of its own: a reference is followed within the schema of the arguments or
//! within that of the result, never from one into the other. An `$id` below the root opens another document. Names are
//! found by maps, so that many references into many definitions cost no more than reading them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::node::Node;
use super::role::{Part, Role};
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
    /// Follows the `$ref` keywords that are strings. `ids` are the `$id` and `id` keywords, `anchors` the `$anchor`
    /// and `$dynamicAnchor` ones.
    pub(super) fn of<'t>(
        references: impl Iterator<Item = Node<'t>>,
        ids: impl Iterator<Item = Node<'t>>,
        anchors: impl Iterator<Item = Node<'t>>,
    ) -> Self {
        let mut follower = Follower::default();
        for keyword in ids {
            follower.add_id(keyword);
        }
        for keyword in anchors {
            follower.add_anchor(keyword);
        }
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

#[derive(Default)]
struct Follower<'t> {
    /// The places of schemas that open another document.
    documents: HashSet<usize>,
    /// Of the schemas of a part, the first one that calls itself so; an anchor stands behind a `#`.
    by_name: HashMap<(Part, Cow<'t, str>), usize>,
    /// By the place of an object, the places of its members.
    by_key: HashMap<usize, HashMap<Cow<'t, str>, usize>>,
}

impl<'t> Follower<'t> {
    fn add_id(&mut self, keyword: Node<'t>) {
        let (Some(schema), Some(id)) = (keyword.parent(), keyword.as_str()) else { return };
        if !id.starts_with('#') {
            self.documents.insert(schema.at);
        }
        let bare = match id {
            Cow::Borrowed(id) => Cow::Borrowed(id.strip_suffix('#').unwrap_or(id)),
            Cow::Owned(id) => Cow::Owned(id.strip_suffix('#').unwrap_or(&id).to_owned()),
        };
        self.by_name.entry((keyword.part(), bare)).or_insert(schema.at);
    }

    fn add_anchor(&mut self, keyword: Node<'t>) {
        let (Some(schema), Some(name)) = (keyword.parent(), keyword.as_str()) else { return };
        self.by_name.entry((keyword.part(), format!("#{name}").into())).or_insert(schema.at);
    }

    fn lead(&mut self, schema: Node<'t>, reference: &str) -> Lead {
        let base = self.document_of(schema);
        let Some(hash) = reference.find('#') else {
            return match self.named(schema, reference) {
                Some(document) => Lead::To(document.at),
                None if reference.is_empty() => Lead::To(base.at),
                None => Lead::Outside,
            };
        };
        let (document, fragment) = reference.split_at(hash);
        let base = match document {
            "" => base,
            id => match self.named(schema, id) {
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
            name => self.named(schema, name).map_or(Lead::Nowhere, |found| Lead::To(found.at)),
        }
    }

    /// The root that `#` stands for in a schema.
    fn document_of(&self, schema: Node<'t>) -> Node<'t> {
        let mut node = schema;
        while let Some(parent) = node.parent().filter(|parent| parent.role() != Role::Tool) {
            if self.documents.contains(&node.at) {
                return node;
            }
            node = parent;
        }
        node
    }

    /// The schema in the same part as another that calls itself so, by `$id` or by anchor.
    fn named(&self, schema: Node<'t>, name: &str) -> Option<Node<'t>> {
        if self.by_name.is_empty() {
            return None;
        }
        let at = self.by_name.get(&(schema.part(), Cow::Owned(name.to_owned())))?;
        Some(Node { at: *at, ..schema })
    }

    /// The place that a pointer in a fragment leads to.
    fn at(&mut self, base: Node<'t>, fragment: &str) -> Option<usize> {
        if fragment.contains(['%', '~']) {
            return base.holding(follow(base.value(), fragment)?).map(|node| node.at);
        }
        let pointer = fragment.strip_prefix("#/")?;
        let found = pointer.split('/').try_fold(base, |node, segment| self.member(node, segment))?;
        Some(found.at)
    }

    fn member(&mut self, node: Node<'t>, segment: &str) -> Option<Node<'t>> {
        /// Among so few, the members are gone through.
        const FEW: usize = 16;
        if node.value().as_array().is_some() {
            return node.children().nth(segment.parse().ok()?);
        }
        if node.children().len() <= FEW {
            return node.get(segment);
        }
        let members = self
            .by_key
            .entry(node.at)
            .or_insert_with(|| node.children().filter_map(|child| Some((child.key()?, child.at))).collect());
        members.get(segment).map(|at| Node { at: *at, ..node })
    }
}
