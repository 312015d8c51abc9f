//! Do findings lead to what they are about, and do fixes leave a file that is read as before?

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tdqs_fuzz::lint::check(data));
