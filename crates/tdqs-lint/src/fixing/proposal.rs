//! What is proposed for a tool, by lint rules and by the Tool Credit Score, in one form.

use crate::{Applicability, Edit, Finding};

use super::{FixOptions, FixTier};

/// Edits that belong together, and what they answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Proposal {
    pub(super) rule: String,
    pub(super) title: String,
    pub(super) pointer: String,
    pub(super) tier: FixTier,
    pub(super) edits: Vec<Edit>,
}

impl Proposal {
    /// The fix of a finding, if options let it be made.
    pub(super) fn of(finding: &Finding, options: FixOptions) -> Option<Self> {
        let fix = finding.fix.as_ref()?;
        let tier = match fix.applicability {
            Applicability::Safe => FixTier::Safe,
            Applicability::Unsafe if options.tighten => FixTier::Tighten,
            Applicability::Unsafe => return None,
        };
        // All names are changed in one place, which knows those of the other tools.
        let names = ["/name", "/function/name"];
        if fix.edits.is_empty()
            || fix.edits.iter().any(|edit| places(edit).iter().any(|it| names.contains(it)))
        {
            return None;
        }
        Some(Self {
            rule: finding.code.to_owned(),
            title: fix.title.clone(),
            pointer: finding.location.pointer.clone(),
            tier,
            edits: fix.edits.clone(),
        })
    }

    /// Whether something that this changes is changed by the other one as well, or lies around or inside of it.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let (own, theirs) = (self.areas(), other.areas());
        own.iter().any(|own| theirs.iter().any(|their| is_within(own, their) || is_within(their, own)))
    }

    /// The pointers of the parts of the tool that look different afterwards.
    fn areas(&self) -> Vec<&str> {
        let area = |edit: &Edit, place: &str| {
            let (container, last) = place.rsplit_once('/').unwrap_or_default();
            // In an array, everything behind moves.
            let may_be_index = last == "-" || last.bytes().all(|byte| byte.is_ascii_digit());
            if may_be_index && !matches!(edit, Edit::Set { .. }) { container.len() } else { place.len() }
        };
        let all = self.edits.iter().flat_map(|edit| places(edit).into_iter().map(move |place| (edit, place)));
        all.filter_map(|(edit, place)| place.get(..area(edit, place))).collect()
    }
}

/// The pointers that an edit names.
fn places(edit: &Edit) -> Vec<&str> {
    match edit {
        Edit::Set { pointer, .. }
        | Edit::Insert { pointer, .. }
        | Edit::Remove { pointer }
        | Edit::Rename { pointer, .. } => vec![pointer],
        Edit::Move { from, to } => vec![from, to],
    }
}

/// Whether a pointer leads to another one's place or into it.
fn is_within(pointer: &str, around: &str) -> bool {
    pointer.strip_prefix(around).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fix, Location, Severity};

    fn proposal(edit: Edit) -> Proposal {
        Proposal {
            rule: String::new(),
            title: String::new(),
            pointer: String::new(),
            tier: FixTier::Safe,
            edits: vec![edit],
        }
    }

    fn finding(fix: Option<Fix>) -> Finding {
        Finding {
            code: "TDQS101",
            rule: "no-description",
            severity: Severity::Error,
            dimension: None,
            location: Location {
                tool: "get_crate".to_owned(),
                tool_index: 0,
                pointer: "/title".to_owned(),
                span: None,
            },
            subject: None,
            message: String::new(),
            related: Vec::new(),
            fix,
        }
    }

    #[test]
    fn rules_are_followed_as_far_as_options_go_and_never_to_a_name() {
        let set = |pointer: &str| vec![Edit::Set { pointer: pointer.to_owned(), value: 1.into() }];
        let tier = |fix: Option<Fix>, options| Proposal::of(&finding(fix), options).map(|it| it.tier);
        let (plain, tighten) = (FixOptions::default(), FixOptions::default().with_tighten(true));
        assert_eq!(tier(Some(Fix::safe("", set("/title"))), plain), Some(FixTier::Safe));
        assert_eq!(tier(Some(Fix::unsafe_("", set("/title"))), plain), None);
        assert_eq!(tier(Some(Fix::unsafe_("", set("/title"))), tighten), Some(FixTier::Tighten));
        assert_eq!(tier(Some(Fix::unsafe_("", set("/name"))), tighten.with_rename(true)), None);
        assert_eq!(tier(Some(Fix::safe("", set("/function/name"))), tighten), None);
        assert_eq!(tier(Some(Fix::safe("", Vec::new())), tighten), None);
        assert_eq!(tier(None, tighten), None);
    }

    #[test]
    fn edits_meet_where_one_lies_in_the_other() {
        let set = |pointer: &str| proposal(Edit::Set { pointer: pointer.to_owned(), value: 1.into() });
        let remove = |pointer: &str| proposal(Edit::Remove { pointer: pointer.to_owned() });
        for (left, right, expected) in [
            (set("/a"), set("/a/b"), true),
            (set("/a"), set("/ab"), false),
            (set("/a/0"), set("/a/1"), false),
            (remove("/a/0"), set("/a/1/b"), true),
            (remove("/a/b"), set("/a/c"), false),
            (set(""), set("/a"), true),
        ] {
            assert_eq!((left.meets(&right), right.meets(&left)), (expected, expected), "{left:?} {right:?}");
        }
    }
}
