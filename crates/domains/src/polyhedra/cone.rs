//! Cones in both representations, by the double description method.
//!
//! A polyhedron of n dimensions is a cone of n + 1: the point `x` becomes the ray `(1, x)`, and a constraint
//! `a·x + c ≥ 0` becomes the linear form `(c, a)`. The cone is what satisfies `equations` and `inequalities`; it is also what is
//! made of `lines` (in both directions) and `rays`. Rows with a positive first place are points, the others directions.
//!
//! To exchange constraints with generators exchanges a cone with its dual, so one algorithm serves both ways:
//! [`Cone::refine`] adds constraints and makes the generators of what is left (Chernikova, 1968; Le Verge, "A note on
//! Chernikova's algorithm", 1992). An inequality keeps the rays on its good side, and makes a new one of each pair of *adjacent*
//! rays on different sides. Two rays are adjacent if no third one saturates all that both do; that is what the
//! bit-sets of `saturated` are for. It is incremental, so a cone that is known in full takes a constraint (or, turned around, a
//! generator) more for the price of one step.
//!
//! Invariants: both representations are minimal. Equations are in reduced echelon form, inequalities have zeros in the
//! columns of their leading places, and likewise lines and rays: so two cones with the same points have the same rows, up
//! to their order. `saturated[r]` has `i` when ray `r` makes inequality `i` zero.

use super::bits::{Bits, in_all, transpose};
use super::echelon;
use super::row::Row;

/// A cone may have exponentially many generators, or constraints if it is known by generators. Beyond these numbers a step is
/// given up, and the caller forgets something instead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Rays that a step may make.
    pub rays: usize,
    /// Pairs of rays that are looked at in all steps together; those that are compared with all others count for more.
    pub work: usize,
}

/// For making generators of constraints.
pub(super) const GENERATORS: Limits = Limits { rays: 1500, work: 2_000_000 };

/// For making constraints of generators. More would not be readable.
pub(super) const CONSTRAINTS: Limits = Limits { rays: 800, work: 2_000_000 };

/// A representation grew too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLarge;

/// A row with what it means: an equation or a line if it is `linear`, an inequality or a ray otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub row: Row,
    pub linear: bool,
}

impl Part {
    pub fn linear(row: Row) -> Part {
        Part { row, linear: true }
    }

    pub fn directed(row: Row) -> Part {
        Part { row, linear: false }
    }
}

/// A cone, known in full.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cone {
    pub width: usize,
    pub equations: Vec<Row>,
    pub inequalities: Vec<Row>,
    pub lines: Vec<Row>,
    pub rays: Vec<Row>,
    pub saturated: Vec<Bits>,
}

impl Cone {
    /// The cone of all points.
    pub fn universe(dims: usize) -> Cone {
        let width = dims + 1;
        Cone {
            width,
            equations: Vec::new(),
            inequalities: vec![Row::unit(width, 0)],
            lines: (1..width).map(|i| Row::unit(width, i)).collect(),
            rays: vec![Row::unit(width, 0)],
            saturated: vec![Bits::default()],
        }
    }

    /// Whether there is no point in it.
    pub fn is_empty(&self) -> bool {
        self.rays.iter().all(|ray| ray.sign(0) <= 0)
    }

    /// Whether it is contained in the other, which has the same width.
    pub fn leq(&self, other: &Cone) -> bool {
        let zero = |row: &Row, of: &[Row]| of.iter().all(|g| row.dot(g).is_zero());
        other.equations.iter().all(|row| zero(row, &self.lines) && zero(row, &self.rays))
            && other
                .inequalities
                .iter()
                .all(|row| zero(row, &self.lines) && self.rays.iter().all(|ray| !row.dot(ray).is_negative()))
    }

    /// A cone of which constraints and generators are both known, but not yet minimal.
    pub fn of_both(
        equations: Vec<Row>,
        inequalities: Vec<Row>,
        lines: Vec<Row>,
        rays: Vec<Row>,
        width: usize,
    ) -> Cone {
        let saturated = rays
            .iter()
            .map(|ray| {
                let mut set = Bits::default();
                for (i, row) in inequalities.iter().enumerate() {
                    if row.dot(ray).is_zero() {
                        set.insert(i);
                    }
                }
                set
            })
            .collect();
        let cone = Cone { width, equations, inequalities, lines, rays, saturated };
        Builder { rank: cone.equations.len(), cone, limits: GENERATORS }.finish()
    }

    /// Exchanges constraints and generators.
    pub fn dual(mut self) -> Cone {
        self.saturated = transpose(&self.saturated, self.inequalities.len());
        std::mem::swap(&mut self.equations, &mut self.lines);
        std::mem::swap(&mut self.inequalities, &mut self.rays);
        self
    }

    /// The part of the cone that satisfies more constraints. One that would make it too large is left out, and
    /// returned as an error together with what the others make.
    pub fn refine(self, more: &[Part], limits: Limits) -> (Cone, Result<(), TooLarge>) {
        let mut result = Ok(());
        let mut builder = Builder { rank: self.equations.len(), cone: self, limits };
        // Equations first: they only take lines and dimensions away.
        for part in more.iter().filter(|p| p.linear) {
            result = result.and(builder.add(part));
        }
        for part in more.iter().filter(|p| !p.linear) {
            result = result.and(builder.add(part));
        }
        (builder.finish(), result)
    }
}

/// A cone that constraints are being added to; its constraints may be redundant in the meantime.
struct Builder {
    cone: Cone,
    /// How many independent equations there are.
    rank: usize,
    /// What may still be done.
    limits: Limits,
}

impl Builder {
    fn add(&mut self, part: &Part) -> Result<(), TooLarge> {
        let row = &part.row;
        let across = self.cone.lines.iter().position(|line| !row.dot(line).is_zero());
        match across {
            Some(at) => self.cut_lines(at, part),
            None => self.cut_rays(part)?,
        }
        if part.linear {
            self.cone.equations.push(row.clone());
        } else {
            self.cone.inequalities.push(row.clone());
        }
        Ok(())
    }

    /// A line crosses the constraint: half of it stays as a ray (or nothing, for an equation), and everything else is moved along it
    /// until it saturates the constraint. Saturation of the others stays as it was, since the line saturates them all.
    fn cut_lines(&mut self, at: usize, part: &Part) {
        let cone = &mut self.cone;
        let line = cone.lines.remove(at);
        let along = part.row.dot(&line);
        for other in &mut cone.lines {
            let value = part.row.dot(other);
            if !value.is_zero() {
                *other = other.cancelled(&value, &line, &along);
            }
        }
        let index = cone.inequalities.len();
        for (ray, saturated) in cone.rays.iter_mut().zip(&mut cone.saturated) {
            let value = part.row.dot(ray);
            if !value.is_zero() {
                *ray = ray.cancelled(&value, &line, &along);
            }
            if !part.linear {
                saturated.insert(index);
            }
        }
        if part.linear {
            self.rank += 1;
        } else {
            cone.rays.push(if along.is_negative() { line.negated() } else { line });
            cone.saturated.push(Bits::below(index));
        }
    }

    /// No line crosses the constraint: rays on its wrong side go, and edges between the sides become rays.
    fn cut_rays(&mut self, part: &Part) -> Result<(), TooLarge> {
        let cone = &mut self.cone;
        let index = cone.inequalities.len();
        let values: Vec<_> = cone.rays.iter().map(|ray| part.row.dot(ray)).collect();
        let side = |sign: i32| -> Vec<usize> {
            values.iter().enumerate().filter(|(_, v)| v.signum() == sign).map(|(i, _)| i).collect()
        };
        let (above, below) = (side(1), side(-1));
        if below.is_empty() && (above.is_empty() || !part.linear) {
            for (saturated, value) in cone.saturated.iter_mut().zip(&values) {
                if !part.linear && value.is_zero() {
                    saturated.insert(index);
                }
            }
            return Ok(());
        }
        let pairs = above.len() * below.len();
        self.limits.work = self.limits.work.checked_sub(pairs).ok_or(TooLarge)?;
        // Adjacent rays saturate constraints of this rank together, so at least as many.
        let needed = (cone.width - cone.lines.len()).saturating_sub(self.rank + 2);
        // Many pairs are worth a table of which rays saturate each inequality; for a few, all rays are looked at.
        let by_inequality = (pairs > 8 * index).then(|| transpose(&cone.saturated, index));
        let mut made: Vec<(Row, Bits)> = Vec::new();
        for p in &above {
            for n in &below {
                let (a, b) = (&cone.saturated[*p], &cone.saturated[*n]);
                if a.count_common(b) < needed {
                    continue;
                }
                self.limits.work = self.limits.work.checked_sub(cone.rays.len() / 8).ok_or(TooLarge)?;
                let mut common = a.common(b);
                // These two rays saturate all of that; another one that does would be between them.
                let between = match &by_inequality {
                    Some(table) => in_all(table, &common, cone.rays.len(), 2).count() > 2,
                    None => {
                        let mut others = cone.saturated.iter().enumerate().filter(|(k, _)| k != p && k != n);
                        others.any(|(_, set)| common.is_subset(set))
                    }
                };
                if between {
                    continue;
                }
                let row = cone.rays[*p].cancelled(&values[*p], &cone.rays[*n], &values[*n]);
                if !part.linear {
                    common.insert(index);
                }
                made.push((row, common));
            }
        }
        let kept = cone.rays.len() - below.len() + made.len();
        if kept > self.limits.rays {
            return Err(TooLarge);
        }
        let mut rays = Vec::with_capacity(kept);
        let mut saturated = Vec::with_capacity(kept);
        let old = cone.rays.drain(..).zip(cone.saturated.drain(..));
        for ((ray, mut set), value) in old.zip(&values) {
            match value.signum() {
                0 if !part.linear => set.insert(index),
                0 => {}
                1 if !part.linear => {}
                _ => continue,
            }
            rays.push(ray);
            saturated.push(set);
        }
        for (ray, set) in made {
            rays.push(ray);
            saturated.push(set);
        }
        (cone.rays, cone.saturated) = (rays, saturated);
        self.rank += usize::from(part.linear);
        Ok(())
    }

    /// Finds the inequalities that are equations, drops those that others imply, and brings all rows into normal form.
    fn finish(self) -> Cone {
        let mut cone = self.cone;
        let by_inequality = transpose(&cone.saturated, cone.inequalities.len());
        let counts: Vec<usize> = by_inequality.iter().map(Bits::count).collect();
        let all = cone.rays.len();
        let everywhere = counts.iter().filter(|count| **count == all).count();
        // An inequality whose face lies in the face of another one is implied by it; of two with the same face one stays.
        let stays: Vec<bool> = (0..by_inequality.len())
            .map(|i| {
                let with_face = in_all(&cone.saturated, &by_inequality[i], counts.len(), everywhere + 1);
                counts[i] < all
                    && !with_face.iter().any(|j| counts[j] < all && (counts[j] > counts[i] || j < i))
            })
            .collect();
        let mut inequalities = Vec::new();
        let mut faces = Vec::new();
        for (i, row) in cone.inequalities.drain(..).enumerate() {
            if counts[i] == all {
                cone.equations.push(row);
            } else if stays[i] {
                inequalities.push(row);
                faces.push(by_inequality[i].clone());
            }
        }
        cone.inequalities = inequalities;
        cone.saturated = transpose(&faces, all);
        cone.normalise();
        cone
    }
}

impl Cone {
    /// Brings the rows into normal form, without a change of what they mean.
    pub fn normalise(&mut self) {
        echelon::reduce(&mut self.equations, &mut self.inequalities);
        echelon::reduce(&mut self.lines, &mut self.rays);
    }
}
