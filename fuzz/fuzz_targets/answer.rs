//! Does the validation of answers accept what their JSON Schema accepts, and nothing else?

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tdqs_fuzz::answer::check(data));
