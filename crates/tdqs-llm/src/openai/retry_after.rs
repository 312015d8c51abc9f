//! How long a server asks to wait.
//!
//! RFC 9110, section 10.2.3: a number of seconds or a date. A date is measured against the server's own
//! clock when it sends one, since ours may differ. What cannot be read is no wish at all: to wait zero
//! seconds on it would be to hammer.

use std::time::{Duration, SystemTime};

/// Reads `Retry-After`, with the `Date` of the same response.
pub(super) fn read(value: &str, date: Option<&str>, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    seconds(value).or_else(|| {
        let until = httpdate::parse_http_date(value).ok()?;
        let from = date.and_then(|date| httpdate::parse_http_date(date.trim()).ok()).unwrap_or(now);
        // A moment that has passed: at once.
        Some(until.duration_since(from).unwrap_or(Duration::ZERO))
    })
}

/// Seconds, with a fraction as some gateways send. No sign, no exponent, no `inf`.
fn seconds(value: &str) -> Option<Duration> {
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = value.parse().ok().filter(|_| is_number)?;
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_nonsense_is_not() {
        let now = httpdate::parse_http_date("Tue, 06 Jan 2026 09:00:00 GMT").unwrap();
        let date = Some("Tue, 06 Jan 2026 10:00:00 GMT");
        let millis = |value: &str, date| read(value, date, now).map(|wait| wait.as_millis());
        for (value, date, expected) in [
            ("Tue, 06 Jan 2026 10:00:07 GMT", date, Some(7_000)),
            ("Tue, 06 Jan 2026 09:00:07 GMT", None, Some(7_000)),
            ("Tue, 06 Jan 2026 09:00:07 GMT", Some("yesterday"), Some(7_000)),
            ("Tuesday, 06-Jan-26 10:00:07 GMT", date, Some(7_000)),
            ("Tue, 06 Jan 2015 10:00:00 GMT", None, Some(0)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", None, Some(251_634_610_799_000)),
            ("2", date, Some(2_000)),
            (" 3600 ", None, Some(3_600_000)),
            ("1.5", None, Some(1_500)),
            ("0", None, Some(0)),
            ("soon", None, None),
            ("-5", None, None),
            ("+5", None, None),
            ("", None, None),
            (".", None, None),
            ("1.2.3", None, None),
            ("1e3", None, None),
            ("inf", None, None),
            ("NaN", None, None),
            ("2 seconds", None, None),
        ] {
            assert_eq!(millis(value, date), expected, "{value}");
        }
        assert_eq!(read("99999999999999999999999999", None, now), Some(Duration::MAX));
        assert_eq!(read(&"9".repeat(400), None, now), Some(Duration::MAX));
    }
}
