//! The syntax of Ada: text into trees and back.

mod formulas;
mod limits;
mod listings;
mod messages;
mod programs;
mod reading;
mod runtime;
mod unsupported;
