//! Declarations.

use super::nodes::children;
use super::{Parser, Read};
use crate::syntax::ast::{Aspect, Decl, DeclKind, Handled, ObjectDecl, Path, SubprogramSpec};
use source::Diagnostic;
use tree_sitter::Node;

impl Parser<'_> {
    /// Declarations, with the claims up to where the next word begins.
    pub(super) fn declarative_part(&mut self, node: Node<'_>, to: usize) -> Read<Vec<Decl>> {
        self.declarations(&children(node), to)
    }

    fn declarations(&mut self, nodes: &[Node<'_>], to: usize) -> Read<Vec<Decl>> {
        self.deeper(|p| {
            let mut found = Vec::new();
            for node in nodes {
                p.claims_as_declarations(&mut found, node.start_byte())?;
                found.push(p.declaration(*node)?);
                p.misplaced_before(node.end_byte());
            }
            p.claims_as_declarations(&mut found, to)?;
            Ok(found)
        })
    }

    fn claims_as_declarations(&mut self, found: &mut Vec<Decl>, before: usize) -> Read<()> {
        let claims = self.claims_before(before)?;
        found.extend(claims.into_iter().map(|claim| Decl { at: claim.at, kind: DeclKind::Claim(claim) }));
        Ok(())
    }

    pub(super) fn declaration(&mut self, node: Node<'_>) -> Read<Decl> {
        let at = self.place(node);
        let kind = match node.kind() {
            "object_declaration" => self.object_node(node)?,
            "number_declaration" => self.whole(node, Parser::named_number)?,
            "full_type_declaration"
            | "incomplete_type_declaration"
            | "private_type_declaration"
            | "private_extension_declaration" => self.type_node(node)?,
            "subtype_declaration" => self.whole(node, Parser::subtype)?,
            "subprogram_declaration"
            | "subprogram_body"
            | "expression_function_declaration"
            | "null_procedure_declaration"
            | "subprogram_renaming_declaration" => self.subprogram(node)?,
            "body_stub" => self.stub(node)?,
            "package_declaration" => self.package(node)?,
            "package_body" => self.package_body(node)?,
            "package_renaming_declaration" => self.whole(node, Parser::package_renaming)?,
            "object_renaming_declaration" => self.whole(node, Parser::object_renaming)?,
            "exception_renaming_declaration" => self.whole(node, Parser::exception_renaming)?,
            "exception_declaration" => self.whole(node, Parser::exceptions)?,
            "use_clause" => DeclKind::Use(self.whole(node, Parser::use_clause)?),
            "pragma_g" => DeclKind::Pragma(self.whole(node, Parser::pragma)?),
            "attribute_definition_clause"
            | "enumeration_representation_clause"
            | "record_representation_clause"
            | "at_clause" => DeclKind::Representation(self.unsupported(node, "a representation clause")),
            other => DeclKind::Unsupported(self.unsupported(node, declaration_name(other))),
        };
        Ok(Decl { kind, at })
    }

    // Objects and the like.

    fn object_node(&mut self, node: Node<'_>) -> Read<DeclKind> {
        match children(node).first().map(Node::kind) {
            Some("single_task_declaration") => Ok(DeclKind::Unsupported(self.unsupported(node, "a task"))),
            Some("single_protected_declaration") => {
                Ok(DeclKind::Unsupported(self.unsupported(node, "a protected object")))
            }
            _ => self.whole(node, Parser::object),
        }
    }

    fn object(&mut self) -> Read<DeclKind> {
        let object = self.object_without_semicolon()?;
        self.expect(";")?;
        Ok(DeclKind::Object(object))
    }

    /// `X, Y : aliased constant T := V with A`
    pub(super) fn object_without_semicolon(&mut self) -> Read<ObjectDecl> {
        let names = self.identifiers("a name")?;
        self.expect(":")?;
        let aliased = self.eat("aliased");
        let constant = self.eat("constant");
        let ty = self.object_type()?;
        let init = if self.eat(":=") { Some(self.condition()?) } else { None };
        let aspects = self.aspects()?;
        Ok(ObjectDecl { names, aliased, constant, ty, init, aspects })
    }

    fn named_number(&mut self) -> Read<DeclKind> {
        let names = self.identifiers("a name")?;
        self.expect(":")?;
        self.expect("constant")?;
        self.expect(":=")?;
        let value = self.condition()?;
        self.expect(";")?;
        Ok(DeclKind::Number { names, value })
    }

    /// What may stand in a declare expression.
    pub(super) fn declare_item(&mut self) -> Read<DeclKind> {
        if self.is("pragma") {
            return Ok(DeclKind::Pragma(self.pragma()?));
        }
        let first = self.next;
        // `X : T renames Y` and `X renames Y`, which only differ from an object further on.
        while self.ahead(0).is_some() && !["renames", ";", ":="].iter().any(|word| self.is(word)) {
            let opens = self.is("(") || self.is("[");
            self.next += 1;
            if opens {
                self.skip_to_closing();
            }
        }
        let renaming = self.is("renames");
        self.next = first;
        if renaming { self.object_renaming() } else { self.object() }
    }

    fn object_renaming(&mut self) -> Read<DeclKind> {
        let name = self.identifier("a name")?;
        let ty = if self.eat(":") { Some(self.object_type()?) } else { None };
        self.expect("renames")?;
        let of = self.name()?;
        self.aspects()?;
        self.expect(";")?;
        Ok(DeclKind::ObjectRenaming { name, ty, of })
    }

    fn exception_renaming(&mut self) -> Read<DeclKind> {
        let name = self.identifier("a name")?;
        self.expect(":")?;
        self.expect("exception")?;
        self.expect("renames")?;
        let of = self.name()?;
        self.aspects()?;
        self.expect(";")?;
        Ok(DeclKind::ExceptionRenaming { name, of })
    }

    fn exceptions(&mut self) -> Read<DeclKind> {
        let names = self.identifiers("the name of an exception")?;
        self.expect(":")?;
        self.expect("exception")?;
        self.aspects()?;
        self.expect(";")?;
        Ok(DeclKind::Exception(names))
    }

    fn subtype(&mut self) -> Read<DeclKind> {
        self.expect("subtype")?;
        let name = self.identifier("the name of the subtype")?;
        self.expect("is")?;
        let of = self.subtype_indication()?;
        let aspects = self.aspects()?;
        self.expect(";")?;
        Ok(DeclKind::Subtype { name, of, aspects })
    }

    // Subprograms.

    fn subprogram(&mut self, node: Node<'_>) -> Read<DeclKind> {
        let parts = children(node);
        let has = |word: &str| parts.iter().any(|part| part.kind() == word);
        if has("overriding_indicator") {
            return Ok(DeclKind::Unsupported(self.unsupported(node, "an overriding subprogram")));
        }
        if has("abstract") {
            return Ok(DeclKind::Unsupported(self.unsupported(node, "an abstract subprogram")));
        }
        let mut spec = self.spec(&parts)?;
        match node.kind() {
            "subprogram_declaration" => Ok(DeclKind::Subprogram(spec)),
            "null_procedure_declaration" => Ok(DeclKind::NullProcedure(spec)),
            "subprogram_body" => {
                let (declarations, body) = self.body(node, &parts, &spec.name)?;
                let body = body.unwrap_or(Handled { body: Vec::new(), handlers: Vec::new() });
                Ok(DeclKind::Body { spec, declarations, body })
            }
            "subprogram_renaming_declaration" => {
                self.after(node, &parts, "renames");
                let of = self.name()?;
                spec.aspects = self.aspects()?;
                self.expect(";")?;
                Ok(DeclKind::SubprogramRenaming { spec, of })
            }
            _ => {
                self.after(node, &parts, "is");
                let value = self.parenthesis()?;
                spec.aspects = self.aspects()?;
                self.expect(";")?;
                Ok(DeclKind::ExpressionFunction { spec, value })
            }
        }
    }

    /// Sets the window to what follows a word.
    fn after(&mut self, node: Node<'_>, parts: &[Node<'_>], word: &str) {
        let start = parts.iter().find(|p| p.kind() == word).map_or(node.start_byte(), Node::end_byte);
        self.enter_range(start, node.end_byte());
    }

    fn spec(&mut self, parts: &[Node<'_>]) -> Read<SubprogramSpec> {
        let found =
            parts.iter().find(|p| matches!(p.kind(), "procedure_specification" | "function_specification"));
        let Some(node) = found else { return Err(self.unexpected("a subprogram")) };
        let mut spec = self.whole(*node, |p| {
            let start = p.here();
            let function = p.eat("function");
            if !function {
                p.expect("procedure")?;
            }
            let name = p.path("the name of the subprogram")?;
            let parameters = p.parameters()?;
            let result = if function {
                p.expect("return")?;
                Some(p.profile_type()?)
            } else {
                None
            };
            Ok(SubprogramSpec { name, parameters, result, aspects: Vec::new(), at: p.since(start) })
        })?;
        spec.aspects = self.aspects_among(parts)?;
        Ok(spec)
    }

    fn aspects_among(&mut self, parts: &[Node<'_>]) -> Read<Vec<Aspect>> {
        match parts.iter().find(|part| part.kind() == "aspect_specification") {
            Some(node) => self.whole(*node, Parser::aspects),
            None => Ok(Vec::new()),
        }
    }

    /// Declarations and statements up to `end NAME`.
    fn body(
        &mut self,
        node: Node<'_>,
        parts: &[Node<'_>],
        name: &Path,
    ) -> Read<(Vec<Decl>, Option<Handled>)> {
        let (mut declarations, mut statements) = (Vec::new(), None);
        for (i, part) in parts.iter().enumerate() {
            let to = parts.get(i + 1).map_or(node.end_byte(), Node::start_byte);
            match part.kind() {
                // Claims may be all that stands between `is` and `begin`.
                "is" => self.claims_as_declarations(&mut declarations, to)?,
                "non_empty_declarative_part" => declarations.append(&mut self.declarative_part(*part, to)?),
                "handled_sequence_of_statements" => statements = Some(self.handled(*part, to)?),
                _ => {}
            }
        }
        self.ends_as(node, parts, name)?;
        Ok((declarations, statements))
    }

    /// Checks the name after `end`.
    fn ends_as(&mut self, node: Node<'_>, parts: &[Node<'_>], name: &Path) -> Read<()> {
        let Some(end) = parts.iter().rfind(|part| part.kind() == "end") else { return Ok(()) };
        self.enter_range(end.end_byte(), node.end_byte());
        if self.is(";") {
            return Ok(());
        }
        let found = self.path("a name")?;
        self.expect(";")?;
        if found == *name {
            return Ok(());
        }
        Err(Box::new(
            Diagnostic::error(format!("`{}` ends as `{}`", name.text(), found.text()))
                .primary(found.at.0, format!("expected `{}`", name.text()))
                .secondary(name.at.0, "the name"),
        ))
    }

    fn stub(&mut self, node: Node<'_>) -> Read<DeclKind> {
        let Some(inner) = children(node).first().copied() else { return Err(self.unexpected("a body")) };
        let parts = children(inner);
        match inner.kind() {
            "subprogram_body_stub" if parts.iter().all(|part| part.kind() != "overriding_indicator") => {
                Ok(DeclKind::Stub(self.spec(&parts)?))
            }
            "package_body_stub" => self.whole(inner, |p| {
                p.expect("package")?;
                p.expect("body")?;
                let name = p.identifier("the name of the package")?;
                p.expect("is")?;
                p.expect("separate")?;
                p.aspects()?;
                p.expect(";")?;
                Ok(DeclKind::PackageStub(name))
            }),
            other => Ok(DeclKind::Unsupported(self.unsupported(node, declaration_name(other)))),
        }
    }

    // Packages.

    fn package(&mut self, node: Node<'_>) -> Read<DeclKind> {
        let parts = children(node);
        self.enter(node);
        self.expect("package")?;
        let name = self.path("the name of the package")?;
        let aspects = self.aspects_among(&parts)?;
        let position = |word: &str| parts.iter().position(|part| part.kind() == word);
        let (Some(is), Some(end)) = (position("is"), parts.iter().rposition(|part| part.kind() == "end"))
        else {
            return Err(self.unexpected("`is`"));
        };
        let hidden = position("private").filter(|at| is < *at && *at < end);
        let start_of = |at: usize| parts.get(at).map_or(node.end_byte(), Node::start_byte);
        let between = |from: usize, to: usize| parts.get(from + 1..to).unwrap_or(&[]);
        let first_end = hidden.unwrap_or(end);
        let visible = self.declarations(between(is, first_end), start_of(first_end))?;
        let private = match hidden {
            Some(at) => Some(self.declarations(between(at, end), start_of(end))?),
            None => None,
        };
        self.ends_as(node, &parts, &name)?;
        Ok(DeclKind::Package { name, aspects, visible, private })
    }

    fn package_body(&mut self, node: Node<'_>) -> Read<DeclKind> {
        let parts = children(node);
        self.enter(node);
        self.expect("package")?;
        self.expect("body")?;
        let name = self.path("the name of the package")?;
        let aspects = self.aspects_among(&parts)?;
        let (declarations, init) = self.body(node, &parts, &name)?;
        Ok(DeclKind::PackageBody { name, aspects, declarations, init })
    }

    fn package_renaming(&mut self) -> Read<DeclKind> {
        self.expect("package")?;
        let name = self.path("the name of the package")?;
        self.expect("renames")?;
        let of = self.name()?;
        self.aspects()?;
        self.expect(";")?;
        Ok(DeclKind::PackageRenaming { name, of })
    }
}

/// What a declaration that is not supported is called.
pub(super) fn declaration_name(kind: &str) -> &'static str {
    match kind {
        "task_type_declaration" => "a task type",
        "task_body" | "task_body_stub" => "the body of a task",
        "protected_type_declaration" => "a protected type",
        "protected_body" | "protected_body_stub" => "the body of a protected object",
        "generic_package_declaration" => "a generic package",
        "generic_subprogram_declaration" => "a generic subprogram",
        "generic_instantiation" => "an instance of a generic unit",
        "generic_renaming_declaration" => "a renaming of a generic unit",
        "subprogram_body_stub" => "an overriding subprogram",
        "entry_declaration" => "an entry",
        "gnatprep_declarative_if_statement" => "a directive of gnatprep",
        _ => "a declaration of an unknown kind",
    }
}
