//! Mutants whose text takes something away that is done: a call, a check, a character that is read. None of them is equivalent.

use crate::asking::Asked;
use base::Budget;
use source::Files;
use std::path::PathBuf;
use workbench::{Fate, Judged, Language, MutateOptions, SearchOptions};

/// The mutants of a text, judged by its own suite.
fn judged(language: &'static dyn Language, name: &str, text: &str) -> Vec<Judged> {
    let mut files = Files::new();
    let file = files.add(name, text);
    let asked = Asked::new(language, &files, file, SearchOptions::default());
    let asked = Asked { path: PathBuf::from(name), ..asked };
    let budget = Budget::unlimited();
    let session = asked.open(None, &budget);
    let suite = session.generate(&mut |_| {}).suite;
    session.mutate(&suite, &MutateOptions { kill: false }, &mut |_| {}).mutants
}

fn equivalent(all: &[Judged]) -> Vec<String> {
    let found = all.iter().filter(|m| m.fate == Fate::Equivalent);
    found.map(|m| format!("line {}: {} becomes {}", m.line, m.from, m.to)).collect()
}

#[test]
fn what_is_read_or_asked_and_not_used_counts() {
    if testkit::require::program("cc", "C files that include headers").is_none() {
        return;
    }
    let text = "#include <stdio.h>\n#include <stdlib.h>\n\
        static void skip(int x) { if (x == 3) getchar(); }\n\
        int both(int x) { skip(x); return getchar(); }\n\
        static void seed(int x) { if (x == 3) srand(1); else srand(2); }\n\
        int draw(int x) { seed(x); return rand() % 100; }\n\
        void next(int x) { if (x == 3) rand(); }\n\
        void shown(int x) { printf(\"a\"); if (x == 3) fflush(stdout); }\n";
    let all = judged(&front_c::LANGUAGE, "read.c", text);
    assert!(all.len() > 20, "{}", all.len());
    assert_eq!(equivalent(&all), Vec::<String>::new());
}

const SIDE: &str = "package Sides is
   G : Integer := 0;
   function Side (A : Integer) return Integer;
   function Assigned (X : Integer) return Integer;
   procedure Either (A, B : Integer; R : out Integer);
   procedure Asserted (X : Integer);
   function Cases (X : Integer) return Integer with
     Contract_Cases => (X < 0 => Cases'Result = -1, X = 0 => Cases'Result = 0, others => Cases'Result = 1);
end Sides;
package body Sides is
   function Side (A : Integer) return Integer is
   begin
      G := A;
      return 0;
   end Side;
   function Assigned (X : Integer) return Integer is
      A : Integer := 0;
   begin
      A := Side (X);
      return A;
   end Assigned;
   procedure Either (A, B : Integer; R : out Integer) is
   begin
      if A /= 5 or 10 / (A - 5) > B then
         R := 1;
      else
         R := 2;
      end if;
   end Either;
   procedure Asserted (X : Integer) is
   begin
      pragma Assert (Side (X) = 0);
   end Asserted;
   function Cases (X : Integer) return Integer is
   begin
      if X > 0 then
         return 1;
      elsif X < 0 then
         return -1;
      end if;
      return 0;
   end Cases;
end Sides;
";

#[test]
fn calls_and_checks_of_ada_go_with_their_text() {
    let all = judged(&front_ada::LANGUAGE, "sides.adb", SIDE);
    assert!(all.len() > 20, "{}", all.len());
    // Without the call G stays as it is; without the right operand nothing is divided by zero; a guard stands for three conditions.
    let changes = [
        "A := Side (X)",
        "becomes A /= 5",
        "becomes (A /= 5)",
        "becomes true",
        "line 8: X < 0 becomes",
        "line 8: X = 0 becomes",
    ];
    let wrong: Vec<String> =
        equivalent(&all).into_iter().filter(|m| changes.iter().any(|change| m.contains(change))).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn assertions_of_impl_go_with_their_calls() {
    let text = "proc side(c: cons, a: int): int { if c /= nil then c.head := a; return 0 }\n\
        proc f(c: cons, x: int): int { assert side(c, x) == 0; return 0 }\n";
    let all = judged(&front_impl::LANGUAGE, "sides.impl", text);
    let wrong = equivalent(&all);
    assert!(wrong.iter().all(|m| !m.contains("side(c, x) == 0 becomes true")), "{wrong:?}");
}
