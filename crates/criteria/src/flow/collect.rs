//! Reading the definitions and uses out of the text.

use super::{Column, Def, Definition, Flow, Kind, NONE, Use, Used, What};
use crate::plan::Plan;
use imperative::{
    BlockId, Expr, ExprKind, FieldId, InstrKind, Made, Point, Proc, ProcId, Program, StructId,
    TerminatorKind, Type, VarId, VarKind, type_of,
};
use source::Span;
use std::collections::BTreeMap;

/// At most this many pairs are counted; a program with more is not measured in full.
const MOST_PAIRS: u32 = 1 << 28;

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
            occurs_at: Vec::new(),
            occurrences: Vec::new(),
            pairs: 0,
            truncated: false,
            backs: BTreeMap::new(),
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
        flow.occurs_at.push(flow.occurrences.len() as u32);
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
                self.occurs_at.push(self.occurrences.len() as u32);
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
        let mut back: Vec<VarId> = Vec::new();
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
            InstrKind::Fill { array, from, count, value, .. } => {
                operands.extend([array, from, count, value]);
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
            InstrKind::StoreTarget { pointer, value } => {
                operands.extend([value, pointer]);
                heap.push(self.target_kind(program, of.1, pointer, span));
            }
            InstrKind::Make { dst, object, .. } => {
                var = Some(*dst);
                match object {
                    Made::Cell(s) | Made::Long { of: s, .. } => {
                        if let Made::Long { length, .. } = object {
                            operands.push(length);
                        }
                        let first = self.structs.get(s.index()).copied();
                        let fields = program.struct_of(*s).map_or(0, |s| s.fields.len() as u32);
                        heap.extend((0..fields).map(|f| first.map_or(NONE, |first| first + f)));
                    }
                    Made::Array { element, length, first } => {
                        operands.push(length);
                        operands.extend(first);
                        heap.push(self.array_kind(element, span));
                    }
                }
            }
            InstrKind::Free(e) => operands.push(e),
            InstrKind::Show { values, .. } => operands.extend(values),
            InstrKind::Bits { dst, left, right, .. } => {
                operands.extend([left, right]);
                var = Some(*dst);
            }
            InstrKind::Ask { dst, .. } => var = Some(*dst),
            InstrKind::Call { dst, args, backs, .. } => {
                operands.extend(args);
                var = *dst;
                back.extend(backs.iter().map(|(_, to)| *to));
            }
            InstrKind::Assume(condition) | InstrKind::Check { cond: condition, .. } => {
                operands.push(condition)
            }
        }
        self.operands(program, plan, of, point, &operands, false);
        if var.is_none() && heap.is_empty() && back.is_empty() {
            return;
        }
        if let Some(at) = self.def_at.get_mut(plan.point(of.0, point) as usize) {
            *at = self.def_list.len() as u32;
        }
        let named = |v: &VarId| of.1.var(*v).is_some_and(|v| v.kind != VarKind::Temporary);
        let first_var = plan.first(of.0).var;
        // What is overwritten at once, by the next of what a call gives back, is no definition.
        let var = var.filter(|v| named(v) && !back.contains(v)).map_or(NONE, |v| first_var + v.0);
        let last = |i: usize, v: &VarId| named(v) && !back.iter().skip(i + 1).any(|other| other == v);
        let back: Vec<u32> =
            back.iter().enumerate().map(|(i, v)| if last(i, v) { first_var + v.0 } else { NONE }).collect();
        if !back.is_empty() {
            self.backs.insert(plan.point(of.0, point), back.clone());
        }
        for kind in std::iter::once(var).chain(heap).chain(back) {
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
                    let is_predicate = d.kind.is_written();
                    self.operands(program, plan, of, point, &[&d.cond], is_predicate);
                }
            }
            TerminatorKind::Return(value) => {
                let from = self.columns.len();
                if let Some(value) = value {
                    self.operands(program, plan, of, point, &[value], false);
                }
                let seen: Vec<VarId> = match program.main == Some(of.0) {
                    true => of.1.named_vars().collect(),
                    false => of.1.outs.iter().copied().filter(|v| is_named(of.1, *v)).collect(),
                };
                for v in seen {
                    let kind = plan.first(of.0).var + v.0;
                    self.use_of(kind, of.0, point, block.terminator.span, false);
                    for column in self.columns.iter_mut().skip(from).filter(|c| c.kind == kind) {
                        column.is_output = true;
                    }
                }
            }
            TerminatorKind::Goto(_) | TerminatorKind::Fail(_) | TerminatorKind::FailAgain(_) => {}
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
        // A place is read after what leads to it, so an expression comes twice: to look inside, and to be read.
        let mut waiting: Vec<(&Expr, bool)> = operands.iter().rev().map(|e| (*e, false)).collect();
        while let Some((e, looked_inside)) = waiting.pop() {
            if !looked_inside {
                waiting.push((e, true));
                let from = waiting.len();
                waiting.extend(e.operands().map(|e| (e, false)));
                waiting[from..].reverse();
                continue;
            }
            let kind = match &e.kind {
                ExprKind::Var(v) if of.1.var(*v).is_some_and(|v| v.kind != VarKind::Temporary) => {
                    plan.first(of.0).var + v.0
                }
                ExprKind::Field(object, field) => self.field_kind(program, of.1, object, *field),
                ExprKind::Element(array, _) => self.element_kind(program, of.1, array, e.span),
                ExprKind::Target(pointer) => self.target_kind(program, of.1, pointer, e.span),
                _ => NONE,
            };
            self.use_of(kind, of.0, point, e.span, is_predicate);
        }
    }

    fn use_of(&mut self, kind: u32, proc: ProcId, point: Point, span: Span, is_predicate: bool) {
        let from = self.use_at.last().map_or(0, |at| *at as usize);
        let Some(of) = self.kinds.get_mut(kind as usize) else { return };
        if let Some(known) = self.columns.iter().skip(from).position(|c| c.kind == kind) {
            self.occurrences.push((from + known) as u32);
            return;
        }
        let number = self.uses.len() as u32;
        of.uses.push(self.uses.len());
        self.uses.push(Used { at: Use::At(proc, point), span, is_predicate, column: of.width });
        self.occurrences.push(self.columns.len() as u32);
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
            Some(Type::Ref(s)) if program.field(s, field).is_some() => {
                self.structs.get(s.index()).map_or(NONE, |first| first + field.0)
            }
            _ => NONE,
        }
    }

    fn element_kind(&mut self, program: &Program, proc: &Proc, array: &Expr, span: Span) -> u32 {
        match type_of(program, proc, array) {
            Some(Type::Array(element)) => self.array_kind(&element, span),
            _ => NONE,
        }
    }

    fn target_kind(&mut self, program: &Program, proc: &Proc, pointer: &Expr, span: Span) -> u32 {
        match type_of(program, proc, pointer) {
            Some(Type::Pointer(element)) => self.array_kind(&element, span),
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
}

/// Whether a variable is one of the author's, and not a temporary.
fn is_named(proc: &Proc, v: VarId) -> bool {
    proc.var(v).is_some_and(|v| v.kind != VarKind::Temporary)
}
