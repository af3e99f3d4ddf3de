//! Whether two programs do the same on all inputs.
//!
//! First the inputs of all paths of both are tried, which is cheap. Then the second program is run symbolically
//! on the inputs of each path of the first: they do the same on a pair of paths if the condition of both
//! excludes that the ends differ, or results, or variables, or what was written to the heap. A new cell
//! stands for the one that the other program made as the same number. Where a difference seems
//! possible, the input has the last word: the caller runs both on it. So an answer is never wrong; what is
//! neither shown nor excluded, or takes too much effort, is unknown.

use crate::explorer::{Explorer, Sink};
use crate::path::{End, FirstRun, Frame, Path, Shown};
use crate::plan::{Found, Origin, PerPath, Plan, Strategy};
use crate::tasks::explore;
use base::Budget;
use formula::{Sort, Term};
use imperative::machine::{Options, State as Input, run};
use imperative::{InstrKind, ProcId, Program, VarId};
use solver::{State, Verdict};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use symbolic::memory::Memory;

/// Why two programs that no test tells apart need not be the same.
const SHOWN: &str =
    "what it writes, its exit status or what other files see may differ, and tests do not compare that";

/// What was found about two programs.
#[derive(Clone, Debug)]
pub enum Difference {
    /// On this input they differ.
    Input(Input),
    /// On no input within the bounds do they differ; `everywhere`: on no input at all.
    None {
        /// Whether that holds for all inputs.
        everywhere: bool,
    },
    /// Nothing is known; why.
    Unknown(String),
}

/// Looks for an input on which a procedure of two programs with the same structs and the same procedures (but
/// for their bodies) does something different. `differs` runs both. The cost is taken from the effort, in steps of
/// about a microsecond; most comparisons take a few thousand steps, the others would not terminate.
pub fn differ(
    original: &Program,
    changed: &Program,
    proc: ProcId,
    plan: &Plan,
    budget: &Budget,
    effort: &mut u64,
    differs: &mut dyn FnMut(&Input) -> bool,
) -> Difference {
    let mut plan = Plan { per_path: PerPath::One, strategy: Strategy::Depth, jobs: 1, ..plan.clone() };
    for program in [changed, original] {
        let mut found = None;
        plan.most = *effort;
        let done = explore(program, proc, &plan, budget, &mut |f| {
            if differs(&f.input) {
                found = Some(f.input);
            }
            found.is_none()
        });
        *effort = effort.saturating_sub(done.steps);
        if let Some(input) = found {
            return Difference::Input(input);
        }
    }
    let both = pair(original, changed);
    plan.most = *effort;
    let halt = AtomicBool::new(false);
    let mut explorer = Explorer::new(&both, proc, &plan, budget, &halt);
    explorer.second = Some(ProcId::new(original.procs.len() + proc.index()));
    let mut found = None;
    let done = explorer.search(
        None,
        &mut |f, _| {
            if differs(&f.input) {
                found = Some(f.input);
            }
            found.is_none()
        },
        &mut |_| {},
    );
    *effort = effort.saturating_sub(done.steps);
    match (found, done.stopped) {
        (Some(input), _) => Difference::Input(input),
        (None, Some(stop)) => Difference::Unknown(stop.to_string()),
        (None, None) if done.unknown > 0 => {
            Difference::Unknown(done.reasons.first().cloned().unwrap_or_default())
        }
        (None, None) if done.paths == 0 => Difference::Unknown("no run ends within the bounds".into()),
        (None, None) => Difference::None { everywhere: done.cut == 0 && done.assumed.is_empty() },
    }
}

/// One program with the procedures of both, those of the second after those of the first.
fn pair(first: &Program, second: &Program) -> Program {
    let mut both = first.clone();
    let shift = first.procs.len();
    for p in &second.procs {
        let mut p = p.clone();
        for instr in p.blocks.iter_mut().flat_map(|b| &mut b.instrs) {
            if let InstrKind::Call { proc, .. } = &mut instr.kind {
                *proc = ProcId::new(proc.index() + shift);
            }
        }
        // The first program already states the requirements on the input.
        p.requires.clear();
        both.procs.push(p);
    }
    both
}

impl Explorer<'_> {
    /// One of the two programs has ended: run the second, or compare.
    pub(crate) fn end_of_one(
        &mut self,
        mut path: Path,
        end: End,
        result: Option<Term>,
        second: ProcId,
        each: &mut Sink<'_>,
    ) {
        let env = path.frames.first().map_or_else(Vec::new, |f| f.env.clone());
        match path.first.take() {
            None => {
                let Some(of) = self.program.proc(second) else { return };
                let mut own = vec![None; of.vars.len()];
                for (v, t) in &self.inputs {
                    if let Some(place) = own.get_mut(v.index()) {
                        *place = Some(*t);
                    }
                }
                let mut memory = path.memory.clone();
                memory.back_to(Memory::default());
                let heap = std::mem::replace(&mut path.memory, memory);
                let shown = std::mem::take(&mut path.shown);
                path.first = Some(Rc::new(FirstRun { end, env, result, memory: heap, shown }));
                path.frames = vec![Frame::new(second, of, own)];
                (path.length, path.steps, path.asked) = (0, 0, 0);
                path.caught = Default::default();
                self.work.push_back(path);
            }
            Some(first) => {
                self.result.paths += 1;
                let differ = self.difference(&first, &end, &env, result, &path.memory);
                if self.world.terms.as_bool(differ) != Some(false) {
                    let condition = path.condition.assert(differ);
                    self.suspect(&path, condition, each);
                }
                self.compare_shown(&path, &first.shown);
            }
        }
    }

    /// The outside world may observe a difference between the two runs. No test compares that, so the result is
    /// unknown.
    fn compare_shown(&mut self, path: &Path, first: &[Shown]) {
        let kinds = |all: &[Shown]| all.iter().map(|(what, ..)| what.clone()).collect::<Vec<_>>();
        let mut parts = vec![self.world.terms.fals()];
        if kinds(first) != kinds(&path.shown) {
            parts.push(self.world.terms.tru());
        }
        for ((_, left, open), (_, right, _)) in first.iter().zip(path.shown.iter()) {
            // What references lead to is not compared.
            let plain =
                |t: &Term| matches!(self.world.terms.sort_of(*t), Sort::INT | Sort::REAL | Sort::BOOL);
            let known = !open && left.len() == right.len() && left.iter().chain(right).all(plain);
            if !known {
                parts.push(self.world.terms.tru());
                continue;
            }
            for (a, b) in left.iter().zip(right) {
                let differs = match self.world.terms.sort_of(*a) == self.world.terms.sort_of(*b) {
                    true => self.world.terms.ne(*a, *b),
                    false => self.world.terms.tru(),
                };
                parts.push(differs);
            }
        }
        let differs = self.world.terms.or(&parts);
        if self.world.terms.as_bool(differs) != Some(false) {
            let condition = path.condition.assert(differs);
            if !matches!(self.ask(&condition), Verdict::Unsat(_)) {
                self.unknown(SHOWN.to_string());
            }
        }
    }

    /// When the ends of two runs differ.
    fn difference(
        &mut self,
        first: &FirstRun,
        end: &End,
        env: &[Option<Term>],
        result: Option<Term>,
        memory: &Memory,
    ) -> Term {
        match (&first.end, end) {
            (End::Ok, End::Ok) => {}
            // Where an error comes from is not compared, as when tests are run.
            (End::Error(a, _), End::Error(b, _)) if a == b => return self.world.terms.fals(),
            _ => return self.world.terms.tru(),
        }
        let mut parts: Vec<Term> = Vec::new();
        let mut pairs = vec![(first.result, result)];
        // After a plain program all variables can be read, after a procedure only its result and its `outs`.
        if let Some(of) = self.program.proc(self.proc) {
            let seen: Vec<VarId> = match self.program.main == Some(self.proc) {
                true => of.named_vars().collect(),
                false => of.outs.clone(),
            };
            for v in seen {
                let of = |env: &[Option<Term>]| env.get(v.index()).copied().flatten();
                pairs.push((of(&first.env), of(env)));
            }
        }
        for pair in pairs {
            match pair {
                (Some(a), Some(b)) => {
                    let same = self.same_value(memory, a, b);
                    parts.push(self.world.terms.not(same));
                }
                (None, None) => {}
                _ => return self.world.terms.tru(),
            }
        }
        let mut places = first.memory.written();
        places.extend(memory.written());
        places.sort();
        places.dedup();
        for (field, object, index) in places {
            let a = first.memory.at(&mut self.world, field, object, index);
            let b = memory.at(&mut self.world, field, object, index);
            let same = self.same_value(memory, a, b);
            parts.push(self.world.terms.not(same));
        }
        for (array, length) in first.memory.lengths() {
            let other = memory.length(&mut self.world, array).unwrap_or(length);
            let same = self.world.terms.eq(length, other);
            parts.push(self.world.terms.not(same));
        }
        for (array, _) in first.memory.firsts().into_iter().chain(memory.firsts()) {
            let before = first.memory.first(&mut self.world, array);
            let after = memory.first(&mut self.world, array);
            let same = self.world.terms.eq(before, after);
            parts.push(self.world.terms.not(same));
        }
        self.world.terms.or(&parts)
    }

    fn same_value(&mut self, memory: &Memory, a: Term, b: Term) -> Term {
        match self.world.terms.sort_of(a) {
            Sort::INT | Sort::REAL | Sort::BOOL => self.world.terms.eq(a, b),
            _ => memory.equal(&mut self.world, a, b),
        }
    }

    /// There may be a difference here: an input that has it goes to the caller, who runs both programs on it.
    pub(crate) fn suspect(&mut self, path: &Path, condition: State, each: &mut Sink<'_>) {
        match self.ask(&condition) {
            Verdict::Unsat(_) => return,
            Verdict::Unknown(u) => {
                self.unknown(u.to_string());
                return;
            }
            Verdict::Sat(_) => {}
        }
        let Some((input, _)) = self.input_or_count(&condition) else { return };
        let found = Found {
            origin: Origin::Path,
            decisions: path.decisions(),
            caught: Vec::new(),
            end: End::Ok,
            condition: String::new(),
            run: run(self.program, self.proc, input.clone(), &Options::default()),
            input,
            queries: self.asked(),
            states: Vec::new(),
        };
        if each(found, &self.result) {
            self.unknown("they may differ here, but the input that was found does not show it".into());
        } else {
            self.going = false;
        }
    }
}
