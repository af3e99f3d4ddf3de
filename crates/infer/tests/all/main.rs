//! All tests of `infer`, as one program.

mod operations;
mod sound;
mod words;
