//! The end of a run in the names that cells had at its beginning.
//!
//! ```text
//! before        l = &a1    a1 = {3, &a2}    a2 = {9, NULL}
//! as stored     l = &a1    a1 = {3, &a2}    a2 = {5, &a3}    a3 = {9, NULL}
//! as shown      l = &a1    a1 = {3, &a3}    a3 = {5, &a2}    a2 = {9, NULL}
//! ```
//!
//! In a suite the names of the output begin anew. A reader of the changes must see the same cell under the same name;
//! what the run made gets the next names, and what it freed is there.

use std::borrow::Cow;
use workbench::{Payload, Snapshot, StateTest, Test};

/// A test with its output in the names of its input, if that is known.
pub(crate) fn shown<'t>(test: &'t Test, end: Option<&Snapshot>) -> Cow<'t, Test> {
    let (Some(end), Payload::State(state)) = (end, &test.payload) else { return Cow::Borrowed(test) };
    let payload = Payload::State(StateTest { input: state.input.clone(), output: end.clone() });
    Cow::Owned(Test { payload, ..test.clone() })
}
