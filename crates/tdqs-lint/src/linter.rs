//! From a tool set to findings.

use std::sync::Arc;

use tdqs_signals::json::Json;
use tdqs_signals::{SpecVersion, ToolSet, canonical_definition};

use crate::context::{Named, Phrases, ServerNames, SetContext, ToolContext};
use crate::finding::{Finding, Related};
use crate::findings::{Draft, Findings, Spot};
use crate::locate::location;
use crate::profile::{Profile, Profiles, ServerProfiles};
use crate::report::{LintReport, Suppressed};
use crate::rules::contract::assessed;
use crate::rules::suppressions;
use crate::settings::SettingsError;
use crate::suppression::{Suppression, Suppressions};
use crate::tool_drafts::ToolDrafts;
use crate::{Check, Date, RULES, Rule, Settings, credit};

/// Looks at tool sets by the rules that settings leave on.
///
/// ```
/// use tdqs_lint::{Linter, Severity};
/// use tdqs_signals::ToolSet;
///
/// let text = r#"{"tools": [{"name": "seal_crate", "inputSchema": {"type": "object"}}]}"#;
/// let report = Linter::default().lint("dock", &ToolSet::parse(text)?);
/// let finding = &report.findings[0];
/// assert_eq!((finding.code, finding.severity), ("TDQS101", Severity::Error));
/// assert_eq!((finding.location.tool.as_str(), finding.location.pointer.as_str()), ("seal_crate", ""));
/// let span = finding.location.span.unwrap();
/// assert_eq!(&text[span.start..span.end], "\"seal_crate\"");
/// # Ok::<(), tdqs_signals::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Linter {
    profiles: Profiles,
    phrases: Option<Phrases>,
    assessed: credit::Rules,
    edition: SpecVersion,
    today: Option<Date>,
    /// Whether a rule over several servers may be on for some tool.
    compares_servers: bool,
}

impl Default for Linter {
    /// The rules that are on by default.
    fn default() -> Self {
        // Without settings nothing can be wrong with them.
        Self::with_profiles(Profiles::default())
    }
}

impl Linter {
    /// The rules that settings leave on; later settings have the last word, as the command line has over a file.
    ///
    /// # Errors
    ///
    /// When an override is for everything, or names something that is no glob.
    pub fn new<'s>(settings: impl IntoIterator<Item = &'s Settings>) -> Result<Self, SettingsError> {
        let layers: Vec<&Settings> = settings.into_iter().collect();
        Ok(Self::with_profiles(Profiles::of(&layers)?))
    }

    fn with_profiles(profiles: Profiles) -> Self {
        let phrases = RULES.iter().enumerate().filter_map(|(number, rule)| match rule.check {
            Check::Phrases { phrases, .. } if profiles.may_have(rule) => Some((number, phrases)),
            _ => None,
        });
        Self {
            phrases: Phrases::new(phrases),
            assessed: assessed::asked_for(|rule| profiles.may_have(rule)),
            compares_servers: over_servers().any(|rule| profiles.may_have(rule)),
            profiles,
            edition: SpecVersion::default(),
            today: None,
        }
    }

    /// Says what day it is, so that suppressions can expire. Without it none does.
    #[must_use]
    pub fn with_today(self, today: Date) -> Self {
        Self { today: Some(today), ..self }
    }

    /// Chooses the edition of the specification by which signals are taken.
    #[must_use]
    pub fn with_edition(self, edition: SpecVersion) -> Self {
        Self { edition, ..self }
    }

    /// Looks at the tools of a server.
    #[must_use]
    pub fn lint(&self, server_name: &str, set: &ToolSet) -> LintReport {
        self.lint_keeping(server_name, set, None)
    }

    /// The same, faster, when little changed since the last look at the server: what is kept of tools that have the
    /// same text is not looked for again, and what is found in the others is kept.
    pub(crate) fn lint_again(&self, server_name: &str, set: &ToolSet, kept: &mut ToolDrafts) -> LintReport {
        self.lint_keeping(server_name, set, Some(kept))
    }

    fn lint_keeping(
        &self,
        server_name: &str,
        set: &ToolSet,
        mut kept: Option<&mut ToolDrafts>,
    ) -> LintReport {
        let sources: Vec<Option<Json>> = (0..set.tools().len()).map(|tool| source(set, tool)).collect();
        let mut profiles = self.profiles.of_server(server_name);
        let numbers: Vec<usize> = set.tools().iter().map(|tool| profiles.number_of(&tool.name)).collect();
        let checks: Vec<Vec<ToolCheck>> = profiles.all().iter().map(tool_checks).collect();
        // Contexts are large, and made where they stay. So are drafts, and these are as many as there mostly are.
        let mut tools: Vec<ToolContext<'_>> = Vec::with_capacity(sources.len());
        let mut drafts = Vec::with_capacity(sources.len() * 4);
        for (index, (definition, source)) in set.tools().iter().zip(&sources).enumerate() {
            let Some(source) = source else { continue };
            let description = definition.description.as_deref();
            tools.extend(ToolContext::described(index, source, description, self.edition).map(|context| {
                let is_made_in_code = set.source(index).is_none();
                context.assessed_by(self.assessed).that_is_made_in_code(is_made_in_code)
            }));
            // Looked at while all of it is in the nearest caches.
            let Some(tool) = tools.last().filter(|tool| tool.index() == index) else { continue };
            let number = numbers.get(index).copied().unwrap_or_default();
            let checks = checks.get(number).map_or(&[][..], Vec::as_slice);
            self.look_unless_kept(tool, profiles.get(number), checks, kept.as_deref_mut(), &mut drafts);
        }
        let context = SetContext::new(server_name, self.edition, tools)
            .that_may_lack_tools(set.is_incomplete() || !set.rejected.is_empty());
        for (number, rule) in RULES.iter().enumerate() {
            if let Check::Set(check) | Check::WholeSet(check) = rule.check
                && profiles.has(number)
            {
                check(&context, &mut Findings::new(rule, &mut drafts));
            }
        }
        let suppressed = self.suppress(&context, &profiles, &numbers, &mut drafts);
        let writer = Writer { set, profiles: &profiles, numbers: &numbers };
        let (mut findings, mut known_to_the_author) = (Vec::with_capacity(drafts.len()), Vec::new());
        for draft in drafts {
            findings.extend(writer.finding(draft));
        }
        for (draft, reason, until) in suppressed {
            let finding = writer.finding(draft);
            known_to_the_author.extend(finding.map(|finding| Suppressed { finding, reason, until }));
        }
        let mut report = LintReport {
            server_name: server_name.to_owned(),
            tool_count: context.tools().len(),
            findings,
            suppressed: known_to_the_author,
            known: Vec::new(),
        };
        report.sort();
        report
    }

    /// Whether a rule of the Tool Credit Score is not turned off for a tool: by settings, which name the lint rule that
    /// finds the same, or beside the tool.
    pub(crate) fn leaves_of_credit(&self, server_name: &str, source: &Json) -> impl Fn(credit::Rule) -> bool {
        let tool = ToolContext::new(0, source, self.edition);
        let mut profiles = self.profiles.of_server(server_name);
        let number = profiles.number_of(tool.as_ref().map_or("", ToolContext::name));
        let profile = profiles.get(number).clone();
        let mut suppressed = tool.as_ref().map(Suppressions::of).unwrap_or_default().entries;
        suppressed.retain(|entry| !entry.is_expired(self.today));
        move |of_score| {
            let Some(rule) = of_score.mended_as().and_then(crate::rule) else { return true };
            let is_suppressed = |entry: &Suppression| entry.selector.is_some_and(|it| it.matches(rule));
            profile.leaves(rule) && !suppressed.iter().any(is_suppressed)
        }
    }

    /// What it takes to look at the server beside others with [`lint_servers`](crate::lint_servers); without tools when
    /// the settings have every rule over several servers off.
    #[must_use]
    pub fn names(&self, server_name: &str, set: &ToolSet) -> ServerNames {
        let mut profiles = self.profiles.of_server(server_name);
        let mut tools = Vec::new();
        for index in (0..set.tools().len()).filter(|_| self.compares_servers) {
            let Some(source) = source(set, index) else { continue };
            let Some(tool) = ToolContext::new(index, &source, self.edition) else { continue };
            let mut suppressions = Suppressions::of(&tool).entries;
            suppressions.retain(|entry| {
                !entry.is_expired(self.today)
                    && entry
                        .selector
                        .is_some_and(|selector| over_servers().any(|rule| selector.matches(rule)))
            });
            tools.push(Named {
                location: location(set, Spot::of(&tool.name_node().place())),
                profile: profiles.number_of(tool.name()),
                suppressions,
            });
        }
        ServerNames {
            server_name: server_name.to_owned(),
            tools,
            severities: profiles.all().iter().map(Profile::over_servers).collect(),
        }
    }

    /// What the rules that look at one tool find in it, unless it is kept from the last look.
    fn look_unless_kept(
        &self,
        tool: &ToolContext<'_>,
        profile: &Profile,
        checks: &[ToolCheck],
        kept: Option<&mut ToolDrafts>,
        drafts: &mut Vec<Draft>,
    ) {
        let Some(kept) = kept else { return self.look_at(tool, profile, checks, drafts) };
        let value = tool.root().value();
        if let Some(known) = kept.of(tool.index(), value) {
            drafts.extend(known);
            return;
        }
        let before = drafts.len();
        self.look_at(tool, profile, checks, drafts);
        kept.keep(tool.index(), value, drafts.get(before..).unwrap_or_default());
    }

    /// What the rules that look at one tool find in it.
    fn look_at(
        &self,
        tool: &ToolContext<'_>,
        profile: &Profile,
        checks: &[ToolCheck],
        drafts: &mut Vec<Draft>,
    ) {
        for (rule, check) in checks {
            check(tool, &mut Findings::new(rule, drafts));
        }
        let Some(phrases) = &self.phrases else { return };
        phrases.search(tool, |number, place| {
            let Some(rule) = RULES.get(number).filter(|_| profile.severity(number).is_some()) else {
                return false;
            };
            let before = drafts.len();
            if let Check::Phrases { found, .. } = rule.check {
                found(place, &mut Findings::new(rule, drafts));
            }
            drafts.len() > before
        });
    }

    /// Takes out what is suppressed beside the tool, and adds what there is to say of the suppressions.
    fn suppress(
        &self,
        set: &SetContext<'_>,
        profiles: &ServerProfiles<'_>,
        numbers: &[usize],
        drafts: &mut Vec<Draft>,
    ) -> Vec<(Draft, Option<String>, Option<Date>)> {
        let mut by_tool: Vec<(usize, Suppressions)> = set
            .tools()
            .iter()
            .map(|tool| (tool.index(), Suppressions::of(tool)))
            .filter(|(_, found)| !found.entries.is_empty() || !found.broken.is_empty())
            .collect();
        if by_tool.is_empty() {
            return Vec::new();
        }
        let mut left = Vec::with_capacity(drafts.len());
        let mut suppressed = Vec::new();
        for draft in drafts.drain(..) {
            // In the order of the tools.
            let of_tool = by_tool.binary_search_by_key(&draft.at.tool, |(tool, _)| *tool).ok();
            let of_tool = of_tool.and_then(|at| by_tool.get_mut(at));
            let matching = of_tool.and_then(|(_, suppressions)| {
                suppressions.entries.iter_mut().find(|entry| {
                    !entry.is_expired(self.today)
                        && entry.selector.is_some_and(|selector| selector.matches(draft.rule))
                })
            });
            match matching {
                Some(entry) => {
                    // A finding that the settings turn off uses nothing up.
                    let profile = profiles.get(numbers.get(draft.at.tool).copied().unwrap_or_default());
                    entry.is_used |= profile.severity_of(draft.rule).is_some();
                    suppressed.push((draft, entry.reason.clone(), entry.until));
                }
                None => left.push(draft),
            }
        }
        for (tool, of_tool) in by_tool {
            let profile = profiles.get(numbers.get(tool).copied().unwrap_or_default());
            suppressions::report(&of_tool, profile, self.today, set.may_lack_tools(), &mut left);
        }
        *drafts = left;
        suppressed
    }
}

/// The rules over several servers.
fn over_servers() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().copied().filter(|rule| matches!(rule.check, Check::Servers(_)))
}

/// A rule that looks at one tool, and how it does so.
type ToolCheck = (&'static Rule, fn(&ToolContext<'_>, &mut Findings<'_>));

/// The rules that look at one tool and are on.
fn tool_checks(profile: &Profile) -> Vec<ToolCheck> {
    let on = RULES.iter().enumerate().filter(|(number, _)| profile.severity(*number).is_some());
    on.filter_map(|(_, rule)| if let Check::Tool(check) = rule.check { Some((*rule, check)) } else { None })
        .collect()
}

/// The JSON of a tool: where it was read from, or what stands for it when it was made in code.
fn source(set: &ToolSet, tool: usize) -> Option<Json> {
    if let Some(source) = set.source(tool) {
        return Some(source.clone());
    }
    let text: Arc<str> = canonical_definition(set.tools().get(tool)?).into();
    Json::parse_prefix(&text, 0).ok().map(|(json, _)| json)
}

/// Makes findings of drafts.
struct Writer<'w> {
    set: &'w ToolSet,
    profiles: &'w ServerProfiles<'w>,
    numbers: &'w [usize],
}

impl Writer<'_> {
    /// `None` when the rule is off for the tool.
    fn finding(&self, draft: Draft) -> Option<Finding> {
        let Draft { rule, at, subject, message, related, fix } = draft;
        let number = self.numbers.get(at.tool).copied().unwrap_or_default();
        let severity = self.profiles.get(number).severity_of(rule)?;
        let Rule { code, name, aspect, .. } = *rule;
        let related = related
            .into_iter()
            .map(|(spot, message)| Related {
                other: None,
                file: None,
                location: location(self.set, spot),
                message,
            })
            .collect();
        Some(Finding {
            code,
            rule: name,
            severity,
            dimension: aspect,
            location: location(self.set, at),
            subject,
            message,
            related,
            fix,
        })
    }
}
