//! Values out of another solver's answers.
//!
//! z3 and cvc5 print values as terms over constructors, numbers and `store`. What is read is made of
//! those alone; anything else (`as-array`, `lambda`) has no value here, and the caller does without.
//! The walk keeps its own stack, since lists are deep.

use crate::names::{Names, Thing};
use crate::print::{REF_CELL, REF_NEW, REF_NIL, TREE_FUNCTORS, TREE_INT};
use crate::sexpr::{Forest, Kind, Node};
use base::{Rat, Symbol};
use formula::{Sort, SortKind, Terms, Value};
use std::collections::BTreeMap;

/// Reads values; remembers which element of an uninterpreted sort got which number.
pub(crate) struct ValueReader<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) names: &'a Names,
    pub(crate) functors: &'a [(Symbol, u32)],
    pub(crate) elements: BTreeMap<(Sort, String), u32>,
}

/// What is still to be done; the last one pushed comes first.
enum Task {
    Visit(Node, Sort),
    Con(Sort, u32, usize),
    Functor(Symbol, usize),
    TreeInt,
    Cell(u32),
    Const,
    Store,
}

impl ValueReader<'_> {
    /// The value of an expression of a known sort.
    pub(crate) fn read(&mut self, forest: &Forest, root: Node, sort: Sort) -> Option<Value> {
        let mut lets: BTreeMap<&str, Node> = BTreeMap::new();
        let mut tasks = vec![Task::Visit(root, sort)];
        let mut done: Vec<Value> = Vec::new();
        while let Some(task) = tasks.pop() {
            let value = match task {
                Task::Visit(node, sort) => match self.visit(forest, node, sort, &mut lets, &mut tasks)? {
                    Some(value) => value,
                    None => continue,
                },
                Task::Con(sort, con, count) => Value::con(sort, con, done.split_off(done.len() - count)),
                Task::Functor(name, count) => Value::functor(name, done.split_off(done.len() - count)),
                Task::TreeInt => Value::TreeInt(done.pop()?.as_int()?.clone()),
                Task::Cell(part) => {
                    let number = u32::try_from(done.pop()?.as_int()?.to_i64()?).ok()?;
                    if part == REF_NEW { Value::New(number) } else { Value::Cell(number) }
                }
                Task::Const => Value::array(done.pop()?, BTreeMap::new()),
                Task::Store => {
                    let (value, index, array) = (done.pop()?, done.pop()?, done.pop()?);
                    match array {
                        Value::Array(array) => array.set(index, value),
                        _ => return None,
                    }
                }
            };
            done.push(value);
        }
        done.pop()
    }

    /// A value, or tasks that will make it; `None` if the expression cannot be read.
    fn visit<'t>(
        &mut self,
        forest: &Forest<'t>,
        node: Node,
        sort: Sort,
        lets: &mut BTreeMap<&'t str, Node>,
        tasks: &mut Vec<Task>,
    ) -> Option<Option<Value>> {
        if let Some(bound) = forest.symbol(node).and_then(|name| lets.get(name)) {
            tasks.push(Task::Visit(*bound, sort));
            return Some(None);
        }
        let children = forest.children(node);
        if children.first().and_then(|head| forest.word(*head)) == Some("let") {
            let [_, bindings, body] = children else { return None };
            for binding in forest.children(*bindings) {
                let [name, value] = forest.children(*binding) else { return None };
                lets.insert(forest.symbol(*name)?, *value);
            }
            tasks.push(Task::Visit(*body, sort));
            return Some(None);
        }
        match self.terms.sort_kind(sort) {
            SortKind::Bool => match forest.symbol(node)? {
                "true" => Some(Some(Value::Bool(true))),
                "false" => Some(Some(Value::Bool(false))),
                _ => None,
            },
            SortKind::Int => Some(Some(Value::Int(number(forest, node)?.to_int()?))),
            SortKind::Real => Some(Some(Value::Real(number(forest, node)?))),
            SortKind::Named(_) => {
                let name = match children {
                    [] => forest.symbol(node)?,
                    [_, name, _] => forest.symbol(*name)?,
                    _ => return None,
                };
                let next = self.elements.len() as u32;
                let number = *self.elements.entry((sort, name.to_string())).or_insert(next);
                Some(Some(Value::Elem(number)))
            }
            SortKind::Array(index, element) => {
                self.visit_array(forest, node, sort, (*index, *element), tasks)
            }
            SortKind::Data(..) | SortKind::Tree | SortKind::Ref(_) => {
                self.visit_constructor(forest, node, sort, tasks)
            }
            SortKind::Param(_) => None,
        }
    }

    fn visit_array(
        &mut self,
        forest: &Forest,
        node: Node,
        sort: Sort,
        (index, element): (Sort, Sort),
        tasks: &mut Vec<Task>,
    ) -> Option<Option<Value>> {
        match forest.children(node) {
            [head, value] if is_const(forest, *head) => {
                tasks.extend([Task::Const, Task::Visit(*value, element)]);
                Some(None)
            }
            [head, array, at, value] if forest.symbol(*head) == Some("store") => {
                tasks.extend([
                    Task::Store,
                    Task::Visit(*value, element),
                    Task::Visit(*at, index),
                    Task::Visit(*array, sort),
                ]);
                Some(None)
            }
            _ => None,
        }
    }

    fn visit_constructor(
        &mut self,
        forest: &Forest,
        node: Node,
        sort: Sort,
        tasks: &mut Vec<Task>,
    ) -> Option<Option<Value>> {
        let children = forest.children(node);
        // `c`, `(as c S)`, `(c x y)` or `((as c S) x y)`.
        let (head, args) = match children {
            [] => (node, &[][..]),
            [first, ..] if forest.word(*first) == Some("as") => (node, &[][..]),
            [head, args @ ..] => (*head, args),
        };
        let name = match forest.children(head) {
            [] => forest.symbol(head)?,
            [_, name, _] => forest.symbol(*name)?,
            _ => return None,
        };
        let mut ask = |task: Task, sorts: &[Sort]| {
            if sorts.len() != args.len() {
                return None;
            }
            tasks.push(task);
            tasks.extend(args.iter().zip(sorts).rev().map(|(arg, sort)| Task::Visit(*arg, *sort)));
            Some(None)
        };
        match self.names.thing(name)? {
            Thing::Constructor(data, con) => {
                if !matches!(self.terms.sort_kind(sort), SortKind::Data(found, _) if *found == data) {
                    return None;
                }
                ask(Task::Con(sort, con, args.len()), self.terms.field_sorts(sort, con))
            }
            Thing::Part(Sort::TREE, TREE_INT) if sort == Sort::TREE => ask(Task::TreeInt, &[Sort::INT]),
            Thing::Part(Sort::TREE, part) if sort == Sort::TREE && part >= TREE_FUNCTORS => {
                let (name, arity) = self.functors.get((part - TREE_FUNCTORS) as usize)?;
                ask(Task::Functor(*name, args.len()), &vec![Sort::TREE; *arity as usize])
            }
            Thing::Part(found, REF_NIL) if found == sort && args.is_empty() => Some(Some(Value::Nil)),
            Thing::Part(found, part @ (REF_NEW | REF_CELL)) if found == sort => {
                ask(Task::Cell(part), &[Sort::INT])
            }
            // A tree whose root is none of the symbols that occur has no name that could be given here.
            _ => None,
        }
    }
}

fn is_const(forest: &Forest, head: Node) -> bool {
    matches!(forest.children(head), [word, name, _]
        if forest.word(*word) == Some("as") && forest.symbol(*name) == Some("const"))
}

/// A number: `3`, `1.5`, `(- n)`, `(/ n n)`.
fn number(forest: &Forest, node: Node) -> Option<Rat> {
    match forest.kind(node) {
        Kind::Numeral | Kind::Decimal => return Rat::parse(forest.source(node)),
        Kind::List => {}
        _ => return None,
    }
    let plain = |node: Node| match (forest.kind(node), forest.children(node)) {
        (Kind::Numeral | Kind::Decimal, _) => Rat::parse(forest.source(node)),
        (Kind::List, [minus, inner]) if forest.symbol(*minus) == Some("-") => {
            Rat::parse(forest.source(*inner)).map(|value| -&value)
        }
        _ => None,
    };
    let quotient = |a: Node, b: Node| {
        let (a, b) = (plain(a)?, plain(b)?);
        (!b.is_zero()).then(|| a.div(&b))
    };
    match *forest.children(node) {
        [head, inner] if forest.symbol(head) == Some("-") => {
            let value = match *forest.children(inner) {
                [slash, a, b] if forest.symbol(slash) == Some("/") => quotient(a, b)?,
                _ => plain(inner)?,
            };
            Some(-&value)
        }
        [head, a, b] if forest.symbol(head) == Some("/") => quotient(a, b),
        [head, inner] if forest.symbol(head) == Some("to_real") => plain(inner),
        _ => None,
    }
}
