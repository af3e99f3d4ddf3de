//! Convex hulls: joins, and projections, which are hulls with lines.
//!
//! The hull of two products is a product over the dimensions on which they agree; those on which they differ have to be put
//! together, since what holds of one of them in the hull depends on the others.

use super::cone::{CONSTRAINTS, Cone, GENERATORS, Part, TooLarge};
use super::groups::Groups;
use super::product::{Factor, Product};
use super::row::Row;
use base::Int;

/// The cone with more generators.
fn extended(cone: &Cone, generators: &[Part]) -> Result<Cone, TooLarge> {
    match cone.clone().dual().refine(generators, CONSTRAINTS) {
        (dual, Ok(())) => Ok(dual.dual()),
        (_, Err(too_large)) => Err(too_large),
    }
}

/// The constraints of a cone.
fn constraints(cone: &Cone) -> Vec<Part> {
    let equations = cone.equations.iter().map(|row| Part::linear(row.clone()));
    equations.chain(cone.inequalities.iter().map(|row| Part::directed(row.clone()))).collect()
}

fn satisfies(generator: &Part, constraint: &Part) -> bool {
    match generator.row.dot(&constraint.row).signum() {
        0 => true,
        1 => !generator.linear && !constraint.linear,
        _ => false,
    }
}

fn generators(cone: &Cone) -> impl Iterator<Item = Part> + '_ {
    let lines = cone.lines.iter().map(|row| Part::linear(row.clone()));
    lines.chain(cone.rays.iter().map(|row| Part::directed(row.clone())))
}

/// The hull of two cones of one width.
fn hull(a: &Cone, b: &Cone) -> Result<Cone, TooLarge> {
    let (large, small) = if a.rays.len() >= b.rays.len() { (a, b) } else { (b, a) };
    let constraints = constraints(large);
    let new: Vec<Part> = generators(small)
        .filter(|g| !constraints.iter().all(|constraint| satisfies(g, constraint)))
        .collect();
    extended(large, &new)
}

/// The constraints of each cone and the bounds of each dimension, loosened until the other cone satisfies them too: above the hull,
/// and no larger than the two.
pub(super) fn rough_hull(a: &Cone, b: &Cone) -> Cone {
    let mut loose: Vec<Part> = Vec::new();
    for (mine, theirs) in [(a, b), (b, a)] {
        for part in constraints(mine) {
            loose.extend(loosened(&part.row, &[theirs]));
            if part.linear {
                loose.extend(loosened(&part.row.negated(), &[theirs]));
            }
        }
    }
    for place in 1..a.width {
        let unit = Row::unit(a.width, place);
        loose.extend([unit.negated(), unit].iter().filter_map(|row| loosened(row, &[a, b])));
    }
    Cone::universe(a.width - 1).refine(&loose, GENERATORS).0
}

/// The inequality with the greatest constant not above its own with which all cones satisfy it, if there is one.
fn loosened(row: &Row, cones: &[&Cone]) -> Option<Part> {
    let mut row = row.clone();
    for cone in cones {
        if cone.lines.iter().any(|line| !row.dot(line).is_zero()) {
            return None;
        }
        for ray in &cone.rays {
            let value = row.dot(ray);
            if !value.is_negative() {
                continue;
            }
            let below = ray.get(0);
            if below.is_zero() {
                return None;
            }
            // At this point the form is value / below; the constant makes up for it.
            let mut numbers: Vec<Int> = row.numbers().iter().map(|n| n * &below).collect();
            if let Some(constant) = numbers.first_mut() {
                *constant -= &value;
            }
            row = Row::new(numbers);
        }
    }
    Some(Part::directed(row))
}

impl Product {
    /// The points after these dimensions got any values.
    pub fn forget(&self, forgotten: &[usize]) -> Product {
        let mut after = Product::universe(self.dims);
        for factor in &self.factors {
            let gone: Vec<usize> =
                (0..factor.dims.len()).filter(|i| forgotten.contains(&factor.dims[*i])).collect();
            if gone.is_empty() {
                after.factors.push(factor.clone());
            } else if gone.len() < factor.dims.len() {
                let width = factor.cone.width;
                let lines: Vec<Part> = gone.iter().map(|i| Part::linear(Row::unit(width, i + 1))).collect();
                let cone = extended(&factor.cone, &lines).unwrap_or_else(|TooLarge| {
                    let untouched = |part: &Part| lines.iter().all(|line| satisfies(line, part));
                    let kept: Vec<Part> = constraints(&factor.cone).into_iter().filter(untouched).collect();
                    Cone::universe(width - 1).refine(&kept, GENERATORS).0
                });
                after.insert(&factor.dims, cone);
            }
        }
        after
    }

    /// The convex hull, or where that is too large something above it.
    pub fn join(&self, other: &Product) -> Product {
        if self.leq(other) {
            return other.clone();
        }
        if other.leq(self) {
            return self.clone();
        }
        let (a, b) = same_free_dims(self.clone(), other.clone());
        let mut groups = Groups::new(a.dims);
        for factor in a.factors.iter().chain(&b.factors) {
            groups.unite(factor.dims.iter().copied());
        }
        let mut after = Product::universe(a.dims);
        let mut different: Vec<Vec<usize>> = Vec::new();
        for root in 0..a.dims {
            let of = |product: &Product| -> Vec<Factor> {
                let inside = |f: &&Factor| f.dims.first().is_some_and(|d| groups.of(*d) == root);
                product.factors.iter().filter(inside).cloned().collect()
            };
            let (mine, theirs) = (of(&a), of(&b));
            if mine == theirs {
                after.factors.extend(mine);
            } else {
                different.push((root..a.dims).filter(|d| groups.of(*d) == root).collect());
            }
        }
        let mut all: Vec<usize> = different.iter().flatten().copied().collect();
        all.sort_unstable();
        let part = |product: &Product, dims: &[usize]| {
            let inside = |f: &&Factor| f.dims.first().is_some_and(|d| dims.binary_search(d).is_ok());
            let factors: Vec<&Factor> = product.factors.iter().filter(inside).collect();
            Product::merged(&factors, dims.to_vec())
        };
        let joined = |dims: &[usize]| {
            let (mine, theirs) = (part(&a, dims)?, part(&b, dims)?);
            hull(&mine.cone, &theirs.cone)
        };
        let rough = |dims: &[usize]| -> Result<Cone, TooLarge> {
            Ok(rough_hull(&part(&a, dims)?.cone, &part(&b, dims)?.cone))
        };
        match joined(&all) {
            Ok(cone) => after.insert(&all, cone),
            Err(TooLarge) => {
                // The hull of each part by itself knows no relations between parts, but is above the hull. Where even the parts
                // of one operand are too large together, nothing is known of them.
                for dims in &different {
                    let exact = if different.len() > 1 { joined(dims) } else { Err(TooLarge) };
                    if let Ok(cone) = exact.or_else(|TooLarge| rough(dims)) {
                        after.insert(dims, cone);
                    }
                }
            }
        }
        after.factors.sort_by_key(|f| f.dims.first().copied());
        after
    }
}

/// What is free in one polyhedron is free in the hull: it can be forgotten in the other before anything grows.
fn same_free_dims(mut a: Product, mut b: Product) -> (Product, Product) {
    loop {
        let (in_a, in_b) = (a.factor_of(), b.factor_of());
        let only = |x: &[Option<usize>], y: &[Option<usize>]| -> Vec<usize> {
            (0..x.len()).filter(|d| x[*d].is_some() && y[*d].is_none()).collect()
        };
        let (only_a, only_b) = (only(&in_a, &in_b), only(&in_b, &in_a));
        if only_a.is_empty() && only_b.is_empty() {
            return (a, b);
        }
        (a, b) = (a.forget(&only_a), b.forget(&only_b));
    }
}
