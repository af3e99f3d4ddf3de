//! State variables in expressions.

use super::scopes::Known;
use super::state::last_values;
use super::{Expander, grammar, variable};
use crate::syntax::ast::{Access, Expr, ExprKind, Goal, GoalKind, Lambda, Place, StateUse};
use std::collections::BTreeMap;

/// What `!:X` stands for.
pub(super) enum Next {
    /// New values, made where they are first asked for.
    New(BTreeMap<String, String>),
    /// The last values of a body, for the parameters of its head.
    Last(BTreeMap<String, Option<String>>),
    /// Nothing: a conditional expression changes no state.
    Nothing,
}

impl Expander {
    pub(super) fn expr(&mut self, expr: &Expr, known: &Known, next: &mut Next) -> Expr {
        let at = expr.at;
        let kind = match &expr.kind {
            ExprKind::State(StateUse::Current, name) => return self.current(name, at, known),
            ExprKind::State(StateUse::Next, name) => return self.next(name, at, known, next),
            ExprKind::State(StateUse::Both, name) => {
                let message = format!("`!{name}` stands for two arguments");
                let help = format!("write `!.{name}` for its value, or `!:{name}` for its next one");
                self.wrong(message, at, "there is room for one only", &help);
                return variable(name, at);
            }
            ExprKind::Var(_)
            | ExprKind::Int(_)
            | ExprKind::Float(..)
            | ExprKind::Str(_)
            | ExprKind::Implied(_) => expr.kind.clone(),
            ExprKind::Apply(name, args) => ExprKind::Apply(name.clone(), self.exprs(args, known, next)),
            ExprKind::Call(function, args) => {
                let function = self.boxed(function, known, next);
                ExprKind::Call(function, self.exprs(args, known, next))
            }
            ExprKind::List(elements, rest) => {
                let elements = self.exprs(elements, known, next);
                let rest = rest.as_ref().map(|rest| self.boxed(rest, known, next));
                // A rest that was a state variable is a plain variable, so this stays a list of its kind.
                ExprKind::List(elements, rest)
            }
            ExprKind::Tuple(elements) => ExprKind::Tuple(self.exprs(elements, known, next)),
            ExprKind::If(condition, then, otherwise) => self.choice(condition, then, otherwise, known),
            ExprKind::Lambda(lambda) => ExprKind::Lambda(Box::new(self.lambda(lambda, at, known))),
            ExprKind::Field(base, path) => {
                let base = self.boxed(base, known, next);
                ExprKind::Field(base, self.accesses(path, known, next))
            }
            ExprKind::Update(base, path, value) => {
                let base = self.boxed(base, known, next);
                let path = self.accesses(path, known, next);
                ExprKind::Update(base, path, self.boxed(value, known, next))
            }
            ExprKind::Both(left, right) => {
                let left = self.boxed(left, known, next);
                ExprKind::Both(left, self.boxed(right, known, next))
            }
            ExprKind::Typed(inner, of) => ExprKind::Typed(self.boxed(inner, known, next), of.clone()),
        };
        Expr { kind, at }
    }

    fn boxed(&mut self, expr: &Expr, known: &Known, next: &mut Next) -> Box<Expr> {
        Box::new(self.expr(expr, known, next))
    }

    fn exprs(&mut self, exprs: &[Expr], known: &Known, next: &mut Next) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr, known, next)).collect()
    }

    fn accesses(&mut self, path: &[Access], known: &Known, next: &mut Next) -> Vec<Access> {
        let access = |access: &Access| Access {
            field: access.field.clone(),
            args: self.exprs(&access.args, known, next),
        };
        path.iter().map(access).collect()
    }

    /// `!:X`
    fn next(&mut self, name: &str, at: Place, known: &Known, next: &mut Next) -> Expr {
        let Some(slot) = known.get(name) else {
            self.unknown(name, at);
            return variable(name, at);
        };
        if !slot.open || matches!(next, Next::Nothing) {
            let message = format!("`!:{name}` cannot be given a value here");
            let help = "a lambda or a conditional expression only reads the state variables of outside";
            self.wrong(message, at, "it belongs to the goal around this expression", help);
            return variable(name, at);
        }
        let value = match next {
            Next::New(values) => match values.get(name) {
                Some(value) => value.clone(),
                None => {
                    let value = self.value(name);
                    values.insert(name.to_string(), value.clone());
                    value
                }
            },
            Next::Last(values) => match values.get(name) {
                Some(Some(value)) => value.clone(),
                // The body never gives it a value; analysis of modes decides whether it must.
                _ => {
                    let value = self.value(name);
                    values.insert(name.to_string(), Some(value.clone()));
                    value
                }
            },
            Next::Nothing => name.to_string(),
        };
        variable(&value, at)
    }

    /// A conditional expression: its condition and its values only read state variables of outside.
    fn choice(&mut self, condition: &Goal, then: &Expr, otherwise: &Expr, known: &Known) -> ExprKind {
        let mut within = closed(known);
        let outside = within.clone();
        let no_vars = Vec::new();
        let (vars, inner) = match &condition.kind {
            GoalKind::Some(vars, inner) => (vars, &**inner),
            _ => (&no_vars, condition),
        };
        let names = vars.iter().filter(|var| var.state).map(|var| var.name.clone());
        let scope = self.open(names, &mut within);
        let inner = self.one(inner, &mut within);
        let then = self.boxed(then, &within, &mut Next::Nothing);
        let values = self.close(&scope, &mut within);
        let vars = Expander::quantify(vars, values);
        let condition = match vars.is_empty() {
            true => inner,
            false => Goal { kind: GoalKind::Some(vars, Box::new(inner)), at: condition.at },
        };
        let otherwise = self.boxed(otherwise, &outside, &mut Next::Nothing);
        ExprKind::If(Box::new(condition), then, otherwise)
    }

    fn lambda(&mut self, lambda: &Lambda, at: Place, known: &Known) -> Lambda {
        let mut lambda = grammar::lambda(lambda, at, &mut self.names);
        let mut within = closed(known);
        let start = self.created.len();
        let first = self.introduce(&lambda.params, lambda.result.as_ref(), &mut within);
        if let Some(body) = &lambda.body {
            lambda.body = Some(self.one(body, &mut within));
        }
        let mut last = Next::Last(last_values(&within));
        lambda.params = self.params(&lambda.params, &first, &mut last);
        lambda.result = lambda.result.map(|result| self.param(&result, &first, &mut last));
        // Its variables are local to it, so no quantifier outside names them.
        self.created.truncate(start);
        lambda
    }
}

/// What is known inside of a lambda or a conditional expression: state variables of outside can be read.
fn closed(known: &Known) -> Known {
    let mut known = known.clone();
    for slot in known.values_mut() {
        slot.open = false;
    }
    known
}

/// The state variables of a parameter, which its head introduces.
pub(super) fn state_uses(expr: &Expr, found: &mut Vec<(StateUse, String)>) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::State(used, name) => found.push((*used, name.clone())),
            ExprKind::Apply(_, args) | ExprKind::Tuple(args) => open.extend(args.iter().rev()),
            ExprKind::List(elements, rest) => {
                open.extend(rest.as_deref());
                open.extend(elements.iter().rev());
            }
            ExprKind::Both(left, right) => open.extend([&**right, &**left]),
            ExprKind::Typed(inner, _) => open.push(inner),
            _ => {}
        }
    }
}
