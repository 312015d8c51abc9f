//! Which lint rules find what a rule of the score takes points for.

use super::Rule;

impl Rule {
    /// The codes of the lint rules that find the same, which tell more of it and show its place: the one that is
    /// nearest first. None for rules of profile `studio` that no lint rule shares.
    ///
    /// ```
    /// use tdqs_lint::credit::Rule;
    ///
    /// assert_eq!(Rule::DescriptionMissing.lint_rules(), ["TDQS101"]);
    /// assert_eq!(tdqs_lint::rule(Rule::NameTooLong.lint_rules()[0]).unwrap().name, "name-too-long");
    /// ```
    #[must_use]
    pub const fn lint_rules(self) -> &'static [&'static str] {
        match self {
            Self::NameMissing => &["TDQS201"],
            Self::NameIllegalCharacters => &["TDQS202"],
            Self::NameNotSnakeCase => &["TDQS203"],
            Self::NameNoVerb => &["TDQS204"],
            Self::NameTooLong => &["TDQS205"],
            Self::NameTooShort => &["TDQS206"],
            Self::DescriptionMissing => &["TDQS101"],
            Self::DescriptionPlaceholder => &["TDQS207", "TDQS611"],
            Self::DescriptionTooShort => &["TDQS208"],
            Self::DescriptionTooLong => &["TDQS209"],
            Self::DescriptionNotCapitalised => &["TDQS210"],
            Self::DescriptionNoActionVerb => &["TDQS211"],
            Self::DescriptionRestatesName => &["TDQS212", "TDQS102"],
            Self::DescriptionLanguageUnchecked => &["TDQS213"],
            Self::DescriptionNoWhen => &["TDQS214"],
            Self::DescriptionNoWhenNot => &["TDQS215"],
            Self::SchemaMissing | Self::SchemaNotObject => &["TDQS305"],
            Self::ParameterMalformed => &["TDQS307"],
            Self::ParameterTypeMissing => &["TDQS309", "TDQS308"],
            Self::ParameterDescriptionMissing => &["TDQS216", "TDQS104", "TDQS105"],
            Self::RequiredInvalid => &["TDQS307", "TDQS322"],
            Self::RequiredUnknown => &["TDQS321"],
            Self::RequiredMissing => &["TDQS217"],
            Self::RequiredEmpty => &["TDQS218"],
            Self::OptionalUnexplained => &["TDQS219"],
            Self::RequiredHasDefault => &["TDQS220"],
            Self::ExamplesMissing => &["TDQS221"],
            Self::ExampleNotObject => &["TDQS222"],
            Self::ExampleInvalid => &["TDQS223", "TDQS320"],
            Self::ExamplePlaceholder => &["TDQS224"],
            Self::AnnotationsMissing | Self::AnnotationsNoHints | Self::AnnotationsNonstandard => {
                &["TDQS103"]
            }
            Self::AnnotationNotBoolean => &["TDQS328"],
            Self::AnnotationsContradict => &["TDQS514", "TDQS515", "TDQS329"],
            Self::AnnotationsIncomplete => &["TDQS225"],
            Self::AdditionalPropertiesUnset | Self::AdditionalPropertiesOpen => &["TDQS226"],
            Self::ReturnsUndocumented => &["TDQS227"],
            Self::ErrorsUndocumented => &["TDQS228"],
            Self::DescriptionNoOutcome => &["TDQS227", "TDQS228"],
            Self::SchemaKey | Self::NoParameters => &[],
        }
    }

    /// The lint rule by which a fix of what this rule finds is turned off. A schema under another key is one that is
    /// missing under its own.
    pub(crate) fn mended_as(self) -> Option<&'static str> {
        match self {
            Self::SchemaKey => Self::SchemaMissing.mended_as(),
            rule => rule.lint_rules().first().copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_that_takes_points_has_lint_rules_and_they_exist() {
        for rule in Rule::ALL {
            let codes = rule.lint_rules();
            assert!(codes.iter().all(|code| crate::rule(code).is_some()), "{rule}: {codes:?}");
            assert_eq!(codes.is_empty(), matches!(rule, Rule::SchemaKey | Rule::NoParameters), "{rule}");
        }
    }
}
