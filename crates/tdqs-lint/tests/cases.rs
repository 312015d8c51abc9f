//! Cases distilled from public bug reports: what the rules find in each, held against what its expectation asks for.
//!
//! `TDQS_CASES` names the folder; without it `shared/cases` beside the workspace is taken, and without that there is
//! nothing to do. The table below is our reading of the expectations. A tool that breaks the types that MCP gives to
//! its fields is refused by the reader, with its name and place, and is counted as `refused` here: it has no
//! definition that rules could look at.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::Value;
use tdqs_lint::{Finding, Linter, Settings};
use tdqs_signals::ToolSet;

/// What is expected of the tools in one file of a case.
struct Expected {
    case: &'static str,
    /// The file of a case that has several.
    file: &'static str,
    /// Tools that the reader refuses.
    refused: &'static [&'static str],
    /// Rule, tool, pointer and a piece of the message. Of a rule that is named here nothing else may be found.
    found: &'static [(&'static str, &'static str, &'static str, &'static str)],
    /// Rules, or the beginnings of codes, that find nothing in a tool; `*` is every tool.
    absent: &'static [(&'static str, &'static str)],
}

const EXPECTED: &[Expected] = &[
    Expected {
        case: "01-dangling-ref-output-schema",
        file: "",
        refused: &[],
        found: &[(
            "unresolved-reference",
            "render_panel",
            "/outputSchema/properties/previous/$ref",
            "`#/$defs/Panel` leads nowhere in the output schema",
        )],
        absent: &[("external-reference", "*"), ("TDQS3", "list_panels")],
    },
    Expected {
        case: "02-recursive-tree",
        file: "",
        refused: &[],
        found: &[
            (
                "recursive-schema",
                "save_outline",
                "/inputSchema/$defs/Node/properties/children/items/$ref",
                "recursive",
            ),
            ("recursive-schema", "filter_rows", "/inputSchema/properties/any_of/items/$ref", "recursive"),
        ],
        absent: &[("TDQS3", "*")],
    },
    Expected {
        case: "03-ref-into-properties",
        file: "",
        refused: &[],
        found: &[
            (
                "reference-outside-definitions",
                "book_slot",
                "/inputSchema/properties/end/$ref",
                "#/properties/start",
            ),
            ("reference-outside-definitions", "book_slot", "/inputSchema/properties/reminder/$ref", ""),
            (
                "reference-outside-definitions",
                "book_slot",
                "/inputSchema/properties/window/properties/to/$ref",
                "",
            ),
        ],
        absent: &[("TDQS3", "*")],
    },
    Expected {
        case: "04-boolean-subschemas",
        file: "",
        refused: &[],
        found: &[
            (
                "missing-type",
                "ingest",
                "/inputSchema/properties/payload",
                "takes any value and describes none",
            ),
            ("forbidden-property", "ingest", "/inputSchema/properties/legacy_id", "no value of `legacy_id`"),
            ("boolean-subschema-refused", "ingest", "/inputSchema/properties/payload", ""),
            ("boolean-subschema-refused", "ingest", "/inputSchema/properties/legacy_id", ""),
            ("boolean-subschema-refused", "ingest", "/inputSchema/properties/tags/items", ""),
            ("boolean-subschema-refused", "ingest", "/inputSchema/properties/point/prefixItems/0", ""),
        ],
        absent: &[("keyword-of-wrong-kind", "*"), ("array-without-items", "*")],
    },
    Expected {
        case: "05-root-is-not-an-object-schema",
        file: "",
        refused: &["c_true"],
        found: &[
            ("input-root-is-no-object", "a_empty", "/inputSchema", "says nothing"),
            ("input-root-is-no-object", "b_only_schema", "/inputSchema", "says nothing"),
            ("input-root-is-no-object", "d_null", "/inputSchema", "is null"),
            ("input-root-is-no-object", "e_absent", "", "there is no `inputSchema`"),
            ("input-root-is-no-object", "f_string", "/inputSchema/type", "`\"string\"`"),
            ("input-root-is-no-object", "g_listed", "/inputSchema/type", "is a list"),
        ],
        absent: &[("TDQS3", "h_fine"), ("TDQS3", "i_fine")],
    },
    Expected {
        case: "06-containers-of-the-wrong-type",
        file: "",
        refused: &[],
        found: &[
            (
                "keyword-of-wrong-kind",
                "status",
                "/inputSchema/properties",
                "is an array, expected an object; write `{}`",
            ),
            ("keyword-of-wrong-kind", "status", "/inputSchema/required", "is null"),
            ("keyword-of-wrong-kind", "ping", "/inputSchema/properties", "is null"),
            ("keyword-of-wrong-kind", "lookup", "/inputSchema/properties/opts/properties", "write `{}`"),
            ("keyword-of-wrong-kind", "lookup", "/inputSchema/properties/opts/required", "is an object"),
        ],
        absent: &[("TDQS3", "fine"), ("unknown-required-name", "*"), ("integer-like-key", "*")],
    },
    Expected {
        case: "07-numbers-past-two-to-the-53",
        file: "tools.json",
        refused: &[],
        found: &[
            (
                "unsafe-integer",
                "set_price",
                "/inputSchema/properties/amount_micros/minimum",
                "-9223372036854775808",
            ),
            (
                "unsafe-integer",
                "set_price",
                "/inputSchema/properties/amount_micros/maximum",
                "9223372036854775807",
            ),
            ("unsafe-integer", "set_price", "/inputSchema/properties/serial/maximum", "18446744073709551616"),
        ],
        absent: &[("conflicting-bounds", "*")],
    },
    Expected {
        case: "07-numbers-past-two-to-the-53",
        file: "tools-one-less.json",
        refused: &[],
        found: &[
            ("unsafe-integer", "set_price", "/inputSchema/properties/amount_micros/minimum", ""),
            (
                "unsafe-integer",
                "set_price",
                "/inputSchema/properties/amount_micros/maximum",
                "9223372036854775806",
            ),
            ("unsafe-integer", "set_price", "/inputSchema/properties/serial/maximum", ""),
        ],
        absent: &[],
    },
    Expected {
        case: "07-numbers-past-two-to-the-53",
        file: "tools-overflow.json",
        refused: &["set_price"],
        found: &[],
        absent: &[("TDQS3", "*")],
    },
    Expected {
        case: "08-key-order-and-integer-like-keys",
        file: "a.json",
        refused: &[],
        found: &[("integer-like-key", "pick", "/inputSchema/properties/10", "(and 1 more here)")],
        absent: &[("mixed-property-case", "*")],
    },
    Expected {
        case: "08-key-order-and-integer-like-keys",
        file: "b.json",
        refused: &[],
        found: &[("integer-like-key", "pick", "/inputSchema/properties/9", "(and 1 more here)")],
        absent: &[],
    },
    Expected {
        case: "08-key-order-and-integer-like-keys",
        file: "c.json",
        refused: &[],
        found: &[("integer-like-key", "pick", "/inputSchema/properties/10", "")],
        absent: &[],
    },
    // Which names collide is found by the rules about tool sets; here stands what model APIs refuse.
    Expected {
        case: "09-names-that-collide-after-cleaning",
        file: "",
        refused: &[],
        found: &[
            ("name-refused-by-model-apis", "catalog.query", "/name", "clients make `catalog_query`"),
            ("name-refused-by-model-apis", "catalog/query", "/name", "clients make `catalog_query`"),
            (
                "name-refused-by-model-apis",
                "export_quarterly_ledger_with_attachments_and_audit_trail_for_region_north",
                "/name",
                "73 characters",
            ),
            (
                "name-refused-by-model-apis",
                "export_quarterly_ledger_with_attachments_and_audit_trail_for_region_south",
                "/name",
                "73 characters",
            ),
            (
                "name-refused-by-model-apis",
                "create_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_record",
                "/name",
                "66 characters",
            ),
            (
                "name-refused-by-model-apis",
                "delete_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_record",
                "/name",
                "66 characters",
            ),
        ],
        absent: &[("TDQS701", "catalog_query"), ("TDQS701", "plain")],
    },
    // A text of nothing but characters without width is no blank one to the specification, whose white space is
    // ECMAScript's; what hides in it is found by another rule.
    Expected {
        case: "10-descriptions-that-are-blank",
        file: "",
        refused: &["number_desc"],
        found: &[
            ("no-description", "empty", "/description", ""),
            ("no-description", "spaces", "/description", ""),
            ("no-description", "nbsp", "/description", ""),
            ("no-description", "null_desc", "", ""),
            ("no-description", "absent", "", ""),
            ("tautological-description", "same_as_name", "/description", ""),
            ("hidden-characters", "zero_width", "/description", "which a person does not see"),
            ("few-described-parameters", "fine", "/inputSchema/properties", "`q`"),
        ],
        absent: &[("no-description", "fine"), ("no-description", "dot")],
    },
    Expected {
        case: "25-deep-nesting",
        file: "deep-70.json",
        refused: &[],
        found: &[
            ("nested-beyond-parsers", "deep", "/inputSchema", "141 levels of JSON"),
            (
                "deep-nesting",
                "deep",
                "/inputSchema/properties/p/properties/p/properties/p/properties/p/properties/p/properties/p/properties/p/\
                 properties/p/properties/p/properties/p/properties",
                "70 levels",
            ),
        ],
        absent: &[("TDQS3", "flat")],
    },
    Expected {
        case: "27-annotations-of-the-wrong-type",
        file: "",
        refused: &["d_list"],
        found: &[
            ("annotation-of-wrong-type", "a_null", "/annotations", "is null, expected an object"),
            ("annotation-of-wrong-type", "b_string", "/annotations/readOnlyHint", "is a string"),
            ("annotation-of-wrong-type", "c_number", "/annotations/destructiveHint", "is a number"),
            ("annotation-of-wrong-type", "c_number", "/annotations/idempotentHint", "is null"),
            ("annotation-of-wrong-type", "h_title", "/annotations/title", "expected a string"),
            ("read-only-and-destructive", "f_contradiction", "/annotations/destructiveHint", ""),
        ],
        absent: &[("TDQS3", "e_empty"), ("TDQS3", "g_extra"), ("TDQS3", "i_fine")],
    },
    Expected {
        case: "28-parameters-named-like-keywords",
        file: "",
        refused: &[],
        found: &[
            ("property-name-refused", "define", "/inputSchema/properties/$ref", "`$ref`"),
            ("property-name-refused", "define", "/inputSchema/properties/filter[id]", "`filter[id]`"),
            ("property-name-refused", "define", "/inputSchema/properties/$top", "`$top`"),
            ("property-name-refused", "define", "/inputSchema/properties/a~1b~0c", "`a/b~c`"),
        ],
        absent: &[("TDQS3", "*"), ("TDQS104", "*"), ("TDQS105", "*")],
    },
];

/// Cases that are not about what a definition says.
const ELSEWHERE: [(&str, &str); 3] = [
    ("11-rpc-page-with-byte-order-mark", "about reading pages and envelopes"),
    ("12-judge-reply-fenced-or-thinking", "about the answers of a judge"),
    ("26-retry-after-in-both-forms", "about waiting for an endpoint"),
];

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("TDQS_CASES").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/cases")),
        PathBuf::from,
    );
    folder.is_dir().then_some(folder)
}

fn everything() -> Linter {
    let settings: Settings = serde_json::from_str(r#"{"select": ["ALL"]}"#).unwrap();
    Linter::new([&settings]).unwrap()
}

/// The files of a case as text, by name; one document has no name.
fn files(case: &Value) -> BTreeMap<String, String> {
    let input = &case["input"];
    if input["kind"] == "tools" {
        return BTreeMap::from([(String::new(), input["document"].to_string())]);
    }
    let named = input["files"].as_array().unwrap().iter();
    named
        .map(|file| {
            let text = file["text"].as_str().map_or_else(|| file["json"].to_string(), str::to_owned);
            (file["name"].as_str().unwrap().to_owned(), text)
        })
        .collect()
}

fn is_named(finding: &Finding, rule: &str) -> bool {
    finding.rule == rule || finding.code.starts_with(rule)
}

/// Holds one file against what is expected of it, and says how many findings were looked for.
fn hold(expected: &Expected, text: &str) -> usize {
    let name = format!("{} {}", expected.case, expected.file);
    let set = ToolSet::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let refused: Vec<String> =
        set.rejected.iter().map(|rejected| rejected.name.clone().unwrap_or_default()).collect();
    assert_eq!(refused, expected.refused, "{name}");
    let findings = everything().lint("case", &set).findings;
    let rules: BTreeSet<&str> = expected.found.iter().map(|(rule, ..)| *rule).collect();
    for rule in rules {
        let wanted: BTreeSet<(&str, &str)> = expected
            .found
            .iter()
            .filter(|(other, ..)| *other == rule)
            .map(|(_, tool, pointer, _)| (*tool, *pointer))
            .collect();
        let found: BTreeSet<(&str, &str)> = findings
            .iter()
            .filter(|finding| finding.rule == rule)
            .map(|finding| (finding.location.tool.as_str(), finding.location.pointer.as_str()))
            .collect();
        assert_eq!(found, wanted, "{name}: {rule}");
        assert_eq!(
            findings.iter().filter(|finding| finding.rule == rule).count(),
            wanted.len(),
            "{name}: {rule}"
        );
    }
    for (rule, tool, pointer, words) in expected.found {
        let said = findings.iter().any(|finding| {
            finding.rule == *rule
                && finding.location.tool == *tool
                && finding.location.pointer == *pointer
                && finding.message.contains(words)
        });
        assert!(said, "{name}: {rule} does not say {words:?}: {findings:#?}");
    }
    for (rule, tool) in expected.absent {
        let found: Vec<_> = findings
            .iter()
            .filter(|finding| is_named(finding, rule) && (*tool == "*" || finding.location.tool == *tool))
            // What is expected by name is no surprise.
            .filter(|finding| !expected.found.iter().any(|(other, ..)| *other == finding.rule))
            .collect();
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
    expected.found.len() + expected.absent.len()
}

#[test]
fn every_case_gets_the_findings_that_it_asks_for() {
    let Some(folder) = folder() else { return };
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| {
            entry.unwrap().file_name().into_string().ok()?.strip_suffix(".json").map(str::to_owned)
        })
        .collect();
    names.sort();
    let (mut cases, mut looked_for) = (0, 0);
    for name in &names {
        if ELSEWHERE.iter().any(|(other, _)| other == name) {
            continue;
        }
        let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let case: Value = serde_json::from_str(&text).unwrap();
        let files = files(&case);
        let expected: Vec<&Expected> = EXPECTED.iter().filter(|expected| expected.case == name).collect();
        let held: Vec<&str> = expected.iter().map(|expected| expected.file).collect();
        assert_eq!(held.len(), files.len(), "{name} is held against {held:?}");
        for expected in expected {
            looked_for += hold(expected, &files[expected.file]);
        }
        cases += 1;
    }
    assert_eq!(cases + ELSEWHERE.len(), names.len());
    assert!(cases >= 13 && looked_for >= 80, "{cases} cases, {looked_for} looked for");
}

/// The generated half of the case about depth.
#[test]
fn deeper_tools_are_refused_by_themselves_and_wide_ones_looked_at() {
    for levels in [5_000, 100_000] {
        let open = r#"{"type":"object","properties":{"p":"#.repeat(levels);
        let deep = format!("{open}{{\"type\":\"string\"}}{}", "}}".repeat(levels));
        let text = format!(
            r#"{{"tools":[{{"name":"deep","description":"d","inputSchema":{deep}}},{{"name":"flat","description":"d","inputSchema":{{"type":"object"}}}}]}}"#
        );
        let set = ToolSet::parse(&text).unwrap();
        assert_eq!(set.rejected.len(), 1);
        let report = everything().lint("case", &set);
        assert_eq!(report.tool_count, 1);
        assert!(report.findings.iter().all(|finding| finding.location.tool == "flat"));
    }
    let wide: Vec<String> = (0..20_000)
        .map(|at| format!(r#""p{at}":{{"type":"string","description":"One of many."}}"#))
        .collect();
    let text = format!(
        r#"{{"tools":[{{"name":"list_all","description":"d","inputSchema":{{"type":"object","properties":{{{}}}}}}}]}}"#,
        wide.join(",")
    );
    let report = everything().lint("case", &ToolSet::parse(&text).unwrap());
    assert!(report.findings.iter().all(|finding| !finding.code.starts_with("TDQS3")));
}
