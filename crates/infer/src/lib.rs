//! Invariants of programs with lists: what shape the heap has, and what holds of the data in it.
//!
//! The method is that of Bouajjani, Drăgoi, Enea, Rezine and Sighireanu ("Invariant synthesis for programs manipulating lists
//! with unbounded data", CAV 2010), with its errors mended:
//!
//! * [`words`]: sets of words of data, with formulas such as `∀ y ∈ tl(w): w[y] ≥ 3`; [`Bags`]: their multisets.
//! * [`heap`]: list segments with a word each, and sets of heaps.
//! * [`unit`]: a procedure with the calls in it, as one graph.
//! * [`step`]: what statements make of heaps.
//! * [`claims`]: what the author claims, taken for granted or shown.
//! * [`infer()`]: all of it for a procedure, as plain data.

mod analysis;
mod attempts;
mod auto;
mod bags;
mod calls;
pub mod claims;
pub mod heap;
mod invariants;
pub mod member;
pub mod show;
mod start;
pub mod step;
mod suppose;
pub mod unit;
pub mod words;

pub use analysis::{Analysis, Choice};
pub use auto::Wanted;
pub use bags::Bags;
pub use calls::{Breach, BreachKind, Calls, supposed_of_inputs};
pub use invariants::{Domain, Invariants, Known, Place, PlaceKind, Question, infer};
