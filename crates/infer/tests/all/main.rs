//! All tests of `infer`, as one program.

mod sound;
mod words;
