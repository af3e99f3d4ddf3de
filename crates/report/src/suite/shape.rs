//! Lists and objects that are written as they are walked over.

use serde::ser::{Serialize, Serializer};

/// A list of what comes.
pub(super) struct Listed<F>(pub F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Listed<F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq((self.0)())
    }
}

/// An object of the names and values that come.
pub(super) struct Named<F>(pub F);

impl<F: Fn() -> I, I: Iterator<Item = (K, V)>, K: Serialize, V: Serialize> Serialize for Named<F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map((self.0)())
    }
}
