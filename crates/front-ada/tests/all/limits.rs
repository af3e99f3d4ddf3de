//! Texts of any size and shape: a tree or a message, never a crash.

use crate::reading::parse;
use front_ada::syntax::{MAX_NESTING, parse_formula, print};
use source::Files;

fn in_procedure(statements: &str) -> String {
    format!("procedure P (X : in out Integer) is\nbegin\n{statements}\nend P;\n")
}

#[test]
fn deep_nesting_is_an_error() {
    let n = 20_000;
    let expressions = [
        format!("{}1{}", "(".repeat(n), ")".repeat(n)),
        format!("{}1", "(".repeat(n)),
        format!("{}1{}", "1 + (".repeat(n), ")".repeat(n)),
        format!("1{}", " + 1".repeat(n)),
        format!("A{}", " and then A".repeat(n)),
        format!("X{}", ".Next".repeat(n)),
        format!("X{}", ".all".repeat(n)),
        format!("X{}", " (1)".repeat(n)),
        format!("{}1{}", "F (".repeat(n), ")".repeat(n)),
        format!("{}1{}", "T'(".repeat(n), ")".repeat(n)),
        format!("{}1{}", "(X => ".repeat(n), ")".repeat(n)),
        format!("{}1{}", "[".repeat(n), "]".repeat(n)),
        format!("{}1{}", "(if A then ".repeat(n), ")".repeat(n)),
    ];
    for text in &expressions {
        let (_, said) = parse("deep.adb", &in_procedure(&format!("   X := {text};")));
        assert!(said.contains("nested too deeply"), "{}: {said:.300}", &text[..20]);
    }
    let statements = [
        format!("{}null;{}", "if A then ".repeat(n), " end if;".repeat(n)),
        format!("{}null;{}", "loop ".repeat(n), " end loop;".repeat(n)),
        format!("{}null;{}", "begin ".repeat(n), " end;".repeat(n)),
        format!("{}null;{}", "case X is when others => ".repeat(n), " end case;".repeat(n)),
    ];
    for text in &statements {
        let (_, said) = parse("deep.adb", &in_procedure(text));
        assert!(said.contains("nested too deeply"), "{}: {said:.300}", &text[..20]);
    }
    let nested = format!("{}{}", "procedure P is ".repeat(n), "begin null; end;".repeat(n));
    assert!(parse("deep.adb", &nested).1.contains("nested too deeply"));
    let nested = format!("{}{}", "package P is ".repeat(n), "end;".repeat(n));
    assert!(parse("deep.ads", &nested).1.contains("nested too deeply"));
}

#[test]
fn chains_inside_of_chains_add_up() {
    // Each is within the limit; together they are not.
    let mut text = "1".to_string();
    for _ in 0..20 {
        text = format!("({text}{})", " + 1".repeat(50));
    }
    let mut files = Files::new();
    let file = files.add("--assume", text);
    let said = parse_formula(&files, file).expect_err("a thousand levels");
    assert!(said.message.contains("nested too deeply"));
}

#[test]
fn nesting_up_to_the_limit_is_fine() {
    let n = MAX_NESTING / 2 - 20;
    for text in [
        format!("   X := {}1{};", "(".repeat(n), ")".repeat(n)),
        format!("   X := 1{};", " + 1".repeat(MAX_NESTING - 20)),
        format!("   X := X{};", ".Next".repeat(MAX_NESTING - 20)),
        format!("   X := {}1{};", "F (".repeat(n / 2), ")".repeat(n / 2)),
        format!("{}null;{}", "if A then ".repeat(n), " end if;".repeat(n)),
    ] {
        let (tree, said) = parse("deep.adb", &in_procedure(&text));
        let tree = tree.unwrap_or_else(|| panic!("{}: {said}", &text[..20]));
        let again = parse("deep.adb", &print(&tree)).0.expect("printed");
        assert!(tree == again);
    }
}

#[test]
fn long_texts_are_read() {
    let lines = |line: &dyn Fn(usize) -> String| (0..5_000).map(line).collect::<String>();
    for text in [
        in_procedure(&lines(&|i| format!("   X := X * {i} + A (X, {i});\n"))),
        in_procedure(&lines(&|i| format!("   if X = {i} then P (X); else X := {i}; end if;\n"))),
        in_procedure(&format!("   P ({}1);", "1, ".repeat(100_000))),
        in_procedure(&format!(
            "   X := (case X is {}when others => 0);",
            lines(&|i| format!("when {i} => 1,\n"))
        )),
        in_procedure(&lines(&|_| "   --: assert (X = 1)\n   null;\n".to_string())),
        format!(
            "procedure P is\n{}begin\n   null;\nend P;\n",
            lines(&|i| format!("   V{i} : Integer := {i};\n"))
        ),
        lines(&|i| format!("procedure P{i} is\nbegin\n   null;\nend P{i};\n")),
        format!("-- {}\n{}", "a".repeat(1_000_000), in_procedure("null;")),
    ] {
        let (tree, said) = parse("long.adb", &text);
        assert!(tree.is_some(), "{said}");
    }
    for text in [
        in_procedure(&format!("{}   X = 1;", "   X := 1;\n".repeat(10_000))),
        in_procedure(&format!("   X := {};", "1".repeat(1_000_000))),
        format!("{} :", "a".repeat(1_000_000)),
        "begin ".repeat(100_000),
        "end ".repeat(100_000),
        "; ".repeat(100_000),
        ") ".repeat(100_000),
        "X ".repeat(100_000),
        "<<".repeat(100_000),
        "'".repeat(100_000),
        "\"".repeat(100_001),
    ] {
        let (tree, said) = parse("long.adb", &text);
        assert!(tree.is_none(), "{text:.20}");
        assert!(said.len() < 10_000, "{}", said.len());
    }
}

/// Ten megabytes; with the tree of tree-sitter and our own it takes some seconds.
#[test]
fn ten_megabytes_are_read() {
    let part = "   procedure P (A : in out Vector; N : Natural) is\n      X : Integer := A (1) + 2 * N;\n   begin\n      \
                for I in 1 .. N loop\n         if A (I) > X then\n            A (I) := A (I) - X;\n         end if;\n      \
                end loop;\n   end P;\n\n";
    let count = 10_000_000 / part.len();
    let text = format!("package body Large is\n{}end Large;\n", part.repeat(count));
    let (tree, said) = parse("large.adb", &text);
    assert!(tree.is_some(), "{said}");
}

#[test]
fn odd_texts() {
    for text in [
        "",
        " ",
        "\n",
        "-- nothing",
        "--:",
        "--: x",
        "\u{feff}procedure P;",
        "\0",
        "é",
        ";",
        "end",
        "is",
        "with",
        "use;",
        "pragma",
        "pragma X",
        "pragma X;",
        "procedure",
        "procedure P",
        "function",
        "package",
        "package P is",
        "type",
        "type T",
        "type T is",
        "subtype",
        "X",
        "X :",
        "X : ",
        "X.",
        "X'",
        "X (",
        "if",
        "case",
        "loop",
        "for",
        "'",
        "\"",
        "16#",
        "1.",
        "1..",
        "...",
        "array <> of",
        "begin",
        "declare",
        "generic",
        "task",
        "separate",
        "separate (",
        "private",
        "procedure P is begin null; end \"+\";",
        "function \"+\" return T;",
        "procedure P.Q.R;",
        "X := \"\" & \"\";",
        "<<L>>",
        "<<L>> null;",
        "X : Integer := 1;",
        "null;",
        "goto L;",
        "#if X then null; #end if;",
        "$X := 1;",
        "procedure P with Pre;",
        "type T is new;",
        "X : T'Class;",
        "for X use 1;",
        "for X'Size use 1;",
        "type T is (A, 'b');",
        "type T is not null access T;",
        "procedure P is new Q (X => <>);",
    ] {
        // A message or a tree; both are fine here.
        let (tree, _) = parse("odd.ada", text);
        if let Some(tree) = tree {
            let printed = print(&tree);
            let again = parse("odd.ada", &printed).0.unwrap_or_else(|| panic!("{text}: {printed}"));
            assert!(tree == again, "{text}: {printed}");
        }
    }
}
