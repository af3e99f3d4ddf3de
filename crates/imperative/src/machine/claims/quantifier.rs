//! Quantifiers over integers: the numbers of the range that the formula itself gives are tried one by one.
//!
//! ```text
//! \forall integer i, j; 0 <= i < j < n ==> a[i] <= a[j]      i from 0 to n - 1, j from i + 1 to n - 1
//! \exists integer k; 0 <= k < n && a[k] == m                 k from 0 to n - 1
//! ```
//!
//! Outside of the range the premise of the first is false, and so is the second: nothing is lost.

use super::formula::{Now, Scene, Told};
use crate::claims::range::{self, Range};
use crate::machine::Value;
use crate::{Expr, Formula, Type, VarId};
use base::Int;

/// Where a formula gives no range for a number, all values of its type are tried if it has at most this many bits.
const FEW_BITS: u32 = 16;

/// Numbers that are bound together, and what is said of them.
struct Numbers<'f> {
    bound: Vec<VarId>,
    ranges: Vec<Option<Range>>,
    inner: &'f Formula,
    /// The truth value of the body that ends the search: false for "for all", true for "for some".
    settles: bool,
}

impl Scene<'_> {
    pub fn for_all(&mut self, number: VarId, body: &Formula, now: Now) -> Told<bool> {
        let (bound, inner) = range::chain(number, body);
        self.tried(bound, inner, &range::premise(inner), false, now)
    }

    pub fn for_some(&mut self, number: VarId, body: &Formula, now: Now) -> Told<bool> {
        let (bound, inner) = range::chain_of_some(number, body);
        self.tried(bound, inner, &range::needs(inner), true, now)
    }

    fn tried(
        &mut self,
        bound: Vec<VarId>,
        inner: &Formula,
        premise: &[Expr],
        settles: bool,
        now: Now,
    ) -> Told<bool> {
        let ranges = (0..bound.len()).map(|at| range::of(&bound, at, premise)).collect();
        self.number(&Numbers { bound, ranges, inner, settles }, 0, now)
    }

    /// Tries the numbers from one on.
    fn number(&mut self, of: &Numbers<'_>, at: usize, now: Now) -> Told<bool> {
        let Some(var) = of.bound.get(at) else { return self.formula(of.inner, now) };
        let (mut number, last) = self.ends(*var, of.ranges.get(at).and_then(Option::as_ref), now)?;
        while number <= last {
            self.spend(1)?;
            self.bind(*var, Some(Value::Int(number.clone())));
            let truth = self.number(of, at + 1, now);
            // The value is removed also where the result is unknown.
            self.bind(*var, None);
            if truth? == of.settles {
                return Ok(of.settles);
            }
            number = number + Int::from(1);
        }
        Ok(!of.settles)
    }

    /// A quantifier gives a ghost a value, or takes it away.
    pub fn bind(&mut self, ghost: VarId, value: Option<Value>) {
        if let Some(place) = ghost.ghost_index().and_then(|at| self.ghosts.get_mut(at)) {
            *place = value;
        }
    }

    /// The first and the last number to try.
    fn ends(&mut self, var: VarId, range: Option<&Range>, now: Now) -> Told<(Int, Int)> {
        let of = self.proc.var(var).ok_or("a quantifier binds nothing")?;
        let word = match &of.ty {
            Type::Int => None,
            Type::Word(word) => Some((word.least(), word.greatest())),
            _ => return Err(format!("`{}` is no integer", of.name)),
        };
        let ends = match range {
            Some(range) => match (self.value(&range.first, now)?, self.value(&range.last, now)?) {
                (Value::Int(first), Value::Int(last)) => Some((first, last)),
                _ => return Err(format!("the range of `{}` is no range of numbers", of.name)),
            },
            None => None,
        };
        match (ends, word) {
            (Some(ends), None) => Ok(ends),
            (Some((first, last)), Some((least, greatest))) => Ok((first.max(least), last.min(greatest))),
            (None, Some((least, greatest))) if greatest < &least + &Int::from(1_i64 << FEW_BITS) => {
                Ok((least, greatest))
            }
            (None, _) => Err(format!("the formula does not say from where to where `{}` goes", of.name)),
        }
    }
}
