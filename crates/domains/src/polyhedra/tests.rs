//! Conversion, hulls, projections and images, judged by linear programming, which shares no code with them.

use super::cone::{CONSTRAINTS, Cone, GENERATORS, Part};
use super::echelon;
use super::hull::rough_hull;
use super::product::Product;
use super::row::Row;
use base::{Budget, Int, Random, Rat};
use linear::{Bound, Delta, Side, Simplex};

/// A linear program over some variables: rows of a constant and coefficients, at least zero or zero.
struct Program {
    simplex: Simplex,
    vars: usize,
}

impl Program {
    fn new(vars: usize) -> Program {
        let mut simplex = Simplex::default();
        for _ in 0..vars {
            simplex.add_var();
        }
        Program { simplex, vars }
    }

    /// Adds `constant + Σ k·x` ≥ 0, = 0 or, with `strict`, < 0. A contradiction is kept as one that no value satisfies.
    fn add(&mut self, terms: &[(usize, Int)], constant: &Int, linear: bool, strict: bool) {
        let slack = self.simplex.add_var();
        let mut sum: Vec<(u32, Rat)> = Vec::new();
        for (var, k) in terms.iter().filter(|t| !t.1.is_zero()) {
            match sum.iter_mut().find(|t| t.0 == *var as u32) {
                Some(t) => t.1 = &t.1 + &Rat::from(k),
                None => sum.push((*var as u32, Rat::from(k))),
            }
        }
        sum.retain(|t| !t.1.is_zero());
        sum.sort_by_key(|t| t.0);
        self.simplex.define(slack, &sum);
        let limit = Delta::new(Rat::from(-constant));
        let mut bound = |side: Side, value: Delta| {
            let result = self.simplex.assert_bound(slack, side, Bound { value, reason: 0 });
            if result.is_err() {
                // Two bounds that exclude each other: say so with a variable of its own.
                let never = self.simplex.add_var();
                self.simplex.define(never, &[]);
                let one = Bound { value: Delta::new(Rat::ONE), reason: 0 };
                let _ = self.simplex.assert_bound(never, Side::Lower, one);
            }
        };
        if strict {
            bound(Side::Upper, Delta { rat: limit.rat.clone(), eps: Rat::MINUS_ONE });
        } else {
            bound(Side::Lower, limit.clone());
            if linear {
                bound(Side::Upper, limit);
            }
        }
    }

    /// Adds a part over variables that start at `first`, with the constant multiplied by another variable if there is one.
    fn add_part(&mut self, part: &Part, first: usize, scale: Option<usize>) {
        let numbers = part.row.numbers();
        let mut terms: Vec<(usize, Int)> =
            numbers[1..].iter().enumerate().map(|(i, k)| (first + i, k.clone())).collect();
        let mut constant = numbers[0].clone();
        if let Some(scale) = scale {
            terms.push((scale, constant));
            constant = Int::ZERO;
        }
        self.add(&terms, &constant, part.linear, false);
    }

    fn is_feasible(&mut self) -> bool {
        assert!(self.vars <= self.simplex.len());
        self.simplex.check(&Budget::unlimited()).is_ok()
    }
}

fn entails(parts: &[Part], dims: usize, part: &Part) -> bool {
    let violated = |row: &Row| {
        let mut program = Program::new(dims);
        for p in parts {
            program.add_part(p, 0, None);
        }
        let numbers = row.numbers();
        let terms: Vec<(usize, Int)> = numbers[1..].iter().cloned().enumerate().collect();
        program.add(&terms, &numbers[0], false, true);
        program.is_feasible()
    };
    !violated(&part.row) && (!part.linear || !violated(&part.row.negated()))
}

fn random_parts(r: &mut Random, dims: usize, count: usize) -> Vec<Part> {
    (0..count)
        .map(|_| {
            let dense = r.one_in(2);
            let row = (0..=dims)
                .map(|i| if dense || i == 0 || r.one_in(2) { r.between(-4, 4) } else { 0 })
                .map(Int::from)
                .collect();
            Part { row: Row::new(row), linear: r.one_in(8) }
        })
        .collect()
}

fn random_product(r: &mut Random, dims: usize) -> (Vec<Part>, Option<Product>) {
    let count = 1 + r.below(dims + 4);
    let parts = random_parts(r, dims, count);
    let product = Product::universe(dims).refine(&parts, false);
    (parts, product)
}

/// The whole product as one cone.
fn whole(product: &Product) -> Cone {
    let factors: Vec<_> = product.factors.iter().collect();
    let merged = Product::merged(&factors, (0..product.dims).collect()).expect("small");
    Cone::clone(&merged.cone)
}

fn constraints(cone: &Cone) -> Vec<Part> {
    let equations = cone.equations.iter().map(|row| Part::linear(row.clone()));
    equations.chain(cone.inequalities.iter().map(|row| Part::directed(row.clone()))).collect()
}

fn generators(cone: &Cone) -> Vec<Part> {
    let lines = cone.lines.iter().map(|row| Part::linear(row.clone()));
    lines.chain(cone.rays.iter().map(|row| Part::directed(row.clone()))).collect()
}

fn same_rows(a: &[Row], b: &[Row]) -> bool {
    let sorted = |rows: &[Row]| {
        let mut rows = rows.to_vec();
        rows.sort();
        rows
    };
    sorted(a) == sorted(b)
}

fn same(a: &Cone, b: &Cone) -> bool {
    a.equations == b.equations
        && same_rows(&a.inequalities, &b.inequalities)
        && a.lines == b.lines
        && same_rows(&a.rays, &b.rays)
}

fn satisfied(part: &Part, generator: &Part) -> bool {
    match part.row.dot(&generator.row).signum() {
        0 => true,
        1 => !part.linear && !generator.linear,
        _ => false,
    }
}

#[test]
fn constraints_become_generators_and_back() {
    let mut r = Random::new(101);
    let (mut empty, mut solid) = (0, 0);
    for _ in 0..700 {
        let dims = 1 + r.below(4);
        let (parts, product) = random_product(&mut r, dims);
        let Some(product) = product else {
            empty += 1;
            let mut program = Program::new(dims);
            parts.iter().for_each(|part| program.add_part(part, 0, None));
            // Either no rational point, or equations without an integer one.
            let cone = Cone::universe(dims).refine(&parts, GENERATORS).0;
            assert_eq!(program.is_feasible(), !cone.is_empty(), "{parts:?}");
            assert!(cone.is_empty() || !echelon::have_integer_solution(&cone.equations), "{parts:?}");
            continue;
        };
        let cone = whole(&product);
        solid += usize::from(cone.equations.is_empty());
        let rows = constraints(&cone);
        let made = generators(&cone);
        // The generators satisfy what was asked for, and what was asked for implies the constraints.
        for part in &parts {
            assert!(made.iter().all(|g| satisfied(part, g)), "{parts:?}");
        }
        for row in &rows {
            assert!(entails(&parts, dims, row), "{row:?} of {parts:?}");
        }
        for (ray, saturated) in cone.rays.iter().zip(&cone.saturated) {
            for (i, row) in cone.inequalities.iter().enumerate() {
                assert_eq!(saturated.contains(i), row.dot(ray).is_zero());
            }
        }
        // None is redundant.
        for (i, row) in cone.inequalities.iter().enumerate().filter(|(_, row)| !row.is_constant()) {
            let others: Vec<Part> = rows.iter().filter(|p| p.linear || p.row != *row).cloned().collect();
            assert!(!entails(&others, dims, &Part::directed(row.clone())), "{i} of {rows:?}");
        }
        // From scratch, in another order, from constraints and from generators.
        let mut shuffled = rows.clone();
        shuffled.rotate_left(r.below(rows.len().max(1)));
        let again = Cone::universe(dims).refine(&shuffled, GENERATORS).0;
        assert!(same(&again, &cone), "{parts:?}");
        let first = cone.rays.iter().find(|ray| ray.sign(0) > 0).expect("a point");
        let point: Vec<Part> = (1..=dims)
            .map(|i| {
                let mut row = vec![Int::ZERO; dims + 1];
                (row[0], row[i]) = (-first.get(i), first.get(0));
                Part::linear(Row::new(row))
            })
            .collect();
        let single = Cone::universe(dims).refine(&point, GENERATORS).0;
        let again = single.dual().refine(&made, CONSTRAINTS).0.dual();
        assert!(same(&again, &cone), "{parts:?}");
    }
    assert!(empty > 50 && solid > 300, "{empty} {solid}");
}

/// A generator of a hull is in it: a point is a sum of points of both, scaled by shares that add up to one; a direction is the sum
/// of directions.
fn in_hull(a: &[Part], b: &[Part], dims: usize, generator: &Row) -> bool {
    // Variables: the part of a, the part of b, the share of a, the share of b.
    let mut program = Program::new(2 * dims + 2);
    let (share_a, share_b) = (2 * dims, 2 * dims + 1);
    a.iter().for_each(|part| program.add_part(part, 0, Some(share_a)));
    b.iter().for_each(|part| program.add_part(part, dims, Some(share_b)));
    for share in [share_a, share_b] {
        program.add(&[(share, Int::ONE)], &Int::ZERO, false, false);
    }
    program.add(&[(share_a, Int::ONE), (share_b, Int::ONE)], &-generator.get(0), true, false);
    for i in 0..dims {
        program.add(&[(i, Int::ONE), (dims + i, Int::ONE)], &-generator.get(i + 1), true, false);
    }
    program.is_feasible()
}

#[test]
fn joins_are_convex_hulls() {
    let mut r = Random::new(102);
    let mut checked = 0;
    for _ in 0..1000 {
        let dims = 1 + r.below(4);
        let ((in_a, a), (in_b, b)) = (random_product(&mut r, dims), random_product(&mut r, dims));
        let (Some(a), Some(b)) = (a, b) else { continue };
        let hull = whole(&a.join(&b));
        for part in constraints(&hull) {
            for side in [&a, &b] {
                assert!(generators(&whole(side)).iter().all(|g| satisfied(&part, g)), "{in_a:?} {in_b:?}");
            }
        }
        for generator in generators(&hull) {
            assert!(in_hull(&in_a, &in_b, dims, &generator.row), "{generator:?} {in_a:?} {in_b:?}");
            if generator.linear {
                assert!(in_hull(&in_a, &in_b, dims, &generator.row.negated()), "{in_a:?} {in_b:?}");
            }
        }
        checked += 1;
    }
    assert!(checked > 250, "{checked}");
}

/// What stands in for a hull that is too large is above it, and not above the box around it.
#[test]
fn rough_hulls_are_above_hulls() {
    let mut r = Random::new(106);
    let (mut checked, mut exact) = (0, 0);
    for _ in 0..500 {
        let dims = 1 + r.below(4);
        let (Some(a), Some(b)) = (random_product(&mut r, dims).1, random_product(&mut r, dims).1) else {
            continue;
        };
        let (a, b, hull) = (whole(&a), whole(&b), whole(&a.join(&b)));
        let rough = rough_hull(&a, &b);
        for part in constraints(&rough) {
            assert!(generators(&a).iter().chain(&generators(&b)).all(|g| satisfied(&part, g)), "{part:?}");
        }
        for part in constraints(&hull)
            .iter()
            .filter(|p| p.row.numbers()[1..].iter().filter(|k| !k.is_zero()).count() == 1)
        {
            assert!(part.linear || generators(&rough).iter().all(|g| satisfied(part, g)), "{part:?}");
        }
        checked += 1;
        exact += usize::from(same(&rough, &hull));
    }
    assert!(checked > 150 && exact > 50, "{checked} {exact}");
}

#[test]
fn projections_are_shadows() {
    let mut r = Random::new(103);
    let mut checked = 0;
    for _ in 0..500 {
        let dims = 2 + r.below(3);
        let (parts, Some(product)) = random_product(&mut r, dims) else { continue };
        let gone = r.below(dims);
        let shadow = whole(&product.forget(&[gone]));
        for part in constraints(&shadow) {
            assert_eq!(part.row.sign(gone + 1), 0);
            assert!(generators(&whole(&product)).iter().all(|g| satisfied(&part, g)), "{parts:?}");
        }
        // Each generator, with something else in the place of what is gone, is in the polyhedron.
        for generator in generators(&shadow) {
            for row in [generator.row.clone(), generator.row.negated()]
                .iter()
                .take(1 + usize::from(generator.linear))
            {
                let mut program = Program::new(dims + 1);
                parts.iter().for_each(|part| program.add_part(part, 0, Some(dims)));
                program.add(&[(dims, Int::ONE)], &-row.get(0), true, false);
                for i in (0..dims).filter(|i| *i != gone) {
                    program.add(&[(i, Int::ONE)], &-row.get(i + 1), true, false);
                }
                assert!(program.is_feasible(), "{row:?} {parts:?}");
            }
        }
        checked += 1;
    }
    assert!(checked > 250, "{checked}");
}

#[test]
fn images_move_generators_and_constraints_alike() {
    let mut r = Random::new(104);
    for _ in 0..400 {
        let dims = 1 + r.below(4);
        let (parts, Some(product)) = random_product(&mut r, dims) else { continue };
        let dim = r.below(dims);
        let mut form: Vec<Int> = (0..=dims).map(|_| Int::from(r.between(-3, 3))).collect();
        if form[dim + 1].is_zero() {
            form[dim + 1] = Int::from(2);
        }
        let after = whole(&product.transform(dim, &form));
        // The image as a set of generators, converted from scratch, is the same cone.
        let moved: Vec<Part> = generators(&whole(&product))
            .into_iter()
            .map(|g| {
                let mut numbers = g.row.numbers();
                numbers[dim + 1] = numbers.iter().zip(&form).fold(Int::ZERO, |sum, (x, k)| sum + x * k);
                Part { row: Row::new(numbers), linear: g.linear }
            })
            .collect();
        for part in constraints(&after) {
            assert!(moved.iter().all(|g| satisfied(&part, g)), "{form:?} {parts:?}");
        }
        let again = Cone::universe(dims).refine(&constraints(&after), GENERATORS).0;
        assert!(same(&again, &after), "{form:?} {parts:?}");
        assert_eq!(after.rays.len() + after.lines.len(), moved.len());
        for g in &moved {
            let inside = generators(&after);
            assert!(
                g.linear || inside.iter().any(|h| h.row == g.row) || !after.lines.is_empty(),
                "{parts:?}"
            );
        }
    }
}

/// Factors are as small as they can be, and equal polyhedra have equal factors.
#[test]
fn products_are_taken_apart() {
    let mut r = Random::new(105);
    for _ in 0..400 {
        let dims = 2 + r.below(4);
        let (parts, Some(product)) = random_product(&mut r, dims) else { continue };
        let together = whole(&product);
        let mut again = Product::universe(dims);
        again.insert(&(0..dims).collect::<Vec<_>>(), together.clone());
        assert_eq!(again.factors.len(), product.factors.len(), "{parts:?}");
        assert!(
            again.factors.iter().zip(&product.factors).all(|(a, b)| a == b && same(&a.cone, &b.cone)),
            "{parts:?}"
        );
        let from_scratch = Cone::universe(dims).refine(&parts, GENERATORS).0;
        assert!(same(&from_scratch, &together), "{parts:?}");
    }
}
