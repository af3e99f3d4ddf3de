//! Heaps of lists: shapes with what is known of their data, and sets of them.
//!
//! * [`Shape`]: list segments, links and variables.
//! * [`State`]: a shape with a value of [`crate::words::Words`], a word for each segment.
//! * [`Heaps`]: a set of states, one for each shape: the lattice in which fixpoints are computed.

mod set;
mod shape;
mod shared;
mod state;

pub use set::{Heaps, Lost};
pub use shape::{Ending, Shape, Target};
pub use shared::Shared;
pub use state::{Made, Mark, State};
