//! The auto-fixer (section 4), inventions included. It is here for its numbers; what changes a tool for good is
//! [`contract::fix`](crate::credit::contract::fix).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use tdqs_rubric::named;
use tdqs_signals::json::{Json, Kind, Object, Value, escape_pointer_segment};
use tdqs_signals::whitespace::{is_ecmascript_whitespace, trim};

use super::Crash;
use super::javascript::{entries, is_object_or_array, is_truthy, string_of, truthy};
use super::score::text_of;
use crate::credit::rewrite::{ObjectText, read, string_text};
use crate::schema::elements;
use crate::text::is_blank;

/// A step of the fixer that changed something, or says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FixRule {
    /// The name in snake case.
    SnakeCase,
    /// `get_` in front of the name.
    VerbPrefix,
    /// A description made of the name.
    DescribeTool,
    /// A capital at the beginning of the description.
    CapitaliseDescription,
    /// `inputSchema` as a shallow copy of `parameters`.
    CopyParameters,
    /// The type of the schema.
    SchemaTypeObject,
    /// The type of a parameter, whatever it takes.
    ParameterTypeString,
    /// A description made of the name of a parameter.
    DescribeParameter,
    /// Every parameter required.
    RequireAll,
    /// A schema that takes nothing.
    EmptySchema,
    /// An example made of the schema.
    ExampleFromSchema,
    /// Hints that nobody gave.
    DefaultAnnotations,
}

named!(FixRule, "rule of the fixer", {
    SnakeCase => "snake-case",
    VerbPrefix => "verb-prefix",
    DescribeTool => "describe-tool",
    CapitaliseDescription => "capitalise-description",
    CopyParameters => "copy-parameters",
    SchemaTypeObject => "schema-type-object",
    ParameterTypeString => "parameter-type-string",
    DescribeParameter => "describe-parameter",
    RequireAll => "require-all",
    EmptySchema => "empty-schema",
    ExampleFromSchema => "example-from-schema",
    DefaultAnnotations => "default-annotations",
});

/// A change, as the studio records it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Change {
    /// The member, with dots between the keys.
    pub field: String,
    /// The step.
    pub rule: FixRule,
}

/// A tool after the fixer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fixed {
    /// The tool, whether it changed or not.
    pub tool: Json,
    /// The changes in the studio's order.
    pub changes: Vec<Change>,
}

/// Verbs that a name may open with, compared as wholes.
const VERBS: [&str; 26] = [
    "add", "check", "compute", "create", "delete", "execute", "export", "fetch", "find", "generate", "get",
    "import", "list", "load", "read", "remove", "run", "save", "search", "send", "set", "start", "stop",
    "update", "validate", "write",
];

/// Fixes one tool as the studio does.
///
/// # Errors
///
/// Where the studio crashes.
pub fn fix(tool: Value<'_>) -> Result<Fixed, Crash> {
    let mut members = Members::of(tool);
    let mut changes = Vec::new();
    let name = fix_name(tool, &mut members, &mut changes)?;
    fix_description(tool, name.as_deref(), &mut members, &mut changes)?;
    let parameters = fix_schema(tool, &mut members, &mut changes)?;
    if elements(tool.get("examples")).next().is_none() {
        members.set("examples", format!("[{}]", example_of(&parameters)));
        changes.push(Change { field: "examples".to_owned(), rule: FixRule::ExampleFromSchema });
    }
    if entries(truthy(tool.get("annotations"))).is_empty() {
        let name = name.as_deref().ok_or_else(|| nameless("annotations"))?;
        let mut hints = ObjectText::default();
        hints.add("title", &string_text(&title_of(name)));
        hints.add("readOnlyHint", &true);
        hints.add("destructiveHint", &false);
        hints.add("idempotentHint", &true);
        members.set("annotations", hints.finish());
        changes.push(Change { field: "annotations".to_owned(), rule: FixRule::DefaultAnnotations });
    }
    let tool = read(members.finish()).map_err(|error| Crash::at("", error.to_string()))?;
    Ok(Fixed { tool, changes })
}

fn nameless(field: &str) -> Crash {
    Crash::at("/name", format!("the {field} would be made of a name, and there is none"))
}

/// Steps 1 and 2. `None` when the name is falsy without being a text.
fn fix_name(
    tool: Value<'_>,
    members: &mut Members,
    changes: &mut Vec<Change>,
) -> Result<Option<String>, Crash> {
    let Some(old) = text_of(tool, "name")? else {
        return Ok(tool.get("name").filter(|name| name.is_str("")).map(|_| String::new()));
    };
    let snake = snake_cased(&old);
    let mut record = |rule| changes.push(Change { field: "name".to_owned(), rule });
    if snake != old {
        record(FixRule::SnakeCase);
    }
    let name = with_verb(&snake);
    if name != snake {
        record(FixRule::VerbPrefix);
    }
    if name != old {
        members.set("name", string_text(&name));
    }
    Ok(Some(name))
}

/// `_` between a small letter and a capital, each run of hyphens, white space and dots one `_`, small letters, no
/// `_` at the ends and none doubled.
fn snake_cased(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 8);
    let mut before = '_';
    for character in name.chars() {
        if before.is_ascii_lowercase() && character.is_ascii_uppercase() {
            text.push('_');
        }
        let separates = matches!(character, '-' | '.') || is_ecmascript_whitespace(character);
        text.push(if separates { '_' } else { character });
        before = character;
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split('_').filter(|word| !word.is_empty()).collect();
    words.join("_")
}

fn with_verb(name: &str) -> String {
    let first = name.split('_').next().unwrap_or_default();
    if VERBS.contains(&first) { name.to_owned() } else { format!("get_{name}") }
}

/// Step 3.
fn fix_description(
    tool: Value<'_>,
    name: Option<&str>,
    members: &mut Members,
    changes: &mut Vec<Change>,
) -> Result<(), Crash> {
    let mut record = |rule| changes.push(Change { field: "description".to_owned(), rule });
    match text_of(tool, "description")?.filter(|text| !is_blank(text)) {
        None => {
            let name = name.ok_or_else(|| nameless("description"))?;
            members.set("description", string_text(&generated_description(&spaced(name))));
            record(FixRule::DescribeTool);
        }
        Some(text) => {
            let text = trim(&text);
            if !text.starts_with(|first: char| first.is_ascii_uppercase()) {
                members.set("description", string_text(&capitalised(text)));
                record(FixRule::CapitaliseDescription);
            }
        }
    }
    Ok(())
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

fn generated_description(words: &str) -> String {
    format!(
        "Gets the outcome of the operation named \"{words}\". Returns that outcome, or else an error when it has failed."
    )
}

/// Whether a description is the one that the fixer writes for a name, as it stands or as the fixer renames it.
#[must_use]
pub fn is_generated_description(description: &str, name: &str) -> bool {
    let description = trim(description);
    // Nearly every description is told apart by its beginning.
    description.starts_with("Gets the outcome of the operation named")
        && [spaced(name), spaced(&with_verb(&snake_cased(name)))]
            .iter()
            .any(|words| generated_description(words) == description)
}

/// The text with its first UTF-16 code unit in upper case: what takes two of them stays.
fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) if first.len_utf16() == 1 => first.to_uppercase().chain(characters).collect(),
        Some(_) | None => text.to_owned(),
    }
}

/// Every ASCII word character behind an ASCII word boundary in upper case.
fn title_of(name: &str) -> String {
    let is_of_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut before = ' ';
    spaced(name)
        .chars()
        .map(|character| {
            let opens = is_of_word(character) && !is_of_word(before);
            before = character;
            if opens { character.to_ascii_uppercase() } else { character }
        })
        .collect()
}

/// A parameter as the steps behind see it.
struct Parameter<'a> {
    key: String,
    /// The type, `string` where none was given.
    kind: String,
    /// Whether the type is a text, and not a list that reads like one.
    has_text_for_type: bool,
    choices: Option<Value<'a>>,
}

/// Steps 4 to 9. Gives the parameters, for the example.
fn fix_schema<'a>(
    tool: Value<'a>,
    members: &mut Members,
    changes: &mut Vec<Change>,
) -> Result<Vec<Parameter<'a>>, Crash> {
    let own = truthy(tool.get("inputSchema"));
    let Some(schema) = own.or_else(|| truthy(tool.get("parameters"))) else {
        members.set("inputSchema", r#"{"type":"object","properties":{},"required":[]}"#.to_owned());
        changes.push(Change { field: "inputSchema".to_owned(), rule: FixRule::EmptySchema });
        return Ok(Vec::new());
    };
    let is_copy = own.is_none();
    if is_copy {
        changes.push(Change { field: "inputSchema".to_owned(), rule: FixRule::CopyParameters });
    } else if !is_object_or_array(schema) {
        let message = format!("the schema is {}, and a type would be set", schema.kind().with_article());
        return Err(Crash::at("/inputSchema", message));
    }
    let mut fixed = Members::of(schema);
    if !schema.get("type").is_some_and(|kind| kind.is_str("object")) {
        fixed.set("type", "\"object\"".to_owned());
        changes.push(Change { field: "inputSchema.type".to_owned(), rule: FixRule::SchemaTypeObject });
    }
    let properties = truthy(schema.get("properties"));
    let mut parameters = Vec::new();
    let mut texts = Vec::new();
    for (key, parameter) in entries(properties) {
        let (parameter, text) = fix_parameter(&key, parameter, changes)?;
        texts.push((key.into_owned(), text));
        parameters.push(parameter);
    }
    let properties_text = match properties.map(Value::kind) {
        Some(Kind::Object) => {
            let mut all = ObjectText::default();
            for (key, text) in &texts {
                all.add(key, text);
            }
            Some(all.finish())
        }
        Some(Kind::Array) => {
            let all: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
            Some(format!("[{}]", all.join(",")))
        }
        _ => None,
    };
    if let Some(text) = properties_text {
        fixed.set("properties", text.clone());
        // The copy is shallow: what hangs on the parameters hangs on both.
        if is_copy && schema.kind() == Kind::Object {
            let mut original = Members::of(schema);
            original.set("properties", text);
            members.set("parameters", original.finish());
        }
    }
    if properties.is_some() && !is_truthy(schema.get("required")) && !parameters.is_empty() {
        let keys: Vec<String> = parameters.iter().map(|parameter| string_text(&parameter.key)).collect();
        fixed.set("required", format!("[{}]", keys.join(",")));
        changes.push(Change { field: "inputSchema.required".to_owned(), rule: FixRule::RequireAll });
    }
    // What is set on an array, JSON drops.
    if is_copy || schema.kind() == Kind::Object {
        members.set("inputSchema", fixed.finish());
    }
    Ok(parameters)
}

/// Steps 6 and 7.
fn fix_parameter<'a>(
    key: &str,
    parameter: Option<Value<'a>>,
    changes: &mut Vec<Change>,
) -> Result<(Parameter<'a>, String), Crash> {
    let at = |message: String| {
        Crash::at(format!("/inputSchema/properties/{}", escape_pointer_segment(key)), message)
    };
    let Some(parameter) = parameter.filter(|found| is_object_or_array(*found)) else {
        let what = parameter.map_or("a string", |found| found.kind().with_article());
        return Err(at(format!("the parameter is {what}, and a type would be set")));
    };
    let mut fixed = Members::of(parameter);
    let mut record = |member: &str, rule| {
        changes.push(Change { field: format!("inputSchema.properties.{key}.{member}"), rule });
    };
    let given = truthy(parameter.get("type"));
    let kind = given.map_or_else(|| "string".to_owned(), string_of);
    if given.is_none() {
        fixed.set("type", "\"string\"".to_owned());
        record("type", FixRule::ParameterTypeString);
    }
    if !is_truthy(parameter.get("description")) {
        let text = format!("Value of {} ({kind}) for this call.", readable(key));
        fixed.set("description", string_text(&text));
        record("description", FixRule::DescribeParameter);
    }
    let text = if parameter.kind() == Kind::Object { fixed.finish() } else { parameter.literal().to_owned() };
    let fixed = Parameter {
        key: key.to_owned(),
        kind,
        has_text_for_type: given.is_none_or(|given| given.kind() == Kind::String),
        choices: parameter.get("enum"),
    };
    Ok((fixed, text))
}

/// Underscores as spaces, a space before every capital, small letters, trimmed.
fn readable(key: &str) -> String {
    let mut text = String::with_capacity(key.len() + 8);
    for character in key.chars() {
        if character.is_ascii_uppercase() {
            text.push(' ');
        }
        text.push(if character == '_' { ' ' } else { character });
    }
    trim(&text.to_lowercase()).to_owned()
}

/// Step 10: one call with every parameter.
fn example_of(parameters: &[Parameter<'_>]) -> String {
    let mut example = ObjectText::default();
    for parameter in parameters.iter().filter(|parameter| parameter.key != "__proto__") {
        let made_up = || string_text(&format!("example_{}", parameter.key));
        let kind = if parameter.has_text_for_type { parameter.kind.as_str() } else { "" };
        let value = match kind {
            "string" => first_choice(parameter.choices).unwrap_or_else(made_up),
            "number" | "integer" => "1".to_owned(),
            "boolean" => "true".to_owned(),
            "array" => "[]".to_owned(),
            "object" => "{}".to_owned(),
            _ => made_up(),
        };
        example.add(&parameter.key, &value);
    }
    example.finish()
}

/// `choices[0]` as JSON, when it is truthy.
fn first_choice(choices: Option<Value<'_>>) -> Option<String> {
    if let Some(text) = choices.and_then(Value::as_str) {
        return Some(unit_text(text.encode_utf16().next()?));
    }
    let first = entries(choices).into_iter().find(|(key, _)| key == "0").and_then(|(_, value)| value);
    truthy(first).map(|value| value.literal().to_owned())
}

/// A UTF-16 code unit as a JSON string.
fn unit_text(unit: u16) -> String {
    match char::from_u32(u32::from(unit)) {
        Some(character) => string_text(character.encode_utf8(&mut [0; 4])),
        // Half of a pair.
        None => format!("\"\\u{unit:04x}\""),
    }
}

/// An object that is being changed: its members as JSON, in the author's order.
struct Members {
    members: Vec<(String, String)>,
}

impl Members {
    /// What `{...value}` is.
    fn of(value: Value<'_>) -> Self {
        let members = match value.kind() {
            Kind::Object => value
                .as_object()
                .into_iter()
                .flat_map(Object::iter)
                .map(|(key, member)| (key.text().into_owned(), member.literal().to_owned()))
                .collect(),
            Kind::String => {
                let text = value.as_str().unwrap_or_default();
                text.encode_utf16().enumerate().map(|(at, unit)| (at.to_string(), unit_text(unit))).collect()
            }
            _ => entries(Some(value))
                .into_iter()
                .filter_map(|(key, element)| Some((key.into_owned(), element?.literal().to_owned())))
                .collect(),
        };
        Self { members }
    }

    /// Replaces a member, or adds it at the end.
    fn set(&mut self, key: &str, value: String) {
        match self.members.iter_mut().find(|(candidate, _)| candidate == key) {
            Some((_, old)) => *old = value,
            None => self.members.push((key.to_owned(), value)),
        }
    }

    fn finish(self) -> String {
        let mut object = ObjectText::default();
        for (key, value) in &self.members {
            object.add(key, value);
        }
        object.finish()
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tdqs_signals::json::Document;

    fn fixed(text: &str) -> Result<(String, Vec<String>), Crash> {
        let document = Document::parse(text).unwrap();
        let fixed = fix(document.root())?;
        let changes = fixed.changes.iter().map(ToString::to_string).collect();
        Ok((fixed.tool.source_text().to_owned(), changes))
    }

    #[test]
    fn what_is_there_stays_and_what_lacks_is_invented() {
        let (tool, changes) = fixed(
            r#"{"name":"sealCrate","description":"ßeal it","parameters":{"properties":{"b":{"type":["string","null"]},"7":{"enum":["x"]}}}}"#,
        )
        .unwrap();
        let properties = r#"{"7":{"enum":["x"],"type":"string","description":"Value of 7 (string) for this call."},"b":{"type":["string","null"],"description":"Value of b (string,null) for this call."}}"#;
        assert_eq!(
            tool,
            format!(
                r#"{{"name":"get_seal_crate","description":"SSeal it","parameters":{{"properties":{properties}}},"inputSchema":{{"properties":{properties},"type":"object","required":["7","b"]}},"examples":[{{"7":"x","b":"example_b"}}],"annotations":{{"title":"Get Seal Crate","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true}}}}"#
            )
        );
        assert_eq!(
            changes,
            [
                "name: snake-case",
                "name: verb-prefix",
                "description: capitalise-description",
                "inputSchema: copy-parameters",
                "inputSchema.type: schema-type-object",
                "inputSchema.properties.7.type: parameter-type-string",
                "inputSchema.properties.7.description: describe-parameter",
                "inputSchema.properties.b.description: describe-parameter",
                "inputSchema.required: require-all",
                "examples: example-from-schema",
                "annotations: default-annotations",
            ]
        );
    }

    #[test]
    fn it_stumbles_where_the_studio_does() {
        for (tool, pointer) in [
            (r#"{"name":5}"#, "/name"),
            (r#"{"name":"a","description":[]}"#, "/description"),
            (r#"{"description":"d"}"#, "/name"),
            (r#"{"name":"a","inputSchema":5}"#, "/inputSchema"),
            (r#"{"name":"a","inputSchema":{"properties":{"x":null}}}"#, "/inputSchema/properties/x"),
            (r#"{"name":"a","parameters":{"properties":"x"}}"#, "/inputSchema/properties/0"),
        ] {
            assert_eq!(fixed(tool).map_err(|crash| crash.pointer), Err(pointer.to_owned()), "{tool}");
        }
    }

    #[test]
    fn copies_of_what_is_no_object_are_objects() {
        let schema = |parameters: &str| {
            let (tool, _) = fixed(&format!(r#"{{"name":"get_a","parameters":{parameters}}}"#)).unwrap();
            Document::parse(tool).unwrap().root().get("inputSchema").unwrap().literal().to_owned()
        };
        assert_eq!(schema("true"), r#"{"type":"object"}"#);
        assert_eq!(schema(r#""aé""#), r#"{"0":"a","1":"é","type":"object"}"#);
        assert_eq!(schema("[1,{}]"), r#"{"0":1,"1":{},"type":"object"}"#);
    }
}
