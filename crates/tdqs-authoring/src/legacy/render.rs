//! The module's description template, filled as the module fills it.

use tdqs_signals::json::{Array, Kind, Value};

use super::{LegacyError, python_text};

/// The description as the Python module renders it, to the byte.
///
/// Authoring pieces: section 1.
///
/// # Errors
///
/// Where the module stops: a parameter without `name`, `type` or `description`, an error without `code` or
/// `description`; and when the value is no spec.
///
/// ```
/// use tdqs_authoring::legacy;
/// use tdqs_signals::json::Json;
///
/// let spec = Json::parse(r#"{"name": "a", "description": "Does it.", "triggers": [], "examples": [],
///     "parameters": [{"name": "b", "type": "boolean", "description": "", "default": false}],
///     "returns": {}, "errors": []}"#)?;
/// assert!(legacy::render(spec.value())?.contains("- **b** (boolean | optional)\n  \n  Default: False\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn render(spec: Value<'_>) -> Result<String, LegacyError> {
    let name = text_or_empty(spec.get("name"));
    let description = text_or_empty(spec.get("description"));
    let usage = usage(spec)?;
    let parameters = parameters(spec)?;
    let returns = returns(spec)?;
    let errors = errors(spec)?;
    Ok(format!(
        "\n## {name}\n\n{description}\n\n### When to Use\n{usage}\n\n### Parameters\n{parameters}\n\n### Returns\n{returns}\n\n\
         ### Errors\n{errors}\n"
    ))
}

/// The part of the description that says when to use the tool, as the Python module renders it, to the byte.
///
/// Authoring pieces: section 1.
///
/// # Errors
///
/// When the value is no spec.
pub fn usage(spec: Value<'_>) -> Result<String, LegacyError> {
    let mut items = Vec::new();
    for trigger in elements(spec, "triggers")? {
        items.push(format!("- When {}", python_text(trigger)));
    }
    let examples: Vec<_> = elements(spec, "examples")?.collect();
    if !examples.is_empty() {
        items.push("\n**Examples**:\n".to_owned());
    }
    for example in examples {
        if example.kind() == Kind::Object {
            items.push(format!("- Input: {}", text_or_empty(example.get("input"))));
            items.push(format!("  Output: {}", text_or_empty(example.get("tool_call"))));
        } else {
            items.push(format!("- {}", python_text(example)));
        }
    }
    Ok(items.join("\n"))
}

fn parameters(spec: Value<'_>) -> Result<String, LegacyError> {
    let mut entries = Vec::new();
    for (index, parameter) in elements(spec, "parameters")?.enumerate() {
        let pointer = format!("/parameters/{index}");
        let presence = if parameter.get("required").is_some_and(is_truthy) { "required" } else { "optional" };
        let default = parameter
            .get("default")
            .filter(|default| default.kind() != Kind::Null)
            .map_or_else(String::new, |default| format!("Default: {}", python_text(default)));
        let member = |key| member(parameter, &pointer, key);
        let (name, type_name, description) = (member("name")?, member("type")?, member("description")?);
        let entry = format!("- **{name}** ({type_name} | {presence})\n  {description}\n  {default}");
        entries.push(entry.trim_end_matches(is_python_space).to_owned());
    }
    Ok(entries.join("\n"))
}

fn returns(spec: Value<'_>) -> Result<String, LegacyError> {
    let Some(returns) = spec.get("returns").filter(|returns| is_truthy(*returns)) else {
        return Ok("No return value documented.".to_owned());
    };
    if returns.kind() != Kind::Object {
        return Err(LegacyError::not_a_spec("/returns", Some(returns), "an object"));
    }
    let description = text_or_empty(returns.get("description"));
    let type_name = returns.get("type").map_or_else(|| "object".to_owned(), python_text);
    Ok(format!("{type_name} -- {description}"))
}

fn errors(spec: Value<'_>) -> Result<String, LegacyError> {
    let mut lines = Vec::new();
    for (index, error) in elements(spec, "errors")?.enumerate() {
        let pointer = format!("/errors/{index}");
        let (code, description) = (member(error, &pointer, "code")?, member(error, &pointer, "description")?);
        lines.push(format!("- **{code}**: {description} -- {}", text_or_empty(error.get("resolution"))));
    }
    Ok(if lines.is_empty() { "No error conditions documented.".to_owned() } else { lines.join("\n") })
}

/// The elements of a list of the spec; of an absent one and of `null` none.
pub(super) fn elements<'a>(
    spec: Value<'a>,
    key: &'static str,
) -> Result<impl Iterator<Item = Value<'a>> + use<'a>, LegacyError> {
    if spec.kind() != Kind::Object {
        return Err(LegacyError::not_a_spec("", Some(spec), "an object"));
    }
    let list = spec.get(key).filter(|list| list.kind() != Kind::Null);
    let array = list.map(|list| {
        list.as_array().ok_or_else(|| LegacyError::not_a_spec(&format!("/{key}"), Some(list), "an array"))
    });
    Ok(array.transpose()?.into_iter().flat_map(Array::iter))
}

fn member(object: Value<'_>, pointer: &str, key: &'static str) -> Result<String, LegacyError> {
    if object.kind() != Kind::Object {
        return Err(LegacyError::not_a_spec(pointer, Some(object), "an object"));
    }
    let value = object.get(key);
    value.map(python_text).ok_or_else(|| LegacyError::KeyError { pointer: pointer.to_owned(), member: key })
}

pub(super) fn text_or_empty(value: Option<Value<'_>>) -> String {
    value.map(python_text).unwrap_or_default()
}

/// `bool(value)` of Python.
fn is_truthy(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null => false,
        Kind::Bool => value.as_bool() == Some(true),
        Kind::Number => value.as_f64() != Some(0.0),
        Kind::String => !value.is_str(""),
        Kind::Array => value.as_array().is_some_and(|array| !array.is_empty()),
        Kind::Object => value.as_object().is_some_and(|object| !object.is_empty()),
    }
}

/// What `str.rstrip` takes away: the white space of Unicode and the four separators of ASCII.
fn is_python_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}

#[cfg(test)]
mod tests {
    use tdqs_signals::json::Json;

    use super::*;

    fn parameter(text: &str) -> Result<String, LegacyError> {
        parameters(Json::parse(format!(r#"{{"parameters":[{text}]}}"#)).unwrap().value())
    }

    #[test]
    fn required_is_what_python_holds_true() {
        for (value, is_required) in [
            ("true", true),
            (r#""false""#, true),
            ("[0]", true),
            ("-1", true),
            ("0.0", false),
            ("-0", false),
            ("null", false),
            (r#""""#, false),
            ("{}", false),
        ] {
            let text = format!(r#"{{"name":"a","type":"t","description":"d","required":{value}}}"#);
            let label = if is_required { "required" } else { "optional" };
            assert_eq!(parameter(&text).unwrap(), format!("- **a** (t | {label})\n  d"));
        }
    }

    #[test]
    fn all_space_at_the_end_of_an_entry_goes() {
        let text = r#"{"name":"a","type":"t","description":"d\n \u001c\u0085\u3000"}"#;
        assert_eq!(parameter(text).unwrap(), "- **a** (t | optional)\n  d");
        let text = r#"{"name":"a","type":"t","description":"d\ufeff"}"#;
        assert_eq!(parameter(text).unwrap(), "- **a** (t | optional)\n  d\u{feff}");
    }

    #[test]
    fn what_is_no_spec_says_where() {
        for (text, expected) in [
            ("[]", "the spec: found an array; write an object"),
            (r#"{"triggers":"x"}"#, "/triggers: found a string; write an array"),
            (r#"{"parameters":[1]}"#, "/parameters/0: found a number; write an object"),
            (r#"{"returns":[1]}"#, "/returns: found an array; write an object"),
            (r#"{"errors":[{"code":"E"}]}"#, "/errors/0: there is no `description`; add it"),
        ] {
            let error = render(Json::parse(text).unwrap().value()).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}
