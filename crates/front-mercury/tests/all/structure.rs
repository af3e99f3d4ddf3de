//! What belongs together: modules, predicates, their modes and their clauses.

use crate::samples::{folder, module, programs};
use front_mercury::syntax::Section;
use front_mercury::syntax::ast::{ImportKind, PredKind, TypeBody};

fn text_of(name: &str) -> String {
    std::fs::read_to_string(folder("syntax").join(format!("{name}.m"))).expect("readable")
}

#[test]
fn predicates_have_their_modes_and_clauses() {
    let (module, messages) = module("append.m", &text_of("append"));
    assert_eq!(messages, "");
    assert_eq!(module.name.as_ref().map(|name| name.shown()).as_deref(), Some("append"));
    let shown: Vec<(String, usize, usize)> =
        module.predicates.iter().map(|p| (p.shown(), p.modes.len(), p.clauses.len())).collect();
    assert_eq!(
        shown,
        [("predicate `append/3`".to_string(), 2, 2), ("predicate `member/2`".to_string(), 2, 2)]
    );
    assert!(module.predicates.iter().all(|p| p.section == Section::Interface && p.declaration.is_some()));
}

#[test]
fn predicates_and_functions_of_one_name_are_told_apart() {
    let (module, messages) = module("higher_order.m", &text_of("higher_order"));
    assert_eq!(messages, "");
    let maps: Vec<(PredKind, usize, usize)> = module
        .predicates
        .iter()
        .filter(|p| p.name == "map")
        .map(|p| (p.kind, p.arity, p.clauses.len()))
        .collect();
    assert_eq!(maps, [(PredKind::Pred, 3, 2), (PredKind::Func, 2, 2)]);
}

#[test]
fn modules_stand_within_modules() {
    let (outer, messages) = module("modules.m", &text_of("modules"));
    assert_eq!(messages, "");
    let names: Vec<String> =
        outer.submodules.iter().filter_map(|m| m.name.as_ref().map(|name| name.shown())).collect();
    assert_eq!(names, ["outer.inner", "second"]);
    assert_eq!(outer.submodules[0].predicates[0].clauses.len(), 2);
    let included: Vec<String> = outer
        .imports
        .iter()
        .filter(|import| import.kind == ImportKind::Include)
        .map(|import| import.module.shown())
        .collect();
    assert_eq!(included, ["outer.elsewhere", "outer.further"]);
    assert_eq!(outer.predicates.len(), 1, "only what is its own");
}

#[test]
fn an_abstract_type_has_its_definition_too() {
    let (module, messages) = module("queue.m", &text_of("queue"));
    assert_eq!(messages, "");
    let kinds: Vec<(Section, bool)> =
        module.types.iter().map(|(section, decl)| (*section, decl.body == TypeBody::Abstract)).collect();
    assert_eq!(kinds, [(Section::Interface, true), (Section::Implementation, false)]);
}

#[test]
fn grammar_rules_and_state_variables_count_with_all_their_arguments() {
    let text =
        ":- module m.\n:- pred p(int::in, int::out, list(int)::in, list(int)::out) is det.\np(!N) --> [].\n";
    assert_eq!(module("m.m", text).1, "");
}

#[test]
fn what_is_not_supported_is_named() {
    let (module, _) = module("unsupported.m", &text_of("unsupported"));
    let items: Vec<&str> = module.unsupported.iter().map(|one| one.what).collect();
    let types: Vec<&str> =
        module.types.iter().filter_map(|(_, t)| Some(t.unsupported.as_ref()?.what)).collect();
    let preds: Vec<&str> = module
        .predicates
        .iter()
        .filter_map(|p| Some(p.declaration.as_ref()?.unsupported.as_ref()?.what))
        .collect();
    assert_eq!(
        items,
        [
            "a type class",
            "an instance of a type class",
            "a mutable variable",
            "an initialisation",
            "a finalisation"
        ]
    );
    assert_eq!(types, ["a type with a `where` part", "an existential type", "a solver type"]);
    assert_eq!(
        preds,
        [
            "a class constraint",
            "a class constraint",
            "an existential type",
            "a quantified type",
            "`with_type`"
        ]
    );
}

#[test]
fn samples_without_a_comment_have_no_errors() {
    for (name, text) in programs("syntax") {
        let (_, messages) = module(&format!("{name}.m"), &text);
        assert!(name == "listings" || !messages.contains("error:"), "{name}:\n{messages}");
    }
}

#[test]
fn an_empty_text_is_an_empty_module() {
    let (module, messages) = module("empty.m", "% nothing\n");
    assert!(module.predicates.is_empty() && module.name.is_none());
    assert_eq!(messages, "");
}
