//! Integer points of a conjunction of linear equalities and inequalities, by the omega test (Pugh,
//! "The Omega test: a fast and practical integer programming algorithm for dependence analysis",
//! 1991).
//!
//! Equalities go first, by substitutions that keep integer points. Then variables are eliminated
//! one by one: exactly where a coefficient is 1, otherwise by the dark shadow (if it has a point, so
//! has the problem), the real shadow (if it has none, neither has the problem) and, between the two,
//! by splinters. It always ends; the budget is for problems that are merely too large.
//!
//! ```
//! use base::{Budget, Int};
//! use linear::omega::{Problem, Relation};
//! // 3 ≤ 2x + … has points; 1 ≤ 2x − 2y ≤ 1 has none, though its polyhedron is unbounded.
//! let mut p = Problem::new(2);
//! p.add(Relation::Eq, vec![Int::from(2), Int::from(-2)], Int::from(-1));
//! assert_eq!(p.solve(&Budget::unlimited()), Ok(None));
//! ```

use base::{Budget, Int, Stop};

/// How a sum relates to zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Σ + c = 0
    Eq,
    /// Σ + c ≥ 0
    Ge,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    coefs: Vec<Int>,
    constant: Int,
}

/// A conjunction of constraints over integer variables `0..n`.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    vars: usize,
    eqs: Vec<Row>,
    ges: Vec<Row>,
}

impl Row {
    fn gcd(&self) -> Int {
        self.coefs.iter().fold(Int::ZERO, |g, c| if c.is_zero() { g } else { g.gcd(c) })
    }

    fn value(&self, point: &[Int]) -> Int {
        let mut sum = self.constant.clone();
        for (c, x) in self.coefs.iter().zip(point) {
            if !c.is_zero() {
                sum += &(c * x);
            }
        }
        sum
    }

    /// Replaces variable `k` by `sum` (whose own coefficient of `k` may be anything).
    fn substitute(&mut self, k: usize, sum: &Row) {
        let c = std::mem::replace(&mut self.coefs[k], Int::ZERO);
        if c.is_zero() {
            return;
        }
        for (mine, other) in self.coefs.iter_mut().zip(&sum.coefs) {
            if !other.is_zero() {
                *mine += &(&c * other);
            }
        }
        self.constant += &(&c * &sum.constant);
    }
}

/// Numbers that can be looked at in the time of one step.
const NUMBERS: u64 = 16;

impl Problem {
    /// No constraint on `vars` variables.
    pub fn new(vars: usize) -> Problem {
        Problem { vars, eqs: Vec::new(), ges: Vec::new() }
    }

    /// Adds `Σ coefs·x + constant` = 0 or ≥ 0. Missing coefficients are zero.
    pub fn add(&mut self, relation: Relation, mut coefs: Vec<Int>, constant: Int) {
        coefs.resize(self.vars, Int::ZERO);
        let row = Row { coefs, constant };
        match relation {
            Relation::Eq => self.eqs.push(row),
            Relation::Ge => self.ges.push(row),
        }
    }

    /// An integer point, `None` if there is none.
    pub fn solve(mut self, budget: &Budget) -> Result<Option<Vec<Int>>, Stop> {
        // Substitutions x_k := sum, to be applied backwards to the point found.
        let mut back: Vec<(usize, Row)> = Vec::new();
        while let Some(eq) = self.eqs.pop() {
            budget.spend(1 + (self.ges.len() + self.eqs.len()) as u64 * self.vars as u64 / NUMBERS)?;
            if !self.eliminate(eq, &mut back) {
                return Ok(None);
            }
        }
        let point = inequalities(self.ges, self.vars, budget)?;
        Ok(point.map(|mut p| {
            for (k, sum) in back.iter().rev() {
                p[*k] = sum.value(&p);
            }
            p
        }))
    }

    /// Uses up one equality; false if it has no integer solution.
    fn eliminate(&mut self, mut eq: Row, back: &mut Vec<(usize, Row)>) -> bool {
        loop {
            let g = eq.gcd();
            if g.is_zero() {
                return eq.constant.is_zero();
            }
            if !g.divides(&eq.constant) {
                return false;
            }
            if !g.is_one() {
                eq.coefs.iter_mut().for_each(|c| *c = c.div_floor(&g));
                eq.constant = eq.constant.div_floor(&g);
            }
            let smallest =
                (0..self.vars).filter(|i| !eq.coefs[*i].is_zero()).min_by_key(|i| eq.coefs[*i].abs());
            let Some(k) = smallest else { return eq.constant.is_zero() };
            let a = eq.coefs[k].clone();
            if a.abs().is_one() {
                // x_k = −(rest)/a, with a = ±1.
                let minus = -&a;
                let coefs =
                    (0..self.vars).map(|i| if i == k { Int::ZERO } else { &eq.coefs[i] * &minus }).collect();
                let sum = Row { coefs, constant: &eq.constant * &minus };
                self.replace(k, &sum);
                back.push((k, sum));
                return true;
            }
            // x_k := t − Σ q_j x_j makes the other coefficients smaller than a; t takes x_k's place.
            let mut coefs: Vec<Int> = (0..self.vars).map(|j| -eq.coefs[j].div_floor(&a)).collect();
            coefs[k] = Int::ONE;
            let sum = Row { coefs, constant: Int::ZERO };
            self.replace(k, &sum);
            eq.substitute(k, &sum);
            back.push((k, sum));
        }
    }

    fn replace(&mut self, k: usize, sum: &Row) {
        for r in self.eqs.iter_mut().chain(&mut self.ges) {
            r.substitute(k, sum);
        }
    }
}

/// Divides by the common divisor, rounds the constant inwards, drops what is implied by another row
/// with the same coefficients; `None` on a plain contradiction.
fn normalise(rows: Vec<Row>) -> Option<Vec<Row>> {
    let mut out: Vec<Row> = Vec::with_capacity(rows.len());
    for mut r in rows {
        let g = r.gcd();
        if g.is_zero() {
            if r.constant.is_negative() {
                return None;
            }
            continue;
        }
        if !g.is_one() {
            r.coefs.iter_mut().for_each(|c| *c = c.div_floor(&g));
            r.constant = r.constant.div_floor(&g);
        }
        out.push(r);
    }
    out.sort_by(|a, b| a.coefs.cmp(&b.coefs).then_with(|| a.constant.cmp(&b.constant)));
    out.dedup_by(|b, a| a.coefs == b.coefs);
    Some(out)
}

fn inequalities(rows: Vec<Row>, vars: usize, budget: &Budget) -> Result<Option<Vec<Int>>, Stop> {
    let Some(mut rows) = normalise(rows) else { return Ok(None) };
    if let Some((pairs, contradiction)) = opposite_pairs(&rows) {
        if contradiction {
            return Ok(None);
        }
        // Σ + c ≥ 0 and −Σ − c ≥ 0 are an equality: eliminate it exactly.
        let mut p = Problem::new(vars);
        let mut drop = vec![false; rows.len()];
        for (i, j) in pairs {
            drop[i] = true;
            drop[j] = true;
            p.eqs.push(rows[i].clone());
        }
        p.ges = rows.into_iter().zip(drop).filter(|(_, d)| !d).map(|(r, _)| r).collect();
        return p.solve(budget);
    }
    // Variables bounded on one side only take their rows with them.
    let mut order: Vec<(usize, Vec<Row>)> = Vec::new();
    loop {
        budget.spend(1 + rows.len() as u64 * vars as u64 / NUMBERS)?;
        let free = (0..vars).find(|v| {
            let (mut low, mut high) = (false, false);
            for r in &rows {
                low |= r.coefs[*v].is_positive();
                high |= r.coefs[*v].is_negative();
            }
            low != high
        });
        let Some(v) = free else { break };
        let (gone, kept): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|r| !r.coefs[v].is_zero());
        rows = kept;
        order.push((v, gone));
    }
    let point = bounded(rows, vars, budget)?;
    Ok(point.map(|mut p| {
        for (v, gone) in order.iter().rev() {
            p[*v] = nearest_zero(*v, gone, &p);
        }
        p
    }))
}

/// Index pairs of rows with opposite coefficients that leave one value or none.
#[allow(clippy::type_complexity)]
fn opposite_pairs(rows: &[Row]) -> Option<(Vec<(usize, usize)>, bool)> {
    let mut pairs = Vec::new();
    for (i, r) in rows.iter().enumerate() {
        // Only from the side whose first coefficient is negative, since rows are ordered.
        if r.coefs.iter().find(|c| !c.is_zero()).is_none_or(|c| c.is_positive()) {
            continue;
        }
        let negated: Vec<Int> = r.coefs.iter().map(|c| -c).collect();
        let from = rows.partition_point(|o| o.coefs < negated);
        if let Some(o) = rows.get(from)
            && o.coefs == negated
        {
            let gap = &o.constant + &r.constant;
            if gap.is_negative() {
                return Some((Vec::new(), true));
            }
            if gap.is_zero() {
                pairs.push((i, from));
            }
        }
    }
    if pairs.is_empty() { None } else { Some((pairs, false)) }
}

/// The value nearest to zero that the rows allow for `v`, the other values being given.
fn nearest_zero(v: usize, rows: &[Row], point: &[Int]) -> Int {
    let (mut low, mut high): (Option<Int>, Option<Int>) = (None, None);
    for r in rows {
        let a = &r.coefs[v];
        let rest = &r.value(point) - &(a * &point[v]);
        if a.is_positive() {
            let bound = (-rest).div_ceil(a);
            low = Some(low.map_or(bound.clone(), |l| l.max(bound)));
        } else if a.is_negative() {
            let bound = rest.div_floor(&-a);
            high = Some(high.map_or(bound.clone(), |h| h.min(bound)));
        }
    }
    let mut x = Int::ZERO;
    if let Some(h) = high {
        x = x.min(h);
    }
    if let Some(l) = low {
        x = x.max(l);
    }
    x
}

/// Eliminates one variable that is bounded on both sides, and recurses.
fn bounded(rows: Vec<Row>, vars: usize, budget: &Budget) -> Result<Option<Vec<Int>>, Stop> {
    // The variable whose elimination is exact and cheapest.
    let mut best: Option<(bool, usize, usize)> = None;
    for v in 0..vars {
        let lowers: Vec<&Row> = rows.iter().filter(|r| r.coefs[v].is_positive()).collect();
        let uppers: Vec<&Row> = rows.iter().filter(|r| r.coefs[v].is_negative()).collect();
        if lowers.is_empty() || uppers.is_empty() {
            continue;
        }
        let exact =
            lowers.iter().all(|r| r.coefs[v].is_one()) || uppers.iter().all(|r| (-&r.coefs[v]).is_one());
        let key = (!exact, lowers.len() * uppers.len(), v);
        if best.is_none_or(|b| key < b) {
            best = Some(key);
        }
    }
    let Some((inexact, _, v)) = best else { return Ok(Some(vec![Int::ZERO; vars])) };
    let (involved, rest): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|r| !r.coefs[v].is_zero());
    let shadow = |dark: bool| -> Result<Vec<Row>, Stop> {
        let mut out = rest.clone();
        for l in involved.iter().filter(|r| r.coefs[v].is_positive()) {
            for u in involved.iter().filter(|r| r.coefs[v].is_negative()) {
                budget.spend(1 + vars as u64 / NUMBERS)?;
                let (a, b) = (&l.coefs[v], -&u.coefs[v]);
                let coefs = (0..vars).map(|i| &(&l.coefs[i] * &b) + &(&u.coefs[i] * a)).collect();
                let mut constant = &(&l.constant * &b) + &(&u.constant * a);
                if dark {
                    constant -= &(&(a - &Int::ONE) * &(&b - &Int::ONE));
                }
                out.push(Row { coefs, constant });
            }
        }
        Ok(out)
    };
    let complete = |mut p: Vec<Int>| {
        p[v] = Int::ZERO;
        p[v] = nearest_zero(v, &involved, &p);
        p
    };
    if let Some(p) = inequalities(shadow(inexact)?, vars, budget)? {
        return Ok(Some(complete(p)));
    }
    if !inexact {
        return Ok(None);
    }
    if inequalities(shadow(false)?, vars, budget)?.is_none() {
        return Ok(None);
    }
    // Between the shadows: a point must lie close above some lower bound.
    let largest = involved.iter().filter(|r| r.coefs[v].is_negative()).map(|r| -&r.coefs[v]).max();
    let Some(largest) = largest else { return Ok(None) };
    for l in involved.iter().filter(|r| r.coefs[v].is_positive()) {
        let b = &l.coefs[v];
        // 0 ≤ b·x + rest ≤ (largest·b − largest − b) / largest
        let reach = (&(&(&largest * b) - &largest) - b).div_floor(&largest);
        let mut i = Int::ZERO;
        while i <= reach {
            budget.step()?;
            let mut p = Problem::new(vars);
            let mut eq = l.clone();
            eq.constant -= &i;
            p.eqs.push(eq);
            p.ges = rest.iter().chain(&involved).cloned().collect();
            if let Some(point) = p.solve(budget)? {
                return Ok(Some(point));
            }
            i += &Int::ONE;
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Random;

    fn small(r: &mut Random) -> Int {
        Int::from(r.between(-7, 7))
    }

    /// Random problems in a box, judged by enumeration; every point is checked.
    #[test]
    fn agrees_with_enumeration() {
        let mut r = Random::new(5);
        let (mut with, mut without) = (0, 0);
        for _ in 0..1_500 {
            let n = 1 + r.below(3);
            let mut p = Problem::new(n);
            for v in 0..n {
                for sign in [1, -1] {
                    let mut c = vec![Int::ZERO; n];
                    c[v] = Int::from(sign);
                    p.add(Relation::Ge, c, Int::from(4));
                }
            }
            for _ in 0..1 + r.below(4) {
                let rel = if r.one_in(4) { Relation::Eq } else { Relation::Ge };
                p.add(rel, (0..n).map(|_| small(&mut r)).collect(), small(&mut r));
            }
            let holds = |x: &[Int]| {
                p.eqs.iter().all(|e| e.value(x).is_zero()) && p.ges.iter().all(|g| !g.value(x).is_negative())
            };
            let mut any = false;
            for code in 0..9usize.pow(n as u32) {
                let x: Vec<Int> =
                    (0..n).map(|v| Int::from((code / 9usize.pow(v as u32) % 9) as i64 - 4)).collect();
                any |= holds(&x);
            }
            match p.clone().solve(&Budget::unlimited()).unwrap() {
                Some(x) => {
                    assert!(holds(&x), "{p:?} {x:?}");
                    with += 1;
                }
                None => {
                    assert!(!any, "{p:?}");
                    without += 1;
                }
            }
        }
        assert!(with > 200 && without > 200);
    }

    /// Unbounded problems: whatever is found must satisfy, and what has a small point must be found.
    #[test]
    fn unbounded_problems() {
        let mut r = Random::new(6);
        for _ in 0..1_500 {
            let n = 2 + r.below(3);
            let mut p = Problem::new(n);
            for _ in 0..2 + r.below(4) {
                let rel = if r.one_in(3) { Relation::Eq } else { Relation::Ge };
                p.add(rel, (0..n).map(|_| small(&mut r)).collect(), small(&mut r));
            }
            let holds = |x: &[Int]| {
                p.eqs.iter().all(|e| e.value(x).is_zero()) && p.ges.iter().all(|g| !g.value(x).is_negative())
            };
            match p.clone().solve(&Budget::unlimited().with_steps(200_000)) {
                Ok(Some(x)) => assert!(holds(&x), "{p:?} {x:?}"),
                Ok(None) => {
                    for code in 0..7usize.pow(n as u32) {
                        let x: Vec<Int> =
                            (0..n).map(|v| Int::from((code / 7usize.pow(v as u32) % 7) as i64 - 3)).collect();
                        assert!(!holds(&x), "{p:?} {x:?}");
                    }
                }
                Err(_) => panic!("too slow: {p:?}"),
            }
        }
    }
}
