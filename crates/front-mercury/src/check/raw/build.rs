//! From the tree of a clause to numbered variables.

use super::{Clause, Expr, ExprId, ExprKind, Goal, GoalKind, Lambda, RawVar};
use crate::core::Literal;
use crate::syntax::ast::{self, Access, IntSize, Name, Parameter, Place, PredKind, Quantified, StateUse};
use base::Int;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// How many equivalences may stand within each other: each is written twice.
const MAX_EQUIVALENCES: usize = 6;

/// How many fields may follow each other in one expression.
const MAX_FIELDS: usize = 200;

/// What a clause can ask about itself.
pub(crate) struct Context<'a> {
    pub module: &'a str,
    pub pred: &'a str,
    pub file: &'a str,
    /// The line that an offset lies on.
    pub line: &'a dyn Fn(Span) -> usize,
}

/// The tree of an expanded clause.
pub(crate) fn build(clause: &ast::Clause, context: &Context) -> Clause {
    built(clause, context, |builder, body| builder.goal(body))
}

/// As [`build`], for a body whose goals are parts with scopes of their own: the variables of the first part and the shared ones
/// are known in all parts, any other belongs to the part that it stands in.
pub(crate) fn build_parts(clause: &ast::Clause, context: &Context, shared: &[(String, Span)]) -> Clause {
    built(clause, context, |builder, body| {
        let parts = match &body.kind {
            ast::GoalKind::Conj(parts) => parts.as_slice(),
            _ => std::slice::from_ref(body),
        };
        let mut goals = Vec::new();
        let mut known = None;
        for part in parts {
            goals.push(builder.goal(part));
            if known.is_none() {
                shared.iter().for_each(|(name, at)| {
                    builder.var(name, *at);
                });
            }
            builder.known = known.get_or_insert_with(|| builder.known.clone()).clone();
        }
        Goal { kind: GoalKind::Conj(goals), at: body.at.0 }
    })
}

fn built(
    clause: &ast::Clause,
    context: &Context,
    body_of: impl FnOnce(&mut Builder, &ast::Goal) -> Goal,
) -> Clause {
    let mut builder = Builder {
        context,
        exprs: Vec::new(),
        vars: Vec::new(),
        known: BTreeMap::new(),
        fixed: BTreeSet::new(),
        calls: 0,
        equivalences: 0,
        unsupported: None,
    };
    let params: Vec<&Parameter> = clause.head.params.iter().chain(&clause.head.result).collect();
    let head = params.iter().map(|param| builder.expr(&param.expr)).collect();
    let modes = params.iter().map(|param| param.mode.clone()).collect();
    let body = match &clause.body {
        Some(body) => body_of(&mut builder, body),
        None => Goal { kind: GoalKind::Conj(Vec::new()), at: clause.at.0 },
    };
    let Builder { exprs, vars, fixed, unsupported, .. } = builder;
    Clause { exprs, vars, fixed, head, modes, body, unsupported, at: clause.at.0 }
}

struct Builder<'a> {
    context: &'a Context<'a>,
    exprs: Vec<Expr>,
    vars: Vec<(String, Span)>,
    /// What the names of variables mean here.
    known: BTreeMap<String, RawVar>,
    fixed: BTreeSet<RawVar>,
    calls: usize,
    /// How many equivalences are around this.
    equivalences: usize,
    unsupported: Option<(&'static str, Span)>,
}

impl Builder<'_> {
    fn add(&mut self, kind: ExprKind, at: Span) -> ExprId {
        self.exprs.push(Expr { kind, at });
        self.exprs.len() - 1
    }

    fn new_var(&mut self, name: &str, at: Span) -> RawVar {
        self.vars.push((name.to_string(), at));
        self.vars.len() - 1
    }

    /// A variable that has its scope already.
    fn new_fixed(&mut self, name: &str, at: Span) -> RawVar {
        let var = self.new_var(name, at);
        self.fixed.insert(var);
        var
    }

    fn var(&mut self, name: &str, at: Span) -> RawVar {
        if name == "_" {
            return self.new_fixed(name, at);
        }
        match self.known.get(name) {
            Some(known) => *known,
            None => {
                let var = self.new_var(name, at);
                self.known.insert(name.to_string(), var);
                var
            }
        }
    }

    /// New variables for some names, and what the names meant before.
    fn open(&mut self, names: Vec<(String, Span)>) -> (Vec<RawVar>, Vec<(String, Option<RawVar>)>) {
        let (mut vars, mut before) = (Vec::new(), Vec::new());
        for (name, at) in names {
            let var = self.new_fixed(&name, at);
            vars.push(var);
            before.push((name.clone(), self.known.insert(name, var)));
        }
        (vars, before)
    }

    fn close(&mut self, before: Vec<(String, Option<RawVar>)>) {
        for (name, var) in before.into_iter().rev() {
            match var {
                Some(var) => self.known.insert(name, var),
                None => self.known.remove(&name),
            };
        }
    }

    fn unsupported(&mut self, what: &'static str, at: Span) -> GoalKind {
        self.unsupported = self.unsupported.or(Some((what, at)));
        GoalKind::Unsupported(what)
    }

    // Expressions.

    fn exprs(&mut self, exprs: &[ast::Expr]) -> Vec<ExprId> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn expr(&mut self, expr: &ast::Expr) -> ExprId {
        let Place(at) = expr.at;
        let kind = match &expr.kind {
            ast::ExprKind::Var(name) => ExprKind::Var(self.var(name, at)),
            // Expansion leaves none.
            ast::ExprKind::State(StateUse::Both | StateUse::Current | StateUse::Next, name) => {
                ExprKind::Var(self.var(name, at))
            }
            ast::ExprKind::Int(literal) => {
                ExprKind::Literal(Literal::Int(literal.size, literal.value.clone()))
            }
            ast::ExprKind::Float(_, value) => ExprKind::Literal(Literal::Float(*value)),
            ast::ExprKind::Str(text) => ExprKind::Literal(Literal::Str(text.clone())),
            ast::ExprKind::Implied(name) => self.implied(name, at),
            ast::ExprKind::Apply(name, args) => {
                let args = self.exprs(args);
                ExprKind::Apply(name.clone(), args)
            }
            ast::ExprKind::Call(closure, args) => {
                let closure = self.expr(closure);
                ExprKind::Call(closure, self.exprs(args))
            }
            ast::ExprKind::List(elements, rest) => {
                let elements = self.exprs(elements);
                let rest = rest.as_ref().map(|rest| self.expr(rest));
                ExprKind::List(elements, rest)
            }
            ast::ExprKind::Tuple(elements) => ExprKind::Tuple(self.exprs(elements)),
            ast::ExprKind::If(condition, then, otherwise) => {
                let (vars, before, condition) = self.condition(condition);
                let then = self.expr(then);
                self.close(before);
                let otherwise = self.expr(otherwise);
                ExprKind::If(vars, Box::new(condition), then, otherwise)
            }
            ast::ExprKind::Lambda(lambda) => ExprKind::Lambda(Box::new(self.lambda(lambda, at))),
            ast::ExprKind::Field(base, path) | ast::ExprKind::Update(base, path, _)
                if path.len() > MAX_FIELDS =>
            {
                self.unsupported = self.unsupported.or(Some(("a very long path of fields", at)));
                return self.expr(base);
            }
            ast::ExprKind::Field(base, path) => {
                let mut found = self.expr(base);
                for access in path {
                    let args = self.exprs(&access.args);
                    found = self.select(access, args, found, at);
                }
                return found;
            }
            ast::ExprKind::Update(base, path, value) => return self.update(base, path, value, at),
            ast::ExprKind::Both(left, right) => {
                let left = self.expr(left);
                ExprKind::Both(left, self.expr(right))
            }
            ast::ExprKind::Typed(inner, of) => ExprKind::Typed(self.expr(inner), of.clone()),
        };
        self.add(kind, at)
    }

    fn implied(&mut self, name: &str, at: Span) -> ExprKind {
        let text = match name {
            "line" => {
                let line = i64::try_from((self.context.line)(at)).unwrap_or(0);
                return ExprKind::Literal(Literal::Int(IntSize::Int, Int::from(line)));
            }
            "module" => self.context.module,
            "pred" => self.context.pred,
            "file" => self.context.file,
            "grade" => "glassbox",
            _ => {
                self.unsupported = self.unsupported.or(Some(("a name with `$` that is not known", at)));
                ""
            }
        };
        ExprKind::Literal(Literal::Str(text.to_string()))
    }

    /// `Base ^ field(Args)` is `field(Args, Base)`.
    fn select(&mut self, access: &Access, mut args: Vec<ExprId>, base: ExprId, at: Span) -> ExprId {
        args.push(base);
        self.add(ExprKind::Apply(access.field.clone(), args), at)
    }

    /// An expression that is needed twice: once as it is, and as a variable for it.
    fn shared(&mut self, expr: ExprId) -> (ExprId, ExprId) {
        let Some(Expr { kind, at }) = self.exprs.get(expr) else { return (expr, expr) };
        if matches!(kind, ExprKind::Var(_) | ExprKind::Literal(_)) {
            return (expr, expr);
        }
        let at = *at;
        let var = self.new_fixed("_", at);
        let name = self.add(ExprKind::Var(var), at);
        (self.add(ExprKind::Both(name, expr), at), name)
    }

    /// `Base ^ f ^ g := Value` is `'f :='(Base, 'g :='(f(Base), Value))`.
    fn update(&mut self, base: &ast::Expr, path: &[Access], value: &ast::Expr, at: Span) -> ExprId {
        let mut base = self.expr(base);
        let mut steps: Vec<(Name, Vec<ExprId>)> = Vec::new();
        for (i, access) in path.iter().enumerate() {
            let mut setter = access.field.clone();
            setter.text.push_str(" :=");
            let args = self.exprs(&access.args);
            if i + 1 == path.len() {
                steps.push((setter, args.into_iter().chain([base]).collect()));
                break;
            }
            let both: Vec<(ExprId, ExprId)> =
                args.into_iter().chain([base]).map(|expr| self.shared(expr)).collect();
            steps.push((setter, both.iter().map(|(first, _)| *first).collect()));
            let again = both.iter().map(|(_, again)| *again).collect();
            base = self.add(ExprKind::Apply(access.field.clone(), again), at);
        }
        let mut found = self.expr(value);
        for (setter, mut args) in steps.into_iter().rev() {
            args.push(found);
            found = self.add(ExprKind::Apply(setter, args), at);
        }
        found
    }

    fn lambda(&mut self, lambda: &ast::Lambda, at: Span) -> Lambda {
        let all: Vec<&Parameter> = lambda.params.iter().chain(&lambda.result).collect();
        // A parameter that is a variable belongs to the lambda; the result of a function is no parameter.
        let mut own: Vec<(String, Span)> = Vec::new();
        for param in &all {
            if let ast::ExprKind::Var(name) = &param.expr.kind
                && name != "_"
                && (param.mode.is_some() || lambda.params.iter().any(|p| std::ptr::eq(p, *param)))
                && !own.iter().any(|(known, _)| known == name)
            {
                own.push((name.clone(), param.expr.at.0));
            }
        }
        let (_, before) = self.open(own);
        let params = all.iter().map(|param| self.expr(&param.expr)).collect();
        let modes = all.iter().map(|param| param.mode.clone()).collect();
        let body = match &lambda.body {
            Some(body) => self.goal(body),
            None => Goal { kind: GoalKind::Conj(Vec::new()), at },
        };
        self.close(before);
        let (purity, kind, determinism) = (lambda.purity, lambda.kind, lambda.determinism);
        Lambda { purity, kind, params, modes, determinism, body }
    }

    // Goals.

    /// A condition, with the variables that are quantified at its top. They are known until they are closed.
    #[allow(clippy::type_complexity)]
    fn condition(&mut self, goal: &ast::Goal) -> (Vec<RawVar>, Vec<(String, Option<RawVar>)>, Goal) {
        match &goal.kind {
            ast::GoalKind::Some(vars, inner) => {
                let (vars, before) = self.open(quantified(vars));
                (vars, before, self.goal(inner))
            }
            _ => (Vec::new(), Vec::new(), self.goal(goal)),
        }
    }

    fn boxed(&mut self, goal: &ast::Goal) -> Box<Goal> {
        Box::new(self.goal(goal))
    }

    fn goal(&mut self, goal: &ast::Goal) -> Goal {
        let Place(at) = goal.at;
        let kind = match &goal.kind {
            ast::GoalKind::True => GoalKind::Conj(Vec::new()),
            ast::GoalKind::Fail => GoalKind::Disj(Vec::new()),
            ast::GoalKind::Conj(goals) => GoalKind::Conj(goals.iter().map(|goal| self.goal(goal)).collect()),
            ast::GoalKind::Disj(goals) => GoalKind::Disj(goals.iter().map(|goal| self.goal(goal)).collect()),
            ast::GoalKind::If(condition, then, otherwise) => {
                let (vars, before, condition) = self.condition(condition);
                let then = self.boxed(then);
                self.close(before);
                GoalKind::If(vars, Box::new(condition), then, self.boxed(otherwise))
            }
            ast::GoalKind::Not(inner) => GoalKind::Not(self.boxed(inner)),
            ast::GoalKind::Some(vars, inner) => {
                let (vars, before) = self.open(quantified(vars));
                let inner = self.boxed(inner);
                self.close(before);
                GoalKind::Some(vars, inner)
            }
            ast::GoalKind::All(vars, inner) => {
                let (vars, before) = self.open(quantified(vars));
                let inner = Goal { kind: self.negated(inner), at };
                self.close(before);
                GoalKind::Not(Box::new(Goal { kind: GoalKind::Some(vars, Box::new(inner)), at }))
            }
            ast::GoalKind::Implies(left, right) => self.implication(left, right, at),
            ast::GoalKind::ImpliedBy(left, right) => self.implication(right, left, at),
            ast::GoalKind::Equivalent(left, right) => {
                if self.equivalences >= MAX_EQUIVALENCES {
                    self.unsupported("many equivalences within each other", at)
                } else {
                    self.equivalences += 1;
                    let there = Goal { kind: self.implication(left, right, at), at };
                    let back = Goal { kind: self.implication(right, left, at), at };
                    self.equivalences -= 1;
                    GoalKind::Conj(vec![there, back])
                }
            }
            ast::GoalKind::Unify(kind, left, right) => {
                let left = self.expr(left);
                let unify = GoalKind::Unify(left, self.expr(right));
                match kind {
                    ast::UnifyKind::Unequal => GoalKind::Not(Box::new(Goal { kind: unify, at })),
                    _ => unify,
                }
            }
            ast::GoalKind::Call(name, args) => {
                let args = self.exprs(args);
                self.calls += 1;
                GoalKind::Call(self.calls - 1, name.clone(), args)
            }
            ast::GoalKind::CallClosure(closure, args) => {
                let closure = self.expr(closure);
                GoalKind::CallClosure(closure, self.exprs(args))
            }
            ast::GoalKind::Effect(purity, inner) => GoalKind::Effect(*purity, self.boxed(inner)),
            ast::GoalKind::Scope(scope, inner) => match scope {
                ast::Scope::DisableWarnings(_) => GoalKind::Quiet(self.boxed(inner)),
                ast::Scope::Require(word) | ast::Scope::Promise(word, _) => {
                    GoalKind::Require(word.clone(), self.boxed(inner))
                }
                ast::Scope::RequireSwitch(word, var) => {
                    let var = self.expr(var);
                    GoalKind::RequireSwitch(word.clone(), var, self.boxed(inner))
                }
            },
            ast::GoalKind::Unsupported(unsupported) => self.unsupported(unsupported.what, at),
            // Expansion leaves none of these.
            ast::GoalKind::Assign(..)
            | ast::GoalKind::Braces(_)
            | ast::GoalKind::Terminals(_)
            | ast::GoalKind::Rest(_)
            | ast::GoalKind::SetRest(_)
            | ast::GoalKind::GetField(..)
            | ast::GoalKind::SetField(..) => self.unsupported("a goal of a grammar rule", at),
        };
        Goal { kind, at }
    }

    /// `not G`; a negation in it cancels this one. Only within a negation, where the number of solutions does not count.
    fn negated(&mut self, goal: &ast::Goal) -> GoalKind {
        let inner = self.goal(goal);
        match inner.kind {
            GoalKind::Not(inner) => inner.kind,
            _ => GoalKind::Not(Box::new(inner)),
        }
    }

    /// `A => B` is `not (A, not B)`.
    fn implication(&mut self, left: &ast::Goal, right: &ast::Goal, at: Span) -> GoalKind {
        let left = self.goal(left);
        let right = Goal { kind: self.negated(right), at: right.at.0 };
        GoalKind::Not(Box::new(Goal { kind: GoalKind::Conj(vec![left, right]), at }))
    }
}

fn quantified(vars: &[Quantified]) -> Vec<(String, Span)> {
    vars.iter().map(|var| (var.name.clone(), var.at.0)).collect()
}

/// What a lambda without modes has: all arguments are taken, and the result is given.
pub(crate) fn default_modes(kind: PredKind, count: usize) -> Vec<crate::core::Mode> {
    let mut modes = vec![crate::check::names::taken(); count];
    if let (PredKind::Func, Some(last)) = (kind, modes.last_mut()) {
        *last = crate::check::names::given();
    }
    modes
}
