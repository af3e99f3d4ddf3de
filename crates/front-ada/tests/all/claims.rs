//! What authors claim is data in the program: contracts, assertions, loop invariants, comments.

use imperative::print_claim;
use language::{Language, LoadOptions, Model};
use source::Files;

/// The claims of all procedures of a text, one a line.
fn claims(text: &str) -> Vec<String> {
    let mut files = Files::new();
    let file = files.add("test.adb", text);
    let loaded = match front_ada::LANGUAGE.load(&files, file, &LoadOptions::default()) {
        Ok(loaded) => loaded,
        Err(problems) => panic!("{}", source::render_all(&problems, &files, false)),
    };
    let Model::Imperative(model) = loaded.model else { panic!("Ada is imperative") };
    let program = &model.program;
    let of = |p: &imperative::Proc| {
        p.claims.iter().map(|c| format!("{}: {}", p.name, print_claim(program, p, c))).collect::<Vec<_>>()
    };
    program.procs.iter().filter(|p| !p.hidden).flat_map(of).collect()
}

#[test]
fn contracts_assertions_and_invariants_are_claims() {
    let found = claims(
        "package P is
   type Vector is array (Positive range <>) of Integer;
   function Largest (A : Vector) return Integer
     with Pre => A'Length > 0 and then A'First = 1,
          Post => (for all K in A'Range => A (K) <= Largest'Result);
   procedure Grow (X : in out Integer)
     with Pre => X < 100, Post => X = X'Old + 1;
end P;
package body P is
   function Largest (A : Vector) return Integer is
      M : Integer := A (1);
   begin
      for I in 2 .. A'Last loop
         pragma Loop_Invariant (for all K in 1 .. I - 1 => A (K) <= M);
         if A (I) > M then
            M := A (I);
         end if;
      end loop;
      pragma Assert (M >= A (1));
      return M;
   end Largest;
   procedure Grow (X : in out Integer) is
      --: entry (X >= 0)
   begin
      X := X + 1;
      --: assert (X > 0)
   end Grow;
end P;
",
    );
    let wanted = [
        "Largest: requires A'Length > 0 and A'First = 1",
        "Largest: ensures forall K: (K >= A'First and K <= A'Last) ==> A (K) <= result",
        "Largest: assert at b2:0 forall K: (K >= 1 and K <= (I - 1)) ==> A (K) <= M",
        "Largest: assert at b3:0 M >= A (1)",
        "Grow: requires X < 100",
        "Grow: requires X >= 0",
        "Grow: ensures X = (old(X) + 1)",
        "Grow: assert at b0:2 X > 0",
    ];
    assert_eq!(found, wanted, "{found:#?}");
}
