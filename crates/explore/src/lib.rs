//! Symbolic execution of imperative programs.
//!
//! [`explore`] walks the paths of a procedure within [`Bounds`]. Each path that can be followed comes
//! out as a [`Found`]: its decisions, its condition, an input that follows it, and what the concrete
//! machine did on that input. Every input is replayed before it is handed on; one that does not follow
//! its path is reported as lost, never as a test. What a symbolic state is, and what reading, writing and evaluating mean,
//! stands in `symbolic`.
//!
//! * `plan`: what is asked, and what comes of it.
//! * `tasks`: the search as a whole, shared out between threads with the same result for any number.
//! * `path`, `explorer`, `step`, `finish`: symbolic states, the search over them, one step, the end.
//! * `split`: forks at atomic conditions and at what a read reads, where they are asked for.
//! * `steer`: which waiting state is nearest to something new.
//! * `seek`, `targets`, `frontier`, `steering`: the search for goals, which goes to the nearest one first. `pairs`: goals that
//!   are about a definition and a use.
//! * `lost`: what was not followed, and why. `assumption`: what is taken for granted.
//! * `make`: new objects. `fill`: parts of arrays that are filled. `summary`: loops taken as a whole.
//! * `start`: the first state of a path. `troubles`: what may go wrong on it.
//! * `handlers`: errors that are caught.
//! * `examples`: inputs that get one value where a program mixes them as a hash does.
//! * `minimal`: the smallest input of a path.
//! * `shapes`: every input heap shape of a path.
//! * `vary`: several inputs of a path, as different as they can be.
//! * `derivation`: a path in the paper's own notation, step by step. `album`: the same for arrays, with value-sets and
//!   pictures.
//! * `differ`: an input on which two programs differ.
//! * `requires`: what the inputs must satisfy, unfolded as far as the path looks. `quantified`: the same for every number of
//!   a range.

mod album;
mod assumption;
mod bits;
mod common_bits;
mod derivation;
mod differ;
mod examples;
mod explorer;
mod fill;
mod finish;
mod frontier;
mod handlers;
mod lost;
mod make;
mod minimal;
mod overlaps;
mod pairs;
mod path;
mod plan;
mod quantified;
mod referred;
mod requires;
mod seek;
mod shapes;
mod split;
mod start;
mod steer;
mod steering;
mod step;
mod summary;
mod targets;
mod tasks;
mod troubles;
mod vary;

pub use album::{Bound, Depicted, Vectors};
pub use assumption::Assumption;
pub use derivation::{DerivationStep, StepKind, derive};
pub use differ::{Difference, differ};
pub use finish::tried;
pub use lost::{Lost, Why};
pub use overlaps::after_writes;
pub use pairs::{Held, Pair};
pub use path::End;
pub use plan::{
    Bounds, Effort, Exploration, Found, Origin, Passed, PerPath, Plan, Splits, Strategy, UnexploredBranch,
    WhyUnexplored,
};
pub use seek::seek;
pub use targets::{Target, Targets};
pub use tasks::explore;
