//! What directives change that are not followed.
//!
//! A directive runs a goal while the text is loaded. Most print something or start the program. Some change it: they add
//! clauses, load files, set flags. None is run here, so what they touch is unknown: a predicate that is named beside
//! `assertz`, a call of something that may come from there, or the whole program where a flag changes what every
//! clause means.

use logic::{Term, Terms};

/// Goals that may change the program.
const CHANGES: &[&str] = &[
    "abolish",
    "add_import_module",
    "assert",
    "asserta",
    "assertz",
    "attach_packs",
    "compile_predicates",
    "consult",
    "create_prolog_flag",
    "dynamic",
    "ensure_loaded",
    "erase",
    "export",
    "import",
    "import_module",
    "load_files",
    "make",
    "op",
    "recorda",
    "recordz",
    "redefine_system_predicate",
    "reexport",
    "retract",
    "retractall",
    "set_prolog_flag",
    "thread_local",
    "use_module",
];

/// Directives that nothing of the program depends on.
const HARMLESS: &[&str] = &[
    "debug",
    "encoding",
    "ensure_loaded",
    "format",
    "garbage_collect",
    "halt",
    "initialization",
    "license",
    "load_test_files",
    "module_transparent",
    "nl",
    "nodebug",
    "noprofile",
    "nospy",
    "notrace",
    "predicate_options",
    "print",
    "print_message",
    "protocol",
    "public",
    "run_tests",
    "set_random",
    "set_stream",
    "set_test_options",
    "spy",
    "statistics",
    "style_check",
    "tab",
    "trace",
    "true",
    "write",
    "writeln",
    "writeq",
];

/// Flags that change neither what is read nor what a run does.
const QUIET_FLAGS: &[&str] = &[
    "agc_margin",
    "answer_format",
    "answer_write_options",
    "color_term",
    "debug",
    "debug_on_error",
    "debug_on_interrupt",
    "debugger_show_context",
    "debugger_write_options",
    "editor",
    "encoding",
    "gc",
    "gc_thread",
    "generate_debug_info",
    "history",
    "on_error",
    "on_warning",
    "optimise",
    "optimise_unify",
    "prompt_alternatives_on",
    "report_error",
    "stack_limit",
    "stream_type_check",
    "toplevel_mode",
    "toplevel_print_anon",
    "toplevel_prompt",
    "toplevel_var_size",
    "trace_gc",
    "tty_control",
    "verbose",
    "verbose_autoload",
    "verbose_file_search",
    "verbose_load",
    "warn_override_implicit_import",
    "xref",
];

pub(super) fn is_harmless(name: &str) -> bool {
    HARMLESS.contains(&name)
}

pub(super) fn is_quiet_flag(name: &str) -> bool {
    QUIET_FLAGS.contains(&name)
}

/// All names of a term with the numbers of their arguments.
pub(super) fn named(terms: &Terms, root: Term) -> Vec<(logic::Atom, usize)> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(term) = open.pop() {
        if let Some((name, args)) = terms.callable(term) {
            if !found.contains(&(name, args.len())) {
                found.push((name, args.len()));
            }
            open.extend(args);
        }
    }
    found
}

/// Whether a goal, or something inside of it, changes the program.
pub(super) fn changes(terms: &Terms, root: Term) -> bool {
    named(terms, root).iter().any(|(name, count)| *count > 0 && CHANGES.contains(&terms.name(*name)))
}
