//! Whether a program is well formed.
//!
//! Front ends are expected to make well-formed programs only, so a flaw is a bug of a front end, not of the
//! user's text; tests verify every program that they make.

use crate::{
    BinaryOp, BlockId, Expr, ExprKind, InstrKind, MAX_DEPTH, Made, Part, Predicate, Proc, ProcId, Program,
    Requirement, RequirementKind, StructId, TerminatorKind, Type, UnaryOp, VarId, VarKind,
};
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

/// The type of an expression; nil belongs to all references.
#[derive(Clone, PartialEq)]
enum Found {
    Type(Type),
    Nil,
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
        for var in &proc.vars {
            if !type_exists(self.program, &var.ty) {
                self.flaw(format!("variable {} has no type", var.name), var.span);
            }
        }
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
        self.blocks();
        for s in &proc.statements {
            if proc.block(s.point.block).is_none() {
                self.flaw("a statement lies in no block", s.span);
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
                    self.target(*then, span);
                    self.target(*otherwise, span);
                }
                TerminatorKind::Return(value) => match (value, &self.proc.result) {
                    (Some(e), Some(ty)) => self.expect(e, ty),
                    (None, None) => {}
                    _ => self.flaw("a return does not fit the result", span),
                },
                TerminatorKind::Fail(_) => {}
            }
        }
        for (d, count) in self.proc.decisions.iter().zip(used) {
            if count != 1 {
                self.flaw(format!("a decision belongs to {count} branches"), d.span);
            }
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
            InstrKind::StoreTarget { pointer, value } => match self.type_of(pointer, 0) {
                Some(Found::Type(Type::Pointer(element))) => self.stored(value, &element, span),
                Some(Found::Nil) => {}
                Some(_) => self.flaw("the target of no pointer", span),
                None => {}
            },
            InstrKind::Make { dst, object, .. } => {
                let made = match object {
                    Made::Cell(s) => Type::Ref(*s),
                    Made::Long { of, length } => {
                        self.expect(length, &Type::Int);
                        if self.program.struct_of(*of).and_then(|s| s.open_part()).is_none() {
                            self.flaw("a length without an open array", span);
                        }
                        Type::Ref(*of)
                    }
                    Made::Array { element, length } => {
                        self.expect(length, &Type::Int);
                        Type::Array(Box::new(element.clone()))
                    }
                };
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
                    if *ty != Type::Word(*word) || word.bits > 64 {
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
                self.assigned(*dst, span, |c, ty| {
                    if *ty != made {
                        c.flaw("an array in a variable of another type", span);
                    }
                });
            }
            InstrKind::Call { dst, proc, args } => self.call(*dst, *proc, args, span),
            InstrKind::Assume(e) => self.expect(e, &Type::Bool),
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

    pub fn expect(&mut self, e: &Expr, ty: &Type) {
        match self.type_of(e, 0) {
            Some(Found::Type(found)) if found != *ty && !self.narrows(e, &found, ty) => {
                let (found, ty) = (self.program.type_name(&found), self.program.type_name(ty));
                self.flaw(format!("{found} where {ty} is needed"), e.span);
            }
            Some(Found::Nil) if !ty.is_reference() => {
                let ty = self.program.type_name(ty);
                self.flaw(format!("nil where {ty} is needed"), e.span);
            }
            _ => {}
        }
    }

    /// Whether an integer is known to be of an integer type.
    fn narrows(&self, e: &Expr, found: &Type, ty: &Type) -> bool {
        match (found, ty) {
            (Type::Word(_), Type::Int) => true,
            (Type::Word(found), Type::Word(word)) => word.contains(*found),
            (Type::Int, Type::Word(word)) => match &e.kind {
                ExprKind::Int(i) => word.holds(i),
                ExprKind::BoolToInt(_) => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// The type of an expression; `None` if a flaw was found inside.
    fn type_of(&mut self, e: &Expr, depth: usize) -> Option<Found> {
        if depth > MAX_DEPTH {
            self.flaw("an expression is nested too deeply", e.span);
            return None;
        }
        let depth = depth + 1;
        let found = match &e.kind {
            ExprKind::Int(_) => Type::Int,
            ExprKind::Real(_) => Type::Real,
            ExprKind::Bool(_) => Type::Bool,
            ExprKind::Nil => return Some(Found::Nil),
            ExprKind::Var(v) => {
                match self.proc.var(*v).filter(|_| self.ghosts || v.ghost_index().is_none()) {
                    Some(var) => var.ty.clone(),
                    None => {
                        self.flaw(format!("{v} does not exist"), e.span);
                        return None;
                    }
                }
            }
            ExprKind::Field(object, field) => match self.type_of(object, depth)? {
                Found::Type(Type::Ref(s)) if self.program.field(s, *field).is_some() => {
                    self.program.field(s, *field)?.ty.read()
                }
                _ => {
                    self.flaw("a field of no cell", e.span);
                    return None;
                }
            },
            ExprKind::Element(array, index) => {
                let array = self.type_of(array, depth)?;
                self.operand(index, &Type::Int, depth)?;
                match array {
                    Found::Type(Type::Array(element)) => element.read(),
                    _ => {
                        self.flaw("an element of no array", e.span);
                        return None;
                    }
                }
            }
            ExprKind::Target(pointer) => match self.type_of(pointer, depth)? {
                Found::Type(Type::Pointer(element)) => element.read(),
                _ => {
                    self.flaw("the target of no pointer", e.span);
                    return None;
                }
            },
            ExprKind::At(array, index) => {
                let array = self.type_of(array, depth)?;
                self.operand(index, &Type::Int, depth)?;
                match array {
                    Found::Type(Type::Array(element)) => Type::Pointer(element),
                    _ => {
                        self.flaw("a pointer into no array", e.span);
                        return None;
                    }
                }
            }
            ExprKind::Move(pointer, by) => {
                let pointer = self.type_of(pointer, depth)?;
                self.operand(by, &Type::Int, depth)?;
                match pointer {
                    Found::Type(ty @ Type::Pointer(_)) => ty,
                    _ => {
                        self.flaw("no pointer is moved", e.span);
                        return None;
                    }
                }
            }
            ExprKind::Distance(a, b) | ExprKind::Together(a, b) => {
                let (a, b) = (self.type_of(a, depth)?, self.type_of(b, depth)?);
                if a != b || !matches!(a, Found::Type(Type::Pointer(_))) {
                    self.flaw("a distance of no pointers", e.span);
                    return None;
                }
                if matches!(e.kind, ExprKind::Distance(..)) { Type::Int } else { Type::Bool }
            }
            ExprKind::Position(pointer) => match self.type_of(pointer, depth)? {
                Found::Type(Type::Pointer(_)) => Type::Int,
                _ => {
                    self.flaw("the position of no pointer", e.span);
                    return None;
                }
            },
            ExprKind::Length(array) => match self.type_of(array, depth)? {
                Found::Type(Type::Array(_) | Type::Pointer(_)) => Type::Int,
                _ => {
                    self.flaw("the length of no array", e.span);
                    return None;
                }
            },
            ExprKind::Unary(UnaryOp::Neg, a) => return self.number(a, depth),
            ExprKind::Fit(a, word) | ExprKind::Wrap(a, word) => {
                self.operand(a, &Type::Int, depth)?;
                Type::Word(*word)
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                self.operand(a, &Type::Bool, depth)?;
                Type::Bool
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.operand(a, &Type::Bool, depth)?;
                self.operand(b, &Type::Bool, depth)?;
                Type::Bool
            }
            ExprKind::IntToBool(a) => {
                self.operand(a, &Type::Int, depth)?;
                Type::Bool
            }
            ExprKind::BoolToInt(a) => {
                self.operand(a, &Type::Bool, depth)?;
                Type::Int
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => {
                let (left, right) = (self.type_of(a, depth)?, self.type_of(b, depth)?);
                let fit = match (&left, &right) {
                    (Found::Nil, Found::Nil) => true,
                    (Found::Nil, Found::Type(t)) | (Found::Type(t), Found::Nil) => t.is_reference(),
                    (Found::Type(a), Found::Type(b)) => a == b || (a.is_integer() && b.is_integer()),
                };
                if !fit {
                    self.flaw("a comparison of different types", e.span);
                    return None;
                }
                Type::Bool
            }
            ExprKind::Binary(op, a, b) => {
                // Each operand is looked at once: they may nest as deep as the text does.
                let left = self.type_of(a, depth)?;
                // Pointers of one array have an order.
                let ordered = op.is_comparison() && matches!(left, Found::Type(Type::Pointer(_)));
                let (left, right) = if ordered {
                    (left, self.type_of(b, depth)?)
                } else {
                    (self.as_number(left, a)?, self.number(b, depth)?)
                };
                if left != right || (*op == BinaryOp::Rem && left != Found::Type(Type::Int)) {
                    self.flaw(format!("{} between different types", op.symbol()), e.span);
                    return None;
                }
                if op.is_comparison() {
                    Type::Bool
                } else {
                    return Some(left);
                }
            }
        };
        Some(Found::Type(found))
    }

    fn number(&mut self, e: &Expr, depth: usize) -> Option<Found> {
        let found = self.type_of(e, depth)?;
        self.as_number(found, e)
    }

    /// What was found for an expression, if that is a number.
    fn as_number(&mut self, found: Found, e: &Expr) -> Option<Found> {
        match found {
            Found::Type(ty) if ty.is_integer() => Some(Found::Type(Type::Int)),
            Found::Type(ty) if ty.is_number() => Some(Found::Type(ty)),
            _ => {
                self.flaw("something that is no number", e.span);
                None
            }
        }
    }

    fn operand(&mut self, e: &Expr, ty: &Type, depth: usize) -> Option<()> {
        match self.type_of(e, depth)? {
            Found::Type(found) if found == *ty || (*ty == Type::Int && found.is_integer()) => Some(()),
            _ => {
                let ty = self.program.type_name(ty);
                self.flaw(format!("something else where {ty} is needed"), e.span);
                None
            }
        }
    }
}
