//! What must be known of a whole file before any of it is lowered: how pointers to each record are used, of what the
//! address is taken, and which functions and globals each function uses.
//!
//! ```text
//! struct node *p; … p->next …          pointers to `struct node` are thin: references to cells
//! struct item a[3], *p = a; … p++ …    pointers to `struct item` are fat: positions in arrays
//! f(&p->next)                          the member `next` is kept in an array of length 1
//! ```

use super::allocation::{self, Amount};
use super::functions::{self, Targets};
use super::retyped::retyped;
use super::signs::Signs;
use super::unchanging::{Unchanging, unchanging};
use super::walk::{self, Visit};
use crate::constant;
use crate::tree::{
    Callee, CompareOp, Expr, ExprKind, Function, FunctionId, Global, GlobalId, LocalId, Place, PlaceKind,
    StringId, Unit,
};
use crate::types::{RecordId, Type, Types};
use base::Int;
use imperative::Presumption;
use source::{Files, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a file.
#[derive(Default)]
pub(super) struct Facts {
    /// The records that pointers move over.
    pub fat: BTreeSet<RecordId>,
    /// The members whose address is taken.
    pub boxed_members: BTreeSet<(RecordId, usize)>,
    /// The globals whose address is taken.
    pub boxed_globals: BTreeSet<GlobalId>,
    /// The globals that are not `const` but never change, and those that must be one object.
    pub unchanging: Unchanging,
    /// The numbers that pointers see with a sign and without.
    pub signs: Signs,
    /// What the addresses of the first characters of all arrays of characters are multiples of.
    pub alignment: u64,
    /// The functions that ask the surroundings or change what others see.
    pub noisy: BTreeSet<FunctionId>,
    /// The functions that pointers may point to.
    pub targets: Targets,
    /// What is known of each function, in the order of the unit.
    pub functions: Vec<FunctionFacts>,
}

/// What is known of a function.
#[derive(Default)]
pub(super) struct FunctionFacts {
    /// The variables whose address is taken.
    pub boxed: BTreeSet<LocalId>,
    /// The functions that are called, or may be called through a pointer.
    pub calls: BTreeSet<FunctionId>,
    /// The functions whose address is taken.
    pub named: BTreeSet<FunctionId>,
    /// The globals that are named, also by the initialisers of those that are.
    pub globals: BTreeSet<GlobalId>,
    /// The string literals, also of the initialisers of globals that are named.
    pub strings: BTreeSet<StringId>,
}

/// How a global is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum GlobalKind {
    /// Always the same number, and its address is not taken.
    Constant(Int),
    /// Never changed: every function that uses it makes it anew.
    Fixed,
    /// Part of the state.
    State,
    /// Something of the C library that nothing is known of, such as `stderr`.
    Foreign,
}

impl Facts {
    /// Looks at everything.
    pub fn of(unit: &Unit) -> Facts {
        let taken = addresses(unit);
        let targets = Targets::of(unit, &|id| taken.contains(&id));
        let signs = Signs::of(unit);
        let unchanging = match signs.is_empty() {
            true => unchanging(unit),
            false => unchanging(&retyped(unit, &signs)),
        };
        let alignment = super::bytes::alignment(unit);
        let mut facts = Facts { targets, unchanging, signs, alignment, ..Facts::default() };
        facts.noisy = super::evaluation_order::noisy(unit);
        for record in &unit.types.records {
            for field in &record.fields {
                facts.note_type(&field.ty);
            }
        }
        for global in &unit.globals {
            facts.note_type(&global.ty);
            let mut look = Look::new(unit, &mut facts);
            if let Some(init) = &global.init {
                walk::init(init, &mut look);
            }
        }
        for f in &unit.functions {
            for local in &f.locals {
                facts.note_type(&local.ty);
            }
            let mut look = Look::new(unit, &mut facts);
            if let Some(body) = &f.body {
                walk::stmt(body, &mut look);
            }
            let mut found = look.found;
            facts.close_over_initialisers(unit, &mut found);
            facts.functions.push(found);
        }
        facts
    }

    /// What is known of a function.
    pub fn function(&self, id: FunctionId) -> Option<&FunctionFacts> {
        self.functions.get(id.index())
    }

    /// How a global is kept.
    pub fn global_kind(&self, unit: &Unit, id: GlobalId) -> GlobalKind {
        let Some(global) = unit.global(id) else { return GlobalKind::State };
        if !self.is_fixed(id, global) {
            let foreign = global.from_header
                && global.is_extern
                && matches!(global.ty.pointee(), Some(Type::Record(r))
                    if unit.types.record(*r).is_some_and(|r| r.from_header));
            return if foreign { GlobalKind::Foreign } else { GlobalKind::State };
        }
        if !global.ty.is_integer() || self.boxed_globals.contains(&id) {
            return GlobalKind::Fixed;
        }
        match &global.init {
            None => GlobalKind::Constant(Int::ZERO),
            Some(crate::tree::Init::Scalar(e)) => match constant::evaluate(&unit.types, e) {
                Ok(found) => GlobalKind::Constant(found.value),
                Err(_) => GlobalKind::Fixed,
            },
            Some(crate::tree::Init::List(_)) => GlobalKind::Fixed,
        }
    }

    fn is_fixed(&self, id: GlobalId, global: &Global) -> bool {
        let constant = global.is_const && !global.is_volatile && global.init.is_some();
        constant && !self.unchanging.shared.contains(&id) || self.unchanging.fixed.contains(&id)
    }

    /// What is never changed is made by every function that uses it; so it uses what the initialisers use.
    fn close_over_initialisers(&self, unit: &Unit, found: &mut FunctionFacts) {
        let mut waiting: Vec<GlobalId> = found.globals.iter().copied().collect();
        while let Some(id) = waiting.pop() {
            let Some(global) = unit.global(id).filter(|g| self.is_fixed(id, g)) else { continue };
            let mut none = Facts::default();
            let mut look = Look::new(unit, &mut none);
            if let Some(init) = &global.init {
                walk::init(init, &mut look);
            }
            found.strings.extend(look.found.strings);
            for id in look.found.globals {
                if found.globals.insert(id) {
                    waiting.push(id);
                }
            }
        }
    }

    /// Arrays of records make pointers to them fat.
    fn note_type(&mut self, ty: &Type) {
        match ty {
            Type::Array(of, _) => {
                if let Type::Record(r) = &**of {
                    self.fat.insert(*r);
                }
                self.note_type(of);
            }
            Type::Pointer(of) => self.note_type(of),
            _ => {}
        }
    }
}

/// The functions whose address is taken somewhere.
fn addresses(unit: &Unit) -> BTreeSet<FunctionId> {
    let mut none = Facts::default();
    let mut look = Look::new(unit, &mut none);
    unit.globals.iter().filter_map(|g| g.init.as_ref()).for_each(|start| walk::init(start, &mut look));
    unit.functions.iter().filter_map(|f| f.body.as_ref()).for_each(|body| walk::stmt(body, &mut look));
    look.found.named
}

/// The directives by which a file asks headers for more than they declare by themselves.
pub(super) fn features(files: &Files, span: Span) -> Vec<String> {
    let asks = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words[..], ["#define", name, ..] if name.starts_with('_')
            && ["_SOURCE", "_OFFSET_BITS"].iter().any(|end| name.ends_with(end)))
    };
    let mut out: Vec<String> = Vec::new();
    for line in files.text(span).lines().filter(asks) {
        if !out.iter().any(|known| known == line.trim_end()) {
            out.push(line.trim_end().to_string());
        }
    }
    out
}

/// The names of which a file says that they are no macros: `#undef malloc`.
pub(super) fn undefined(files: &Files, span: Span) -> BTreeSet<String> {
    let directives = files.text(span).lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    let names = directives.filter_map(|rest| rest.trim_start().strip_prefix("undef"));
    names.filter_map(|rest| rest.split_whitespace().next()).map(str::to_string).collect()
}

/// Whether no two types in the file can differ in qualifiers, or in what its `void` stands for.
pub(super) fn names_fit(unit: &Unit, files: &Files, span: Span) -> bool {
    let text = files.text(span);
    let says = |word: &str| text.contains(word);
    !unit.types.has_voids && !says("const") && !says("volatile") && !says("restrict") && !says("#include \"")
}

/// Words that mean something everywhere in the file: macros, and what declarations of types say.
pub(super) fn taken(files: &Files, span: Span) -> BTreeSet<String> {
    let text = files.text(span);
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        parts.filter(|word| !word.is_empty()).map(str::to_string).collect()
    };
    let macros = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    let macros =
        macros.filter_map(|line| words(line.trim_start().strip_prefix("define")?).into_iter().next());
    let types =
        text.split("typedef").skip(1).flat_map(|rest| words(rest.split(';').next().unwrap_or_default()));
    // After the members of a struct.
    let after = text.split("typedef").skip(1).filter_map(|rest| rest.split('}').nth(1)?.split(';').next());
    macros.chain(types).chain(after.flat_map(words)).collect()
}

/// The globals that the initialiser of a global names.
pub(super) fn named_by(unit: &Unit, global: &Global) -> Vec<GlobalId> {
    let mut none = Facts::default();
    let mut look = Look::new(unit, &mut none);
    if let Some(init) = &global.init {
        walk::init(init, &mut look);
    }
    look.found.globals.into_iter().collect()
}

struct Look<'a> {
    unit: &'a Unit,
    facts: &'a mut Facts,
    found: FunctionFacts,
}

impl<'a> Look<'a> {
    fn new(unit: &'a Unit, facts: &'a mut Facts) -> Look<'a> {
        Look { unit, facts, found: FunctionFacts::default() }
    }

    fn moved(&mut self, pointer: &Type) {
        if let Some(Type::Record(r)) = pointer.pointee() {
            self.facts.fat.insert(*r);
        }
    }

    fn address(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Local(id) | PlaceKind::Literal(id, _) => {
                self.found.boxed.insert(*id);
            }
            PlaceKind::Global(id) => {
                self.facts.boxed_globals.insert(*id);
                let state = self.unit.global(*id).is_none_or(|g| !self.facts.is_fixed(*id, g));
                if let (Type::Record(r), true) = (&place.ty, state) {
                    // It is part of the hidden struct that holds all globals.
                    self.facts.fat.insert(*r);
                }
            }
            PlaceKind::Member(whole, field) => {
                if let Type::Record(r) = &whole.ty
                    && !super::unions::is_union(&self.unit.types, *r)
                {
                    self.facts.boxed_members.insert((*r, *field));
                }
                if let Type::Record(r) = &place.ty {
                    self.facts.fat.insert(*r);
                }
            }
            PlaceKind::String(_) | PlaceKind::Deref(_) | PlaceKind::Value(_) => {}
        }
    }
}

impl Visit for Look<'_> {
    fn expr(&mut self, e: &Expr) {
        let types: &Types = &self.unit.types;
        match &e.kind {
            ExprKind::PointerAdd(p, by) | ExprKind::PointerSub(p, by)
                if !constant::evaluate(types, by).is_ok_and(|c| c.value.is_zero()) =>
            {
                self.moved(&p.ty);
            }
            ExprKind::PointerDiff(p, _) => self.moved(&p.ty),
            ExprKind::Compare(op, p, _) if !matches!(op, CompareOp::Eq | CompareOp::Ne) => self.moved(&p.ty),
            ExprKind::AssignPointer { place, .. } | ExprKind::IncDec { place, .. } => self.moved(&place.ty),
            ExprKind::Address(place) => self.address(place),
            ExprKind::Convert(inner) => {
                if let Some(Type::Record(r)) = e.ty.pointee()
                    && let Some(request) =
                        allocation::request(self.unit, inner).or_else(|| allocation::resized(self.unit, inner))
                    && let Amount::Several = request.amount(types, types.size_of(&Type::Record(*r)))
                    // A struct with a flexible array member is still one struct.
                    && crate::tails::tail(types, *r).is_none()
                {
                    self.facts.fat.insert(*r);
                }
            }
            ExprKind::Call { callee: Callee::Direct(id), .. } => {
                self.found.calls.insert(*id);
            }
            ExprKind::Call { callee: Callee::Indirect(through), .. } => {
                if let Some(ty) = functions::pointed(&through.ty) {
                    self.found.calls.extend(self.facts.targets.of_type(ty));
                }
            }
            ExprKind::FunctionAddress(id) => {
                self.found.named.insert(*id);
            }
            _ => {}
        }
    }

    fn place(&mut self, p: &Place) {
        match &p.kind {
            PlaceKind::Global(id) => {
                self.found.globals.insert(*id);
            }
            PlaceKind::String(id) => {
                self.found.strings.insert(*id);
            }
            _ => {}
        }
    }
}

/// The functions that are lowered: those of the user, and those of headers that these call.
pub(super) fn wanted(unit: &Unit, facts: &Facts) -> Vec<FunctionId> {
    let has_body = |f: &&Function| f.body.is_some();
    let ids = || unit.functions.iter().enumerate().filter(|(_, f)| has_body(f));
    let own = ids()
        .filter(|(_, f)| !f.from_header && (!f.is_copy || f.repeats.is_some()))
        .map(|(i, _)| FunctionId::new(i));
    let mut list: Vec<FunctionId> = own.collect();
    let mut next = 0;
    while let Some(id) = list.get(next).copied() {
        next += 1;
        for called in facts.function(id).into_iter().flat_map(|f| f.calls.iter().chain(&f.named)) {
            let bodied = unit.function(*called).is_some_and(|f| f.body.is_some());
            if bodied && !list.contains(called) {
                list.push(*called);
            }
        }
    }
    list
}

/// The globals with a state that functions use, or those that they call do; functions without any are left out.
pub(super) fn touch_state(unit: &Unit, facts: &Facts) -> BTreeMap<FunctionId, BTreeSet<GlobalId>> {
    let is_state = |g: &GlobalId| facts.global_kind(unit, *g) == GlobalKind::State;
    let mut touching: BTreeMap<FunctionId, BTreeSet<GlobalId>> = BTreeMap::new();
    for (i, f) in facts.functions.iter().enumerate() {
        let direct: BTreeSet<GlobalId> = f.globals.iter().copied().filter(is_state).collect();
        if !direct.is_empty() {
            touching.insert(FunctionId::new(i), direct);
        }
    }
    loop {
        let mut changed = false;
        for (i, f) in facts.functions.iter().enumerate() {
            let called = f.calls.iter().filter_map(|c| touching.get(c)).flatten().copied();
            let called: BTreeSet<GlobalId> = called.collect();
            if !called.is_empty() {
                let own = touching.entry(FunctionId::new(i)).or_default();
                let before = own.len();
                own.extend(called);
                changed |= own.len() > before;
            }
        }
        if !changed {
            return touching;
        }
    }
}

/// Where `volatile` stands in a file.
pub(super) fn volatile_places(files: &Files, span: Span) -> Vec<usize> {
    files.text(span).match_indices("volatile").map(|(at, _)| at).collect()
}

/// What is taken for granted where a function may read something `volatile`, which stands in one of these places. Types
/// do not record that, so the position of the word decides: in the function, at a variable that the function uses, or
/// elsewhere outside of functions.
pub(super) fn unsteady(
    unit: &Unit,
    facts: &Facts,
    files: &Files,
    span: Span,
    places: &[usize],
    id: FunctionId,
) -> Option<Presumption> {
    let (text, function) = (files.text(span), unit.function(id)?);
    let within = |at: u32, from: u32, to: u32| from <= at && at < to;
    let inside = |f: &Function, at: u32| {
        f.body.is_some() && f.extent.file == span.file && within(at, f.extent.start, f.extent.end)
    };
    let uses = |g: GlobalId| facts.function(id).is_some_and(|f| f.globals.contains(&g));
    let matters = |at: usize| {
        let here = span.start + at as u32;
        if unit.functions.iter().any(|f| inside(f, here)) {
            return inside(function, here);
        }
        // The declaration of a variable matters to the functions that use the variable.
        let end = text[at..].find(';').map_or(text.len(), |n| at + n);
        let declared = (0..unit.globals.len()).map(GlobalId::new).filter(|g| {
            let of = unit.global(*g).filter(|g| g.is_volatile && g.span.file == span.file);
            of.is_some_and(|g| within(g.span.start, here, span.start + end as u32))
        });
        let declared: Vec<GlobalId> = declared.collect();
        declared.is_empty() || declared.iter().any(|g| uses(*g))
    };
    places.iter().any(|at| matters(*at)).then(|| Presumption {
        what: "nothing but the program itself changes what is `volatile`".to_string(),
        of_memory: true,
    })
}
