//! Definitions and uses, as they stand in the text.
//!
//! ```text
//! x := 1;                      definition of x
//! y := x + p.head;             uses of x, of p and of the field head; definition of y
//! if x > y then …              predicate uses of x and y, one for each outcome
//! ```
//!
//! What is defined and used is a *kind of place*: a variable of a procedure, a field of a struct, the elements
//! of the arrays of some type. Which cell or array it is only a run can tell.
//!
//! * Parameters and inputs are defined once, at the entry of their procedure, whoever calls. What the objects
//!   of an input hold is a definition of nobody: it makes no goals.
//! * A use is a predicate use where it stands in the condition of a decision, else a computation use. What only
//!   spares a call ([`DecisionKind::ShortCircuit`]) is no decision of the author's.
//! * What the world sees at the end is used there: the variables of the main program, and what was written to
//!   cells and arrays and is still in them, whether or not something still leads there.
//! * Temporaries are nobody's variables. Hidden procedures have neither definitions nor uses.
//!
//! Every pair of a definition and a use of one kind has a number: those of one definition are consecutive, and
//! a predicate use takes two, for false and true. Whether the one can reach the other is asked in [`reach`];
//! the ways between them are listed in [`ways`]. The notions are those of Rapps and Weyuker (1982).

pub(crate) mod reach;
pub(crate) mod ways;

use crate::plan::Plan;
use imperative::{
    BlockId, DecisionKind, Expr, ExprKind, FieldId, InstrKind, Point, Proc, ProcId, Program, StructId,
    TerminatorKind, Type, VarId, VarKind,
};
use source::Span;

/// No number.
pub(crate) const NONE: u32 = u32::MAX;
/// So many pairs are counted; a program with more is not measured in full.
const MOST_PAIRS: u32 = 1 << 28;

/// What is defined and used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A variable.
    Var(VarId),
    /// A field of the cells of a struct.
    Field(StructId, FieldId),
    /// The elements of arrays of this type of elements.
    Element(Type),
}

/// Where something is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// At the entry of its procedure.
    Entry,
    /// By an instruction.
    At(Point),
}

/// Where something is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// At a point of a procedure.
    At(ProcId, Point),
    /// By whoever looks at the heap after the run.
    End,
}

pub(crate) struct Kind {
    pub what: What,
    /// Numbers of [`Flow::defs`].
    pub defs: Vec<usize>,
    /// Numbers of [`Flow::uses`].
    pub uses: Vec<usize>,
    /// How many pair numbers a definition takes.
    pub width: u32,
}

pub(crate) struct Def {
    pub kind: usize,
    pub proc: ProcId,
    pub at: Definition,
    pub span: Span,
    /// The first of its pairs.
    pub base: u32,
}

pub(crate) struct Used {
    pub at: Use,
    pub span: Span,
    pub is_predicate: bool,
    /// Its place among the pairs of a definition.
    pub column: u32,
}

/// A use at a point, as a watch needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub kind: u32,
    pub column: u32,
    /// The number of the use.
    pub number: u32,
    /// Whether the world looks at it here, when the first activation returns.
    pub is_output: bool,
}

/// The definitions and uses of a program.
pub(crate) struct Flow {
    pub kinds: Vec<Kind>,
    pub defs: Vec<Def>,
    pub uses: Vec<Used>,
    /// The first kind of each struct.
    pub structs: Vec<u32>,
    /// The kinds of elements.
    pub arrays: Vec<(Type, u32)>,
    /// For each procedure, its variables that are defined at the entry, with the numbers of the definitions.
    pub entries: Vec<Vec<(VarId, usize)>>,
    /// For each point, where its definitions begin in `def_list`, or `NONE`. First the variable's, then those of
    /// the fields, or the one of the elements; `NONE` for what is not there.
    pub def_at: Vec<u32>,
    pub def_list: Vec<u32>,
    /// For each point, where its uses begin in `columns`; one more than there are points.
    pub use_at: Vec<u32>,
    pub columns: Vec<Column>,
    /// How many pairs there are.
    pub pairs: u32,
    /// Whether there were too many to count.
    pub truncated: bool,
}

impl Flow {
    pub fn new(program: &Program, plan: &Plan) -> Flow {
        let mut flow = Flow {
            kinds: Vec::new(),
            defs: Vec::new(),
            uses: Vec::new(),
            structs: Vec::new(),
            arrays: Vec::new(),
            entries: Vec::new(),
            def_at: vec![NONE; plan.point_count()],
            def_list: Vec::new(),
            use_at: Vec::new(),
            columns: Vec::new(),
            pairs: 0,
            truncated: false,
        };
        for proc in &program.procs {
            flow.kinds.extend((0..proc.vars.len()).map(|v| Kind::new(What::Var(VarId::new(v)))));
        }
        for (s, of) in program.structs.iter().enumerate() {
            flow.structs.push(flow.kinds.len() as u32);
            for f in 0..of.fields.len() {
                flow.heap_kind(What::Field(StructId::new(s), FieldId::new(f)), of.span);
            }
        }
        for id in program.proc_ids() {
            if let Some(proc) = program.proc(id) {
                flow.procedure(program, plan, id, proc);
            }
        }
        flow.use_at.push(flow.columns.len() as u32);
        flow.number_pairs();
        flow
    }

    /// A kind of places on the heap; its first column is the end of the run.
    fn heap_kind(&mut self, what: What, span: Span) -> u32 {
        let mut kind = Kind::new(what);
        kind.uses.push(self.uses.len());
        kind.width = 1;
        self.uses.push(Used { at: Use::End, span, is_predicate: false, column: 0 });
        self.kinds.push(kind);
        self.kinds.len() as u32 - 1
    }

    fn array_kind(&mut self, element: &Type, span: Span) -> u32 {
        if let Some((_, kind)) = self.arrays.iter().find(|(ty, _)| ty == element) {
            return *kind;
        }
        let kind = self.heap_kind(What::Element(element.clone()), span);
        self.arrays.push((element.clone(), kind));
        kind
    }

    fn procedure(&mut self, program: &Program, plan: &Plan, id: ProcId, proc: &Proc) {
        let first_var = plan.first(id).var;
        let mut entries = Vec::new();
        if !proc.hidden {
            for v in proc.inputs() {
                let (kind, at) = (first_var as usize + v.index(), Definition::Entry);
                let span = proc.var(v).map_or(proc.span, |v| v.span);
                entries.push((v, self.defs.len()));
                self.def(kind, id, at, span);
            }
        }
        self.entries.push(entries);
        for (b, block) in proc.blocks.iter().enumerate() {
            for index in 0..=block.instrs.len() {
                self.use_at.push(self.columns.len() as u32);
                if proc.hidden {
                    continue;
                }
                let point = Point { block: BlockId::new(b), index: index as u32 };
                match block.instrs.get(index) {
                    Some(instr) => {
                        self.instruction(program, plan, (id, proc), point, &instr.kind, instr.span)
                    }
                    None => self.terminator(program, plan, (id, proc), point),
                }
            }
        }
    }

    fn instruction(
        &mut self,
        program: &Program,
        plan: &Plan,
        of: (ProcId, &Proc),
        point: Point,
        kind: &InstrKind,
        span: Span,
    ) {
        let mut operands: Vec<&Expr> = Vec::new();
        let mut var = None;
        let mut heap: Vec<u32> = Vec::new();
        match kind {
            InstrKind::Skip | InstrKind::Unsupported(_) => {}
            InstrKind::Assign(dst, value) => {
                operands.push(value);
                var = Some(*dst);
            }
            InstrKind::StoreField { object, field, value } => {
                operands.extend([value, object]);
                heap.push(self.field_kind(program, of.1, object, *field));
            }
            InstrKind::StoreElement { array, index, value } => {
                operands.extend([value, array, index]);
                heap.push(self.element_kind(program, of.1, array, span));
            }
            InstrKind::New { dst, of: s, args } => {
                operands.extend(args);
                var = Some(*dst);
                let first = self.structs.get(s.index()).copied();
                heap.extend((0..args.len() as u32).map(|f| first.map_or(NONE, |first| first + f)));
            }
            InstrKind::NewArray { dst, element, length } => {
                operands.push(length);
                var = Some(*dst);
                heap.push(self.array_kind(element, span));
            }
            InstrKind::Call { dst, args, .. } => {
                operands.extend(args);
                var = *dst;
            }
            InstrKind::Assume(condition) => operands.push(condition),
        }
        self.operands(program, plan, of, point, &operands, false);
        if var.is_none() && heap.is_empty() {
            return;
        }
        if let Some(at) = self.def_at.get_mut(plan.point(of.0, point) as usize) {
            *at = self.def_list.len() as u32;
        }
        let named = |v: &VarId| of.1.var(*v).is_some_and(|v| v.kind != VarKind::Temporary);
        let first_var = plan.first(of.0).var;
        let var = var.filter(named).map_or(NONE, |v| first_var + v.0);
        for kind in std::iter::once(var).chain(heap) {
            let known = (kind as usize) < self.kinds.len();
            self.def_list.push(if known { self.defs.len() as u32 } else { NONE });
            if known {
                self.def(kind as usize, of.0, Definition::At(point), span);
            }
        }
    }

    fn terminator(&mut self, program: &Program, plan: &Plan, of: (ProcId, &Proc), point: Point) {
        let Some(block) = of.1.block(point.block) else { return };
        match &block.terminator.kind {
            TerminatorKind::Branch { decision, .. } => {
                if let Some(d) = of.1.decision(*decision) {
                    let is_predicate = d.kind != DecisionKind::ShortCircuit;
                    self.operands(program, plan, of, point, &[&d.cond], is_predicate);
                }
            }
            TerminatorKind::Return(value) => {
                let from = self.columns.len();
                if let Some(value) = value {
                    self.operands(program, plan, of, point, &[value], false);
                }
                if program.main == Some(of.0) {
                    for v in of.1.named_vars() {
                        let kind = plan.first(of.0).var + v.0;
                        self.use_of(kind, of.0, point, block.terminator.span, false);
                        for column in self.columns.iter_mut().skip(from).filter(|c| c.kind == kind) {
                            column.is_output = true;
                        }
                    }
                }
            }
            TerminatorKind::Goto(_) | TerminatorKind::Fail(_) => {}
        }
    }

    /// Notes what some expressions read.
    fn operands(
        &mut self,
        program: &Program,
        plan: &Plan,
        of: (ProcId, &Proc),
        point: Point,
        operands: &[&Expr],
        is_predicate: bool,
    ) {
        let mut waiting: Vec<&Expr> = operands.iter().rev().copied().collect();
        while let Some(e) = waiting.pop() {
            let kind = match &e.kind {
                ExprKind::Var(v) if of.1.var(*v).is_some_and(|v| v.kind != VarKind::Temporary) => {
                    plan.first(of.0).var + v.0
                }
                ExprKind::Field(object, field) => self.field_kind(program, of.1, object, *field),
                ExprKind::Element(array, _) => self.element_kind(program, of.1, array, e.span),
                _ => NONE,
            };
            self.use_of(kind, of.0, point, e.span, is_predicate);
            let from = waiting.len();
            waiting.extend(e.operands());
            waiting[from..].reverse();
        }
    }

    fn use_of(&mut self, kind: u32, proc: ProcId, point: Point, span: Span, is_predicate: bool) {
        let from = self.use_at.last().map_or(0, |at| *at as usize);
        let known = self.columns.iter().skip(from).any(|c| c.kind == kind);
        let Some(of) = self.kinds.get_mut(kind as usize) else { return };
        if known {
            return;
        }
        let number = self.uses.len() as u32;
        of.uses.push(self.uses.len());
        self.uses.push(Used { at: Use::At(proc, point), span, is_predicate, column: of.width });
        self.columns.push(Column { kind, column: of.width, number, is_output: false });
        of.width += if is_predicate { 2 } else { 1 };
    }

    fn def(&mut self, kind: usize, proc: ProcId, at: Definition, span: Span) {
        if let Some(of) = self.kinds.get_mut(kind) {
            of.defs.push(self.defs.len());
            self.defs.push(Def { kind, proc, at, span, base: NONE });
        }
    }

    fn field_kind(&self, program: &Program, proc: &Proc, object: &Expr, field: FieldId) -> u32 {
        match type_of(program, proc, object) {
            Some(Type::Ref(s)) if program.field(*s, field).is_some() => {
                self.structs.get(s.index()).map_or(NONE, |first| first + field.0)
            }
            _ => NONE,
        }
    }

    fn element_kind(&mut self, program: &Program, proc: &Proc, array: &Expr, span: Span) -> u32 {
        match type_of(program, proc, array) {
            Some(Type::Array(element)) => self.array_kind(element, span),
            _ => NONE,
        }
    }

    fn number_pairs(&mut self) {
        for def in &mut self.defs {
            let width = self.kinds.get(def.kind).map_or(0, |k| k.width);
            match self.pairs.checked_add(width) {
                Some(next) if next <= MOST_PAIRS => {
                    def.base = self.pairs;
                    self.pairs = next;
                }
                _ => self.truncated = true,
            }
        }
    }

    /// The first pair of a definition, by its number.
    pub fn base(&self, def: u32) -> u32 {
        self.defs.get(def as usize).map_or(NONE, |d| d.base)
    }

    /// The uses at a point.
    pub fn uses_at(&self, point: u32) -> &[Column] {
        let at = point as usize;
        match (self.use_at.get(at), self.use_at.get(at + 1)) {
            (Some(from), Some(to)) => self.columns.get(*from as usize..*to as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// The variable that is defined at a point, as a kind.
    pub fn var_defined_at(&self, point: u32) -> Option<usize> {
        let at = self.def_at.get(point as usize).filter(|at| **at != NONE)?;
        let def = self.def_list.get(*at as usize).filter(|d| **d != NONE)?;
        self.defs.get(*def as usize).map(|d| d.kind)
    }
}

impl Kind {
    fn new(what: What) -> Kind {
        Kind { what, defs: Vec::new(), uses: Vec::new(), width: 0 }
    }

    pub fn is_variable(&self) -> bool {
        matches!(self.what, What::Var(_))
    }
}

/// The type of an expression that can lead to an object.
fn type_of<'p>(program: &'p Program, proc: &'p Proc, e: &Expr) -> Option<&'p Type> {
    // Down to the variable, then up again.
    let mut steps = Vec::new();
    let mut at = e;
    let mut ty = loop {
        match &at.kind {
            ExprKind::Var(v) => break &proc.var(*v)?.ty,
            ExprKind::Field(object, field) => {
                steps.push(Some(*field));
                at = object;
            }
            ExprKind::Element(array, _) => {
                steps.push(None);
                at = array;
            }
            _ => return None,
        }
    };
    for step in steps.into_iter().rev() {
        ty = match (step, ty) {
            (Some(field), Type::Ref(s)) => &program.field(*s, field)?.ty,
            (None, Type::Array(element)) => element,
            _ => return None,
        };
    }
    Some(ty)
}
