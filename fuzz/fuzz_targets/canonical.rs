//! Is the canonical form that of a plain second implementation?

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tdqs_fuzz::canonical::check(data));
