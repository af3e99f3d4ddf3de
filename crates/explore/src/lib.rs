//! Symbolic execution of imperative programs.
//!
//! [`explore`] walks the paths of a procedure within [`Bounds`]. Each path that can be followed comes
//! out as a [`Found`]: its decisions, its condition, an input that follows it, and what the concrete
//! machine did on that input. Every input is replayed before it is handed on; one that does not follow
//! its path is reported as lost, never as a test.
//!
//! * `memory`: the heap as maps with a write log; aliasing never multiplies paths.
//! * `evaluate`: expressions to terms, with the errors on the way.
//! * `path`, `explorer`, `step`, `finish`: symbolic states, the search over them, one step, the end.
//! * `steer`: which waiting state is nearest to something new.
//! * `input`: from a model to a concrete heap.
//! * `minimal`: the smallest input of a path.
//! * `shapes`: every input heap shape of a path.
//! * `requires`: what the inputs must satisfy, unfolded as far as the path looks.

mod evaluate;
mod explorer;
mod finish;
mod input;
mod memory;
mod minimal;
mod path;
mod requires;
mod shapes;
mod steer;
mod step;

pub use explorer::{Bounds, Exploration, Found, PerPath, Strategy, explore, explore_inputs};
pub use path::End;
