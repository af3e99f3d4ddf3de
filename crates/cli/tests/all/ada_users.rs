//! What users of Ada ran into: each a small program, and what they are told now.

use crate::running::Scratch;

/// A range of a `case` or a membership is one condition: both of its outcomes are covered.
#[test]
fn a_range_is_one_condition() {
    let scratch = Scratch::new("ada-ranges");
    let grade = "function Grade (Points : Natural) return Character is
begin
   if Points in 101 .. 110 | 120 then
      return 'x';
   end if;
   case Points is
      when 90 .. 100        => return 'a';
      when 80 .. 89 | 70    => return 'b';
      when others           => return 'f';
   end case;
end Grade;
";
    scratch.file("grade.adb", grade);
    for criterion in ["branch", "condition", "mcdc"] {
        let (_, out, errors) = scratch.run(&["generate", "grade.adb", "-c", criterion]);
        assert!(out.contains(" of ") && !out.contains("infeasible ("), "{criterion}: {out}{errors}");
        let summary = out.lines().find(|l| l.contains(" tests; ")).unwrap_or("");
        let counts: Vec<&str> = summary.split([' ', ',']).filter(|w| w.parse::<u32>().is_ok()).collect();
        assert_eq!(counts.get(1), counts.get(2), "{criterion}: {summary}");
    }
}

/// Where the bound on iterations cuts a loop off, the path that leaves it says so.
#[test]
fn a_loop_that_ends_at_the_bound_says_where() {
    let scratch = Scratch::new("ada-exit");
    let count = "procedure Count (N : in Integer; R : out Integer) is
begin
   R := 0;
   while R < N loop
      R := R + 1;
   end loop;
end Count;
";
    scratch.file("count.adb", count);
    for (loops, last) in [("1", "η = 1"), ("2", "η = 2")] {
        let (_, out, errors) = scratch.run(&["trace", "count.adb", "--view", "arrays", "--loops", loops]);
        let first = out.split("\n\n").next().unwrap_or("");
        let end = first.lines().rfind(|l| l.contains("PC:")).unwrap_or("");
        assert!(end.ends_with(last), "{end}\n{out}{errors}");
    }
}

/// A generic unit is named where it is used; the rest of the file is tested.
#[test]
fn a_generic_unit_does_not_hide_the_rest() {
    let scratch = Scratch::new("ada-generic");
    let spec = "generic\n   type Element is private;\n   with function Is_Big (E : Element) return Boolean;\npackage Boxes is\n   procedure Put (E : Element);\nend Boxes;\n";
    let body = "package body Boxes is\n   Kept : Element;\n   procedure Put (E : Element) is\n   begin\n      if Is_Big (E) then\n         Kept := E;\n      end if;\n   end Put;\nend Boxes;\n";
    let user = "with Boxes;
package body User is
   function Big (N : Integer) return Boolean is (N > 1000);
   package Numbers is new Boxes (Integer, Big);
   generic
      type T is range <>;
   function Larger (A, B : T) return T;
   function Larger (A, B : T) return T is
   begin
      return (if A > B then A else B);
   end Larger;
   procedure Keep (N : Integer) is
   begin
      Numbers.Put (N);
   end Keep;
   function Sign (N : Integer) return Integer is
   begin
      if N < 0 then
         return -1;
      end if;
      return 1;
   end Sign;
end User;
";
    scratch.file("boxes.ads", spec).file("boxes.adb", body).file("user.adb", user);
    scratch.file("user.ads", "package User is\n   procedure Keep (N : Integer);\n   function Sign (N : Integer) return Integer;\nend User;\n");
    let (_, out, errors) = scratch.run(&["generate", "user.adb", "--conditions"]);
    assert!(out.contains("Sign:1T") && out.contains("Sign:1F"), "{out}{errors}");
    assert!(out.contains("an instance of a generic unit is not supported (line 14)"), "{out}{errors}");
}

/// Powers overflow within GNAT's library, which its message names.
#[test]
fn an_overflow_of_a_power_is_expected_anywhere() {
    if testkit::require::program("gnatmake", "tests of powers run").is_none() {
        return;
    }
    let scratch = Scratch::new("ada-powers");
    scratch.file(
        "power.adb",
        "function Power (B : Integer; E : Natural) return Integer is\nbegin\n   return B ** E;\nend Power;\n",
    );
    scratch.run(&["generate", "power.adb", "-c", "path", "--loops", "3", "--format", "json", "-o", "p.json"]);
    let (_, out, errors) = scratch.run(&["run", "p.json", "--native"]);
    assert!(out.contains(", 0 failed"), "{out}{errors}");
}

/// To cover branches is to enter handlers too.
#[test]
fn handlers_are_branches() {
    let scratch = Scratch::new("ada-handlers");
    let safe = "function Safe (A, B : Integer) return Integer is
begin
   return A / B;
exception
   when Constraint_Error =>
      return 0;
end Safe;
";
    scratch.file("safe.adb", safe);
    let (_, out, errors) = scratch.run(&["generate", "safe.adb"]);
    assert!(out.contains("branch: 1 of 1 covered"), "{out}{errors}");
    assert!(out.contains("result = 0"), "{out}{errors}");
}

/// What is refused leaves files alone.
#[test]
fn a_drawing_that_is_refused_leaves_the_file() {
    let scratch = Scratch::new("ada-drawing");
    scratch.file("one.adb", "procedure One (N : in out Integer) is\nbegin\n   N := 1;\nend One;\n");
    scratch.file("keep.png", "kept");
    for arguments in [
        &["trace", "one.adb", "-o", "keep.png"][..],
        &["graph", "one.adb", "-o", "keep.png"],
        &["trace", "one.adb", "--view", "heap", "--html", "page", "-o", "keep.png"],
    ] {
        let (code, out, errors) = scratch.run(arguments);
        assert_eq!(code, Some(2), "{out}{errors}");
        let kept = std::fs::read_to_string(scratch.0.join("keep.png")).unwrap_or_default();
        assert_eq!(kept, "kept", "{arguments:?}");
    }
}

/// One more criterion takes nothing from the others.
#[test]
fn loop_counts_do_not_bound_the_search_for_branches() {
    let scratch = Scratch::new("ada-counts");
    let late = "function Late (N : Natural) return Boolean is
   Sum : Natural := 0;
begin
   for I in 1 .. N loop
      Sum := Sum + 1;
      if Sum = 7 then
         return True;
      end if;
   end loop;
   return False;
end Late;
";
    scratch.file("late.adb", late);
    let (_, out, errors) = scratch.run(&["generate", "late.adb", "-c", "branch", "-c", "loop-count=2"]);
    assert!(out.contains("branch: 4 of 4 covered; loop-count: 3 of 3 covered"), "{out}{errors}");
}

/// Memberships are read in the quantifiers of a precondition: no loop is cut off before the first statement.
#[test]
fn a_precondition_with_a_membership_is_no_loop() {
    let scratch = Scratch::new("ada-membership");
    let spec = "package Sums is
   subtype Index is Integer range 1 .. 5;
   type Vector is array (Index) of Integer;
   function Sum (A : Vector; N : Index) return Integer with Pre => (for all I in Index => A (I) in 0 .. 100 | 200);
end Sums;
";
    let body = "package body Sums is
   function Sum (A : Vector; N : Index) return Integer is
      Total : Integer := 0;
   begin
      for I in 1 .. N loop
         Total := Total + A (I);
      end loop;
      return Total;
   end Sum;
end Sums;
";
    scratch.file("sums.ads", spec).file("sums.adb", body);
    let (_, out, errors) = scratch.run(&["generate", "sums.adb", "-c", "path", "--loops", "2"]);
    assert!(out.contains("2 tests; path: 2 of 2 covered"), "{out}{errors}");
}

/// An array of records without elements is written with a box.
#[test]
fn an_empty_array_of_records_is_written() {
    if testkit::require::program("gnatmake", "an empty array of records compiles").is_none() {
        return;
    }
    let scratch = Scratch::new("ada-empty");
    let spec = "package Lists is
   type Item is record
      Value : Integer;
   end record;
   type Item_List is array (Positive range <>) of Item;
   function Is_Empty (L : Item_List) return Boolean;
end Lists;
";
    let body = "package body Lists is
   function Is_Empty (L : Item_List) return Boolean is
   begin
      if L'Length = 0 then
         return True;
      end if;
      return False;
   end Is_Empty;
end Lists;
";
    scratch.file("lists.ads", spec).file("lists.adb", body);
    scratch.run(&["generate", "lists.adb", "--format", "json", "-o", "l.json"]);
    let (_, out, errors) = scratch.run(&["run", "l.json", "--native"]);
    assert!(out.contains("2 passed, 0 failed, 0 skipped"), "{out}{errors}");
}

/// An error in a specification is one at a line of that file, wherever it is shown.
#[test]
fn an_error_in_a_specification_is_shown_there() {
    let scratch = Scratch::new("ada-specification");
    let spec = "package Half is
   --  The body has other lines.
   function Part (X : Integer) return Integer is (100 / X);
   procedure Run (X : Integer; Y : out Integer);
end Half;
";
    let body = "package body Half is
   procedure Run (X : Integer; Y : out Integer) is
   begin
      Y := Part (X);
   end Run;
end Half;
";
    scratch.file("half.ads", spec).file("half.adb", body);
    let (_, out, errors) = scratch.run(&["generate", "half.adb", "-c", "path", "--html", "half.html"]);
    assert!(out.contains("--> half.ads:3:") && !out.contains("half.adb:3:"), "{out}{errors}");
    assert!(!out.contains("3 |    begin") && out.contains("of half.ads"), "{out}{errors}");
    let page = scratch.read("half.html");
    assert!(page.contains("half.ads:3:") && !page.contains("half.adb:3:"), "{page}");
    scratch.run(&["generate", "half.adb", "-c", "path", "--format", "json", "-o", "half.json"]);
    let suite: serde_json::Value = serde_json::from_str(&scratch.read("half.json")).expect("JSON");
    let tests = suite.get("tests").and_then(|tests| tests.as_array()).expect("tests");
    let outcomes = || tests.iter().filter_map(|t| t.get("outcome"));
    let mut wrong = outcomes().filter(|o| o["kind"] == "error");
    assert!(wrong.clone().count() > 0 && wrong.all(|o| o["file"] == "half.ads" && o["line"] == 3), "{suite}");
    let (_, again, errors) = scratch.run(&["run", "half.json"]);
    assert!(again.contains(", 0 failed"), "{again}{errors}");
    if testkit::require::program("gnatmake", "errors of specifications run").is_some() {
        let (_, out, errors) = scratch.run(&["run", "half.json", "--native"]);
        assert!(out.contains(", 0 failed"), "{out}{errors}");
    }
}

/// The result is computed within the body, whose handlers catch what goes wrong there; a postcondition that fails there does
/// different things with different compilers.
#[test]
fn handlers_catch_errors_of_the_result_under_a_postcondition() {
    let scratch = Scratch::new("ada-post-handler");
    let spec =
        "package Q is\n   function F (Y : Integer) return Integer with Post => F'Result /= 4;\nend Q;\n";
    let body = "package body Q is
   function F (Y : Integer) return Integer is
   begin
      return 3 + abs (Y);
   exception
      when others =>
         return -1;
   end F;
end Q;
";
    scratch.file("q.ads", spec).file("q.adb", body);
    let (_, out, errors) = scratch.run(&["generate", "q.adb", "-c", "path", "--conditions"]);
    assert!(out.contains("result = -1") && !out.contains("error:"), "{out}{errors}");
    assert!(out.contains("a postcondition that fails where the body has handlers"), "{out}{errors}");
    if testkit::require::program("gnatmake", "postconditions of bodies with handlers run").is_some() {
        scratch.run(&["generate", "q.adb", "-c", "path", "--format", "json", "-o", "q.json"]);
        let (_, out, errors) = scratch.run(&["run", "q.json", "--native"]);
        assert!(out.contains(", 0 failed"), "{out}{errors}");
    }
}
