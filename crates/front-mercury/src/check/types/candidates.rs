//! What a name with arguments can mean in an expression.

use super::Inference;
use super::store::T;
use crate::core::{ConsId, Head, PredId, Ty, TypeNode};
use crate::syntax::ast::{Name, PredKind};

/// One meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Candidate {
    /// A constructor.
    Cons(ConsId),
    /// A function with all its arguments.
    Func(PredId),
    /// A field of a constructor.
    Field(ConsId, usize),
    /// A field of a constructor that gets another value.
    SetField(ConsId, usize),
    /// A character.
    Char(char),
    /// A list of elements: the constructor of its cells.
    List(ConsId),
    /// A predicate in a goal.
    Pred(PredId),
    /// A predicate or function that lacks arguments.
    Closure(PredId),
    /// The function of a field, without its argument.
    FieldClosure(ConsId, usize),
}

impl Candidate {
    /// Whether the result is a closure because arguments are missing.
    pub(crate) fn is_closure(self) -> bool {
        matches!(self, Candidate::Closure(_) | Candidate::FieldClosure(..))
    }
}

/// The types of arguments and result of one use.
pub(crate) struct Signature {
    pub args: Vec<T>,
    /// None for predicates in goals.
    pub result: Option<T>,
}

impl Inference<'_> {
    /// All meanings of a name with `count` arguments in an expression.
    pub(crate) fn meanings(&self, name: &Name, count: usize) -> Vec<Candidate> {
        let mut found = Vec::new();
        let cons = self.names.constructors_of(self.module, name, count);
        found.extend(cons.into_iter().map(Candidate::Cons));
        let preds = self.names.preds_of(self.module, name);
        let mut own_field = false;
        for id in preds {
            let Some(pred) = self.names.program.pred(id) else { continue };
            match pred.kind {
                PredKind::Func if pred.arity == count => {
                    own_field |= self.names.is_own(self.module, pred.module);
                    found.push(Candidate::Func(id));
                }
                _ if pred.arity > count => found.push(Candidate::Closure(id)),
                // A predicate with all its arguments is a closure that wants none.
                PredKind::Pred if pred.arity == count => found.push(Candidate::Closure(id)),
                _ => {}
            }
        }
        let setter = name.text.strip_suffix(" :=");
        match (setter, count) {
            (None, 1) if !own_field => {
                let fields = self.names.fields_of(self.module, name, &name.text);
                found.extend(fields.into_iter().map(|(cons, at)| Candidate::Field(cons, at)));
            }
            (None, 0) => {
                let fields = self.names.fields_of(self.module, name, &name.text);
                found.extend(fields.into_iter().map(|(cons, at)| Candidate::FieldClosure(cons, at)));
            }
            (Some(field), 2) if !own_field => {
                let fields = self.names.fields_of(self.module, name, field);
                found.extend(fields.into_iter().map(|(cons, at)| Candidate::SetField(cons, at)));
            }
            _ => {}
        }
        let mut chars = name.text.chars();
        if let (Some(c), None, 0, true) = (chars.next(), chars.next(), count, name.module.is_empty()) {
            found.push(Candidate::Char(c));
        }
        found
    }

    /// The constructors that a list of elements can be made of: `[|]` whose second argument has the type of the whole.
    pub(crate) fn list_meanings(&self, name: &Name) -> Vec<Candidate> {
        let regular = |id: &ConsId| {
            let Some(cons) = self.names.program.constructor(*id) else { return false };
            match (cons.args.get(1), self.names.program.def(cons.of)) {
                (Some(rest), Some(def)) => match self.names.program.types.node(*rest) {
                    TypeNode::App(Head::Named(of), args) => {
                        let params = (0..def.params.len() as u32).map(TypeNode::Param);
                        let same = args.iter().map(|arg| self.names.program.types.node(*arg));
                        *of == cons.of
                            && args.len() == def.params.len()
                            && params.zip(same).all(|(a, b)| a == *b)
                    }
                    _ => false,
                },
                _ => false,
            }
        };
        let cons = self.names.constructors_of(self.module, name, 2);
        cons.into_iter().filter(regular).map(Candidate::List).collect()
    }

    fn fresh_params(&mut self, params: &[String]) -> Vec<T> {
        params
            .iter()
            .map(|name| if name == "_" { self.store.fresh() } else { self.store.named(name) })
            .collect()
    }

    /// The argument types and the result type of a predicate or function for one use.
    fn pred_types(&mut self, id: PredId) -> Vec<T> {
        if let Some(known) = self.group.get(&id) {
            return known.clone();
        }
        let Some(pred) = self.names.program.pred(id) else { return Vec::new() };
        let total = pred.arity + usize::from(pred.kind == PredKind::Func);
        let (params, args) = (pred.params.clone(), pred.args.clone());
        let params = self.fresh_params(&params);
        let mut found = self.instances(&args, &params);
        // What has no types yet fits everything.
        while found.len() < total {
            found.push(self.store.fresh());
        }
        found
    }

    fn instances(&mut self, types: &[Ty], params: &[T]) -> Vec<T> {
        types.iter().map(|ty| self.store.instantiate(&self.names.program.types, *ty, params)).collect()
    }

    /// A constructor for one use: its argument types and its type.
    fn cons_types(&mut self, id: ConsId) -> Option<(Vec<T>, T)> {
        let cons = self.names.program.constructor(id)?;
        let (of, args) = (cons.of, cons.args.clone());
        let params = self.names.program.def(of)?.params.clone();
        let params = self.fresh_params(&params);
        let args = self.instances(&args, &params);
        let result = self.store.app(Head::Named(of), &params);
        Some((args, result))
    }

    /// The types of one use of a candidate with `count` arguments.
    pub(crate) fn signature(&mut self, candidate: Candidate, count: usize) -> Option<Signature> {
        Some(match candidate {
            Candidate::Cons(id) => {
                let (args, result) = self.cons_types(id)?;
                Signature { args, result: Some(result) }
            }
            Candidate::Field(id, at) => {
                let (args, of) = self.cons_types(id)?;
                Signature { args: vec![of], result: Some(*args.get(at)?) }
            }
            Candidate::FieldClosure(id, at) => {
                let (args, of) = self.cons_types(id)?;
                let result = self.store.app(Head::Func, &[of, *args.get(at)?]);
                Signature { args: Vec::new(), result: Some(result) }
            }
            Candidate::SetField(id, at) => {
                let (args, of) = self.cons_types(id)?;
                let field = *args.get(at)?;
                // Another value may have another type, if no other argument shares a parameter with it.
                Signature { args: vec![of, field], result: Some(of) }
            }
            Candidate::Char(_) => {
                let result = self.store.instantiate(&self.names.program.types, self.basic.character, &[]);
                Signature { args: Vec::new(), result: Some(result) }
            }
            Candidate::List(id) => {
                let (args, result) = self.cons_types(id)?;
                // All elements have one type, and what follows them that of the whole.
                let element = *args.first()?;
                let mut all = vec![element; count.saturating_sub(1)];
                all.push(result);
                Signature { args: all, result: Some(result) }
            }
            Candidate::Pred(id) => Signature { args: self.pred_types(id), result: None },
            Candidate::Func(id) => {
                let mut args = self.pred_types(id);
                let result = args.pop();
                Signature { args, result }
            }
            Candidate::Closure(id) => {
                let kind = self.names.program.pred(id)?.kind;
                let mut args = self.pred_types(id);
                let rest = args.split_off(count.min(args.len()));
                let head = if kind == PredKind::Pred { Head::Pred } else { Head::Func };
                let result = self.store.app(head, &rest);
                Signature { args, result: Some(result) }
            }
        })
    }

    /// Whether a candidate is declared in this module or around it.
    pub(crate) fn is_own(&self, candidate: Candidate) -> bool {
        let program = &self.names.program;
        let module = match candidate {
            Candidate::Func(id) | Candidate::Pred(id) | Candidate::Closure(id) => {
                program.pred(id).map(|pred| pred.module)
            }
            Candidate::Cons(id)
            | Candidate::List(id)
            | Candidate::Field(id, _)
            | Candidate::SetField(id, _)
            | Candidate::FieldClosure(id, _) => {
                program.constructor(id).and_then(|cons| program.def(cons.of)).map(|def| def.module)
            }
            Candidate::Char(_) => None,
        };
        module.is_some_and(|module| self.names.is_own(self.module, module))
    }

    /// A candidate with its types, for messages.
    pub(crate) fn candidate_text(&mut self, candidate: Candidate) -> String {
        let program = &self.names.program;
        match candidate {
            Candidate::Cons(id) | Candidate::List(id) => {
                let Some(cons) = program.constructor(id) else { return String::new() };
                let Some(def) = program.def(cons.of) else { return String::new() };
                let module = self.names.module_name(def.module);
                let args: Vec<String> =
                    cons.args.iter().map(|arg| program.type_text(*arg, &def.params)).collect();
                let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
                let params = if def.params.is_empty() {
                    String::new()
                } else {
                    format!("({})", def.params.join(", "))
                };
                format!("the constructor `{}{args}` of the type `{module}.{}{params}`", cons.name, def.name)
            }
            Candidate::Field(id, at) | Candidate::SetField(id, at) | Candidate::FieldClosure(id, at) => {
                let Some(cons) = program.constructor(id) else { return String::new() };
                let Some(def) = program.def(cons.of) else { return String::new() };
                let field = cons.fields.get(at).cloned().flatten().unwrap_or_default();
                format!("the field `{field}` of `{}` of the type `{}`", cons.name, def.name)
            }
            Candidate::Char(c) => format!("the character `{c}`"),
            Candidate::Pred(id) | Candidate::Func(id) | Candidate::Closure(id) => {
                let Some(pred) = program.pred(id) else { return String::new() };
                let module = self.names.module_name(pred.module);
                let args: Vec<String> =
                    pred.args.iter().map(|arg| program.type_text(*arg, &pred.params)).collect();
                let types = match (pred.kind, args.split_last()) {
                    (PredKind::Func, Some((result, args))) => format!("({}) = {result}", args.join(", ")),
                    _ => format!("({})", args.join(", ")),
                };
                let without = if matches!(candidate, Candidate::Closure(_)) { ", as a closure" } else { "" };
                format!("the {} `{module}.{}{types}`{without}", pred.kind.noun(), pred.name)
            }
        }
    }
}
