//! All tests of `front-ada`, as one program: the syntax of Ada, text into trees and back.

mod claims;
mod elaborated;
mod formulas;
mod limits;
mod listings;
mod messages;
mod mistakes;
mod mutants;
mod programs;
mod random;
mod reading;
mod runtime;
mod unsupported;
