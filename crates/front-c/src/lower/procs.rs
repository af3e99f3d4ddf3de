//! One function: its variables, what is done on entry, and its end.
//!
//! ```text
//! int f(int x) { g(&x); }        proc f(x): $x := make int32[1]; $x[0] := x; call g(at($x, 0)); fail
//! ```

use super::facts::{Facts, FunctionFacts, GlobalKind};
use super::info::{Form, ParamInfo, ProcInfo};
use super::places::Spot;
use super::unions::Passed;
use super::{Context, loops::Jumps};
use crate::tree::{Function, FunctionId, GlobalId, LocalId, StringId, Unit};
use crate::types::Type as C;
use base::Int;
use imperative::{
    BinaryOp, Builder, ErrorKind, Expr as Ir, ExprKind as IrKind, InstrKind, Made, Proc, RequirementKind,
    TerminatorKind, Type, VarId, VarKind,
};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The elements of a string.
const CHAR: imperative::Word = imperative::Word::signed(8);

/// Where a variable of C is kept.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    /// Nowhere: its type is not supported.
    Nowhere,
    /// In a variable: a number, a pointer, or the reference to a struct or an array.
    Plain(VarId),
    /// In the only element of an array that a variable holds.
    Boxed(VarId),
}

/// The lowering of one function.
pub(super) struct Lower<'c, 'a> {
    pub cx: &'c mut Context<'a>,
    pub unit: &'c Unit,
    pub facts: &'c FunctionFacts,
    pub all_facts: &'c Facts,
    pub function: &'c Function,
    pub b: Builder,
    /// Where each local is.
    pub slots: Vec<Slot>,
    /// The hidden parameter.
    pub globals: Option<VarId>,
    /// Globals that never change, made on entry.
    pub fixed: BTreeMap<GlobalId, Slot>,
    /// The arrays of string literals, made on entry.
    pub strings: BTreeMap<StringId, VarId>,
    /// Whether those are made that were used so far; then others are made at once.
    strings_made: bool,
    pub result: Option<Type>,
    pub jumps: Jumps,
    /// What annotations need to know.
    pub said: super::claims::Said,
    /// The members of unions on the way to a place that is to be written; `None` while one is found that is read.
    pub passed: Option<Vec<Passed>>,
}

/// Lowers a function of the file.
pub(super) fn lower(cx: &mut Context<'_>, id: FunctionId, function: &Function) -> (Proc, ProcInfo) {
    let (unit, facts) = (cx.unit, cx.facts);
    let none = FunctionFacts::default();
    let touches = cx.touching.contains_key(&id);
    let known = facts.function(id).unwrap_or(&none);
    let mut lower = Lower::new(cx, unit, facts, known, function);
    let mut info = lower.run(touches);
    info.function = Some(id);
    info.uses = lower.cx.touching.get(&id).cloned().unwrap_or_default();
    let mut proc = lower.b.finish();
    proc.hidden = function.from_header || function.is_copy;
    proc.repeats = function.repeats.and_then(|r| cx.procs.get(&r.of).copied());
    (proc, info)
}

impl<'c, 'a> Lower<'c, 'a> {
    pub fn new(
        cx: &'c mut Context<'a>,
        unit: &'c Unit,
        all_facts: &'c Facts,
        facts: &'c FunctionFacts,
        function: &'c Function,
    ) -> Lower<'c, 'a> {
        let b = Builder::new(function.name.clone(), function.extent);
        Lower {
            cx,
            unit,
            facts,
            all_facts,
            function,
            b,
            slots: Vec::new(),
            globals: None,
            fixed: BTreeMap::new(),
            strings: BTreeMap::new(),
            strings_made: false,
            result: None,
            jumps: Jumps::default(),
            passed: None,
            said: super::claims::Said::default(),
        }
    }

    /// The whole function.
    pub fn run(&mut self, touches: bool) -> ProcInfo {
        let function = self.function;
        self.result = match &function.result {
            C::Void => None,
            ty => self.cx.shapes.value(ty),
        };
        self.b.proc().result = self.result.clone();
        let mut info = ProcInfo {
            function: None,
            params: Vec::new(),
            result: function.result.clone(),
            result_form: self.result.as_ref().map(|ty| Form::of(&function.result, ty)),
            loose: None,
            globals: None,
            uses: BTreeSet::new(),
            fresh: false,
        };
        self.variables(&mut info);
        let starts = function.name == "main";
        if touches
            && !starts
            && let Some(of) = self.cx.globals
        {
            self.globals =
                Some(self.b.var(crate::notation::GLOBALS, Type::Ref(of), VarKind::Param, function.span));
            info.globals = self.globals;
        }
        info.fresh = starts || self.statics();
        for param in &info.params {
            if let Some(var) = param.var {
                self.bounded_param(
                    var,
                    &param.ty,
                    function.local(param.local).map_or(function.span, |l| l.span),
                );
            }
        }
        self.requirements(&info);
        self.entry(&info);
        let made = self.cx.globals.filter(|_| touches && starts);
        // What is made on entry is known only when the body is lowered.
        let late = (self.has_fixed_objects() || made.is_some()).then(|| {
            let (entry, body) = (self.b.current(), self.b.block());
            self.b.switch_to(body);
            (entry, body)
        });
        if let Some(of) = made {
            self.make_globals(of);
        }
        if let Some(body) = &function.body {
            self.find_labels(body);
            self.passed_declarations(body, !function.labels.is_empty());
            self.statement(body);
        }
        self.lost_annotations();
        let end = function.extent.after();
        self.b.terminate(
            match &self.result {
                // The only function that may forget its result.
                Some(Type::Word(_)) if function.name == "main" => {
                    TerminatorKind::Return(Some(Ir::int(0, end)))
                }
                Some(_) => TerminatorKind::Fail(ErrorKind::MissingResult),
                None => TerminatorKind::Return(None),
            },
            end,
        );
        if let Some((entry, body)) = late {
            self.b.switch_to(entry);
            self.fixed_objects();
            self.b.terminate(TerminatorKind::Goto(body), function.span);
        }
        info
    }

    /// Requires that the `static` variables of functions start as they are declared; true if there are any.
    fn statics(&mut self) -> bool {
        let before = self.b.proc().requires.len();
        let any = self.statics_start();
        // The requirements are about memory, which may keep numbers otherwise than they are declared.
        let mut said = self.b.proc().requires.split_off(before);
        for requirement in &mut said {
            if let RequirementKind::Cond(Ir { kind: IrKind::Binary(BinaryOp::Eq, found, value), .. }) =
                &mut requirement.kind
                && let (IrKind::Int(n), Some(Type::Word(word))) = (&value.kind, self.ir_type(found))
            {
                value.kind = IrKind::Int(word.wrap(n));
            }
        }
        self.b.proc().requires.extend(said);
        any
    }

    /// A variable for every local that can have one.
    fn variables(&mut self, info: &mut ProcInfo) {
        let function = self.function;
        self.slots = vec![Slot::Nowhere; function.locals.len()];
        let params = function.params.iter().copied();
        let all = (0..function.locals.len()).map(LocalId::new);
        for id in params.chain(all.filter(|id| !function.params.contains(id))) {
            let i = id.index();
            let Some(local) = function.local(id) else { continue };
            let taken = |name: &str, b: &mut Builder| b.proc().var_named(name).is_some();
            let mut name = if local.name.is_empty() { format!("${i}") } else { local.name.clone() };
            let mut number = 2;
            while taken(&name, &mut self.b) {
                name = format!("{}.{number}", local.name);
                number += 1;
            }
            let kind = match (local.is_param, local.name.is_empty()) {
                (true, _) => VarKind::Param,
                (false, true) => VarKind::Temporary,
                (false, false) => VarKind::Local,
            };
            let boxed = self.is_boxed(id, &local.ty);
            let value = match &local.ty {
                // Only a run knows its length; that is no matter for its type.
                C::Array(of, None) => self.cx.shapes.kept(of).map(|of| Type::Array(Box::new(of))),
                ty => self.cx.shapes.value(ty),
            };
            let slot = match (value, boxed) {
                (None, _) => Slot::Nowhere,
                (Some(ty), _) if local.is_param => {
                    let var = self.b.var(name, ty.clone(), kind, local.span);
                    let form = Some(Form::of(&local.ty, &ty));
                    info.params.push(ParamInfo { local: id, ty: local.ty.clone(), var: Some(var), form });
                    Slot::Plain(var)
                }
                (Some(ty), false) => Slot::Plain(self.b.var(name, ty, kind, local.span)),
                (Some(_), true) => match self.cx.shapes.kept(&local.ty) {
                    Some(element) => {
                        Slot::Boxed(self.b.var(name, Type::Array(Box::new(element)), kind, local.span))
                    }
                    None => Slot::Nowhere,
                },
            };
            if let (Slot::Nowhere, true) = (slot, local.is_param) {
                info.params.push(ParamInfo { local: id, ty: local.ty.clone(), var: None, form: None });
            }
            if let Some(place) = self.slots.get_mut(i) {
                *place = slot;
            }
        }
    }

    /// Whether a variable must be in an array, because there are pointers to it.
    pub fn is_boxed(&self, id: LocalId, ty: &C) -> bool {
        let is_fat = |ty: &C| matches!(ty, C::Record(r) if !self.cx.shapes.is_thin(*r));
        match ty {
            C::Record(_) => is_fat(ty) && self.facts.boxed.contains(&id),
            _ => self.facts.boxed.contains(&id),
        }
    }

    /// Moves parameters whose address is taken into arrays, and copies structs, so that the caller does not see changes
    /// to them.
    fn entry(&mut self, info: &ProcInfo) {
        for param in &info.params {
            if let (Some(var), C::Record(r), false) =
                (param.var, &param.ty, self.is_boxed(param.local, &param.ty))
            {
                let span = self.function.local(param.local).map_or(self.function.span, |l| l.span);
                if let IrKind::Var(copy) = self.fresh_copy(Ir::var(var, span), *r, span).kind
                    && let Some(slot) = self.slots.get_mut(param.local.index())
                {
                    *slot = Slot::Plain(copy);
                }
            }
            let Some(var) = param.var.filter(|_| self.is_boxed(param.local, &param.ty)) else { continue };
            let Some(element) = self.cx.shapes.kept(&param.ty) else { continue };
            let span = self.function.locals.get(param.local.index()).map_or(self.function.span, |l| l.span);
            let name = self.b.proc().var(var).map_or_else(String::new, |v| format!("${}", v.name));
            let array = Type::Array(Box::new(element.clone()));
            let home = self.b.var(name, array, VarKind::Temporary, span);
            self.make_array(home, element, Ir::int(1, span), false, span);
            let spot = self.seen(Spot::Element(Ir::var(home, span), Ir::int(0, span)), &param.ty);
            self.store_value(&spot, Ir::var(var, span), &param.ty, span);
            if let Some(slot) = self.slots.get_mut(param.local.index()) {
                *slot = Slot::Boxed(home);
            }
        }
    }

    fn has_fixed_objects(&self) -> bool {
        let fixed = |id: &GlobalId| self.all_facts.global_kind(self.unit, *id) == GlobalKind::Fixed;
        !self.facts.strings.is_empty() || self.facts.globals.iter().any(fixed)
    }

    /// Makes the globals that never change and the string literals, as far as the function uses them.
    fn fixed_objects(&mut self) {
        let unit = self.unit;
        // The initialisers may use others, which are declared before them, and string literals.
        let mut waiting: Vec<GlobalId> = self.fixed.keys().copied().collect();
        while let Some(id) = waiting.pop() {
            let used = unit.global(id).map_or_else(Vec::new, |g| super::facts::named_by(unit, g));
            for other in used {
                let fixed = self.all_facts.global_kind(unit, other) == GlobalKind::Fixed;
                if fixed && !self.fixed.contains_key(&other) {
                    self.fixed_slot(other);
                    waiting.push(other);
                }
            }
        }
        self.strings_made = true;
        for (id, var) in self.strings.clone() {
            self.make_string(id, var);
        }
        for id in self.fixed.keys().copied().collect::<Vec<_>>() {
            let Some(global) = unit.global(id) else { continue };
            let slot = self.fixed.get(&id).copied().unwrap_or(Slot::Nowhere);
            if let Slot::Nowhere = slot {
                // Reading it reports an error.
                continue;
            }
            // A variable without an initialiser starts as zeros.
            let zeros = crate::tree::Init::List(Vec::new());
            let init = global.init.as_ref().unwrap_or(&zeros);
            self.declare(slot, &global.ty, Some(init), global.span);
        }
    }

    /// The array of a string literal.
    pub fn string(&mut self, id: StringId) -> Option<VarId> {
        if let Some(var) = self.strings.get(&id) {
            return Some(*var);
        }
        let literal = self.unit.strings.get(id.index())?;
        let var = self.b.temporary(Type::Array(Box::new(Type::Word(CHAR))), literal.span);
        self.strings.insert(id, var);
        self.b.share(var, true);
        if self.strings_made {
            self.make_string(id, var);
        }
        Some(var)
    }

    fn make_string(&mut self, id: StringId, var: VarId) {
        let Some(literal) = self.unit.strings.get(id.index()) else { return };
        let span = literal.span;
        let length = Ir::int(literal.bytes.len(), span);
        self.make_array(var, Type::Word(CHAR), length, true, span);
        for (i, byte) in literal.bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
            let value = Ir::int(CHAR.wrap(&Int::from(i64::from(*byte))), span);
            let (array, index) = (Ir::var(var, span), Ir::int(i, span));
            self.b.push(InstrKind::StoreElement { array, index, value }, span);
        }
    }

    /// Where a global is that never changes.
    pub fn fixed_place(&mut self, id: GlobalId) -> Slot {
        if !self.fixed.contains_key(&id) {
            self.fixed_slot(id);
        }
        self.fixed.get(&id).copied().unwrap_or(Slot::Nowhere)
    }

    fn fixed_slot(&mut self, id: GlobalId) {
        let Some(global) = self.unit.global(id) else { return };
        let fat = matches!(&global.ty, C::Record(r) if !self.cx.shapes.is_thin(*r));
        let boxed = match &global.ty {
            C::Record(_) => fat && self.all_facts.boxed_globals.contains(&id),
            _ => self.all_facts.boxed_globals.contains(&id),
        };
        let ty = if boxed {
            self.cx.shapes.kept(&global.ty).map(|element| Type::Array(Box::new(element)))
        } else {
            self.cx.shapes.value(&global.ty)
        };
        let slot = match ty {
            None => Slot::Nowhere,
            Some(ty) => {
                let is_reference = ty.is_reference();
                let var = self.b.var(format!("${}", global.name), ty, VarKind::Temporary, global.span);
                if is_reference && global.ty.pointee().is_none() || boxed {
                    self.b.share(var, false);
                }
                if boxed { Slot::Boxed(var) } else { Slot::Plain(var) }
            }
        };
        self.fixed.insert(id, slot);
    }

    // What everything below uses.

    /// Makes an array.
    pub fn make_array(&mut self, dst: VarId, element: Type, length: Ir, zeroed: bool, span: Span) {
        self.b.push(
            InstrKind::Make {
                dst,
                object: Made::Array { element, length, first: None },
                zeroed,
                owned: false,
            },
            span,
        );
    }

    /// The type of a lowered expression; `None` for nil.
    pub fn ir_type(&mut self, e: &Ir) -> Option<Type> {
        let vars = &self.b.proc().vars;
        self.cx.shapes.type_of(e, &|v| vars.get(v.index()).map(|v| v.ty.clone()))
    }

    /// Keeps a value in a temporary, unless nothing that comes later can change it. Variables are not changed by
    /// what else stands in the same expression, or C leaves the result open.
    pub fn saved(&mut self, e: Ir) -> Ir {
        match &e.kind {
            IrKind::Int(_) | IrKind::Bool(_) | IrKind::Nil | IrKind::Var(_) => e,
            _ => self.held(e),
        }
    }

    /// Keeps a value in a temporary, whatever it is.
    pub fn held(&mut self, e: Ir) -> Ir {
        let Some(ty) = self.ir_type(&e) else { return e };
        let span = e.span;
        let temporary = self.b.temporary(ty, span);
        self.b.assign(temporary, e, span);
        Ir::var(temporary, span)
    }

    /// The same; a constant stays one.
    pub fn held_unless_constant(&mut self, e: Ir) -> Ir {
        if matches!(e.kind, imperative::ExprKind::Int(_)) { e } else { self.held(e) }
    }

    /// Something that is not supported: runs that get here are undetermined.
    pub fn unsupported(&mut self, what: impl Into<String>, span: Span) {
        self.b.push(InstrKind::Unsupported(what.into()), span);
    }

    /// A value that no run reaches. It is no constant, so that a decision about it counts as a decision.
    pub fn any_value(&mut self, ty: &Type, span: Span) -> Ir {
        Ir::var(self.b.temporary(ty.clone(), span), span)
    }

    /// Ends the run here. What comes after it in the text goes to a block that nothing leads to.
    pub fn fail(&mut self, kind: ErrorKind, span: Span) {
        self.b.terminate(TerminatorKind::Fail(kind), span);
        self.open();
    }

    /// Makes sure that there is a block to go on in.
    pub fn open(&mut self) {
        if self.b.is_closed() {
            let dead = self.b.block();
            self.b.switch_to(dead);
        }
    }
}
