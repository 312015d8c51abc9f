//! Which rules are on, and how grave their findings are.

use std::collections::BTreeMap;

use globset::{Glob, GlobSet, GlobSetBuilder};

use crate::settings::{Override, Settings, SettingsError};
use crate::{Check, RULES, Rule, Selector, Severity};

/// What holds for each rule of the registry, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Profile {
    /// The severity of its findings, or `None` when it is off.
    severities: Vec<Option<Severity>>,
    /// Whether nobody turned it off.
    left: Vec<bool>,
}

impl Profile {
    /// The rules that are on by default.
    fn of_defaults() -> Self {
        let severities = RULES.iter().map(|rule| rule.is_on_by_default.then_some(rule.severity)).collect();
        Self { severities, left: vec![true; RULES.len()] }
    }

    /// What settings leave of the defaults for a tool that some of their overrides fit, each told with the place of its
    /// layer. Later layers have the last word, also over the overrides of earlier ones.
    fn of(layers: &[Settings], fitting: &[(usize, &Override)]) -> Self {
        let mut profile = Self::of_defaults();
        let of_layer =
            |layer| fitting.iter().filter(move |(at, _)| *at == layer).map(|(_, exception)| exception);
        for (at, layer) in layers.iter().enumerate() {
            if let Some(select) = &layer.select {
                profile.severities.fill(None);
                profile.left.fill(false);
                profile.choose(&[select, &layer.extend_select], &layer.ignore);
            } else {
                profile.choose(&[&layer.extend_select], &layer.ignore);
            }
            for exception in of_layer(at) {
                profile.choose(&[&exception.extend_select], &exception.ignore);
            }
        }
        // Severities last, so that a rule has its own whichever layer turned it on.
        for (at, layer) in layers.iter().enumerate() {
            profile.grade(&layer.severity);
            of_layer(at).for_each(|exception| profile.grade(&exception.severity));
        }
        profile
    }

    /// Turns rules on and off. The narrowest selector that names a rule decides, and off wins where two are alike.
    fn choose(&mut self, on: &[&Vec<Selector>], off: &[Selector]) {
        let narrowest = |selectors: &mut dyn Iterator<Item = &Selector>, rule: &Rule| {
            selectors.filter(|selector| selector.matches(rule)).map(|selector| selector.narrowness()).max()
        };
        for ((rule, state), left) in RULES.iter().zip(&mut self.severities).zip(&mut self.left) {
            let on = narrowest(&mut on.iter().flat_map(|list| list.iter()), rule);
            let off = narrowest(&mut off.iter(), rule);
            match (on, off) {
                (None, None) => {}
                (Some(on), off) if off.is_none_or(|off| on > off) => {
                    (*state, *left) = (state.or(Some(rule.severity)), true);
                }
                _ => (*state, *left) = (None, false),
            }
        }
    }

    /// Gives the rules that are on other severities, by the narrowest selector.
    fn grade(&mut self, severities: &BTreeMap<Selector, Severity>) {
        for (rule, state) in RULES.iter().zip(&mut self.severities) {
            let own = severities.iter().filter(|(selector, _)| selector.matches(rule));
            let narrowest = own.max_by_key(|(selector, _)| selector.narrowness());
            if let (Some(state), Some((_, severity))) = (state.as_mut(), narrowest) {
                *state = *severity;
            }
        }
    }

    /// The severity of a rule by its place in the registry, if it is on.
    pub(crate) fn severity(&self, rule: usize) -> Option<Severity> {
        self.severities.get(rule).copied().flatten()
    }

    /// The severity of a rule, if it is on.
    pub(crate) fn severity_of(&self, rule: &Rule) -> Option<Severity> {
        self.severity(place_of(rule)?)
    }

    /// Whether a look at one server tells that a selector keeps nothing quiet: one of the rules that it names is on,
    /// nobody turned any of them off, and none takes other servers, or tools of a server that `may_lack_tools`.
    pub(crate) fn tells_all_of(&self, selector: Selector, may_lack_tools: bool) -> bool {
        let takes_more = |rule: &Rule| match rule.check {
            Check::Servers(_) => true,
            Check::Set(_) | Check::WholeSet(_) => may_lack_tools,
            _ => false,
        };
        let states = self.severities.iter().zip(&self.left);
        let mut named = RULES.iter().zip(states).filter(|(rule, _)| selector.matches(rule));
        let mut is_any_on = false;
        named.all(|(rule, (severity, is_left))| {
            is_any_on |= severity.is_some();
            *is_left && !(severity.is_some() && takes_more(rule))
        }) && is_any_on
    }

    /// Whether nobody turned a rule off. It may be off all the same, because it is so by default.
    pub(crate) fn leaves(&self, rule: &Rule) -> bool {
        place_of(rule).is_some_and(|at| self.left.get(at) == Some(&true))
    }

    /// The codes of the rules over several servers that are on, and the severities of their findings.
    pub(crate) fn over_servers(&self) -> Vec<(&'static str, Severity)> {
        let over_servers =
            RULES.iter().zip(&self.severities).filter(|(rule, _)| matches!(rule.check, Check::Servers(_)));
        over_servers.filter_map(|(rule, state)| Some((rule.code, (*state)?))).collect()
    }
}

/// The place of a rule in the registry.
fn place_of(rule: &Rule) -> Option<usize> {
    // The registry is in the order of the codes. Their digits tell them apart, and are compared as one number.
    let digits = |rule: &Rule| rule.code.as_bytes().last_chunk().map(|last| u32::from_be_bytes(*last));
    RULES.binary_search_by_key(&digits(rule), |candidate| digits(candidate)).ok()
}

/// The profile, and what is otherwise for some servers and tools.
#[derive(Debug)]
pub(crate) struct Profiles {
    layers: Vec<Settings>,
    base: Profile,
    exceptions: Vec<Exception>,
}

/// An override, and the layer that it is of.
#[derive(Debug)]
struct Exception {
    servers: Globs,
    tools: Globs,
    layer: usize,
    holds: Override,
}

impl Default for Profiles {
    fn default() -> Self {
        Self { layers: Vec::new(), base: Profile::of_defaults(), exceptions: Vec::new() }
    }
}

impl Profiles {
    /// Whether a rule may be on for some tool.
    pub(crate) fn may_have(&self, rule: &Rule) -> bool {
        let turns_on = |exception: &Exception| {
            exception.holds.extend_select.iter().any(|selector| selector.matches(rule))
        };
        self.base.severity_of(rule).is_some() || self.exceptions.iter().any(turns_on)
    }

    pub(crate) fn of(layers: &[&Settings]) -> Result<Self, SettingsError> {
        let overrides = layers.iter().enumerate();
        let overrides =
            overrides.flat_map(|(at, layer)| layer.overrides.iter().map(move |holds| (at, holds)));
        let exceptions = overrides.enumerate().map(|(at, (layer, holds))| {
            let number = at + 1;
            if holds.server.is_empty() && holds.tool.is_empty() {
                return Err(SettingsError::ForEverything { number });
            }
            Ok(Exception {
                servers: Globs::new(&holds.server, number)?,
                tools: Globs::new(&holds.tool, number)?,
                layer,
                holds: holds.clone(),
            })
        });
        let exceptions = exceptions.collect::<Result<_, _>>()?;
        let layers: Vec<Settings> = layers.iter().map(|layer| (*layer).clone()).collect();
        Ok(Self { base: Profile::of(&layers, &[]), layers, exceptions })
    }

    /// What holds for a server: the profile of tools without exceptions, and a way to those of the others.
    pub(crate) fn of_server(&self, server: &str) -> ServerProfiles<'_> {
        let exceptions: Vec<&Exception> =
            self.exceptions.iter().filter(|exception| exception.servers.fit(server)).collect();
        ServerProfiles {
            layers: &self.layers,
            profiles: vec![self.base.clone()],
            known: vec![vec![false; exceptions.len()]],
            exceptions,
        }
    }
}

/// The profiles that a server's tools have. Each is made once, and tools know theirs by its number.
#[derive(Debug)]
pub(crate) struct ServerProfiles<'p> {
    layers: &'p [Settings],
    profiles: Vec<Profile>,
    /// By profile: which exceptions fit.
    known: Vec<Vec<bool>>,
    exceptions: Vec<&'p Exception>,
}

impl ServerProfiles<'_> {
    /// The number of the profile of a tool.
    pub(crate) fn number_of(&mut self, tool: &str) -> usize {
        if self.exceptions.is_empty() {
            return 0;
        }
        let fitting: Vec<bool> = self.exceptions.iter().map(|exception| exception.tools.fit(tool)).collect();
        self.known.iter().position(|known| *known == fitting).unwrap_or_else(|| {
            let fit = self.exceptions.iter().zip(&fitting).filter(|(_, fits)| **fits);
            let fit: Vec<(usize, &Override)> =
                fit.map(|(exception, _)| (exception.layer, &exception.holds)).collect();
            self.profiles.push(Profile::of(self.layers, &fit));
            self.known.push(fitting);
            self.profiles.len() - 1
        })
    }

    pub(crate) fn get(&self, number: usize) -> &Profile {
        &self.profiles[number.min(self.profiles.len() - 1)]
    }

    /// The profiles by their numbers, those that were asked for so far.
    pub(crate) fn all(&self) -> &[Profile] {
        &self.profiles
    }

    /// Whether a rule is on for any tool.
    pub(crate) fn has(&self, rule: usize) -> bool {
        self.profiles.iter().any(|profile| profile.severity(rule).is_some())
    }
}

/// Globs of names; none at all fit everything.
#[derive(Debug)]
struct Globs(Option<GlobSet>);

impl Globs {
    fn new(globs: &[String], number: usize) -> Result<Self, SettingsError> {
        if globs.is_empty() {
            return Ok(Self(None));
        }
        let error = |glob: &str, error: &globset::Error| SettingsError::Glob {
            number,
            glob: glob.to_owned(),
            reason: error.kind().to_string(),
        };
        let mut set = GlobSetBuilder::new();
        for glob in globs {
            set.add(Glob::new(glob).map_err(|found| error(glob, &found))?);
        }
        Ok(Self(Some(set.build().map_err(|found| error(&globs.join(", "), &found))?)))
    }

    fn fit(&self, name: &str) -> bool {
        self.0.as_ref().is_none_or(|globs| globs.is_match(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(json: &str) -> Settings {
        serde_json::from_str(json).unwrap()
    }

    fn severity(layers: &[&str], code: &str) -> Option<Severity> {
        let layers: Vec<Settings> = layers.iter().map(|layer| settings(layer)).collect();
        Profile::of(&layers, &[]).severity_of(crate::rule(code).unwrap())
    }

    #[test]
    fn the_narrowest_selector_decides() {
        for (layers, is_on) in [
            (vec![], true),
            (vec![r#"{"ignore": ["TDQS1"]}"#], false),
            (vec![r#"{"select": ["TDQS5"]}"#], false),
            (vec![r#"{"select": ["ALL"], "ignore": ["TDQS1"]}"#], false),
            (vec![r#"{"select": ["no-description"], "ignore": ["TDQS1"]}"#], true),
            (vec![r#"{"select": ["TDQS1"], "ignore": ["TDQS101"]}"#], false),
            (vec![r#"{"select": ["TDQS101"], "ignore": ["no-description"]}"#], false),
            (vec![r#"{"ignore": ["TDQS101"]}"#, r#"{"extend-select": ["TDQS1"]}"#], true),
            (vec![r#"{"select": ["TDQS101"]}"#, r#"{"select": ["TDQS5"]}"#], false),
        ] {
            assert_eq!(severity(&layers, "TDQS101").is_some(), is_on, "{layers:?}");
        }
    }

    #[test]
    fn a_group_that_settings_take_apart_tells_nothing_of_its_suppression() {
        for (layer, selector, tells) in [
            ("{}", "TDQS1", true),
            ("{}", "TDQS101", true),
            (r#"{"ignore": ["TDQS103"]}"#, "TDQS1", false),
            (r#"{"ignore": ["TDQS103"]}"#, "TDQS101", true),
            (r#"{"ignore": ["TDQS1"]}"#, "TDQS1", false),
            (r#"{"select": ["TDQS101"]}"#, "TDQS1", false),
            (r#"{"select": ["TDQS101"]}"#, "TDQS101", true),
            (r#"{"select": ["TDQS1"]}"#, "TDQS1", true),
        ] {
            let profile = Profile::of(&[settings(layer)], &[]);
            assert_eq!(profile.tells_all_of(selector.parse().unwrap(), false), tells, "{layer} {selector}");
        }
    }

    #[test]
    fn severities_follow_the_narrowest_selector_and_the_last_layer() {
        let first = r#"{"severity": {"TDQS1": "note", "TDQS101": "warning"}}"#;
        assert_eq!(severity(&[first], "TDQS101"), Some(Severity::Warning));
        assert_eq!(severity(&[first], "TDQS103"), Some(Severity::Note));
        assert_eq!(severity(&[first, r#"{"severity": {"ALL": "error"}}"#], "TDQS101"), Some(Severity::Error));
    }

    #[test]
    fn overrides_are_for_the_tools_they_name() {
        let settings = settings(
            r#"{"overrides": [
                {"server": "dock", "tool": ["old_*", "x"], "ignore": ["TDQS1"]},
                {"tool": "old_a", "extend-select": ["TDQS101"], "severity": {"TDQS101": "note"}}
            ]}"#,
        );
        let profiles = Profiles::of(&[&settings]).unwrap();
        let severity = |server: &str, tool: &str| {
            let mut of_server = profiles.of_server(server);
            let number = of_server.number_of(tool);
            assert_eq!(of_server.number_of(tool), number);
            of_server.get(number).severity_of(crate::rule("TDQS101").unwrap())
        };
        assert_eq!(severity("dock", "new"), Some(Severity::Error));
        assert_eq!(severity("dock", "old_b"), None);
        assert_eq!(severity("dock", "old_a"), Some(Severity::Note));
        assert_eq!(severity("quay", "old_b"), Some(Severity::Error));
    }

    #[test]
    fn a_later_layer_has_the_last_word_over_overrides_too() {
        let file = settings(
            r#"{"overrides": [{"tool": "a", "ignore": ["TDQS101"], "severity": {"TDQS103": "note"}}]}"#,
        );
        let severity = |options: &str, code: &str| {
            let options = settings(options);
            let profiles = Profiles::of(&[&file, &options]).unwrap();
            let mut of_server = profiles.of_server("dock");
            let number = of_server.number_of("a");
            of_server.get(number).severity_of(crate::rule(code).unwrap())
        };
        assert_eq!((severity("{}", "TDQS101"), severity("{}", "TDQS103")), (None, Some(Severity::Note)));
        assert_eq!(severity(r#"{"extend-select": ["TDQS101"]}"#, "TDQS101"), Some(Severity::Error));
        assert_eq!(severity(r#"{"severity": {"TDQS1": "error"}}"#, "TDQS103"), Some(Severity::Error));
    }

    #[test]
    fn overrides_that_make_no_sense_are_refused() {
        let error = |json: &str| Profiles::of(&[&settings(json)]).unwrap_err().to_string();
        assert_eq!(
            error(r#"{"overrides": [{"tool": "a"}, {"ignore": ["ALL"]}]}"#),
            "override 2 names neither `server` nor `tool`; what is for all of them belongs beside the overrides"
        );
        assert!(error(r#"{"overrides": [{"tool": "a["}]}"#).starts_with("`a[` in override 1 is no glob: "));
    }
}
