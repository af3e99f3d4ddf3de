//! Small programs that were judged wrongly once.
