//! How values come about: expressions over pictures.

use super::canonical::ValueSet;
use super::{Album, Binding, Form, Picture, named};
use crate::explorer::Explorer;
use crate::path::Path;
use formula::Op;
use imperative::{BinaryOp, Expr, ExprKind, UnaryOp, VarId, VarKind};
use std::rc::Rc;
use symbolic::evaluate::Evaluation;

impl Form {
    /// The pictures that it refers to itself, in the order in which they are written.
    pub fn pictures(&self) -> Vec<usize> {
        match self {
            Form::Set(_) | Form::Number(_) => Vec::new(),
            Form::Picture(id) => vec![*id],
            Form::Read(a, b) | Form::Operation(_, a, b) => [a.pictures(), b.pictures()].concat(),
            Form::Write(a, b, c) => [a.pictures(), b.pictures(), c.pictures()].concat(),
            Form::Negative(a) => a.pictures(),
        }
    }
}

impl Album {
    /// A form as the paper writes it.
    pub(super) fn write(&self, form: &Form) -> String {
        match form {
            Form::Set(set) => set.text.clone(),
            Form::Number(n) => format!("{{⟨{n}, true⟩}}"),
            Form::Picture(id) => self.pictures.get(id).map_or_else(|| "?".to_string(), |p| p.name.clone()),
            Form::Read(array, index) => format!("[{}, {}]", self.write(array), self.write(index)),
            Form::Write(array, index, value) => {
                format!("[{}, {}, {}]", self.write(array), self.write(index), self.write(value))
            }
            Form::Operation(sign, a, b) => format!("{} {sign} {}", self.operand(a), self.operand(b)),
            Form::Negative(a) => format!("−{}", self.operand(a)),
        }
    }

    fn operand(&self, form: &Form) -> String {
        match form {
            Form::Number(n) => n.clone(),
            Form::Operation(..) => format!("({})", self.write(form)),
            _ => self.write(form),
        }
    }

    /// The names of the pictures that a form refers to.
    pub(super) fn names_in(&self, form: &Form) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for id in form.pictures() {
            if let Some(picture) = self.pictures.get(&id)
                && !out.contains(&picture.name)
            {
                out.push(picture.name.clone());
            }
        }
        out
    }
}

/// The variable and the index of an element that a pointer leads to.
pub(super) fn element_of(pointer: &Expr) -> Option<(VarId, Option<&Expr>)> {
    match &pointer.kind {
        ExprKind::Var(v) => Some((*v, None)),
        ExprKind::Move(base, by) | ExprKind::At(base, by) => Some((named(base)?, Some(by))),
        _ => None,
    }
}

impl Explorer<'_> {
    /// How the value of an expression comes about, with pictures of what it uses.
    pub(super) fn form(&mut self, path: &mut Path, e: &Expr) -> Rc<Form> {
        let form = match &e.kind {
            ExprKind::Int(n) => Form::Number(n.to_string()),
            ExprKind::Bool(b) => Form::Number(b.to_string()),
            ExprKind::Var(v) => return self.used(path, *v),
            ExprKind::Fit(a, _) | ExprKind::Within(a, _) | ExprKind::Sure(a, _) => return self.form(path, a),
            ExprKind::Element(array, index) if named(array).is_some_and(|v| !is_temporary(self, path, v)) => {
                let of = self.form(path, array);
                let at = self.index_form(path, array, index);
                Form::Read(of, at)
            }
            ExprKind::Target(pointer) => match element_of(pointer) {
                Some((v, index)) if !is_temporary(self, path, v) => {
                    let of = self.used(path, v);
                    let at = match index {
                        Some(e) => self.form(path, e),
                        None => Rc::new(Form::Number("0".to_string())),
                    };
                    Form::Read(of, at)
                }
                _ => return self.plain(path, e),
            },
            ExprKind::Unary(UnaryOp::Neg, a) => Form::Negative(self.form(path, a)),
            ExprKind::Binary(op, a, b) if !op.is_comparison() => {
                let sign = match op {
                    BinaryOp::Sub => "−",
                    BinaryOp::Mul => "·",
                    other => other.symbol(),
                };
                let (a, b) = (self.form(path, a), self.form(path, b));
                Form::Operation(sign, a, b)
            }
            _ => return self.plain(path, e),
        };
        Rc::new(form)
    }

    /// A value of which only the value-set is shown.
    fn plain(&mut self, path: &mut Path, e: &Expr) -> Rc<Form> {
        let value = path.frames.last().map(|frame| {
            let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
            ev.value(e, None)
        });
        let set = match value {
            Some(value) => self.value_set(path, Some(value), None),
            None => ValueSet::undefined(),
        };
        Rc::new(Form::Set(Rc::new(set)))
    }

    /// The index as the program writes it: the position in the array, counted from where the array starts.
    pub(super) fn index_form(&mut self, path: &mut Path, array: &Expr, index: &Expr) -> Rc<Form> {
        let first = path.frames.last().and_then(|frame| {
            let array = frame.env.get(named(array)?.index()).copied().flatten()?;
            Some(path.memory.first(&mut self.world, array))
        });
        let first = first.map(|t| self.world.terms.op(t).clone());
        if let ExprKind::Binary(BinaryOp::Sub, at, by) = &index.kind {
            let starts = match (&by.kind, &first) {
                (ExprKind::First(of), _) => **of == *array,
                (ExprKind::Int(n), Some(Op::Int(first))) => n == first,
                _ => false,
            };
            if starts {
                return self.form(path, at);
            }
        }
        let position = self.form(path, index);
        match first {
            Some(Op::Int(first)) if !first.is_zero() => match (&*position, &index.kind) {
                (Form::Number(_), ExprKind::Int(n)) => Rc::new(Form::Number((n + &first).to_string())),
                _ => Rc::new(Form::Operation("+", position, Rc::new(Form::Number(first.to_string())))),
            },
            _ => position,
        }
    }

    /// A variable is used: a reference to its last picture, which is taken now if there is none.
    fn used(&mut self, path: &mut Path, v: VarId) -> Rc<Form> {
        let nothing = || Rc::new(Form::Set(Rc::new(ValueSet::undefined())));
        let Some(binding) = self.binding(path, v) else { return nothing() };
        if is_temporary(self, path, v) || !binding.fresh {
            return binding.form;
        }
        let Some(meaning) = self.meaning(path, v) else { return nothing() };
        let name = path.frames.last().and_then(|f| self.program.proc(f.proc));
        let name = name.map_or_else(String::new, |p| self.names.variable(p, v));
        let Some(album) = &mut path.album else { return nothing() };
        let number = Rc::make_mut(&mut album.taken).entry(name.clone()).or_default();
        *number += 1;
        let name = format!("P{number}{name}");
        album.count += 1;
        let id = album.count;
        let picture = Picture { name, form: binding.form, meaning };
        Rc::make_mut(&mut album.pictures).insert(id, picture);
        let form = Rc::new(Form::Picture(id));
        album.bind(v, Some(Binding { form: form.clone(), fresh: false }));
        form
    }

    /// The array that an element of is written: one that was written just before stands as it is.
    pub(super) fn array_to_write(&mut self, path: &mut Path, v: VarId) -> Rc<Form> {
        match self.binding(path, v) {
            Some(Binding { form, .. }) if matches!(*form, Form::Write(..)) => form,
            _ => self.used(path, v),
        }
    }
}

fn is_temporary(explorer: &Explorer<'_>, path: &Path, v: VarId) -> bool {
    let proc = path.frames.last().and_then(|f| explorer.program.proc(f.proc));
    proc.and_then(|p| p.var(v)).is_some_and(|v| v.kind == VarKind::Temporary)
}
