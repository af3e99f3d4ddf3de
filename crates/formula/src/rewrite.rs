//! Substitution, and rebuilding terms from the leaves up.

use crate::term::{Op, Term, Terms};
use rustc_hash::FxHashMap;

impl Terms {
    /// Replaces terms by terms, everywhere at once. Bound variables are renamed where a
    /// replacement would be captured.
    pub fn substitute(&mut self, t: Term, map: &[(Term, Term)]) -> Term {
        let map: FxHashMap<Term, Term> = map.iter().copied().collect();
        if self.is_quantified(t) { self.substitute_under(t, &map) } else { self.rebuild_with(t, &map) }
    }

    /// Rebuilds a quantifier-free term bottom up with an explicit stack.
    fn rebuild_with(&mut self, root: Term, map: &FxHashMap<Term, Term>) -> Term {
        let mut done = map.clone();
        let mut stack = vec![(root, false)];
        while let Some((t, ready)) = stack.pop() {
            if done.contains_key(&t) {
                continue;
            }
            if !ready {
                stack.push((t, true));
                stack.extend(self.args(t).iter().map(|a| (*a, false)));
                continue;
            }
            let new = self.rebuild_from(t, &done);
            done.insert(t, new);
        }
        done.get(&root).copied().unwrap_or(root)
    }

    fn rebuild_from(&mut self, t: Term, done: &FxHashMap<Term, Term>) -> Term {
        let args: Vec<Term> = self.args(t).iter().map(|a| done.get(a).copied().unwrap_or(*a)).collect();
        if args == self.args(t) {
            return t;
        }
        let (op, sort) = (self.op(t).clone(), self.sort_of(t));
        self.rebuild(&op, sort, &args)
    }

    fn substitute_under(&mut self, t: Term, map: &FxHashMap<Term, Term>) -> Term {
        if let Some(n) = map.get(&t) {
            return *n;
        }
        if !self.is_quantified(t) {
            return self.rebuild_with(t, map);
        }
        let args = self.args(t).to_vec();
        let (op, sort) = (self.op(t).clone(), self.sort_of(t));
        let (Op::Forall(n) | Op::Exists(n)) = op else {
            let new: Vec<Term> = args.iter().map(|a| self.substitute_under(*a, map)).collect();
            return self.rebuild(&op, sort, &new);
        };
        let (bound, body) = (&args[..n as usize], args[n as usize]);
        let mut inner = map.clone();
        // A term that mentions a bound variable is another term in here.
        inner.retain(|k, _| !self.free_vars(&[*k]).iter().any(|v| bound.contains(v)));
        let replacements: Vec<Term> = {
            let mut r: Vec<(Term, Term)> = map.iter().map(|(k, v)| (*k, *v)).collect();
            r.sort();
            r.into_iter().map(|(_, v)| v).collect()
        };
        let captured = self.free_vars(&replacements);
        let mut vars = Vec::new();
        for v in bound {
            if captured.contains(v) {
                let hint = match self.op(*v) {
                    Op::Var(s) => self.name(*s).to_string(),
                    _ => "v".into(),
                };
                let sort = self.sort_of(*v);
                let fresh = self.fresh_var(&hint, sort);
                inner.insert(*v, fresh);
                vars.push(fresh);
            } else {
                vars.push(*v);
            }
        }
        let body = self.substitute_under(body, &inner);
        if matches!(op, Op::Forall(_)) { self.forall(&vars, body) } else { self.exists(&vars, body) }
    }
}
