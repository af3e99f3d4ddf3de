//! Which state variables are known, and what their values are called now.
//!
//! ```text
//! p(!X) :-                            X is X_0
//!     ( if q(!.X) then r(!X) else     behind `r`, X is X_1
//!       true ),                       here, X is X_0
//!     s(!X).                          both branches end with X_2: X_1 is renamed, and `true` becomes X_2 = X_0
//! ```

use super::{Expander, variable};
use crate::syntax::ast::{Goal, GoalKind, Place, Quantified, UnifyKind};
use std::collections::BTreeMap;

/// The state variables that are known at a place.
pub(super) type Known = BTreeMap<String, Slot>;

/// What is known of a state variable.
#[derive(Clone, PartialEq)]
pub(super) struct Slot {
    /// The variable that has its value; `None` before it gets one.
    pub current: Option<String>,
    /// Whether it can get another value here. Within a lambda or a conditional expression those of outside cannot.
    pub open: bool,
}

/// The end of a branch.
pub(super) struct Branch {
    /// Its goals.
    pub goals: Vec<Goal>,
    /// What was known at its start.
    pub start: Known,
    /// What is known at its end.
    pub end: Known,
    /// Where it stands.
    pub at: Place,
}

/// State variables that hide others of the same name until their scope ends.
pub(super) struct Scope {
    names: Vec<(String, Option<Slot>)>,
    /// How many values had been created when it began.
    created: usize,
}

impl Expander {
    /// A variable for a new value of a state variable.
    pub(super) fn value(&mut self, name: &str) -> String {
        let value = self.names.for_state(name);
        self.created.push((name.to_string(), value.clone()));
        value
    }

    /// Starts a scope for state variables without values.
    pub(super) fn open(&mut self, names: impl IntoIterator<Item = String>, known: &mut Known) -> Scope {
        let mut hidden = Vec::new();
        for name in names {
            if hidden.iter().any(|(other, _)| *other == name) {
                continue;
            }
            let before = known.insert(name.clone(), Slot { current: None, open: true });
            hidden.push((name, before));
        }
        Scope { names: hidden, created: self.created.len() }
    }

    /// Ends a scope: what was hidden is known again. Returns the variables for values of what was known in it.
    pub(super) fn close(&mut self, scope: &Scope, known: &mut Known) -> Vec<String> {
        for (name, before) in &scope.names {
            match before {
                Some(before) => known.insert(name.clone(), before.clone()),
                None => known.remove(name),
            };
        }
        let later = self.created.split_off(scope.created.min(self.created.len()));
        let own = |name: &str| scope.names.iter().any(|(own, _)| own == name);
        let (mine, others): (Vec<_>, Vec<_>) = later.into_iter().partition(|(name, _)| own(name));
        self.created.extend(others);
        mine.into_iter().map(|(_, value)| value).collect()
    }

    /// Ends a scope in a copy of what is known.
    pub(super) fn leave(scope: &Scope, known: &mut Known) {
        for (name, before) in &scope.names {
            match before {
                Some(before) => known.insert(name.clone(), before.clone()),
                None => known.remove(name),
            };
        }
    }

    /// Plain variables in the place of the state variables that a quantifier names.
    pub(super) fn quantify(vars: &[Quantified], values: Vec<String>) -> Vec<Quantified> {
        let at = vars.first().map(|var| var.at);
        let mut plain: Vec<Quantified> = vars.iter().filter(|var| !var.state).cloned().collect();
        if let Some(at) = at {
            plain.extend(values.into_iter().map(|name| Quantified { name, state: false, at }));
        }
        plain
    }

    /// Where branches meet: a state variable that one of them changed has one new value behind all of them.
    pub(super) fn meet(&mut self, known: &mut Known, branches: &mut [Branch]) {
        let names: Vec<String> = known.keys().cloned().collect();
        for name in names {
            let value = |known: &Known| known.get(&name).and_then(|slot| slot.current.clone());
            let before = value(known);
            if branches.iter().all(|branch| value(&branch.end) == before) {
                continue;
            }
            let after = self.value(&name);
            for branch in branches.iter_mut() {
                let (start, end) = (value(&branch.start), value(&branch.end));
                match end {
                    // A branch that gives it no value must not reach its end: mode analysis decides that.
                    None => {}
                    Some(end) if Some(&end) != start.as_ref() => {
                        self.renamed.insert(end, after.clone());
                    }
                    Some(end) => {
                        let at = branch.at;
                        let (left, right) = (variable(&after, at), variable(&end, at));
                        let kind = GoalKind::Unify(UnifyKind::Equal, left, right);
                        if matches!(branch.goals[..], [Goal { kind: GoalKind::True, .. }]) {
                            branch.goals.clear();
                        }
                        branch.goals.push(Goal { kind, at });
                    }
                }
            }
            if let Some(slot) = known.get_mut(&name) {
                slot.current = Some(after);
            }
        }
    }
}
