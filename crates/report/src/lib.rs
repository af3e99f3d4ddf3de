//! How results look: one file a format.
//!
//! * [`suite_json`], [`read_suite`], [`run_json`]: suites and their results for scripts.
//! * [`suite_text`], [`summary_text`], [`run_text`]: the same for people.
//! * [`snapshot_dot`], [`test_dot`], [`snapshot_svg`], [`test_svg`], [`tests_svg`]: heaps as pictures.
//! * [`suite_html`]: a suite as one page.
//! * [`cover_text`], [`cover_json`], [`cover_html`], [`lcov()`], [`cobertura`]: coverage.
//! * [`native_run_text`], [`native_run_json`]: what the user's own compiler says of a suite.
//! * [`mutate_text`], [`mutate_json`]: what became of mutants.
//! * [`flow_dot`], [`flow_svg`], [`flow_json`], [`tests_graph_json`]: graphs.
//! * [`trace_text`], [`trace_json`]: the symbolic states of paths. [`states_dot`], [`states_svg`], [`states_html`]: those with
//!   value-sets and pictures, drawn.
//! * [`inferred_text`], [`inferred_json`], [`inferred_dot`], [`inferred_svg`], [`inferred_html`]: invariants.
//! * [`verified_text`], [`verified_json`]: what is proved and refuted.
//! * [`solve_json`]: the result of `solve` for scripts.
//! * [`solve_text`]: an answer of `solve` for people, which is what z3 prints.
//!
//! Everything here turns data into text; where it goes is decided by `cli`.

mod canvas;
mod cover;
mod dot;
mod flow;
mod graph_json;
mod inferred;
mod json;
mod lcov;
mod mutate;
mod names;
mod native;
mod page;
mod picture;
mod results;
mod source;
mod states;
mod suite;
mod summary;
mod svg;
mod text;
mod trace;
mod verified;

pub use cover::{cover_json, cover_text};
pub use dot::{flow_dot, snapshot_dot, test_dot};
pub use flow::flow_svg;
pub use graph_json::{flow_json, tests_graph_json};
pub use inferred::{inferred_dot, inferred_html, inferred_json, inferred_svg, inferred_text};
pub use json::solve_json;
pub use lcov::{cobertura, lcov};
pub use mutate::{mutate_json, mutate_text};
pub use native::{native_run_json, native_run_text};
pub use page::{Shown, cover_html, suite_html};
pub use results::{run_junit, run_tap};
pub use states::{states_dot, states_html, states_svg};
pub use suite::{Reading, SuitePieces, generated_json, read_suite, run_json, suite_json};
pub use summary::{View, folded, suite_text, summary_text, unknown_text};
pub use svg::{snapshot_svg, test_svg, tests_svg};
pub use text::run_text;
pub use trace::{trace_json, trace_text};
pub use verified::{verified_json, verified_text};
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
