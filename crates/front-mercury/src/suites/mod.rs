//! Test suites of Mercury programs (section 3.2 of the thesis): a test is a goal with assertions on its answers.
//!
//! ```
//! let mut files = source::Files::new();
//! let text = ":- import_module queues.\ntest(t1, [append(X, Y, [1])], [limit(2), some_true(X = [1])]).\n";
//! let file = files.add("queues_test.m", text);
//! let (suite, problems) = front_mercury::suites::read(&files, file);
//! assert!(problems.is_empty() && suite.source == "queues.m");
//! let goal = suite.tests[0].goal().unwrap();
//! assert_eq!(goal.assertions, ["limit(2)", "some_true(X = [1])"]);
//! assert_eq!(front_mercury::suites::write(&suite), text);
//! ```
//!
//! * [`read`] and [`write()`]: files of tests.
//! * [`texts`]: what a test of a suite says, as text; a test that has solutions says them as assertions.
//! * [`compile`]: tests and the program that they test, as procedures that a machine can run.
//! * [`emit`]: a Mercury program that runs the tests by itself.
//!
//! What assertions mean. A test asks its goal for all answers, or for as many as `limit(N)` says.
//!
//! | assertion | it holds if |
//! |---|---|
//! | `success` | there is an answer; said of every test without `failure`, `exception` and `solutions_cardinality(0)` |
//! | `failure` | there is none |
//! | `exception` | the goal or an assertion throws something; without it, nothing may be thrown |
//! | `true(G)` | there is an answer, and G holds for the first |
//! | `true(N, G)` | there is an N-th answer, and G holds for it |
//! | `some_true(G)` | G holds for an answer |
//! | `all_true(G)` | G holds for all answers |
//! | `solutions_cardinality(N)` | there are N answers; if N is a variable, assertions may use it as an `int` |
//!
//! `type(V, T)` says the type of a variable of the goal, and `import_module(M)` what a single test needs beside the imports of
//! the program. Neither can fail. A variable of an assertion that the goal does not have belongs to that assertion: some value
//! for it will do. Answers are told apart by the goal's variables: a goal without variables has one answer at most.

mod call;
mod compile;
mod emit;
mod names;
mod read;
mod split;
mod write;

pub use call::call;
pub use compile::{Assertion, Compiled, CompiledTest, Input, TestVar, compile};
pub use emit::{Emitted, emit};
pub use read::{TestText, read, texts};
pub use write::write;

/// Modules of the library that tests see without importing them.
pub const SEEN: &[&str] =
    &["bool", "char", "int", "list", "map", "maybe", "pair", "set", "solutions", "string"];

/// The assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssertionKind {
    /// There is an answer.
    Success,
    /// There is none.
    Failure,
    /// Something is thrown.
    Exception,
    /// A goal holds for the first answer.
    True,
    /// A goal holds for the answer of this number, counted from 1.
    Nth(usize),
    /// A goal holds for some answer.
    SomeTrue,
    /// A goal holds for all answers.
    AllTrue,
    /// The number of answers.
    Cardinality(Count),
    /// The type of a variable.
    Type,
    /// No more answers than these are asked for.
    Limit(usize),
}

/// What is said of the number of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// It is this.
    Exactly(usize),
    /// It has a name, which other assertions use.
    Named,
}
