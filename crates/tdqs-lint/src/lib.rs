#![doc = include_str!("../README.md")]
pub mod credit;
pub mod schema;
pub mod text;
