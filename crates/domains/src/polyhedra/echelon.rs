//! Reduced echelon form, and whether equations have an integer solution.

use super::row::Row;
use base::Int;

/// Brings rows that count in both directions into reduced echelon form (the leading place of each is zero in all
/// others), without those that the others make, and makes these places zero in `others` as well, which count in one direction.
///
/// The first place, which holds the constant, never leads unless nothing else is there.
pub(super) fn reduce(linear: &mut Vec<Row>, others: &mut [Row]) {
    let mut done: Vec<(usize, Row)> = Vec::with_capacity(linear.len());
    for mut row in linear.drain(..) {
        for (at, lead) in &done {
            row = without(row, *at, lead);
        }
        let Some(at) = row.first_nonzero(1).or_else(|| row.first_nonzero(0)) else { continue };
        if row.sign(at) < 0 {
            row = row.negated();
        }
        for (_, lead) in &mut done {
            if lead.sign(at) != 0 {
                *lead = lead.cancelled(&lead.get(at), &row, &row.get(at));
            }
        }
        done.push((at, row));
    }
    done.sort_by_key(|(at, _)| *at);
    for other in others {
        for (at, lead) in &done {
            if other.sign(*at) != 0 {
                *other = other.cancelled(&other.get(*at), lead, &lead.get(*at));
            }
        }
    }
    linear.extend(done.into_iter().map(|(_, row)| row));
}

fn without(row: Row, at: usize, lead: &Row) -> Row {
    if row.sign(at) == 0 { row } else { row.cancelled(&row.get(at), lead, &lead.get(at)) }
}

/// Makes the leading places of equations in echelon form zero in a row, which stays in its direction.
pub(super) fn reduce_row(equations: &[Row], row: Row) -> Row {
    equations.iter().fold(row, |row, lead| match lead.first_nonzero(1) {
        Some(at) => without(row, at, lead),
        None => row,
    })
}

/// Whether equations in echelon form have a common integer solution. They have one where every leading coefficient is
/// one, since then the other variables may be anything; otherwise the columns are brought into Hermite form.
pub(super) fn have_integer_solution(equations: &[Row]) -> bool {
    let leads_with_one = |row: &Row| row.first_nonzero(1).is_some_and(|at| row.get(at).is_one());
    if equations.iter().all(leads_with_one) {
        return true;
    }
    let mut rows: Vec<Vec<Int>> = equations.iter().map(Row::numbers).collect();
    let width = rows.first().map_or(0, Vec::len);
    // A solution for the columns that are settled is known by its value in each row: `rest` is what they leave.
    let mut rest: Vec<Int> = rows.iter().map(|row| row.first().cloned().unwrap_or(Int::ZERO)).collect();
    let mut first_free = 1;
    for at in 0..rows.len() {
        // Column operations (Euclid's algorithm) until one free column is left with something in this row.
        loop {
            let mut used: Vec<usize> = (first_free..width).filter(|j| !rows[at][*j].is_zero()).collect();
            used.sort_by_key(|j| rows[at][*j].abs());
            let Some(smallest) = used.first().copied() else { break };
            if used.len() == 1 {
                for row in &mut rows {
                    row.swap(first_free, smallest);
                }
                break;
            }
            for j in &used[1..] {
                let times = rows[at][*j].div_floor(&rows[at][smallest]);
                for row in &mut rows[at..] {
                    let part = &row[smallest] * &times;
                    row[*j] -= &part;
                }
            }
        }
        if first_free >= width || rows[at][first_free].is_zero() {
            if !rest[at].is_zero() {
                return false;
            }
            continue;
        }
        // This row settles the variable of the column: lead · y + rest = 0.
        let lead = rows[at][first_free].clone();
        if !lead.divides(&rest[at]) {
            return false;
        }
        let y = -rest[at].div_floor(&lead);
        for k in at..rows.len() {
            let part = &rows[k][first_free] * &y;
            rest[k] += &part;
        }
        first_free += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Budget, Random};
    use linear::omega::{Problem, Relation};

    #[test]
    fn integer_solutions_as_the_omega_test_finds_them() {
        let mut r = Random::new(5);
        let mut solvable = 0;
        for _ in 0..3000 {
            let (n, k) = (2 + r.below(3), 1 + r.below(3));
            let numbers: Vec<Vec<Int>> =
                (0..k).map(|_| (0..=n).map(|_| Int::from(r.between(-6, 6))).collect()).collect();
            let mut problem = Problem::new(n);
            for row in &numbers {
                problem.add(Relation::Eq, row[1..].to_vec(), row[0].clone());
            }
            let mut rows: Vec<Row> = numbers.iter().map(|row| Row::new(row.clone())).collect();
            reduce(&mut rows, &mut []);
            let expected = problem.solve(&Budget::unlimited()).unwrap().is_some();
            solvable += usize::from(expected);
            assert_eq!(have_integer_solution(&rows), expected, "{rows:?}");
        }
        assert!(solvable > 500, "{solvable}");
    }
}
