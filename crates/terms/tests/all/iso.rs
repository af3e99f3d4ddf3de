//! Standard Prolog, and what it does not have.

use terms::read::Reader;
use terms::{Dialect, Ops, Terms, Writer, canonical_names};

/// The clauses of a text in canonical form.
fn lines(dialect: &Dialect, text: &str) -> Vec<String> {
    let mut terms = Terms::new();
    let ops = dialect.ops(&mut terms);
    let mut reader = Reader::new(dialect, text, &mut terms, ops);
    let mut lines = Vec::new();
    while let Some(next) = reader.next() {
        lines.push(match next {
            Ok(read) => {
                let names = canonical_names(reader.terms, read.term);
                Writer::new(reader.terms).names(&names).text(read.term)
            }
            Err(problem) => format!("error: {}", problem.message),
        });
    }
    lines
}

fn iso(text: &str) -> String {
    lines(&Dialect::ISO, text).join(" | ")
}

#[test]
fn operators_of_the_standard() {
    assert_eq!(iso("a :- b, \\+ c ; d -> - 1 + -1."), ":-(a,;(','(b,\\+(c)),->(d,+(-(1),-1))))");
    assert_eq!(iso("X is 2 ** 3 rdiv 4."), "error: operator expected");
    assert_eq!(iso("a '=' b."), "=(a,b)");
    assert_eq!(iso(":- dynamic p/1."), "error: operator expected");
    let mut terms = Terms::new();
    let ops = Ops::standard(&mut terms);
    let is = terms.intern("is");
    assert_eq!(ops.infix(is).map(|op| op.priority), Some(700));
}

#[test]
fn tokens_of_the_standard() {
    assert_eq!(iso("p(\"ab\")."), "p([97,98])");
    assert_eq!(iso("p('\\x41\\\\101\\')."), "p('AA')");
    assert_eq!(iso("p('\\x41')."), "error: an escape sequence with a code ends with a backslash");
    assert_eq!(iso("p('\\e')."), "error: undefined escape sequence `\\e`");
    assert_eq!(iso("p('a\\\n  b')."), "p('a  b')");
    assert_eq!(iso("p(0'a, 0''', 0'\\n)."), "p(97,39,10)");
    assert_eq!(iso("p(1.5e3, 0x1F)."), "p(1500.0,31)");
}

#[test]
fn what_the_standard_does_not_have() {
    for text in ["p().", "p(1e10).", "p(1_000).", "p(1 000).", "p(16'FF).", "p(1r3).", "p(`ab`).", "p(X{})."]
    {
        assert!(iso(text).starts_with("error"), "{text} is {}", iso(text));
    }
    // A problem takes its own clause with it and no other.
    assert_eq!(lines(&Dialect::ISO, "p(1_0). q. r(.").len(), 3);
}
