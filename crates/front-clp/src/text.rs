//! A whole text, clause by clause: directives obeyed on the way, grammar rules translated.

use crate::dcg;
use crate::dialect::{MODES, SWI_PROLOG, TYPES};
use crate::directives::{self, Part, Said};
use crate::lexer::{Kind, Lexer, Problem};
use crate::read::{Read, Reader};
use logic::{Atom, Node, Ops, Program, Term, Terms};
use std::ops::Range;
use terms::chars::is_atom_start;
use terms::{Item, Language, OperatorTable, Step};

/// A text that was read.
pub struct Text {
    /// All its terms.
    pub terms: Terms,
    /// The operators at its end.
    pub ops: Ops,
    /// What it holds, in order.
    pub items: Vec<Item>,
    /// The places of the terms, by their numbers.
    pub places: Vec<Range<usize>>,
    pub(crate) said: Said,
}

/// Reads a text.
///
/// ```
/// let text = front_clp::read_text("a --> \"x\", b.");
/// let front_clp::Item::Clause(clause) = &text.items[0] else { panic!() };
/// let names = logic::canonical_names(&text.terms, clause.term);
/// let shown = logic::Writer::new(&text.terms).names(&names).text(clause.term);
/// assert_eq!(shown, ":-(a(A,B),','(=(A,[120|C]),b(C,B)))");
/// ```
pub fn read_text(text: &str) -> Text {
    read_with(text, Vec::new())
}

/// The same for a text that loads other files whose operators are known.
pub(crate) fn read_with(text: &str, loaded: Vec<Operators>) -> Text {
    let mut said = Said { loaded, ..Said::default() };
    let terms::Text { terms, ops, items, places } = terms::read_text(&SWI_PROLOG, text, &mut said);
    if said.own_mode && said.modes.iter().any(|declared| declared.modes.is_some()) {
        said.started.push("the directive `mode/1` is not run".to_string());
    }
    if said.changing && said.not_run.is_none() {
        said.not_run = said.started.first().cloned();
    }
    Text { terms, ops, items, places, said }
}

/// The operators that a file declares for the files that load it.
pub(crate) struct Operators {
    /// The name of the file, without its folders.
    pub file: String,
    pub ops: Ops,
    pub terms: Terms,
}

impl Operators {
    /// Those of the text of a file: all of them, or those that it exports if it is a module.
    pub fn of(file: String, text: &str) -> Operators {
        let whole = read_text(text);
        let module = whole.items.iter().find_map(|item| match item {
            Item::Directive(read) if whole.said.module.is_some() => {
                let [goal] = whole.terms.of::<1>(read.term, Atom::NECK)?;
                let (name, _) = whole.terms.callable(goal)?;
                (whole.terms.name(name) == "module").then_some(read.place.end)
            }
            _ => None,
        });
        let Text { ops, terms, .. } = match module.and_then(|end| text.get(..end)) {
            // Whether the full stop is part of it does not matter: a second one is no clause.
            Some(start) => read_text(&format!("{start} .")),
            None => whole,
        };
        Operators { file, ops, terms }
    }
}

impl Language for Said {
    fn next(&mut self, reader: &mut Reader<'_, '_>) -> Option<Result<Read, Problem>> {
        // Declarations are read whether or not their operators are declared.
        let next = match declaration_operators(reader) {
            Some(table) => {
                let plain = reader.ops.clone();
                reader.ops.add(reader.terms, table);
                let next = reader.next();
                reader.ops = plain;
                next
            }
            None => reader.next(),
        };
        self.warnings.append(&mut reader.lexer.warnings);
        next
    }

    fn take(&mut self, reader: &mut Reader<'_, '_>, read: Read) -> Step {
        // What follows is not read by SWI-Prolog either.
        if is_end_of_file(reader.terms, read.term) {
            return Step::Stop;
        }
        item(reader, self, read).map_or(Step::Skip, Step::Keep)
    }
}

fn is_end_of_file(terms: &Terms, term: Term) -> bool {
    matches!(terms.node(term), Node::Atom(atom) if terms.name(*atom) == "end_of_file")
}

/// Reads a goal, with its full stop, into the terms of a program, with the operators of that program. What it names of
/// the library is added to the program.
pub fn read_query(program: &mut Program, text: &str) -> Result<Read, Problem> {
    let ops = program.ops.clone();
    let mut reader = crate::reader(text, &mut program.terms, ops);
    let missing = || Problem::new("a goal is missing", "here", 0, text.len());
    let read = reader.next().unwrap_or_else(|| Err(missing()))?;
    crate::library::extend(program, read.term);
    Ok(read)
}

/// The operators of what comes next, if that is a declaration of a type, of the types of a predicate, or of modes.
fn declaration_operators(reader: &Reader<'_, '_>) -> Option<OperatorTable> {
    // Most clauses start otherwise, which is seen without a token being made.
    let start = reader.lexer.rest().trim_start();
    if !(start.starts_with(":-") || start.starts_with('%') || start.starts_with("/*")) {
        return None;
    }
    let mut lexer = Lexer::new(&SWI_PROLOG, start);
    let mut name = || match lexer.next().map(|token| token.kind) {
        Ok(Kind::Name { text, .. }) => Some(text),
        _ => None,
    };
    if name()? != ":-" {
        return None;
    }
    match name()?.as_str() {
        "type" | "pred" => Some(TYPES),
        // `:- mode = fast.` is none, and a text may have an operator of its own.
        "mode" => {
            let predicate = name()?;
            let is_infix =
                |name: &str| reader.terms.known(name).is_some_and(|n| reader.ops.infix(n).is_some());
            let own = reader.terms.known("mode").is_some_and(|mode| reader.ops.prefix(mode).is_some());
            (!own && predicate.starts_with(is_atom_start) && !is_infix(&predicate)).then_some(MODES)
        }
        _ => None,
    }
}

/// What was read, obeyed if it is a directive; nothing where it does not count.
fn item(reader: &mut Reader<'_, '_>, said: &mut Said, mut read: Read) -> Option<Item> {
    if let Some([goal]) = reader.terms.of::<1>(read.term, Atom::NECK) {
        directives::directive(reader, said, &read, goal);
        return Some(Item::Directive(read));
    }
    if said.conditional.part() == Part::Skipped {
        return None;
    }
    if let Some([goal]) = reader.terms.of::<1>(read.term, Atom::QUERY) {
        directives::query(reader, said, goal);
        let (start, end) = (read.place.start, read.place.end);
        said.warnings.push(Problem::new("a query is left out", "not run", start, end));
        return Some(Item::Directive(read));
    }
    if let Some([head, body]) = reader.terms.of::<2>(read.term, Atom::DCG_ARROW) {
        match dcg::translate(reader, &mut read, head, body) {
            Ok(term) => read.term = term,
            Err(problem) => return Some(Item::Bad(problem)),
        }
    }
    directives::clause(reader, said, read.term);
    Some(Item::Clause(read))
}

impl Text {
    /// The place of a term.
    pub fn place(&self, term: Term) -> Range<usize> {
        self.places.get(term.index()).cloned().unwrap_or(0..0)
    }
}
