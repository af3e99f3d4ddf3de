//! Facts about all indices of arrays and all arguments of functions: instances where they matter.
//!
//! A fact `∀i φ(i)` is replaced by a proxy with instances `proxy → φ(t)`: first at the terms by which arrays are
//! read and to which `i` is compared (the index set of Bradley, Manna and Sipma's "What's decidable about
//! arrays?", and that set shifted by `c` for each read at `i + c`), then at those indices where a candidate model
//! fails ("model-based quantifier instantiation", Ge and de Moura). Instances follow from the fact, so `unsat` is
//! right. `sat` is said only when every fact holds in the model, which [`close`] makes a question about numbers:
//!
//! ```text
//! ∀i (0 ≤ i < n → a[i] ≤ 3), a[k] = 5, 0 ≤ k, k < n      instance at k: unsat
//! ```
//!
//! If the rounds give neither answer, the answer is unknown.

use super::closed::{close, constant, variations};
use super::confirm::{counterexample, judged};
use super::{Kept, eliminate, outside};
use crate::engine::{Answer, Counters, Engine};
use crate::verdict::Unknown;
use base::{Budget, Rat};
use formula::{Model, Op, Sort, Term, Terms, Value, evaluate, holds};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Candidates that are tried.
const ROUNDS: usize = 48;
/// Terms at which facts are instantiated first.
const INDICES: usize = 32;
/// First instances of one fact.
const FIRST: usize = 300;
/// All instances.
const MOST: usize = 4_000;
/// Deeper formulas are left alone.
const DEEPEST: u32 = 400;

/// `∀ vars: body`, as far as the proxy holds.
struct Fact {
    proxy: Term,
    vars: Vec<Term>,
    body: Term,
    done: BTreeSet<Vec<Term>>,
}

/// Facts that fail, by their numbers, each with the values at which it fails.
type Failures = Vec<(usize, Vec<Value>)>;

/// The result of the search.
pub(crate) enum Found {
    Sat(Model),
    Unsat,
    Unknown(Unknown),
}

/// Answers for assertions whose quantifiers stay.
pub(crate) fn solve(
    terms: &mut Terms,
    assertions: &[Term],
    budget: &Budget,
    counters: &mut Counters,
) -> Result<Found, Kept> {
    let mut search = Instances {
        terms,
        budget,
        facts: Vec::new(),
        proxies: FxHashMap::default(),
        engine: Engine::new(),
        ground: Vec::new(),
        count: 0,
    };
    let found = search.solve(assertions);
    counters.add(&search.engine.counters);
    found
}

struct Instances<'a> {
    terms: &'a mut Terms,
    budget: &'a Budget,
    facts: Vec<Fact>,
    proxies: FxHashMap<(Term, bool), Term>,
    engine: Engine,
    /// What was asserted to the engine.
    ground: Vec<Term>,
    count: usize,
}

impl Instances<'_> {
    fn solve(&mut self, assertions: &[Term]) -> Result<Found, Kept> {
        for f in assertions {
            let f = self.prepare(*f, true)?;
            self.tell(f)?;
        }
        self.first_instances()?;
        for _ in 0..ROUNDS {
            self.budget.look()?;
            let model = match self.engine.check(self.terms, self.budget) {
                Answer::Sat(m) => m,
                Answer::Unsat(_) => return Ok(Found::Unsat),
                Answer::Unknown(u) => return Ok(Found::Unknown(u)),
            };
            let mut failures: Option<Failures> = None;
            for candidate in variations(self.terms, &model) {
                self.budget.look()?;
                if !self.ground.iter().all(|f| holds(self.terms, &candidate, *f)) {
                    continue;
                }
                let Some(wrong) = self.failures(&candidate)? else { continue };
                if wrong.is_empty() {
                    // All facts hold, and so does the ground part; so do the assertions, unless the translation to
                    // facts went wrong.
                    let wrong = |f: &Term| judged(self.terms, &candidate, *f, self.budget) == Some(false);
                    if !assertions.iter().any(wrong) {
                        return Ok(Found::Sat(candidate));
                    }
                    continue;
                }
                if failures.as_ref().is_none_or(|f| wrong.len() < f.len()) {
                    failures = Some(wrong);
                }
            }
            let Some(failures) = failures else { break };
            let mut new = false;
            for (fact, values) in failures {
                new |= self.instance_at(fact, &values, &model)?;
            }
            if !new || self.count > MOST {
                break;
            }
        }
        outside("facts about all indices were neither refuted nor satisfied by the instances that were tried")
    }

    /// The formula with proxies for facts, and unnamed constants for what exists.
    fn prepare(&mut self, f: Term, positive: bool) -> Result<Term, Kept> {
        if !self.terms.is_quantified(f) {
            return Ok(if positive { f } else { self.terms.not(f) });
        }
        if self.terms.depth(f) > DEEPEST {
            return outside("a quantified formula is nested too deeply");
        }
        self.budget.step()?;
        let (op, args) = (self.terms.op(f).clone(), self.terms.args(f).to_vec());
        match (op, &args[..]) {
            (Op::Not, [a]) => self.prepare(*a, !positive),
            (op @ (Op::And | Op::Or), parts) => {
                let mut new = Vec::with_capacity(parts.len());
                for p in parts {
                    new.push(self.prepare(*p, positive)?);
                }
                Ok(if (op == Op::And) == positive { self.terms.and(&new) } else { self.terms.or(&new) })
            }
            (Op::Eq, [a, b]) if self.terms.sort_of(*a) == Sort::BOOL => {
                let both = [self.prepare(*a, true)?, self.prepare(*b, positive)?];
                let none = [self.prepare(*a, false)?, self.prepare(*b, !positive)?];
                let (both, none) = (self.terms.and(&both), self.terms.and(&none));
                Ok(self.terms.or(&[both, none]))
            }
            (Op::Ite, [c, a, b]) if self.terms.sort_of(f) == Sort::BOOL => {
                let yes = [self.prepare(*c, true)?, self.prepare(*a, positive)?];
                let no = [self.prepare(*c, false)?, self.prepare(*b, positive)?];
                let (yes, no) = (self.terms.and(&yes), self.terms.and(&no));
                Ok(self.terms.or(&[yes, no]))
            }
            (op @ (Op::Forall(n) | Op::Exists(n)), _) => {
                let (vars, body) = args.split_at(n as usize);
                let Some(body) = body.first().copied() else { return outside("a quantifier without a body") };
                if matches!(op, Op::Forall(_)) == positive {
                    self.fact(f, positive, vars, body)
                } else {
                    let mut map = Vec::with_capacity(vars.len());
                    for v in vars {
                        let sort = self.terms.sort_of(*v);
                        map.push((*v, self.terms.fresh_var("some", sort)));
                    }
                    let body = self.terms.substitute(body, &map);
                    self.prepare(body, positive)
                }
            }
            _ => outside("a quantifier stands inside of a term"),
        }
    }

    fn fact(&mut self, f: Term, positive: bool, vars: &[Term], body: Term) -> Result<Term, Kept> {
        if let Some(proxy) = self.proxies.get(&(f, positive)) {
            return Ok(*proxy);
        }
        // What speaks of numbers alone need not be instantiated.
        let proxy = match eliminate(self.terms, f, self.budget) {
            Ok(plain) => {
                if positive {
                    plain
                } else {
                    self.terms.not(plain)
                }
            }
            Err(Kept::Stopped(stop)) => return Err(Kept::Stopped(stop)),
            Err(Kept::Outside(why)) => {
                if vars.iter().any(|v| !matches!(self.terms.sort_of(*v), Sort::INT | Sort::BOOL)) {
                    return Err(Kept::Outside(why));
                }
                let body = if positive { body } else { self.terms.not(body) };
                let proxy = self.terms.fresh_var("fact", Sort::BOOL);
                self.facts.push(Fact { proxy, vars: vars.to_vec(), body, done: BTreeSet::new() });
                proxy
            }
        };
        self.proxies.insert((f, positive), proxy);
        Ok(proxy)
    }

    fn tell(&mut self, f: Term) -> Result<(), Kept> {
        self.ground.push(f);
        self.engine.push(self.budget)?;
        self.engine.assert(self.terms, f, self.budget)?;
        Ok(())
    }

    /// Adds an instance; false if it is there already.
    fn instance(&mut self, fact: usize, at: &[Term]) -> Result<bool, Kept> {
        let Some(f) = self.facts.get_mut(fact) else { return Ok(false) };
        if !f.done.insert(at.to_vec()) {
            return Ok(false);
        }
        let map: Vec<(Term, Term)> = f.vars.iter().copied().zip(at.iter().copied()).collect();
        let (proxy, body) = (f.proxy, f.body);
        let body = self.terms.substitute(body, &map);
        let body = self.prepare(body, true)?;
        let body = self.terms.simplify(body);
        let instance = self.terms.implies(proxy, body);
        self.count += 1;
        self.tell(instance)?;
        Ok(true)
    }

    /// Adds an instance where a candidate fails: at terms that have these values, if there are some, since what
    /// is said of those is said of every model.
    fn instance_at(&mut self, fact: usize, values: &[Value], model: &Model) -> Result<bool, Kept> {
        let indices = self.indices(fact);
        let mut at = Vec::with_capacity(values.len());
        let sorts: Vec<Sort> = match self.facts.get(fact) {
            Some(f) => f.vars.iter().map(|v| self.terms.sort_of(*v)).collect(),
            None => return Ok(false),
        };
        for (value, sort) in values.iter().zip(sorts) {
            let known =
                indices.iter().copied().find(|t| evaluate(self.terms, model, *t).as_ref() == Ok(value));
            let Some(plain) = constant(self.terms, sort, value) else { return Ok(false) };
            at.push((known.unwrap_or(plain), plain));
        }
        let named: Vec<Term> = at.iter().map(|(t, _)| *t).collect();
        if self.instance(fact, &named)? {
            return Ok(true);
        }
        let plain: Vec<Term> = at.iter().map(|(_, t)| *t).collect();
        self.instance(fact, &plain)
    }

    /// The facts that do not hold in a candidate, with where; nothing if that cannot be told.
    fn failures(&mut self, candidate: &Model) -> Result<Option<Failures>, Kept> {
        let mut out = Vec::new();
        for i in 0..self.facts.len() {
            let Some(Fact { proxy, vars, body, .. }) = self.facts.get(i) else { continue };
            let (proxy, vars, body) = (*proxy, vars.clone(), *body);
            if !holds(self.terms, candidate, proxy) {
                continue;
            }
            match counterexample(self.terms, candidate, &vars, body, self.budget) {
                Some(None) => continue,
                Some(Some(values)) => {
                    out.push((i, values));
                    continue;
                }
                None => self.budget.look()?,
            }
            let Some(closed) = close(self.terms, candidate, body, &vars) else { return Ok(None) };
            let plain = match eliminate(self.terms, closed, self.budget) {
                Ok(plain) => plain,
                Err(Kept::Stopped(stop)) => return Err(Kept::Stopped(stop)),
                Err(Kept::Outside(_)) => return Ok(None),
            };
            let wrong = self.terms.not(plain);
            let wrong = self.terms.simplify(wrong);
            if self.terms.as_bool(wrong) == Some(false) {
                continue;
            }
            let mut engine = Engine::new();
            engine.push(self.budget)?;
            engine.assert(self.terms, wrong, self.budget)?;
            let answer = engine.check(self.terms, self.budget);
            self.engine.counters.add(&engine.counters);
            match answer {
                Answer::Unsat(_) => {}
                Answer::Unknown(Unknown::Stopped(stop)) => return Err(Kept::Stopped(stop)),
                Answer::Unknown(_) => return Ok(None),
                Answer::Sat(m) => {
                    let value = |v: &Term| {
                        let plainest = || self.terms.default_value(self.terms.sort_of(*v));
                        m.get(self.terms, *v).cloned().unwrap_or_else(plainest)
                    };
                    out.push((i, vars.iter().map(value).collect()));
                }
            }
        }
        Ok(Some(out))
    }

    /// Instances at the terms that matter whatever the model is.
    fn first_instances(&mut self) -> Result<(), Kept> {
        // Instances may bring facts along, which get theirs in turn.
        let mut fact = 0;
        while fact < self.facts.len() && self.count < MOST {
            let indices = self.indices(fact);
            let sorts: Vec<Sort> = self.facts[fact].vars.iter().map(|v| self.terms.sort_of(*v)).collect();
            let (yes, no) = (self.terms.tru(), self.terms.fals());
            let mut tuples: Vec<Vec<Term>> = vec![Vec::new()];
            for sort in sorts {
                let choices: &[Term] = if sort == Sort::BOOL { &[yes, no] } else { &indices };
                let longer = tuples.iter().flat_map(|t| choices.iter().map(|c| [&t[..], &[*c]].concat()));
                tuples = longer.take(FIRST).collect();
            }
            for at in tuples {
                self.instance(fact, &at)?;
            }
            fact += 1;
        }
        Ok(())
    }

    /// The terms at which a fact is instantiated first: those by which something is read, those to which its
    /// variables are compared, all of them shifted as the fact's own reads are.
    fn indices(&mut self, fact: usize) -> Vec<Term> {
        let Some(f) = self.facts.get(fact) else { return Vec::new() };
        let (vars, body) = (f.vars.clone(), f.body);
        let bound: Vec<Term> = self.facts.iter().flat_map(|f| f.vars.iter().copied()).collect();
        let mut reads: Vec<Term> = Vec::new();
        let mut own: Vec<Term> = Vec::new();
        let mut compared: Vec<(Term, Term, bool)> = Vec::new();
        let mut note = |terms: &Terms, roots: &[Term], mine: bool| {
            terms.visit(roots, |t| {
                let args = terms.args(t);
                match terms.op(t) {
                    Op::Select | Op::Store if args.len() > 1 => {
                        reads.push(args[1]);
                        if mine {
                            own.push(args[1]);
                        }
                    }
                    Op::App(_) => {
                        reads.extend_from_slice(args);
                        if mine {
                            own.extend_from_slice(args);
                        }
                    }
                    Op::Le | Op::Lt | Op::Eq if mine && args.len() == 2 => {
                        compared.push((args[0], args[1], *terms.op(t) == Op::Lt));
                    }
                    _ => {}
                }
            });
        };
        note(self.terms, &self.ground, false);
        note(self.terms, &[body], true);
        let mut out: Vec<Term> = Vec::new();
        let ground = |terms: &Terms, t: Term| {
            terms.sort_of(t) == Sort::INT
                && !terms.is_quantified(t)
                && terms.free_vars(&[t]).iter().all(|v| !bound.contains(v))
        };
        for t in reads {
            if ground(self.terms, t) && !out.contains(&t) {
                out.push(t);
            }
        }
        let one = self.terms.int(1);
        for (a, b, strict) in compared {
            if self.terms.sort_of(a) != Sort::INT {
                continue;
            }
            for v in &vars {
                // Where the two sides meet, if the variable stands there once.
                let Some(meet) = meeting(self.terms, a, b, *v).filter(|t| ground(self.terms, *t)) else {
                    continue;
                };
                let mut near = vec![meet];
                if strict {
                    near.push(self.terms.sub(meet, one));
                    near.push(self.terms.add(&[meet, one]));
                }
                for t in near {
                    let t = self.terms.simplify(t);
                    if !out.contains(&t) {
                        out.push(t);
                    }
                }
            }
        }
        let mut shifted: Vec<Term> = Vec::new();
        for read in own {
            for v in &vars {
                // The index of the read is a sum with `v`. Adds the value of `v` for which this index equals `t`.
                let steady = ground(self.terms, read) || self.terms.free_vars(&[read]).iter().all(|w| w != v);
                if steady || self.terms.sort_of(read) != Sort::INT {
                    continue;
                }
                for t in out.clone() {
                    if let Some(at) = meeting(self.terms, read, t, *v).filter(|t| ground(self.terms, *t))
                        && !out.contains(&at)
                        && !shifted.contains(&at)
                    {
                        shifted.push(at);
                    }
                }
            }
        }
        out.extend(shifted);
        if out.is_empty() {
            out.push(self.terms.int(0));
        }
        out.truncate(INDICES);
        out
    }
}

/// The value of a variable at which two sums are equal, if it stands there once.
fn meeting(terms: &mut Terms, a: Term, b: Term, v: Term) -> Option<Term> {
    let gap = terms.linear_form(&[(a, Rat::from(1)), (b, Rat::from(-1))]);
    let (_, times) = gap.monomials.iter().find(|(t, _)| *t == v)?;
    if !times.abs().is_one() {
        return None;
    }
    // Its factor is 1 or −1, so multiplying divides.
    let mut parts = vec![terms.number(&-&gap.offset() * times, Sort::INT)];
    for (t, by) in gap.monomials.iter().filter(|(t, _)| *t != v) {
        let by = terms.number(&-by * times, Sort::INT);
        parts.push(terms.mul(by, *t));
    }
    let sum = terms.add(&parts);
    Some(terms.simplify(sum))
}
