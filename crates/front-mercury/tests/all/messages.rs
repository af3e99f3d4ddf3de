//! Every file in `bad` has mistakes; its messages are beside it. `UPDATE=1` rewrites golden files.

use crate::samples::{folder, golden, module, programs, tree};
use front_mercury::syntax::ast::ItemKind;
use front_mercury::syntax::expand;
use source::Diagnostic;

#[test]
fn mistakes_get_their_messages() {
    let samples = programs("syntax/bad");
    assert!(samples.len() >= 30, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for (name, text) in samples {
        let file = format!("{name}.m");
        let (_, mut messages) = module(&file, &text);
        let (tree, _, files) = tree(&file, &text);
        for item in &tree.items {
            let ItemKind::Clause(clause) = &item.kind else { continue };
            if let Err(problems) = expand(clause) {
                assert!(problems.iter().all(|problem| problem.place().is_some()), "{name}");
                let separator = if messages.is_empty() { "" } else { "\n" };
                messages = format!("{messages}{separator}{}", source::render_all(&problems, &files, false));
            }
        }
        assert!(!messages.is_empty(), "{name} has no mistake");
        wrong.extend(golden(&folder("syntax/bad"), &name, "out", &messages));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn one_mistake_does_not_hide_the_rest() {
    let text = ":- module m.\n:- pred p(int.\n:- type t ---> a.\np(X) :- X = 1 = 2.\nq(1).\n:- mode q(in) is often.\nr.\n";
    let (tree, problems, _) = tree("m.m", text);
    assert_eq!(problems.iter().filter(|problem| Diagnostic::is_error(problem)).count(), 3);
    assert_eq!(tree.items.len(), 4, "{:?}", tree.items);
}
