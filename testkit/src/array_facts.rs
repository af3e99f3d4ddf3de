//! Random facts about all indices of arrays: sorted, bounded, equal on a range, with ground facts beside them.
//!
//! Every other problem is *bounded*: each quantified index has a lower and an upper bound, so a model can be judged
//! by going through the range ([`holds_in_range`]), with no knowledge of how the solver does it.

use crate::problems::Problem;
use base::Random;
use formula::{Model, Op, Sort, Term, Terms, Value, evaluate};

struct Maker {
    t: Terms,
    r: Random,
    arrays: Vec<Term>,
    /// n, k, x.
    numbers: Vec<Term>,
    bounded: bool,
}

/// Is the problem with this seed bounded?
pub fn is_bounded(seed: u64) -> bool {
    seed.is_multiple_of(2)
}

/// The problem with this seed.
pub fn problem(seed: u64) -> Problem {
    let mut t = Terms::new();
    let sort = t.array_sort(Sort::INT, Sort::INT);
    let arrays: Vec<Term> = ["a", "b"].iter().map(|n| t.var(n, sort)).collect();
    let numbers: Vec<Term> = ["n", "k", "x"].iter().map(|n| t.var(n, Sort::INT)).collect();
    let mut m = Maker { t, r: Random::new(seed), arrays, numbers, bounded: is_bounded(seed) };
    let mut assertions = Vec::new();
    for _ in 0..1 + m.r.below(3) {
        let fact = m.fact();
        assertions.push(if m.r.one_in(5) { m.t.not(fact) } else { fact });
    }
    if m.bounded || !m.r.one_in(3) {
        let (n, least, most) = (m.numbers[0], m.r.between(-1, 3), m.r.between(1, 5));
        let (least, most) = (m.t.int(least), m.t.int(most));
        let (low, high) = (m.t.le(least, n), m.t.le(n, most));
        assertions.extend([low, high]);
    }
    for _ in 0..1 + m.r.below(4) {
        let f = m.ground();
        assertions.push(f);
    }
    let vars = m.arrays.iter().chain(&m.numbers).copied().collect();
    Problem { terms: m.t, assertions, vars }
}

impl Maker {
    fn constant(&mut self, low: i64, high: i64) -> Term {
        let c = self.r.between(low, high);
        self.t.int(c)
    }

    fn array(&mut self) -> Term {
        let a = self.arrays[self.r.below(2)];
        if !self.r.one_in(8) {
            return a;
        }
        let (i, v) = (self.number(), self.constant(-2, 4));
        self.t.store(a, i, v)
    }

    fn number(&mut self) -> Term {
        let v = self.numbers[self.r.below(3)];
        match self.r.below(5) {
            0 => self.constant(-1, 4),
            1 => {
                let c = self.constant(-1, 1);
                self.t.add(&[v, c])
            }
            _ => v,
        }
    }

    fn read(&mut self, at: Term) -> Term {
        let a = self.array();
        self.t.select(a, at)
    }

    fn relation(&mut self, a: Term, b: Term) -> Term {
        match self.r.below(5) {
            0 => self.t.eq(a, b),
            1 => self.t.ne(a, b),
            2 => self.t.lt(a, b),
            _ => self.t.le(a, b),
        }
    }

    /// A range for an index.
    fn guard(&mut self, i: Term, low: Option<Term>) -> Vec<Term> {
        let mut out = Vec::new();
        if self.bounded || !self.r.one_in(6) {
            let least = match low {
                Some(t) => t,
                None => self.constant(-1, 1),
            };
            out.push(if low.is_some() && self.r.one_in(2) {
                self.t.lt(least, i)
            } else {
                self.t.le(least, i)
            });
        }
        if self.bounded || !self.r.one_in(6) {
            let n = self.numbers[0];
            let most = match self.r.below(4) {
                0 => self.constant(1, 5),
                1 => {
                    let one = self.t.int(1);
                    self.t.sub(n, one)
                }
                _ => n,
            };
            out.push(if self.r.one_in(3) { self.t.le(i, most) } else { self.t.lt(i, most) });
        }
        out
    }

    fn fact(&mut self) -> Term {
        let i = self.t.var("i", Sort::INT);
        let mut guard = self.guard(i, None);
        let mut vars = vec![i];
        let value = match self.r.below(8) {
            0 | 1 => {
                let j = self.t.var("j", Sort::INT);
                guard.extend(self.guard(j, Some(i)));
                vars.push(j);
                let (x, y) = (self.read(i), self.read(j));
                self.relation(x, y)
            }
            2 | 3 => {
                // The shifted form.
                let c = self.constant(1, 2);
                let next = self.t.add(&[i, c]);
                let a = self.arrays[self.r.below(2)];
                let (x, y) = (self.t.select(a, i), self.t.select(a, next));
                self.relation(x, y)
            }
            4 => {
                let (x, y) = (self.read(i), self.read(i));
                let (c, d) = (self.constant(0, 2), self.constant(0, 3));
                let (f, g) = (self.relation(x, c), self.relation(y, d));
                self.t.or(&[f, g])
            }
            5 if self.r.one_in(2) => {
                let j = self.t.var("j", Sort::INT);
                let inner = self.bounded;
                self.bounded = true;
                let mut parts = self.guard(j, None);
                self.bounded = inner;
                let (x, y) = (self.read(i), self.read(j));
                parts.push(self.t.eq(x, y));
                let body = self.t.and(&parts);
                self.t.exists(&[j], body)
            }
            6 => {
                let (x, c) = (self.read(i), self.constant(-1, 1));
                let y = self.t.add(&[i, c]);
                self.relation(x, y)
            }
            _ => {
                let (x, y) = (self.read(i), self.number());
                self.relation(x, y)
            }
        };
        let guard = self.t.and(&guard);
        let body = self.t.implies(guard, value);
        self.t.forall(&vars, body)
    }

    fn ground(&mut self) -> Term {
        match self.r.below(6) {
            0 => {
                let (a, b) = (self.arrays[0], self.array());
                self.t.eq(a, b)
            }
            1 | 2 => {
                let (i, j) = (self.number(), self.number());
                let (x, y) = (self.read(i), self.read(j));
                self.relation(x, y)
            }
            3 => {
                let (a, b) = (self.number(), self.number());
                self.relation(a, b)
            }
            _ => {
                let i = self.number();
                let (x, c) = (self.read(i), self.constant(-1, 4));
                self.relation(x, c)
            }
        }
    }
}

/// Does a formula hold, if quantified indices lie in a range? Nothing if that is too much to try.
pub fn holds_in_range(t: &mut Terms, model: &Model, f: Term, range: (i64, i64)) -> Option<bool> {
    if !t.is_quantified(f) {
        return evaluate(t, model, f).ok()?.as_bool();
    }
    let (op, args) = (t.op(f).clone(), t.args(f).to_vec());
    match op {
        Op::Not => holds_in_range(t, model, args[0], range).map(|b| !b),
        Op::And | Op::Or => {
            for a in args {
                if holds_in_range(t, model, a, range)? == (op == Op::Or) {
                    return Some(op == Op::Or);
                }
            }
            Some(op == Op::And)
        }
        Op::Forall(n) | Op::Exists(n) => {
            let all = matches!(op, Op::Forall(_));
            let (vars, body) = args.split_at(n as usize);
            // The first variable here, the others below.
            let rest = match (&vars[1..], all) {
                ([], _) => body[0],
                (more, true) => t.forall(more, body[0]),
                (more, false) => t.exists(more, body[0]),
            };
            if range.1 - range.0 > 40 {
                return None;
            }
            for k in range.0..=range.1 {
                let k = t.int(k);
                let at = t.substitute(rest, &[(vars[0], k)]);
                if holds_in_range(t, model, at, range)? != all {
                    return Some(!all);
                }
            }
            Some(all)
        }
        _ => None,
    }
}

/// A small model of a bounded problem, out of `tries` random ones.
pub fn small_model(p: &mut Problem, seed: u64, tries: usize) -> Option<Model> {
    let mut r = Random::new(seed);
    for _ in 0..tries {
        let mut m = Model::default();
        for v in p.vars.clone() {
            let value = if p.terms.sort_of(v) == Sort::INT {
                Value::int(r.between(-1, 4))
            } else {
                let monotone = r.one_in(2);
                let mut last = r.between(-1, 2);
                let mut entries = std::collections::BTreeMap::new();
                for i in -2..=7 {
                    last = if monotone { last + i64::from(r.one_in(3)) } else { r.between(-1, 4) };
                    entries.insert(Value::int(i), Value::int(last));
                }
                Value::array(Value::int(0), entries)
            };
            m.set(&p.terms, v, value);
        }
        let all = p.assertions.clone();
        if all.iter().all(|f| holds_in_range(&mut p.terms, &m, *f, (-9, 12)) == Some(true)) {
            return Some(m);
        }
    }
    None
}
