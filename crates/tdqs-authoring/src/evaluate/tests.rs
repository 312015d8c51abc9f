use proptest::prelude::*;
use serde_json::json;

use super::second;
use super::*;
use crate::{ErrorCondition, Parameter, Returns, ToolBuilder};

fn invoice() -> ToolSpec {
    ToolBuilder::new("get_invoice")
        .describe("Reads one invoice by number.", "Amounts are in cents. Do not use it for drafts.")
        .parameter(Parameter::new("number", "string", "Invoice number, e.g. \"INV-77\"").required())
        .parameter(Parameter::new("form", "string", "How much to show").with_enum(["short", "full"]))
        .trigger("the user names an invoice")
        .returns(Returns::new("object", "The invoice with its lines"))
        .error("NOT_FOUND", "No such invoice", "Check the number")
        .build()
        .unwrap()
}

fn scores(evaluation: &Evaluation) -> [u8; 5] {
    Criterion::ALL.map(|criterion| evaluation.score(criterion))
}

/// The findings of one criterion: rule, points and text.
fn found(evaluation: &Evaluation, criterion: Criterion) -> Vec<(&str, u8, &str)> {
    let of_criterion = evaluation.findings.iter().filter(|finding| finding.criterion == criterion);
    of_criterion.map(|finding| (finding.rule, finding.points, finding.text.as_str())).collect()
}

#[test]
fn a_good_spec_rendered_has_nothing_to_mend() {
    let spec = invoice();
    let evaluation = evaluate(&render(&spec), &spec);
    assert_eq!(scores(&evaluation), [100; 5], "{evaluation:?}");
    assert_eq!((evaluation.total(), evaluation.origin), (100, Origin::Rendered));
    assert!(evaluation.findings.is_empty());
}

#[test]
fn an_empty_spec_rendered_is_far_from_complete() {
    let spec = ToolSpec::new("a");
    let evaluation = evaluate(&render(&spec), &spec);
    assert_eq!(scores(&evaluation), [100, 20, 100, 20, 100]);
    assert_eq!(
        found(&evaluation, Criterion::Completeness),
        [
            ("section-empty", 20, "## a"),
            ("section-empty", 20, "### When to Use"),
            ("section-empty", 20, "### Returns"),
            ("section-empty", 20, "### Errors"),
        ]
    );
    assert_eq!(evaluate("", &ToolSpec::new("")).completeness, 0);
}

#[test]
fn vague_words_are_whole_words_up_to_five() {
    let clarity = |text: &str| evaluate(text, &ToolSpec::new("t")).clarity;
    assert_eq!(clarity("Something for the helper, handler and assistant. Nothing more."), 100);
    assert_eq!(clarity("HELPS with things."), 80);
    assert_eq!(clarity("The thing's owner, a thing_id and `thing`."), 90);
    assert_eq!(clarity("## help\n### stuff\n```\nhandle\n```\n"), 100);
    assert_eq!(clarity("stuff stuff stuff stuff stuff stuff stuff"), 50);
    let mut spec = ToolSpec::new("handle");
    spec.parameters.push(Parameter::new("thing", "string", ""));
    assert_eq!(evaluate("handle takes a thing. Handle with care.", &spec).clarity, 90);
}

#[test]
fn every_word_of_the_lists_counts() {
    let clarity = |text: &str| evaluate(text, &ToolSpec::new("t")).clarity;
    let vague = "help helps helped helping helpful assist assists assisted assisting thing things stuff handle handles \
                 handled handling";
    for word in vague.split(' ') {
        assert_eq!(clarity(&format!("One {word}.")), 90, "{word}");
    }
    for verb in "is was are has does can will may must should means returns gives works".split(' ') {
        for opening in ["It", "this", "THAT"] {
            assert_eq!(clarity(&format!("{opening} {verb} so.")), 95, "{opening} {verb}");
        }
    }
}

#[test]
fn a_dangling_word_opens_a_sentence_before_a_verb() {
    let clarity = |text: &str| evaluate(text, &ToolSpec::new("t")).clarity;
    assert_eq!(clarity("It is this. This returns rows. that CAN fail"), 85);
    assert_eq!(clarity("This tool is good, and it returns rows. It `x` is. It's fine. Is it?"), 100);
    assert_eq!(clarity(&"It works. ".repeat(12)), 50);
    assert_eq!(clarity("E.g. it is"), 100);
}

#[test]
fn sections_are_exact_lines_with_content() {
    let spec = invoice();
    let complete = |text: &str| evaluate(text, &spec).completeness;
    let whole = render(&spec);
    assert_eq!(complete(&whole), 100);
    assert_eq!(complete(&whole.replace("### Returns", "#### Returns")), 80);
    assert_eq!(complete(&whole.replace("## get_invoice", "## get_invoice_v2")), 80);
    assert_eq!(complete("get_invoice ### Parameters ### Returns ### Errors"), 0);
    let without = ToolSpec::new("get_invoice");
    assert_eq!(evaluate("### Parameters\n", &without).completeness, 20);
    assert_eq!(evaluate("### Parameters\n", &spec).completeness, 0);
}

#[test]
fn names_are_compared_both_ways() {
    let spec = invoice();
    let text = "`get_invoice` is provided with its number; the `form` of `drafts` and `paid`, `full`, `NOT_FOUND`, \
                `true`, `paid`.\n\n### Parameters\n- **colour** (string)\n";
    let evaluation = evaluate(text, &spec);
    assert_eq!(
        found(&evaluation, Criterion::Accuracy),
        [("strange-name", 15, "drafts"), ("strange-name", 15, "paid"), ("strange-name", 15, "colour")]
    );
    for finding in evaluation.findings.iter().filter(|finding| finding.rule == "strange-name") {
        assert_eq!(finding.text, text[finding.span.clone().unwrap()]);
    }
    let among = Evaluator::new(&spec).with_siblings(["paid", "drafts"]).evaluate(text);
    assert_eq!(among.accuracy, 85);
    assert_eq!(evaluate("numbers get_invoice_v2 formal", &spec).accuracy, 40);
    let mut many = ToolSpec::new("t");
    many.parameters = (0..9).map(|index| Parameter::new(format!("p{index}"), "string", "")).collect();
    let none = evaluate("", &many);
    assert_eq!(none.accuracy, 0);
    let points: Vec<u8> =
        found(&none, Criterion::Accuracy).into_iter().map(|(_, points, _)| points).collect();
    assert_eq!(points, [30, 15, 15, 15, 15, 10, 0, 0, 0, 0]);
}

#[test]
fn an_agent_can_act_on_five_things() {
    let mut spec = ToolSpec::new("t");
    assert_eq!(evaluate("", &spec).actionability, 20);
    assert_eq!(evaluate("Use it when asked. Never twice.", &spec).actionability, 60);
    assert_eq!(evaluate("### When to Use\n- When the user asks", &spec).actionability, 40);
    for text in [
        "- When the user asks",
        "### When to Use\n- When",
        "### When to Use\nWhen the user asks",
        "### When to Use\n- \n\nWhen the user asks",
        "### When to Use\n- Sometimes. When the user asks",
    ] {
        assert_eq!(evaluate(text, &spec).actionability, 20, "{text}");
    }
    spec.returns = Some(Returns::new("object", "two words"));
    assert_eq!(evaluate("", &spec).actionability, 20);
    spec.returns = Some(Returns::new("object", "now three words"));
    assert_eq!(evaluate("", &spec).actionability, 40);
    spec.errors = vec![ErrorCondition::new("A", "", "r"), ErrorCondition::new("B", "", " ")];
    let evaluation = evaluate("", &spec);
    assert_eq!(evaluation.actionability, 40);
    assert!(found(&evaluation, Criterion::Actionability).contains(&("errors-unresolved", 20, "B")));
    spec.errors.pop();
    assert_eq!(evaluate("", &spec).actionability, 60);
    spec.parameters = vec![
        Parameter::new("a", "string", "shelf").required(),
        Parameter::new("b", "string", "c").required(),
    ];
    let evaluation = evaluate("", &spec);
    assert_eq!(evaluation.actionability, 40);
    assert_eq!(
        found(&evaluation, Criterion::Actionability)[2..],
        [("parameter-without-shape", 20, "a"), ("parameter-without-shape", 0, "b")]
    );
}

#[test]
fn names_follow_one_style_and_types_are_known() {
    let consistency = |name: &str, parameters: &[(&str, &str)]| {
        let mut spec = ToolSpec::new(name);
        spec.parameters =
            parameters.iter().map(|(name, type_name)| Parameter::new(*name, *type_name, "")).collect();
        evaluate("GitHub `issue_number`", &spec).consistency
    };
    assert_eq!(consistency("get_issue", &[("number", "integer"), ("issue_number", "string")]), 100);
    assert_eq!(consistency("get_issue", &[("customerId", "string")]), 50);
    assert_eq!(consistency("get", &[("customerId", "string"), ("order-id", "string")]), 50);
    assert_eq!(consistency("get", &[("a", "text"), ("b", "int")]), 80);
    assert_eq!(consistency("Get", &[("a", "text"); 7]), 0);
}

#[test]
fn the_total_is_the_mean_rounded_half_up() {
    let mut evaluation = evaluate("", &ToolSpec::new("a"));
    for (five, expected) in [
        ([100; 5], 100),
        ([0; 5], 0),
        ([0, 0, 0, 0, 2], 0),
        ([0, 0, 0, 0, 3], 1),
        ([50, 0, 0, 2, 0], 10),
        ([50, 0, 0, 3, 0], 11),
    ] {
        [
            evaluation.clarity,
            evaluation.completeness,
            evaluation.accuracy,
            evaluation.actionability,
            evaluation.consistency,
        ] = five;
        assert_eq!(evaluation.total(), expected, "{five:?}");
    }
}

#[test]
fn a_report_is_plain_json() {
    let evaluation = evaluate("It returns rows.", &ToolSpec::new("t"));
    let report = serde_json::to_value(&evaluation).unwrap();
    assert_eq!(report["profile"], "contract");
    assert_eq!(report["origin"], "edited");
    assert_eq!(
        report["findings"][0],
        json!({
            "criterion": "clarity",
            "rule": "dangling-reference",
            "points": 5,
            "message": "the sentence opens with \"It returns\"; name what is meant",
            "text": "It returns",
            "span": {"start": 0, "end": 10}
        })
    );
}

/// A text of pieces that matter to one of the rules.
fn text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "\n### When to Use\n- ",
        "\n### Parameters\n- ",
        "\n### Returns\n",
        "\n### Errors\n- **a**: ",
        "\n## a\n",
        "\n- ",
        "It ",
        "this ",
        "That ",
        "is ",
        "returns ",
        "help",
        "helper ",
        "things ",
        "stuff. ",
        "Use ",
        "when ",
        "do ",
        "not ",
        "never ",
        "`a`",
        "`b_c`",
        "`",
        "``",
        "a ",
        "b_c ",
        "bC ",
        "## a",
        "### a",
        "### Parameters",
        "### When to Use",
        "### Returns",
        "### Errors",
        "#### Errors",
        "- **a** (string | required)",
        " (f(x) | optional)",
        "- **x**",
        "- ",
        "\n",
        "\n\n",
        "```\n",
        "**Examples**:",
        "No return value documented.",
        "object -- ",
        "  Default: ",
        "é",
        "。",
        "e.g. ",
        "When ",
        "it's ",
        "1. ",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

pub(crate) fn spec() -> impl Strategy<Value = ToolSpec> {
    let name = || prop::sample::select(vec!["a", "b_c", "bC", "b-c", "", "help", "a b", "Ä"]);
    let words =
        || prop::sample::select(vec!["", " ", "one", "one two three", "e.g. this", "\"a\"", "2", "it's"]);
    let type_name = prop::sample::select(vec!["string", "integer", "text", ""]);
    let parameter = (name(), type_name, words(), any::<bool>(), 0..5u8).prop_map(
        |(name, type_name, description, required, shape)| {
            let mut parameter = Parameter::new(name, type_name, description);
            parameter.required = required;
            match shape {
                0 => parameter.with_enum(["x", "y"]),
                1 => parameter.with_pattern("x"),
                2 => parameter.with_default(1),
                _ => parameter,
            }
        },
    );
    let error = (name(), words()).prop_map(|(code, resolution)| ErrorCondition::new(code, "", resolution));
    (
        name(),
        prop::collection::vec(parameter, 0..8),
        prop::option::of(words()),
        prop::collection::vec(error, 0..3),
        prop::collection::vec(words(), 0..2),
    )
        .prop_map(|(name, parameters, returns, errors, triggers)| {
            let mut spec = ToolSpec::new(name);
            spec.parameters = parameters;
            spec.returns = returns.map(|description| Returns::new("object", description));
            spec.errors = errors;
            spec.triggers = triggers.into_iter().map(str::to_owned).collect();
            spec
        })
}

fn check(text: &str, spec: &ToolSpec) -> Result<(), TestCaseError> {
    let evaluation = evaluate(text, spec);
    prop_assert_eq!(scores(&evaluation), second::scores(text, spec), "{:?}\n{}", spec, text);
    for criterion in Criterion::ALL {
        let lost: u32 =
            found(&evaluation, criterion).into_iter().map(|(_, points, _)| u32::from(points)).sum();
        prop_assert_eq!(lost + u32::from(evaluation.score(criterion)), 100);
    }
    for finding in &evaluation.findings {
        if let Some(span) = finding.span.clone() {
            let pointed_at = text.get(span);
            prop_assert!(pointed_at.is_some_and(|found| found.trim_end() == finding.text), "{:?}", finding);
        }
    }
    prop_assert!(evaluation.total() <= 100);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_numbers_are_those_of_a_plain_second_implementation(text in text(), spec in spec()) {
        check(&text, &spec)?;
        check(&render(&spec), &spec)?;
    }

    #[test]
    fn any_text_can_be_evaluated(text in any::<String>(), spec in spec()) {
        check(&text, &spec)?;
    }

    #[test]
    fn a_rendered_text_is_accurate(spec in spec()) {
        let is_named = |name: &str| !name.trim().is_empty();
        prop_assume!(is_named(&spec.name) && spec.parameters.iter().all(|parameter| is_named(&parameter.name)));
        prop_assert_eq!(evaluate(&render(&spec), &spec).accuracy, 100);
    }
}
