#![doc = include_str!("../README.md")]

mod judge;
mod reason;
mod server;
mod text;
mod tool;

pub use judge::{NAME, OfflineJudge};
pub use server::score_server;
pub use tool::score_tool;
