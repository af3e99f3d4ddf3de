//! Terms and sorts as SMT-LIB text.
//!
//! A term that is small as a tree is written as one. In a larger one, parts that occur more than once are
//! bound by `let` (`$1`, `$2`, …), so that the text stays as small as the term is in memory. The walk keeps
//! its own stack.
//!
//! Untyped trees and references have no counterpart in SMT-LIB; [`crate::declare`] gives them one as
//! data types.

use crate::names::{Names, Thing};
use base::{Int, Rat};
use formula::{Op, Sort, SortKind, Term, Terms};
use std::collections::BTreeMap;

/// A term with at most this many nodes as a tree is written without sharing.
const SMALL: u32 = 300;
/// A quantified term with at most this many nodes is written without sharing too.
const SMALL_QUANTIFIED: u32 = 50_000;

/// Constructors of the data type that stands for untyped trees: an integer leaf, …
pub(crate) const TREE_INT: u32 = 0;
/// … a tree whose root is none of the symbols that occur, told apart by a number, …
pub(crate) const TREE_OTHER: u32 = 1;
/// … and from here on the symbols that occur.
pub(crate) const TREE_FUNCTORS: u32 = 2;
/// Constructors of the data type that stands for references.
pub(crate) const REF_NIL: u32 = 0;
/// A cell by the number of its allocation.
pub(crate) const REF_NEW: u32 = 1;
/// A cell that was there before.
pub(crate) const REF_CELL: u32 = 2;

/// A sort as SMT-LIB writes it, by the names that things have themselves.
///
/// ```
/// let mut terms = formula::Terms::new();
/// let sort = terms.array_sort(formula::Sort::INT, formula::Sort::BOOL);
/// assert_eq!(smtlib::sort_text(&terms, sort), "(Array Int Bool)");
/// ```
pub fn sort_text(terms: &Terms, sort: Sort) -> String {
    Printer { terms, names: &mut Names::plain(), functors: &[] }.sort(sort)
}

/// A term as SMT-LIB writes it, by the names that things have themselves.
///
/// ```
/// let mut terms = formula::Terms::new();
/// let (x, minus_one) = (terms.var("x", formula::Sort::INT), terms.int(-1));
/// let less = terms.lt(x, minus_one);
/// assert_eq!(smtlib::term_text(&terms, less), "(< x (- 1))");
/// ```
pub fn term_text(terms: &Terms, term: Term) -> String {
    Printer { terms, names: &mut Names::plain(), functors: &[] }.term(term)
}

/// An integer: a negative one is an application of `-`.
pub(crate) fn int_text(int: &Int) -> String {
    if int.is_negative() { format!("(- {})", int.abs()) } else { int.to_string() }
}

/// A real as z3 writes it: `2.0`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`.
pub(crate) fn real_text(real: &Rat) -> String {
    let size = real.abs();
    let text = if size.is_integer() {
        format!("{}.0", size.numerator())
    } else {
        format!("(/ {}.0 {}.0)", size.numerator(), size.denominator())
    };
    if real.is_negative() { format!("(- {text})") } else { text }
}

/// Writes terms by the names of a table.
pub(crate) struct Printer<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) names: &'a mut Names,
    /// The symbols of untyped trees, in the order of their constructors.
    pub(crate) functors: &'a [(base::Symbol, u32)],
}

/// What is still to be written; the last one pushed comes first.
enum Piece {
    Text(&'static str),
    Owned(String),
    Term(Term),
}

type Shared = BTreeMap<Term, usize>;

impl Printer<'_> {
    pub(crate) fn sort(&mut self, sort: Sort) -> String {
        match self.terms.sort_kind(sort) {
            SortKind::Bool => "Bool".into(),
            SortKind::Int => "Int".into(),
            SortKind::Real => "Real".into(),
            SortKind::Tree => self.names.of(Thing::Sort(sort), "Tree"),
            SortKind::Ref(name) => {
                self.names.of(Thing::Sort(sort), &format!("Ref-{}", self.terms.name(*name)))
            }
            SortKind::Named(name) => self.names.of(Thing::Sort(sort), self.terms.name(*name)),
            SortKind::Param(number) => format!("X{number}"),
            SortKind::Array(index, element) => {
                format!("(Array {} {})", self.sort(*index), self.sort(*element))
            }
            SortKind::Data(data, args) => {
                let name = self.names.of(Thing::Data(*data), self.terms.name(self.terms.data(*data).name));
                if args.is_empty() {
                    return name;
                }
                let args: Vec<String> = args.iter().map(|arg| self.sort(*arg)).collect();
                format!("({name} {})", args.join(" "))
            }
        }
    }

    pub(crate) fn term(&mut self, root: Term) -> String {
        let quantified = self.terms.is_quantified(root);
        let small = if quantified { SMALL_QUANTIFIED } else { SMALL };
        if self.terms.size(root) <= small {
            return self.write(root, &Shared::new());
        }
        self.with_sharing(root)
    }

    /// Binds the parts that occur more than once, from the inside out.
    fn with_sharing(&mut self, root: Term) -> String {
        let (order, uses) = self.uses(root);
        let mut out = String::new();
        let mut shared = Shared::new();
        let mut count = 0;
        for term in order {
            if term == root || uses.get(&term).is_none_or(|n| *n < 2) || self.terms.args(term).is_empty() {
                continue;
            }
            let text = self.write(term, &shared);
            count += 1;
            out.push_str(&format!("(let ((${count} {text})) "));
            shared.insert(term, count);
        }
        out.push_str(&self.write(root, &shared));
        out.push_str(&")".repeat(count));
        out
    }

    /// All parts, inner ones first, and how often each occurs as an argument. What lies under a quantifier
    /// is left to the quantifier: its variables mean nothing outside.
    fn uses(&self, root: Term) -> (Vec<Term>, BTreeMap<Term, usize>) {
        let mut order = Vec::new();
        let mut uses: BTreeMap<Term, usize> = BTreeMap::new();
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if ready {
                order.push(term);
                continue;
            }
            let count = uses.entry(term).or_insert(0);
            *count += 1;
            if *count > 1 {
                continue;
            }
            stack.push((term, true));
            if !matches!(self.terms.op(term), Op::Forall(_) | Op::Exists(_)) {
                stack.extend(self.terms.args(term).iter().rev().map(|arg| (*arg, false)));
            }
        }
        (order, uses)
    }

    fn write(&mut self, root: Term, shared: &Shared) -> String {
        let mut out = String::new();
        let mut stack = vec![Piece::Term(root)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Owned(text) => out.push_str(&text),
                Piece::Term(term) => match shared.get(&term) {
                    Some(number) => out.push_str(&format!("${number}")),
                    None => self.open(term, &mut out, &mut stack),
                },
            }
        }
        out
    }

    /// Writes the beginning of a term and leaves the rest for later.
    fn open(&mut self, term: Term, out: &mut String, stack: &mut Vec<Piece>) {
        let args = self.terms.args(term);
        if let Op::Forall(count) | Op::Exists(count) = self.terms.op(term) {
            let universal = matches!(self.terms.op(term), Op::Forall(_));
            out.push_str(if universal { "(forall (" } else { "(exists (" });
            for (number, var) in args[..*count as usize].iter().enumerate() {
                let (name, sort) = (self.head(*var), self.sort(self.terms.sort_of(*var)));
                let blank = if number > 0 { " " } else { "" };
                out.push_str(&format!("{blank}({name} {sort})"));
            }
            out.push_str(") ");
            stack.push(Piece::Text(")"));
            let body = args[*count as usize];
            if self.terms.size(term) > SMALL_QUANTIFIED {
                stack.push(Piece::Owned(self.term(body)));
            } else {
                stack.push(Piece::Term(body));
            }
            return;
        }
        let head = self.head(term);
        if args.is_empty() {
            out.push_str(&head);
            return;
        }
        out.push('(');
        out.push_str(&head);
        stack.push(Piece::Text(")"));
        for arg in args.iter().rev() {
            stack.push(Piece::Term(*arg));
            stack.push(Piece::Text(" "));
        }
    }

    /// The function symbol at the root of a term, or the whole term if it has no arguments.
    fn head(&mut self, term: Term) -> String {
        let terms = self.terms;
        let args = terms.args(term);
        let sort = terms.sort_of(term);
        let of = |arg: Option<&Term>| arg.map_or(sort, |arg| terms.sort_of(*arg));
        match terms.op(term) {
            Op::True => "true".into(),
            Op::False => "false".into(),
            Op::Int(int) => int_text(int),
            Op::Real(real) => real_text(real),
            Op::Var(name) => self.names.of(Thing::Var(term), terms.name(*name)),
            Op::App(fun) => self.names.of(Thing::Fun(*fun), terms.name(terms.fun(*fun).name)),
            Op::Not => "not".into(),
            Op::And => "and".into(),
            Op::Or => "or".into(),
            Op::Eq => "=".into(),
            Op::Distinct => "distinct".into(),
            Op::Ite => "ite".into(),
            Op::Add => "+".into(),
            Op::Mul => "*".into(),
            Op::Div => "div".into(),
            Op::Mod => "mod".into(),
            Op::RealDiv => "/".into(),
            Op::ToReal => "to_real".into(),
            Op::ToInt => "to_int".into(),
            Op::Le => "<=".into(),
            Op::Lt => "<".into(),
            Op::Con(con) => self.constructor(sort, *con, args.is_empty()),
            Op::Sel(con, field) => self.selector(of(args.first()), *con, *field),
            Op::Is(con) => {
                let name = self.constructor(of(args.first()), *con, false);
                format!("(_ is {name})")
            }
            Op::Functor(name) => self.tree_part(self.functor(*name, args.len() as u32)),
            Op::FunctorArg(name, arity, field) => self.tree_field(self.functor(*name, *arity), *field),
            Op::IsFunctor(name, arity) => format!("(_ is {})", self.tree_part(self.functor(*name, *arity))),
            Op::TreeInt => self.tree_part(TREE_INT),
            Op::TreeIntValue => self.tree_field(TREE_INT, 0),
            Op::IsTreeInt => format!("(_ is {})", self.tree_part(TREE_INT)),
            Op::Nil => self.ref_part(sort, REF_NIL),
            Op::New(number) => format!("({} {number})", self.ref_part(sort, REF_NEW)),
            Op::Select => "select".into(),
            Op::Store => "store".into(),
            Op::ConstArray => format!("(as const {})", self.sort(sort)),
            Op::Forall(_) => "forall".into(),
            Op::Exists(_) => "exists".into(),
        }
    }

    /// A constructor; one without arguments of a type with parameters needs its sort.
    pub(crate) fn constructor(&mut self, sort: Sort, con: u32, alone: bool) -> String {
        let SortKind::Data(data, params) = self.terms.sort_kind(sort) else { return "?".into() };
        let own = self.terms.data(*data).constructors.get(con as usize).map(|c| self.terms.name(c.name));
        let name = self.names.of(Thing::Constructor(*data, con), own.unwrap_or("?"));
        if alone && !params.is_empty() { format!("(as {name} {})", self.sort(sort)) } else { name }
    }

    pub(crate) fn selector(&mut self, sort: Sort, con: u32, field: u32) -> String {
        let SortKind::Data(data, _) = self.terms.sort_kind(sort) else { return "?".into() };
        let constructor = self.terms.data(*data).constructors.get(con as usize);
        let own =
            constructor.and_then(|c| c.fields.get(field as usize)).map(|(name, _)| self.terms.name(*name));
        self.names.of(Thing::Selector(*data, con, field), own.unwrap_or("?"))
    }

    fn functor(&self, name: base::Symbol, arity: u32) -> u32 {
        let at = self.functors.iter().position(|known| *known == (name, arity));
        at.map_or(TREE_OTHER, |at| TREE_FUNCTORS + at as u32)
    }

    pub(crate) fn tree_part(&mut self, part: u32) -> String {
        let own = match part {
            TREE_INT => "tree-int".to_string(),
            TREE_OTHER => "tree-other".to_string(),
            _ => match self.functors.get((part - TREE_FUNCTORS) as usize) {
                Some((name, arity)) => format!("{}/{arity}", self.terms.name(*name)),
                None => "?".to_string(),
            },
        };
        self.names.of(Thing::Part(Sort::TREE, part), &own)
    }

    pub(crate) fn tree_field(&mut self, part: u32, field: u32) -> String {
        let own = format!("{}.{field}", self.tree_part(part).trim_matches('|'));
        self.names.of(Thing::PartOf(Sort::TREE, part, field), &own)
    }

    pub(crate) fn ref_part(&mut self, sort: Sort, part: u32) -> String {
        let record = match self.terms.sort_kind(sort) {
            SortKind::Ref(name) => self.terms.name(*name),
            _ => "?",
        };
        let word = ["nil", "new", "cell"].get(part as usize).unwrap_or(&"?");
        self.names.of(Thing::Part(sort, part), &format!("{word}-{record}"))
    }

    pub(crate) fn ref_field(&mut self, sort: Sort, part: u32) -> String {
        let own = format!("{}.number", self.ref_part(sort, part).trim_matches('|'));
        self.names.of(Thing::PartOf(sort, part, 0), &own)
    }
}
