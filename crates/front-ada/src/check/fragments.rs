//! Statements outside of any unit, as papers print them: `X := A (J); A (J - 1) := X + 1;`.
//!
//! What such a fragment does not declare are variables of the surroundings: arrays of integers where an index or an
//! attribute follows, else integers. They become `in out` parameters of a procedure with these statements.

use crate::syntax::ast::{
    Aggregate, Association, Choice, DiscreteRange, Domain, Expr, ExprKind, Iteration, Name, Range, RangeKind,
    Scheme, Stmt, StmtKind,
};

/// The names that statements use and do not declare, in the order of the text, and whether they are arrays.
pub(super) fn free_names(statements: &[Stmt]) -> Vec<(Name, bool)> {
    let mut walk = Walk { bound: Vec::new(), found: Vec::new() };
    walk.statements(statements);
    walk.found
}

struct Walk {
    bound: Vec<String>,
    found: Vec<(Name, bool)>,
}

/// Names that mean something of their own.
const KNOWN: [&str; 8] = ["get", "put", "put_line", "new_line", "true", "false", "integer", "boolean"];

impl Walk {
    fn name(&mut self, name: &Name, array: bool) {
        let known = KNOWN.contains(&name.key.as_str()) || self.bound.contains(&name.key);
        if known || name.key.starts_with(['\'', '"']) {
            return;
        }
        match self.found.iter_mut().find(|(n, _)| n.key == name.key) {
            Some((_, is_array)) => *is_array |= array,
            None => self.found.push((name.clone(), array)),
        }
    }

    fn statements(&mut self, list: &[Stmt]) {
        for s in list {
            match &s.kind {
                StmtKind::Assign(target, e) => {
                    self.expr(target);
                    self.expr(e);
                }
                StmtKind::Call(e) => self.expr(e),
                StmtKind::If { branches, otherwise } => {
                    for (condition, body) in branches {
                        self.expr(condition);
                        self.statements(body);
                    }
                    otherwise.iter().for_each(|body| self.statements(body));
                }
                StmtKind::Case(e, alternatives) => {
                    self.expr(e);
                    alternatives.iter().for_each(|a| self.statements(&a.body));
                }
                StmtKind::Loop { scheme, body, .. } => self.looping(scheme, body),
                StmtKind::Exit { when, .. } => when.iter().for_each(|e| self.expr(e)),
                StmtKind::Return(e) => e.iter().for_each(|e| self.expr(e)),
                StmtKind::Claim(claim) => self.expr(&claim.formula),
                StmtKind::Block { body, .. } => self.statements(&body.body),
                _ => {}
            }
        }
    }

    fn looping(&mut self, scheme: &Scheme, body: &[Stmt]) {
        match scheme {
            Scheme::Forever | Scheme::Unsupported(_) => self.statements(body),
            Scheme::While(e) => {
                self.expr(e);
                self.statements(body);
            }
            Scheme::For(over) => {
                self.domain(over);
                self.bound.push(over.name.key.clone());
                self.statements(body);
                self.bound.pop();
            }
        }
    }

    fn domain(&mut self, over: &Iteration) {
        match &over.domain {
            Domain::Unbounded => {}
            Domain::In(range) => self.discrete(range),
            Domain::Of(e) => self.expr(e),
        }
    }

    fn discrete(&mut self, range: &DiscreteRange) {
        match range {
            DiscreteRange::Range(range) => self.range(range),
            DiscreteRange::Subtype(_) => {}
        }
    }

    fn range(&mut self, range: &Range) {
        match &range.kind {
            RangeKind::Bounds(first, last) => {
                self.expr(first);
                self.expr(last);
            }
            RangeKind::Attribute(e) => self.expr(e),
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(name) => self.name(name, false),
            ExprKind::Apply(prefix, args) => {
                match &prefix.kind {
                    ExprKind::Name(name) => self.name(name, true),
                    _ => self.expr(prefix),
                }
                args.iter().for_each(|a| self.expr(&a.value));
            }
            ExprKind::Slice(prefix, range) => {
                match &prefix.kind {
                    ExprKind::Name(name) => self.name(name, true),
                    _ => self.expr(prefix),
                }
                self.discrete(range);
            }
            ExprKind::Attribute { prefix, args, .. } => {
                match &prefix.kind {
                    ExprKind::Name(name) => self.name(name, true),
                    _ => self.expr(prefix),
                }
                args.iter().for_each(|a| self.expr(&a.value));
            }
            ExprKind::Unary(_, a) | ExprKind::Deref(a) | ExprKind::Selected(a, _) => self.expr(a),
            ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Membership { value, choices, .. } => {
                self.expr(value);
                for choice in choices {
                    match choice {
                        Choice::Expr(e) => self.expr(e),
                        Choice::Range(range) => self.range(range),
                        Choice::Subtype(_) | Choice::Others(_) => {}
                    }
                }
            }
            ExprKind::If { branches, otherwise } => {
                for (condition, value) in branches {
                    self.expr(condition);
                    self.expr(value);
                }
                otherwise.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Quantified { over, body, .. } => {
                self.domain(over);
                self.bound.push(over.name.key.clone());
                self.expr(body);
                self.bound.pop();
            }
            ExprKind::Aggregate(aggregate) => self.aggregate(aggregate),
            _ => {}
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        for item in &aggregate.items {
            match item {
                Association::Positional(e) | Association::Named { value: Some(e), .. } => self.expr(e),
                Association::Iterated(over, e) => {
                    self.domain(over);
                    self.bound.push(over.name.key.clone());
                    self.expr(e);
                    self.bound.pop();
                }
                Association::Named { value: None, .. } => {}
            }
        }
    }
}
