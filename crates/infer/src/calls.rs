//! Whether the calls of a program keep what is supposed of inputs: that they lead to lists which end in nil and share no cells.
//!
//! ```text
//! void g(struct node *x, struct node *y) { … }
//! int main(void) { struct node *c = …; g(c, c); }        the call may pass lists that share cells
//! ```
//!
//! What is inferred of a procedure is true of all calls that keep it. Calls from outside the program are not checked,
//! which is reported; those in the program are checked: a shape analysis of each procedure that calls it shows which
//! lists it passes. That analysis supposes the same of the inputs of the caller, so the calls of the caller must keep
//! it, too.

use crate::auto::Wanted;
use crate::heap::{Ending, State, Target};
use crate::step::{Log, Steps, Value};
use crate::unit::{SpotKind, Step, Unit, What};
use crate::{Analysis, Choice};
use base::Budget;
use domains::Intervals;
use imperative::{BlockId, Expr, InstrKind, Proc, ProcId, Program, Type, graph};
use source::Span;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// How much is done for a caller at most: a fraction of a second.
const MOST_EFFORT: u64 = 200_000;

/// The calls of a program. What a caller passes is found when it is first asked for.
pub struct Calls<'p> {
    program: &'p Program,
    /// By procedure, those that call it directly.
    callers: BTreeMap<ProcId, BTreeSet<ProcId>>,
    /// By caller, what its calls pass.
    passed: RefCell<BTreeMap<ProcId, Passed>>,
}

/// By procedure that is called, the first call that may break what is supposed.
type Passed = BTreeMap<ProcId, Breach>;

/// A call that may break what is supposed of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Where it stands.
    pub span: Span,
    /// What it may do.
    pub what: BreachKind,
}

/// What a call may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BreachKind {
    /// It passes lists that share cells.
    Shares,
    /// It passes what does not end in nil.
    Endless,
    /// It is unknown what it passes.
    Unknown,
}

impl BreachKind {
    /// What the call may do, in words.
    pub fn words(self) -> &'static str {
        match self {
            BreachKind::Shares => "may pass lists that share cells",
            BreachKind::Endless => "may pass a list that does not end",
            BreachKind::Unknown => "passes lists that are not followed",
        }
    }
}

impl<'p> Calls<'p> {
    /// The calls of a program.
    pub fn new(program: &'p Program) -> Calls<'p> {
        let mut callers: BTreeMap<ProcId, BTreeSet<ProcId>> = BTreeMap::new();
        for id in program.proc_ids() {
            // What repeats a procedure was made to look for tests.
            let Some(proc) = program.proc(id).filter(|proc| proc.repeats.is_none()) else { continue };
            for callee in graph::callees(proc) {
                callers.entry(callee).or_default().insert(id);
            }
        }
        Calls { program, callers, passed: RefCell::default() }
    }

    /// A call in the program that may break what is supposed of the inputs of a procedure, if there is one.
    pub fn breach(&self, of: ProcId, budget: &Budget) -> Option<Breach> {
        self.breach_within(of, budget, &mut BTreeSet::new())
    }

    fn breach_within(&self, of: ProcId, budget: &Budget, seen: &mut BTreeSet<ProcId>) -> Option<Breach> {
        // A call that breaks it first is one of a caller whose own inputs kept it, so that each is looked at once, also in a circle.
        if !self.program.proc(of).is_some_and(|proc| supposes(self.program, proc)) || !seen.insert(of) {
            return None;
        }
        for caller in self.callers.get(&of)? {
            let passed = self.passed_by(*caller, of, budget);
            if let Some(breach) = passed.or_else(|| self.breach_within(*caller, budget, seen)) {
                return Some(breach);
            }
        }
        None
    }

    fn passed_by(&self, caller: ProcId, callee: ProcId, budget: &Budget) -> Option<Breach> {
        let known = self.passed.borrow().get(&caller).map(|passed| passed.get(&callee).cloned());
        known.unwrap_or_else(|| {
            let passed = passed(self.program, caller, budget);
            let found = passed.get(&callee).cloned();
            self.passed.borrow_mut().insert(caller, passed);
            found
        })
    }
}

/// Whether something is supposed of the inputs of a procedure.
fn supposes(program: &Program, proc: &Proc) -> bool {
    proc.inputs().any(|var| proc.var(var).is_some_and(|var| is_list(program, &var.ty)))
}

/// Whether a type leads to cells of lists.
fn is_list(program: &Program, ty: &Type) -> bool {
    matches!(ty, Type::Ref(of) if program.structs.get(of.index()).is_some_and(|s| s.link(*of).is_some()))
}

/// What is supposed of the inputs of a procedure, in words.
pub fn supposed_of_inputs(program: &Program, proc: &Proc) -> Vec<String> {
    let mut found = Vec::new();
    if supposes(program, proc) {
        found.push("inputs are lists that end and share no cells".to_string());
    }
    let pointer = |var| proc.var(var).is_some_and(|var| matches!(var.ty, Type::Pointer(_)));
    if proc.inputs().any(pointer) {
        found.push("pointers of the input lead into no list and to no global variable".to_string());
    }
    found
}

/// The calls of a procedure that may break what is supposed.
fn passed(program: &Program, caller: ProcId, budget: &Budget) -> Passed {
    let choice = Choice { effort: MOST_EFFORT, ..Choice::new(program, caller, Some(Wanted::default()), 0) };
    let analysis = Analysis::<Intervals>::new(program, caller, &choice, budget);
    let Ok(Some(analysis)) = analysis else { return all_calls(program, caller) };
    let unit = &analysis.unit;
    let steps = Steps::new(unit, choice.settings());
    let mut found = Passed::new();
    let mut add = |callee: ProcId, span: Span, what: BreachKind| {
        let known = found.entry(callee).or_insert(Breach { span, what });
        if (what, span) < (known.what, known.span) {
            *known = Breach { span, what };
        }
    };
    for edge in &unit.edges {
        let (from, to) = (unit.spots[edge.from], unit.spots[edge.to]);
        if from.frame != 0 {
            continue;
        }
        let Some(heaps) = &analysis.heaps[edge.from] else { continue };
        // A call that is not followed, by recursion or because it is nested too deep: what it passes may be known.
        if let SpotKind::After(next) = to.kind
            && to.frame == 0
            && matches!(edge.steps.last(), Some(Step::Lose { .. }))
            && let Some((callee, args)) = call_before(program, caller, to.block, next)
        {
            let mut log = Log::default();
            let before = edge.steps.len() - 1;
            let states = heaps.states().flat_map(|s| steps.along(edge, s.clone(), before, &mut log));
            let rows: Vec<Row> = states.collect::<Vec<_>>().into_iter().map(|s| (s, Vec::new())).collect();
            let rows = args.iter().fold(rows, |rows, arg| with_argument(&steps, rows, arg, &mut log));
            if heaps.why_lost().is_some() || log.lost.is_some() {
                add(callee, to.span, BreachKind::Unknown);
            }
            for (state, targets) in &rows {
                breach_in(state, targets).into_iter().for_each(|what| add(callee, to.span, what));
            }
        }
        if to.frame == 0 || unit.frames[to.frame].depth != 1 {
            continue;
        }
        let callee = unit.frames[to.frame].proc;
        let span = edge.steps.iter().rev().find_map(|step| match step {
            Step::Pass { span, .. } => Some(*span),
            _ => None,
        });
        let span = span.unwrap_or(from.span);
        let mut log = Log::default();
        let states: Vec<State<Intervals>> = heaps
            .states()
            .flat_map(|state| steps.along(edge, state.clone(), edge.steps.len(), &mut log))
            .collect();
        if heaps.why_lost().is_some() || log.lost.is_some() {
            add(callee, span, BreachKind::Unknown);
        }
        for state in &states {
            let targets = passed_to(unit, to.frame, state);
            breach_in(state, &targets).into_iter().for_each(|what| add(callee, span, what));
        }
    }
    found
}

/// A state, and the lists that the first arguments of a call lead to there.
type Row = (State<Intervals>, Vec<Target>);

/// The same with one argument more.
fn with_argument(steps: &Steps<'_, '_>, rows: Vec<Row>, arg: &Expr, log: &mut Log) -> Vec<Row> {
    let mut found = Vec::new();
    for (state, targets) in rows {
        for (state, value) in steps.eval(arg, 0, state, log) {
            let mut targets = targets.clone();
            if let Value::Link(target) = value {
                targets.push(target);
            }
            found.push((state, targets));
        }
    }
    found
}

/// Where the lists that a copy gets lead to.
fn passed_to(unit: &Unit<'_>, frame: usize, state: &State<Intervals>) -> Vec<Target> {
    let params = unit.proc(frame).map_or(&[][..], |proc| &proc.params);
    let slots = params.iter().filter_map(|param| unit.slot(frame, *param));
    let target = |slot: usize| match unit.slots.all[slot].what {
        What::Link(at, _) => state.shape.vars.get(at).copied(),
        _ => None,
    };
    slots.filter_map(target).collect()
}

/// What these lists break.
fn breach_in(state: &State<Intervals>, targets: &[Target]) -> Option<BreachKind> {
    let mut met: BTreeSet<usize> = BTreeSet::new();
    for target in targets {
        let (nodes, ending) = state.shape.path(*target);
        match ending {
            Ending::Nil => {}
            Ending::Cycle => return Some(BreachKind::Endless),
            Ending::Broken => return Some(BreachKind::Unknown),
        }
        if nodes.into_iter().any(|node| !met.insert(node)) {
            return Some(BreachKind::Shares);
        }
    }
    None
}

/// Nothing is known of any call.
fn all_calls(program: &Program, caller: ProcId) -> Passed {
    let Some(proc) = program.proc(caller) else { return Passed::new() };
    let calls = proc.blocks.iter().flat_map(|block| &block.instrs).filter_map(|instr| {
        Some((instr.kind.callee()?, Breach { span: instr.span, what: BreachKind::Unknown }))
    });
    calls.collect()
}

/// The call before an instruction of a block.
fn call_before(program: &Program, caller: ProcId, block: BlockId, next: usize) -> Option<(ProcId, &[Expr])> {
    let at = next.checked_sub(1)?;
    match &program.proc(caller)?.block(block)?.instrs.get(at)?.kind {
        InstrKind::Call { proc, args, .. } => Some((*proc, args)),
        // It is no call.
        _ => None,
    }
}
