//! States that are used in several places, and what was made of them.
//!
//! An iteration reaches the same states again and again. A cache of results compares states by identity, not by
//! equality: that costs nothing, and the usual case is that nothing has changed.

use super::state::State;
use domains::Numeric;
use std::sync::{Arc, Mutex, Weak};

/// A state that is known again.
#[derive(Clone, Debug)]
pub struct Shared<N>(Arc<Entry<N>>);

#[derive(Debug)]
struct Entry<N> {
    state: State<N>,
    /// The state of the last join, and its result. The other state may be dropped; its address is not reused while this
    /// `Weak` exists.
    joined: Mutex<Option<Joined<N>>>,
}

/// The state that one was joined with, and what that made.
type Joined<N> = (Weak<Entry<N>>, Shared<N>);

impl<N: Numeric> Shared<N> {
    /// A new one.
    pub fn new(state: State<N>) -> Shared<N> {
        Shared(Arc::new(Entry { state, joined: Mutex::new(None) }))
    }

    /// The state.
    pub fn state(&self) -> &State<N> {
        &self.0.state
    }

    /// Whether they are one.
    pub fn same(&self, other: &Shared<N>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether the other has all of these heaps. Both have the same shape.
    pub(super) fn leq(&self, other: &Shared<N>) -> bool {
        self.same(other) || self.state().leq(other.state())
    }

    /// All heaps of either. They have one shape.
    pub(super) fn join(&self, other: &Shared<N>) -> Shared<N> {
        let mut last = match self.0.joined.lock() {
            Ok(last) => last,
            Err(broken) => broken.into_inner(),
        };
        if let Some((with, made)) = last.as_ref()
            && std::ptr::eq(with.as_ptr(), Arc::as_ptr(&other.0))
        {
            return made.clone();
        }
        let made = if other.leq(self) { self.clone() } else { Shared::new(self.state().join(other.state())) };
        // A state does not keep itself as a result, or it would never be dropped.
        if !made.same(self) {
            *last = Some((Arc::downgrade(&other.0), made.clone()));
        }
        made
    }
}
