//! Operations on the bits of two values that are not constants.
//!
//! A shift forks on its distance: words have few bits, so each distance gets a path. The other operations are terms of
//! which the solver knows little; their values are corrected at the end of a path ([`crate::common_bits`]).
//!
//! ```text
//! 1 << n    n = 0: 1    n = 1: 2    …    n = 31: overflow    n < 0 or n > 31: bad shift
//! x ^ y     x + y - 2·and(x, y)
//! ```

use crate::explorer::{Explorer, Sink};
use crate::frontier::Split;
use crate::path::Path;
use base::Int;
use formula::{Op, Term};
use imperative::{BitOp, ErrorKind, Expr, Type, VarId, Word};
use source::Span;
use symbolic::evaluate::Trouble;

/// What is known of an operand that is to have a value.
enum Tried {
    /// It has this one.
    Value(Int),
    /// It is open whether it has the value in this equation.
    Fork(Term),
    /// It has none of the possible values.
    Nothing,
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
        let Some(bits) = word.bits() else {
            self.unknown(format!("`{}` of what has no bits is not supported", op.text()));
            self.lose_unknown(&path, None);
            return None;
        };
        let mut values = Vec::with_capacity(2);
        for e in [left, right] {
            let (value, troubles, undecided) = self.evaluate_settled(&mut path, e, &Type::Int);
            if self.must_split(&path, &undecided) {
                return self.one_source(path, &undecided);
            }
            path = self.pass(path, troubles, each)?;
            values.push(value);
        }
        let mut operands = [values[0], values[1]];
        self.exemplify_bits(&mut path, op, &mut operands);
        let [a, b] = operands;
        if op.is_shift() {
            let t = &mut self.world.terms;
            let (zero, most) = (t.int(0), t.int(i64::from(bits)));
            let (below, above) = (t.lt(b, zero), t.le(most, b));
            let guard = t.or(&[below, above]);
            path = self.pass(path, vec![Trouble { guard, kind: ErrorKind::BadShift, span }], each)?;
        }
        let (x, n) = match (self.constant(a), self.constant(b)) {
            (_, Some(n)) => (left, n),
            (Some(n), None) if !op.is_shift() => (right, n),
            _ if !op.is_shift() => {
                let (value, facts) = self.joined(op, a, b, word);
                for fact in facts {
                    self.ranges.insert(fact);
                    path.condition = path.condition.assert(fact);
                }
                return given(path, dst, value);
            }
            _ => match self.distance(&path, b, bits) {
                Tried::Value(n) => (left, n),
                Tried::Fork(guard) => {
                    return self.fork(path, Split { formula: guard, atom: None });
                }
                Tried::Nothing => return None,
            },
        };
        let Some(result) = op.with_constant(x, &n, word, span) else {
            self.unknown(format!("`{}` of these values is not supported", op.text()));
            self.lose_unknown(&path, None);
            return None;
        };
        let (value, troubles, undecided) = self.evaluate_settled(&mut path, &result, &Type::Word(word));
        if self.must_split(&path, &undecided) {
            return self.one_source(path, &undecided);
        }
        let path = self.pass(path, troubles, each)?;
        given(path, dst, value)
    }

    fn constant(&self, t: Term) -> Option<Int> {
        if let Op::Int(n) = self.world.terms.op(t) { Some(n.clone()) } else { None }
    }

    /// How far a shift goes on a path.
    fn distance(&mut self, path: &Path, by: Term, bits: u8) -> Tried {
        for n in 0..i64::from(bits) {
            let t = &mut self.world.terms;
            let value = t.int(n);
            let guard = t.eq(by, value);
            match path.memory.settled(guard) {
                Some(true) => return Tried::Value(Int::from(n)),
                Some(false) => {}
                None => return Tried::Fork(guard),
            }
        }
        Tried::Nothing
    }
}

/// A path on which a variable has got its value.
fn given(mut path: Path, dst: VarId, value: Term) -> Option<Path> {
    let frame = path.frames.last_mut()?;
    frame.env[dst.index()] = Some(value);
    frame.index += 1;
    Some(path)
}
