use super::*;

fn names(set: &ToolSet) -> Vec<&str> {
    set.tools().iter().map(|tool| tool.name.as_str()).collect()
}

#[test]
fn every_shape_is_read_and_named() {
    for (text, shape, expected) in [
        (r#"{"tools":[{"name":"a"},{"name":"b"}]}"#, Shape::ToolsList, vec!["a", "b"]),
        (r#"[{"name":"a"},{"name":"b"}]"#, Shape::Array, vec!["a", "b"]),
        (r#"{"name":"a"}"#, Shape::SingleTool, vec!["a"]),
        (r#"{"type":"function","function":{"name":"a"}}"#, Shape::SingleTool, vec!["a"]),
        (r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}"#, Shape::JsonRpc, vec!["a"]),
        (r#"{"result":{"tools":[{"name":"a"}]}}"#, Shape::JsonRpc, vec!["a"]),
        (
            r#"[{"tools":[{"name":"a"}]},{"jsonrpc":"2.0","result":{"tools":[{"name":"b"}]}}]"#,
            Shape::Pages,
            vec!["a", "b"],
        ),
        ("{\"name\":\"a\"}\n\n{\"name\":\"b\"}\r\n", Shape::JsonLines, vec!["a", "b"]),
        ("{\"tools\":[{\"name\":\"a\"}]}\n[{\"name\":\"b\"}]", Shape::JsonLines, vec!["a", "b"]),
        ("\u{feff}{\"name\":\"a\"}\r\n", Shape::SingleTool, vec!["a"]),
        (r#"{"name":"a","tools":{"b":1}}"#, Shape::SingleTool, vec!["a"]),
        (r#"{"name":"a","tools":[{"name":"b"}]}"#, Shape::ToolsList, vec!["b"]),
    ] {
        let set = ToolSet::parse(text).unwrap();
        assert_eq!((set.shape, names(&set)), (shape, expected), "{text}");
        assert!(set.rejected.is_empty(), "{text}");
    }
}

#[test]
fn what_is_not_understood_is_an_error_that_says_so() {
    for (text, expected) in [
        (" \n", "the input is empty; expected the result of tools/list as JSON"),
        ("[]", "the input has no tools; an empty list cannot be scored"),
        (r#"{"tools":[]}"#, "the input has no tools; an empty list cannot be scored"),
        (
            r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"Method not found"}}"#,
            "the JSON-RPC response is an error: -32601: Method not found",
        ),
        ("{\"a\":1}", "the input is an object with the keys `a`; expected a tools/list result"),
        (r#"{"tools":{"a":{}}}"#, "`tools` is an object; expected a tools/list result"),
        ("5", "the input is a number; expected a tools/list result"),
        ("{\"name\":\"a\"} x", "not JSON: line 1, column 14: `x` after the end of the JSON value"),
        (
            "{\n\"name\":\"a\"\n",
            "not JSON: line 3, column 1: expected `,` or `}`, found the end of the input",
        ),
    ] {
        let error = ToolSet::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let error = ToolSet::parse_bytes(b"{\"name\":\"a\xff\"}").unwrap_err();
    assert_eq!(error.to_string(), "byte 10 (0xFF) is not UTF-8; save the file as UTF-8");
}

#[test]
fn a_broken_tool_is_told_and_the_others_are_kept() {
    let deep =
        format!("{{\"name\":\"deep\",\"inputSchema\":{}1{}}}", "{\"x\":".repeat(1_000), "}".repeat(1_000));
    let text = format!(
        "[{{\"name\":\"a\"}},null,{{\"name\":\"\"}},\n{{\"name\":\"n\",\"inputSchema\":{{\"x\":1e400}}}},{deep},{{\"name\":\"z\"}}]"
    );
    let set = ToolSet::parse(&text).unwrap();
    assert_eq!(names(&set), ["a", "z"]);
    assert_eq!(set.index_in_input(1), 5);
    let told: Vec<String> = set.rejected.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "tool 2, line 1, column 15: the tool is null, expected an object",
            "tool 3 (``) at /name, line 1, column 28: the name is empty; give the tool a name",
            "tool 4 (`n`) at /inputSchema/x, line 2, column 32: the number 1e400 is outside the range of a double",
            "tool 5 (`deep`), line 2, column 40: nested deeper than 1000 levels",
        ]
    );
}

#[test]
fn a_thousand_levels_are_read_in_any_envelope() {
    let tool = format!("{{\"name\":\"deep\",\"inputSchema\":{}1{}}}", "{\"x\":".repeat(999), "}".repeat(999));
    for text in [tool.clone(), format!("[{{\"jsonrpc\":\"2.0\",\"result\":{{\"tools\":[{tool}]}}}}]")] {
        let set = ToolSet::parse(&text).unwrap();
        assert_eq!(names(&set), ["deep"]);
    }
}

#[test]
fn a_hundred_thousand_levels_refuse_one_tool() {
    let text = format!(
        "[{{\"name\":\"deep\",\"inputSchema\":{{\"x\":{}{}}}}},{{\"name\":\"flat\"}}]",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let set = ToolSet::parse(&text).unwrap();
    assert_eq!(names(&set), ["flat"]);
    assert_eq!(set.rejected[0].name.as_deref(), Some("deep"));
}

#[test]
fn repairs_and_repetitions_are_warnings() {
    let set =
        ToolSet::parse(r#"[{"name":"a","description":"x\ud800","title":"t","title":"u"},{"name":"a"}]"#)
            .unwrap();
    assert_eq!(set.tools()[0].description.as_deref(), Some("x\u{fffd}"));
    assert_eq!(set.tools()[0].title.as_deref(), Some("u"));
    let told: Vec<String> = set.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "tool 1 (`a`) at /description, line 1, column 30: the lone surrogate \\ud800 was read as U+FFFD; \
             the hash was taken after the repair",
            "tool 1 (`a`) at /title, line 1, column 50: the key `title` is repeated; the last value counts",
            "tool 2 (`a`) at /name, line 1, column 71: the name was already used by tool 1; a client calls only one of them",
        ]
    );
}

#[test]
fn a_page_with_a_cursor_is_incomplete_until_the_next_one_is_there() {
    let first = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}],"nextCursor":"x"}}"#;
    let second = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"b"}]}}"#;
    let mut set = ToolSet::parse(first).unwrap();
    assert!(set.is_incomplete());
    set.append(ToolSet::parse(second).unwrap());
    assert!(!set.is_incomplete());
    assert_eq!(names(&set), ["a", "b"]);
    assert!(!ToolSet::parse(&format!("{first}\n{second}")).unwrap().is_incomplete());
    assert!(ToolSet::parse(&format!("{second}\n{first}")).unwrap().is_incomplete());
}

#[test]
fn lines_of_several_servers_stay_apart_when_asked() {
    let text = "{\"serverName\":\"x\",\"tools\":[{\"name\":\"a\"}]}\n{\"server\":{\"name\":\"y\"},\"tools\":[{\"name\":\"b\"}]}";
    let sets = ToolSet::parse_servers(text).unwrap();
    let servers: Vec<_> = sets.iter().map(|set| (set.server_name.as_deref().unwrap(), names(set))).collect();
    assert_eq!(servers, [("x", vec!["a"]), ("y", vec!["b"])]);
    let merged = ToolSet::parse(text).unwrap();
    assert_eq!((merged.len(), merged.warnings.len()), (2, 1));
}

#[test]
fn a_broken_line_is_refused_by_itself() {
    for text in
        ["{\"name\":\"a\"}\n{\"name\":}\n{\"name\":\"b\"}", "{\"name\":}\n{\"name\":\"a\"}\n{\"name\":\"b\"}"]
    {
        let set = ToolSet::parse(text).unwrap();
        assert_eq!(names(&set), ["a", "b"]);
        assert!(
            set.rejected[0].message.starts_with("the line is not JSON: expected a JSON value, found `}`")
        );
    }
}

#[test]
fn a_line_that_opens_no_value_is_refused_by_itself() {
    for line in ["2026-01-01 INFO started", "null", "42", "\"x\"", "}"] {
        let set = ToolSet::parse(&format!("{{\"name\":\"a\"}}\n{line}\n{{\"name\":\"b\"}}\n")).unwrap();
        assert_eq!((names(&set), set.rejected.len()), (vec!["a", "b"], 1), "{line}");
        assert_eq!(set.rejected[0].position.line, 2);
        // Behind the last document it is something wrong with that.
        assert!(ToolSet::parse(&format!("{{\"name\":\"a\"}}\n{line}\n")).is_err(), "{line}");
    }
}

#[test]
fn a_schema_is_found_wherever_its_form_has_it_and_told_where_it_is_not() {
    for text in [
        r#"{"name":"a","type":"function","inputSchema":{"properties":{"x":{}}}}"#,
        r#"{"name":"a","type":"function","parameters":{"properties":{"x":{}}}}"#,
        r#"{"type":"function","function":{"name":"a","inputSchema":{"properties":{"x":{}}}}}"#,
        r#"{"function":{"name":"a","parameters":{"properties":{"x":{}}}}}"#,
    ] {
        let set = ToolSet::parse(text).unwrap();
        assert!(set.tools()[0].input_schema.is_some(), "{text}");
    }
    let set = ToolSet::parse(r#"{"name":"a","description":"d","parameters":{"properties":{}}}"#).unwrap();
    assert_eq!(
        set.warnings[0].to_string(),
        "tool 1 (`a`) at /parameters: `parameters` was ignored: in a tool of this form the schema of the \
         arguments is `inputSchema`"
    );
}

#[test]
fn what_is_odd_beside_the_tools_is_told() {
    let set =
        ToolSet::parse(r#"{"tools":[{"name":"lost"}],"tools":[{"name":"b","description":"d"}]}"#).unwrap();
    assert_eq!(names(&set), ["b"]);
    assert_eq!(
        set.warnings[0].to_string(),
        "input at /tools, line 1, column 28: the key `tools` is repeated; the last value counts"
    );
    let set = ToolSet::parse(r#"{"serverName":"a\ud800","tools":[{"name":"b"}]}"#).unwrap();
    assert!(set.warnings[0].to_string().contains("lone surrogate"), "{:?}", set.warnings);
}

#[test]
fn what_a_later_value_replaced_does_no_harm() {
    let set = ToolSet::parse(r#"{"name":"a","inputSchema":{"x":1e400,"x":1},"title":"\ud800","title":"t"}"#)
        .unwrap();
    assert_eq!(names(&set), ["a"]);
    let kinds: Vec<_> = set.warnings.iter().map(|warning| warning.kind.to_string()).collect();
    assert_eq!(
        kinds,
        [
            "the key `x` is repeated; the last value counts",
            "the key `title` is repeated; the last value counts"
        ]
    );
}

#[test]
fn a_single_object_with_only_a_name_is_doubted() {
    for text in [
        r#"{"name":"my-server","version":"1.0.0"}"#,
        r#"{"name":"s","tools":{"a":{}}}"#,
        r#"{"name":"my-server","version":"1.0.0","description":"Runs."}"#,
    ] {
        let set = ToolSet::parse(text).unwrap();
        assert!(matches!(set.warnings[0].kind, WarningKind::BareTool(_)), "{text}");
    }
    for text in [
        r#"{"name":"move_crate","description":"Moves."}"#,
        r#"{"name":"move_crate","description":"Moves.","version":"1","inputSchema":{}}"#,
        r#"{"name":"move_crate","description":"Moves.","version":"1","annotations":{}}"#,
        r#"{"type":"function","function":{"name":"move_crate","description":"Moves."}}"#,
    ] {
        assert_eq!(ToolSet::parse(text).unwrap().warnings, [], "{text}");
    }
}

#[test]
fn a_refused_object_casts_no_doubt_on_the_tool_before_it() {
    // Found by the fuzz target `tool_set`: the doubt had the name of the first and the place of the second.
    let set = ToolSet::parse("{\"tools\":[{\"name\":\"a\"}]}\n{\"name\":\"\"}\n").unwrap();
    assert_eq!((names(&set), set.rejected.len()), (vec!["a"], 1));
    assert_eq!(set.warnings, []);
}

#[test]
fn each_element_of_an_array_is_taken_for_what_it_is() {
    let page = r#"{"tools":[{"name":"a"}]}"#;
    for (text, expected, refused) in [
        (format!("[{page}, null]"), vec!["a"], 1),
        (format!("[{page}, {{\"name\":\"b\"}}]"), vec!["a", "b"], 0),
        (r#"[[{"name":"a"}],[{"name":"b"}]]"#.to_owned(), vec!["a", "b"], 0),
        (
            format!("[{page}, {{\"jsonrpc\":\"2.0\",\"error\":{{\"code\":1,\"message\":\"m\"}}}}]"),
            vec!["a"],
            1,
        ),
    ] {
        let set = ToolSet::parse(&text).unwrap();
        assert_eq!((names(&set), set.rejected.len()), (expected, refused), "{text}");
    }
}

#[test]
fn documents_one_behind_the_other_are_read_however_they_are_laid_out() {
    let pretty = "{\n  \"name\": \"a\"\n}\n\u{feff}{\n  \"name\": \"b\"\n}\n";
    assert_eq!(names(&ToolSet::parse(pretty).unwrap()), ["a", "b"]);
    let session = concat!(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"x\",\"serverInfo\":{\"name\":\"dock\"}}}\n",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\"}]}}\n",
    );
    let set = ToolSet::parse(session).unwrap();
    assert_eq!((set.server_name.as_deref(), names(&set)), (Some("dock"), vec!["a"]));
    assert!(set.rejected.is_empty());
}

#[test]
fn hostile_inputs_take_time_in_proportion() {
    // Each of these is quadratic when a position is counted from the start, or a page restarts the count.
    let many = 5_000;
    let same_name = format!("[{}{{\"name\":\"a\"}}]", "{\"name\":\"a\"},".repeat(many));
    assert_eq!(ToolSet::parse(&same_name).unwrap().warnings.len(), many);
    let broken_lines = "{\"name\":\"a\"}\n{x\n".repeat(many);
    assert_eq!(ToolSet::parse(&broken_lines).unwrap().rejected.len(), many);
    let pages =
        format!("[{}{{\"tools\":[]}}]", "{\"nextCursor\":\"x\",\"tools\":[{\"name\":\"a\"}]},".repeat(many));
    assert_eq!(ToolSet::parse(&pages).unwrap().tools().len(), many);
    for line in ["[\n", "[{\"name\":\"a\"},\n", "[1,\n", "{\"a\":\n"] {
        let text = format!("{}{{\"name\":\"b\"}}\n", line.repeat(many));
        assert_eq!(names(&ToolSet::parse(&text).unwrap()), ["b"], "{line}");
        let text = format!("{{\"name\":\"b\"}}\n{}", line.repeat(many));
        assert_eq!(names(&ToolSet::parse(&text).unwrap()), ["b"], "{line}");
    }
    let empty_between = "{\"name\":\"a\"}\n{\"tools\":[]}\n".repeat(many);
    assert_eq!(ToolSet::parse(&empty_between).unwrap().tools().len(), many);
}

#[test]
fn a_broken_line_is_told_where_it_is() {
    let text =
        "{\"name\":\"a\"}\n{\"name\":\"b\",\"inputSchema\":{\"a\":\n{\"name\":\"c\"}\n{\"name\":\"d\"}\n";
    let set = ToolSet::parse(text).unwrap();
    assert_eq!(names(&set), ["a", "c", "d"]);
    assert_eq!(set.rejected[0].position.line, 2);
}

#[test]
fn a_server_without_tools_does_not_vanish_beside_others() {
    let text = "{\"serverName\":\"A\",\"tools\":[]}\n{\"serverName\":\"B\",\"tools\":[{\"name\":\"b\"}]}\n";
    let sets = ToolSet::parse_servers(text).unwrap();
    assert_eq!(sets.len(), 2);
    assert!(sets[0].is_empty() && sets[0].server_name.as_deref() == Some("A"));
}

#[test]
fn an_error_answer_of_a_session_is_told_and_refuses_no_tool() {
    let good = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\"}]}}";
    let bad = "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,\"message\":\"no prompts\"}}";
    let set = ToolSet::parse(&format!("{good}\n{bad}\n")).unwrap();
    assert_eq!((names(&set), set.rejected.len()), (vec!["a"], 0));
    assert!(set.warnings[0].to_string().contains("-32601: no prompts"), "{:?}", set.warnings);
    assert!(matches!(ToolSet::parse(&format!("{bad}\n{bad}\n")), Err(ReadError::JsonRpcError { .. })));
}

#[test]
fn oddities_are_told_once_and_of_their_own_server() {
    let text = r#"[{"serverName":"s1","tools":[{"name":"a","title":"x","title":"y"}]},{"serverName":"s2","tools":[{"name":"b"}]}]"#;
    let sets = ToolSet::parse_servers(text).unwrap();
    assert_eq!((sets[0].warnings.len(), sets[1].warnings.len()), (1, 0));
}
