//! Two languages that nobody knew: a parser, a lowering and suites as code, and every command works on them.

mod facts;
mod tasks;

use base::Budget;
use facts::FACTS;
use source::Files;
use tasks::TASKS;
use workbench::{
    GraphOf, Languages, MutateOptions, Placing, Request, SearchOptions, Session, Status, Verdict,
};

/// A list of languages with one line more each.
fn languages() -> Languages {
    Languages::new(vec![&TASKS, &FACTS])
}

const DISTANCE: &str = "\
task distance(a, b)
  c = a - b
  if c < 0
    c = 0 - c
  end
  while c > 9
    c = c - 10
  end
  give c

task share(a, b)
  if b > 100
    give a
  end
  c = a / b
  give c
";

const FAMILY: &str = "\
ann parent bob
bob parent eve
X elder Y if X parent Y
X elder Z if X parent Y and Y elder Z
";

/// Every test passes on the program as it is.
fn passes(session: &Session<'_>, suite: &workbench::Suite) {
    for (ran, test) in session.run(suite).iter().zip(&suite.tests) {
        assert_eq!(ran.verdict, Verdict::Passed, "{test:?}");
    }
}

/// Goes all the way with a program: every command, and what it shows.
fn walk(name: &str, text: &str, kind: &str, search: SearchOptions) -> (String, String) {
    let mut files = Files::new();
    let file = files.add(name, text);
    let language = languages().choose(name, None).expect("its ending tells");
    let request = Request { search, ..Request::new(language, file, name) };
    let budget = Budget::unlimited();
    let session = Session::open(&files, request, &budget).unwrap_or_else(|p| panic!("{p:?}"));
    // generate, run
    let made = session.generate(&mut |_| {});
    assert!(made.suite.tests.len() >= 3, "{:?}", made.suite.tests);
    passes(&session, &made.suite);
    // There and back.
    let mut json = String::new();
    report::generated_json(&made, report::SuitePieces::default(), &mut |text| json.push_str(text));
    let back = report::read_suite(&json).expect("it reads back").suite;
    assert_eq!((back.language.as_str(), &back.tests), (language.name(), &made.suite.tests));
    // cover: all that is feasible
    let covered = session.cover(&made.suite);
    let left = |c: &workbench::Coverage| c.missing.iter().all(|m| m.verdict.status != Status::Uncovered);
    assert!(covered.criteria.iter().all(left), "{}", report::cover_text(&covered, None));
    assert!(covered.lines.iter().any(|line| line.count > 0));
    // complete: what is taken away comes back
    let mut less = made.suite.clone();
    less.tests.truncate(1);
    let more = session.complete(&less, &mut |_| {});
    assert!(more.added > 0 && more.suite.tests[0] == less.tests[0]);
    let again = session.cover(&more.suite);
    assert_eq!(again.criteria[0].covered, covered.criteria[0].covered);
    // mutate
    let mutated = session.mutate(&made.suite, &MutateOptions { kill: true }, &mut |_| {});
    assert!(mutated.killed() > 0, "{}", report::mutate_text(&mutated));
    passes(&session, &mutated.suite);
    // graph, --html, --emit
    let (graphs, _) = session.graphs(GraphOf::Paths).expect("trees of paths");
    assert!(graphs.iter().all(|graph| graph.nodes.len() > 1));
    assert!(report::flow_svg(&graphs).starts_with("<svg"));
    let page = {
        let (lines, ends) = (session.lines(&made.suite), session.outputs_in_names_of_inputs(&made.suite));
        report::suite_html(&made, &report::Shown { text, lines: &lines, ends: &ends })
    };
    assert!(page.contains("<h2 id=\"tests\">Tests</h2>") && page.contains("class=\"both\""), "{page}");
    let placing = Placing { kind: kind.to_string(), program: name.to_string() };
    let emitted = session.emit(&made.suite, &placing).expect("code").together();
    assert_eq!(emitted.lines().count(), made.suite.tests.len(), "{emitted}");
    let flow = session.graphs(GraphOf::Flow).map(|(graphs, _)| report::flow_dot(&graphs));
    let trace = session.trace(&Default::default()).map(|traced| report::trace_text(&traced, None));
    (emitted, format!("{}{}", flow.unwrap_or_default(), trace.unwrap_or_default()))
}

#[test]
fn a_new_imperative_language_gets_every_command() {
    let every_path = SearchOptions { criteria: vec!["path".into()], ..SearchOptions::default() };
    let (emitted, shown) = walk("some.task", DISTANCE, "checks", every_path);
    assert!(emitted.contains("check distance(") && emitted.contains("ends in division by zero"), "{emitted}");
    assert!(shown.contains("digraph") && shown.contains("while c > 9") && shown.contains("path "), "{shown}");
}

#[test]
fn a_new_logic_language_gets_every_command() {
    let search = SearchOptions { depth: Some(4), ..SearchOptions::default() };
    let (emitted, _) = walk("some.facts", FAMILY, "questions", search);
    assert!(emitted.contains("elder(") && emitted.contains("has no answer"), "{emitted}");
}

#[test]
fn what_is_not_known_is_said() {
    let files = Files::new();
    let choose = |name: &str, named: Option<&str>| languages().choose(name, named).err();
    assert_eq!(choose("a.task", None), None);
    assert_eq!(choose("a.b", Some("facts")), None);
    let why = choose("a.b", None).expect("no ending");
    assert_eq!(why, "cannot tell the language of a.b: its name should end in .task or .facts");
    let why = choose("a.task", Some("x")).expect("no name");
    assert_eq!(why, "the language `x` is not supported; there are: tasks, facts");
    let refused = |name: &str, text: &str, search: SearchOptions| {
        let mut files = files.clone();
        let file = files.add(name, text);
        let language = languages().choose(name, None).expect("its ending tells");
        let request = Request { search, ..Request::new(language, file, name) };
        let budget = Budget::unlimited();
        let refused = Session::open(&files, request, &budget).map(|_| ());
        refused.expect_err("it is refused").remove(0).message
    };
    let loops = SearchOptions { loops: Some(1), ..SearchOptions::default() };
    assert_eq!(refused("a.facts", FAMILY, loops), "`--loops` is not an option for Facts programs");
    let back = SearchOptions { backtracks: Some(1), ..SearchOptions::default() };
    assert_eq!(refused("a.task", DISTANCE, back), "`--backtracks` is not an option for Tasks programs");
    assert_eq!(refused("a.task", "task f(a)\n  b = c\n", SearchOptions::default()), "`c` is not known");
}
