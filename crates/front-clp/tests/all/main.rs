//! All tests of `front-clp`, as one program: one link instead of many.

mod against_swipl;
mod answers;
mod bad_input;
mod builtins;
mod corpus;
mod library;
mod library_goals;
mod modes;
mod plunit;
mod random;
mod reading;
mod running;
mod tricky;
