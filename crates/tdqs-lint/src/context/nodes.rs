//! One walk over a tool's JSON: every value with its role, its parent and its children.
//!
//! The list is its own queue: the children of a value are appended when the walk comes to it. So they stand side by
//! side, no stack is needed however deep the definition, and whoever wants all schemas or all texts goes through a list.

use std::ops::Range;

use tdqs_signals::ToolView;
use tdqs_signals::json::{Kind, Object, Value};

use super::keywords::{ByKeyword, Keyword, Keywords, Kinds};
use super::role::{Part, Role};
use super::types::Types;

/// So many bytes of a definition hold a value, in dense ones: a list of this size is hardly ever moved.
const BYTES_PER_VALUE: usize = 16;
/// The same for schemas.
const BYTES_PER_SCHEMA: usize = 64;

/// A value of a tool's JSON. A definition has dozens, and rules look through all of them: so it is small.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    /// The index of the value in its document.
    index: u32,
    /// The place of the parent in the list; the root is its own.
    parent: u32,
    first_child: u32,
    children: u32,
    /// Whether a key stands before it; an element of an array has none.
    is_member: bool,
    /// The kind of the value: most questions are about it, and here it is at hand.
    pub(super) kind: Kind,
    pub(super) role: Role,
    pub(super) part: Part,
    /// Of a member of a schema, which keyword it is.
    pub(super) keyword: Option<Keyword>,
    /// The next place in the list where the keyword stands; 0 at the last one.
    next: u32,
    /// Of a `type`, the types that it names. `None` when it is no type name or list of type names.
    pub(super) types: Option<Types>,
}

impl Record {
    /// A value whose children are still to be listed.
    fn new(value: Value<'_>, is_member: bool, parent: u32, role: Role, part: Part) -> Self {
        let (index, kind) = (value.index(), value.kind());
        Self {
            index,
            parent,
            first_child: 0,
            children: 0,
            is_member,
            kind,
            role,
            part,
            keyword: None,
            next: 0,
            types: None,
        }
    }

    pub(super) fn parent(&self) -> usize {
        self.parent as usize
    }

    pub(super) fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + self.children as usize
    }
}

/// All values of a tool that rules look at, parents before children, siblings in the author's order.
#[derive(Debug)]
pub(super) struct Nodes<'a> {
    /// The place of the tool in its set.
    pub(super) tool: usize,
    /// The text that the tool was read from.
    pub(super) source: &'a str,
    root: Value<'a>,
    pub(super) list: Vec<Record>,
    /// The places of the schemas in the list.
    pub(super) schemas: Vec<usize>,
    keywords: Keywords,
    pub(super) name: Option<usize>,
    pub(super) title: Option<usize>,
    pub(super) description: Option<usize>,
    pub(super) input_schema: Option<usize>,
    pub(super) output_schema: Option<usize>,
    pub(super) annotations: Option<usize>,
}

impl<'a> Nodes<'a> {
    pub(super) fn of(tool: usize, source: &'a str, value: Value<'a>, view: &ToolView<'a>) -> Self {
        let bytes = value.span().len();
        let mut nodes = Self {
            tool,
            source,
            root: value,
            list: Vec::with_capacity(bytes / BYTES_PER_VALUE + 1),
            schemas: Vec::with_capacity(bytes / BYTES_PER_SCHEMA + 1),
            keywords: Keywords::new(),
            name: None,
            title: None,
            description: None,
            input_schema: None,
            output_schema: None,
            annotations: None,
        };
        nodes.list.push(Record::new(value, false, 0, Role::Tool, Part::Tool));
        // Counted as the indices of a document are.
        let mut at = 0_u32;
        while let Some(record) = nodes.list.get(at as usize) {
            let Record { role, kind, .. } = *record;
            if role == Role::Schema {
                nodes.schemas.push(at as usize);
            }
            // Most values are texts and the like, and have no children.
            if matches!(kind, Kind::Array | Kind::Object) && role != Role::Other {
                let record = *record;
                let first_child = nodes.count();
                match role {
                    Role::Tool => nodes.add_members_of_tool(at, record, view),
                    _ => nodes.add_children(at, record),
                }
                let children = nodes.count() - first_child;
                if let Some(record) = nodes.list.get_mut(at as usize) {
                    record.first_child = first_child;
                    record.children = children;
                }
            }
            at += 1;
        }
        nodes
    }

    /// How many values are listed: never more than a document has.
    fn count(&self) -> u32 {
        u32::try_from(self.list.len()).unwrap_or(u32::MAX)
    }

    /// The value of a record.
    pub(super) fn value(&self, record: &Record) -> Value<'a> {
        self.root.at(record.index).unwrap_or(self.root)
    }

    /// The key of a record, a string, if it is a member.
    pub(super) fn key(&self, record: &Record) -> Option<Value<'a>> {
        if record.is_member { self.root.at(record.index.checked_sub(1)?) } else { None }
    }

    fn add_children(&mut self, parent: u32, record: Record) {
        let Record { role, part, .. } = record;
        let value = self.value(&record);
        let of_element = role.of_element();
        if let Some(array) = value.as_array() {
            self.list.extend(array.iter().map(|value| Record::new(value, false, parent, of_element, part)));
            return;
        }
        let Some(object) = value.as_object() else { return };
        if role != Role::Schema {
            let member = |(_, value)| Record::new(value, true, parent, of_element, part);
            self.list.extend(object.iter().map(member));
            return;
        }
        for (key, value) in object.iter() {
            let mut record = Record::new(value, true, parent, Role::Keyword, part);
            if let Some(keyword) = Keyword::of(&key.text()) {
                record.keyword = Some(keyword);
                record.role = keyword.role(record.kind == Kind::Array);
                record.types = if keyword == Keyword::TYPE { Types::of_value(value) } else { None };
                let at = self.count();
                let before = self.keywords.add(keyword, at, record.kind);
                if let Some(before) = before.and_then(|before| self.list.get_mut(before as usize)) {
                    before.next = at;
                }
            }
            self.list.push(record);
        }
    }

    /// Where a keyword stands, in the order of the list; nowhere if it has no number.
    pub(super) fn places(&self, keyword: Option<Keyword>) -> impl Iterator<Item = usize> {
        let mut next = keyword.map_or(0, |keyword| self.keywords.first(keyword)) as usize;
        std::iter::from_fn(move || {
            let at = next;
            next = self.list.get(at).filter(|_| at != 0)?.next as usize;
            Some(at)
        })
    }

    /// Whether the values of all keywords are of the kinds that each has here.
    pub(super) fn keywords_are_of(&self, kinds: &ByKeyword<Kinds>) -> bool {
        self.keywords.are_of(kinds)
    }

    /// The members of a tool are found by where the reader found its fields, so that every dialect is read alike.
    fn add_members_of_tool(&mut self, parent: u32, record: Record, view: &ToolView<'a>) {
        let is = |field: Option<Value<'a>>, value: Value<'a>| {
            field.is_some_and(|field| field.index() == value.index())
        };
        let is_root = parent == 0;
        for (key, value) in self.value(&record).as_object().into_iter().flat_map(Object::iter) {
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
            self.list.push(Record::new(value, true, parent, role, part));
        }
    }
}
