//! Terms of Mercury: its dialect reads its clauses, and what is written of them reads back.

use front_mercury::syntax::MERCURY;
use terms::read::{Read, Reader};
use terms::{Atom, Item, Language, Step, Terms, Writer, read_text};
use testkit::term_laws::{reading_ends, reads_back};

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
    (":- type rule ---> rule(int).", ":-(type(--->(rule,rule(int))))"),
    ("X = type.", "=(X,type)"),
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

#[test]
fn random_clauses_read_back() {
    reads_back(&MERCURY, 2);
}

#[test]
fn reading_comes_to_the_end_of_any_text() {
    reading_ends(&MERCURY, 3);
}
