//! The value of a term in a model, computed by the meaning of its operations alone.
//!
//! This is the judge of every `sat`: it shares no code with the solver. Small terms are computed by
//! recursion with short cuts for integers and booleans; large or deep ones with an explicit stack
//! and one result per shared subterm.

use crate::model::{FunKey, Model};
use crate::sort::{Sort, SortKind};
use crate::term::{Op, Term, Terms};
use crate::value::Value;
use base::{Int, Rat};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Why a term has no computable value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// A quantifier ranges over infinitely many values.
    Quantifier,
    /// A value in the model does not fit the sort of its term.
    Sort,
}

/// The value of a term.
pub fn evaluate(terms: &Terms, model: &Model, t: Term) -> Result<Value, EvalError> {
    let eval = Eval { terms, model, memo: None };
    if terms.size(t) <= SMALL && terms.depth(t) <= SHALLOW { eval.small(t) } else { eval.large(t) }
}

/// Whether the formula holds. `false` also where it has no computable value.
pub fn holds(terms: &Terms, model: &Model, f: Term) -> bool {
    if terms.is_quantified(f) {
        return false;
    }
    Eval { terms, model, memo: None }.holds(f)
}

/// Whether all formulas hold. Applications that occur in several of them are computed once.
pub fn all_hold(terms: &Terms, model: &Model, fs: impl IntoIterator<Item = Term>) -> bool {
    let eval = Eval {
        terms,
        model,
        memo: Some(RefCell::new(FxHashMap::with_capacity_and_hasher(48, Default::default()))),
    };
    fs.into_iter().all(|f| !terms.is_quantified(f) && eval.holds(f))
}

const SMALL: u32 = 400;
const SHALLOW: u32 = 200;

struct Eval<'a> {
    terms: &'a Terms,
    model: &'a Model,
    memo: Option<RefCell<FxHashMap<Term, Value>>>,
}

type Result_<T> = Result<T, EvalError>;

impl Eval<'_> {
    fn holds(&self, f: Term) -> bool {
        if self.terms.size(f) <= SMALL && self.terms.depth(f) <= SHALLOW {
            self.truth(f) == Ok(true)
        } else {
            self.large(f) == Ok(Value::Bool(true))
        }
    }

    fn truth(&self, f: Term) -> Result_<bool> {
        let args = self.terms.args(f);
        match self.terms.op(f) {
            Op::True => Ok(true),
            Op::False => Ok(false),
            Op::Not => Ok(!self.truth(args[0])?),
            Op::And => {
                for a in args {
                    if !self.truth(*a)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Op::Or => {
                for a in args {
                    if self.truth(*a)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Op::Le | Op::Lt if self.terms.sort_of(args[0]) == Sort::INT => {
                let (a, b) = (self.int(args[0])?, self.int(args[1])?);
                Ok(if *self.terms.op(f) == Op::Le { a <= b } else { a < b })
            }
            Op::Eq if self.terms.sort_of(args[0]) == Sort::INT => {
                Ok(self.int(args[0])? == self.int(args[1])?)
            }
            Op::Eq => Ok(self.small(args[0])? == self.small(args[1])?),
            _ => self.small(f)?.as_bool().ok_or(EvalError::Sort),
        }
    }

    fn int(&self, t: Term) -> Result_<Int> {
        match self.terms.op(t) {
            Op::Int(i) => Ok(i.clone()),
            Op::Var(_) => match self.terms.var_number(t).and_then(|n| self.model.by_number(n)) {
                Some(Value::Int(i)) => Ok(i.clone()),
                Some(_) => Err(EvalError::Sort),
                None => Ok(Int::ZERO),
            },
            Op::Add => {
                let mut sum = Int::ZERO;
                for a in self.terms.args(t) {
                    sum += &self.int(*a)?;
                }
                Ok(sum)
            }
            Op::Mul => {
                let args = self.terms.args(t);
                Ok(&self.int(args[0])? * &self.int(args[1])?)
            }
            _ => match self.small(t)? {
                Value::Int(i) => Ok(i),
                _ => Err(EvalError::Sort),
            },
        }
    }

    fn small(&self, t: Term) -> Result_<Value> {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Not | Op::And | Op::Or | Op::Le | Op::Lt | Op::Eq => {
                // Reals go through the general way below, to keep one home for their meaning.
                let real = args.first().is_some_and(|a| self.terms.sort_of(*a) == Sort::REAL);
                if !real {
                    return Ok(Value::Bool(self.truth(t)?));
                }
            }
            Op::Ite => return if self.truth(args[0])? { self.small(args[1]) } else { self.small(args[2]) },
            Op::Add | Op::Mul if self.terms.sort_of(t) == Sort::INT => return Ok(Value::Int(self.int(t)?)),
            _ => {}
        }
        // Tables are what costs; anything else is as cheap as looking it up.
        let memo = match (&self.memo, self.terms.op(t)) {
            (Some(m), Op::App(_) | Op::Sel(..) | Op::Select) => Some(m),
            _ => None,
        };
        if let Some(v) = memo.and_then(|m| m.borrow().get(&t).cloned()) {
            return Ok(v);
        }
        let value = match (self.terms.op(t), args) {
            // Fields of cells are most of what is asked: no list of arguments for them.
            (Op::App(f), [a])
                if !matches!(self.terms.sort_kind(self.terms.sort_of(t)), SortKind::Array(..)) =>
            {
                let v = self.small(*a)?;
                self.table(FunKey::App(*f), std::slice::from_ref(&v), self.terms.sort_of(t))
            }
            _ => {
                let mut values: Vec<Value> = Vec::with_capacity(args.len());
                for a in args {
                    values.push(self.small(*a)?);
                }
                self.apply(t, &values)?
            }
        };
        if let Some(m) = memo {
            m.borrow_mut().insert(t, value.clone());
        }
        Ok(value)
    }

    fn large(&self, root: Term) -> Result_<Value> {
        let mut done: FxHashMap<Term, Value> = FxHashMap::default();
        let mut stack = vec![(root, false)];
        let mut values = Vec::new();
        while let Some((t, ready)) = stack.pop() {
            if done.contains_key(&t) {
                continue;
            }
            let args = self.terms.args(t);
            if matches!(self.terms.op(t), Op::Forall(_) | Op::Exists(_)) {
                return Err(EvalError::Quantifier);
            }
            if ready {
                values.clear();
                values.extend(args.iter().filter_map(|a| done.get(a).cloned()));
                let v = self.apply(t, &values)?;
                done.insert(t, v);
            } else {
                stack.push((t, true));
                stack.extend(args.iter().map(|a| (*a, false)));
            }
        }
        done.remove(&root).ok_or(EvalError::Sort)
    }

    /// The meaning of one operation on values; arrays in their one form.
    fn apply(&self, t: Term, v: &[Value]) -> Result_<Value> {
        let value = self.apply_plain(t, v)?;
        if matches!(value, Value::Array(_)) {
            return Ok(self.terms.normal_array(self.terms.sort_of(t), value));
        }
        Ok(value)
    }

    fn apply_plain(&self, t: Term, v: &[Value]) -> Result_<Value> {
        let terms = self.terms;
        let sort = terms.sort_of(t);
        let truth = |v: &Value| v.as_bool().ok_or(EvalError::Sort);
        let number = |v: &Value| v.as_rat().ok_or(EvalError::Sort);
        let numeric = |r: Rat| if sort == Sort::INT { Value::Int(r.floor()) } else { Value::Real(r) };
        Ok(match terms.op(t) {
            Op::True => Value::Bool(true),
            Op::False => Value::Bool(false),
            Op::Int(i) => Value::Int(i.clone()),
            Op::Real(r) => Value::Real(r.clone()),
            Op::Var(_) => match terms.var_number(t).and_then(|n| self.model.by_number(n)) {
                Some(v) => v.clone(),
                None => terms.default_value(sort),
            },
            Op::App(f) => self.table(FunKey::App(*f), v, sort),
            Op::Not => Value::Bool(!truth(&v[0])?),
            Op::And => Value::Bool(v.iter().all(|x| *x == Value::Bool(true))),
            Op::Or => Value::Bool(v.contains(&Value::Bool(true))),
            Op::Eq => Value::Bool(v[0] == v[1]),
            Op::Distinct => {
                let mut sorted: Vec<&Value> = v.iter().collect();
                sorted.sort();
                Value::Bool(sorted.windows(2).all(|w| w[0] != w[1]))
            }
            Op::Ite => {
                if truth(&v[0])? {
                    v[1].clone()
                } else {
                    v[2].clone()
                }
            }
            Op::Add => {
                let mut sum = Rat::ZERO;
                for x in v {
                    sum = &sum + &number(x)?;
                }
                numeric(sum)
            }
            Op::Mul => numeric(&number(&v[0])? * &number(&v[1])?),
            Op::Div | Op::Mod => {
                let (Value::Int(a), Value::Int(b)) = (&v[0], &v[1]) else { return Err(EvalError::Sort) };
                let div = *terms.op(t) == Op::Div;
                match a.div_mod_euclid(b) {
                    Some((q, r)) => Value::Int(if div { q } else { r }),
                    None => {
                        let key = if div { FunKey::DivZero } else { FunKey::ModZero };
                        self.table(key, &v[..1], sort)
                    }
                }
            }
            Op::RealDiv => {
                let d = number(&v[1])?;
                if d.is_zero() {
                    self.table(FunKey::RealDivZero, &v[..1], sort)
                } else {
                    Value::Real(number(&v[0])?.div(&d))
                }
            }
            Op::ToReal => Value::Real(number(&v[0])?),
            Op::ToInt => Value::Int(number(&v[0])?.floor()),
            Op::Le => Value::Bool(number(&v[0])? <= number(&v[1])?),
            Op::Lt => Value::Bool(number(&v[0])? < number(&v[1])?),
            Op::Con(c) => Value::con(sort, *c, v.to_vec()),
            Op::Sel(c, f) => match &v[0] {
                Value::Con(x) if x.con == *c => x.args[*f as usize].clone(),
                _ => self.table(FunKey::Sel(terms.sort_of(terms.args(t)[0]), *c, *f), v, sort),
            },
            Op::Is(c) => match &v[0] {
                Value::Con(x) => Value::Bool(x.con == *c),
                _ => return Err(EvalError::Sort),
            },
            Op::Functor(f) => Value::functor(*f, v.to_vec()),
            Op::FunctorArg(f, n, i) => match &v[0] {
                Value::Functor(x) if x.name == *f && x.args.len() == *n as usize => {
                    x.args[*i as usize].clone()
                }
                _ => self.table(FunKey::FunctorArg(*f, *n, *i), v, sort),
            },
            Op::IsFunctor(f, n) => {
                Value::Bool(matches!(&v[0], Value::Functor(x) if x.name == *f && x.args.len() == *n as usize))
            }
            Op::TreeInt => match &v[0] {
                Value::Int(i) => Value::TreeInt(i.clone()),
                _ => return Err(EvalError::Sort),
            },
            Op::TreeIntValue => match &v[0] {
                Value::TreeInt(i) => Value::Int(i.clone()),
                _ => self.table(FunKey::TreeIntValue, v, sort),
            },
            Op::IsTreeInt => Value::Bool(matches!(&v[0], Value::TreeInt(_))),
            Op::Nil => Value::Nil,
            Op::New(n) => Value::New(*n),
            Op::Select => match &v[0] {
                Value::Array(a) => a.get(&v[1]).clone(),
                _ => return Err(EvalError::Sort),
            },
            Op::Store => match &v[0] {
                Value::Array(a) => a.set(v[1].clone(), v[2].clone()),
                _ => return Err(EvalError::Sort),
            },
            Op::ConstArray => Value::array(v[0].clone(), Default::default()),
            Op::Forall(_) | Op::Exists(_) => return Err(EvalError::Quantifier),
        })
    }

    fn table(&self, key: FunKey, args: &[Value], sort: Sort) -> Value {
        let table = self.model.tables.get(&key);
        let listed = table.and_then(|t| t.get(args).or(t.default.as_ref()));
        listed.cloned().unwrap_or_else(|| self.terms.default_value(sort))
    }
}
