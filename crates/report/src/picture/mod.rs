//! A heap as a picture, before it is drawn: boxes, their contents, and which box points to which.
//!
//! `x = →a1`, `a1: cons(head: 0, tail: →a1)` becomes two boxes: the variable `x` with one slot that leads to
//! the cell, and the cell with the slots `head` and `tail`, of which the second leads to the cell itself. An
//! array that stands in place gets a box of its own, as it has on the machine.
//!
//! The level of a box is its breadth-first distance from the variables, which are at level 0. So an arrow
//! never skips a level to the right. Boxes that nothing leads to (suites may be written by hand) start at
//! level 1.
//!
//! A picture of what is there at the end also knows what was there before, and marks the slots that hold something else
//! and the boxes that are new ([`picture_after`]).

mod slots;

use base::{Int, character_literal};
use slots::{Past, Slot, Waiting, element, elements, object};
use std::collections::{BTreeMap, VecDeque};
use workbench::{Datum, Snapshot};

/// What a box stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Variable,
    Cell,
    Array,
}

/// What a slot shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Text(String),
    Nil,
    /// An arrow to a box.
    To(usize),
}

/// A box.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub kind: Kind,
    /// The type of a cell with its name, the name of an array; nothing for a variable.
    pub title: String,
    /// Names and contents: one slot for a variable, the fields of a cell, the elements of an array.
    pub slots: Vec<(String, Show)>,
    /// For each slot, whether it held something else before.
    pub changed: Vec<bool>,
    /// Whether it was not there before, or is freed since.
    pub fresh: bool,
    pub level: usize,
    /// The boxes that were first reached from this one, in order.
    pub children: Vec<usize>,
}

/// All boxes: variables first, then the objects of the heap, then arrays that stand in place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picture {
    pub nodes: Vec<Node>,
    /// The boxes that nothing was reached before: the variables, then one for each part that none leads to.
    pub roots: Vec<usize>,
}

/// A character as a literal, or else its number.
pub(crate) fn character(code: &Int) -> String {
    code.to_i64().and_then(character_literal).unwrap_or_else(|| code.to_string())
}

/// The boxes of a snapshot.
pub(crate) fn picture(s: &Snapshot) -> Picture {
    boxes(s, None)
}

/// The boxes of what is there at the end, with what is not as it was before. The names of objects are the same in both.
pub(crate) fn picture_after(before: &Snapshot, after: &Snapshot) -> Picture {
    boxes(after, Some(before))
}

fn boxes<'a>(s: &'a Snapshot, before: Option<&'a Snapshot>) -> Picture {
    let mut waiting: VecDeque<Waiting<'a>> = VecDeque::new();
    for (name, datum) in &s.env {
        // That a variable is new shows by itself.
        let was = before.and_then(|before| before.env.iter().find(|(n, _)| n == name));
        let past = was.map_or(Past::Unasked, |(_, was)| Past::Was(was));
        let slots = vec![Slot { name: name.clone(), datum, past }];
        waiting.push_back(Waiting {
            kind: Kind::Variable,
            title: String::new(),
            slots,
            more: 0,
            fresh: false,
        });
    }
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, (name, o)) in s.heap.iter().enumerate() {
        named.entry(name).or_insert(s.env.len() + i);
        waiting.push_back(object(name, o, before));
    }
    let mut made = Picture::default();
    while let Some(next) = waiting.pop_front() {
        let mut shown = Vec::with_capacity(next.slots.len());
        let mut changed = Vec::with_capacity(next.slots.len());
        for Slot { name, datum, past } in next.slots {
            let show = match datum {
                Datum::Int(i) => Show::Text(i.to_string()),
                Datum::Character(i) => Show::Text(character(i)),
                Datum::Real(r) => Show::Text(r.to_string()),
                Datum::Bool(b) => Show::Text(b.to_string()),
                Datum::Nil => Show::Nil,
                Datum::Nothing => Show::Text("?".into()),
                Datum::Pointer(to, i) => match named.get(to.as_str()) {
                    Some(at) if *i == 0 => Show::To(*at),
                    _ => Show::Text(format!("→{to}[{i}]")),
                },
                Datum::Ref(to) => match named.get(to.as_str()) {
                    Some(at) => Show::To(*at),
                    None => Show::Text(format!("→{to}?")),
                },
                Datum::Array(list, first) => {
                    // The box that is being made is not among the finished ones yet.
                    let at = made.nodes.len() + 1 + waiting.len();
                    let old = |index: i64| match past {
                        Past::Unasked => Past::Unasked,
                        Past::Was(Datum::Array(list, first)) => element(Some((list, *first)), index),
                        Past::Was(_) | Past::Absent => Past::Absent,
                    };
                    let (slots, more) = elements(list, *first, &old);
                    let fresh = false;
                    waiting.push_back(Waiting {
                        kind: Kind::Array,
                        title: String::new(),
                        slots,
                        more,
                        fresh,
                    });
                    Show::To(at)
                }
            };
            changed.push(past.differs(datum));
            shown.push((name, show));
        }
        if next.more > 0 {
            changed.push(false);
            shown.push(("…".into(), Show::Text(format!("{} more", next.more))));
        }
        let (kind, title, fresh) = (next.kind, next.title, next.fresh);
        made.nodes.push(Node { kind, title, slots: shown, changed, fresh, level: 0, children: Vec::new() });
    }
    set_levels(&mut made, s.env.len());
    made
}

fn set_levels(picture: &mut Picture, variables: usize) {
    let mut seen = vec![false; picture.nodes.len()];
    let mut queue: VecDeque<usize> = VecDeque::new();
    for (i, seen) in seen.iter_mut().enumerate().take(variables) {
        *seen = true;
        picture.roots.push(i);
        queue.push_back(i);
    }
    for next in 0..=picture.nodes.len() {
        while let Some(at) = queue.pop_front() {
            let level = picture.nodes[at].level;
            let targets: Vec<usize> = picture.nodes[at]
                .slots
                .iter()
                .filter_map(|(_, show)| if let Show::To(to) = show { Some(*to) } else { None })
                .collect();
            for to in targets {
                if !seen[to] {
                    seen[to] = true;
                    picture.nodes[to].level = level + 1;
                    picture.nodes[at].children.push(to);
                    queue.push_back(to);
                }
            }
        }
        if next < picture.nodes.len() && !seen[next] {
            seen[next] = true;
            picture.nodes[next].level = 1;
            picture.roots.push(next);
            queue.push_back(next);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::slots::ELEMENTS;
    use super::*;
    use base::Int;
    use workbench::HeapObject;

    /// `x` leads to a list of two cells that ends in itself, `a` is an array in place, `n` a number.
    pub(crate) fn example() -> Snapshot {
        let cell = |head: i64, tail: &str| HeapObject::Cell {
            ty: "cons".into(),
            fields: vec![
                ("head".into(), Datum::Int(Int::from(head))),
                ("tail".into(), Datum::Ref(tail.into())),
            ],
        };
        Snapshot {
            env: vec![
                ("x".into(), Datum::Ref("a1".into())),
                ("a".into(), Datum::Array(vec![Datum::Nil, Datum::Bool(true)], 0)),
                ("n".into(), Datum::Nil),
            ],
            heap: vec![("a1".into(), cell(1, "a2")), ("a2".into(), cell(2, "a2"))],
            answers: Vec::new(),
            asked: Vec::new(),
        }
    }

    #[test]
    fn levels_are_distances_and_arrays_have_boxes() {
        let p = picture(&example());
        let levels: Vec<usize> = p.nodes.iter().map(|n| n.level).collect();
        assert_eq!(levels, [0, 0, 0, 1, 2, 1]);
        assert_eq!(p.nodes[1].slots, [("a".to_string(), Show::To(5))]);
        assert_eq!(p.nodes[4].slots[1].1, Show::To(4));
        assert_eq!(p.roots, [0, 1, 2]);
    }

    #[test]
    fn what_is_not_as_it_was_is_marked() {
        let before = example();
        let mut after = example();
        after.env[2].1 = Datum::Ref("a3".into());
        after.env[1].1 = Datum::Array(vec![Datum::Nil, Datum::Bool(false)], 0);
        if let HeapObject::Cell { fields, .. } = &mut after.heap[0].1 {
            fields[0].1 = Datum::Int(Int::from(7));
        }
        after.heap[1].1 = HeapObject::Gone;
        let new = HeapObject::Cell { ty: "cons".into(), fields: vec![("head".into(), Datum::Nil)] };
        after.heap.push(("a3".into(), new));
        let p = picture_after(&before, &after);
        let marks: Vec<(&[bool], bool)> = p.nodes.iter().map(|n| (n.changed.as_slice(), n.fresh)).collect();
        let expected: [(&[bool], bool); 7] = [
            (&[false], false),
            (&[false], false),
            (&[true], false),
            (&[true, false], false),
            (&[], true),
            (&[false], true),
            (&[false, true], false),
        ];
        assert_eq!(marks, expected);
        assert!(picture(&after).nodes.iter().all(|n| !n.fresh && !n.changed.contains(&true)));
    }

    #[test]
    fn garbage_dangling_names_and_nested_arrays() {
        let inner = |n: i64| Datum::Array(vec![Datum::Int(Int::from(n))], 1);
        let s = Snapshot {
            env: vec![
                ("a".into(), Datum::Array(vec![inner(1), inner(2)], 0)),
                ("b".into(), Datum::Array(vec![inner(3)], 0)),
                ("y".into(), Datum::Ref("nowhere".into())),
            ],
            heap: vec![("g".into(), HeapObject::Array(vec![Datum::Bool(false); 100], 0))],
            answers: Vec::new(),
            asked: Vec::new(),
        };
        let p = picture(&s);
        assert_eq!(p.roots, [0, 1, 2, 3]);
        assert_eq!(p.nodes[3].slots.len(), ELEMENTS + 1);
        assert_eq!(p.nodes[2].slots[0].1, Show::Text("→nowhere?".into()));
        let text = |at: usize| p.nodes[at].slots[0].clone();
        assert_eq!(
            p.nodes[4].slots.iter().map(|s| s.1.clone()).collect::<Vec<_>>(),
            [Show::To(6), Show::To(7)]
        );
        assert_eq!(text(6), ("1".to_string(), Show::Text("1".into())));
        assert_eq!(text(7), ("1".to_string(), Show::Text("2".into())));
        assert_eq!((p.nodes[8].level, text(8).1), (2, Show::Text("3".into())));
    }
}
