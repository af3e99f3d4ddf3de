//! Mercury as a dialect of terms with operators.
//!
//! ```
//! use front_mercury::syntax::MERCURY;
//! use terms::{Terms, Writer, read::Reader};
//! let mut terms = Terms::new();
//! let ops = MERCURY.ops(&mut terms);
//! let read = Reader::new(&MERCURY, "X = (if A then B else C).", &mut terms, ops).next().unwrap().unwrap();
//! assert_eq!(Writer::new(&terms).text(read.term), "=(A,else(if(then(B,C)),D))");
//! ```

use terms::{BackQuotes, Dialect, DoubleQuotes, Escapes, Fixity, Groups, Numbers, OperatorTable};

/// Mercury, as far as its tokens and terms go.
pub const MERCURY: Dialect = Dialect {
    operators: OPERATORS,
    escapes: Escapes { unicode: true, ..Escapes::ISO },
    numbers: Numbers {
        groups: Groups::Underscores,
        escaped_characters: false,
        suffixes: &["i", "i8", "i16", "i32", "i64", "u", "u8", "u16", "u32", "u64"],
        loose_sign: true,
        bare_exponents: true,
        ..Numbers::ISO
    },
    double_quotes: DoubleQuotes::String,
    back_quotes: BackQuotes::Infix(120),
    applications: true,
    tuples: true,
    bang_is_symbol: true,
    dollar_names: true,
    loose_arguments: true,
    first_operator_takes: true,
    lone_prefix_is_atom: true,
    ..Dialect::ISO
};

/// Section "Builtin operators" of the Mercury language reference manual.
pub(super) const OPERATORS: OperatorTable = &[
    (10, Fixity::Yfx, &["."]),
    (40, Fixity::Fx, &["!", "!.", "!:"]),
    (90, Fixity::Xfx, &["@"]),
    (99, Fixity::Xfy, &["^"]),
    (100, Fixity::Fx, &["^", "event"]),
    (120, Fixity::Yfx, &[":"]),
    (200, Fixity::Xfy, &["**"]),
    (200, Fixity::Fx, &["-", "\\"]),
    (400, Fixity::Yfx, &["*", "/", "//", "<<", ">>", "div"]),
    (400, Fixity::Xfx, &["mod", "rem"]),
    (500, Fixity::Xfx, &["for"]),
    (500, Fixity::Fx, &["+"]),
    (500, Fixity::Yfx, &["+", "-", "--", "/\\", "\\/"]),
    (500, Fixity::Xfy, &["++"]),
    (550, Fixity::Xfx, &[".."]),
    (650, Fixity::Xfx, &[":=", "=^"]),
    (
        700,
        Fixity::Xfx,
        &[
            "<", "=", "=..", "=:=", "=<", "==", "=\\=", ">", ">=", "@<", "@=<", "@>", "@>=", "\\=", "\\==",
            "~=",
        ],
    ),
    (701, Fixity::Xfx, &["is"]),
    (720, Fixity::Xfy, &["and"]),
    (740, Fixity::Xfy, &["or"]),
    (800, Fixity::Fx, &["func", "pred"]),
    (800, Fixity::Fy, &["impure", "semipure"]),
    (900, Fixity::Fy, &["\\+", "not", "~"]),
    (900, Fixity::Xfx, &["when"]),
    (920, Fixity::Xfy, &["<=", "<=>", "=>"]),
    (
        950,
        Fixity::Fxy,
        &[
            "all",
            "arbitrary",
            "atomic",
            "disable_warning",
            "disable_warnings",
            "promise_equivalent_solutions",
            "promise_equivalent_solution_sets",
            "require_complete_switch",
            "require_switch_arms_det",
            "require_switch_arms_semidet",
            "require_switch_arms_multi",
            "require_switch_arms_nondet",
            "require_switch_arms_cc_multi",
            "require_switch_arms_cc_nondet",
            "require_switch_arms_erroneous",
            "require_switch_arms_failure",
            "some",
            "trace",
            "try",
        ],
    ),
    (950, Fixity::Fy, &["promise_exclusive", "promise_exclusive_exhaustive", "promise_exhaustive"]),
    (
        950,
        Fixity::Fx,
        &[
            "promise_impure",
            "promise_pure",
            "promise_semipure",
            "require_det",
            "require_semidet",
            "require_multi",
            "require_nondet",
            "require_cc_multi",
            "require_cc_nondet",
            "require_erroneous",
            "require_failure",
        ],
    ),
    (1000, Fixity::Xfy, &[","]),
    (1025, Fixity::Xfy, &["&"]),
    (1050, Fixity::Xfy, &["->"]),
    (1100, Fixity::Xfy, &[";", "or_else", "|"]),
    (1150, Fixity::Xfx, &["then"]),
    (1160, Fixity::Fx, &["if"]),
    (1170, Fixity::Xfy, &["else"]),
    (1175, Fixity::Xfx, &["::", "==>", "where"]),
    (1179, Fixity::Xfy, &["--->"]),
    (1180, Fixity::Fx, &["type"]),
    (1180, Fixity::Xfy, &["catch"]),
    (1181, Fixity::Fy, &["solver"]),
    (1190, Fixity::Xfy, &["catch_any"]),
    (
        1199,
        Fixity::Fx,
        &[
            "end_module",
            "finalise",
            "finalize",
            "import_module",
            "include_module",
            "initialise",
            "initialize",
            "inst",
            "instance",
            "mode",
            "module",
            "pragma",
            "promise",
            "rule",
            "typeclass",
            "use_module",
        ],
    ),
    (1200, Fixity::Xfx, &["-->", ":-"]),
    (1200, Fixity::Fx, &[":-", "?-"]),
];
