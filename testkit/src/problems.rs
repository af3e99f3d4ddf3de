//! Random problems in the constraint language.

use base::Random;
use formula::{Constructor, DataId, FunId, Sort, Term, Terms};

/// What a problem may be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Linear integers with boolean structure, div and mod by constants.
    Integers,
    /// Linear reals, some integers among them.
    Reals,
    /// Uninterpreted functions over a sort and over integers.
    Functions,
    /// Lists, trees, enumerations, records.
    Data,
    /// Arrays of integers.
    Arrays,
    /// Everything at once.
    Mixed,
    /// Untyped trees with integers (no outside judge knows these).
    Trees,
    /// References and maps from them.
    References,
    /// Products of variables.
    Products,
    /// Linear integers under quantifiers, with up to two alternations.
    Presburger,
    /// Lists, trees and enumerations under quantifiers, with up to two alternations.
    QuantifiedData,
    /// Linear reals under quantifiers, with up to two alternations.
    QuantifiedReals,
    /// Facts about all indices of arrays.
    QuantifiedArrays,
    /// Integers in a small range, enumerations and truth values only: enumeration decides it.
    Finite,
}

/// The kinds that SMT-LIB can express.
pub const OUTSIDE: [Kind; 6] =
    [Kind::Integers, Kind::Reals, Kind::Functions, Kind::Data, Kind::Arrays, Kind::Mixed];

/// A random problem.
pub struct Problem {
    /// The store.
    pub terms: Terms,
    /// What is asserted.
    pub assertions: Vec<Term>,
    /// The variables.
    pub vars: Vec<Term>,
}

/// A source of random terms and formulas.
pub struct Maker {
    /// The store.
    pub terms: Terms,
    /// The source of chance.
    pub random: Random,
    kind: Kind,
    vars: Vec<(Sort, Vec<Term>)>,
    funs: Vec<(FunId, Vec<Sort>, Sort)>,
    datas: Vec<Sort>,
    size: usize,
}

impl Maker {
    /// A maker for a kind, with its declarations.
    pub fn new(kind: Kind, seed: u64) -> Maker {
        let mut m = Maker {
            terms: Terms::new(),
            random: Random::new(seed),
            kind,
            vars: Vec::new(),
            funs: Vec::new(),
            datas: Vec::new(),
            size: 0,
        };
        m.size = 2 + m.random.below(3);
        m.declare();
        m
    }

    fn add_vars(&mut self, prefix: &str, sort: Sort, n: usize) {
        let list = (0..n).map(|i| self.terms.var(&format!("{prefix}{i}"), sort)).collect();
        self.vars.push((sort, list));
    }

    fn add_fun(&mut self, name: &str, args: &[Sort], result: Sort) {
        let f = self.terms.declare_fun(name, args, result);
        self.funs.push((f, args.to_vec(), result));
    }

    fn declare(&mut self) {
        let n = self.size;
        use Kind::*;
        if !matches!(self.kind, Reals | QuantifiedReals) || self.random.one_in(2) {
            self.add_vars("x", Sort::INT, if self.kind == Mixed { 2 } else { n + 1 });
        }
        let truths = if self.random.one_in(2) { 2 } else { 0 };
        self.add_vars("p", Sort::BOOL, truths);
        if matches!(self.kind, Reals | QuantifiedReals) {
            self.add_vars("r", Sort::REAL, n);
        }
        if matches!(self.kind, Functions | Mixed) {
            let u = self.terms.named_sort("U");
            self.add_vars("u", u, n);
            self.add_fun("f", &[u], u);
            self.add_fun("g", &[Sort::INT], Sort::INT);
            self.add_fun("h", &[u, Sort::INT], Sort::INT);
            self.add_fun("q", &[u], Sort::BOOL);
        }
        if matches!(self.kind, Data | QuantifiedData | Mixed | Finite) {
            let color = self.enumeration();
            self.add_vars("c", color, 2);
            if self.kind != Finite {
                let list = self.list();
                self.add_vars("l", list, n);
                let tree = self.tree(color);
                self.add_vars("t", tree, 1 + n / 2);
            }
            if self.kind == Mixed {
                self.add_fun("k", &[self.datas[1]], Sort::INT);
            }
        }
        if matches!(self.kind, Arrays | Mixed) {
            let a = self.terms.array_sort(Sort::INT, Sort::INT);
            self.add_vars("a", a, 2);
            if self.kind == Mixed {
                let list = self.datas[1];
                let b = self.terms.array_sort(Sort::INT, list);
                self.add_vars("b", b, 2);
                let u = self.terms.named_sort("U");
                let m = self.terms.array_sort(u, Sort::INT);
                self.add_vars("m", m, 1);
                let color = self.datas[0];
                let d = self.terms.array_sort(color, Sort::INT);
                self.add_vars("d", d, 2);
                let e = self.terms.array_sort(Sort::BOOL, color);
                self.add_vars("e", e, 1);
            } else if self.random.one_in(3) {
                let b = self.terms.array_sort(Sort::INT, Sort::BOOL);
                self.add_vars("b", b, 1);
            }
        }
        if self.kind == Trees {
            self.add_vars("T", Sort::TREE, n + 1);
        }
        if self.kind == References {
            let r = self.terms.ref_sort("cons");
            self.add_vars("r", r, n);
            let next = self.terms.array_sort(r, r);
            let data = self.terms.array_sort(r, Sort::INT);
            self.add_vars("next", next, 2);
            self.add_vars("data", data, 1);
            self.add_fun("tail", &[r], r);
        }
    }

    fn define(&mut self, id: DataId, cons: &[(&str, &[(&str, Sort)])]) -> Sort {
        let cons = cons
            .iter()
            .map(|(name, fields)| Constructor {
                name: self.terms.symbol(name),
                fields: fields.iter().map(|(f, s)| (self.terms.symbol(f), *s)).collect(),
            })
            .collect();
        self.terms.define_data(vec![(id, cons)]).expect("the types of the tests are well founded");
        let s = self.terms.data_sort(id, &[]);
        self.datas.push(s);
        s
    }

    fn enumeration(&mut self) -> Sort {
        let id = self.terms.declare_data("Color", 0);
        self.define(id, &[("red", &[]), ("green", &[]), ("blue", &[])])
    }

    fn list(&mut self) -> Sort {
        let id = self.terms.declare_data("Lst", 0);
        let s = self.terms.data_sort(id, &[]);
        self.define(id, &[("nil", &[]), ("cons", &[("head", Sort::INT), ("tail", s)])])
    }

    fn tree(&mut self, color: Sort) -> Sort {
        let id = self.terms.declare_data("Tr", 0);
        let s = self.terms.data_sort(id, &[]);
        self.define(
            id,
            &[("leaf", &[("tag", color)]), ("node", &[("left", s), ("val", Sort::INT), ("right", s)])],
        )
    }

    fn sorts(&self) -> Vec<Sort> {
        self.vars.iter().filter(|(_, v)| !v.is_empty()).map(|(s, _)| *s).collect()
    }

    fn var_of(&mut self, sort: Sort) -> Option<Term> {
        let list = &self.vars.iter().find(|(s, v)| *s == sort && !v.is_empty())?.1;
        let i = self.random.below(list.len());
        Some(list[i])
    }

    fn constant(&mut self) -> Term {
        let k = match self.random.below(8) {
            0 => self.random.between(-20, 20),
            _ => self.random.between(-3, 4),
        };
        self.terms.int(k)
    }

    /// A random term of a sort.
    pub fn term(&mut self, sort: Sort, depth: usize) -> Term {
        if sort == Sort::BOOL {
            return self.formula(depth);
        }
        // Applications with this result.
        if depth > 0
            && self.random.one_in(2)
            && let Some(t) = self.application(sort, depth - 1)
        {
            return t;
        }
        match sort {
            Sort::INT => self.integer(depth),
            Sort::REAL => self.real(depth),
            Sort::TREE => self.untyped(depth),
            _ if self.datas.contains(&sort) => self.data(sort, depth),
            _ => {
                if depth > 0
                    && let formula::SortKind::Array(i, e) = *self.terms.sort_kind(sort)
                    && self.random.one_in(2)
                {
                    let a = self.term(sort, depth - 1);
                    let (i, e) = (self.term(i, depth - 1), self.term(e, depth - 1));
                    return self.terms.store(a, i, e);
                }
                if self.kind == Kind::References
                    && matches!(self.terms.sort_kind(sort), formula::SortKind::Ref(_))
                    && self.random.one_in(4)
                {
                    let n = self.random.below(2) as u32;
                    return if self.random.one_in(2) {
                        self.terms.nil(sort)
                    } else {
                        self.terms.new_cell(sort, n)
                    };
                }
                if self.random.one_in(12)
                    && let formula::SortKind::Array(_, e) = *self.terms.sort_kind(sort)
                {
                    let v = self.term(e, 0);
                    return self.terms.const_array(sort, v);
                }
                self.var_of(sort).unwrap_or_else(|| self.terms.var("extra", sort))
            }
        }
    }

    fn integer(&mut self, depth: usize) -> Term {
        let leaf = depth == 0 || self.random.one_in(3);
        if leaf {
            return match self.var_of(Sort::INT) {
                Some(v) if !self.random.one_in(4) => v,
                _ => self.constant(),
            };
        }
        let a = self.integer_or_more(depth - 1);
        match self.random.below(if self.kind == Kind::Products { 8 } else { 9 }) {
            0 | 1 => {
                let b = self.integer_or_more(depth - 1);
                self.terms.add(&[a, b])
            }
            2 | 3 => {
                let b = self.integer_or_more(depth - 1);
                self.terms.sub(a, b)
            }
            4 => {
                let k = self.constant();
                self.terms.mul(k, a)
            }
            5 if self.kind != Kind::Mixed => {
                let k = self.random.between(2, 5) * if self.random.one_in(5) { -1 } else { 1 };
                let k = self.terms.int(k);
                if self.random.one_in(2) { self.terms.div(a, k) } else { self.terms.modulo(a, k) }
            }
            6 => {
                let (c, b) = (self.formula(depth - 1), self.integer_or_more(depth - 1));
                self.terms.ite(c, a, b)
            }
            7 if self.kind == Kind::Products => {
                let b = self.integer_or_more(depth - 1);
                self.terms.mul(a, b)
            }
            _ => a,
        }
    }

    fn integer_or_more(&mut self, depth: usize) -> Term {
        self.term(Sort::INT, depth)
    }

    fn real(&mut self, depth: usize) -> Term {
        if depth == 0 || self.random.one_in(3) {
            return match self.var_of(Sort::REAL) {
                Some(v) if !self.random.one_in(4) => v,
                _ => {
                    let n = self.random.between(-6, 6);
                    let d = self.random.between(1, 3);
                    self.terms.real(base::Rat::new(n.into(), d.into()))
                }
            };
        }
        let a = self.real(depth - 1);
        match self.random.below(6) {
            0 | 1 => {
                let b = self.real(depth - 1);
                self.terms.add(&[a, b])
            }
            2 => {
                let b = self.real(depth - 1);
                self.terms.sub(a, b)
            }
            3 => {
                let k = self.terms.real(base::Rat::new(self.random.between(-3, 3).into(), 2i64.into()));
                self.terms.mul(k, a)
            }
            4 if self.var_of(Sort::INT).is_some() => {
                let i = self.integer(depth - 1);
                self.terms.to_real(i)
            }
            _ => {
                let (c, b) = (self.formula(depth - 1), self.real(depth - 1));
                self.terms.ite(c, a, b)
            }
        }
    }

    fn data(&mut self, sort: Sort, depth: usize) -> Term {
        if self.random.one_in(2)
            && let Some(v) = self.var_of(sort)
        {
            return v;
        }
        let n = self.terms.constructor_count(sort);
        let con = if depth == 0 {
            self.terms.least_constructor(sort)
        } else {
            self.random.below(n as usize) as u32
        };
        let fields = self.terms.field_sorts(sort, con).to_vec();
        let args: Vec<Term> = fields.iter().map(|f| self.term(*f, depth.saturating_sub(1))).collect();
        self.terms.con(sort, con, &args)
    }

    fn untyped(&mut self, depth: usize) -> Term {
        if depth == 0 || self.random.one_in(3) {
            if !self.random.one_in(3)
                && let Some(v) = self.var_of(Sort::TREE)
            {
                return v;
            }
            if self.random.one_in(4) {
                let i = self.integer(0);
                return self.terms.tree_int(i);
            }
            let name = ["a", "b"][self.random.below(2)];
            let s = self.terms.symbol(name);
            return self.terms.functor(s, &[]);
        }
        let (name, n) = [("s", 1), ("f", 2)][self.random.below(2)];
        let s = self.terms.symbol(name);
        let args: Vec<Term> = (0..n).map(|_| self.untyped(depth - 1)).collect();
        self.terms.functor(s, &args)
    }

    /// A function, selector or array read with this result.
    fn application(&mut self, sort: Sort, depth: usize) -> Option<Term> {
        let mut options: Vec<(usize, usize)> = Vec::new();
        for (i, (_, _, r)) in self.funs.iter().enumerate() {
            if *r == sort {
                options.push((0, i));
            }
        }
        for (i, d) in self.datas.iter().enumerate() {
            for c in 0..self.terms.constructor_count(*d) {
                for (f, s) in self.terms.field_sorts(*d, c).iter().enumerate() {
                    if *s == sort {
                        options.push((1 + i, (c as usize) << 8 | f));
                    }
                }
            }
        }
        for (i, (s, v)) in self.vars.iter().enumerate() {
            if let formula::SortKind::Array(_, e) = self.terms.sort_kind(*s)
                && *e == sort
                && !v.is_empty()
            {
                options.push((100, i));
            }
        }
        let (kind, which) = *self.random.pick(&options)?;
        Some(match kind {
            0 => {
                let (f, args, _) = self.funs[which].clone();
                let args: Vec<Term> = args.iter().map(|s| self.term(*s, depth)).collect();
                self.terms.app(f, &args)
            }
            100 => {
                let s = self.vars[which].0;
                let formula::SortKind::Array(i, _) = *self.terms.sort_kind(s) else { return None };
                let a = self.term(s, depth);
                let i = self.term(i, depth.min(1));
                self.terms.select(a, i)
            }
            d => {
                let t = self.term(self.datas[d - 1], depth);
                self.terms.sel((which >> 8) as u32, (which & 255) as u32, t)
            }
        })
    }

    fn atom(&mut self, depth: usize) -> Term {
        if self.random.one_in(10)
            && let Some(p) = self.var_of(Sort::BOOL)
        {
            return p;
        }
        let sorts: Vec<Sort> = self.sorts().into_iter().filter(|s| *s != Sort::BOOL).collect();
        let sort = self.random.pick(&sorts).copied().unwrap_or(Sort::INT);
        if depth > 0
            && self.random.one_in(8)
            && let Some(t) = self.application(Sort::BOOL, depth - 1)
        {
            return t;
        }
        let a = self.term(sort, depth);
        if self.datas.contains(&sort) && self.random.one_in(3) {
            let n = self.terms.constructor_count(sort);
            let c = self.random.below(n as usize) as u32;
            return self.terms.is(c, a);
        }
        if sort == Sort::TREE && self.random.one_in(3) {
            if self.random.one_in(4) {
                return self.terms.is_tree_int(a);
            }
            let (name, n) = [("s", 1), ("f", 2), ("a", 0)][self.random.below(3)];
            let s = self.terms.symbol(name);
            return self.terms.is_functor(s, n, a);
        }
        let b = self.term(sort, depth);
        let numeric = sort == Sort::INT || sort == Sort::REAL;
        match self.random.below(if numeric { 4 } else { 2 }) {
            0 => self.terms.eq(a, b),
            1 if !numeric => self.terms.ne(a, b),
            1 | 2 => self.terms.le(a, b),
            _ => self.terms.lt(a, b),
        }
    }

    /// A random formula.
    pub fn formula(&mut self, depth: usize) -> Term {
        if depth == 0 || self.random.one_in(2) {
            let d = if depth == 0 { self.random.below(2) } else { depth };
            let a = self.atom(d);
            return if self.random.one_in(3) { self.terms.not(a) } else { a };
        }
        let n = 2 + self.random.below(2);
        let parts: Vec<Term> = (0..n).map(|_| self.formula(depth - 1)).collect();
        match self.random.below(7) {
            0 | 1 => self.terms.and(&parts),
            2..=4 => self.terms.or(&parts),
            5 => self.terms.eq(parts[0], parts[1]),
            _ => {
                let c = self.formula(depth - 1);
                self.terms.ite(c, parts[0], parts[1])
            }
        }
    }

    /// The finished problem.
    pub fn finish(self, assertions: Vec<Term>) -> Problem {
        let vars = self.vars.iter().flat_map(|(_, v)| v.iter().copied()).collect();
        Problem { terms: self.terms, assertions, vars }
    }

    /// All variables.
    pub fn vars(&self) -> Vec<Term> {
        self.vars.iter().flat_map(|(_, v)| v.iter().copied()).collect()
    }
}

/// A random problem of a kind.
pub fn problem(kind: Kind, seed: u64) -> Problem {
    if kind == Kind::QuantifiedArrays {
        return crate::array_facts::problem(seed);
    }
    let mut m = Maker::new(kind, seed);
    let depth = if kind == Kind::Mixed { 2 } else { 2 + m.random.below(2) };
    let mut assertions = Vec::new();
    let n = match kind {
        Kind::Integers | Kind::Reals => 3 + m.random.below(7),
        Kind::Data | Kind::Trees => 3 + m.random.below(6),
        Kind::Mixed | Kind::References | Kind::Functions => 6 + m.random.below(12),
        _ => 5 + m.random.below(8),
    };
    for _ in 0..n {
        // Mostly literals, as path conditions are, with clauses among them.
        let d = if m.random.one_in(3) { depth } else { 0 };
        let f = if d == 0 {
            let a = m.atom(depth.min(2));
            if m.random.one_in(3) { m.terms.not(a) } else { a }
        } else {
            m.formula(d)
        };
        assertions.push(f);
    }
    if matches!(kind, Kind::Presburger | Kind::QuantifiedData | Kind::QuantifiedReals) {
        let bindable = |s: Sort| match kind {
            Kind::QuantifiedData => m.datas.contains(&s),
            Kind::QuantifiedReals => s == Sort::REAL,
            _ => s == Sort::INT,
        };
        let bound: Vec<Term> = m.vars().into_iter().filter(|v| bindable(m.terms.sort_of(*v))).collect();
        assertions.truncate(2 + m.random.below(2));
        for _ in 0..1 + m.random.below(2) {
            let mut f = m.formula(1);
            let mut all = m.random.one_in(2);
            for _ in 0..1 + m.random.below(3) {
                let v = bound[m.random.below(bound.len())];
                f = if all { m.terms.forall(&[v], f) } else { m.terms.exists(&[v], f) };
                all = !all;
            }
            if m.random.one_in(3) {
                f = m.terms.not(f);
            }
            assertions.push(f);
        }
    }
    if kind == Kind::Finite {
        for v in m.vars() {
            if m.terms.sort_of(v) == Sort::INT {
                let (low, high) = (m.terms.int(-2), m.terms.int(2));
                let (a, b) = (m.terms.le(low, v), m.terms.le(v, high));
                assertions.push(a);
                assertions.push(b);
            }
        }
    }
    m.finish(assertions)
}
