//! Numbers as ECMAScript reads and writes them.

/// 2^53: beyond it neighbouring integers share a double.
const SAFE: i64 = 1 << 53;

/// The double a JSON number literal parses to.
pub(super) fn to_f64(literal: &str) -> f64 {
    // Rust reads every JSON number, correctly rounded; what overflows becomes an infinity.
    literal.parse().unwrap_or(f64::NAN)
}

/// The integer of a literal without fraction or exponent, when a double holds it exactly.
pub(super) fn to_safe_integer(literal: &str) -> Option<i64> {
    let integer: i64 = literal.parse().ok()?;
    (-SAFE..=SAFE).contains(&integer).then_some(integer).filter(|_| literal != "-0")
}

/// Appends the number as `Number::toString` writes it: shortest digits that read back the same.
pub(super) fn write(literal: &str, out: &mut Vec<u8>) {
    if is_in_canonical_form(literal) {
        out.extend_from_slice(literal.as_bytes());
    } else {
        out.extend_from_slice(ryu_js::Buffer::new().format(to_f64(literal)).as_bytes());
    }
}

/// Whether the literal is known to be in its canonical form: integers of up to fifteen digits, by far the most frequent, are written as they were read.
pub(super) fn is_in_canonical_form(literal: &str) -> bool {
    let digits = literal.strip_prefix('-').unwrap_or(literal);
    digits.len() <= 15 && digits.bytes().all(|byte| byte.is_ascii_digit()) && literal != "-0"
}

/// Whether a literal stands for more than a double can hold.
pub(super) fn overflows(literal: &str) -> bool {
    // The largest double has 309 digits, so a shorter literal without exponent needs no look.
    (literal.len() > 308 || literal.bytes().any(|byte| byte | 0x20 == b'e')) && to_f64(literal).is_infinite()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(literal: &str) -> String {
        let mut out = Vec::new();
        write(literal, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_take_their_ecmascript_form() {
        for (literal, expected) in [
            ("0", "0"),
            ("-0", "0"),
            ("-0.0", "0"),
            ("1.0", "1"),
            ("1E2", "100"),
            ("1e21", "1e+21"),
            ("1e20", "100000000000000000000"),
            ("0.000001", "0.000001"),
            ("1e-7", "1e-7"),
            ("9223372036854775807", "9223372036854776000"),
            ("-123456789012345", "-123456789012345"),
            ("5e-324", "5e-324"),
            ("1e-400", "0"),
            // Equally near to two shortest forms: the even one.
            ("1258240.00048828125", "1258240.0004882812"),
        ] {
            assert_eq!(written(literal), expected, "{literal}");
        }
    }

    #[test]
    fn only_what_no_double_holds_overflows() {
        assert!(!overflows("1.7976931348623157e308"));
        assert!(overflows("1e309"));
        assert!(overflows(&"9".repeat(310)));
        assert!(!overflows(&"9".repeat(308)));
        assert!(!overflows("1e-999"));
    }
}
