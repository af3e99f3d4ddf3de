//! A second opinion: what a run shows, by the definitions, from the list of everything that happened.

use criteria::{Definition, Goal, Mcdc, Target, Use, What};
use imperative::machine::{At, Atoms, Event, Object, ObjectId, Outcome, Place, Run, Value, Watch};
use imperative::{
    BlockId, DecisionId, DecisionKind, Expr, ExprKind, InstrKind, Point, ProcId, Program, TerminatorKind,
    UnaryOp, VarId, VarKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// The atoms that a condition had evaluated when it erred; no trace has them.
#[derive(Default)]
pub struct Erring(pub Vec<(ProcId, DecisionId, Vec<Option<bool>>)>);

impl Watch for Erring {
    const ATOMS: bool = true;
    fn decided(&mut self, at: At, decision: DecisionId, outcome: Option<bool>, atoms: &Atoms) {
        if outcome.is_none() {
            self.0.push((at.proc, decision, atoms.iter().collect()));
        }
    }
}

/// A definition in a run: where it stands, and where in the history of which activation it happened.
#[derive(Clone)]
struct Origin {
    proc: ProcId,
    at: Definition,
    activation: usize,
    step: usize,
}

/// From a definition to a use, with the blocks in between if they are of one activation.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// The procedure of the definition.
    pub proc: ProcId,
    /// What is defined.
    pub what: What,
    /// Where it is defined.
    pub at: Definition,
    /// Where it is used.
    pub used: Use,
    /// For a use in a decision: how that came out.
    pub outcome: Option<bool>,
    /// The blocks in between.
    pub blocks: Option<Vec<BlockId>>,
}

/// What a run shows.
#[derive(Clone, Default)]
pub struct Verdict {
    /// Instructions that were executed.
    pub points: BTreeSet<(ProcId, Point)>,
    /// Decisions with how they came out.
    pub outcomes: BTreeSet<(ProcId, DecisionId, bool)>,
    /// Decisions with the values of their atoms.
    pub vectors: BTreeSet<(ProcId, DecisionId, Vec<Option<bool>>)>,
    /// The same where the decision ended in an error.
    pub erring: Vec<(ProcId, DecisionId, Vec<Option<bool>>)>,
    /// Calls that were made.
    pub calls: BTreeSet<(ProcId, Point)>,
    /// Procedures that were entered.
    pub entered: BTreeSet<ProcId>,
    /// Loops with their numbers of iterations.
    pub loops: BTreeSet<(ProcId, u32, usize)>,
    /// Definitions with their uses.
    pub flows: Vec<Flow>,
    /// How often the block that was executed most often was executed.
    pub most: usize,
}

struct Activation {
    proc: ProcId,
    number: u32,
    history: Vec<BlockId>,
    last: Option<Point>,
}

fn is_named(program: &Program, proc: ProcId, v: imperative::VarId) -> bool {
    let p = &program.procs[proc.index()];
    !p.hidden && p.vars[v.index()].kind != VarKind::Temporary
}

/// Goes through everything that happened in a run.
pub fn judge(program: &Program, run: &Run, erring: Erring) -> Verdict {
    let mut verdict = Verdict { erring: erring.0, ..Verdict::default() };
    let mut all: Vec<Activation> = Vec::new();
    let mut stack: Vec<usize> = Vec::new();
    let mut origin: BTreeMap<Place, Origin> = BTreeMap::new();
    let mut waiting: Vec<(Place, ProcId, Point)> = Vec::new();
    let mut passing = false;
    let mut executed: BTreeMap<(ProcId, BlockId), usize> = BTreeMap::new();
    let ended_well = run.outcome == Outcome::Ok;
    let what_of = |place: &Place, proc: ProcId| match place {
        Place::Var { var, .. } => What::Var(*var),
        Place::Field(o, f) => match run.state.heap.get(*o) {
            Some(Object::Cell { of, .. }) => What::Field(*of, *f),
            _ => panic!("no cell in {proc}"),
        },
        Place::Element(o, _) => match run.state.heap.get(*o) {
            Some(Object::Array { element, .. }) => What::Element(element.clone()),
            _ => panic!("no array in {proc}"),
        },
    };
    let flow =
        |o: &Origin, place: &Place, used: Use, outcome: Option<bool>, all: &[Activation], now: usize| {
            let history = &all[o.activation].history;
            let same = o.activation == now && used != Use::End;
            let way: Vec<BlockId> = history[o.step..].to_vec();
            let inner: BTreeSet<BlockId> = way.iter().skip(1).copied().collect();
            let simple =
                inner.len() == way.len() - 1 && (!inner.contains(&way[0]) || way.last() == way.first());
            let blocks = (same && simple).then_some(way);
            Flow { proc: o.proc, what: what_of(place, o.proc), at: o.at, used, outcome, blocks }
        };
    for event in &run.trace {
        match event {
            Event::Call(id) => {
                if let Some(caller) = stack.last() {
                    let caller = &all[*caller];
                    verdict.calls.insert((caller.proc, caller.last.expect("it called")));
                }
                verdict.entered.insert(*id);
                let number = all.len() as u32;
                all.push(Activation { proc: *id, number, history: vec![BlockId::ENTRY], last: None });
                stack.push(all.len() - 1);
                if number == 0 {
                    for v in program.procs[id.index()].inputs() {
                        let place = Place::Var { frame: 0, var: v };
                        origin.insert(
                            place,
                            Origin { proc: *id, at: Definition::Entry, activation: 0, step: 0 },
                        );
                    }
                }
                passing = true;
            }
            Event::Point { proc, point } => {
                passing = false;
                let now = &mut all[*stack.last().expect("running")];
                assert_eq!(now.proc, *proc);
                let came = now.last.is_none_or(|last| last.block != point.block || point.index <= last.index);
                if came {
                    *executed.entry((*proc, point.block)).or_default() += 1;
                }
                if came && now.last.is_some() {
                    now.history.push(point.block);
                }
                now.last = Some(*point);
                verdict.points.insert((*proc, *point));
            }
            Event::Decision { proc, decision, outcome, atoms } => {
                verdict.outcomes.insert((*proc, *decision, *outcome));
                verdict.vectors.insert((*proc, *decision, atoms.to_vec()));
                let kind = program.procs[proc.index()].decisions[decision.index()].kind;
                let outcome = (kind != DecisionKind::ShortCircuit).then_some(*outcome);
                for (place, proc, point) in waiting.drain(..) {
                    if let Some(o) = origin.get(&place) {
                        let now = *stack.last().expect("running");
                        verdict.flows.push(flow(o, &place, Use::At(proc, point), outcome, &all, now));
                    }
                }
            }
            Event::Return(_) => {
                let done = stack.pop().expect("running");
                if stack.is_empty() {
                    let (proc, point) = (all[done].proc, all[done].last.expect("it ran"));
                    let of = &program.procs[proc.index()];
                    let seen: Vec<imperative::VarId> = match program.main == Some(proc) {
                        true => of.named_vars().collect(),
                        false => of.outs.iter().copied().filter(|v| is_named(program, proc, *v)).collect(),
                    };
                    for v in seen {
                        let place = Place::Var { frame: 0, var: v };
                        if let Some(o) = origin.get(&place) {
                            verdict.flows.push(flow(o, &place, Use::At(proc, point), None, &all, done));
                        }
                    }
                }
            }
            Event::Unwound(_) => {
                stack.pop();
            }
            // What was read for a condition that erred decides nothing.
            Event::Caught { .. } => waiting.clear(),
            Event::Def { place, proc, point } => {
                let now = *stack.last().expect("running");
                let step = all[now].history.len() - 1;
                let (proc, at) = if passing {
                    (all[now].proc, Definition::Entry)
                } else {
                    (*proc, Definition::At(*point))
                };
                let counts = match place {
                    Place::Var { frame, var } => {
                        assert_eq!(*frame, all[now].number);
                        is_named(program, proc, *var)
                    }
                    _ => !program.procs[proc.index()].hidden,
                };
                if counts {
                    origin.insert(*place, Origin { proc, at, activation: now, step });
                } else {
                    origin.remove(place);
                }
            }
            Event::Emptied(place) => {
                origin.remove(place);
            }
            Event::Use { place, proc, point } => {
                let now = *stack.last().expect("running");
                let of = &program.procs[proc.index()];
                let block = &of.blocks[point.block.index()];
                let at_branch = point.index as usize == block.instrs.len()
                    && matches!(block.terminator.kind, TerminatorKind::Branch { .. });
                if of.hidden {
                    continue;
                }
                if at_branch {
                    waiting.push((*place, *proc, *point));
                } else if let Some(o) = origin.get(place) {
                    verdict.flows.push(flow(o, place, Use::At(*proc, *point), None, &all, now));
                }
            }
        }
    }
    // Only where definitions were recorded is there something to see in objects.
    if ended_well && origin.keys().any(|p| !matches!(p, Place::Var { .. })) {
        let left = left_at_the_end(program, run);
        let seen = |p: &Place| match p {
            Place::Var { .. } => false,
            Place::Field(o, _) | Place::Element(o, _) => left.contains(o),
        };
        for (place, o) in origin.iter().filter(|(p, _)| seen(p)) {
            verdict.flows.push(flow(o, place, Use::End, None, &all, o.activation));
        }
    }
    // The loops of activations that are still open when the run dies were never left.
    let mut rounds = BTreeMap::new();
    for (i, a) in all.iter().enumerate() {
        loops(program, a, !stack.contains(&i), &mut verdict, &mut rounds);
    }
    let basic = |proc: ProcId, block: BlockId| is_basic(program, proc, block);
    let blocks = executed.iter().filter(|((p, b), _)| basic(*p, *b)).map(|(_, n)| *n);
    // Each iteration goes through the body once more, whatever that consists of.
    verdict.most = blocks.chain(rounds.into_values()).max().unwrap_or(0);
    verdict
}

/// How often each loop was executed, from the blocks of an activation; `rounds` counts the iterations of the whole run.
fn loops(
    program: &Program,
    a: &Activation,
    over: bool,
    verdict: &mut Verdict,
    rounds: &mut BTreeMap<(ProcId, usize), usize>,
) {
    let proc = &program.procs[a.proc.index()];
    for l in 0..proc.loops.len() {
        let id = imperative::LoopId::new(l);
        let inside = |b: &BlockId| proc.block_is_in(*b, id);
        let decides = |b: &BlockId| {
            matches!(proc.blocks[b.index()].terminator.kind,
                TerminatorKind::Branch { decision, .. } if decision == proc.loops[l].decision)
        };
        // The stretches of the history inside of the loop.
        let mut rest = &a.history[..];
        while let Some(from) = rest.iter().position(inside) {
            rest = &rest[from..];
            let to = rest.iter().position(|b| !inside(b));
            let stretch = &rest[..to.unwrap_or(rest.len())];
            let times = stretch.windows(2).filter(|w| decides(&w[0])).count();
            if to.is_some() || over {
                verdict.loops.insert((a.proc, id.0, times));
            }
            if !proc.hidden {
                *rounds.entry((a.proc, l)).or_default() += times;
            }
            rest = &rest[stretch.len()..];
        }
    }
}

fn is_basic(program: &Program, proc: ProcId, block: BlockId) -> bool {
    let p = &program.procs[proc.index()];
    let b = &p.blocks[block.index()];
    let temporary = |v: &imperative::VarId| p.vars[v.index()].kind == VarKind::Temporary;
    let only_temporaries = b.instrs.iter().all(|i| match &i.kind {
        InstrKind::Assign(v, _) | InstrKind::New { dst: v, .. } | InstrKind::NewArray { dst: v, .. } => {
            temporary(v)
        }
        InstrKind::Call { dst: Some(v), .. } => temporary(v),
        _ => false,
    });
    let returns = match b.terminator.kind {
        TerminatorKind::Return(Some(_)) => true,
        TerminatorKind::Return(None) => {
            let end = Point { block, index: b.instrs.len() as u32 };
            p.statements.iter().any(|s| s.point == end)
        }
        _ => false,
    };
    !p.hidden && (!only_temporaries || returns)
}

/// The value of a condition for all values of its atoms.
fn truth(e: &Expr, atoms: &mut std::slice::Iter<bool>) -> bool {
    match &e.kind {
        ExprKind::And(a, b) => {
            let (a, b) = (truth(a, atoms), truth(b, atoms));
            a && b
        }
        ExprKind::Or(a, b) => {
            let (a, b) = (truth(a, atoms), truth(b, atoms));
            a || b
        }
        ExprKind::Unary(UnaryOp::Not, a) => !truth(a, atoms),
        ExprKind::Unary(UnaryOp::Both, a) => truth(a, atoms),
        _ => *atoms.next().expect("an atom"),
    }
}

/// All ways to fill in what was not evaluated.
fn completions(vector: &[Option<bool>]) -> Vec<Vec<bool>> {
    let mut all = vec![Vec::new()];
    for atom in vector {
        let choices = atom.map_or(vec![true, false], |b| vec![b]);
        all = all
            .iter()
            .flat_map(|v: &Vec<bool>| choices.iter().map(move |c| [&v[..], &[*c]].concat()))
            .collect();
    }
    all
}

/// Whether two evaluations show that an atom decides, by trying everything.
fn decides(cond: &Expr, atom: usize, a: &[Option<bool>], b: &[Option<bool>], kind: Mcdc) -> bool {
    let value = |v: &[bool]| truth(cond, &mut v.iter());
    let flipped = |v: &[bool]| {
        let mut v = v.to_vec();
        v[atom] = !v[atom];
        v
    };
    let alone = |v: &[Option<bool>]| completions(v).iter().any(|v| value(v) != value(&flipped(v)));
    if a[atom].is_none() || b[atom].is_none() || a[atom] == b[atom] {
        return false;
    }
    let (first, second) = (&completions(a)[0], &completions(b)[0]);
    if value(first) == value(second) {
        return false;
    }
    match kind {
        Mcdc::Masking => alone(a) && alone(b),
        Mcdc::UniqueCause => {
            let others = completions(b);
            completions(a).iter().any(|v| others.contains(&flipped(v)))
        }
    }
}

/// Whether two runs (perhaps the same one) meet a goal.
pub fn meets(program: &Program, goal: &Goal, a: &Verdict, b: &Verdict) -> bool {
    let p = goal.proc;
    let proc = &program.procs[p.index()];
    match &goal.what {
        Target::Statement(i) => a.points.contains(&(p, proc.statements[*i].point)),
        Target::Outcome { decision, outcome } => a.outcomes.contains(&(p, *decision, *outcome)),
        Target::Atom { decision, atom, value } => a
            .vectors
            .iter()
            .chain(&a.erring)
            .any(|(q, d, v)| (*q, *d) == (p, *decision) && v.get(*atom) == Some(&Some(*value))),
        Target::Combination { decision, values } => a.vectors.contains(&(p, *decision, values.clone())),
        Target::Decides { decision, atom, kind } => {
            let cond = &proc.decisions[decision.index()].cond;
            let of = |v: &Verdict| -> Vec<Vec<Option<bool>>> {
                v.vectors.iter().filter(|v| (v.0, v.1) == (p, *decision)).map(|v| v.2.clone()).collect()
            };
            let others = of(b);
            of(a).iter().any(|x| others.iter().any(|y| decides(cond, *atom, x, y, *kind)))
        }
        Target::Iterations { of, times } => a.loops.contains(&(p, of.0, *times as usize)),
        Target::Invoked => a.entered.contains(&p),
        Target::Call { point, .. } => a.calls.contains(&(p, *point)),
        Target::Definition { what, at } => a.flows.iter().any(|f| (f.proc, &f.what, f.at) == (p, what, *at)),
        Target::Use { what, at, used, outcome } => a
            .flows
            .iter()
            .any(|f| (f.proc, &f.what, f.at, f.used, f.outcome) == (p, what, *at, *used, *outcome)),
        Target::Way { what, at, used, outcome, blocks } => a.flows.iter().any(|f| {
            (f.proc, &f.what, f.at, f.used, f.outcome) == (p, what, *at, *used, *outcome)
                && f.blocks.as_ref() == Some(blocks)
        }),
    }
}

/// The objects that the variables of a plain program lead to when it has ended.
fn left_at_the_end(program: &Program, run: &Run) -> BTreeSet<ObjectId> {
    let main = program.main.expect("only plain programs are judged");
    let named = (0..program.procs[main.index()].vars.len()).map(VarId::new);
    let mut waiting: Vec<ObjectId> = named
        .filter(|v| program.procs[main.index()].vars[v.index()].kind != VarKind::Temporary)
        .filter_map(|v| run.state.get(v).and_then(Value::as_ref))
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if seen.insert(id) {
            let object = run.state.heap.get(id);
            waiting.extend(object.into_iter().flat_map(|o| o.values()).filter_map(Value::as_ref));
        }
    }
    seen
}
