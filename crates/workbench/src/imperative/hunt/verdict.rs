//! What is said of a goal that no test meets.
//!
//! It is infeasible only if that is shown: nothing leads to it, or a search that left nothing out which could lead to
//! it did not meet it, or its condition holds in no state at all ([`explore::prove`]). What a search left out is a
//! set of blocks from which a run may go on to anything that the graph allows, and what the runs up to there came
//! through:
//!
//! ```text
//! if (x == 42 && y == 1) for (;;) ;      no run with y = 1 ends, and still `y == 1` can be true
//! ```

use super::Hunt;
use super::entry::Looked;
use super::places::block_of;
use base::Stop;
use criteria::{Definition, Goal, Target, Use};
use explore::{Assumption, Exploration, Lost, Passed, Why, after_writes};
use imperative::{
    BlockId, Decision, DecisionId, Following, InstrKind, ProcId, Program, TerminatorKind, graph,
};
use source::Span;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Tests meet it.
    Covered,
    /// No input meets it, and why that is known.
    Infeasible(Shown),
    /// This bound cut off what might lead to it.
    OutOfBounds(String),
    /// Neither a test nor a proof was found.
    Unknown(Reason),
}

/// How it is known that no input meets a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing leads to it.
    Graph,
    /// All that could lead to it was searched.
    Search,
    /// The same, and every run before it ends in an error at one of these places.
    Behind(Vec<Span>),
    /// Its condition holds in no state of the procedure.
    Anywhere,
}

/// Why nothing is known of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Something on the way to it was not followed.
    Lost {
        /// Why.
        reason: String,
        /// In which procedure.
        proc: ProcId,
        /// Where.
        span: Span,
    },
    /// The effort was used up.
    Effort,
    /// Runs that reach it do not end.
    Endless,
    /// What was shown holds only under this assumption.
    Assumed(Assumption),
    /// A limit was reached.
    Limit(Stop),
    /// No run can start where it would have to; why.
    NoStart(String),
    /// No search is fine enough to settle it.
    TooFine,
    /// Fewer tests were asked for.
    LeftOut,
}

/// How the atomic conditions of a decision came out, those that were looked at.
type Evaluation = Vec<Option<bool>>;

/// What runs that were not followed for one reason have passed, and may reach.
struct Missed<'p> {
    program: &'p Program,
    outcomes: BTreeSet<(ProcId, DecisionId, bool)>,
    evaluations: BTreeMap<(ProcId, DecisionId), BTreeSet<Evaluation>>,
    /// Blocks on the way.
    passed: BTreeSet<(ProcId, BlockId)>,
    /// Blocks that may lie ahead.
    ahead: BTreeSet<(ProcId, BlockId)>,
}

impl<'p> Missed<'p> {
    fn new(program: &'p Program, lost: &Lost) -> Missed<'p> {
        let mut out = Missed {
            program,
            outcomes: lost.through.iter().map(|p| (p.proc, p.decision, p.outcome)).collect(),
            evaluations: BTreeMap::new(),
            passed: BTreeSet::new(),
            ahead: BTreeSet::new(),
        };
        for passed in &lost.through {
            let of = program.proc(passed.proc).and_then(|p| p.decision(passed.decision));
            if let Some(evaluation) = of.and_then(|d| evaluation(d, passed)) {
                out.evaluations.entry((passed.proc, passed.decision)).or_default().insert(evaluation);
            }
        }
        // A procedure without decisions is passed by every run that calls it.
        let mut procs: BTreeSet<ProcId> = lost.through.iter().map(|p| p.proc).collect();
        procs.extend(lost.blocks.iter().map(|(p, _)| *p));
        let mut waiting: Vec<ProcId> = procs.into_iter().collect();
        let mut walked = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if walked.insert(id) {
                waiting.extend(out.walk(id));
            }
        }
        out.go_ahead(lost);
        out
    }

    /// Notes the blocks of a procedure that the outcomes lead to; the procedures that are called there.
    fn walk(&mut self, id: ProcId) -> Vec<ProcId> {
        let Some(proc) = self.program.proc(id) else { return Vec::new() };
        let mut called = Vec::new();
        let mut waiting = vec![BlockId::ENTRY];
        while let Some(at) = waiting.pop() {
            if !self.passed.insert((id, at)) {
                continue;
            }
            called.extend(calls(self.program, id, at));
            let caught = proc.catches_around(at);
            let caught = caught.into_iter().filter(|c| self.outcomes.contains(&(id, c.decision, true)));
            waiting.extend(caught.map(|c| c.to));
            match proc.block(at).map(|b| &b.terminator.kind) {
                Some(TerminatorKind::Goto(to)) => waiting.push(*to),
                Some(TerminatorKind::Branch { decision, then, otherwise }) => {
                    let sides = [(true, *then), (false, *otherwise)];
                    let open =
                        sides.into_iter().filter(|(o, _)| self.outcomes.contains(&(id, *decision, *o)));
                    waiting.extend(open.map(|(_, to)| to));
                }
                _ => {}
            }
        }
        called
    }

    /// Notes all that may lie ahead.
    fn go_ahead(&mut self, lost: &Lost) {
        let mut waiting: Vec<(ProcId, BlockId)> = lost.blocks.iter().copied().collect();
        while let Some((id, at)) = waiting.pop() {
            if !self.ahead.insert((id, at)) {
                continue;
            }
            let Some(proc) = self.program.proc(id) else { continue };
            waiting.extend(graph::successors(proc, at).into_iter().map(|to| (id, to)));
            waiting.extend(calls(self.program, id, at).into_iter().map(|callee| (callee, BlockId::ENTRY)));
        }
    }

    /// True if one of these runs may meet a goal.
    fn may_meet(&self, goal: &Goal) -> bool {
        let entered = |proc: ProcId, block: BlockId| {
            self.passed.contains(&(proc, block)) || self.ahead.contains(&(proc, block))
        };
        let decided_ahead = |d: DecisionId| {
            block_of(self.program, goal.proc, d).is_some_and(|b| self.ahead.contains(&(goal.proc, b)))
        };
        let evaluated = |d: DecisionId, as_asked: &dyn Fn(&Evaluation) -> bool| {
            decided_ahead(d)
                || self.evaluations.get(&(goal.proc, d)).is_some_and(|all| all.iter().any(as_asked))
        };
        match &goal.what {
            Target::Outcome { decision, outcome } => {
                decided_ahead(*decision) || self.outcomes.contains(&(goal.proc, *decision, *outcome))
            }
            Target::Atom { decision, atom, value } => {
                evaluated(*decision, &|e| e.get(*atom) == Some(&Some(*value)))
            }
            Target::Combination { decision, values } => evaluated(*decision, &|e| {
                let both = values.iter().zip(e).filter_map(|(wanted, found)| Some(((*wanted)?, (*found)?)));
                both.into_iter().all(|(wanted, found)| wanted == found)
            }),
            // One side of the pair may be that of a test.
            Target::Decides { decision, atom, .. } => {
                evaluated(*decision, &|e| e.get(*atom).is_some_and(Option::is_some))
            }
            Target::Statement(n) => {
                let of = self.program.proc(goal.proc).and_then(|p| p.statements.get(*n));
                of.is_some_and(|s| entered(goal.proc, s.point.block))
            }
            Target::Call { point, .. } => entered(goal.proc, point.block),
            Target::Invoked => entered(goal.proc, BlockId::ENTRY),
            Target::Iterations { of, .. } => {
                let of = self.program.proc(goal.proc).and_then(|p| p.loops.get(of.index()));
                of.is_none_or(|l| entered(goal.proc, l.header))
            }
            // What is defined on such a run may be used on the same run, before or after it was left.
            Target::Definition { at, .. } => entered(goal.proc, defined(*at)),
            Target::Use { at, used, .. } | Target::Way { at, used, .. } => {
                let there = match used {
                    Use::At(user, point) => entered(*user, point.block),
                    Use::End => true,
                };
                there && entered(goal.proc, defined(*at))
            }
        }
    }
}

fn defined(at: Definition) -> BlockId {
    match at {
        Definition::Entry => BlockId::ENTRY,
        Definition::At(point) => point.block,
    }
}

/// The procedures that a block calls.
fn calls(program: &Program, id: ProcId, at: BlockId) -> Vec<ProcId> {
    let block = program.proc(id).and_then(|p| p.block(at));
    let instrs = block.map_or(&[][..], |b| &b.instrs);
    instrs.iter().filter_map(|i| i.kind.callee()).collect()
}

/// The values of the atoms; none where the search did not ask for them.
fn evaluation(d: &Decision, passed: &Passed) -> Option<Evaluation> {
    let mut out = vec![None; d.atoms.len()];
    if let [only] = &mut out[..] {
        *only = [true, false].into_iter().find(|v| d.cond.follow(&[*v]) == Following::Value(passed.outcome));
        return Some(out);
    }
    let leaves = d.cond.atoms();
    for (i, value) in passed.atoms.iter().enumerate() {
        let Following::Atom(next) = d.cond.follow(&passed.atoms[..i]) else { break };
        let at = leaves.iter().position(|leaf| std::ptr::eq(*leaf, next))?;
        *out.get_mut(at)? = Some(*value);
    }
    (!passed.atoms.is_empty()).then_some(out)
}

/// What a search says of goals that it did not meet.
struct Judge<'p> {
    missed: Vec<(&'p Why, Missed<'p>)>,
    part: &'p Exploration,
    level: usize,
    program: &'p Program,
    /// The blocks that runs may reach after something was written.
    written: BTreeSet<(ProcId, BlockId)>,
}

impl<'p> Judge<'p> {
    fn new(program: &'p Program, entry: ProcId, level: usize, part: &'p Exploration) -> Judge<'p> {
        let missed = part.lost.iter().map(|(why, lost)| (why, Missed::new(program, lost)));
        let apart = part.assumed.contains(&Assumption::Apart);
        let written = if apart { after_writes(program, entry) } else { BTreeSet::new() };
        Judge { missed: missed.collect(), part, level, program, written }
    }

    /// Something that was assumed and makes a difference to a goal.
    fn assumption(&self, goal: &Goal) -> Option<Assumption> {
        // Before the first write it makes no difference what is a part of what.
        let before = match goal.what {
            Target::Outcome { decision, .. } | Target::Atom { decision, .. } => {
                let at = block_of(self.program, goal.proc, decision);
                at.is_some_and(|b| !self.written.contains(&(goal.proc, b)))
            }
            _ => false,
        };
        let mut all = self.part.granted.iter().chain(&self.part.assumed);
        all.find(|what| !(before && **what == Assumption::Apart)).cloned()
    }

    fn of(&self, goal: &Goal) -> Status {
        if let Some(stop) = self.part.stopped {
            return Status::Unknown(Reason::Limit(stop));
        }
        let mut bound = None;
        let mut reason = None;
        for (why, missed) in &self.missed {
            if !missed.may_meet(goal) {
                continue;
            }
            match why {
                Why::Bound(name) => bound = bound.or(Some(name.clone())),
                Why::Effort => reason = reason.or(Some(Reason::Effort)),
                Why::Endless => reason = reason.or(Some(Reason::Endless)),
                Why::Unknown { reason: why, proc, span } => {
                    let lost = Reason::Lost { reason: why.clone(), proc: *proc, span: *span };
                    // A place that is not understood is a more useful reason than used-up effort.
                    reason = match reason {
                        None | Some(Reason::Effort | Reason::Endless) => Some(lost),
                        other => other,
                    };
                }
            }
        }
        match (reason, bound, self.assumption(goal)) {
            (Some(reason), _, _) => Status::Unknown(reason),
            (None, Some(bound), _) => Status::OutOfBounds(bound),
            (None, None, Some(assumed)) => Status::Unknown(Reason::Assumed(assumed)),
            (None, None, None) => Status::Infeasible(Shown::Search),
        }
    }
}

/// What the searches of some entries say of goals that they did not meet.
pub(super) struct Verdicts<'p> {
    hunt: &'p Hunt<'p>,
    /// Each with its judges, computed at the first use: most entries are never asked about.
    entries: Vec<(&'p Looked, OnceCell<Vec<Judge<'p>>>)>,
}

impl<'p> Verdicts<'p> {
    pub(super) fn new(hunt: &'p Hunt<'p>, looked: &'p [Looked]) -> Verdicts<'p> {
        Verdicts { hunt, entries: looked.iter().map(|one| (one, OnceCell::new())).collect() }
    }

    /// What is known of a goal that no test meets.
    pub(super) fn of(&self, goal: &Goal) -> Status {
        let program = self.hunt.program;
        // What is not understood may lead anywhere in its procedure.
        let blocks = program.proc(goal.proc).map_or(&[][..], |p| &p.blocks);
        let unclear =
            blocks.iter().flat_map(|b| &b.instrs).any(|i| matches!(i.kind, InstrKind::Unsupported(_)));
        if goal.hopeless && !unclear {
            return Status::Infeasible(Shown::Graph);
        }
        let coming: Vec<_> = self.entries.iter().filter(|(l, _)| l.procs.contains(&goal.proc)).collect();
        // The arguments that others give to a procedure can also be given to it directly.
        let own = coming.iter().find(|(l, _)| {
            let free = |p: &imperative::Proc| p.requires.is_empty() && p.own.is_empty();
            l.entry == goal.proc && program.proc(l.entry).is_some_and(free)
        });
        if let Some(own) = own
            && let status @ Status::Infeasible(_) = self.by(own, goal)
        {
            return status;
        }
        if coming.is_empty() || self.entries.len() < self.hunt.entries.len() {
            return Status::Unknown(Reason::Limit(Stop::Time));
        }
        let mut worst = Status::Infeasible(Shown::Search);
        // What the procedure's own search says comes first, since it is nearest.
        for one in own.into_iter().chain(coming.iter()) {
            match (self.by(one, goal), &worst) {
                (status @ Status::Unknown(_), Status::Infeasible(_)) => worst = status,
                (status @ Status::OutOfBounds(_), Status::Infeasible(_)) => worst = status,
                _ => {}
            }
        }
        worst
    }

    /// What the searches of one entry say.
    fn by(&self, (looked, judges): &(&'p Looked, OnceCell<Vec<Judge<'p>>>), goal: &Goal) -> Status {
        if let Some(why) = self.hunt.program.proc(looked.entry).and_then(|p| p.no_start.first()) {
            return Status::Unknown(Reason::NoStart(why.clone()));
        }
        if !looked.ended {
            return Status::Unknown(Reason::LeftOut);
        }
        let level = self.hunt.level(goal);
        let mut best = Status::Unknown(Reason::TooFine);
        let judges = judges.get_or_init(|| {
            let all = looked.searches.iter();
            all.map(|(level, part)| Judge::new(self.hunt.program, looked.entry, *level, part)).collect()
        });
        for judge in judges.iter().filter(|j| j.level >= level || self.hunt.every() && level == 0) {
            match judge.of(goal) {
                status @ Status::Infeasible(_) => return status,
                status => best = status,
            }
        }
        // What comes after a search that gave up was not tried to its end.
        match (best, looked.stopped) {
            (Status::Unknown(Reason::Effort), Some(stop)) => Status::Unknown(Reason::Limit(stop)),
            (status, _) => status,
        }
    }
}
