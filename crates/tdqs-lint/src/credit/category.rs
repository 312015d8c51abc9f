//! The five categories and the weighted mean over them.

use schemars::JsonSchema;
use serde::Serialize;
use tdqs_rubric::named;

use super::Finding;

/// What a rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the specification has these and no others")]
pub enum Category {
    /// The name.
    Naming,
    /// The description.
    Description,
    /// The input schema and its parameters.
    Parameters,
    /// Examples of calls.
    Examples,
    /// Annotations, closed objects, what comes back and what can fail.
    BestPractices,
}

named!(Category, "category", {
    Naming => "naming",
    Description => "description",
    Parameters => "parameters",
    Examples => "examples",
    BestPractices => "bestPractices",
});

impl Category {
    /// The label for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Naming => "Naming",
            Self::Description => "Description",
            Self::Parameters => "Parameters",
            Self::Examples => "Examples",
            Self::BestPractices => "Best Practices",
        }
    }

    /// The weight in percent.
    #[must_use]
    pub const fn weight(self) -> u32 {
        match self {
            Self::Naming | Self::Examples => 15,
            Self::Description | Self::Parameters => 25,
            Self::BestPractices => 20,
        }
    }
}

/// A score from 0 to 100 for each category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CategoryScores {
    /// Of the name.
    pub naming: u8,
    /// Of the description.
    pub description: u8,
    /// Of the input schema.
    pub parameters: u8,
    /// Of the examples.
    pub examples: u8,
    /// Of annotations and the rest.
    pub best_practices: u8,
}

impl CategoryScores {
    /// Each category starts at 100, loses the deductions of its findings, and stops at 0 (section 2).
    #[must_use]
    pub fn of(findings: &[Finding]) -> Self {
        let score = |category: Category| {
            let of_category = findings.iter().filter(|finding| finding.rule.category() == category);
            let lost = of_category.fold(0_u32, |sum, finding| sum.saturating_add(finding.deduction));
            u8::try_from(100_u32.saturating_sub(lost)).unwrap_or_default()
        };
        Self {
            naming: score(Category::Naming),
            description: score(Category::Description),
            parameters: score(Category::Parameters),
            examples: score(Category::Examples),
            best_practices: score(Category::BestPractices),
        }
    }

    /// The score of one category.
    #[must_use]
    pub const fn get(&self, category: Category) -> u8 {
        match category {
            Category::Naming => self.naming,
            Category::Description => self.description,
            Category::Parameters => self.parameters,
            Category::Examples => self.examples,
            Category::BestPractices => self.best_practices,
        }
    }

    /// The weighted mean, rounded half up, in integers (section 2).
    #[must_use]
    pub fn overall(&self) -> u8 {
        let sum: u32 =
            Category::ALL.iter().map(|category| category.weight() * u32::from(self.get(*category))).sum();
        u8::try_from((sum + 50) / 100).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_a_hundred() {
        assert_eq!(Category::ALL.map(Category::weight).iter().sum::<u32>(), 100);
    }

    /// The studio adds doubles. Over every combination of scores in steps of 5 that is the same.
    #[test]
    fn integers_give_what_doubles_give() {
        let steps = || (0_u8..=20).map(|step| step * 5);
        let mut ran = 0;
        for naming in steps() {
            for description in steps() {
                for parameters in steps() {
                    for examples in steps() {
                        for best_practices in steps() {
                            let scores =
                                CategoryScores { naming, description, parameters, examples, best_practices };
                            let mean = f64::from(naming) * 0.15
                                + f64::from(description) * 0.25
                                + f64::from(parameters) * 0.25
                                + f64::from(examples) * 0.15
                                + f64::from(best_practices) * 0.2;
                            let rounded = (mean + 0.5).floor();
                            assert!((rounded - f64::from(scores.overall())).abs() < 0.5, "{scores:?}");
                            ran += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(ran, 4_084_101);
    }
}
