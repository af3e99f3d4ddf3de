//! Declarations: everything that terms need before they can be asserted.
//!
//! A [`Writer`] writes scripts that stand alone, or declares step by step what a session with another
//! solver has not seen yet.
//!
//! Two sorts are translated. References become a data type with `nil`, the cells of allocations and the
//! cells that were there before, each with its number. Untyped trees become a data type with a constructor
//! for each root symbol that occurs, one for integer leaves, and one for all other roots, which carries a
//! number: there are infinitely many of those, and no formula without the symbol can look inside of them,
//! so nothing becomes satisfiable or unsatisfiable by it.

use crate::names::{Names, Thing};
use crate::print::{Printer, REF_CELL, REF_NEW, REF_NIL, TREE_FUNCTORS, TREE_INT, TREE_OTHER};
use base::Symbol;
use formula::{DataId, Op, Sort, SortKind, Term, Terms};
use std::collections::BTreeSet;

/// Writes declarations and assertions.
#[derive(Clone)]
pub(crate) struct Writer {
    pub(crate) names: Names,
    declared: BTreeSet<Thing>,
    /// The root symbols of untyped trees, in the order of their constructors.
    pub(crate) functors: Vec<(Symbol, u32)>,
}

/// What some terms are made of.
#[derive(Default)]
struct Parts {
    sorts: BTreeSet<Sort>,
    vars: Vec<Term>,
    funs: BTreeSet<formula::FunId>,
    functors: Vec<(Symbol, u32)>,
}

impl Writer {
    pub(crate) fn new() -> Writer {
        Writer { names: Names::unique(), declared: BTreeSet::new(), functors: Vec::new() }
    }

    /// Whether terms use root symbols that the declared data type of untyped trees does not have. A data
    /// type cannot grow, so a session must then start again.
    pub(crate) fn must_restart(&self, terms: &Terms, roots: &[Term]) -> bool {
        self.declared.contains(&Thing::Sort(Sort::TREE))
            && parts(terms, roots).functors.iter().any(|functor| !self.functors.contains(functor))
    }

    pub(crate) fn printer<'a>(&'a mut self, terms: &'a Terms) -> Printer<'a> {
        Printer { terms, names: &mut self.names, functors: &self.functors }
    }

    pub(crate) fn term(&mut self, terms: &Terms, term: Term) -> String {
        self.printer(terms).term(term)
    }

    /// Declares what the terms need and was not declared before, a line each.
    pub(crate) fn declare(&mut self, terms: &Terms, roots: &[Term]) -> String {
        let parts = parts(terms, roots);
        let mut out = String::new();
        if !self.declared.contains(&Thing::Sort(Sort::TREE)) {
            for functor in &parts.functors {
                if !self.functors.contains(functor) {
                    self.functors.push(*functor);
                }
            }
        }
        let mut datas = BTreeSet::new();
        for sort in &parts.sorts {
            self.sort(terms, *sort, &mut out, &mut datas);
        }
        self.datas(terms, &datas, &mut out);
        for fun in parts.funs {
            if self.declared.insert(Thing::Fun(fun)) {
                let declaration = terms.fun(fun);
                let mut printer = self.printer(terms);
                let name = printer.names.of(Thing::Fun(fun), terms.name(declaration.name));
                let args: Vec<String> = declaration.args.iter().map(|sort| printer.sort(*sort)).collect();
                let result = printer.sort(declaration.result);
                out.push_str(&format!("(declare-fun {name} ({}) {result})\n", args.join(" ")));
            }
        }
        for var in parts.vars {
            if self.declared.insert(Thing::Var(var)) {
                let mut printer = self.printer(terms);
                let (name, sort) = (printer.term(var), printer.sort(terms.sort_of(var)));
                out.push_str(&format!("(declare-fun {name} () {sort})\n"));
            }
        }
        out
    }

    /// Declares a sort, and gathers the data types that it needs.
    fn sort(&mut self, terms: &Terms, sort: Sort, out: &mut String, datas: &mut BTreeSet<DataId>) {
        match terms.sort_kind(sort) {
            SortKind::Named(_) => {
                if self.declared.insert(Thing::Sort(sort)) {
                    let name = self.printer(terms).sort(sort);
                    out.push_str(&format!("(declare-sort {name} 0)\n"));
                }
            }
            SortKind::Ref(_) => {
                if self.declared.insert(Thing::Sort(sort)) {
                    out.push_str(&self.reference(terms, sort));
                }
            }
            SortKind::Tree => {
                if self.declared.insert(Thing::Sort(sort)) {
                    out.push_str(&self.tree(terms));
                }
            }
            SortKind::Array(index, element) => {
                self.sort(terms, *index, out, datas);
                self.sort(terms, *element, out, datas);
            }
            SortKind::Data(data, args) => {
                for arg in args {
                    self.sort(terms, *arg, out, datas);
                }
                if !self.declared.contains(&Thing::Data(*data)) && datas.insert(*data) {
                    for constructor in &terms.data(*data).constructors {
                        for (_, field) in &constructor.fields {
                            self.sort(terms, *field, out, datas);
                        }
                    }
                }
            }
            SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::Param(_) => {}
        }
    }

    fn reference(&mut self, terms: &Terms, sort: Sort) -> String {
        let mut printer = self.printer(terms);
        let name = printer.sort(sort);
        let nil = printer.ref_part(sort, REF_NIL);
        let (new, new_number) = (printer.ref_part(sort, REF_NEW), printer.ref_field(sort, REF_NEW));
        let (cell, cell_number) = (printer.ref_part(sort, REF_CELL), printer.ref_field(sort, REF_CELL));
        format!(
            "(declare-datatypes (({name} 0)) ((({nil}) ({new} ({new_number} Int)) ({cell} ({cell_number} Int)))))\n"
        )
    }

    fn tree(&mut self, terms: &Terms) -> String {
        let functors = self.functors.clone();
        let mut printer = self.printer(terms);
        let name = printer.sort(Sort::TREE);
        let mut constructors = Vec::new();
        for part in [TREE_INT, TREE_OTHER] {
            let (part_name, field) = (printer.tree_part(part), printer.tree_field(part, 0));
            constructors.push(format!("({part_name} ({field} Int))"));
        }
        for (number, (_, arity)) in functors.iter().enumerate() {
            let part = TREE_FUNCTORS + number as u32;
            let mut text = format!("({}", printer.tree_part(part));
            for field in 0..*arity {
                text.push_str(&format!(" ({} {name})", printer.tree_field(part, field)));
            }
            constructors.push(format!("{text})"));
        }
        format!("(declare-datatypes (({name} 0)) (({})))\n", constructors.join(" "))
    }

    fn datas(&mut self, terms: &Terms, datas: &BTreeSet<DataId>, out: &mut String) {
        if datas.is_empty() {
            return;
        }
        let (mut heads, mut bodies) = (Vec::new(), Vec::new());
        for id in datas {
            self.declared.insert(Thing::Data(*id));
            let data = terms.data(*id);
            let mut printer = self.printer(terms);
            let name = printer.names.of(Thing::Data(*id), terms.name(data.name));
            heads.push(format!("({name} {})", data.params));
            let mut constructors = Vec::new();
            for (con, constructor) in data.constructors.iter().enumerate() {
                let thing = Thing::Constructor(*id, con as u32);
                let mut text = format!("({}", printer.names.of(thing, terms.name(constructor.name)));
                for (field, (selector, sort)) in constructor.fields.iter().enumerate() {
                    let thing = Thing::Selector(*id, con as u32, field as u32);
                    let selector = printer.names.of(thing, terms.name(*selector));
                    text.push_str(&format!(" ({selector} {})", printer.sort(*sort)));
                }
                constructors.push(format!("{text})"));
            }
            let body = format!("({})", constructors.join(" "));
            let params: Vec<String> = (0..data.params).map(|number| format!("X{number}")).collect();
            bodies.push(if params.is_empty() {
                body
            } else {
                format!("(par ({}) {body})", params.join(" "))
            });
        }
        out.push_str(&format!("(declare-datatypes ({}) ({}))\n", heads.join(" "), bodies.join(" ")));
    }
}

fn parts(terms: &Terms, roots: &[Term]) -> Parts {
    let mut parts = Parts::default();
    let mut functors: Vec<(Symbol, u32)> = Vec::new();
    terms.visit(roots, |term| {
        parts.sorts.insert(terms.sort_of(term));
        match terms.op(term) {
            Op::App(fun) => {
                parts.funs.insert(*fun);
            }
            Op::Functor(name) => functors.push((*name, terms.args(term).len() as u32)),
            Op::FunctorArg(name, arity, _) | Op::IsFunctor(name, arity) => functors.push((*name, *arity)),
            _ => {}
        }
    });
    for functor in functors {
        if !parts.functors.contains(&functor) {
            parts.functors.push(functor);
        }
    }
    // Functions bring sorts along that no term need have.
    for fun in &parts.funs {
        parts.sorts.extend(terms.fun(*fun).args.iter().copied());
    }
    parts.vars = terms.free_vars(roots);
    parts
}

/// A script that asks whether the formulas hold together: declarations, assertions, `check-sat`.
///
/// ```
/// let mut terms = formula::Terms::new();
/// let (x, zero) = (terms.var("x", formula::Sort::INT), terms.int(0));
/// let more = terms.lt(zero, x);
/// let script = smtlib::script(&terms, &[more]);
/// assert_eq!(script, "(set-logic ALL)\n(declare-fun x () Int)\n(assert (< 0 x))\n(check-sat)\n");
/// ```
pub fn script(terms: &Terms, assertions: &[Term]) -> String {
    let mut writer = Writer::new();
    let mut out = String::from("(set-logic ALL)\n");
    out.push_str(&writer.declare(terms, assertions));
    for assertion in assertions {
        out.push_str(&format!("(assert {})\n", writer.term(terms, *assertion)));
    }
    out.push_str("(check-sat)\n");
    out
}
