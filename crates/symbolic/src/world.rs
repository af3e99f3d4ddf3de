//! The constants and functions that stand for a program's types and its initial heap.

mod formal;
mod left_out;
mod own;
mod style;

use base::{Access, Signs};
use formula::{FunId, Op, Sort, Term, Terms};
use imperative::{FieldId, Holder, Part, Program, Referred, StructId, Type, Word};
pub use own::OwnInput;
use rustc_hash::FxHashMap;
use style::is_character;

/// What stands for a program's types and initial heap in the constraint language.
///
/// A *map* is a function that gives each object, or each object and index, its initial field or element. A pointer is an
/// array and a position; in terms it is a pair of both, which is split before a query to the solver. Pointers of
/// the initial heap point to the first element of their array. Parts are named by what they are part of, so two of them
/// are the same exactly if their owners are. An input may lead to a part of another one, as far as [`World::can_be_met`]
/// says so; then both are equal in the solver too, and what is said of the one holds of the other.
pub struct World {
    /// The store of terms.
    pub terms: Terms,
    /// The initial value of each field, by struct and field.
    fields: Vec<Vec<FunId>>,
    structs: Vec<Sort>,
    arrays: Vec<ArrayWorld>,
    pointers: Vec<PointerWorld>,
    /// Inputs from which following references never comes back.
    pub acyclic: Vec<Term>,
    /// What maps hold, where it is not just any value of their sort.
    holds: FxHashMap<FunId, Holds>,
    /// For each sort, whether objects were freed, and of which object something is a part.
    freed: FxHashMap<Sort, FunId>,
    owners: FxHashMap<FunId, FunId>,
    /// For each sort that has parts: which map something is a part by, 0 for what is none.
    kinds: FxHashMap<Sort, FunId>,
    /// The maps that hold parts, in order; their numbers tell them apart.
    part_maps: Vec<FunId>,
    /// Whether it was taken for granted that an input does not point into an array that is a part of another.
    pub parts_apart: bool,
    /// Inputs that may be and are not built, met since they were last taken: where they would go on, and what they are.
    overlooked: Vec<(Term, &'static str)>,
    /// Conditions under which what a comparison gives is not specified.
    unspecified: Vec<Term>,
    /// What stands for nothing, by sort.
    undefined: FxHashMap<Sort, Term>,
    /// When value-sets are nothing, as far as that was asked.
    nothings: FxHashMap<Term, Term>,
    /// Value-sets of pointers taken apart.
    splits: FxHashMap<Term, (Term, Term)>,
    /// What is true of what was read since that was last taken.
    read: Vec<Read>,
    /// What the surroundings may answer, for each number of a question: it may be of several types.
    answers: Vec<Vec<Term>>,
    /// The function that tells which bits two numbers have in common.
    common_bits: Option<FunId>,
    /// Terms that are `x ^ y`, with both.
    ones: FxHashMap<Term, (Term, Term)>,
    /// How conditions are written.
    signs: Signs,
    /// Inputs that are characters.
    characters: Vec<Term>,
    /// Whether arrays of the input may start at any index.
    array_bounds: bool,
    /// Whether references may lead to parts of objects.
    interior_pointers: bool,
    /// The inputs that are objects of their own.
    own: Vec<OwnInput>,
    /// What is known of references in objects of the input.
    references: Vec<(Holder, Referred)>,
    /// The formal index of arrays, once it was asked for.
    formal: Option<Term>,
}

struct ArrayWorld {
    element: Type,
    sort: Sort,
    length: FunId,
    at: FunId,
    /// The first index; only where arrays of the input may start anywhere.
    first: Option<FunId>,
}

struct PointerWorld {
    element: Type,
    sort: Sort,
    array: Sort,
    pair: FunId,
}

/// What a map holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// Integers of a width.
    Word(Word),
    /// Pointers, of which the map gives the arrays; the function that makes pairs.
    Pointer(FunId),
    /// Parts; of an array, its length.
    Part(Option<u64>),
    /// Parts that are arrays with at least this number of elements.
    Open(u64),
}

/// Something that is true of what was read of the initial heap.
#[derive(Clone, Copy, Debug)]
pub enum Read {
    /// It is a word.
    Word(Term, Word),
    /// It is an array that a pointer of the input points to, if it points anywhere: it has an element.
    Pointed(Term),
    /// It is a part of this owner, by this map.
    Part(Term, Term, FunId),
    /// It is an array that is a part, and may be taken for any other: its length.
    Length(Term, u64),
    /// It is an array that is a part, with at least this number of elements.
    Open(Term, u64),
    /// It is an array that is a part, and may be taken for any other: it starts at 0.
    First(Term),
}

impl World {
    /// The world of a program.
    pub fn new(program: &Program) -> World {
        let mut terms = Terms::new();
        // Two structs may have one name (inference makes them); sorts must not.
        let structs: Vec<Sort> = program
            .structs
            .iter()
            .enumerate()
            .map(|(i, s)| terms.ref_sort(&format!("{}#{i}", s.name)))
            .collect();
        let mut w = World {
            terms,
            fields: Vec::new(),
            structs,
            arrays: Vec::new(),
            pointers: Vec::new(),
            acyclic: Vec::new(),
            holds: FxHashMap::default(),
            freed: FxHashMap::default(),
            owners: FxHashMap::default(),
            kinds: FxHashMap::default(),
            part_maps: Vec::new(),
            parts_apart: false,
            overlooked: Vec::new(),
            unspecified: Vec::new(),
            undefined: FxHashMap::default(),
            nothings: FxHashMap::default(),
            splits: FxHashMap::default(),
            read: Vec::new(),
            answers: Vec::new(),
            common_bits: None,
            ones: FxHashMap::default(),
            signs: program.notation.condition,
            characters: Vec::new(),
            array_bounds: program.facts.array_bounds,
            interior_pointers: program.facts.interior_pointers,
            own: Vec::new(),
            references: program.references.clone(),
            formal: None,
        };
        for s in &program.structs {
            let mut list = Vec::new();
            for f in &s.fields {
                let own = w.structs[w.fields.len()];
                list.push(w.map(&f.name, &[own], &f.ty));
            }
            w.fields.push(list);
        }
        // All sorts that have parts are known before anything is said of their objects.
        for var in program.procs.iter().flat_map(|p| &p.vars) {
            w.sort(&var.ty);
        }
        w
    }

    /// A term as the language of the program writes it.
    pub fn show(&self, t: Term) -> String {
        self.terms.show_in(t, self)
    }

    /// True if a formula is the trivial fact `0 <= length` in a language without lengths, where it is not shown.
    pub fn is_plain_length(&self, f: Term) -> bool {
        let is_zero = |t: Term| matches!(self.terms.op(t), Op::Int(n) if n.is_zero());
        match (self.terms.op(f), self.terms.args(f)) {
            (Op::Le, [zero, of]) if self.signs.access == Access::Arrows && is_zero(*zero) => {
                matches!(self.terms.op(*of), Op::App(f) if self.arrays.iter().any(|a| a.length == *f))
            }
            _ => false,
        }
    }

    /// The sign between two conditions that both hold.
    pub fn and_sign(&self) -> &'static str {
        self.signs.and
    }

    /// Notes the type of an input, which decides how it is written.
    pub fn note_input(&mut self, t: Term, word: Word) {
        if is_character(word) {
            self.characters.push(t);
        }
    }

    /// What the surroundings answer when they are asked for the `number`th time, from 0, on a path.
    pub fn answer(&mut self, number: usize, what: &str, ty: &Type) -> Term {
        let sort = self.sort(ty);
        let t = self.terms.var(&format!("{what} ({})", number + 1), sort);
        if self.answers.len() <= number {
            self.answers.resize(number + 1, Vec::new());
        }
        if !self.answers[number].contains(&t) {
            self.answers[number].push(t);
        }
        t
    }

    /// All answers that some path asked for, by number.
    pub fn answers(&self) -> &[Vec<Term>] {
        &self.answers
    }

    /// `x & y`, of which the solver knows nothing by itself.
    pub fn common_bits(&mut self, x: Term, y: Term) -> Term {
        let made = self.common_bits;
        let f = made.unwrap_or_else(|| self.terms.declare_fun("and", &[Sort::INT, Sort::INT], Sort::INT));
        self.common_bits = Some(f);
        self.terms.app(f, &[x, y])
    }

    /// Of which two values a term is `x ^ y`, if that is known.
    pub fn one_of(&self, t: Term) -> Option<(Term, Term)> {
        self.ones.get(&t).copied()
    }

    /// A term is `x ^ y`.
    pub fn note_one_of(&mut self, t: Term, x: Term, y: Term) {
        self.ones.insert(t, (x, y));
    }

    /// True if the common bits of two unknown values were ever asked for.
    pub fn has_common_bits(&self) -> bool {
        self.common_bits.is_some()
    }

    /// True if a term is `x & y`.
    pub fn is_common_bits(&self, t: Term) -> bool {
        matches!(self.terms.op(t), Op::App(f) if Some(*f) == self.common_bits)
    }

    /// That a number has a bit.
    pub fn has_bit(&mut self, of: Term, bit: u32) -> Term {
        let t = &mut self.terms;
        let (power, two, one) = (t.int(1_i128 << bit.min(100)), t.int(2), t.int(1));
        let above = t.div(of, power);
        let last = t.modulo(above, two);
        t.eq(last, one)
    }

    /// A map to values of a type.
    fn map(&mut self, name: &str, from: &[Sort], ty: &Type) -> FunId {
        let (result, holds) = match ty {
            Type::Word(word) => (Sort::INT, Some(Holds::Word(*word))),
            Type::Pointer(element) => {
                let known = self.pointer_to(element);
                (self.pointers[known].array, Some(Holds::Pointer(self.pointers[known].pair)))
            }
            Type::Part(part) => {
                let holds = match &**part {
                    Part::Cell(_) => Holds::Part(None),
                    Part::Array(_, n) => Holds::Part(Some(*n)),
                    Part::Open(_, least) => Holds::Open(*least),
                };
                (self.sort(&part.reference()), Some(holds))
            }
            _ => (self.sort(ty), None),
        };
        let map = self.terms.declare_fun(name, from, result);
        if let Some(holds) = holds {
            self.holds.insert(map, holds);
            if let Holds::Part(_) | Holds::Open(_) = holds {
                let owner = self.terms.declare_fun("owner", &[result], from[0]);
                self.owners.insert(map, owner);
                self.part_maps.push(map);
                if !self.kinds.contains_key(&result) {
                    let kind = self.terms.declare_fun("part", &[result], Sort::INT);
                    self.kinds.insert(result, kind);
                }
            }
        }
        map
    }

    /// The sort of a type.
    pub fn sort(&mut self, ty: &Type) -> Sort {
        match ty {
            Type::Int | Type::Word(_) => Sort::INT,
            Type::Real => Sort::REAL,
            Type::Bool => Sort::BOOL,
            Type::Ref(s) => self.structs[s.index()],
            Type::Array(element) => {
                if let Some(a) = self.arrays.iter().find(|a| a.element == **element) {
                    return a.sort;
                }
                // The sorts of elements first: they may be arrays too.
                self.sort(element);
                let sort = self.terms.ref_sort(&format!("array#{}", self.arrays.len()));
                let length = self.terms.declare_fun("length", &[sort], Sort::INT);
                let first = self.array_bounds.then(|| self.terms.declare_fun("first", &[sort], Sort::INT));
                let at = self.map("at", &[sort, Sort::INT], element);
                self.arrays.push(ArrayWorld { element: (**element).clone(), sort, length, at, first });
                sort
            }
            Type::Pointer(element) => {
                let known = self.pointer_to(element);
                self.pointers[known].sort
            }
            Type::Part(part) => self.sort(&part.reference()),
        }
    }

    /// The place of the pointers to such elements.
    fn pointer_to(&mut self, element: &Type) -> usize {
        if let Some(known) = self.pointers.iter().position(|p| p.element == *element) {
            return known;
        }
        let array = self.sort(&Type::Array(Box::new(element.clone())));
        let sort = self.terms.ref_sort(&format!("pointer#{}", self.pointers.len()));
        let pair = self.terms.declare_fun("pointer", &[array, Sort::INT], sort);
        self.pointers.push(PointerWorld { element: element.clone(), sort, array, pair });
        self.pointers.len() - 1
    }

    /// The pointer to a position of an array.
    pub fn pointer(&mut self, array: Term, index: Term) -> Option<Term> {
        let sort = self.terms.sort_of(array);
        let element = self.arrays.iter().find(|a| a.sort == sort)?.element.clone();
        let known = self.pointer_to(&element);
        let pair = self.pointers[known].pair;
        Some(self.terms.app(pair, &[array, index]))
    }

    /// The pointer to the first element of the array that a new constant names, for an input of a pointer type; the
    /// array beside.
    pub fn pointer_input(&mut self, name: &str, element: &Type) -> (Term, Term) {
        let known = self.pointer_to(element);
        let (array, pair) = (self.pointers[known].array, self.pointers[known].pair);
        let array = self.terms.var(name, array);
        let zero = self.terms.int(0);
        (self.terms.app(pair, &[array, zero]), array)
    }

    /// True if there are pointers to such elements.
    pub fn has_pointers_to(&self, element: &Type) -> bool {
        self.pointers.iter().any(|p| p.element == *element)
    }

    /// True if terms of this sort are pointers.
    pub fn is_pointer(&self, sort: Sort) -> bool {
        self.pointers.iter().any(|p| p.sort == sort)
    }

    /// The array of a pointer, and the position there.
    pub fn split(&mut self, pointer: Term) -> (Term, Term) {
        match *self.terms.op(pointer) {
            Op::Ite => {
                // Value-sets share their parts, and each part is looked at once.
                if let Some(known) = self.splits.get(&pointer) {
                    return *known;
                }
                let args = self.terms.args(pointer);
                let (c, p, q) = (args[0], args[1], args[2]);
                let ((a, i), (b, j)) = (self.split(p), self.split(q));
                let both = (self.terms.ite(c, a, b), self.terms.ite(c, i, j));
                self.splits.insert(pointer, both);
                both
            }
            Op::App(f) if self.pointers.iter().any(|p| p.pair == f) => {
                let args = self.terms.args(pointer);
                (args[0], args[1])
            }
            _ => {
                let sort = self.terms.sort_of(pointer);
                let array = self.pointers.iter().find(|p| p.sort == sort).map_or(sort, |p| p.array);
                (self.terms.nil(array), self.terms.int(0))
            }
        }
    }

    /// The sort of the values that a map holds.
    pub fn held_sort(&self, map: FunId) -> Sort {
        match self.holds.get(&map) {
            Some(Holds::Pointer(pair)) => self.terms.fun(*pair).result,
            _ => self.terms.fun(map).result,
        }
    }

    /// The words that a map holds.
    pub fn word(&self, map: FunId) -> Option<Word> {
        match self.holds.get(&map) {
            Some(Holds::Word(word)) => Some(*word),
            _ => None,
        }
    }

    /// True if a map holds parts.
    pub fn holds_parts(&self, map: FunId) -> bool {
        matches!(self.holds.get(&map), Some(Holds::Part(_) | Holds::Open(_)))
    }

    /// What a leaf is a part of: the map, the owner, and the index for an element.
    pub fn part(&self, leaf: Term) -> Option<(FunId, Term, Option<Term>)> {
        match *self.terms.op(leaf) {
            Op::App(f) if self.holds_parts(f) => {
                let args = self.terms.args(leaf);
                Some((f, args[0], args.get(1).copied()))
            }
            _ => None,
        }
    }

    /// True if a leaf is the owner of a part, as an owner function gives it.
    pub fn is_owner(&self, leaf: Term) -> bool {
        matches!(self.terms.op(leaf), Op::App(f) if self.owners.values().any(|of| of == f))
    }

    /// True if there are objects that are parts of others.
    pub fn has_parts(&self) -> bool {
        !self.kinds.is_empty()
    }

    /// True if an input can lead to the parts by this map. It leads neither to elements nor into arrays of several
    /// elements, where it could point to the middle; and to no part where references lead to whole objects only.
    pub fn can_be_met(&self, map: FunId) -> bool {
        let field = self.terms.fun(map).args.len() == 1;
        self.interior_pointers && field && matches!(self.holds.get(&map), Some(Holds::Part(None | Some(1))))
    }

    /// True if references may lead to parts of objects.
    pub fn has_interior_pointers(&self) -> bool {
        self.interior_pointers
    }

    /// True if a map holds what comes first in its owner.
    pub fn is_first(&self, map: FunId) -> bool {
        self.fields.iter().any(|fields| fields.first() == Some(&map))
    }

    /// The maps by which objects of a sort are parts.
    pub fn part_maps(&self, sort: Sort) -> Vec<FunId> {
        self.part_maps.iter().copied().filter(|map| self.terms.fun(*map).result == sort).collect()
    }

    /// The parts of an object of this sort that inputs can lead to, those of its parts included.
    pub fn parts_of(&mut self, owner: Term, sort: Sort) -> Vec<Term> {
        let mut out = Vec::new();
        let mut waiting = vec![owner];
        while let Some(owner) = waiting.pop() {
            let from = self.terms.sort_of(owner);
            for map in self.part_maps.clone() {
                if self.can_be_met(map) && self.terms.fun(map).args.first() == Some(&from) {
                    let part = self.initial(map, owner, None);
                    waiting.push(part);
                    if self.terms.sort_of(part) == sort {
                        out.push(part);
                    }
                }
            }
        }
        out
    }

    /// That two references are the same, of which one is a part of an input and the other an input.
    pub fn meet(&mut self, part: Term, other: Term) -> Term {
        if let Some(length) = self.part_length(part) {
            self.read.push(Read::Length(part, length));
        }
        if self.first_map(self.terms.sort_of(part)).is_some() {
            self.read.push(Read::First(part));
        }
        self.terms.eq(part, other)
    }

    /// What is true of a part, besides what its owner says.
    pub fn of_part(&mut self, part: Term, owner: Term, by: FunId) -> Vec<Term> {
        let kind = self.is_part_by(part, Some(by));
        let of = self.owners.get(&by).copied();
        let t = &mut self.terms;
        let nil = t.nil(t.sort_of(part));
        let mut facts = vec![t.ne(part, nil)];
        if let Some(of) = of {
            let its_owner = t.app(of, &[part]);
            facts.push(t.eq(its_owner, owner));
        }
        facts.extend(kind);
        facts
    }

    /// That an object is a part by this map, or none.
    pub fn is_part_by(&mut self, object: Term, map: Option<FunId>) -> Option<Term> {
        let kind = *self.kinds.get(&self.terms.sort_of(object))?;
        let found = self.terms.app(kind, &[object]);
        let number = map.and_then(|map| self.part_maps.iter().position(|m| *m == map)).map_or(0, |i| i + 1);
        let wanted = self.terms.int(number);
        Some(self.terms.eq(found, wanted))
    }

    /// The object that a leaf is a part of, or it itself.
    pub fn whole(&self, mut leaf: Term) -> Term {
        while let Some((_, owner, _)) = self.part(leaf) {
            leaf = owner;
        }
        leaf
    }

    /// The length of an array that is a part.
    pub fn part_length(&self, leaf: Term) -> Option<u64> {
        let (map, ..) = self.part(leaf)?;
        match self.holds.get(&map) {
            Some(Holds::Part(length)) => *length,
            _ => None,
        }
    }

    /// What stands at a place in the initial heap.
    pub fn initial(&mut self, map: FunId, object: Term, index: Option<Term>) -> Term {
        let value = match index {
            Some(i) => self.terms.app(map, &[object, i]),
            None => self.terms.app(map, &[object]),
        };
        match self.holds.get(&map).copied() {
            Some(Holds::Word(word)) => {
                self.read.push(Read::Word(value, word));
                value
            }
            Some(Holds::Pointer(pair)) => {
                self.read.push(Read::Pointed(value));
                let zero = self.terms.int(0);
                self.terms.app(pair, &[value, zero])
            }
            Some(Holds::Part(_)) => {
                self.read.push(Read::Part(value, object, map));
                value
            }
            Some(Holds::Open(least)) => {
                self.read.push(Read::Part(value, object, map));
                self.read.push(Read::Open(value, least));
                value
            }
            None => value,
        }
    }

    /// What stands for nothing, where values of a map should stand.
    pub fn nothing(&mut self, map: FunId) -> Term {
        let sort = self.held_sort(map);
        if let Some(known) = self.undefined.get(&sort) {
            return *known;
        }
        let made = self.terms.fresh_var("nothing", sort);
        self.undefined.insert(sort, made);
        self.nothings.clear();
        made
    }

    /// When a value is nothing.
    pub fn is_nothing(&mut self, value: Term) -> Term {
        if self.undefined.is_empty() {
            return self.terms.fals();
        }
        match *self.terms.op(value) {
            Op::Ite => {
                if let Some(known) = self.nothings.get(&value) {
                    return *known;
                }
                let args = self.terms.args(value);
                let (c, p, q) = (args[0], args[1], args[2]);
                let (p, q) = (self.is_nothing(p), self.is_nothing(q));
                let when = self.terms.ite(c, p, q);
                self.nothings.insert(value, when);
                when
            }
            _ => {
                let nothing = self.undefined.values().any(|u| *u == value);
                self.terms.boolean(nothing)
            }
        }
    }

    /// The map that says which objects of a sort were freed.
    pub fn freed(&mut self, sort: Sort) -> FunId {
        if let Some(known) = self.freed.get(&sort) {
            return *known;
        }
        let made = self.terms.declare_fun("freed", &[sort], Sort::BOOL);
        self.freed.insert(sort, made);
        made
    }

    /// True if anything was freed.
    pub fn frees(&self) -> bool {
        !self.freed.is_empty()
    }

    /// The maps of all sorts of which something was freed.
    pub fn all_freed(&self) -> Vec<FunId> {
        let mut all: Vec<FunId> = self.freed.values().copied().collect();
        all.sort();
        all
    }

    /// The same, if anything was freed.
    pub fn known_freed(&self, sort: Sort) -> Option<FunId> {
        self.freed.get(&sort).copied()
    }

    /// What is true of what was read of the initial heap since the last time.
    pub fn take_read(&mut self) -> Vec<Read> {
        std::mem::take(&mut self.read)
    }

    /// That a term is one of the values of a word.
    pub fn fits(&mut self, t: Term, word: Word) -> Term {
        let (least, greatest) = (self.terms.int(word.least()), self.terms.int(word.greatest()));
        let (above, below) = (self.terms.le(least, t), self.terms.le(t, greatest));
        self.terms.and(&[above, below])
    }

    /// The value of a word that differs from a term by a multiple of the number of values.
    pub fn wrap(&mut self, t: Term, word: Word) -> Term {
        let (count, least) = (self.terms.int(word.count()), self.terms.int(word.least()));
        let shifted = self.terms.sub(t, least);
        let rest = self.terms.modulo(shifted, count);
        self.terms.add(&[rest, least])
    }

    /// The function that gives a field its initial value.
    pub fn field(&self, s: StructId, f: FieldId) -> FunId {
        self.fields[s.index()][f.index()]
    }

    /// The functions of length and elements of arrays of a sort, with the element type.
    pub fn array(&self, sort: Sort) -> Option<(FunId, FunId, &Type)> {
        self.arrays.iter().find(|a| a.sort == sort).map(|a| (a.length, a.at, &a.element))
    }

    /// The functions of length and elements of arrays with such elements.
    pub fn arrays_of(&self, element: &Type) -> Option<(FunId, FunId)> {
        self.arrays.iter().find(|a| a.element == *element).map(|a| (a.length, a.at))
    }

    /// The struct of a reference sort.
    pub fn struct_of(&self, sort: Sort) -> Option<StructId> {
        self.structs.iter().position(|s| *s == sort).map(StructId::new)
    }

    /// Zero, false or nil of a sort.
    pub fn zero(&mut self, sort: Sort) -> Term {
        match sort {
            Sort::INT => self.terms.int(0),
            Sort::REAL => self.terms.real(0),
            Sort::BOOL => self.terms.fals(),
            _ => self.terms.nil(sort),
        }
    }

    /// True if one of two input references is reached from the other, within a structure that has no cycle. Then they
    /// differ: a field is only ever read of something that is not nil.
    pub fn apart(&self, a: Term, b: Term) -> bool {
        if self.acyclic.is_empty() {
            return false;
        }
        let (a, b) = if a > b { (a, b) } else { (b, a) };
        // Arguments have smaller numbers than what is made of them, so `a` may lie below `b`.
        let mut at = a;
        let mut met = false;
        loop {
            met |= at == b && at != a;
            match self.terms.op(at) {
                Op::App(_) if self.terms.args(at).len() == 1 => at = self.terms.args(at)[0],
                _ => return met && self.acyclic.contains(&at),
            }
        }
    }

    /// True if a leaf is a reference of the initial heap.
    pub fn is_input(&self, leaf: Term) -> bool {
        matches!(self.terms.op(leaf), Op::Var(_) | Op::App(_))
    }
}
