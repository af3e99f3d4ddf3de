//! What SWI-Prolog 9 has of its own: its operators, those of its libraries, and how its tokens differ from the standard.
//!
//! ```
//! let mut terms = logic::Terms::new();
//! let ops = front_clp::operators(&mut terms);
//! let read = front_clp::reader("p :- dynamic 1 000.", &mut terms, ops).next().unwrap().unwrap();
//! assert_eq!(logic::Writer::new(&terms).text(read.term), ":-(p,dynamic(1000))");
//! ```

use terms::read::Reader;
use terms::{BackQuotes, Dialect, DoubleQuotes, Escapes, Fixity, Groups, Numbers, OperatorTable, Ops, Terms};

/// SWI-Prolog, with its flags as they are from the start.
pub const SWI_PROLOG: Dialect = Dialect {
    operators: OPERATORS,
    escapes: Escapes {
        letters: &[('e', '\u{1b}'), ('s', ' ')],
        unicode: true,
        skip: true,
        open_codes: true,
        indented: true,
    },
    numbers: Numbers {
        groups: Groups::UnderscoresAndBlanks,
        bases: true,
        bare_exponents: true,
        special_floats: &["Inf", "NaN"],
        rationals: true,
        ..Numbers::ISO
    },
    double_quotes: DoubleQuotes::String,
    back_quotes: BackQuotes::Codes,
    quoted_operators: false,
    empty_arguments: true,
    dicts: true,
    quasi_quotations: true,
    ..Dialect::ISO
};

/// The operators of SWI-Prolog that are there from the start.
const OPERATORS: OperatorTable = &[
    (1200, Fixity::Xfx, &["-->", ":-", "=>"]),
    (1200, Fixity::Fx, &[":-", "?-"]),
    (
        1150,
        Fixity::Fx,
        &[
            "discontiguous",
            "dynamic",
            "initialization",
            "meta_predicate",
            "module_transparent",
            "multifile",
            "public",
            "table",
            "thread_initialization",
            "thread_local",
            "volatile",
        ],
    ),
    (1105, Fixity::Xfy, &["|"]),
    (1100, Fixity::Xfy, &[";"]),
    (1050, Fixity::Xfy, &["->", "*->"]),
    (1000, Fixity::Xfy, &[","]),
    (900, Fixity::Fy, &["\\+"]),
    (800, Fixity::Xfx, &[":="]),
    (
        700,
        Fixity::Xfx,
        &[
            ":<", "<", "=", "=..", "=:=", "=<", "==", "=@=", "=\\=", ">", ">:<", ">=", "@<", "@=<", "@>",
            "@>=", "\\=", "\\==", "\\=@=", "as", "is",
        ],
    ),
    (600, Fixity::Xfy, &[":"]),
    (500, Fixity::Yfx, &["+", "-", "/\\", "\\/"]),
    (400, Fixity::Yfx, &["*", "/", "//", "<<", ">>", "div", "mod", "rdiv", "rem", "xor"]),
    (200, Fixity::Xfx, &["**"]),
    (200, Fixity::Xfy, &["^"]),
    (200, Fixity::Fy, &["+", "-", "\\"]),
    (1, Fixity::Fx, &["$"]),
];

/// The operators of `library(clpfd)`.
const CLPFD: OperatorTable = &[
    (760, Fixity::Yfx, &["#<==>"]),
    (750, Fixity::Xfy, &["#==>"]),
    (750, Fixity::Yfx, &["#<=="]),
    (740, Fixity::Yfx, &["#\\/"]),
    (730, Fixity::Yfx, &["#\\"]),
    (720, Fixity::Yfx, &["#/\\"]),
    (710, Fixity::Fy, &["#\\"]),
    (700, Fixity::Xfx, &["#<", "#>", "#=<", "#>=", "#\\=", "#=", "in", "ins", "in_set"]),
    (450, Fixity::Xfx, &[".."]),
];

/// The operators of type declarations, as `library(type_check)` has them.
pub(crate) const TYPES: OperatorTable =
    &[(1150, Fixity::Fx, &["type", "pred"]), (1130, Fixity::Xfx, &["--->"])];

/// The operator of declarations of modes, as other Prologs have it.
pub(crate) const MODES: OperatorTable = &[(1150, Fixity::Fx, &["mode"])];

/// The operators that are there from the start, with their atoms interned in this table.
pub fn operators(terms: &mut Terms) -> Ops {
    SWI_PROLOG.ops(terms)
}

/// A reader at the start of a text.
pub fn reader<'a, 't>(text: &'a str, terms: &'t mut Terms, ops: Ops) -> Reader<'a, 't> {
    Reader::new(&SWI_PROLOG, text, terms, ops)
}

/// Adds what a library declares, if it declares operators.
pub(crate) fn add_library(ops: &mut Ops, terms: &mut Terms, library: &str) {
    match library {
        "clpfd" | "clpBNR" => ops.add(terms, CLPFD),
        "type_check" => ops.add(terms, TYPES),
        _ => {}
    }
}
