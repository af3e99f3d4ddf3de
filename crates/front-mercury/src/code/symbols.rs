//! Names of constructors for the machine, which knows no types.
//!
//! The machine tells constructors apart by name and number of arguments. Values of one type are compared by the place of
//! their constructors in the type, so constructors of different types that share a name but not a place get names of
//! their own: a mark and a number behind the name that [`plain`] takes away again.

use crate::core::{ConsId, DefBody, Program};
use crate::syntax::ast::IntSize;
use base::Int;
use logic::{Atom, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What stands between a name and a number.
const MARK: char = '\0';

/// What stands behind the mark in the name of an integer of another type than `int`.
const SIZED: char = '#';

/// The name of an integer of another type than `int`, as it is written: `3u`, `-5i16`. The library here has no arithmetic for
/// them, so they are constants with an order.
pub fn sized(size: IntSize, value: &Int) -> String {
    let suffix = IntSize::SUFFIXES.iter().find(|(_, known)| *known == size).map_or("", |(suffix, _)| suffix);
    format!("{value}{suffix}{MARK}{SIZED}")
}

/// The text of an integer of another type than `int`, if the name is one.
pub fn sized_text(name: &str) -> Option<&str> {
    name.strip_suffix(SIZED)?.strip_suffix(MARK)
}

/// The name without its number.
pub fn plain(name: &str) -> &str {
    name.split(MARK).next().unwrap_or(name)
}

/// The constructors of a program.
pub(super) struct Symbols {
    names: Vec<Atom>,
    order: FxHashMap<(Atom, u32), u32>,
    pub tuple: Atom,
}

impl Symbols {
    pub fn new(program: &Program, terms: &mut Terms) -> Symbols {
        let mut symbols = Symbols {
            names: vec![Atom::NIL; program.constructors.len()],
            order: FxHashMap::default(),
            tuple: terms.intern("{}"),
        };
        let mut taken: BTreeMap<(String, usize), Vec<usize>> = BTreeMap::new();
        // Those of the library come first: builtins know their names.
        for library in [true, false] {
            for def in &program.defs {
                let of_library = program.module(def.module).is_some_and(|module| module.library);
                let DefBody::Union(all) = &def.body else { continue };
                if of_library != library {
                    continue;
                }
                for (place, cons) in all.iter().enumerate() {
                    symbols.add(program, *cons, place, &mut taken, terms);
                }
            }
        }
        symbols
    }

    fn add(
        &mut self,
        program: &Program,
        cons: ConsId,
        place: usize,
        taken: &mut BTreeMap<(String, usize), Vec<usize>>,
        terms: &mut Terms,
    ) {
        let Some(of) = program.constructor(cons) else { return };
        let places = taken.entry((of.name.clone(), of.args.len())).or_default();
        let number = places.iter().position(|known| *known == place).unwrap_or_else(|| {
            places.push(place);
            places.len() - 1
        });
        let atom = match (of.name.as_str(), of.args.len(), number) {
            ("[]", 0, 0) => Atom::NIL,
            ("[|]", 2, 0) => Atom::CONS,
            (name, _, 0) => terms.intern(name),
            (name, _, number) => terms.intern(&format!("{name}{MARK}{number}")),
        };
        self.order.insert((atom, of.args.len() as u32), place as u32);
        if let Some(name) = self.names.get_mut(cons.index()) {
            *name = atom;
        }
    }

    /// The name of a constructor.
    pub fn name(&self, cons: ConsId) -> Atom {
        self.names.get(cons.index()).copied().unwrap_or(Atom::NIL)
    }

    /// The places of all constructors in their types.
    pub fn order(&self) -> FxHashMap<(Atom, u32), u32> {
        self.order.clone()
    }

    /// The constructors of each type, in the order of the type.
    pub fn by_type(&self, program: &Program) -> Vec<Vec<(Atom, u32)>> {
        let of = |cons: &ConsId| {
            let args = program.constructor(*cons).map_or(0, |of| of.args.len());
            (self.name(*cons), args as u32)
        };
        let union = |body: &DefBody| match body {
            DefBody::Union(all) => Some(all.iter().map(of).collect()),
            _ => None,
        };
        program.defs.iter().filter_map(|def| union(&def.body)).collect()
    }
}
