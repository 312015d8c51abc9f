//! A key that does not show itself.

use std::fmt;

/// The key of an endpoint. `Debug` hides it, and there is no `Display`. What the endpoint sends back is cleared
/// of it if it has at least 4 characters.
///
/// ```
/// use tdqs_llm::ApiKey;
///
/// assert_eq!(format!("{:?}", ApiKey::new("sk-secret")), "ApiKey(…)");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// A key as the provider gave it.
    #[must_use]
    pub fn new(key: impl Into<String>) -> Self {
        Self(key.into())
    }

    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for ApiKey {
    fn from(key: String) -> Self {
        Self(key)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}
