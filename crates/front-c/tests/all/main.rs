//! All tests of `front-c`, as one program: one link instead of many.

mod braced;
mod builtins;
mod claims;
mod constants;
mod corpus;
mod differential;
mod expressions;
mod functions;
mod fuzz;
mod jumps;
mod language;
mod layout;
mod lowering;
mod messages;
mod moving;
mod programs;
mod reading;
mod requires;
mod signs;
mod strings;
mod tails;
mod unions;
mod unsupported;
mod varying;
mod voids;
mod wrappers;
