//! What has no node of its own is named and kept at its place.

use crate::reading::{parse, right};
use front_ada::syntax::ast::{Decl, DeclKind, UnitKind};

/// The names of all that is unsupported in a text, in the order of the tree.
fn named(text: &str) -> Vec<String> {
    let shown = format!("{:?}", right("test.ada", text));
    let parts = shown.split("Unsupported { what: \"").skip(1);
    parts.map(|part| part.split('"').next().unwrap_or("").to_string()).collect()
}

#[test]
fn each_has_its_plain_name() {
    for (text, what) in [
        ("task T;", "a task"),
        ("task type T;", "a task type"),
        ("task body T is begin null; end T;", "the body of a task"),
        ("protected P is procedure Q; end P;", "a protected object"),
        ("protected type P is procedure Q; end P;", "a protected type"),
        ("protected body P is end P;", "the body of a protected object"),
        ("generic type T is private; package P is end P;", "a generic package"),
        ("generic type T is private; procedure P (X : T);", "a generic subprogram"),
        ("package P is new Q (Integer);", "an instance of a generic unit"),
        ("procedure P is new Q (Integer);", "an instance of a generic unit"),
        ("generic package P renames Q;", "a renaming of a generic unit"),
        ("type T is tagged null record;", "a tagged type"),
        ("type T is tagged private;", "a tagged type"),
        ("type T is new U with null record;", "a type extension"),
        ("type T is new U with private;", "a type extension"),
        ("type T is abstract new U and V with record X : Integer; end record;", "a type extension"),
        ("type T is interface;", "an interface type"),
        ("type T is digits 5;", "a floating-point type"),
        ("type T is delta 0.1 range 0.0 .. 1.0;", "a fixed-point type"),
        ("type T is delta 0.1 digits 5;", "a fixed-point type"),
        ("type T is access procedure;", "access to a subprogram"),
        ("X : access function (Y : T) return T;", "access to a subprogram"),
        ("type T (D : Integer) is record X : Integer; end record;", "discriminants"),
        ("type T (<>) is private;", "unknown discriminants"),
        ("type T is record case D is when 1 => null; end case; end record;", "a variant part"),
        ("X : T (1);", "a discriminant constraint"),
        ("X : T (D => 1);", "a discriminant constraint"),
        ("subtype T is U digits 3;", "a digits constraint"),
        ("for T'Size use 8;", "a representation clause"),
        ("for T use (A => 1);", "a representation clause"),
        ("for T use record X at 0 range 0 .. 7; end record;", "a representation clause"),
        ("overriding procedure P (X : T);", "an overriding subprogram"),
        ("procedure P (X : T) is abstract;", "an abstract subprogram"),
        ("goto L;", "a goto"),
        ("<<L>> null;", "a label"),
        ("delay 1.0;", "a delay"),
        ("delay until X;", "a delay"),
        ("accept E;", "an accept statement"),
        ("select accept E; else null; end select;", "a select statement"),
        ("abort T;", "an abort statement"),
        ("requeue E;", "a requeue statement"),
        ("for I in 1 .. 3 when I /= 2 loop null; end loop;", "an iterator filter"),
        ("X := (Y with Z => 1);", "an extension aggregate"),
        ("X := [for K in 1 .. 3 use K + 1 => K];", "an aggregate with keys or filters"),
        ("X := (1, [for E of A when E > 0 => E]);", "an aggregate with keys or filters"),
        ("X := [for E of A => E]'Reduce (\"+\", 0);", "a reduction"),
        ("X := (for all I in A'Range when I > 1 => A (I) = 0);", "an iterator filter"),
    ] {
        assert_eq!(named(text), [what], "{text}");
    }
}

#[test]
fn it_keeps_its_place_and_text() {
    let text =
        "package P is\n   X : Integer;\n   task T is\n      entry E;\n   end T;\n   Y : Integer;\nend P;\n";
    let mut files = source::Files::new();
    let file = files.add("p.ads", text);
    let tree = front_ada::syntax::parse(&files, file).tree.expect("it is right");
    let UnitKind::Declaration(package) = &tree.units[0].kind else { panic!("{tree:?}") };
    let DeclKind::Package { visible, .. } = &package.kind else { panic!("{package:?}") };
    let [_, Decl { kind: DeclKind::Unsupported(task), at }, _] = &visible[..] else { panic!("{visible:?}") };
    assert_eq!(task.text, "task T is\n      entry E;\n   end T;");
    assert_eq!(files.text(task.at.0), task.text);
    assert_eq!(at.0, task.at.0);
    let place = files.place(task.at.0).expect("a place").1;
    assert_eq!((place.line, place.column), (3, 4));
}

#[test]
fn what_is_skipped_is_not_in_the_tree() {
    let text = "procedure P with Global => (Input => X), Depends => (Y => X), Pre => X > 1;";
    let (tree, said) = parse("p.ads", text);
    assert_eq!(said, "");
    let shown = front_ada::syntax::print(&tree.expect("it is right"));
    assert_eq!(shown, "procedure P with Pre => X > 1;\n");
}
