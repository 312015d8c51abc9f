use proptest::prelude::*;

use super::*;
use crate::{InputHash, ToolDefinition, ToolSet, ToolView, WarningKind};

/// Keeps the tools whole.
struct Whole;

impl Keep for Whole {
    type Kept = Vec<ToolDefinition>;

    fn keep(&mut self, kept: &mut Vec<ToolDefinition>, tool: &ToolView<'_>, place: ToolPlace<'_>) {
        kept.push(ToolDefinition::from_value(&place.to_json()).unwrap());
        assert_eq!(kept.last().unwrap().name, tool.name());
    }
}

/// What a reader says of an input: a line for each tool, in order, and what it tells beside them, in any.
#[derive(Debug, Default, PartialEq)]
struct Told {
    tools: Vec<String>,
    notices: Vec<String>,
}

impl Told {
    fn tool(&mut self, server_name: Option<&str>, tool: &ToolDefinition) {
        self.tools.push(format!("{server_name:?} {} {}", tool.name, InputHash::of(tool)));
    }
}

/// The notice without the way to a place beside the tools: of an entry that a stream refuses it begins at the entry.
fn without_way(notice: &str) -> String {
    match notice.strip_prefix("input at ").and_then(|rest| rest.split_once(", line ")) {
        Some((_, rest)) => format!("input, line {rest}"),
        None => notice.to_owned(),
    }
}

fn in_memory(text: &str) -> Result<Told, ReadError> {
    let mut told = Told::default();
    for set in ToolSet::parse_servers(text)? {
        set.tools().iter().for_each(|tool| told.tool(set.server_name.as_deref(), tool));
        told.notices.extend(set.rejected.iter().map(ToString::to_string));
        let warnings =
            set.warnings.iter().filter(|warning| !matches!(warning.kind, WarningKind::DuplicateName { .. }));
        told.notices.extend(warnings.map(ToString::to_string));
        told.notices.push(format!("{:?} {} {}", set.server_name, set.tools().len(), set.len()));
    }
    told.notices = told.notices.iter().map(|notice| without_way(notice)).collect();
    told.notices.sort();
    Ok(told)
}

/// A reader that gives as few bytes at a time as it likes.
struct Drips<'a>(&'a [u8], usize);

impl std::io::Read for Drips<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        let (now, later) = self.0.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.0 = later;
        Ok(count)
    }
}

fn streamed(bytes: &[u8], piece: usize, document: usize) -> (Told, Result<(), StreamError>) {
    let sizes = Sizes::default().with_piece(piece).with_document(document);
    let mut pieces = Pieces::new(Drips(bytes, piece + 1), sizes);
    let mut told = Told::default();
    let mut join = Join::new();
    let mut out = |joined: Joined<'_, Vec<ToolDefinition>>| match joined {
        Joined::Kept { server_name, kept } => kept.iter().for_each(|tool| told.tool(server_name, tool)),
        Joined::Rejected(rejected) => told.notices.push(rejected.to_string()),
        Joined::Warning(warning) => told.notices.push(warning.to_string()),
        Joined::End(Server { server_name, tools, rejected, .. }) => {
            told.notices.push(format!("{server_name:?} {tools} {}", tools + rejected));
        }
    };
    let read = (|| {
        while let Some(piece) = pieces.next()? {
            join.add(piece.read(&mut Whole), &mut out)?;
        }
        join.finish(&mut out)
    })();
    told.notices = told.notices.iter().map(|notice| without_way(notice)).collect();
    told.notices.sort();
    (told, read)
}

/// Sizes from a few bytes to more than the inputs have.
const SIZES: [(usize, usize); 5] = [(1, 1), (7, 20), (30, 60), (64, 1 << 20), (1 << 20, 1 << 20)];

/// Holds the two readers against each other where both read the input. Says how often they did.
fn check(text: &str) -> usize {
    let Ok(expected) = in_memory(text) else {
        for (piece, document) in SIZES {
            _ = streamed(text.as_bytes(), piece, document);
        }
        return 0;
    };
    let mut compared = 0;
    for (piece, document) in SIZES {
        let (told, read) = streamed(text.as_bytes(), piece, document);
        match read {
            // A broken list among other documents is refused as a line in memory, and by the entry here.
            Ok(()) if told.notices.iter().any(|notice| notice.contains("the entry is not JSON")) => {}
            Ok(()) => {
                assert_eq!(told, expected, "pieces of {piece}, documents of {document}: {text:?}");
                compared += 1;
            }
            // What stands after the tools, or the end of a list, was wrong: what came before is right.
            Err(error) => assert!(
                matches!(error, StreamError::Changed { .. } | StreamError::Broken { .. }),
                "{error} in {text:?}"
            ),
        }
    }
    compared
}

fn well_read(text: &str) {
    assert_eq!(check(text), SIZES.len(), "{text}");
}

#[test]
fn every_shape_is_read_as_it_is_in_memory() {
    for text in [
        r#"{"serverName":"s","tools":[{"name":"a","description":"d"},{"name":"b"}]}"#,
        r#"[{"name":"a"} , {"name":"b"},null,{"name":"é😀"}]"#,
        "[\n{\"name\":\"a\"},\n{\"name\":\"b\",\"inputSchema\":[]}\n]\n",
        "{\"tools\":[\n{\"name\":\"a\"},\n{\"name\":\"b\"}\n],\"nextCursor\":\"x\"}\n",
        r#"{"name":"a"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"serverName":"s","tools":[{"name":"a"}],"x":{}},"y":1}"#,
        r#"[{"serverName":"s","tools":[{"name":"a"}]},{"serverName":"t","tools":[{"name":"b"}]},[{"name":"c"}]]"#,
        "{\"name\":\"a\"}\n\n{\"name\":\"b\"}\r\n",
        "\u{feff}{\"name\":\"a\"}\n\u{feff}{\n \"name\": \"b\"\n}\n  {\"name\":\"c\"}",
        "{\"name\":\"a\"}\n{\"name\":}\n  {\"name\":\"lost\"}\n{\"name\":\"b\"}",
        "{\"name\":\"a\"}\n{\"name\":\"z\"}\n5\n{\"name\":\"b\",\"x\":{\n{\"name\":\"c\"}\n[{\"name\":\"d\"}]\n",
        "{\"serverName\":\"x\",\"tools\":[{\"name\":\"a\"}]}\n{\"name\":\"b\"}\n{\"server\":{\"name\":\"y\"},\"tools\":[]}\n",
        concat!(
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"x\",\"serverInfo\":{\"name\":\"dock\"}}}\n",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\"}]}}\n",
        ),
        r#"{"serverName":"a\ud800","x":1,"x":2,"tools":[{"name":"b","title":"t","title":"u"}],"z":1,"z":2}"#,
        "[[{\"name\":\"a\"}]\n,[{\"name\":\"b\"}]]",
    ] {
        well_read(text);
    }
}

#[test]
fn what_comes_too_late_ends_the_stream_and_keeps_what_was_given_out() {
    for (text, what) in [
        (r#"{"tools":[{"name":"a"}],"serverName":"s"}"#, "the server's name comes after tools"),
        (r#"{"tools":[{"name":"a"}],"tools":[{"name":"b"}]}"#, "a second `tools` comes after"),
        (r#"{"tools":[{"name":"a"}],"result":{"tools":[{"name":"b"}]}}"#, "comes after"),
        (
            "{\"name\":\"a\"}\n{\"serverName\":\"s\",\"tools\":[{\"name\":\"b\"}]}\n",
            "the server's name, `s`, comes",
        ),
    ] {
        let (told, read) = streamed(text.as_bytes(), 1, 1);
        assert_eq!(told.tools.len(), 1, "{text}");
        assert!(read.unwrap_err().to_string().contains(what), "{text}");
        assert_eq!(streamed(text.as_bytes(), 1 << 20, 1 << 20).1.is_ok(), text.starts_with("{\"tools"));
    }
}

#[test]
fn a_broken_input_loses_no_tool_before_it_and_says_where_it_is() {
    let (told, read) = streamed(b"[{\"name\":\"a\"},\n{\"name\":\"b\"},{\"na", 4, 8);
    assert_eq!(told.tools.len(), 2);
    assert_eq!(
        read.unwrap_err().to_string(),
        "not JSON: line 2, column 18, byte 32: the input ends inside a list of tools; the tools before it were read"
    );
    let (told, read) =
        streamed(b"[{\"name\":\"a\"},{\"name\":},{\"name\":\"b\xff\"},,{\"name\":\"c\"}]", 4, 8);
    assert_eq!((told.tools.len(), read.is_ok()), (2, true));
    let notices = told.notices.join("\n");
    for notice in [
        "line 1, column 23: the entry is not JSON",
        "byte 34 (0xFF) is not UTF-8",
        "line 1, column 39: the entry is not JSON",
    ] {
        assert!(notices.contains(notice), "{notice} in {notices}");
    }
    let (told, read) = streamed(b"{\"name\":\"a\"}\n{\"name\":\"\xff\"}\n{\"name\":\"b\"}\n", 4, 8);
    assert_eq!((told.tools.len(), read.is_ok()), (2, true));
    assert!(
        told.notices.join("\n").contains("line 2, column 10: byte 22 (0xFF) is not UTF-8"),
        "{:?}",
        told.notices
    );
    // In one piece it has the same number as in several.
    for piece in [4, 1 << 10] {
        let (told, _) =
            streamed(b"{\"name\":\"a\"}\n{\"name\":\"\xff\"}\n{\"name\":\"b\"}\n", piece, 1 << 20);
        assert!(told.notices.join("\n").contains("tool 2, line 2, column 10"), "{:?}", told.notices);
    }
    let mut list = b"[{\"name\":\"a\"},{\"name\":\"\xff\"},{\"name\":\"b\"},{\"name\":\"".to_vec();
    list.extend([b'c'; 100]);
    list.extend(b"\"}]");
    for piece in [4, 64] {
        let (told, _) = streamed(&list, piece, 8);
        assert!(told.notices.join("\n").contains("tool 2, line 1, column 24"), "{:?}", told.notices);
    }
    let (_, read) = streamed(b"[{\"name\":\"a\"},{\"name\":\"a\nb\"}]", 4, 8);
    assert!(read.unwrap_err().to_string().contains("line 1, column 25, byte 24"), "a line end in a string");
    for (text, message) in [
        ("[{\"name\":\"a\"},{\"name\":\"b\"}}", "byte 26: a list of tools is closed by `}`, expected `]`"),
        ("{\"tools\":[{\"name\":\"a\"}]]", "byte 23: the object around a list of tools is closed by `]`"),
    ] {
        let (told, read) = streamed(text.as_bytes(), 1, 1);
        assert_eq!(told.tools.len(), 1, "{text}");
        assert!(read.as_ref().unwrap_err().to_string().contains(message), "{text}: {read:?}");
    }
    // A list that is laid out over lines, whatever of it is there when it is looked at.
    let list = b"{\"tools\": [\n  {\"name\": \"a\"},\n  {\"name\": \"b\",\n   \"description\": tru},\n  {\"name\": \"c\"}\n]}\n";
    for (piece, document) in SIZES {
        let (told, read) = streamed(list, piece, document);
        assert_eq!((told.tools.len(), read.is_ok()), (2, true), "{piece} {document}");
        assert!(
            told.notices.join("\n").contains("line 4, column 19: the entry is not JSON"),
            "{:?}",
            told.notices
        );
    }
    // A list whose writer died takes none of the lines behind it along.
    let dead = b"[\n {\n  \"name\": \"a\",\n{\"name\":\"b\"}\n{\"name\":\"c\"}\n";
    for (piece, document) in [(64, 1 << 20), (1 << 20, 1 << 20)] {
        let (told, read) = streamed(dead, piece, document);
        assert_eq!((told.tools.len(), read.is_ok()), (2, true), "{piece} {document}: {:?}", told.notices);
    }
    assert!(matches!(
        streamed(b" \n", 4, 8).1,
        Err(StreamError::Read(ReadError::Empty | ReadError::NoTools))
    ));
}

/// Texts that look like what people have, put together so that most of them can be read.
fn input() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["a", "b", "é", "😀 \\\"]}", "\\ud800", ""]);
    let tool = (name, 0..6_usize).prop_map(|(name, rest)| {
        let rest = [
            "",
            ",\"description\":\"x\\ny,]}\"",
            ", \"inputSchema\": {\"properties\": {\"p\": {}}, \"required\": [\"p\"]}",
            ",\"inputSchema\":1",
            ",\"title\":\"t\",\"title\":\"u\"",
            ",\"parameters\":{},\"x\":[1,\n2.5e3]",
        ][rest];
        format!("{{\"name\":\"{name}\"{rest}}}")
    });
    let entry = prop_oneof![8 => tool, 1 => Just("null".to_owned()), 1 => Just("{}".to_owned())];
    let tools =
        (proptest::collection::vec(entry.clone(), 0..5), prop::sample::select(vec![",", " ,\n", ",\n"]))
            .prop_map(|(tools, comma)| format!("[{}]", tools.join(comma)));
    let member = prop::sample::select(vec![
        "\"serverName\":\"s\"",
        "\"server\":{\"name\":\"t\"}",
        "\"nextCursor\":\"c\"",
        "\"x\":[1,{\"tools\":[]}]",
        "\"jsonrpc\":\"2.0\"",
        "\"serverName\":\" \"",
    ]);
    let members = || proptest::collection::vec(member.clone(), 0..3).prop_map(|members| members.join(", "));
    let page =
        (members(), tools.clone(), members(), any::<bool>()).prop_map(|(before, tools, after, in_result)| {
            let joined: Vec<String> = [before, format!("\"tools\":{tools}"), after]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect();
            let page = format!("{{{}}}", joined.join(","));
            if in_result { format!("{{\"jsonrpc\":\"2.0\",\"result\":{page}}}") } else { page }
        });
    let message = prop::sample::select(vec![
        "{\"jsonrpc\":\"2.0\",\"result\":{\"serverInfo\":{\"name\":\"m\"}}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}",
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"m\"}}",
    ])
    .prop_map(str::to_owned);
    let document = prop_oneof![
        4 => entry,
        3 => page.clone(),
        2 => tools,
        1 => message.clone(),
        1 => proptest::collection::vec(prop_oneof![page, message], 0..4).prop_map(|pages| format!("[{}]", pages.join(","))),
    ];
    let line_end = prop::sample::select(vec!["\n", "\r\n", "\n\n", " \n  ", "\n\u{feff}"]);
    proptest::collection::vec((document, line_end), 1..5)
        .prop_map(|lines| lines.into_iter().map(|(document, end)| document + end).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn whatever_both_read_they_read_alike(text in input()) {
        check(&text);
    }

    #[test]
    fn a_damaged_input_is_read_alike_as_well(
        mut text in input(),
        at in any::<prop::sample::Index>(),
        with in "[\\[\\]{},:\"\n a]{0,2}",
        removed in 0..3_usize,
    ) {
        let place = (0..=at.index(text.len())).rev().find(|place| text.is_char_boundary(*place)).unwrap();
        let end = (place..=text.len()).filter(|end| text.is_char_boundary(*end)).nth(removed).unwrap_or(text.len());
        text.replace_range(place..end, &with);
        check(&text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..64), text in input(), at in any::<prop::sample::Index>()) {
        let mut with = text.into_bytes();
        let place = at.index(with.len());
        with.splice(place..place, bytes.iter().copied());
        for (piece, document) in SIZES {
            _ = streamed(&bytes, piece, document);
            _ = streamed(&with, piece, document);
        }
    }
}

#[test]
fn real_captures_are_read_alike() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut texts: Vec<String> =
        entries.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    texts.sort();
    for text in &texts {
        let Ok(expected) = in_memory(text) else { continue };
        for (piece, document) in [(1 << 10, 1 << 10), (1 << 16, 1 << 30)] {
            let (told, read) = streamed(text.as_bytes(), piece, document);
            if !matches!(read, Err(StreamError::Changed { .. })) {
                assert_eq!(told, expected);
            }
        }
    }
}
