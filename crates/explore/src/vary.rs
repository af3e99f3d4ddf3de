//! Several inputs for one path, as different as they can be: new shapes first, then distant values.
//!
//! Of the shapes that can follow the path, the first is taken, then always the one that is farthest from
//! those taken (farthest point first, after Gonzalez): shapes are compared place by place. When there are
//! no more, each shape in turn gets the values whose least distance from the values taken for it is
//! largest, found by branch and bound within a range around what is known.
//!
//! ```text
//! y := x + 1, three inputs:  x = 0, x = 100, x = -100
//! ```

use crate::explorer::{Explorer, Sink};
use crate::finish::Sought;
use crate::path::{End, Path};
use crate::plan::{Found, PerPath, Plan};
use base::Int;
use formula::{Op, Sort, Term, Value as Logical, evaluate};
use imperative::FieldId;
use imperative::machine::{State as Input, Value};
use solver::{Minimum, State, Verdict};
use std::collections::BTreeSet;

/// Shapes that are looked at for each input that is asked for.
const SHAPES: usize = 32;
/// How far values go at least.
const RANGE: i64 = 100;
/// Effort for one input; what is best by then is taken.
const STEPS: u64 = 30_000;

/// A shape with the inputs that it has got.
struct Kind {
    cells: Vec<Term>,
    condition: State,
    places: Vec<Option<usize>>,
    first: Input,
    /// The values of its numbers in each input taken.
    taken: Vec<Vec<Logical>>,
    exhausted: bool,
}

impl Explorer<'_> {
    /// Hands on up to `count` inputs with at most `most` cells.
    pub(crate) fn each_different(
        &mut self,
        path: &Path,
        end: &End,
        count: usize,
        most: usize,
        each: &mut Sink<'_>,
    ) {
        let mut kinds = self.kinds(path, count.saturating_mul(SHAPES), most);
        if kinds.is_empty() {
            // Not one shape is small enough, or nothing is known.
            if let Some((input, condition)) = self.input_or_count(&path.condition) {
                self.report(path, end, input, &condition, true, each);
            }
            return;
        }
        farthest_first(&mut kinds, count);
        let mut handed: Vec<Input> = Vec::new();
        for kind in &mut kinds {
            let numbers = self.numbers_of(&kind.cells, &kind.condition);
            kind.taken.extend(self.values_of(&numbers, &kind.condition));
            let first = handed.is_empty();
            if self.report(path, end, kind.first.clone(), &path.condition, first, each) {
                handed.push(kind.first.clone());
            }
            if !self.going {
                return;
            }
        }
        // Distant values would stay in the solver that has met them, so another solver looks for them.
        let asked_before = self.asked_here();
        let usual = std::mem::replace(&mut self.solver, self.plan.solver());
        self.asked_aside += asked_before;
        self.each_distant(path, end, count, &mut kinds, handed, each);
        self.asked_aside = self.asked_aside + self.asked_here() - asked_before;
        self.solver = usual;
    }

    /// Gives each shape in turn an input that is far from those it has got.
    fn each_distant(
        &mut self,
        path: &Path,
        end: &End,
        count: usize,
        kinds: &mut [Kind],
        mut handed: Vec<Input>,
        each: &mut Sink<'_>,
    ) {
        let mut turn = 0;
        while handed.len() < count && kinds.iter().any(|k| !k.exhausted) {
            let n = kinds.len();
            let kind = &mut kinds[turn % n];
            turn += 1;
            if kind.exhausted {
                continue;
            }
            let numbers = self.numbers_of(&kind.cells, &kind.condition);
            let Some((input, values)) = self.farthest(&numbers, kind) else {
                kind.exhausted = true;
                continue;
            };
            kind.taken.push(values);
            if handed.contains(&input) {
                kind.exhausted = true;
                continue;
            }
            if self.report(path, end, input.clone(), &path.condition, false, each) {
                handed.push(input);
            }
            if !self.going {
                return;
            }
        }
    }

    /// The shapes of a path, each with an input.
    fn kinds(&mut self, path: &Path, enough: usize, most: usize) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        self.walk_shapes(&path.condition, most, &mut |e, shape| {
            if let Sought::Input(first, condition) = e.input(&shape.condition) {
                kinds.push(Kind {
                    cells: shape.cells.clone(),
                    condition,
                    places: places(&first),
                    first,
                    taken: Vec::new(),
                    exhausted: false,
                });
            }
            kinds.len() < enough
        });
        kinds
    }

    /// What can be varied: numbers and truth values of the input variables, of the cells, and elements of
    /// arrays that the path looks at.
    fn numbers_of(&mut self, cells: &[Term], condition: &State) -> Vec<Term> {
        let mut out: Vec<Term> = self.inputs.iter().map(|(_, t)| *t).collect();
        let t = &self.world.terms;
        t.visit(&condition.assertions(), |x| {
            if matches!(t.op(x), Op::App(_)) && t.args(x).len() > 1 && self.world.is_input(x) {
                out.push(x);
            }
        });
        for cell in cells {
            let Some(s) = self.world.struct_of(self.world.terms.sort_of(*cell)) else { continue };
            let count = self.program.struct_of(s).map_or(0, |d| d.fields.len());
            for i in 0..count {
                let f = self.world.field(s, FieldId::new(i));
                out.push(self.world.terms.app(f, &[*cell]));
            }
        }
        out.retain(|x| matches!(self.world.terms.sort_of(*x), Sort::INT | Sort::REAL | Sort::BOOL));
        out
    }

    fn values_of(&mut self, numbers: &[Term], condition: &State) -> Option<Vec<Logical>> {
        let Verdict::Sat(m) = self.ask(condition) else {
            return None;
        };
        numbers.iter().map(|n| evaluate(&self.world.terms, &m, *n).ok()).collect()
    }

    /// The input of a shape whose values are farthest from those that it has got.
    fn farthest(&mut self, numbers: &[Term], kind: &Kind) -> Option<(Input, Vec<Logical>)> {
        if numbers.is_empty() {
            return None;
        }
        // Around the first input, so that values do not grow with their number.
        let known = kind.taken.iter().take(1).flatten().filter_map(|v| match v {
            Logical::Int(i) => Some(i.abs()),
            _ => None,
        });
        let range = &known.max().unwrap_or(Int::ZERO) + &Int::from(RANGE);
        let t = &mut self.world.terms;
        let (low, high) = (t.int(-range.clone()), t.int(range.clone()));
        let mut state = kind.condition.clone();
        for n in numbers {
            if t.sort_of(*n) != Sort::INT {
                continue;
            }
            let inside = [t.le(low, *n), t.le(*n, high)];
            let inside = t.and(&inside);
            state = state.assert(inside);
        }
        let distance = t.var("distance from the others", Sort::INT);
        let zero = t.int(0);
        let some = t.lt(zero, distance);
        state = state.assert(some);
        for taken in &kind.taken {
            let mut parts = Vec::with_capacity(numbers.len());
            for (n, v) in numbers.iter().zip(taken) {
                let before = match v {
                    Logical::Int(i) => t.int(i.clone()),
                    Logical::Real(r) => t.real(r.clone()),
                    Logical::Bool(b) => t.boolean(*b),
                    _ => continue,
                };
                parts.push(if t.sort_of(*n) == Sort::INT {
                    let difference = t.sub(*n, before);
                    t.abs(difference)
                } else {
                    // Of truth values and reals it counts that they differ.
                    let same = t.eq(*n, before);
                    let one = t.int(1);
                    t.ite(same, zero, one)
                });
            }
            let sum = t.add(&parts);
            let within = t.le(distance, sum);
            state = state.assert(within);
        }
        let less = t.neg(distance);
        let effort = self.budget.clone().with_steps(STEPS);
        let best = match self.solver.minimise(&mut self.world.terms, &state, less, &effort) {
            Minimum::Least(k, _) | Minimum::Unbounded(k, _) | Minimum::Unknown(_, Some((k, _))) => k,
            Minimum::Unsat(_) | Minimum::Unknown(_, None) => return None,
        };
        let goal = self.world.terms.int(-best);
        let far = self.world.terms.le(goal, distance);
        match self.input(&state.assert(far)) {
            Sought::Input(input, condition) => {
                let values = self.values_of(numbers, &condition)?;
                Some((input, values))
            }
            _ => None,
        }
    }
}

/// Where each reference of an input leads, place by place. Objects are numbered as they are reached, so
/// equal shapes look equal.
fn places(input: &Input) -> Vec<Option<usize>> {
    let variables = input.env.iter().flatten();
    let fields = input.heap.objects.iter().flat_map(|o| o.values());
    variables
        .chain(fields)
        .filter_map(|v| match v {
            Value::Nil => Some(None),
            Value::Ref(o) => Some(Some(o.index())),
            _ => None,
        })
        .collect()
}

/// Of the inputs of all executions of one path, those that were asked for: the smallest, one of each shape, or as many
/// different ones as were asked for.
pub(crate) fn choose(found: Vec<Found>, plan: &Plan) -> Vec<Found> {
    match plan.per_path {
        PerPath::One => found.into_iter().min_by_key(|f| size(&f.input)).into_iter().collect(),
        PerPath::Shapes(_) => {
            let mut seen = BTreeSet::new();
            found.into_iter().filter(|f| seen.insert(places(&f.input))).collect()
        }
        PerPath::Different { count, .. } => {
            let mut left = found;
            let mut kept: Vec<Found> = Vec::new();
            while kept.len() < count && !left.is_empty() {
                let nearest = |f: &Found| {
                    kept.iter().map(|k| apart(&places(&k.input), &places(&f.input))).min().unwrap_or(0)
                };
                let far = (0..left.len()).max_by_key(|i| (nearest(&left[*i]), std::cmp::Reverse(*i)));
                let next = left.remove(far.unwrap_or(0));
                if kept.iter().all(|k| k.input != next.input) {
                    kept.push(next);
                }
            }
            kept
        }
    }
}

/// Cells and arrays, then the sum of the absolute values.
fn size(input: &Input) -> (usize, Int) {
    let values = input.env.iter().flatten().chain(input.heap.objects.iter().flat_map(|o| o.values()));
    let numbers = values.filter_map(Value::as_int);
    (input.heap.objects.len(), numbers.fold(Int::ZERO, |sum, n| &sum + &n.abs()))
}

fn apart(a: &[Option<usize>], b: &[Option<usize>]) -> usize {
    a.iter().zip(b).filter(|(x, y)| x != y).count() + a.len().abs_diff(b.len())
}

/// Keeps the first and then always the one that is farthest from those kept.
fn farthest_first(kinds: &mut Vec<Kind>, count: usize) {
    let mut kept: Vec<Kind> = Vec::new();
    while kept.len() < count && !kinds.is_empty() {
        let nearest = |k: &Kind| kept.iter().map(|o| apart(&o.places, &k.places)).min().unwrap_or(0);
        // Of equals the first, which is the simplest.
        let far = (0..kinds.len()).max_by_key(|i| (nearest(&kinds[*i]), std::cmp::Reverse(*i)));
        let Some(far) = far else { break };
        kept.push(kinds.remove(far));
    }
    *kinds = kept;
}
