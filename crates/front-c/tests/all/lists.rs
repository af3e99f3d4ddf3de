//! The programs of `corpus/lists`, judged on random small lists: no claim of them fails, each is met and can be told; and of
//! each twin in `corpus/lists/broken`, which has one bug in its code or in a claim, some claim fails.

use crate::reading;

use base::Random;
use imperative::machine::{
    Judge, Limits, Outcome, State, Truth, Value, default_value, required, run_watched,
};
use imperative::{ErrorKind, ProcId, Program, StructId, Type, print_claim};
use reading::{deep, files_in, have_cc};
use source::Files;
use std::path::PathBuf;

/// How many inputs each function gets, and how many are tried for that.
const RUNS: u64 = 200;
const TRIES: u64 = 6000;

/// Lists have at most so many cells; a bug shows with fewer.
const MOST_CELLS: usize = 5;
const FEWER_CELLS: usize = 4;

/// Where random inputs come from.
struct Chooser {
    random: Random,
    most_cells: usize,
}

/// What the runs of one program came to.
#[derive(Default)]
struct Found {
    runs: u64,
    /// Evaluations of claims.
    judged: u64,
    /// Those of them that could not be told.
    unknown: u64,
    failures: Vec<String>,
    /// What must not be in a program of the corpus, beside failures.
    flaws: Vec<String>,
}

impl Chooser {
    fn number(&mut self) -> Value {
        Value::int(self.random.between(-6, 9))
    }

    fn length(&mut self) -> usize {
        self.random.below(self.most_cells + 1)
    }

    /// A random list of some length or any; of a struct that makes no lists, one cell.
    fn list(&mut self, program: &Program, of: StructId, length: Option<usize>, state: &mut State) -> Value {
        let shape = program.struct_of(of).expect("there");
        let link = shape.link(of);
        let count = match link {
            None => 1,
            Some(_) => length.unwrap_or_else(|| self.length()),
        };
        let mut keys: Vec<i64> = (0..count).map(|_| self.random.between(-6, 9)).collect();
        // Many claims are about sorted lists, which chance makes seldom.
        if self.random.one_in(2) {
            keys.sort_unstable();
        }
        let mut next = Value::Nil;
        for key in keys.into_iter().rev() {
            let values = shape.fields.iter().enumerate().map(|(at, field)| match &field.ty {
                Type::Word(_) if shape.key().is_some_and(|k| k.index() == at) => Value::int(key),
                Type::Word(_) => self.number(),
                _ if link.is_some_and(|l| l.index() == at) => next.clone(),
                ty => default_value(ty),
            });
            let values = values.collect();
            next = Value::Ref(state.heap.cell(of, values));
        }
        next
    }

    /// A random input of a function.
    fn input(&mut self, program: &Program, id: ProcId) -> State {
        let proc = program.proc(id).expect("there");
        let mut state = State::new(program, id);
        // Lists of the same length are something that chance makes seldom, too.
        let length = self.random.one_in(3).then(|| self.length());
        for v in proc.inputs() {
            let value = match &proc.var(v).expect("there").ty {
                Type::Word(_) => self.number(),
                Type::Pointer(element) => {
                    let values = (0..self.random.below(4)).map(|_| self.number()).collect();
                    Value::Pointer(state.heap.array((**element).clone(), values), 0)
                }
                Type::Ref(of) => self.list(program, *of, length, &mut state),
                ty => default_value(ty),
            };
            state.set(v, value);
        }
        // Once in a while there is no memory.
        if self.random.one_in(8) {
            state.answers = (0..3).map(|_| i64::from(self.random.one_in(3)).into()).collect();
        }
        state
    }
}

/// Runs all functions of a file that have claims.
fn judged(path: PathBuf, text: String, most_cells: usize) -> Found {
    let mut files = Files::new();
    let file = files.add(path.to_string_lossy(), text);
    let loaded = front_c::load(&files, file, &path, &front_c::Options::default());
    let mut found = Found::default();
    for problem in &loaded.diagnostics {
        // A search cannot obey everything that can be judged.
        if !problem.labels.iter().any(|l| l.text.ends_with("not supported in requirements")) {
            found.flaws.push(source::render_all(std::slice::from_ref(problem), &files, false));
        }
    }
    let program = loaded.program.expect("a program");
    let limits = Limits { steps: 5_000, ..Limits::default() };
    let with_claims = |id: &ProcId| program.proc(*id).is_some_and(|p| !p.hidden && !p.claims.is_empty());
    let mut judge = Judge::new(&program);
    for id in program.proc_ids().filter(with_claims) {
        let name = &program.proc(id).expect("there").name;
        let mut chooser = Chooser { random: Random::new(u64::from(id.0) + 1), most_cells };
        let mut runs = 0;
        for _ in 0..TRIES {
            let state = chooser.input(&program, id);
            match required(&program, id, &state, &limits) {
                Truth::Holds => runs += 1,
                Truth::Fails => continue,
                Truth::Unknown(why) => {
                    found.flaws.push(format!("what `{name}` requires cannot be told: {why}"));
                    break;
                }
            }
            let shown = state.show(&program, id);
            match run_watched(&program, id, state, &limits, &mut judge).outcome {
                Outcome::Ok | Outcome::Error { kind: ErrorKind::Abort, .. } => {}
                other => found.flaws.push(format!("`{name}` on {shown} ends in {other:?}")),
            }
            if runs == RUNS {
                break;
            }
        }
        if runs < RUNS {
            found.flaws.push(format!("`{name}` had only {runs} inputs"));
        }
        found.runs += runs;
    }
    for j in judge.judgements() {
        let proc = program.proc(j.proc).expect("there");
        let claim = print_claim(&program, proc, &proc.claims[j.claim]);
        found.judged += j.held + j.failed + j.unknown;
        found.unknown += j.unknown;
        if let Some(visit) = j.failure {
            found.failures.push(format!("{}: {claim}: {} times, first at {visit:?}", proc.name, j.failed));
        }
        if j.held == 0 {
            found.flaws.push(format!("{}: {claim}: never held, {:?}", proc.name, j.doubt));
        }
    }
    found
}

fn all_of(folder: &str, most_cells: usize) -> Vec<(String, Found)> {
    let texts = files_in(folder);
    texts.into_iter().map(|(name, path, text)| (name, deep(move || judged(path, text, most_cells)))).collect()
}

#[test]
fn claims_of_list_programs_hold_and_those_of_their_twins_fail() {
    if !have_cc() {
        return;
    }
    let (right, broken) = (all_of("corpus/lists", MOST_CELLS), all_of("corpus/lists/broken", FEWER_CELLS));
    assert!(right.len() >= 40, "{} programs", right.len());
    let names = |of: &[(String, Found)]| of.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&right), names(&broken), "each program has a twin");
    let mut wrong: Vec<String> = Vec::new();
    for (name, found) in &right {
        wrong.extend(found.failures.iter().chain(&found.flaws).map(|said| format!("{name}: {said}")));
    }
    for (name, found) in &broken {
        if found.failures.is_empty() {
            wrong.push(format!("broken/{name}: no claim fails\n{}", found.flaws.join("\n")));
        }
    }
    let count = |of: fn(&Found) -> u64| right.iter().chain(&broken).map(|(_, f)| of(f)).sum::<u64>();
    let (runs, judged, unknown) = (count(|f| f.runs), count(|f| f.judged), count(|f| f.unknown));
    println!("{} programs with twins, {runs} runs, {judged} claims judged, {unknown} unknown", right.len());
    let unknown: u64 = right.iter().map(|(_, found)| found.unknown).sum();
    assert_eq!(unknown, 0, "all claims of the programs can be told");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
