//! Which variables may be read before they are written.
//!
//! In a plain program these are its inputs; in a procedure they are a likely mistake. The analysis walks the
//! tree once with the set of variables that are surely written. What a branch writes is undone after it and
//! kept only if both branches wrote it, so the cost is that of the text, not of the set times the text.

use crate::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::check::Scope;
use source::Span;

/// What the analysis found.
pub(crate) struct Flow {
    /// For each variable of the scope, the first place where it may be read before it is written.
    pub read_first: Vec<Option<Span>>,
    /// Whether the end of the statements can be reached.
    pub falls_through: bool,
}

struct Walk<'a> {
    scope: &'a Scope,
    written: Vec<bool>,
    /// Variables written since the walk began, in order, each once.
    log: Vec<usize>,
    read_first: Vec<Option<Span>>,
}

/// Analyses the body of a procedure or of the main program. Requirements read before everything else.
pub(crate) fn flow(scope: &Scope, requires: &[Expr], body: &[Stmt]) -> Flow {
    let mut walk = Walk {
        scope,
        written: scope.vars.iter().map(|v| v.param).collect(),
        log: Vec::new(),
        read_first: vec![None; scope.vars.len()],
    };
    for r in requires {
        walk.reads(r);
    }
    let falls_through = walk.statements(body);
    Flow { read_first: walk.read_first, falls_through }
}

impl Walk<'_> {
    fn reads(&mut self, e: &Expr) {
        if let ExprKind::Var(name) = &e.kind
            && let Some(v) = self.scope.get(name)
            && !self.written[v]
            && self.read_first[v].is_none()
        {
            self.read_first[v] = Some(e.span());
        }
        for operand in e.operands() {
            self.reads(operand);
        }
    }

    fn writes(&mut self, v: usize) {
        if !self.written[v] {
            self.written[v] = true;
            self.log.push(v);
        }
    }

    /// Forgets what was written since a mark, and returns it.
    fn undo(&mut self, mark: usize) -> Vec<usize> {
        let since = self.log.split_off(mark);
        for v in &since {
            self.written[*v] = false;
        }
        since
    }

    /// Whether the end of the statements can be reached.
    fn statements(&mut self, statements: &[Stmt]) -> bool {
        for s in statements {
            if !self.statement(s) {
                // What follows is never executed, so it reads nothing.
                return false;
            }
        }
        true
    }

    fn statement(&mut self, s: &Stmt) -> bool {
        match &s.kind {
            // Claims are no part of a run.
            StmtKind::Skip | StmtKind::Invariant(_) | StmtKind::Variant(_) => {}
            StmtKind::Assign(target, value) => {
                self.reads(value);
                match &target.kind {
                    ExprKind::Var(name) => {
                        if let Some(v) = self.scope.get(name) {
                            self.writes(v);
                        }
                    }
                    _ => self.reads(target),
                }
            }
            StmtKind::If(condition, then, otherwise) => {
                self.reads(condition);
                return self.branches(then, otherwise);
            }
            StmtKind::While(condition, body) => {
                self.reads(condition);
                let mark = self.log.len();
                self.statements(body);
                // The body may be skipped.
                self.undo(mark);
            }
            StmtKind::Assert(e) if e.is_quantified() => {}
            StmtKind::Assert(e) | StmtKind::Call(e) => self.reads(e),
            StmtKind::Return(value) => {
                if let Some(e) = value {
                    self.reads(e);
                }
                return false;
            }
            StmtKind::Block(statements) => return self.statements(statements),
        }
        true
    }

    fn branches(&mut self, then: &[Stmt], otherwise: &[Stmt]) -> bool {
        let mark = self.log.len();
        let then_ends = self.statements(then);
        let by_then = self.undo(mark);
        let else_ends = self.statements(otherwise);
        match (then_ends, else_ends) {
            (true, true) => {
                let mut by_else = self.undo(mark);
                by_else.sort_unstable();
                for v in by_then {
                    if by_else.binary_search(&v).is_ok() {
                        self.writes(v);
                    }
                }
                true
            }
            // Only what the branch wrote counts through which one gets on.
            (true, false) => {
                self.undo(mark);
                for v in by_then {
                    self.writes(v);
                }
                true
            }
            (false, true) => true,
            (false, false) => false,
        }
    }
}
