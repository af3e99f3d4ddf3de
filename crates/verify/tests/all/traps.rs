//! Claims that a rule which is not careful would prove, each beside one that is true.

use base::Budget;
use language::{Language, LoadOptions, Model};
use verify::{Kind, Settings, Status, verify};

const NODE: &str = "void *malloc(unsigned long size);\nvoid free(void *p);\n\
                    struct node { int data; struct node *next; };\n";

/// What came of the claims of the last function, in order: `proved`, `refuted` or `unknown`.
fn claims(text: &str) -> Vec<&'static str> {
    said(text, |kind| matches!(kind, Kind::Claim(..)))
}

/// What came of the errors that it could end in.
fn errors(text: &str, of: imperative::ErrorKind) -> Vec<&'static str> {
    said(text, |kind| matches!(kind, Kind::Safe(error, _) if *error == of))
}

fn said(text: &str, wanted: impl Fn(&Kind) -> bool) -> Vec<&'static str> {
    said_of(&front_c::LANGUAGE, "trap.c", format!("{NODE}{text}"), wanted)
}

fn said_of(
    language: &'static dyn Language,
    name: &'static str,
    text: String,
    wanted: impl Fn(&Kind) -> bool,
) -> Vec<&'static str> {
    let read = move || {
        let mut files = source::Files::new();
        let file = files.add(name, text);
        let loaded =
            language.load(&files, file, &LoadOptions { lists: true, ..LoadOptions::default() }).ok()?;
        match loaded.model {
            Model::Imperative(loaded) => Some(loaded.program),
            _ => None,
        }
    };
    // Reading C takes more stack than a test has.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(read).expect("a thread");
    let program = thread.join().expect("no panic").expect("a program");
    let named = |name: &str| name.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case("f"));
    let mut procs = program.proc_ids().filter(|id| program.proc(*id).is_some_and(|proc| named(&proc.name)));
    let entry = procs.next().expect("a function f");
    let settings = Settings { tries: 1500, ..Settings::default() };
    let budget = Budget::unlimited().with_steps(20_000);
    let found =
        verify(&program, &infer::Calls::new(&program), entry, &settings, &[], &budget).expect("a procedure");
    let kept = found.obligations.iter().filter(|o| wanted(&o.kind));
    kept.map(|o| match o.status {
        Status::Proved(_) => "proved",
        Status::Refuted(_) => "refuted",
        Status::Unknown(_) => "unknown",
    })
    .collect()
}

fn runs() -> bool {
    testkit::require::program("cc", "claims of C are read").is_some()
}

#[test]
fn what_holds_of_pairs_need_not_hold_of_a_head_without_a_second() {
    if !runs() {
        return;
    }
    // A sorted list may have one cell, of any value.
    let text = "/*@ requires acyclic(x) && x != 0 && (forall a, b ordered in list(x): a->data <= 3);
    ensures x->next == 0 || \\result <= 3;
    ensures \\result <= 3; */
    int f(struct node *x) { return x->data; }";
    assert_eq!(claims(text), ["proved", "refuted"]);
}

#[test]
fn an_exit_that_no_run_reaches_proves_nothing() {
    if !runs() {
        return;
    }
    let text = "//@ ensures 1 == 2;\nvoid f(void) { while (1) { } }";
    assert_eq!(claims(text), ["unknown"]);
    // The same of inputs that cannot be.
    let text = "//@ requires a > 3 && a < 3;\n//@ ensures 1 == 2;\nvoid f(int a) { }";
    assert!(claims(text).iter().all(|status| *status != "proved"), "{:?}", claims(text));
}

#[test]
fn freed_cells_hold_nothing() {
    if !runs() {
        return;
    }
    let text = "//@ requires acyclic(x) && x != 0;\nint f(struct node *x) { free(x); return x->data; }";
    assert_eq!(errors(text, imperative::ErrorKind::UseAfterFree), ["refuted"]);
    let text = "/*@ requires acyclic(x) && x != 0; ensures \\result == \\old(x->data); */
    int f(struct node *x) { int kept = x->data; free(x); return kept; }";
    assert_eq!(errors(text, imperative::ErrorKind::UseAfterFree), ["proved"]);
    assert_eq!(claims(text), ["proved"]);
}

#[test]
fn there_may_be_no_memory() {
    if !runs() {
        return;
    }
    let text = "//@ ensures \\result != 0;\nstruct node *f(void) {
        struct node *p = malloc(sizeof *p); if (p) { p->data = 0; p->next = 0; } return p; }";
    assert_eq!(claims(text), ["refuted"]);
    let text = "//@ ensures \\result == 0 || \\result->data == 7;\nstruct node *f(void) {
        struct node *p = malloc(sizeof *p); if (p) { p->data = 7; p->next = 0; } return p; }";
    assert_eq!(claims(text), ["proved"]);
}

#[test]
fn data_that_were_never_written_are_any() {
    if !runs() {
        return;
    }
    let text = "//@ ensures \\result == 0 || \\result->data == 0;\nstruct node *f(void) {
        struct node *p = malloc(sizeof *p); if (p) p->next = 0; return p; }";
    assert!(claims(text).iter().all(|status| *status != "proved"), "{:?}", claims(text));
}

#[test]
fn a_cycle_has_no_length() {
    if !runs() {
        return;
    }
    let text = "/*@ requires acyclic(x) && x != 0; ensures len(x) >= 0; */
    void f(struct node *x) { x->next = x; }";
    assert!(claims(text).iter().all(|status| *status != "proved"), "{:?}", claims(text));
}

#[test]
fn numbers_wrap_around() {
    if !runs() {
        return;
    }
    let counts = |ty: &str| {
        format!(
            "/*@ requires acyclic(x); ensures \\result == len(x); */
            {ty} f(struct node *x) {{ {ty} n = 0; while (x) {{ n++; x = x->next; }} return n; }}"
        )
    };
    // Up to 255 cells it holds.
    assert_eq!(claims(&counts("unsigned char")), ["unknown"]);
    assert_eq!(claims(&counts("int")), ["proved"]);
}

#[test]
fn claims_that_only_long_lists_break_are_not_proved() {
    if !runs() {
        return;
    }
    let text = "/*@ requires acyclic(x); ensures \\result <= 20; */
    int f(struct node *x) { int n = 0; while (x) { n++; x = x->next; } return n; }";
    assert_eq!(claims(text), ["unknown"]);
    let text = "/*@ requires acyclic(x); ensures \\result <= 20; */
    int f(struct node *x) { int n = 0; while (x) { if (n < 20) n++; x = x->next; } return n; }";
    assert_eq!(claims(text), ["proved"]);
}

#[test]
fn widening_keeps_the_constant_of_a_claim() {
    if !runs() {
        return;
    }
    let text = "/*@ requires acyclic(x); ensures forall n in list(x): n->data <= 17; */
    void f(struct node *x) { int v = 0; while (x) { x->data = v; if (v < 17) v++; x = x->next; } }";
    assert_eq!(claims(text), ["proved"]);
    let text = text.replace("v < 17", "v < 18");
    assert_eq!(claims(&text), ["unknown"]);
}

#[test]
fn what_is_supposed_of_the_end_is_not_supposed_of_the_entry() {
    if !runs() {
        return;
    }
    // It is sorted at the end, whatever it was: the claim is about the end.
    let text = "/*@ requires acyclic(x); ensures sorted(x) ==> \\result == 0; */
    int f(struct node *x) { int n = 0; struct node *y = x;
        while (y && y->next) { if (y->data > y->next->data) n = 1; y = y->next; }
        y = x; while (y) { y->data = 0; y = y->next; } return n; }";
    assert_eq!(claims(text), ["refuted"]);
    // Here the list is unchanged.
    let text = text.replace("y->data = 0; ", "");
    assert_eq!(claims(&text), ["proved"]);
    let text = "/*@ requires acyclic(x); ensures \\old(sorted(x)) ==> \\result == 1;
    ensures \\old(sorted(x)) ==> \\result == 0; */
    int f(struct node *x) { while (x && x->next) { if (x->data > x->next->data) return 0; x = x->next; } return 1; }";
    assert_eq!(claims(text), ["proved", "refuted"]);
}

#[test]
fn flags_and_fields_of_records_tell_what_happened() {
    if !runs() {
        return;
    }
    let text = "struct out { struct node *last; int found; };
    /*@ requires acyclic(x) && \\valid(o); ensures o->found == 0 ==> (forall n in list(x): n->data != v);
    ensures o->found == 1 ==> (forall n in list(x): n->data != v); */
    void f(struct node *x, int v, struct out *o) {
        o->found = 0; while (x) { if (x->data == v) o->found = 1; x = x->next; } }";
    let found = claims(text);
    assert_eq!(found[1], "refuted");
    assert_ne!(found[0], "refuted");
    // Two references may lead to one record.
    let text = "struct out { int a; };
    /*@ requires \\valid(o) && \\valid(p); ensures o->a == 1; */
    void f(struct out *o, struct out *p) { o->a = 1; p->a = 2; }";
    assert_ne!(claims(text), ["proved"]);
}

#[test]
fn inputs_that_are_one_are_not_taken_apart() {
    if !runs() {
        return;
    }
    let with = |required: &str| {
        format!(
            "/*@ requires acyclic(x) && {required}; ensures x == 0; */
            void f(struct node *x, struct node *y) {{ }}"
        )
    };
    for required in [
        "x == y",
        "!(x != y)",
        "(x != 0 ==> y == x->next)",
        "(x == 0 || !disjoint(x, y))",
        "(x == 0 || !acyclic(y))",
    ] {
        assert_ne!(claims(&with(required)), ["proved"], "{required}");
    }
    let text = with("x != y").replace("ensures x == 0", "ensures x != 0 || y != 0");
    assert_eq!(claims(&text), ["proved"]);
}

/// Ada checks postconditions at run time: behind the check they hold, and a claim that is proved of what is behind says nothing.
#[test]
fn claims_that_are_checked_are_not_proved_by_their_checks() {
    if !runs() {
        return;
    }
    let text = |post: &str| {
        format!(
            "procedure Trap is\n   function F (X : Integer) return Integer with Post => F'Result {post};\n\
             \x20  function F (X : Integer) return Integer is\n   begin\n      return (if X > 5 then X else 5);\n   end F;\n\
             begin\n   null;\nend Trap;\n"
        )
    };
    let claims = |post: &str| {
        let claim = |kind: &Kind| matches!(kind, Kind::Claim(..));
        said_of(&front_ada::LANGUAGE, "trap.adb", text(post), claim)
    };
    assert_eq!(claims(">= 5"), ["proved"]);
    assert_eq!(claims("> 5"), ["refuted"]);
    // Not even one that no run fulfils.
    assert_eq!(claims("< 5"), ["refuted"]);
}

#[test]
fn what_is_not_understood_is_not_lost() {
    if !runs() {
        return;
    }
    // Nobody knows which inputs are meant, so none of them refutes anything.
    let text = "/*@ requires frob(x);\n    ensures \\result != 7; */\nint f(int x) { return x; }";
    assert_eq!(claims(text), ["unknown", "unknown"]);
    let text = "/*@ ensures frob(x);\n    ensures \\result != 7; */\nint f(int x) { return x; }";
    assert_eq!(claims(text), ["unknown", "refuted"]);
    let text = "/*@ assigns \\nothing;\n    ensures \\result == 1; */\nint f(struct node *x) { if (x) x->data = 3; return 1; }";
    assert_eq!(claims(text), ["unknown", "proved"]);
}

#[test]
fn memory_that_nobody_can_come_to_is_lost() {
    if !runs() {
        return;
    }
    use imperative::ErrorKind::Leak;
    assert_eq!(
        errors("void f(void) { struct node *p = malloc(sizeof *p); if (p) p->data = 1; }", Leak),
        ["refuted"]
    );
    assert_eq!(errors("struct node *f(void) { return malloc(sizeof(struct node)); }", Leak), [""; 0]);
    // At the end of a list that the caller has, it is not.
    let text = "void f(struct node *x) { if (x == 0) return; while (x->next != 0) x = x->next;\n\
                struct node *p = malloc(sizeof *p); if (p == 0) return; p->data = 1; p->next = 0; x->next = p; }";
    assert_eq!(errors(text, Leak), [""; 0]);
}

#[test]
fn numbers_below_others_of_their_type_do_not_wrap_around() {
    if !runs() {
        return;
    }
    use imperative::ErrorKind::Overflow;
    assert_eq!(errors("int f(int n) { int i; for (i = 0; i < n; i++) { } return i; }", Overflow), ["proved"]);
    assert_eq!(
        errors("int f(int n) { int i; for (i = 0; i <= n; i++) { } return i; }", Overflow),
        ["unknown"]
    );
}

#[test]
fn measures_of_the_entry_may_be_written_in_two_ways() {
    if !runs() {
        return;
    }
    let text = "/*@ requires acyclic(x);\n    ensures len(\\result) == \\old(len(x));\n\
                \x20   ensures sum(\\result) == \\old(sum(x));\n\
                \x20   ensures multiset(\\result) == \\old(multiset(x));\n    ensures len(\\result) == \\old(len(x)) + 1; */\n\
                struct node *f(struct node *x) { struct node *r = 0; while (x) { struct node *t = x->next; x->next = r; r = x; x = t; }\n\
                return r; }";
    assert_eq!(claims(text), ["proved", "proved", "proved", "refuted"]);
    // What the entry held of a list of another state is nothing that is remembered: nothing of that is proved.
    let text = "//@ requires acyclic(x) && x != 0;\n\
                void f(struct node *x) { x = x->next;\nhere: ;\n struct node *y = x; x = 0;\n\
                //@ assert len(y) == \\old(len(\\at(x, here)));\n\
                //@ assert multiset(y) == \\old(multiset(\\at(x, here)));\n\
                //@ assert len(y) + 1 == \\old(len(\\at(x, here)));\n }";
    assert!(claims(text).iter().all(|said| *said != "proved"), "{:?}", claims(text));
}

#[test]
fn lists_are_followed_where_another_function_takes_the_address_of_a_link() {
    if !runs() {
        return;
    }
    let others = "void drop(struct node **at, int v) {
        while (*at) { if ((*at)->data == v) *at = (*at)->next; else at = &(*at)->next; } }
    int away(struct node *a, struct node *b) { return a + 1 < b; }
    void set(int *at) { *at = 0; }
    void reset(struct node *x) { if (x) set(&x->data); }\n";
    let f = "/*@ requires acyclic(x);
    ensures forall n in list(\\result): n->data >= 3;
    ensures forall n in list(\\result): n->data >= 4; */
    struct node *f(struct node *x) { for (struct node *p = x; p; p = p->next) p->data = 3; return x; }";
    assert_eq!(claims(&format!("{others}{f}")), ["proved", "refuted"]);
    // A function that calls one of them knows nothing of its lists afterwards.
    let f = "/*@ requires acyclic(x);
    ensures forall n in list(x): n->data >= 3; */
    void f(struct node *x) { for (struct node *p = x; p; p = p->next) p->data = 3; reset(x); }";
    assert_eq!(claims(&format!("{others}{f}")), ["unknown"]);
}

#[test]
fn a_static_holds_what_earlier_calls_left() {
    if !runs() {
        return;
    }
    let text = "//@ ensures \\result == 1;\nint f(void) { static int c = 0; c++; return c; }";
    assert_eq!(claims(text), ["refuted"]);
    // Through what is called, and with an argument.
    let text = "int next_id(void) { static int n; if (n < 100) n++; return n; }
    //@ ensures \\result == 1;\nint f(void) { return next_id(); }";
    assert_eq!(claims(text), ["refuted"]);
    let text =
        "//@ ensures \\result == 0;\nint f(int a) { static int last; int old = last; last = a; return old; }";
    assert_eq!(claims(text), ["refuted"]);
    // What each call sets is no matter of earlier ones, and what is constant stays.
    let text = "//@ ensures \\result == 4;\nint f(void) { static int n; static const int by = 3; n = 1; return n + by; }";
    assert_eq!(claims(text), ["proved"]);
}

#[test]
fn calls_in_the_file_may_break_what_is_supposed_of_inputs() {
    if !runs() {
        return;
    }
    let body = "{ if (x && y) { x->data = 1; y->data = 2;\n//@ assert x->data == 1;\n} }";
    let with = |call: &str| {
        format!(
            "void f(struct node *x, struct node *y) {body}\n{call}
    int main(void) {{ struct node c; struct node d; c.data = 0; c.next = 0; d.data = 0; d.next = 0; CALL; return 0; }}"
        )
    };
    assert_eq!(claims(&with("").replace("CALL", "f(&c, &c)")), ["refuted"]);
    assert_eq!(claims(&with("").replace("CALL", "f(&c, &d)")), ["proved"]);
    // One list is the rest of the other; a function in between; a cycle.
    assert_eq!(claims(&with("").replace("CALL", "c.next = &d; f(&c, &d)")), ["unknown"]);
    let between = "void h(struct node *z) { f(z, z); }";
    assert_eq!(claims(&with(between).replace("CALL", "h(&c)")), ["refuted"]);
    assert_eq!(claims(&with("").replace("CALL", "c.next = &c; f(&c, &d)")), ["unknown"]);
    // What is passed may be known although it is recursion that passes it.
    let text = "//@ requires acyclic(x);\n//@ ensures \\result >= 0;
    int f(struct node *x, int n) { if (x == 0 || n < 0) return 0; f(x->next, n - 1); return 1; }";
    assert!(claims(text).iter().all(|status| *status != "refuted"), "{:?}", claims(text));
}

#[test]
fn pointers_may_lead_into_cells_and_to_globals() {
    if !runs() {
        return;
    }
    let text = "//@ requires x != 0 && o != 0;\n//@ ensures x->data == \\old(x->data);
    void f(struct node *x, int *o) { *o = 5; }
    int main(void) { struct node c; c.data = 0; c.next = 0; f(&c, &c.data); return 0; }";
    assert_eq!(claims(text), ["unknown"]);
    let text = "//@ requires x != 0 && x->next != 0 && o != 0;\n//@ ensures x->next == \\old(x->next);
    void f(struct node *x, struct node **o) { *o = 0; }
    int main(void) { struct node c, d; d.data = 0; d.next = 0; c.data = 0; c.next = &d; f(&c, &c.next); return 0; }";
    assert!(claims(text).iter().all(|status| *status != "proved"), "{:?}", claims(text));
    let text =
        "int total;\n//@ requires o != 0;\n//@ ensures total == 1;\nvoid f(int *o) { total = 1; *o = 2; }
    int main(void) { f(&total); return 0; }";
    assert!(claims(text).iter().all(|status| *status != "proved"), "{:?}", claims(text));
}

#[test]
fn claims_do_not_disturb_each_other() {
    if !runs() {
        return;
    }
    let text = "/*@ requires acyclic(list);
    ensures sorted(\\result);
    ensures multiset(\\result) == multiset(\\old(list));
    ensures forall n in list(list): n->data == \\old(n->data);
    ensures len(\\result) == len(\\old(list)); */
    struct node *f(struct node *list) {
        struct node *done = 0;
        while (list != 0) {
            struct node *cell = list;
            list = list->next;
            if (done == 0 || cell->data <= done->data) { cell->next = done; done = cell; }
            else {
                struct node *before = done;
                while (before->next != 0 && before->next->data < cell->data) before = before->next;
                cell->next = before->next; before->next = cell;
            }
        }
        return done;
    }";
    let found = claims(text);
    assert_eq!([found[0], found[1], found[3]], ["proved", "proved", "proved"]);
}

#[test]
fn words_for_lists_come_before_functions_of_their_name() {
    if !runs() {
        return;
    }
    let text = "int sorted(struct node *x) { return x == 0; }\nint len(struct node *x) { return 0; }
    int acyclic(struct node *x) { return 0; }
    /*@ requires sorted(x) && acyclic(x);
    ensures sorted(x); ensures acyclic(x); ensures len(x) == len(\\old(x)); */\nvoid f(struct node *x) { }";
    assert_eq!(claims(text), ["proved", "proved", "proved"]);
    // A function whose arguments are no lists is meant where it is called with others.
    let text = "int equal(int a, int b) { return a == b; }
    //@ ensures equal(\\result, 1);\n//@ ensures equal(x, x);\nint f(struct node *x) { return 1; }";
    assert_eq!(claims(text)[1], "proved");
    // Predicates of the file are what it says they are.
    let text = "//@ predicate sorted(struct node *p) = p == \\null;\n//@ ensures sorted(x);\nvoid f(struct node *x) { }";
    assert_eq!(claims(text), ["refuted"]);
}

#[test]
fn lists_of_the_entry_are_those_of_the_entry_in_all_words() {
    if !runs() {
        return;
    }
    let text = "/*@ requires acyclic(x) && x != 0;
    ensures sorted(\\old(x)) ==> sorted(x);
    ensures sorted(x) ==> sorted(\\old(x));
    ensures acyclic(\\old(x)); */\nvoid f(struct node *x) { x->data = 0; }";
    assert_eq!(claims(text), ["refuted", "refuted", "proved"]);
    let text = "/*@ requires sorted(x) && x != 0; ensures sorted(\\old(x)); */\nvoid f(struct node *x) { x->data = 9; }";
    assert_eq!(claims(text), ["proved"]);
    let text = "//@ predicate low(struct node *p) = sorted(p);
    /*@ requires acyclic(x); ensures \\old(low(x)) ==> sorted(\\old(x)); */\nvoid f(struct node *x) { }";
    assert_eq!(claims(text), ["proved"]);
}
