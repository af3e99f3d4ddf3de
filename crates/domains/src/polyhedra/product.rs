//! A polyhedron as a product of independent ones.
//!
//! A box of 10 dimensions has 1024 vertices, and 20 if each dimension is looked at by itself. Dimensions that no constraint
//! relates are therefore kept apart (Singh, Püschel and Vechev, "Fast polyhedra abstract domain", POPL 2017): a [`Factor`] is a
//! polyhedron over some dimensions, and all factors together are the [`Product`].
//!
//! Invariants: no dimension is in two factors; one that is in none may have any value. The constraints of a factor relate all
//! its dimensions, there is at least one, and its cone has a point. Factors are ordered by their first dimension. So equal
//! polyhedra have equal factors, up to the order of rows.

use super::cone::{Cone, GENERATORS, Part, TooLarge};
use super::echelon;
use super::groups::Groups;
use super::row::Row;
use base::{Int, Rat};
use std::sync::Arc;

/// A polyhedron over some of the dimensions.
#[derive(Clone, Debug)]
pub(super) struct Factor {
    /// Its dimensions, in order.
    pub dims: Vec<usize>,
    /// Where the columns of its rows are in rows over all dimensions: the constant, then the dimensions.
    pub places: Vec<usize>,
    pub cone: Arc<Cone>,
}

/// The greatest and the least value of a linear form; `None` where it is not bounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub low: Option<Rat>,
    pub high: Option<Rat>,
}

/// Independent polyhedra over one set of dimensions.
#[derive(Clone, Debug, Default)]
pub(super) struct Product {
    pub dims: usize,
    pub factors: Vec<Factor>,
}

impl Factor {
    pub fn new(dims: Vec<usize>, cone: Arc<Cone>) -> Factor {
        let places = std::iter::once(0).chain(dims.iter().map(|d| d + 1)).collect();
        Factor { dims, places, cone }
    }

    /// Whether a row over all dimensions says something about this factor.
    pub fn touches(&self, row: &Row) -> bool {
        self.dims.iter().any(|d| row.sign(d + 1) != 0)
    }

    /// A row over all dimensions, restricted to this factor.
    pub fn local(&self, row: &Row) -> Row {
        row.places(&self.places)
    }

    /// A row of this factor as one over all dimensions.
    pub fn global(&self, row: &Row, dims: usize) -> Row {
        let mut from = vec![usize::MAX; dims + 1];
        for (local, place) in self.places.iter().enumerate() {
            from[*place] = local;
        }
        row.places(&from)
    }

    /// The extent of a row over all dimensions, as far as it concerns this factor, with its constant.
    pub fn extent(&self, row: &Row) -> Extent {
        if self.cone.lines.iter().any(|line| !row.dot_at(&self.places, line).is_zero()) {
            return Extent { low: None, high: None };
        }
        // Fractions are compared crosswise: bringing each into lowest terms would take most of the time.
        let mut low: Option<(Int, Int)> = None;
        let mut high: Option<(Int, Int)> = None;
        let (mut falls, mut grows) = (false, false);
        for ray in &self.cone.rays {
            let value = row.dot_at(&self.places, ray);
            if ray.sign(0) == 0 {
                falls |= value.is_negative();
                grows |= value.is_positive();
                continue;
            }
            let below = ray.get(0);
            if low.as_ref().is_none_or(|(n, d)| &value * d < n * &below) {
                low = Some((value.clone(), below.clone()));
            }
            if high.as_ref().is_none_or(|(n, d)| &value * d > n * &below) {
                high = Some((value, below));
            }
        }
        let fraction = |(n, d): (Int, Int)| Rat::new(n, d);
        Extent { low: low.filter(|_| !falls).map(fraction), high: high.filter(|_| !grows).map(fraction) }
    }

    /// The constraints of this factor over all dimensions, without the one that always holds.
    pub fn constraints(&self, dims: usize) -> impl Iterator<Item = Part> + '_ {
        let equations = self.cone.equations.iter().map(move |row| Part::linear(self.global(row, dims)));
        let real = self.cone.inequalities.iter().filter(|row| !row.is_constant());
        equations.chain(real.map(move |row| Part::directed(self.global(row, dims))))
    }
}

impl PartialEq for Factor {
    /// Whether two factors are the same polyhedron; the order of rows does not count.
    fn eq(&self, other: &Factor) -> bool {
        let same = |a: &[Row], b: &[Row]| a.len() == b.len() && a.iter().all(|row| b.contains(row));
        self.dims == other.dims
            && (Arc::ptr_eq(&self.cone, &other.cone)
                || self.cone.equations == other.cone.equations
                    && same(&self.cone.inequalities, &other.cone.inequalities))
    }
}

impl Product {
    /// All points.
    pub fn universe(dims: usize) -> Product {
        Product { dims, factors: Vec::new() }
    }

    /// All constraints, over all dimensions.
    pub fn constraints(&self) -> impl Iterator<Item = Part> + '_ {
        self.factors.iter().flat_map(|factor| factor.constraints(self.dims))
    }

    /// The factor that each dimension is in.
    pub fn factor_of(&self) -> Vec<Option<usize>> {
        let mut of = vec![None; self.dims];
        for (i, factor) in self.factors.iter().enumerate() {
            for d in &factor.dims {
                of[*d] = Some(i);
            }
        }
        of
    }

    /// The extent of a linear form. That of a sum over independent factors is the sum of the extents.
    pub fn extent(&self, row: &Row) -> Extent {
        let constant = Rat::from(row.get(0));
        let mut left = (1..row.width()).filter(|place| row.sign(*place) != 0).count();
        let mut sum = Extent { low: Some(constant.clone()), high: Some(constant.clone()) };
        for factor in &self.factors {
            let touched = factor.dims.iter().filter(|d| row.sign(*d + 1) != 0).count();
            if touched == 0 {
                continue;
            }
            left -= touched;
            let part = factor.extent(row);
            sum.low = sum.low.zip(part.low).map(|(sum, low)| &(&sum + &low) - &constant);
            sum.high = sum.high.zip(part.high).map(|(sum, high)| &(&sum + &high) - &constant);
        }
        if left > 0 { Extent { low: None, high: None } } else { sum }
    }

    /// Whether all points satisfy a constraint, over the rationals.
    pub fn satisfies(&self, part: &Part) -> bool {
        let mut touched = self.factors.iter().filter(|f| f.touches(&part.row));
        // Most constraints concern one factor; then signs are enough.
        if let (Some(factor), None) = (touched.next(), touched.next())
            && (1..part.row.width()).all(|p| part.row.sign(p) == 0 || factor.places.binary_search(&p).is_ok())
        {
            let value = |row: &Row| part.row.dot_at(&factor.places, row).signum();
            return factor.cone.lines.iter().all(|line| value(line) == 0)
                && factor.cone.rays.iter().all(|ray| {
                    let sign = value(ray);
                    sign == 0 || (sign > 0 && !part.linear)
                });
        }
        let Extent { low, high } = self.extent(&part.row);
        let enough = low.is_some_and(|low| !low.is_negative());
        enough && (!part.linear || high.is_some_and(|high| !high.is_positive()))
    }

    /// Whether all points are points of the other, over the rationals.
    pub fn leq(&self, other: &Product) -> bool {
        other.factors.iter().all(|theirs| match self.factors.iter().find(|f| f.dims == theirs.dims) {
            // The usual case needs no rows over all dimensions.
            Some(mine) => Arc::ptr_eq(&mine.cone, &theirs.cone) || mine.cone.leq(&theirs.cone),
            None => theirs.constraints(self.dims).all(|part| self.satisfies(&part)),
        })
    }

    /// Puts factors that depend on each other together: one polyhedron over these dimensions, which are all of the
    /// factors' and perhaps more.
    pub fn merged(factors: &[&Factor], dims: Vec<usize>) -> Result<Factor, TooLarge> {
        if let [factor] = factors
            && factor.dims == dims
        {
            return Ok((*factor).clone());
        }
        let width = dims.len() + 1;
        let (mut equations, mut inequalities) = (Vec::new(), vec![Row::unit(width, 0)]);
        let (mut lines, mut rays) = (Vec::new(), Vec::new());
        let mut points = vec![Row::unit(width, 0)];
        let mut free = vec![true; width];
        for factor in factors {
            let places: Vec<Option<usize>> =
                factor.dims.iter().map(|d| dims.binary_search(d).ok().map(|at| at + 1)).collect();
            let mut from = vec![usize::MAX; width];
            from[0] = 0;
            for (local, place) in places.iter().enumerate() {
                if let Some(place) = place {
                    from[*place] = local + 1;
                    free[*place] = false;
                }
            }
            let cone = &factor.cone;
            equations.extend(cone.equations.iter().map(|row| row.places(&from)));
            let real = cone.inequalities.iter().filter(|row| !row.is_constant());
            inequalities.extend(real.map(|row| row.places(&from)));
            lines.extend(cone.lines.iter().map(|row| row.places(&from)));
            let (ends, directions): (Vec<&Row>, Vec<&Row>) =
                cone.rays.iter().partition(|row| row.sign(0) > 0);
            rays.extend(directions.iter().map(|row| row.places(&from)));
            if points.len() * ends.len() > GENERATORS.rays {
                return Err(TooLarge);
            }
            // A point of the product is a point of each, over a common denominator.
            let ends: Vec<Row> = ends.iter().map(|row| row.places(&from)).collect();
            points = points.iter().flat_map(|p| ends.iter().map(move |q| joint(p, q))).collect();
        }
        rays.extend(points);
        lines.extend((1..width).filter(|place| free[*place]).map(|place| Row::unit(width, place)));
        let cone = Cone::of_both(equations, inequalities, lines, rays, width);
        Ok(Factor::new(dims, Arc::new(cone)))
    }

    /// Takes a polyhedron over some dimensions apart, and puts the parts in their places.
    pub fn insert(&mut self, dims: &[usize], cone: Cone) {
        let mut groups = Groups::new(cone.width);
        let mut used = vec![false; cone.width];
        for row in cone.equations.iter().chain(&cone.inequalities) {
            let places: Vec<usize> = (1..cone.width).filter(|p| row.sign(*p) != 0).collect();
            for p in &places {
                used[*p] = true;
            }
            groups.unite(places);
        }
        let first: Vec<usize> = (1..cone.width).filter(|p| used[*p] && groups.of(*p) == *p).collect();
        if let [only] = first.as_slice()
            && *only == 1
            && used.iter().skip(1).all(|u| *u)
        {
            self.factors.push(Factor::new(dims.to_vec(), Arc::new(cone)));
        } else {
            for root in first {
                let places: Vec<usize> =
                    std::iter::once(0).chain((1..cone.width).filter(|p| groups.of(*p) == root)).collect();
                let part = restricted(&cone, &places);
                self.factors
                    .push(Factor::new(places[1..].iter().map(|p| dims[p - 1]).collect(), Arc::new(part)));
            }
        }
        self.factors.sort_by_key(|f| f.dims.first().copied());
    }

    /// The points that satisfy constraints; `None` if there are none. Where a representation would grow too large,
    /// constraints are left out. `rounded`: directed constraints may be tightened to what they say of integers.
    pub fn refine(&self, parts: &[Part], rounded: bool) -> Option<Product> {
        let mut groups = Groups::new(self.dims);
        for factor in &self.factors {
            groups.unite(factor.dims.iter().copied());
        }
        let mut touched = vec![false; self.dims];
        let mut real: Vec<&Part> = Vec::with_capacity(parts.len());
        for part in parts {
            let Some(first) = part.row.first_nonzero(1) else {
                let sign = part.row.sign(0);
                if sign < 0 || (part.linear && sign != 0) {
                    return None;
                }
                continue;
            };
            touched[first - 1] = true;
            groups.unite((1..=self.dims).filter(|p| part.row.sign(*p) != 0).map(|p| p - 1));
            real.push(part);
        }
        let mut changed = vec![false; self.dims];
        for (d, touched) in touched.iter().enumerate() {
            changed[groups.of(d)] |= touched;
        }
        let mut after = Product::universe(self.dims);
        let kept = self.factors.iter().filter(|f| f.dims.first().is_none_or(|d| !changed[groups.of(*d)]));
        after.factors.extend(kept.cloned());
        for root in (0..self.dims).filter(|d| changed[*d]) {
            let inside = |d: usize| groups.of(d) == root;
            let factors: Vec<&Factor> =
                self.factors.iter().filter(|f| f.dims.first().is_some_and(|d| inside(*d))).collect();
            let mine: Vec<&Part> = real
                .iter()
                .filter(|p| p.row.first_nonzero(1).is_some_and(|c| inside(c - 1)))
                .copied()
                .collect();
            let dims = (0..self.dims).filter(|d| inside(*d)).collect();
            match Product::merged(&factors, dims) {
                Ok(factor) => after.insert(&factor.dims, refined(&factor, &mine, rounded)?),
                Err(TooLarge) => {
                    // Constraints between factors are given up; each factor still takes its own.
                    for factor in factors {
                        let own: Vec<&Part> =
                            mine.iter().filter(|p| within(&p.row, factor)).copied().collect();
                        after.insert(&factor.dims, refined(factor, &own, rounded)?);
                    }
                }
            }
        }
        Some(after)
    }
}

/// Whether all dimensions of a row are in the factor.
fn within(row: &Row, factor: &Factor) -> bool {
    (1..row.width()).all(|p| row.sign(p) == 0 || factor.places.binary_search(&p).is_ok())
}

/// The factor's cone with more constraints, which are over all dimensions; `None` without a point.
fn refined(factor: &Factor, parts: &[&Part], rounded: bool) -> Option<Cone> {
    let mut cone = Cone::clone(&factor.cone);
    let (linear, directed): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|p| p.linear);
    if !linear.is_empty() {
        let linear: Vec<Part> = linear.iter().map(|p| Part::linear(factor.local(&p.row))).collect();
        (cone, _) = cone.refine(&linear, GENERATORS);
        if cone.is_empty() || !echelon::have_integer_solution(&cone.equations) {
            return None;
        }
    }
    if !directed.is_empty() {
        let directed: Vec<Part> = directed
            .iter()
            .map(|p| factor.local(&p.row))
            .map(|row| if rounded { tightened(&echelon::reduce_row(&cone.equations, row)) } else { row })
            .map(Part::directed)
            .collect();
        let known = cone.equations.len();
        (cone, _) = cone.refine(&directed, GENERATORS);
        if cone.is_empty()
            || (cone.equations.len() > known && !echelon::have_integer_solution(&cone.equations))
        {
            return None;
        }
    }
    Some(cone)
}

/// What an inequality says of integers: divided by the common divisor of its coefficients, the constant rounded down.
pub(super) fn tightened(row: &Row) -> Row {
    let content = row.content();
    if content.is_zero() || content.is_one() {
        return row.clone();
    }
    let numbers = row.numbers();
    Row::new(numbers.iter().map(|n| n.div_floor(&content)).collect())
}

/// The point whose coordinates are those of two points that have no dimension in common.
fn joint(p: &Row, q: &Row) -> Row {
    let (a, b) = (p.get(0), q.get(0));
    let mut numbers: Vec<Int> = p.numbers().iter().zip(&q.numbers()).map(|(x, y)| x * &b + y * &a).collect();
    if let Some(first) = numbers.first_mut() {
        *first = &a * &b;
    }
    Row::new(numbers)
}

/// A cone in the columns that only depend on each other; the first one is the constant.
fn restricted(cone: &Cone, places: &[usize]) -> Cone {
    let width = places.len();
    let inside = |row: &&Row| places.iter().skip(1).any(|p| row.sign(*p) != 0);
    let cut = |row: &Row| row.places(places);
    let mut inequalities = vec![Row::unit(width, 0)];
    inequalities.extend(cone.inequalities.iter().filter(inside).map(cut));
    let equations = cone.equations.iter().filter(inside).map(cut).collect();
    let lines = cone.lines.iter().filter(inside).map(cut).collect();
    let mut rays: Vec<Row> = cone.rays.iter().filter(|row| row.sign(0) > 0 || inside(row)).map(cut).collect();
    rays.sort();
    rays.dedup();
    Cone::of_both(equations, inequalities, lines, rays, width)
}
