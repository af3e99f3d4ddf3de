//! The library: predicates such as `append/3` that a text may use without defining them, written in Prolog.
//!
//! `library.pl` beside this file has their clauses. A program gets the clauses of those that its text names, and of what
//! these need in turn, as ordinary predicates that are marked as [`logic::Pred::library`]. Naming is enough, because
//! `maplist(last, Xs, Ys)` calls `last/2` without being a call of it; some that are never called may come along. What
//! the text defines itself is not taken from here. The clauses have empty places: nothing of them stands in the text.
//!
//! ```
//! let mut files = source::Files::new();
//! let file = files.add("small.pl", "ends(X, Y) :- last(X, Z), reverse(X, [Z|Y]).\n");
//! let program = front_clp::load(&files, file).program.unwrap();
//! let last = program.find("last", 2).unwrap();
//! assert!(program.is_library(last) && program.find("append", 3).is_none());
//! ```

pub(crate) mod swi_prolog;

use crate::lower::{Body, Lower};
use crate::read::{Read, VarUse};
use logic::{Atom, Node, Ops, PredId, Program, Term, Terms};
use source::Files;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

const TEXT: &str = include_str!("library.pl");

/// The library as it was read, with a table of terms of its own.
struct Library {
    terms: Terms,
    preds: Vec<Entry>,
    index: BTreeMap<(Atom, usize), usize>,
}

/// A predicate of the library.
struct Entry {
    name: Atom,
    arity: usize,
    clauses: Vec<Written>,
    /// What its clauses name, itself among it.
    needs: BTreeSet<usize>,
}

/// A clause of the library.
struct Written {
    read: Read,
    head: Term,
    body: Option<Term>,
    /// Its terms stand side by side.
    terms: Range<usize>,
}

/// A clause whose terms are those of a program, with its head, its body and its predicate.
pub(crate) type Added = (Read, Term, Option<Body>, PredId);

fn library() -> &'static Library {
    static READ: OnceLock<Library> = OnceLock::new();
    READ.get_or_init(|| read(TEXT))
}

fn read(text: &str) -> Library {
    let mut terms = Terms::new();
    let ops = crate::operators(&mut terms);
    let mut reader = crate::reader(text, &mut terms, ops);
    let mut preds: Vec<Entry> = Vec::new();
    let mut index = BTreeMap::new();
    let mut start = reader.terms.len();
    // A clause that cannot be read would be left out; a test sees to it that there is none.
    while let Some(next) = reader.next() {
        let end = reader.terms.len();
        let Ok(read) = next else { continue };
        let (head, body) = match reader.terms.of::<2>(read.term, Atom::NECK) {
            Some([head, body]) => (head, Some(body)),
            None => (read.term, None),
        };
        if let Some((name, args)) = reader.terms.callable(head) {
            let arity = args.len();
            let number = *index.entry((name, arity)).or_insert(preds.len());
            if number == preds.len() {
                preds.push(Entry { name, arity, clauses: Vec::new(), needs: BTreeSet::new() });
            }
            if let Some(entry) = preds.get_mut(number) {
                entry.clauses.push(Written { read, head, body, terms: start..end });
            }
        }
        start = end;
    }
    for entry in &mut preds {
        for root in entry.clauses.iter().map(|clause| clause.read.term) {
            names(&terms, root, |name, arity| {
                entry.needs.extend(index.get(&(name, arity)));
            });
        }
    }
    Library { terms, preds, index }
}

/// Calls something with each name of a term and the number of its arguments.
fn names(terms: &Terms, root: Term, mut each: impl FnMut(Atom, usize)) {
    let mut open = vec![root];
    while let Some(term) = open.pop() {
        if let Some((name, args)) = terms.callable(term) {
            each(name, args.len());
            open.extend(args);
        }
    }
}

/// Adds what a term of a program names to the program: a goal that is put to it may use the library too.
pub(crate) fn extend(program: &mut Program, root: Term) {
    let files = Files::new();
    // An empty collection has no file to name; the places are empty in any case.
    let file = match program.preds.first() {
        Some(pred) => pred.span.file,
        None => Files::new().add("library", ""),
    };
    let empty = Program::new(Terms::new(), Ops::none());
    let mut lower = Lower::over(&files, file, std::mem::replace(program, empty));
    let added = lower.library(&[root]);
    lower.bodies(added);
    *program = lower.program;
}

impl Lower<'_> {
    /// Makes the predicates of the library that terms name and the text does not define. Their bodies are still to be
    /// made: those of the text come first.
    pub(crate) fn library(&mut self, roots: &[Term]) -> Vec<Added> {
        // What another file defines comes before the library, and nothing is known of it.
        if self.program.other_files {
            return Vec::new();
        }
        let library = library();
        let mut added = Vec::new();
        for number in self.wanted(library, roots) {
            let Some(entry) = library.preds.get(number) else { continue };
            let name = self.program.terms.intern(library.terms.name(entry.name));
            let id = self.program.pred_named(name, entry.arity, self.nowhere());
            let Some(pred) = self.program.preds.get_mut(id.index()).filter(|pred| !pred.defined) else {
                continue;
            };
            pred.defined = true;
            pred.library = true;
            for clause in &entry.clauses {
                added.push(self.copy(library, clause, id));
            }
        }
        added
    }

    /// The predicates that terms name, and what they need, by number.
    fn wanted(&self, library: &Library, roots: &[Term]) -> BTreeSet<usize> {
        let terms = &self.program.terms;
        // `library(clpfd)` is not there unless it is asked for, and then it brings its operators.
        let clpfd = terms.known("#=").is_some_and(|name| self.program.ops.is_op(name));
        let mut public: BTreeMap<Atom, Vec<(usize, usize)>> = BTreeMap::new();
        for (from, name, arity) in logic::builtins::library() {
            let found = library.terms.known(name).and_then(|name| library.index.get(&(name, arity)));
            if let (Some(own), Some(number)) = (terms.known(name), found)
                && (clpfd || from != "clpfd")
            {
                public.entry(own).or_default().push((arity, *number));
            }
        }
        let mut chosen = BTreeSet::new();
        if public.is_empty() {
            return chosen;
        }
        let mut named = BTreeSet::new();
        for root in roots {
            // A closure has fewer arguments than the predicate that it calls.
            names(terms, *root, |name, arity| {
                let fits = public.get(&name).into_iter().flatten().filter(|(full, _)| *full >= arity);
                named.extend(fits.map(|(_, number)| *number));
            });
        }
        for root in named {
            let mut needed = BTreeSet::from([root]);
            let mut open = vec![root];
            while let Some(number) = open.pop() {
                let needs = library.preds.get(number).into_iter().flat_map(|entry| &entry.needs);
                open.extend(needs.filter(|number| needed.insert(**number)));
            }
            // Without what it needs, it would mean something else.
            if needed.iter().all(|number| !self.is_own(library, *number)) {
                chosen.extend(needed);
            }
        }
        chosen
    }

    /// Whether the text itself defines this predicate of the library.
    fn is_own(&self, library: &Library, number: usize) -> bool {
        let Some(entry) = library.preds.get(number) else { return false };
        let id = self.program.find(library.terms.name(entry.name), entry.arity);
        id.and_then(|id| self.program.pred(id)).is_some_and(|pred| pred.defined && !pred.library)
    }

    /// A clause of the library with terms of the program.
    fn copy(&mut self, library: &Library, clause: &Written, pred: PredId) -> Added {
        let terms = &mut self.program.terms;
        let atom = |terms: &mut Terms, atom: Atom| match atom {
            Atom::NIL => Atom::NIL,
            _ => terms.intern(library.terms.name(atom)),
        };
        let mut copies: Vec<Term> = Vec::new();
        let new = |copies: &[Term], old: Term| {
            let at = old.index().checked_sub(clause.terms.start);
            at.and_then(|at| copies.get(at)).copied().unwrap_or(old)
        };
        // Arguments stand before what they are arguments of.
        for old in library.terms.between(clause.terms.clone()) {
            let copy = match library.terms.node(old).clone() {
                Node::Var(var) => terms.var(var),
                Node::Int(value) => terms.int(value),
                Node::Float(value) => terms.float(value),
                Node::Atom(name) => {
                    let name = atom(terms, name);
                    terms.atom(name)
                }
                Node::Str(text) => terms.string(library.terms.name(text)),
                Node::Compound(name, _) => {
                    let args: Vec<Term> =
                        library.terms.args(old).iter().map(|arg| new(&copies, *arg)).collect();
                    let name = atom(terms, name);
                    terms.compound(name, &args)
                }
            };
            copies.push(copy);
        }
        let vars = clause.read.vars.iter().map(|var| {
            let name = var.name.map(|name| atom(terms, name));
            VarUse { name, first: 0..0, count: var.count }
        });
        let read = Read { vars: vars.collect(), term: new(&copies, clause.read.term), place: 0..0 };
        let body = clause.body.map(|body| Body::Goal(new(&copies, body)));
        self.forget_places();
        (read, new(&copies, clause.head), body, pred)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_can_be_read() {
        let mut terms = Terms::new();
        let ops = crate::operators(&mut terms);
        let mut reader = crate::reader(TEXT, &mut terms, ops);
        while let Some(next) = reader.next() {
            let read = next.unwrap_or_else(|problem| panic!("{problem:?}"));
            let once = read.vars.iter().find(|var| var.count == 1 && var.name.is_some());
            assert!(once.is_none(), "a variable of {:?} is used once", &TEXT[read.place]);
        }
    }

    #[test]
    fn what_is_needed_is_there() {
        let library = library();
        for entry in &library.preds {
            let name = library.terms.name(entry.name);
            let known = logic::builtins::library().any(|(_, n, a)| n == name && a == entry.arity);
            assert!(known || name.starts_with('$'), "{name}/{} is not in the table", entry.arity);
        }
        let mut files = Files::new();
        let file = files.add("all.pl", "");
        let mut lower = Lower::over(&files, file, crate::load(&files, file).program.expect("a program"));
        let mut all = Vec::new();
        for (_, name, arity) in logic::builtins::library() {
            let name = lower.program.terms.intern(name);
            let args: Vec<Term> = (0..arity).map(|_| lower.program.terms.atom(Atom::NIL)).collect();
            all.push(lower.program.terms.compound(name, &args));
        }
        let hash = lower.program.terms.intern("#=");
        lower.program.ops.set(hash, 700, logic::Fixity::parse("xfx").expect("a kind"));
        let added = lower.library(&all);
        lower.bodies(added);
        assert!(lower.warnings.is_empty() && lower.errors.is_empty(), "{:?}", lower.warnings);
        let missing: Vec<String> = (0..lower.program.preds.len())
            .map(PredId::new)
            .filter(|id| !lower.program.is_library(*id))
            .map(|id| lower.program.indicator(id))
            .collect();
        assert!(missing.is_empty(), "called and not there: {missing:?}");
        assert!(lower.program.clauses.len() >= 100);
    }
}
