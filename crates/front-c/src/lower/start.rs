//! What variables that outlive a call are when it starts.
//!
//! `main` starts the program, so all of them are what their declarations say. Any other function may find the globals
//! as others left them: they are inputs. But the `static` variables of functions cannot be set from outside: a call is
//! looked at as the first one that uses them, and what later calls do stays open.
//!
//! ```text
//! int g = 3; int main(void) { return g; }         $globals := make zeroed globals; $globals.g := 3; return $globals.g
//! int next(void) { static int n; return n++; }    requires $globals.next.n = 0
//! ```

use super::places::{Spot, in_field};
use super::procs::Lower;
use crate::tree::{Expr, ExprKind, Init, InitItem, Step};
use crate::types::Type as C;
use imperative::{
    BinaryOp, Expr as Ir, InstrKind, Made, Origin, Requirement, RequirementKind, StructId, Type, VarKind,
};
use source::Span;

/// A variable with more values than this is not described value by value.
const MOST_VALUES: usize = 1000;

impl Lower<'_, '_> {
    /// The globals of `main`, as they are declared.
    pub fn make_globals(&mut self, of: StructId) {
        let (unit, span) = (self.unit, self.function.span);
        let globals = self.b.var(crate::notation::GLOBALS, Type::Ref(of), VarKind::Temporary, span);
        self.globals = Some(globals);
        self.b
            .push(InstrKind::Make { dst: globals, object: Made::Cell(of), zeroed: true, owned: false }, span);
        for id in self.used_state() {
            let (Some(global), Some((field, boxed))) = (unit.global(id), self.cx.global_fields.get(&id))
            else {
                continue;
            };
            let spot = in_field(Ir::var(globals, span), *field, *boxed, span);
            self.initialise(&spot, &global.ty, global.init.as_ref(), global.span);
        }
    }

    /// The globals that the function or those that it calls may change.
    fn used_state(&self) -> Vec<crate::tree::GlobalId> {
        let id = self.unit.functions.iter().position(|f| std::ptr::eq(f, self.function));
        let used = id.and_then(|id| self.cx.touching.get(&crate::tree::FunctionId::new(id)));
        used.map_or_else(Vec::new, |used| used.iter().copied().collect())
    }

    /// Requires that the `static` variables of functions are as they are before the first call; true if there are any.
    /// Where that cannot be expressed, it is noted as open.
    pub fn statics_start(&mut self) -> bool {
        let mut open = Vec::new();
        let (unit, Some(globals)) = (self.unit, self.globals) else { return false };
        let mut any = false;
        for id in self.used_state() {
            let (Some(global), Some((field, boxed))) = (unit.global(id), self.cx.global_fields.get(&id))
            else {
                continue;
            };
            // What is `const` is part of the state where pointers to it are compared.
            if global.owner.is_none() && !global.is_const {
                continue;
            }
            any |= !global.is_const;
            let span = global.span;
            let name = global.written.clone().unwrap_or_default();
            let spot = in_field(Ir::var(globals, span), *field, *boxed, span);
            let mut values = Vec::new();
            let items = match &global.init {
                Some(Init::List(items)) => items.clone(),
                Some(Init::Scalar(e)) => vec![InitItem { path: Vec::new(), value: e.clone() }],
                None => Vec::new(),
            };
            if self.leaves(&spot, &global.ty, &items, 0, &mut values, span).is_none() {
                // A test cannot set the variable to the value that it needs.
                let what = if global.is_const { "constant" } else { "static variable" };
                open.push(format!("what the {what} `{name}` holds is not supported here"));
                continue;
            }
            if !global.is_const {
                let what = format!(
                    "of calls that use the static variable `{name}` only the first ones are looked at"
                );
                self.b.proc().granted.push(what);
            }
            let origin = if global.is_const { Origin::Stated } else { Origin::FirstCall };
            for value in values {
                self.b.proc().requires.push(Requirement { kind: RequirementKind::Cond(value), span, origin });
            }
        }
        self.b.proc().no_start = open;
        any
    }

    /// What each number and pointer of an object is, given what its initialiser says; `None` if that cannot be told.
    fn leaves(
        &mut self,
        spot: &Spot,
        ty: &C,
        items: &[InitItem],
        depth: usize,
        out: &mut Vec<Ir>,
        span: Span,
    ) -> Option<()> {
        let under = |step: Step| -> Vec<InitItem> {
            items.iter().filter(|i| i.path.get(depth) == Some(&step)).cloned().collect()
        };
        match ty {
            C::Record(r) if super::unions::is_union(&self.unit.types, *r) => return None,
            C::Record(r) => {
                let unit = self.unit;
                let whole = self.load(spot, span);
                for (at, member) in unit.types.record(*r)?.fields.iter().enumerate() {
                    let Some((field, boxed)) = self.cx.shapes.field(*r, at) else { continue };
                    let spot = in_field(whole.clone(), field, boxed, span);
                    self.leaves(&spot, &member.ty, &under(Step::Field(at)), depth + 1, out, span)?;
                }
            }
            C::Array(of, Some(n)) => {
                let whole = self.load(spot, span);
                if *n as usize > MOST_VALUES {
                    return None;
                }
                for i in 0..*n {
                    let spot = Spot::Element(whole.clone(), Ir::int(i as usize, span));
                    self.leaves(&spot, of, &under(Step::Index(i)), depth + 1, out, span)?;
                }
            }
            _ => {
                let is_number = ty.is_integer() || super::functions::pointed(ty).is_some();
                let value = match items.last() {
                    None if is_number => Ir::int(0, span),
                    None => Ir::nil(span),
                    Some(item) if self.is_null(&item.value) && is_number => Ir::int(0, span),
                    Some(item) if self.is_null(&item.value) => Ir::nil(span),
                    Some(InitItem { value: Expr { kind: ExprKind::FunctionAddress(id), .. }, .. }) => {
                        Ir::int(self.function_number(*id)?, span)
                    }
                    Some(item) => Ir::int(self.constant(&item.value)?, span),
                };
                let found = self.load(spot, span);
                out.push(Ir::binary(BinaryOp::Eq, found, value, span));
            }
        }
        (out.len() <= MOST_VALUES).then_some(())
    }
}
