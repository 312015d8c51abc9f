//! TDQS403: names that differ only behind their 64th character.

use tdqs_rubric::CoherenceDimension;

use super::groups::groups;
use super::listing::{names_of, relate};
use super::visible_names::{LONGEST, cleaned, visible, visible_length};
use crate::context::{SetContext, ToolContext};
use crate::{Aspect, Check, Findings, Mending, Rule, Severity};

pub(crate) const RULE: Rule = Rule {
    code: "TDQS403",
    name: "names-collide-when-cut",
    summary: "Long names begin alike and become one when a client cuts them at 64 characters.",
    why: "The APIs of models take names of 64 characters, and clients put the server's name before the tool's. Some cut \
          what is longer, and then tools whose names begin alike become one: a call may reach the wrong tool.\n\nMake \
          the names shorter, and let them differ near their beginning.",
    sources: &[
        "Evaluation of a tool surface, section 10",
        "<https://github.com/sourcebot-dev/sourcebot/pull/1423>",
    ],
    severity: Severity::Warning,
    is_on_by_default: true,
    aspect: Some(Aspect::Coherence(CoherenceDimension::Disambiguation)),
    mending: Mending::Manual,
    bad: &[
        r#"[{"name": "export_quarterly_stock_report_with_all_shelves_and_crates_of_the_north_dock"}, {"name": "export_quarterly_stock_report_with_all_shelves_and_crates_of_the_south_dock"}]"#,
        r#"[{"name": "move_all_crates_of_one_shelf_to_another_shelf_in_the_warehouse_now"}, {"name": "move_all_crates_of_one_shelf_to_another_shelf_in_the_warehouse_later"}]"#,
    ],
    good: &[
        r#"[{"name": "north_export_quarterly_stock_report_with_all_shelves_and_crates_of_the_dock"}, {"name": "south_export_quarterly_stock_report_with_all_shelves_and_crates_of_the_dock"}]"#,
        r#"[{"name": "move_crate_now"}, {"name": "move_crate_later"}]"#,
    ],
    check: Check::Set(check),
};

fn check(set: &SetContext<'_>, findings: &mut Findings<'_>) {
    // All of it is ASCII, so that the first 64 characters are the first 64 bytes.
    let start = |_: usize, tool: &ToolContext<'_>| {
        if visible_length(set.server_name(), tool.name()) <= LONGEST {
            return None;
        }
        let mut visible = visible(set.server_name(), tool.name());
        visible.truncate(LONGEST);
        Some(visible)
    };
    for mut group in groups(set.tools(), start) {
        let mut seen = std::collections::BTreeSet::new();
        group.retain(|tool| seen.insert(cleaned(tool.name())));
        let [first, rest @ ..] = &group[..] else { continue };
        if rest.is_empty() {
            continue;
        }
        let own = group.iter().map(|tool| cleaned(tool.name())).collect::<Vec<_>>();
        let cut = own[0].get(..LONGEST);
        let by_themselves = own.iter().all(|name| name.len() > LONGEST && name.get(..LONGEST) == cut);
        let how = if by_themselves { "" } else { ", with the server's name before them" };
        let message = format!(
            "cut at {LONGEST} characters{how} this name and {} are one; make them shorter and different near the \
             beginning",
            names_of(rest)
        );
        let mut reported = findings.report(&first.name_node().place(), message);
        relate(&mut reported, rest, "begins with the same characters");
    }
}
