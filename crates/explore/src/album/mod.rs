//! The states of a path as value-sets and pictures.
//!
//! A variable is bound to a value-set: pairs ⟨value, constraint⟩ of which exactly one holds; that of an array has a formal
//! index `I`. Assignments compute nothing: they bind a variable to how its value comes about, in terms of *pictures* of the
//! variables that they use. A picture is taken when a variable is used for the first time since it was assigned, and it is
//! discarded when nothing refers to it any more. At a decision the variables that it reads get their canonical form.
//!
//! ```text
//! X := A(J);        X: [P1A, P1J]               P1A = {⟨α.I, true⟩}   P1J = {⟨φ, true⟩}
//! A(J - 1) := X;    A: [P1A, P1J − 1, P1X]      P1X = [P1A, P1J]
//! if X > 0 …        X: {⟨α.φ, true⟩}
//! ```
//!
//! Source: *Array representation in symbolic execution* (Coen-Porisini and De Paoli), sections 2 and 3. All values come from
//! the one memory ([`symbolic::memory`]), whose log the pictures are names for: the canonical form of a variable is what the
//! memory gives for it, that of an array what it gives at the formal index. The rules of the paper for assigning and
//! reading `A(X)` where `X` has several values forget under which constraint `X` has which; here they cannot, since a
//! value-set is made of one term.
//!
//! * `forms`: how values come about. `canonical`: value-sets. `decisions`: value and index vectors.
//! * `names`: how all that is written. `judge`: whether it is right, for tests.

mod canonical;
mod decisions;
mod forms;
mod judge;
mod names;

use crate::derivation::StepKind;
use crate::explorer::Explorer;
use crate::path::Path;
use canonical::ValueSet;
use formula::Term;
use imperative::{Expr, InstrKind, ProcId, Type, VarId, VarKind};
pub(crate) use names::Names;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use symbolic::memory::Memory;

/// A name with what it is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The variable or the picture.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The pictures that the value refers to.
    pub refers: Vec<String>,
}

/// The vectors of a decision: for each value of the condition, whether the path condition implies it, and for each
/// constraint the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vectors {
    /// The values of the condition.
    pub values: Vec<String>,
    /// `true`, `false`, or the value where the path condition tells neither.
    pub value_vector: Vec<String>,
    /// Their constraints.
    pub constraints: Vec<String>,
    /// The same for the constraints.
    pub index_vector: Vec<String>,
}

/// A state of a path, with the step that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depicted {
    /// What the step is.
    pub kind: StepKind,
    /// Its procedure.
    pub proc: ProcId,
    /// The statement or condition.
    pub span: Span,
    /// The canonical forms that the step computed: what was there, and what it is.
    pub canonical: Vec<(String, String, String)>,
    /// The vectors of a decision.
    pub vectors: Option<Vectors>,
    /// The variables after it.
    pub state: Vec<Bound>,
    /// The path condition after it.
    pub condition: Vec<String>,
    /// The pictures after it.
    pub pictures: Vec<Bound>,
    /// The pictures that nothing refers to any more.
    pub discarded: Vec<String>,
}

/// How a value comes about.
#[derive(Clone)]
pub(crate) enum Form {
    /// The canonical form.
    Set(Rc<ValueSet>),
    /// That of a picture.
    Picture(usize),
    /// An element: of which array, at which index.
    Read(Rc<Form>, Rc<Form>),
    /// An array in which an element was changed: the array, the index, the value.
    Write(Rc<Form>, Rc<Form>, Rc<Form>),
    /// A number.
    Number(String),
    /// An operation.
    Operation(&'static str, Rc<Form>, Rc<Form>),
    /// The negated value.
    Negative(Rc<Form>),
}

/// What a variable or a picture stands for, as terms.
#[derive(Clone)]
enum Meaning {
    /// A value; nothing if it has none.
    Value(Option<Term>),
    /// The contents of an array.
    Contents(Memory, Term),
}

#[derive(Clone)]
struct Binding {
    form: Rc<Form>,
    /// Whether it was assigned since it was last used.
    fresh: bool,
}

#[derive(Clone)]
struct Picture {
    name: String,
    form: Rc<Form>,
    meaning: Meaning,
}

/// What an instruction will bind when it is done.
#[derive(Clone)]
enum Update {
    Variable(VarId, Rc<Form>),
    Array(VarId, Rc<Form>),
    /// A variable gets a value that is shown as it is.
    Plain(VarId),
    /// Nothing that is shown changes.
    Hidden,
    /// Unknown; arrays may have changed.
    Anything,
}

/// All that is kept of the states of a path. Cloning it forks the path.
#[derive(Clone, Default)]
pub(crate) struct Album {
    frames: Vec<Vec<Option<Binding>>>,
    pictures: Rc<BTreeMap<usize, Picture>>,
    /// How many pictures there were, and how many of each variable.
    count: usize,
    taken: Rc<BTreeMap<String, u32>>,
    update: Option<Update>,
    /// The path condition: what was assumed, and what the path condition before did not imply.
    said: Rc<Vec<Term>>,
    /// How that is written, while nothing is added.
    written: Option<Rc<Vec<String>>>,
    steps: Option<Rc<Page>>,
}

struct Page {
    depicted: Depicted,
    before: Option<Rc<Page>>,
}

impl Drop for Page {
    /// Long albums are taken apart one by one, so that dropping them needs no deep recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(page) = next {
            match Rc::try_unwrap(page) {
                Ok(mut inner) => next = inner.before.take(),
                Err(_) => break,
            }
        }
    }
}

impl Album {
    /// The states so far, in order.
    pub fn steps(&self) -> Vec<Depicted> {
        let pages = std::iter::successors(self.steps.as_deref(), |p| p.before.as_deref());
        let mut out: Vec<Depicted> = pages.map(|p| p.depicted.clone()).collect();
        out.reverse();
        out
    }

    /// Something was assumed.
    fn note(&mut self, f: Term) {
        if !self.said.contains(&f) {
            Rc::make_mut(&mut self.said).push(f);
            self.written = None;
        }
    }

    /// Binds a variable of the innermost call; `None` if its binding must be computed again.
    fn bind(&mut self, v: VarId, binding: Option<Binding>) {
        if let Some(place) = self.frames.last_mut().and_then(|f| f.get_mut(v.index())) {
            *place = binding;
        }
    }

    /// Forgets the bindings of all variables of the innermost call.
    fn forget(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.iter_mut().for_each(|b| *b = None);
        }
    }

    /// Follows a call, a return, or an error that an outer call caught; after the last two, bindings are forgotten.
    fn follow_calls(&mut self, path: &Path) {
        let open = path.frames.len();
        let back = open <= self.frames.len();
        self.frames.truncate(open);
        while self.frames.len() < open {
            let vars = path.frames.get(self.frames.len()).map_or(0, |f| f.env.len());
            self.frames.push(vec![None; vars]);
        }
        if back {
            self.forget();
        }
        self.update = None;
    }

    fn referred(&self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<Rc<Form>> =
            self.frames.iter().flatten().flatten().map(|b| b.form.clone()).collect();
        if let Some(Update::Variable(_, form) | Update::Array(_, form)) = &self.update {
            waiting.push(form.clone());
        }
        while let Some(form) = waiting.pop() {
            for id in form.pictures() {
                if found.insert(id)
                    && let Some(picture) = self.pictures.get(&id)
                {
                    waiting.push(picture.form.clone());
                }
            }
        }
        found
    }

    /// Drops the pictures that nothing refers to; their names.
    fn discard(&mut self) -> Vec<String> {
        let referred = self.referred();
        let gone: Vec<usize> = self.pictures.keys().copied().filter(|id| !referred.contains(id)).collect();
        let pictures = Rc::make_mut(&mut self.pictures);
        gone.iter().filter_map(|id| pictures.remove(id)).map(|p| p.name).collect()
    }
}

impl Explorer<'_> {
    /// The first state of a path.
    pub(crate) fn open_album(&mut self, path: &mut Path) {
        let Some(of) = self.program.proc(self.proc) else { return };
        self.names = Names::new(self.program, of, &self.inputs);
        let mut album = Album { frames: vec![vec![None; of.vars.len()]], ..Album::default() };
        let mut said = Vec::new();
        for f in path.condition.assertions() {
            if !self.ranges.contains(&f) && !self.world.is_plain_length(f) {
                self.split_literal(f, &mut said);
            }
        }
        said.into_iter().for_each(|f| album.note(f));
        path.album = Some(Box::new(album));
        self.required_texts = self.quantified_texts(of);
        self.depict(path, StepKind::Start, of.span, Vec::new(), None);
    }

    /// Something is assumed. Its parts that earlier assumptions do not imply become parts of the written path
    /// condition.
    pub(crate) fn say(&mut self, before: &Path, path: &mut Path, f: Term) {
        let not = self.world.terms.not(f);
        if self.excluded(&before.condition.assert(not)) {
            return;
        }
        let mut parts = Vec::new();
        let f = self.without_choices(before, f);
        self.split_literal(f, &mut parts);
        let several = parts.len() > 1;
        for part in parts {
            let not = self.world.terms.not(part);
            if several && self.excluded(&before.condition.assert(not)) {
                continue;
            }
            if let Some(album) = &mut path.album {
                album.note(part);
            }
        }
    }

    /// True if the states of a path are kept. Then the album is brought in line with the open calls.
    fn keeps_album(&self, path: &mut Path) -> bool {
        let Some(mut album) = path.album.take_if(|_| path.checking.is_none()) else { return false };
        if album.frames.len() != path.frames.len() {
            album.follow_calls(path);
        }
        path.album = Some(album);
        true
    }

    /// Notes what an instruction is about to bind. It is asked again where the path forks before the instruction is done.
    pub(crate) fn draw(&mut self, path: &mut Path, kind: &InstrKind) {
        if !self.keeps_album(path) {
            return;
        }
        let Some(frame) = path.frames.last() else { return };
        let Some(proc) = self.program.proc(frame.proc) else { return };
        let temporary = |v: VarId| proc.var(v).is_some_and(|v| v.kind == VarKind::Temporary);
        let update = match kind {
            InstrKind::Assign(v, e) => {
                self.name_answer(path, *v, e);
                let ty = proc.var(*v).map(|v| v.ty.clone());
                match ty {
                    // Uses in temporaries of the front end are not shown.
                    _ if temporary(*v) => Update::Plain(*v),
                    Some(Type::Int | Type::Word(_) | Type::Bool | Type::Real) => {
                        Update::Variable(*v, self.form(path, e))
                    }
                    _ => Update::Plain(*v),
                }
            }
            InstrKind::StoreElement { array, index, value } => match named(array) {
                Some(v) if !temporary(v) => {
                    let index = self.index_form(path, array, index);
                    let value = self.form(path, value);
                    let before = self.array_to_write(path, v);
                    Update::Array(v, Rc::new(Form::Write(before, index, value)))
                }
                _ => Update::Anything,
            },
            InstrKind::StoreTarget { pointer, value } => match forms::element_of(pointer) {
                Some((v, index)) if !temporary(v) => {
                    let index = match index {
                        Some(e) => self.form(path, e),
                        None => Rc::new(Form::Number("0".to_string())),
                    };
                    let value = self.form(path, value);
                    let before = self.array_to_write(path, v);
                    Update::Array(v, Rc::new(Form::Write(before, index, value)))
                }
                _ => Update::Anything,
            },
            InstrKind::Make { dst, .. } | InstrKind::NewArray { dst, .. } | InstrKind::Ask { dst, .. } => {
                Update::Plain(*dst)
            }
            InstrKind::Skip
            | InstrKind::Check { .. }
            | InstrKind::Assume(_)
            | InstrKind::Show { .. }
            | InstrKind::Call { .. } => Update::Hidden,
            // Other writes have no form of their own.
            _ => Update::Anything,
        };
        if let Some(album) = &mut path.album {
            album.update = Some(update);
        }
    }

    /// What the surroundings answered is called after the variable that it is for.
    fn name_answer(&mut self, path: &Path, v: VarId, e: &Expr) {
        let Some(frame) = path.frames.last() else { return };
        let value = named(e.unchecked()).and_then(|from| frame.env.get(from.index()).copied().flatten());
        let var = self.program.proc(frame.proc).and_then(|p| p.var(v));
        if let (Some(value), Some(var)) = (value, var)
            && var.kind != VarKind::Temporary
            && matches!(self.world.terms.op(value), formula::Op::Var(_))
        {
            self.names.add(value, &var.name);
        }
    }

    /// An instruction is done.
    pub(crate) fn drawn(&mut self, path: &mut Path, span: Span, calls: usize) {
        if path.checking.is_some() {
            return;
        }
        let Some(mut album) = path.album.take() else { return };
        if path.frames.len() != calls || album.frames.len() != calls {
            album.follow_calls(path);
            path.album = Some(album);
            return;
        }
        let Some(update) = album.update.take() else {
            path.album = Some(album);
            return;
        };
        let here = path.frames.last().and_then(|f| Some((f.proc, f.block, self.program.proc(f.proc)?)));
        let visible = here.map(|(id, block, p)| self.names.visible(id, p, block)).unwrap_or_default();
        let shown = match &update {
            Update::Variable(v, _) | Update::Plain(v) | Update::Array(v, _) => visible.contains(v),
            Update::Hidden => false,
            Update::Anything => true,
        };
        if let Update::Plain(v) = update
            && let Some(value) = path.frames.last().and_then(|f| f.env.get(v.index()).copied().flatten())
            && let Some(var) = here.and_then(|(_, _, p)| p.var(v))
            && var.kind != VarKind::Temporary
            && matches!(self.world.terms.op(value), formula::Op::Var(_))
        {
            self.names.add(value, &var.name);
        }
        match update {
            Update::Variable(v, form) => album.bind(v, Some(Binding { form, fresh: true })),
            Update::Plain(v) => album.bind(v, None),
            Update::Array(v, form) => {
                for other in self.aliases(path, v) {
                    album.bind(other, None);
                }
                album.bind(v, Some(Binding { form, fresh: true }));
            }
            Update::Hidden => {}
            Update::Anything => album.forget(),
        }
        path.album = Some(album);
        if shown {
            self.depict(path, StepKind::Statement, span, Vec::new(), None);
        }
    }

    /// The run has ended: everything is shown in its canonical form, the result too.
    pub(crate) fn close_album(&mut self, path: &mut Path, result: Option<Term>) {
        let Some(frame) = path.frames.last().filter(|_| path.album.is_some()) else { return };
        let (id, block) = (frame.proc, frame.block);
        let Some(proc) = self.program.proc(id) else { return };
        for v in self.names.visible(id, proc, block) {
            let Some(meaning) = self.meaning(path, v) else { continue };
            let set = self.canonical(path, &meaning);
            let binding = Binding { form: Rc::new(Form::Set(Rc::new(set))), fresh: true };
            if let Some(album) = &mut path.album {
                album.bind(v, Some(binding));
            }
        }
        let span = proc.span;
        let returned = match (&proc.result, result) {
            (Some(Type::Array(_) | Type::Pointer(_)), Some(array)) => {
                Some(Meaning::Contents(path.memory.clone(), array))
            }
            (Some(ty), Some(value)) if ty.is_number() || *ty == Type::Bool => {
                Some(Meaning::Value(Some(value)))
            }
            _ => None,
        };
        let returned = returned.map(|meaning| self.canonical(path, &meaning).text);
        self.depict(path, StepKind::End, span, Vec::new(), None);
        let last = path.album.as_mut().and_then(|a| a.steps.as_mut()).and_then(Rc::get_mut);
        if let (Some(value), Some(last)) = (returned, last) {
            last.depicted.state.push(Bound { name: "result".to_string(), value, refers: Vec::new() });
        }
    }

    /// A loop was taken as a whole: the bindings of what it wrote are forgotten.
    pub(crate) fn draw_summary(&mut self, path: &mut Path, arrays: &[Term], counter: VarId, span: Span) {
        let Some(mut album) = path.album.take() else { return };
        let env = path.frames.last().map(|f| f.env.clone()).unwrap_or_default();
        if let Some(frame) = album.frames.last_mut() {
            for (binding, value) in frame.iter_mut().zip(&env) {
                let Some(value) = value else { continue };
                let object = self.object_of(*value);
                let may_be = |w: &mut symbolic::world::World, a: Term| {
                    w.terms.sort_of(a) == w.terms.sort_of(object) && {
                        let same = path.memory.equal(w, a, object);
                        w.terms.as_bool(same) != Some(false)
                    }
                };
                if arrays.iter().any(|a| may_be(&mut self.world, *a)) {
                    *binding = None;
                }
            }
        }
        album.bind(counter, None);
        path.album = Some(album);
        self.depict(path, StepKind::Loop, span, Vec::new(), None);
    }

    /// The other variables that may lead to the array of a variable.
    fn aliases(&mut self, path: &Path, of: VarId) -> Vec<VarId> {
        let Some(frame) = path.frames.last() else { return Vec::new() };
        let Some(this) = frame.env.get(of.index()).copied().flatten() else { return Vec::new() };
        let this = self.object_of(this);
        let mut out = Vec::new();
        for (at, value) in frame.env.iter().enumerate() {
            let Some(value) = value.filter(|_| at != of.index()) else { continue };
            let other = self.object_of(value);
            if self.world.terms.sort_of(this) != self.world.terms.sort_of(other) {
                continue;
            }
            let same = path.memory.equal(&mut self.world, this, other);
            if self.world.terms.as_bool(same) != Some(false) {
                out.push(VarId::new(at));
            }
        }
        out
    }

    /// The object that a reference leads to, whether it is a pointer or not.
    fn object_of(&mut self, value: Term) -> Term {
        if self.world.is_pointer(self.world.terms.sort_of(value)) { self.world.split(value).0 } else { value }
    }

    /// Adds the present state to the album.
    pub(crate) fn depict(
        &mut self,
        path: &mut Path,
        kind: StepKind,
        span: Span,
        canonical: Vec<(String, String, String)>,
        vectors: Option<Vectors>,
    ) {
        let Some(frame) = path.frames.last() else { return };
        let (id, block) = (frame.proc, frame.block);
        let Some(proc) = self.program.proc(id) else { return };
        let visible = self.names.visible(id, proc, block);
        for v in &visible {
            self.binding(path, *v);
        }
        let Some(mut album) = path.album.take() else { return };
        let discarded = album.discard();
        let mut state = Vec::new();
        for v in visible {
            let Some(Some(binding)) = album.frames.last().and_then(|f| f.get(v.index())) else { continue };
            state.push(Bound {
                name: self.names.variable(proc, v),
                value: album.write(&binding.form),
                refers: album.names_in(&binding.form),
            });
        }
        let pictures = album.pictures.values().map(|p| Bound {
            name: p.name.clone(),
            value: album.write(&p.form),
            refers: album.names_in(&p.form),
        });
        let pictures = pictures.collect();
        path.album = Some(album);
        let condition = self.condition_parts(path);
        let Some(album) = &mut path.album else { return };
        let depicted =
            Depicted { kind, proc: id, span, canonical, vectors, state, condition, pictures, discarded };
        let before = album.steps.take();
        album.steps = Some(Rc::new(Page { depicted, before }));
    }

    /// What a variable is bound to: the noted form, else its canonical form.
    fn binding(&mut self, path: &mut Path, v: VarId) -> Option<Binding> {
        let album = path.album.as_ref()?;
        if let Some(known) = album.frames.last()?.get(v.index())?.clone() {
            return Some(known);
        }
        let meaning = self.meaning(path, v)?;
        let set = self.canonical(path, &meaning);
        let binding = Binding { form: Rc::new(Form::Set(Rc::new(set))), fresh: true };
        let place = path.album.as_mut()?.frames.last_mut()?.get_mut(v.index())?;
        *place = Some(binding.clone());
        Some(binding)
    }

    /// What a variable stands for now.
    fn meaning(&mut self, path: &Path, v: VarId) -> Option<Meaning> {
        let frame = path.frames.last()?;
        let var = self.program.proc(frame.proc)?.var(v)?;
        let value = frame.env.get(v.index()).copied().flatten();
        Some(match (&var.ty, value) {
            (Type::Array(_) | Type::Pointer(_), Some(array)) => Meaning::Contents(path.memory.clone(), array),
            (_, value) => Meaning::Value(value),
        })
    }
}

/// The variable that an expression is.
fn named(e: &Expr) -> Option<VarId> {
    match e.kind {
        imperative::ExprKind::Var(v) => Some(v),
        _ => None,
    }
}
