//! Inputs without types.

mod constraints;
mod difference;
mod domains;
mod paper;
mod paths;
mod programs;
mod random_programs;
