//! The parts that rules of this group share.
