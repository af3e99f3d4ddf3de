//! All tests of `imperative`, as one program: one link instead of many.

mod claims;
mod handlers;
mod machine;
