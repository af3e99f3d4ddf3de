//! Operations on the bits of two values that are not constants.
//!
//! A shift forks by how far it goes: words have few bits, so every way is gone. For the other operations the right
//! operand gets no bits, all bits, and the value that it has in some other input of the path; what more inputs do stays
//! unknown.
//!
//! ```text
//! 1 << n    n = 0: 1    n = 1: 2    …    n = 31: overflow    n < 0 or n > 31: bad shift
//! x ^ y     y = 0: x    y = -1: -1 - x    y = 5, as in the input that was found: x ^ 5
//! ```

use crate::evaluate::Trouble;
use crate::explorer::{Explorer, Sink};
use crate::path::Path;
use base::Int;
use formula::{Op, Term, Value as Logical, evaluate};
use imperative::{BitOp, DecisionId, ErrorKind, Expr, Type, VarId, Word};
use solver::Verdict;
use source::Span;

/// Bits of a value that is written down among the choices of a path.
const BITS: u32 = 64;

/// What is known of an operand that is to have a value.
enum Tried {
    /// It has this one.
    Value(Int),
    /// It may have the value that this says.
    Fork(Term),
    /// It has none of those that are tried.
    All,
}

impl Explorer<'_> {
    /// `dst := left op right`.
    pub(crate) fn bits(
        &mut self,
        mut path: Path,
        (dst, op, word): (VarId, BitOp, Word),
        left: &Expr,
        right: &Expr,
        span: Span,
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let mut values = Vec::with_capacity(2);
        for e in [left, right] {
            let (value, troubles, undecided) = self.evaluate_settled(&mut path, e, &Type::Int);
            if self.must_split(&path, &undecided) {
                return self.one_source(path, &undecided);
            }
            path = self.pass(path, troubles, each)?;
            values.push(value);
        }
        let (a, b) = (values[0], values[1]);
        if op.is_shift() {
            let t = &mut self.world.terms;
            let (zero, bits) = (t.int(0), t.int(i64::from(word.bits)));
            let (below, above) = (t.lt(b, zero), t.le(bits, b));
            let guard = t.or(&[below, above]);
            path = self.pass(path, vec![Trouble { guard, kind: ErrorKind::BadShift, span }], each)?;
        }
        let (x, n) = match (self.constant(a), self.constant(b)) {
            (_, Some(n)) => (left, n),
            (Some(n), None) if !op.is_shift() => (right, n),
            _ => match self.tried(&path, b, op, word) {
                Tried::Value(n) => (left, n),
                Tried::Fork(guard) => {
                    return self.fork(path, guard, &|p, holds| p.memory.settle(guard, holds));
                }
                Tried::All => {
                    let (with_value, n) = self.injected(path, b, op)?;
                    path = with_value;
                    (left, n)
                }
            },
        };
        let Some(result) = op.with_constant(x, &n, word, span) else {
            self.unknown(format!("`{}` of these values is not supported", op.text()));
            return None;
        };
        let (value, troubles, undecided) = self.evaluate_settled(&mut path, &result, &Type::Word(word));
        if self.must_split(&path, &undecided) {
            return self.one_source(path, &undecided);
        }
        let mut path = self.pass(path, troubles, each)?;
        let frame = path.frames.last_mut()?;
        frame.env[dst.index()] = Some(value);
        frame.index += 1;
        Some(path)
    }

    fn constant(&self, t: Term) -> Option<Int> {
        if let Op::Int(n) = self.world.terms.op(t) { Some(n.clone()) } else { None }
    }

    /// How far the values of the right operand have been tried on a path: all distances of a shift; for the others what
    /// keeps no bit of the other side, and what keeps all of them.
    fn tried(&mut self, path: &Path, term: Term, op: BitOp, word: Word) -> Tried {
        let values: Vec<Int> = if op.is_shift() {
            (0..i64::from(word.bits)).map(Int::from).collect()
        } else {
            vec![Int::ZERO, if word.signed { Int::from(-1_i64) } else { word.greatest() }]
        };
        for n in values {
            let t = &mut self.world.terms;
            let value = t.int(n.clone());
            let guard = t.eq(term, value);
            match path.memory.settled(guard) {
                Some(true) => return Tried::Value(n),
                Some(false) => {}
                None => return Tried::Fork(guard),
            }
        }
        Tried::All
    }

    /// A path on which a term has the value that it has in some input, and that value. It is written down among the
    /// choices, bit by bit, so that whoever makes the choices again comes to the same.
    fn injected(&mut self, mut path: Path, term: Term, op: BitOp) -> Option<(Path, Int)> {
        let number = match &mut self.script {
            Some(choices) => {
                let mut number = 0_u64;
                for i in 0..BITS {
                    number |= u64::from(choices.pop()?) << i;
                }
                let negative = choices.pop()?;
                let n = Int::from(i128::from(number));
                if negative { -&n } else { n }
            }
            None => {
                let model = match self.small_model(&path.condition) {
                    Some(model) => model,
                    None => match self.ask(&path.condition) {
                        Verdict::Sat(model) => model,
                        _ => {
                            self.unknown(format!("no value was found for a side of `{}`", op.text()));
                            return None;
                        }
                    },
                };
                match evaluate(&self.world.terms, &model, term) {
                    Ok(Logical::Int(n)) => n,
                    _ => Int::ZERO,
                }
            }
        };
        let proc = path.frames.last()?.proc;
        let size: u64 = number.abs().to_string().parse().ok()?;
        for i in 0..BITS {
            path.take(proc, DecisionId::new(0), size >> i & 1 == 1, false);
        }
        path.take(proc, DecisionId::new(0), number.is_negative(), false);
        let t = &mut self.world.terms;
        let value = t.int(number.clone());
        let same = t.eq(term, value);
        let other = t.not(same);
        // Other values may lead elsewhere, unless there are none.
        if self.script.is_none() && self.possible(&path.condition.assert(other)) {
            self.unknown(format!(
                "`{}` of two unknown values was followed for one value of a side",
                op.text()
            ));
        }
        Some((self.assume(path, same)?, number))
    }
}
