//! A question in the form that all equal questions share, and the answers to such questions.
//!
//! Formulas are ordered by their shape and variables renamed in order of occurrence, in a small store
//! of their own. The question is then solved in that form, so its answer depends on nothing else:
//! whichever thread or branch asks first, all get the same answer.

use crate::verdict::Verdict;
use formula::{FunKey, Model, Op, Term, Terms, all_hold};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// A question in canonical form.
pub(crate) struct Canonical {
    /// Equal for equal questions.
    pub key: String,
    /// The store of the renamed formulas; sorts, data types and functions as in the original.
    pub terms: Terms,
    /// The renamed formulas.
    pub assertions: Vec<Term>,
    /// For each renamed formula, which of the given ones it is.
    pub order: Vec<usize>,
    /// The original and the new variables.
    pub vars: Vec<(Term, Term)>,
}

/// The shape of a formula: its tree with variables replaced by their sorts.
fn shape(terms: &Terms, t: Term) -> String {
    let mut out = String::new();
    let mut work = vec![t];
    while let Some(t) = work.pop() {
        match terms.op(t) {
            Op::Var(_) => out.push_str(&format!("{:?};", terms.sort_of(t))),
            op => out.push_str(&format!("{op:?}/{};", terms.args(t).len())),
        }
        if out.len() > 4_000 {
            break;
        }
        work.extend(terms.args(t));
    }
    out
}

/// Brings formulas into canonical form.
pub(crate) fn canonical(terms: &Terms, assertions: &[Term]) -> Canonical {
    let mut order: Vec<usize> = (0..assertions.len()).collect();
    let shapes: Vec<String> = assertions.iter().map(|f| shape(terms, *f)).collect();
    order.sort_by(|a, b| shapes[*a].cmp(&shapes[*b]));
    let sorted: Vec<Term> = order.iter().map(|i| assertions[*i]).collect();
    let mut new = terms.declarations();
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    let mut vars = Vec::new();
    let mut key = String::new();
    terms.visit(&sorted, |t| {
        let sort = terms.sort_of(t);
        let image = match terms.op(t) {
            Op::Var(_) => {
                let v = new.var(&format!("v{}", vars.len()), sort);
                vars.push((t, v));
                v
            }
            op => {
                let args: Vec<Term> =
                    terms.args(t).iter().map(|a| map.get(a).copied().unwrap_or(*a)).collect();
                new.intern(op.clone(), sort, &args)
            }
        };
        let name = if matches!(terms.op(t), Op::Var(_)) { None } else { Some(terms.op(t)) };
        let args: Vec<usize> = new.args(image).iter().map(|a| a.index()).collect();
        key.push_str(&format!("{name:?}{sort:?}{args:?};"));
        map.insert(t, image);
    });
    let assertions: Vec<Term> = sorted.iter().map(|f| map.get(f).copied().unwrap_or(*f)).collect();
    let roots: Vec<usize> = assertions.iter().map(|f| f.index()).collect();
    key.push_str(&format!("{roots:?}"));
    Canonical { key, terms: new, assertions, order, vars }
}

/// What was found for a question in canonical form.
#[derive(Clone)]
pub(crate) enum Found {
    /// A model over the renamed variables.
    Sat(Arc<Model>),
    /// The places of the formulas of a core.
    Unsat(Vec<usize>),
}

impl Canonical {
    /// An answer in the words of the original question.
    pub fn translate(&self, terms: &Terms, formulas: &[Term], found: &Found) -> Verdict {
        match found {
            Found::Unsat(places) => Verdict::Unsat(places.iter().map(|i| formulas[self.order[*i]]).collect()),
            Found::Sat(m) => {
                let mut model = Model::with_tables(m.tables.clone());
                for (old, new) in &self.vars {
                    if let Some(v) = m.get(&self.terms, *new) {
                        model.set(terms, *old, v.clone());
                    }
                }
                if all_hold(terms, &model, formulas.iter().copied()) {
                    Verdict::Sat(Arc::new(model))
                } else {
                    Verdict::incomplete("a model was found that evaluation did not confirm")
                }
            }
        }
    }
}

/// Answers that solvers of several branches or threads share. All of them must work on stores with
/// the same declarations of sorts, data types and functions (clones of one store).
#[derive(Default)]
pub struct Cache(Mutex<FxHashMap<String, Found>>);

/// More answers than this are not kept: forgetting costs time, never truth.
const CACHE_LIMIT: usize = 100_000;

impl Cache {
    pub(crate) fn get(&self, key: &str) -> Option<Found> {
        self.0.lock().ok()?.get(key).cloned()
    }

    pub(crate) fn put(&self, key: String, found: Found) {
        if let Ok(mut table) = self.0.lock() {
            if table.len() >= CACHE_LIMIT {
                table.clear();
            }
            table.insert(key, found);
        }
    }

    /// How many answers it has.
    pub fn len(&self) -> usize {
        self.0.lock().map_or(0, |t| t.len())
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Splits formulas into parts that share no variable and no function.
pub(crate) fn parts(terms: &Terms, assertions: &[Term]) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..assertions.len()).collect();
    fn find(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }
    let mut owner: FxHashMap<Op, usize> = FxHashMap::default();
    for (i, f) in assertions.iter().enumerate() {
        terms.visit(&[*f], |t| {
            // Whatever a model gives a table to, or a value.
            let shared = match terms.op(t) {
                op @ Op::Var(_) => Some(op.clone()),
                op => table_of(op),
            };
            let Some(shared) = shared else { return };
            match owner.get(&shared) {
                Some(o) => {
                    let (a, b) = (find(&mut parent, *o), find(&mut parent, i));
                    parent[a.max(b)] = a.min(b);
                }
                None => {
                    owner.insert(shared, i);
                }
            }
        });
    }
    let mut out: Vec<Vec<usize>> = Vec::new();
    let mut place: FxHashMap<usize, usize> = FxHashMap::default();
    for i in 0..assertions.len() {
        let r = find(&mut parent, i);
        let at = *place.entry(r).or_insert_with(|| {
            out.push(Vec::new());
            out.len() - 1
        });
        out[at].push(i);
    }
    out
}

/// Adds to `into` what a model says about the variables and functions of some formulas.
pub(crate) fn adopt(terms: &Terms, into: &mut Model, from: &Model, formulas: &[Term]) {
    for v in terms.free_vars(formulas) {
        match from.get(terms, v) {
            Some(x) => into.set(terms, v, x.clone()),
            None => into.set(terms, v, terms.default_value(terms.sort_of(v))),
        }
    }
    let mut kinds: Vec<Op> = Vec::new();
    terms.visit(formulas, |t| kinds.extend(table_of(terms.op(t))));
    for (k, t) in &from.tables {
        let kind = match k {
            FunKey::App(f) => Op::App(*f),
            FunKey::Sel(..) => Op::Sel(0, 0),
            FunKey::FunctorArg(..) | FunKey::TreeIntValue => Op::TreeIntValue,
            FunKey::DivZero | FunKey::ModZero | FunKey::RealDivZero => Op::Div,
        };
        if kinds.contains(&kind) {
            into.tables.insert(*k, t.clone());
        }
    }
}

/// The kind of table that a model has for an operation; kinds are never split between parts.
fn table_of(op: &Op) -> Option<Op> {
    match op {
        Op::App(_) => Some(op.clone()),
        Op::Sel(..) => Some(Op::Sel(0, 0)),
        Op::FunctorArg(..) | Op::TreeIntValue => Some(Op::TreeIntValue),
        Op::Div | Op::Mod | Op::RealDiv => Some(Op::Div),
        _ => None,
    }
}
