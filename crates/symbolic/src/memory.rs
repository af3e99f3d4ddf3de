//! Symbolic memory: maps with a write log.
//!
//! The unknown initial heap is one uninterpreted function per field (`tail₀(r)`), an unknown array one
//! function of reference and index. An update appends to the field's log, a *picture*; nothing is
//! computed. A read walks the log backwards: the same reference gives its value, a surely different one
//! is passed over, an undecided one gives a guarded value. So the result is a value-set
//! `ite(r = r₁, v₁, …)`, and only the guards that stay open ever reach the solver: aliasing multiplies
//! no paths.
//!
//! References in terms are *leaves* — nil, a new cell, an input reference (an input variable or an
//! initial field of one) — under `ite`. An input reference is never a new cell, and equality of leaves
//! is decided here where it can be.

use crate::evaluate::{Open, OpenKind};
use crate::facts::Facts;
use crate::log::{At, Found, Identity, Log, Picture, Range};
use crate::world::World;
use formula::{FunId, Op, Sort, Term};
use rustc_hash::FxHashMap;
use source::Span;

/// The memory of one symbolic state. Cloning shares all pictures.
#[derive(Clone, Default)]
pub struct Memory {
    /// Logs by field function, in order of first use.
    logs: Vec<(FunId, Log)>,
    /// What the path has settled: two references are equal, or differ.
    facts: Facts,
    /// The lengths of new arrays.
    lengths: Vec<(Term, Term)>,
    /// The first indices of new arrays that do not start at 0.
    firsts: Vec<(Term, Term)>,
    /// New objects that start as nothing.
    empty: Vec<Term>,
    /// New objects that stand for one of the whole program.
    shared: Vec<Shared>,
    allocated: u32,
}

/// A copy of an object of the whole program.
#[derive(Clone, Copy, Debug)]
struct Shared {
    copy: Term,
    /// Where the object is declared.
    origin: Span,
    /// Whether it may be one with others that hold the same.
    merges: bool,
}

impl Memory {
    fn log(&self, f: FunId) -> &Log {
        const NONE: &Log = &None;
        self.logs.iter().find(|(g, _)| *g == f).map_or(NONE, |(_, l)| l)
    }

    fn push(&mut self, f: FunId, at: At, value: Term) {
        match self.logs.iter_mut().find(|(g, _)| *g == f) {
            Some((_, log)) => {
                let before = log.take();
                *log = Some(Picture::new(at, value, before));
            }
            None => self.logs.push((f, Some(Picture::new(at, value, None)))),
        }
    }

    /// Whether two references are the same; `None` if that is open.
    fn decided(&self, w: &mut World, a: Term, b: Term) -> Option<bool> {
        let same = self.equal(w, a, b);
        w.terms.as_bool(same).or_else(|| self.settled(same))
    }

    /// A new cell or array: differs from nil, from every input and from every other new one.
    pub fn allocate(&mut self, w: &mut World, sort: Sort) -> Term {
        self.allocated += 1;
        w.terms.new_cell(sort, self.allocated)
    }

    /// The heap as it was, with what has been settled about references since.
    pub fn back_to(&mut self, before: Memory) {
        self.logs = before.logs;
        self.lengths = before.lengths;
        self.firsts = before.firsts;
        self.empty = before.empty;
        self.shared = before.shared;
        self.allocated = before.allocated;
    }

    /// Records that a guard holds or does not, because the path says so.
    pub fn settle(&mut self, guard: Term, holds: bool) {
        // Whether a term equals itself is never asked, so the pair is free to say that a guard holds.
        self.learn(guard, guard, holds);
    }

    /// Whether a guard is known to hold.
    pub fn settled(&self, guard: Term) -> Option<bool> {
        self.known(guard, guard)
    }

    /// Records that two references are equal or differ, because the path says so.
    pub fn learn(&mut self, a: Term, b: Term, equal: bool) {
        self.facts.insert((a.min(b), a.max(b)), equal);
    }

    /// What the path has settled about two references.
    pub fn known(&self, a: Term, b: Term) -> Option<bool> {
        self.facts.get((a.min(b), a.max(b)))
    }

    /// Whether two references are equal, as a formula; decided where it can be.
    pub fn equal(&self, w: &mut World, a: Term, b: Term) -> Term {
        if w.is_pointer(w.terms.sort_of(a)) {
            let (a, b) = (w.split(a), w.split(b));
            let ((a, i), (b, j)) = w.flat_pair(a, b);
            let (object, place) = (self.equal(w, a, b), w.terms.eq(i, j));
            // Of two inputs, one could lead into the middle of the other.
            if a != b && w.terms.as_bool(place) != Some(true) && may_be_given(w, a) && may_be_given(w, b) {
                w.parts_apart = true;
            }
            return w.terms.and(&[object, place]);
        }
        self.equal_once(w, a, b, &mut FxHashMap::default())
    }

    /// The same; value-sets share their parts, and each pair of parts is looked at once.
    fn equal_once(&self, w: &mut World, a: Term, b: Term, done: &mut FxHashMap<(Term, Term), Term>) -> Term {
        if a == b {
            return w.terms.tru();
        }
        for (x, y) in [(a, b), (b, a)] {
            if *w.terms.op(x) == Op::Ite {
                if let Some(known) = done.get(&(x, y)) {
                    return *known;
                }
                let (c, p, q) = (w.terms.args(x)[0], w.terms.args(x)[1], w.terms.args(x)[2]);
                let (p, q) = (self.equal_once(w, p, y, done), self.equal_once(w, q, y, done));
                let same = w.terms.ite(c, p, q);
                done.insert((x, y), same);
                return same;
            }
        }
        if w.is_own(a) || w.is_own(b) {
            // It is never nil, and nothing else leads there.
            return w.terms.fals();
        }
        match (w.part(a), w.part(b)) {
            (Some((f, x, i)), Some((g, y, j))) if f == g => {
                let owner = self.equal_once(w, x, y, done);
                return match (i, j) {
                    (Some(i), Some(j)) => {
                        let place = w.terms.eq(i, j);
                        w.terms.and(&[owner, place])
                    }
                    _ => owner,
                };
            }
            // A part by another map is another object, and so is what is no part: nothing else leads there.
            (Some(_), Some(_)) => return w.terms.fals(),
            (Some((map, ..)), None) | (None, Some((map, ..))) => {
                let given = |w: &World, t: Term| {
                    let whole = w.whole(t);
                    !matches!(w.terms.op(whole), Op::New(_) | Op::Nil)
                };
                if !given(w, a) || !given(w, b) {
                    return w.terms.fals();
                }
                if let Some(known) = self.known(a, b) {
                    return w.terms.boolean(known);
                }
                if !w.can_be_met(map) {
                    w.parts_apart |= w.has_interior_pointers();
                    return w.terms.fals();
                }
                let (part, other) = if w.part(a).is_some() { (a, b) } else { (b, a) };
                return w.meet(part, other);
            }
            (None, None) => {}
        }
        let fresh = |w: &World, t: Term| matches!(w.terms.op(t), Op::New(_));
        if fresh(w, a) || fresh(w, b) {
            return w.terms.fals();
        }
        match self.known(a, b) {
            Some(known) => w.terms.boolean(known),
            None if w.apart(a, b) => w.terms.fals(),
            None => w.terms.eq(a, b),
        }
    }

    /// The value of a field of the cell that a reference leads to. On nil it returns zero; the value is never used.
    /// Guards that stay open are noted.
    pub fn read(&self, w: &mut World, object: Term, f: FunId, undecided: &mut Vec<Open>) -> Term {
        self.read_at(w, object, (f, None), undecided, &mut FxHashMap::default())
    }

    /// Reads at a field, or at an index of an array; each part of a value-set is read once.
    fn read_at(
        &self,
        w: &mut World,
        object: Term,
        place: (FunId, Option<Term>),
        undecided: &mut Vec<Open>,
        done: &mut FxHashMap<Term, Term>,
    ) -> Term {
        let (f, index) = place;
        match *w.terms.op(object) {
            Op::Ite => {
                if let Some(known) = done.get(&object) {
                    return *known;
                }
                let (c, p, q) = (w.terms.args(object)[0], w.terms.args(object)[1], w.terms.args(object)[2]);
                let p = self.read_at(w, p, place, undecided, done);
                let q = self.read_at(w, q, place, undecided, done);
                let value = w.terms.ite(c, p, q);
                done.insert(object, value);
                return value;
            }
            Op::Nil => {
                let sort = w.held_sort(f);
                return w.zero(sort);
            }
            _ if w.holds_parts(f) => return w.initial(f, object, index),
            _ => {}
        }
        // Guards met on the way, newest first.
        let mut open: Vec<(Term, Term)> = Vec::new();
        let here = place_of(w, object, index);
        let mut at = self.log(f);
        let base = loop {
            let Some(p) = at else { break None };
            match p.tell(here, &mut |a, b| self.decided(w, a, b)) {
                Found::Value(value) => break Some(value),
                Found::Before(before) => {
                    at = before;
                    continue;
                }
                Found::Open => {}
            }
            let same = self.same_place(w, object, index, p);
            match w.terms.as_bool(same).or_else(|| self.settled(same)) {
                Some(true) => break Some(value_at(w, p, index)),
                Some(false) => {}
                None => {
                    let value = value_at(w, p, index);
                    open.push((same, value));
                }
            }
            at = &p.before;
        };
        let mut value = match base {
            Some(v) => v,
            None => {
                let whole = w.whole(object);
                let new = matches!(w.terms.op(whole), Op::New(_));
                match (new, self.empty.contains(&whole)) {
                    (true, true) => w.nothing(f),
                    // The elements of a new array are zero, and so are those of an object that starts as zeros.
                    (true, false) => {
                        let sort = w.held_sort(f);
                        w.zero(sort)
                    }
                    (false, _) => w.initial(f, object, index),
                }
            }
        };
        for (guard, _) in &open {
            if !undecided.iter().any(|o| o.guard == *guard && o.kind == OpenKind::WhichWriteIsRead) {
                undecided.push(Open { guard: *guard, kind: OpenKind::WhichWriteIsRead });
            }
        }
        while let Some((guard, v)) = open.pop() {
            value = w.terms.ite(guard, v, value);
        }
        value
    }

    /// The places that were written.
    pub fn written(&self) -> Vec<(FunId, Term, Option<Term>)> {
        let mut out = Vec::new();
        for (field, log) in &self.logs {
            let mut at = log;
            while let Some(p) = at {
                out.push((*field, p.object, p.index));
                at = &p.before;
            }
        }
        out
    }

    /// What is at a place.
    pub fn at(&self, w: &mut World, field: FunId, object: Term, index: Option<Term>) -> Term {
        self.read_at(w, object, (field, index), &mut Vec::new(), &mut FxHashMap::default())
    }

    /// The new arrays with their lengths.
    pub fn lengths(&self) -> Vec<(Term, Term)> {
        self.lengths.clone()
    }

    /// The new arrays that do not start at 0, with their first indices.
    pub fn firsts(&self) -> Vec<(Term, Term)> {
        self.firsts.clone()
    }

    /// Whether writes overwrite earlier ones, where that is open.
    pub fn overwrites(&self, w: &mut World) -> Vec<Open> {
        let mut undecided = Vec::new();
        for (_, log) in &self.logs {
            let mut later: Vec<&Picture> = Vec::new();
            let mut at = log;
            while let Some(p) = at {
                for q in &later {
                    let same = self.same_place(w, p.object, p.index, q);
                    if w.terms.as_bool(same).or_else(|| self.settled(same)).is_none() {
                        undecided.push(Open { guard: same, kind: OpenKind::WhichWriteIsRead });
                    }
                }
                later.push(p);
                at = &p.before;
            }
        }
        undecided
    }

    /// Whether a picture is of this place, as a formula.
    fn same_place(&self, w: &mut World, object: Term, index: Option<Term>, p: &Picture) -> Term {
        let same = self.equal(w, object, p.object);
        if let (Some(i), Some(range)) = (index, p.range) {
            let t = &mut w.terms;
            let (above, below) = (t.le(range.first, i), t.le(i, range.last));
            return t.and(&[same, above, below]);
        }
        match (index, p.index) {
            (Some(i), Some(j)) => {
                let at_index = w.terms.eq(i, j);
                w.terms.and(&[same, at_index])
            }
            _ => same,
        }
    }

    /// Writes a field.
    pub fn write(&mut self, w: &World, f: FunId, object: Term, value: Term) {
        self.push(f, place_of(w, object, None), value);
    }

    /// The element of an array.
    pub fn element(
        &self,
        w: &mut World,
        array: Term,
        index: Term,
        undecided: &mut Vec<Open>,
    ) -> Option<Term> {
        let (_, at, _) = w.array(w.terms.sort_of(array))?;
        Some(self.read_at(w, array, (at, Some(index)), undecided, &mut FxHashMap::default()))
    }

    /// Writes an element.
    pub fn write_element(&mut self, w: &World, array: Term, index: Term, value: Term) {
        if let Some((_, at, _)) = w.array(w.terms.sort_of(array)) {
            self.push(at, place_of(w, array, Some(index)), value);
        }
    }

    /// Writes all elements of a range.
    pub fn write_range(&mut self, w: &World, array: Term, range: Range, value: Term) {
        let Some((_, f, _)) = w.array(w.terms.sort_of(array)) else { return };
        let at = place_of(w, array, None);
        match self.logs.iter_mut().find(|(g, _)| *g == f) {
            Some((_, log)) => *log = Some(Picture::of_range(at, range, value, log.take())),
            None => self.logs.push((f, Some(Picture::of_range(at, range, value, None)))),
        }
    }

    /// Records the length of a new array.
    pub fn set_length(&mut self, array: Term, length: Term) {
        self.lengths.push((array, length));
    }

    /// Records the first index of a new array.
    pub fn set_first(&mut self, array: Term, first: Term) {
        self.firsts.push((array, first));
    }

    /// Records that a new object starts as nothing.
    pub fn set_empty(&mut self, object: Term) {
        self.empty.push(object);
    }

    /// Records that a new object is a copy of one of the whole program, which is declared at a place.
    pub fn set_shared(&mut self, copy: Term, origin: Span, merges: bool) {
        self.shared.push(Shared { copy, origin, merges });
    }

    /// Whether two references may lead to one object of the whole program although they differ here: to two copies of it, or
    /// one to a copy and the other to an input, which is never built like that.
    pub fn may_share(&self, w: &World, a: Term, b: Term) -> bool {
        if self.shared.is_empty() {
            return false;
        }
        let copies = |of: Term| -> Vec<Shared> {
            let wholes: Vec<Term> = choices(w, of).into_iter().map(|leaf| w.whole(leaf)).collect();
            self.shared.iter().filter(|s| wholes.contains(&s.copy)).copied().collect()
        };
        let (left, right) = (copies(a), copies(b));
        let one = |x: &Shared, y: &Shared| x.copy != y.copy && (x.origin == y.origin || x.merges && y.merges);
        !left.is_empty() && may_be_given(w, b)
            || !right.is_empty() && may_be_given(w, a)
            || left.iter().any(|x| right.iter().any(|y| one(x, y)))
    }

    /// Frees an object.
    pub fn free(&mut self, w: &mut World, object: Term) {
        let sort = w.terms.sort_of(object);
        let (map, yes) = (w.freed(sort), w.terms.tru());
        self.push(map, place_of(w, object, None), yes);
    }

    /// Whether an object, or what it is a part of, was freed.
    pub fn is_freed(&self, w: &mut World, object: Term) -> Term {
        if !w.frees() {
            return w.terms.fals();
        }
        self.is_freed_once(w, object, &mut FxHashMap::default())
    }

    fn is_freed_once(&self, w: &mut World, object: Term, done: &mut FxHashMap<Term, Term>) -> Term {
        if let Op::Ite = *w.terms.op(object) {
            if let Some(known) = done.get(&object) {
                return *known;
            }
            let (c, p, q) = (w.terms.args(object)[0], w.terms.args(object)[1], w.terms.args(object)[2]);
            let (p, q) = (self.is_freed_once(w, p, done), self.is_freed_once(w, q, done));
            let when = w.terms.ite(c, p, q);
            done.insert(object, when);
            return when;
        }
        let whole = w.whole(object);
        let sort = w.terms.sort_of(whole);
        let mut freed = w.terms.fals();
        if let Some(map) = w.known_freed(sort) {
            let mut at = self.log(map);
            while let Some(p) = at {
                let same = self.equal(w, whole, p.object);
                freed = w.terms.or(&[freed, same]);
                at = &p.before;
            }
        }
        // An input that is no part by its name may be one of something that was freed.
        if w.is_input(whole) && !w.part_maps(sort).is_empty() {
            for map in w.all_freed() {
                let mut at = self.log(map);
                while let Some(p) = at {
                    for part in self.parts_of(w, p.object, sort) {
                        let same = self.equal(w, whole, part);
                        freed = w.terms.or(&[freed, same]);
                    }
                    at = &p.before;
                }
            }
        }
        freed
    }

    /// The parts, of one sort, of what a reference may lead to.
    fn parts_of(&self, w: &mut World, owner: Term, sort: Sort) -> Vec<Term> {
        let given = |w: &World, owner: &Term| !matches!(w.terms.op(*owner), Op::New(_) | Op::Nil);
        let owners: Vec<Term> = choices(w, owner).into_iter().filter(|owner| given(w, owner)).collect();
        owners.into_iter().flat_map(|owner| w.parts_of(owner, sort)).collect()
    }

    /// The index that the language gives to the first element of an array.
    pub fn first(&self, w: &mut World, array: Term) -> Term {
        self.first_once(w, array, &mut FxHashMap::default())
    }

    fn first_once(&self, w: &mut World, array: Term, done: &mut FxHashMap<Term, Term>) -> Term {
        match *w.terms.op(array) {
            Op::Ite => {
                if let Some(known) = done.get(&array) {
                    return *known;
                }
                let (c, p, q) = (w.terms.args(array)[0], w.terms.args(array)[1], w.terms.args(array)[2]);
                let (p, q) = (self.first_once(w, p, done), self.first_once(w, q, done));
                let first = w.terms.ite(c, p, q);
                done.insert(array, first);
                first
            }
            Op::Nil => w.terms.int(0),
            Op::New(_) => match self.firsts.iter().find(|(a, _)| *a == array) {
                Some((_, first)) => *first,
                None => w.terms.int(0),
            },
            _ => w.first(array),
        }
    }

    /// The length of an array.
    pub fn length(&self, w: &mut World, array: Term) -> Option<Term> {
        self.length_once(w, array, &mut FxHashMap::default())
    }

    /// The same; value-sets share their parts, and each part is looked at once.
    fn length_once(&self, w: &mut World, array: Term, done: &mut FxHashMap<Term, Term>) -> Option<Term> {
        match *w.terms.op(array) {
            Op::Ite => {
                if let Some(known) = done.get(&array) {
                    return Some(*known);
                }
                let (c, p, q) = (w.terms.args(array)[0], w.terms.args(array)[1], w.terms.args(array)[2]);
                let (p, q) = (self.length_once(w, p, done)?, self.length_once(w, q, done)?);
                let length = w.terms.ite(c, p, q);
                done.insert(array, length);
                Some(length)
            }
            Op::Nil => Some(w.terms.int(0)),
            Op::New(_) => self.lengths.iter().find(|(a, _)| *a == array).map(|(_, l)| *l),
            // An open array of a new object.
            _ if self.lengths.iter().any(|(a, _)| *a == array) => {
                self.lengths.iter().find(|(a, _)| *a == array).map(|(_, l)| *l)
            }
            _ => match w.part_length(array).or_else(|| w.own_length(array)) {
                Some(n) => Some(w.terms.int(i128::from(n))),
                None => {
                    let (length, _, _) = w.array(w.terms.sort_of(array))?;
                    Some(w.terms.app(length, &[array]))
                }
            },
        }
    }
}

/// The value that a picture gives to what is at an index.
fn value_at(w: &mut World, p: &Picture, index: Option<Term>) -> Term {
    match (p.range, index) {
        (Some(range), Some(i)) => {
            let value = w.terms.substitute(p.value, &[(range.formal, i)]);
            w.note_elements(value);
            value
        }
        _ => p.value,
    }
}

/// A place, with how much is known of where it is.
fn place_of(w: &World, object: Term, index: Option<Term>) -> At {
    let number = |i: Term| matches!(w.terms.op(i), Op::Int(_));
    let (mut leaf, mut known) = (object, true);
    while let Some((_, owner, i)) = w.part(leaf) {
        known &= i.is_none_or(number);
        leaf = owner;
    }
    let identity = match (w.terms.op(leaf), known) {
        (Op::New(_), true) => Identity::Made,
        (Op::New(_), false) => Identity::Unclear,
        (Op::Ite, _) => Identity::Several,
        _ => Identity::Given,
    };
    At { object, identity, index, plain: index.is_none_or(number) }
}

/// True if a reference can lead to something of the input.
pub fn may_be_given(w: &World, reference: Term) -> bool {
    choices(w, reference).into_iter().any(|t| !matches!(w.terms.op(w.whole(t)), Op::New(_) | Op::Nil))
}

/// True if a reference can lead to an object of the input that pointers may lead into: to one that is no part by its
/// name, and no object of its own.
pub fn may_be_led_into(w: &World, reference: Term) -> bool {
    choices(w, reference).into_iter().any(|t| w.is_input(t) && w.part(t).is_none() && !w.is_own(t))
}

/// The references that one may be, each once: the leaves of all that is decided by conditions.
fn choices(w: &World, reference: Term) -> Vec<Term> {
    let mut out = Vec::new();
    let mut waiting = vec![reference];
    let mut seen = Vec::new();
    while let Some(t) = waiting.pop() {
        if seen.contains(&t) {
            continue;
        }
        seen.push(t);
        match w.terms.op(t) {
            Op::Ite => waiting.extend_from_slice(&w.terms.args(t)[1..]),
            _ => out.push(t),
        }
    }
    out
}
