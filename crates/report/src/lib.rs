//! How results look: one file a format.
//!
//! * [`solve_json`]: the result of `solve` for scripts.
//! * [`solve_text`]: an answer of `solve` for people, which is what z3 prints.
//!
//! Everything here turns data into text; where it goes is decided by `cli`.

mod json;

pub use json::solve_json;
use workbench::Response;

/// One answer as text, without a line end.
///
/// ```
/// let echo = workbench::Response::Echo("hello".into());
/// assert_eq!(report::solve_text(&echo), "hello");
/// ```
pub fn solve_text(response: &Response) -> String {
    response.to_string()
}
