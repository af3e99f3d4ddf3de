//! The programs of `corpus/lists`, their broken twins, and mutants of both.
