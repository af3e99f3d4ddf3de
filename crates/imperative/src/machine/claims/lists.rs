//! Statements about lists: the cells along the one link of a struct, in one state.
//!
//! ```text
//! forall a, b adjacent in list(p): a->data <= b->data      p = [1, 2, 2]: (1, 2), (2, 2)
//! len(p) == 3 && sum(p) == 5
//! ```
//!
//! Of a list that runs into itself each cell counts once, and each has one that follows it; it has no length.

use super::formula::{Now, Scene, Told};
use crate::claims::{CellOrder, List};
use crate::machine::{Heap, Object, ObjectId, Value};
use crate::{Field, FieldId, Formula, Program, Struct, Type, VarId};
use base::Int;
use std::cmp::Ordering;

/// The cells of a list, in order.
struct Cells {
    cells: Vec<ObjectId>,
    /// The position of the cell that follows the last one, if it is one of them.
    back: Option<usize>,
}

impl Cells {
    /// The cells of a list that ends.
    fn ended(self) -> Told<Vec<ObjectId>> {
        if self.back.is_some() { Err("the list is cyclic".to_string()) } else { Ok(self.cells) }
    }

    /// Some cells of which each follows the one before, from one on.
    fn adjacent(&self, from: usize, count: usize) -> Option<Vec<ObjectId>> {
        let mut at = from;
        let mut found = vec![*self.cells.get(at)?];
        while found.len() < count {
            at = if at + 1 == self.cells.len() { self.back? } else { at + 1 };
            found.push(*self.cells.get(at)?);
        }
        Some(found)
    }
}

/// Fails if an object was freed, or if something of some types in it was never written.
pub(super) fn is_there(program: &Program, object: &Object, matters: impl Fn(&Type) -> bool) -> Told<()> {
    let missing = match object {
        Object::Gone { .. } => return Err("something was freed that it leads to".to_string()),
        Object::Array { element, values, .. } => matters(element) && values.contains(&Value::Nothing),
        Object::Cell { of, fields } => {
            let types = program.struct_of(*of).map_or(&[][..], |s| &s.fields);
            types.iter().zip(fields).any(|(field, v)| *v == Value::Nothing && matters(&field.ty))
        }
    };
    if missing { Err("something was never written that it leads to".to_string()) } else { Ok(()) }
}

impl Scene<'_> {
    /// A cell with its struct.
    fn cell<'h>(&self, heap: &'h Heap, id: ObjectId) -> Told<(&Struct, FieldId, &'h [Value])> {
        match heap.get(id) {
            Some(Object::Cell { of, fields }) => {
                let shape = self.program.struct_of(*of).ok_or("the cells are of no known struct")?;
                let link = shape.link(*of).ok_or("the cells have not exactly one link")?;
                Ok((shape, link, fields))
            }
            Some(Object::Gone { .. }) => Err("a cell of the list was freed".to_string()),
            _ => Err("this is no list".to_string()),
        }
    }

    /// What follows a cell.
    fn next(&self, heap: &Heap, id: ObjectId) -> Told<Option<ObjectId>> {
        let (_, link, fields) = self.cell(heap, id)?;
        match fields.get(link.index()) {
            Some(Value::Nil) => Ok(None),
            Some(Value::Ref(next)) => Ok(Some(*next)),
            Some(Value::Nothing) => Err("a link of the list was never written".to_string()),
            _ => Err("this is no list".to_string()),
        }
    }

    /// The cells from one on.
    fn walk(&mut self, heap: &Heap, start: &Value) -> Told<Cells> {
        let mut at = match start {
            Value::Nil => None,
            Value::Ref(first) => Some(*first),
            _ => return Err("this is no list".to_string()),
        };
        let mut positions: Vec<Option<usize>> = vec![None; heap.objects.len()];
        let (mut cells, mut back) = (Vec::new(), None);
        while let Some(id) = at {
            let position = positions.get_mut(id.index()).ok_or("this is no list")?;
            if position.is_some() {
                back = *position;
                break;
            }
            *position = Some(cells.len());
            self.spend(1)?;
            cells.push(id);
            at = self.next(heap, id)?;
        }
        Ok(Cells { cells, back })
    }

    /// The cells of a list, and the heap that they are looked at in.
    fn list(&mut self, list: &List, now: Now) -> Told<(Cells, Now)> {
        let then = self.state_of(list.when, now)?;
        let start = self.value(&list.start, then)?;
        let heap = self.moment(then)?.heap;
        Ok((self.walk(heap, &start)?, then))
    }

    pub fn length(&mut self, list: &List, now: Now) -> Told<Value> {
        let cells = self.list(list, now)?.0.ended()?;
        Ok(Value::Int(Int::from(cells.len())))
    }

    pub fn sum(&mut self, list: &List, now: Now) -> Told<Value> {
        let mut sum = Int::ZERO;
        for key in self.keys(list, now)? {
            match key {
                Value::Int(key) => sum += &key,
                _ => return Err("the cells hold no integer".to_string()),
            }
        }
        Ok(Value::Int(sum))
    }

    /// The number in each cell.
    fn keys(&mut self, list: &List, now: Now) -> Told<Vec<Value>> {
        let (cells, then) = self.list(list, now)?;
        let heap = self.moment(then)?.heap;
        let key = |id: &ObjectId| self.key(heap, *id);
        cells.ended()?.iter().map(key).collect()
    }

    fn key(&self, heap: &Heap, id: ObjectId) -> Told<Value> {
        let (shape, _, fields) = self.cell(heap, id)?;
        let key = shape.key().ok_or("the cells hold no number")?;
        match fields.get(key.index()) {
            Some(Value::Nothing) | None => Err("the data of a cell were never written".to_string()),
            Some(value) => Ok(value.clone()),
        }
    }

    /// For a list or an array that is said to be sorted: its numbers are there, and so are its links.
    pub fn numbers_are_known(&mut self, heap: &Heap, from: &Value) -> Told<()> {
        match from.as_ref().and_then(|o| heap.get(o)) {
            Some(object @ (Object::Array { .. } | Object::Gone { .. })) => {
                is_there(self.program, object, |_| true)
            }
            _ => {
                let cells = self.walk(heap, from)?.cells;
                cells.iter().try_for_each(|id| self.key(heap, *id).map(|_| ()))
            }
        }
    }

    /// For all cells that stand in some order to each other.
    pub fn cells(
        &mut self,
        names: &[VarId],
        order: CellOrder,
        of: &List,
        body: &Formula,
        now: Now,
    ) -> Told<bool> {
        let (found, _) = self.list(of, now)?;
        match order {
            CellOrder::Single | CellOrder::Adjacent => {
                for from in 0..found.cells.len() {
                    let Some(cells) = found.adjacent(from, names.len()) else { continue };
                    if !self.of_cells(names, &cells, body, now)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            CellOrder::Ordered => self.ordered(names, &found.ended()?, body, now),
        }
    }

    /// For all choices of cells that follow each other, the first ones first. The choice is a row of rising positions, of which
    /// the last that can rise does.
    fn ordered(&mut self, names: &[VarId], cells: &[ObjectId], body: &Formula, now: Now) -> Told<bool> {
        let count = names.len();
        if count > cells.len() {
            return Ok(true);
        }
        let mut chosen: Vec<usize> = (0..count).collect();
        loop {
            let these: Vec<ObjectId> = chosen.iter().filter_map(|at| cells.get(*at).copied()).collect();
            if !self.of_cells(names, &these, body, now)? {
                return Ok(false);
            }
            let highest = |at: usize| cells.len() - count + at;
            let rising = (0..count).rev().find(|at| chosen.get(*at).is_some_and(|p| *p < highest(*at)));
            let Some(rising) = rising else { return Ok(true) };
            let from = chosen.get(rising).map_or(0, |p| p + 1);
            for (place, position) in chosen.iter_mut().skip(rising).zip(from..) {
                *place = position;
            }
        }
    }

    /// Whether something holds of some cells.
    fn of_cells(&mut self, names: &[VarId], cells: &[ObjectId], body: &Formula, now: Now) -> Told<bool> {
        self.spend(1)?;
        for (name, cell) in names.iter().zip(cells) {
            self.bind(*name, Some(Value::Ref(*cell)));
        }
        let truth = self.formula(body, now);
        names.iter().for_each(|name| self.bind(*name, None));
        truth
    }

    /// Two lists have the same data, one by one.
    pub fn same_lists(&mut self, a: &List, b: &List, now: Now) -> Told<bool> {
        let ((a, then_a), (b, then_b)) = (self.list(a, now)?, self.list(b, now)?);
        let (a, b) = (a.ended()?, b.ended()?);
        if a.len() != b.len() {
            return Ok(false);
        }
        let (heap_a, heap_b) = (self.moment(then_a)?.heap, self.moment(then_b)?.heap);
        for (x, y) in a.iter().zip(&b) {
            if self.data(heap_a, *x)? != self.data(heap_b, *y)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Everything that a cell holds but its link.
    fn data<'h>(&self, heap: &'h Heap, id: ObjectId) -> Told<Vec<&'h Value>> {
        let (shape, link, fields) = self.cell(heap, id)?;
        let is_data = |(at, field): &(usize, &Field)| *at != link.index() && !field.hidden;
        let all = shape.fields.iter().enumerate().filter(is_data);
        all.map(|(at, field)| match fields.get(at) {
            _ if matches!(field.ty, Type::Part(_)) => Err(format!("`{}` is not compared", field.name)),
            Some(Value::Nothing) | None => Err("the data of a cell were never written".to_string()),
            Some(value) => Ok(value),
        })
        .collect()
    }

    /// The numbers of some lists together are those of others.
    pub fn same_elements(&mut self, a: &[List], b: &[List], now: Now) -> Told<bool> {
        let mut together = |lists: &[List]| {
            let mut all = Vec::new();
            for list in lists {
                all.extend(self.keys(list, now)?);
            }
            all.sort_by(order);
            Ok::<_, String>(all)
        };
        Ok(together(a)? == together(b)?)
    }
}

/// An order of numbers. Those of one field are of one kind.
fn order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Real(a), Value::Real(b)) => a.cmp(b),
        _ => Ordering::Equal,
    }
}
