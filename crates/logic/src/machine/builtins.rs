//! Predicates that the machine knows by itself, and the errors that they throw.

use super::arith::{Number, exactly};
use super::store::{Addr, Value};
use super::{Alternative, Machine, Stop};
use crate::atom::Atom;
use crate::order::compare;
use crate::print::{Writer, canonical_names};
use crate::term::Float;
use base::Int;
use std::cmp::Ordering;

impl Machine<'_> {
    /// Does a built-in predicate; gives back where the run goes on.
    pub(super) fn builtin(&mut self, name: &str, a: Addr, count: usize, next: usize) -> Result<usize, Stop> {
        let (b, c) = (a + 1, a + 2);
        let test = |holds: bool| if holds { Ok(next) } else { Err(Stop::Fail) };
        match (name, count) {
            ("fail" | "false", 0) => Err(Stop::Fail),
            ("\\=", 2) => {
                let (trail, cells) = (self.store.trail.len(), self.store.cells.len());
                let same = self.store.unify(a, b);
                self.store.undo(trail, cells);
                test(!same)
            }
            ("unify_with_occurs_check", 2) => {
                let before = std::mem::replace(&mut self.store.occurs_check, true);
                let same = self.store.unify(a, b);
                self.store.occurs_check = before;
                test(same)
            }
            ("==", 2) => test(self.order(a, b).is_eq()),
            ("\\==", 2) => test(self.order(a, b).is_ne()),
            ("@<", 2) => test(self.order(a, b).is_lt()),
            ("@>", 2) => test(self.order(a, b).is_gt()),
            ("@=<", 2) => test(self.order(a, b).is_le()),
            ("@>=", 2) => test(self.order(a, b).is_ge()),
            ("compare", 3) => {
                let sign = match self.order(b, c) {
                    Ordering::Less => "<",
                    Ordering::Equal => "=",
                    Ordering::Greater => ">",
                };
                let sign = self.terms.intern(sign);
                let sign = self.store.atom(sign);
                test(self.store.unify(a, sign))
            }
            ("is", 2) => {
                let value = self.eval(b)?;
                let value = self.number(value);
                test(self.store.unify(a, value))
            }
            ("=:=" | "=\\=" | "<" | ">" | "=<" | ">=", 2) => {
                let (left, right) = (self.eval(a)?, self.eval(b)?);
                exactly(&[&left, &right])?;
                let order = left.order(&right);
                test(match name {
                    "=:=" => order.is_eq(),
                    "=\\=" => order.is_ne(),
                    "<" => order.is_lt(),
                    ">" => order.is_gt(),
                    "=<" => order.is_le(),
                    _ => order.is_ge(),
                })
            }
            ("var", 1) => test(self.store.is_free(a)),
            ("nonvar", 1) => test(!self.store.is_free(a)),
            ("atom", 1) => test(matches!(self.store.value(a), Value::Atom(_))),
            ("integer", 1) => test(matches!(self.store.value(a), Value::Int(_))),
            ("float", 1) => test(matches!(self.store.value(a), Value::Float(_))),
            ("number", 1) => test(matches!(self.store.value(a), Value::Int(_) | Value::Float(_))),
            ("string", 1) => test(matches!(self.store.value(a), Value::Str(_))),
            ("compound", 1) => test(matches!(self.store.value(a), Value::Compound(..))),
            ("atomic", 1) => test(!matches!(self.store.value(a), Value::Free | Value::Compound(..))),
            ("callable", 1) => test(self.store.callable(a).is_some()),
            ("is_list", 1) => {
                let end = self.store.elements(a).1;
                test(self.store.value(end) == Value::Atom(Atom::NIL))
            }
            ("ground", 1) => {
                let mut free = Vec::new();
                let kept = self.terms.len();
                self.store.save(&mut self.terms, a, &mut free);
                self.terms.truncate(kept);
                test(free.is_empty())
            }
            ("throw", 1) => {
                if self.store.is_free(a) {
                    return Err(Stop::Throw(self.instantiation()));
                }
                Err(Stop::Throw(a))
            }
            ("between", 3) => self.between_goal(a, next),
            ("length", 2) => self.length(a, b, next),
            ("functor", 3) if !self.store.is_free(a) => {
                let (name, arity) = match self.store.value(a) {
                    Value::Compound(name, _, count) => (self.store.atom(name), count),
                    _ => (a, 0),
                };
                let arity = self.store.push(Value::Int(Int::from(arity)));
                test(self.store.unify(b, name) && self.store.unify(c, arity))
            }
            ("arg", 3) => match (self.store.value(a), self.store.value(b)) {
                (Value::Int(n), Value::Compound(_, first, count)) => {
                    let n =
                        n.to_i64().and_then(|n| usize::try_from(n).ok()).filter(|n| (1..=count).contains(n));
                    test(n.is_some_and(|n| self.store.unify(c, first + n - 1)))
                }
                _ => Err(Stop::Unknown("arg/3 with unknown arguments".to_string())),
            },
            ("=..", 2) => self.univ(a, b, next),
            ("copy_term", 2) => {
                let kept = self.terms.len();
                let mut free = Vec::new();
                let term = self.store.save(&mut self.terms, a, &mut free);
                let env = self.store.free(free.len());
                let copy = self.store.load(&self.terms, term, env);
                self.terms.truncate(kept);
                test(self.store.unify(b, copy))
            }
            _ if crate::builtins::support(name, count).is_some() => {
                Err(Stop::Unknown(format!("{}/{count} has no meaning here yet", crate::quoted(name))))
            }
            _ if self.program.incomplete => {
                Err(Stop::Unknown("the predicate may be defined in another file".to_string()))
            }
            _ => {
                let name = self.terms.intern(name);
                Err(Stop::Throw(self.undefined(name, count)))
            }
        }
    }

    fn order(&mut self, left: Addr, right: Addr) -> Ordering {
        // Variables go by their age, which is the order of their cells.
        let kept = self.terms.len();
        let mut free = Vec::new();
        self.store.save(&mut self.terms, left, &mut free);
        self.store.save(&mut self.terms, right, &mut free);
        free.sort_unstable();
        let left = self.store.save(&mut self.terms, left, &mut free);
        let right = self.store.save(&mut self.terms, right, &mut free);
        let order = compare(&self.terms, left, right);
        self.terms.truncate(kept);
        order
    }

    fn number(&mut self, number: Number) -> Addr {
        let value = match number {
            Number::Int(value) => Value::Int(value),
            Number::Float(value) => match Float::new(value) {
                Some(value) => Value::Float(value),
                None => Value::Free,
            },
        };
        self.store.push(value)
    }

    fn between_goal(&mut self, a: Addr, next: usize) -> Result<usize, Stop> {
        let low = self.integer(a)?;
        let infinite = matches!(self.store.value(a + 1), Value::Atom(atom) if matches!(self.terms.name(atom), "inf" | "infinite"));
        let last = if infinite { None } else { Some(self.integer(a + 1)?) };
        if self.store.is_free(a + 2) {
            return self.between(a + 2, low, last, next).ok_or(Stop::Fail);
        }
        let value = self.integer(a + 2)?;
        if value >= low && last.is_none_or(|last| value <= last) { Ok(next) } else { Err(Stop::Fail) }
    }

    fn integer(&mut self, addr: Addr) -> Result<Int, Stop> {
        match self.store.value(addr) {
            Value::Int(value) => Ok(value),
            _ => Err(Stop::Throw(self.type_error("integer", addr))),
        }
    }

    fn length(&mut self, list: Addr, count: Addr, next: usize) -> Result<usize, Stop> {
        let (elements, end) = self.store.elements(list);
        if self.store.value(end) == Value::Atom(Atom::NIL) {
            if !matches!(self.store.value(count), Value::Free | Value::Int(_)) {
                return Err(Stop::Throw(self.type_error("integer", count)));
            }
            let found = self.store.push(Value::Int(Int::from(elements.len())));
            return if self.store.unify(count, found) { Ok(next) } else { Err(Stop::Fail) };
        }
        match (self.store.is_free(end), self.store.value(count)) {
            (true, Value::Int(wanted)) => {
                let wanted = wanted.to_i64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < 1_000_000);
                let Some(more) = wanted.and_then(|n| n.checked_sub(elements.len())) else {
                    return if wanted.is_some() {
                        Err(Stop::Fail)
                    } else {
                        Err(Stop::Unknown("this length".to_string()))
                    };
                };
                let first = self.store.free(more);
                let nil = self.store.atom(Atom::NIL);
                let rest: Vec<Addr> = (first..first + more).collect();
                let rest = self.store.list(&rest, nil);
                if self.store.unify(end, rest) { Ok(next) } else { Err(Stop::Fail) }
            }
            _ => Err(Stop::Unknown("length/2 of a list with an open end".to_string())),
        }
    }

    fn univ(&mut self, term: Addr, list: Addr, next: usize) -> Result<usize, Stop> {
        let test = |holds: bool| if holds { Ok(next) } else { Err(Stop::Fail) };
        let parts: Vec<Addr> = match self.store.value(term) {
            Value::Free => {
                let (elements, end) = self.store.elements(list);
                let (Value::Atom(Atom::NIL), Some(&name)) = (self.store.value(end), elements.first()) else {
                    return Err(Stop::Unknown("=../2 with an unknown list".to_string()));
                };
                let made = match (self.store.value(name), elements.len()) {
                    (Value::Atom(_) | Value::Int(_) | Value::Float(_) | Value::Str(_), 1) => name,
                    (Value::Atom(name), _) => self.store.compound(name, &elements[1..]),
                    _ => return Err(Stop::Unknown("=../2 with this list".to_string())),
                };
                return test(self.store.unify(term, made));
            }
            Value::Compound(name, first, count) => {
                let name = self.store.atom(name);
                [name].into_iter().chain(first..first + count).collect()
            }
            _ => vec![term],
        };
        let nil = self.store.atom(Atom::NIL);
        let parts = self.store.list(&parts, nil);
        test(self.store.unify(list, parts))
    }

    /// `error(Name(args), _)`.
    pub(super) fn error(&mut self, name: &str, args: &[Addr]) -> Addr {
        let name = self.terms.intern(name);
        let what = if args.is_empty() { self.store.atom(name) } else { self.store.compound(name, args) };
        let context = self.store.free(1);
        let error = self.terms.intern("error");
        self.store.compound(error, &[what, context])
    }

    pub(super) fn instantiation(&mut self) -> Addr {
        self.error("instantiation_error", &[])
    }

    /// An error about a term of the wrong kind; a variable is of no kind yet.
    pub(super) fn type_error(&mut self, what: &str, culprit: Addr) -> Addr {
        if self.store.is_free(culprit) {
            return self.instantiation();
        }
        let what = self.terms.intern(what);
        let what = self.store.atom(what);
        self.error("type_error", &[what, culprit])
    }

    pub(super) fn indicator(&mut self, name: Atom, count: usize) -> Addr {
        let name = self.store.atom(name);
        let count = self.store.push(Value::Int(Int::from(count)));
        self.store.compound(Atom::SLASH, &[name, count])
    }

    pub(super) fn undefined(&mut self, name: Atom, count: usize) -> Addr {
        let procedure = self.terms.intern("procedure");
        let procedure = self.store.atom(procedure);
        let indicator = self.indicator(name, count);
        self.error("existence_error", &[procedure, indicator])
    }

    /// Goes to the nearest `catch/3` that takes the ball; else gives its text back.
    pub(super) fn throw(&mut self, ball: Addr) -> Result<usize, String> {
        let mut free = Vec::new();
        let saved = self.store.save(&mut self.terms, ball, &mut free);
        loop {
            self.restore();
            let Some(choice) = self.choices.pop() else {
                let names = canonical_names(&self.terms, saved);
                let names: Vec<String> = names.iter().map(|_| "_".to_string()).collect();
                return Err(Writer::new(&self.terms).names(&names).text(saved));
            };
            let Alternative::Catch { catcher, recovery, active: true, .. } = choice.alternative else {
                continue;
            };
            let (trail, cells) = (self.store.trail.len(), self.store.cells.len());
            let env = self.store.free(free.len());
            let ball = self.store.load(&self.terms, saved, env);
            if self.store.unify(catcher, ball) {
                return Ok(self.chain(recovery, choice.after));
            }
            self.store.undo(trail, cells);
        }
    }
}
