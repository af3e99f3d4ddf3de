//! All tests of `solver`, as one program: one link instead of many.

mod against_z3;
mod array_facts;
mod brute_force;
mod interface;
mod quantifiers;
mod selective;
mod trees;
