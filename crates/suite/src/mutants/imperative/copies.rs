//! Expressions that stand once in the text and were lowered more than once.
//!
//! ```text
//! Contract_Cases => (X < 0 => …, others => …)     X < 0 is asked at the start, and again for each case
//! ```
//!
//! A change of the text is a change of all of them.

use super::edit::{Edit, Place};
use imperative::{BlockId, DecisionId, Expr, ExprKind, Proc, TerminatorKind, VarKind};
use source::Span;
use std::collections::BTreeMap;

/// Where it is: the place, and the path to the part.
type Spot = (Place, Vec<u8>);

/// The places of all expressions of a procedure, by what they are in the text.
pub(super) struct Copies {
    spots: BTreeMap<(u32, u32), Vec<Spot>>,
}

fn key(span: Span) -> (u32, u32) {
    (span.start, span.end)
}

/// All expressions of a procedure with their places.
fn each<'p>(proc: &'p Proc, note: &mut dyn FnMut(Place, &'p Expr)) {
    for (i, block) in proc.blocks.iter().enumerate() {
        let id = BlockId::new(i);
        for (index, instr) in block.instrs.iter().enumerate() {
            for (slot, e) in instr.kind.operands().into_iter().enumerate() {
                note(Place::Instr(id, index, slot), e);
            }
        }
        if let TerminatorKind::Return(Some(e)) = &block.terminator.kind {
            note(Place::Return(id), e);
        }
    }
    for (i, d) in proc.decisions.iter().enumerate() {
        note(Place::Condition(DecisionId::new(i)), &d.cond);
    }
}

/// The expression at a place.
fn at<'p>(proc: &'p Proc, (place, path): &Spot) -> Option<&'p Expr> {
    let whole = match place {
        Place::Instr(block, index, slot) => {
            proc.block(*block)?.instrs.get(*index)?.kind.operands().into_iter().nth(*slot)?
        }
        Place::Return(block) => match &proc.block(*block)?.terminator.kind {
            TerminatorKind::Return(Some(e)) => e,
            _ => return None,
        },
        Place::Condition(id) => &proc.decision(*id)?.cond,
    };
    super::part_of(whole, path)
}

impl Copies {
    /// Of a procedure.
    pub(super) fn of(proc: &Proc) -> Copies {
        let mut spots: BTreeMap<(u32, u32), Vec<Spot>> = BTreeMap::new();
        each(proc, &mut |place, whole| {
            let mut waiting = vec![(whole, Vec::new())];
            while let Some((e, path)) = waiting.pop() {
                for (i, operand) in e.operands().enumerate() {
                    let mut longer = path.clone();
                    longer.push(i as u8);
                    waiting.push((operand, longer));
                }
                spots.entry(key(e.span)).or_default().push((place, path));
            }
        });
        spots
            .retain(|_, all| all.iter().any(|(place, _)| Some(place) != all.first().map(|(first, _)| first)));
        Copies { spots }
    }

    /// The same change at all other places of the expression; `None` where the same text was lowered to something else.
    pub(super) fn elsewhere(&self, proc: &Proc, place: Place, old: &Expr, with: &Expr) -> Option<Vec<Edit>> {
        let held = |e: &Expr| match &e.kind {
            ExprKind::Var(v) => proc.var(*v).is_some_and(|v| v.kind == VarKind::Temporary),
            _ => false,
        };
        let mut edits = Vec::new();
        let Some(spots) = self.spots.get(&key(old.span)).filter(|_| !held(old)) else { return Some(edits) };
        let mut places: Vec<Place> =
            spots.iter().map(|(other, _)| *other).filter(|other| *other != place).collect();
        places.dedup();
        for other in places {
            let here = spots.iter().filter(|(p, _)| *p == other);
            let parts: Vec<(&Spot, &Expr)> = here.filter_map(|spot| Some((spot, at(proc, spot)?))).collect();
            let same: Vec<&Spot> = parts.iter().filter(|(_, e)| *e == old).map(|(spot, _)| *spot).collect();
            // A value that is only held needs no change: it follows.
            if same.is_empty() && parts.iter().any(|(_, e)| !held(e)) {
                return None;
            }
            edits.extend(same.into_iter().map(|(place, path)| Edit::Expr {
                place: *place,
                path: path.clone(),
                with: with.clone(),
            }));
        }
        Some(edits)
    }
}
