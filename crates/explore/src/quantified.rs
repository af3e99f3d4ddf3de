//! What is required of every number of a range, as far as a path looks.
//!
//! Not all numbers are enumerated: whenever a path says something of an element of the input, the requirement is said
//! for the numbers for which it is about that element. The rest is made up for when an input is built: then the ends of
//! the range are known, and the requirement is said for each number in between.
//!
//! ```text
//! forall k in 1 .. n - 1: b[k] > b[k + 1]       the path asks whether b[2] < b[1]
//!                                               k = 1: b[1] > b[2]      k = 2: b[2] > b[3]     k = 0: outside of the range
//! ```
//!
//! Instances at index terms and their neighbours are what decides the array property fragment (Bradley, Manna and Sipma,
//! *What's decidable about arrays?*); beyond it, an infeasible path may stay unknown.

use crate::explorer::Explorer;
use crate::path::Path;
use formula::{FunId, Model, Op, Sort, Term, evaluate};
use imperative::{Proc, Requirement, RequirementKind, VarId};
use rustc_hash::FxHashSet;
use solver::State;
use symbolic::evaluate::Evaluation;
use symbolic::world::World;

/// Instances that are said on one path, at most, of one requirement.
const MOST: usize = 2_000;

/// Numbers of a range that are said one by one when an input is built, at most.
const LONGEST: i64 = 300;

/// Numbers of a range that is known from the start, for which the requirement is said at once.
const FEW: usize = 64;

/// An element of the input: the map, the array and the index.
type Element = (FunId, Term, Term);

/// A requirement for every number of a range, or for all combinations of several.
pub struct Quantified {
    /// The numbers, each with its range. The range of one may depend on those before it.
    numbers: Vec<(Term, Term, Term)>,
    /// What holds for them; that nothing goes wrong included.
    body: Term,
    /// The same without that, as it is shown; and the names of the numbers.
    shown: Term,
    names: Vec<VarId>,
    /// The elements that the body is about, with the number that leads to each and how far it is from there.
    about: Vec<(Element, usize)>,
}

/// What a path has looked at.
#[derive(Clone, Default)]
pub struct Heeded {
    elements: Vec<Element>,
    said: FxHashSet<Term>,
}

impl Quantified {
    /// The instance for some numbers: they are outside of the range, or the body holds.
    fn instance(&self, world: &mut World, numbers: &[Term]) -> Term {
        let map: Vec<(Term, Term)> = self.numbers.iter().map(|n| n.0).zip(numbers.iter().copied()).collect();
        let t = &mut world.terms;
        let mut parts = Vec::new();
        for ((_, first, last), number) in self.numbers.iter().zip(numbers) {
            let (first, last) = (t.substitute(*first, &map), t.substitute(*last, &map));
            parts.extend([t.lt(*number, first), t.lt(last, *number)]);
        }
        parts.push(t.substitute(self.body, &map));
        t.or(&parts)
    }

    /// For each of the numbers, which values lead to some elements.
    fn values(&self, world: &mut World, elements: &[Element]) -> Vec<Vec<Term>> {
        let mut out = vec![Vec::new(); self.numbers.len()];
        for ((map, array, index), number) in &self.about {
            for (f, a, i) in elements {
                if f != map || a != array {
                    continue;
                }
                // k + c = i, so k = i - c.
                let k = self.numbers[*number].0;
                let away = world.terms.sub(*index, k);
                let value = world.terms.sub(*i, away);
                if !out[*number].contains(&value) {
                    out[*number].push(value);
                }
            }
        }
        out
    }
}

/// All combinations of one value for each place, at least one of which is new.
fn combinations(old: &[Vec<Term>], new: &[Vec<Term>]) -> Vec<Vec<Term>> {
    let mut out: Vec<(Vec<Term>, bool)> = vec![(Vec::new(), false)];
    for (old, new) in old.iter().zip(new) {
        let mut longer = Vec::new();
        for (before, has_new) in &out {
            for (value, is_new) in old.iter().map(|v| (v, false)).chain(new.iter().map(|v| (v, true))) {
                let mut one = before.clone();
                one.push(*value);
                longer.push((one, *has_new || is_new));
            }
            if longer.len() > MOST {
                break;
            }
        }
        out = longer;
    }
    out.into_iter().filter(|(_, new)| *new).map(|(one, _)| one).take(MOST).collect()
}

/// The elements of the input that a formula is about.
fn elements_of(world: &World, roots: &[Term]) -> Vec<Element> {
    let mut out = Vec::new();
    let t = &world.terms;
    t.visit(roots, |x| {
        if let Op::App(f) = t.op(x)
            && let [array, index] = t.args(x)
            && world.array(t.sort_of(*array)).is_some_and(|(_, at, _)| at == *f)
        {
            out.push((*f, *array, *index));
        }
    });
    out
}

impl Explorer<'_> {
    /// Takes a requirement for every number of a range. False if it is not one that can be said in formulas.
    pub(crate) fn quantify(&mut self, path: &mut Path, r: &Requirement) -> bool {
        let mut numbers: Vec<(Term, Term, Term)> = Vec::new();
        let mut bound: Vec<(VarId, Term)> = Vec::new();
        let mut inner = r;
        while let RequirementKind::Every { var, first, last, body } = &inner.kind {
            let Some(frame) = path.frames.last() else { return false };
            let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
            ev.bound = &bound;
            let range = (ev.value(first, None), ev.value(last, None));
            // Where the range is unknown, nothing is asserted, and the finished input is judged.
            if !ev.troubles.is_empty() && !bound.is_empty() {
                return false;
            }
            let fine: Vec<Term> = ev.troubles.iter().map(|t| t.guard).collect();
            for wrong in fine {
                let right = self.world.terms.not(wrong);
                // It is not shown.
                let parts = match self.world.terms.op(wrong) {
                    Op::Or => self.world.terms.args(wrong).to_vec(),
                    _ => vec![wrong],
                };
                let opposites: Vec<Term> = parts.into_iter().map(|p| self.world.terms.not(p)).collect();
                self.ranges.extend(opposites);
                self.assert_parts(path, right);
            }
            let number = self.world.terms.fresh_var("k", Sort::INT);
            numbers.push((number, range.0, range.1));
            bound.push((*var, number));
            inner = body;
        }
        let Some((shown, wrong)) = self.holds_or_errs(path, inner, &bound) else { return false };
        let t = &mut self.world.terms;
        let fine = t.not(wrong);
        let body = t.and(&[fine, shown]);
        let names = bound.iter().map(|(v, _)| *v).collect();
        // What was read is about numbers that stand for others.
        self.world.take_read();
        let mut about = Vec::new();
        for (map, array, index) in elements_of(&self.world, &[body]) {
            for (n, (number, ..)) in numbers.iter().enumerate() {
                let away = self.world.terms.sub(index, *number);
                let free = self.world.terms.free_vars(&[away]);
                if !numbers.iter().any(|(k, ..)| free.contains(k)) {
                    about.push(((map, array, index), n));
                }
            }
        }
        // A number to which no element leads is told by the ends of its range alone.
        let plain = numbers.iter().all(|(_, first, last)| {
            let known = |end: Term| matches!(self.world.terms.op(end), Op::Int(_));
            known(*first) && known(*last)
        });
        self.quantified.push(Quantified { numbers, body, shown, names, about });
        if plain {
            // The number of instances does not depend on the input.
            let all = self.all_numbers(self.quantified.len() - 1, &Model::default(), FEW);
            for instance in all.map(|(instances, _)| instances).unwrap_or_default() {
                path.condition = self.with_instance(path.condition.clone(), instance);
            }
        }
        true
    }

    /// Something does not hold for every number of a range: there is one for which it does not.
    pub(crate) fn some_number(&mut self, path: &mut Path, r: &Requirement) -> Option<Term> {
        let mut bound: Vec<(VarId, Term)> = Vec::new();
        let mut parts = Vec::new();
        let mut inner = r;
        while let RequirementKind::Every { var, first, last, body } = &inner.kind {
            let frame = path.frames.last()?;
            let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
            ev.bound = &bound;
            let (first, last) = (ev.value(first, None), ev.value(last, None));
            let wrong: Vec<Term> = ev.troubles.iter().map(|t| t.guard).collect();
            let t = &mut self.world.terms;
            parts.extend(wrong.into_iter().map(|w| t.not(w)));
            let number = t.fresh_var("k", Sort::INT);
            parts.extend([t.le(first, number), t.le(number, last)]);
            bound.push((*var, number));
            inner = body;
        }
        let (holds, wrong) = self.holds_or_errs(path, inner, &bound)?;
        self.bound_what_was_read(path);
        let t = &mut self.world.terms;
        parts.extend([t.not(holds), t.not(wrong)]);
        let all = t.and(&parts);
        // It is shown in the words of the requirement instead.
        let is_and = *t.op(all) == Op::And;
        let shown = if is_and { t.args(all).to_vec() } else { vec![all] };
        self.ranges.extend(shown);
        Some(all)
    }

    /// The requirements in the notation of the paper on arrays.
    pub(crate) fn quantified_texts(&mut self, of: &Proc) -> Vec<String> {
        let mut out = Vec::new();
        for q in &self.quantified {
            let mut text = String::new();
            for ((number, first, last), v) in q.numbers.iter().zip(&q.names) {
                let name = of.var(*v).map_or_else(|| "K".to_string(), |v| v.name.clone());
                let ends = [*first, *last].map(|end| self.names.show(&self.world, end));
                self.names.bind(*number, name.clone());
                text.push_str(&format!("∀{name} ∈ ({} .. {}) ", ends[0], ends[1]));
            }
            out.push(format!("{text}({})", self.names.show(&self.world, q.shown)));
        }
        out
    }

    /// A formula is asserted on a path: what is required of the elements that it is about.
    pub(crate) fn heed(&mut self, path: &mut Path, f: Term) {
        if self.quantified.is_empty() {
            return;
        }
        let mut new = elements_of(&self.world, &[f]);
        new.retain(|e| !path.heeded.elements.contains(e));
        if new.is_empty() {
            return;
        }
        let before = path.heeded.elements.clone();
        for q in 0..self.quantified.len() {
            let old = self.quantified[q].values(&mut self.world, &before);
            let mut more = self.quantified[q].values(&mut self.world, &new);
            for (more, old) in more.iter_mut().zip(&old) {
                more.retain(|v| !old.contains(v));
            }
            for numbers in combinations(&old, &more) {
                let instance = self.quantified[q].instance(&mut self.world, &numbers);
                if path.heeded.said.len() < MOST && !path.heeded.said.contains(&instance) {
                    let heeded = std::rc::Rc::make_mut(&mut path.heeded);
                    heeded.said.insert(instance);
                    path.condition = self.with_instance(path.condition.clone(), instance);
                }
            }
        }
        std::rc::Rc::make_mut(&mut path.heeded).elements.extend(new);
    }

    /// A condition with an instance, and with what is true of the words that it is about.
    fn with_instance(&mut self, mut condition: State, instance: Term) -> State {
        if self.world.terms.as_bool(instance) == Some(true) {
            return condition;
        }
        for (map, array, index) in elements_of(&self.world, &[instance]) {
            if let Some(word) = self.world.word(map) {
                let element = self.world.terms.app(map, &[array, index]);
                let fits = self.world.fits(element, word);
                self.ranges.insert(fits);
                condition = condition.assert(fits);
            }
        }
        self.ranges.insert(instance);
        condition.assert(instance)
    }

    /// A condition with the requirements for every number of their ranges, as these are in a model. `None` if there are too
    /// many numbers.
    pub(crate) fn with_all_numbers(&mut self, condition: &State, model: &Model) -> Option<State> {
        let mut out = condition.clone();
        for q in 0..self.quantified.len() {
            let (instances, ends) = self.all_numbers(q, model, MOST)?;
            for same in ends {
                // With other ends there would be other numbers.
                self.ranges.insert(same);
                out = out.assert(same);
            }
            for instance in instances {
                out = self.with_instance(out, instance);
            }
        }
        Some(out)
    }

    /// The instances of a requirement for all numbers, and that the ends of the ranges are those of a model. `None` if there
    /// are too many.
    fn all_numbers(&mut self, q: usize, model: &Model, most: usize) -> Option<(Vec<Term>, Vec<Term>)> {
        let ranges = self.quantified[q].numbers.clone();
        let mut all: Vec<Vec<Term>> = vec![Vec::new()];
        let mut known = Vec::new();
        for (at, (_, first, last)) in ranges.iter().enumerate() {
            let mut longer = Vec::new();
            for before in &all {
                let map: Vec<(Term, Term)> =
                    ranges[..at].iter().map(|r| r.0).zip(before.iter().copied()).collect();
                let ends = [*first, *last].map(|end| self.world.terms.substitute(end, &map));
                let mut values = [0_i64; 2];
                for (value, end) in values.iter_mut().zip(ends) {
                    let found = evaluate(&self.world.terms, model, end).ok()?;
                    *value = found.as_int()?.to_i64()?;
                    let number = self.world.terms.int(*value);
                    known.push(self.world.terms.eq(end, number));
                }
                if values[1].saturating_sub(values[0]) > LONGEST {
                    return None;
                }
                for number in values[0]..=values[1] {
                    let mut one = before.clone();
                    one.push(self.world.terms.int(number));
                    longer.push(one);
                }
                if longer.len() > most {
                    return None;
                }
            }
            all = longer;
        }
        let instance = |numbers: Vec<Term>| self.quantified[q].instance(&mut self.world, &numbers);
        let instances = all.into_iter().map(instance).collect();
        Some((instances, known))
    }
}
