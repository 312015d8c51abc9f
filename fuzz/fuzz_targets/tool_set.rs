//! Do the tools that are read from any bytes keep what they are?

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tdqs_fuzz::tool_set::check(data));
