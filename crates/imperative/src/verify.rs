//! Whether a program is well formed.
//!
//! Front ends are expected to make well-formed programs only, so a flaw is a bug of a front end, not of the
//! user's text; tests verify every program that they make.

mod expressions;

use crate::{
    BlockId, Caught, Decision, DecisionKind, ErrorKind, Expr, ExprKind, InstrKind, MAX_DEPTH, Made, Part,
    Predicate, Proc, ProcId, Program, Requirement, RequirementKind, StructId, TerminatorKind, Type, VarId,
    VarKind,
};
use base::Int;
use expressions::Found;
use source::Span;

/// Something that is not well formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The procedure, if it lies in one.
    pub proc: Option<String>,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.proc {
            Some(name) => write!(f, "{name}: {}", self.message),
            None => write!(f, "{}", self.message),
        }
    }
}

/// Checks ids, types, decisions, loops and depths.
///
/// # Errors
///
/// Everything that is wrong, in the order of the program.
pub fn verify(program: &Program) -> Result<(), Vec<Flaw>> {
    let mut flaws = Vec::new();
    let mut flaw = |message: String, span| flaws.push(Flaw { proc: None, message, span });
    for s in &program.structs {
        for field in &s.fields {
            if !type_exists(program, &field.ty) {
                flaw(format!("field {}.{} has no type", s.name, field.name), field.span);
            }
        }
    }
    for (i, s) in program.structs.iter().enumerate() {
        if has_as_part(program, StructId::new(i)) {
            flaw(format!("{} is part of itself", s.name), s.span);
        }
    }
    if let Some(main) = program.main
        && program.proc(main).is_none()
    {
        flaw("the entry does not exist".to_string(), program.span);
    }
    for proc in &program.procs {
        let mut check = Check { program, proc, flaws: &mut flaws, ghosts: false };
        check.proc();
    }
    if flaws.is_empty() { Ok(()) } else { Err(flaws) }
}

fn type_exists(program: &Program, ty: &Type) -> bool {
    match ty {
        Type::Ref(s) => program.struct_of(*s).is_some(),
        Type::Array(element) | Type::Pointer(element) => type_exists(program, element),
        Type::Part(part) => match &**part {
            Part::Cell(s) => program.struct_of(*s).is_some(),
            Part::Array(element, _) | Part::Open(element, _) => type_exists(program, element),
        },
        Type::Int | Type::Word(_) | Type::Real | Type::Bool => true,
    }
}

/// Whether zero, false or nil belongs to a type, and to all that is part of it: only then an object can start as zeros.
fn has_zeros(program: &Program, ty: &Type) -> bool {
    let mut seen = vec![false; program.structs.len()];
    let mut waiting = vec![ty];
    while let Some(ty) = waiting.pop() {
        match ty {
            Type::Word(word) if !word.holds(&Int::ZERO) => return false,
            Type::Part(part) => match &**part {
                Part::Cell(s) => {
                    if seen.get_mut(s.index()).is_some_and(|seen| !std::mem::replace(seen, true)) {
                        waiting
                            .extend(program.struct_of(*s).into_iter().flat_map(|s| &s.fields).map(|f| &f.ty));
                    }
                }
                Part::Array(element, _) | Part::Open(element, _) => waiting.push(element),
            },
            _ => {}
        }
    }
    true
}

/// Whether a struct contains itself.
fn has_as_part(program: &Program, whole: StructId) -> bool {
    let mut seen = vec![false; program.structs.len()];
    let mut waiting = vec![Type::Ref(whole)];
    while let Some(ty) = waiting.pop() {
        let types: Vec<&Type> = match &ty {
            Type::Ref(s) => match seen.get_mut(s.index()) {
                Some(seen) if *seen => return *s == whole,
                Some(seen) => {
                    *seen = true;
                    program.struct_of(*s).map_or_else(Vec::new, |s| s.fields.iter().map(|f| &f.ty).collect())
                }
                None => Vec::new(),
            },
            Type::Array(element) => vec![element],
            _ => Vec::new(),
        };
        let parts: Vec<Type> = types
            .into_iter()
            .filter_map(|ty| match ty {
                Type::Part(part) => Some(part.reference()),
                _ => None,
            })
            .collect();
        if parts.contains(&Type::Ref(whole)) {
            return true;
        }
        waiting.extend(parts);
    }
    false
}

pub(crate) struct Check<'a> {
    pub program: &'a Program,
    pub proc: &'a Proc,
    flaws: &'a mut Vec<Flaw>,
    /// Whether ghosts may be mentioned.
    pub ghosts: bool,
}

impl Check<'_> {
    pub fn flaw(&mut self, message: impl Into<String>, span: Span) {
        self.flaws.push(Flaw { proc: Some(self.proc.name.clone()), message: message.into(), span });
    }

    fn proc(&mut self) {
        let proc = self.proc;
        for p in &proc.params {
            if proc.var(*p).is_none_or(|v| v.kind != VarKind::Param) {
                self.flaw(format!("{p} is no parameter"), proc.span);
            }
        }
        let listed = proc.vars.iter().filter(|v| v.kind == VarKind::Param).count();
        if listed != proc.params.len() {
            self.flaw("a parameter is not listed, or listed twice", proc.span);
        }
        for v in &proc.outs {
            if v.ghost_index().is_some() || proc.var(*v).is_none() {
                self.flaw(format!("{v} cannot go back"), proc.span);
            }
        }
        for var in &proc.vars {
            if !type_exists(self.program, &var.ty) {
                self.flaw(format!("variable {} has no type", var.name), var.span);
            }
        }
        self.own();
        if proc.blocks.is_empty() {
            self.flaw("there is no entry block", proc.span);
        }
        for r in &proc.requires {
            self.requirement(r, 0);
        }
        crate::claims::verify(self);
        for d in &proc.decisions {
            self.expect(&d.cond, &Type::Bool);
            if d.cond.atoms().len() != d.atoms.len() {
                self.flaw("a decision has more or fewer atoms than its condition", d.span);
            }
        }
        self.loops();
        self.handlers();
        self.blocks();
        for s in &proc.statements {
            if proc.block(s.point.block).is_none() {
                self.flaw("a statement lies in no block", s.span);
            }
        }
    }

    /// Inputs that are objects of their own are inputs that refer to objects.
    fn own(&mut self) {
        let proc = self.proc;
        for (i, own) in proc.own.iter().enumerate() {
            let Some(var) = proc.var(own.var).filter(|_| proc.inputs().any(|v| v == own.var)) else {
                self.flaw(format!("{} is no input that could be an object of its own", own.var), proc.span);
                continue;
            };
            let fits = match var.ty {
                Type::Ref(_) => own.length.is_none() && own.first.is_none(),
                Type::Array(_) => own.first.is_none_or(|i| i == 0 || self.program.facts.array_bounds),
                _ => false,
            };
            if !fits || proc.own.iter().take(i).any(|other| other.var == own.var) {
                self.flaw(format!("{} cannot be such an object of its own", var.name), var.span);
            }
        }
    }

    fn handlers(&mut self) {
        let proc = self.proc;
        for (i, handler) in proc.handlers.iter().enumerate() {
            if handler.outer.is_some_and(|outer| outer.index() >= i) {
                self.flaw("a handler comes before the one around it", handler.span);
            }
            for catch in &handler.catches {
                self.target(catch.to, catch.span);
                let decision = proc.decision(catch.decision);
                let fits =
                    |d: &Decision| d.kind == DecisionKind::Caught && d.cond.kind == ExprKind::Bool(true);
                if !decision.is_some_and(fits) {
                    self.flaw("a catch without a decision of its own", catch.span);
                }
                if let Caught::Kinds(kinds) = &catch.what {
                    kinds.iter().for_each(|kind| self.error(*kind, catch.span));
                }
            }
        }
        for block in &proc.blocks {
            if block.handler.is_some_and(|h| proc.handler(h).is_none()) {
                self.flaw("a block is within a handler that does not exist", block.terminator.span);
            }
        }
    }

    fn loops(&mut self) {
        for (i, l) in self.proc.loops.iter().enumerate() {
            if l.parent.is_some_and(|p| p.index() >= i) {
                self.flaw("a loop comes before the one it is part of", l.span);
            }
            if self.proc.decision(l.decision).is_none() {
                self.flaw("a loop has no decision", l.span);
            }
            if self.proc.block(l.header).is_none_or(|b| b.in_loop.is_none_or(|id| id.index() != i)) {
                self.flaw("the header of a loop is not part of it", l.span);
            }
        }
        for block in &self.proc.blocks {
            if block.in_loop.is_some_and(|l| l.index() >= self.proc.loops.len()) {
                self.flaw("a block is part of a loop that does not exist", block.terminator.span);
            }
        }
    }

    fn blocks(&mut self) {
        let mut used = vec![0usize; self.proc.decisions.len()];
        for catch in self.proc.handlers.iter().flat_map(|h| &h.catches) {
            match used.get_mut(catch.decision.index()) {
                Some(count) => *count += 1,
                None => self.flaw(format!("{} does not exist", catch.decision), catch.span),
            }
        }
        for block in &self.proc.blocks {
            for instr in &block.instrs {
                self.instr(&instr.kind, instr.span);
            }
            let span = block.terminator.span;
            match &block.terminator.kind {
                TerminatorKind::Goto(to) => self.target(*to, span),
                TerminatorKind::Branch { decision, then, otherwise } => {
                    match used.get_mut(decision.index()) {
                        Some(count) => *count += 1,
                        None => self.flaw(format!("{decision} does not exist"), span),
                    }
                    if self.proc.decision(*decision).is_some_and(|d| d.kind == DecisionKind::Caught) {
                        self.flaw("a branch on whether an error was caught", span);
                    }
                    self.target(*then, span);
                    self.target(*otherwise, span);
                }
                TerminatorKind::Return(value) => match (value, &self.proc.result) {
                    (Some(e), Some(ty)) => self.expect(e, ty),
                    (None, None) => {}
                    _ => self.flaw("a return does not fit the result", span),
                },
                TerminatorKind::Fail(kind) => self.error(*kind, span),
                TerminatorKind::FailAgain(handler) => {
                    if self.proc.handler(*handler).is_none() {
                        self.flaw(format!("{handler} does not exist"), span);
                    }
                }
            }
        }
        for (d, count) in self.proc.decisions.iter().zip(used) {
            if count != 1 {
                self.flaw(format!("a decision belongs to {count} branches and catches"), d.span);
            }
        }
    }

    fn error(&mut self, kind: ErrorKind, span: Span) {
        if let ErrorKind::Raised(id) = kind
            && id.index() >= self.program.exceptions.len()
        {
            self.flaw(format!("{id} does not exist"), span);
        }
    }

    fn target(&mut self, to: BlockId, span: Span) {
        if self.proc.block(to).is_none() {
            self.flaw(format!("{to} does not exist"), span);
        }
    }

    fn instr(&mut self, kind: &InstrKind, span: Span) {
        match kind {
            InstrKind::Skip | InstrKind::Unsupported(_) => {}
            InstrKind::Show { values, .. } => {
                for value in values {
                    self.type_of(value, 0);
                }
            }
            InstrKind::Assign(v, e) => self.assigned(*v, span, |c, ty| c.expect(e, ty)),
            InstrKind::StoreField { object, field, value } => match self.type_of(object, 0) {
                Some(Found::Type(Type::Ref(s))) => match self.program.field(s, *field) {
                    Some(f) => self.stored(value, &f.ty, span),
                    None => self.flaw(format!("{field} does not exist"), span),
                },
                Some(Found::Nil) => {}
                Some(_) => self.flaw("a field of no cell", span),
                None => {}
            },
            InstrKind::StoreElement { array, index, value } => {
                self.expect(index, &Type::Int);
                match self.type_of(array, 0) {
                    Some(Found::Type(Type::Array(element))) => self.stored(value, &element, span),
                    Some(Found::Nil) => {}
                    Some(_) => self.flaw("an element of no array", span),
                    None => {}
                }
            }
            InstrKind::Fill { array, from, count, index, value } => {
                self.expect(from, &Type::Int);
                self.expect(count, &Type::Int);
                let temporary = |v: &crate::Var| v.kind == VarKind::Temporary && v.ty == Type::Int;
                if !self.proc.var(*index).is_some_and(temporary) {
                    self.flaw(format!("{index} cannot count elements"), span);
                }
                match self.type_of(array, 0) {
                    Some(Found::Type(Type::Array(element))) => self.stored(value, &element, span),
                    Some(_) => self.flaw("elements of no array", span),
                    None => {}
                }
            }
            InstrKind::StoreTarget { pointer, value } => match self.type_of(pointer, 0) {
                Some(Found::Type(Type::Pointer(element))) => self.stored(value, &element, span),
                Some(Found::Nil) => {}
                Some(_) => self.flaw("the target of no pointer", span),
                None => {}
            },
            InstrKind::Make { dst, object, zeroed, .. } => {
                let made = match object {
                    Made::Cell(s) => Type::Ref(*s),
                    Made::Long { of, length } => {
                        self.expect(length, &Type::Int);
                        if self.program.struct_of(*of).and_then(|s| s.open_part()).is_none() {
                            self.flaw("a length without an open array", span);
                        }
                        Type::Ref(*of)
                    }
                    Made::Array { element, length, first } => {
                        self.expect(length, &Type::Int);
                        first.iter().for_each(|e| self.expect(e, &Type::Int));
                        Type::Array(Box::new(element.clone()))
                    }
                };
                let whole = match object {
                    Made::Cell(s) | Made::Long { of: s, .. } => Type::Part(Box::new(Part::Cell(*s))),
                    Made::Array { element, .. } => element.clone(),
                };
                if *zeroed && !has_zeros(self.program, &whole) {
                    self.flaw("zeros where zero is no value", span);
                }
                self.assigned(*dst, span, |c, ty| {
                    if *ty != made || !type_exists(c.program, &made) {
                        c.flaw("an object in a variable of another type", span);
                    }
                });
            }
            InstrKind::Free(e) => match self.type_of(e, 0) {
                Some(Found::Type(ty)) if !ty.is_reference() => {
                    self.flaw("what is freed is no reference", span)
                }
                _ => {}
            },
            InstrKind::Bits { dst, left, right, word, .. } => {
                self.expect(left, &Type::Int);
                self.expect(right, &Type::Int);
                self.assigned(*dst, span, |c, ty| {
                    if *ty != Type::Word(*word) || word.bits().is_none_or(|bits| bits > 64) {
                        c.flaw("bits in a variable of another type", span);
                    }
                });
            }
            InstrKind::Ask { dst, .. } => self.assigned(*dst, span, |c, ty| {
                if !matches!(ty, Type::Bool | Type::Word(_)) {
                    c.flaw("an answer in a variable of another type", span);
                }
            }),
            InstrKind::New { dst, of, args } => self.new_cell(*dst, *of, args, span),
            InstrKind::NewArray { dst, element, length } => {
                self.expect(length, &Type::Int);
                let made = Type::Array(Box::new(element.clone()));
                if !has_zeros(self.program, element) {
                    self.flaw("zeros where zero is no value", span);
                }
                self.assigned(*dst, span, |c, ty| {
                    if *ty != made {
                        c.flaw("an array in a variable of another type", span);
                    }
                });
            }
            InstrKind::Call { dst, proc, args, backs } => {
                self.call(*dst, *proc, args, span);
                self.backs(*proc, backs, span);
            }
            InstrKind::Assume(e) => self.expect(e, &Type::Bool),
            InstrKind::Check { cond, kind } => {
                self.expect(cond, &Type::Bool);
                self.error(*kind, span);
            }
        }
    }

    /// Checks what is stored in a field or an element.
    fn stored(&mut self, value: &Expr, ty: &Type, span: Span) {
        match ty {
            Type::Part(_) => self.flaw("a part is replaced", span),
            _ => self.expect(value, ty),
        }
    }

    fn new_cell(&mut self, dst: VarId, of: StructId, args: &[Expr], span: Span) {
        let Some(s) = self.program.struct_of(of) else {
            return self.flaw(format!("{of} does not exist"), span);
        };
        if s.fields.len() != args.len() {
            self.flaw(format!("{} values for {} fields", args.len(), s.fields.len()), span);
        }
        for (field, arg) in s.fields.iter().zip(args) {
            self.expect(arg, &field.ty);
        }
        self.assigned(dst, span, |c, ty| {
            if *ty != Type::Ref(of) {
                c.flaw("a cell in a variable of another type", span);
            }
        });
    }

    fn call(&mut self, dst: Option<VarId>, id: ProcId, args: &[Expr], span: Span) {
        let Some(callee) = self.program.proc(id) else {
            return self.flaw(format!("{id} does not exist"), span);
        };
        self.arguments(callee, args, span);
        if let Some(dst) = dst {
            let result = callee.result.clone();
            self.assigned(dst, span, |c, ty| {
                if Some(ty) != result.as_ref() {
                    c.flaw("a result in a variable of another type", span);
                }
            });
        }
    }

    /// What a call gives back fits where it goes.
    fn backs(&mut self, id: ProcId, backs: &[(VarId, VarId)], span: Span) {
        let Some(callee) = self.program.proc(id) else { return };
        for (from, to) in backs {
            let Some(given) = callee.var(*from).filter(|_| callee.outs.contains(from)) else {
                self.flaw(format!("{from} does not go back"), span);
                continue;
            };
            self.assigned(*to, span, |c, ty| {
                let fits = match (&given.ty, ty) {
                    (Type::Word(given), Type::Word(word)) => word.contains(*given),
                    (Type::Word(_), Type::Int) => true,
                    (given, ty) => given == ty,
                };
                if !fits {
                    c.flaw("what goes back is of another type", span);
                }
            });
        }
    }

    fn arguments(&mut self, callee: &Proc, args: &[Expr], span: Span) {
        if callee.params.len() != args.len() {
            self.flaw(format!("{} arguments for {} parameters", args.len(), callee.params.len()), span);
        }
        for (param, arg) in callee.params.iter().zip(args) {
            if let Some(var) = callee.var(*param) {
                self.expect(arg, &var.ty);
            }
        }
    }

    fn assigned(&mut self, v: VarId, span: Span, check: impl FnOnce(&mut Self, &Type)) {
        match self.proc.var(v).filter(|_| v.ghost_index().is_none()) {
            Some(var) => check(self, &var.ty),
            None => self.flaw(format!("{v} does not exist"), span),
        }
    }

    fn requirement(&mut self, r: &Requirement, depth: usize) {
        if depth > MAX_DEPTH {
            return self.flaw("a requirement is nested too deeply", r.span);
        }
        match &r.kind {
            RequirementKind::Cond(e) => self.expect(e, &Type::Bool),
            RequirementKind::Predicate(p) => self.predicate(p, r.span),
            RequirementKind::Call { proc, args } => self.truth_call(*proc, args, r.span),
            RequirementKind::Not(a) => self.requirement(a, depth + 1),
            RequirementKind::And(a, b) | RequirementKind::Or(a, b) => {
                self.requirement(a, depth + 1);
                self.requirement(b, depth + 1);
            }
            RequirementKind::Every { var, first, last, body } => {
                self.bound(*var, r.span);
                let before = std::mem::replace(&mut self.ghosts, true);
                self.expect(first, &Type::Int);
                self.expect(last, &Type::Int);
                self.requirement(body, depth + 1);
                self.ghosts = before;
            }
        }
    }

    /// A call that stands for a condition.
    pub fn truth_call(&mut self, proc: ProcId, args: &[Expr], span: Span) {
        match self.program.proc(proc) {
            Some(callee) => {
                self.arguments(callee, args, span);
                if !callee.result.as_ref().is_some_and(|ty| ty.is_integer() || *ty == Type::Bool) {
                    self.flaw("a requirement that is no condition", span);
                }
            }
            None => self.flaw(format!("{proc} does not exist"), span),
        }
    }

    pub fn predicate(&mut self, p: &Predicate, span: Span) {
        let operands: Vec<&Expr> = match p {
            Predicate::Acyclic(e) | Predicate::Sorted(e) | Predicate::Tree(e) => vec![e],
            Predicate::Disjoint(a, b) => vec![a, b],
        };
        for e in operands {
            let ty = match self.type_of(e, 0) {
                Some(Found::Type(ty)) => ty,
                _ => continue,
            };
            let fits = match (p, &ty) {
                (Predicate::Sorted(_), Type::Ref(s)) => {
                    let of = self.program.struct_of(*s);
                    of.is_some_and(|of| of.link(*s).is_some() && of.key().is_some())
                }
                (Predicate::Sorted(_), Type::Array(element)) => element.is_number(),
                _ => ty.is_reference(),
            };
            if !fits {
                self.flaw("a predicate about something that it does not fit", span);
            }
        }
    }
}
