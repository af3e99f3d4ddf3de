//! Files of tests as C compilers see them: what they warn of, what they link, what they run.

mod errors;
mod implicit;
mod judging;
mod macros;
mod names;
mod streams;
mod stubs;
mod types;
