//! Tests of `verify`.

mod projects;
mod traps;
