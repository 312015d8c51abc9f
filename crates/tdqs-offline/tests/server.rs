//! What earns which score on the dimensions of a tool set.

mod ask;

use ask::ask_server;
use tdqs_rubric::PerCoherenceDimension;

fn scores(tools: &[(&str, &str)]) -> PerCoherenceDimension<u8> {
    ask_server("harbour", tools, &[]).scores.map(|given| given.score.get())
}

fn names(tools: &[&'static str]) -> Vec<(&'static str, &'static str)> {
    tools.iter().map(|name| (*name, "")).collect()
}

#[test]
fn the_count_follows_the_anchors() {
    for (count, score) in
        [(0, 1), (1, 2), (2, 3), (3, 5), (15, 5), (16, 4), (19, 3), (25, 3), (26, 2), (49, 2), (50, 1)]
    {
        let names: Vec<String> = (0..count).map(|at| format!("list_kind{at}_boats")).collect();
        let tools: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
        assert_eq!(scores(&tools).tool_count_appropriateness, score, "{count}");
    }
    assert_eq!(scores(&[("process", "Process.")]).tool_count_appropriateness, 1);
}

#[test]
fn any_style_is_fine_and_mixing_is_not() {
    for (tools, score) in [
        (&["list_boats", "get_boat", "create_boat", "delete_boat"][..], 5),
        (&["listBoats", "getBoat", "createBoat", "deleteBoat"], 5),
        (&["boats-list", "boats-get", "boats-create", "boats-delete"], 5),
        (&["harbour_list_boats", "harbour_get_boat", "harbour_ping"], 5),
        (&["list_boats", "get_boat", "boat_status", "crew_status"], 4),
        (&["list_boats", "get_boat", "create_boat", "delete_boat", "moveBoat"], 3),
        (&["list_boats", "get_boat", "createBoat", "deleteBoat"], 2),
        (&["list_boats", "getBoat", "create-boat", "DeleteBoat"], 1),
    ] {
        assert_eq!(scores(&names(tools)).naming_consistency, score, "{tools:?}");
    }
}

#[test]
fn tools_overlap_by_synonym_by_opening_and_by_empty_names() {
    let distinct =
        [("list_boats", "List boats."), ("get_boat", "Get a boat."), ("list_crews", "List crews.")];
    assert_eq!(scores(&distinct).disambiguation, 5);
    for more in [
        [("get_boats", "All boats."), ("fetch_boat", "One boat.")],
        [("berths", "Show free berths along the quay."), ("quays", "Show free berths along the quay.")],
        [("process", "Process it."), ("handle_request", "Handles it.")],
    ] {
        let tools = [distinct.as_slice(), &more].concat();
        assert!(scores(&tools).disambiguation <= 2, "{more:?}");
    }
}

#[test]
fn a_resource_is_what_the_tools_act_on_and_not_what_they_do() {
    let tools = names(&["find_crates", "create_crate", "ship_order", "list_shelves", "purge_records"]);
    let answer = ask_server("dock", &tools, &[]).scores;
    let told = &answer.completeness.justification;
    assert!(
        told.starts_with("The tools create \"crate\" and offer 2 of the 4 operations that it needs"),
        "{told}"
    );
    let told = &answer.naming_consistency.justification;
    assert!(told.ends_with("every name begins with a verb."), "{told}");
    for (tool, resource) in
        [("ship_order", "order"), ("purge_records", "record"), ("delete_shelves", "shelf")]
    {
        let answer = ask_server("dock", &names(&[tool, "ping_dock"]), &[]).scores;
        let told = &answer.completeness.justification;
        assert!(told.contains(&format!("\"{resource}\"")), "{told}");
    }
}

#[test]
fn completeness_counts_what_can_be_done_with_what_is_created() {
    for (tools, score) in [
        (&["create_boat", "get_boat", "update_boat", "delete_boat"][..], 5),
        (&["create_boat", "get_boat", "update_boat"], 4),
        (&["create_boat", "get_boat"], 3),
        (&["create_boat", "ping"], 2),
        (&["list_boats", "get_boat"], 5),
        (&["list_boats", "get_weather"], 4),
        (&["delete_boat", "ping"], 3),
        (&["process", "do_thing"], 2),
        (&["process"], 1),
        (&[], 1),
    ] {
        assert_eq!(scores(&names(tools)).completeness, score, "{tools:?}");
    }
}
