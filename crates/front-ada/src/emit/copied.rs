//! Copies of the units under test, with the tests inside, where only they see what is tested.
//!
//! ```text
//! package Stacks is procedure GB_Run;        behind `is`, so that no line moves
//! …
//! package body Stacks is
//!    …
//!    procedure GB_Run is                      the tests
//! ```

use super::Case;
use super::file::{Writer, capitalised};
use crate::syntax::ast::{Decl, DeclKind, Unit, UnitKind};
use crate::tree::SubId;
use crate::units::name;
use std::collections::BTreeSet;

/// What is written into a copy.
enum Insert {
    /// That a package runs its tests.
    Declaration,
    /// The tests of subprograms inside of another one.
    Inside(SubId),
    /// The tests of a package, and the packages inside of it that run theirs.
    Run(String, Vec<String>),
}

/// A package, by its name with those of the packages around it, in lower case.
fn inside(around: &str, name: &str) -> String {
    let name = name.to_lowercase();
    if around.is_empty() { name } else { format!("{around}.{name}") }
}

/// The packages with a body that can run tests.
fn with_bodies(decl: &Decl, around: &str, out: &mut BTreeSet<String>) {
    let DeclKind::PackageBody { name, declarations, .. } = &decl.kind else { return };
    let full = inside(around, &name.text());
    declarations.iter().for_each(|d| with_bodies(d, &full, out));
    if !declarations.is_empty() {
        out.insert(full);
    }
}

/// The packages that a declaration shows, with their names and where they end.
fn shown(decl: &Decl, around: &str, out: &mut Vec<(String, u32)>) {
    let DeclKind::Package { name, visible, .. } = &decl.kind else { return };
    let full = inside(around, &name.text());
    visible.iter().for_each(|d| shown(d, &full, out));
    out.push((full, decl.at.0.end));
}

impl Writer<'_> {
    /// The declarations of the units under test with the numbers of their files, specifications before bodies.
    fn own_declarations(&self) -> Vec<(usize, &Decl)> {
        let own = self.own_units();
        let mut found = Vec::new();
        for (number, file) in self.sources.files.iter().enumerate().rev() {
            let is_own = |unit: &&Unit| name(unit).is_some_and(|name| own.contains(&name));
            for unit in file.tree.units.iter().filter(is_own) {
                if let UnitKind::Declaration(decl) = &unit.kind {
                    found.push((number, &**decl));
                }
            }
        }
        let is_body = |decl: &Decl| !matches!(decl.kind, DeclKind::Package { .. } | DeclKind::Subprogram(_));
        found.sort_by_key(|(_, decl)| is_body(decl));
        found
    }

    /// The packages that run tests in a copy of the units under test.
    pub(super) fn find_runners(&mut self) {
        let mut found = BTreeSet::new();
        self.own_declarations().into_iter().for_each(|(_, decl)| with_bodies(decl, "", &mut found));
        self.running = found;
    }

    /// Copies the units under test, with the tests of a package at the end of its body.
    pub(super) fn copied_units(&mut self, left: &mut Vec<&Case<'_>>, runners: &mut Vec<String>) {
        let sources = self.sources;
        let copied: Vec<(usize, source::Span)> =
            self.own_declarations().into_iter().map(|(file, decl)| (file, decl.at.0)).collect();
        for (file, span) in copied {
            let units = sources.files[file].tree.units.iter();
            let decls = units.filter_map(|u| match &u.kind {
                UnitKind::Declaration(decl) => Some(decl),
                _ => None,
            });
            for decl in decls.filter(|d| d.at.0 == span) {
                self.copied_unit(file, decl, left);
                let full = match &decl.kind {
                    DeclKind::PackageBody { name, .. } | DeclKind::Package { name, .. } => name.text(),
                    _ => continue,
                };
                let runs = self.running.contains(&full.to_lowercase());
                match &decl.kind {
                    DeclKind::PackageBody { .. } if runs => {
                        runners.push(format!("{}.GB_Run", capitalised(&full.to_lowercase())));
                    }
                    // The tests of a package without a body stand outside.
                    DeclKind::Package { .. } if !runs => self.sheet.push(1, &format!("use {full};")),
                    _ => {}
                }
            }
        }
    }

    fn text_of(&self, file: usize, span: (u32, u32)) -> (usize, String) {
        let text = self.sources.files.get(file).map_or("", |f| &f.text);
        let (start, end) = (span.0 as usize, span.1 as usize);
        let line = text.get(..start).unwrap_or("").matches('\n').count() + 1;
        (line, text.get(start..end).unwrap_or("").to_string())
    }

    fn copy(&mut self, file: usize, start: u32, end: u32) {
        let (line, text) = self.text_of(file, (start, end));
        self.sheet.copy(file, line, &text);
    }

    /// Copies a declaration with all that is written into it.
    fn copied_unit(&mut self, file: usize, decl: &Decl, left: &mut Vec<&Case<'_>>) {
        let span = decl.at.0;
        let within = |at: u32| span.start <= at && at <= span.end;
        let hosts = self.hosts.iter().filter(|h| h.file == file && within(h.end));
        let mut inserts: Vec<(u32, Insert)> = hosts.map(|h| (h.end, Insert::Inside(h.sub))).collect();
        self.declarations(file, decl, "", &mut inserts);
        runs(decl, "", &self.running, &mut inserts);
        // Tests inside of the last subprogram come before those of its package.
        inserts.sort_by_key(|(at, insert)| (*at, matches!(insert, Insert::Run(..))));
        let all = left.clone();
        let mut start = span.start;
        for (at, insert) in inserts {
            self.copy(file, start, at);
            start = at;
            match insert {
                // Behind `is`, so that no line moves.
                Insert::Declaration => self.sheet.text.push_str(" procedure GB_Run;"),
                Insert::Inside(host) => self.tests_inside(host, &all),
                Insert::Run(package, inner) => self.run_of(file, at, &package, &inner, left),
            }
        }
        self.copy(file, start, span.end);
        self.sheet.text.push_str("\n\n");
    }

    /// Where packages say that they run tests.
    fn declarations(&self, file: usize, decl: &Decl, around: &str, out: &mut Vec<(u32, Insert)>) {
        match &decl.kind {
            DeclKind::Package { name, aspects, visible, private } => {
                let full = inside(around, &name.text());
                let first = visible.first().map_or(decl.at.0.end, |d| d.at.0.start);
                let from = aspects.last().map_or(name.at.0.end, |a| a.at.0.end);
                let (_, head) = self.text_of(file, (from, first));
                if let (true, Some(at)) = (self.running.contains(&full), is_word(&head)) {
                    out.push((from + at as u32, Insert::Declaration));
                }
                let inner = visible.iter().chain(private.iter().flatten());
                inner.for_each(|d| self.declarations(file, d, &full, out));
            }
            DeclKind::PackageBody { name, declarations, .. } => {
                let full = inside(around, &name.text());
                declarations.iter().for_each(|d| self.declarations(file, d, &full, out));
            }
            _ => {}
        }
    }

    /// The packages that tests at a place of a body see, besides those around them.
    fn seen(&self, file: usize, at: u32, package: &str) -> Vec<String> {
        let mut all = Vec::new();
        for (number, decl) in self.own_declarations() {
            match &decl.kind {
                DeclKind::Package { name, private, .. } => {
                    let mut list = Vec::new();
                    shown(decl, "", &mut list);
                    let full = inside("", &name.text());
                    private.iter().flatten().for_each(|d| shown(d, &full, &mut list));
                    all.extend(list.into_iter().map(|(name, _)| name));
                }
                DeclKind::PackageBody { name, declarations, .. } if number == file => {
                    let mut list = Vec::new();
                    declarations.iter().for_each(|d| shown(d, &inside("", &name.text()), &mut list));
                    all.extend(list.into_iter().filter(|(_, end)| *end < at).map(|(name, _)| name));
                }
                _ => {}
            }
        }
        let around = |name: &String| package == name || package.starts_with(&format!("{name}."));
        all.retain(|name| name.contains('.') && !around(name));
        all
    }

    /// The procedure with the tests of a package.
    fn run_of(&mut self, file: usize, at: u32, package: &str, inner: &[String], left: &mut Vec<&Case<'_>>) {
        let of_package = |case: &&Case<'_>, w: &Self| {
            let called = w.host(case).or_else(|| w.sub(case.entry));
            called.is_some_and(|(_, s)| {
                let path = s.path.rsplit_once('.');
                s.within.is_none() && path.is_some_and(|(p, _)| p.eq_ignore_ascii_case(package))
            })
        };
        let mine: Vec<&Case<'_>> = left.iter().copied().filter(|c| of_package(c, self)).collect();
        left.retain(|c| !of_package(c, self));
        self.sheet.text.push_str("\n\n");
        self.sheet.push(1, "procedure GB_Run is");
        for name in self.seen(file, at, package) {
            self.sheet.push(2, &format!("use {};", capitalised(&name)));
        }
        self.sheet.push(1, "begin");
        for name in inner {
            self.sheet.push(2, &format!("{}.GB_Run;", capitalised(name)));
        }
        let before = self.names.len();
        for case in mine {
            self.test(case);
        }
        // None may be there, or none that can be written.
        if self.names.len() == before && inner.is_empty() {
            self.sheet.push(2, "null;");
        }
        self.sheet.push(1, "end GB_Run;");
    }
}

/// Where the tests of packages stand: at the ends of their bodies.
fn runs(decl: &Decl, around: &str, running: &BTreeSet<String>, out: &mut Vec<(u32, Insert)>) {
    let DeclKind::PackageBody { name, declarations, .. } = &decl.kind else { return };
    let full = inside(around, &name.text());
    let mut inner = Vec::new();
    for d in declarations {
        runs(d, &full, running, out);
        if let DeclKind::PackageBody { name, .. } = &d.kind {
            inner.push(inside(&full, &name.text()));
        }
    }
    inner.retain(|name| running.contains(name));
    if let Some(last) = declarations.last() {
        out.push((last.at.0.end, Insert::Run(full, inner)));
    }
}

/// Where the first `is` of a text ends that stands in no comment.
fn is_word(text: &str) -> Option<usize> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("--").next().unwrap_or("").to_lowercase();
        let words = code.match_indices("is");
        let alone = |at: usize| {
            let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            !letter(code[..at].chars().next_back()) && !letter(code[at + 2..].chars().next())
        };
        if let Some((at, _)) = words.into_iter().find(|(at, _)| alone(*at)) {
            return Some(start + at + 2);
        }
        start += line.len();
    }
    None
}
