//! Reads of numbers that may have no value yet.
//!
//! ```text
//! int i; while (i < n) …        nothing gave `i` a value on the first way to the loop
//! ```
//!
//! Heaps do not show whether a number has a value: without one, it may be any number. So this looks for slots that have
//! a value on all paths to a node, which is a forward analysis of the graph by sets (definite assignment).

use super::{Edge, Step, Unit, What};
use imperative::{Expr, ExprKind, InstrKind};
use source::Span;

impl<'p> Unit<'p> {
    /// For each node the slots that have a value on all paths to it; `None` where there is no path.
    pub(super) fn assigned(&self) -> Vec<Option<Vec<bool>>> {
        let count = self.slots.all.len();
        let mut known: Vec<Option<Vec<bool>>> = vec![None; self.spots.len()];
        let mut first = vec![false; count];
        for var in self.proc(0).into_iter().flat_map(imperative::Proc::inputs) {
            if let Some(place) = self.slot(0, var).and_then(|slot| first.get_mut(slot)) {
                *place = true;
            }
        }
        if let Some(place) = known.first_mut() {
            *place = Some(first);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for edge in &self.edges {
                let Some(before) = known[edge.from].clone() else { continue };
                let after = self.follow(edge, before, &mut Vec::new());
                match &mut known[edge.to] {
                    Some(there) => {
                        for (there, after) in there.iter_mut().zip(after) {
                            changed |= *there && !after;
                            *there &= after;
                        }
                    }
                    place => {
                        *place = Some(after);
                        changed = true;
                    }
                }
            }
        }
        known
    }

    /// For each edge the places where it may read a number that has no value.
    pub fn unassigned(&self) -> Vec<Vec<Span>> {
        let known = self.assigned();
        let reads = |edge: &Edge<'p>| {
            let mut found = Vec::new();
            if let Some(before) = known[edge.from].clone() {
                self.follow(edge, before, &mut found);
            }
            found
        };
        self.edges.iter().map(reads).collect()
    }

    /// Which slots have a value after an edge; and the places where it reads some that have none.
    fn follow(&self, edge: &Edge<'p>, mut set: Vec<bool>, out: &mut Vec<Span>) -> Vec<bool> {
        let mut passed = Vec::new();
        for step in &edge.steps {
            match step {
                Step::Do { instr, frame, .. } => {
                    if let InstrKind::Fill { index, .. } = &instr.kind
                        && let Some(slot) = self.slot(*frame, *index)
                    {
                        set[slot] = true;
                    }
                    for operand in instr.kind.operands() {
                        self.reads(operand, *frame, &set, out);
                    }
                }
                Step::Choose { cond, frame, .. } => self.reads(cond, *frame, &set, out),
                Step::Pass { slot, value, frame, .. } => {
                    self.reads(value, *frame, &set, out);
                    passed.push(*slot);
                }
                // Nothing is known from there on.
                Step::Lose { .. } => set.fill(true),
                Step::Back { .. } | Step::Fail { .. } | Step::Claim { .. } => {}
            }
            if let Some(slot) = self.written(step) {
                set[slot] = match step {
                    Step::Back { from, .. } => set[*from],
                    _ => true,
                };
            }
        }
        // A call starts with its arguments alone, also if there was one before.
        let (from, to) = (self.spots[edge.from].frame, self.spots[edge.to].frame);
        if self.frames[to].depth > self.frames[from].depth {
            let proc = self.proc(to);
            for slot in (0..proc.map_or(0, |proc| proc.vars.len())).map(|at| self.frames[to].first + at) {
                set[slot] &= passed.contains(&slot);
            }
        }
        set
    }

    fn reads(&self, e: &Expr, frame: usize, set: &[bool], out: &mut Vec<Span>) {
        let mut waiting = vec![e];
        while let Some(e) = waiting.pop() {
            if let ExprKind::Var(var) = e.kind
                && let Some(slot) = self.slot(frame, var)
                && !set[slot]
                && matches!(self.slots.all[slot].what, What::Number(..) | What::Truth(_))
            {
                out.push(e.span);
            }
            waiting.extend(e.operands());
        }
    }
}
