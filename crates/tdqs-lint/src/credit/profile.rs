//! By which reading of the rules a score was given.

use tdqs_rubric::named;

/// By which reading of the rules a score was given. A report names it; scores of different profiles are never
/// compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// The corrected reading, rules and fixer (sections 6 to 10).
    #[default]
    Contract,
    /// The studio's numbers bit for bit (sections 1 to 4).
    Studio,
}

named!(Profile, "profile", { Contract => "contract", Studio => "studio" });
