//! The paper's `alts`: the calls that make a state fit other rules than it does.
//!
//! Definition 8 of F. Mesnard, É. Payet, G. Vidal, *Concolic testing in CLP*: for an initial atom I, the current atom
//! C = ⟨c | B⟩, the rules that the concrete state fits and those that the symbolic one fits, every other subset of the
//! latter that some instance of C fits exactly gives I ∧ c ∧ γ. The subsets are grown one rule at a time and left as
//! soon as no instance is possible. The search itself finds the same alternatives side by side with its runs, see
//! [`crate::Pilot`]; this is the definition, for those who want to see the formulas.

use base::Budget;
use formula::{Term, Terms};
use solver::{Atom, Selective, selective};

/// The alternatives as subsets (by position in `rules`) with their constraints c ∧ γ. `Err` if the solver could not
/// decide one of them.
///
/// # Errors
///
/// Why the solver left a subset undecided.
pub fn alternatives(
    terms: &mut Terms,
    current: &Atom,
    concrete: &[usize],
    rules: &[Atom],
    budget: &Budget,
) -> Result<Vec<(Vec<usize>, Term)>, String> {
    let mut found = Vec::new();
    // The rules that fit, and the number of rules, from the first one on, that are decided.
    let mut open: Vec<(Vec<usize>, usize)> = vec![(Vec::new(), 0)];
    while let Some((fitting, decided)) = open.pop() {
        let with: Vec<Atom> = fitting.iter().filter_map(|i| rules.get(*i).cloned()).collect();
        let without: Vec<Atom> =
            (0..decided).filter(|i| !fitting.contains(i)).filter_map(|i| rules.get(i).cloned()).collect();
        match selective(terms, current, &with, &without, budget) {
            Selective::Empty => {}
            Selective::Unknown(why) => return Err(why.to_string()),
            Selective::Some { constraint, .. } if decided == rules.len() => {
                if fitting != concrete {
                    found.push((fitting, constraint));
                }
            }
            Selective::Some { .. } => {
                let mut more = fitting.clone();
                more.push(decided);
                open.push((more, decided + 1));
                open.push((fitting, decided + 1));
            }
        }
    }
    Ok(found)
}
