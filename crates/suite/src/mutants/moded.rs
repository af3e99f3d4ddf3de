//! Mutants of programs whose predicates have modes.
//!
//! ```text
//! max(X, Y, Z) :- ( if X >= Y then Z = X else Z = Y ).     comparison: X > Y     negation: the branches change places
//! ```
//!
//! Only slips are made that leave each variable with a value where it is read: a goal is missing only if nothing needs what
//! it binds. Mutants are identified by the label of the goal that they change, so they can be made of any program with
//! the same labels, such as one with procedures for tests besides. [`mutants`] lists them in the order of the text;
//! [`Mutant::apply`] makes one.

use super::Operator;
use base::Int;
use logic::Program;
use logic::machine::guide::{Comparison, Operation};
use logic::moded::{
    Arithmetic, Block, BlockId, Body, Builtin, Constant, Flow, Goal, GoalKind, Label, NO_LABEL, ProcId,
    Procs, Shape, Slot,
};
use source::{Files, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What stands in the place of something that is missing.
const NOTHING: &str = "nothing";

/// A small change of a program.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The kind of change.
    pub operator: Operator,
    /// What is changed.
    pub span: Span,
    /// What stands there.
    pub from: String,
    /// What stands there instead.
    pub to: String,
    label: Label,
    edit: Edit,
}

#[derive(Clone, Debug)]
enum Edit {
    /// The goal is missing.
    Missing,
    /// The goal is negated.
    Negated,
    /// The arguments of a call change places, and it is negated if this says so: another comparison.
    Turned(bool),
    /// The negation is removed: its goal must hold.
    Affirmed,
    /// The branches of a conditional change places.
    Branches,
    /// An arm is missing.
    Arm(usize),
    /// An arm and the next one change places.
    Order(usize),
    /// Another constant or constructor without arguments.
    Constant(Constant),
    /// Another operation of the library.
    Operation(Operation),
}

impl Mutant {
    /// The label of the goal that is changed.
    pub fn label(&self) -> Label {
        self.label
    }

    /// The changed program. Its labels are those of the program.
    pub fn apply(&self, program: &Program) -> Program {
        let mut changed = program.clone();
        self.change(&mut changed.procs);
        changed
    }

    /// Changes a program; [`Undo::undo`] changes it back, which is cheaper than a copy.
    pub fn change(&self, procs: &mut Procs) -> Undo {
        let point = procs.points.get(self.label as usize).cloned();
        let block = point.as_ref().map(|point| point.block);
        let goals = block.and_then(|id| procs.block(id)).map(|block| block.goals.clone());
        let undo = Undo { block, goals, blocks: procs.blocks.len(), procs: procs.list.len() };
        if let Some(point) = point {
            self.edit(procs, point.block, point.goal as usize);
        }
        undo
    }

    fn edit(&self, procs: &mut Procs, of: BlockId, at: usize) {
        let Some(goal) = procs.block(of).and_then(|block| block.goals.get(at)).cloned() else { return };
        let kind = match (&self.edit, goal.kind.clone()) {
            (Edit::Missing, _) => {
                if let Some(block) = procs.blocks.get_mut(of.index()) {
                    block.goals.remove(at);
                }
                return;
            }
            (Edit::Negated, kind) => GoalKind::Not(inside(procs, of, kind, goal.at)),
            (Edit::Turned(negated), GoalKind::Call(callee, mut args)) => {
                // Types that have to be known at run time stand before the two operands.
                let last = args.len().saturating_sub(1);
                args.swap(last.saturating_sub(1), last);
                let call = GoalKind::Call(callee, args);
                if *negated { GoalKind::Not(inside(procs, of, call, goal.at)) } else { call }
            }
            (Edit::Affirmed, GoalKind::Not(inner)) => GoalKind::Commit(inner),
            (Edit::Branches, GoalKind::If(cond, then, other)) => GoalKind::If(cond, other, then),
            (Edit::Arm(number), GoalKind::Disj(mut arms)) if *number < arms.len() => {
                arms.remove(*number);
                GoalKind::Disj(arms)
            }
            (Edit::Arm(number), GoalKind::Switch(var, mut arms)) if *number < arms.len() => {
                arms.remove(*number);
                GoalKind::Switch(var, arms)
            }
            (Edit::Order(number), GoalKind::Disj(mut arms)) if number + 1 < arms.len() => {
                arms.swap(*number, number + 1);
                GoalKind::Disj(arms)
            }
            (Edit::Constant(constant), GoalKind::Construct(slot, _, _)) => {
                GoalKind::Construct(slot, Shape::Constant(constant.clone()), Vec::new())
            }
            (Edit::Constant(constant), GoalKind::Deconstruct { var, can_fail, .. }) => {
                let shape = Shape::Constant(constant.clone());
                GoalKind::Deconstruct { var, shape, args: Vec::new(), can_fail }
            }
            (Edit::Operation(operation), GoalKind::Call(callee, args)) => {
                GoalKind::Call(other_operation(procs, callee, *operation), args)
            }
            (_, kind) => kind,
        };
        if let Some(goal) = procs.blocks.get_mut(of.index()).and_then(|block| block.goals.get_mut(at)) {
            goal.kind = kind;
        }
    }
}

/// What a program was before a change.
#[derive(Debug)]
pub struct Undo {
    block: Option<BlockId>,
    goals: Option<Vec<Goal>>,
    blocks: usize,
    procs: usize,
}

impl Undo {
    /// Changes a program back.
    pub fn undo(self, procs: &mut Procs) {
        procs.blocks.truncate(self.blocks);
        procs.list.truncate(self.procs);
        let block = self.block.and_then(|id| procs.blocks.get_mut(id.index()));
        if let (Some(block), Some(goals)) = (block, self.goals) {
            block.goals = goals;
        }
    }
}

/// A conjunction of one goal, without labels.
fn inside(procs: &mut Procs, beside: BlockId, kind: GoalKind, at: Span) -> BlockId {
    let of = procs.block(beside).map_or(ProcId(0), |block| block.of);
    procs.blocks.push(Block { of, goals: vec![Goal { label: NO_LABEL, kind, at }], end: NO_LABEL });
    BlockId::new(procs.blocks.len() - 1)
}

/// A procedure like another one that computes something else.
fn other_operation(procs: &mut Procs, like: ProcId, operation: Operation) -> ProcId {
    let meaning = Arithmetic::Compute(operation);
    let code = procs.arithmetic.and_then(|find| find(meaning));
    let (Some(code), Some(mut made)) = (code, procs.proc(like).cloned()) else { return like };
    made.body = Body::Builtin(Builtin::Plain(code, Some(meaning)));
    procs.list.push(made);
    ProcId::new(procs.list.len() - 1)
}

/// All mutants of some procedures, in the order of the text.
pub fn mutants(files: &Files, program: &Program, of: &BTreeSet<ProcId>) -> Vec<Mutant> {
    let mut finder = Finder { files, program, out: Vec::new() };
    for id in of {
        finder.procedure(*id);
    }
    let mut out = finder.out;
    // A predicate with several modes has several procedures with the same text. Each has its own mutants: a mode is tested
    // by itself.
    out.sort_by_key(|mutant| (mutant.span, mutant.label));
    out
}

struct Finder<'a> {
    files: &'a Files,
    program: &'a Program,
    out: Vec<Mutant>,
}

/// What a procedure does with its slots.
#[derive(Default)]
struct Slots {
    /// How often each is read, or returned to the caller.
    read: BTreeMap<Slot, usize>,
}

impl Finder<'_> {
    fn text(&self, span: Span) -> String {
        self.files.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn push(&mut self, operator: Operator, goal: &Goal, from: String, to: String, edit: Edit) {
        // A goal without a text of its own is not mutated.
        if goal.at.start < goal.at.end {
            let label = goal.label;
            self.out.push(Mutant { operator, span: goal.at, from, to, label, edit });
        }
    }

    fn procedure(&mut self, id: ProcId) {
        let procs = &self.program.procs;
        let Some(proc) = procs.proc(id).filter(|proc| proc.own) else { return };
        let mut slots = Slots::default();
        for (slot, flow) in proc.flows.iter().enumerate() {
            if *flow == Flow::Out {
                slots.reads(slot as Slot);
            }
        }
        let blocks: Vec<&Block> = procs.blocks.iter().filter(|block| block.of == id).collect();
        for goal in blocks.iter().flat_map(|block| &block.goals) {
            for slot in reads(procs, &goal.kind) {
                slots.reads(slot);
            }
        }
        // The unifications that choose the arm of a switch stay: without them the program would be another one.
        let mut choosing: BTreeSet<Label> = BTreeSet::new();
        for goal in blocks.iter().flat_map(|block| &block.goals) {
            if let GoalKind::Switch(_, arms) = &goal.kind {
                let firsts = arms.iter().filter_map(|(arm, _)| procs.block(*arm));
                for arm in firsts {
                    let unifications = arm.goals.iter().take_while(|goal| {
                        matches!(goal.kind, GoalKind::Deconstruct { .. } | GoalKind::Assign(..))
                    });
                    choosing.extend(unifications.map(|goal| goal.label));
                }
            }
        }
        let can_fail = proc.can_fail();
        for goal in blocks.iter().flat_map(|block| &block.goals) {
            if !choosing.contains(&goal.label) {
                self.goal(goal, &slots, can_fail);
            }
        }
    }

    fn goal(&mut self, goal: &Goal, slots: &Slots, can_fail: bool) {
        let procs = &self.program.procs;
        let text = self.text(goal.at);
        let bound = binds(procs, goal);
        let inside_reads = all_reads(procs, goal);
        let is_needed = |slot: &Slot| {
            let inside = inside_reads.iter().filter(|read| *read == slot).count();
            slots.read.get(slot).copied().unwrap_or(0) > inside
        };
        let needed = bound.iter().any(is_needed);
        let tests = !needed && is_test(procs, &goal.kind);
        // A whole disjunction or switch is not mutated: its arms are.
        let is_whole = matches!(goal.kind, GoalKind::Disj(_) | GoalKind::Switch(..) | GoalKind::Commit(_));
        let makes =
            matches!(goal.kind, GoalKind::Construct(..) | GoalKind::Assign(..) | GoalKind::Closure(..));
        if !needed && !is_whole && !makes {
            self.push(Operator::Deletion, goal, text.clone(), NOTHING.to_string(), Edit::Missing);
        }
        match &goal.kind {
            GoalKind::Call(callee, args) => {
                let builtin = procs.proc(*callee).map(|proc| &proc.body);
                match builtin {
                    Some(Body::Builtin(Builtin::Plain(_, Some(Arithmetic::Compare(comparison, turned))))) => {
                        self.comparison(goal, *comparison, *turned);
                        return;
                    }
                    Some(Body::Builtin(Builtin::Plain(_, Some(Arithmetic::Compute(operation)))))
                        if args.len() >= 3 =>
                    {
                        self.operation(goal, *operation);
                    }
                    _ => {}
                }
                if tests {
                    self.push(Operator::Negation, goal, text.clone(), format!("not {text}"), Edit::Negated);
                }
            }
            GoalKind::Test(..) | GoalKind::CallClosure { .. } if tests => {
                self.push(Operator::Negation, goal, text.clone(), format!("not {text}"), Edit::Negated);
            }
            GoalKind::Deconstruct { shape, args, can_fail: true, .. } => {
                if tests {
                    self.push(Operator::Negation, goal, text.clone(), format!("not {text}"), Edit::Negated);
                }
                if args.is_empty() {
                    self.constant(goal, shape);
                }
            }
            GoalKind::Construct(_, shape, _) => self.constant(goal, shape),
            GoalKind::Not(inner) => {
                let to = procs.block(*inner).map_or_else(String::new, |block| self.block_text(block));
                self.push(Operator::Negation, goal, text, to, Edit::Affirmed);
            }
            GoalKind::If(cond, then, other) => {
                let of_cond = procs.block(*cond).map_or_else(Vec::new, |block| {
                    block.goals.iter().flat_map(|goal| binds(procs, goal)).collect()
                });
                let of_cond: BTreeSet<Slot> = of_cond.into_iter().collect();
                let in_then = procs.block(*then).is_some_and(|block| {
                    block.goals.iter().any(|goal| {
                        let read = all_reads(procs, goal);
                        read.iter().any(|slot| of_cond.contains(slot))
                    })
                });
                if !in_then {
                    let of = |id: &BlockId| procs.block(*id).map_or_else(String::new, |b| self.block_text(b));
                    let (then, other) = (of(then), of(other));
                    let (from, to) =
                        (format!("then {then} else {other}"), format!("then {other} else {then}"));
                    self.push(Operator::Negation, goal, from, to, Edit::Branches);
                }
            }
            GoalKind::Disj(arms) if arms.len() > 1 => {
                let of = |id: &BlockId| procs.block(*id).map_or_else(String::new, |b| self.block_text(b));
                let texts: Vec<String> = arms.iter().map(of).collect();
                for (number, text) in texts.iter().enumerate() {
                    let from = format!("the arm {text}");
                    self.push(Operator::Clause, goal, from, NOTHING.to_string(), Edit::Arm(number));
                }
                for (number, pair) in texts.windows(2).enumerate() {
                    let (first, second) = (&pair[0], &pair[1]);
                    let (from, to) = (format!("{first} before {second}"), format!("{second} before {first}"));
                    self.push(Operator::Order, goal, from, to, Edit::Order(number));
                }
            }
            GoalKind::Switch(_, arms) if can_fail => {
                for (number, (arm, _)) in arms.iter().enumerate() {
                    let text = procs.block(*arm).map_or_else(String::new, |block| self.block_text(block));
                    let from = format!("the arm {text}");
                    self.push(Operator::Clause, goal, from, NOTHING.to_string(), Edit::Arm(number));
                }
            }
            _ => {}
        }
    }

    /// The text of a conjunction, shortened.
    fn block_text(&self, block: &Block) -> String {
        const MOST: usize = 40;
        let spans = block.goals.iter().map(|goal| goal.at).filter(|at| at.start < at.end);
        let Some(whole) =
            spans.reduce(|a, b| Span { file: a.file, start: a.start.min(b.start), end: a.end.max(b.end) })
        else {
            return "true".to_string();
        };
        let text = self.text(whole);
        if text.chars().count() <= MOST {
            return text;
        }
        let start: String = text.chars().take(MOST).collect();
        format!("{start} …")
    }

    /// The two comparisons that a slip gives, as for other languages: with or without equality, and the opposite.
    fn comparison(&mut self, goal: &Goal, comparison: Comparison, turned: bool) {
        let names = match (comparison, turned) {
            (Comparison::Less, false) => ("<", "=<", ">="),
            (Comparison::Less, true) => (">", ">=", "=<"),
            (Comparison::LessEqual, false) => ("=<", "<", ">"),
            (Comparison::LessEqual, true) => (">=", ">", "<"),
            _ => return,
        };
        let (from, with, opposite) = names;
        // X < Y becomes X =< Y, which is not Y < X.
        self.push(Operator::Comparison, goal, from.to_string(), with.to_string(), Edit::Turned(true));
        self.push(Operator::Comparison, goal, from.to_string(), opposite.to_string(), Edit::Negated);
    }

    fn operation(&mut self, goal: &Goal, operation: Operation) {
        let (from, to, other) = match operation {
            Operation::Add => ("+", "-", Operation::Subtract),
            Operation::Subtract => ("-", "+", Operation::Add),
            Operation::Multiply => ("*", "+", Operation::Add),
            Operation::Quotient => ("//", "rem", Operation::Remainder),
            Operation::Remainder => ("rem", "//", Operation::Quotient),
            Operation::Floor => ("div", "mod", Operation::Modulo),
            Operation::Modulo => ("mod", "div", Operation::Floor),
            _ => return,
        };
        let edit = Edit::Operation(other);
        self.push(Operator::Arithmetic, goal, from.to_string(), to.to_string(), edit);
    }

    fn constant(&mut self, goal: &Goal, shape: &Shape) {
        let terms = &self.program.terms;
        match shape {
            Shape::Constant(Constant::Int(value)) => {
                let more = value + &Int::from(1);
                let (from, to) = (value.to_string(), more.to_string());
                self.push(Operator::Constant, goal, from, to, Edit::Constant(Constant::Int(more)));
            }
            Shape::Constant(Constant::Char(char)) => {
                let Some(next) = char::from_u32(*char as u32 + 1) else { return };
                let (from, to) = (format!("'{char}'"), format!("'{next}'"));
                self.push(Operator::Constant, goal, from, to, Edit::Constant(Constant::Char(next)));
            }
            Shape::Constant(Constant::Str(text)) if !terms.name(*text).is_empty() => {
                let Some(empty) = terms.known("") else { return };
                let (from, to) = (format!("{:?}", terms.name(*text)), "\"\"".to_string());
                self.push(Operator::Constant, goal, from, to, Edit::Constant(Constant::Str(empty)));
            }
            Shape::Constant(Constant::Atom(name)) => self.constructor(goal, (*name, 0)),
            Shape::Compound(name, arity) => self.constructor(goal, (*name, *arity)),
            Shape::Constant(_) => {}
        }
    }

    /// Another constructor of the same type: the next one without arguments, which needs nothing.
    fn constructor(&mut self, goal: &Goal, of: (logic::Atom, u32)) {
        let all = &self.program.procs.constructors;
        let mut types = all.iter().filter(|ty| ty.contains(&of));
        // A name that several types have tells nothing of the type.
        let (Some(ty), None) = (types.next(), types.next()) else { return };
        let place = ty.iter().position(|known| *known == of).unwrap_or(0);
        let others = ty.iter().cycle().skip(place + 1).take(ty.len().saturating_sub(1));
        let Some((other, _)) = others.filter(|(_, arity)| *arity == 0).copied().next() else { return };
        let show = |name: logic::Atom| {
            let text = self.program.terms.name(name);
            text.split('\0').next().unwrap_or(text).to_string()
        };
        let from = if of.1 == 0 { show(of.0) } else { self.text(goal.at) };
        let edit = Edit::Constant(Constant::Atom(other));
        self.push(Operator::Constant, goal, from, show(other), edit);
    }
}

impl Slots {
    fn reads(&mut self, slot: Slot) {
        *self.read.entry(slot).or_default() += 1;
    }
}

/// Whether a goal may fail, and does nothing else.
fn is_test(procs: &Procs, kind: &GoalKind) -> bool {
    match kind {
        GoalKind::Test(..) => true,
        GoalKind::Deconstruct { can_fail, .. } => *can_fail,
        GoalKind::Call(callee, _) => procs.proc(*callee).is_some_and(|proc| proc.can_fail()),
        GoalKind::CallClosure { determinism, .. } => logic::moded::can_fail(*determinism),
        _ => false,
    }
}

/// The slots that a goal itself reads, its parts not counted.
fn reads(procs: &Procs, kind: &GoalKind) -> Vec<Slot> {
    match kind {
        GoalKind::Test(a, b) => vec![*a, *b],
        GoalKind::Assign(_, from) => vec![*from],
        GoalKind::Construct(_, _, args) | GoalKind::Closure(_, _, args) => args.clone(),
        GoalKind::Deconstruct { var, .. } | GoalKind::Switch(var, _) => vec![*var],
        GoalKind::Call(callee, args) => {
            let flows = procs.proc(*callee).map_or(&[][..], |proc| &proc.flows);
            let read = |(i, _): &(usize, &Slot)| flows.get(*i) != Some(&Flow::Out);
            args.iter().enumerate().filter(read).map(|(_, slot)| *slot).collect()
        }
        GoalKind::CallClosure { closure, args, .. } => {
            let read = args.iter().filter(|(_, flow)| *flow != Flow::Out).map(|(slot, _)| *slot);
            std::iter::once(*closure).chain(read).collect()
        }
        GoalKind::Disj(_) | GoalKind::Not(_) | GoalKind::If(..) | GoalKind::Commit(_) => Vec::new(),
    }
}

/// All goals of a goal, itself first.
fn all_goals<'p>(procs: &'p Procs, goal: &'p Goal) -> Vec<&'p Goal> {
    let mut found = Vec::new();
    let mut open = vec![goal];
    while let Some(goal) = open.pop() {
        found.push(goal);
        let blocks = Procs::parts(goal).into_iter().filter_map(|part| procs.block(part));
        open.extend(blocks.flat_map(|block| &block.goals));
    }
    found
}

/// What a goal reads, its parts counted.
fn all_reads(procs: &Procs, goal: &Goal) -> Vec<Slot> {
    all_goals(procs, goal).into_iter().flat_map(|goal| reads(procs, &goal.kind)).collect()
}

/// The slots that a goal gives values, its parts counted.
fn binds(procs: &Procs, goal: &Goal) -> Vec<Slot> {
    let of = |goal: &Goal| -> Vec<Slot> {
        match &goal.kind {
            GoalKind::Assign(to, _) | GoalKind::Construct(to, _, _) | GoalKind::Closure(to, _, _) => {
                vec![*to]
            }
            GoalKind::Deconstruct { args, .. } => args.clone(),
            GoalKind::Call(callee, args) => {
                let flows = procs.proc(*callee).map_or(&[][..], |proc| &proc.flows);
                let bound = |(i, _): &(usize, &Slot)| flows.get(*i) == Some(&Flow::Out);
                args.iter().enumerate().filter(bound).map(|(_, slot)| *slot).collect()
            }
            GoalKind::CallClosure { args, .. } => {
                args.iter().filter(|(_, flow)| *flow == Flow::Out).map(|(slot, _)| *slot).collect()
            }
            _ => Vec::new(),
        }
    };
    all_goals(procs, goal).into_iter().flat_map(of).collect()
}
