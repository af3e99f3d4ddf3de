//! Formulas without quantifiers, back in the form that a person reads.
//!
//! Eliminating a quantifier over trees leaves questions about roots and selections of parts. Where these stand
//! together they are a pattern, and a quantified (dis)equation says the same in fewer signs: `¬root(N, s/1)` is
//! `∀Y N ≠ s(Y)`, and `root(N, s/1) ∧ arg(N) ≠ a` is `∃Y (N = s(Y) ∧ Y ≠ a)`. Bounds of one integer are joined:
//! see `bounds`.
//!
//! ```
//! use formula::{Sort, Terms};
//! let mut t = Terms::new();
//! let n = t.var("N", Sort::TREE);
//! let f = t.symbol("f");
//! let (is, left, right) = (t.is_functor(f, 2, n), t.functor_arg(f, 2, 0, n), t.functor_arg(f, 2, 1, n));
//! let (not, differ) = (t.not(is), t.ne(left, right));
//! let off = t.or(&[not, differ]);
//! let shown = t.readable(off);
//! assert_eq!(t.show(shown), "∀Y N ≠ f(Y, Y)");
//! ```
//!
//! Why it is the same: if the root of x is f, then x = f(Ȳ) for its parts and nothing else; otherwise the
//! disjunction holds (and the conjunction does not) whatever Ȳ is.

use crate::bounds::Beside;
use crate::roots::Root;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};

/// Larger formulas stay as they are: they are too long to be read.
const LARGEST: u32 = 5_000;
const DEEPEST: u32 = 200;

impl Terms {
    /// An equivalent formula that is easier to read: patterns instead of selections, few bounds.
    pub fn readable(&mut self, f: Term) -> Term {
        let f = self.simplify(f);
        if self.size(f) > LARGEST || self.depth(f) > DEEPEST {
            return f;
        }
        let taken = self.free_vars(&[f]);
        let lower = taken.first().is_some_and(|v| self.show(*v).starts_with(char::is_lowercase));
        Reader { terms: self, taken, lower }.formula(f)
    }
}

struct Reader<'a> {
    terms: &'a mut Terms,
    /// Variables whose names are not free here.
    taken: Vec<Term>,
    /// Whether variables are written with small letters.
    lower: bool,
}

impl Reader<'_> {
    fn formula(&mut self, f: Term) -> Term {
        let args = self.terms.args(f).to_vec();
        match self.terms.op(f) {
            Op::And => self.junction(args, true),
            Op::Or => self.junction(args, false),
            Op::Forall(n) | Op::Exists(n) => {
                let (n, all) = (*n as usize, matches!(self.terms.op(f), Op::Forall(_)));
                let before = self.taken.len();
                self.taken.extend_from_slice(&args[..n]);
                let body = self.formula(args[n]);
                self.taken.truncate(before);
                if all { self.terms.forall(&args[..n], body) } else { self.terms.exists(&args[..n], body) }
            }
            Op::Not => match self.terms.op(args[0]) {
                Op::And | Op::Or => {
                    let f = self.inward(args[0]);
                    self.formula(f)
                }
                _ => self.junction(vec![f], false),
            },
            _ => self.junction(vec![f], true),
        }
    }

    /// The opposite of a junction, with the negation at its parts.
    fn inward(&mut self, f: Term) -> Term {
        let args = self.terms.args(f).to_vec();
        match self.terms.op(f).clone() {
            op @ (Op::And | Op::Or) => {
                let parts: Vec<Term> = args.into_iter().map(|a| self.inward(a)).collect();
                if op == Op::And { self.terms.or(&parts) } else { self.terms.and(&parts) }
            }
            _ => self.terms.not(f),
        }
    }

    fn mentions(&self, t: Term, what: &[Term]) -> bool {
        let mut found = false;
        self.terms.visit(&[t], |u| found |= what.contains(&u));
        found
    }

    /// A conjunction or disjunction.
    fn junction(&mut self, parts: Vec<Term>, and: bool) -> Term {
        let parts = self.settled(parts, and);
        let mut open: Vec<(Term, bool)> = parts.into_iter().map(|p| (p, false)).collect();
        while let Some((at, root, x)) = self.pattern(&open, and) {
            let (new, vars) = self.tree(root);
            let selected: Vec<Term> = (0..vars.len()).map(|i| root.part(self.terms, i as u32, x)).collect();
            let map: Vec<(Term, Term)> = selected.iter().copied().zip(vars.iter().copied()).collect();
            let mut group = Vec::new();
            let mut rest = Vec::new();
            let mut place = 0;
            for (i, (p, done)) in open.iter().enumerate() {
                if i == at {
                    place = rest.len();
                } else if !done && self.mentions(*p, &selected) {
                    group.push(*p);
                } else {
                    rest.push((*p, *done));
                }
            }
            let before = self.taken.len();
            self.taken.extend_from_slice(&vars);
            let group: Vec<Term> = group.into_iter().map(|p| self.terms.substitute(p, &map)).collect();
            let group = self.matched(x, new, vars, group, and);
            self.taken.truncate(before);
            rest.insert(place.min(rest.len()), (group, true));
            open = rest;
        }
        let parts: Vec<Term> = open
            .into_iter()
            .map(|(p, done)| {
                let nested = matches!(self.terms.op(p), Op::And | Op::Or | Op::Forall(_) | Op::Exists(_))
                    || self.question(p, !and).is_some();
                if nested && !done { self.formula(p) } else { p }
            })
            .collect();
        if and { self.terms.and(&parts) } else { self.terms.or(&parts) }
    }

    /// The question about a root that becomes a pattern next: the outermost one.
    fn pattern(&self, open: &[(Term, bool)], and: bool) -> Option<(usize, Root, Term)> {
        let found = open.iter().enumerate().filter_map(|(i, (p, done))| {
            let (root, x) = self.question(*p, and)?;
            let value = [x];
            // That a tree is some number reads well as it is.
            let used = root != Root::Integer
                || open.iter().any(|(q, _)| {
                    let mut found = false;
                    self.terms.visit(&[*q], |t| {
                        found |= *self.terms.op(t) == Op::TreeIntValue && self.terms.args(t) == value;
                    });
                    found
                });
            (used && !done).then_some((i, root, x))
        });
        found.min_by_key(|(_, _, x)| self.terms.depth(*x))
    }

    /// The root and tree of a tester; of a negated one in a disjunction.
    fn question(&self, p: Term, and: bool) -> Option<(Root, Term)> {
        let atom = match (self.terms.op(p), and) {
            (Op::Not, false) => self.terms.args(p)[0],
            (Op::Not, true) => return None,
            (_, true) => p,
            (_, false) => return None,
        };
        let (root, tester) = Root::asked(self.terms, atom)?;
        tester.then(|| (root, self.terms.args(atom)[0]))
    }

    /// x = new ∧ …, or x ≠ new ∨ …, with the variables bound that are left.
    fn matched(&mut self, x: Term, new: Term, vars: Vec<Term>, group: Vec<Term>, and: bool) -> Term {
        let (mut new, mut vars, mut group) = (new, vars, self.settled(group, and));
        loop {
            // Y = t: t stands in the pattern itself. And so does a root of Y.
            let mut next = None;
            for (i, p) in group.iter().enumerate() {
                let equation = match (self.terms.op(*p), and) {
                    (Op::Not, false) => self.terms.args(*p)[0],
                    (_, true) => *p,
                    _ => continue,
                };
                if *self.terms.op(equation) == Op::Eq {
                    let (a, b) = (self.terms.args(equation)[0], self.terms.args(equation)[1]);
                    // Of two new variables the later one goes.
                    let place = |t: Term| vars.iter().position(|v| *v == t);
                    let pairs = if place(b) > place(a) { [(b, a), (a, b)] } else { [(a, b), (b, a)] };
                    let solved = pairs
                        .into_iter()
                        .find(|(v, t)| vars.contains(v) && !self.terms.free_vars(&[*t]).contains(v));
                    if let Some((v, t)) = solved {
                        next = Some((i, v, Ok(t)));
                        break;
                    }
                }
                if let Some((root, y)) = self.question(*p, and)
                    && vars.contains(&y)
                    && root != Root::Integer
                {
                    next = Some((i, y, Err(root)));
                    break;
                }
            }
            let Some((i, v, by)) = next else { break };
            group.remove(i);
            vars.retain(|w| *w != v);
            let t = match by {
                Ok(t) => t,
                Err(root) => {
                    let (t, more) = self.tree(root);
                    self.taken.extend_from_slice(&more);
                    vars.extend(more);
                    t
                }
            };
            new = self.terms.substitute(new, &[(v, t)]);
            group = group.into_iter().map(|p| self.terms.substitute(p, &[(v, t)])).collect();
        }
        let first = if and { self.terms.eq(x, new) } else { self.terms.ne(x, new) };
        let rest = if group.is_empty() { self.terms.boolean(and) } else { self.junction(group, and) };
        if and {
            let body = self.terms.and(&[first, rest]);
            self.terms.exists(&vars, body)
        } else {
            let body = self.terms.or(&[first, rest]);
            self.terms.forall(&vars, body)
        }
    }

    /// A tree with this root and new variables below.
    fn tree(&mut self, root: Root) -> (Term, Vec<Term>) {
        let sorts = root.parts(self.terms).unwrap_or_default();
        let mut taken: Vec<String> = self.taken.iter().map(|v| self.terms.show(*v)).collect();
        let mut vars = Vec::with_capacity(sorts.len());
        for s in sorts {
            let letters = if s == Sort::INT { ["I", "J", "K", "L", "M"] } else { ["Y", "Z", "U", "V", "W"] };
            let names = letters.iter().map(|l| (*l).to_string());
            let more = (1..).map(|i| format!("{}{i}", letters[0]));
            let name = names
                .chain(more)
                .map(|n| if self.lower { n.to_lowercase() } else { n })
                .find(|n| !taken.contains(n))
                .unwrap_or_default();
            vars.push(self.terms.var(&name, s));
            taken.push(name);
        }
        (root.build(self.terms, &vars), vars)
    }

    /// Parts that others settle are gone, and what others say is used inside of them.
    fn settled(&mut self, parts: Vec<Term>, and: bool) -> Vec<Term> {
        let mut parts = self.flat(parts, and);
        while let Some(fewer) = self.settle_one(&parts, and) {
            parts = self.flat(fewer, and);
        }
        parts
    }

    /// The parts after one of them has used what another one says; `None` if there is nothing to use.
    fn settle_one(&mut self, parts: &[Term], and: bool) -> Option<Vec<Term>> {
        let mut parts = parts.to_vec();
        for i in 0..parts.len() {
            for j in 0..parts.len() {
                if i == j {
                    continue;
                }
                match self.terms.beside(parts[i], parts[j], and) {
                    Beside::Settled(b) => parts[j] = self.terms.boolean(b),
                    Beside::Joined(g) => {
                        parts[i.min(j)] = g;
                        parts.remove(i.max(j));
                    }
                    Beside::Stays => {
                        let new = self.given(parts[i], parts[j], and);
                        let settled = new != parts[j] && self.terms.as_bool(new).is_some();
                        if !settled && self.terms.size(new) >= self.terms.size(parts[j]) {
                            continue;
                        }
                        parts[j] = new;
                    }
                }
                return Some(parts);
            }
        }
        None
    }

    /// Parts of the same junction in one list, each once, without neutral ones.
    fn flat(&mut self, parts: Vec<Term>, and: bool) -> Vec<Term> {
        let parts: Vec<Term> = parts
            .into_iter()
            .map(|p| match self.terms.op(p) {
                Op::Not if matches!(self.terms.op(self.terms.args(p)[0]), Op::And | Op::Or) => {
                    self.inward(self.terms.args(p)[0])
                }
                _ => p,
            })
            .collect();
        let all = if and { self.terms.and(&parts) } else { self.terms.or(&parts) };
        if self.terms.as_bool(all) == Some(and) {
            return Vec::new();
        }
        match (self.terms.op(all), and) {
            (Op::And, true) | (Op::Or, false) => self.terms.args(all).to_vec(),
            _ => vec![all],
        }
    }

    /// What another part is, given that `f` holds (in a conjunction) or does not (in a disjunction).
    fn given(&mut self, f: Term, other: Term, and: bool) -> Term {
        let (atom, positive) = match self.terms.op(f) {
            Op::And | Op::Or | Op::Forall(_) | Op::Exists(_) | Op::Ite => return other,
            Op::Not => (self.terms.args(f)[0], false),
            _ => (f, true),
        };
        let holds = positive == and;
        let mut known = vec![(atom, self.terms.boolean(holds))];
        if let Some((root, true)) = Root::asked(self.terms, atom)
            && holds
        {
            let x = self.terms.args(atom)[0];
            let mut others = Vec::new();
            self.terms.visit(&[other], |t| {
                if self.terms.args(t) == [x]
                    && Root::asked(self.terms, t).is_some_and(|(r, tester)| tester && r != root)
                {
                    others.push(t);
                }
            });
            known.extend(others.into_iter().map(|t| (t, self.terms.fals())));
        }
        let other = self.terms.substitute(other, &known);
        // Inside of the other kind of junction a bound settles bounds.
        let inner = match (self.terms.op(other), and) {
            (Op::Or, true) | (Op::And, false) => self.terms.args(other).to_vec(),
            _ => return other,
        };
        let mut kept = Vec::with_capacity(inner.len());
        for p in inner {
            match self.terms.beside(f, p, and) {
                // It is known already: a part that is neutral or absorbing there.
                Beside::Settled(b) => kept.push(self.terms.boolean(b)),
                _ => kept.push(p),
            }
        }
        if and { self.terms.or(&kept) } else { self.terms.and(&kept) }
    }
}
