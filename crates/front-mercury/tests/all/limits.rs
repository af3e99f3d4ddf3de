//! Texts of any size and depth: no overflow of the stack, no panic.

use crate::samples::{right, tree};
use base::Random;
use front_mercury::syntax::ast::{ExprKind, GoalKind, ItemKind, Tree};
use front_mercury::syntax::{MAX_NESTING, collect, expand, print};

/// Parses, prints, parses again, expands and collects.
fn through(name: &str, text: &str) -> Tree {
    let tree = right(name, text);
    let printed = print(&tree);
    assert!(right(name, &printed) == tree, "{name}");
    for item in &tree.items {
        if let ItemKind::Clause(clause) = &item.kind {
            let expanded = expand(clause);
            assert!(expanded.is_ok(), "{name}");
        }
    }
    let (module, _) = collect(tree.clone());
    assert!(module.predicates.len() <= tree.items.len());
    tree
}

#[test]
fn long_lists() {
    let elements: Vec<String> = (0..100_000).map(|i| format!("f({i}, \"x\")")).collect();
    let tree = through("list.m", &format!("p([{}]).\n", elements.join(", ")));
    let ItemKind::Clause(clause) = &tree.items[0].kind else { panic!() };
    let ExprKind::List(found, None) = &clause.head.params[0].expr.kind else { panic!() };
    assert_eq!(found.len(), 100_000);
}

#[test]
fn long_conjunctions_and_disjunctions() {
    for (operator, head) in [(",", "p(!X) :- "), (";", "p(!X) :- "), (",", "p --> ")] {
        let goals: Vec<String> = (0..50_000)
            .map(|i| if head.ends_with(":- ") { format!("q({i}, !X)") } else { format!("q({i})") })
            .collect();
        let text = format!("{head}{}.\n", goals.join(&format!("{operator}\n    ")));
        let tree = through("goals.m", &text);
        let ItemKind::Clause(clause) = &tree.items[0].kind else { panic!() };
        let Some(body) = &clause.body else { panic!() };
        let (GoalKind::Conj(found) | GoalKind::Disj(found)) = &body.kind else { panic!() };
        assert_eq!(found.len(), 50_000);
    }
    let braces: Vec<String> = (0..50_000).map(|i| format!("q({i})")).collect();
    through("braces.m", &format!("p --> {{ {} }}.\n", braces.join(", ")));
}

#[test]
fn long_types_and_many_items() {
    let constructors: Vec<String> = (0..50_000).map(|i| format!("c{i}(int)")).collect();
    through("type.m", &format!(":- type t ---> {}.\n", constructors.join(" ; ")));
    let facts: String = (0..50_000).map(|i| format!("p({i}, {}).\n", i + 1)).collect();
    through("facts.m", &format!(":- pred p(int::out, int::out) is multi.\n{facts}"));
}

/// Something inside of itself, many times.
fn nested(open: &str, inner: &str, close: &str, times: usize) -> String {
    format!("p(X) :- {}{inner}{}.\nlast.\n", open.repeat(times), close.repeat(times))
}

#[test]
fn nesting_is_bounded() {
    let shapes = [
        ("not (", "q", ")"),
        ("X = f(", "X", ")"),
        ("some [Y] (", "q", ")"),
        ("( if q then true else ", "q", ")"),
        ("( if ", "q", " then true else true )"),
        ("(q ; (r, ", "q", "))"),
        ("X = (pred(Y::in) is det :- ", "q", ")"),
        ("P(", "X", ")"),
        ("q => (", "q", ")"),
    ];
    for (open, inner, close) in shapes {
        let open = if open.starts_with("X = f") { "f(" } else { open };
        let (open, head) = if open == "f(" { ("f(", "q(") } else { (open, "") };
        let wrap = |times: usize| {
            let text = nested(open, inner, close, times);
            if head.is_empty() { text } else { text.replacen("f(", "q(", 1) }
        };
        // The deepest that is read must go through all that follows.
        let fits = |times: usize| tree("nested.m", &wrap(times)).1.is_empty();
        let (mut deepest, mut too_deep) = (1, MAX_NESTING + 1);
        while deepest + 1 < too_deep {
            let middle = (deepest + too_deep) / 2;
            if fits(middle) { deepest = middle } else { too_deep = middle }
        }
        assert!(deepest >= MAX_NESTING / 4, "{open}: {deepest}");
        through("nested.m", &wrap(deepest));
        let (found, problems, _) = tree("nested.m", &wrap(100_000));
        assert_eq!(problems.len(), 1, "{open}");
        assert!(problems[0].message.contains("levels of nesting"), "{open}: {}", problems[0].message);
        assert_eq!(found.items.len(), 1, "{open}: what follows is read");
    }
    for (open, inner, close) in [(":- type t == ", "list(", "int"), (":- inst t == ", "f(", "ground")] {
        let text = format!("{open}{}{close}{}.\n", inner.repeat(100_000), ")".repeat(100_000));
        let (_, problems, _) = tree("types.m", &text);
        assert!(problems[0].message.contains("levels of nesting"), "{}", problems[0].message);
    }
}

#[test]
fn many_mistakes_on_one_line() {
    for piece in [":- a b. ", "p(. ", ": ", "p :- 1. ", "\"\\q\". ", "'a' 'b'. ", "p (X) :- X <= Y. "] {
        let (tree, problems, _) = tree("mistakes.m", &piece.repeat(100_000));
        assert!(!problems.is_empty(), "{piece}");
        let _ = collect(tree);
    }
}

#[test]
fn modules_within_modules_are_bounded() {
    let (tree, problems, _) = tree("modules.m", &":- module a.\n".repeat(100_000));
    assert!(problems.is_empty());
    let (_, problems) = collect(tree);
    assert!(problems.iter().any(|problem| problem.message.contains("within each other")));
    let many: String = (0..50_000).map(|i| format!(":- type t{i}.\nq{i}.\n:- mode m{i} == in.\n")).collect();
    through("many.m", &many);
}

#[test]
fn long_chains_of_operators_have_a_message() {
    for operator in ["++", "+", ",", "^", ";", "->", ":-", "."] {
        let text = format!("p(({})).\n", vec!["x"; 100_000].join(operator));
        let (tree, problems, _) = tree("chain.m", &text);
        assert!(tree.items.len() + problems.len() >= 1, "{operator}");
    }
}

#[test]
fn pieces_of_programs_make_no_panic() {
    let samples: Vec<String> = ["syntax", "syntax/bad"]
        .iter()
        .flat_map(|folder| crate::samples::programs(folder))
        .map(|(_, text)| text)
        .collect();
    let pieces = [
        ":- ", "-->", "(", ")", "[", "]", "{", "}", ",", ";", "->", "if ", " then ", " else ", "!", "!.X",
        "!:X", " ^ ", " := ", ". ", "\n", "some [", "all ", "not ", "pred", "func", " is det", "::in", "'",
        "\"", "`", "|", "0'", "0x", "X", "f(", "=", "=>", "<=", "\\=", "@", ":", "$", "é", "%", "/*",
    ];
    let mut random = Random::new(20);
    for round in 0..3000 {
        let Some(sample) = random.pick(&samples) else { panic!("no samples") };
        let mut text: String = sample.chars().take(4000).collect();
        for _ in 0..=random.below(4) {
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let mut end = (at + random.below(30)).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            match random.below(3) {
                0 => text.insert_str(at, random.pick(&pieces).expect("not empty")),
                1 => text.replace_range(at..end, ""),
                _ => {
                    let part = text[at..end].to_string();
                    let mut to = random.below(text.len() + 1);
                    while !text.is_char_boundary(to) {
                        to -= 1;
                    }
                    text.insert_str(to, &part);
                }
            }
        }
        let (tree, _, _) = tree("pieces.m", &text);
        let printed = print(&tree);
        let (again, problems, _) = crate::samples::tree("again.m", &printed);
        let wrong = problems.iter().filter(|problem| problem.is_error()).count();
        assert!(again == tree, "round {round}: {wrong} errors\n== text\n{text}\n== printed\n{printed}");
        for item in &tree.items {
            if let ItemKind::Clause(clause) = &item.kind {
                let _ = expand(clause);
            }
        }
        let _ = collect(tree);
    }
}
