//! Numbers, words and multisets of a moment whose cells are in nodes.

use super::Moment;
use super::cells::{Cells, Id};
use crate::heap::{Made, State};
use crate::unit::{EntryList, Unit, What};
use base::Int;
use domains::{Dim, Numeric};
use imperative::machine::{Object, ObjectId, State as Input, Value};
use std::collections::BTreeMap;

/// Values tried for what was never written, which may be any number.
const ANY: [i64; 3] = [0, 5, -3];

/// Checks that the numbers and data of a moment satisfy all that the state says about them.
///
/// # Errors
///
/// What they do not satisfy.
pub fn fits<N: Numeric>(
    unit: &Unit<'_>,
    cells: &Cells<'_>,
    state: &State<N>,
    moment: &Moment<'_>,
    nodes: &[Vec<Id>],
) -> Result<(), String> {
    marked(cells, state, nodes)?;
    remembered(state, nodes)?;
    let mut why = String::new();
    for any in ANY {
        let nums: Vec<Int> =
            numbers(unit, state, moment).into_iter().map(|n| n.unwrap_or_else(|| Int::from(any))).collect();
        let words: Vec<Vec<Vec<Int>>> = nodes
            .iter()
            .map(|ids| ids.iter().map(|id| row(cells, *id, state.words.layout().fields, any)).collect())
            .collect();
        let shown = || format!("numbers {nums:?}, words {words:?}").replace("Int(", "(");
        if !state.words.contains(&nums, &words) {
            why = format!("words do not have it: {}", shown());
        } else if let Err(said) = multisets(unit, state, moment, any, &nums, &words) {
            why = format!("{said}: {}", shown());
        } else {
            return Ok(());
        }
    }
    Err(why)
}

/// The data of a cell, with as many numbers as any has.
fn row(cells: &Cells<'_>, id: Id, fields: usize, any: i64) -> Vec<Int> {
    let data = cells.get(id).map_or(&[][..], |cell| &cell.data);
    (0..fields).map(|at| data.get(at).cloned().flatten().unwrap_or_else(|| Int::from(any))).collect()
}

/// The number in each dimension, where it has one.
fn numbers<N: Numeric>(unit: &Unit<'_>, state: &State<N>, moment: &Moment<'_>) -> Vec<Option<Int>> {
    let mut found = vec![None; state.words.layout().nums];
    let whole = |value: Option<&Value>| match value {
        Some(Value::Int(n)) => Some(n.clone()),
        Some(Value::Bool(b)) => Some(Int::from(i64::from(*b))),
        _ => None,
    };
    for (slot, known) in unit.slots.all.iter().enumerate() {
        let (What::Number(dim, _) | What::Truth(dim)) = known.what else { continue };
        let old = unit.entry_values.olds.iter().find(|old| old.kept == Some(slot));
        let value = match (known.var, old) {
            (Some((0, var)), _) => whole(moment.env.get(var.index()).and_then(Option::as_ref)),
            (Some(_), _) => None,
            (None, _) if unit.result_slot() == Some(slot) => whole(moment.result),
            (None, Some(old)) => whole(moment.entry.get(old.var)),
            (None, None) => measured(unit, slot, moment.entry).or_else(|| whole(moment.record(unit, slot))),
        };
        if let Some(place) = found.get_mut(dim) {
            *place = value;
        }
    }
    found
}

/// The length or the sum of a list of the entry that a slot stands for.
fn measured(unit: &Unit<'_>, slot: usize, entry: &Input) -> Option<Int> {
    unit.entry_values.lists.iter().find_map(|list| {
        let data = data_at_entry(unit, list, entry)?;
        if list.length == slot {
            return Some(Int::from(data.len()));
        }
        let field = list.sums.iter().position(|sum| *sum == slot)?;
        Some(data.iter().fold(Int::from(0), |sum, cell| &sum + &cell[field]))
    })
}

/// The data of a list of the entry, by cells.
fn data_at_entry(unit: &Unit<'_>, list: &EntryList, entry: &Input) -> Option<Vec<Vec<Int>>> {
    let mut at = entry.get(list.var)?.clone();
    let mut found = Vec::new();
    while let Value::Ref(o) = at {
        let Object::Cell { of, fields } = entry.heap.get(o)? else { return None };
        let cell = unit.slots.cell(*of)?;
        let value = |field: &crate::unit::CellField| fields.get(field.field.index())?.as_int().cloned();
        found.push(cell.data.iter().map(value).collect::<Option<Vec<Int>>>()?);
        at = fields.get(cell.link.index())?.clone();
        if found.len() > entry.heap.objects.len() {
            return None;
        }
    }
    Some(found)
}

/// What is marked of cells is so: whether the program made them, and whether they were written.
fn marked<N: Numeric>(cells: &Cells<'_>, state: &State<N>, nodes: &[Vec<Id>]) -> Result<(), String> {
    for (node, (ids, mark)) in nodes.iter().zip(&state.marks).enumerate() {
        for id in ids {
            let new = matches!(id, Id::Now(ObjectId(at)) if *at as usize >= cells.given);
            if new && mark.made == Made::No && !cells.unowned || !new && mark.made == Made::Yes {
                return Err(format!("the program made {id:?} of node {node}: {new}, not {:?}", mark.made));
            }
            let written = cells.get(*id).is_some_and(|cell| cell.data.iter().all(Option::is_some));
            if mark.written && !written {
                return Err(format!("{id:?} of node {node} was not written"));
            }
        }
    }
    Ok(())
}

/// The node that is said to hold what cells held at the entry does.
fn remembered<N: Numeric>(state: &State<N>, nodes: &[Vec<Id>]) -> Result<(), String> {
    for (node, before) in state.shape.before.iter().enumerate() {
        let Some(before) = before else { continue };
        let then: Vec<Id> = nodes[node]
            .iter()
            .map(|id| match id {
                Id::Now(o) | Id::Frozen(o) => Id::Frozen(*o),
            })
            .collect();
        if nodes.get(*before) != Some(&then) {
            return Err(format!("node {before} is not what node {node} was at the entry"));
        }
    }
    Ok(())
}

/// The equations between multisets hold of the counts of every number.
fn multisets<N: Numeric>(
    unit: &Unit<'_>,
    state: &State<N>,
    moment: &Moment<'_>,
    any: i64,
    nums: &[Int],
    words: &[Vec<Vec<Int>>],
) -> Result<(), String> {
    let Some(bags) = &state.bags else { return Ok(()) };
    let mut members: BTreeMap<usize, Vec<Int>> = BTreeMap::new();
    for (dim, number) in nums.iter().enumerate() {
        members.insert(state.number_bag(Dim::new(dim)), vec![number.clone()]);
    }
    for (at, list) in unit.entry_values.lists.iter().enumerate() {
        let data = data_at_entry(unit, list, moment.entry).unwrap_or_default();
        for field in 0..state.words.layout().fields {
            let of =
                data.iter().map(|cell| cell.get(field).cloned().unwrap_or_else(|| Int::from(any))).collect();
            members.insert(state.entry_bag(at, field), of);
        }
    }
    for (node, word) in words.iter().enumerate() {
        for field in 0..state.words.layout().fields {
            members
                .insert(state.node_bag(node, field), word.iter().map(|cell| cell[field].clone()).collect());
            members.insert(state.head_bag(node, field), vec![word[0][field].clone()]);
        }
    }
    for equation in bags.equations() {
        let mut counts: BTreeMap<Int, Int> = BTreeMap::new();
        for (dim, factor) in &equation {
            for number in members.get(dim).map_or(&[][..], Vec::as_slice) {
                let count = counts.entry(number.clone()).or_insert_with(|| Int::from(0));
                *count = &*count + factor;
            }
        }
        if counts.values().any(|count| !count.is_zero()) {
            return Err(format!("multisets differ in {equation:?}"));
        }
    }
    Ok(())
}
