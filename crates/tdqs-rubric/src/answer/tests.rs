use super::*;

fn object(score: &str) -> String {
    let one = format!(r#"{{"score": {score}, "justification": "Says \"x\"."}}"#);
    format!(
        r#"{{"scores": {{"purpose_clarity": {one}, "usage_guidelines": {one}, "behavioral_transparency": {one},
        "parameter_semantics": {one}, "conciseness_structure": {one}, "contextual_completeness": {one}}},
        "annotation_contradiction": false, "summary": ""}}"#
    )
}

fn score_in(text: &str) -> Result<u8, String> {
    ToolAnswer::parse(text)
        .map(|answer| answer.scores.usage_guidelines.score.get())
        .map_err(|error| error.to_string())
}

#[test]
fn what_stands_around_the_object_does_not_matter() {
    let (four, two) = (object("4"), object("2"));
    for text in [
        four.clone(),
        format!("```JSON\r\n{four}\r\n```"),
        format!("Here it is: {four} Let me know about {{braces}} and ``` fences."),
        format!("[{four}]"),
        format!("{four}\n{four}"),
        format!("<think>Perhaps {two}? No.</think>\n{four}"),
        format!("I weigh {two}.\n</think>\n```\n{four}\n```"),
        format!("<Reasoning depth=\"3\">{{ unbalanced </reasoning>{four}"),
        four.replace("Says", "Says <think> and </think> and"),
        four.replace("\"score\": 4", "\"score\": 4.0, \"extra\": [1e999]"),
        format!("The form {{\"a\" \"b\"}} is odd. {four}"),
        format!("{four}\nSee {{"),
        format!("{four}\nI used <reasoning> for it."),
        format!("{four}\n</think>"),
    ] {
        assert_eq!(score_in(&text), Ok(4), "{text}");
    }
}

#[test]
fn what_is_no_single_answer_is_refused_with_its_reason() {
    let (four, two) = (object("4"), object("2"));
    for (text, expected) in [
        (String::new(), "the answer holds no JSON object"),
        ("I cannot help with that.".to_owned(), "the answer holds no JSON object"),
        (format!("{two}{four}"), "the answer holds 2 different objects that fit; give exactly one"),
        (format!("<think>so {two}"), "the answer is cut short: the reasoning is not closed"),
        (four[..four.len() - 3].to_owned(), "the answer is cut short: the JSON object is not closed"),
        (format!("{{\"result\": {four}}}"), "at /scores: is missing"),
        (
            four.replace("Says", "Says\n"),
            "the answer is not JSON: the character U+000A inside a string; write it as an escape",
        ),
        (four.replace("}}", "},}"), "the answer is not JSON: expected a key in double quotes, found `}`"),
        (
            four.replace("\"annotation_contradiction\"", " \"a\" \"b\""),
            "the answer is not JSON: expected `:` after the key, found `\"`",
        ),
        (object("4.5"), "at /scores/purpose_clarity/score: expected a whole number from 1 to 5, found `4.5`"),
        (
            object("\"4\""),
            "at /scores/purpose_clarity/score: expected a whole number from 1 to 5, found a string",
        ),
        (
            object("true"),
            "at /scores/purpose_clarity/score: expected a whole number from 1 to 5, found `true`",
        ),
        (object("0"), "at /scores/purpose_clarity/score: expected a whole number from 1 to 5, found `0`"),
        (object("6"), "at /scores/purpose_clarity/score: expected a whole number from 1 to 5, found `6`"),
        (
            four.replacen(r#"Says \"x\"."#, " \\u00a0", 1),
            "at /scores/purpose_clarity/justification: is blank; cite the evidence for the score",
        ),
        (
            four.replace("false", "\"false\""),
            "at /annotation_contradiction: expected true or false, found a string",
        ),
        (
            four.replace("\"summary\": \"\"", "\"summary\": null"),
            "at /summary: expected a string, found null",
        ),
        (four.replace("usage_guidelines", "usage"), "at /scores/usage_guidelines: is missing"),
    ] {
        assert_eq!(score_in(&text), Err(expected.to_owned()), "{text}");
    }
}

#[test]
fn a_draft_is_never_taken_for_the_answer() {
    let two = object("2");
    let cut = &two[..two.len() - 40];
    for text in [
        format!("I think {two} maybe.</think>\n{cut}"),
        format!("I think {two} maybe.</think>\nI cannot answer."),
        format!("Draft: {two}\nFinal:\n{cut}"),
        format!("{two} Revised: {}", two.replacen("Says", "Says \"no\"", 1)),
        format!("<think>a <think>b</think> draft {two} </think> {cut}"),
        format!("<think>a <think>b</think> draft {two} still thinking"),
        format!("[THINK]{two} and"),
        format!("<think>Maybe {two}</thinking> None."),
        format!("{{draft: {two}, final: {{\"scores\": 5}}}}"),
        format!("{{\"draft\": {two}"),
    ] {
        assert!(score_in(&text).is_err(), "{text}");
    }
    let four = object("4");
    for text in [
        format!("[THINK]{two}[/THINK]{four}"),
        format!("<seed:think>{two}</seed:think>{four}"),
        format!("<think>{two}</thinking>{four}"),
    ] {
        assert_eq!(score_in(&text), Ok(4), "{text}");
    }
}

#[test]
fn hostile_texts_take_time_in_proportion() {
    // Each of these is quadratic, or fills the memory, when objects or tags are tried one by one.
    let four = object("4");
    for hostile in ["{\"a\":", "{x", "{}", "<", "<think></think>", "</", "[{}, "] {
        let text = format!("{}!{four}", hostile.repeat(100_000));
        assert_eq!(score_in(&text), Ok(4), "{hostile}");
    }
    let meant = format!("{}{four}", "{\"scores\" ".repeat(100_000));
    assert!(score_in(&meant).is_err());
    let unclosed = format!("<think>{}", "</".repeat(200_000));
    assert_eq!(score_in(&unclosed), Err("the answer is cut short: the reasoning is not closed".to_owned()));
}

#[test]
fn risks_may_be_absent_but_not_null() {
    let one = r#"{"score": 3, "justification": "x"}"#;
    let with = |risks: &str| {
        format!(
            r#"{{"scores": {{"disambiguation": {one}, "naming_consistency": {one}, "tool_count_appropriateness": {one},
            "completeness": {one}}},{risks} "summary": "s"}}"#
        )
    };
    let parse = |risks: &str| CoherenceAnswer::parse(&with(risks)).map_err(|error| error.to_string());
    assert_eq!(parse("").unwrap().shadowing_risks, []);
    let pair =
        r#""shadowing_risks": [{"tool": "a", "cheaper_sibling": "b", "justification": "", "extra": 1}],"#;
    assert_eq!(parse(pair).unwrap().shadowing_risks[0].cheaper_sibling, "b");
    for (risks, expected) in [
        (r#""shadowing_risks": null,"#, "at /shadowing_risks: expected an array, found null"),
        (r#""shadowing_risks": [{"tool": "a"}],"#, "at /shadowing_risks/0/cheaper_sibling: is missing"),
        (r#""shadowing_risks": ["a"],"#, "at /shadowing_risks/0: expected an object, found a string"),
    ] {
        assert_eq!(parse(risks), Err(expected.to_owned()));
    }
}

#[test]
fn the_schemas_are_strict_and_say_what_the_validator_says() {
    let schema = ToolAnswer::json_schema();
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    for text in [object("4"), object("4.0"), object("6"), object("4.5"), object("\"4\""), object("true")] {
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(validator.is_valid(&value), ToolAnswer::parse(&text).is_ok(), "{text}");
    }
    insta::assert_json_snapshot!(schema.as_value());
    let schema = CoherenceAnswer::json_schema();
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    let pair = r#"{"tool": "a", "cheaper_sibling": "b", "justification": "c"}"#;
    for risks in [
        String::new(),
        pair.to_owned(),
        format!("{pair}, {pair}"),
        "5".to_owned(),
        r#"{"tool": "a"}"#.to_owned(),
    ] {
        let one = r#"{"score": 3, "justification": "x"}"#;
        let text = format!(
            r#"{{"scores": {{"disambiguation": {one}, "naming_consistency": {one}, "tool_count_appropriateness": {one},
            "completeness": {one}}}, "shadowing_risks": [{risks}], "summary": "s"}}"#
        );
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(validator.is_valid(&value), CoherenceAnswer::parse(&text).is_ok(), "{text}");
    }
    insta::assert_json_snapshot!(schema.as_value());
}
