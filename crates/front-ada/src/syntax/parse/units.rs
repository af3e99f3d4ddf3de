//! Files: units with their contexts.

use super::nodes::children;
use super::{Parser, Read};
use crate::syntax::ast::{
    Compilation, ContextItem, Place, Stmt, StmtKind, Unit, UnitKind, UseClause, UseKind,
};
use source::Diagnostic;
use tree_sitter::Node;

impl Parser<'_> {
    pub(super) fn compilation(&mut self, root: Node<'_>) -> Read<Compilation> {
        let mut found = Compilation { units: Vec::new(), trailing: Vec::new(), at: self.place(root) };
        let mut context: Vec<ContextItem> = Vec::new();
        for child in children(root) {
            let parts = children(child);
            let Some(first) = parts.first().copied() else { continue };
            let claims = self.claims_before(child.start_byte())?;
            let after_statements = matches!(
                found.units.last(),
                Some(Unit { kind: UnitKind::Statements(_), .. }) if context.is_empty()
            );
            if after_statements {
                let statements = claims.into_iter().map(|c| Stmt { at: c.at, kind: StmtKind::Claim(c) });
                add_statements(&mut found.units, statements.collect());
            } else {
                context.extend(claims.into_iter().map(ContextItem::Claim));
            }
            match first.kind() {
                "with_clause" => context.push(self.whole(first, Parser::with_clause)?),
                "use_clause" => context.push(ContextItem::Use(self.whole(first, Parser::use_clause)?)),
                "pragma_g" if !after_statements => {
                    context.push(ContextItem::Pragma(self.whole(first, Parser::pragma)?));
                }
                _ => {
                    let (private, kind) = self.deeper(|p| p.unit(&parts))?;
                    let at = self.place(child);
                    match kind {
                        UnitKind::Statements(statements) if after_statements => {
                            add_statements(&mut found.units, statements);
                        }
                        kind => {
                            let context = std::mem::take(&mut context);
                            found.units.push(Unit { context, private, kind, at });
                        }
                    }
                }
            }
            self.misplaced_before(child.end_byte());
        }
        for claim in self.claims_before(self.source.text.len())? {
            match found.units.last() {
                Some(Unit { kind: UnitKind::Statements(_), .. }) if context.is_empty() => {
                    let statement = Stmt { at: claim.at, kind: StmtKind::Claim(claim) };
                    add_statements(&mut found.units, vec![statement]);
                }
                _ => self.lonely_claim(claim.at),
            }
        }
        for item in context {
            match item {
                ContextItem::Pragma(pragma) => found.trailing.push(pragma),
                ContextItem::With { at, .. } | ContextItem::Use(UseClause { at, .. }) => {
                    return Err(no_unit(at));
                }
                ContextItem::Claim(claim) => self.lonely_claim(claim.at),
            }
        }
        Ok(found)
    }

    fn lonely_claim(&mut self, at: Place) {
        let problem = Diagnostic::warning("a claim without anything that it is about");
        self.warnings.push(problem.primary(at.0, "is not read"));
    }

    fn unit(&mut self, parts: &[Node<'_>]) -> Read<(bool, UnitKind)> {
        let Some((first, rest)) = parts.split_first() else {
            return Ok((false, UnitKind::Statements(Vec::new())));
        };
        match first.kind() {
            "private" => Ok((true, self.unit(rest)?.1)),
            "subunit" => Ok((false, self.subunit(*first)?)),
            kind if is_statement(kind) => {
                let statements = parts.iter().map(|part| self.statement(*part)).collect::<Read<_>>()?;
                Ok((false, UnitKind::Statements(statements)))
            }
            _ => Ok((false, UnitKind::Declaration(Box::new(self.declaration(*first)?)))),
        }
    }

    fn subunit(&mut self, node: Node<'_>) -> Read<UnitKind> {
        let parts = children(node);
        let Some(body) = parts.last().copied() else { return Err(self.unexpected("a body")) };
        self.enter(node);
        self.expect("separate")?;
        let opened = self.here();
        self.expect("(")?;
        let parent = self.path("the name of a unit")?;
        self.closing(opened)?;
        Ok(UnitKind::Subunit { parent, body: Box::new(self.declaration(body)?) })
    }

    fn with_clause(&mut self) -> Read<ContextItem> {
        let start = self.here();
        let limited = self.eat("limited");
        let private = self.eat("private");
        self.expect("with")?;
        let mut units = vec![self.path("the name of a unit")?];
        while self.eat(",") {
            units.push(self.path("the name of a unit")?);
        }
        self.expect(";")?;
        Ok(ContextItem::With { limited, private, units, at: self.since(start) })
    }

    pub(super) fn use_clause(&mut self) -> Read<UseClause> {
        let start = self.here();
        self.expect("use")?;
        let all = self.eat("all");
        let kind = match (all, self.eat("type")) {
            (true, _) => UseKind::AllType,
            (false, true) => UseKind::Type,
            (false, false) => UseKind::Package,
        };
        let mut names = vec![self.subtype_mark()?];
        while self.eat(",") {
            names.push(self.subtype_mark()?);
        }
        self.expect(";")?;
        Ok(UseClause { kind, names, at: self.since(start) })
    }
}

/// Adds to the statements outside of any unit, if there are such.
fn add_statements(units: &mut [Unit], mut more: Vec<Stmt>) {
    if let (Some(Unit { kind: UnitKind::Statements(statements), at, .. }), Some(last)) =
        (units.last_mut(), more.last().map(|s| s.at))
    {
        at.0 = at.0.to(last.0);
        statements.append(&mut more);
    }
}

fn no_unit(at: Place) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("a context clause without a unit")
            .primary(at.0, "nothing follows")
            .help("`with` and `use` stand before the package or subprogram that needs them"),
    )
}

fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement")
        || matches!(
            kind,
            "label" | "pragma_g" | "selective_accept" | "timed_entry_call" | "conditional_entry_call"
        )
        || kind == "asynchronous_select"
}
