//! Which claims of a procedure are shown.

use crate::Analysis;
use crate::step::{Log, Steps};
use crate::unit::Step;
use domains::Numeric;
use imperative::ErrorKind;
use std::collections::BTreeMap;

/// What is known of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The number of the copy: 0 is the procedure itself.
    pub frame: usize,
    /// The number of the claim in its procedure.
    pub claim: usize,
    /// What is known of it.
    pub verdict: Verdict,
}

/// What is known of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds whenever a run comes there.
    Holds,
    /// No run comes there, as far as is known: then it says nothing.
    Vacuous,
    /// It is not shown.
    Open(String),
}

impl<N: Numeric> Analysis<'_, N> {
    /// What is known of the claims, in the order of copies and claims.
    pub fn shown(&self) -> Vec<Shown> {
        let steps = Steps::new(&self.unit, self.choice.settings());
        let mut found: BTreeMap<(usize, usize), Verdict> = BTreeMap::new();
        for edge in &self.unit.edges {
            for (at, step) in edge.steps.iter().enumerate() {
                let Step::Claim { claim, frame } = step else { continue };
                let known = found.entry((*frame, *claim)).or_insert(Verdict::Vacuous);
                let Some(heaps) = &self.heaps[edge.from] else { continue };
                if let Some(why) = heaps.why_lost() {
                    *known = Verdict::Open(why.why.clone());
                    continue;
                }
                for state in heaps.states() {
                    let mut before = Log::default();
                    let states = steps.along(edge, state.clone(), at, &mut before);
                    if let Some(why) = before.lost {
                        *known = Verdict::Open(why.why);
                    }
                    for state in states {
                        let verdict = self.verdict(&steps, *frame, *claim, state);
                        match (&*known, verdict) {
                            (Verdict::Vacuous, verdict) => *known = verdict,
                            (Verdict::Holds, open @ Verdict::Open(_)) => *known = open,
                            _ => {}
                        }
                    }
                }
            }
        }
        found.into_iter().map(|((frame, claim), verdict)| Shown { frame, claim, verdict }).collect()
    }

    fn verdict(
        &self,
        steps: &Steps<'_, '_>,
        frame: usize,
        claim: usize,
        state: crate::heap::State<N>,
    ) -> Verdict {
        let formula = self
            .unit
            .proc(frame)
            .and_then(|proc| proc.claims.get(claim))
            .and_then(|claim| claim.kind.formula());
        let Some(formula) = formula else { return Verdict::Open("it is no formula".to_string()) };
        let mut log = Log::default();
        let false_in = steps.may(formula, false, frame, state, &mut log);
        let erring = log.alarms().find(|alarm| alarm.kind != ErrorKind::Overflow);
        if let Some(why) = log.lost {
            return Verdict::Open(why.why);
        }
        if let Some(alarm) = erring {
            return Verdict::Open(format!("it may err: {}", alarm.kind.message()));
        }
        match false_in.first() {
            None => Verdict::Holds,
            Some(state) => {
                let heap = self.drawing(state).join(", ");
                let place = if heap.is_empty() { String::new() } else { format!(" where {heap}") };
                Verdict::Open(format!("it is not shown{place}"))
            }
        }
    }
}
