//! Assignments that can be undone, and renamings: they change rows, and leave what saturates what as it is.

use super::cone::Cone;
use super::echelon;
use super::product::{Factor, Product};
use super::row::Row;
use base::Int;
use std::sync::Arc;

/// The cone after the coordinate in column `at` got the value of the linear form, in which it has a factor that is not zero.
fn image(cone: &Cone, at: usize, form: &[Int]) -> Cone {
    let k = form[at].clone();
    let of = Row::new(form.to_vec());
    // The row was divided by what its numbers had in common.
    let scale = if of.get(at).is_zero() { Int::ONE } else { k.div_floor(&of.get(at)) };
    let generator = |row: &Row| {
        let value = of.dot(row) * &scale;
        row.with(at, value)
    };
    // The old coordinate is (new − rest) / k; multiplied by |k| that is an integer form.
    let (size, sign) = (k.abs(), Int::from(i64::from(k.signum())));
    let constraint = |row: &Row| {
        let mine = row.get(at);
        if mine.is_zero() {
            return row.clone();
        }
        let turned = &mine * &sign;
        let numbers = row.numbers();
        let of_column =
            |(i, n): (usize, &Int)| if i == at { turned.clone() } else { n * &size - &turned * &form[i] };
        Row::new(numbers.iter().enumerate().map(of_column).collect())
    };
    let mut after = Cone {
        width: cone.width,
        equations: cone.equations.iter().map(constraint).collect(),
        inequalities: cone.inequalities.iter().map(constraint).collect(),
        lines: cone.lines.iter().map(generator).collect(),
        rays: cone.rays.iter().map(generator).collect(),
        saturated: cone.saturated.clone(),
    };
    after.normalise();
    after
}

impl Product {
    /// The points after `dim` got the value of a linear form over all dimensions (`form[0]` is the constant), in which it has
    /// a factor that is not zero.
    pub fn transform(&self, dim: usize, form: &[Int]) -> Product {
        let used = |d: usize| !form[d + 1].is_zero();
        let factor_of = self.factor_of();
        if factor_of[dim].is_none() {
            return self.clone();
        }
        let (touched, rest): (Vec<&Factor>, Vec<&Factor>) =
            self.factors.iter().partition(|f| f.dims.iter().any(|d| used(*d)));
        let mut dims: Vec<usize> = touched.iter().flat_map(|f| f.dims.iter().copied()).collect();
        dims.extend((0..self.dims).filter(|d| used(*d) && factor_of[*d].is_none()));
        dims.sort_unstable();
        let Ok(merged) = Product::merged(&touched, dims) else { return self.forget(&[dim]) };
        let local: Vec<Int> = merged.places.iter().map(|p| form[*p].clone()).collect();
        let Ok(at) = merged.places.binary_search(&(dim + 1)) else { return self.forget(&[dim]) };
        let mut after = Product::universe(self.dims);
        after.factors.extend(rest.into_iter().cloned());
        after.insert(&merged.dims, image(&merged.cone, at, &local));
        after
    }

    /// The points with each dimension moved to where `to` says; dimensions without a new place must be free.
    pub fn renamed(&self, dims: usize, to: &[Option<usize>]) -> Product {
        let mut after = Product::universe(dims);
        for factor in &self.factors {
            let mut moved: Vec<(usize, usize)> =
                factor.dims.iter().enumerate().filter_map(|(i, d)| Some((to[*d]?, i + 1))).collect();
            let in_order = moved.is_sorted();
            moved.sort_unstable();
            let dims = moved.iter().map(|(d, _)| *d).collect();
            let cone = if in_order {
                Arc::clone(&factor.cone)
            } else {
                let places: Vec<usize> = std::iter::once(0).chain(moved.iter().map(|(_, p)| *p)).collect();
                Arc::new(rearranged(&factor.cone, &places))
            };
            after.factors.push(Factor::new(dims, cone));
        }
        after.factors.sort_by_key(|f| f.dims.first().copied());
        after
    }
}

fn rearranged(cone: &Cone, places: &[usize]) -> Cone {
    let all = |rows: &[Row]| -> Vec<Row> { rows.iter().map(|row| row.places(places)).collect() };
    let mut after = Cone {
        width: cone.width,
        equations: all(&cone.equations),
        inequalities: all(&cone.inequalities),
        lines: all(&cone.lines),
        rays: all(&cone.rays),
        saturated: cone.saturated.clone(),
    };
    echelon::reduce(&mut after.equations, &mut after.inequalities);
    echelon::reduce(&mut after.lines, &mut after.rays);
    after
}
