//! Invariants of programs with lists: what shape the heap has, and what holds of the data in it.
//!
//! The method is that of Bouajjani, Drăgoi, Enea, Rezine and Sighireanu ("Invariant synthesis for programs manipulating lists
//! with unbounded data", CAV 2010), with its errors mended:
//!
//! * [`words`]: sets of words of data, with formulas such as `∀ y ∈ tl(w): w[y] ≥ 3`.

pub mod words;
