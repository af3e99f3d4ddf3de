//! All tests of `report`, as one program: one link instead of many.

mod goal_suite;
mod toys;
