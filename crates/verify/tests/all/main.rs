//! Tests of `verify`.

mod traps;
