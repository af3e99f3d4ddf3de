//! Conditions in the notation of Ada and of papers.

use front_ada::syntax::ast::{Expr, ExprKind};
use front_ada::syntax::{parse_formula, print_expression};
use source::Files;

fn formula(text: &str) -> Result<Expr, String> {
    let mut files = Files::new();
    let file = files.add("--assume", text);
    parse_formula(&files, file).map_err(|problem| source::render(&problem, &files, false))
}

#[test]
fn formulas_print_as_they_are_meant() {
    for (text, printed) in [
        ("X > 1", "X > 1"),
        ("((X)) > (1);", "X > 1"),
        (
            "FORALL I (1 <= I AND I <= N-1 IMPLIES B(I) > B(I+1))",
            "FORALL I (1 <= I and I <= N - 1 IMPLIES B (I) > B (I + 1))",
        ),
        ("(for all I in 1 .. N => B (I) = 0)", "(for all I in 1 .. N => B (I) = 0)"),
        ("for all I in 1 .. N => B (I) = 0", "(for all I in 1 .. N => B (I) = 0)"),
        ("forall i in 1 .. n => b (i) = 0", "(for all i in 1 .. n => b (i) = 0)"),
        ("∀ I, J (I ≤ J ⇒ A(I) ≤ A(J))", "FORALL I (FORALL J (I <= J IMPLIES A (I) <= A (J)))"),
        ("∃ I (A(I) ≠ 0)", "EXISTS I (A (I) /= 0)"),
        ("A implies B implies C", "A IMPLIES B IMPLIES C"),
        ("(A implies B) implies C", "(A IMPLIES B) IMPLIES C"),
        ("A implies (B implies C)", "A IMPLIES B IMPLIES C"),
        ("not (A and B) or (C and D)", "not (A and B) or (C and D)"),
        ("(not A) and B", "not A and B"),
        ("A and (B and C)", "A and (B and C)"),
        ("(A and B) and C", "A and B and C"),
        ("A and then B and then C", "A and then B and then C"),
        ("(A - B) - C", "A - B - C"),
        ("A - (B - C)", "A - (B - C)"),
        ("-(A * B)", "-A * B"),
        ("(-A) * B", "(-A) * B"),
        ("-(A + B)", "-(A + B)"),
        ("-(-A)", "-(-A)"),
        ("-A mod B", "-A mod B"),
        ("(A ** 2) ** 3", "(A ** 2) ** 3"),
        ("(abs A) ** 2", "(abs A) ** 2"),
        ("abs (A ** 2)", "abs (A ** 2)"),
        ("not (not A)", "not (not A)"),
        ("(A < B) = (C < D)", "(A < B) = (C < D)"),
        ("(X in 1 .. 3) = True", "(X in 1 .. 3) = True"),
        ("X in (A + B) .. C | D", "X in A + B .. C | D"),
        ("if X > 1 then Y > 1", "(if X > 1 then Y > 1)"),
        ("A'First = 1 and A'Last = N", "A'First = 1 and A'Last = N"),
        ("P.all.Next.Value = 'x'", "P.all.Next.Value = 'x'"),
        ("M (1, 2) = F (X => 1, Y => 2)", "M (1, 2) = F (X => 1, Y => 2)"),
        ("S (2 .. 3) = \"a\"\"b\"", "S (2 .. 3) = \"a\"\"b\""),
        ("A (B'Range) = (1 .. 3 => 0)", "A (B'Range) = (1 .. 3 => 0)"),
        ("Root'Result (1) = X'Old (2)", "Root'Result (1) = X'Old (2)"),
        ("T'(X) = T'(1, 2)", "T'(X) = T'(1, 2)"),
        ("\"+\" (A, B) = P.\"-\" (A)", "\"+\" (A, B) = P.\"-\" (A)"),
        ("(raise E with \"no\")", "raise E with \"no\""),
        ("P = new T'(1, 2) or P = new T", "P = new T'(1, 2) or P = new T"),
    ] {
        let tree = formula(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(print_expression(&tree), printed, "{text}");
        assert_eq!(formula(printed).as_ref(), Ok(&tree), "{text}");
    }
}

#[test]
fn spans_cover_what_was_written() {
    let text = "FORALL I (A (I) >= B.all (I + 1))";
    let mut files = Files::new();
    let file = files.add("--assume", text);
    let tree = parse_formula(&files, file).expect("it is right");
    assert_eq!(files.text(tree.span()), text);
    let ExprKind::Quantified { over, body, .. } = &tree.kind else { panic!("{tree:?}") };
    assert_eq!(files.text(over.name.at.0), "I");
    let ExprKind::Binary(_, left, right) = &body.kind else { panic!("{body:?}") };
    assert_eq!(files.text(body.span()), "A (I) >= B.all (I + 1)");
    assert_eq!(files.text(left.span()), "A (I)");
    assert_eq!(files.text(right.span()), "B.all (I + 1)");
}

#[test]
fn mistakes_in_formulas() {
    for (text, part) in [
        ("", "expected an expression, found the end"),
        ("X >", "expected an expression, found the end"),
        ("X > 1 Y", "expected the end of the formula, found `Y`"),
        ("1 <= X <= 3", "a comparison of a comparison"),
        ("X = 1 in Boolean", "a comparison of a comparison"),
        ("A and B or C", "different logical operators"),
        ("A and then B and C", "different logical operators"),
        ("2 ** 3 ** 4", "a power of a power"),
        ("A * -B", "expected an operand"),
        ("FORALL (X)", "the variable of the quantifier"),
        ("FORALL X > 1", "expected `(`"),
        ("(X > 1", "expected `,` or `)`, found the end"),
        ("X > 1)", "expected the end of the formula, found `)`"),
        ("F ()", "empty parentheses"),
        ("()", "empty parentheses"),
        ("X + if A then 1 else 2", "in parentheses"),
        ("X'", "the name of an attribute"),
        ("X.", "a name after the point"),
        ("X.if", "reserved word"),
        ("X == 1", "expected an expression"),
        ("X && Y", "expected an expression"),
        ("X ? Y", "no sign of Ada"),
        ("\"abc", "does not end"),
        ("16#G#", "digit `G`"),
        ("(for all I in 1 => True)", "expected `..`"),
        ("X in", "expected an expression"),
        ("(1, 2", "expected `,` or `)`"),
        ("[1, 2)", "expected `,` or `]`"),
        ("(1 .. 2)", "expected `=>`"),
        ("new", "expected a name"),
        ("X := 1", "end of the formula"),
    ] {
        let said = formula(text).expect_err(text);
        assert!(said.contains(part), "{text}: {said}");
    }
}
