//! Types and their declarations.

use super::{Parse, Parser};
use crate::syntax::ast::{
    Argument, Constructor, Field, HigherOrder, Name, Type, TypeBody, TypeDecl, TypeKind,
};
use terms::{Atom, Node, Term};

impl Parser<'_> {
    pub(super) fn type_of(&mut self, term: Term) -> Parse<Type> {
        let kind = self.nested(term, |parser| parser.type_kind(term))?;
        Ok(Type { kind, at: self.at(term) })
    }

    fn types(&mut self, terms: &[Term]) -> Parse<Vec<Type>> {
        terms.iter().map(|term| self.type_of(*term)).collect()
    }

    fn type_kind(&mut self, term: Term) -> Parse<TypeKind> {
        if let Some(name) = self.as_variable(term) {
            return Ok(TypeKind::Var(name));
        }
        if let Some(shape) = self.shape(term) {
            let args = shape.args.iter().map(|arg| self.argument(*arg)).collect::<Parse<Vec<Argument>>>()?;
            let result = shape.result.map(|result| self.argument(result)).transpose()?;
            let determinism = shape.determinism.map(|word| self.determinism(word)).transpose()?;
            let (purity, kind) = (shape.purity, shape.kind);
            return Ok(TypeKind::HigherOrder(Box::new(HigherOrder {
                purity,
                kind,
                args,
                result,
                determinism,
            })));
        }
        let wrong = match self.functor(term) {
            Some(("{}", args)) => return Ok(TypeKind::Tuple(self.types(args)?)),
            Some(("[]", []) | ("[|]", [_, _])) => Some("a list of elements is no type"),
            Some(("func", _)) => Some("the type of a function has a result"),
            Some(("::", _)) => Some("a mode stands behind the type of an argument only"),
            Some(("is" | "=" | ":-" | "->" | ",", [_, _])) => Some("this is no type"),
            Some(("!" | "!." | "!:", [_])) => Some("a state variable is no type"),
            _ => None,
        };
        if let Some(message) = wrong {
            return Err(self.error(term, message, "a type is expected here"));
        }
        match self.named(term) {
            Some((name, args)) => Ok(TypeKind::Named(name, self.types(args)?)),
            None => {
                let what = match self.terms.node(term) {
                    Node::Int(_) | Node::Float(_) => "a number is no type",
                    Node::Str(_) => "a string is no type",
                    _ => "this is no type",
                };
                Err(self.error(term, what, "a type is expected here"))
            }
        }
    }

    // Declarations.

    /// `whole` is the declaration without its `:-`, `term` what stands behind `type`.
    pub(super) fn type_decl(&mut self, whole: Term, term: Term, solver: bool) -> Parse<TypeDecl> {
        let mut what = if solver { Some("a solver type") } else { None };
        let where_ = "a type with a `where` part";
        let (head, body) = match self.functor(term) {
            Some(("--->", &[head, body])) => {
                let body = match self.functor(body) {
                    Some(("where", &[body, _])) => {
                        what = what.or(Some(where_));
                        body
                    }
                    _ => body,
                };
                let mut constructors = Vec::new();
                for part in self.terms.parts(body, Atom::SEMICOLON) {
                    let (constructor, existential) = self.constructor(part)?;
                    if existential {
                        what = what.or(Some("an existential type"));
                    }
                    constructors.push(constructor);
                }
                (head, TypeBody::Union(constructors))
            }
            Some(("where", &[head, _])) => {
                what = what.or(Some(where_));
                match self.functor(head) {
                    Some(("==", &[head, of])) => (head, TypeBody::Equal(self.type_of(of)?)),
                    _ => (head, TypeBody::Abstract),
                }
            }
            Some(("==", &[head, of])) => (head, TypeBody::Equal(self.type_of(of)?)),
            Some(("=", [_, _])) => {
                let message = "`=` declares no type";
                let help = "another name for a type is declared with `==`, a new type with `--->`";
                return Err(self.helped(term, message, "not read", help));
            }
            Some((";", &[first, _])) if matches!(self.functor(first), Some(("->", [_, _]))) => {
                return Err(self.arrow(term));
            }
            Some(("->", [_, _])) => return Err(self.arrow(term)),
            _ => (term, TypeBody::Abstract),
        };
        let (name, params) = self.declared(head, "a type")?;
        let unsupported = what.map(|what| self.unsupported(what, whole));
        Ok(TypeDecl { name, params, body, unsupported })
    }

    fn arrow(&self, term: Term) -> Box<source::Diagnostic> {
        let message = "this arrow declares no type";
        self.helped(term, message, "not read", "a new type is declared with `--->`")
    }

    /// Name and parameters of what is declared.
    pub(super) fn declared(&mut self, term: Term, what: &str) -> Parse<(Name, Vec<String>)> {
        let (name, args) = self.must_be_named(term, &format!("the name of {what} is missing"))?;
        let mut params: Vec<String> = Vec::new();
        for arg in args {
            match self.as_variable(*arg) {
                Some(param) if param != "_" && params.contains(&param) => {
                    let message = format!("the parameter `{param}` is there twice");
                    return Err(self.error(*arg, message, "again"));
                }
                Some(param) => params.push(param),
                None => {
                    let message = format!("the parameters of {what} are variables");
                    return Err(self.error(*arg, message, "this is none"));
                }
            }
        }
        Ok((name, params))
    }

    /// A constructor, and whether it is existential.
    fn constructor(&mut self, term: Term) -> Parse<(Constructor, bool)> {
        let mut existential = false;
        let mut rest = term;
        loop {
            rest = match self.functor(rest) {
                Some(("some", &[_, inner])) | Some(("=>", &[inner, _])) => {
                    existential = true;
                    inner
                }
                // Braces around a constructor only keep operators apart.
                Some(("{}", &[inner])) if self.named(inner).is_some() => inner,
                _ => break,
            };
        }
        let (name, args) = self.must_be_named(rest, "a constructor has a name")?;
        let fields = args.iter().map(|arg| self.field(*arg)).collect::<Parse<Vec<Field>>>()?;
        Ok((Constructor { name, fields, at: self.at(rest) }, existential))
    }

    fn field(&mut self, term: Term) -> Parse<Field> {
        match self.functor(term) {
            Some(("::", &[name, of])) => {
                let (field, args) = self.must_be_named(name, "the name of a field stands before `::`")?;
                if !args.is_empty() {
                    return Err(self.error(name, "the name of a field has no arguments", "these are some"));
                }
                Ok(Field { name: Some(field), of: self.type_of(of)? })
            }
            _ => Ok(Field { name: None, of: self.type_of(term)? }),
        }
    }
}
