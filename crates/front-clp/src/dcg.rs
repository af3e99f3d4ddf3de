//! Grammar rules into clauses, as SWI-Prolog translates them.
//!
//! `greeting --> [hello], name.` becomes `greeting(S0, S) :- S0 = [hello|S1], name(S1, S).` A rule `a, [x] --> b.`
//! pushes `x` back in front of what is left. The work is kept on a stack, so a body may be of any size.

use crate::lexer::Problem;
use crate::read::{Read, Reader, VarUse};
use logic::{Atom, Node, Term, VarId};
use std::ops::Range;

/// What is still to be done.
enum Task {
    /// Translate a body between two lists.
    Body(Term, VarId, VarId),
    /// Put the last two results together under an operator.
    Join(Atom, Range<usize>),
    /// `\+` around the last result, then the lists are the same.
    Not(VarId, VarId, Range<usize>),
    /// A module before the last result.
    Qualify(Term, Range<usize>),
}

/// What has a meaning of its own in the body of a rule.
const CONTROL: &[(&str, usize)] = &[
    (",", 2),
    (";", 2),
    ("|", 2),
    ("->", 2),
    ("*->", 2),
    ("\\+", 1),
    ("!", 0),
    ("{}", 0),
    ("{}", 1),
    ("[|]", 2),
];

/// The clause of a rule `head --> body`.
pub(crate) fn translate(
    reader: &mut Reader<'_, '_>,
    read: &mut Read,
    head: Term,
    body: Term,
) -> Result<Term, Problem> {
    let whole = read.place.clone();
    let mut work = Work { reader, vars: &mut read.vars };
    let (first, last) = (work.fresh(&whole), work.fresh(&whole));
    let pushed = work.reader.terms.of::<2>(head, Atom::COMMA);
    let (name, goal) = match pushed {
        None => (head, work.body(body, first, last)?),
        Some([name, back]) => {
            let middle = work.fresh(&whole);
            let goal = work.body(body, first, middle)?;
            let back = work.body(back, last, middle)?;
            (name, work.make(Atom::COMMA, &[goal, back], &whole))
        }
    };
    let callable =
        work.reader.terms.callable(name).map(|(name, args)| (work.reader.terms.name(name), args.len()));
    if let Some((text, arity)) = callable
        && CONTROL.contains(&(text, arity))
    {
        let message = format!("{}//{arity} cannot be defined by a grammar rule", logic::quoted(text));
        let place = work.place(name);
        return Err(Problem::new(message, "it has a meaning of its own", place.start, place.end));
    }
    let head = work.extend(name, first, last)?;
    Ok(work.make(Atom::NECK, &[head, goal], &whole))
}

struct Work<'w, 'a, 't> {
    reader: &'w mut Reader<'a, 't>,
    vars: &'w mut Vec<VarUse>,
}

impl Work<'_, '_, '_> {
    fn fresh(&mut self, place: &Range<usize>) -> VarId {
        // The count only serves warnings about variables that occur once; this variable deserves no warning.
        self.vars.push(VarUse { name: None, first: place.clone(), count: 2 });
        VarId::new(self.vars.len() - 1)
    }

    fn place(&self, term: Term) -> Range<usize> {
        self.reader.places.get(term.index()).cloned().unwrap_or(0..0)
    }

    fn placed(&mut self, term: Term, place: &Range<usize>) -> Term {
        self.reader.places.resize(self.reader.terms.len(), place.clone());
        term
    }

    fn make(&mut self, name: Atom, args: &[Term], place: &Range<usize>) -> Term {
        let term = self.reader.terms.compound(name, args);
        self.placed(term, place)
    }

    fn var(&mut self, var: VarId, place: &Range<usize>) -> Term {
        let term = self.reader.terms.var(var);
        self.placed(term, place)
    }

    /// `left = right` for two lists.
    fn same(&mut self, left: VarId, right: VarId, place: &Range<usize>) -> Term {
        let (left, right) = (self.var(left, place), self.var(right, place));
        self.make(Atom::EQUAL, &[left, right], place)
    }

    /// A callable term with two more arguments.
    fn extend(&mut self, term: Term, from: VarId, to: VarId) -> Result<Term, Problem> {
        let place = self.place(term);
        if let Some([module, inner]) = self.reader.terms.of::<2>(term, Atom::COLON) {
            let inner = self.extend(inner, from, to)?;
            return Ok(self.make(Atom::COLON, &[module, inner], &place));
        }
        let callable = self.reader.terms.callable(term).filter(|(name, _)| *name != Atom::NIL);
        let Some((name, args)) = callable.map(|(name, args)| (name, args.to_vec())) else {
            let message = "a grammar rule needs a callable term here";
            return Err(Problem::new(message, "not callable", place.start, place.end));
        };
        let (from, to) = (self.var(from, &place), self.var(to, &place));
        let args: Vec<Term> = args.into_iter().chain([from, to]).collect();
        Ok(self.make(name, &args, &place))
    }

    fn body(&mut self, body: Term, from: VarId, to: VarId) -> Result<Term, Problem> {
        let mut open = vec![Task::Body(body, from, to)];
        let mut done: Vec<Term> = Vec::new();
        while let Some(task) = open.pop() {
            match task {
                Task::Body(term, from, to) => self.step(term, from, to, &mut open, &mut done)?,
                Task::Join(name, place) => {
                    if let (Some(right), Some(left)) = (done.pop(), done.pop()) {
                        let term = self.make(name, &[left, right], &place);
                        done.push(term);
                    }
                }
                Task::Not(from, to, place) => {
                    if let Some(inner) = done.pop() {
                        let not = self.make(Atom::NOT, &[inner], &place);
                        let same = self.same(to, from, &place);
                        let term = self.make(Atom::COMMA, &[not, same], &place);
                        done.push(term);
                    }
                }
                Task::Qualify(module, place) => {
                    if let Some(inner) = done.pop() {
                        let term = self.make(Atom::COLON, &[module, inner], &place);
                        done.push(term);
                    }
                }
            }
        }
        done.pop().ok_or_else(|| Problem::new("an empty grammar rule", "here", 0, 0))
    }

    fn step(
        &mut self,
        term: Term,
        from: VarId,
        to: VarId,
        open: &mut Vec<Task>,
        done: &mut Vec<Term>,
    ) -> Result<(), Problem> {
        let place = self.place(term);
        let node = self.reader.terms.node(term).clone();
        let args = self.reader.terms.args(term).to_vec();
        let result = match (&node, args.as_slice()) {
            (Node::Var(_), _) => {
                let (from, to) = (self.var(from, &place), self.var(to, &place));
                self.make(Atom::PHRASE, &[term, from, to], &place)
            }
            (Node::Compound(Atom::COMMA | Atom::ARROW | Atom::SOFT_ARROW, _), [left, right]) => {
                let Node::Compound(name, _) = node else { return Ok(()) };
                let middle = self.fresh(&place);
                open.push(Task::Join(name, place));
                open.push(Task::Body(*right, middle, to));
                open.push(Task::Body(*left, from, middle));
                return Ok(());
            }
            (Node::Compound(Atom::SEMICOLON | Atom::BAR, _), [left, right]) => {
                open.push(Task::Join(Atom::SEMICOLON, place));
                open.push(Task::Body(*right, from, to));
                open.push(Task::Body(*left, from, to));
                return Ok(());
            }
            (Node::Compound(Atom::NOT, _), [inner]) => {
                let rest = self.fresh(&place);
                open.push(Task::Not(from, to, place));
                open.push(Task::Body(*inner, from, rest));
                return Ok(());
            }
            (Node::Compound(Atom::COLON, _), [module, inner]) => {
                open.push(Task::Qualify(*module, place));
                open.push(Task::Body(*inner, from, to));
                return Ok(());
            }
            (Node::Atom(Atom::CUT), _) | (Node::Compound(Atom::CURLY, _), [_]) => {
                let goal = args.first().copied().unwrap_or(term);
                let same = self.same(to, from, &place);
                self.make(Atom::COMMA, &[goal, same], &place)
            }
            (Node::Atom(Atom::NIL | Atom::CURLY), _) => self.same(from, to, &place),
            (Node::Compound(Atom::CALL, _), [_, ..]) => {
                let (from, to) = (self.var(from, &place), self.var(to, &place));
                let args: Vec<Term> = args.into_iter().chain([from, to]).collect();
                self.make(Atom::CALL, &args, &place)
            }
            (Node::Compound(Atom::CONS, _), [_, _]) => {
                let (elements, end) = self.reader.terms.elements(term);
                if !self.reader.terms.is_atom(end, Atom::NIL) {
                    let message = "a list with an open end in a grammar rule is not supported";
                    return Err(Problem::new(message, "its end is not known", place.start, place.end));
                }
                self.terminals(&elements, from, to, &place)
            }
            (Node::Str(text), _) => {
                let text = self.reader.terms.name(*text).to_string();
                let codes: Vec<Term> = text
                    .chars()
                    .map(|c| self.reader.terms.int(base::Int::from(i64::from(c as u32))))
                    .collect();
                self.terminals(&codes, from, to, &place)
            }
            _ => self.extend(term, from, to)?,
        };
        done.push(result);
        Ok(())
    }

    fn terminals(&mut self, elements: &[Term], from: VarId, to: VarId, place: &Range<usize>) -> Term {
        let (from, to) = (self.var(from, place), self.var(to, place));
        let list = self.reader.terms.list(elements, to);
        let list = self.placed(list, place);
        self.make(Atom::EQUAL, &[from, list], place)
    }
}
