//! A better text never scores lower on the dimension it is better in.

mod ask;

use ask::{annotated, ask, ask_server, candidate, tool};
use tdqs_rubric::Dimension::{
    self, BehavioralTransparency as Transparency, ConcisenessStructure as Conciseness,
    ContextualCompleteness as Completeness, ParameterSemantics as Parameters, PurposeClarity as Purpose,
    UsageGuidelines as Usage,
};

const SIBLINGS: [&str; 3] = ["find_boats", "delete_boat", "list_crews"];
const READ_ONLY: &str = r#"{"readOnlyHint": true}"#;

fn scores(dimension: Dimension, texts: &[&str], annotations: Option<&str>) -> Vec<u8> {
    let parameters = [("harbour", ""), ("since", "")];
    let scored = texts.iter().map(|text| {
        let boats = tool("list_boats", text, &parameters);
        let boats = if let Some(annotations) = annotations { annotated(boats, annotations) } else { boats };
        ask(&boats, &SIBLINGS).scores.get(dimension).score.get()
    });
    scored.collect()
}

/// Each text is better than the one before it; the last is better by score as well.
#[track_caller]
fn check(dimension: Dimension, texts: &[&str]) {
    for annotations in [None, Some(READ_ONLY)] {
        let scores = scores(dimension, texts, annotations);
        assert!(
            scores.is_sorted() && scores.first() < scores.last(),
            "{dimension} {annotations:?}: {scores:?}"
        );
    }
}

#[test]
fn purpose_grows_with_verb_resource_and_distinction() {
    check(
        Purpose,
        &[
            "Boats",
            "List boats.",
            "Boat information of all kinds",
            "List the boats moored in a harbour.",
            "List the boats moored in a harbour. To search by owner, use find_boats instead.",
        ],
    );
}

#[test]
fn usage_grows_with_context_exclusions_and_alternatives() {
    check(
        Usage,
        &[
            "List boats in a harbour.",
            "List boats in a harbour, related to a mooring contract.",
            "List boats in a harbour. Use this when the mooring plan is drawn up.",
            "List boats in a harbour. Use this when the mooring plan is drawn up, not for single boats. Use find_boats instead for those.",
        ],
    );
}

#[test]
fn transparency_grows_with_each_kind_of_disclosure() {
    check(
        Transparency,
        &[
            "List boats in a harbour.",
            "List boats in a harbour. Returns names and lengths.",
            "List boats in a harbour. Returns names and lengths, up to 100 a page.",
            "List boats in a harbour. Returns names and lengths, up to 100 a page. Requires the harbour master's permission.",
            "List boats in a harbour. Returns names and lengths, up to 100 a page. Requires the harbour master's permission. \
             Fails with an error for unknown harbours. Cached for five minutes by default.",
        ],
    );
}

#[test]
fn parameters_grow_with_what_is_explained() {
    check(
        Parameters,
        &[
            "List boats.",
            "List boats in a harbour.",
            "List boats in a harbour that came since a day.",
            "List boats. harbour: its code. since: the first day, e.g. 2024-05-01.",
        ],
    );
}

#[test]
fn conciseness_falls_with_padding_and_repetition() {
    let said = "List the boats moored in a harbour with their lengths and owners.";
    let padded = format!("Please note that this comprehensive tool is robust. {said}");
    let twice = format!("{padded} {said}");
    let bloated = format!(
        "{twice} {}",
        "The harbour is a place in which boats of any kind are moored at the quay. ".repeat(60)
    );
    check(Conciseness, &[&bloated, &twice, &padded, said]);
}

#[test]
fn completeness_grows_with_what_is_left_open() {
    check(
        Completeness,
        &[
            "Boats",
            "List boats moored somewhere.",
            "List boats moored in a harbour. Returns names.",
            "List boats moored in a harbour since a day. Returns names, up to 100 a page, and an error for unknown harbours.",
        ],
    );
}

#[test]
fn every_dimension_goes_from_one_to_five() {
    let good = "List the boats moored in a harbour since a day. harbour: its code, e.g. NLRTM. since: an ISO 8601 day. \
                Returns names and lengths, up to 100 a page. Requires permission of the harbour. Fails with an error for \
                unknown harbours. Use this when drawing up the mooring plan; to search by owner, use find_boats instead.";
    let bloated = "Please note: boats are everywhere in this harbour, as the name suggests. ".repeat(200);
    for dimension in Dimension::ALL {
        let scores = scores(dimension, &["Boats", &bloated, good], None);
        assert!(scores.contains(&1) && scores.contains(&5), "{dimension}: {scores:?}");
    }
}

#[test]
fn a_duplicate_lowers_disambiguation_and_a_stray_style_naming() {
    let set = [
        ("list_boats", "List boats in a harbour."),
        ("get_boat", "Get one boat."),
        ("create_boat", "Register a new boat."),
    ];
    let clear = ask_server("s", &set, &[]).scores;
    let with = |tool| ask_server("s", &[set[0], set[1], set[2], tool], &[]).scores;
    assert!(with(("fetch_boat", "Fetch a boat.")).disambiguation.score < clear.disambiguation.score);
    assert!(
        with(("boatDeleter", "Deletes a boat.")).naming_consistency.score < clear.naming_consistency.score
    );
    assert!(with(("delete_boat", "Delete a boat.")).completeness.score >= clear.completeness.score);
}

#[test]
fn a_pair_is_confirmed_only_for_one_object_and_compatible_verbs() {
    for (dearer, cheaper, expected) in [
        (
            ("query_players", "Query players by many filters."),
            ("list_all_players", "List all players."),
            true,
        ),
        (("search_boats", "Search boats by size."), ("list_boats", "List boats."), true),
        (("search_boats", "Search boats by size."), ("get_boat", "Get one boat."), false),
        (("create_boat", "Create a boat."), ("get_boat", "Get one boat."), false),
        (("create_boat", "Create a boat."), ("delete_boat", "Delete a boat."), false),
        (("list_boat_crews", "List the crews of boats."), ("list_boats", "List boats."), false),
        (("update_boats_bulk", "Update boats."), ("update_boat", "Update a boat."), false),
        (("query_harbours", "Query harbours."), ("ping", "Check that the server is alive."), false),
    ] {
        let answer = ask_server("s", &[dearer, cheaper], &[candidate(dearer.0, 9, cheaper.0, 1)]);
        assert_eq!(answer.shadowing_risks.len(), usize::from(expected), "{dearer:?} {cheaper:?}");
    }
}

#[test]
fn a_candidate_that_names_no_tool_is_left_out() {
    let answer =
        ask_server("s", &[("list_boats", "List boats.")], &[candidate("search_boats", 9, "list_boats", 0)]);
    assert_eq!(answer.shadowing_risks, []);
}

#[test]
fn languages_without_spaces_are_not_taken_for_nothing() {
    for text in [
        "列出港口内的所有船只，支持按日期筛选，返回船名和长度。",
        "港に停泊している船の一覧を返します。特定の船を探す場合は find_boats を使用してください。",
        "แสดงรายการเรือทั้งหมดในท่าเรือ",
        "항구에 정박한 모든 선박을 나열하고 이름을 반환합니다.",
        "Lista los barcos amarrados en un puerto y devuelve sus nombres.",
    ] {
        let scores = ask(&tool("list_boats", text, &[]), &SIBLINGS).scores;
        assert!(scores.purpose_clarity.score.get() >= 4, "{}", scores.purpose_clarity.justification);
        assert!(scores.iter().all(|(_, given)| given.score.get() >= 2), "{scores:?}");
        assert!(
            scores.conciseness_structure.score.get() >= 4,
            "{}",
            scores.conciseness_structure.justification
        );
    }
}
