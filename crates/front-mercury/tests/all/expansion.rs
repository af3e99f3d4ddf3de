//! expansion
