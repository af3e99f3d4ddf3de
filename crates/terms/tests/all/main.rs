//! All tests of `terms`, as one program: one link instead of many.

mod iso;
mod laws;
