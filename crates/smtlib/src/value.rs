//! Values as SMT-LIB text, in the way z3 prints them.

use crate::names::Names;
use crate::print::{Printer, int_text, real_text};
use formula::{Sort, SortKind, Terms, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A value of a sort as SMT-LIB writes it.
///
/// ```
/// use formula::{Sort, Terms, Value};
/// let terms = Terms::new();
/// assert_eq!(smtlib::value_text(&terms, &Value::int(-3), Sort::INT), "(- 3)");
/// ```
pub fn value_text(terms: &Terms, value: &Value, sort: Sort) -> String {
    ValuePrinter::new(terms).text(value, sort)
}

/// Prints values and gathers the elements of uninterpreted sorts that occur in them.
pub(crate) struct ValuePrinter<'a> {
    terms: &'a Terms,
    names: Names,
    pub(crate) elements: BTreeMap<Sort, BTreeSet<u32>>,
}

/// What is still to be written; the last one pushed comes first.
enum Piece<'v> {
    Text(String),
    Value(&'v Value, Sort),
}

impl<'a> ValuePrinter<'a> {
    pub(crate) fn new(terms: &'a Terms) -> ValuePrinter<'a> {
        ValuePrinter { terms, names: Names::plain(), elements: BTreeMap::new() }
    }

    fn printer(&mut self) -> Printer<'_> {
        Printer { terms: self.terms, names: &mut self.names, functors: &[] }
    }

    pub(crate) fn sort(&mut self, sort: Sort) -> String {
        self.printer().sort(sort)
    }

    pub(crate) fn text(&mut self, value: &Value, sort: Sort) -> String {
        let mut out = String::new();
        let mut stack = vec![Piece::Value(value, sort)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Value(value, sort) => self.open(value, sort, &mut out, &mut stack),
            }
        }
        out
    }

    fn open<'v>(&mut self, value: &'v Value, sort: Sort, out: &mut String, stack: &mut Vec<Piece<'v>>) {
        match value {
            Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
            Value::Int(int) | Value::TreeInt(int) => out.push_str(&int_text(int)),
            Value::Real(real) => out.push_str(&real_text(real)),
            Value::Nil => out.push_str("nil"),
            Value::New(number) => out.push_str(&format!("new!{number}")),
            Value::Cell(number) => out.push_str(&format!("cell!{number}")),
            Value::Elem(number) => {
                self.elements.entry(sort).or_default().insert(*number);
                out.push_str(&self.element(sort, *number));
            }
            Value::Con(con) => {
                let head = self.printer().constructor(con.sort, con.con, con.args.is_empty());
                let sorts = self.terms.field_sorts(con.sort, con.con);
                application(head, con.args.iter().zip(sorts.iter().copied()), out, stack);
            }
            Value::Functor(tree) => {
                let head = crate::quote(self.terms.name(tree.name)).into_owned();
                application(head, tree.args.iter().map(|arg| (arg, Sort::TREE)), out, stack);
            }
            Value::Array(array) => {
                let (index, element) = match self.terms.sort_kind(sort) {
                    SortKind::Array(index, element) => (*index, *element),
                    // A value that does not fit its sort cannot come out of an evaluation.
                    _ => (Sort::INT, Sort::INT),
                };
                out.push_str(&"(store ".repeat(array.entries.len()));
                out.push_str(&format!("((as const {}) ", self.sort(sort)));
                for (key, entry) in array.entries.iter().rev() {
                    stack.push(Piece::Text(")".into()));
                    stack.push(Piece::Value(entry, element));
                    stack.push(Piece::Text(" ".into()));
                    stack.push(Piece::Value(key, index));
                    stack.push(Piece::Text(" ".into()));
                }
                stack.push(Piece::Text(")".into()));
                stack.push(Piece::Value(&array.default, element));
            }
        }
    }

    /// The name of an element of an uninterpreted sort.
    pub(crate) fn element(&mut self, sort: Sort, number: u32) -> String {
        let name = match self.terms.sort_kind(sort) {
            SortKind::Named(name) => self.terms.name(*name),
            _ => "?",
        };
        crate::quote(&format!("{name}!val!{number}")).into_owned()
    }
}

fn application<'v>(
    head: String,
    args: impl DoubleEndedIterator<Item = (&'v Value, Sort)> + ExactSizeIterator,
    out: &mut String,
    stack: &mut Vec<Piece<'v>>,
) {
    if args.len() == 0 {
        out.push_str(&head);
        return;
    }
    out.push('(');
    out.push_str(&head);
    stack.push(Piece::Text(")".into()));
    for (arg, sort) in args.rev() {
        stack.push(Piece::Value(arg, sort));
        stack.push(Piece::Text(" ".into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Int, Rat};
    use formula::Constructor;

    #[test]
    fn numbers_as_z3_prints_them() {
        let terms = Terms::new();
        let real = |n: i64, d: i64| {
            value_text(&terms, &Value::Real(Rat::new(Int::from(n), Int::from(d))), Sort::REAL)
        };
        assert_eq!(real(3, 2), "(/ 3.0 2.0)");
        assert_eq!(real(-3, 2), "(- (/ 3.0 2.0))");
        assert_eq!((real(2, 1), real(-2, 1), real(0, 1)), ("2.0".into(), "(- 2.0)".into(), "0.0".into()));
        assert_eq!(value_text(&terms, &Value::Bool(true), Sort::BOOL), "true");
    }

    #[test]
    fn lists_arrays_and_elements() {
        let mut terms = Terms::new();
        let list = terms.declare_data("List", 1);
        let param = terms.sort(SortKind::Param(0));
        let inner = terms.data_sort(list, &[param]);
        let (nil, cons) = (terms.symbol("nil"), terms.symbol("cons"));
        let (head, tail) = (terms.symbol("head"), terms.symbol("tail"));
        let constructors = vec![
            Constructor { name: nil, fields: vec![] },
            Constructor { name: cons, fields: vec![(head, param), (tail, inner)] },
        ];
        terms.define_data(vec![(list, constructors)]).unwrap();
        let ints = terms.data_sort(list, &[Sort::INT]);
        let empty = Value::con(ints, 0, vec![]);
        let one = Value::con(ints, 1, vec![Value::int(1), empty.clone()]);
        assert_eq!(value_text(&terms, &one, ints), "(cons 1 (as nil (List Int)))");

        let sort = terms.array_sort(Sort::INT, ints);
        let array =
            Value::array(empty, BTreeMap::from([(Value::int(3), one.clone()), (Value::int(-1), one)]));
        assert_eq!(
            value_text(&terms, &array, sort),
            "(store (store ((as const (Array Int (List Int))) (as nil (List Int))) \
             (- 1) (cons 1 (as nil (List Int)))) 3 (cons 1 (as nil (List Int))))"
        );
        let thing = terms.named_sort("my thing");
        let mut printer = ValuePrinter::new(&terms);
        assert_eq!(printer.text(&Value::Elem(2), thing), "|my thing!val!2|");
        assert_eq!(printer.elements[&thing], BTreeSet::from([2]));
    }

    #[test]
    fn a_long_list_needs_no_stack() {
        let mut terms = Terms::new();
        let nat = terms.declare_data("Nat", 0);
        let sort = terms.data_sort(nat, &[]);
        let (z, s, p) = (terms.symbol("z"), terms.symbol("s"), terms.symbol("p"));
        let constructors =
            vec![Constructor { name: z, fields: vec![] }, Constructor { name: s, fields: vec![(p, sort)] }];
        terms.define_data(vec![(nat, constructors)]).unwrap();
        let mut value = Value::con(sort, 0, vec![]);
        for _ in 0..10_000 {
            value = Value::con(sort, 1, vec![value]);
        }
        assert_eq!(value_text(&terms, &value, sort).len(), 10_000 * 4 + 1);
    }
}
