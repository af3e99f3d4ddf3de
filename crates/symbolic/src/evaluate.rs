//! Symbolic evaluation of expressions: a term, and the errors on the way to it with their conditions.

use crate::memory::{Memory, may_be_given, may_be_led_into};
use crate::world::World;
use formula::{FunId, Sort, Term};
use imperative::{BinaryOp, ErrorKind, Expr, ExprKind, Type, UnaryOp, VarId, Word};
use source::Span;

/// Inputs that are not built: pointers with elements before them.
const INTO_ARRAYS: &str = "inputs that point into the middle of an array are not looked for";
/// The same: pointers to what belongs to no input.
const TO_SHARED: &str =
    "inputs that point to a literal or a constant table of the program are not looked for";

/// Something that can go wrong in an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Trouble {
    /// Exactly when (given that nothing before it went wrong).
    pub guard: Term,
    /// What.
    pub kind: ErrorKind,
    /// Where.
    pub span: Span,
}

/// What can be open about a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenKind {
    /// Which write is read.
    WhichWriteIsRead,
    /// Whether anything is read at all.
    WhetherAnythingIsRead,
}

/// Something that is open about what is read.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// The question.
    pub guard: Term,
    /// What it is about.
    pub kind: OpenKind,
}

/// What an expression is evaluated in.
pub struct Evaluation<'a> {
    /// The terms.
    pub world: &'a mut World,
    /// The memory.
    pub memory: &'a Memory,
    /// The values of the variables.
    pub env: &'a [Option<Term>],
    /// What may go wrong, in the order of evaluation.
    pub troubles: Vec<Trouble>,
    /// What is open about the reads, in the order of evaluation.
    pub undecided: Vec<Open>,
    /// The numbers that quantifiers bind.
    pub bound: &'a [(VarId, Term)],
    /// The condition under which the current expression is evaluated at all.
    reach: Term,
}

impl<'a> Evaluation<'a> {
    /// An evaluation in a state.
    pub fn new(world: &'a mut World, memory: &'a Memory, env: &'a [Option<Term>]) -> Evaluation<'a> {
        let reach = world.terms.tru();
        Evaluation { world, memory, env, troubles: Vec::new(), undecided: Vec::new(), bound: &[], reach }
    }

    fn variable(&self, v: VarId) -> Option<Term> {
        match v.ghost_index() {
            None => self.env.get(v.index()).copied().flatten(),
            Some(_) => self.bound.iter().find(|(bound, _)| *bound == v).map(|(_, t)| *t),
        }
    }

    fn trouble(&mut self, when: Term, kind: ErrorKind, span: Span) {
        let guard = self.world.terms.and(&[self.reach, when]);
        if self.world.terms.as_bool(guard) != Some(false) {
            self.troubles.push(Trouble { guard, kind, span });
        }
    }

    fn dereference(&mut self, object: Term, span: Span) {
        self.is_something(object, span);
        self.still_there(object, span);
    }

    /// A reference must not be nil.
    fn is_something(&mut self, object: Term, span: Span) {
        let sort = self.world.terms.sort_of(object);
        let nil = self.world.terms.nil(sort);
        let is_nil = self.memory.equal(self.world, object, nil);
        self.trouble(is_nil, ErrorKind::NilDereference, span);
    }

    /// Checks that a map may be read at an object. The place of a part is known even if it was freed: nothing is read.
    fn look_into(&mut self, object: Term, map: FunId, span: Span) {
        self.is_something(object, span);
        if !self.world.holds_parts(map) {
            self.still_there(object, span);
        }
    }

    /// The same, for the elements of an array.
    fn look_at_elements(&mut self, array: Term, span: Span) {
        match self.world.array(self.world.terms.sort_of(array)) {
            Some((_, at, _)) => self.look_into(array, at, span),
            None => self.dereference(array, span),
        }
    }

    fn still_there(&mut self, object: Term, span: Span) {
        let freed = self.memory.is_freed(self.world, object);
        self.trouble(freed, ErrorKind::UseAfterFree, span);
    }

    /// Something that was read: it must have been written before.
    fn written(&mut self, value: Term, span: Span) -> Term {
        let nothing = self.world.is_nothing(value);
        self.trouble(nothing, ErrorKind::Uninitialised, span);
        value
    }

    /// A value that is only moved from one place to another: nothing may be moved too, as when a struct is copied of
    /// which not everything was written.
    pub fn moved(&mut self, e: &Expr) -> Term {
        match self.held(e) {
            Some(value) => value,
            None => self.value(e, None),
        }
    }

    /// What a field, an element or the target of a pointer holds, which may be nothing.
    fn held(&mut self, e: &Expr) -> Option<Term> {
        let (array, index) = match &e.kind {
            ExprKind::Field(object, field) => {
                let object = self.value(object, None);
                let s = self.world.struct_of(self.world.terms.sort_of(object));
                let Some(s) = s else { return Some(self.world.terms.int(0)) };
                let f = self.world.field(s, *field);
                self.look_into(object, f, e.span);
                return Some(self.memory.read(self.world, object, f, &mut self.undecided));
            }
            ExprKind::Element(array, index) => {
                let array = self.value(array, None);
                let index = self.value(index, None);
                self.look_at_elements(array, e.span);
                self.in_range(array, index, e.span);
                (array, index)
            }
            ExprKind::Target(pointer) => {
                let pointer = self.value(pointer, None);
                self.place(pointer, e.span)
            }
            _ => return None,
        };
        let held = self.memory.element(self.world, array, index, &mut self.undecided);
        Some(held.unwrap_or_else(|| self.world.terms.int(0)))
    }

    /// What a pointer points to: the array and the position there.
    pub fn place(&mut self, pointer: Term, span: Span) -> (Term, Term) {
        let (array, index) = self.world.split(pointer);
        self.look_at_elements(array, span);
        self.before_start(array, index);
        self.arrived(array, index, span)
    }

    /// Something is accessed before the place that an input points to. Inputs that are built point to the start of an
    /// array, so it is an error; with an input that points into an array the run would go on.
    fn before_start(&mut self, array: Term, index: Term) {
        let zero = self.world.terms.int(0);
        let before = self.world.terms.lt(index, zero);
        let when = self.world.terms.and(&[self.reach, before]);
        if self.world.has_interior_pointers()
            && self.world.terms.as_bool(when) != Some(false)
            && may_be_led_into(self.world, array)
        {
            self.world.overlook(when, INTO_ARRAYS);
        }
    }

    /// Two references are compared that may lead to one object of the program, though they differ here.
    fn compared(&mut self, a: Term, b: Term) {
        let (a, b) = if self.world.is_pointer(self.world.terms.sort_of(a)) {
            (self.world.split(a).0, self.world.split(b).0)
        } else {
            (a, b)
        };
        if self.memory.may_share(self.world, a, b) {
            let nil = self.world.terms.nil(self.world.terms.sort_of(a));
            let mut parts = vec![self.reach];
            for reference in [a, b] {
                let is_nil = self.memory.equal(self.world, reference, nil);
                parts.push(self.world.terms.not(is_nil));
            }
            let when = self.world.terms.and(&parts);
            self.world.overlook(when, TO_SHARED);
        }
    }

    /// A pointer that was moved is compared with one to another object: it may lead to the end of its own, where the other one may
    /// start.
    fn may_meet(&mut self, a: Term, b: Term) {
        if !self.world.is_pointer(self.world.terms.sort_of(a)) {
            return;
        }
        let (a, b) = (self.world.split(a), self.world.split(b));
        // Rows of a matrix lie one behind the other.
        let ((x, i), (y, j)) = self.world.flat_pair(a, b);
        let zero = self.world.terms.int(0);
        if x == y || i == zero && j == zero {
            return;
        }
        let same = self.memory.equal(self.world, x, y);
        let mut cases = Vec::new();
        for ((end, at), (start, from)) in [((x, i), (y, j)), ((y, j), (x, i))] {
            if at == zero {
                continue;
            }
            let Some(length) = self.memory.length(self.world, end) else { continue };
            let nil = self.world.terms.nil(self.world.terms.sort_of(start));
            let is_nil = self.memory.equal(self.world, start, nil);
            let there = self.world.terms.not(is_nil);
            let (at_end, at_start) = (self.world.terms.eq(at, length), self.world.terms.eq(from, zero));
            cases.push(self.world.terms.and(&[there, at_end, at_start]));
        }
        let (meets, apart) = (self.world.terms.or(&cases), self.world.terms.not(same));
        let when = self.world.terms.and(&[self.reach, apart, meets]);
        self.world.leave_unspecified(when);
    }

    /// Evaluates what is reached only if a condition holds.
    pub fn reached_if<T>(&mut self, condition: Term, then: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.reach;
        self.reach = self.world.terms.and(&[saved, condition]);
        let value = then(self);
        self.reach = saved;
        value
    }

    /// The pointer to a position of an array, which may lie outside of it as long as nothing is read there.
    fn pointer_at(&mut self, array: Term, index: Term, moved: Term, span: Span) -> Term {
        let sort = self.world.terms.sort_of(array);
        let (nil, zero) = (self.world.terms.nil(sort), self.world.terms.int(0));
        let is_nil = self.memory.equal(self.world, array, nil);
        let stays = self.world.terms.eq(moved, zero);
        let moves = self.world.terms.not(stays);
        let moves_nil = self.world.terms.and(&[is_nil, moves]);
        self.trouble(moves_nil, ErrorKind::NilDereference, span);
        self.world.pointer(array, index).unwrap_or(zero)
    }

    /// The positions of two pointers, which must be into one array.
    fn positions(&mut self, a: Term, b: Term, span: Span) -> (Term, Term) {
        let (a, b) = (self.world.split(a), self.world.split(b));
        let ((a, i), (b, j)) = self.world.flat_pair(a, b);
        let same = self.memory.equal(self.world, a, b);
        // Two inputs may lead into one array, whether they are equal or not; here each starts at its beginning.
        self.world.parts_apart |= self.world.terms.as_bool(same) != Some(true)
            && may_be_given(self.world, a)
            && may_be_given(self.world, b);
        let differ = self.world.terms.not(same);
        self.trouble(differ, ErrorKind::UnrelatedPointers, span);
        (i, j)
    }

    /// The value of an expression whose type is known from its place (`Nil` needs it).
    pub fn value_of(&mut self, e: &Expr, ty: &Type) -> Term {
        match e.kind {
            ExprKind::Nil => {
                let sort = self.world.sort(ty);
                self.world.terms.nil(sort)
            }
            _ => self.value(e, None),
        }
    }

    /// The value of an expression; `like` is the sort that a bare `nil` takes.
    pub fn value(&mut self, e: &Expr, like: Option<Sort>) -> Term {
        match &e.kind {
            ExprKind::Int(i) => self.world.terms.int(i.clone()),
            ExprKind::Real(r) => self.world.terms.real(r.clone()),
            ExprKind::Bool(b) => self.world.terms.boolean(*b),
            ExprKind::Nil => {
                let sort = like.unwrap_or(Sort::TREE);
                self.world.terms.nil(sort)
            }
            ExprKind::Var(v) => match self.variable(*v) {
                Some(t) => t,
                None => {
                    let always = self.world.terms.tru();
                    self.trouble(always, ErrorKind::Uninitialised, e.span);
                    let sort = like.unwrap_or(Sort::INT);
                    self.world.zero(sort)
                }
            },
            ExprKind::Field(..) | ExprKind::Element(..) | ExprKind::Target(_) => match self.held(e) {
                Some(value) => self.written(value, e.span),
                None => self.world.terms.int(0),
            },
            ExprKind::At(array, index) => {
                let array = self.value(array, None);
                let index = self.value(index, None);
                self.pointer_at(array, index, index, e.span)
            }
            ExprKind::Move(pointer, by) => {
                let pointer = self.value(pointer, None);
                let by = self.value(by, None);
                let (array, index) = self.world.split(pointer);
                let to = self.world.terms.add(&[index, by]);
                self.pointer_at(array, to, by, e.span)
            }
            ExprKind::Distance(a, b) => {
                let (a, b) = (self.value(a, None), self.value(b, None));
                self.compared(a, b);
                let (i, j) = self.positions(a, b, e.span);
                self.world.terms.sub(i, j)
            }
            ExprKind::Together(a, b) => {
                let (a, b) = (self.value(a, None), self.value(b, None));
                let (a, b) = (self.world.split(a), self.world.split(b));
                let ((a, _), (b, _)) = self.world.flat_pair(a, b);
                let same = self.memory.equal(self.world, a, b);
                let nil = self.world.terms.nil(self.world.terms.sort_of(a));
                let is_nil = self.memory.equal(self.world, a, nil);
                let there = self.world.terms.not(is_nil);
                self.world.terms.and(&[same, there])
            }
            ExprKind::Position(pointer) => {
                let pointer = self.value(pointer, None);
                let (array, at) = self.world.split(pointer);
                // The position is known even if the object was freed.
                self.is_something(array, e.span);
                at
            }
            ExprKind::Length(array) => {
                let mut array = self.value(array, None);
                let mut before = None;
                if self.world.is_pointer(self.world.terms.sort_of(array)) {
                    let (of, at) = self.world.split(array);
                    (array, before) = (of, Some(at));
                }
                self.dereference(array, e.span);
                match (self.memory.length(self.world, array), before) {
                    (Some(length), Some(at)) => self.world.terms.sub(length, at),
                    (Some(length), None) => length,
                    (None, _) => self.world.terms.int(0),
                }
            }
            ExprKind::First(array) => {
                let array = self.value(array, None);
                self.dereference(array, e.span);
                self.memory.first(self.world, array)
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let a = self.value(a, None);
                self.world.terms.neg(a)
            }
            ExprKind::Unary(UnaryOp::Whole | UnaryOp::Both, a) => self.value(a, None),
            ExprKind::Unary(UnaryOp::Not, a) => {
                let a = self.value(a, None);
                self.world.terms.not(a)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.span),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let or = matches!(e.kind, ExprKind::Or(..));
                let mut a = self.value(a, None);
                match self.memory.settled(a) {
                    Some(holds) => a = self.world.terms.boolean(holds),
                    // Whether the right operand is evaluated, and its reads happen, is open.
                    None if self.world.terms.as_bool(a).is_none() => {
                        self.undecided.push(Open { guard: a, kind: OpenKind::WhetherAnythingIsRead });
                    }
                    None => {}
                }
                let goes_on = if or { self.world.terms.not(a) } else { a };
                let b = self.reached_if(goes_on, |e| e.value(b, None));
                if or { self.world.terms.or(&[a, b]) } else { self.world.terms.and(&[a, b]) }
            }
            ExprKind::IntToBool(a) => {
                let a = self.value(a, None);
                let zero = self.world.terms.int(0);
                self.world.terms.ne(a, zero)
            }
            ExprKind::Fit(a, word) => {
                let a = self.value(a, None);
                self.fits(a, *word, ErrorKind::Overflow, e.span);
                a
            }
            ExprKind::Sure(a, _) => self.value(a, None),
            ExprKind::Within(a, word) => {
                let a = self.value(a, None);
                self.fits(a, *word, ErrorKind::OutOfRange, e.span);
                a
            }
            ExprKind::Wrap(a, word) => {
                let a = self.value(a, None);
                self.world.wrap(a, *word)
            }
            ExprKind::BoolToInt(a) => {
                let a = self.value(a, None);
                let (one, zero) = (self.world.terms.int(1), self.world.terms.int(0));
                self.world.terms.ite(a, one, zero)
            }
        }
    }

    /// A number must be one of the values of a word.
    fn fits(&mut self, number: Term, word: Word, kind: ErrorKind, span: Span) {
        let t = &mut self.world.terms;
        let (least, greatest) = (t.int(word.least()), t.int(word.greatest()));
        let (below, above) = (t.lt(number, least), t.lt(greatest, number));
        let outside = t.or(&[below, above]);
        self.trouble(outside, kind, span);
    }

    /// An index outside of its array.
    pub fn in_range(&mut self, array: Term, index: Term, span: Span) {
        let Some(length) = self.memory.length(self.world, array) else { return };
        let zero = self.world.terms.int(0);
        let below = self.world.terms.lt(index, zero);
        let beyond = self.world.terms.le(length, index);
        let outside = self.world.terms.or(&[below, beyond]);
        self.trouble(outside, ErrorKind::IndexOutOfRange, span);
    }

    /// Checks that something can be freed; the object, and whether there is nothing to free.
    pub fn freed_again(&mut self, value: Term, span: Span) -> (Term, Term) {
        let zero = self.world.terms.int(0);
        let (object, index) = if self.world.is_pointer(self.world.terms.sort_of(value)) {
            self.world.split(value)
        } else {
            (value, zero)
        };
        let nil = self.world.terms.nil(self.world.terms.sort_of(object));
        let is_nil = self.memory.equal(self.world, object, nil);
        let freed = self.memory.is_freed(self.world, object);
        let part = self.is_part(object);
        let t = &mut self.world.terms;
        let (first, there) = (t.eq(index, zero), t.not(is_nil));
        let inside = t.not(first);
        let bad = t.or(&[freed, part, inside]);
        let bad = t.and(&[there, bad]);
        self.trouble(bad, ErrorKind::BadFree, span);
        (object, is_nil)
    }

    /// When an object is a part of another.
    fn is_part(&mut self, object: Term) -> Term {
        match *self.world.terms.op(object) {
            formula::Op::Ite => {
                let args = self.world.terms.args(object);
                let (c, p, q) = (args[0], args[1], args[2]);
                let (p, q) = (self.is_part(p), self.is_part(q));
                self.world.terms.ite(c, p, q)
            }
            _ if self.world.part(object).is_some() => self.world.terms.tru(),
            // An input may be a part even if its name does not say so.
            formula::Op::New(_) | formula::Op::Nil => self.world.terms.fals(),
            _ => {
                // The address of a first member is that of the whole; the concrete run decides that case.
                let sort = self.world.terms.sort_of(object);
                let maps: Vec<_> = self.world.part_maps(sort);
                let inner = maps.into_iter().filter(|map| !self.world.is_first(*map)).collect::<Vec<_>>();
                let parts: Vec<Term> =
                    inner.into_iter().filter_map(|map| self.world.is_part_by(object, Some(map))).collect();
                self.world.terms.or(&parts)
            }
        }
    }

    /// Checks that a store goes somewhere.
    pub fn target(&mut self, object: Term, span: Span) {
        self.dereference(object, span);
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, span: Span) -> Term {
        // A bare nil takes the sort of the other side.
        let (x, y) = if a.kind == ExprKind::Nil {
            let y = self.value(b, None);
            let sort = self.world.terms.sort_of(y);
            (self.value(a, Some(sort)), y)
        } else {
            let x = self.value(a, None);
            let sort = self.world.terms.sort_of(x);
            (x, self.value(b, Some(sort)))
        };
        let sort = self.world.terms.sort_of(x);
        let reference = !matches!(sort, Sort::INT | Sort::REAL | Sort::BOOL);
        if reference {
            self.compared(x, y);
            self.may_meet(x, y);
        }
        let (x, y) = if reference && !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            self.positions(x, y, span)
        } else {
            (x, y)
        };
        let t = &mut self.world.terms;
        match op {
            BinaryOp::Add => t.add(&[x, y]),
            BinaryOp::Sub => t.sub(x, y),
            BinaryOp::Mul => t.mul(x, y),
            BinaryOp::Lt => t.lt(x, y),
            BinaryOp::Le => t.le(x, y),
            BinaryOp::Gt => t.gt(x, y),
            BinaryOp::Ge => t.ge(x, y),
            BinaryOp::Eq | BinaryOp::Ne => {
                let same = if reference { self.memory.equal(self.world, x, y) } else { t.eq(x, y) };
                if op == BinaryOp::Eq { same } else { self.world.terms.not(same) }
            }
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod => {
                let zero = self.world.zero(sort);
                let by_zero = self.world.terms.eq(y, zero);
                self.trouble(by_zero, ErrorKind::DivisionByZero, span);
                let t = &mut self.world.terms;
                match (op, sort) {
                    (BinaryOp::Div, Sort::REAL) => t.real_div(x, y),
                    (BinaryOp::Div, _) => t.div_trunc(x, y),
                    (BinaryOp::Mod, _) => t.mod_floor(x, y),
                    _ => t.rem_trunc(x, y),
                }
            }
        }
    }
}
