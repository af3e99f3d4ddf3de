//! The reader serves Mercury: a dialect with the operators of its reference manual reads its clauses.

use terms::read::{Read, Reader};
use terms::{
    Atom, BackQuotes, Dialect, DoubleQuotes, Escapes, Fixity, Groups, Item, Language, Numbers, OperatorTable,
    Step, Terms, Writer, read_text,
};

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
    first_operator_takes: true,
    loose_arguments: true,
    ..Dialect::ISO
};

/// Section "Builtin operators" of the Mercury language reference manual.
const OPERATORS: OperatorTable = &[
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

/// Declarations are directives; nothing in a text of Mercury changes its operators.
struct Mercury;

impl Language for Mercury {
    fn take(&mut self, reader: &mut Reader<'_, '_>, read: Read) -> Step {
        let declares = reader.terms.of::<1>(read.term, Atom::NECK).is_some();
        Step::Keep(if declares { Item::Directive(read) } else { Item::Clause(read) })
    }
}

/// The first clause of a text, in canonical form with the names of its variables.
fn canonical(text: &str) -> String {
    let (terms, read) = match first(text) {
        Ok(found) => found,
        Err(message) => return format!("error: {message}"),
    };
    Writer::new(&terms).dialect(&MERCURY).names(&names(&terms, &read)).text(read.term)
}

/// The first clause of a text, written with operators.
fn pretty(text: &str) -> String {
    let (mut terms, read) = first(text).unwrap_or_else(|message| panic!("{text}: {message}"));
    let ops = MERCURY.ops(&mut terms);
    let names = names(&terms, &read);
    Writer::new(&terms).dialect(&MERCURY).ops(&ops).names(&names).text(read.term)
}

fn first(text: &str) -> Result<(Terms, Read), String> {
    let mut text = read_text(&MERCURY, text, &mut Mercury);
    match text.items.drain(..).next() {
        Some(Item::Clause(read) | Item::Directive(read)) => Ok((text.terms, read)),
        Some(Item::Bad(problem)) => Err(problem.message),
        None => Err("nothing".to_string()),
    }
}

fn names(terms: &Terms, read: &Read) -> Vec<String> {
    let name = |var: &terms::read::VarUse| var.name.map_or("_", |name| terms.name(name)).to_string();
    read.vars.iter().map(name).collect()
}

/// Texts of Mercury with the terms that they are.
const CLAUSES: &[(&str, &str)] = &[
    (
        ":- pred append(list(T)::in, list(T)::in, list(T)::out) is det.",
        ":-(pred(is(append(::(list(T),in),::(list(T),in),::(list(T),out)),det)))",
    ),
    (
        "append([X | Xs], Ys, [X | Zs]) :- append(Xs, Ys, Zs).",
        ":-(append([X|Xs],Ys,[X|Zs]),append(Xs,Ys,Zs))",
    ),
    (
        "main(!IO) :- io.write_string(\"hi\\n\", !IO).",
        ":-(main(!(IO)),'.'(io,write_string(\"hi\\n\",!(IO))))",
    ),
    ("X = (if A then B else C).", "=(X,else(if(then(A,B)),C))"),
    ("some [X] p(X).", "some([X],p(X))"),
    ("all [X] (p(X) => q(X)).", "all([X],=>(p(X),q(X)))"),
    ("F = (func(X) = X + 1).", "=(F,=(func(X),+(X,1)))"),
    ("Z = X `max` Y.", "=(Z,max(X,Y))"),
    (":- func f(int) = int.", ":-(func(=(f(int),int)))"),
    (":- mode append(in, in, out) is det.", ":-(mode(is(append(in,in,out),det)))"),
    (":- import_module list, int.", ":-(import_module(','(list,int)))"),
    (":- type t(T) ---> a ; b(T) ; { int }.", ":-(type(--->(t(T),;(a,;(b(T),{int})))))"),
    (
        "P = (pred(X::in) is semidet :- X > 1, not q(X)).",
        "=(P,:-(is(pred(::(X,in)),semidet),','(>(X,1),not(q(X)))))",
    ),
    // Operators of one priority.
    ("X = A ++ B - C - D.", "=(X,++(A,-(-(B,C),D)))"),
    ("X = (A ++ B) - C.", "=(X,-(++(A,B),C))"),
    // A blank before arguments.
    ("p (X, Y) :- q (X).", ":-(p(X,Y),q(X))"),
    // State variables.
    ("p(!.X, !:X) :- !:X = !.X + 1.", ":-(p(!.(X),!:(X)),=(!:(X),+(!.(X),1)))"),
    // What stands before two operands.
    ("a, some [X] p(X), b.", "','(a,','(some([X],p(X)),b))"),
    ("some [X] not p(X).", "some([X],not(p(X)))"),
    ("not (some [X, Y] all [Z] p(X, Y, Z)).", "not(some([X,Y],all([Z],p(X,Y,Z))))"),
    ("trace [io(!IO)] (p(!IO)), q.", "','(trace([io(!(IO))],p(!(IO))),q)"),
    (
        "promise_equivalent_solutions [!:X] (p(!:X) ; q).",
        "promise_equivalent_solutions([!:(X)],;(p(!:(X)),q))",
    ),
    ("some(X) = all.", "=(some(X),all)"),
    // Closures that are applied.
    ("R = F(X, Y).", "=(R,F(X,Y))"),
    ("R = F(X)(Y).", "=(R,''(F(X),Y))"),
    ("R = f(X)(Y).", "=(R,''(f(X),Y))"),
    ("R = (T ^ f)(X).", "=(R,''(^(T,f),X))"),
    // Back quotes.
    ("X `list.append` Y `F` Z.", "F('.'(list,append(X,Y)),Z)"),
    ("io.1(X).", "'.'(io,''(1,X))"),
    ("X + Y `a.b.f` Z.", "+(X,'.'('.'(a,b),f(Y,Z)))"),
    // Tuples, fields, literals, numbers.
    ("X = {1, \"two\", c}.", "=(X,{1,\"two\",c})"),
    ("X = {}((a, b)).", "=(X,{}(','(a,b)))"),
    ("T = !.S ^ f := 3.", "=(T,:=(^(!.(S),f),3))"),
    ("error($pred, \"bad\" ++ $file).", "error($(pred),++(\"bad\",$(file)))"),
    (
        "p(1_000_000, 0x_FF_u8, 10i64, 1e3, 1_0.0_1, - 1, X - 1, 0'').",
        "p(1000000,255,10,1000.0,10.01,-1,-(X,1),39)",
    ),
    ("p('it''s', \"a\"\"b\\u0041\\x42\\\").", "p('it\\'s',\"a\\\"bAB\")"),
];

#[test]
fn clauses_are_read() {
    for (text, term) in CLAUSES {
        assert_eq!(canonical(text), *term, "{text}");
    }
}

#[test]
fn what_is_written_reads_back() {
    for (text, term) in CLAUSES {
        for shown in [format!("{term} ."), format!("{} .", pretty(text))] {
            assert_eq!(canonical(&shown), *term, "{shown}");
        }
    }
}

#[test]
fn people_can_read_it() {
    for text in [
        "main(!IO) :- io.write_string(\"hi\\n\", !IO)",
        "X = (if A then B else C)",
        "some [X] p(X), q",
        "all [X] (p(X) => q(X))",
        ":-pred p((list(T) :: in)) is det",
        "p(!.X, !:X)",
        "R = F(X, Y)",
        "some [X] (-X)",
        "some [X] (-1)",
    ] {
        assert_eq!(pretty(&format!("{text}.")), text);
    }
}

#[test]
fn mistakes_have_messages() {
    for (text, message) in [
        ("some [X].", "an operand is missing"),
        ("a, some [X], b.", "an operand is missing"),
        ("some [X] p q.", "operator expected"),
        ("p(X) (Y).", "operator expected"),
        ("f(X) = X - X ++ X.", "operator priority clash"),
        ("not some [X] p.", "operator priority clash"),
        ("all [X](p(X)).", "an operand is missing"),
        ("X `` Y.", "back quotes enclose a name or a variable"),
        ("X `f Y.", "back quotes enclose a name or a variable"),
        ("X `f. q.", "back quotes enclose a name or a variable"),
        ("X `1` Y.", "back quotes enclose a name or a variable"),
        ("`f` Y.", "illegal start of term"),
        ("X `f`.", "an operand is missing"),
        ("F().", "illegal start of term"),
        ("f().", "illegal start of term"),
        ("F(X.", "the clause ends within brackets"),
        ("p((a, some [X] :- b)).", "an operand is missing"),
    ] {
        assert_eq!(canonical(text), format!("error: {message}"), "{text}");
        // Reading goes on behind the full stop of that clause.
        let both = read_text(&MERCURY, &format!("{text}\nlast."), &mut Mercury);
        assert!(matches!(both.items.last(), Some(Item::Clause(_))), "{text}");
    }
}

#[test]
fn nesting_needs_no_stack() {
    const DEEP: usize = 200_000;
    let wrap =
        |open: &str, inner: &str, close: &str| format!("{}{inner}{}.", open.repeat(DEEP), close.repeat(DEEP));
    for text in [
        wrap("some [X] ", "p", ""),
        wrap("(F)(", "x", ")"),
        wrap("{a, ", "x", "}"),
        wrap("", "x", "(y)").replacen('x', "X", 1),
        wrap("x `f` ", "y", ""),
        wrap("all (", "x", ") y"),
    ] {
        let (mut terms, read) = first(&text).unwrap_or_else(|message| panic!("{}: {message}", &text[..40]));
        let ops = MERCURY.ops(&mut terms);
        assert!(Writer::new(&terms).dialect(&MERCURY).ops(&ops).text(read.term).len() >= DEEP);
    }
}
