//! All tests of `front-mercury`, as one program: the syntax of Mercury, text into trees and back.

mod checking;
mod dialect;
mod example_4_6;
mod expansion;
mod figure_2_4;
mod library;
mod limits;
mod meaning;
mod messages;
mod procedure_limits;
mod procedures;
mod programs;
mod random;
mod random_modes;
mod random_types;
mod reading;
mod refused;
mod samples;
mod structure;
mod suites;
mod type_limits;
mod wrong_types;
