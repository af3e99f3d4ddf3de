//! Examples that a textbook would have: the goals of each criterion, and which runs meet them.

use crate::support;

use criteria::reachable;
use criteria::{Criterion, Goals, Mcdc, Meter, Seen, Witness, goals, is_met, witnesses};
use imperative::machine::{Limits, Outcome, State, Value};
use imperative::{ProcId, Program};
use source::{Files, Span};
use support::load;

fn line(files: &Files, span: Span) -> usize {
    files.place(span).map_or(0, |(_, at)| at.line)
}

fn of(program: &Program, criterion: Criterion) -> Goals {
    let main = program.main.expect("a main program");
    goals(program, &reachable(program, main), criterion)
}

/// The goals of a criterion as lines: where, what, and where the use is.
fn listed(text: &str, criterion: &str) -> String {
    let (files, program) = load(text);
    let criterion = Criterion::parse(criterion).expect("a criterion");
    let mut out = String::new();
    for goal in of(&program, criterion).list {
        let to = goal.to.map_or(String::new(), |to| format!(" in line {}", line(&files, to)));
        let never = if goal.hopeless { " (never)" } else { "" };
        let words = goal.describe_in(&program, &files);
        out.push_str(&format!("{}: {words}{to}{never}\n", line(&files, goal.span)));
    }
    out
}

fn measured(program: &Program, criterion: Criterion, inputs: &[(&str, i64)]) -> Seen {
    let main = program.main.expect("a main program");
    let mut input = State::new(program, main);
    let proc = &program.procs[main.index()];
    for v in proc.inputs().collect::<Vec<_>>() {
        let var = &proc.vars[v.index()];
        let given = inputs.iter().find(|(name, _)| *name == var.name).map_or(0, |(_, n)| *n);
        let value = match var.ty {
            imperative::Type::Bool => Value::Bool(given != 0),
            imperative::Type::Int => Value::int(given),
            _ => Value::Nil,
        };
        input.set(v, value);
    }
    Meter::new(program, &[criterion]).run(main, input, &Limits::default()).1
}

/// Which goals some runs meet together, as `x` and `.` in order.
fn met(text: &str, criterion: &str, runs: &[&[(&str, i64)]]) -> String {
    let (_, program) = load(text);
    let criterion = Criterion::parse(criterion).expect("a criterion");
    let seen: Vec<Seen> = runs.iter().map(|inputs| measured(&program, criterion, inputs)).collect();
    of(&program, criterion).list.iter().map(|g| if is_met(g, &seen) { 'x' } else { '.' }).collect()
}

const GCD: &str = "\
while (x > 0 and y > 0) do
  if (x > y)
  then x := x - y
  else y := y - x;
result := x + y
";
const DECIDE: &str = "if (a == 1 and b == 1) or c == 1 then d := 1 else d := 0";

/// Compares lists of goals; the first line of the wanted text is empty.
fn assert_listed(text: &str, criterion: &str, wanted: &str) {
    assert_eq!(listed(text, criterion), wanted.trim_start_matches('\n'), "{criterion}");
}

#[test]
fn the_goals_of_the_greatest_common_divisor() {
    assert_listed(
        GCD,
        "statement",
        "
1: the statement is executed
2: the statement is executed
3: the statement is executed
4: the statement is executed
5: the statement is executed
",
    );
    assert_listed(
        GCD,
        "branch",
        "
1: `x > 0 and y > 0` is true
1: `x > 0 and y > 0` is false
2: `x > y` is true
2: `x > y` is false
",
    );
    assert_listed(
        GCD,
        "condition",
        "
1: `x > 0` is true
1: `x > 0` is false
1: `y > 0` is true
1: `y > 0` is false
2: `x > y` is true
2: `x > y` is false
",
    );
    assert_listed(
        GCD,
        "multiple-condition",
        "
1: `x > 0` is true, `y > 0` is true
1: `x > 0` is true, `y > 0` is false
1: `x > 0` is false
2: `x > y` is true
2: `x > y` is false
",
    );
    for (kind, rest) in [("mcdc", ""), ("mcdc=unique-cause", ", all else being equal")] {
        let wanted = "
1: `x > 0` alone decides the outcome, as true and as falseREST
1: `y > 0` alone decides the outcome, as true and as falseREST
2: `x > y` alone decides the outcome, as true and as falseREST
";
        assert_listed(GCD, kind, &wanted.replace("REST", rest));
    }
    assert_listed(
        GCD,
        "loop-count=3",
        "
1: the loop is not executed
1: the loop is executed exactly once
1: the loop is executed exactly 2 times
1: the loop is executed exactly 3 times
",
    );
    assert_listed(GCD, "function", "1: `main` is invoked\n");
    for none in ["call", "path", "block-count"] {
        assert_listed(GCD, none, "");
    }
}

#[test]
fn the_data_flow_of_the_greatest_common_divisor() {
    assert_listed(
        GCD,
        "all-defs",
        "
1: `x` as given reaches a use
1: `y` as given reaches a use
3: `x` set here reaches a use
4: `y` set here reaches a use
5: `result` set here reaches a use
",
    );
    let uses = listed(GCD, "all-uses");
    assert_eq!(uses.lines().count(), 33);
    let of_x: Vec<&str> = uses.lines().filter(|l| l.starts_with("3:")).collect();
    assert_eq!(
        of_x,
        [
            "3: `x` set here reaches a condition that is true in line 1",
            "3: `x` set here reaches a condition that is false in line 1",
            "3: `x` set here reaches a condition that is true in line 2",
            "3: `x` set here reaches a condition that is false in line 2",
            "3: `x` set here reaches its use in line 3",
            "3: `x` set here reaches its use in line 4",
            "3: `x` set here reaches its use in line 5",
            "3: `x` set here is seen at the end in line 6",
        ]
    );
    // Every two blocks are joined by one way here.
    let ways = listed(GCD, "all-du-paths");
    assert_eq!(ways.lines().count(), 33);
    assert!(ways.contains("3: `x` set here, by lines 3, 1, 2, 3, reaches its use in line 3\n"), "{ways}");
    assert!(ways.contains("5: `result` set here, within one block, is seen at the end in line 6\n"));
}

#[test]
fn what_runs_of_the_greatest_common_divisor_meet() {
    let one: &[&[(&str, i64)]] = &[&[("x", 1), ("y", 1)]];
    assert_eq!(met(GCD, "statement", one), "xx.xx");
    assert_eq!(met(GCD, "branch", one), "xx.x");
    // 4, 2 → 2, 2 → 2, 0: the second condition gets false, the first never.
    let two: &[&[(&str, i64)]] = &[&[("x", 4), ("y", 2)]];
    assert_eq!(met(GCD, "branch", two), "xxxx");
    assert_eq!(met(GCD, "condition", two), "x.xxxx");
    assert_eq!(met(GCD, "multiple-condition", two), "xx.xx");
    assert_eq!(met(GCD, "mcdc", two), ".xx");
    assert_eq!(met(GCD, "mcdc", &[two[0], &[("x", 0), ("y", 1)]]), "xxx");
    assert_eq!(met(GCD, "loop-count", two), "..x");
    assert_eq!(met(GCD, "all-defs", two), "xxxxx");
}

#[test]
fn combinations_and_mcdc_of_three_conditions() {
    assert_listed(
        DECIDE,
        "multiple-condition",
        "
1: `a == 1` is true, `b == 1` is true
1: `a == 1` is true, `b == 1` is false, `c == 1` is true
1: `a == 1` is true, `b == 1` is false, `c == 1` is false
1: `a == 1` is false, `c == 1` is true
1: `a == 1` is false, `c == 1` is false
",
    );
    let run = |a, b, c| [("a", a), ("b", b), ("c", c)];
    let (tt, tft, tff, ft, ff) = (run(1, 1, 0), run(1, 0, 1), run(1, 0, 0), run(0, 1, 1), run(0, 1, 0));
    assert_eq!(met(DECIDE, "condition", &[&tt, &ff]), "xxx..x");
    assert_eq!(met(DECIDE, "condition", &[&tft, &ff]), "xx.xxx");
    assert_eq!(met(DECIDE, "condition", &[&tt, &tff, &ft]), "xxxxxx");
    assert_eq!(met(DECIDE, "multiple-condition", &[&tt, &tft, &tff, &ft, &ff]), "xxxxx");
    assert_eq!(met(DECIDE, "multiple-condition", &[&tt, &ff, &ff]), "x...x");
    // The classical minimal sets have one test more than there are conditions.
    for kind in ["mcdc", "mcdc=unique-cause"] {
        assert_eq!(met(DECIDE, kind, &[&tt, &tff, &tft, &ff]), "xxx", "{kind}");
        assert_eq!(met(DECIDE, kind, &[&tt, &tff, &ft, &ff]), "xxx", "{kind}");
        // Each of the four is needed.
        assert_eq!(met(DECIDE, kind, &[&tff, &tft, &ff]), "..x", "{kind}");
        assert_eq!(met(DECIDE, kind, &[&tt, &tff, &ff]), "xx.", "{kind}");
        assert_eq!(met(DECIDE, kind, &[&tt, &tff, &tft]), ".xx", "{kind}");
    }
    // Between TFT and F-F two conditions differ: enough for masking, not for a unique cause.
    assert_eq!(met(DECIDE, "mcdc", &[&tt, &tft, &ff]), "x.x");
    assert_eq!(met(DECIDE, "mcdc=unique-cause", &[&tt, &tft, &ff]), "x..");
    assert_eq!(met(DECIDE, "mcdc", &[&tft, &ff]), "..x");
    assert_eq!(met(DECIDE, "mcdc=unique-cause", &[&tft, &ff]), "...");
}

#[test]
fn two_tests_or_one_can_witness_mcdc() {
    let (_, program) = load("i := 0; while i < n and go == 1 { i := i + 1 }");
    let criterion = Criterion::Mcdc(Mcdc::Masking);
    let seen: Vec<Seen> = [[("n", 2), ("go", 1)], [("n", 1), ("go", 0)], [("n", 0), ("go", 0)]]
        .iter()
        .map(|inputs| measured(&program, criterion, inputs))
        .collect();
    let goals = of(&program, criterion).list;
    // A loop that ends shows by itself that its first condition decides.
    assert_eq!(witnesses(&goals[0], &seen), [Witness::One(0)]);
    assert_eq!(witnesses(&goals[1], &seen), [Witness::Two(0, 1)]);
}

#[test]
fn a_definition_that_no_use_reaches() {
    let text = "x := 1;\nx := 2;\ny := x";
    assert_listed(
        text,
        "all-defs",
        "
1: `x` set here reaches a use (never)
2: `x` set here reaches a use
3: `y` set here reaches a use
",
    );
    assert_eq!(met(text, "all-defs", &[&[]]), ".xx");
    assert_listed(
        text,
        "all-uses",
        "
2: `x` set here reaches its use in line 3
2: `x` set here is seen at the end in line 3
3: `y` set here is seen at the end in line 3
",
    );
}

#[test]
fn what_lies_on_the_heap() {
    let text = "x := new cons(1, nil);\ny := new cons(2, x);\nx.head := 3;\nn := y.tail.head;\na := new int[2];\na[0] := 5;\nm := a[0] + a[1]";
    let (_, program) = load(text);
    let criterion = Criterion::AllUses;
    let seen = [measured(&program, criterion, &[])];
    let found: Vec<String> = of(&program, criterion)
        .list
        .iter()
        .map(|g| format!("{} {}", g.describe(&program), if is_met(g, &seen) { "x" } else { "." }))
        .filter(|text| !text.starts_with("`x`") && !text.starts_with("`y`") && !text.starts_with("`a`"))
        .collect();
    assert_eq!(
        found,
        [
            "`cons.head` written here reaches its use .",
            "`cons.head` written here is still there at the end .",
            "`cons.tail` written here reaches its use .",
            "`cons.tail` written here is still there at the end x",
            "`cons.head` written here reaches its use .",
            "`cons.head` written here is still there at the end x",
            "`cons.tail` written here reaches its use x",
            "`cons.tail` written here is still there at the end x",
            "`cons.head` written here reaches its use x",
            "`cons.head` written here is still there at the end x",
            "`n` set here is seen at the end x",
            "`int[]` written here reaches its use x",
            "`int[]` written here is still there at the end x",
            "`int[]` written here reaches its use x",
            "`int[]` written here is still there at the end x",
            "`m` set here is seen at the end x",
        ]
    );
}

#[test]
fn nested_loops_count_each_entry() {
    // The inner loop is executed 0, 1 and 2 times in the three rounds of the outer one.
    let text = "i := 0;\nwhile i < 3 {\n  j := 0;\n  while j < i { j := j + 1 };\n  i := i + 1\n}";
    assert_eq!(met(text, "loop-count=4", &[&[]]), "...x.xxx..");
    // A return from inside ends both loops, and the round that it is in counts.
    let text = "proc f(n: int): int {\n  while n > 0 {\n    while n > 1 { if n == 5 then return 0; n := n - 2 };\n    n := n - 1\n  };\n  return 1\n}\nr := f(k)";
    assert_eq!(met(text, "loop-count", &[&[("k", 5)]]), ".x..x.");
    // 4 goes by 2 to 0 in the inner loop, then to -1.
    assert_eq!(met(text, "loop-count", &[&[("k", 4)]]), ".x...x");
}

#[test]
fn a_loop_in_which_a_run_dies_was_not_executed_to_its_end() {
    let text = "while n > 0 { n := n - 1; if n == 0 then m := 1 / n }";
    assert_eq!(met(text, "loop-count", &[&[("n", 2)]]), "...");
    // The inner loop was left before.
    let text = "while n > 0 { i := 0; while i < n { i := i + 1 }; m := 1 / (n - 1); n := n - 1 }";
    assert_eq!(met(text, "loop-count", &[&[("n", 2)]]), "....xx");
    // In a procedure that is called in the loop, and in the condition.
    let text = "proc f(n: int): int { return 1 / n }\nwhile f(n) > 0 { n := n - 1 }";
    assert_eq!(met(text, "loop-count", &[&[("n", 1)]]), "...");
    assert_eq!(met(text, "loop-count", &[&[("n", -1)]]), "x..");
    // The atom of a condition that errs was evaluated all the same.
    let text = "if n > 0 and 1 / (n - 1) > 0 then skip";
    assert_eq!(met(text, "condition", &[&[("n", 1)]]), "x...");
    assert_eq!(met(text, "multiple-condition", &[&[("n", 1)]]), "...");
    assert_eq!(met(text, "branch", &[&[("n", 1)]]), "..");
}

#[test]
fn recursion_has_its_own_variables() {
    let text = "\
proc down(n: int): int {
  if n == 0 then return 0;
  m := down(n - 1);
  return m + n
}
proc never(n: int): int { return n }
r := down(k)";
    assert_eq!(met(text, "function", &[&[("k", 2)]]), "xx");
    assert_eq!(met(text, "call", &[&[("k", 0)]]), "x.");
    assert_eq!(met(text, "call", &[&[("k", 1)]]), "xx");
    let (_, program) = load(text);
    let seen = measured(&program, Criterion::BlockCount(2), &[("k", 2)]);
    // Three activations begin; two of them get to the recursive call.
    assert_eq!(seen.most_blocks(), 2);
    assert!(seen.is_within(Criterion::BlockCount(2)) && !seen.is_within(Criterion::BlockCount(1)));
    assert_eq!(criteria::path_text(&program, seen.path()), "1F1F1T");
    // The parameter of each activation is its own: the uses after the call see it.
    let all = met(text, "all-uses", &[&[("k", 1)]]);
    assert!(!all.contains('.'), "{all}");
}

#[test]
fn conditions_stand_at_edges_and_are_no_blocks() {
    let (_, program) = load("while n > 0 { n := n - 1 }");
    for (n, most) in [(0, 0), (1, 1), (3, 3)] {
        assert_eq!(measured(&program, Criterion::BlockCount(2), &[("n", n)]).most_blocks(), most);
    }
}

#[test]
fn the_body_of_a_loop_is_a_block_even_if_it_only_decides() {
    let most = |text: &str, n: i64| {
        let (_, program) = load(text);
        measured(&program, Criterion::BlockCount(2), &[("n", n)]).most_blocks()
    };
    for text in [
        "while n > 0 do if n % 2 == 0 then n := n - 1 else n := n - 1",
        "while n > 0 { if n % 2 == 0 or n == 7 then { n := n - 1 } else { n := n - 1 } }",
        // Both blocks of statements are executed in every other iteration.
        "while n > 0 do if n % 2 == 0 then n := n - 1 else { while n % 2 == 1 do n := n - 1 }",
    ] {
        for n in 0..5 {
            assert_eq!(most(text, n), n as u32, "{text} {n}");
        }
    }
    // An iteration in which the inner loop is not entered.
    let text = "i := 0; while i < 3 do if i == 1 then i := 2 else { if i == 0 then i := 1 else i := 3 }";
    assert_eq!(most(text, 0), 3);
    assert_eq!(most("while n > 0 do while n > 0 do n := n - 2", 4), 2);
}

/// Many runs that show the same of a condition make no more pairs than few.
#[test]
fn pairs_of_many_runs_are_not_all_listed() {
    let (_, program) = load(DECIDE);
    for kind in [Mcdc::Masking, Mcdc::UniqueCause] {
        let criterion = Criterion::Mcdc(kind);
        let seen: Vec<Seen> = (0..2_000)
            .map(|i| measured(&program, criterion, &[("a", i % 2), ("b", i / 2 % 2), ("c", i / 4 % 2)]))
            .collect();
        for goal in of(&program, criterion).list {
            let all = witnesses(&goal, &seen);
            assert!(!all.is_empty() && all.len() < 2_000, "{} pairs", all.len());
            for pair in all.iter().take(50) {
                let [a, b] = pair.tests();
                assert!(is_met(&goal, &[seen[a].clone(), seen[b].clone()]));
            }
        }
    }
}

#[test]
fn calls_in_conditions_keep_their_atoms() {
    let text = "proc odd(n: int): bool { return n % 2 == 1 }\nif k > 0 and odd(k) then r := 1";
    let (files, program) = load(text);
    let main = program.main.expect("a main program");
    let words: Vec<String> = goals(&program, &[main], Criterion::Condition)
        .list
        .iter()
        .map(|g| g.describe_in(&program, &files))
        .collect();
    assert_eq!(words, ["`k > 0` is true", "`k > 0` is false", "`odd(k)` is true", "`odd(k)` is false"]);
    assert_eq!(met(text, "condition", &[&[("k", 0)], &[("k", 3)]]), "xxx.");
    assert_eq!(met(text, "mcdc", &[&[("k", 0)], &[("k", 3)]]), "x.");
    assert_eq!(met(text, "branch", &[&[("k", 2)]]), ".x");
}

#[test]
fn the_queue_of_section_6_1() {
    // One test executes every statement, but `c < n` is never false in it.
    let text = "\
struct cell { int prio; cell next; }
struct none { int el; }
proc insert(q: cell, prio: int, n: int) {
  p := q.next;
  c := 1;
  while p.prio >= prio and c < n { p := p.next; c := c + 1 };
  q.next := new cell(prio, p)
}";
    let (_, program) = load(text);
    let insert = ProcId(0);
    let run = |n: i64, criterion| {
        let mut state = State::new(&program, insert);
        let cell = imperative::StructId(0);
        let last = state.heap.cell(cell, vec![Value::int(1), Value::Nil]);
        let middle = state.heap.cell(cell, vec![Value::int(3), Value::Ref(last)]);
        let head = state.heap.cell(cell, vec![Value::int(9), Value::Ref(middle)]);
        for (var, value) in [("q", Value::Ref(head)), ("prio", Value::int(3)), ("n", Value::int(n))] {
            state.set(program.procs[0].var_named(var).expect("a parameter"), value);
        }
        let (done, seen) = Meter::new(&program, &[criterion]).run(insert, state, &Limits::default());
        assert_eq!(done.outcome, Outcome::Ok);
        seen
    };
    let met = |criterion, runs: &[i64]| -> Vec<bool> {
        let seen: Vec<Seen> = runs.iter().map(|n| run(*n, criterion)).collect();
        goals(&program, &[insert], criterion).list.iter().map(|g| is_met(g, &seen)).collect()
    };
    assert!(met(Criterion::Statement, &[3]).into_iter().all(|m| m));
    assert_eq!(met(Criterion::Condition, &[3]), [true, true, true, false]);
    assert!(met(Criterion::Condition, &[3, 1]).into_iter().all(|m| m));
}

#[test]
fn a_way_lies_within_one_activation() {
    // The second activation reads what the first one wrote. It takes the blocks of the way, but it wrote to
    // another cell.
    let text = "\
proc f(d: cons, u: cons, next: cons): int {
  d.head := 1;
  if u /= nil then return u.head;
  return f(next, d, nil)
}
a := new cons(0, nil); b := new cons(0, nil); r := f(a, nil, b)";
    let (_, program) = load(text);
    for (criterion, wanted) in [(Criterion::AllUses, true), (Criterion::AllDuPaths, false)] {
        let seen = [measured(&program, criterion, &[])];
        let goals = of(&program, criterion).list;
        let stored =
            |words: &str| words.starts_with("`cons.head` written here") && words.ends_with("reaches its use");
        let found: Vec<bool> = goals
            .iter()
            .filter(|g| g.proc == ProcId(0) && stored(&g.describe(&program)))
            .map(|g| is_met(g, &seen))
            .collect();
        assert_eq!(found, [wanted], "{}", criterion.name());
    }
}
