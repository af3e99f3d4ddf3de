//! A shape with what is known of the data in it.

use super::shape::{Shape, Target};
use crate::bags::Bags;
use crate::words::{Make, Words};
use domains::{Constraint, Dim, Expr, Lattice, Numeric};
use imperative::StructId;

/// Heaps of one shape, with the values of numbers.
#[derive(Clone, Debug)]
pub struct State<N> {
    /// How cells hang together.
    pub shape: Shape,
    /// What is known of numbers and data; one word for each node.
    pub words: Words<N>,
    /// Which multisets are equal, if the analysis tracks multisets.
    pub bags: Option<Bags>,
    /// What else is known of the cells of each node.
    pub marks: Vec<Mark>,
    /// Whether some number may have no value: it came from a cell that was never written.
    pub vague: bool,
}

/// What is known of the cells of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whether the program made them.
    pub made: Made,
    /// Whether all their data were written.
    pub written: bool,
}

/// Whether the program made some cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// They were there at the entry, or need not be freed.
    No,
    /// It did.
    Yes,
    /// It made some of them, or it is unknown.
    Some,
}

impl Mark {
    /// Cells that were there at the entry.
    pub const GIVEN: Mark = Mark { made: Made::No, written: true };

    fn join(self, other: Mark) -> Mark {
        let made = if self.made == other.made { self.made } else { Made::Some };
        Mark { made, written: self.written && other.written }
    }
}

/// What the dimensions of multisets stand for: one for each number, one for each field of each list at the entry, and two for each
/// field of a node: all of its data, and the first.
impl<N: Numeric> State<N> {
    fn given_bags(&self) -> usize {
        let layout = self.words.layout();
        let nodes = 2 * layout.fields * self.shape.nodes();
        self.bags.as_ref().map_or(0, |bags| bags.dims().saturating_sub(nodes))
    }

    /// The multiset of one number.
    pub fn number_bag(&self, dim: Dim) -> usize {
        dim.index()
    }

    /// The multiset of a field of a list at the entry.
    pub fn entry_bag(&self, list: usize, field: usize) -> usize {
        let layout = self.words.layout();
        layout.nums + list * layout.fields + field
    }

    /// The multiset of a field of all cells of a node.
    pub fn node_bag(&self, node: usize, field: usize) -> usize {
        self.given_bags() + 2 * (node * self.words.layout().fields + field)
    }

    /// The multiset of a field of its first cell.
    pub fn head_bag(&self, node: usize, field: usize) -> usize {
        self.node_bag(node, field) + 1
    }

    /// Whether there is no such heap.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Other nodes, each made of the previous ones. The caller sets their kinds and links.
    fn remade(&self, make: &[Make]) -> (Words<N>, Option<Bags>, Vec<Mark>) {
        let marks = make
            .iter()
            .map(|make| match make {
                Make::Same(of) | Make::Head(of) | Make::Tail(of) | Make::Front(of) | Make::Back(of, _) => {
                    self.marks[*of]
                }
                Make::Concat(of) => {
                    of.iter().map(|node| self.marks[*node]).reduce(Mark::join).unwrap_or(Mark::GIVEN)
                }
                Make::Fresh => Mark::GIVEN,
            })
            .collect();
        (self.words.rebuild(make), self.bags.as_ref().map(|bags| self.remade_bags(bags, make)), marks)
    }

    fn remade_bags(&self, bags: &Bags, make: &[Make]) -> Bags {
        let fields = self.words.layout().fields;
        let given = self.given_bags();
        let old = bags.dims();
        // All old ones, then those of new nodes that are not just old ones.
        let mut wide: Vec<Option<usize>> = (0..old).map(Some).collect();
        let mut order: Vec<Option<usize>> = (0..given).map(Some).collect();
        let mut equations: Vec<Vec<(usize, i64)>> = Vec::new();
        let mut fronts = Vec::new();
        for one in make {
            for field in 0..fields {
                let all = |node: usize| self.node_bag(node, field);
                let head = |node: usize| self.head_bag(node, field);
                if let Make::Same(of) = one {
                    order.extend([Some(all(*of)), Some(head(*of))]);
                    continue;
                }
                let (new_all, new_head) = (wide.len(), wide.len() + 1);
                wide.extend([None, None]);
                order.extend([Some(new_all), Some(new_head)]);
                match one {
                    Make::Same(_) => {}
                    Make::Fresh => equations.push(vec![(new_all, 1), (new_head, -1)]),
                    Make::Head(of) => {
                        equations.push(vec![(new_all, 1), (head(*of), -1)]);
                        equations.push(vec![(new_head, 1), (head(*of), -1)]);
                    }
                    Make::Tail(of) => {
                        equations.push(vec![(new_all, 1), (head(*of), 1), (all(*of), -1)]);
                    }
                    Make::Front(of) => equations.push(vec![(new_head, 1), (head(*of), -1)]),
                    Make::Back(of, _) => {
                        // Both parts have all that the whole has.
                        let front = make.iter().position(|make| *make == Make::Front(*of));
                        fronts.extend(front.map(|front| (front, new_all, all(*of), field)));
                    }
                    Make::Concat(of) => {
                        let mut sum = vec![(new_all, 1)];
                        sum.extend(of.iter().map(|node| (all(*node), -1)));
                        equations.push(sum);
                        equations.push(vec![(new_head, 1), (head(of.first().copied().unwrap_or(0)), -1)]);
                    }
                }
            }
        }
        for (front, back, whole, field) in fronts {
            if let Some(Some(front)) = order.get(given + 2 * (front * fields + field)) {
                equations.push(vec![(*front, 1), (back, 1), (whole, -1)]);
            }
        }
        let mut known = bags.arranged(&wide);
        for equation in &equations {
            known = known.with(equation);
        }
        known.arranged(&order)
    }

    /// The nodes in order, at most `k` of them simple, without those that nothing leads to; and what is known of those.
    pub fn settled(&self, k: Option<usize>) -> (State<N>, Vec<Mark>) {
        let (groups, shape) = self.shape.settled(k);
        let same = groups.len() == self.shape.nodes()
            && groups.iter().enumerate().all(|(at, group)| group.as_slice() == [at]);
        if same {
            return (State { shape, ..self.clone() }, Vec::new());
        }
        let lost = (0..self.shape.nodes()).filter(|node| !groups.iter().any(|group| group.contains(node)));
        let lost = lost.map(|node| self.marks[node]).collect();
        let make: Vec<Make> = groups
            .into_iter()
            .map(|group| if let [one] = group.as_slice() { Make::Same(*one) } else { Make::Concat(group) })
            .collect();
        let (words, bags, marks) = self.remade(&make);
        (State { shape, words, bags, marks, vague: self.vague }, lost)
    }

    /// Whether a node has one cell only.
    pub fn is_single(&self, node: usize) -> bool {
        self.words.base().entails(&Constraint::eq(self.words.layout().len(node), 1))
    }

    /// The same heaps, in which a node has one cell: in some it has no others, in some the others are a new node. Nodes keep their
    /// numbers.
    pub fn unfolded(&self, node: usize) -> Vec<State<N>> {
        let mut found = Vec::new();
        let pair = self.with_twins(node);
        let mut alone = self.clone();
        for of in &pair {
            alone = alone.single(*of);
        }
        // That it has one cell may follow from other lengths; then its sum and its multiset are those of the cell.
        let single = self.is_single(node);
        if single || !alone.is_empty() {
            found.push(alone);
        }
        if single {
            return found;
        }
        let mut make: Vec<Make> = (0..self.shape.nodes()).map(Make::Same).collect();
        for of in &pair {
            make[*of] = Make::Head(*of);
            make.push(Make::Tail(*of));
        }
        let (words, bags, marks) = self.remade(&make);
        if !words.is_empty() {
            let mut shape = self.shape.clone();
            let mut tails = Vec::new();
            for of in &pair {
                let tail = shape.add(shape.kind[*of], shape.next[*of]);
                shape.next[*of] = Target::Node(tail);
                tails.push((*of, tail));
            }
            for (of, tail) in &tails {
                let old = tails.iter().find(|(other, _)| self.shape.before[*of] == Some(*other));
                shape.before[*tail] = old.map(|(_, tail)| *tail);
            }
            found.push(State { shape, words, bags, marks, vague: self.vague });
        }
        found
    }

    /// A node, and those that are cut where it is: what it held at the entry, and what holds now what it holds of the entry.
    fn with_partner(&self, node: usize, along: Option<usize>) -> Vec<usize> {
        let now = (0..self.shape.nodes()).filter(|now| self.shape.before[*now] == Some(node));
        let mut all = vec![node];
        for other in along.into_iter().chain(self.shape.before[node]).chain(now) {
            if !all.contains(&other) {
                all.push(other);
            }
        }
        all
    }

    /// A node with all those that it is compared with position by position, as long as it is, and with their partners. Without
    /// its first cell a word would have other positions than the one that it is compared with.
    fn with_twins(&self, node: usize) -> Vec<usize> {
        let mut all = Vec::new();
        let mut waiting = vec![node];
        while let Some(next) = waiting.pop() {
            if !all.contains(&next) {
                all.push(next);
                waiting.extend(self.with_partner(next, None));
                waiting.extend(self.words.twins(next));
            }
        }
        all
    }

    /// The same heaps, in which a node is cut in two somewhere: the second part is a new node. Nodes keep their numbers. If `along`
    /// is given, that node is cut at the same position, and its second part comes after the new node.
    pub fn cut(&self, node: usize, along: Option<usize>) -> Option<(State<N>, usize)> {
        let mut make: Vec<Make> = (0..self.shape.nodes()).map(Make::Same).collect();
        let mut shape = self.shape.clone();
        let mut backs = Vec::new();
        let all = self.with_partner(node, along);
        for of in &all {
            make[*of] = Make::Front(*of);
            make.push(Make::Back(*of, 0));
            let back = shape.add(shape.kind[*of], shape.next[*of]);
            shape.next[*of] = Target::Node(back);
            backs.push((*of, back));
        }
        for (of, back) in &backs {
            let old = self.shape.before[*of];
            shape.before[*back] =
                old.and_then(|old| backs.iter().find(|(other, _)| *other == old)).map(|(_, back)| *back);
        }
        for (of, _) in &backs {
            // One that is cut without what it held at the entry is not known to be that any more.
            if let Some(old) = self.shape.before[*of]
                && !all.contains(&old)
            {
                shape.before[*of] = None;
            }
        }
        for now in 0..self.shape.nodes() {
            if let Some(old) = self.shape.before[now]
                && all.contains(&old)
                && !all.contains(&now)
            {
                shape.before[now] = None;
            }
        }
        let (words, bags, marks) = self.remade(&make);
        let state = State { shape, words, bags, marks, vague: self.vague };
        (!state.is_empty()).then(|| (state, self.shape.nodes()))
    }

    /// The same heaps, in which the nodes of two lists that have none in common are one each. Gives their new numbers.
    pub fn joined(&self, a: &[usize], b: &[usize]) -> Option<(State<N>, usize, usize)> {
        let mut shape = self.shape.clone();
        let spare = shape.vars.len();
        let (first, second) = (*a.first()?, *b.first()?);
        // Only these two lists are of interest: whatever else leads to them, or into them, is forgotten.
        for target in &mut shape.vars {
            *target = Target::Unset;
        }
        shape.vars.extend([Target::Node(first), Target::Node(second)]);
        let alone = State { shape, ..self.clone() };
        let mut state = alone.settled(Some(0)).0;
        let (Some(Target::Node(a)), Some(Target::Node(b))) =
            (state.shape.vars.get(spare).copied(), state.shape.vars.get(spare + 1).copied())
        else {
            return None;
        };
        state.shape.vars.truncate(spare);
        (state.shape.next[a] == Target::Nil && state.shape.next[b] == Target::Nil && a != b)
            .then_some((state, a, b))
    }

    fn single(&self, node: usize) -> State<N> {
        let mut one = State { words: self.words.single(node), ..self.clone() };
        for field in 0..self.words.layout().fields {
            let (all, head) = (self.node_bag(node, field), self.head_bag(node, field));
            one.bags = one.bags.map(|bags| bags.with(&[(all, 1), (head, -1)]));
        }
        one
    }

    /// With a new node of one cell, with any data.
    pub fn with_cell(&self, kind: StructId, next: Target, mark: Mark) -> (State<N>, usize) {
        let mut make: Vec<Make> = (0..self.shape.nodes()).map(Make::Same).collect();
        make.push(Make::Fresh);
        let (words, bags, mut marks) = self.remade(&make);
        let mut shape = self.shape.clone();
        let node = shape.add(kind, next);
        if let Some(place) = marks.last_mut() {
            *place = mark;
        }
        (State { shape, words, bags, marks, vague: self.vague }, node)
    }

    /// With a new node of one cell or more, with any data.
    pub fn with_list(&self, kind: StructId, next: Target) -> (State<N>, usize) {
        // The tail of any word with two cells or more is any word.
        let (state, node) = self.with_cell(kind, next, Mark::GIVEN);
        let words = state.words.lengthened(node);
        let any: Vec<usize> = (0..words.layout().fields).map(|field| state.node_bag(node, field)).collect();
        let bags = state.bags.as_ref().map(|bags| bags.without(&any));
        (State { words, bags, ..state }, node)
    }

    /// With a new node that has the same data as another one; nothing leads to it yet, and it ends in nil.
    pub fn copied(&self, node: usize) -> (State<N>, usize) {
        let (mut state, copy) = self.with_list(self.shape.kind[node], Target::Nil);
        state.words = state.words.equated(node, copy);
        for field in 0..self.words.layout().fields {
            let (all, new) = (state.node_bag(node, field), state.node_bag(copy, field));
            let (head, new_head) = (state.head_bag(node, field), state.head_bag(copy, field));
            state.bags =
                state.bags.map(|bags| bags.with(&[(all, 1), (new, -1)]).with(&[(head, 1), (new_head, -1)]));
        }
        (state, copy)
    }

    /// Without a node, which is freed: whatever led there leads to what was freed.
    pub fn freed(&self, node: usize) -> State<N> {
        let mut state = self.clone();
        for target in state.shape.vars.iter_mut().chain(&mut state.shape.next) {
            if *target == Target::Node(node) {
                *target = Target::Freed;
            }
        }
        let make: Vec<Make> = (0..self.shape.nodes()).filter(|at| *at != node).map(Make::Same).collect();
        let (words, bags, marks) = state.remade(&make);
        let moved = |at: usize| if at > node { at - 1 } else { at };
        let shift = |target: Target| match target {
            Target::Node(at) => Target::Node(moved(at)),
            other => other,
        };
        let keep = |at: &usize| *at != node;
        let nodes = || (0..self.shape.nodes()).filter(keep);
        let shape = Shape {
            vars: state.shape.vars.iter().map(|target| shift(*target)).collect(),
            next: nodes().map(|at| shift(state.shape.next[at])).collect(),
            kind: nodes().map(|at| state.shape.kind[at]).collect(),
            before: nodes().map(|at| state.shape.before[at].filter(keep).map(moved)).collect(),
            flags: state.shape.flags.clone(),
        };
        State { shape, words, bags, marks, vague: self.vague }
    }

    /// After a number got the value of an expression.
    pub fn assign(&self, dim: Dim, expr: &Expr) -> State<N> {
        let bag = self.number_bag(dim);
        let bags = match (&self.bags, self.bag_of(expr)) {
            (Some(bags), Some(from)) => Some(bags.set(bag, &[(from, 1)])),
            (Some(bags), None) => Some(bags.without(&[bag])),
            (None, _) => None,
        };
        State { words: self.words.assign(dim, expr), bags, ..self.clone() }
    }

    /// After a number got any value.
    pub fn forget(&self, dim: Dim) -> State<N> {
        let bags = self.bags.as_ref().map(|bags| bags.without(&[self.number_bag(dim)]));
        State { words: self.words.forget(dim), bags, ..self.clone() }
    }

    /// After a field of the first cell of a node got a value; any if it is not said.
    pub fn set_head(&self, node: usize, field: usize, expr: Option<&Expr>) -> State<N> {
        let (all, head) = (self.node_bag(node, field), self.head_bag(node, field));
        let bags = self.bags.as_ref().map(|bags| {
            // All of them lose the old first one, and get the new one.
            let rest = bags.set(all, &[(all, 1), (head, -1)]);
            let first = match expr.and_then(|expr| self.bag_of(expr)) {
                Some(from) => rest.set(head, &[(from, 1)]),
                None => rest.without(&[head]),
            };
            first.set(all, &[(all, 1), (head, 1)])
        });
        let words = match expr {
            Some(expr) => self.words.set_head(node, field, expr),
            None => self.words.forget_head(node, field),
        };
        let mut marks = self.marks.clone();
        // A cell with several fields is written only when all of them are.
        marks[node].written |= self.words.layout().fields == 1 && self.is_single(node);
        State { words, bags, marks, ..self.clone() }
    }

    /// The multiset of a number that is that of a variable or of a first cell.
    pub fn bag_of(&self, expr: &Expr) -> Option<usize> {
        let [(dim, factor)] = expr.terms() else { return None };
        if !factor.is_one() || !expr.constant_part().is_zero() {
            return None;
        }
        let layout = self.words.layout();
        if dim.index() < layout.nums {
            return Some(self.number_bag(*dim));
        }
        (0..self.shape.nodes())
            .flat_map(|node| (0..layout.fields).map(move |field| (node, field)))
            .find(|(node, field)| layout.head(*node, *field) == *dim)
            .map(|(node, field)| self.head_bag(node, field))
    }

    /// Those that satisfy a constraint on numbers and data of first cells.
    pub fn meet(&self, constraint: &Constraint) -> State<N> {
        let mut bags = self.bags.clone();
        if constraint.relation() == domains::Relation::Zero
            && let [(a, x), (b, y)] = constraint.expr().terms()
            && (x + y).is_zero()
            && constraint.expr().constant_part().is_zero()
            && let (Some(a), Some(b)) = (self.bag_of(&Expr::from(*a)), self.bag_of(&Expr::from(*b)))
        {
            // Equal numbers make equal multisets.
            bags = bags.map(|bags| bags.with(&[(a, 1), (b, -1)]));
        }
        State { words: self.words.meet(constraint), bags, ..self.clone() }
    }

    /// What holds of both; they have one shape.
    pub(super) fn join(&self, other: &State<N>) -> State<N> {
        self.merged(other, self.words.join(&other.words))
    }

    pub(super) fn merged(&self, other: &State<N>, words: Words<N>) -> State<N> {
        let bags = match (&self.bags, &other.bags) {
            (Some(a), Some(b)) => Some(a.join(b)),
            _ => None,
        };
        let marks = self.marks.iter().zip(&other.marks).map(|(a, b)| a.join(*b)).collect();
        let vague = self.vague || other.vague;
        State { shape: self.shape.clone(), words, bags, marks, vague }
    }

    /// Whether the other has all of these heaps. Both have the same shape.
    pub(super) fn leq(&self, other: &State<N>) -> bool {
        let marks = self.marks.iter().zip(&other.marks).all(|(a, b)| a.join(*b) == *b);
        let bags = match (&self.bags, &other.bags) {
            (Some(a), Some(b)) => a.leq(b),
            (_, None) => true,
            (None, Some(_)) => false,
        };
        let vague = !self.vague || other.vague;
        marks && bags && vague && self.words.leq(&other.words)
    }
}
