//! Going on with examples: where a program mixes its inputs as a hash does, the search may give those inputs one value each
//! and follow the paths of these.
//!
//! The solver inverts no hash. A key that is not in the table needs no inverse, though: any key will do. With
//! [`Plan::examples`](crate::Plan::examples) the inputs in an operation on the bits of two unknown values, and those in one
//! factor of a product, get the value that they have in some model of the path. From there on they are constants, and so is
//! all that is made of them. Such a search misses what other values do and never calls itself complete; what it finds is
//! found all the same.
//!
//! ```text
//! h = (h ^ key[0]) * 16777619     key[0] = 1, so h is a constant
//! if (table[h % 31] == NULL)      goes both ways, since the table is not mixed with anything
//! ```

use crate::explorer::Explorer;
use crate::path::Path;
use formula::{Model, Op, Sort, Term, Value, evaluate};
use imperative::BitOp;
use solver::Verdict;
use std::rc::Rc;
use std::sync::Arc;

/// An operand with more nodes than this is replaced by a constant before its bits are used.
const MIXED: u32 = 40;

/// Values that examples should have, if they can: small, and not nothing.
const LIKED: (i64, i64) = (1, 9);

impl Explorer<'_> {
    /// The terms with the examples of a path in the place of inputs.
    pub(crate) fn exemplified(&mut self, path: &Path, t: Term) -> Term {
        if path.examples.is_empty() { t } else { self.world.terms.substitute(t, &path.examples) }
    }

    /// Gives examples to what is in the operands of an operation on bits. Flags are asked for with `&` and set with `|`,
    /// so these go on with what is unknown as long as it is simple.
    pub(crate) fn exemplify_bits(&mut self, path: &mut Path, op: BitOp, operands: &mut [Term; 2]) {
        if !self.plan.examples {
            return;
        }
        let t = &self.world.terms;
        let unknown = operands.iter().filter(|x| !matches!(t.op(**x), Op::Int(_))).count();
        let large = operands.iter().any(|x| t.size(*x) > MIXED);
        if unknown == 2 || unknown == 1 && (large || op == BitOp::Xor) {
            self.exemplify(path, &operands.clone());
            for x in operands {
                *x = self.exemplified(path, *x);
            }
        }
    }

    /// Gives examples to the smaller factor of each product in a term, and to divisors; false if there are none.
    pub(crate) fn exemplify_products(&mut self, path: &mut Path, value: Term) -> bool {
        if !self.plan.examples {
            return false;
        }
        let t = &self.world.terms;
        let mut factors = Vec::new();
        t.visit(&[value], |x| {
            let is_constant = |x: Term| matches!(t.op(x), Op::Int(_));
            match (t.op(x), t.args(x)) {
                (Op::Mul, [a, b]) if !is_constant(*a) && !is_constant(*b) => {
                    factors.push(if t.size(*a) < t.size(*b) { *a } else { *b });
                }
                (Op::Div | Op::Mod, [_, by]) if !is_constant(*by) => factors.push(*by),
                _ => {}
            }
        });
        let before = path.examples.len();
        self.exemplify(path, &factors);
        path.examples.len() > before
    }

    /// Gives a value to each input in some terms.
    fn exemplify(&mut self, path: &mut Path, terms: &[Term]) {
        let inputs = self.inputs_in(terms);
        if inputs.is_empty() {
            return;
        }
        let Some(model) = self.example(path, &inputs) else { return };
        let mut examples = path.examples.to_vec();
        for input in inputs {
            let Ok(Value::Int(n)) = evaluate(&self.world.terms, &model, input) else { continue };
            let value = self.world.terms.int(n);
            let fact = self.world.terms.eq(input, value);
            path.condition = path.condition.assert(fact);
            examples.push((input, value));
        }
        path.examples = Rc::new(examples);
        self.unknown("values that are mixed were tried with examples only".to_string());
    }

    /// A model of a path in which these inputs have values that people like, if there is one.
    fn example(&mut self, path: &Path, inputs: &[Term]) -> Option<Arc<Model>> {
        let t = &mut self.world.terms;
        let (least, greatest) = (t.int(LIKED.0), t.int(LIKED.1));
        let mut liked = path.condition.clone();
        for x in inputs {
            let (above, below) = (t.le(least, *x), t.le(*x, greatest));
            liked = liked.assert(above).assert(below);
        }
        for condition in [&liked, &path.condition] {
            if let Verdict::Sat(model) = self.ask(condition) {
                return Some(model);
            }
        }
        None
    }

    /// The numbers of the input that some terms are made of. What is read at a place that is itself a number of the input
    /// is one of them as it stands: with the places known it would be another term.
    fn inputs_in(&self, terms: &[Term]) -> Vec<Term> {
        let t = &self.world.terms;
        let mut inputs = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut waiting = terms.to_vec();
        while let Some(x) = waiting.pop() {
            if !seen.insert(x) {
                continue;
            }
            match t.op(x) {
                Op::App(_) if self.world.is_common_bits(x) => waiting.extend(t.args(x)),
                Op::Var(_) | Op::App(_) if t.sort_of(x) == Sort::INT => inputs.push(x),
                Op::Var(_) | Op::App(_) => {}
                _ => waiting.extend(t.args(x)),
            }
        }
        inputs.sort();
        inputs
    }
}
