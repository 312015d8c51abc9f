//! The parameters of a tool, and which of them its description explains.

use std::collections::{HashMap, HashSet};

use tdqs_signals::ToolDefinition;
use tdqs_signals::json::{Json, Kind, Object, Value};

use crate::text::{Description, Name, nouns};

/// One property of the input schema.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, asked for one by one")]
pub(super) struct Parameter {
    pub(super) name: String,
    /// The schema describes it.
    pub(super) described: bool,
    /// The schema lists its values.
    pub(super) listed: bool,
    /// Where the description speaks of it, by name or in words.
    pub(super) mentioned: bool,
    /// The description writes its name as a name and goes on to explain it: `limit: how many`.
    pub(super) explained: bool,
    /// It does so in the words of the schema.
    pub(super) repeated: bool,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Parameters {
    pub(super) all: Vec<Parameter>,
}

impl Parameters {
    pub(super) fn read(tool: &ToolDefinition, description: &Description) -> Self {
        let properties = tool
            .input_schema
            .as_ref()
            .map(Json::value)
            .and_then(|schema| schema.get("properties")?.as_object());
        let Some(properties) = properties.filter(|properties| !properties.is_empty()) else {
            return Self::default();
        };
        let vocabulary = description.vocabulary();
        let identifiers = identifiers(&description.text);
        let all = Object::iter(properties).map(|(key, schema)| {
            let name = key.text().into_owned();
            let is_text = |key: &str| {
                schema.get(key).is_some_and(|value| value.kind() == Kind::String && value.span().len() > 2)
            };
            let explained = identifiers.explained.get(name.as_str()).copied();
            let schema_text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
            let repeated = explained.is_some_and(|place| repeats(&description.lower[place..], &schema_text));
            let words = Name::read(&name).words;
            let in_words =
                !words.is_empty() && words.iter().all(|word| vocabulary.contains(&nouns::canonical(word)));
            Parameter {
                described: is_text("description"),
                listed: schema.get("enum").is_some_and(|value| value.kind() == Kind::Array)
                    || schema.get("const").is_some(),
                mentioned: in_words || identifiers.named.contains(name.as_str()),
                explained: explained.is_some(),
                repeated,
                name,
            }
        });
        Self { all: all.collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// How many there are, in words.
    pub(super) fn counted(&self) -> String {
        match self.len() {
            0 => "no parameters".to_owned(),
            1 => "one parameter".to_owned(),
            count => format!("{count} parameters"),
        }
    }

    pub(super) fn count(&self, is: impl Fn(&Parameter) -> bool) -> usize {
        self.all.iter().filter(|parameter| is(parameter)).count()
    }

    /// Percent of the parameters that schema or description says something about; 100 without any.
    pub(super) fn understood_percent(&self) -> usize {
        self.percent(|parameter| parameter.described || parameter.listed || parameter.mentioned)
    }

    pub(super) fn percent(&self, is: impl Fn(&Parameter) -> bool) -> usize {
        if self.all.is_empty() { 100 } else { self.count(is) * 100 / self.len() }
    }

    /// The first three names of parameters that fit, in backticks, and how many more there are.
    pub(super) fn names(&self, is: impl Fn(&Parameter) -> bool) -> Vec<String> {
        let names = self.all.iter().filter(|parameter| is(parameter)).take(3);
        let mut names: Vec<String> = names
            .map(|parameter| crate::text::quoted_within(&parameter.name, 40).replace('"', "`"))
            .collect();
        if let Some(more @ 1..) = self.count(is).checked_sub(3) {
            names.push(format!("{more} more"));
        }
        names
    }
}

/// Whether a text has, near its beginning, the beginning of what the schema says.
fn repeats(text: &str, schema_text: &str) -> bool {
    let near = &text[..text.floor_char_boundary(200.min(text.len()))];
    let beginning =
        schema_text[..schema_text.floor_char_boundary(24.min(schema_text.len()))].trim().to_ascii_lowercase();
    !beginning.is_empty() && near.contains(&beginning)
}

struct Identifiers<'a> {
    named: HashSet<&'a str>,
    /// With the place where the explanation begins.
    explained: HashMap<&'a str, usize>,
}

/// Words as they are written, and those that an explanation follows: `limit: …`, `limit (int): …`,
/// `limit=10`, `` `limit` `` with more than a stop behind it.
fn identifiers(text: &str) -> Identifiers<'_> {
    let mut found = Identifiers { named: HashSet::new(), explained: HashMap::new() };
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '$' | '.');
    let mut at = 0;
    while let Some(offset) = text[at..].find(is_part) {
        let start = at + offset;
        let end =
            text[start..].find(|character| !is_part(character)).map_or(text.len(), |length| start + length);
        let word = text[start..end].trim_end_matches(['.', '-']);
        found.named.insert(word);
        if explains(&text[start + word.len()..]) {
            found.explained.entry(word).or_insert(start + word.len());
        }
        at = end;
    }
    found
}

fn explains(after: &str) -> bool {
    let after = after.trim_start_matches(['`', '*', '"', '\'']);
    if after.starts_with(['=', ':', '：'])
        || after.starts_with(" - ")
        || after.starts_with(" — ")
        || after.starts_with(" – ")
        || after.starts_with(" -- ")
    {
        return true;
    }
    // `limit (int, optional): …`; a type is short, so only the next few characters are looked at.
    let Some(inside) = after.strip_prefix(" (").or_else(|| after.strip_prefix('(')) else { return false };
    let near = &inside[..inside.floor_char_boundary(60.min(inside.len()))];
    near.find(')').is_some_and(|close| near[close + 1..].starts_with([':', ' ', '：']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(description: &str, mentioned: &[&str], explained: &[&str]) {
        let tool = ToolDefinition::from_json(
            r#"{"name": "t", "inputSchema": {"properties": {"crateId": {"description": ""}, "max_rows": {}, "owner": {"enum": []}}}}"#,
        )
        .unwrap();
        let parameters = Parameters::read(&tool, &Description::read(description));
        let names = |is: fn(&Parameter) -> bool| -> Vec<&str> {
            parameters
                .all
                .iter()
                .filter(|parameter| is(parameter))
                .map(|parameter| parameter.name.as_str())
                .collect()
        };
        assert_eq!(
            (names(|parameter| parameter.mentioned), names(|parameter| parameter.explained)),
            (mentioned.to_vec(), explained.to_vec()),
            "{description}"
        );
    }

    #[test]
    fn a_parameter_is_mentioned_by_name_or_in_words() {
        check("Find by crate ID or owners.", &["crateId", "owner"], &[]);
        check("Bounded by max_rows.", &["max_rows"], &[]);
        check("Unowned.", &[], &[]);
    }

    #[test]
    fn a_parameter_is_explained_where_text_follows_its_name() {
        check(
            "Args:\n  crateId (str): Which.\n  max_rows: How many.",
            &["crateId", "max_rows"],
            &["crateId", "max_rows"],
        );
        check("Pass `owner`=me", &["owner"], &["owner"]);
    }
}
