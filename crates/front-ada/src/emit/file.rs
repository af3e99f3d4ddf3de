//! The file of tests: what it is made of, and where the tests stand.

use super::Case;
use super::feed;
use super::nested::{self, Host};
use super::sheet::Sheet;
use crate::lower::Layout;
use crate::syntax::ast::{Compilation, ContextItem, DeclKind, UnitKind};
use crate::tree::{ObjectId, Program, SubId, Subprogram, predefined};
use crate::units::name;
use imperative::{ProcId, Program as Ir};
use source::FileId;
use std::collections::BTreeSet;

/// The main procedure's helpers.
const HELPERS: &str = include_str!("helpers.txt");

/// The user's files.
pub(crate) struct Sources {
    /// The file under test first; with its name, its text and its tree.
    pub files: Vec<Source>,
    /// The places of the files, those that others depend on first.
    pub ordered: Vec<usize>,
}

/// A file of the user.
pub(crate) struct Source {
    pub id: FileId,
    /// Its name, without folders.
    pub name: String,
    pub text: String,
    pub tree: Compilation,
}

/// A file of tests.
pub(crate) struct Written {
    /// The name of its main procedure, which is also that of the file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The tests in the order in which they are run.
    pub names: Vec<String>,
    /// The tests that cannot be written, and why.
    pub left_out: Vec<(String, String)>,
    /// Where the lines of the file under test are here, if this has a copy of them.
    pub copied: Option<Copied>,
}

/// Where the lines of a file are in its copy.
pub(crate) struct Copied {
    /// The lines there and here.
    pub lines: Vec<(usize, usize)>,
    /// Lines there that cannot be counted, since tests of subprograms inside of others reach them as well.
    pub shared: Vec<usize>,
}

/// Writes the tests.
pub(crate) fn emit(
    tree: &Program,
    layout: &Layout,
    program: &Ir,
    sources: &Sources,
    cases: &[Case<'_>],
) -> Written {
    let stem = sources.files.first().map_or("program", |f| f.name.split('.').next().unwrap_or("program"));
    let stem: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let name = format!("test_{stem}").trim_end_matches('_').to_string();
    let mut writer = Writer {
        tree,
        layout,
        program,
        sources,
        sheet: Sheet::default(),
        names: Vec::new(),
        left_out: Vec::new(),
        copies: false,
        running: BTreeSet::new(),
        hosts: Vec::new(),
        entered: Vec::new(),
    };
    writer.find_hosts(cases);
    writer.find_runners();
    // A child package stands alone: a copy would not see its parent.
    let child = writer.own_units().iter().any(|name| name.contains('.'));
    let inner = writer.running.iter().any(|name| name.contains('.'));
    writer.copies = !child && (inner || cases.iter().any(|case| !writer.can_be_called(case.entry)));
    writer.file(&name, cases);
    let copied =
        writer.copies.then(|| Copied { lines: writer.sheet.of_file(0), shared: writer.shared_lines() });
    Written { name, text: writer.sheet.text, names: writer.names, left_out: writer.left_out, copied }
}

/// Writes a file of tests.
pub(super) struct Writer<'a> {
    pub tree: &'a Program,
    pub layout: &'a Layout,
    pub program: &'a Ir,
    pub sources: &'a Sources,
    pub sheet: Sheet,
    pub names: Vec<String>,
    pub left_out: Vec<(String, String)>,
    /// Whether the file carries copies of the units under test.
    pub copies: bool,
    /// The packages under test whose bodies can run tests.
    pub running: BTreeSet<String>,
    /// The subprograms in which tests of others stand.
    pub hosts: Vec<Host>,
    /// The tests that stand there, in the order of their numbers.
    pub entered: Vec<String>,
}

impl Writer<'_> {
    pub(super) fn sub(&self, entry: ProcId) -> Option<(SubId, &Subprogram)> {
        let id = self.layout.subprograms.get(entry.index()).copied().flatten()?;
        Some((id, self.tree.subprograms.get(id.0 as usize)?))
    }

    /// Whether a subprogram can be called from outside with values of its parameters alone.
    fn can_be_called(&self, entry: ProcId) -> bool {
        self.is_called_with(entry, |_| false)
    }

    /// Whether a subprogram can be called from outside if variables that specifications show are set before.
    pub(super) fn can_be_prepared(&self, entry: ProcId) -> bool {
        self.is_called_with(entry, |id| {
            self.tree.objects.get(id.0 as usize).is_some_and(|o| self.is_shown(o))
        })
    }

    fn is_called_with(&self, entry: ProcId, is_set: impl Fn(ObjectId) -> bool) -> bool {
        let Some((_, sub)) = self.sub(entry) else { return false };
        let can_be_given = |id: ObjectId| sub.parameters.contains(&id) || is_set(id);
        let inputs = self.layout.parameters.get(entry.index());
        let only_parameters = inputs.is_some_and(|list| list.iter().all(|id| id.is_some_and(can_be_given)));
        let open =
            |id: &ObjectId| self.tree.objects.get(id.0 as usize).is_some_and(|o| self.is_open(o.subtype.ty));
        let result = sub.result.as_ref().is_none_or(|r| self.is_open(r.ty));
        sub.public
            && sub.within.is_none()
            && only_parameters
            && sub.parameters.iter().all(open)
            && result
            && self.sources.files.iter().all(|f| {
                let mut units = f.tree.units.iter();
                match (units.next(), units.next()) {
                    (Some(unit), None) => name(unit).is_some_and(|name| {
                        f.name.split('.').next() == Some(name.replace('.', "-").as_str())
                    }),
                    _ => false,
                }
            })
    }

    fn is_open(&self, ty: crate::tree::TypeId) -> bool {
        ty != predefined::INTEGER_ARRAY && self.tree.types.is_open(ty)
    }

    fn file(&mut self, name: &str, cases: &[Case<'_>]) {
        let main = self.sources.files.first().map_or("", |f| &f.name).to_string();
        self.sheet.push(0, &format!("--  Tests of {main}, written by Glassbox."));
        self.context();
        let title = capitalised(name);
        self.sheet.push(0, &format!("procedure {title} is"));
        self.sheet.text.push_str(HELPERS);
        if !self.hosts.is_empty() {
            self.sheet.text.push_str(nested::HELPERS);
        }
        if cases.iter().any(|case| self.reads(case.entry)) {
            self.sheet.text.push_str(feed::HELPERS);
        }
        self.sheet.push(0, "");
        let mut left: Vec<&Case<'_>> = cases.iter().collect();
        let mut runners = Vec::new();
        if self.copies {
            if self.mentions_integer_array() {
                self.sheet.push(1, "type Integer_Array is array (Integer range <>) of Integer;");
            }
            self.copied_units(&mut left, &mut runners);
        }
        self.sheet.push(0, "begin");
        for runner in runners {
            self.sheet.push(1, &format!("{runner};"));
        }
        for case in left {
            self.test(case);
        }
        let plan = format!("Ada.Text_IO.Put_Line (\"1..{}\");", self.names.len());
        self.sheet.push(1, &plan);
        self.sheet.push(1, "if GB_Failed > 0 then");
        self.sheet.push(2, "Ada.Command_Line.Set_Exit_Status (Ada.Command_Line.Failure);");
        self.sheet.push(1, "end if;");
        self.sheet.push(0, &format!("end {title};"));
    }

    fn mentions_integer_array(&self) -> bool {
        self.tree.objects.iter().any(|o| o.subtype.ty == predefined::INTEGER_ARRAY)
    }

    /// The names of the units that are under test: those of the first file, with their other halves.
    pub(super) fn own_units(&self) -> Vec<String> {
        let first = self.sources.files.first();
        first.into_iter().flat_map(|f| f.tree.units.iter().filter_map(name)).collect()
    }

    fn context(&mut self) {
        let own = self.own_units();
        let mut clauses: Vec<String> = vec![
            "with Ada.Command_Line;".to_string(),
            "with Ada.Exceptions;".to_string(),
            "with Ada.Text_IO;".to_string(),
        ];
        let mut uses: Vec<String> = Vec::new();
        for file in &self.sources.files {
            for unit in &file.tree.units {
                if !name(unit).is_some_and(|name| own.contains(&name)) {
                    continue;
                }
                for item in &unit.context {
                    match item {
                        ContextItem::With { units, .. } => {
                            for path in units.iter().filter(|p| !self.copies || !own.contains(&p.key())) {
                                clauses.push(format!("with {};", path.text()));
                            }
                        }
                        ContextItem::Use(clause) if clause.kind == crate::syntax::ast::UseKind::Package => {
                            for name in &clause.names {
                                let text = crate::syntax::print_expression(name);
                                if !self.copies || !own.contains(&text.to_lowercase()) {
                                    uses.push(format!("use {text};"));
                                }
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        if !self.copies {
            for file in self.sources.files.iter().take(1) {
                for unit in &file.tree.units {
                    let UnitKind::Declaration(decl) = &unit.kind else { continue };
                    let name = match &decl.kind {
                        DeclKind::Package { name, .. } | DeclKind::PackageBody { name, .. } => {
                            let text = name.text();
                            let parents = text.match_indices('.').map(|(at, _)| &text[..at]);
                            uses.extend(parents.map(|parent| format!("use {parent};")));
                            uses.push(format!("use {text};"));
                            text
                        }
                        DeclKind::Body { spec, .. } | DeclKind::ExpressionFunction { spec, .. } => {
                            spec.name.text()
                        }
                        _ => continue,
                    };
                    clauses.push(format!("with {name};"));
                }
            }
        }
        let mut said: Vec<String> = Vec::new();
        for clause in clauses.into_iter().chain(uses) {
            if !said.iter().any(|s| s.eq_ignore_ascii_case(&clause)) {
                self.sheet.push(0, &clause);
                said.push(clause);
            }
        }
    }
}

/// A name as it is usually written: `Inventory.Item_Lists`.
pub(super) fn capitalised(name: &str) -> String {
    let mut out = String::new();
    let mut starts = true;
    for c in name.chars() {
        if starts {
            out.extend(c.to_uppercase());
        } else {
            out.push(c);
        }
        starts = c == '_' || c == '.';
    }
    out
}
