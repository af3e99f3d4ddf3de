//! What a search has found up to a limit is a suite of its own: its tests pass, and they meet what the search meets.

use base::{Budget, Stop};
use source::Files;
use workbench::{Language, Request, Session, SoFar, Suite, Verdict};

/// Generates for a program; what is left where the end of the search is lost.
fn found_so_far(language: &'static dyn Language, name: &str, text: &str) -> (usize, usize) {
    let mut files = Files::new();
    let file = files.add(name, text);
    let budget = Budget::unlimited();
    let so_far = SoFar::default();
    assert!(so_far.take(Stop::Time).is_none(), "no search has begun");
    let request = Request { so_far: so_far.clone(), ..Request::new(language, file, name) };
    let session = Session::open(&files, request, &budget)
        .unwrap_or_else(|problems| panic!("{}", source::render_all(&problems, &files, false)));
    let whole = session.generate(&mut |_| {});
    let part = so_far.take(Stop::Time).expect("a search has begun");
    assert_eq!(part.limit, Some(Stop::Time));
    assert!(part.suite.exploration.as_ref().is_some_and(|search| !search.complete));
    assert!(part.suite.criteria.is_empty(), "nobody has counted the goals");
    let ran = session.run(&part.suite);
    assert!(ran.iter().all(|ran| ran.verdict == Verdict::Passed), "{name}: {ran:?}");
    // Where the goals are paths, each test is one.
    let met = |suite: &Suite| {
        let covered: usize = session.cover(suite).criteria.iter().map(|c| c.covered as usize).sum();
        if covered == 0 { suite.tests.len() } else { covered }
    };
    (met(&part.suite), met(&whole.suite))
}

const LIST: &str = "
struct node { int data; struct node *next; };
int positive(struct node *l) { int n = 0; while (l) { if (l->data > 0) n++; l = l->next; } return n; }
int last(struct node *l) { while (l->next) l = l->next; return l->data; }
";

#[test]
fn what_is_found_up_to_a_limit_meets_what_the_search_meets() {
    let programs: [(&'static dyn Language, &str, &str); 3] = [
        (&front_c::LANGUAGE, "list.c", LIST),
        (&front_impl::LANGUAGE, "max.impl", "if a > b then m := a else m := b; while m > 10 { m := m - a }"),
        (&front_clp::LANGUAGE, "member.pl", "member(X, [X|_]). member(X, [_|T]) :- member(X, T)."),
    ];
    for (language, name, text) in programs {
        let (part, whole) = found_so_far(language, name, text);
        assert_eq!(part, whole, "{name}");
        assert!(part > 0, "{name}");
    }
}
