//! Runs compiled tests until each has a result.
//!
//! A test that crashes the whole program is reported as failed, and those after it are run in a program without it.

use super::{NativeRan, NativeStatus, NativeTrouble};
use suite::Suite;

/// A test with its place in the suite.
pub struct Placed<T> {
    /// The place.
    pub place: usize,
    /// The name that it has in the file of tests.
    pub name: String,
    /// What is run.
    pub ready: T,
}

/// The tests of a suite: those that can be compiled, and what is wrong with the others.
pub struct Prepared<T> {
    /// Those that can be compiled, in the order in which they are written.
    pub ready: Vec<Placed<T>>,
    /// Those that do not fit the program, and why.
    pub wrong: Vec<(usize, String)>,
}

impl<T> Prepared<T> {
    /// What is known before anything is run: nothing, but of tests that do not fit.
    pub fn refused(&self, suite: &Suite) -> Vec<Option<NativeStatus>> {
        let mut statuses = vec![None; suite.tests.len()];
        for (place, why) in &self.wrong {
            let why = format!("it does not fit the program: {why}");
            set(&mut statuses, *place, NativeStatus::Failed(why));
        }
        statuses
    }
}

/// The tests of a suite by name with what came of them.
pub fn named(suite: &Suite, statuses: Vec<Option<NativeStatus>>) -> Vec<NativeRan> {
    let unknown = || NativeStatus::Failed("nothing was heard of it".into());
    let pairs = suite.tests.iter().zip(statuses);
    pairs.map(|(t, s)| NativeRan { name: t.name.clone(), status: s.unwrap_or_else(unknown) }).collect()
}

/// Notes what came of a test.
pub fn set(statuses: &mut [Option<NativeStatus>], place: usize, status: NativeStatus) {
    if let Some(slot) = statuses.get_mut(place) {
        *slot = Some(status);
    }
}

/// A file of tests that lies in the folder.
pub struct Written {
    /// Its name without an ending.
    pub stem: String,
    /// The names of its tests, in the order in which they are run.
    pub names: Vec<String>,
    /// The tests that the language has no words for, and why.
    pub left_out: Vec<(String, String)>,
}

/// What compiled tests said.
pub struct Heard {
    /// What came of the tests, from the first on.
    pub statuses: Vec<NativeStatus>,
    /// Whether the program came to its end. If not, the last status is that of the test that brought it down.
    pub complete: bool,
    /// Whether the time for all of them ran out. Tests before the last one may have used it up.
    pub out_of_time: bool,
}

/// Runs tests in as many rounds as it takes. `round` writes, compiles and runs those that are left, in the order of
/// the names that it gives.
///
/// # Errors
///
/// What a round says.
pub fn in_rounds<T>(
    mut left: Vec<Placed<T>>,
    statuses: &mut [Option<NativeStatus>],
    mut round: impl FnMut(&[Placed<T>], usize) -> Result<(Written, Heard), NativeTrouble>,
) -> Result<(), NativeTrouble> {
    for number in 0.. {
        if left.is_empty() && number > 0 {
            break;
        }
        let (written, mut heard) = round(&left, number)?;
        if heard.out_of_time && heard.statuses.len() > 1 {
            // Alone it gets a time of its own.
            heard.statuses.pop();
        }
        let reached = heard.statuses.len();
        let mut rest = Vec::new();
        for r in left {
            if let Some((_, why)) = written.left_out.iter().find(|(name, _)| *name == r.name) {
                set(statuses, r.place, NativeStatus::Skipped(why.clone()));
                continue;
            }
            let place = written.names.iter().position(|name| *name == r.name);
            match place.and_then(|place| heard.statuses.get(place)) {
                Some(status) => set(statuses, r.place, status.clone()),
                None => rest.push(r),
            }
        }
        // Each round ends at least one test, so there is an end.
        left = if reached == 0 { Vec::new() } else { rest };
    }
    Ok(())
}
