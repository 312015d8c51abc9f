//! What is known of one tool.

use std::borrow::Cow;
use std::cell::OnceCell;

use tdqs_rubric::HardGates;
use tdqs_signals::json::{Json, Kind, Value, unescape_pointer_segment};
use tdqs_signals::{ContextSignals, SpecVersion, ToolView, UnhashedSignals};

use super::keywords::{ByKeyword, Keyword, Kinds};
use super::marks::Marks;
use super::node::Node;
use super::nodes::Nodes;
use super::place::Place;
use super::references::{Lead, References, Target};
use super::role::{Part, Role};
use super::text::{Text, Texts, texts};
use super::types::Types;
use crate::budget::Budget;
use crate::credit;

/// A tool, and the facts about it that rules share. What not every rule needs is found when it is first asked for.
#[derive(Debug)]
pub struct ToolContext<'a> {
    index: usize,
    view: ToolView<'a>,
    edition: SpecVersion,
    is_made_in_code: bool,
    assessed: credit::Rules,
    name: Cow<'a, str>,
    title: Option<Cow<'a, str>>,
    nodes: Nodes<'a>,
    /// Not when first asked for: most rules ask, and a cell would tie the borrowed texts to this very value.
    texts: Texts<'a>,
    signals: OnceCell<ContextSignals>,
    unhashed_signals: OnceCell<UnhashedSignals>,
    gates: OnceCell<HardGates>,
    sent: OnceCell<Budget>,
    credit_findings: OnceCell<Vec<credit::Finding>>,
    references: OnceCell<References>,
}

impl<'a> ToolContext<'a> {
    /// Looks at a tool that lies in a text. `None` when the value is no tool.
    pub(crate) fn new(index: usize, json: &'a Json, edition: SpecVersion) -> Option<Self> {
        Self::described(index, json, None, edition)
    }

    /// The same for somebody who may have the tool's description decoded.
    pub(crate) fn described(
        index: usize,
        json: &'a Json,
        description: Option<&'a str>,
        edition: SpecVersion,
    ) -> Option<Self> {
        let view = ToolView::of(json.value()).ok()?;
        let nodes = Nodes::of(index, json.source_text(), json.value(), &view);
        let texts = texts(&nodes, description);
        Some(Self {
            index,
            view,
            edition,
            is_made_in_code: false,
            assessed: credit::Rules::ALL,
            name: view.name(),
            title: view.title(),
            nodes,
            texts,
            signals: OnceCell::new(),
            unhashed_signals: OnceCell::new(),
            gates: OnceCell::new(),
            sent: OnceCell::new(),
            credit_findings: OnceCell::new(),
            references: OnceCell::new(),
        })
    }

    /// The same for a tool that may have been read from no text: then its JSON was written for it, and says null where it
    /// has nothing.
    pub(crate) fn that_is_made_in_code(self, is_made_in_code: bool) -> Self {
        Self { is_made_in_code, ..self }
    }

    /// The same for somebody who asks for the [findings](Self::credit_findings) of these rules only.
    pub(crate) fn assessed_by(self, assessed: credit::Rules) -> Self {
        Self { assessed, ..self }
    }

    /// Whether the tool was read from no text, so that a null in its fields says that there is nothing.
    #[must_use]
    pub fn is_made_in_code(&self) -> bool {
        self.is_made_in_code
    }

    /// The place of the tool among the good tools of its set, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The six fields that are scored.
    #[must_use]
    pub fn view(&self) -> &ToolView<'a> {
        &self.view
    }

    /// The edition of the specification.
    #[must_use]
    pub fn edition(&self) -> SpecVersion {
        self.edition
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The description, blank or not.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description_text().map(Text::content)
    }

    /// The signals of the specification's first stage.
    #[must_use]
    pub fn signals(&self) -> &ContextSignals {
        self.signals.get_or_init(|| ContextSignals::of_view(&self.view, self.edition))
    }

    /// Those of the signals that need no hash, which takes longer than all others.
    #[must_use]
    pub fn unhashed_signals(&self) -> &UnhashedSignals {
        self.unhashed_signals.get_or_init(|| UnhashedSignals::of_view(&self.view, self.edition))
    }

    /// What the hard gates say.
    #[must_use]
    pub fn gates(&self) -> HardGates {
        *self.gates.get_or_init(|| HardGates::of_view(&self.view))
    }

    /// The budget of what every client sends of the tool.
    pub(crate) fn sent(&self) -> Budget {
        *self.sent.get_or_init(|| {
            Budget::of_sent(self.name(), self.description(), self.input_schema().map(Node::value))
        })
    }

    /// What a rule of the Tool Credit Score finds in the tool by its profile `contract`. In a linter, of the rules that
    /// a lint rule which is on reports the findings of.
    pub fn credit_findings(&self, rule: credit::Rule) -> impl Iterator<Item = &credit::Finding> {
        debug_assert!(self.assessed.has(rule), "nobody was to ask for {rule}");
        let findings = self.credit_findings.get_or_init(|| {
            let object = self.object().value();
            let own = object.get("description").map(Value::index);
            let decoded = self.description_text().filter(|text| Some(text.node().value().index()) == own);
            let tool = credit::contract::Tool::of(object).with_decoded(decoded.map(Text::content));
            // Without a default in the schemas, and without a reference that may lead out of them, no parameter has one.
            let may_have_default = self.input_schema().is_none()
                || self.keywords("default").next().is_some()
                || self.references().next().is_some();
            let without_default = self.assessed.without(credit::Rule::RequiredHasDefault);
            let assessed = if may_have_default { self.assessed } else { without_default };
            credit::contract::findings(&tool, assessed)
        });
        findings.iter().filter(move |finding| finding.rule == rule)
    }

    /// The object that the fields stand in: the tool, or the `function` in it.
    fn object(&self) -> Node<'_> {
        self.name_node().parent().unwrap_or_else(|| self.root())
    }

    /// The node of a value of the schema of the arguments: nodes stand for all of them.
    pub(crate) fn node_of(&self, value: Value<'_>) -> Option<Node<'_>> {
        self.input_schema()?.holding(value)
    }

    /// The place of a JSON pointer within the object that the fields stand in. Of something that is missing, the place
    /// of what it is missing in.
    pub(crate) fn place_at(&self, pointer: &str) -> Place<'_> {
        let mut node = self.object();
        let mut rest = pointer;
        while let Some(segments) = rest.strip_prefix('/') {
            let (segment, behind) =
                segments.find('/').map_or((segments, ""), |end| (&segments[..end], &segments[end..]));
            let child = match node.kind() {
                Kind::Array => segment.parse().ok().and_then(|number: usize| node.children().nth(number)),
                _ => node.get(&unescape_pointer_segment(segment)),
            };
            let Some(child) = child else { break };
            (node, rest) = (child, behind);
        }
        // What rules do not look at has no nodes, and still a place in the text.
        match node.value().pointer(rest).filter(|_| !rest.is_empty()) {
            Some(inner) => Place::new(node, inner.span()),
            None => node.place(),
        }
    }

    /// The whole tool.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        self.node(0)
    }

    /// The string that is the name.
    #[must_use]
    pub fn name_node(&self) -> Node<'_> {
        self.node(self.nodes.name.unwrap_or_default())
    }

    /// The string that is the title.
    #[must_use]
    pub fn title_node(&self) -> Option<Node<'_>> {
        self.nodes.title.map(|at| self.node(at))
    }

    /// The string that is the description.
    #[must_use]
    pub fn description_node(&self) -> Option<Node<'_>> {
        self.nodes.description.map(|at| self.node(at))
    }

    /// The schema of the arguments.
    #[must_use]
    pub fn input_schema(&self) -> Option<Node<'_>> {
        self.nodes.input_schema.map(|at| self.node(at))
    }

    /// The schema of the result.
    #[must_use]
    pub fn output_schema(&self) -> Option<Node<'_>> {
        self.nodes.output_schema.map(|at| self.node(at))
    }

    /// The annotations.
    #[must_use]
    pub fn annotations(&self) -> Option<Node<'_>> {
        self.nodes.annotations.map(|at| self.node(at))
    }

    /// The members of the root's `properties`, read literally as the signals are: no reference is followed.
    pub fn parameters(&self) -> impl Iterator<Item = Node<'_>> {
        let properties = self.input_schema().and_then(|schema| schema.get("properties"));
        let map = properties.filter(|map| map.role() == Role::SchemaMap && map.value().as_object().is_some());
        map.into_iter().flat_map(Node::children)
    }

    /// Everything rules look at, parents before children.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.nodes.list.len()).map(|at| self.node(at))
    }

    /// Every schema in a part of the definition, its root first.
    pub fn schemas(&self, part: Part) -> impl Iterator<Item = Node<'_>> {
        self.nodes.schemas.iter().map(|at| self.node(*at)).filter(move |schema| schema.part() == part)
    }

    /// Every schema of the arguments and of the result, parents before children.
    pub fn all_schemas(&self) -> impl Iterator<Item = Node<'_>> {
        self.nodes.schemas.iter().map(|at| self.node(*at))
    }

    /// Every member of a schema that has this key, among those that JSON Schema gives a meaning to.
    #[expect(clippy::inline_always, reason = "of a keyword in the code nothing is left but its number")]
    #[inline(always)]
    pub fn keywords(&self, keyword: &str) -> impl Iterator<Item = Node<'_>> {
        // Nothing for one that is not in the table.
        self.nodes.places(Keyword::of(keyword)).map(|at| self.node(at))
    }

    /// The same for a keyword that is known by its number.
    pub(crate) fn places_of(&self, keyword: Keyword) -> impl Iterator<Item = Node<'_>> {
        self.nodes.places(Some(keyword)).map(|at| self.node(at))
    }

    /// Every `type` of a schema, and the types that it names. `None` when it is no type name or list of type names.
    pub(crate) fn types(&self) -> impl Iterator<Item = (Node<'_>, Option<Types>)> {
        self.places_of(Keyword::TYPE).map(|keyword| (keyword, keyword.types()))
    }

    /// Whether the values of all keywords are of the kinds that each has here.
    pub(crate) fn keywords_are_of(&self, kinds: &ByKeyword<Kinds>) -> bool {
        self.nodes.keywords_are_of(kinds)
    }

    /// Every schema that has a `$ref`, and what it leads to.
    pub fn references(&self) -> impl Iterator<Item = (Node<'_>, Target<'_>)> {
        self.reference_index().iter().map(|(at, lead)| (self.node(at), self.target(lead)))
    }

    /// What the `$ref` of a schema leads to, if it has one.
    #[must_use]
    pub fn reference_of(&self, schema: Node<'_>) -> Option<Target<'_>> {
        self.reference_index().get(schema.at).map(|lead| self.target(lead))
    }

    fn target(&self, lead: Lead) -> Target<'_> {
        match lead {
            Lead::To(at) => Target::Here(self.node(at)),
            Lead::Nowhere => Target::Nowhere,
            Lead::Outside => Target::Outside,
        }
    }

    fn reference_index(&self) -> &References {
        self.references.get_or_init(|| {
            let ids = self.keywords("$id").chain(self.keywords("id"));
            let anchors = self.keywords("$anchor").chain(self.keywords("$dynamicAnchor"));
            References::of(self.keywords("$ref"), ids, anchors)
        })
    }

    /// Every text of the definition, but for the names of types.
    pub fn texts(&self) -> impl Iterator<Item = Text<'_>> {
        self.texts.list.iter().map(|found| Text::new(&self.nodes, found))
    }

    /// The description, and those of the schemas.
    pub(crate) fn descriptions(&self) -> impl Iterator<Item = Text<'_>> {
        self.texts.descriptions.iter().map(|place| Text::new(&self.nodes, &self.texts.list[*place]))
    }

    /// Whether any of the texts has any of some kinds of characters.
    pub(crate) fn has(&self, marks: Marks) -> bool {
        self.texts.marks.has(marks)
    }

    /// The text of the description.
    #[must_use]
    pub fn description_text(&self) -> Option<Text<'_>> {
        self.texts.description.map(|place| Text::new(&self.nodes, &self.texts.list[place]))
    }

    /// The value of `_meta`, which no agent sees.
    pub(crate) fn meta(&self) -> Option<(Node<'_>, Value<'_>)> {
        let found = self.nodes().take_while(|node| {
            node.at == 0 || node.parent().is_some_and(|parent| parent.role() == Role::Tool)
        });
        found.into_iter().find(|node| node.has_key("_meta")).map(|node| (node, node.value()))
    }

    fn node(&self, at: usize) -> Node<'_> {
        Node { nodes: &self.nodes, at }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TextKind;
    use super::*;

    fn with<R>(text: &str, look: impl FnOnce(&ToolContext<'_>) -> R) -> R {
        look(&ToolContext::new(0, &Json::parse(text).unwrap(), SpecVersion::default()).unwrap())
    }

    const TOOL: &str = r#"{
        "name": "seal", "title": "T", "description": "D", "icons": [{"src": "x"}], "_meta": {"description": "y"},
        "annotations": {"title": "A", "readOnlyHint": true},
        "inputSchema": {
            "description": "R",
            "properties": {
                "enum": {"type": "string", "enum": ["a", {"description": "b"}], "default": "c", "x-ours": {"title": "k"}},
                "a/b": {"items": {"$comment": "d", "const": "e"}, "anyOf": [{"title": "f"}, true]},
                "l": {"items": [{"description": "i"}], "examples": [["g"]]}
            },
            "$defs": {"properties": {"description": "h"}},
            "required": ["enum"]
        },
        "outputSchema": {"properties": {"o": {"description": "j"}}}
    }"#;

    #[test]
    fn every_text_is_listed_with_what_it_is_for() {
        let found = with(TOOL, |tool| {
            tool.texts().map(|text| format!("{:?} {}", text.kind(), text.content())).collect::<Vec<_>>()
        });
        let expected = [
            "Name seal",
            "Title T",
            "Description D",
            "Annotation A",
            "SchemaDescription R",
            "Keyword enum",
            "PropertyName enum",
            "PropertyName a/b",
            "PropertyName l",
            "SchemaDescription h",
            "PropertyName o",
            "Default c",
            "SchemaDescription j",
            "Enum a",
            "Keyword k",
            "SchemaComment d",
            "Const e",
            "SchemaTitle f",
            "SchemaDescription i",
            "Enum b",
            "Example g",
        ];
        let sorted = |mut texts: Vec<String>| {
            texts.sort();
            texts
        };
        assert_eq!(sorted(found), sorted(expected.map(str::to_owned).to_vec()));
    }

    #[test]
    fn every_pointer_leads_back_to_its_value() {
        with(TOOL, |tool| {
            let root = tool.root().value();
            for node in tool.nodes() {
                let value = root.pointer(&node.pointer()).unwrap();
                assert_eq!(value.index(), node.value().index(), "{}", node.pointer());
                assert!(
                    node.children().all(|child| child.parent().is_some_and(|parent| parent.at == node.at))
                );
            }
            assert_eq!(tool.parameters().count(), 3);
            assert_eq!(tool.schemas(Part::Output).count(), 2);
            assert_eq!(tool.schemas(Part::Input).count(), 9);
        });
    }

    #[test]
    fn the_deepest_pointer_is_as_right_as_the_others() {
        let deep = format!(
            r#"{{"name": "seal", "inputSchema": {}{{"a/b": 1}}{}}}"#,
            r#"{"anyOf": [true, "#.repeat(20),
            "]}".repeat(20)
        );
        with(&deep, |tool| {
            let pointers: Vec<String> = tool.nodes().map(Node::pointer).collect();
            let expected = format!("/inputSchema{}/a~1b", "/anyOf/1".repeat(20));
            assert_eq!(pointers.last(), Some(&expected));
            for (node, pointer) in tool.nodes().zip(&pointers) {
                let value = tool.root().value().pointer(pointer).unwrap();
                assert_eq!(value.index(), node.value().index(), "{pointer}");
            }
        });
    }

    #[test]
    fn the_fields_of_every_dialect_are_found() {
        let open_ai = r#"{"type": "function", "function": {"name": "seal", "description": "D", "parameters": {"title": "P"}}}"#;
        with(open_ai, |tool| {
            assert_eq!(tool.name_node().pointer(), "/function/name");
            assert_eq!(tool.input_schema().unwrap().pointer(), "/function/parameters");
            let kinds: Vec<TextKind> = tool.texts().map(Text::kind).collect();
            assert_eq!(kinds, [TextKind::Name, TextKind::Description, TextKind::SchemaTitle]);
        });
    }
}
