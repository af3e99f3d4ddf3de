//! Every file in `bad_types` has mistakes in its names or types; its messages are beside it. `UPDATE=1` rewrites golden files.

use crate::checking::checked;
use crate::samples::{folder, golden, programs};

#[test]
fn mistakes_get_their_messages() {
    let samples = programs("bad_types");
    let others = programs("bad_types/others");
    assert!(samples.len() >= 35, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for (name, text) in samples {
        let (checked, messages) = checked(&format!("{name}.m"), &text, &others);
        assert!(checked.has_errors(), "{name} has no mistake:\n{messages}");
        wrong.extend(golden(&folder("bad_types"), &name, "out", &messages));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn a_mistake_stays_where_it_is() {
    let text = ":- module m.\n:- interface.\n:- func f(int) = int.\n:- func g(int) = int.\n:- implementation.\n\
                :- import_module int.\nf(X) = X + \"a\".\ng(X) = f(X) + 1.\n";
    let (checked, messages) = checked("m.m", text, &[]);
    assert_eq!(messages.matches("error:").count(), 1, "{messages}");
    let defined = |name: &str| {
        let pred =
            checked.program.preds.iter().find(|pred| pred.name == name && !pred.at.file.index().ne(&0));
        matches!(pred.map(|pred| &pred.body), Some(front_mercury::core::Body::Defined(_)))
    };
    assert!(!defined("f") && defined("g"));
}
