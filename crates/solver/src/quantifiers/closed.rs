//! What a quantified formula says in a model.
//!
//! Everything that mentions no bound variable has a value, and arrays and functions are finite tables with a
//! default; so a read at a bound index is a choice between finitely many values:
//!
//! ```text
//! a = [1 ↦ 7, else 0]      ∀i a[i] ≥ i      becomes      ∀i (i = 1 ? 7 : 0) ≥ i
//! ```
//!
//! The result is about numbers alone, and its quantifiers can be eliminated.

use formula::{FunKey, Model, Op, Sort, Term, Terms, Value, evaluate};
use rustc_hash::FxHashMap;

/// Larger tables are not written out.
const ROWS: usize = 400;
/// Nor are formulas that are nested deeper.
const DEEPEST: u32 = 400;

/// The formula without its free variables, except those that are kept; nothing if it has no such form.
pub(super) fn close(terms: &mut Terms, model: &Model, f: Term, kept: &[Term]) -> Option<Term> {
    if terms.depth(f) > DEEPEST {
        return None;
    }
    Closing { terms, model, done: FxHashMap::default() }.close(f, kept)
}

/// Values nested deeper than this stay as they are.
const DEEPEST_VALUE: usize = 300;

/// A value as a term of its sort, if there is one.
pub(super) fn constant(terms: &mut Terms, sort: Sort, value: &Value) -> Option<Term> {
    constant_at(terms, sort, value, 0)
}

fn constant_at(terms: &mut Terms, sort: Sort, v: &Value, depth: usize) -> Option<Term> {
    if depth > DEEPEST_VALUE {
        return None;
    }
    Some(match v {
        Value::Bool(b) => terms.boolean(*b),
        Value::Int(i) => terms.int(i.clone()),
        Value::Real(r) => terms.real(r.clone()),
        Value::TreeInt(i) => {
            let i = terms.int(i.clone());
            terms.tree_int(i)
        }
        Value::Functor(f) => {
            let args: Option<Vec<Term>> =
                f.args.iter().map(|a| constant_at(terms, Sort::TREE, a, depth + 1)).collect();
            terms.functor(f.name, &args?)
        }
        Value::Con(c) => {
            let sorts = terms.field_sorts(sort, c.con).to_vec();
            if sorts.len() != c.args.len() {
                return None;
            }
            let args: Option<Vec<Term>> =
                c.args.iter().zip(sorts).map(|(a, s)| constant_at(terms, s, a, depth + 1)).collect();
            terms.con(sort, c.con, &args?)
        }
        Value::Nil => terms.nil(sort),
        Value::New(n) => terms.new_cell(sort, *n),
        Value::Cell(_) | Value::Elem(_) | Value::Array(_) => return None,
    })
}

struct Closing<'a> {
    terms: &'a mut Terms,
    model: &'a Model,
    /// What has become of terms under the present bound variables.
    done: FxHashMap<Term, Term>,
}

impl Closing<'_> {
    fn close(&mut self, t: Term, bound: &[Term]) -> Option<Term> {
        if let Some(known) = self.done.get(&t) {
            return Some(*known);
        }
        let new = self.closed(t, bound)?;
        self.done.insert(t, new);
        Some(new)
    }

    fn closed(&mut self, t: Term, bound: &[Term]) -> Option<Term> {
        if bound.contains(&t) {
            return Some(t);
        }
        if self.is_ground(t, bound) {
            let value = evaluate(self.terms, self.model, t).ok()?;
            // What has no constant for its value (a cell, an array) stays, and is computed at the end.
            return Some(constant(self.terms, self.terms.sort_of(t), &value).unwrap_or(t));
        }
        let (op, sort) = (self.terms.op(t).clone(), self.terms.sort_of(t));
        let args = self.terms.args(t).to_vec();
        match op {
            Op::Forall(n) | Op::Exists(n) => {
                let (vars, body) = args.split_at(n as usize);
                let mut inner = bound.to_vec();
                inner.extend_from_slice(vars);
                // The same term may mean something else inside.
                let outside = std::mem::take(&mut self.done);
                let body = self.close(*body.first()?, &inner);
                self.done = outside;
                let body = body?;
                Some(if matches!(op, Op::Forall(_)) {
                    self.terms.forall(vars, body)
                } else {
                    self.terms.exists(vars, body)
                })
            }
            Op::Select => self.read(*args.first()?, *args.get(1)?, sort, bound),
            Op::App(f) => {
                let mut at = Vec::with_capacity(args.len());
                for a in &args {
                    at.push(self.close(*a, bound)?);
                }
                let table = self.model.tables.get(&FunKey::App(f)).cloned().unwrap_or_default();
                let default = table.default.clone().unwrap_or_else(|| self.terms.default_value(sort));
                let rows: Vec<(Vec<Value>, Value)> =
                    table.rows().map(|(args, v)| (args.to_vec(), v.clone())).collect();
                self.choice(&at, rows, &default, sort)
            }
            _ => {
                let mut new = Vec::with_capacity(args.len());
                for a in args {
                    new.push(self.close(a, bound)?);
                }
                self.terms.apply(&op, Some(sort), &new).ok()
            }
        }
    }

    fn is_ground(&self, t: Term, bound: &[Term]) -> bool {
        !self.terms.is_quantified(t) && self.terms.free_vars(&[t]).iter().all(|v| !bound.contains(v))
    }

    /// What an array holds at an index.
    fn read(&mut self, array: Term, index: Term, element: Sort, bound: &[Term]) -> Option<Term> {
        if self.is_ground(array, bound) {
            let Ok(Value::Array(array)) = evaluate(self.terms, self.model, array) else { return None };
            let at = self.close(index, bound)?;
            let rows = array.entries.iter().map(|(k, v)| (vec![k.clone()], v.clone())).collect();
            return self.choice(&[at], rows, &array.default, element);
        }
        let args = self.terms.args(array).to_vec();
        match (self.terms.op(array).clone(), &args[..]) {
            (Op::Store, [before, at, value]) => {
                let (here, there) = (self.close(index, bound)?, self.close(*at, bound)?);
                let value = self.close(*value, bound)?;
                let rest = self.read(*before, index, element, bound)?;
                let same = self.terms.eq(here, there);
                Some(self.terms.ite(same, value, rest))
            }
            (Op::Ite, [condition, yes, no]) => {
                let condition = self.close(*condition, bound)?;
                let (yes, no) =
                    (self.read(*yes, index, element, bound)?, self.read(*no, index, element, bound)?);
                Some(self.terms.ite(condition, yes, no))
            }
            (Op::ConstArray, [value]) => self.close(*value, bound),
            _ => None,
        }
    }

    fn choice(
        &mut self,
        at: &[Term],
        rows: Vec<(Vec<Value>, Value)>,
        default: &Value,
        sort: Sort,
    ) -> Option<Term> {
        if rows.len() > ROWS {
            return None;
        }
        let mut value = constant(self.terms, sort, default)?;
        for (args, v) in rows.iter().rev() {
            let mut same = Vec::with_capacity(args.len());
            for (a, k) in at.iter().zip(args) {
                let k = constant(self.terms, self.terms.sort_of(*a), k)?;
                same.push(self.terms.eq(*a, k));
            }
            let (same, v) = (self.terms.and(&same), constant(self.terms, sort, v)?);
            value = self.terms.ite(same, v, value);
        }
        Some(value)
    }
}

/// Models like this one with other values where nothing was asked: gaps between the listed indices of arrays and
/// functions repeat the neighbour before, or all that is not listed is like something that is.
pub(super) fn variations(terms: &Terms, model: &Model) -> Vec<Model> {
    let mut out = vec![model.clone()];
    for (fill, default) in [(true, None), (false, Some(true)), (true, Some(true)), (true, Some(false))] {
        let mut new = model.clone();
        let vars: Vec<(Term, Value)> =
            model.assigned(terms).map(|(t, v)| (t, v.clone())).filter(|(_, v)| is_over_numbers(v)).collect();
        for (var, value) in vars {
            let Value::Array(a) = &value else { continue };
            let rows = a.entries.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
            let (rows, default) = varied(rows, a.default.clone(), fill, default);
            new.set(terms, var, Value::array(default, rows.into_iter().collect()));
        }
        for (key, table) in &model.tables {
            let FunKey::App(f) = key else { continue };
            let decl = terms.fun(*f);
            if decl.args.as_slice() != [Sort::INT] {
                continue;
            }
            let rows = table.rows().filter_map(|(k, v)| Some((k.first()?.clone(), v.clone()))).collect();
            let plain = table.default.clone().unwrap_or_else(|| terms.default_value(decl.result));
            let (rows, default) = varied(rows, plain, fill, default);
            if let Some(table) = new.tables.get_mut(key) {
                for (k, v) in rows {
                    table.insert(&[k], v);
                }
                table.default = Some(default);
            }
        }
        if !out.contains(&new) {
            out.push(new);
        }
    }
    out
}

fn is_over_numbers(v: &Value) -> bool {
    matches!(v, Value::Array(a) if a.entries.keys().all(|k| matches!(k, Value::Int(_))))
}

/// Indices that a gap may have to be filled.
const WIDEST: i64 = 200;

fn varied(
    rows: Vec<(Value, Value)>,
    default: Value,
    fill: bool,
    default_is_last: Option<bool>,
) -> (Vec<(Value, Value)>, Value) {
    let default = match default_is_last {
        Some(last) => {
            let row = if last { rows.last() } else { rows.first() };
            row.map_or(default, |(_, v)| v.clone())
        }
        None => default,
    };
    if !fill {
        return (rows, default);
    }
    let mut out: Vec<(Value, Value)> = Vec::new();
    for (k, v) in rows {
        let before = out.last().map(|(k, v)| (k.as_int().and_then(|i| i.to_i64()), v.clone()));
        if let (Some((Some(from), value)), Some(to)) = (before, k.as_int().and_then(|i| i.to_i64()))
            && to.saturating_sub(from) <= WIDEST
        {
            out.extend((from.saturating_add(1)..to).map(|i| (Value::int(i), value.clone())));
        }
        out.push((k, v));
    }
    (out, default)
}
