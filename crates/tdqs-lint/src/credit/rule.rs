//! The rules, each once: its id, its category, and what to do about it.

use tdqs_rubric::named;

use super::Category;

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident => $name:literal, $category:ident, $advice:literal;)+) => {
        /// A rule of the Tool Credit Score (sections 3 and 7). Some belong to one profile, others to both; severity
        /// and deduction stand in the [finding](super::Finding).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $variant,)+
        }

        named!(Rule, "rule of the Tool Credit Score", { $($variant => $name),+ });

        impl Rule {
            /// The category that loses the points.
            #[must_use]
            pub const fn category(self) -> Category {
                match self { $(Self::$variant => Category::$category),+ }
            }

            /// What to do about a finding of this rule.
            #[must_use]
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$variant => $advice),+ }
            }
        }
    };
}

rules! {
    /// The tool has no name.
    NameMissing => "name-missing", Naming,
        "Give the tool a name: a verb and what it acts on, in snake_case.";
    /// A character that names of tools cannot have.
    NameIllegalCharacters => "name-illegal-characters", Naming,
        "Use only A-Z, a-z, 0-9, `_`, `.` and `-`; clients refuse other names.";
    /// Not snake case.
    NameNotSnakeCase => "name-not-snake-case", Naming,
        "Rename it to snake_case, and keep the old name working while callers move.";
    /// Does not open with a verb.
    NameNoVerb => "name-no-verb", Naming,
        "Put the verb that it does in front.";
    /// Too long.
    NameTooLong => "name-too-long", Naming,
        "Shorten it to 64 characters or fewer.";
    /// Too short.
    NameTooShort => "name-too-short", Naming,
        "Choose a name that tells what the tool does.";
    /// The tool has no description.
    DescriptionMissing => "description-missing", Description,
        "Write what the tool does, when to use it and when not, what it returns and how it fails.";
    /// The description stands for one that nobody wrote.
    DescriptionPlaceholder => "description-placeholder", Description,
        "Replace it by a description of somebody who knows the tool.";
    /// Too few words.
    DescriptionTooShort => "description-too-short", Description,
        "Say more: when to use it, what it returns, how it fails.";
    /// Opens with a small letter.
    DescriptionNotCapitalised => "description-not-capitalised", Description,
        "Open with a capital letter.";
    /// Does not open with a verb.
    DescriptionNoActionVerb => "description-no-action-verb", Description,
        "Open with what the tool does, such as \"Lists …\" or \"Create …\".";
    /// Too many words.
    DescriptionTooLong => "description-too-long", Description,
        "Cut it to 200 words; constraints belong in the schema.";
    /// Says no more than the name.
    DescriptionRestatesName => "description-restates-name", Description,
        "Say what the name does not: which ones, from where, in what form.";
    /// Not English, so that rules about English words do not apply.
    DescriptionLanguageUnchecked => "description-language-unchecked", Description,
        "Nothing; the rules about English words were skipped.";
    /// Does not say when to use the tool.
    DescriptionNoWhen => "description-no-when", Description,
        "Add a sentence \"Use this when …\".";
    /// Does not say when not to use the tool.
    DescriptionNoWhenNot => "description-no-when-not", Description,
        "Add a sentence \"Do not use this for …; use … instead\".";
    /// The tool has no input schema.
    SchemaMissing => "schema-missing", Parameters,
        "Add an `inputSchema` of type object, also when the tool takes nothing.";
    /// The schema stands under another key; only a fix answers it, and it costs nothing.
    SchemaKey => "schema-key", Parameters,
        "Move the schema to `inputSchema`.";
    /// The root is not declared as an object.
    SchemaNotObject => "schema-not-object", Parameters,
        "Set the `type` of the schema to `object`.";
    /// The schema declares no parameter.
    NoParameters => "no-parameters", Parameters,
        "Declare the parameters, if there are any.";
    /// Something stands where a schema belongs.
    ParameterMalformed => "parameter-malformed", Parameters,
        "Make `properties` an object, and each of its members a schema.";
    /// A parameter takes whatever is given.
    ParameterTypeMissing => "parameter-type-missing", Parameters,
        "Give each parameter a `type`, or an `enum` or `const`.";
    /// A parameter is not described.
    ParameterDescriptionMissing => "parameter-description-missing", Parameters,
        "Describe each parameter: what it is, its form, where a caller gets it from.";
    /// `required` is no list of names.
    RequiredInvalid => "required-invalid", Parameters,
        "Make `required` an array of distinct strings.";
    /// `required` has a name that is no parameter.
    RequiredUnknown => "required-unknown", Parameters,
        "Declare the name in `properties`, or take it out of `required`.";
    /// Nothing says which parameters must be given.
    RequiredMissing => "required-missing", Parameters,
        "Add `required` with the names that must be given, or say what leaving one out means.";
    /// Nothing must be given, and nothing says what happens then.
    RequiredEmpty => "required-empty", Parameters,
        "Name the parameters that must be given, or say what leaving one out means.";
    /// An optional parameter does not say what leaving it out means.
    OptionalUnexplained => "optional-unexplained", Parameters,
        "Say what leaving it out means, or give a `default`.";
    /// A parameter is required and has a default.
    RequiredHasDefault => "required-has-default", Parameters,
        "Take the name out of `required`, or the `default` away.";
    /// No example of a call.
    ExamplesMissing => "examples-missing", Examples,
        "Add `examples` with a typical call.";
    /// An example that is no call.
    ExampleNotObject => "example-not-object", Examples,
        "Make each example an object of arguments.";
    /// An example that the schema refuses.
    ExampleInvalid => "example-invalid", Examples,
        "Make the example valid, or correct the schema.";
    /// An example with made-up filler.
    ExamplePlaceholder => "example-placeholder", Examples,
        "Use values as they really occur; filler teaches a model to make things up.";
    /// No annotations.
    AnnotationsMissing => "annotations-missing", BestPractices,
        "Add `annotations` with `readOnlyHint`, and where it is false `destructiveHint` and `idempotentHint`.";
    /// Annotations, and none that the protocol knows.
    AnnotationsNonstandard => "annotations-nonstandard", BestPractices,
        "Use the hints that the protocol defines.";
    /// A hint that is no boolean.
    AnnotationNotBoolean => "annotation-not-boolean", BestPractices,
        "Make each hint `true` or `false`.";
    /// Annotations without a hint.
    AnnotationsNoHints => "annotations-no-hints", BestPractices,
        "Add `readOnlyHint`, and where it is false `destructiveHint` and `idempotentHint`.";
    /// Hints that contradict each other or the name.
    AnnotationsContradict => "annotations-contradict", BestPractices,
        "Correct the hints; a client may skip its confirmation because of them.";
    /// Hints that leave the question open.
    AnnotationsIncomplete => "annotations-incomplete", BestPractices,
        "Declare `readOnlyHint`, and where it is false `destructiveHint` and `idempotentHint`.";
    /// Nothing is said of members that are not declared.
    AdditionalPropertiesUnset => "additional-properties-unset", BestPractices,
        "Set `additionalProperties` to `false`.";
    /// Members that are not declared are accepted.
    AdditionalPropertiesOpen => "additional-properties-open", BestPractices,
        "Set `additionalProperties` to `false`, so that a misspelt argument is refused.";
    /// The description says neither what comes back nor what can fail.
    DescriptionNoOutcome => "description-no-outcome", BestPractices,
        "Say what the tool returns and which errors it gives.";
    /// Nothing says what comes back.
    ReturnsUndocumented => "returns-undocumented", BestPractices,
        "Say what the tool returns, or declare an `outputSchema`.";
    /// Nothing says what can fail.
    ErrorsUndocumented => "errors-undocumented", BestPractices,
        "Say how the tool fails and what a caller should do then.";
}

impl Rule {
    /// Whether a finding of this rule makes the tool next to unusable, so that it caps the score below a D
    /// (section 7, "Fatal").
    #[must_use]
    pub const fn is_fatal(self) -> bool {
        matches!(
            self,
            Self::NameMissing
                | Self::NameIllegalCharacters
                | Self::DescriptionMissing
                | Self::DescriptionPlaceholder
                | Self::SchemaMissing
        )
    }
}

/// A set of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rules(u64);

const _: () = assert!(Rule::ALL.len() < 64, "each rule has a bit");

impl Rules {
    /// All of them.
    pub(crate) const ALL: Self = Self(u64::MAX);

    /// Those that a question is answered with yes for.
    pub(crate) fn that(mut is_one: impl FnMut(Rule) -> bool) -> Self {
        Self(Rule::ALL.into_iter().filter(|rule| is_one(*rule)).fold(0, |bits, rule| bits | Self::bit(rule)))
    }

    /// These but for one.
    pub(crate) const fn without(self, rule: Rule) -> Self {
        Self(self.0 & !Self::bit(rule))
    }

    /// Whether a rule is one of them.
    pub(crate) const fn has(self, rule: Rule) -> bool {
        self.0 & Self::bit(rule) != 0
    }

    /// Whether one of some rules is.
    pub(crate) fn has_any<const N: usize>(self, rules: [Rule; N]) -> bool {
        rules.into_iter().any(|rule| self.has(rule))
    }

    const fn bit(rule: Rule) -> u64 {
        1 << rule as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_it_was_made_of() {
        for rule in Rule::ALL {
            let alone = Rules::that(|other| other == rule);
            assert!(Rules::ALL.has(rule));
            assert!(Rule::ALL.into_iter().all(|other| alone.has(other) == (other == rule)));
            assert!(!alone.without(rule).has(rule) && Rules::ALL.without(rule) != Rules::ALL);
            assert_eq!(alone.has_any([Rule::NameMissing]), rule == Rule::NameMissing);
        }
    }

    #[test]
    fn ids_are_distinct_and_categories_in_order() {
        let mut ids = Rule::ALL.map(Rule::as_str).to_vec();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Rule::ALL.len());
        assert!(Rule::ALL.is_sorted_by_key(|rule| rule.category()));
        for (place, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(rule as usize, place);
            assert!(rule.advice().ends_with('.'), "{rule}");
        }
    }
}
