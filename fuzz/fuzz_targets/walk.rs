//! Does the walk give the numbers of plain recursion?

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tdqs_fuzz::walk::check(data));
