//! Canonical forms: a value as pairs ⟨value, constraint⟩, exactly one of which holds.
//!
//! A value is a term in which conditions decide (`ite`); that of an array is the element at the formal index. Each
//! condition is assumed and denied in turn. What the path condition excludes falls away, as do parts of a constraint that
//! the others imply, and equal values are put together.
//!
//! ```text
//! ite(I = 0, β.2, ite(1 ≤ I ∧ I ≤ η, β.I, undef))      {⟨β.2, I = 0⟩, ⟨β.I, 1 ≤ I ∧ I ≤ η⟩}      for 0 ≤ I ≤ η
//! ```

use super::{Form, Meaning};
use crate::explorer::Explorer;
use crate::path::Path;
use base::Int;
use formula::{Op, Sort, Term};
use solver::{State, Verdict};
use std::rc::Rc;

/// Steps of the solver for one question.
const QUESTION: u64 = 20_000;

/// Pairs of a value-set, at most.
const MOST: usize = 48;

/// A value with its constraint, which is a disjunction of conjunctions.
#[derive(Clone)]
pub(crate) struct Pair {
    /// The value; nothing if it is undefined.
    pub value: Option<Term>,
    pub when: Vec<Vec<Term>>,
}

/// A value-set, and how it is written.
#[derive(Clone)]
pub(crate) struct ValueSet {
    pub pairs: Vec<Pair>,
    pub text: String,
}

impl ValueSet {
    /// That of a variable without a value.
    pub fn undefined() -> ValueSet {
        let pairs = vec![Pair { value: None, when: vec![Vec::new()] }];
        ValueSet { pairs, text: "{⟨undef, true⟩}".to_string() }
    }
}

/// The formal index of an array, with where it goes.
#[derive(Clone, Copy)]
pub(crate) struct Index {
    pub formal: Term,
    pub first: Term,
    pub last: Term,
}

impl Explorer<'_> {
    /// The canonical form of what a variable or a picture stands for.
    pub(super) fn canonical(&mut self, path: &Path, meaning: &Meaning) -> ValueSet {
        match meaning {
            Meaning::Value(None) => ValueSet::undefined(),
            Meaning::Value(Some(value)) => self.value_set(path, Some(*value), None),
            Meaning::Contents(memory, array) => {
                let (object, from) = if self.world.is_pointer(self.world.terms.sort_of(*array)) {
                    self.world.split(*array)
                } else {
                    (*array, self.world.terms.int(0))
                };
                let formal = self.world.formal();
                let first = memory.first(&mut self.world, object);
                let (length, index) = match memory.length(&mut self.world, object) {
                    Some(length) => {
                        let t = &mut self.world.terms;
                        let (one, rest) = (t.int(1), t.sub(length, from));
                        let end = t.add(&[first, rest]);
                        (true, Index { formal, first, last: t.sub(end, one) })
                    }
                    None => (false, Index { formal, first, last: first }),
                };
                let t = &mut self.world.terms;
                let at = t.sub(formal, first);
                let at = t.add(&[at, from]);
                let value = memory.element(&mut self.world, object, at, &mut Vec::new());
                // This read is not part of the path, so the facts noted for it are discarded.
                self.world.take_read();
                self.value_set(path, value, length.then_some(index))
            }
        }
    }

    /// The canonical form of a value.
    pub(super) fn value_set(&mut self, path: &Path, value: Option<Term>, index: Option<Index>) -> ValueSet {
        let Some(value) = value else { return ValueSet::undefined() };
        let base = path.condition.clone();
        let inside = match index {
            Some(i) => {
                let t = &mut self.world.terms;
                let (above, below) = (t.le(i.first, i.formal), t.le(i.formal, i.last));
                base.assert(above).assert(below)
            }
            None => base.clone(),
        };
        let mut pairs: Vec<Pair> = Vec::new();
        let mut waiting = vec![(value, Vec::new(), inside.clone())];
        let mut open = 0;
        while let Some((value, when, state)) = waiting.pop() {
            if open + pairs.len() >= MOST {
                return self.too_large(value);
            }
            match self.condition_in(value) {
                None => {
                    let undefined = self.world.is_nothing(value);
                    let undefined = self.world.terms.as_bool(undefined) == Some(true);
                    add(&mut pairs, Pair { value: (!undefined).then_some(value), when: vec![when] });
                }
                Some(c) => {
                    open += 1;
                    let not = self.world.terms.not(c);
                    for (outcome, literal) in [(false, not), (true, c)] {
                        let state = state.assert(literal);
                        // There is nothing at all in an array without elements; then all is kept.
                        if self.excluded(&state) {
                            continue;
                        }
                        let known = self.world.terms.boolean(outcome);
                        let value = self.world.terms.substitute(value, &[(c, known)]);
                        let mut when = when.clone();
                        when.push(literal);
                        waiting.push((value, when, state));
                    }
                    open -= 1;
                }
            }
        }
        if pairs.is_empty() {
            // The array has no elements on this path.
            return ValueSet { pairs, text: "{}".to_string() };
        }
        if let [only] = &mut pairs[..] {
            // Exactly one pair holds, so the only one holds without a constraint.
            only.when = vec![Vec::new()];
        }
        for pair in &mut pairs {
            for when in &mut pair.when {
                *when = self.shortest(&base, &inside, std::mem::take(when), index);
            }
            pair.when.sort_by_key(|w| self.order(w, index));
        }
        pairs.sort_by_key(|p| p.when.first().map(|w| self.order(w, index)));
        self.judge_set(&inside, &pairs);
        let text = self.set_text(&pairs);
        ValueSet { pairs, text }
    }

    fn too_large(&mut self, value: Term) -> ValueSet {
        let pairs = vec![Pair { value: Some(value), when: vec![Vec::new()] }];
        ValueSet { pairs, text: "{…}".to_string() }
    }

    fn set_text(&self, pairs: &[Pair]) -> String {
        let pair = |p: &Pair| {
            let value = p.value.map_or_else(|| "undef".to_string(), |v| self.names.show(&self.world, v));
            format!("⟨{value}, {}⟩", self.constraint_text(&p.when))
        };
        format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
    }

    /// A constraint as the paper writes it.
    pub(super) fn constraint_text(&self, when: &[Vec<Term>]) -> String {
        let all = |literals: &Vec<Term>| match literals[..] {
            [] => "true".to_string(),
            _ => {
                let parts: Vec<String> = literals
                    .iter()
                    .map(|l| {
                        let text = self.names.show(&self.world, *l);
                        if self.is_joined(*l) && literals.len() > 1 { format!("({text})") } else { text }
                    })
                    .collect();
                parts.join(" ∧ ")
            }
        };
        let joined = |w: &Vec<Term>| {
            if w.len() > 1 && when.len() > 1 { format!("({})", all(w)) } else { all(w) }
        };
        when.iter().map(joined).collect::<Vec<_>>().join(" ∨ ")
    }

    /// True if a formula is a disjunction: `or`, or the negation of `and`.
    fn is_joined(&self, f: Term) -> bool {
        let t = &self.world.terms;
        *t.op(f) == Op::Or || (*t.op(f) == Op::Not && *t.op(t.args(f)[0]) == Op::And)
    }

    /// True if a state is shown to be infeasible.
    pub(super) fn excluded(&mut self, state: &State) -> bool {
        matches!(self.ask_aside(state), Verdict::Unsat(_))
    }

    /// A query for the album only, to the solver of the album.
    pub(super) fn ask_aside(&mut self, state: &State) -> Verdict {
        let budget = self.budget.clone().with_steps(QUESTION);
        self.drawing.check_state(&self.world.terms, state, &budget)
    }

    /// A condition of an `ite` in a value that contains no `ite` itself.
    fn condition_in(&self, value: Term) -> Option<Term> {
        let t = &self.world.terms;
        let mut found = None;
        t.visit(&[value], |x| {
            if *t.op(x) == Op::Ite {
                let c = t.args(x)[0];
                let mut plain = true;
                t.visit(&[c], |y| plain &= *t.op(y) != Op::Ite);
                // The outermost comes first as people read it; visiting ends with the outermost.
                if plain {
                    found = Some(c);
                }
            }
        });
        found
    }

    /// A conjunction without the parts that the others imply.
    fn shortest(&mut self, base: &State, inside: &State, when: Vec<Term>, index: Option<Index>) -> Vec<Term> {
        let mut parts: Vec<Term> = Vec::new();
        for literal in when {
            self.split_literal(literal, &mut parts);
        }
        if let Some(point) = self.single_index(inside, &parts, index) {
            let mut kept = vec![point];
            let whole = inside.assert(point);
            // Keeps the parts that the index alone does not imply.
            parts.retain(|p| {
                let not = self.world.terms.not(*p);
                !self.excluded(&whole.assert(not))
            });
            kept.extend(parts);
            return kept;
        }
        // Negations and disjunctions are tried first: they are long.
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|i| !self.denies(parts[*i]));
        let mut dropped = vec![false; parts.len()];
        for i in order {
            let mut rest = base.clone();
            for (j, p) in parts.iter().enumerate() {
                if j != i && !dropped[j] {
                    rest = rest.assert(*p);
                }
            }
            let not = self.world.terms.not(parts[i]);
            dropped[i] = self.excluded(&rest.assert(not));
        }
        for i in 0..parts.len() {
            if !dropped[i] {
                let others = parts.iter().zip(&dropped).enumerate();
                let others = others.filter(|(j, (_, gone))| *j != i && !**gone).map(|(_, (p, _))| *p);
                let state = others.fold(inside.clone(), |s, p| s.assert(p));
                parts[i] = self.possible_ways(&state, parts[i]);
            }
        }
        let mut kept: Vec<Term> =
            parts.into_iter().zip(dropped).filter(|(_, gone)| !gone).map(|(p, _)| p).collect();
        kept.sort_by_key(|p| self.denies(*p));
        kept
    }

    /// A disjunction without its infeasible alternatives; a negated conjunction counts as a disjunction.
    fn possible_ways(&mut self, state: &State, literal: Term) -> Term {
        let literal = self.opposites(literal);
        if *self.world.terms.op(literal) != Op::Or {
            return literal;
        }
        let mut ways = self.world.terms.args(literal).to_vec();
        ways.retain(|w| !self.excluded(&state.assert(*w)));
        self.world.terms.or(&ways)
    }

    /// Turns a negated conjunction into a disjunction of negations, which is easier to read.
    fn opposites(&mut self, f: Term) -> Term {
        let t = &mut self.world.terms;
        if *t.op(f) != Op::Not || *t.op(t.args(f)[0]) != Op::And {
            return f;
        }
        let parts = t.args(t.args(f)[0]).to_vec();
        let opposites: Vec<Term> = parts.into_iter().map(|p| t.not(p)).collect();
        t.or(&opposites)
    }

    fn denies(&self, literal: Term) -> bool {
        matches!(self.world.terms.op(literal), Op::Not | Op::Or)
    }

    pub(super) fn split_literal(&mut self, literal: Term, out: &mut Vec<Term>) {
        let t = &self.world.terms;
        let inner = if *t.op(literal) == Op::Not { t.args(literal)[0] } else { literal };
        let parts = match (t.op(literal), t.op(inner)) {
            (Op::And, _) | (Op::Not, Op::Or) => t.args(inner).to_vec(),
            _ => {
                if !out.contains(&literal) {
                    out.push(literal);
                }
                return;
            }
        };
        for part in parts {
            let part = if inner == literal { part } else { self.world.terms.not(part) };
            self.split_literal(part, out);
        }
    }

    /// `I = t`, if a constraint says that, in whatever words.
    fn single_index(&mut self, inside: &State, parts: &[Term], index: Option<Index>) -> Option<Term> {
        let index = index?;
        let t = &mut self.world.terms;
        let mut points: Vec<Term> = Vec::new();
        for p in parts {
            if *t.op(*p) == Op::Eq && t.args(*p).contains(&index.formal) {
                return Some(*p);
            }
        }
        points.push(t.eq(index.formal, index.first));
        points.push(t.eq(index.formal, index.last));
        let state = parts.iter().fold(inside.clone(), |s, p| s.assert(*p));
        for point in points {
            let not = self.world.terms.not(point);
            if self.world.terms.as_bool(point).is_none() && self.excluded(&state.assert(not)) {
                return Some(point);
            }
        }
        None
    }

    /// Single indices come first, in order.
    fn order(&self, when: &[Term], index: Option<Index>) -> (u8, Option<i64>) {
        let Some(index) = index else { return (0, None) };
        let t = &self.world.terms;
        for p in when {
            if *t.op(*p) == Op::Eq && t.args(*p).contains(&index.formal) {
                let other = t.args(*p).iter().find(|a| **a != index.formal);
                let number = other.and_then(|o| match t.op(*o) {
                    Op::Int(n) => n.to_i64(),
                    _ => None,
                });
                return if number.is_some() { (0, number) } else { (1, None) };
            }
        }
        (2, None)
    }

    /// Brings what pictures stand for to canonical form, and all that they refer to.
    pub(super) fn develop(&mut self, path: &mut Path, form: &Form) {
        for id in form.pictures() {
            let Some(picture) = path.album.as_ref().and_then(|a| a.pictures.get(&id)).cloned() else {
                continue;
            };
            if matches!(*picture.form, Form::Set(_)) {
                continue;
            }
            self.develop(path, &picture.form);
            let set = self.canonical(path, &picture.meaning);
            if let Some(album) = &mut path.album
                && let Some(place) = Rc::make_mut(&mut album.pictures).get_mut(&id)
            {
                place.form = Rc::new(Form::Set(Rc::new(set)));
            }
        }
    }

    /// A condition without `ite`: one of its values holds, together with its constraint.
    pub(super) fn without_choices(&mut self, path: &Path, f: Term) -> Term {
        if self.condition_in(f).is_none() {
            return f;
        }
        let set = self.value_set(path, Some(f), None);
        let t = &mut self.world.terms;
        let mut ways = Vec::new();
        for pair in &set.pairs {
            for when in &pair.when {
                let mut all = when.clone();
                all.extend(pair.value);
                ways.push(t.and(&all));
            }
        }
        t.or(&ways)
    }

    /// Replaces a bound by an equation if the others leave only one number: η ≥ 3 ∧ η < 4 becomes η = 3.
    fn with_equations(&mut self, mut said: Vec<Term>) -> Vec<Term> {
        for i in 0..said.len() {
            let t = &mut self.world.terms;
            let f = said[i];
            let (op, args) = (t.op(f).clone(), t.args(f).to_vec());
            let [a, b] = args[..] else { continue };
            let strict = match op {
                Op::Le => 0,
                Op::Lt => 1,
                _ => continue,
            };
            // a ≤ b, where one of them is a number.
            let (x, bound) = match (t.op(a).clone(), t.op(b).clone()) {
                (Op::Int(n), _) => (b, &n + &Int::from(strict)),
                (_, Op::Int(n)) => (a, &n - &Int::from(strict)),
                _ => continue,
            };
            let bound = t.int(bound);
            let equal = t.eq(x, bound);
            let not = t.not(equal);
            let all = said.iter().fold(State::new(), |s, g| s.assert(*g));
            if self.excluded(&all.assert(not)) {
                said[i] = equal;
            }
        }
        said.dedup();
        said
    }

    /// The path condition without the parts that the others imply.
    pub(super) fn condition_parts(&mut self, path: &mut Path) -> Vec<String> {
        let Some(album) = &path.album else { return Vec::new() };
        if let Some(written) = &album.written {
            return written.to_vec();
        }
        let said = album.said.to_vec();
        let said = self.with_equations(said);
        let mut kept: Vec<Term> = Vec::new();
        for (i, f) in said.iter().enumerate() {
            let mut rest = State::new();
            for g in kept.iter().chain(&said[i + 1..]) {
                rest = rest.assert(*g);
            }
            let not = self.world.terms.not(*f);
            if !self.excluded(&rest.assert(not)) {
                kept.push(*f);
            }
        }
        if let Some(album) = &mut path.album {
            album.said = Rc::new(kept.clone());
        }
        let mut out: Vec<String> = self.required_texts.clone();
        let several = kept.len() + out.len() > 1;
        for f in kept {
            let f = self.opposites(f);
            let text = self.names.show(&self.world, f);
            let joined = self.is_joined(f) && several;
            out.push(if joined { format!("({text})") } else { text });
        }
        if let Some(album) = &mut path.album {
            album.written = Some(Rc::new(out.clone()));
        }
        out
    }
}

/// One more pair; equal values are put together.
fn add(pairs: &mut Vec<Pair>, new: Pair) {
    match pairs.iter_mut().find(|p| p.value == new.value) {
        Some(known) => known.when.extend(new.when),
        None => pairs.push(new),
    }
}

/// True if the values of a sort are numbers or truth values.
pub(super) fn is_scalar(sort: Sort) -> bool {
    matches!(sort, Sort::INT | Sort::REAL | Sort::BOOL)
}
