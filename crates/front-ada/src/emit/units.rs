//! The file of tests: what it is made of, and where the tests stand.

use super::checks::Checks;
use super::copies::Sheet;
use super::objects::{Targets, free_name, linked, variable};
use super::{Case, Expected};
use crate::lower::Layout;
use crate::syntax::ast::{Compilation, ContextItem, DeclKind, Unit, UnitKind};
use crate::tree::{Mode, ObjectId, Program, Role, SubId, Subprogram, Subtype, exceptions, predefined};
use crate::units::name;
use imperative::machine::Value;
use imperative::{ErrorKind, ProcId, Program as Ir};
use source::{FileId, Span};
use std::collections::BTreeMap;

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
    pub copied: Option<Vec<(usize, usize)>>,
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
    };
    writer.copies = cases.iter().any(|case| !writer.can_be_called(case.entry));
    writer.file(&name, cases);
    let copied = writer.copies.then(|| writer.sheet.of_file(0));
    Written { name, text: writer.sheet.text, names: writer.names, left_out: writer.left_out, copied }
}

struct Writer<'a> {
    tree: &'a Program,
    layout: &'a Layout,
    program: &'a Ir,
    sources: &'a Sources,
    sheet: Sheet,
    names: Vec<String>,
    left_out: Vec<(String, String)>,
    /// Does the file carry copies of the units under test?
    copies: bool,
}

/// The main procedure's helpers.
const HELPERS: &str = r##"
   GB_Number : Natural := 0;
   GB_Failed : Natural := 0;
   GB_Fine   : Boolean := True;

   procedure GB_Check (Holds : Boolean; What : String) is
   begin
      if not Holds then
         GB_Fine := False;
         Ada.Text_IO.Put_Line ("# does not hold: " & What);
      end if;
   end GB_Check;

   procedure GB_Wrong (E : Ada.Exceptions.Exception_Occurrence) is
   begin
      GB_Fine := False;
      Ada.Text_IO.Put_Line
        ("# raised " & Ada.Exceptions.Exception_Name (E) & " " & Ada.Exceptions.Exception_Message (E));
   end GB_Wrong;

   procedure GB_Raised (E : Ada.Exceptions.Exception_Occurrence; Name, Place : String) is
      Full    : constant String := Ada.Exceptions.Exception_Name (E);
      Message : constant String := Ada.Exceptions.Exception_Message (E);
      Right   : Boolean := Full'Length >= Name'Length;
   begin
      Right := Right and then Full (Full'Last - Name'Length + 1 .. Full'Last) = Name;
      if Place /= "" then
         Right := Right and then Message'Length >= Place'Length;
         Right := Right and then Message (Message'First .. Message'First + Place'Length - 1) = Place;
         if Right and then Message'Length > Place'Length then
            Right := Message (Message'First + Place'Length) = ' ';
         end if;
      end if;
      if not Right then
         GB_Wrong (E);
         Ada.Text_IO.Put_Line ("# instead of " & Name & " " & Place);
      end if;
   end GB_Raised;

   procedure GB_Done (Name : String) is
   begin
      GB_Number := GB_Number + 1;
      if not GB_Fine then
         GB_Failed := GB_Failed + 1;
         Ada.Text_IO.Put ("not ");
      end if;
      Ada.Text_IO.Put_Line ("ok" & Natural'Image (GB_Number) & " - " & Name);
      GB_Fine := True;
   end GB_Done;
"##;

impl Writer<'_> {
    fn sub(&self, entry: ProcId) -> Option<(SubId, &Subprogram)> {
        let id = self.layout.subprograms.get(entry.index()).copied().flatten()?;
        Some((id, self.tree.subprograms.get(id.0 as usize)?))
    }

    /// Can a subprogram be called from outside with values of its parameters alone?
    fn can_be_called(&self, entry: ProcId) -> bool {
        let Some((_, sub)) = self.sub(entry) else { return false };
        let only_parameters = self
            .layout
            .parameters
            .get(entry.index())
            .is_some_and(|list| list.iter().all(|id| id.is_some_and(|id| sub.parameters.contains(&id))));
        let open =
            |id: &ObjectId| self.tree.objects.get(id.0 as usize).is_some_and(|o| self.is_open(o.subtype.ty));
        let result = sub.result.as_ref().is_none_or(|r| self.is_open(r.ty));
        sub.public
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
    fn own_units(&self) -> Vec<String> {
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
                            uses.push(format!("use {};", name.text()));
                            name.text()
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

    /// Copies the units under test, with the tests of a package at the end of its body.
    fn copied_units(&mut self, left: &mut Vec<&Case<'_>>, runners: &mut Vec<String>) {
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
            w.sub(case.entry).is_some_and(|(_, s)| {
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
                self.copy(file, span.start, end);
                self.sheet.text.push_str("\n\n");
                self.sheet.push(1, "procedure GB_Run is");
                self.sheet.push(1, "begin");
                if mine.is_empty() {
                    self.sheet.push(2, "null;");
                }
                for case in mine {
                    self.test(case);
                }
                self.sheet.push(1, "end GB_Run;");
                self.copy(file, end, span.end);
                self.sheet.text.push_str("\n\n");
                runners.push(format!("{}.GB_Run", capitalised(name)));
            }
            _ => {
                self.copy(file, span.start, span.end);
                self.sheet.text.push_str("\n\n");
            }
        }
    }

    /// One test.
    fn test(&mut self, case: &Case<'_>) {
        let before = self.sheet.text.len();
        match self.try_test(case) {
            Ok(()) => self.names.push(case.name.clone()),
            Err(why) => {
                self.sheet.text.truncate(before);
                self.left_out.push((case.name.clone(), why));
            }
        }
    }

    fn try_test(&mut self, case: &Case<'_>) -> Result<(), String> {
        let (_, sub) = self.sub(case.entry).ok_or("nobody wrote what it calls")?;
        let sub = sub.clone();
        if sub.within.is_some() {
            return Err("it calls a subprogram inside of another".to_string());
        }
        if !case.input.answers.is_empty() {
            return Err("it reads from outside".to_string());
        }
        if sub.path.matches('.').count() > 1 && self.copies {
            return Err("it calls a subprogram of an inner package".to_string());
        }
        if let Expected::Error(ErrorKind::Uninitialised, _) = case.expected {
            return Err("what a variable without a value holds is not known".to_string());
        }
        let types = &self.tree.types;
        let proc = self.program.proc(case.entry).ok_or("there is no such procedure")?;
        let objects = self.layout.parameters.get(case.entry.index()).ok_or("nothing is known of it")?;
        let state_var =
            proc.params.iter().find(|v| proc.var(**v).is_some_and(|v| v.name == crate::notation::STATE));
        // What the pointers of the input lead to.
        let mut roots: Vec<(Value, Subtype)> = Vec::new();
        for (var, id) in proc.params.iter().zip(objects) {
            if let (Some(id), Some(value)) = (id, case.input.get(*var)) {
                roots.push((value.clone(), self.tree.objects[id.0 as usize].subtype.clone()));
            }
        }
        let state_cell = state_var.and_then(|v| case.input.get(*v)).and_then(Value::as_ref);
        let state_values = |heap: &imperative::machine::Heap| -> Vec<(ObjectId, Value)> {
            let cell = state_cell.and_then(|o| heap.get(o)).map(|o| o.values().to_vec()).unwrap_or_default();
            self.layout.state.iter().copied().zip(cell).collect()
        };
        for (id, value) in state_values(&case.input.heap) {
            roots.push((value, self.tree.objects[id.0 as usize].subtype.clone()));
        }
        let targets = Targets::of(types, &case.input.heap, &roots);
        let cannot = "an object of the input cannot be written in Ada";
        let (declared, links) = linked(types, &case.input.heap, &targets).ok_or(cannot)?;
        let mut taken: BTreeMap<String, ()> = BTreeMap::new();
        taken.insert(sub.name.to_lowercase(), ());
        types.ids().for_each(|ty| {
            taken.insert(types.name(ty).to_lowercase(), ());
        });
        let mut variables: Vec<(ObjectId, String)> = Vec::new();
        let mut lines = declared;
        let mut assigned: Vec<String> = links;
        let target_names = |o| targets.name(o);
        let values = super::values::Values { types, heap: &case.input.heap, name: &target_names };
        for id in &sub.parameters {
            let object = &self.tree.objects[id.0 as usize];
            let name = free_name(&object.name, &taken);
            taken.insert(name.to_lowercase(), ());
            let at = objects.iter().position(|o| *o == Some(*id));
            let value = at.and_then(|at| proc.params.get(at)).and_then(|v| case.input.get(*v));
            match value {
                Some(value) => {
                    lines.push(variable(types, case.input, object, &name, value, &targets).ok_or(cannot)?);
                }
                // A scalar that only comes back.
                None => lines.push(format!("{name} : {};", super::objects::written(types, &object.subtype))),
            }
            variables.push((*id, name));
        }
        // Variables of the package.
        let package = sub.path.rsplit_once('.').map_or("", |(package, _)| package);
        let used = state_values(&case.input.heap);
        let mut others = objects
            .iter()
            .flatten()
            .copied()
            .filter(|id| !sub.parameters.contains(id))
            .chain(used.iter().map(|(id, _)| *id));
        if others.any(|id| !self.tree.objects[id.0 as usize].package.eq_ignore_ascii_case(package)) {
            return Err("it needs a variable of another package".to_string());
        }
        for (at, id) in objects.iter().enumerate() {
            let Some(id) = id.filter(|id| !sub.parameters.contains(id)) else { continue };
            let object = &self.tree.objects[id.0 as usize];
            let value = proc.params.get(at).and_then(|v| case.input.get(*v)).ok_or(cannot)?;
            assigned.push(format!(
                "{} := {};",
                object.name,
                values.text(value, &object.subtype).ok_or(cannot)?
            ));
            variables.push((id, object.name.clone()));
        }
        for (id, value) in state_values(&case.input.heap) {
            let object = &self.tree.objects[id.0 as usize];
            if matches!(value, Value::Nothing) {
                continue;
            }
            assigned.push(format!(
                "{} := {};",
                object.name,
                values.text(&value, &object.subtype).ok_or(cannot)?
            ));
            variables.push((id, object.name.clone()));
        }
        let args: Vec<&str> = sub
            .parameters
            .iter()
            .filter_map(|id| variables.iter().find(|(v, _)| v == id).map(|(_, name)| name.as_str()))
            .collect();
        let call =
            if args.is_empty() { sub.name.clone() } else { format!("{} ({})", sub.name, args.join(", ")) };
        let mut checks: Vec<String> = Vec::new();
        if let Expected::Ok(result, end) = &case.expected {
            let mut all =
                Checks { types, heap: &end.heap, name: &target_names, seen: Vec::new(), list: Vec::new() };
            if let (Some(result), Some(subtype)) = (result, &sub.result) {
                let name = result_name(&taken);
                all.compare(&name, result, subtype);
            }
            for id in &sub.parameters {
                let object = &self.tree.objects[id.0 as usize];
                let Some((_, name)) = variables.iter().find(|(v, _)| v == id) else { continue };
                if object.role == Role::Parameter(Mode::In) && !types.is_composite(object.subtype.ty) {
                    continue;
                }
                if object.role == Role::Parameter(Mode::In) {
                    continue;
                }
                let value = if types.is_composite(object.subtype.ty) {
                    let at = objects.iter().position(|o| o == &Some(*id));
                    at.and_then(|at| proc.params.get(at)).and_then(|v| case.input.get(*v))
                } else {
                    let at = sub.parameters.iter().position(|p| p == id);
                    at.and_then(|at| end.get(imperative::VarId::new(at)))
                };
                if let Some(value) = value {
                    let name = name.clone();
                    all.compare(&name, value, &object.subtype);
                }
            }
            for (at, id) in objects.iter().enumerate() {
                let Some(id) = id.filter(|id| !sub.parameters.contains(id)) else { continue };
                let object = &self.tree.objects[id.0 as usize];
                if let Some(value) = proc.params.get(at).and_then(|v| case.input.get(*v)) {
                    all.compare(&object.name, value, &object.subtype);
                }
            }
            for (id, value) in state_values(&end.heap) {
                let object = &self.tree.objects[id.0 as usize];
                all.compare(&object.name, &value, &object.subtype);
            }
            // What the pointers of the input lead to.
            for (o, access) in &targets.found {
                if let (Some(name), Some(to)) = (targets.name(*o), types.designated(*access)) {
                    let to = to.clone();
                    all.target(&name, *o, &to);
                }
            }
            checks = all.list;
        }
        self.write_test(case, &sub, lines, assigned, &call, checks, &result_name(&taken));
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn write_test(
        &mut self,
        case: &Case<'_>,
        sub: &Subprogram,
        lines: Vec<String>,
        assigned: Vec<String>,
        call: &str,
        checks: Vec<String>,
        result_name: &str,
    ) {
        let types = &self.tree.types;
        let sheet = &mut self.sheet;
        sheet.push(0, "");
        sheet.push(1, &format!("--  {}: {}", case.name, one_line(&case.comment)));
        sheet.push(1, "begin");
        sheet.push(2, "declare");
        for line in &lines {
            sheet.push(3, line);
        }
        sheet.push(2, "begin");
        for line in &assigned {
            sheet.push(3, line);
        }
        match &sub.result {
            Some(result) => {
                let constant = super::objects::written(types, result);
                sheet.push(3, "declare");
                sheet.push(4, &format!("{result_name} : constant {constant} := {call};"));
                sheet.push(3, "begin");
                if checks.is_empty() {
                    sheet.push(4, "null;");
                }
                for check in &checks {
                    write_check(sheet, 4, check);
                }
                sheet.push(3, "end;");
            }
            None => {
                sheet.push(3, &format!("{call};"));
                for check in &checks {
                    write_check(sheet, 3, check);
                }
            }
        }
        let expected = match &case.expected {
            Expected::Ok(..) => None,
            Expected::Error(kind, span) => Some((*kind, *span)),
        };
        if expected.is_some() {
            sheet.push(3, "GB_Check (False, \"an exception is raised\");");
        }
        sheet.push(2, "end;");
        sheet.push(1, "exception");
        match expected {
            None => sheet.push(2, "when E : others => GB_Wrong (E);"),
            Some((kind, span)) => {
                let name = exception_name(self.tree, kind);
                let place = self.place(kind, span);
                self.sheet.push(2, &format!("when E : others => GB_Raised (E, \"{name}\", \"{place}\");"));
            }
        }
        self.sheet.push(1, "end;");
        self.sheet.push(1, &format!("GB_Done (\"{}\");", case.name.replace('"', "\"\"")));
    }

    /// Where the message of an exception says that it was raised: `stacks.adb:12`.
    fn place(&self, kind: ErrorKind, span: Span) -> String {
        if matches!(kind, ErrorKind::Raised(_) | ErrorKind::FailedAssertion | ErrorKind::MissingResult) {
            // The message may be the program's own.
            return String::new();
        }
        let file = self.sources.files.iter().position(|f| f.id == span.file);
        let Some(at) = file else { return String::new() };
        let source = &self.sources.files[at];
        let line = source.text.get(..span.start as usize).unwrap_or("").matches('\n').count() + 1;
        if !self.copies {
            return format!("{}:{line}", source.name);
        }
        let name = self.sheet.text.lines().find_map(|l| l.strip_prefix("procedure ")?.strip_suffix(" is"));
        match (self.sheet.copied(at, line), name) {
            (Some(line), Some(name)) => format!("{}.adb:{line}", name.to_lowercase()),
            _ => String::new(),
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

fn result_name(taken: &BTreeMap<String, ()>) -> String {
    free_name("Result", taken)
}

/// Letters of a condition that are printed where it does not hold.
const MOST_QUOTED: usize = 70;

fn write_check(sheet: &mut Sheet, indent: usize, check: &str) {
    let short: String = check.chars().take(MOST_QUOTED).collect();
    let quoted = short.replace('"', "\"\"");
    sheet.push(indent, &format!("GB_Check ({check}, \"{quoted}\");"));
}

fn one_line(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect();
    if line.len() > 100 { format!("{} ...", &line[..96]) } else { line }
}

fn capitalised(name: &str) -> String {
    name.split('_')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or(String::new(), |c| c.to_uppercase().collect::<String>() + letters.as_str())
        })
        .collect::<Vec<_>>()
        .join("_")
}

/// The exception that an error is.
fn exception_name(tree: &Program, kind: ErrorKind) -> String {
    let id = match kind {
        ErrorKind::Raised(id) => crate::tree::ExceptionId(id.0),
        ErrorKind::FailedAssertion => exceptions::ASSERTION_ERROR,
        ErrorKind::MissingResult => exceptions::PROGRAM_ERROR,
        _ => exceptions::CONSTRAINT_ERROR,
    };
    tree.exceptions.get(id.0 as usize).map_or(String::new(), |e| e.name.to_uppercase())
}
