//! The ground floor: what every other crate needs and none should write twice.
//!
//! * [`Int`] and [`Rat`]: exact numbers that stay in machine words while they fit and move to big
//!   numbers when they do not; nothing overflows silently.
//! * [`Budget`]: time, steps, memory and cancellation in one handle that every engine obeys.
//! * [`id!`]: typed indices.
//! * [`Symbol`] and [`Symbols`]: interned names.
//! * [`Signs`]: how a language writes expressions.
//! * [`Random`]: a small deterministic generator for strategies and tests.
//!
//! ```
//! use base::{Int, Rat};
//! let big = Int::from(i64::MAX) + Int::from(1);
//! assert_eq!(big.to_string(), "9223372036854775808");
//! assert_eq!(Rat::new(Int::from(2), Int::from(4)).to_string(), "1/2");
//! ```

mod budget;
mod id;
mod int;
mod random;
mod rat;
mod signs;
mod symbol;

pub use budget::{Budget, Cancel, Counter, Stop, Stopwatch};
pub use int::Int;
pub use random::Random;
pub use rat::Rat;
pub use signs::{Access, Signs, character_literal};
pub use symbol::{Symbol, Symbols};
