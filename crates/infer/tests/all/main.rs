//! All tests of `infer`, as one program.

mod words;
