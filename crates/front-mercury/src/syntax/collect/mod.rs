//! What belongs together: modules with their types, and predicates and functions with their modes and clauses.
//!
//! ```text
//! :- pred p(int).          Predicate { name: "p", arity: 1,
//! :- mode p(in) is det.        declaration: Some(…), modes: [in is det],
//! p(_).                        clauses: [p(_)] }
//! ```
//!
//! What the compiler would reject without knowing types becomes a message: clauses without a declaration, declarations
//! that are there twice, modes with a wrong number of arguments, modules that are not closed.

mod checks;
mod predicates;

use super::ast::{
    Clause, Goal, ImportKind, InstDecl, Item, ItemKind, ModeDecl, ModeDef, ModuleName, Name, Place, Pragma,
    PredDecl, PredKind, PromiseKind, Tree, TypeBody, TypeDecl, Unsupported,
};
use source::{Diagnostic, Span};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// How many modules may stand within each other.
const MAX_SUBMODULES: usize = 100;

/// The part of a module that something stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// What other modules see.
    Interface,
    /// What they do not see; also what stands before any section.
    Implementation,
}

/// A module with all that it declares and defines, each in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// Its name; `None` if the text does not say it.
    pub name: Option<ModuleName>,
    /// The modules that it names.
    pub imports: Vec<Import>,
    /// Its types.
    pub types: Vec<(Section, TypeDecl)>,
    /// Its insts.
    pub insts: Vec<(Section, InstDecl)>,
    /// Its names for modes.
    pub modes: Vec<(Section, ModeDef)>,
    /// Its predicates and functions.
    pub predicates: Vec<Predicate>,
    /// Its pragmas.
    pub pragmas: Vec<Pragma>,
    /// Its promises.
    pub promises: Vec<(PromiseKind, Goal)>,
    /// Its declarations that are not supported.
    pub unsupported: Vec<Unsupported>,
    /// The modules within it.
    pub submodules: Vec<Module>,
    /// Where it starts.
    pub at: Place,
}

/// A module that another one names.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// Where the declaration stands.
    pub section: Section,
    /// What the declaration is.
    pub kind: ImportKind,
    /// The module.
    pub module: ModuleName,
}

/// A predicate or function.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicate {
    /// Which of them.
    pub kind: PredKind,
    /// Its name.
    pub name: String,
    /// The number of its arguments, without the result of a function.
    pub arity: usize,
    /// Where it is declared.
    pub section: Section,
    /// Its declaration; `None` if it has none.
    pub declaration: Option<PredDecl>,
    /// Its modes that are declared by themselves.
    pub modes: Vec<ModeDecl>,
    /// Its clauses.
    pub clauses: Vec<Clause>,
    /// Where it first stands.
    pub at: Place,
}

impl Predicate {
    /// Name and arity, for messages: `predicate append/3`.
    pub fn shown(&self) -> String {
        shown(self.kind, &self.name, self.arity)
    }
}

fn shown(kind: PredKind, name: &str, arity: usize) -> String {
    format!("{} `{name}/{arity}`", kind.noun())
}

/// Gathers what belongs together, and says what does not fit. The messages are in the order of the text.
pub fn collect(tree: Tree) -> (Module, Vec<Diagnostic>) {
    let mut collector = Collector {
        outermost: Builder::new(None, tree.at),
        open: Vec::new(),
        messages: Vec::new(),
        ended: None,
        lost: tree.lost > 0,
    };
    let mut first = true;
    for item in tree.items {
        if let (true, ItemKind::Module(name)) = (first, &item.kind) {
            collector.outermost = Builder::new(Some(name.clone()), item.at);
        } else {
            if first {
                let start = Span { end: item.at.0.start, ..item.at.0 };
                let message = "the text starts without the name of its module";
                let found = Diagnostic::warning(message).primary(start, "`:- module name.` is expected here");
                collector.messages.push(found);
            }
            collector.item(item);
        }
        first = false;
    }
    collector.finish()
}

/// What tells predicates and functions apart.
type Key = (PredKind, String, usize);

/// A module that is not complete.
struct Builder {
    module: Module,
    section: Section,
    /// What is attached to predicates once all of them are known.
    modes: Vec<(Section, ModeDecl)>,
    clauses: Vec<(Section, Clause)>,
    /// The places of its predicates and functions in the list of them.
    known: BTreeMap<Key, usize>,
    /// The first of each name that is declared.
    named: BTreeMap<String, usize>,
    /// Types, insts and modes that are declared.
    declared: BTreeMap<(&'static str, String, usize), Place>,
    /// The modules within it that were closed. One may be opened again: its interface may stand in that of the module around
    /// it, and its implementation in the other part.
    closed: Vec<Builder>,
}

impl Builder {
    fn new(name: Option<ModuleName>, at: Place) -> Builder {
        let module = Module {
            name,
            imports: Vec::new(),
            types: Vec::new(),
            insts: Vec::new(),
            modes: Vec::new(),
            predicates: Vec::new(),
            pragmas: Vec::new(),
            promises: Vec::new(),
            unsupported: Vec::new(),
            submodules: Vec::new(),
            at,
        };
        Builder {
            module,
            section: Section::Implementation,
            modes: Vec::new(),
            clauses: Vec::new(),
            known: BTreeMap::new(),
            named: BTreeMap::new(),
            declared: BTreeMap::new(),
            closed: Vec::new(),
        }
    }
}

struct Collector {
    /// The module that the text is about.
    outermost: Builder,
    /// The submodules that are open, each within the one before.
    open: Vec<Builder>,
    messages: Vec<Diagnostic>,
    /// Where the outermost module was closed.
    ended: Option<Span>,
    /// Whether items are missing, so that nothing can be said of what is not there.
    lost: bool,
}

impl Collector {
    /// The module that items belong to.
    fn innermost(&mut self) -> &mut Builder {
        self.open.last_mut().unwrap_or(&mut self.outermost)
    }

    fn say(&mut self, message: Diagnostic) {
        self.messages.push(message);
    }

    fn item(&mut self, item: Item) {
        let at = item.at;
        if let Some(end) = self.ended {
            let message = "nothing stands behind the end of a module";
            let found = Diagnostic::error(message).primary(at.0, "outside of any module");
            self.say(found.secondary(end, "the module ends here"));
            // One message is enough.
            self.ended = None;
        }
        match item.kind {
            ItemKind::Module(name) => return self.submodule(name, at),
            ItemKind::EndModule(name) => return self.end_module(name, at),
            _ => {}
        }
        let builder = self.open.last_mut().unwrap_or(&mut self.outermost);
        let section = builder.section;
        let module = &mut builder.module;
        match item.kind {
            ItemKind::Module(_) | ItemKind::EndModule(_) => {}
            ItemKind::Interface => builder.section = Section::Interface,
            ItemKind::Implementation => builder.section = Section::Implementation,
            ItemKind::Import(kind, names) => {
                let import = |name| Import { section, kind, module: name };
                module.imports.extend(names.into_iter().map(import));
            }
            ItemKind::Type(decl) => self.type_decl(section, decl),
            ItemKind::Inst(decl) => {
                let (name, arity) = (decl.name.clone(), decl.params.len());
                module.insts.push((section, decl));
                self.declare("inst", "inst", &name, arity);
            }
            ItemKind::ModeDef(def) => {
                let (name, arity) = (def.name.clone(), def.params.len());
                module.modes.push((section, def));
                self.declare("mode", "mode", &name, arity);
            }
            ItemKind::Pred(decl) => self.pred_decl(section, decl),
            ItemKind::Mode(decl) => builder.modes.push((section, decl)),
            ItemKind::Clause(clause) => builder.clauses.push((section, *clause)),
            ItemKind::Pragma(pragma) => module.pragmas.push(pragma),
            ItemKind::Promise(kind, goal) => module.promises.push((kind, goal)),
            ItemKind::Unsupported(unsupported) => module.unsupported.push(unsupported),
        }
    }

    fn type_decl(&mut self, section: Section, decl: TypeDecl) {
        self.messages.extend(checks::type_decl(&decl));
        let (name, arity) = (decl.name.clone(), decl.params.len());
        // A type may be declared in the interface without its definition, which then follows.
        let sort = if decl.body == TypeBody::Abstract { "abstract type" } else { "type" };
        self.innermost().module.types.push((section, decl));
        self.declare(sort, "type", &name, arity);
    }

    /// Remembers a name, and says so if it is there already. Of one sort there can be one of a name and an arity.
    fn declare(&mut self, sort: &'static str, what: &str, name: &Name, arity: usize) {
        let builder = self.innermost();
        match builder.declared.entry((sort, name.text.clone(), arity)) {
            Entry::Vacant(entry) => {
                entry.insert(name.at);
            }
            Entry::Occupied(entry) => {
                let message = again(what, &name.text, arity, name.at, *entry.get());
                self.messages.push(message);
            }
        }
    }

    fn submodule(&mut self, name: ModuleName, at: Place) {
        if self.open.len() >= MAX_SUBMODULES {
            let message = format!("more than {MAX_SUBMODULES} modules within each other are not supported");
            return self.say(Diagnostic::error(message).primary(name.at.0, "too deep"));
        }
        let closed = &mut self.innermost().closed;
        let same =
            |one: &Builder| one.module.name.as_ref().and_then(|one| one.parts.last()) == name.parts.last();
        match closed.iter().position(same) {
            Some(again) => {
                let mut builder = closed.remove(again);
                builder.section = Section::Implementation;
                self.open.push(builder);
            }
            None => self.open.push(Builder::new(Some(name), at)),
        }
    }

    fn end_module(&mut self, name: ModuleName, at: Place) {
        let open = self.innermost().module.name.clone();
        // A submodule may be closed by its own name or by the whole one.
        let fits =
            open.as_ref().is_some_and(|open| open.parts == name.parts || self.full_name() == name.parts);
        if !fits {
            let message = format!("`:- end_module {}` closes no module", name.shown());
            let found = Diagnostic::error(message).primary(name.at.0, "no open module has this name");
            self.say(match open {
                Some(open) => found.secondary(open.at.0, "this module is open"),
                None => found,
            });
            return;
        }
        if !self.open.is_empty() {
            self.close();
        } else {
            self.ended = Some(at.0);
        }
    }

    /// The name of the innermost module with those of the modules around it.
    fn full_name(&self) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        for name in
            [&self.outermost].into_iter().chain(&self.open).filter_map(|builder| builder.module.name.as_ref())
        {
            // A submodule is called by its own name or by the whole one.
            if name.parts.starts_with(&parts) {
                parts.clone_from(&name.parts);
            } else {
                parts.extend(name.parts.iter().cloned());
            }
        }
        parts
    }

    /// Closes the innermost module.
    fn close(&mut self) {
        let Some(builder) = self.open.pop() else { return };
        self.innermost().closed.push(builder);
    }

    fn finish(mut self) -> (Module, Vec<Diagnostic>) {
        while !self.open.is_empty() {
            if let Some(name) = self.open.last().and_then(|builder| builder.module.name.clone()) {
                let shown = name.shown();
                let message = format!("the submodule `{shown}` is not closed");
                let found = Diagnostic::error(message).primary(name.at.0, "it starts here");
                self.say(found.help(format!("write `:- end_module {shown}.` where it ends")));
            }
            self.close();
        }
        let Collector { outermost, mut messages, lost, .. } = self;
        let module = outermost.finish(lost, &mut messages);
        messages.sort_by_key(|message| message.place().map(|place| (place.start, place.end)));
        (module, messages)
    }
}

/// What is said if something is declared a second time.
fn again(what: &str, name: &str, arity: usize, at: Place, before: Place) -> Diagnostic {
    let message = format!("the {what} `{name}/{arity}` is declared twice");
    Diagnostic::error(message).primary(at.0, "again").secondary(before.0, "first here")
}
