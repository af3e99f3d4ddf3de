//! Whether a concrete state lies in the inferred set: a check of the analysis.
//!
//! ```text
//! x ──▶ 3 ──▶ 4 ──▶ 9 ──▶ nil        x ──▶ n0 ──▶ n1 ──▶ nil        n0 = 3, n1 = 4 9, or n0 = 3 4, n1 = 9
//! ```
//!
//! A state of a run is in a set of heaps if, for one of its shapes, cells can be put into nodes such that variables and links lead
//! where the shape says, and numbers, words and multisets are as is said of them. If no variable leads to the end of a
//! node, it is unknown where the node ends, so all ways to cut the cells are tried. This knows what shapes, words and
//! multisets mean, and nothing of how statements change them.
//!
//! * Cells that no variable of the shape leads to do not matter.
//! * What the entry held is part of the state: old values, lengths and sums are numbers, and frozen copies are cells of their own.
//! * What has no value yet may have any; some are tried.

mod cells;
mod cuts;
mod data;

use crate::Analysis;
use crate::heap::State;
use crate::unit::{SpotKind, Unit};
use cells::Cells;
use domains::Numeric;
use imperative::machine::{Heap, Object, State as Input, Value};

/// A moment of a run of the procedure that is analysed, with the input of that run.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The variables of the procedure.
    pub env: &'a [Option<Value>],
    /// The objects.
    pub heap: &'a Heap,
    /// What the procedure gives, where it returns.
    pub result: Option<&'a Value>,
    /// What it started with.
    pub entry: &'a Input,
}

impl<'a> Moment<'a> {
    /// What a field of a record holds, if the slot is one.
    fn record(&self, unit: &Unit<'_>, slot: usize) -> Option<&'a Value> {
        let record = unit.records.iter().find(|record| record.slot == slot)?;
        let Value::Ref(object) = self.env.get(record.var.index())?.as_ref()? else { return None };
        let Object::Cell { fields, .. } = self.heap.get(*object)? else { return None };
        fields.get(record.field.index())
    }
}

/// How many ways to cut cells are tried for a state.
const MOST_CUTS: usize = 20_000;

impl<N: Numeric> Analysis<'_, N> {
    /// Whether the state of a run at a node of the graph is among the heaps there. `Ok` where nothing is known. Only
    /// nodes of the procedure itself can be judged, at the heads of its loops and where it returns; others are taken
    /// for granted.
    ///
    /// # Errors
    ///
    /// For each state of the set, why the moment does not lie in it.
    pub fn judge(&self, spot: usize, moment: &Moment<'_>) -> Result<(), Vec<String>> {
        let (Some(place), Some(heaps)) = (self.unit.spots.get(spot), self.heaps.get(spot)) else {
            return Ok(());
        };
        if place.frame != 0 || !matches!(place.kind, SpotKind::Head(_) | SpotKind::Exit) {
            return Ok(());
        }
        let Some(heaps) = heaps else { return Err(vec!["no run comes here, it was said".to_string()]) };
        if heaps.why_lost().is_some() {
            return Ok(());
        }
        let cells = Cells::new(&self.unit, moment);
        let mut why = Vec::new();
        for state in heaps.states() {
            match self.fits(&cells, state, moment) {
                Ok(()) => return Ok(()),
                Err(said) => why.push(said),
            }
        }
        Err(why)
    }

    fn fits(&self, cells: &Cells<'_>, state: &State<N>, moment: &Moment<'_>) -> Result<(), String> {
        let mut left = MOST_CUTS;
        let mut why = "no way to cut the cells".to_string();
        let found = cuts::find(cells, state, &mut left, &mut |nodes| match data::fits(
            &self.unit, cells, state, moment, nodes,
        ) {
            Ok(()) => true,
            Err(said) => {
                why = said;
                false
            }
        })?;
        // What was not tried is not known to be outside.
        if found || left == 0 { Ok(()) } else { Err(why) }
    }
}
