//! One test: its variables, the call, and what is compared.

use super::checks::Checks;
use super::file::Writer;
use super::objects::{Targets, free_name, linked, variable};
use super::sheet::Sheet;
use super::{Case, Expected};
use crate::tree::{Mode, ObjectId, Program, Role, Subprogram, Subtype, exceptions};
use imperative::ErrorKind;
use imperative::machine::Value;
use source::Span;
use std::collections::BTreeMap;

impl Writer<'_> {
    /// One test.
    pub(super) fn test(&mut self, case: &Case<'_>) {
        if self.host(case).is_some() {
            return self.enter(case);
        }
        let before = self.sheet.text.len();
        match self.try_test(case) {
            Ok(()) => self.names.push(case.name.clone()),
            Err(why) => {
                self.sheet.text.truncate(before);
                self.left_out.push((case.name.clone(), why));
            }
        }
    }

    pub(super) fn try_test(&mut self, case: &Case<'_>) -> Result<(), String> {
        let (_, sub) = self.sub(case.entry).ok_or("nobody wrote what it calls")?;
        let sub = sub.clone();
        let host = self.host(case);
        let host_id = host.map(|(id, _)| id);
        let around = host.map_or(&sub, |(_, host)| host);
        if around.within.is_some() {
            return Err("it calls a subprogram deep inside of others".to_string());
        }
        let feed = self.feed(case)?;
        let package = around.path.rsplit_once('.').map_or("", |(package, _)| package).to_lowercase();
        if self.copies && package.contains('.') && !self.running.contains(&package) {
            return Err("it calls a subprogram of an inner package that has no body".to_string());
        }
        if !self.copies && !self.can_be_prepared(case.entry) {
            return Err(
                "it needs something that a test outside of the child package cannot set or call".to_string()
            );
        }
        match case.expected {
            Expected::Error(ErrorKind::Uninitialised, _) => {
                return Err("what a variable without a value holds is not known".to_string());
            }
            Expected::Error(ErrorKind::UseAfterFree | ErrorKind::BadFree, _) => {
                return Err("what a program does that uses what it has freed is not defined".to_string());
            }
            _ => {}
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
        // The variables of the subprogram around it.
        let frame: &[ObjectId] =
            host_id.and_then(|id| self.layout.frames.get(id.0 as usize)).map_or(&[], |f| f);
        let frame_name = format!("%{}", around.name);
        let frame_var = proc.params.iter().find(|v| proc.var(**v).is_some_and(|v| v.name == frame_name));
        let frame_cell = frame_var.and_then(|v| case.input.get(*v)).and_then(Value::as_ref);
        let frame_values = |heap: &imperative::machine::Heap| -> Vec<(ObjectId, Value)> {
            let cell = frame_cell.and_then(|o| heap.get(o)).map(|o| o.values().to_vec()).unwrap_or_default();
            frame.iter().copied().zip(cell).collect()
        };
        for (id, value) in frame_values(&case.input.heap) {
            roots.push((value, self.tree.objects[id.0 as usize].subtype.clone()));
        }
        let targets = Targets::of(types, &case.input.heap, &roots);
        if host_id.is_some() && !targets.found.is_empty() {
            return Err("it needs pointers inside of another subprogram".to_string());
        }
        let cannot = "an object of the input cannot be written in Ada";
        let (declared, links) = linked(types, &case.input.heap, &targets).ok_or(cannot)?;
        let mut taken: BTreeMap<String, ()> = BTreeMap::new();
        taken.insert(sub.name.to_lowercase(), ());
        types.ids().for_each(|ty| {
            taken.insert(types.name(ty).to_lowercase(), ());
        });
        let outside = objects.iter().flatten().chain(frame).filter(|id| !sub.parameters.contains(id));
        for id in outside {
            taken.insert(self.tree.objects[id.0 as usize].name.to_lowercase(), ());
        }
        let mut variables: Vec<(ObjectId, String)> = Vec::new();
        let mut lines = declared;
        let mut assigned: Vec<String> = feed.into_iter().chain(links).collect();
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
        let package = around.path.rsplit_once('.').map_or("", |(package, _)| package);
        for (at, id) in objects.iter().enumerate() {
            let Some(id) = id.filter(|id| !sub.parameters.contains(id)) else { continue };
            let object = &self.tree.objects[id.0 as usize];
            if object.owner.is_some() {
                if object.owner != host_id {
                    return Err("it needs a variable of another subprogram".to_string());
                }
                if let Some(why) = self.cannot_be_set(id) {
                    return Err(why);
                }
                // The subprogram around it is called with this value.
                if matches!(object.role, Role::Parameter(_)) {
                    variables.push((id, object.name.clone()));
                    continue;
                }
            }
            let value = proc.params.get(at).and_then(|v| case.input.get(*v)).ok_or(cannot)?;
            let place =
                if object.owner.is_some() { object.name.clone() } else { self.place_of(id, package)? };
            assigned.push(format!("{place} := {};", values.text(value, &object.subtype).ok_or(cannot)?));
            variables.push((id, place));
        }
        for (id, value) in frame_values(&case.input.heap).into_iter().chain(state_values(&case.input.heap)) {
            let object = &self.tree.objects[id.0 as usize];
            let place =
                if object.owner.is_some() { object.name.clone() } else { self.place_of(id, package)? };
            if matches!(value, Value::Nothing) {
                continue;
            }
            assigned.push(format!("{place} := {};", values.text(&value, &object.subtype).ok_or(cannot)?));
            variables.push((id, place));
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
            for (id, value) in frame_values(&end.heap).into_iter().chain(state_values(&end.heap)) {
                let object = &self.tree.objects[id.0 as usize];
                let place =
                    if object.owner.is_some() { object.name.clone() } else { self.place_of(id, package)? };
                all.compare(&place, &value, &object.subtype);
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
        // A test inside of another subprogram is reported by the caller of that subprogram.
        if self.host(case).is_none() {
            self.sheet.push(1, &format!("GB_Done (\"{}\");", case.name.replace('"', "\"\"")));
        }
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
        let text = source.text.get(span.start as usize..span.end as usize).unwrap_or("");
        if kind == ErrorKind::Overflow && text.contains("**") {
            // Powers are computed in the library, whose place GNAT names then.
            return String::new();
        }
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
