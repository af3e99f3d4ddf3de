//! Insts, modes and their declarations.

use super::{Parse, Parser, Shape};
use crate::syntax::ast::{
    Alternative, HigherOrder, Inst, InstDecl, InstKind, ItemKind, Mode, ModeDecl, ModeDef, ModeKind, Name,
    PredKind,
};
use terms::{Atom, Node, Term};

impl<'a> Parser<'a> {
    pub(super) fn mode(&mut self, term: Term) -> Parse<Mode> {
        let kind = self.nested(term, |parser| parser.mode_kind(term))?;
        Ok(Mode { kind, at: self.at(term) })
    }

    fn modes(&mut self, terms: &[Term]) -> Parse<Vec<Mode>> {
        terms.iter().map(|term| self.mode(*term)).collect()
    }

    fn mode_kind(&mut self, term: Term) -> Parse<ModeKind> {
        match self.functor(term) {
            Some((">>" | "->", &[from, to])) => {
                return Ok(ModeKind::Change(self.inst(from)?, self.inst(to)?));
            }
            // An inst of higher order in the place of a mode stands for `in` with that inst.
            _ if self.shape(term).is_some() => {
                let inst = self.inst(term)?;
                let name = Name { module: Vec::new(), text: "in".to_string(), at: self.at(term) };
                return Ok(ModeKind::Named(name, vec![inst]));
            }
            Some(("is" | "=" | "::" | "==" | "{}" | "[]" | "[|]", _)) | None => {}
            Some(_) => {
                if let Some((name, args)) = self.named(term) {
                    return Ok(ModeKind::Named(name, self.insts(args)?));
                }
            }
        }
        let help = "as in `in`, `out` or `free >> ground`";
        Err(self.helped(term, "this is no mode", "a mode is expected here", help))
    }

    pub(super) fn inst(&mut self, term: Term) -> Parse<Inst> {
        let kind = self.nested(term, |parser| parser.inst_kind(term))?;
        Ok(Inst { kind, at: self.at(term) })
    }

    fn insts(&mut self, terms: &[Term]) -> Parse<Vec<Inst>> {
        terms.iter().map(|term| self.inst(*term)).collect()
    }

    fn inst_kind(&mut self, term: Term) -> Parse<InstKind> {
        if let Some(name) = self.as_variable(term) {
            return Ok(InstKind::Var(name));
        }
        if let Some(shape) = self.shape(term) {
            return Ok(InstKind::HigherOrder(Box::new(self.higher_order(term, shape)?)));
        }
        match self.functor(term) {
            Some((word @ ("bound" | "unique" | "bound_unique" | "mostly_unique"), &[inner])) => {
                Ok(InstKind::Bound(word.to_string(), self.alternatives(inner)?))
            }
            Some(("=<", &[var, bound])) => match self.as_variable(var) {
                Some(name) => Ok(InstKind::AtMost(name, Box::new(self.inst(bound)?))),
                None => Err(self.error(var, "an inst variable stands before `=<`", "this is none")),
            },
            Some(("[]" | "[|]" | "{}" | "is" | "=" | ";" | ">>", _)) | None => {
                Err(self.error(term, "this is no inst", "an inst is expected here"))
            }
            Some(_) => match self.named(term) {
                Some((name, args)) => Ok(InstKind::Named(name, self.insts(args)?)),
                None => Err(self.error(term, "this is no inst", "an inst is expected here")),
            },
        }
    }

    fn higher_order(&mut self, term: Term, shape: Shape<'a>) -> Parse<HigherOrder<Mode>> {
        let Shape { purity, kind, args, result, determinism } = shape;
        let args = self.modes(args)?;
        let result = result.map(|result| self.mode(result)).transpose()?;
        let Some(word) = determinism else {
            let message = "an inst of higher order says how often calls succeed";
            return Err(self.helped(
                term,
                message,
                "the determinism is missing",
                "as in `(pred(in, out) is det)`",
            ));
        };
        let determinism = Some(self.determinism(word)?);
        Ok(HigherOrder { purity, kind, args, result, determinism })
    }

    fn alternatives(&mut self, term: Term) -> Parse<Vec<Alternative>> {
        self.terms.parts(term, Atom::SEMICOLON).into_iter().map(|part| self.alternative(part)).collect()
    }

    fn alternative(&mut self, term: Term) -> Parse<Alternative> {
        let at = self.at(term);
        let constant = |text: String| Name { module: Vec::new(), text, at };
        if matches!(self.terms.node(term), Node::Int(_) | Node::Float(_) | Node::Str(_)) {
            return Ok(Alternative { name: constant(self.shown(term)), args: Vec::new(), at });
        }
        // Lists and tuples have constructors without a name.
        if let Some((sign @ ("[]" | "[|]" | "{}"), args)) = self.functor(term) {
            return Ok(Alternative { name: constant(sign.to_string()), args: self.insts(args)?, at });
        }
        let (name, args) = self.must_be_named(term, "a constructor has a name")?;
        Ok(Alternative { name, args: self.insts(args)?, at })
    }

    // Declarations.

    pub(super) fn inst_decl(&mut self, term: Term) -> Parse<InstDecl> {
        let (head, inst) = match self.functor(term) {
            Some(("==", &[head, inst])) => (head, Some(self.inst(inst)?)),
            Some(("--->", &[head, body])) => {
                let kind = InstKind::Bound("bound".to_string(), self.alternatives(body)?);
                (head, Some(Inst { kind, at: self.at(body) }))
            }
            Some(("=", [_, _])) => {
                let help = "an inst is declared with `==` or `--->`";
                return Err(self.helped(term, "`=` declares no inst", "not read", help));
            }
            _ => (term, None),
        };
        let (head, of) = match self.functor(head) {
            Some(("for", &[head, of])) => (head, Some(self.type_with_arity(of)?)),
            _ => (head, None),
        };
        let (name, params) = self.declared(head, "an inst")?;
        Ok(InstDecl { name, params, of, inst })
    }

    /// `list/1`
    fn type_with_arity(&mut self, term: Term) -> Parse<(Name, usize)> {
        if let Some(("/", &[name, arity])) = self.functor(term)
            && let Some((name, [])) = self.named(name)
            && let Node::Int(arity) = self.terms.node(arity)
            && let Some(arity) = arity.to_i64().and_then(|arity| usize::try_from(arity).ok())
        {
            return Ok((name, arity));
        }
        let message = "`for` names a type with the number of its parameters";
        Err(self.helped(term, message, "not read", "as in `for list/1`"))
    }

    /// `whole` is the declaration without its `:-`, `term` what stands behind `mode`.
    pub(super) fn mode_item(&mut self, whole: Term, term: Term) -> Parse<ItemKind> {
        if let Some(("==", &[head, mode])) = self.functor(term) {
            let (name, params) = self.declared(head, "a mode")?;
            return Ok(ItemKind::ModeDef(ModeDef { name, params, mode: self.mode(mode)? }));
        }
        if let Some(("::", [_, _])) = self.functor(term) {
            let message = "`::` declares no mode";
            return Err(self.helped(
                term,
                message,
                "not read",
                "another name for a mode is declared with `==`",
            ));
        }
        let at = self.at(whole);
        let (inner, determinism, with) = self.declared_with(term)?;
        let (kind, head, result) = match self.functor(inner) {
            Some(("=", &[head, result])) => (PredKind::Func, head, Some(self.mode(result)?)),
            _ => (PredKind::Pred, inner, None),
        };
        let (name, args) = self.subject(head, "the name of a predicate or function is missing")?;
        let args = self.modes(&args)?;
        let unsupported = with.map(|what| self.unsupported(what, whole));
        Ok(ItemKind::Mode(ModeDecl { kind, name, args, result, determinism, unsupported, at }))
    }
}
