//! Fingerprints of tool definitions.
//!
//! A definition captured twice must hash alike whatever order its keys arrived in, so the six fields
//! are written in RFC 8785 form first. Siblings stay out: renaming a neighbour changes nothing here.
//!
//! Specification: "Stage 1: Context signals", row `inputHash`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::json::{Value, canonical};
use crate::view::Text;
use crate::{ToolDefinition, ToolView};

/// The first 64 bits of the SHA-256 of a definition's canonical form, written as 16 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputHash([u8; 8]);

impl InputHash {
    /// The hash of a definition.
    #[must_use]
    pub fn of(tool: &ToolDefinition) -> Self {
        Self::of_canonical(canonical_definition(tool).as_bytes())
    }

    fn of_canonical(canonical: &[u8]) -> Self {
        Self::of_digest(Sha256::digest(canonical).as_slice())
    }

    fn of_digest(digest: &[u8]) -> Self {
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        Self(first)
    }

    /// The hash of a definition and the length of its canonical form, of which no more than a part is held: a large one
    /// would be written to memory and read back from there.
    pub(crate) fn of_view(
        tool: &ToolView<'_>,
        writer: &mut canonical::Writer,
        part: &mut Vec<u8>,
    ) -> (Self, u64) {
        let mut hasher: Option<Sha256> = None;
        let mut length = 0;
        part.clear();
        write_canonical_definition(tool, writer, part, &mut |part| {
            if part.len() > PART {
                // The last byte stays: it tells the writer whether a comma has to follow.
                let taken = part.len() - 1;
                hasher.get_or_insert_with(Sha256::new).update(&part[..taken]);
                length += taken as u64;
                part.drain(..taken);
            }
        });
        length += part.len() as u64;
        let hash = match hasher {
            Some(hasher) => Self::of_digest(hasher.chain_update(&*part).finalize().as_slice()),
            None => Self::of_canonical(part),
        };
        (hash, length)
    }

    /// The sixteen hexadecimal digits, in ASCII.
    #[must_use]
    pub fn to_digits(self) -> [u8; 16] {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let mut digits = [0; 16];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&[HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        }
        digits
    }

    /// The eight bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0
    }
}

/// The text that is hashed: the six fields as one object in RFC 8785 form, absent ones `null`.
#[must_use]
pub fn canonical_definition(tool: &ToolDefinition) -> String {
    let mut out = Vec::new();
    let mut writer = canonical::Writer::default();
    write_canonical_definition(&ToolView::from(tool), &mut writer, &mut out, &mut |_| {});
    // Only whole tokens of `str`s and ASCII go in.
    String::from_utf8(out).unwrap_or_default()
}

/// Bytes of a canonical form that are hashed together: few enough to stay in the nearest caches.
const PART: usize = 16 << 10;

/// Appends the canonical form, and lets `take` empty `out` in between.
fn write_canonical_definition(
    tool: &ToolView<'_>,
    writer: &mut canonical::Writer,
    out: &mut Vec<u8>,
    take: &mut impl FnMut(&mut Vec<u8>),
) {
    let mut json = |value: Option<Value<'_>>, out: &mut Vec<u8>| match value {
        Some(value) => writer.write_in_parts(value, out, take),
        None => out.extend_from_slice(b"null"),
    };
    out.extend_from_slice(b"{\"annotations\":");
    json(tool.annotations, out);
    out.extend_from_slice(b",\"description\":");
    write_text(tool.description, out);
    out.extend_from_slice(b",\"inputSchema\":");
    json(tool.input_schema, out);
    out.extend_from_slice(b",\"name\":");
    write_text(Some(tool.name), out);
    out.extend_from_slice(b",\"outputSchema\":");
    json(tool.output_schema, out);
    out.extend_from_slice(b",\"title\":");
    write_text(tool.title, out);
    out.push(b'}');
}

fn write_text(text: Option<Text<'_>>, out: &mut Vec<u8>) {
    match text {
        Some(text) => text.write_canonical(out),
        None => out.extend_from_slice(b"null"),
    }
}

impl fmt::Display for InputHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.to_digits()).unwrap_or_default())
    }
}

impl fmt::Debug for InputHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InputHash({self})")
    }
}

/// The text is no input hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no input hash, which is 16 lowercase hexadecimal digits")]
pub struct InvalidInputHash(String);

impl FromStr for InputHash {
    type Err = InvalidInputHash;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lowercase =
            text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        u64::from_str_radix(text, 16)
            .ok()
            .filter(|_| lowercase)
            .map(|bits| Self(bits.to_be_bytes()))
            .ok_or_else(|| InvalidInputHash(text.to_owned()))
    }
}

impl Serialize for InputHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(std::str::from_utf8(&self.to_digits()).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for InputHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for InputHash {
    fn schema_name() -> Cow<'static, str> {
        "InputHash".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9a-f]{16}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    #[test]
    fn absent_fields_hash_as_null() {
        let tool = ToolDefinition::new("move_crate").with_description("Move it.");
        assert_eq!(
            canonical_definition(&tool),
            r#"{"annotations":null,"description":"Move it.","inputSchema":null,"name":"move_crate","outputSchema":null,"title":null}"#
        );
    }

    #[test]
    fn a_long_form_hashes_in_parts_as_it_does_whole() {
        let mut scratch = (canonical::Writer::default(), Vec::new());
        for properties in [0, 100, 1_000, 5_000] {
            let listed: Vec<String> = (0..properties)
                .rev()
                .map(|place| format!(r#""p{place}":{{"type":"string","enum":[{place},1.50,"\u0041\n"]}}"#))
                .collect();
            let schema = format!(r#"{{"type":"object","properties":{{{}}},"a":[[[]]]}}"#, listed.join(","));
            let tool = ToolDefinition::new("fill").with_input_schema(Json::parse(schema).unwrap());
            let whole = canonical_definition(&tool);
            let (hash, length) = InputHash::of_view(&ToolView::from(&tool), &mut scratch.0, &mut scratch.1);
            assert_eq!((hash, length), (InputHash::of(&tool), whole.len() as u64));
            assert!(scratch.1.len() < PART + 1_000);
        }
    }

    #[test]
    fn a_hash_is_read_back_from_its_text() {
        let hash = InputHash::of(&ToolDefinition::new("a"));
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for wrong in ["", "9f2c4a1b8e3d5f7", "9F2C4A1B8E3D5F70", "+f2c4a1b8e3d5f70"] {
            assert!(wrong.parse::<InputHash>().is_err(), "{wrong}");
        }
    }
}
