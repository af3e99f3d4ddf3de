//! Mutation over the corpus: how many mutants the suites of `generate -c mcdc` kill, and that `--kill` kills all
//! that an input is known for.

use crate::asking::Asked;
use base::Budget;
use criteria::{Criterion, Mcdc};
use imperative::machine::{Event, Limits, Options, Outcome, Place, Run, State, difference, run};
use imperative::{ProcId, Program, Type};
use source::{FileId, Files};
use std::path::{Path, PathBuf};
use suite::mutants::imperative::mutants;
use testkit::inputs::inputs_that_differ;
use workbench::{Fate, MutateOptions, Mutated, Payload, SearchOptions, Session, Suite, Verdict};

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/impl");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "impl"))
        .collect();
    files.sort();
    files
}

/// A program in a file.
struct Loaded {
    files: Files,
    file: FileId,
    program: Program,
}

fn load(name: &str, text: &str) -> Loaded {
    let mut files = Files::new();
    let file = files.add(name, text);
    let program = front_impl::load(&files, file).program.expect("it is well typed");
    Loaded { files, file, program }
}

impl Loaded {
    fn session<'a>(&'a self, search: SearchOptions, budget: &'a Budget) -> Session<'a> {
        Asked::new(&front_impl::LANGUAGE, &self.files, self.file, search).open(None, budget)
    }

    fn suite(&self, criterion: Criterion) -> Suite {
        let search = SearchOptions { criteria: vec![criterion.name()], ..within() };
        self.session(search, &Budget::unlimited()).generate(&mut |_| {}).suite
    }

    fn judge(&self, suite: &Suite, kill: bool) -> Mutated {
        self.mutate(suite, kill, within(), &Budget::unlimited())
    }

    fn mutate(&self, suite: &Suite, kill: bool, search: SearchOptions, budget: &Budget) -> Mutated {
        self.session(search, budget).mutate(suite, &MutateOptions { kill }, &mut |_| {})
    }

    /// Every test passes.
    fn passes(&self, suite: &Suite, title: &str) {
        for ran in self.session(within(), &Budget::unlimited()).run(suite) {
            assert_eq!(ran.verdict, Verdict::Passed, "{title}: {}", ran.name);
        }
    }
}

fn within() -> SearchOptions {
    SearchOptions { loops: Some(2), depth: Some(3), ..SearchOptions::default() }
}

#[test]
fn suites_kill_mutants_and_are_made_to_kill_the_rest() {
    let (mut before, mut after) = ([0; 3], [0; 3]);
    for path in corpus() {
        let title = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let loaded = load(&title, &text);
        let suite = loaded.suite(Criterion::Mcdc(Mcdc::Masking));
        let watch = base::Stopwatch::start();
        let weak = loaded.judge(&suite, false);
        let seconds = watch.seconds();
        assert!(weak.failing.is_empty() && weak.invalid.is_empty(), "{title}");
        assert_eq!(weak.suite, suite, "{title}");
        let strong = loaded.judge(&suite, true);
        for (sum, m) in [(&mut before, &weak), (&mut after, &strong)] {
            for (place, n) in sum.iter_mut().zip([m.killed(), m.alive(), m.equivalent()]) {
                *place += n;
            }
        }
        println!(
            "{title}: {} killed, {} alive, {} equivalent, {:.3}; {} tests more: {} alive; {seconds:.1} s",
            weak.killed(),
            weak.alive(),
            weak.equivalent(),
            weak.score(),
            strong.added,
            strong.alive(),
        );
        for (w, s) in weak.mutants.iter().zip(&strong.mutants) {
            // What an input is known for is killed by it; nothing else changes.
            match (&w.fate, &s.fate) {
                (Fate::Alive { test: Some(_), .. }, Fate::Killed { by }) => {
                    assert!(!by.is_empty(), "{title}")
                }
                (w, s) => assert_eq!(w, s, "{title}"),
            }
            if let Fate::Alive { why, .. } = &s.fate {
                println!("    line {}: {} becomes {}: {why}", s.line, s.from, s.to);
            }
        }
        assert_eq!(strong.suite.tests[..suite.tests.len()], suite.tests[..], "{title}: tests changed");
        assert_eq!(strong.suite.tests.len(), suite.tests.len() + strong.added, "{title}");
        loaded.passes(&strong.suite, &title);
        assert!(strong.suite.tests.iter().all(|t| !t.path.is_empty()), "{title}");
        // The tests that were added kill by themselves.
        let again = loaded.judge(&strong.suite, false);
        assert_eq!(again.killed(), strong.killed(), "{title}");
    }
    for (what, least, [killed, alive, equivalent]) in [("mcdc", 0.88, before), ("with --kill", 0.97, after)] {
        let score = killed as f64 / (killed + alive) as f64;
        println!("{what}: {killed} killed, {alive} alive, {equivalent} equivalent, score {score:.3}");
        assert!(score > least, "{what}: {score}");
    }
}

/// A test that fails or does not fit is told, and kills nothing.
#[test]
fn tests_that_do_not_pass_kill_nothing() {
    let loaded = load("p.impl", "if x > 3 then y := 1 else y := 2");
    let mut good = loaded.suite(Criterion::Branch);
    good.tests.truncate(2);
    let mut bad = good.clone();
    for t in &mut bad.tests {
        if let Payload::State(state) = &mut t.payload {
            state.output.env.iter_mut().for_each(|(_, d)| *d = workbench::Datum::Int(77.into()));
        }
    }
    let failing = loaded.judge(&bad, false);
    assert_eq!((failing.failing.len(), failing.killed()), (bad.tests.len(), 0));
    let mut strange = good.clone();
    if let Payload::State(state) = &mut strange.tests[0].payload {
        state.input.env[0].0 = "w".into();
    }
    strange.tests[1].name = strange.tests[0].name.clone();
    let judged = loaded.judge(&strange, false);
    assert_eq!((judged.invalid.len(), judged.failing.len(), judged.killed()), (2, 0, 0));
    // All of them can be killed by what is found.
    let strong = loaded.judge(&strange, true);
    assert!(strong.killed() > judged.killed());
    assert!(strong.suite.tests.iter().skip(2).all(|t| !t.condition.is_empty()), "{:?}", strong.suite.tests);
}

#[test]
fn an_endless_mutant_is_killed_quickly() {
    let loaded = load("p.impl", "i := 0; while i < 3 { i := i + 1 }");
    // The loop takes three rounds.
    let search = SearchOptions { loops: Some(4), ..SearchOptions::default() };
    let budget = Budget::unlimited();
    let wanted = SearchOptions { criteria: vec!["statement".into()], ..search.clone() };
    let made = loaded.session(wanted, &budget).generate(&mut |_| {});
    let judged = loaded.mutate(&made.suite, false, search, &budget);
    let endless = |to: &str| {
        let m = judged.mutants.iter().find(|m| m.to == to).unwrap_or_else(|| panic!("{to} is there"));
        matches!(m.fate, Fate::Killed { .. })
    };
    assert!(endless("i - 1") && endless("skip") && endless("i + 0"));
}

#[test]
fn limits_leave_a_part_of_the_result() {
    let loaded = load("p.impl", "if x > 3 then y := x else y := z - x");
    let none = Suite { entry: "main".into(), ..Suite::default() };
    let one = SearchOptions { limit: Some(1), ..within() };
    let judged = loaded.mutate(&none, true, one.clone(), &Budget::unlimited());
    assert_eq!((judged.added, judged.more, judged.stopped), (1, true, None));
    assert!(judged.killed() > 0 && judged.alive() > 0);
    // Whatever is left alive for the limit has its test shown.
    assert!(judged.mutants.iter().any(|m| matches!(m.fate, Fate::Alive { test: Some(_), .. })));
    let no_time = Budget::unlimited().with_time(std::time::Duration::ZERO);
    let judged = loaded.mutate(&none, true, one.clone(), &no_time);
    assert_eq!(judged.stopped, Some(base::Stop::Time));
    assert_eq!(judged.alive(), judged.mutants.len());
    // Nothing to kill is nothing missed.
    let loaded = load("q.impl", "skip");
    let judged = loaded.mutate(&none, true, one, &Budget::unlimited());
    assert_eq!((judged.mutants.len(), judged.score()), (0, 1.0));
}

/// Whatever the program does: tests that are added pass on it, kill what they are said to kill, and are as many as
/// are said.
#[test]
fn random_programs_are_judged_soundly() {
    let (mut killed, mut alive) = (0, 0);
    for seed in 0..60 {
        let text = front_impl::random::program(seed, front_impl::random::Shape::SMALL);
        let loaded = load("p.impl", &text);
        let suite = loaded.suite(Criterion::Branch);
        let strong = loaded.judge(&suite, true);
        loaded.passes(&strong.suite, &format!("seed {seed}\n{text}"));
        let again = loaded.judge(&strong.suite, false);
        assert_eq!(again.killed(), strong.killed(), "seed {seed}\n{text}");
        for (a, s) in again.mutants.iter().zip(&strong.mutants) {
            if let (Fate::Killed { by: a }, Fate::Killed { by: s }) = (&a.fate, &s.fate) {
                assert!(s.iter().all(|name| a.contains(name)), "seed {seed}: {a:?} {s:?}");
            }
        }
        killed += strong.killed();
        alive += strong.alive();
    }
    println!("{killed} killed, {alive} alive");
    assert!(killed > 500, "{killed}");
}

/// What a run does, and which places of its input it reads.
fn looked_at(p: &Program, main: ProcId, input: State) -> (Run, Vec<Place>) {
    let limits = Limits { steps: 2_000, ..Limits::default() };
    let done = run(p, main, input, &Options { limits, dataflow: true, ..Options::default() });
    let mut written = Vec::new();
    let mut read = Vec::new();
    for event in &done.trace {
        match event {
            Event::Def { place, .. } => written.push(*place),
            Event::Use { place, .. } if !written.contains(place) => read.push(*place),
            _ => {}
        }
    }
    (done, read)
}

/// How a mutant differs from a program on a small input, if it does.
fn told_apart(p: &Program, changed: &Program, main: ProcId) -> Option<State> {
    let vars: Vec<_> = p.procs[main.index()].named_vars().collect();
    let mut found = None;
    inputs_that_differ(p, main, 3, 250, &mut |input| {
        let (a, mut read) = looked_at(p, main, input.clone());
        let (b, others) = looked_at(changed, main, input.clone());
        read.extend(others);
        let same = match (&a.outcome, &b.outcome) {
            (Outcome::Ok, Outcome::Ok) => {
                difference(p, main, &vars, &a.state, &b.state).is_none()
                    && difference(p, main, &vars, &b.state, &a.state).is_none()
            }
            (Outcome::Error { kind: a, .. }, Outcome::Error { kind: b, .. }) => a == b,
            (Outcome::Limit { .. }, Outcome::Limit { .. }) => true,
            _ => false,
        };
        if !same {
            found.get_or_insert(input);
        }
        read
    });
    found
}

/// Whatever is shown to make no difference makes none on small inputs.
#[test]
fn equivalent_mutants_do_the_same_on_small_inputs() {
    let (mut shown, mut all) = (0, 0);
    for seed in 1_000..1_120 {
        let shape =
            if seed % 2 == 0 { front_impl::random::Shape::FULL } else { front_impl::random::Shape::SMALL };
        let text = front_impl::random::program(seed, shape);
        let loaded = load("p.impl", &text);
        let p = &loaded.program;
        let main = p.main.expect("there is a main program");
        let of = &p.procs[main.index()];
        if !of.requires.is_empty() || of.inputs().any(|v| matches!(of.vars[v.index()].ty, Type::Array(_))) {
            continue;
        }
        for m in mutants(&loaded.files, p, &p.proc_ids().collect::<Vec<_>>()) {
            let changed = m.apply(p);
            all += 1;
            if !equal::unchanged(p, &changed, m.proc, &Budget::unlimited()) {
                continue;
            }
            shown += 1;
            if let Some(input) = told_apart(p, &changed, main) {
                panic!("seed {seed}: {} becomes {}: {input:?}\n{text}", m.from, m.to);
            }
        }
    }
    println!("{shown} of {all} mutants are shown to be equivalent");
    assert!(shown > 50, "{shown} of {all}");
}

/// What is said of the mutants of a program of which there are no tests yet.
fn fate(text: &str, from: &str, to: &str) -> Fate {
    let loaded = load("p.impl", text);
    let none = Suite { entry: "main".into(), ..Suite::default() };
    let judged = loaded.mutate(&none, false, SearchOptions::default(), &Budget::unlimited());
    let wanted = judged.mutants.into_iter().find(|m| (m.from.as_str(), m.to.as_str()) == (from, to));
    wanted.unwrap_or_else(|| panic!("{from} becomes {to}")).fate
}

/// A difference that only a longer list shows, or a variable that the original never sets, is a difference.
#[test]
fn differences_are_found_beyond_the_first_bounds() {
    let count = "i := 0; while x /= nil do { i := i + 1; x := x.tail }; if i > 5 then z := i";
    for (from, to) in [("i > 5", "i >= 5"), ("i > 5", "i > 0"), ("i > 5", "i /= 5")] {
        assert!(matches!(fate(count, from, to), Fate::Alive { test: Some(_), .. }), "{to}");
    }
}

/// What no test calls can be called all the same, and may tell a mutant from the original.
#[test]
fn mutants_are_compared_from_everything_that_can_be_called() {
    let text = "proc put(a: int, b: int): int { if a == 0 then return b; return 1 }
        proc twice(n: int): int { return put(n, n) }";
    let loaded = load("put.impl", text);
    let suite = loaded.suite(Criterion::Path);
    let only_twice: Vec<_> = suite.tests.iter().filter(|t| t.entry == "twice").cloned().collect();
    assert!(!only_twice.is_empty() && only_twice.len() < suite.tests.len());
    let judged = loaded.judge(&Suite { tests: only_twice, ..suite }, false);
    assert!(judged.mutants.len() > 3);
    let wrong = judged.mutants.iter().find(|m| m.fate == Fate::Equivalent);
    assert_eq!(wrong, None);
}

/// A cell that nothing leads to is no difference, nor is what holds in every state of a loop.
#[test]
fn changes_without_a_difference_are_equivalent() {
    let lost = "p := new cons(n, nil); p := nil; if n > 3 then y := 1";
    assert_eq!(fate(lost, "p := new cons(n, nil)", "skip"), Fate::Equivalent);
    assert_eq!(fate(lost, "new cons(n, nil)", "nil"), Fate::Equivalent);
    assert!(matches!(fate(lost, "p := nil", "skip"), Fate::Alive { test: Some(_), .. }));
    let copied = "s := 0; while x /= nil do { t := x.head * 1; s := s + t; x := x.tail }";
    assert_eq!(fate(copied, "x.head * 1", "x.head / 1"), Fate::Equivalent);
    // Nil would be an error before, and is none afterwards.
    let risk = "while i > 0 do { t := x.head; t := 1; i := i - 1 }";
    assert!(!matches!(fate(risk, "t := x.head", "skip"), Fate::Equivalent));
}
