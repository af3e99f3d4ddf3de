//! Pragmas, which are kept with their names.

use super::{Parse, Parser};
use crate::syntax::ast::Pragma;
use terms::Term;

impl Parser<'_> {
    pub(super) fn pragma(&mut self, term: Term) -> Parse<Pragma> {
        let Some((name, _)) = self.functor(term) else {
            return Err(self.error(term, "a pragma has a name", "this is none"));
        };
        if !KNOWN.contains(&name) {
            let message = format!("unknown pragma `{name}`");
            self.warn(term, message, "it is kept, and has no meaning here", "is it a mistake in writing?");
        }
        Ok(Pragma { name: name.to_string(), text: self.shown(term), at: self.at(term) })
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
