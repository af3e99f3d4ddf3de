//! All tests of the program, as one program: one link instead of many.

mod ada_corpus;
mod ada_random;
mod ada_users;
mod bad_input;
mod c;
mod c_corpus;
mod c_gaps;
mod c_sanitized;
mod c_static;
mod c_unseen;
mod clp;
mod clp_corpus;
mod clp_verdicts;
mod commands;
mod compiling;
mod corpus;
mod criteria;
mod emission;
mod impl_corpus;
mod impl_users;
#[cfg(unix)]
mod limits;
mod lists;
mod mercury;
mod mutate;
mod native;
mod pages;
#[cfg(unix)]
mod readme;
mod running;
mod showing;
mod solvers;
mod suites;
mod traces;
mod verdicts;
mod writing;
