//! Is a message its template, filled?

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tdqs_fuzz::prompt::check(data));
