//! The modules of a program: the main one, those within it, and all that they import.
//!
//! Modules are found in this order: those of the program's own that are loaded, files that the caller finds, the library, and
//! modules within a module that is found under a shorter name. Modules of the library see the library only. Imports may go in
//! circles.

use super::super::Find;
use crate::core::ModuleId;
use crate::library;
use crate::syntax::ast::{ImportKind, ModuleName, Place};
use crate::syntax::{Module, Section, collect, parse};
use source::{Diagnostic, FileId, Files, Span};
use std::collections::BTreeMap;

/// A module and what it may see.
pub(crate) struct Loaded {
    /// The parts of its name.
    pub name: Vec<String>,
    /// Whether it belongs to the library.
    pub library: bool,
    /// The module around it.
    pub parent: Option<ModuleId>,
    /// What it declares.
    pub module: Module,
    /// What it sees of other modules.
    pub access: BTreeMap<ModuleId, Access>,
    /// Imports that were not found: what they declare is not known.
    pub missing: Vec<Vec<String>>,
    /// Whether items of it could not be read, so that things may be missing.
    pub lost: bool,
    /// Where it starts.
    pub at: Span,
}

/// What a module sees of another one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Access {
    /// Whether names need no module before them.
    pub open: bool,
    /// Whether the interface sees it too.
    pub interface: bool,
}

/// All modules, with what is wrong so far.
pub(crate) struct Loader<'a> {
    files: &'a mut Files,
    find: &'a mut Find<'a>,
    pub modules: Vec<Loaded>,
    own: BTreeMap<Vec<String>, ModuleId>,
    library: BTreeMap<String, ModuleId>,
    pub messages: Vec<Diagnostic>,
}

impl<'a> Loader<'a> {
    pub(crate) fn new(files: &'a mut Files, find: &'a mut Find<'a>) -> Loader<'a> {
        Loader {
            files,
            find,
            modules: Vec::new(),
            own: BTreeMap::new(),
            library: BTreeMap::new(),
            messages: Vec::new(),
        }
    }

    /// The files, with those that were added.
    pub(crate) fn into_files(self) -> &'a Files {
        self.files
    }

    /// Loads the main module and all that it needs.
    pub(crate) fn run(&mut self, main: FileId) -> ModuleId {
        self.run_with(main, Vec::new()).0
    }

    /// The same, with further modules within the main one. No other module can name them. Their ids are in their order.
    pub(crate) fn run_with(
        &mut self,
        main: FileId,
        within: Vec<(String, Module)>,
    ) -> (ModuleId, Vec<ModuleId>) {
        self.standard_module("builtin");
        let main = self.file(main, None, false);
        let mut added = Vec::new();
        for (name, module) in within {
            let outer = self.modules.get(main.index()).map(|main| main.name.clone()).unwrap_or_default();
            added.push(ModuleId::new(self.modules.len()));
            let name = outer.into_iter().chain([name]).collect();
            let (at, access, missing) = (module.at.0, BTreeMap::new(), Vec::new());
            let (library, parent, lost) = (false, Some(main), false);
            self.modules.push(Loaded { name, library, parent, module, access, missing, lost, at });
        }
        let mut next = 0;
        while next < self.modules.len() {
            self.imports(ModuleId::new(next));
            next += 1;
        }
        // A module within another one sees what that one sees.
        for i in 0..self.modules.len() {
            let Some(parent) = self.modules.get(i).and_then(|module| module.parent) else { continue };
            let inherited = self
                .modules
                .get(parent.index())
                .map(|parent| (parent.access.clone(), parent.missing.clone()));
            if let (Some((access, missing)), Some(module)) = (inherited, self.modules.get_mut(i)) {
                for (id, access) in access {
                    let entry = module.access.entry(id).or_default();
                    entry.open |= access.open;
                    entry.interface |= access.interface;
                }
                module.missing.extend(missing);
            }
        }
        (main, added)
    }

    /// Modules of the library, with all that they need. They must be asked for before the program is loaded.
    pub(crate) fn standard(&mut self, names: &[&str]) -> Vec<ModuleId> {
        self.standard_module("builtin");
        names.iter().filter_map(|name| self.standard_module(name)).collect()
    }

    /// Reads a file, whose module should have this name.
    fn file(&mut self, file: FileId, name: Option<&[String]>, library: bool) -> ModuleId {
        let parsed = parse(self.files, file);
        let lost = parsed.tree.lost > 0;
        let (module, problems) = collect(parsed.tree);
        let mut problems: Vec<Diagnostic> = parsed.diagnostics.into_iter().chain(problems).collect();
        problems.sort_by_key(Diagnostic::place);
        // What the library declares without defining it is no news.
        problems.retain(|problem| !library || problem.is_error());
        self.messages.extend(problems);
        let stem = || {
            let shown = self.files.get(file).map_or("", |file| file.name());
            let shown = shown.rsplit(['/', '\\']).next().unwrap_or(shown);
            vec![shown.strip_suffix(".m").unwrap_or(shown).to_string()]
        };
        let own = module.name.as_ref().map(|name| name.parts.clone());
        let own = own.or(name.map(<[String]>::to_vec)).unwrap_or_else(stem);
        self.enter(module, own, None, library, lost)
    }

    /// Enters a module and those within it.
    fn enter(
        &mut self,
        mut module: Module,
        name: Vec<String>,
        parent: Option<ModuleId>,
        library: bool,
        lost: bool,
    ) -> ModuleId {
        let id = ModuleId::new(self.modules.len());
        if library {
            self.library.entry(name.join(".")).or_insert(id);
        } else {
            self.own.entry(name.clone()).or_insert(id);
        }
        let within = std::mem::take(&mut module.submodules);
        let Place(at) = module.at;
        let (access, missing) = (BTreeMap::new(), Vec::new());
        self.modules.push(Loaded { name: name.clone(), library, parent, module, access, missing, lost, at });
        for inner in within {
            let own = inner.name.as_ref().map(|name| name.parts.clone()).unwrap_or_default();
            // A submodule is called by its own name or by the whole one.
            let full = if own.starts_with(&name) { own } else { [&name[..], &own[..]].concat() };
            self.enter(inner, full, Some(id), library, lost);
        }
        id
    }

    fn standard_module(&mut self, name: &str) -> Option<ModuleId> {
        if let Some(known) = self.library.get(name) {
            return Some(*known);
        }
        let text = library::source(name)?;
        let file = self.files.add(format!("library/{name}.m"), text);
        Some(self.file(file, Some(&[name.to_string()]), true))
    }

    fn imports(&mut self, id: ModuleId) {
        let Some(loaded) = self.modules.get(id.index()) else { return };
        let (library, own_name) = (loaded.library, loaded.name.clone());
        let (imports, at, alone) = (loaded.module.imports.clone(), loaded.module.at, loaded.parent.is_none());
        // A submodule in a file of its own sees the module around it as one within it does.
        if let ([outer @ .., _], false, true) = (own_name.as_slice(), library || own_name.len() < 2, alone) {
            let parent = self.module(&ModuleName { parts: outer.to_vec(), at }, &[], false);
            if let Some(loaded) = self.modules.get_mut(id.index()) {
                loaded.parent = parent.filter(|parent| *parent != id);
            }
        }
        let mut found: Vec<(ModuleId, Access)> = Vec::new();
        if let Some(builtin) = self.standard_module("builtin") {
            found.push((builtin, Access { open: true, interface: true }));
        }
        let mut missing = Vec::new();
        for import in imports {
            let module = self.module(&import.module, &own_name, library);
            let access = Access {
                open: import.kind == ImportKind::Import,
                interface: import.section == Section::Interface,
            };
            match module {
                // That a submodule is there does not import it.
                Some(_) if import.kind == ImportKind::Include => {}
                Some(module) => found.push((module, access)),
                None => {
                    self.messages.push(not_found(&import.module));
                    missing.push(import.module.parts);
                }
            }
        }
        let Some(loaded) = self.modules.get_mut(id.index()) else { return };
        loaded.missing = missing;
        for (module, access) in found {
            let entry = loaded.access.entry(module).or_default();
            entry.open |= access.open;
            entry.interface |= access.interface;
        }
    }

    /// The module of a name, as another module calls it.
    fn module(&mut self, name: &ModuleName, from: &[String], library: bool) -> Option<ModuleId> {
        if library {
            return self.standard_module(&name.shown());
        }
        let relative = [from, &name.parts[..]].concat();
        for parts in [&name.parts, &relative] {
            if let Some(known) = self.own.get(parts) {
                return Some(*known);
            }
        }
        if let Some((file_name, text)) = (self.find)(name) {
            // The caller may have it already; messages then name the caller's file.
            let known = self.files.iter().find(|(_, file)| file.name() == file_name && file.text() == text);
            let known = known.map(|(id, _)| id);
            let file = known.unwrap_or_else(|| self.files.add(file_name, text));
            let id = self.file(file, Some(&name.parts), false);
            // The file may say another name; under the name it was asked for it is this one.
            self.own.entry(name.parts.clone()).or_insert(id);
            return Some(id);
        }
        if let Some(standard) = self.standard_module(&name.shown()) {
            return Some(standard);
        }
        let (_, outer) = name.parts.split_last()?;
        if outer.is_empty() {
            return None;
        }
        let outer = ModuleName { parts: outer.to_vec(), at: name.at };
        self.module(&outer, from, library)?;
        self.own.get(&name.parts).copied()
    }
}

fn not_found(name: &ModuleName) -> Diagnostic {
    let shown = name.shown();
    let found = Diagnostic::error(format!("there is no module `{shown}`")).primary(name.at.0, "not found");
    let near = library::MODULES.iter().find(|(known, _)| {
        known.len() > 2 && (known.starts_with(&shown) || shown.starts_with(known)) && shown.len() > 2
    });
    match near {
        Some((near, _)) => found.help(format!("the library has a module `{near}`")),
        None => found.help(format!("it is looked for as `{shown}.m` beside the file, and in the library")),
    }
}
