//! Tests of subprograms inside of others.
//!
//! The copy of the enclosing subprogram gets a function at the end of its declarations that runs one of the tests, and a
//! constant that calls it. So a test runs where the subprogram can be called, after the declarations that it may need, and
//! what it raises to leave again passes the handlers of the enclosing subprogram.
//!
//! ```text
//! function GB_Inside return Boolean is
//! begin
//!    case GB_Nested is
//!       when 1 =>
//!          GB_Nested := 0;
//!          …                          the test
//!          raise GB_Left;
//!       when others => return True;
//!    end case;
//! end GB_Inside;
//! GB_Is_Inside : constant Boolean := GB_Inside;
//! ```

use super::Case;
use super::file::{Sources, Writer};
use super::objects::{Targets, variable, written};
use super::values::some_value;
use crate::syntax::ast::{Decl, DeclKind, UnitKind};
use crate::tree::{Constraint, Kind, ObjectId, Role, SubId, Subprogram};
use source::Span;
use std::collections::BTreeSet;

/// What the main procedure needs besides, where such tests are.
pub(super) const HELPERS: &str = include_str!("nested.txt");

/// A subprogram with others inside that are tested.
pub(super) struct Host {
    pub sub: SubId,
    /// The file it stands in, and where its declarations end there.
    pub file: usize,
    pub end: u32,
    /// Those that can be called there.
    pub inner: Vec<SubId>,
    /// What each test elaborates: the declarations that are no subprograms.
    pub elaborated: Vec<Span>,
}

/// The declarations of the body that stands at a place.
fn declarations(decl: &Decl, at: Span) -> Option<&[Decl]> {
    match &decl.kind {
        DeclKind::Body { declarations, .. } if decl.at.0 == at => Some(declarations),
        DeclKind::PackageBody { declarations: list, .. } => list.iter().find_map(|d| declarations(d, at)),
        _ => None,
    }
}

/// Finds where the tests of a subprogram can stand: at the end of the declarations around it.
fn found(sources: &Sources, sub: SubId, host: &Subprogram, inner: &Subprogram) -> Option<Host> {
    let (outer, inner) = (host.body.as_ref()?.span, inner.body.as_ref()?.span);
    let file = sources.files.iter().position(|f| f.id == outer.file)?;
    let units = sources.files.get(file)?.tree.units.iter();
    let list = units
        .filter_map(|u| if let UnitKind::Declaration(decl) = &u.kind { Some(decl) } else { None })
        .find_map(|decl| declarations(decl, outer))?;
    // One of a block, or of a package in between, is not seen from there.
    list.iter().find(|d| d.at.0 == inner)?;
    let is_body = |d: &&Decl| matches!(d.kind, DeclKind::Body { .. } | DeclKind::ExpressionFunction { .. });
    let mut elaborated: Vec<Span> = list.iter().filter(|d| !is_body(d)).map(|d| d.at.0).collect();
    // Where it is entered.
    elaborated.push(Span { end: list.first()?.at.0.start, ..outer });
    Some(Host { sub, file, end: list.last()?.at.0.end, inner: Vec::new(), elaborated })
}

impl Writer<'_> {
    /// The subprogram around the one that a case tests.
    pub(super) fn host(&self, case: &Case<'_>) -> Option<(SubId, &Subprogram)> {
        let id = self.sub(case.entry)?.1.within?;
        Some((id, self.tree.subprograms.get(id.0 as usize)?))
    }

    /// Where the tests of inner subprograms will stand, each place once.
    pub(super) fn find_hosts(&mut self, cases: &[Case<'_>]) {
        for case in cases {
            let Some((id, host)) = self.host(case) else { continue };
            let Some((inner_id, inner)) = self.sub(case.entry) else { continue };
            let known = self.hosts.iter().position(|h| h.sub == id);
            if host.within.is_some() || known.is_some_and(|at| self.hosts[at].inner.contains(&inner_id)) {
                continue;
            }
            let Some(mut host) = found(self.sources, id, host, inner) else { continue };
            host.inner.push(inner_id);
            match known {
                Some(at) => self.hosts[at].inner.push(inner_id),
                None => self.hosts.push(host),
            }
        }
    }

    /// The lines of the first file that tests of inner subprograms reach, though they do not test these lines.
    pub(super) fn shared_lines(&self) -> Vec<usize> {
        let text = self.sources.files.first().map_or("", |f| &f.text);
        let line = |at: u32| text.get(..at as usize).unwrap_or("").matches('\n').count() + 1;
        let spans = self.hosts.iter().filter(|h| h.file == 0).flat_map(|h| &h.elaborated);
        let lines: BTreeSet<usize> = spans.flat_map(|s| line(s.start)..=line(s.end)).collect();
        // An inner subprogram that starts on the line is counted.
        let starts = |l: &usize| {
            let inner = self.hosts.iter().flat_map(|h| &h.inner).filter_map(|id| {
                self.tree.subprograms.get(id.0 as usize)?.body.as_ref().map(|b| line(b.span.start))
            });
            !inner.into_iter().any(|start| start == *l)
        };
        lines.into_iter().filter(starts).collect()
    }

    /// Writes the tests inside of a subprogram.
    pub(super) fn tests_inside(&mut self, host: SubId, cases: &[&Case<'_>]) {
        self.sheet.text.push('\n');
        self.sheet.push(1, "function GB_Inside return Boolean is");
        self.sheet.push(1, "begin");
        self.sheet.push(2, "case GB_Nested is");
        let inner = self.hosts.iter().find(|h| h.sub == host).map_or(Vec::new(), |h| h.inner.clone());
        for case in cases {
            if !self.sub(case.entry).is_some_and(|(id, _)| inner.contains(&id)) {
                continue;
            }
            let before = self.sheet.text.len();
            let number = self.entered.len() + 1;
            self.sheet.push(2, &format!("when {number} =>"));
            self.sheet.push(3, "GB_Nested := 0;");
            match self.try_test(case) {
                Ok(()) => {
                    self.sheet.push(3, "raise GB_Left;");
                    self.entered.push(case.name.clone());
                }
                Err(why) => {
                    self.sheet.text.truncate(before);
                    self.left_out.push((case.name.clone(), why));
                }
            }
        }
        self.sheet.push(2, "when others => return True;");
        self.sheet.push(2, "end case;");
        self.sheet.push(1, "end GB_Inside;");
        self.sheet.push(1, "GB_Is_Inside : constant Boolean := GB_Inside;");
    }

    /// Calls the subprogram around a tested one, so that it runs the test.
    pub(super) fn enter(&mut self, case: &Case<'_>) {
        let Some(number) = self.entered.iter().position(|n| *n == case.name) else {
            if !self.left_out.iter().any(|(name, _)| *name == case.name) {
                let why = "it calls a subprogram inside of another, where a test cannot stand".to_string();
                self.left_out.push((case.name.clone(), why));
            }
            return;
        };
        let Some((lines, call, result)) = self.entering(case) else {
            let why = "the subprogram around it cannot be called by a test".to_string();
            self.left_out.push((case.name.clone(), why));
            return;
        };
        self.names.push(case.name.clone());
        let name = case.name.replace('"', "\"\"");
        let sheet = &mut self.sheet;
        sheet.push(0, "");
        sheet.push(1, "begin");
        sheet.push(2, &format!("GB_Nested := {};", number + 1));
        sheet.push(2, "declare");
        lines.iter().for_each(|line| sheet.push(3, line));
        sheet.push(2, "begin");
        match result {
            Some(ty) => {
                sheet.push(3, "declare");
                sheet.push(4, &format!("GB_Result : constant {ty} := {call};"));
                sheet.push(3, "begin");
                sheet.push(4, "null;");
                sheet.push(3, "end;");
            }
            None => sheet.push(3, &format!("{call};")),
        }
        sheet.push(2, "end;");
        sheet.push(2, "raise Program_Error;");
        sheet.push(1, "exception");
        sheet.push(2, &format!("when GB_Left => GB_Done (\"{name}\");"));
        sheet.push(2, &format!("when E : others => GB_Not_Entered (E, \"{name}\");"));
        sheet.push(1, "end;");
    }

    /// The variables, the call, and the type of the result.
    fn entering(&self, case: &Case<'_>) -> Option<(Vec<String>, String, Option<String>)> {
        let (types, (_, host)) = (&self.tree.types, self.host(case)?);
        let mut lines = Vec::new();
        let mut names = Vec::new();
        for id in &host.parameters {
            let object = self.tree.objects.get(id.0 as usize)?;
            let name = format!("GB_{}", object.name);
            lines.push(match self.captured(case, *id) {
                Some(value) => {
                    let none = Targets { found: Vec::new() };
                    variable(types, case.input, object, &name, value, &none)?
                }
                None => match (&object.subtype.constraint, types.kind(object.subtype.ty)) {
                    (Constraint::Index(_), Kind::Array(_)) | (_, Kind::Record(_)) => {
                        format!("{name} : {};", written(types, &object.subtype))
                    }
                    // Without elements.
                    (_, Kind::Array(array)) => {
                        let [index] = array.indexes.as_slice() else { return None };
                        if !matches!(types.kind(index.ty), Kind::Signed(_)) {
                            return None;
                        }
                        format!("{name} : {} (1 .. 0);", written(types, &object.subtype))
                    }
                    _ => {
                        let value = some_value(types, &object.subtype);
                        format!("{name} : {} := {value};", written(types, &object.subtype))
                    }
                },
            });
            names.push(name);
        }
        let args = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        let result = host.result.as_ref().map(|r| written(types, r));
        Some((lines, format!("{}{args}", host.name), result))
    }

    /// The value that a case needs of an object around what it tests.
    fn captured<'c>(&self, case: &'c Case<'_>, id: ObjectId) -> Option<&'c imperative::machine::Value> {
        let objects = self.layout.parameters.get(case.entry.index())?;
        let at = objects.iter().position(|o| *o == Some(id))?;
        let var = self.program.proc(case.entry)?.params.get(at)?;
        case.input.get(*var)
    }

    /// Why a test cannot give an object of the enclosing subprogram its value, if it cannot.
    pub(super) fn cannot_be_set(&self, id: ObjectId) -> Option<String> {
        let object = self.tree.objects.get(id.0 as usize)?;
        let types = &self.tree.types;
        let unknown =
            types.array(object.subtype.ty).is_some() && types.static_length(&object.subtype).is_none();
        let why = match object.role {
            Role::Variable if unknown => "has bounds that the subprogram around it computes",
            Role::Variable | Role::Parameter(_) => return None,
            _ => "is computed by the subprogram around it",
        };
        Some(format!("`{}` {why}", object.name))
    }
}
