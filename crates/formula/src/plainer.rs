//! A conjunction as a person would write it: what the rest of it says anyway is left out.
//!
//! ```text
//! x ≤ y, y ≤ x                          x = y
//! x ≤ y, x < y                          x < y
//! 0 < n, 2 < n                          2 < n
//! x ≤ 2147483645 + 5, x a word          nothing
//! p ≠ nil, (p = nil or 0 < n)           p ≠ nil, 0 < n
//! p ≠ q, ite(p = q, 1, x) < 3           p ≠ q, x < 3
//! ```
//!
//! Only comparisons, the ranges of their terms and what decides a choice are looked at; it takes one walk over the conjunction.

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use base::Int;
use rustc_hash::{FxHashMap, FxHashSet};

/// Terms deeper than this have no known range.
const DEEPEST: u32 = 12;
/// Conjunctions with more parts are left as they are, but for what is repeated.
const MOST: usize = 2_000;

/// Writes conjunctions; what it learns of terms serves the next one.
#[derive(Debug, Default)]
pub struct Plainer {
    /// Whether there is an `or` or an `ite` in a term.
    choices: FxHashMap<Term, bool>,
}

/// The least and the greatest value of a term, as far as they are known.
type Range = (Option<Int>, Option<Int>);

/// `left ≤ right`, or `<` if it is strict.
#[derive(Clone, Copy)]
struct Comparison {
    strict: bool,
    left: Term,
    right: Term,
}

/// What is known on the way.
#[derive(Default)]
struct Known {
    ranges: FxHashMap<Term, Range>,
    /// Where the comparison of two terms stands, in the order of the comparison, and whether it is strict.
    compared: FxHashMap<(Term, Term), (usize, bool)>,
    /// Where the least and the greatest value of a term were said.
    least: FxHashMap<Term, usize>,
    greatest: FxHashMap<Term, usize>,
}

impl Plainer {
    /// The parts of a conjunction that are worth writing. Those that are hidden hold anyway: they are used, and not written.
    pub fn parts(&mut self, terms: &mut Terms, all: impl Iterator<Item = (Term, bool)>) -> Vec<Term> {
        let mut said = FxHashSet::default();
        let mut known = Known::default();
        let mut out: Vec<Option<Term>> = Vec::new();
        for (f, hidden) in all.filter(|(f, _)| said.insert(*f)) {
            if hidden {
                known.learn(terms, f);
            } else if out.len() < MOST {
                known.write(terms, f, &mut out);
            } else {
                out.push(Some(f));
            }
        }
        self.decide(terms, &mut out);
        out.into_iter().flatten().collect()
    }

    /// Choices that other parts decide.
    fn decide(&mut self, terms: &mut Terms, out: &mut [Option<Term>]) {
        let open: Vec<usize> = (0..out.len())
            .filter(|i| out.get(*i).copied().flatten().is_some_and(|f| self.has_choice(terms, f)))
            .collect();
        if open.is_empty() || out.len() > MOST {
            return;
        }
        let simple = out.iter().flatten().copied().filter(|f| !self.choices.get(f).copied().unwrap_or(false));
        let simple: Vec<Term> = simple.collect();
        let mut map = Vec::with_capacity(2 * simple.len());
        for f in simple {
            let not = terms.not(f);
            map.extend([(f, terms.tru()), (not, terms.fals())]);
        }
        for i in open {
            let Some(place) = out.get_mut(i) else { continue };
            if let Some(f) = *place {
                let new = terms.substitute(f, &map);
                *place = (new != terms.tru()).then_some(new);
            }
        }
    }

    fn has_choice(&mut self, terms: &Terms, root: Term) -> bool {
        let mut waiting = vec![(root, false)];
        while let Some((t, ready)) = waiting.pop() {
            if self.choices.contains_key(&t) {
                continue;
            }
            if !ready {
                waiting.push((t, true));
                waiting.extend(terms.args(t).iter().map(|a| (*a, false)));
                continue;
            }
            let junction = matches!(terms.op(t), Op::Or | Op::And | Op::Ite);
            let below = terms.args(t).iter().any(|a| self.choices.get(a).copied().unwrap_or(false));
            self.choices.insert(t, junction || below);
        }
        self.choices.get(&root).copied().unwrap_or(false)
    }
}

impl Known {
    /// Takes note of a part that is not written.
    fn learn(&mut self, terms: &Terms, f: Term) {
        if *terms.op(f) == Op::And {
            terms.args(f).iter().for_each(|part| self.learn(terms, *part));
        } else if let Some(c) = comparison(terms, f) {
            self.bound(terms, c);
        }
    }

    /// Writes a part, unless it is known already; what is weaker goes.
    fn write(&mut self, terms: &mut Terms, f: Term, out: &mut Vec<Option<Term>>) {
        let at = out.len();
        let Some(c) = comparison(terms, f) else {
            out.push(Some(f));
            return;
        };
        if self.follows(terms, c) {
            return;
        }
        self.bound(terms, c);
        let is_number = |t: Term| matches!(terms.op(t), Op::Int(_));
        let weaker = match (is_number(c.left), is_number(c.right)) {
            (true, false) => self.least.insert(c.right, at),
            (false, true) => self.greatest.insert(c.left, at),
            _ => match self.compared.get(&(c.left, c.right)).copied() {
                Some((_, strict)) if strict || !c.strict => return,
                known => known.map(|(i, _)| i),
            },
        };
        if let Some(place) = weaker.and_then(|i| out.get_mut(i)) {
            *place = None;
        }
        let opposite =
            self.compared.get(&(c.right, c.left)).filter(|(_, strict)| !strict && !c.strict).copied();
        if let Some((i, _)) = opposite
            && let Some(place) = out.get_mut(i)
        {
            *place = Some(terms.eq(c.right, c.left));
            self.compared.insert((c.left, c.right), (i, false));
            return;
        }
        self.compared.insert((c.left, c.right), (at, c.strict));
        out.push(Some(f));
    }

    /// Whether a comparison follows from what is known of the ranges of its terms, or of the two.
    fn follows(&self, terms: &Terms, c: Comparison) -> bool {
        let (greatest, least) = (self.range(terms, c.left, 0).1, self.range(terms, c.right, 0).0);
        match (greatest, least) {
            (Some(greatest), Some(least)) if c.strict => greatest < least,
            (Some(greatest), Some(least)) => greatest <= least,
            _ => false,
        }
    }

    /// Takes note of a bound by a number.
    fn bound(&mut self, terms: &Terms, c: Comparison) {
        let step = Int::from(i64::from(c.strict));
        match (terms.op(c.left), terms.op(c.right)) {
            (Op::Int(n), _) => {
                let least = n + &step;
                let range = self.ranges.entry(c.right).or_default();
                if range.0.as_ref().is_none_or(|old| *old < least) {
                    range.0 = Some(least);
                }
            }
            (_, Op::Int(n)) => {
                let greatest = n - &step;
                let range = self.ranges.entry(c.left).or_default();
                if range.1.as_ref().is_none_or(|old| *old > greatest) {
                    range.1 = Some(greatest);
                }
            }
            _ => {}
        }
    }

    /// The range of a term: what was said of it, or what its parts make of it.
    fn range(&self, terms: &Terms, t: Term, depth: u32) -> Range {
        if let Op::Int(n) = terms.op(t) {
            return (Some(n.clone()), Some(n.clone()));
        }
        let (mut least, mut greatest) = self.ranges.get(&t).cloned().unwrap_or_default();
        if depth > DEEPEST || least.is_some() && greatest.is_some() {
            return (least, greatest);
        }
        let made = match (terms.op(t), terms.args(t)) {
            (Op::Add, parts) => {
                let mut sum = (Some(Int::from(0)), Some(Int::from(0)));
                for part in parts {
                    let (low, high) = self.range(terms, *part, depth + 1);
                    let plus = |a: Option<Int>, b: Option<Int>| Some(&a? + &b?);
                    sum = (plus(sum.0, low), plus(sum.1, high));
                    if sum == (None, None) {
                        break;
                    }
                }
                sum
            }
            (Op::Mul, [a, b]) => match (terms.op(*a), terms.op(*b)) {
                (Op::Int(n), _) => scaled(n, self.range(terms, *b, depth + 1)),
                (_, Op::Int(n)) => scaled(n, self.range(terms, *a, depth + 1)),
                _ => (None, None),
            },
            (Op::Mod, [_, by]) => match terms.op(*by) {
                Op::Int(n) if !n.is_zero() => (Some(Int::from(0)), Some(&n.abs() - &Int::from(1))),
                _ => (None, None),
            },
            _ => (None, None),
        };
        if least.as_ref().is_none_or(|old| made.0.as_ref().is_some_and(|new| new > old)) {
            least = made.0;
        }
        if greatest.as_ref().is_none_or(|old| made.1.as_ref().is_some_and(|new| new < old)) {
            greatest = made.1;
        }
        (least, greatest)
    }
}

/// A range times a number.
fn scaled(n: &Int, (low, high): Range) -> Range {
    let times = |x: Option<Int>| x.map(|x| n * &x);
    if *n < Int::from(0) { (times(high), times(low)) } else { (times(low), times(high)) }
}

/// A comparison of integers.
fn comparison(terms: &Terms, f: Term) -> Option<Comparison> {
    let (op, args, negated) = match (terms.op(f), terms.args(f)) {
        (Op::Not, [inner]) => (terms.op(*inner), terms.args(*inner), true),
        (op, args) => (op, args, false),
    };
    let [left, right] = *args else { return None };
    if terms.sort_of(left) != Sort::INT {
        return None;
    }
    match (op, negated) {
        (Op::Le, false) => Some(Comparison { strict: false, left, right }),
        (Op::Lt, false) => Some(Comparison { strict: true, left, right }),
        (Op::Le, true) => Some(Comparison { strict: true, left: right, right: left }),
        (Op::Lt, true) => Some(Comparison { strict: false, left: right, right: left }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(terms: &mut Terms, all: &[Term], hidden: &[Term]) -> String {
        let hidden = hidden.iter().map(|f| (*f, true));
        let every: Vec<(Term, bool)> = hidden.chain(all.iter().map(|f| (*f, false))).collect();
        let parts = Plainer::default().parts(terms, every.into_iter());
        parts.iter().map(|f| terms.show(*f)).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn what_follows_is_left_out() {
        let mut t = Terms::new();
        let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
        let (up, down, less) = (t.le(x, y), t.le(y, x), t.lt(x, y));
        let same = t.eq(x, y);
        assert_eq!(shown(&mut t, &[up, down], &[]), t.show(same));
        assert_eq!(shown(&mut t, &[up, less, up], &[]), t.show(less));
        let (zero, two, five) = (t.int(0), t.int(2), t.int(5));
        let (positive, more) = (t.lt(zero, x), t.lt(two, x));
        assert_eq!(shown(&mut t, &[positive, more, positive], &[]), t.show(more));
        // x ≤ 5, so x + 2 ≤ 7; of y nothing is known.
        let seven = t.int(7);
        let sum = t.add(&[x, two]);
        let (range, fits) = (t.le(x, five), t.le(sum, seven));
        assert_eq!(shown(&mut t, &[fits, up], &[range]), t.show(up));
        let six = t.int(6);
        let narrow = t.le(sum, six);
        assert_eq!(shown(&mut t, &[narrow], &[range]), t.show(narrow));
    }

    #[test]
    fn choices_are_decided() {
        let mut t = Terms::new();
        let (x, y, n) = (t.var("x", Sort::INT), t.var("y", Sort::INT), t.var("n", Sort::INT));
        let (three, same) = (t.int(3), t.eq(x, y));
        let differ = t.not(same);
        let chosen = t.ite(same, three, n);
        let (small, plain) = (t.lt(chosen, three), t.lt(n, three));
        let either = t.or(&[same, plain]);
        let expected = format!("{}, {}", t.show(differ), t.show(plain));
        assert_eq!(shown(&mut t, &[differ, small], &[]), expected);
        assert_eq!(shown(&mut t, &[differ, either], &[]), expected);
        assert_eq!(shown(&mut t, &[same, either], &[]), t.show(same));
    }
}
