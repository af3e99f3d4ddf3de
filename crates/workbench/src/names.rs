//! The names of criteria.

use criteria::Criterion;
use criteria::logic::LogicCriterion;

/// Checks that there is a criterion of this name, for imperative or for logic programs.
///
/// # Errors
///
/// A sentence that lists what there is.
pub fn is_criterion(name: &str) -> Result<(), String> {
    match (Criterion::parse(name), LogicCriterion::parse(name)) {
        (Err(why), Err(_)) => Err(format!("{why}; for logic programs: {}", criteria::logic::NAMES)),
        _ => Ok(()),
    }
}
