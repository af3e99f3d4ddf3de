//! The predicates that a program need not define, in one table.
//!
//! ```
//! use logic::builtins::{Support, support};
//! assert_eq!(support("is", 2), Some(Support::Known));
//! assert_eq!(support("assertz", 1), Some(Support::Unsupported));
//! assert_eq!(support("append", 3), Some(Support::Library("lists")));
//! assert_eq!(support("frobnicate", 2), None);
//! ```

/// How far Glassbox knows a built-in predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Its meaning depends on its arguments alone.
    Known,
    /// It has effects, or is not supported yet: paths that reach it are unknown.
    Unsupported,
    /// It comes from a library that SWI-Prolog loads by itself or on demand; the text may define it itself. Many have
    /// clauses, which a front end adds to the programs that use them; calls of those are calls, and no built-ins.
    Library(&'static str),
}

const KNOWN: &[(&str, &[usize])] = &[
    ("true", &[0]),
    ("fail", &[0]),
    ("false", &[0]),
    ("=", &[2]),
    ("\\=", &[2]),
    ("==", &[2]),
    ("\\==", &[2]),
    ("@<", &[2]),
    ("@>", &[2]),
    ("@=<", &[2]),
    ("@>=", &[2]),
    ("=@=", &[2]),
    ("\\=@=", &[2]),
    ("compare", &[3]),
    ("unify_with_occurs_check", &[2]),
    ("is", &[2]),
    ("=:=", &[2]),
    ("=\\=", &[2]),
    ("<", &[2]),
    (">", &[2]),
    ("=<", &[2]),
    (">=", &[2]),
    ("succ", &[2]),
    ("plus", &[3]),
    ("between", &[3]),
    ("var", &[1]),
    ("nonvar", &[1]),
    ("atom", &[1]),
    ("number", &[1]),
    ("integer", &[1]),
    ("float", &[1]),
    ("atomic", &[1]),
    ("compound", &[1]),
    ("callable", &[1]),
    ("is_list", &[1]),
    ("string", &[1]),
    ("ground", &[1]),
    ("functor", &[3]),
    ("arg", &[3]),
    ("=..", &[2]),
    ("copy_term", &[2]),
    ("term_variables", &[2]),
    ("throw", &[1]),
    ("halt", &[0, 1]),
    ("length", &[2]),
    ("atom_codes", &[2]),
    ("atom_chars", &[2]),
    ("char_code", &[2]),
    ("atom_length", &[2]),
    ("atom_number", &[2]),
    ("number_codes", &[2]),
    ("number_chars", &[2]),
    ("atom_concat", &[3]),
    ("sub_atom", &[5]),
    ("upcase_atom", &[2]),
    ("msort", &[2]),
    ("sort", &[2, 4]),
    ("keysort", &[2]),
    ("must_be", &[2]),
];

const LATER: &[(&str, &[usize])] = &[
    ("assert", &[1]),
    ("asserta", &[1]),
    ("assertz", &[1]),
    ("retract", &[1]),
    ("retractall", &[1]),
    ("abolish", &[1]),
    ("clause", &[2]),
    ("write", &[1, 2]),
    ("print", &[1, 2]),
    ("writeln", &[1, 2]),
    ("writeq", &[1, 2]),
    ("write_canonical", &[1, 2]),
    ("write_term", &[2, 3]),
    ("print_message", &[2]),
    ("nl", &[0, 1]),
    ("tab", &[1, 2]),
    ("put_char", &[1, 2]),
    ("get_char", &[1, 2]),
    ("peek_char", &[1, 2]),
    ("read", &[1, 2]),
    ("read_term", &[2, 3]),
    ("format", &[1, 2, 3]),
    ("open", &[3, 4]),
    ("close", &[1, 2]),
    ("see", &[1]),
    ("seen", &[0]),
    ("tell", &[1]),
    ("told", &[0]),
    ("consult", &[1]),
    ("garbage_collect", &[0]),
    ("statistics", &[2]),
    ("get_time", &[1]),
    ("random", &[1, 3]),
    ("random_between", &[3]),
    ("nb_setval", &[2]),
    ("nb_getval", &[2]),
    ("b_setval", &[2]),
    ("b_getval", &[2]),
    ("setarg", &[3]),
    ("nb_setarg", &[3]),
    ("freeze", &[2]),
    ("when", &[2]),
    ("call_cleanup", &[2]),
    ("setup_call_cleanup", &[3]),
    ("repeat", &[0]),
    ("op", &[3]),
    ("current_op", &[3]),
    ("current_predicate", &[1, 2]),
    ("predicate_property", &[2]),
    ("set_prolog_flag", &[2]),
    ("current_prolog_flag", &[2]),
    ("string_concat", &[3]),
    ("string_length", &[2]),
    ("string_chars", &[2]),
    ("string_codes", &[2]),
    ("string_to_atom", &[2]),
    ("string_lower", &[2]),
    ("string_upper", &[2]),
    ("string_code", &[3]),
    ("sub_string", &[5]),
    ("split_string", &[4]),
    ("atom_string", &[2]),
    ("number_string", &[2]),
    ("term_to_atom", &[2]),
    ("term_string", &[2]),
    ("atom_to_term", &[3]),
    ("atomic_list_concat", &[2, 3]),
    ("char_type", &[2]),
    ("code_type", &[2]),
    ("numbervars", &[3]),
    ("apply", &[2]),
    ("label", &[1]),
    ("labeling", &[2]),
    ("indomain", &[1]),
    ("all_different", &[1]),
    ("all_distinct", &[1]),
    ("scalar_product", &[4]),
    ("lex_chain", &[1]),
    ("tuples_in", &[2]),
    ("element", &[3]),
    ("global_cardinality", &[2, 3]),
    ("circuit", &[1]),
    ("cumulative", &[1, 2]),
    ("fd_dom", &[2]),
    ("fd_inf", &[2]),
    ("fd_sup", &[2]),
    ("fd_size", &[2]),
    ("zcompare", &[3]),
    ("chain", &[2]),
    ("#==>", &[2]),
    ("#<==>", &[2]),
    ("#<==", &[2]),
    ("#\\/", &[2]),
    ("#/\\", &[2]),
    ("#\\", &[1, 2]),
];

const LIBRARY: &[(&str, &str, &[usize])] = &[
    ("lists", "append", &[2, 3]),
    ("lists", "member", &[2]),
    ("lists", "memberchk", &[2]),
    ("lists", "reverse", &[2]),
    ("lists", "nth0", &[3, 4]),
    ("lists", "nth1", &[3, 4]),
    ("lists", "last", &[2]),
    ("lists", "select", &[3, 4]),
    ("lists", "selectchk", &[3]),
    ("lists", "permutation", &[2]),
    ("lists", "delete", &[3]),
    ("lists", "subtract", &[3]),
    ("lists", "intersection", &[3]),
    ("lists", "union", &[3]),
    ("lists", "sum_list", &[2]),
    ("lists", "sumlist", &[2]),
    ("lists", "max_list", &[2]),
    ("lists", "min_list", &[2]),
    ("lists", "max_member", &[2]),
    ("lists", "min_member", &[2]),
    ("lists", "numlist", &[3]),
    ("lists", "list_to_set", &[2]),
    ("lists", "flatten", &[2]),
    ("lists", "prefix", &[2]),
    ("lists", "same_length", &[2]),
    ("lists", "subset", &[2]),
    ("lists", "proper_length", &[2]),
    ("apply", "maplist", &[2, 3, 4, 5, 6, 7]),
    ("apply", "foldl", &[4, 5, 6, 7]),
    ("apply", "include", &[3]),
    ("apply", "exclude", &[3]),
    ("apply", "partition", &[4, 5, 6]),
    ("sort", "predsort", &[3]),
    ("ordsets", "list_to_ord_set", &[2]),
    ("pairs", "pairs_keys_values", &[3]),
    ("pairs", "pairs_keys", &[2]),
    ("pairs", "pairs_values", &[2]),
    ("aggregate", "aggregate_all", &[3, 4]),
    ("apply", "convlist", &[3]),
    ("system", "phrase", &[2, 3]),
    ("system", "findall", &[4]),
    ("system", "bagof", &[3]),
    ("system", "setof", &[3]),
    ("clpfd", "transpose", &[2]),
    ("clpfd", "sum", &[3]),
    ("assoc", "empty_assoc", &[1]),
    ("assoc", "put_assoc", &[4]),
    ("assoc", "get_assoc", &[3]),
    ("assoc", "list_to_assoc", &[2]),
    ("assoc", "assoc_to_list", &[2]),
    ("readutil", "read_term_from_atom", &[3]),
    ("readutil", "read_line_to_string", &[2]),
    ("readutil", "read_line_to_codes", &[2]),
    ("ugraphs", "vertices_edges_to_ugraph", &[3]),
    ("dcg/basics", "blanks", &[2]),
    ("dcg/basics", "blank", &[2]),
    ("dcg/basics", "white", &[2]),
    ("dcg/basics", "whites", &[2]),
    ("dcg/basics", "digits", &[3]),
    ("dcg/basics", "digit", &[3]),
    ("dcg/basics", "integer", &[3]),
    ("dcg/basics", "number", &[3]),
    ("dcg/basics", "string", &[3]),
    ("dcg/basics", "string_without", &[4]),
    ("dcg/basics", "eos", &[2]),
];

/// Known predicates that a text may define itself all the same, as in SWI-Prolog.
const FREE: &[(&str, &[usize])] = &[
    ("=@=", &[2]),
    ("\\=@=", &[2]),
    ("succ", &[2]),
    ("plus", &[3]),
    ("between", &[3]),
    ("is_list", &[1]),
    ("string", &[1]),
    ("atom_number", &[2]),
    ("upcase_atom", &[2]),
    ("msort", &[2]),
    ("sort", &[4]),
    ("must_be", &[2]),
];

/// Control constructs and predicates with effects that no text can define.
const FIXED: &[(&str, &[usize])] = &[
    (",", &[2]),
    (";", &[2]),
    ("->", &[2]),
    ("*->", &[2]),
    ("|", &[2]),
    ("!", &[0]),
    ("\\+", &[1]),
    (":", &[2]),
    (":-", &[1, 2]),
    ("-->", &[2]),
    ("call", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ("phrase", &[2, 3]),
    ("once", &[1]),
    ("findall", &[3]),
    ("forall", &[2]),
    ("catch", &[3]),
    ("asserta", &[1]),
    ("assertz", &[1]),
    ("retract", &[1]),
    ("retractall", &[1]),
    ("abolish", &[1]),
    ("clause", &[2]),
    ("bagof", &[3]),
    ("setof", &[3]),
    ("write", &[1, 2]),
    ("writeq", &[1, 2]),
    ("write_canonical", &[1, 2]),
    ("write_term", &[2, 3]),
    ("nl", &[0, 1]),
    ("put_char", &[1, 2]),
    ("get_char", &[1, 2]),
    ("peek_char", &[1, 2]),
    ("read", &[1, 2]),
    ("read_term", &[2, 3]),
    ("format", &[2]),
    ("open", &[3, 4]),
    ("close", &[1, 2]),
    ("repeat", &[0]),
    ("op", &[3]),
    ("current_op", &[3]),
    ("current_predicate", &[1]),
    ("predicate_property", &[2]),
    ("set_prolog_flag", &[2]),
    ("current_prolog_flag", &[2]),
    ("numbervars", &[3]),
];

/// Whether a text must not define this predicate.
pub fn is_fixed(name: &str, arity: usize) -> bool {
    let has =
        |table: &[(&str, &[usize])]| table.iter().any(|(n, arities)| *n == name && arities.contains(&arity));
    has(FIXED) || has(KNOWN) && !has(FREE)
}

/// What is known of a predicate that the text does not define; `None` if nothing is.
pub fn support(name: &str, arity: usize) -> Option<Support> {
    let has =
        |table: &[(&str, &[usize])]| table.iter().any(|(n, arities)| *n == name && arities.contains(&arity));
    if has(KNOWN) {
        return Some(Support::Known);
    }
    if has(LATER) {
        return Some(Support::Unsupported);
    }
    LIBRARY
        .iter()
        .find(|(_, n, arities)| *n == name && arities.contains(&arity))
        .map(|(library, ..)| Support::Library(library))
}

/// The predicates of libraries: library, name and arity.
pub fn library() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
    LIBRARY.iter().flat_map(|(from, name, arities)| arities.iter().map(move |a| (*from, *name, *a)))
}

/// All names with their arities, for suggestions.
pub fn names() -> impl Iterator<Item = (&'static str, usize)> {
    let plain =
        KNOWN.iter().chain(LATER).flat_map(|(name, arities)| arities.iter().map(move |a| (*name, *a)));
    plain.chain(library().map(|(_, name, arity)| (name, arity)))
}
