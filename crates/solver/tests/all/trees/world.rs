//! Random formulas over trees and the values that are enough to judge one quantifier.

use base::Random;
use formula::{Constructor, Model, Op, Sort, Term, Terms, Value, evaluate};
use std::collections::BTreeSet;

/// Variables and data types to make formulas of.
pub struct World {
    pub t: Terms,
    pub r: Random,
    /// Free variables.
    pub free: Vec<Term>,
    /// Bound variables, outermost first.
    pub bound: Vec<Term>,
}

/// A field; without a sort it has that of the type itself.
type Field = (&'static str, Option<Sort>);

fn define(t: &mut Terms, name: &str, cons: &[(&str, &[Field])]) -> Sort {
    let id = t.declare_data(name, 0);
    let own = t.data_sort(id, &[]);
    let cons = cons
        .iter()
        .map(|(name, fields)| Constructor {
            name: t.symbol(name),
            fields: fields.iter().map(|(f, s)| (t.symbol(f), s.unwrap_or(own))).collect(),
        })
        .collect();
    t.define_data(vec![(id, cons)]).expect("well founded");
    own
}

impl World {
    /// Untyped trees with two free variables and this many bound ones.
    pub fn untyped(seed: u64, bound: usize) -> World {
        let mut t = Terms::new();
        let mut free: Vec<Term> = (0..2).map(|i| t.var(&format!("X{i}"), Sort::TREE)).collect();
        free.push(t.var("n", Sort::INT));
        let bound = (0..bound).map(|i| t.var(&format!("Y{i}"), Sort::TREE)).collect();
        for s in ["fresh0", "fresh1", "fresh2", "fresh3", "fresh4", "fresh5"] {
            t.symbol(s);
        }
        World { t, r: Random::new(seed), free, bound }
    }

    /// Data types, finite ones among them.
    pub fn typed(seed: u64, bound: usize) -> World {
        let mut t = Terms::new();
        let mut r = Random::new(seed);
        let color = define(&mut t, "Color", &[("red", &[]), ("green", &[]), ("blue", &[])]);
        let pair = define(&mut t, "Pair", &[("pair", &[("one", Some(Sort::BOOL)), ("two", Some(color))])]);
        let list =
            define(&mut t, "Lst", &[("nil", &[]), ("cons", &[("head", Some(Sort::INT)), ("tail", None)])]);
        let nat = define(
            &mut t,
            "Nat",
            &[("zero", &[]), ("tag", &[("col", Some(color))]), ("succ", &[("pre", None)])],
        );
        let bin = define(
            &mut t,
            "Bin",
            &[("leaf", &[("p", Some(pair))]), ("node", &[("left", None), ("right", None)])],
        );
        let sorts = [color, pair, list, nat, bin];
        let of: Vec<Sort> = (0..2).map(|_| sorts[r.below(sorts.len())]).collect();
        let mut free: Vec<Term> = (0..3).map(|i| t.var(&format!("x{i}"), of[i % 2])).collect();
        free.push(t.var("n", Sort::INT));
        let bound = (0..bound).map(|i| t.var(&format!("y{i}"), of[i % 2])).collect();
        World { t, r, free, bound }
    }

    fn var(&mut self, sort: Sort) -> Option<Term> {
        let all: Vec<Term> = self
            .bound
            .iter()
            .chain(&self.bound)
            .chain(&self.free)
            .copied()
            .filter(|v| self.t.sort_of(*v) == sort)
            .collect();
        self.r.pick(&all).copied()
    }

    /// A term of constructors and variables.
    pub fn term(&mut self, sort: Sort, depth: usize) -> Term {
        if sort == Sort::BOOL {
            return self.t.boolean(self.r.one_in(2));
        }
        if sort == Sort::INT {
            let k = self.r.between(-2, 3);
            return match self.r.below(3) {
                0 => self.free[self.free.len() - 1],
                _ => self.t.int(k),
            };
        }
        if (depth == 0 || self.r.one_in(2))
            && let Some(v) = self.var(sort)
        {
            return v;
        }
        if sort == Sort::TREE {
            let shape = self.r.below(if depth == 0 { 3 } else { 7 });
            let symbol = self.t.symbol(["a", "b", "", "s", "s", "f", "f"][shape]);
            let args: Vec<Term> =
                (0..[0, 0, 0, 1, 1, 2, 2][shape]).map(|_| self.term(sort, depth - 1)).collect();
            if shape == 2 {
                let i = self.term(Sort::INT, 0);
                return self.t.tree_int(i);
            }
            return self.t.functor(symbol, &args);
        }
        let con = match depth {
            0 => self.t.least_constructor(sort),
            _ => self.r.below(self.t.constructor_count(sort) as usize) as u32,
        };
        let fields = self.t.field_sorts(sort, con).to_vec();
        let args: Vec<Term> = fields.iter().map(|f| self.term(*f, depth.saturating_sub(1))).collect();
        self.t.con(sort, con, &args)
    }

    /// A part of a variable with the tester that guards it.
    fn part(&mut self, v: Term) -> Option<(Term, Term)> {
        let sort = self.t.sort_of(v);
        if sort == Sort::TREE {
            let (s, f) = (self.t.symbol("s"), self.t.symbol("f"));
            return Some(match self.r.below(4) {
                0 => (self.t.is_functor(s, 1, v), self.t.functor_arg(s, 1, 0, v)),
                1 => (self.t.is_tree_int(v), self.t.tree_int_value(v)),
                i => (self.t.is_functor(f, 2, v), self.t.functor_arg(f, 2, i as u32 - 2, v)),
            });
        }
        let con = self.r.below(self.t.constructor_count(sort) as usize) as u32;
        let n = self.t.field_sorts(sort, con).len();
        let i = self.r.below(n) as u32;
        (n > 0).then(|| (self.t.is(con, v), self.t.sel(con, i, v)))
    }

    /// Free variables and constants only.
    fn closed(&mut self, sort: Sort) -> Term {
        let bound = std::mem::take(&mut self.bound);
        let t = self.term(sort, 1);
        self.bound = bound;
        t
    }

    fn atom(&mut self) -> Term {
        let vars: Vec<Term> = self.bound.iter().chain(&self.bound).chain(&self.free[..2]).copied().collect();
        let v = vars[self.r.below(vars.len())];
        let sort = self.t.sort_of(v);
        match self.r.below(8) {
            // A root that one value alone has.
            0 if sort == Sort::TREE && self.r.one_in(2) => {
                let a = self.t.symbol("a");
                self.t.is_functor(a, 0, v)
            }
            0 => match self.part(v) {
                Some((is, _)) => is,
                None => self.t.tru(),
            },
            1 | 2 => {
                let Some((guard, part)) = self.part(v) else { return self.t.fals() };
                let of = self.t.sort_of(part);
                let other = self.closed(of);
                let f = if of == Sort::INT && self.r.one_in(2) {
                    self.t.lt(part, other)
                } else if self.r.one_in(2) {
                    self.t.eq(part, other)
                } else {
                    self.t.ne(part, other)
                };
                match self.r.below(5) {
                    0 => f,
                    1 => self.t.implies(guard, f),
                    _ => self.t.and(&[guard, f]),
                }
            }
            3 => {
                let (c, a, b) = (self.term(sort, 1), self.term(sort, 1), self.term(sort, 1));
                let c = self.t.eq(v, c);
                let choice = self.t.ite(c, a, b);
                self.t.eq(choice, v)
            }
            _ => {
                let (a, b) = (self.term(sort, 2), self.term(sort, 2));
                if self.r.one_in(3) { self.t.eq(a, b) } else { self.t.eq(v, a) }
            }
        }
    }

    /// A formula without quantifiers.
    pub fn formula(&mut self, depth: usize) -> Term {
        if depth == 0 || self.r.one_in(5) {
            let a = self.atom();
            return if self.r.one_in(2) { self.t.not(a) } else { a };
        }
        let (a, b) = (self.formula(depth - 1), self.formula(depth - 1));
        match self.r.below(6) {
            0..=2 => self.t.and(&[a, b]),
            3 | 4 => self.t.or(&[a, b]),
            _ => self.t.eq(a, b),
        }
    }

    /// Values that nothing else has.
    fn fresh(&self, sort: Sort) -> Vec<Value> {
        let int = |i: i64| Value::int(900 + i);
        if sort == Sort::INT {
            return vec![int(0), Value::int(-900)];
        }
        if sort == Sort::TREE {
            let names = ["fresh0", "fresh1", "fresh2", "fresh3", "fresh4", "fresh5"];
            let symbols = names.iter().filter_map(|n| self.t.known_symbol(n));
            return symbols.map(|s| Value::functor(s, Vec::new())).collect();
        }
        if let Some(all) = self.t.all_values(sort, 64) {
            return all;
        }
        // Long ones: succ(…succ(zero)), cons(900, nil), node(leaf, …).
        let mut out = vec![self.t.default_value(sort)];
        let con = self.t.constructor_count(sort) - 1;
        for i in 0..9 {
            let last = out[out.len() - 1].clone();
            let fields = self.t.field_sorts(sort, con).to_vec();
            let args = fields.iter().map(|f| if *f == sort { last.clone() } else { int(i) }).collect();
            out.push(Value::con(sort, con, args));
        }
        out.split_off(4)
    }

    /// Values that are enough for a bound variable: those of the terms beside it and of their parts, fresh ones, and
    /// every root over these.
    pub fn universe(&self, y: Term, inner: &[Term], body: Term, m: &Model) -> Vec<Value> {
        let mut known: BTreeSet<(Sort, Value)> = BTreeSet::new();
        self.t.visit(&[body], |t| {
            let free = self.t.free_vars(&[t]);
            if self.t.sort_of(t) != Sort::BOOL
                && !free.contains(&y)
                && !free.iter().any(|v| inner.contains(v))
                && let Ok(v) = evaluate(&self.t, m, t)
            {
                self.parts(self.t.sort_of(t), &v, &mut known);
            }
        });
        let zero = |s: Sort| self.t.default_value(s);
        let base = |sort: Sort| -> Vec<Value> {
            let mut out: Vec<Value> =
                known.iter().filter(|(s, _)| *s == sort).map(|(_, v)| v.clone()).collect();
            out.extend(self.fresh(sort));
            out.push(zero(sort));
            if sort == Sort::TREE {
                out.extend(
                    ["a", "b"]
                        .iter()
                        .filter_map(|n| self.t.known_symbol(n))
                        .map(|s| Value::functor(s, Vec::new())),
                );
            }
            out.sort();
            out.dedup();
            out
        };
        let sort = self.t.sort_of(y);
        let mut out = base(sort);
        if sort == Sort::TREE {
            let small = out.clone();
            for u in &small {
                if let Some(s) = self.t.known_symbol("s") {
                    out.push(Value::functor(s, vec![u.clone()]));
                }
                if let Some(f) = self.t.known_symbol("f") {
                    out.extend(small.iter().map(|w| Value::functor(f, vec![u.clone(), w.clone()])));
                }
            }
            out.extend(base(Sort::INT).into_iter().filter_map(|i| i.as_int().cloned().map(Value::TreeInt)));
        } else {
            for con in 0..self.t.constructor_count(sort) {
                let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
                for f in self.t.field_sorts(sort, con).to_vec() {
                    let options = base(f);
                    rows = rows
                        .iter()
                        .flat_map(|r| {
                            options.iter().map(move |o| r.iter().cloned().chain([o.clone()]).collect())
                        })
                        .collect();
                }
                out.extend(rows.into_iter().map(|args| Value::con(sort, con, args)));
            }
        }
        out.sort();
        out.dedup();
        out
    }

    fn parts(&self, sort: Sort, v: &Value, out: &mut BTreeSet<(Sort, Value)>) {
        out.insert((sort, v.clone()));
        match v {
            Value::Int(i) | Value::TreeInt(i) => {
                for d in -1..=1 {
                    out.insert((Sort::INT, Value::Int(i + &base::Int::from(d))));
                }
            }
            Value::Functor(f) => f.args.iter().for_each(|a| self.parts(Sort::TREE, a, out)),
            Value::Con(c) => {
                for (a, s) in c.args.iter().zip(self.t.field_sorts(sort, c.con)) {
                    self.parts(*s, a, out);
                }
            }
            _ => {}
        }
    }

    /// A small value for a free variable.
    pub fn small(&mut self, sort: Sort, depth: usize) -> Value {
        let (free, bound) = (std::mem::take(&mut self.free), std::mem::take(&mut self.bound));
        self.free = vec![self.t.int(1)];
        let t = self.term(sort, depth);
        (self.free, self.bound) = (free, bound);
        let mut v = evaluate(&self.t, &Model::default(), t).expect("it is closed");
        if sort == Sort::INT {
            v = Value::int(self.r.between(-2, 3));
        }
        v
    }

    /// A value as a term.
    pub fn constant(&mut self, sort: Sort, v: &Value) -> Term {
        match v {
            Value::Bool(b) => self.t.boolean(*b),
            Value::Int(i) => self.t.int(i.clone()),
            Value::TreeInt(i) => {
                let i = self.t.int(i.clone());
                self.t.tree_int(i)
            }
            Value::Functor(f) => {
                let args: Vec<Term> = f.args.iter().map(|a| self.constant(Sort::TREE, a)).collect();
                self.t.functor(f.name, &args)
            }
            Value::Con(c) => {
                let sorts = self.t.field_sorts(sort, c.con).to_vec();
                let args: Vec<Term> = c.args.iter().zip(sorts).map(|(a, s)| self.constant(s, a)).collect();
                self.t.con(sort, c.con, &args)
            }
            _ => unreachable!("no such value in these tests"),
        }
    }

    /// Does a quantified formula without other quantifiers inside hold? Exactly, over the values that are enough.
    pub fn one_holds(&self, y: Term, all: bool, body: Term, m: &Model) -> bool {
        let mut m = m.clone();
        let mut values = self.universe(y, &[], body, &m).into_iter().map(|v| {
            m.set(&self.t, y, v);
            evaluate(&self.t, &m, body) == Ok(Value::Bool(true))
        });
        if all { values.all(|b| b) } else { values.any(|b| b) }
    }

    /// The body under a quantifier.
    pub fn quantify(&mut self, y: Term, all: bool, body: Term) -> Term {
        if all { self.t.forall(&[y], body) } else { self.t.exists(&[y], body) }
    }

    /// Does a quantifier bind here?
    pub fn is_quantifier(&self, f: Term) -> bool {
        matches!(self.t.op(f), Op::Forall(_) | Op::Exists(_))
    }
}
