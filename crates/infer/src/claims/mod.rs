//! What the author claims: taken for granted, or shown.
//!
//! ```text
//! forall n in list(x): n->data >= 3        Is there a state with a cell n of the list of x, and n->data < 3?
//! ```
//!
//! All of it is computed by [`Steps::may`]: the states in which a formula may be true, or may be false. A claim holds
//! if there is no state in which it may be false. A formula about cells is evaluated in states in which a pointer leads
//! to any such cell: a node is cut there ([`State::cut`]), and the rest of the formula is a condition like those of the
//! program.
//!
//! What cannot be told may be either. Where a formula itself may err (it reads a field of nil), it is not shown.

mod assume;
mod ghosts;
mod lists;
mod shown;

pub use shown::{Shown, Verdict};

use crate::heap::{State, Target};
use crate::step::{Log, Steps, Value};
use domains::Numeric;
use imperative::claims::{CellOrder, List, When};
use imperative::{Expr as Code, Formula, FormulaKind, Predicate};

impl Steps<'_, '_> {
    /// The states in which a formula may be true, or may be false.
    pub fn may<N: Numeric>(
        &self,
        formula: &Formula,
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        use FormulaKind as Kind;
        let mut states = match &formula.kind {
            Kind::Cond(e) => self.choose(e, holds, frame, state, log),
            Kind::Not(a) => self.may(a, !holds, frame, state, log),
            Kind::And(a, b) => self.may_both(a, b, [true, true], holds, frame, state, log),
            Kind::Or(a, b) => self.may_both(a, b, [false, false], !holds, frame, state, log),
            Kind::Implies(a, b) => self.may_both(a, b, [true, false], !holds, frame, state, log),
            Kind::Iff(a, b) => {
                let mut found = Vec::new();
                for first in [true, false] {
                    for state in self.may(a, first, frame, state.clone(), log) {
                        found.extend(self.may(b, first == holds, frame, state, log));
                    }
                }
                found
            }
            Kind::Cells { cells, order, of, body } => {
                if holds {
                    self.with_all(cells, *order, of, body, frame, state, log)
                } else {
                    self.some_cells(cells, *order, of, body, frame, state, log)
                }
            }
            Kind::SameLists(a, b) => self.same_lists(a, b, holds, frame, state, log),
            Kind::SameElements(a, b) => self.same_elements(a, b, holds, frame, state, log),
            Kind::Predicate(p) => self.predicate(p, formula, When::Here, holds, frame, state, log),
            Kind::Valid(zone, _) => match &zone.range {
                None => self.valid(&zone.base, holds, frame, state, log),
                Some(_) => vec![state],
            },
            Kind::At(When::Here, inner) => self.may(inner, holds, frame, state, log),
            Kind::At(When::Entry, inner) if matches!(inner.kind, Kind::Predicate(_)) => {
                let Kind::Predicate(p) = &inner.kind else { return vec![state] };
                self.predicate(p, formula, When::Entry, holds, frame, state, log)
            }
            Kind::At(..) | Kind::Forall(..) | Kind::Exists(..) | Kind::Call { .. } | Kind::Separated(_) => {
                vec![state]
            }
        };
        states.retain(|state| !state.is_empty());
        states
    }

    /// Both come out as `want` says, if `both`; else one of them does not.
    #[expect(
        clippy::too_many_arguments,
        reason = "two formulas with how they are joined, the state and the log"
    )]
    fn may_both<N: Numeric>(
        &self,
        a: &Formula,
        b: &Formula,
        want: [bool; 2],
        both: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let mut found = Vec::new();
        for state in self.may(a, want[0], frame, state.clone(), log) {
            found.extend(self.may(b, want[1] == both, frame, state, log));
        }
        if !both {
            found.extend(self.may(a, !want[0], frame, state, log));
        }
        found
    }

    /// Where a list begins; `None` where that cannot be told.
    fn start_of<N: Numeric>(
        &self,
        list: &List,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<(State<N>, Option<Target>)> {
        match list.when {
            When::Here => self
                .eval(&list.start, frame, state, log)
                .into_iter()
                .map(|(state, value)| match value {
                    Value::Link(target) => (state, Some(target)),
                    _ => (state, None),
                })
                .collect(),
            When::Entry => {
                let frozen =
                    self.entry_list(list, frame).and_then(|list| self.unit.entry_values.lists[list].frozen);
                let target = frozen.and_then(|slot| match self.read(slot, &state) {
                    Some(Value::Link(target)) => Some(target),
                    _ => None,
                });
                vec![(state, target)]
            }
            _ => vec![(state, None)],
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the formula and its state, the heap and the log")]
    fn predicate<N: Numeric>(
        &self,
        predicate: &Predicate,
        formula: &Formula,
        when: When,
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let list = |start: &Code| List { start: start.clone(), when };
        match predicate {
            Predicate::Acyclic(e) | Predicate::Tree(e) => {
                self.ends_in_nil(&list(e), true, holds, frame, state, log)
            }
            Predicate::Disjoint(a, b) => self.disjoint(&list(a), &list(b), holds, frame, state, log),
            Predicate::Sorted(e) => {
                let list = list(e);
                if holds {
                    let ends = self.ends_in_nil(&list, false, true, frame, state, log);
                    let all = ends.into_iter().flat_map(|state| self.with_sorted(&list, frame, state, log));
                    return all.collect();
                }
                let mut found = self.ends_in_nil(&list, false, false, frame, state.clone(), log);
                found.extend(self.unsorted(&list, formula.span, frame, state, log));
                found
            }
        }
    }

    fn valid<N: Numeric>(
        &self,
        e: &Code,
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let values = self.eval(e, frame, state, log);
        let fits = |value: &Value| match value {
            Value::Link(target) => matches!(target, Target::Node(_)) == holds,
            _ => true,
        };
        values.into_iter().filter(|(_, value)| fits(value)).map(|(state, _)| state).collect()
    }
}

/// Whether the number of cells fits an order.
fn fits(order: CellOrder, cells: usize) -> bool {
    match order {
        CellOrder::Single => cells == 1,
        CellOrder::Adjacent | CellOrder::Ordered => cells >= 1,
    }
}
