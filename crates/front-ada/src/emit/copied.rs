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
use super::nested::Host;
use crate::syntax::ast::{DeclKind, Unit, UnitKind};
use crate::units::name;

impl Writer<'_> {
    /// Copies the units under test, with the tests of a package at the end of its body.
    pub(super) fn copied_units(&mut self, left: &mut Vec<&Case<'_>>, runners: &mut Vec<String>) {
        let own = self.own_units();
        let sources = self.sources;
        // Specifications come before bodies.
        for bodies in [false, true] {
            for (number, file) in sources.files.iter().enumerate().rev() {
                for unit in &file.tree.units {
                    let UnitKind::Declaration(decl) = &unit.kind else { continue };
                    let Some(name) = name(unit).filter(|name| own.contains(name)) else { continue };
                    let is_body = !matches!(decl.kind, DeclKind::Package { .. } | DeclKind::Subprogram(_));
                    if is_body != bodies {
                        continue;
                    }
                    self.copied_unit(number, unit, &name, left, runners);
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

    /// Copies a part with the tests of subprograms inside of others at their places.
    fn copy_with_tests(&mut self, file: usize, mut start: u32, end: u32, cases: &[&Case<'_>]) {
        let inside = |h: &&Host| h.file == file && start <= h.end && h.end <= end;
        let mut places: Vec<_> = self.hosts.iter().filter(inside).map(|h| (h.end, h.sub)).collect();
        places.sort();
        for (at, host) in places {
            self.copy(file, start, at);
            self.tests_inside(host, cases);
            start = at;
        }
        self.copy(file, start, end);
    }

    fn copied_unit(
        &mut self,
        file: usize,
        unit: &Unit,
        name: &str,
        left: &mut Vec<&Case<'_>>,
        runners: &mut Vec<String>,
    ) {
        let UnitKind::Declaration(decl) = &unit.kind else { return };
        let span = decl.at.0;
        let of_package = |case: &&Case<'_>, w: &Self| {
            let called = w.host(case).or_else(|| w.sub(case.entry));
            called.is_some_and(|(_, s)| {
                s.within.is_none()
                    && s.path.rsplit_once('.').is_some_and(|(p, _)| p.eq_ignore_ascii_case(name))
            })
        };
        match &decl.kind {
            DeclKind::Package { name: unit_path, aspects, visible, .. } => {
                // Behind `is`, so that no line moves.
                let first = visible.first().map_or(span.end, |d| d.at.0.start);
                let from = aspects.last().map_or(unit_path.at.0.end, |a| a.at.0.end);
                let (_, head) = self.text_of(file, (from, first));
                match is_word(&head).map(|at| from + at as u32) {
                    Some(at) => {
                        self.copy(file, span.start, at);
                        self.sheet.text.push_str(" procedure GB_Run;");
                        self.copy(file, at, span.end);
                    }
                    None => self.copy(file, span.start, span.end),
                }
                self.sheet.text.push_str("\n\n");
            }
            DeclKind::PackageBody { declarations, .. } => {
                let end = declarations.last().map(|d| d.at.0.end);
                let mine: Vec<&Case<'_>> = left.iter().copied().filter(|c| of_package(c, self)).collect();
                left.retain(|c| !of_package(c, self));
                let Some(end) = end else {
                    self.copy(file, span.start, span.end);
                    self.sheet.text.push_str("\n\n");
                    return;
                };
                self.copy_with_tests(file, span.start, end, &mine);
                self.sheet.text.push_str("\n\n");
                self.sheet.push(1, "procedure GB_Run is");
                self.sheet.push(1, "begin");
                let before = self.names.len();
                for case in mine {
                    self.test(case);
                }
                // None may be there, or none that can be written.
                if self.names.len() == before {
                    self.sheet.push(2, "null;");
                }
                self.sheet.push(1, "end GB_Run;");
                self.copy(file, end, span.end);
                self.sheet.text.push_str("\n\n");
                runners.push(format!("{}.GB_Run", capitalised(name)));
            }
            _ => {
                let cases = left.clone();
                self.copy_with_tests(file, span.start, span.end, &cases);
                self.sheet.text.push_str("\n\n");
            }
        }
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
