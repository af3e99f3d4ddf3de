//! What functions without parameters give when they run, which GNAT gave too: checks stand where the language has them.

use imperative::machine::{self, Options, Outcome, State, Value};
use imperative::{ErrorKind, ProcId, Program};
use language::{Language, LoadOptions, Model};
use source::Files;

fn program(text: &str) -> Program {
    let mut files = Files::new();
    let file = files.add("test.adb", text);
    let loaded = match front_ada::LANGUAGE.load(&files, file, &LoadOptions::default()) {
        Ok(loaded) => loaded,
        Err(problems) => panic!("{text}\n{}", source::render_all(&problems, &files, false)),
    };
    let Model::Imperative(model) = loaded.model else { panic!("Ada is imperative") };
    model.program
}

/// What a function gives, or how it ends.
fn result(declarations: &str, body: &str) -> Result<i64, ErrorKind> {
    let text = format!("function F return Integer is\n{declarations}\nbegin\n{body}\nend F;\n");
    let program = program(&text);
    let id = program.proc_ids().find(|id| program.proc(*id).is_some_and(|p| p.name == "F"));
    let id: ProcId = id.expect("a function F");
    let run = machine::run(&program, id, State::new(&program, id), &Options::default());
    match (run.outcome, run.result) {
        (Outcome::Ok, Some(Value::Int(n))) => Ok(n.to_i64().expect("a small number")),
        (Outcome::Error { kind, .. }, _) => Err(kind),
        (outcome, _) => panic!("{text}\n{outcome:?}"),
    }
}

#[test]
fn a_renamed_name_is_checked_where_it_is_declared() {
    let vars = "type Buf is array (1 .. 5) of Integer;
        type R is record V : Integer; end record;
        type P is access R;
        B : Buf := (1, 2, 3, 4, 5);
        I : Integer := 9;
        Q : P;
        U : Buf;";
    let index = Err(ErrorKind::IndexOutOfRange);
    // It fails although nobody uses the name.
    assert_eq!(result(&format!("{vars} E : Integer renames B (I);"), "return 7;"), index);
    assert_eq!(result(&format!("{vars} C : Buf renames B; E : Integer renames C (I);"), "return 7;"), index);
    let null = Err(ErrorKind::NilDereference);
    assert_eq!(result(&format!("{vars} E : Integer renames Q.V;"), "return 7;"), null);
    assert_eq!(result(&format!("{vars} E : R renames Q.all;"), "return 7;"), null);
    let slice = Err(ErrorKind::OutOfRange);
    assert_eq!(
        result(
            &format!("{vars} S : Buf renames B; subtype N is Integer;"),
            "declare T : Buf renames S; begin return T (5); end;"
        ),
        Ok(5)
    );
    assert_eq!(
        result(
            "type V is array (Positive range <>) of Integer; A : V (1 .. 3) := (1, 2, 3); N : Integer := 4;",
            "declare S : V renames A (2 .. N); begin return 7; end;"
        ),
        slice
    );
    // A handler of the same block does not see it, one around it does.
    let body = "declare E : Integer renames B (I); begin return E; exception when others => return 3; end;";
    assert_eq!(result(vars, body), index);
    let around = "begin declare E : Integer renames B (I); begin return 7; end;
        exception when Constraint_Error => return 8; end;";
    assert_eq!(result(vars, around), Ok(8));
    // What has no value may have another name, and later changes of the index mean nothing.
    let later = "declare E : Integer renames U (I - 6); begin I := 1; E := 4; return U (3); end;";
    assert_eq!(result(vars, later), Ok(4));
}

#[test]
fn the_last_index_of_joined_arrays_is_one_of_the_type() {
    let vars = "subtype Ix is Integer range 1 .. 5;
        type V is array (Ix range <>) of Integer;
        type W is array (1 .. 5) of Integer;
        N : Integer := 3;
        A : V (1 .. 3) := (1, 2, 3);
        E : V (5 .. 4) := (others => 0);
        X : W := (1, 2, 3, 4, 5);";
    let last = |e: &str| result(vars, &format!("declare R : constant V := {e}; begin return R'Last; end;"));
    let wrong = Err(ErrorKind::OutOfRange);
    assert_eq!(last("A (1 .. N) & A (1 .. 2)"), Ok(5));
    assert_eq!(last("A (1 .. N) & A"), wrong);
    assert_eq!(last("A (1 .. N) & A (1 .. 2) & 7"), wrong);
    assert_eq!(last("A (N .. N) & A (1 .. 2)"), Ok(5));
    assert_eq!(last("A (N .. N) & A"), wrong);
    // An operand without elements gives the bounds of the other one.
    assert_eq!(last("E & A"), Ok(3));
    assert_eq!(last("E & 1"), Ok(1));
    // Arrays of a type with bounds start where these do.
    let first = "declare R : constant W := X (N .. 5) & X (2 .. N); begin return R (1); end;";
    assert_eq!(result(vars, first), Ok(3));
    assert_eq!(result(vars, "if X & X = X then return 1; end if; return 2;"), wrong);
    let text = "S : String (Positive'Last .. Positive'Last) := \"a\"; C : Character := 'b';";
    assert_eq!(result(text, "declare T : constant String := S & C; begin return T'Length; end;"), wrong);
    assert_eq!(result(text, "declare T : constant String := C & S; begin return T'Length; end;"), Ok(2));
}

#[test]
fn a_return_in_an_extended_return_gives_its_object() {
    let body = "return R : Integer := 4 do if R = 4 then R := 5; return; end if; R := 6; end return;";
    assert_eq!(result("", body), Ok(5));
}

/// The decisions of a text that are something to cover: those whose condition is no constant.
fn decisions(text: &str) -> usize {
    let program = program(text);
    let all = program.procs.iter().flat_map(|p| &p.decisions);
    all.filter(|d| d.kind.is_written() && !matches!(d.cond.kind, imperative::ExprKind::Bool(_))).count()
}

#[test]
fn what_decides_on_something_unsupported_is_to_be_covered() {
    let of = |statements: &str| {
        decisions(&format!(
            "with Interfaces;
procedure P (X : in out Integer; U : Interfaces.Unsigned_8) is
   type Arr is array (1 .. 3) of Integer with Default_Component_Value => 4;
   A : Arr;
begin
   {statements}
end P;
"
        ))
    };
    assert_eq!(of("if Interfaces.Shift_Left (U, 1) = 8 then X := 1; end if;"), 1);
    assert_eq!(of("if A (2) /= 4 then X := 1; elsif X = 3 then X := 2; end if;"), 2);
    assert_eq!(of("while A (X) > 3 loop X := X + 1; end loop;"), 1);
    assert_eq!(of("for E of A loop if X = 1 then X := E; end if; end loop;"), 2);
    assert_eq!(of("case A (1) is when 1 => X := 1; when 2 => X := 2; when others => null; end case;"), 2);
    assert_eq!(of("for I in 1 .. 3 when I /= X loop null; end loop;"), 1);
    assert_eq!(of("X := A (2);"), 0);
}

/// What is not supported here concerns those who use it; the other subprograms of the file are read.
#[test]
fn programs_with_something_unsupported_are_read() {
    let unsupported = |text: &str, what: &str| {
        let program = program(text);
        let instructions = program.procs.iter().flat_map(|p| &p.blocks).flat_map(|b| &b.instrs);
        let found: Vec<String> = instructions
            .filter_map(|i| match &i.kind {
                imperative::InstrKind::Unsupported(what) => Some(what.clone()),
                _ => None,
            })
            .collect();
        assert!(found.iter().any(|f| f.contains(what)), "{what}: {found:?}\n{text}");
    };
    unsupported(
        "with Interfaces; use Interfaces;
        procedure P (X : Integer; R : out Integer) is
           function Sh (X : Unsigned_8) return Unsigned_8 is (Shift_Left (X, 1));
        begin
           if X > 3 then R := 1; else R := Integer (Sh (1)); end if;
        end P;",
        "`Shift_Left`, which Interfaces may declare,",
    );
    unsupported(
        "with Ada.Text_IO; use Ada.Text_IO;
        procedure P (X : Integer) is
           S : String (1 .. 4);
           L : Natural;
        begin
           if X > 3 then Get_Line (S, L); elsif End_Of_File then Put (\"eof\"); end if;
        end P;",
        "the library's ada.text_io.get_line",
    );
    unsupported(
        "procedure P (C : Wide_Character; X : out Integer) is
        begin
           if C = 'x' then X := 1; else X := 2; end if;
        end P;",
        "the type Wide_Character",
    );
    unsupported(
        "procedure P (A : Boolean; R : out Boolean) is
           type My_Bool is new Boolean;
           function F (X, Y : My_Bool) return My_Bool is (X and then not Y);
        begin
           R := A;
           if F (True, My_Bool (A)) = False then R := not R; end if;
        end P;",
        "a type derived from Boolean",
    );
}

#[test]
fn a_name_of_an_unknown_unit_hides_nothing_that_is_declared() {
    let text = "with Lib; use Lib;
        with Ada.Text_IO; use Ada.Text_IO;
        function F return Integer is
           package Inner is
              function Line return Integer is (4);
           end Inner;
           use Inner;
        begin
           Outer : for I in 1 .. 3 loop exit Outer when I = 2; end loop Outer;
           return Line;
        end F;";
    let program = program(text);
    let id = program.proc_ids().find(|id| program.proc(*id).is_some_and(|p| p.name == "F"));
    let id: ProcId = id.expect("a function F");
    let run = machine::run(&program, id, State::new(&program, id), &Options::default());
    assert_eq!(run.result, Some(Value::Int(4.into())), "{:?}", run.outcome);
}

#[test]
fn one_less_than_nothing_is_the_last_value_of_a_modular_type() {
    let vars = "type M is mod 7; X : M := 6; Y : M := 2;";
    assert_eq!(result(vars, "if X = -1 then return Integer (Y + (-3)); end if; return 9;"), Ok(6));
}

#[test]
fn contracts_check_the_arguments_of_their_calls() {
    let text = "subtype Small is Integer range 1 .. 10;
        function Ge (A : Small) return Boolean is (A >= 3);
        function P (X : Integer) return Integer with Pre => Ge (X), Post => Ge (P'Result);
        function P (X : Integer) return Integer is (X);";
    assert_eq!(result(text, "return P (4);"), Ok(4));
    assert_eq!(result(text, "return P (2);"), Err(ErrorKind::FailedAssertion));
    assert_eq!(result(text, "return P (12);"), Err(ErrorKind::OutOfRange));
}
