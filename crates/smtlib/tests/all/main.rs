//! All tests of `smtlib`, as one program: one link instead of many.

mod process;
