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
