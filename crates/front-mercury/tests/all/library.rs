//! The standard library: every module is right.

use crate::samples::module;
use front_mercury::library::MODULES;
use front_mercury::syntax::expand;

#[test]
fn modules_of_the_library_are_read() {
    let mut wrong = Vec::new();
    for (name, text) in MODULES {
        let (module, messages) = module(&format!("{name}.m"), text);
        if messages.contains("error:") {
            wrong.push(messages);
        }
        for clause in module.predicates.iter().flat_map(|predicate| &predicate.clauses) {
            assert!(expand(clause).is_ok(), "{name}: {:?}", expand(clause));
        }
        // A builtin is declared and has no clauses.
        for (kind, builtin, arity) in module.pragmas.iter().flat_map(|pragma| &pragma.subjects) {
            let fits = |p: &&front_mercury::syntax::Predicate| {
                p.kind == *kind && p.name == *builtin && p.arity == *arity
            };
            let found = module.predicates.iter().find(fits);
            assert!(found.is_some_and(|p| p.clauses.is_empty()), "{name}: {builtin}/{arity}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_library_has_no_wrong_types() {
    let imports: Vec<&str> = MODULES.iter().map(|(name, _)| *name).collect();
    let text = format!(":- module main.\n:- interface.\n:- import_module {}.\n", imports.join(", "));
    let mut files = source::Files::new();
    let main = files.add("main.m", text);
    let checked = front_mercury::check::check(&mut files, main, &mut |_| None);
    let shown = source::render_all(&checked.diagnostics, &files, false);
    assert!(shown.is_empty(), "{shown}");
    let library = checked.program.modules.iter().filter(|module| module.library).count();
    assert_eq!(library, MODULES.len());
    let (mut defined, mut builtin, mut declared) = (0, 0, 0);
    for pred in &checked.program.preds {
        match pred.body {
            front_mercury::core::Body::Defined(_) => defined += 1,
            front_mercury::core::Body::Builtin => builtin += 1,
            front_mercury::core::Body::DeclaredOnly => declared += 1,
            _ => panic!("{}", pred.shown()),
        }
    }
    assert!(defined >= 800 && builtin <= 120 && declared <= 60, "{defined} {builtin} {declared}");
}
