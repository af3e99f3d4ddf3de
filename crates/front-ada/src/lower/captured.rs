//! What a subprogram uses of what is declared around it.
//!
//! A procedure of the imperative program knows its own variables only, so what is around it comes as further
//! parameters, found over all calls:
//!
//! * arrays and records: the reference to them;
//! * scalars that never change: their value;
//! * other variables of packages: the one cell of a struct that has them all as fields;
//! * other variables of a subprogram around it: the cell that each activation of that subprogram makes for them;
//! * constants of packages: made anew where they are used, since their values are known.

use super::visit::{Seen, Walk};
use crate::tree::{ObjectId, Program, Role, SubId};
use std::collections::BTreeSet;

/// What a subprogram gets from around it.
#[derive(Clone, Debug, Default)]
pub(super) struct Captured {
    /// Arrays and records, and scalars that never change, of the subprograms around it; variables of packages that are
    /// arrays or records.
    pub objects: BTreeSet<ObjectId>,
    /// Whether it needs the variables of packages that are scalars.
    pub state: bool,
    /// The subprograms around it of which it needs the variables.
    pub frames: BTreeSet<SubId>,
    /// The constants of packages that it makes for itself.
    pub constants: BTreeSet<ObjectId>,
}

/// What is captured in a whole program.
pub(super) struct Captures {
    /// By subprogram.
    pub of: Vec<Captured>,
    /// The variables of each subprogram that live in a cell, since others inside of it use them.
    pub framed: Vec<BTreeSet<ObjectId>>,
    /// The scalar variables of packages, in order.
    pub state: Vec<ObjectId>,
}

/// How an object reaches the subprograms inside of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Itself,
    State,
    Frame(SubId),
    Constant,
}

fn way(program: &Program, id: ObjectId) -> Way {
    let Some(object) = program.objects.get(id.0 as usize) else { return Way::Itself };
    let composite = program.types.is_composite(object.subtype.ty);
    let fixed = match &object.role {
        Role::Constant | Role::Held | Role::Loop => true,
        Role::Parameter(mode) => *mode == crate::tree::Mode::In,
        Role::Variable | Role::Renaming(_) => false,
    };
    match object.owner {
        None if fixed => Way::Constant,
        None if composite => Way::Itself,
        None => Way::State,
        Some(_) if composite || fixed => Way::Itself,
        Some(owner) => Way::Frame(owner),
    }
}

/// The objects that the initial values of constants of packages need.
fn needs(program: &Program, constant: ObjectId) -> Vec<Seen> {
    let mut walk = Walk { program, seen: Vec::new() };
    for decl in &program.elaboration {
        match decl {
            crate::tree::Decl::Object(id, Some(e)) | crate::tree::Decl::Hold(id, e) if *id == constant => {
                walk.expr(e);
            }
            _ => {}
        }
    }
    walk.seen
}

impl Captures {
    pub fn of(program: &Program) -> Captures {
        let count = program.subprograms.len();
        let mut direct: Vec<Vec<Seen>> = Vec::with_capacity(count);
        for sub in &program.subprograms {
            let mut walk = Walk { program, seen: Vec::new() };
            if let Some(body) = &sub.body {
                walk.declarations(&body.declarations);
                walk.handled(&body.body);
            }
            sub.pre.iter().chain(&sub.post).chain(&sub.starts).for_each(|e| walk.expr(e));
            direct.push(walk.seen);
        }
        let mut of = vec![Captured::default(); count];
        let mut framed = vec![BTreeSet::new(); count];
        for (at, seen) in direct.iter().enumerate() {
            let own = SubId(at as u32);
            let mut waiting: Vec<ObjectId> = Vec::new();
            for s in seen {
                match s {
                    Seen::Object(id) | Seen::Written(id) => waiting.push(*id),
                    Seen::Called(_) | Seen::Last => {}
                }
            }
            let mut done = BTreeSet::new();
            while let Some(id) = waiting.pop() {
                let owner = program.objects.get(id.0 as usize).and_then(|o| o.owner);
                if owner == Some(own) || !done.insert(id) {
                    continue;
                }
                match way(program, id) {
                    Way::Itself => {
                        of[at].objects.insert(id);
                    }
                    Way::State => of[at].state = true,
                    Way::Frame(owner) => {
                        of[at].frames.insert(owner);
                        if let Some(framed) = framed.get_mut(owner.0 as usize) {
                            framed.insert(id);
                        }
                    }
                    Way::Constant => {
                        of[at].constants.insert(id);
                        for s in needs(program, id) {
                            if let Seen::Object(inner) | Seen::Written(inner) = s {
                                waiting.push(inner);
                            }
                        }
                    }
                }
            }
        }
        // A caller needs what the called subprogram gets, unless the caller declares it itself.
        let mut changed = true;
        while changed {
            changed = false;
            for at in 0..count {
                let own = SubId(at as u32);
                let calls: Vec<SubId> = direct[at]
                    .iter()
                    .filter_map(|s| if let Seen::Called(to) = s { Some(*to) } else { None })
                    .collect();
                for to in calls {
                    let Some(needed) = of.get(to.0 as usize).cloned() else { continue };
                    let mine = &mut of[at];
                    let before = (mine.objects.len(), mine.state, mine.frames.len());
                    mine.objects.extend(needed.objects.into_iter().filter(|id| {
                        program.objects.get(id.0 as usize).is_some_and(|o| o.owner != Some(own))
                    }));
                    mine.state |= needed.state;
                    mine.frames.extend(needed.frames.into_iter().filter(|f| *f != own));
                    changed |= before != (mine.objects.len(), mine.state, mine.frames.len());
                }
            }
        }
        let state = (0..program.objects.len() as u32).map(ObjectId).filter(|id| {
            way(program, *id) == Way::State
                && program.types.unsupported(program.objects[id.0 as usize].subtype.ty).is_none()
        });
        let state = state.collect();
        Captures { of, framed, state }
    }
}
