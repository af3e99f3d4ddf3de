//! Walks over the typed tree: which objects are mentioned, and which subprograms are called.

use crate::tree::{
    AggregateBounds, ArrayPart, Bound, BoundOf, Call, Constraint, Decl, Expr, ExprKind, Handled, ObjectId,
    Program, Range, Role, Scheme, Stmt, StmtKind, SubId, Subtype,
};

/// Something that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// An object is read, or its bounds are needed.
    Object(ObjectId),
    /// An object is written.
    Written(ObjectId),
    /// A subprogram is called.
    Called(SubId),
    /// The last index of an array is asked for, and not only as the end of a loop that starts at the first.
    Last,
}

/// A walk that tells what it meets.
pub(super) struct Walk<'a> {
    pub program: &'a Program,
    pub seen: Vec<Seen>,
}

impl Walk<'_> {
    pub fn handled(&mut self, of: &Handled) {
        self.statements(&of.body);
        for handler in &of.handlers {
            self.statements(&handler.body);
        }
    }

    pub fn statements(&mut self, list: &[Stmt]) {
        for s in list {
            self.statement(s);
        }
    }

    pub fn declarations(&mut self, list: &[Decl]) {
        for decl in list {
            match decl {
                Decl::Object(id, init) => {
                    self.object(*id);
                    init.iter().for_each(|e| self.expr(e));
                }
                Decl::Hold(id, e) => {
                    self.object(*id);
                    self.expr(e);
                }
                Decl::Renamed(e) => self.expr(e),
                Decl::Compatible { range, of, .. } => {
                    self.bound(&range.0);
                    self.bound(&range.1);
                    self.subtype(of);
                }
                Decl::Statement(s) => self.statement(s),
                Decl::Unsupported(..) => {}
            }
        }
    }

    fn statement(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Null | StmtKind::Raise(_) | StmtKind::Unsupported(_) => {}
            StmtKind::Assign(target, e) => {
                self.written(target);
                self.expr(e);
            }
            StmtKind::Call(call) => self.call(call),
            StmtKind::If(branches, otherwise) => {
                for (condition, body) in branches {
                    self.expr(condition);
                    self.statements(body);
                }
                self.statements(otherwise);
            }
            StmtKind::Case(e, list, others) => {
                self.expr(e);
                list.iter().for_each(|(_, body)| self.statements(body));
                others.iter().for_each(|body| self.statements(body));
            }
            StmtKind::Loop(_, scheme, body) => {
                match scheme {
                    Scheme::Forever => {}
                    Scheme::While(e) => self.expr(e),
                    Scheme::For { parameter, range, .. } => {
                        self.object(*parameter);
                        self.repeated(range);
                    }
                    Scheme::Elements { parameter, array, .. } => {
                        self.object(*parameter);
                        self.expr(array);
                    }
                }
                self.statements(body);
            }
            StmtKind::Exit(_, when) => when.iter().for_each(|e| self.expr(e)),
            StmtKind::Block(declarations, body) => {
                self.declarations(declarations);
                self.handled(body);
            }
            StmtKind::Return(e) => e.iter().for_each(|e| self.expr(e)),
            StmtKind::ExtendedReturn(id, declarations, body) => {
                self.object(*id);
                self.declarations(declarations);
                body.iter().for_each(|b| self.handled(b));
            }
            StmtKind::Assert(e) | StmtKind::Presume(e) | StmtKind::Assume(e) => self.expr(e),
            StmtKind::Variant(_, list) => list.iter().for_each(|(_, e)| self.expr(e)),
            // Runs do not look at it.
            StmtKind::Claim(_) => {}
            StmtKind::Get(e) | StmtKind::Free(e, _) => self.written(e),
            StmtKind::Evaluate(list) => list.iter().for_each(|e| self.expr(e)),
        }
    }

    /// Something that is assigned to.
    fn written(&mut self, target: &Expr) {
        let mut at = target;
        loop {
            at = match &at.kind {
                ExprKind::Component(of, _)
                | ExprKind::Element(of, _)
                | ExprKind::At(of, _)
                | ExprKind::Slice(of, _)
                | ExprKind::Convert(of, _) => of,
                ExprKind::Object(id) => {
                    self.seen.push(Seen::Written(*id));
                    break;
                }
                _ => break,
            };
        }
        self.expr(target);
    }

    fn call(&mut self, call: &Call) {
        self.seen.push(Seen::Called(call.to));
        let of = self.program.subprograms.get(call.to.0 as usize);
        for (at, arg) in call.args.iter().enumerate() {
            let parameter = of.and_then(|s| s.parameters.get(at)).copied();
            let role = parameter.and_then(|p| self.program.objects.get(p.0 as usize)).map(|o| &o.role);
            match role {
                Some(Role::Parameter(crate::tree::Mode::In)) | None => self.expr(arg),
                _ => self.written(arg),
            }
        }
    }

    /// A range whose values are taken one by one: where there is none, it does not matter which bounds it has.
    fn repeated(&mut self, range: &Range) {
        match (&range.first.kind, &range.last.kind) {
            (ExprKind::Bound(BoundOf::First, a, _), ExprKind::Bound(BoundOf::Last, b, _)) => {
                self.expr(a);
                self.expr(b);
            }
            _ => self.range(range),
        }
    }

    fn range(&mut self, range: &Range) {
        self.expr(&range.first);
        self.expr(&range.last);
    }

    fn bound(&mut self, bound: &Bound) {
        if let Bound::Held(id) = bound {
            self.seen.push(Seen::Object(*id));
        }
    }

    fn subtype(&mut self, subtype: &Subtype) {
        match &subtype.constraint {
            Constraint::None => {}
            Constraint::Range(first, last) => {
                self.bound(first);
                self.bound(last);
            }
            Constraint::Index(bounds) => bounds.iter().for_each(|(first, last)| {
                self.bound(first);
                self.bound(last);
            }),
        }
        if let Some(array) = self.program.types.array(subtype.ty) {
            let array = array.clone();
            self.subtype(&array.component);
            for (first, last) in array.given.iter().flatten() {
                self.bound(first);
                self.bound(last);
            }
        }
    }

    fn object(&mut self, id: ObjectId) {
        self.seen.push(Seen::Object(id));
        if let Some(object) = self.program.objects.get(id.0 as usize) {
            let subtype = object.subtype.clone();
            self.subtype(&subtype);
        }
    }

    pub fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Discrete(_)
            | ExprKind::Null
            | ExprKind::Text(_)
            | ExprKind::Raise(_)
            | ExprKind::Result
            | ExprKind::Unsupported(_) => {}
            ExprKind::Object(id) => self.object(*id),
            ExprKind::Component(of, _) | ExprKind::Deref(of) | ExprKind::Unary(_, of) | ExprKind::Old(of) => {
                self.expr(of)
            }
            ExprKind::Bound(what, of, _) => {
                if *what == BoundOf::Last {
                    self.seen.push(Seen::Last);
                }
                self.expr(of);
            }
            ExprKind::Element(of, indexes) => {
                self.expr(of);
                indexes.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Slice(of, range) => {
                self.expr(of);
                self.range(range);
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::At(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::AndThen(a, b)
            | ExprKind::OrElse(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Convert(of, subtype) | ExprKind::Qualified(of, subtype) => {
                self.subtype(subtype);
                self.expr(of);
            }
            ExprKind::In(of, ranges) => {
                self.expr(of);
                ranges.iter().for_each(|r| self.range(r));
            }
            ExprKind::If(branches, otherwise) => {
                for (condition, value) in branches {
                    self.expr(condition);
                    self.expr(value);
                }
                self.expr(otherwise);
            }
            ExprKind::Case(of, list, others) => {
                self.expr(of);
                list.iter().for_each(|(_, e)| self.expr(e));
                others.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Quantified(q) => {
                self.object(q.parameter);
                q.range.iter().for_each(|r| self.repeated(r));
                self.expr(&q.body);
            }
            ExprKind::Array(aggregate) => {
                if let AggregateBounds::Expected(bounds) = &aggregate.bounds {
                    bounds.iter().for_each(|(first, last)| {
                        self.bound(first);
                        self.bound(last);
                    });
                }
                for part in &aggregate.parts {
                    match part {
                        ArrayPart::Next(e) => self.expr(e),
                        ArrayPart::At(_, e) => e.iter().for_each(|e| self.expr(e)),
                        ArrayPart::Range(parameter, range, e) => {
                            parameter.iter().for_each(|p| self.object(*p));
                            self.range(range);
                            e.iter().for_each(|e| self.expr(e));
                        }
                    }
                }
                aggregate.others.iter().flatten().for_each(|e| self.expr(e));
            }
            ExprKind::Record(values) => values.iter().flatten().for_each(|e| self.expr(e)),
            ExprKind::Holding(declarations, value) => {
                self.declarations(declarations);
                self.expr(value);
            }
            ExprKind::New(subtype, value) => {
                self.subtype(subtype);
                value.iter().for_each(|e| self.expr(e));
            }
        }
    }
}
