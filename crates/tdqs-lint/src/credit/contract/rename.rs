//! Better names, and what a rename breaks (section 8, third tier).

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::Serialize;
use tdqs_rubric::named;
use tdqs_signals::json::{Json, Value};

use super::facts::Schema;
use super::{Listing, Tool};
use crate::credit::rewrite::{self, Replacement, RewriteError, string_text};
use crate::schema::Walk;
use crate::text::{is_snake_case, words_of_name};

/// Characters that a proposed name has at most.
const MAX_LENGTH: usize = 64;

/// The name that the words of a name make in small letters, when it is snake case, another one, and no longer than
/// 64 characters.
///
/// ```
/// use tdqs_lint::credit::contract::proposed_name;
///
/// assert_eq!(proposed_name("getHTTPStatus").as_deref(), Some("get_http_status"));
/// assert_eq!(proposed_name("get user!"), None);
/// ```
#[must_use]
pub fn proposed_name(name: &str) -> Option<String> {
    if is_snake_case(name) {
        return None;
    }
    let words: Vec<String> = words_of_name(name).into_iter().map(str::to_lowercase).collect();
    let proposed = words.join("_");
    (is_snake_case(&proposed) && proposed.len() <= MAX_LENGTH).then_some(proposed)
}

/// The names of a listing in snake case, what cannot be renamed, and which descriptions mention an old name.
///
/// A rename breaks every caller that knows the old name: nothing is renamed unless somebody asks for it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Renames {
    /// Old names and new, in the order of the listing.
    pub renames: Vec<Rename>,
    /// Names that keep as they are, because the new one is taken or wanted by several.
    pub refused: Vec<RefusedRename>,
    /// Descriptions that mention a name of `renames`. They stay as they are.
    pub mentions: Vec<Mention>,
}

/// A new name for a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Rename {
    /// JSON pointer of the name in the input; where the tool stands in a map of tools and has no name of its own, of
    /// the tool, whose key is its name.
    pub pointer: String,
    /// Whether the name is a key.
    pub is_key: bool,
    /// The old name.
    pub from: String,
    /// The new name.
    pub to: String,
}

/// A rename that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RefusedRename {
    /// The rename.
    pub rename: Rename,
    /// Why it was refused.
    pub why: Why,
}

/// Why a rename is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// Another tool is called so.
    Taken,
    /// Another tool would be called so.
    Wanted,
}

named!(Why, "reason", { Taken => "taken", Wanted => "wanted" });

/// A description that mentions an old name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Mention {
    /// JSON pointer of the description in the input.
    pub pointer: String,
    /// The name that it mentions.
    pub name: String,
}

/// Finds the new names of a listing. Nothing is changed.
#[must_use]
pub fn renames(listing: &Listing<'_>) -> Renames {
    let names: HashSet<String> =
        listing.tools.iter().filter_map(Tool::name).map(std::borrow::Cow::into_owned).collect();
    let proposed: Vec<Rename> = listing.tools.iter().filter_map(proposal).collect();
    let mut wanted: HashMap<&str, usize> = HashMap::new();
    for rename in &proposed {
        *wanted.entry(&rename.to).or_default() += 1;
    }
    let mut found = Renames::default();
    for rename in &proposed {
        let why = if names.contains(&rename.to) {
            Some(Why::Taken)
        } else {
            (wanted.get(rename.to.as_str()) != Some(&1)).then_some(Why::Wanted)
        };
        match why {
            Some(why) => found.refused.push(RefusedRename { rename: rename.clone(), why }),
            None => found.renames.push(rename.clone()),
        }
    }
    if !found.renames.is_empty() {
        let old: HashSet<&str> = found.renames.iter().map(|rename| rename.from.as_str()).collect();
        let mut mentions = Vec::new();
        for tool in &listing.tools {
            add_mentions(tool, &old, &mut mentions);
        }
        found.mentions = mentions;
    }
    found
}

fn proposal(tool: &Tool<'_>) -> Option<Rename> {
    let from = tool.name()?;
    let to = proposed_name(&from)?;
    let is_key = !tool.value().get("name").is_some_and(|name| name.is_str(&from));
    let pointer = if is_key { tool.pointer().to_owned() } else { format!("{}/name", tool.pointer()) };
    Some(Rename { pointer, is_key, from: from.into_owned(), to })
}

/// The descriptions of a tool and of its parameters that mention one of the names.
fn add_mentions(tool: &Tool<'_>, names: &HashSet<&str>, mentions: &mut Vec<Mention>) {
    let mut look = |place: Value<'_>, pointer: &dyn Fn() -> String| {
        let Some(text) = place.get("description").and_then(Value::as_str) else { return };
        let mut told: Vec<&str> = Vec::new();
        for word in identifiers(&text) {
            if let Some(name) = names.get(word).filter(|name| !told.contains(*name)) {
                told.push(name);
                mentions.push(Mention { pointer: pointer(), name: (*name).to_owned() });
            }
        }
    };
    look(tool.value(), &|| format!("{}/description", tool.pointer()));
    if let Some(schema) = Schema::of(tool) {
        let walk = Walk::of(schema.root, schema.parameters());
        for place in walk.places() {
            let pointer =
                || format!("{}{}/description", tool.pointer(), schema.pointer(&walk.pointer(place)));
            look(place.schema, &pointer);
        }
    }
}

/// Runs of what names are made of, without a full stop at their end.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let is_of_name = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.');
    text.split(move |character| !is_of_name(character)).map(|run| run.trim_end_matches('.'))
}

impl Renames {
    /// The input with its tools renamed. Descriptions stay.
    ///
    /// # Errors
    ///
    /// When the input is not the one that the renames are for.
    pub fn apply(&self, root: Value<'_>) -> Result<Json, RewriteError> {
        let mut replacements = Vec::new();
        for rename in self.renames.iter().filter(|rename| !rename.is_key) {
            replacements
                .push(Replacement::new(rename.pointer.clone(), rewrite::read(string_text(&rename.to))?));
        }
        let mut renamed = rewrite::apply(root, &replacements)?;
        for rename in self.renames.iter().filter(|rename| rename.is_key) {
            let map = rename.pointer.rsplit_once('/').map_or("", |(map, _)| map);
            renamed = rewrite::rename_member(renamed.value(), map, &rename.from, &rename.to)?;
        }
        Ok(renamed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::credit::contract::{parse, read};

    #[test]
    fn names_are_made_of_their_words() {
        for (name, expected) in [
            ("getUser", Some("get_user")),
            ("list-crates.v2", Some("list_crates_v2")),
            ("HTTPServer", Some("http_server")),
            ("get_user", None),
            ("___", None),
            ("get_über_alles", None),
            ("2fa", None),
        ] {
            assert_eq!(proposed_name(name).as_deref(), expected, "{name}");
        }
        assert_eq!(proposed_name(&format!("A{}", "b".repeat(64))), None);
    }

    #[test]
    fn a_collision_refuses_and_a_mention_is_told() {
        let json = parse(
            r#"[{"name":"getUser","description":"Not getUserById."},{"name":"get_user"},
                {"name":"sealCrate","description":"Use sealCrate."},{"name":"seal-crate"},
                {"name":"moveCrate","inputSchema":{"properties":{"a":{"description":"From `moveCrate`, moveCrate"}}}}]"#,
        )
        .unwrap();
        let listing = read(json.value()).unwrap();
        let found = renames(&listing);
        let to: Vec<&str> = found.renames.iter().map(|rename| rename.to.as_str()).collect();
        assert_eq!(to, ["move_crate"]);
        let why: Vec<Why> = found.refused.iter().map(|refused| refused.why).collect();
        assert_eq!(why, [Why::Taken, Why::Wanted, Why::Wanted]);
        assert_eq!(
            found.mentions,
            [Mention {
                pointer: "/4/inputSchema/properties/a/description".to_owned(),
                name: "moveCrate".to_owned()
            }]
        );
        let renamed = found.apply(json.value()).unwrap();
        assert!(renamed.value().pointer("/4/name").unwrap().is_str("move_crate"));
    }

    #[test]
    fn a_key_that_is_a_name_is_renamed() {
        let json = parse(r#"{"tools":{"aB":{},"c":{"name":"dE"}}}"#).unwrap();
        let found = renames(&read(json.value()).unwrap());
        let renamed = found.apply(json.value()).unwrap();
        assert_eq!(renamed.source_text(), r#"{"tools":{"a_b":{},"c":{"name":"d_e"}}}"#);
    }
}
