//! The goals of a criterion: what there is to be seen.

use crate::conditions::{Vector, evaluations};
use crate::flow::reach::{Points, of_variable};
use crate::flow::ways::Ways;
use crate::flow::{Definition, Flow, Use, What};
use crate::plan::Plan;
use crate::{Criterion, Mcdc};
use imperative::{
    BlockId, Branching, DecisionId, LoopId, Point, Proc, ProcId, Program, TerminatorKind, graph,
};
use source::Span;
use std::collections::BTreeSet;

/// One thing that a criterion asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The procedure where it stands.
    pub proc: ProcId,
    /// The place: of the statement, the decision, the atomic condition, the loop, the call or the definition.
    pub span: Span,
    /// The place of the use, for a goal about one.
    pub to: Option<Span>,
    /// What is to be seen.
    pub what: Target,
    /// Whether the graph alone shows that no run meets it: it is in code that nothing leads to, or it is about a
    /// definition that no use can be reached from.
    pub hopeless: bool,
    pub(crate) fact: Fact,
}

/// What is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The statement of this number is executed.
    Statement(usize),
    /// A decision comes out like this.
    Outcome {
        /// The decision.
        decision: DecisionId,
        /// How.
        outcome: bool,
    },
    /// An atomic condition has this value.
    Atom {
        /// The decision.
        decision: DecisionId,
        /// The number of the atom in it.
        atom: usize,
        /// The value.
        value: bool,
    },
    /// The atomic conditions of a decision have these values, `None` for one that is not looked at.
    Combination {
        /// The decision.
        decision: DecisionId,
        /// The values.
        values: Vec<Option<bool>>,
    },
    /// An atomic condition alone decides the outcome, with both of its values.
    Decides {
        /// The decision.
        decision: DecisionId,
        /// The number of the atom in it.
        atom: usize,
        /// What is asked of the other atoms.
        kind: Mcdc,
    },
    /// Some entry of a loop executes it exactly this many times.
    Iterations {
        /// The loop.
        of: LoopId,
        /// How many times.
        times: u32,
    },
    /// The procedure is invoked.
    Invoked,
    /// A call is executed.
    Call {
        /// Where.
        point: Point,
        /// Of which procedure.
        callee: ProcId,
    },
    /// A definition reaches some use.
    Definition {
        /// What is defined.
        what: What,
        /// Where.
        at: Definition,
    },
    /// A definition reaches a use.
    Use {
        /// What is defined.
        what: What,
        /// Where.
        at: Definition,
        /// Where it is used.
        used: Use,
        /// How the decision comes out, if that is where it is used.
        outcome: Option<bool>,
    },
    /// A definition reaches a use by this way.
    Way {
        /// What is defined.
        what: What,
        /// Where.
        at: Definition,
        /// Where it is used.
        used: Use,
        /// How the decision comes out, if that is where it is used.
        outcome: Option<bool>,
        /// The blocks, from that of the definition to that of the use.
        blocks: Vec<BlockId>,
    },
}

/// A target in the numbers of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Statement(u32),
    Outcome(u32),
    Atom(u32),
    Vector(u32, Vector),
    Mcdc(u32, usize, Mcdc),
    Loop(u32, u32),
    Proc(u32),
    Call(u32),
    /// One of these pairs.
    Pairs(u32, u32),
    Pair(u32),
    Way(u32),
}

/// The goals of a criterion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goals {
    /// The goals.
    pub list: Vec<Goal>,
    /// Whether there are more than are listed.
    pub truncated: bool,
}

/// The goals of a criterion for some procedures, in their order and in the order of the text. There are none for
/// an open criterion, whose goals are paths, and none in hidden procedures.
///
/// The procedures should be all that a run can enter ([`crate::reachable`]): what a definition can reach is asked
/// within them.
pub fn goals(program: &Program, procs: &[ProcId], criterion: Criterion) -> Goals {
    let plan = Plan::new(program);
    let mut maker = Maker { program, plan: &plan, out: Goals::default() };
    if criterion.is_dataflow() {
        maker.dataflow(procs, criterion);
        return maker.out;
    }
    for id in procs {
        match program.proc(*id) {
            Some(proc) if !proc.hidden => maker.procedure(*id, proc, criterion),
            _ => {}
        }
    }
    maker.out
}

struct Maker<'p> {
    program: &'p Program,
    plan: &'p Plan,
    out: Goals,
}

impl Maker<'_> {
    fn procedure(&mut self, id: ProcId, proc: &Proc, criterion: Criterion) {
        let live = graph::reachable(proc);
        let alive = |block: BlockId| live.get(block.index()).copied().unwrap_or(false);
        let mut add = |span: Span, what: Target, fact: Fact, hopeless: bool| {
            self.out.list.push(Goal { proc: id, span, to: None, what, hopeless, fact });
        };
        match criterion {
            Criterion::Statement => {
                for (i, s) in proc.statements.iter().enumerate() {
                    let fact = Fact::Statement(self.plan.first(id).statement + i as u32);
                    let exists =
                        proc.block(s.point.block).is_some_and(|b| s.point.index as usize <= b.instrs.len());
                    add(s.span, Target::Statement(i), fact, !exists || !alive(s.point.block));
                }
            }
            Criterion::LoopCount(k) => {
                for (l, of) in proc.loops.iter().enumerate() {
                    for times in 0..=k.min(crate::criterion::MOST) {
                        let of_id = LoopId::new(l);
                        let fact = Fact::Loop(self.plan.loops(id, of_id), times);
                        add(of.span, Target::Iterations { of: of_id, times }, fact, !alive(of.header));
                    }
                }
            }
            Criterion::Function => add(proc.span, Target::Invoked, Fact::Proc(id.0), false),
            Criterion::Call => {
                for (b, block) in proc.blocks.iter().enumerate() {
                    for (i, instr) in block.instrs.iter().enumerate() {
                        let Some(callee) = instr.kind.callee() else { continue };
                        if self.program.proc(callee).is_some_and(|p| p.hidden) {
                            continue;
                        }
                        let point = Point { block: BlockId::new(b), index: i as u32 };
                        let fact = Fact::Call(self.plan.point(id, point));
                        add(instr.span, Target::Call { point, callee }, fact, !alive(point.block));
                    }
                }
                self.sort_last(id);
            }
            _ => self.decisions(id, proc, criterion, &live),
        }
    }

    /// Puts the goals of the last procedure in the order of the text; equal places keep their order.
    fn sort_last(&mut self, id: ProcId) {
        let from = self.out.list.iter().rposition(|g| g.proc != id).map_or(0, |at| at + 1);
        if let Some(part) = self.out.list.get_mut(from..) {
            part.sort_by_key(|g| (g.span.start, g.span.end));
        }
    }

    fn decisions(&mut self, id: ProcId, proc: &Proc, criterion: Criterion, live: &[bool]) {
        let mut decided = vec![false; proc.decisions.len()];
        for (block, live) in proc.blocks.iter().zip(live) {
            if let (TerminatorKind::Branch { decision, .. }, true) = (&block.terminator.kind, live)
                && let Some(place) = decided.get_mut(decision.index())
            {
                *place = true;
            }
        }
        if criterion == Criterion::Branch {
            self.handlers(id, proc, live);
        }
        for (i, d) in proc.decisions.iter().enumerate() {
            // The outcome of a constant is no goal: `for (;;)`, `do … while (0)`.
            let constant = matches!(d.cond.kind, imperative::ExprKind::Bool(_));
            if !d.kind.is_written() || constant && self.program.branching == Branching::Atoms {
                continue;
            }
            let decision = DecisionId::new(i);
            let number = self.plan.decision(id, decision);
            let (first_atom, _) = self.plan.atoms(number);
            let hopeless = !decided.get(i).copied().unwrap_or(false);
            let mut add = |span: Span, what: Target, fact: Fact| {
                self.out.list.push(Goal { proc: id, span, to: None, what, hopeless, fact });
            };
            let by_atoms = self.program.branching == Branching::Atoms && d.atoms.len() > 1;
            match criterion {
                Criterion::Branch if !by_atoms => {
                    for outcome in [true, false] {
                        let fact = Fact::Outcome(number * 2 + u32::from(outcome));
                        add(d.span, Target::Outcome { decision, outcome }, fact);
                    }
                }
                Criterion::Branch | Criterion::Condition => {
                    for (atom, a) in d.atoms.iter().enumerate() {
                        for value in [true, false] {
                            let fact = Fact::Atom((first_atom + atom as u32) * 2 + u32::from(value));
                            add(a.span, Target::Atom { decision, atom, value }, fact);
                        }
                    }
                }
                Criterion::MultipleCondition => {
                    let (list, more) = evaluations(&d.cond);
                    for (values, _) in list {
                        let fact = Fact::Vector(number, values.clone());
                        add(d.span, Target::Combination { decision, values }, fact);
                    }
                    self.out.truncated |= more;
                }
                Criterion::Mcdc(kind) => {
                    for (atom, a) in d.atoms.iter().enumerate() {
                        let fact = Fact::Mcdc(number, atom, kind);
                        add(a.span, Target::Decides { decision, atom, kind }, fact);
                    }
                }
                _ => {}
            }
        }
    }

    /// The ways into handlers: their first statements. Without them, branches would leave statements out.
    fn handlers(&mut self, id: ProcId, proc: &Proc, live: &[bool]) {
        for to in proc.handlers.iter().flat_map(|h| &h.catches).map(|c| c.to) {
            let Some(i) = proc.statements.iter().position(|s| s.point.block == to) else { continue };
            let fact = Fact::Statement(self.plan.first(id).statement + i as u32);
            let hopeless = !live.get(to.index()).copied().unwrap_or(false);
            let span = proc.statements[i].span;
            self.out.list.push(Goal { proc: id, span, to: None, what: Target::Statement(i), hopeless, fact });
        }
    }

    fn dataflow(&mut self, procs: &[ProcId], criterion: Criterion) {
        let flow = Flow::new(self.program, self.plan);
        self.out.truncated = flow.truncated;
        if criterion == Criterion::AllDuPaths {
            return self.ways(procs, &flow);
        }
        let points = Points::new(self.program, self.plan, procs);
        for id in procs {
            let mut defs: Vec<usize> = (0..flow.defs.len())
                .filter(|d| flow.defs.get(*d).is_some_and(|d| d.proc == *id && d.base != crate::flow::NONE))
                .collect();
            defs.sort_by_key(|d| flow.defs.get(*d).map(|d| (d.span.start, d.span.end)));
            for number in defs {
                self.definition(&flow, &points, number, criterion);
            }
        }
    }

    fn definition(&mut self, flow: &Flow, points: &Points, number: usize, criterion: Criterion) {
        let Some(d) = flow.defs.get(number) else { return };
        let Some(kind) = flow.kinds.get(d.kind) else { return };
        let live = match (d.at, self.program.proc(d.proc)) {
            (Definition::At(point), Some(proc)) => {
                graph::reachable(proc).get(point.block.index()).copied().unwrap_or(false)
            }
            _ => true,
        };
        let reached: BTreeSet<usize> = if kind.is_variable() {
            of_variable(self.program, self.plan, flow, number)
        } else {
            points.of_heap(flow, number)
        };
        let goal = |to: Option<Span>, what: Target, hopeless: bool, fact: Fact| Goal {
            proc: d.proc,
            span: d.span,
            to,
            what,
            hopeless,
            fact,
        };
        if criterion == Criterion::AllDefs {
            let what = Target::Definition { what: kind.what.clone(), at: d.at };
            let fact = Fact::Pairs(d.base, d.base + kind.width);
            self.out.list.push(goal(None, what, !live || reached.is_empty(), fact));
            return;
        }
        let mut uses: Vec<&crate::flow::Used> = reached.iter().filter_map(|u| flow.uses.get(*u)).collect();
        // The end of the run comes after everything that stands somewhere.
        uses.sort_by_key(|u| (u.at == Use::End, u.span.start, u.span.end, u.column));
        for u in uses {
            let to = (u.at != Use::End).then_some(u.span);
            let outcomes: &[Option<bool>] = if u.is_predicate { &[Some(true), Some(false)] } else { &[None] };
            for outcome in outcomes {
                let fact = Fact::Pair(d.base + u.column + u32::from(*outcome == Some(true)));
                let what = Target::Use { what: kind.what.clone(), at: d.at, used: u.at, outcome: *outcome };
                self.out.list.push(goal(to, what, !live, fact));
            }
        }
    }

    fn ways(&mut self, procs: &[ProcId], flow: &Flow) {
        let ways = Ways::new(self.program, self.plan, flow);
        self.out.truncated |= procs.iter().any(|p| ways.truncated.contains(p));
        for id in procs {
            let live = self.program.proc(*id).map_or_else(Vec::new, graph::reachable);
            for (number, way) in ways.list.iter().enumerate() {
                let (Some(d), Some(u)) = (flow.defs.get(way.def), flow.uses.get(way.used)) else { continue };
                let Some(kind) = flow.kinds.get(d.kind) else { continue };
                if d.proc != *id {
                    continue;
                }
                let first = way.blocks.first().map_or(0, |b| b.index());
                self.out.list.push(Goal {
                    proc: *id,
                    span: d.span,
                    to: Some(u.span),
                    what: Target::Way {
                        what: kind.what.clone(),
                        at: d.at,
                        used: u.at,
                        outcome: way.outcome,
                        blocks: way.blocks.clone(),
                    },
                    hopeless: !live.get(first).copied().unwrap_or(false),
                    fact: Fact::Way(number as u32),
                });
            }
            // By definition, then by use; the ways of one pair keep their order.
            let from = self.out.list.iter().rposition(|g| g.proc != *id).map_or(0, |at| at + 1);
            if let Some(part) = self.out.list.get_mut(from..) {
                part.sort_by_key(|g| (g.span.start, g.span.end, g.to.map(|s| (s.start, s.end))));
            }
        }
    }
}
