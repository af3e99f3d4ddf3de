//! Values of terms.
//!
//! Values are compared as mathematical objects: arrays are kept in the form 'default plus the
//! entries that differ from it', so two equal arrays over an infinite index sort are equal values.

use crate::sort::{Sort, SortKind};
use crate::term::Terms;
use base::{Int, Rat, Symbol};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Index sorts with up to this many values are treated value by value.
const FINITE: usize = 64;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A real.
    Real(Rat),
    /// A value of a data type.
    Con(Arc<ConValue>),
    /// An untyped tree.
    Functor(Arc<FunctorValue>),
    /// An integer leaf of an untyped tree.
    TreeInt(Int),
    /// The null reference.
    Nil,
    /// The cell of an allocation.
    New(u32),
    /// A cell that was there before: an input.
    Cell(u32),
    /// An element of an uninterpreted sort.
    Elem(u32),
    /// An array or map.
    Array(Arc<ArrayValue>),
}

/// A value of a data type.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConValue {
    /// Its sort.
    pub sort: Sort,
    /// Its constructor.
    pub con: u32,
    /// Its fields.
    pub args: Vec<Value>,
}

/// An untyped tree.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctorValue {
    /// Its root symbol.
    pub name: Symbol,
    /// Its arguments.
    pub args: Vec<Value>,
}

/// An array: a default and the entries that differ from it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    /// The value at every other index.
    pub default: Value,
    /// The entries; none equals the default.
    pub entries: BTreeMap<Value, Value>,
}

impl Value {
    /// An integer.
    pub fn int(i: i64) -> Value {
        Value::Int(Int::from(i))
    }

    /// A value of a data type.
    pub fn con(sort: Sort, con: u32, args: Vec<Value>) -> Value {
        Value::Con(Arc::new(ConValue { sort, con, args }))
    }

    /// An untyped tree.
    pub fn functor(name: Symbol, args: Vec<Value>) -> Value {
        Value::Functor(Arc::new(FunctorValue { name, args }))
    }

    /// An array; entries that equal the default are dropped.
    pub fn array(default: Value, mut entries: BTreeMap<Value, Value>) -> Value {
        entries.retain(|_, v| *v != default);
        Value::Array(Arc::new(ArrayValue { default, entries }))
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(b) = self { Some(*b) } else { None }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        if let Value::Int(i) = self { Some(i) } else { None }
    }

    /// The number as a fraction, if it is a number.
    pub fn as_rat(&self) -> Option<Rat> {
        match self {
            Value::Int(i) => Some(Rat::from(i)),
            Value::Real(r) => Some(r.clone()),
            _ => None,
        }
    }
}

impl ArrayValue {
    /// The element at an index.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The array with one element changed.
    pub fn set(&self, index: Value, element: Value) -> Value {
        let mut entries = self.entries.clone();
        if element == self.default {
            entries.remove(&index);
        } else {
            entries.insert(index, element);
        }
        Value::Array(Arc::new(ArrayValue { default: self.default.clone(), entries }))
    }
}

impl Terms {
    /// All values of a sort that has at most `limit` of them; `None` if it has more, or too many to list.
    pub fn all_values(&self, s: Sort, limit: usize) -> Option<Vec<Value>> {
        if !self.is_finite(s) {
            return None;
        }
        match self.sort_kind(s) {
            SortKind::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
            SortKind::Data(..) => {
                let mut out = Vec::new();
                for con in 0..self.constructor_count(s) {
                    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
                    for f in self.field_sorts(s, con) {
                        let options = self.all_values(*f, limit)?;
                        if rows.len() * options.len() > limit {
                            return None;
                        }
                        rows = rows
                            .iter()
                            .flat_map(|r| {
                                options.iter().map(move |o| r.iter().cloned().chain([o.clone()]).collect())
                            })
                            .collect();
                    }
                    out.extend(rows.into_iter().map(|args| Value::con(s, con, args)));
                    if out.len() > limit {
                        return None;
                    }
                }
                Some(out)
            }
            _ => None,
        }
    }

    /// An array over a finite index sort in the one form that all equal arrays share: the plainest
    /// default, and an entry wherever the array has another value. Other values stay as they are.
    pub fn normal_array(&self, s: Sort, v: Value) -> Value {
        let (SortKind::Array(index, element), Value::Array(a)) = (self.sort_kind(s), &v) else { return v };
        let Some(all) = self.all_values(*index, FINITE) else { return v };
        let entries = all.into_iter().map(|i| (i.clone(), a.get(&i).clone())).collect();
        Value::array(self.default_value(*element), entries)
    }

    /// The plainest value of a sort: false, 0, nil, the smallest tree.
    pub fn default_value(&self, s: Sort) -> Value {
        match self.sort_kind(s) {
            SortKind::Bool => Value::Bool(false),
            SortKind::Int => Value::Int(Int::ZERO),
            SortKind::Real => Value::Real(Rat::ZERO),
            SortKind::Tree => Value::TreeInt(Int::ZERO),
            SortKind::Ref(_) => Value::Nil,
            SortKind::Named(_) | SortKind::Param(_) => Value::Elem(0),
            SortKind::Array(_, e) => Value::array(self.default_value(*e), BTreeMap::new()),
            SortKind::Data(..) => {
                let con = self.least_constructor(s);
                let args = self.field_sorts(s, con).iter().map(|f| self.default_value(*f)).collect();
                Value::con(s, con, args)
            }
        }
    }
}
