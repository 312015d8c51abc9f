//! One walk over a tool's JSON: every value with its role, its parent and its children.
//!
//! The list is its own queue: the children of a value are appended when the walk comes to it. So they stand side by
//! side, no stack is needed however deep the definition, and whoever wants all schemas or all texts goes through a list.

use std::ops::Range;

use tdqs_signals::ToolView;
use tdqs_signals::json::{Key, Kind, Object, Value};

use super::role::{Part, Role};

/// So many bytes of a definition hold a value, in dense ones: a list of this size is hardly ever moved.
const BYTES_PER_VALUE: usize = 16;

/// A value of a tool's JSON.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) value: Value<'a>,
    /// The key of a member; an element of an array has none.
    pub(super) key: Option<Key<'a>>,
    /// The place of the parent in the list; the root is its own.
    pub(super) parent: usize,
    /// The place among the parent's children.
    pub(super) number: usize,
    first_child: usize,
    children: usize,
    pub(super) role: Role,
    pub(super) part: Part,
}

impl<'a> Record<'a> {
    /// A value whose children are still to be listed.
    fn new(
        value: Value<'a>,
        key: Option<Key<'a>>,
        (parent, number): (usize, usize),
        role: Role,
        part: Part,
    ) -> Self {
        Self { value, key, parent, number, first_child: 0, children: 0, role, part }
    }

    pub(super) fn children(&self) -> Range<usize> {
        self.first_child..self.first_child + self.children
    }
}

/// All values of a tool that rules look at, parents before children, siblings in the author's order.
#[derive(Debug)]
pub(super) struct Nodes<'a> {
    /// The place of the tool in its set.
    pub(super) tool: usize,
    /// The text that the tool was read from.
    pub(super) source: &'a str,
    pub(super) list: Vec<Record<'a>>,
    /// The places of the schemas in the list.
    pub(super) schemas: Vec<usize>,
    pub(super) name: Option<usize>,
    pub(super) title: Option<usize>,
    pub(super) description: Option<usize>,
    pub(super) input_schema: Option<usize>,
    pub(super) output_schema: Option<usize>,
    pub(super) annotations: Option<usize>,
}

impl<'a> Nodes<'a> {
    pub(super) fn of(tool: usize, source: &'a str, value: Value<'a>, view: &ToolView<'a>) -> Self {
        let root = Record::new(value, None, (0, 0), Role::Tool, Part::Tool);
        let mut nodes = Self {
            tool,
            source,
            list: Vec::with_capacity(value.span().len() / BYTES_PER_VALUE + 1),
            schemas: Vec::new(),
            name: None,
            title: None,
            description: None,
            input_schema: None,
            output_schema: None,
            annotations: None,
        };
        nodes.list.push(root);
        let mut at = 0;
        while let Some(record) = nodes.list.get(at).copied() {
            let first_child = nodes.list.len();
            match record.role {
                Role::Other => {}
                Role::Tool => nodes.add_members_of_tool(at, record, view),
                _ => nodes.add_children(at, record),
            }
            if record.role == Role::Schema {
                nodes.schemas.push(at);
            }
            let children = nodes.list.len() - first_child;
            if let Some(record) = nodes.list.get_mut(at) {
                record.first_child = first_child;
                record.children = children;
            }
            at += 1;
        }
        nodes
    }

    fn add_children(&mut self, parent: usize, record: Record<'a>) {
        let Record { role, part, .. } = record;
        let child = |number, key, value, role| Record::new(value, key, (parent, number), role, part);
        if let Some(object) = record.value.as_object() {
            self.list.extend(object.iter().enumerate().map(|(number, (key, value))| {
                let role = role.of_member(key, value.kind() == Kind::Array);
                child(number, Some(key), value, role)
            }));
        } else if let Some(array) = record.value.as_array() {
            let role = role.of_element();
            self.list
                .extend(array.iter().enumerate().map(|(number, value)| child(number, None, value, role)));
        }
    }

    /// The members of a tool are found by where the reader found its fields, so that every dialect is read alike.
    fn add_members_of_tool(&mut self, parent: usize, record: Record<'a>, view: &ToolView<'a>) {
        let is = |field: Option<Value<'a>>, value: Value<'a>| {
            field.is_some_and(|field| field.index() == value.index())
        };
        let is_root = parent == 0;
        for (number, (key, value)) in record.value.as_object().into_iter().flat_map(Object::iter).enumerate()
        {
            let at = self.list.len();
            let (role, part) = if is(view.name_value(), value) {
                self.name = Some(at);
                (Role::Name, Part::Tool)
            } else if is(view.title_value(), value) {
                self.title = Some(at);
                (Role::Title, Part::Tool)
            } else if is(view.description_value(), value) {
                self.description = Some(at);
                (Role::Description, Part::Tool)
            } else if is(view.input_schema(), value) {
                self.input_schema = Some(at);
                (Role::Schema, Part::Input)
            } else if is(view.output_schema(), value) {
                self.output_schema = Some(at);
                (Role::Schema, Part::Output)
            } else if is(view.annotations(), value) {
                self.annotations = Some(at);
                (Role::Annotations, Part::Annotations)
            } else if is_root && key.is("function") {
                (Role::Tool, Part::Tool)
            } else {
                (Role::Other, Part::Elsewhere)
            };
            self.list.push(Record::new(value, Some(key), (parent, number), role, part));
        }
    }
}
