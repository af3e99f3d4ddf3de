//! Building terms.
//!
//! The constructors fold constants and drop neutral elements, and otherwise keep what the caller
//! wrote, so that a formula prints as it was meant. They trust the sorts they are given; whatever
//! comes from a file goes through [`Terms::apply`], which checks them first.

use crate::sort::{FunId, Sort, SortKind};
use crate::term::{Op, Term, Terms};
use base::{Int, Rat, Symbol};

/// Sums and junctions with more parts than this stay nested, or chains of them would grow without end.
const FLAT: usize = 32;

/// How deep a term is looked at for what is plain to see.
const MOST_LOOKED_AT: usize = 8;

impl Terms {
    /// Truth.
    pub fn tru(&self) -> Term {
        Term(0)
    }

    /// Falsity.
    pub fn fals(&self) -> Term {
        Term(1)
    }

    /// A truth value.
    pub fn boolean(&self, b: bool) -> Term {
        if b { self.tru() } else { self.fals() }
    }

    /// The truth value that a term is, if it is one.
    pub fn as_bool(&self, t: Term) -> Option<bool> {
        match t.0 {
            0 => Some(true),
            1 => Some(false),
            _ => None,
        }
    }

    /// An integer constant.
    pub fn int(&mut self, i: impl Into<Int>) -> Term {
        self.intern(Op::Int(i.into()), Sort::INT, &[])
    }

    /// A real constant.
    pub fn real(&mut self, r: impl Into<Rat>) -> Term {
        self.intern(Op::Real(r.into()), Sort::REAL, &[])
    }

    /// The number that a term is, if it is a constant.
    pub fn as_number(&self, t: Term) -> Option<Rat> {
        match self.op(t) {
            Op::Int(i) => Some(Rat::from(i)),
            Op::Real(r) => Some(r.clone()),
            _ => None,
        }
    }

    /// A constant of a numeric sort.
    pub fn number(&mut self, r: Rat, sort: Sort) -> Term {
        match r.to_int() {
            Some(i) if sort == Sort::INT => self.int(i),
            _ => self.real(r),
        }
    }

    /// Not f.
    pub fn not(&mut self, f: Term) -> Term {
        match self.op(f) {
            Op::True => self.fals(),
            Op::False => self.tru(),
            Op::Not => self.args(f)[0],
            _ => self.intern(Op::Not, Sort::BOOL, &[f]),
        }
    }

    /// All of these.
    pub fn and(&mut self, fs: &[Term]) -> Term {
        self.junction(fs, Op::And, self.tru(), self.fals())
    }

    /// One of these.
    pub fn or(&mut self, fs: &[Term]) -> Term {
        self.junction(fs, Op::Or, self.fals(), self.tru())
    }

    fn junction(&mut self, fs: &[Term], op: Op, neutral: Term, absorbing: Term) -> Term {
        let mut out: Vec<Term> = Vec::with_capacity(fs.len());
        for f in fs {
            if *f == absorbing {
                return absorbing;
            }
            if *f == neutral {
                continue;
            }
            if *self.op(*f) == op && self.args(*f).len() <= FLAT {
                for a in self.args(*f) {
                    if !(out.len() < 16 && out.contains(a)) {
                        out.push(*a);
                    }
                }
            } else if !(out.len() < 16 && out.contains(f)) {
                out.push(*f);
            }
        }
        // A formula beside its opposite settles it; that is looked for where it costs little.
        if out.len() <= 16 {
            let opposite = |f: &Term| *self.op(*f) == Op::Not && out.contains(&self.args(*f)[0]);
            if out.iter().any(opposite) {
                return absorbing;
            }
        }
        match out.len() {
            0 => neutral,
            1 => out[0],
            _ => self.intern(op, Sort::BOOL, &out),
        }
    }

    /// If a then b.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let na = self.not(a);
        self.or(&[na, b])
    }

    /// a = b; on booleans: equivalence.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.tru();
        }
        if self.sort_of(a) == Sort::BOOL {
            for (x, y) in [(a, b), (b, a)] {
                match self.as_bool(x) {
                    Some(true) => return y,
                    Some(false) => return self.not(y),
                    None => {}
                }
            }
        }
        if self.surely_differ(a, b) {
            return self.fals();
        }
        if let Some((a, b)) = self.without_common(a, b) {
            return self.eq(a, b);
        }
        self.intern(Op::Eq, Sort::BOOL, &[a, b])
    }

    /// Whether these are two different constants or trees with different roots.
    fn surely_differ(&self, a: Term, b: Term) -> bool {
        match (self.op(a), self.op(b)) {
            (Op::Int(x), Op::Int(y)) => x != y,
            (Op::Real(x), Op::Real(y)) => x != y,
            (Op::Con(x), Op::Con(y)) => x != y,
            (Op::Functor(x), Op::Functor(y)) => x != y || self.args(a).len() != self.args(b).len(),
            (Op::TreeInt, Op::Functor(_)) | (Op::Functor(_), Op::TreeInt) => true,
            (Op::New(x), Op::New(y)) => x != y,
            (Op::Nil, Op::New(_)) | (Op::New(_), Op::Nil) => true,
            _ => false,
        }
    }

    /// a ≠ b.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let e = self.eq(a, b);
        self.not(e)
    }

    /// Pairwise different.
    pub fn distinct(&mut self, ts: &[Term]) -> Term {
        match ts {
            [] | [_] => self.tru(),
            [a, b] => self.ne(*a, *b),
            _ => self.intern(Op::Distinct, Sort::BOOL, ts),
        }
    }

    /// If c then a else b.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        match self.as_bool(c) {
            Some(true) => return a,
            Some(false) => return b,
            None if a == b => return a,
            None => {}
        }
        if self.sort_of(a) == Sort::BOOL {
            match (self.as_bool(a), self.as_bool(b)) {
                (Some(true), Some(false)) => return c,
                (Some(false), Some(true)) => return self.not(c),
                (Some(true), _) => return self.or(&[c, b]),
                (_, Some(false)) => return self.and(&[c, a]),
                (Some(false), _) => {
                    let nc = self.not(c);
                    return self.and(&[nc, b]);
                }
                (_, Some(true)) => {
                    let nc = self.not(c);
                    return self.or(&[nc, a]);
                }
                _ => {}
            }
        }
        let s = self.sort_of(a);
        self.intern(Op::Ite, s, &[c, a, b])
    }

    /// The sum of these.
    pub fn add(&mut self, ts: &[Term]) -> Term {
        let Some(&first) = ts.first() else { return self.int(0) };
        let sort = self.sort_of(first);
        let mut constant = Rat::ZERO;
        let mut out: Vec<Term> = Vec::with_capacity(ts.len());
        for t in ts {
            if *self.op(*t) == Op::Add && self.args(*t).len() <= FLAT {
                for i in 0..self.args(*t).len() {
                    let a = self.args(*t)[i];
                    match self.as_number(a) {
                        Some(n) => constant = &constant + &n,
                        None => out.push(a),
                    }
                }
            } else {
                match self.as_number(*t) {
                    Some(n) => constant = &constant + &n,
                    None => out.push(*t),
                }
            }
        }
        if out.len() <= FLAT {
            self.cancel(&mut out);
        }
        if out.is_empty() {
            return self.number(constant, sort);
        }
        if !constant.is_zero() {
            let c = self.number(constant, sort);
            out.push(c);
        }
        if out.len() == 1 { out[0] } else { self.intern(Op::Add, sort, &out) }
    }

    /// Leaves out terms that stand beside their own negatives.
    fn cancel(&self, addends: &mut Vec<Term>) {
        let mut at = 0;
        while at < addends.len() {
            let term = addends[at];
            match addends[at + 1..].iter().position(|other| self.are_opposite(term, *other)) {
                Some(other) => {
                    addends.remove(at + 1 + other);
                    addends.remove(at);
                }
                None => at += 1,
            }
        }
    }

    fn are_opposite(&self, a: Term, b: Term) -> bool {
        let negative = |x: Term, of: Term| match self.args(x) {
            [m, rest] if *self.op(x) == Op::Mul && *rest == of => {
                self.as_number(*m).is_some_and(|n| n == Rat::MINUS_ONE)
            }
            _ => false,
        };
        negative(a, b) || negative(b, a)
    }

    /// Two sides of a comparison without what both have in common; `None` if there is nothing.
    fn without_common(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let addends = |t: Term| match self.op(t) {
            Op::Add if self.args(t).len() <= FLAT => self.args(t).to_vec(),
            _ => vec![t],
        };
        let (mut left, mut right) = (addends(a), addends(b));
        if left.len() == 1 && right.len() == 1 {
            return None;
        }
        let before = left.len();
        left.retain(|t| {
            let common = right.iter().position(|u| u == t).filter(|_| self.as_number(*t).is_none());
            common.map(|at| right.remove(at)).is_none()
        });
        if left.len() == before {
            return None;
        }
        let sort = self.sort_of(a);
        // One constant is enough: it goes to the side that has nothing else, or to the right.
        let constant = |list: &mut Vec<Term>, t: &Terms| {
            let at = list.iter().position(|x| t.as_number(*x).is_some());
            at.and_then(|at| t.as_number(list.remove(at))).unwrap_or(Rat::ZERO)
        };
        let difference = &constant(&mut right, self) - &constant(&mut left, self);
        let (side, difference) =
            if left.is_empty() { (&mut left, -&difference) } else { (&mut right, difference) };
        if !difference.is_zero() {
            let number = self.number(difference, sort);
            side.push(number);
        }
        let mut sum = |list: &[Term]| {
            if list.is_empty() { self.number(Rat::ZERO, sort) } else { self.add(list) }
        };
        Some((sum(&left), sum(&right)))
    }

    /// a − b.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let nb = self.neg(b);
        self.add(&[a, nb])
    }

    /// −a.
    pub fn neg(&mut self, a: Term) -> Term {
        let sort = self.sort_of(a);
        let m = self.number(Rat::MINUS_ONE, sort);
        self.mul(m, a)
    }

    /// a · b; a constant factor comes first.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let sort = self.sort_of(a);
        let (a, b) = if self.as_number(a).is_none() && self.as_number(b).is_some() { (b, a) } else { (a, b) };
        if let Some(x) = self.as_number(a) {
            if let Some(y) = self.as_number(b) {
                return self.number(&x * &y, sort);
            }
            if x.is_zero() {
                return a;
            }
            if x.is_one() {
                return b;
            }
            if *self.op(b) == Op::Mul
                && let Some(y) = self.as_number(self.args(b)[0])
            {
                let (rest, c) = (self.args(b)[1], self.number(&x * &y, sort));
                return self.mul(c, rest);
            }
        }
        self.intern(Op::Mul, sort, &[a, b])
    }

    /// The integer quotient, Euclidean.
    pub fn div(&mut self, a: Term, b: Term) -> Term {
        if let (Op::Int(x), Op::Int(y)) = (self.op(a), self.op(b))
            && let Some((q, _)) = x.div_mod_euclid(y)
        {
            return self.int(q);
        }
        if matches!(self.op(b), Op::Int(y) if y.is_one()) {
            return a;
        }
        self.intern(Op::Div, Sort::INT, &[a, b])
    }

    /// The integer remainder, Euclidean.
    pub fn modulo(&mut self, a: Term, b: Term) -> Term {
        if let (Op::Int(x), Op::Int(y)) = (self.op(a), self.op(b))
            && let Some((_, r)) = x.div_mod_euclid(y)
        {
            return self.int(r);
        }
        if let Op::Int(y) = self.op(b)
            && !y.is_zero()
            && self.is_multiple(a, y, MOST_LOOKED_AT)
        {
            return self.int(0);
        }
        self.intern(Op::Mod, Sort::INT, &[a, b])
    }

    /// Whether a number is a multiple of another for all values of its variables. Only the upper levels of the term are
    /// searched.
    fn is_multiple(&self, a: Term, of: &Int, depth: usize) -> bool {
        if of.is_one() {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.op(a) {
            Op::Int(n) => n.div_mod_euclid(of).is_some_and(|(_, rest)| rest.is_zero()),
            Op::Add => self.args(a).iter().all(|part| self.is_multiple(*part, of, depth)),
            Op::Mul => self.args(a).iter().any(|part| self.is_multiple(*part, of, depth)),
            // What is taken off is a multiple, too.
            Op::Mod => self.args(a).iter().all(|part| self.is_multiple(*part, of, depth)),
            _ => false,
        }
    }

    /// The integer quotient rounded towards zero, as programs have it.
    pub fn div_trunc(&mut self, a: Term, b: Term) -> Term {
        // For a ≥ 0 Euclidean and truncating division agree, whatever the sign of b.
        let zero = self.int(0);
        let q = self.div(a, b);
        let na = self.neg(a);
        let nq = self.div(na, b);
        let nq = self.neg(nq);
        let nonneg = self.le(zero, a);
        self.ite(nonneg, q, nq)
    }

    /// The integer remainder of truncating division (it has the dividend's sign).
    pub fn rem_trunc(&mut self, a: Term, b: Term) -> Term {
        let zero = self.int(0);
        let r = self.modulo(a, b);
        let na = self.neg(a);
        let nr = self.modulo(na, b);
        let nr = self.neg(nr);
        let nonneg = self.le(zero, a);
        self.ite(nonneg, r, nr)
    }

    /// The integer remainder of a division that rounds down (it has the divisor's sign).
    pub fn mod_floor(&mut self, a: Term, b: Term) -> Term {
        // Euclidean remainders are those of floor division for b ≥ 0; for b < 0 they are those of -a, with the other sign.
        let zero = self.int(0);
        let r = self.modulo(a, b);
        let na = self.neg(a);
        let nr = self.modulo(na, b);
        let nr = self.neg(nr);
        let nonneg = self.le(zero, b);
        self.ite(nonneg, r, nr)
    }

    /// The real quotient.
    pub fn real_div(&mut self, a: Term, b: Term) -> Term {
        if let Some(y) = self.as_number(b)
            && !y.is_zero()
        {
            let c = self.real(y.recip());
            return self.mul(c, a);
        }
        self.intern(Op::RealDiv, Sort::REAL, &[a, b])
    }

    /// An integer as a real.
    pub fn to_real(&mut self, a: Term) -> Term {
        match self.op(a) {
            Op::Int(i) => {
                let r = Rat::from(i);
                self.real(r)
            }
            _ => self.intern(Op::ToReal, Sort::REAL, &[a]),
        }
    }

    /// The floor of a real.
    pub fn to_int(&mut self, a: Term) -> Term {
        match self.op(a) {
            Op::Real(r) => {
                let i = r.floor();
                self.int(i)
            }
            Op::ToReal => self.args(a)[0],
            _ => self.intern(Op::ToInt, Sort::INT, &[a]),
        }
    }

    /// The absolute value of a number.
    pub fn abs(&mut self, a: Term) -> Term {
        let sort = self.sort_of(a);
        let zero = self.number(Rat::ZERO, sort);
        let (nonneg, neg) = (self.le(zero, a), self.neg(a));
        self.ite(nonneg, a, neg)
    }

    /// a ≤ b.
    pub fn le(&mut self, a: Term, b: Term) -> Term {
        self.compare(Op::Le, a, b, true)
    }

    /// a < b.
    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        self.compare(Op::Lt, a, b, false)
    }

    /// a ≥ b.
    pub fn ge(&mut self, a: Term, b: Term) -> Term {
        self.le(b, a)
    }

    /// a > b.
    pub fn gt(&mut self, a: Term, b: Term) -> Term {
        self.lt(b, a)
    }

    fn compare(&mut self, op: Op, a: Term, b: Term, if_same: bool) -> Term {
        if a == b {
            return self.boolean(if_same);
        }
        if let (Some(x), Some(y)) = (self.as_number(a), self.as_number(b)) {
            return self.boolean(if op == Op::Le { x <= y } else { x < y });
        }
        if let Some((a, b)) = self.without_common(a, b) {
            return self.compare(op, a, b, if_same);
        }
        self.intern(op, Sort::BOOL, &[a, b])
    }

    /// An uninterpreted function applied to arguments.
    pub fn app(&mut self, f: FunId, args: &[Term]) -> Term {
        let sort = self.fun(f).result;
        self.intern(Op::App(f), sort, args)
    }

    /// A value of a data sort.
    pub fn con(&mut self, sort: Sort, con: u32, args: &[Term]) -> Term {
        self.intern(Op::Con(con), sort, args)
    }

    /// A field of a data value.
    pub fn sel(&mut self, con: u32, field: u32, t: Term) -> Term {
        if *self.op(t) == Op::Con(con) {
            return self.args(t)[field as usize];
        }
        let sort = self.field_sorts(self.sort_of(t), con)[field as usize];
        self.intern(Op::Sel(con, field), sort, &[t])
    }

    /// A formula that says that the root of a data value is this constructor.
    pub fn is(&mut self, con: u32, t: Term) -> Term {
        if let Op::Con(c) = self.op(t) {
            return self.boolean(*c == con);
        }
        if self.constructor_count(self.sort_of(t)) == 1 {
            return self.tru();
        }
        self.intern(Op::Is(con), Sort::BOOL, &[t])
    }

    /// An untyped tree.
    pub fn functor(&mut self, name: Symbol, args: &[Term]) -> Term {
        self.intern(Op::Functor(name), Sort::TREE, args)
    }

    /// An argument of an untyped tree whose root is `name/arity`.
    pub fn functor_arg(&mut self, name: Symbol, arity: u32, i: u32, t: Term) -> Term {
        if *self.op(t) == Op::Functor(name) && self.args(t).len() == arity as usize {
            return self.args(t)[i as usize];
        }
        self.intern(Op::FunctorArg(name, arity, i), Sort::TREE, &[t])
    }

    /// A formula that says that the root of an untyped tree is `name/arity`.
    pub fn is_functor(&mut self, name: Symbol, arity: u32, t: Term) -> Term {
        match self.op(t) {
            Op::Functor(f) => self.boolean(*f == name && self.args(t).len() == arity as usize),
            Op::TreeInt => self.fals(),
            _ => self.intern(Op::IsFunctor(name, arity), Sort::BOOL, &[t]),
        }
    }

    /// An integer as a leaf of an untyped tree.
    pub fn tree_int(&mut self, i: Term) -> Term {
        self.intern(Op::TreeInt, Sort::TREE, &[i])
    }

    /// The integer at a leaf of an untyped tree.
    pub fn tree_int_value(&mut self, t: Term) -> Term {
        if *self.op(t) == Op::TreeInt {
            return self.args(t)[0];
        }
        self.intern(Op::TreeIntValue, Sort::INT, &[t])
    }

    /// A formula that says that an untyped tree is an integer leaf.
    pub fn is_tree_int(&mut self, t: Term) -> Term {
        match self.op(t) {
            Op::TreeInt => self.tru(),
            Op::Functor(_) => self.fals(),
            _ => self.intern(Op::IsTreeInt, Sort::BOOL, &[t]),
        }
    }

    /// The null reference.
    pub fn nil(&mut self, sort: Sort) -> Term {
        self.intern(Op::Nil, sort, &[])
    }

    /// The cell of an allocation.
    pub fn new_cell(&mut self, sort: Sort, number: u32) -> Term {
        self.intern(Op::New(number), sort, &[])
    }

    /// An array or map at an index.
    pub fn select(&mut self, a: Term, i: Term) -> Term {
        if *self.op(a) == Op::ConstArray {
            return self.args(a)[0];
        }
        if *self.op(a) == Op::Store {
            let (inner, j, v) = (self.args(a)[0], self.args(a)[1], self.args(a)[2]);
            if i == j {
                return v;
            }
            if self.surely_differ(i, j) {
                return self.select(inner, i);
            }
        }
        let sort = match self.sort_kind(self.sort_of(a)) {
            SortKind::Array(_, e) => *e,
            _ => Sort::INT,
        };
        self.intern(Op::Select, sort, &[a, i])
    }

    /// An array or map with one index changed.
    pub fn store(&mut self, a: Term, i: Term, v: Term) -> Term {
        let sort = self.sort_of(a);
        self.intern(Op::Store, sort, &[a, i, v])
    }

    /// The array of this sort with one value everywhere.
    pub fn const_array(&mut self, sort: Sort, v: Term) -> Term {
        self.intern(Op::ConstArray, sort, &[v])
    }

    /// For all values of these variables.
    pub fn forall(&mut self, vars: &[Term], body: Term) -> Term {
        self.quantify(vars, body, true)
    }

    /// For some values of these variables.
    pub fn exists(&mut self, vars: &[Term], body: Term) -> Term {
        self.quantify(vars, body, false)
    }

    fn quantify(&mut self, vars: &[Term], body: Term, all: bool) -> Term {
        // A variable that does not occur binds nothing: every sort has a value.
        let free = self.free_vars(&[body]);
        let mut args: Vec<Term> = vars.iter().copied().filter(|v| free.contains(v)).collect();
        args.dedup();
        if args.is_empty() {
            return body;
        }
        let n = args.len() as u32;
        args.push(body);
        self.intern(if all { Op::Forall(n) } else { Op::Exists(n) }, Sort::BOOL, &args)
    }

    /// Builds a term after checking the sorts of its arguments; the error says what does not fit.
    /// `sort` is needed where the arguments do not tell it (constructors, nil, constant arrays).
    pub fn apply(&mut self, op: &Op, sort: Option<Sort>, args: &[Term]) -> Result<Term, String> {
        self.check_sorts(op, sort, args)?;
        Ok(self.rebuild(op, sort.unwrap_or(Sort::BOOL), args))
    }

    /// Builds a term of known sort through the folding constructors.
    pub(crate) fn rebuild(&mut self, op: &Op, sort: Sort, a: &[Term]) -> Term {
        match op {
            Op::Not => self.not(a[0]),
            Op::And => self.and(a),
            Op::Or => self.or(a),
            Op::Eq => self.eq(a[0], a[1]),
            Op::Distinct => self.distinct(a),
            Op::Ite => self.ite(a[0], a[1], a[2]),
            Op::Add => self.add(a),
            Op::Mul => self.mul(a[0], a[1]),
            Op::Div => self.div(a[0], a[1]),
            Op::Mod => self.modulo(a[0], a[1]),
            Op::RealDiv => self.real_div(a[0], a[1]),
            Op::ToReal => self.to_real(a[0]),
            Op::ToInt => self.to_int(a[0]),
            Op::Le => self.le(a[0], a[1]),
            Op::Lt => self.lt(a[0], a[1]),
            Op::Con(c) => self.con(sort, *c, a),
            Op::Sel(c, f) => self.sel(*c, *f, a[0]),
            Op::Is(c) => self.is(*c, a[0]),
            Op::Functor(f) => self.functor(*f, a),
            Op::FunctorArg(f, n, i) => self.functor_arg(*f, *n, *i, a[0]),
            Op::IsFunctor(f, n) => self.is_functor(*f, *n, a[0]),
            Op::TreeInt => self.tree_int(a[0]),
            Op::TreeIntValue => self.tree_int_value(a[0]),
            Op::IsTreeInt => self.is_tree_int(a[0]),
            Op::App(f) => self.app(*f, a),
            Op::Select => self.select(a[0], a[1]),
            Op::Store => self.store(a[0], a[1], a[2]),
            Op::ConstArray => self.const_array(sort, a[0]),
            Op::Forall(n) => self.forall(&a[..*n as usize], a[*n as usize]),
            Op::Exists(n) => self.exists(&a[..*n as usize], a[*n as usize]),
            Op::True => self.tru(),
            Op::False => self.fals(),
            Op::Int(_) | Op::Real(_) | Op::Var(_) | Op::Nil | Op::New(_) => self.intern(op.clone(), sort, a),
        }
    }
}
