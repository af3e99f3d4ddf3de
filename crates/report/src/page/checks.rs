//! Tests of whole pages.

use super::*;
use crate::picture::tests::example;
use workbench::{Fault, Outcome, Payload, Site, StateTest, Suite, Test};

#[test]
fn the_page_has_everything_and_nothing_is_taken_for_markup() {
    let text = "if a < b then c := 1; if c then skip";
    let mut files = source::Files::new();
    let file = files.add("p", text);
    let seen = |start, end, yes, no| Line {
        span: files.span(file, start, end),
        line: 1,
        count: 0,
        outcomes: Some((yes, no)),
        partial: false,
        unit: "main".into(),
        tests: vec![0, 1],
    };
    let test = |name: &str, outcome| Test {
        name: name.into(),
        entry: "main".into(),
        path: "1T".into(),
        condition: "a < b ∧ \"</script><script>\"".into(),
        outcome,
        payload: Payload::State(StateTest { input: example(), ..StateTest::default() }),
    };
    let error = Outcome::Error { fault: Fault::Thrown("nil dereference".into()), site: Site::at(1, 2) };
    let suite = Suite {
        source: "a&b.impl".into(),
        tests: vec![test("t1", Outcome::Ok), test("t2", error)],
        ..Suite::default()
    };
    let g = Generated { suite, reasons: vec!["why".into()], ..Generated::default() };
    // The third lies within the first, and has its own colour there.
    let decisions = [seen(3, 8, 1, 2), seen(3, 4, 7, 0), seen(25, 26, 0, 0)];
    let page = suite_html(&g, &Shown { text, lines: &decisions, ends: &[] });
    assert!(page.contains("<code>a&amp;b.impl</code>") && page.matches("<script").count() == 2, "{page}");
    assert!(page.contains("<mark class=\"half\" title=\"true in 7 tests, never false\">a</mark>"));
    assert!(page.contains("<mark class=\"both\" title=\"true in 1 test, false in 2 tests\"> &lt; b</mark>"));
    assert!(page.contains("<mark class=\"none\" title=\"not decided by any test\">c</mark>"));
    assert_eq!(page.matches("<article class=\"test").count(), 2);
    assert!(page.contains(r#"<script type="application/json" id="runs">{"sets":["0"],"of":[0,0]}</script>"#));
    assert!(page.contains("nil dereference</span> <a href=\"#L1\">a&amp;b.impl:1:2</a>"));
    assert!(
        page.contains("2 tests, 1 of them ends in an error") && page.contains("test <a href=\"#t1\">t2</a>")
    );
    let elsewhere = page.matches("http").count() - page.matches("http-equiv").count();
    assert_eq!(elsewhere, page.matches("http://www.w3.org/2000/svg").count());
}

#[test]
fn a_page_of_very_many_tests_is_bounded() {
    let test = |n: usize| Test {
        name: format!("main_{n}"),
        entry: "main".into(),
        condition: "x".repeat(if n < 300 { 100_000 } else { 10 }),
        payload: Payload::State(StateTest { input: example(), ..StateTest::default() }),
        ..Test::new(Payload::State(StateTest::default()))
    };
    let tests: Vec<Test> = (0..12_000).map(test).collect();
    let suite = Suite { source: "p".into(), tests, ..Suite::default() };
    let g = Generated { suite, reasons: vec!["because".repeat(10_000); 1_000], ..Generated::default() };
    let page = suite_html(&g, &Shown { text: &"skip;\n".repeat(500_000), ..Shown::default() });
    assert!(page.len() < 20_000_000, "{}", page.len());
    assert!(page.contains("and 2000 tests more that are not on this page"));
    assert!(page.contains("lines more that are not on this page") && page.contains("and 900 more"));
}
