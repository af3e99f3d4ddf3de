//! Goals become conjunctions with labels.

use super::type_infos::{Known, closure_types};
use super::{Lowering, Slots};
use crate::core::{Literal, Ty, VarId};
use crate::procedures::{Functor, Goal, GoalKind, ProcId, Switch, Value};
use crate::syntax::ast::IntSize;
use logic::moded::{self, Block, BlockId, Constant, Label, NO_LABEL, Point, Shape, Slot};
use logic::{Determinism, Float};

/// The conjunctions of one procedure.
pub(super) struct Blocks<'l, 'a> {
    of: &'l mut Lowering<'a>,
    id: ProcId,
    slots: Slots,
    labelled: bool,
    /// Slots for the names of types, with their values.
    presets: Vec<(Slot, Constant)>,
    next: Slot,
}

impl<'l, 'a> Blocks<'l, 'a> {
    pub fn new(of: &'l mut Lowering<'a>, id: ProcId, slots: Slots, labelled: bool) -> Self {
        let hidden = of.infos.needed(id).len();
        let head = of.procedures.get(id).map_or(0, |procedure| procedure.head.len());
        let next = slots.of_var.iter().map(|slot| slot + 1).max().unwrap_or(0).max((hidden + head) as u32);
        Blocks { of, id, slots, labelled, presets: Vec::new(), next }
    }

    /// The values that slots have from the start, and the names of all slots.
    pub fn finish(self, mut names: Vec<String>) -> (Vec<(Slot, Constant)>, Vec<String>) {
        names.resize(self.next as usize, String::new());
        (self.presets, names)
    }

    /// The body of the procedure.
    pub fn body(&mut self, goal: &Goal) -> BlockId {
        self.block(goal)
    }

    fn slot(&self, var: VarId) -> Slot {
        self.slots.of(var)
    }

    fn slots(&self, vars: &[VarId]) -> Vec<Slot> {
        vars.iter().map(|var| self.slot(*var)).collect()
    }

    fn label(&mut self, block: BlockId, goal: usize) -> Label {
        if !self.labelled {
            return NO_LABEL;
        }
        let points = &mut self.of.procs.points;
        points.push(Point { proc: self.id, block, goal: goal as u32 });
        (points.len() - 1) as Label
    }

    fn block(&mut self, goal: &Goal) -> BlockId {
        let id = BlockId::new(self.of.procs.blocks.len());
        self.of.procs.blocks.push(Block { of: self.id, goals: Vec::new(), end: NO_LABEL });
        let mut goals = Vec::new();
        // Conjunctions inside of a conjunction are part of it.
        let mut open = vec![goal];
        while let Some(goal) = open.pop() {
            match &goal.kind {
                GoalKind::Conj(parts) => open.extend(parts.iter().rev()),
                GoalKind::Noted(_, inner) => open.push(inner),
                _ => {
                    let label = self.label(id, goals.len());
                    let kind = self.kind(goal);
                    goals.push(moded::Goal { label, kind, at: goal.at });
                }
            }
        }
        let end = self.label(id, goals.len());
        if let Some(block) = self.of.procs.blocks.get_mut(id.index()) {
            (block.goals, block.end) = (goals, end);
        }
        id
    }

    fn kind(&mut self, goal: &Goal) -> moded::GoalKind {
        match &goal.kind {
            GoalKind::Conj(_) | GoalKind::Noted(..) => moded::GoalKind::Disj(vec![self.block(goal)]),
            GoalKind::Disj { arms, switch } => self.disjunction(arms, switch.as_ref()),
            GoalKind::Not(inner) => moded::GoalKind::Not(self.block(inner)),
            GoalKind::If(cond, then, otherwise) => {
                let (cond, then) = (self.block(cond), self.block(then));
                moded::GoalKind::If(cond, then, self.block(otherwise))
            }
            GoalKind::Commit(inner) => moded::GoalKind::Commit(self.block(inner)),
            GoalKind::Test(x, y) => moded::GoalKind::Test(self.slot(*x), self.slot(*y)),
            GoalKind::Assign(x, y) => moded::GoalKind::Assign(self.slot(*x), self.slot(*y)),
            GoalKind::Construct(x, Value::Term(functor, args)) => {
                let shape = self.shape(functor);
                moded::GoalKind::Construct(self.slot(*x), shape, self.slots(args))
            }
            GoalKind::Construct(x, Value::Closure(proc, args)) => {
                let types = self.types(args);
                let own = self.type_of(*x);
                let types = closure_types(self.of.program, types.into_iter(), own);
                let all = self.with_types(*proc, &types, args);
                moded::GoalKind::Closure(self.slot(*x), *proc, all)
            }
            GoalKind::Deconstruct { var, functor, args, can_fail } => moded::GoalKind::Deconstruct {
                var: self.slot(*var),
                shape: self.shape(functor),
                args: self.slots(args),
                can_fail: *can_fail,
            },
            GoalKind::Call(proc, args) => {
                let types = self.types(args);
                let all = self.with_types(*proc, &types, args);
                moded::GoalKind::Call(*proc, all)
            }
            GoalKind::CallClosure { closure, args, det } => {
                let determinism: Determinism = det.word();
                moded::GoalKind::CallClosure {
                    closure: self.slot(*closure),
                    args: args.iter().map(|(var, direction)| (self.slot(*var), *direction)).collect(),
                    determinism,
                }
            }
        }
    }

    fn disjunction(&mut self, arms: &[Goal], switch: Option<&Switch>) -> moded::GoalKind {
        let blocks: Vec<BlockId> = arms.iter().map(|arm| self.block(arm)).collect();
        match switch {
            Some(switch) if switch.arms.len() == blocks.len() => {
                let mut shaped = Vec::with_capacity(blocks.len());
                for (block, functors) in blocks.into_iter().zip(&switch.arms) {
                    let shapes = functors.iter().map(|functor| self.shape(functor)).collect();
                    shaped.push((block, shapes));
                }
                moded::GoalKind::Switch(self.slot(switch.var), shaped)
            }
            _ => moded::GoalKind::Disj(blocks),
        }
    }

    fn shape(&mut self, functor: &Functor) -> Shape {
        match functor {
            Functor::Cons(cons) => {
                let name = self.of.symbols.name(*cons);
                let count = self.of.program.constructor(*cons).map_or(0, |cons| cons.args.len());
                if count == 0 {
                    Shape::Constant(Constant::Atom(name))
                } else {
                    Shape::Compound(name, count as u32)
                }
            }
            Functor::Tuple(0) => Shape::Constant(Constant::Atom(self.of.symbols.tuple)),
            Functor::Tuple(count) => Shape::Compound(self.of.symbols.tuple, *count as u32),
            Functor::Literal(literal) => Shape::Constant(match literal {
                Literal::Int(IntSize::Int, value) => Constant::Int(value.clone()),
                Literal::Int(size, value) => Constant::Atom(self.of.sized(*size, value)),
                Literal::Float(value) => Constant::Float(Float::any(*value)),
                Literal::Str(text) => Constant::Str(self.of.terms.intern(text)),
                Literal::Char(char) => Constant::Char(*char),
            }),
        }
    }

    fn type_of(&self, var: VarId) -> Option<Ty> {
        let of = self.of.procedures.get(self.id)?;
        of.vars.get(var.index()).map(|var| var.ty)
    }

    fn types(&self, vars: &[VarId]) -> Vec<Ty> {
        vars.iter().filter_map(|var| self.type_of(*var)).collect()
    }

    /// The arguments of a call, behind the names of types that it has to know.
    fn with_types(&mut self, callee: ProcId, types: &[Ty], args: &[VarId]) -> Vec<Slot> {
        let known = self.of.infos.of_call(self.of.program, self.of.procedures, self.id, callee, types);
        let mut all: Vec<Slot> = Vec::with_capacity(known.len() + args.len());
        for known in known {
            let slot = match known {
                Known::Param(param) => {
                    let own = self.of.infos.needed(self.id);
                    own.iter().position(|needed| *needed == param).unwrap_or(0) as Slot
                }
                Known::Name(name) => {
                    let value = Constant::Atom(self.of.terms.intern(&name));
                    self.preset(value)
                }
            };
            all.push(slot);
        }
        all.extend(self.slots(args));
        all
    }

    fn preset(&mut self, value: Constant) -> Slot {
        if let Some((slot, _)) = self.presets.iter().find(|(_, known)| *known == value) {
            return *slot;
        }
        let slot = self.next;
        self.next += 1;
        self.presets.push((slot, value));
        slot
    }
}
