//! All tests of `workbench`, as one program: one link instead of many.

mod ada_verdicts;
mod asking;
mod c_complete;
mod c_edited;
mod c_random;
mod c_said;
mod c_verdicts;
mod criteria;
mod early_ends;
mod edited;
mod editing;
mod handled;
mod judging;
mod logic_verdicts;
mod mercury_verdicts;
mod mutant_effects;
mod mutants;
mod mutation;
mod partial_suite;
mod pictures;
mod plunit_files;
mod verdicts;
