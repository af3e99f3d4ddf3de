//! The standard widening (Halbwachs, 1979), in terms of both representations (Bagnara, Hill, Ricci and Zaffanella,
//! "Precise widening operators for convex polyhedra", 2005).
//!
//! Of the smaller polyhedron the constraints stay that the larger one satisfies. Of the larger one those stay that could
//! replace a constraint of the smaller one: they are saturated by the same generators of the smaller one. In a product
//! a constraint is saturated where each factor takes the least value of its part, so it can replace a constraint of
//! one factor only if its part is the same everywhere in all others.
//!
//! Constraints are not rounded here: what is cut off from a widening could come back forever.

use super::cone::Part;
use super::product::{Factor, Product};
use super::row::Row;
use base::Rat;

impl Product {
    /// The widening; `self` must be below `next`. `thresholds` are constraints that both satisfy.
    pub fn widen(&self, next: &Product, thresholds: &[Part]) -> Product {
        let mut kept: Vec<Part> = Vec::new();
        for part in self.constraints() {
            if next.satisfies(&part) {
                kept.push(part);
            } else if part.linear {
                // One direction of an equation may still hold.
                for row in [part.row.negated(), part.row] {
                    let half = Part::directed(row);
                    if next.satisfies(&half) {
                        kept.push(half);
                    }
                }
            }
        }
        kept.extend(next.constraints().filter(|part| self.could_use(part)));
        kept.extend(thresholds.iter().cloned());
        // All of it holds in `next`, which has a point.
        Product::universe(self.dims).refine(&kept, false).unwrap_or_else(|| next.clone())
    }

    /// Whether this constraint, which holds in `self`, could replace one of its own.
    fn could_use(&self, part: &Part) -> bool {
        let constant = Rat::from(part.row.get(0));
        let mut least = constant.clone();
        let mut varies: Option<&Factor> = None;
        let mut left = (1..part.row.width()).filter(|p| part.row.sign(*p) != 0).count();
        for factor in &self.factors {
            let touched = factor.dims.iter().filter(|d| part.row.sign(*d + 1) != 0).count();
            if touched == 0 {
                continue;
            }
            left -= touched;
            let extent = factor.extent(&part.row);
            let Some(low) = &extent.low else { return false };
            least = &(&least + low) - &constant;
            if extent.high.as_ref() != Some(low) && varies.replace(factor).is_some() {
                return false;
            }
        }
        if left > 0 || !least.is_zero() {
            return false;
        }
        // The same everywhere: an equation of `self`, or half of one.
        let Some(factor) = varies else { return true };
        let Some(low) = factor.extent(&part.row).low else { return false };
        let (low, of) = (low.numerator(), low.denominator());
        // value / first place = low / of, where the first place of a direction is zero.
        let saturates = |ray: &Row| part.row.dot_at(&factor.places, ray) * &of == ray.get(0) * &low;
        let cone = &factor.cone;
        let set: Vec<bool> = cone.rays.iter().map(saturates).collect();
        let same_face = |i: usize| set.iter().zip(&cone.saturated).all(|(s, bits)| *s == bits.contains(i));
        (0..cone.inequalities.len()).any(|i| !cone.inequalities[i].is_constant() && same_face(i))
    }
}
