//! Expressions as goals that give a variable their value.

use super::{Lowerer, conjunction, goal};
use crate::check::raw::{self, Expr, ExprId, ExprKind, default_modes};
use crate::check::types::{Candidate, TypedClause};
use crate::core::{
    ConsId, Determinism, Goal, GoalKind, Head, Lambda, Literal, Mode, Rhs, Ty, TypeNode, VarId,
};
use crate::syntax::ast::{PredKind, Purity};
use source::Span;

impl Lowerer<'_> {
    pub(super) fn values(
        &mut self,
        typed: &TypedClause,
        ids: &[ExprId],
        goals: &mut Vec<Goal>,
    ) -> Vec<VarId> {
        ids.iter().map(|id| self.value(typed, *id, goals)).collect()
    }

    fn type_of(typed: &TypedClause, id: ExprId) -> Ty {
        typed.exprs.get(id).copied().unwrap_or(Ty(0))
    }

    /// A variable with the value of an expression.
    pub(super) fn value(&mut self, typed: &TypedClause, id: ExprId, goals: &mut Vec<Goal>) -> VarId {
        let Some(Expr { kind, at }) = typed.clause.exprs.get(id) else {
            return self.introduce(Ty(0), typed.clause.at);
        };
        match kind {
            ExprKind::Var(var) => self.var(typed, *var),
            ExprKind::Typed(inner, _) => self.value(typed, *inner, goals),
            ExprKind::Both(left, right) => {
                let left = self.value(typed, *left, goals);
                self.equate(typed, left, *right, goals);
                left
            }
            _ => {
                let var = self.introduce(Lowerer::type_of(typed, id), *at);
                self.equate(typed, var, id, goals);
                var
            }
        }
    }

    /// Variables for the arguments of a constructor, and what those that are no variables equal.
    fn parts(&mut self, typed: &TypedClause, ids: &[ExprId]) -> (Vec<VarId>, Vec<(VarId, ExprId)>) {
        let (mut vars, mut later) = (Vec::new(), Vec::new());
        for id in ids {
            let part = self.part(typed, *id);
            vars.push(part.0);
            later.extend(part.1.then_some((part.0, *id)));
        }
        (vars, later)
    }

    /// A variable for an argument, and whether it is new.
    fn part(&mut self, typed: &TypedClause, id: ExprId) -> (VarId, bool) {
        match typed.clause.exprs.get(id) {
            Some(Expr { kind: ExprKind::Var(var), .. }) => (self.var(typed, *var), false),
            Some(Expr { at, .. }) => (self.introduce(Lowerer::type_of(typed, id), *at), true),
            None => (self.introduce(Ty(0), typed.clause.at), false),
        }
    }

    /// A variable equals an expression.
    pub(super) fn equate(&mut self, typed: &TypedClause, var: VarId, id: ExprId, goals: &mut Vec<Goal>) {
        let Some(Expr { kind, at }) = typed.clause.exprs.get(id) else { return };
        let at = *at;
        match kind {
            ExprKind::Var(other) => {
                let other = self.var(typed, *other);
                self.push_unify(var, Rhs::Var(other), at, goals);
            }
            ExprKind::Literal(literal) => self.push_unify(var, Rhs::Literal(literal.clone()), at, goals),
            ExprKind::Apply(_, args) => self.application(typed, var, id, args, at, goals),
            ExprKind::Call(closure, args) => {
                let closure = self.value(typed, *closure, goals);
                let mut args = self.values(typed, args, goals);
                args.push(var);
                goals.push(goal(GoalKind::CallClosure(PredKind::Func, closure, args), at));
            }
            ExprKind::List(elements, rest) => self.list(typed, var, id, elements, *rest, goals),
            ExprKind::Tuple(elements) => {
                let (vars, later) = self.parts(typed, elements);
                self.push_unify(var, Rhs::Tuple(vars), at, goals);
                later.into_iter().for_each(|(var, id)| self.equate(typed, var, id, goals));
            }
            ExprKind::If(vars, condition, then, otherwise) => {
                let condition = self.boxed(typed, condition);
                let then = self.branch(typed, var, *then);
                let otherwise = self.branch(typed, var, *otherwise);
                let vars = self.raw_vars(typed, vars);
                goals.push(goal(GoalKind::If(vars, condition, Box::new(then), Box::new(otherwise)), at));
            }
            ExprKind::Lambda(lambda) => {
                let lambda = self.lambda(typed, lambda, at);
                self.push_unify(var, Rhs::Lambda(Box::new(lambda)), at, goals);
            }
            ExprKind::Both(left, right) => {
                self.equate(typed, var, *left, goals);
                self.equate(typed, var, *right, goals);
            }
            ExprKind::Typed(inner, _) => self.equate(typed, var, *inner, goals),
        }
    }

    fn branch(&mut self, typed: &TypedClause, var: VarId, id: ExprId) -> Goal {
        let at = typed.clause.exprs.get(id).map_or(typed.clause.at, |expr| expr.at);
        let mut goals = Vec::new();
        self.equate(typed, var, id, &mut goals);
        conjunction(goals, at)
    }

    fn application(
        &mut self,
        typed: &TypedClause,
        var: VarId,
        id: ExprId,
        args: &[ExprId],
        at: Span,
        goals: &mut Vec<Goal>,
    ) {
        match typed.meanings.get(&id).copied() {
            Some(Candidate::Cons(cons)) => {
                let (vars, later) = self.parts(typed, args);
                self.push_unify(var, Rhs::Cons(cons, vars), at, goals);
                later.into_iter().for_each(|(var, id)| self.equate(typed, var, id, goals));
            }
            Some(Candidate::Func(pred) | Candidate::Pred(pred)) => {
                let mut args = self.values(typed, args, goals);
                args.push(var);
                goals.push(goal(GoalKind::Call(pred, args), at));
            }
            Some(Candidate::Closure(pred)) => {
                let args = self.values(typed, args, goals);
                self.push_unify(var, Rhs::Closure(pred, args), at, goals);
            }
            Some(Candidate::Char(c)) => self.push_unify(var, Rhs::Literal(Literal::Char(c)), at, goals),
            Some(Candidate::Field(cons, field)) => {
                let vars = self.values(typed, args, goals);
                if let [base] = vars[..] {
                    self.select(base, cons, field, var, at, goals);
                }
            }
            Some(Candidate::SetField(cons, field)) => {
                let vars = self.values(typed, args, goals);
                if let [base, value] = vars[..] {
                    let mut all = self.fields(base, cons, at);
                    self.push_unify(base, Rhs::Cons(cons, all.clone()), at, goals);
                    if let Some(slot) = all.get_mut(field) {
                        *slot = value;
                    }
                    self.push_unify(var, Rhs::Cons(cons, all), at, goals);
                }
            }
            Some(Candidate::FieldClosure(cons, field)) => {
                let lambda = self.field_function(Lowerer::type_of(typed, id), cons, field, at);
                self.push_unify(var, Rhs::Lambda(Box::new(lambda)), at, goals);
            }
            Some(Candidate::List(_)) => {}
            // `apply(F, X)`
            None => {
                let vars = self.values(typed, args, goals);
                if let [closure, args @ ..] = &vars[..] {
                    let args = args.iter().copied().chain([var]).collect();
                    goals.push(goal(GoalKind::CallClosure(PredKind::Func, *closure, args), at));
                }
            }
        }
    }

    /// New variables for the arguments of a constructor of a variable's type.
    fn fields(&mut self, base: VarId, cons: ConsId, at: Span) -> Vec<VarId> {
        let Some(constructor) = self.names.program.constructor(cons) else { return Vec::new() };
        let args = constructor.args.clone();
        let of = self.vars.get(base.index()).map_or(Ty(0), |var| var.ty);
        let params = match self.names.program.types.node(of) {
            TypeNode::App(_, args) => args.clone(),
            TypeNode::Param(_) => Vec::new(),
        };
        let types: Vec<Ty> =
            args.iter().map(|arg| self.names.program.types.substitute(*arg, &params)).collect();
        types.into_iter().map(|ty| self.introduce(ty, at)).collect()
    }

    /// A variable is a field of another one.
    fn select(
        &mut self,
        base: VarId,
        cons: ConsId,
        field: usize,
        var: VarId,
        at: Span,
        goals: &mut Vec<Goal>,
    ) {
        let mut all = self.fields(base, cons, at);
        if let Some(slot) = all.get_mut(field) {
            *slot = var;
        }
        self.push_unify(base, Rhs::Cons(cons, all), at, goals);
    }

    /// The function of a field as a lambda.
    fn field_function(&mut self, of: Ty, cons: ConsId, field: usize, at: Span) -> Lambda {
        let args = match self.names.program.types.node(of) {
            TypeNode::App(Head::Func, args) => args.clone(),
            _ => Vec::new(),
        };
        let params: Vec<VarId> = args.into_iter().map(|ty| self.introduce(ty, at)).collect();
        let mut goals = Vec::new();
        if let [base, value] = params[..] {
            self.select(base, cons, field, value, at, &mut goals);
        }
        Lambda {
            purity: Purity::Pure,
            kind: PredKind::Func,
            modes: default_modes(PredKind::Func, params.len()),
            params,
            determinism: Determinism::Det,
            captured: Vec::new(),
            body: conjunction(goals, at),
        }
    }

    fn list(
        &mut self,
        typed: &TypedClause,
        var: VarId,
        id: ExprId,
        elements: &[ExprId],
        rest: Option<ExprId>,
        goals: &mut Vec<Goal>,
    ) {
        let at = typed.clause.exprs.get(id).map_or(typed.clause.at, |expr| expr.at);
        let ty = Lowerer::type_of(typed, id);
        let cons = match typed.meanings.get(&id) {
            Some(Candidate::List(cons)) => *cons,
            // An empty list is a constant.
            Some(_) => return self.application(typed, var, id, &[], at, goals),
            None => {
                if let Some(rest) = rest {
                    self.equate(typed, var, rest, goals);
                }
                return;
            }
        };
        let mut whole = var;
        for (number, element) in elements.iter().enumerate() {
            let place = typed.clause.exprs.get(*element).map_or(at, |expr| expr.at);
            let (head, new) = self.part(typed, *element);
            let last = number + 1 == elements.len();
            let (tail, open) = match rest {
                Some(rest) if last => self.part(typed, rest),
                _ => (self.introduce(ty, at), true),
            };
            self.push_unify(
                whole,
                Rhs::Cons(cons, vec![head, tail]),
                if number == 0 { at } else { place },
                goals,
            );
            if new {
                self.equate(typed, head, *element, goals);
            }
            if last {
                match rest {
                    Some(rest) if open => self.equate(typed, tail, rest, goals),
                    Some(_) => {}
                    None => self.nil(tail, cons, at, goals),
                }
            }
            whole = tail;
        }
    }

    /// The empty list of the type that has cells of this constructor.
    fn nil(&mut self, var: VarId, cons: ConsId, at: Span, goals: &mut Vec<Goal>) {
        let program = &self.names.program;
        let of = program.constructor(cons).map(|cons| cons.of);
        let fits = |id: &&ConsId| {
            let found = program.constructor(**id);
            found.is_some_and(|found| Some(found.of) == of && found.args.is_empty())
        };
        let nil = self.names.constructors.get("[]").and_then(|all| all.iter().find(fits)).copied();
        match nil {
            Some(nil) => self.push_unify(var, Rhs::Cons(nil, Vec::new()), at, goals),
            None => goals.push(goal(GoalKind::Unsupported("a list of a type without `[]`"), at)),
        }
    }

    fn lambda(&mut self, typed: &TypedClause, lambda: &raw::Lambda, at: Span) -> Lambda {
        let mut params = Vec::new();
        let mut goals = Vec::new();
        for id in &lambda.params {
            let expr = typed.clause.exprs.get(*id);
            let place = expr.map_or(at, |expr| expr.at);
            let own = match expr.map(|expr| &expr.kind) {
                // A parameter is a variable of its own, unless it is there already.
                Some(ExprKind::Var(var)) if !self.known.contains_key(var) => Some(self.var(typed, *var)),
                _ => None,
            };
            match own {
                Some(own) => params.push(own),
                None => {
                    let var = self.introduce(Lowerer::type_of(typed, *id), place);
                    self.equate(typed, var, *id, &mut goals);
                    params.push(var);
                }
            }
        }
        self.goals(typed, &lambda.body, &mut goals);
        let defaults = default_modes(lambda.kind, params.len());
        let mut modes: Vec<Mode> = Vec::new();
        for (mode, default) in lambda.modes.iter().zip(defaults) {
            let resolved = match mode {
                Some(mode) => self.names.mode_of(self.module, mode),
                None => Some(default.clone()),
            };
            self.wrong |= resolved.is_none();
            modes.push(resolved.unwrap_or(default));
        }
        Lambda {
            purity: lambda.purity,
            kind: lambda.kind,
            params,
            modes,
            determinism: lambda.determinism.unwrap_or(Determinism::Det),
            captured: Vec::new(),
            body: conjunction(goals, lambda.body.at),
        }
    }
}
