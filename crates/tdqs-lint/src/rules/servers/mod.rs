//! TDQS8: what only shows when the servers of one client stand beside each other.

pub(crate) mod name_taken_by_another_server;
mod taken;
pub(crate) mod visible_name_taken;
