//! A cache of the results of an edge for earlier states.

use super::Log;
use crate::heap::Shared;
use domains::Numeric;
use std::cell::RefCell;
use std::rc::Rc;

/// What an edge makes of one state.
#[derive(Debug)]
pub struct Done<N> {
    /// The states at its end.
    pub states: Vec<Shared<N>>,
    /// What may go wrong.
    pub log: Log,
}

/// The results of an edge for the last states that reached it.
#[derive(Debug)]
pub struct Memo<N> {
    done: RefCell<Vec<Known<N>>>,
}

/// A state, and what an edge made of it.
type Known<N> = (Shared<N>, Rc<Done<N>>);

/// How many states are remembered: more than a set usually has.
const MOST: usize = 64;

impl<N> Default for Memo<N> {
    fn default() -> Memo<N> {
        Memo { done: RefCell::default() }
    }
}

impl<N: Numeric> Memo<N> {
    /// What it made of this state, or makes of it now.
    pub fn of(&self, state: &Shared<N>, make: impl FnOnce() -> Done<N>) -> Rc<Done<N>> {
        let known =
            self.done.borrow().iter().find(|(known, _)| known.same(state)).map(|(_, done)| done.clone());
        known.unwrap_or_else(|| {
            let made = Rc::new(make());
            let mut done = self.done.borrow_mut();
            if done.len() >= MOST {
                done.remove(0);
            }
            done.push((state.clone(), made.clone()));
            made
        })
    }
}
