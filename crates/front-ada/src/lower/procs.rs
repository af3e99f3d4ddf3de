//! One subprogram as a procedure.

use super::Cx;
use super::exceptions::Handling;
use super::loops::Loops;
use crate::notation::STATE;
use crate::tree::{
    Body, Decl, Expr, ExprKind, Kind, Mode, Object, ObjectId, Role, SubId, Subprogram, Subtype, TypeId, Types,
};
use imperative::{
    BinaryOp, Builder, DecisionKind, ErrorKind, Expr as Ir, FieldId, Ghost, InstrKind, Made, Origin, Own,
    Proc, Requirement, RequirementKind, TerminatorKind, Type, VarId, VarKind,
};
use source::Span;
use std::collections::BTreeMap;

/// Where an object lives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Home {
    /// In a variable; of an array or a record, the variable has the reference.
    Var(VarId),
    /// In a field of the cell that a variable leads to.
    Field(VarId, FieldId),
}

/// A procedure under construction.
pub(super) struct Lower<'c, 'a> {
    pub cx: &'c mut Cx<'a>,
    pub b: Builder,
    pub sub: SubId,
    pub homes: BTreeMap<ObjectId, Home>,
    /// Objects that are computed where they are read: the indexes of iterated parts of aggregates.
    pub computed: BTreeMap<ObjectId, Ir>,
    pub loops: Loops,
    pub handling: Handling,
    /// The variable with the cell of package variables.
    state: Option<VarId>,
    /// The variables with the cells of subprograms.
    frames: BTreeMap<SubId, VarId>,
    /// The subtype of the result.
    pub result: Option<Subtype>,
    /// What postconditions say of the start: the places of the attributes, and the variables with the values.
    pub old: Vec<(Span, VarId)>,
    /// The variable with the result, where postconditions are checked.
    pub returned: Option<VarId>,
    /// Whether this is a contract. Its decisions are no coverage goals.
    pub in_contract: bool,
}

/// A procedure that tells whether conditions on the parameters of a subprogram hold.
pub(super) fn condition(cx: &mut Cx<'_>, id: SubId, name: String, conditions: &[Expr]) -> Proc {
    let tree = cx.tree;
    let sub = &tree.subprograms[id.0 as usize];
    let span = conditions.first().map_or(sub.span, |e| e.span);
    let mut lower = Lower::new(cx, id, Builder::new(name, span));
    lower.parameters(sub);
    lower.b.proc().hidden = true;
    lower.b.proc().outs.clear();
    lower.b.proc().result = Some(Type::Bool);
    lower.in_contract = true;
    let fails = lower.b.block();
    for e in conditions {
        let cond = lower.condition(e);
        let holds = lower.b.block();
        lower.b.branch(DecisionKind::ShortCircuit, cond, holds, fails, e.span);
        lower.b.switch_to(holds);
    }
    lower.b.terminate(TerminatorKind::Return(Some(Ir::bool(true, span))), span);
    lower.b.switch_to(fails);
    lower.b.terminate(TerminatorKind::Return(Some(Ir::bool(false, span))), span);
    lower.b.finish()
}

/// A condition over the parameters of a subprogram as a requirement, with the ghosts that it mentions; nothing if it is none.
pub(super) fn requirement(cx: &mut Cx<'_>, id: SubId, e: &Expr) -> Option<(Requirement, Vec<Ghost>)> {
    let sub = &cx.tree.subprograms[id.0 as usize];
    let mut lower = Lower::new(cx, id, Builder::new(String::new(), e.span));
    lower.parameters(sub);
    lower.in_contract = true;
    let requirement = lower.requirement(e)?;
    Some((requirement, lower.b.proc().ghosts.clone()))
}

/// The procedure of a subprogram, and the objects that its parameters stand for.
pub(super) fn lower(cx: &mut Cx<'_>, id: SubId) -> (Proc, Vec<Option<ObjectId>>) {
    let tree = cx.tree;
    let sub = &tree.subprograms[id.0 as usize];
    let span = sub.body.as_ref().map_or(sub.span, |b| b.span);
    let mut lower = Lower::new(cx, id, Builder::new(sub.name.clone(), span));
    lower.b.proc().result = sub.result.as_ref().map(|r| lower.cx.shapes.variable(r));
    let parameters = lower.parameters(sub);
    lower.requirements(&sub.pre);
    let pre: Vec<&Expr> = sub.pre.iter().chain(&sub.entry).collect();
    let post: Vec<&Expr> = sub.post.iter().chain(&sub.exit).collect();
    lower.contract_claims(&pre, &post);
    lower.keep_old(&sub.post);
    if let Some(what) = &sub.undetermined {
        lower.unsupported(what.clone(), sub.span);
    }
    lower.check_start(&sub.starts);
    if let Some(body) = &sub.body {
        lower.body(sub, body);
    }
    (lower.b.finish(), parameters)
}

impl<'c, 'a> Lower<'c, 'a> {
    fn new(cx: &'c mut Cx<'a>, sub: SubId, b: Builder) -> Lower<'c, 'a> {
        let result = cx.tree.subprograms.get(sub.0 as usize).and_then(|s| s.result.clone());
        Lower {
            cx,
            b,
            sub,
            homes: BTreeMap::new(),
            computed: BTreeMap::new(),
            loops: Loops::default(),
            handling: Handling::default(),
            state: None,
            frames: BTreeMap::new(),
            result,
            old: Vec::new(),
            returned: None,
            in_contract: false,
        }
    }

    pub fn types(&self) -> &'a Types {
        &self.cx.tree.types
    }

    pub fn object(&self, id: ObjectId) -> Option<&'a Object> {
        self.cx.tree.objects.get(id.0 as usize)
    }

    /// Makes the parameters: those of the author, then what comes from around.
    fn parameters(&mut self, sub: &Subprogram) -> Vec<Option<ObjectId>> {
        let mut objects = Vec::new();
        let mut framed = Vec::new();
        for id in &sub.parameters {
            let Some(object) = self.object(*id) else { continue };
            let Role::Parameter(mode) = object.role else { continue };
            let ty = self.cx.type_of(*id);
            let composite = self.types().is_composite(object.subtype.ty);
            let kind = if mode == Mode::Out && !composite { VarKind::Local } else { VarKind::Param };
            let var = self.b.var(object.name.clone(), ty, kind, object.span);
            if kind == VarKind::Param {
                objects.push(Some(*id));
            }
            self.pointers(var, &object.subtype);
            if composite {
                self.own(var, &object.subtype);
            } else if mode != Mode::In {
                self.b.proc().outs.push(var);
            }
            if self.cx.fields.contains_key(id) {
                framed.push((*id, var, kind == VarKind::Param));
            }
            self.homes.insert(*id, Home::Var(var));
        }
        let captured = self.cx.captures.of.get(self.sub.0 as usize).cloned().unwrap_or_default();
        for id in &captured.objects {
            let Some(object) = self.object(*id) else { continue };
            let ty = self.cx.type_of(*id);
            let var = self.b.var(object.name.clone(), ty, VarKind::Param, object.span);
            objects.push(Some(*id));
            self.pointers(var, &object.subtype);
            if self.types().is_composite(object.subtype.ty) {
                self.own(var, &object.subtype);
            }
            // What the subprogram around it computes is no input: a test could not choose it.
            if object.owner.is_some() && matches!(object.role, Role::Constant | Role::Held | Role::Loop) {
                let why = format!("`{}` is computed by the subprogram around it", object.name);
                self.b.proc().no_start.push(why);
            }
            self.homes.insert(*id, Home::Var(var));
        }
        let span = sub.span;
        if captured.state {
            let in_state =
                self.cx.fields.iter().filter(|(_, (of, _))| *of == self.cx.state).map(|(id, _)| *id);
            let types: Vec<TypeId> =
                in_state.filter_map(|id| self.object(id)).map(|o| o.subtype.ty).collect();
            if types.into_iter().any(|ty| self.cx.shapes.leads_to_open_arrays(ty)) {
                self.presume_plain_ends();
            }
            let var = self.b.var(STATE, Type::Ref(self.cx.state), VarKind::Param, span);
            objects.push(None);
            self.b.proc().own.push(Own { var, length: None, first: None, indexes: None, last: None });
            self.state = Some(var);
        }
        for frame in &captured.frames {
            let Some(of) = self.cx.frames.get(frame).copied() else { continue };
            let name = self.cx.tree.subprograms.get(frame.0 as usize).map_or("", |s| &s.name);
            let var = self.b.var(format!("%{name}"), Type::Ref(of), VarKind::Param, span);
            objects.push(None);
            self.b.proc().own.push(Own { var, length: None, first: None, indexes: None, last: None });
            self.frames.insert(*frame, var);
        }
        // The cell for variables that subprograms inside of this one use.
        if let Some(of) = self.cx.frames.get(&self.sub).copied() {
            let var = self.b.temporary(Type::Ref(of), span);
            let made = InstrKind::Make { dst: var, object: Made::Cell(of), zeroed: false, owned: false };
            self.b.push(made, span);
            self.frames.insert(self.sub, var);
            for (id, parameter, given) in framed {
                let Some((_, field)) = self.cx.fields.get(&id).copied() else { continue };
                if given {
                    let (object, value) = (Ir::var(var, span), Ir::var(parameter, span));
                    self.b.push(InstrKind::StoreField { object, field, value }, span);
                }
            }
        }
        for (id, (of, field)) in self.cx.fields.clone() {
            let home = if of == self.cx.state {
                self.state
            } else {
                let owner = self.object(id).and_then(|o| o.owner);
                owner.and_then(|owner| self.frames.get(&owner).copied())
            };
            if let Some(var) = home {
                self.homes.insert(id, Home::Field(var, field));
            }
        }
        for constant in self.constants(&captured.constants) {
            self.declaration(&constant);
        }
        objects
    }

    /// An input that is an object of its own.
    fn own(&mut self, var: VarId, subtype: &Subtype) {
        let Some(bounds) = self.cx.shapes.array_bounds(subtype) else {
            self.b.proc().own.push(Own { var, length: None, first: None, indexes: None, last: None });
            return;
        };
        if bounds.indexes.is_some() {
            self.presume_plain_ends();
        }
        let (length, first, indexes, last) = (bounds.length, bounds.first, bounds.indexes, bounds.last);
        self.b.proc().own.push(Own { var, length, first, indexes, last });
    }

    /// What is known of the pointers of an input.
    fn pointers(&mut self, var: VarId, subtype: &Subtype) {
        if self.cx.shapes.leads_to_open_arrays(subtype.ty) {
            self.presume_plain_ends();
        }
        let Some(known) = self.cx.shapes.referred(subtype) else { return };
        self.b.proc().references.push((var, known));
        if subtype.not_null {
            let span = self.b.proc().span;
            let there = Ir::binary(BinaryOp::Ne, Ir::var(var, span), Ir::nil(span), span);
            let (kind, origin) = (RequirementKind::Cond(there), Origin::Always);
            self.b.proc().requires.push(Requirement { kind, span, origin });
        }
    }

    /// Arrays of the input without elements could end elsewhere than at the index before their first.
    fn presume_plain_ends(&mut self) {
        let what = "an array of the input without elements ends at the index before its first".to_string();
        let presumed = imperative::Presumption { what, of_memory: false };
        if !self.b.proc().presumed.contains(&presumed) {
            self.b.proc().presumed.push(presumed);
        }
    }

    /// The declarations of the constants of packages that are made here, in their order.
    fn constants(&self, wanted: &std::collections::BTreeSet<ObjectId>) -> Vec<Decl> {
        let is_wanted = |d: &&Decl| match d {
            Decl::Object(id, _) | Decl::Hold(id, _) => wanted.contains(id),
            _ => false,
        };
        self.cx.tree.elaboration.iter().filter(is_wanted).cloned().collect()
    }

    /// Whether an expression reads what is not an input at the start of a run.
    pub fn mentions_state(&self, e: &Expr) -> bool {
        let mut walk = super::visit::Walk { program: self.cx.tree, seen: Vec::new() };
        walk.expr(e);
        walk.seen.iter().any(|s| match s {
            super::visit::Seen::Object(id) | super::visit::Seen::Written(id) => {
                !matches!(self.homes.get(id), Some(Home::Var(var)) if self.b.is_parameter(*var))
            }
            super::visit::Seen::Called(_) => true,
            super::visit::Seen::Last => false,
        })
    }

    fn body(&mut self, sub: &Subprogram, body: &Body) {
        self.declarations(&body.declarations);
        self.handled(&body.body);
        let end = body.span.after();
        if sub.result.is_some() {
            self.b.terminate(TerminatorKind::Fail(ErrorKind::MissingResult), end);
        } else {
            self.check_post(None, end);
            self.copy_out(end);
            self.b.terminate(TerminatorKind::Return(None), end);
        }
    }

    /// Parameters that live in a cell go back to the caller through their variables.
    pub fn copy_out(&mut self, span: Span) {
        let sub = &self.cx.tree.subprograms[self.sub.0 as usize];
        for id in &sub.parameters {
            let Some(Home::Field(cell, field)) = self.homes.get(id).copied() else { continue };
            let Some(object) = self.object(*id) else { continue };
            if object.role == Role::Parameter(Mode::In) {
                continue;
            }
            let Some(var) = self.parameter_var(&object.name) else { continue };
            let value = Ir::field(Ir::var(cell, span), field, span);
            self.b.assign(var, value, span);
        }
    }

    fn parameter_var(&mut self, name: &str) -> Option<VarId> {
        self.b.var_named(name)
    }

    /// Declarations, in their order.
    pub fn declarations(&mut self, list: &[Decl]) {
        for decl in list {
            self.declaration(decl);
        }
    }

    fn declaration(&mut self, decl: &Decl) {
        match decl {
            Decl::Object(id, init) => self.declare(*id, init.as_ref()),
            Decl::Hold(id, e) => {
                let Some(object) = self.object(*id) else { return };
                if self.types().is_composite(object.subtype.ty) {
                    let value = self.fresh(e, &object.subtype);
                    self.set_home(*id, object, value, e.span);
                    return;
                }
                let value = self.value(e);
                self.set_home(*id, object, value, e.span);
            }
            Decl::Renamed(e) => self.is_there(e),
            Decl::Compatible { range, of, span } => self.compatible(range, of, *span),
            Decl::Statement(s) => self.statement(s),
            Decl::Unsupported(what, span) => self.unsupported(what.clone(), *span),
        }
    }

    /// Gives an object its first value in a variable of its own, or in its cell.
    fn set_home(&mut self, id: ObjectId, object: &Object, value: Ir, span: Span) {
        match self.homes.get(&id).copied() {
            Some(Home::Field(cell, field)) => {
                let object = Ir::var(cell, span);
                self.b.push(InstrKind::StoreField { object, field, value }, span);
            }
            Some(Home::Var(var)) => self.set(var, value, span),
            None => {
                let var = self.new_var(id, object);
                self.set(var, value, span);
            }
        }
    }

    /// A variable for an object.
    pub fn new_var(&mut self, id: ObjectId, object: &Object) -> VarId {
        let ty = self.cx.type_of(id);
        let hidden = object.role == Role::Held || object.name.starts_with('%');
        let var = if hidden {
            self.b.temporary(ty, object.span)
        } else {
            let name = self.free_name(&object.name);
            self.b.var(name, ty, VarKind::Local, object.span)
        };
        self.homes.insert(id, Home::Var(var));
        var
    }

    /// Names of inner blocks may hide those outside; a procedure has each name once.
    fn free_name(&self, name: &str) -> String {
        let mut free = name.to_string();
        let mut number = 1;
        while self.b.var_named(&free).is_some() {
            number += 1;
            free = format!("{name}.{number}");
        }
        free
    }

    fn declare(&mut self, id: ObjectId, init: Option<&Expr>) {
        let Some(object) = self.object(id) else { return };
        let (subtype, span) = (&object.subtype, object.span);
        if let Some(what) = self.types().unsupported(subtype.ty) {
            if init.is_some() {
                self.unsupported(what.to_string(), span);
            }
            return;
        }
        // A value that is known needs no variable, but people see one.
        let shown = matches!(object.role, Role::Variable | Role::Constant) && init.is_some();
        if shown && self.handling.counts {
            self.b.statement(span);
        }
        if self.types().is_composite(subtype.ty) {
            let reference = match init {
                Some(e) => self.fresh(e, subtype),
                None => self.made(subtype, true, span),
            };
            self.set_home(id, object, reference, span);
            return;
        }
        let value = match init {
            Some(e) => Some(self.decided(e, subtype)),
            // Pointers start as null.
            None if matches!(self.types().kind(subtype.ty), Kind::Access(_)) => Some(Ir::nil(span)),
            None => None,
        };
        match value {
            Some(value) => self.set_home(id, object, value, span),
            None => {
                // A loop may come here again: the variable has no value then either.
                if !self.homes.contains_key(&id) {
                    self.new_var(id, object);
                }
            }
        }
    }

    /// Where an object lives; one that nothing declared gets a variable without a value.
    pub fn home(&mut self, id: ObjectId) -> Home {
        if let Some(home) = self.homes.get(&id) {
            return *home;
        }
        match self.object(id) {
            Some(object) => Home::Var(self.new_var(id, object)),
            None => Home::Var(VarId::new(0)),
        }
    }

    /// A value in a temporary, unless it is one that cannot change.
    pub fn kept(&mut self, value: Ir, ty: Type) -> Ir {
        use imperative::ExprKind as K;
        if matches!(value.kind, K::Int(_) | K::Bool(_) | K::Nil) {
            return value;
        }
        let span = value.span;
        // A number that is not known to fit its type is kept as one of any size.
        let ty = match ty {
            Type::Word(word) if self.word_of(&value).is_none_or(|found| !word.contains(found)) => Type::Int,
            other => other,
        };
        let var = self.b.temporary(ty, span);
        self.b.assign(var, value, span);
        Ir::var(var, span)
    }

    /// Gives a variable a value that is in its range.
    pub fn set(&mut self, var: VarId, value: Ir, span: Span) {
        let word = match self.b.proc().var(var).map(|v| v.ty.clone()) {
            Some(Type::Word(word)) => Some(word),
            _ => None,
        };
        let value = match word {
            Some(word) if self.word_of(&value).is_none_or(|found| !word.contains(found)) => {
                Ir::sure(value, word, span)
            }
            _ => value,
        };
        self.b.assign(var, value, span);
    }

    /// The kind of a decision that the author wrote here.
    pub fn written(&self, kind: DecisionKind) -> DecisionKind {
        if self.in_contract { DecisionKind::ShortCircuit } else { kind }
    }

    /// Something that is not supported: no run goes on here.
    pub fn unsupported(&mut self, what: impl Into<String>, span: Span) {
        self.b.push(InstrKind::Unsupported(what.into()), span);
    }

    /// Some value of a type, after something that is not supported.
    pub fn any_value(&self, ty: &Type, span: Span) -> Ir {
        match ty {
            Type::Bool => Ir::bool(false, span),
            Type::Ref(_) | Type::Array(_) | Type::Pointer(_) | Type::Part(_) => Ir::nil(span),
            _ => Ir::int(0, span),
        }
    }

    /// The type of a variable that holds values of a type.
    pub fn plain_type(&self, e: &Expr) -> Type {
        self.cx.shapes.variable(&Subtype::of(e.ty))
    }

    /// The subtype that an expression is known to have.
    pub fn subtype_of(&self, e: &Expr) -> Subtype {
        let types = self.types();
        match &e.kind {
            ExprKind::Object(id) => self.object(*id).map_or(Subtype::of(e.ty), |o| o.subtype.clone()),
            ExprKind::Component(of, at) => {
                types.record(of.ty).and_then(|c| c.get(*at)).map_or(Subtype::of(e.ty), |c| c.subtype.clone())
            }
            ExprKind::Element(of, _) | ExprKind::At(of, _) => {
                types.array(of.ty).map_or(Subtype::of(e.ty), |a| a.component.clone())
            }
            ExprKind::Deref(of) => types.designated(of.ty).cloned().unwrap_or(Subtype::of(e.ty)),
            ExprKind::Result => self.result.clone().unwrap_or(Subtype::of(e.ty)),
            ExprKind::Old(of) | ExprKind::Holding(_, of) => self.subtype_of(of),
            ExprKind::Convert(_, subtype) | ExprKind::Qualified(_, subtype) => subtype.clone(),
            ExprKind::Call(call) => {
                let of = self.cx.tree.subprograms.get(call.to.0 as usize);
                of.and_then(|s| s.result.clone()).unwrap_or(Subtype::of(e.ty))
            }
            _ => Subtype::of(e.ty),
        }
    }

    /// The cells and objects from around that a call of a subprogram needs.
    pub fn surroundings(&mut self, to: SubId, span: Span) -> Option<Vec<Ir>> {
        let captured = self.cx.captures.of.get(to.0 as usize).cloned().unwrap_or_default();
        let mut args = Vec::new();
        for id in &captured.objects {
            args.push(match self.home(*id) {
                Home::Var(var) => Ir::var(var, span),
                Home::Field(cell, field) => Ir::field(Ir::var(cell, span), field, span),
            });
        }
        if captured.state {
            args.push(Ir::var(self.state?, span));
        }
        for frame in &captured.frames {
            if self.cx.frames.contains_key(frame) {
                args.push(Ir::var(*self.frames.get(frame)?, span));
            }
        }
        Some(args)
    }
}
