//! All tests of `criteria`, as one program: one link instead of many.

mod against_judge;
mod robust;
mod support;
mod textbook;
