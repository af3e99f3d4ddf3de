//! What holds in a state, as formulas and in words.

use super::NodeNames;
use crate::Analysis;
use crate::heap::{State, Target};
use crate::words::{Guard, Key, Pattern};
use domains::{Constraint, Dim, Names, Numeric, Relation};
use std::collections::BTreeSet;

/// What holds, part by part.
#[derive(Default)]
pub(super) struct Said {
    pub formula: Vec<String>,
    pub words: Vec<String>,
}

impl Said {
    fn both(&mut self, formula: String, words: String) {
        self.formula.push(formula);
        self.words.push(words);
    }
}

impl<N: Numeric> Analysis<'_, N> {
    pub(super) fn said(&self, state: &State<N>, nodes: &NodeNames) -> Said {
        let layout = state.words.layout();
        let names = nodes.dims(&self.unit, state);
        let mut said = Said::default();
        let base = Names::new(names.clone());
        let trivial: BTreeSet<String> =
            (0..layout.words).map(|word| base.constraint(&Constraint::ge(layout.len(word), 1))).collect();
        for constraint in state.words.base().constraints() {
            let text = base.constraint(&constraint);
            if !trivial.contains(&text) {
                said.formula.push(text);
            }
        }
        let mut done: Vec<(Key, Constraint)> = Vec::new();
        self.sorted(state, nodes, &mut said, &mut done);
        self.equal(state, nodes, &mut said, &mut done);
        for (key, fact) in state.words.facts() {
            let Some(pattern) = state.words.patterns().get(key.0) else { continue };
            for constraint in fact {
                if done.iter().any(|(k, c)| k == key && c == constraint)
                    || self.repeats(state, key, constraint)
                {
                    continue;
                }
                self.universal(state, nodes, &names, (key, pattern), constraint, &mut said);
            }
        }
        self.multisets(state, nodes, &mut said);
        said
    }

    /// Whether a formula about several positions says something about one of them that the formula about each position
    /// says already.
    fn repeats(&self, state: &State<N>, key: &Key, constraint: &Constraint) -> bool {
        let words = &state.words;
        let layout = words.layout();
        let Some(all) = words.patterns().iter().position(|pattern| *pattern == Pattern::all()) else {
            return false;
        };
        let Some(pattern) = words.patterns().get(key.0) else { return false };
        // What is said of positions alone says nothing of the data.
        let is_position = |dim: &Dim| {
            dim.index().checked_sub(layout.dims()).is_some_and(|at| at.is_multiple_of(layout.depth()))
        };
        let is_data = |dim: &Dim| dim.index() >= layout.dims() && !is_position(dim);
        let dims = || constraint.expr().terms().iter().map(|(dim, _)| dim);
        if dims().any(is_position) && !dims().any(is_data) {
            return true;
        }
        if *pattern == Pattern::all() || pattern.at.is_empty() {
            return false;
        }
        let mut touched: Vec<usize> = constraint
            .expr()
            .terms()
            .iter()
            .filter_map(|(dim, _)| dim.index().checked_sub(layout.dims()).map(|at| at / layout.depth()))
            .collect();
        touched.dedup();
        let [one] = touched.as_slice() else { return false };
        let Some(word) = pattern.at.get(*one).and_then(|slot| key.1.get(*slot)) else { return false };
        let moved = constraint.rename(|dim| match dim.index().checked_sub(layout.dims()) {
            Some(at) => Dim::new(layout.dims() + at - one * layout.depth()),
            None => dim,
        });
        words.has(all, &[*word], &moved)
    }

    /// Lists that never decrease.
    fn sorted(
        &self,
        state: &State<N>,
        nodes: &NodeNames,
        said: &mut Said,
        done: &mut Vec<(Key, Constraint)>,
    ) {
        let words = &state.words;
        let layout = words.layout();
        let place = |pattern: Pattern| words.patterns().iter().position(|known| *known == pattern);
        let (Some(all), Some(ordered)) = (place(Pattern::all()), place(Pattern::ordered())) else { return };
        for word in 0..layout.words {
            if state.is_single(word) {
                continue;
            }
            for field in 0..layout.fields {
                let first = Constraint::le(layout.head(word, field), layout.data(0, field));
                let rises = Constraint::le(layout.data(0, field), layout.data(1, field));
                if words.has(all, &[word], &first) && words.has(ordered, &[word], &rises) {
                    let name = nodes.list(word, &state.shape);
                    match layout.fields {
                        1 => said.both(format!("sorted({name})"), format!("{name} is sorted")),
                        _ => {
                            let field = nodes.field_name(&self.unit, state, word, field);
                            said.both(
                                format!("sorted({name}, {field})"),
                                format!("{name} is sorted by {field}"),
                            );
                        }
                    }
                    done.push(((all, vec![word]), first));
                    done.push(((ordered, vec![word]), rises));
                }
            }
        }
    }

    /// Lists with the same data.
    fn equal(&self, state: &State<N>, nodes: &NodeNames, said: &mut Said, done: &mut Vec<(Key, Constraint)>) {
        let words = &state.words;
        let layout = words.layout();
        let Some(equal) = words.patterns().iter().position(|known| *known == Pattern::equal()) else {
            return;
        };
        for a in 0..layout.words {
            for b in a + 1..layout.words {
                let heads = (0..layout.fields)
                    .map(|field| Constraint::eq(layout.head(a, field), layout.head(b, field)))
                    .chain([Constraint::eq(layout.len(a), layout.len(b))]);
                let data: Vec<Constraint> = (0..layout.fields)
                    .map(|field| Constraint::eq(layout.data(0, field), layout.data(1, field)))
                    .collect();
                let base = heads.into_iter().all(|constraint| words.base().entails(&constraint));
                if base && data.iter().all(|constraint| words.has(equal, &[a, b], constraint)) {
                    let (x, y) = (nodes.list(a, &state.shape), nodes.list(b, &state.shape));
                    said.both(
                        format!("equal({x}, {y})"),
                        format!("{x} and {y} have the same elements in the same order"),
                    );
                    done.extend(data.into_iter().map(|constraint| ((equal, vec![a, b]), constraint)));
                }
            }
        }
    }

    fn universal(
        &self,
        state: &State<N>,
        nodes: &NodeNames,
        dims: &[String],
        (key, pattern): (&Key, &Pattern),
        constraint: &Constraint,
        said: &mut Said,
    ) {
        let layout = state.words.layout();
        let letters = ["y", "z", "w"];
        let mut names = dims.to_vec();
        let mut about = dims.to_vec();
        for (at, slot) in pattern.at.iter().enumerate() {
            let letter = letters.get(at).copied().unwrap_or("v");
            let word = key.1.get(*slot).copied().unwrap_or(0);
            names.push(letter.to_string());
            about.push("its position".to_string());
            for field in 0..layout.fields {
                names.push(nodes.element(&self.unit, state, word, field, letter));
                about.push(if layout.fields == 1 {
                    "it".to_string()
                } else {
                    nodes.field_name(&self.unit, state, word, field)
                });
            }
        }
        let text = Names::new(names).constraint(constraint);
        let of =
            |slot: usize| key.1.get(slot).map_or("?".to_string(), |word| nodes.list(*word, &state.shape));
        let of_data = |constraint: &Constraint| {
            constraint.expr().terms().iter().any(|(dim, _)| {
                dim.index().checked_sub(layout.dims()).is_some_and(|at| at % layout.depth() == 0)
            })
        };
        if *pattern == Pattern::all() {
            // Where it holds of the first one too, it holds of all.
            let word = key.1.first().copied().unwrap_or(0);
            let first = constraint.rename(|dim| match dim.index().checked_sub(layout.dims()) {
                Some(at) if at % layout.depth() > 0 => layout.head(word, at % layout.depth() - 1),
                _ => dim,
            });
            let whole = !of_data(constraint) && state.words.base().entails(&first);
            let rest = if whole { "" } else { "tail of " };
            let formula = format!("forall y in {rest}{}: {text}", of(0));
            let subject = if whole { "every element of" } else { "every element after the first of" };
            match says_of(constraint, layout.data(0, 0), layout.fields, &Names::new(about)) {
                Some(what) => said.both(formula, format!("{subject} {} {what}", of(0))),
                None => said.formula.push(formula),
            }
            return;
        }
        let guard = |guard: &Guard| match *guard {
            Guard::Before(a, b) => format!("{} < {}", letters[a], letters[b]),
            Guard::Next(a, b) => format!("{} right before {}", letters[a], letters[b]),
            Guard::Same(a, b) => format!("{} == {}", letters[a], letters[b]),
            Guard::First(a) => format!("{} first", letters[a]),
            Guard::FromEnd(a, 0) => format!("{} last", letters[a]),
            Guard::FromEnd(a, n) => format!("{} with {n} behind it", letters[a]),
            Guard::Cells(_, n) => format!("len == {n}"),
        };
        let conditions: Vec<String> = pattern.guard.iter().map(guard).collect();
        let lists: Vec<String> = (0..pattern.words).map(of).collect();
        let ranging: Vec<&str> = letters.iter().take(pattern.at.len()).copied().collect();
        let head = match ranging.is_empty() {
            true => format!("where len({}) == 1", lists.join(", ")),
            false => {
                let such = if conditions.is_empty() {
                    String::new()
                } else {
                    format!(", {}", conditions.join(", "))
                };
                format!("forall {} in tail of {}{such}", ranging.join(", "), lists.join(", "))
            }
        };
        said.formula.push(format!("{head}: {text}"));
    }

    fn multisets(&self, state: &State<N>, nodes: &NodeNames, said: &mut Said) {
        let Some(bags) = &state.bags else { return };
        let names = nodes.bags(&self.unit, state);
        let layout = state.words.layout();
        // That a node of one cell has the elements of that cell says nothing.
        let trivial = |equation: &[(usize, base::Int)]| {
            (0..state.shape.nodes()).any(|node| {
                (0..layout.fields).any(|field| {
                    let own = [state.node_bag(node, field), state.head_bag(node, field)];
                    equation.len() == 2 && equation.iter().all(|(dim, _)| own.contains(dim))
                })
            })
        };
        for equation in bags.equations().iter().filter(|equation| !trivial(equation)) {
            let side = |negative: bool| {
                let terms: Vec<String> = equation
                    .iter()
                    .filter(|(_, factor)| factor.is_negative() == negative)
                    .map(|(dim, factor)| {
                        let name = names.get(*dim).map_or("?", String::as_str);
                        if factor.abs().is_one() {
                            name.to_string()
                        } else {
                            format!("{} * {name}", factor.abs())
                        }
                    })
                    .collect();
                if terms.is_empty() { "{}".to_string() } else { terms.join(" + ") }
            };
            said.formula.push(format!("{} == {}", side(false), side(true)));
        }
    }
}

/// `is at least 3`, where a constraint compares the data to something.
fn says_of(constraint: &Constraint, data: Dim, fields: usize, names: &Names) -> Option<String> {
    let expr = constraint.expr();
    let factor = expr.coefficient(data);
    if !factor.abs().is_one() || fields != 1 {
        return None;
    }
    // ±data + rest ⋈ 0
    let rest = expr.clone() - domains::Expr::term(factor.clone(), data);
    // A sentence with more than one name in it is harder to read than the formula.
    if rest.terms().len() > 1 {
        return None;
    }
    let value = if factor.is_negative() { rest } else { -rest };
    let value = names.expr(&value);
    Some(match (constraint.relation(), factor.is_negative()) {
        (Relation::Zero, _) => format!("is {value}"),
        (Relation::NotZero, _) => format!("is not {value}"),
        (Relation::AtLeastZero, false) => format!("is >= {value}"),
        (Relation::AtLeastZero, true) => format!("is <= {value}"),
    })
}

impl NodeNames {
    /// A node as a list: its name, where it is one to its end; else from where to where.
    pub(super) fn list(&self, node: usize, shape: &crate::heap::Shape) -> String {
        match shape.next.get(node) {
            Some(Target::Node(_)) => format!("[{}]", self.name(node)),
            _ => self.name(node).to_string(),
        }
    }
}
