//! A search that a limit ended says so: without a word, a suite is the whole one. And goals that need many tests get them.

use crate::asking::Asked;
use base::{Budget, Cancel};
use source::Files;
use std::fmt::Write;
use std::time::Duration;
use workbench::{Generated, Language, SearchOptions};

fn generated(
    language: &'static dyn Language,
    name: &str,
    text: &str,
    criteria: &[&str],
    budget: &Budget,
) -> Generated {
    let mut files = Files::new();
    let file = files.add(name, text);
    let criteria = criteria.iter().map(ToString::to_string).collect();
    let search = SearchOptions { criteria, ..SearchOptions::default() };
    let mut made = Asked::new(language, &files, file, search).open(None, budget).generate(&mut |_| {});
    if let Some(search) = &mut made.suite.exploration {
        search.seconds = 0.0;
    }
    made
}

/// `if`s that do not depend on each other.
fn ifs(count: usize) -> String {
    let mut text = "y := 0;\n".to_string();
    for i in 0..count {
        let _ = writeln!(text, "if x{i} > 0 then y := y + {};", i + 1);
    }
    text
}

const LATER: &str = "
static int calls;
int ticket(int a) { calls++; if (calls > 40) return a * a * a == 12345; return calls; }
int both(int n) { return n > 3 ? ticket(n) : ticket(-n); }
";

#[test]
fn a_suite_without_a_limit_is_the_whole_one() {
    let programs: [(&'static dyn Language, &str, &str, &[&str]); 4] = [
        (&front_impl::LANGUAGE, "ifs.impl", &ifs(12), &["all-uses", "mcdc"]),
        (
            &front_impl::LANGUAGE,
            "cube.impl",
            "if a * a * a == 1001 * b and b > 7 then c := 1 else c := 2;",
            &["branch"],
        ),
        (&front_c::LANGUAGE, "later.c", LATER, &["branch"]),
        (
            &front_clp::LANGUAGE,
            "member.pl",
            "member(X, [X|_]). member(X, [_|T]) :- member(X, T).",
            &["clause"],
        ),
    ];
    for (language, name, text, criteria) in programs {
        let whole = generated(language, name, text, criteria, &Budget::unlimited());
        assert_eq!(whole.limit, None, "{name}");
        // Whenever the end comes.
        for moment in 0..40 {
            let cancel = Cancel::default();
            let budget = Budget::unlimited().with_cancel(cancel.clone());
            let part = std::thread::scope(|threads| {
                if moment == 0 {
                    cancel.cancel();
                } else {
                    threads.spawn(move || {
                        std::thread::sleep(Duration::from_micros(100 * (1 << (moment % 10)) + 37 * moment));
                        cancel.cancel();
                    });
                }
                generated(language, name, text, criteria, &budget)
            });
            assert!(moment > 0 || part.limit.is_some(), "{name}: a limit is not said");
            if part.limit.is_none() {
                assert_eq!(part.suite, whole.suite, "{name}: something is missing");
            }
        }
    }
}

/// A pair of a definition and a use asks for a path without the other definitions.
#[test]
fn paths_lead_from_definitions_to_uses() {
    let count = 16;
    let made = generated(&front_impl::LANGUAGE, "ifs.impl", &ifs(count), &["all-uses"], &Budget::unlimited());
    let tally = &made.suite.criteria[0];
    assert_eq!((tally.covered, tally.unknown, tally.infeasible), (tally.goals, 0, 0));
    assert!(tally.goals as usize > count * count / 2, "{tally:?}");
    // A test for each pair is too many: one meets several.
    assert!(made.suite.tests.len() < tally.goals as usize * 2 / 3, "{}", made.suite.tests.len());
}

/// In a loop, a definition of one iteration is used in a later one.
#[test]
fn paths_lead_from_one_iteration_to_a_later_one() {
    let text = "
s := 0;
t := 0;
while n > 0 {
  if n > 5 then t := s;
  if n == 3 then s := n;
  n := n - 1
}
u := t;
";
    let made = generated(&front_impl::LANGUAGE, "loop.impl", text, &["all-uses"], &Budget::unlimited());
    let tally = &made.suite.criteria[0];
    // `s := n` is set when `n` is 3, after which no `t := s` follows.
    assert_eq!(tally.covered + 1, tally.goals, "{:?}", made.suite.criteria);
}
