//! Annotations of C, judged on concrete runs: old values, labels, loops, calls, freed and unwritten memory.

use crate::reading;

use imperative::machine::{Judge, Limits, ObjectId, State, Value, run_watched};
use imperative::{StructId, Type};
use reading::lowered::lower;

/// Runs `f` on one list for all pointers and one number for all numbers. For each claim of the file: how often it held, failed
/// and could not be told.
fn counts(text: &str, list: &[i64], number: i64) -> Vec<(u64, u64, u64)> {
    let program = lower(&format!("struct node {{ int data; struct node *next; }};\n{text}")).program;
    let id = program.proc_named("f").expect("there is f");
    let proc = program.proc(id).expect("there");
    let mut state = State::new(&program, id);
    for (at, value) in list.iter().enumerate() {
        let next = if at + 1 == list.len() { Value::Nil } else { Value::Ref(ObjectId(at as u32 + 1)) };
        state.heap.cell(StructId(0), vec![Value::int(*value), next]);
    }
    let first = if list.is_empty() { Value::Nil } else { Value::Ref(ObjectId(0)) };
    for v in proc.inputs() {
        let is_list = matches!(proc.var(v).expect("there").ty, Type::Ref(_));
        state.set(v, if is_list { first.clone() } else { Value::int(number) });
    }
    let mut judge = Judge::new(&program);
    run_watched(&program, id, state, &Limits::default(), &mut judge);
    judge.judgements().map(|j| (j.held, j.failed, j.unknown)).collect()
}

const HELD: (u64, u64, u64) = (1, 0, 0);
const FAILED: (u64, u64, u64) = (0, 1, 0);
const UNKNOWN: (u64, u64, u64) = (0, 0, 1);

#[test]
fn old_values_stay_after_changes() {
    let text = r"/*@ requires n > 0;
    ensures \result == \old(n) && \result == n;
    ensures p->data == \old(p->data) + n;
    ensures p->data == \old(p->data);
    ensures forall c in list(\old(p)): c->data == \old(c->data) + \old(n);
    ensures sum(p) == sum(\old(p)) + n * len(p);
    ensures !equal(p, \old(p)) && \old(sorted(p)) && sorted(\old(p)); */
int f(struct node *p, int n) {
  int k = n;
  while (p) { p->data += n; p = p->next; }
  //@ assert p != \old(p) && \at(p, Pre) != \null;
  n = 0;
  return k;
}";
    let found = counts(text, &[1, 2, 2], 5);
    // Sorted is asked of what the old pointer leads to now.
    assert_eq!(found, [HELD, HELD, HELD, FAILED, HELD, HELD, HELD, HELD]);
}

#[test]
fn loops_and_labels_have_states_of_their_own() {
    let text = r"int f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    /*@ loop invariant s == \at(s, LoopEntry) + j;
        loop invariant s == \at(s, LoopEntry); */
    for (int j = 0; j < 2; j++)
      s++;
    //@ assert s == \at(s, LoopCurrent) + 2;
    //@ assert s == \at(s, LoopEntry) + 2;
  }
  return s;
}";
    assert_eq!(counts(text, &[], 3), [(9, 0, 0), (3, 6, 0), (3, 0, 0), (1, 2, 0)]);
    let text = r"int f(int n) {
  int i = 0;
  L: i++;
  if (i < n) goto L;
  //@ assert i == \at(i, L) + 1;
  //@ assert i == \at(i, L);
  return i;
}";
    assert_eq!(counts(text, &[], 4), [HELD, FAILED]);
}

#[test]
fn behaviours_hold_where_they_are_assumed() {
    let text = r"/*@ behavior zero: assumes n == 0; ensures \result == 0;
    behavior less: assumes n < 0; ensures \result == -n;
    behavior more: assumes n > 0; ensures \result == n + 1; */
int f(int n) { int m = n; n = 7; return m < 0 ? -m : m; }";
    assert_eq!(counts(text, &[], 0), [HELD, HELD, HELD]);
    assert_eq!(counts(text, &[], -3), [HELD, HELD, HELD]);
    assert_eq!(counts(text, &[], 3), [HELD, HELD, FAILED]);
}

#[test]
fn what_was_freed_cannot_be_told_but_what_it_held_can() {
    let text = r"void free(void *);
/*@ ensures forall n in list(p): n->data > 0;
    ensures p == \null || p->data > 0;
    ensures \valid(p);
    ensures \old(p->data) == 1 && len(\old(p)) == 2 && (forall n in list(\old(p)): \old(n->data) > 0);
    ensures forall n in list(\old(p->next)): n->data == 2; */
void f(struct node *p) { free(p); }";
    assert_eq!(counts(text, &[1, 2], 0), [UNKNOWN, UNKNOWN, FAILED, HELD, HELD]);
}

#[test]
fn what_was_never_written_cannot_be_told() {
    let text = r"void *malloc(unsigned long);
void f(void) {
  struct node *c = malloc(sizeof *c);
  if (!c) return;
  //@ assert len(c) == 1;
  c->next = 0;
  //@ assert len(c) == 1 && acyclic(c) && \valid(c);
  //@ assert sum(c) == 0;
  //@ assert c->data == c->data;
  //@ assert sorted(c);
  c->data = 0;
  //@ assert sum(c) == 0 && sorted(c);
}";
    assert_eq!(counts(text, &[], 0), [UNKNOWN, HELD, UNKNOWN, UNKNOWN, UNKNOWN, HELD]);
}

#[test]
fn activations_are_told_apart() {
    let text = r"/*@ ensures p != \null ==> p->data == \old(p->data) + 1;
    ensures sum(p) == sum(\old(p)) + len(p);
    ensures len(p) < 3; */
void f(struct node *p) { if (!p) return; f(p->next); p->data++; }";
    assert_eq!(counts(text, &[4, 5, 6], 0), [(4, 0, 0), (4, 0, 0), (3, 1, 0)]);
    let text = r"//@ requires n > 0;
static int g(int n) { return n; }
//@ ensures \result == 2 * n - 1;
int f(int n) { return g(n) + g(n - 1); }";
    assert_eq!(counts(text, &[], 1), [(1, 1, 0), HELD]);
    // A run that does not return ensures nothing.
    let text = r"//@ requires n == 0;
//@ ensures \false;
int f(int n) { return 1 / n; }";
    assert_eq!(counts(text, &[], 0), [HELD, (0, 0, 0)]);
}

#[test]
fn shapes_memory_and_calls() {
    let text = r"int positive(struct node *p) { return p->data-- > 0; }
/*@ requires positive(p) && positive(p) && p->data == 1;
    requires acyclic(p) && tree(p) && disjoint(p, p->next) && !disjoint(p, p);
    requires \separated(p, p->next);
    requires \separated(p, p);
    requires multiset(p) != multiset(p->next) && multiset(p) == multiset(p) + multiset(p->next);
    requires positive(p->next); */
int f(struct node *p) { return positive(p); }";
    let found = counts(text, &[1], 0);
    assert_eq!(found, [HELD, HELD, HELD, FAILED, HELD, UNKNOWN]);
}
