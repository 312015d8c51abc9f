//! The Tool Credit Score.
