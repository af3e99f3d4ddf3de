//! Copies of functions: calls go to them, and each is checked with what its `void *` stands for.
//!
//! ```text
//! struct a *a = xmalloc(sizeof *a);      calls `xmalloc of struct a`,
//!                                        which is `xmalloc` with `struct a *` in the place of `void *`
//! ```

use super::{Checker, instances::Copied};
use crate::tree::{Expr, ExprKind, Function, FunctionId};
use crate::types::{FunctionType, Type};
use lang_c::span::Span as ParsedSpan;

impl Checker<'_> {
    /// What a key stands for in the function that is being checked.
    pub(super) fn meaning(&self, key: u32) -> Option<&Type> {
        let copy = self.copy.and_then(|at| self.plan.copies.get(at));
        copy.and_then(|copy| copy.meanings.get(&key)).or_else(|| self.plan.meanings.get(&key))
    }

    /// A call of a function by its name: the type that it has in this call. The callee becomes the copy that is called.
    pub(super) fn instance(
        &mut self,
        callee: &mut Expr,
        ty: FunctionType,
        place: ParsedSpan,
    ) -> FunctionType {
        let (ExprKind::FunctionAddress(id), Ok(place)) = (&mut callee.kind, u32::try_from(place.start))
        else {
            return ty;
        };
        if let (Some(voids), Some(body)) = (&self.voids, &self.body) {
            let first = u32::try_from(self.parsed.text.len()).unwrap_or(u32::MAX);
            let whole = Type::Function(Box::new(ty.clone()));
            return match voids.borrow_mut().call(place, body.function, *id, &whole, first) {
                Some(Type::Function(found)) => *found,
                _ => ty,
            };
        }
        let Some(at) = self.plan.targets.get(&(place, self.copy)).copied() else { return ty };
        let Some(copy) = self.plan.copies.get(at) else { return ty };
        let found = self.copy_of(at, copy, *id);
        *id = found;
        match self.function_types.get(found.index()) {
            Some(Type::Function(found)) => (**found).clone(),
            _ => ty,
        }
    }

    /// The function that is a copy; it is there from its first call on.
    pub(super) fn copy_of(&mut self, at: usize, copy: &Copied, original: FunctionId) -> FunctionId {
        if let Some(id) = self.copies.get(&at) {
            return *id;
        }
        let id = FunctionId::new(self.functions.len());
        let Some(function) = self.functions.get(original.index()) else { return original };
        let what: Vec<String> = copy.known().map(|ty| self.types.text(ty)).collect();
        let made = Function {
            name: format!("{} of {}", function.name, what.join(", ")),
            is_copy: true,
            body: None,
            annotations: Vec::new(),
            ..function.clone()
        };
        self.functions.push(made);
        self.function_types.push(copy.ty.clone());
        self.copies.insert(at, id);
        id
    }

    /// Keys in the declaration of a function belong to it.
    pub(super) fn own_keys(&self, id: FunctionId, ty: &Type, whole: ParsedSpan) {
        if let Some(voids) = &self.voids {
            let here = |key: &u32| (whole.start..whole.end).contains(&(*key as usize));
            voids.borrow_mut().belong(super::voids::keys_of(ty).into_iter().filter(here), id);
        }
    }

    /// Keys in the definition of a function belong to it. There can be copies of it, unless it has something of its own that
    /// must be there once only.
    pub(super) fn own_body(&self, id: FunctionId, whole: ParsedSpan, is_plain: bool) {
        let (Some(voids), Some(function)) = (&self.voids, self.functions.get(id.index())) else { return };
        let (Ok(start), Ok(end)) = (u32::try_from(whole.start), u32::try_from(whole.end)) else { return };
        let mut voids = voids.borrow_mut();
        let keys = voids.keys_in(start, end);
        voids.belong(keys, id);
        if is_plain && !function.variadic && function.name != "main" {
            voids.can_be_copied(id, &function.name);
        }
    }
}
