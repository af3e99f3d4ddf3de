//! The bits that two unknown values have in common: `x & y`.
//!
//! The solver knows integers and no bits, so `x & y` is a function of which little is said at first: where it lies,
//! and that `x & x` is `x`. The other operations are sums: `x | y` is `x + y - (x & y)`, and `x ^ y` is
//! `x + y - 2·(x & y)`. So no feasible path is lost, and what the solver calls infeasible is infeasible. When a path
//! ends, its model may have `x & y` wrong. Then both values are kept and the right result is asked for; if that
//! contradicts the path, the wrong bits are spelled out, which takes at most as many rounds as a word has bits.
//!
//! ```text
//! (x & y) = 5     model: x = 6, y = 7, x & y = 5    kept: 6 & 7 = 6 ≠ 5    bit 0: x mod 2 = 1 ∧ y mod 2 = 1 ⇔ (x & y) mod 2 = 1
//!                 model: x = 5, y = 7, x & y = 5
//! ```

use crate::explorer::Explorer;
use crate::finish::Sought;
use base::Int;
use formula::{FunKey, Model, Op, Term, Value as Logical, evaluate};
use imperative::{BitOp, Word};
use solver::{State, Verdict};

/// How often a model is put right before it is given up. Words have 64 bits at most, and several go wrong at once.
const ROUNDS: usize = 40;

/// Bits that are spelled out in one round, for each operation.
const SPELLED: usize = 8;

impl Explorer<'_> {
    /// `a op b` for two unknown values of a word, and what is always true of it.
    pub(crate) fn joined(&mut self, op: BitOp, a: Term, b: Term, word: Word) -> (Term, Vec<Term>) {
        let (x, y) = (a.min(b), a.max(b));
        // `(x ^ y) ^ x` is `y`: so two variables are swapped without a third.
        for (joined, other) in if op == BitOp::Xor { vec![(x, y), (y, x)] } else { Vec::new() } {
            match self.world.one_of(joined) {
                Some((p, q)) if p == other => return (q, Vec::new()),
                Some((p, q)) if q == other => return (p, Vec::new()),
                _ => {}
            }
        }
        let both = self.world.common_bits(x, y);
        let t = &mut self.world.terms;
        let sum = t.add(&[x, y]);
        let twice = t.add(&[both, both]);
        let (either, one) = (t.sub(sum, both), t.sub(sum, twice));
        let mut facts = Vec::new();
        for result in [both, either, one] {
            facts.push(self.world.fits(result, word));
        }
        let t = &mut self.world.terms;
        let zero = t.int(0);
        for (x, y) in [(x, y), (y, x)] {
            // An operand that is not negative bounds the result: it lies between 0 and that operand. A negative operand
            // only clears bits.
            let (least, greatest) = (t.le(zero, both), t.le(both, x));
            let small = t.and(&[least, greatest]);
            let below = t.le(both, y);
            if word.is_signed() {
                let positive = t.le(zero, x);
                facts.push(t.ite(positive, small, below));
            } else {
                facts.push(small);
            }
        }
        let (same, itself) = (t.eq(x, y), t.eq(both, x));
        facts.push(t.implies(same, itself));
        let value = match op {
            BitOp::Or => either,
            BitOp::Xor => {
                self.world.note_one_of(one, x, y);
                one
            }
            _ => both,
        };
        (value, facts)
    }

    /// A condition whose model has the common bits right; otherwise what was found instead.
    pub(crate) fn with_right_bits(&mut self, condition: State) -> Result<State, Sought> {
        if !self.world.has_common_bits() {
            return Ok(condition);
        }
        let joined = self.joined_in(&condition);
        if joined.is_empty() {
            return Ok(condition);
        }
        let mut condition = condition;
        for _ in 0..ROUNDS {
            let model = match self.small_model(&condition) {
                Some(model) => model,
                None => match self.ask(&condition) {
                    Verdict::Sat(model) => model,
                    Verdict::Unsat(_) => return Err(Sought::Impossible),
                    Verdict::Unknown(u) => return Err(Sought::Unknown(u.to_string())),
                },
            };
            let Some(values) = self.right_values(&model, &joined) else { break };
            let mut kept = condition.clone();
            for ((both, x, y), (a, b, common)) in joined.iter().zip(&values) {
                for (term, value) in [(x, a), (y, b), (both, common)] {
                    let value = self.world.terms.int(value.clone());
                    let fact = self.world.terms.eq(*term, value);
                    kept = kept.assert(fact);
                }
            }
            match self.ask(&kept) {
                Verdict::Sat(_) => return Ok(kept),
                Verdict::Unsat(_) => {}
                Verdict::Unknown(u) => return Err(Sought::Unknown(u.to_string())),
            }
            condition = self.with_wrong_bits_spelled(condition, &model, &joined);
        }
        Err(Sought::Unknown("no values were found whose bits fit".into()))
    }

    /// The terms `x & y` of a condition with their operands, inner ones first.
    fn joined_in(&self, condition: &State) -> Vec<(Term, Term, Term)> {
        let mut out = Vec::new();
        let t = &self.world.terms;
        t.visit(&condition.assertions(), |x| {
            if self.world.is_common_bits(x) {
                out.push((x, t.args(x)[0], t.args(x)[1]));
            }
        });
        out
    }

    /// The operands as a model has them, and what they really have in common; inner results are put right first.
    fn right_values(&self, model: &Model, joined: &[(Term, Term, Term)]) -> Option<Vec<(Int, Int, Int)>> {
        let t = &self.world.terms;
        let mut right = model.clone();
        let mut out = Vec::with_capacity(joined.len());
        for (both, x, y) in joined {
            let (Ok(Logical::Int(a)), Ok(Logical::Int(b))) =
                (evaluate(t, &right, *x), evaluate(t, &right, *y))
            else {
                return None;
            };
            let common = and(&a, &b)?;
            if let Op::App(f) = t.op(*both) {
                let args = [Logical::Int(a.clone()), Logical::Int(b.clone())];
                right.tables.entry(FunKey::App(*f)).or_default().insert(&args, Logical::Int(common.clone()));
            }
            out.push((a, b, common));
        }
        Some(out)
    }

    /// A condition, and what is true of the bits that a model has wrong.
    fn with_wrong_bits_spelled(
        &mut self,
        mut condition: State,
        model: &Model,
        joined: &[(Term, Term, Term)],
    ) -> State {
        for (both, x, y) in joined {
            let value = |term: &Term| match evaluate(&self.world.terms, model, *term) {
                Ok(Logical::Int(n)) => n.to_i64().map(i128::from).or_else(|| n.to_string().parse().ok()),
                _ => None,
            };
            let (Some(a), Some(b), Some(found)) = (value(x), value(y), value(both)) else { continue };
            let wrong = (a & b) ^ found;
            let bits = (0..64).filter(|i| wrong >> i & 1 == 1).take(SPELLED);
            for bit in bits.collect::<Vec<i32>>() {
                let of = [*x, *y, *both].map(|term| self.world.has_bit(term, bit.unsigned_abs()));
                let t = &mut self.world.terms;
                let in_both = t.and(&of[..2]);
                let fact = t.eq(in_both, of[2]);
                self.ranges.insert(fact);
                condition = condition.assert(fact);
            }
        }
        condition
    }
}

/// The bits that two numbers have in common.
fn and(a: &Int, b: &Int) -> Option<Int> {
    // Wide enough for words of either kind.
    let word = Word::of_bits(64, a.is_negative() || b.is_negative());
    BitOp::And.apply(a, b, word).ok()
}
