//! Operations on words and multisets against concrete ones: what is in the set before is in it afterwards.

mod bags;
mod words;
