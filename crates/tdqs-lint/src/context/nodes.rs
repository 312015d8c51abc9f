//! One walk over a tool's JSON: every value with its role, its parent and its children.
//!
//! The list is its own queue: the children of a value are appended when the walk comes to it. So they stand side by
//! side, no stack is needed however deep the definition, and whoever wants all schemas or all texts goes through a list.

use std::ops::Range;

use tdqs_signals::ToolView;
use tdqs_signals::json::{Key, Kind, Object, Value};

use super::keywords::Keyword;
use super::role::{Part, Role};

/// So many bytes of a definition hold a value, in dense ones: a list of this size is hardly ever moved.
const BYTES_PER_VALUE: usize = 16;
/// The same for schemas.
const BYTES_PER_SCHEMA: usize = 64;

/// A value of a tool's JSON.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) value: Value<'a>,
    /// The key of a member; an element of an array has none.
    pub(super) key: Option<Key<'a>>,
    /// The place of the parent in the list; the root is its own.
    pub(super) parent: usize,
    first_child: usize,
    children: usize,
    /// The kind of the value: most questions are about it, and here it is at hand.
    pub(super) kind: Kind,
    pub(super) role: Role,
    pub(super) part: Part,
    /// Of a member of a schema, which keyword it is.
    pub(super) keyword: Option<Keyword>,
}

impl<'a> Record<'a> {
    /// A value whose children are still to be listed.
    fn new(value: Value<'a>, key: Option<Key<'a>>, parent: usize, role: Role, part: Part) -> Self {
        let kind = value.kind();
        Self { value, key, parent, first_child: 0, children: 0, kind, role, part, keyword: None }
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
        let root = Record::new(value, None, 0, Role::Tool, Part::Tool);
        let bytes = value.span().len();
        let mut nodes = Self {
            tool,
            source,
            list: Vec::with_capacity(bytes / BYTES_PER_VALUE + 1),
            schemas: Vec::with_capacity(bytes / BYTES_PER_SCHEMA + 1),
            name: None,
            title: None,
            description: None,
            input_schema: None,
            output_schema: None,
            annotations: None,
        };
        nodes.list.push(root);
        let mut at = 0;
        while let Some(record) = nodes.list.get(at) {
            let (role, kind) = (record.role, record.kind);
            if role == Role::Schema {
                nodes.schemas.push(at);
            }
            // Most values are texts and the like, and have no children.
            if matches!(kind, Kind::Array | Kind::Object) && role != Role::Other {
                let record = *record;
                let first_child = nodes.list.len();
                match role {
                    Role::Tool => nodes.add_members_of_tool(at, record, view),
                    _ => nodes.add_children(at, record),
                }
                let children = nodes.list.len() - first_child;
                if let Some(record) = nodes.list.get_mut(at) {
                    record.first_child = first_child;
                    record.children = children;
                }
            }
            at += 1;
        }
        nodes
    }

    fn add_children(&mut self, parent: usize, record: Record<'a>) {
        let Record { value, role, part, .. } = record;
        let of_element = role.of_element();
        if let Some(array) = value.as_array() {
            self.list.extend(array.iter().map(|value| Record::new(value, None, parent, of_element, part)));
            return;
        }
        let Some(object) = value.as_object() else { return };
        if role != Role::Schema {
            let member = |(key, value)| Record::new(value, Some(key), parent, of_element, part);
            self.list.extend(object.iter().map(member));
            return;
        }
        self.list.extend(object.iter().map(|(key, value)| {
            let keyword = Keyword::of(&key.text());
            let record = Record::new(value, Some(key), parent, Role::Keyword, part);
            let role = keyword.map_or(Role::Keyword, |keyword| keyword.role(record.kind == Kind::Array));
            Record { role, keyword, ..record }
        }));
    }

    /// The members of a tool are found by where the reader found its fields, so that every dialect is read alike.
    fn add_members_of_tool(&mut self, parent: usize, record: Record<'a>, view: &ToolView<'a>) {
        let is = |field: Option<Value<'a>>, value: Value<'a>| {
            field.is_some_and(|field| field.index() == value.index())
        };
        let is_root = parent == 0;
        for (key, value) in record.value.as_object().into_iter().flat_map(Object::iter) {
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
            self.list.push(Record::new(value, Some(key), parent, role, part));
        }
    }
}
