//! Models: values for variables and tables for functions.

use crate::sort::{FunId, Sort};
use crate::term::{Term, Terms};
use crate::value::Value;
use base::Symbol;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Whose table it is: an uninterpreted function, or an operation outside the cases that its
/// meaning fixes (a selector on another constructor, division by zero).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FunKey {
    /// An uninterpreted function.
    App(FunId),
    /// A selector applied to a value of another constructor.
    Sel(Sort, u32, u32),
    /// An argument of an untyped tree with another root.
    FunctorArg(Symbol, u32, u32),
    /// The integer of an untyped tree that is no integer.
    TreeIntValue,
    /// Integer quotient by zero.
    DivZero,
    /// Integer remainder by zero.
    ModZero,
    /// Real quotient by zero.
    RealDivZero,
}

/// A function as a finite table; elsewhere it has its default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The listed arguments and results, by the order of the arguments. Tables are small and there are
    /// many of them, so a list serves better than a tree.
    rows: Vec<(SmallVec<[Value; 1]>, Value)>,
    /// The result elsewhere; `None` stands for the plainest value of the sort.
    pub default: Option<Value>,
}

impl Table {
    fn place(&self, args: &[Value]) -> Result<usize, usize> {
        self.rows.binary_search_by(|(known, _)| known.as_slice().cmp(args))
    }

    /// The result that is listed for these arguments.
    pub fn get(&self, args: &[Value]) -> Option<&Value> {
        self.place(args).ok().map(|i| &self.rows[i].1)
    }

    /// Lists a result.
    pub fn insert(&mut self, args: &[Value], value: Value) {
        match self.place(args) {
            Ok(i) => self.rows[i].1 = value,
            Err(i) => self.rows.insert(i, (args.iter().cloned().collect(), value)),
        }
    }

    /// What is listed, by the order of the arguments.
    pub fn rows(&self) -> impl Iterator<Item = (&[Value], &Value)> {
        self.rows.iter().map(|(args, v)| (args.as_slice(), v))
    }
}

/// An assignment of values to variables and of tables to functions. What it does not mention has
/// the plainest value of its sort.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    vars: Vec<Option<Value>>,
    /// The tables.
    pub tables: BTreeMap<FunKey, Table>,
}

impl Model {
    /// The value of a variable, if the model mentions it.
    pub fn get(&self, terms: &Terms, var: Term) -> Option<&Value> {
        self.by_number(terms.var_number(var)?)
    }

    /// The value of the variable with this number, if the model mentions it.
    #[inline]
    pub fn by_number(&self, n: usize) -> Option<&Value> {
        self.vars.get(n).and_then(|v| v.as_ref())
    }

    /// Sets the value of a variable (nothing happens for other terms).
    pub fn set(&mut self, terms: &Terms, var: Term, value: Value) {
        let Some(n) = terms.var_number(var) else { return };
        if self.vars.len() <= n {
            self.vars.resize(n + 1, None);
        }
        self.vars[n] = Some(value);
    }

    /// Forgets the value of a variable.
    pub fn unset(&mut self, terms: &Terms, var: Term) {
        if let Some(v) = terms.var_number(var).and_then(|n| self.vars.get_mut(n)) {
            *v = None;
        }
    }

    /// A model with these tables and no values for variables.
    pub fn with_tables(tables: BTreeMap<FunKey, Table>) -> Model {
        Model { vars: Vec::new(), tables }
    }

    /// The variables that have a value, in order of creation.
    pub fn assigned<'a>(&'a self, terms: &'a Terms) -> impl Iterator<Item = (Term, &'a Value)> {
        self.vars.iter().zip(terms.vars()).filter_map(|(v, t)| v.as_ref().map(|v| (*t, v)))
    }
}
