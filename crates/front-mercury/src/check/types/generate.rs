//! What the goals and expressions of a clause need of types.

use super::candidates::Candidate;
use super::messages::Why;
use super::solve::Use;
use super::store::T;
use super::{Inference, Meaning};
use crate::check::names::resolve::Position;
use crate::check::names::{Basic, Params};
use crate::check::raw::{Clause, Expr, ExprId, ExprKind, Goal, GoalKind, Lambda};
use crate::core::{Head, Literal, PredId, TypeId, TypeNode};
use crate::syntax::Section;
use crate::syntax::ast::{IntSize, Name, Place, PredKind};
use source::Span;

impl Inference<'_> {
    /// The head of a clause against the types of its predicate.
    pub(super) fn head(&mut self, index: usize, clause: &Clause, pred: PredId, args: &[T]) {
        for (number, (expr, expected)) in clause.head.iter().zip(args).enumerate() {
            let found = self.expr(index, clause, *expr);
            self.require(index, clause, *expr, found, *expected, Why::Head(pred, number));
        }
    }

    fn exprs(&mut self, index: usize, clause: &Clause, exprs: &[ExprId]) -> Vec<T> {
        exprs.iter().map(|expr| self.expr(index, clause, *expr)).collect()
    }

    fn basic(&mut self, of: Basic) -> T {
        self.constant(of.id())
    }

    fn constant(&mut self, of: TypeId) -> T {
        self.store.app(Head::Named(of), &[])
    }

    /// The type of an expression.
    pub(super) fn expr(&mut self, index: usize, clause: &Clause, id: ExprId) -> T {
        let known = self.states.get(index).and_then(|state| state.exprs.get(id).copied().flatten());
        if let Some(known) = known {
            return known;
        }
        let Some(Expr { kind, at }) = clause.exprs.get(id) else { return self.store.fresh() };
        let at = *at;
        let found = match kind {
            // A variable that has a message says nothing about what follows.
            ExprKind::Var(var) if self.doubtful.contains(&(index, *var)) => self.store.fresh(),
            ExprKind::Var(var) => match self.states.get(index).and_then(|state| state.vars.get(*var)) {
                Some(var) => *var,
                None => self.store.fresh(),
            },
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Apply(name, args) => self.application(index, clause, id, name, args),
            ExprKind::Call(closure, args) => {
                let found = self.expr(index, clause, *closure);
                let mut parts = self.exprs(index, clause, args);
                let result = self.store.fresh();
                parts.push(result);
                self.because(at);
                let expected = self.store.app(Head::Func, &parts);
                self.require(
                    index,
                    clause,
                    *closure,
                    found,
                    expected,
                    Why::Called(PredKind::Func, args.len()),
                );
                result
            }
            ExprKind::List(elements, rest) => self.list(index, clause, id, elements, *rest),
            ExprKind::Tuple(elements) => {
                let elements = self.exprs(index, clause, elements);
                self.store.app(Head::Tuple, &elements)
            }
            ExprKind::If(_, condition, then, otherwise) => {
                self.goal(index, clause, condition);
                let first = self.expr(index, clause, *then);
                let second = self.expr(index, clause, *otherwise);
                let place = clause.exprs.get(*then).map_or(at, |expr| expr.at);
                self.require(index, clause, *otherwise, second, first, Why::Branch(place));
                first
            }
            ExprKind::Lambda(lambda) => self.lambda(index, clause, lambda),
            ExprKind::Both(left, right) => {
                let first = self.expr(index, clause, *left);
                let second = self.expr(index, clause, *right);
                let place = clause.exprs.get(*left).map_or(at, |expr| expr.at);
                self.require(index, clause, *right, second, first, Why::Equal(*left, place));
                first
            }
            ExprKind::Typed(inner, of) => {
                let found = self.expr(index, clause, *inner);
                let mut params = Params { names: self.params.clone(), grows: true };
                let position = Position { module: self.module, section: Section::Implementation };
                let ty = self.names.type_of(position, of, &mut params);
                match ty {
                    Some(ty) => {
                        let own = self.params.len();
                        let params: Vec<T> = (0..params.names.len())
                            .map(|i| if i < own { self.store.rigid(i as u32) } else { self.store.fresh() })
                            .collect();
                        let expected = self.store.instantiate(&self.names.program.types, ty, &params);
                        self.require(index, clause, *inner, found, expected, Why::Said(of.at.0));
                        // What the text says is believed, so a wrong value has one message.
                        expected
                    }
                    None => {
                        self.wrong = true;
                        found
                    }
                }
            }
        };
        if let Some(slot) = self.states.get_mut(index).and_then(|state| state.exprs.get_mut(id)) {
            *slot = Some(found);
        }
        found
    }

    fn literal(&mut self, literal: &Literal) -> T {
        self.basic(match literal {
            Literal::Int(IntSize::Int, _) => Basic::Int,
            Literal::Int(IntSize::Uint, _) => Basic::Uint,
            Literal::Int(IntSize::I8, _) => Basic::Int8,
            Literal::Int(IntSize::I16, _) => Basic::Int16,
            Literal::Int(IntSize::I32, _) => Basic::Int32,
            Literal::Int(IntSize::I64, _) => Basic::Int64,
            Literal::Int(IntSize::U8, _) => Basic::Uint8,
            Literal::Int(IntSize::U16, _) => Basic::Uint16,
            Literal::Int(IntSize::U32, _) => Basic::Uint32,
            Literal::Int(IntSize::U64, _) => Basic::Uint64,
            Literal::Float(_) => Basic::Float,
            Literal::Str(_) => Basic::String,
            Literal::Char(_) => Basic::Character,
        })
    }

    fn lambda(&mut self, index: usize, clause: &Clause, lambda: &Lambda) -> T {
        let params = self.exprs(index, clause, &lambda.params);
        self.goal(index, clause, &lambda.body);
        let head = if lambda.kind == PredKind::Pred { Head::Pred } else { Head::Func };
        self.store.app(head, &params)
    }

    /// `name(args)` in an expression.
    fn application(&mut self, index: usize, clause: &Clause, id: ExprId, name: &Name, args: &[ExprId]) -> T {
        let types = self.exprs(index, clause, args);
        let result = self.store.fresh();
        let candidates = self.meanings(name, args.len());
        if candidates.is_empty() {
            // `apply(F, X)` is `F(X)`.
            if let ("apply", [closure, rest @ ..], true) = (&*name.text, args, name.module.is_empty())
                && !rest.is_empty()
                && let [found, parts @ ..] = &types[..]
            {
                let parts: Vec<T> = parts.iter().copied().chain([result]).collect();
                let expected = self.store.app(Head::Func, &parts);
                self.require(
                    index,
                    clause,
                    *closure,
                    *found,
                    expected,
                    Why::Called(PredKind::Func, rest.len()),
                );
                return result;
            }
            self.unknown(name, args.len(), None);
            return result;
        }
        self.use_of(index, clause, Some(id), name, args, types, Some(result), candidates);
        result
    }

    fn list(
        &mut self,
        index: usize,
        clause: &Clause,
        id: ExprId,
        elements: &[ExprId],
        rest: Option<ExprId>,
    ) -> T {
        let at = clause.exprs.get(id).map_or(clause.at, |expr| expr.at);
        let name = |text: &str| Name { module: Vec::new(), text: text.to_string(), at: Place(at) };
        if elements.is_empty() {
            return match rest {
                Some(rest) => self.expr(index, clause, rest),
                None => self.application(index, clause, id, &name("[]"), &[]),
            };
        }
        let mut types = self.exprs(index, clause, elements);
        let result = self.store.fresh();
        // What follows the elements; if nothing does, the empty list has the type of the whole.
        let tail = rest.unwrap_or(id);
        types.push(match rest {
            Some(rest) => self.expr(index, clause, rest),
            None => result,
        });
        let name = name("[|]");
        let candidates = self.list_meanings(&name);
        if candidates.is_empty() {
            self.unknown(&name, 2, None);
            return result;
        }
        let args: Vec<ExprId> = elements.iter().copied().chain([tail]).collect();
        self.use_of(index, clause, Some(id), &name, &args, types, Some(result), candidates);
        result
    }

    /// A name with its meanings: one is taken at once.
    #[allow(clippy::too_many_arguments)]
    fn use_of(
        &mut self,
        index: usize,
        clause: &Clause,
        id: Option<ExprId>,
        name: &Name,
        args: &[ExprId],
        types: Vec<T>,
        result: Option<T>,
        candidates: Vec<Candidate>,
    ) -> Meaning {
        let at = id.and_then(|id| clause.exprs.get(id)).map_or(name.at.0, |expr| expr.at);
        let meaning = match candidates[..] {
            [one] => {
                self.because(at);
                if let Some(signature) = self.signature(one, args.len()) {
                    if let (Some(result), Some(expected)) = (result, signature.result) {
                        // The result is new, so this fits.
                        self.unify(result, expected);
                    }
                    for (number, (arg, expected)) in args.iter().zip(signature.args).enumerate() {
                        let Some(found) = types.get(number) else { continue };
                        // The rest of a list without a rest stands for the list itself.
                        if Some(*arg) == id {
                            continue;
                        }
                        self.require(index, clause, *arg, *found, expected, Why::Argument(one, number));
                    }
                }
                self.uses_unsupported(one, at);
                Meaning::Known(one)
            }
            _ => {
                let places =
                    args.iter().map(|arg| clause.exprs.get(*arg).map_or(at, |expr| expr.at)).collect();
                let mut of = Use::new(name, at, types, places, result);
                of.candidates = candidates;
                self.uses.push(of);
                Meaning::Use(self.uses.len() - 1)
            }
        };
        if let (Some(id), Some(state)) = (id, self.states.get_mut(index)) {
            state.meanings.insert(id, meaning);
        }
        meaning
    }

    /// Something that is used and not supported makes what uses it unsupported.
    fn uses_unsupported(&mut self, candidate: Candidate, at: Span) {
        let what = match candidate {
            Candidate::Cons(id) | Candidate::Field(id, _) | Candidate::SetField(id, _) => {
                let def = self.names.program.constructor(id).and_then(|cons| self.names.program.def(cons.of));
                def.and_then(|def| def.unsupported)
            }
            Candidate::Pred(id) | Candidate::Func(id) | Candidate::Closure(id) => {
                let known = self.names.unsupported.get(&id).map(|(what, _)| *what);
                known.filter(|what| *what == "an existential type")
            }
            _ => None,
        };
        if let Some(what) = what {
            self.unsupported = self.unsupported.or(Some((what, at)));
        }
    }

    // Goals.

    pub(super) fn goal(&mut self, index: usize, clause: &Clause, goal: &Goal) {
        match &goal.kind {
            GoalKind::Conj(goals) | GoalKind::Disj(goals) => {
                goals.iter().for_each(|goal| self.goal(index, clause, goal));
            }
            GoalKind::Not(inner)
            | GoalKind::Some(_, inner)
            | GoalKind::Effect(_, inner)
            | GoalKind::Require(_, inner)
            | GoalKind::Quiet(inner) => self.goal(index, clause, inner),
            GoalKind::RequireSwitch(_, var, inner) => {
                self.expr(index, clause, *var);
                self.goal(index, clause, inner);
            }
            GoalKind::If(_, condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|goal| self.goal(index, clause, goal));
            }
            GoalKind::Unify(left, right) => {
                let first = self.expr(index, clause, *left);
                let second = self.expr(index, clause, *right);
                self.because(goal.at);
                let place = clause.exprs.get(*left).map_or(goal.at, |expr| expr.at);
                self.require(index, clause, *right, second, first, Why::Equal(*left, place));
            }
            GoalKind::Call(number, name, args) => self.call(index, clause, *number, name, args),
            GoalKind::CallClosure(closure, args) => {
                let found = self.expr(index, clause, *closure);
                let parts = self.exprs(index, clause, args);
                self.because(goal.at);
                let expected = self.store.app(Head::Pred, &parts);
                self.require(
                    index,
                    clause,
                    *closure,
                    found,
                    expected,
                    Why::Called(PredKind::Pred, args.len()),
                );
            }
            GoalKind::Unsupported(_) => {}
        }
    }

    fn call(&mut self, index: usize, clause: &Clause, number: usize, name: &Name, args: &[ExprId]) {
        let types = self.exprs(index, clause, args);
        let preds = self.names.preds_of(self.module, name);
        let fits = |id: &PredId| {
            let pred = self.names.program.pred(*id);
            pred.is_some_and(|pred| pred.kind == PredKind::Pred && pred.arity == args.len())
        };
        let candidates: Vec<Candidate> = preds.iter().copied().filter(fits).map(Candidate::Pred).collect();
        if candidates.is_empty() {
            let with_type = preds.iter().find_map(|id| self.names.unsupported.get(id).copied());
            if let Some((what, at)) = with_type {
                self.unsupported = self.unsupported.or(Some((what, at)));
                return;
            }
            self.unknown(name, args.len(), Some(&preds));
            return;
        }
        let meaning = self.use_of(index, clause, None, name, args, types, None, candidates);
        if let Some(state) = self.states.get_mut(index) {
            state.calls.insert(number, meaning);
        }
    }

    /// A type for messages.
    pub(super) fn shown(&mut self, of: T) -> String {
        let mut names = self.params.clone();
        let store = &self.store;
        let mut unknown = |types: &mut crate::core::Types, node: T| {
            names.push(store.hint(node).unwrap_or("_").to_string());
            types.add(TypeNode::Param((names.len() - 1) as u32))
        };
        let mut done = std::collections::BTreeMap::new();
        let ty = store.resolve(&mut self.names.program.types, of, &mut done, &mut unknown);
        self.names.program.type_text(ty, &names)
    }
}
