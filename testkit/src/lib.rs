//! What tests and campaigns share: random problems with fixed seeds, judges that know nothing of
//! the solver, and the rule about outside programs.
//!
//! Nothing of the shipped program depends on this crate.

pub mod ada_programs;
pub mod against;
pub mod array_facts;
pub mod brute;
pub mod c_programs;
pub mod c_verdicts;
pub mod catch_goals;
pub mod chosen_inputs;
pub mod golden;
pub mod handled;
pub mod inputs;
pub mod judge;
pub mod list_programs;
pub mod list_projects;
pub mod logic_programs;
pub mod mercury_programs;
pub mod paths;
pub mod plunit_tests;
pub mod problems;
pub mod prolog;
pub mod require;
pub mod shrink;
pub mod term_laws;
