//! A file with one type for all numbers of a width that it sees with a sign and without.
//!
//! This is not what the file means, since numbers without a sign would be read with one. But an analysis of what
//! pointers may lead to must not tell those types apart:
//!
//! ```text
//! static const char t[3]; … return (const unsigned char *) t; …      return (const char *) t
//! ```

use super::change::{self, Change};
use super::signs::Signs;
use crate::tree::{Expr, Place, Unit};
use crate::types::Types;

/// The file with types as memory keeps them.
pub(super) fn retyped(unit: &Unit, signs: &Signs) -> Unit {
    let mut out = unit.clone();
    let mut all = Retype { types: &unit.types, signs };
    for field in out.types.records.iter_mut().flat_map(|r| r.fields.iter_mut()) {
        signs.retyped(all.types, &mut field.ty);
    }
    for global in &mut out.globals {
        signs.retyped(all.types, &mut global.ty);
        global.init.iter_mut().for_each(|start| change::init(start, &mut all));
    }
    for function in &mut out.functions {
        signs.retyped(all.types, &mut function.result);
        function.locals.iter_mut().for_each(|local| signs.retyped(all.types, &mut local.ty));
        function.body.iter_mut().for_each(|body| change::stmt(body, &mut all));
    }
    out
}

struct Retype<'a> {
    types: &'a Types,
    signs: &'a Signs,
}

impl Change for Retype<'_> {
    fn expr(&mut self, e: &mut Expr) {
        self.signs.retyped(self.types, &mut e.ty);
    }

    fn place(&mut self, p: &mut Place) {
        self.signs.retyped(self.types, &mut p.ty);
    }
}
