//! Pragmas, which are kept with their names.

use super::{Parse, Parser};
use crate::library::BUILTIN_PRAGMA;
use crate::syntax::ast::{Pragma, PredKind};
use terms::{Node, Term};

impl Parser<'_> {
    pub(super) fn pragma(&mut self, term: Term) -> Parse<Pragma> {
        let Some((name, args)) = self.functor(term) else {
            return Err(self.error(term, "a pragma has a name", "this is none"));
        };
        let mut subjects = Vec::new();
        if let (BUILTIN_PRAGMA, &[list]) = (name, args) {
            let (elements, _) = self.terms.elements(list);
            subjects = elements.into_iter().map(|element| self.subject_of(element)).collect::<Parse<_>>()?;
        } else if !KNOWN.contains(&name) {
            let message = format!("unknown pragma `{name}`");
            self.warn(term, message, "it is kept, and has no meaning here", "is it a mistake in writing?");
        }
        Ok(Pragma { name: name.to_string(), text: self.shown(term), subjects, at: self.at(term) })
    }

    /// `pred(p/2)` or `func(f/1)`
    fn subject_of(&self, term: Term) -> Parse<(PredKind, String, usize)> {
        let found = match self.functor(term) {
            Some(("pred", &[inner])) => Some((PredKind::Pred, inner)),
            Some(("func", &[inner])) => Some((PredKind::Func, inner)),
            _ => None,
        };
        if let Some((kind, inner)) = found
            && let Some(("/", &[name, arity])) = self.functor(inner)
            && let Some(name) = self.word(name)
            && let Node::Int(arity) = self.terms.node(arity)
            && let Some(arity) = arity.to_i64().and_then(|arity| usize::try_from(arity).ok())
        {
            return Ok((kind, name.to_string(), arity));
        }
        Err(self.helped(term, "a predicate or a function is named here", "not read", "as in `pred(p/2)`"))
    }
}

/// The pragmas of the reference manual and the user's guide.
const KNOWN: &[&str] = &[
    "check_termination",
    "consider_used",
    "does_not_terminate",
    "external_func",
    "external_pred",
    "fact_table",
    "foreign_code",
    "foreign_decl",
    "foreign_enum",
    "foreign_export",
    "foreign_export_enum",
    "foreign_import_module",
    "foreign_proc",
    "foreign_type",
    "format_call",
    "inline",
    "loop_check",
    "memo",
    "minimal_model",
    "mode_check_clauses",
    "no_determinism_warning",
    "no_inline",
    "obsolete",
    "obsolete_proc",
    "promise_equivalent_clauses",
    "promise_pure",
    "promise_semipure",
    "require_feature_set",
    "require_switch_arms_in_type_order",
    "require_tail_recursion",
    "source_file",
    "terminates",
    "type_spec",
    "type_spec_constrained_preds",
];
