//! What was written to a field or to elements, newest first.
//!
//! A read goes from picture to picture. A program that fills an array of thousands of elements would make that slow, so after
//! every 64 pictures, and after every 64 times as many, there is a table of what they hold: a read at a known index looks there
//! once.
//!
//! ```text
//! a[63] = 9   …   a[1] = 3   a[0] = 7         read a[0]: one look into the table at a[63]
//! a[63].n = 9 …   a[0].n = 7                  read a[0].n: the same, if the program made a
//! a[1 .. n] = b[I]                            read a[2]: b[2] if 1 ≤ 2 ≤ n
//! ```

use formula::Term;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Pictures that a table is made of, or tables of the next smaller size.
const MANY: u32 = 64;

/// Objects of unknown identity that a table may be about: each of them is compared with the one that is read.
const OBJECTS: usize = 4;

/// How much is known of which object it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    /// The program made it, or what it is a part of at known indices: it is another one than all with another name.
    Made,
    /// It was given to the program: it is compared with others that were.
    Given,
    /// Conditions decide which one it is: it is compared with all others.
    Several,
    /// A part of something that the program made, at an unknown index.
    Unclear,
}

/// The place of a read or a write.
#[derive(Clone, Copy)]
pub struct At {
    /// The cell or array.
    pub object: Term,
    /// What is known of which one it is.
    pub identity: Identity,
    /// The index, if it is an element.
    pub index: Option<Term>,
    /// Whether it is a field, or an element whose index is a number.
    pub plain: bool,
}

/// Elements that were written together, each with the value for its index.
#[derive(Clone, Copy)]
pub struct Range {
    /// The first index.
    pub first: Term,
    /// The last index.
    pub last: Term,
    /// The formal index: it stands for the index in the value.
    pub formal: Term,
}

/// One update of a field or element, or of all elements of a range.
pub struct Picture {
    /// The cell or array.
    pub object: Term,
    /// The index, if one element was written.
    pub index: Option<Term>,
    /// The elements, if several were written.
    pub range: Option<Range>,
    /// The value.
    pub value: Term,
    /// The updates before.
    pub before: Log,
    identity: Identity,
    plain: bool,
    /// How many there are up to here.
    size: u32,
    /// What the last ones hold, in tables of more and more.
    tables: Vec<Table>,
}

/// The updates of a field or of the elements of a type, the newest first.
pub type Log = Option<Rc<Picture>>;

/// What some pictures hold, the newest of each place.
struct Table {
    values: FxHashMap<(Term, Option<Term>), Term>,
    /// The objects among them that have to be compared.
    objects: Vec<Term>,
    before: Log,
}

/// What a table tells of a place.
pub enum Found<'a> {
    /// The value.
    Value(Term),
    /// None of its pictures is of this place.
    Before(&'a Log),
    /// Nothing.
    Open,
}

impl Picture {
    /// A picture on top of others.
    pub fn new(at: At, value: Term, before: Log) -> Rc<Picture> {
        let At { object, identity, index, plain } = at;
        let size = before.as_ref().map_or(0, |p| p.size).saturating_add(1);
        let tables = Vec::new();
        let mut picture =
            Picture { object, index, range: None, value, before, identity, plain, size, tables };
        let mut count = MANY;
        while size.is_multiple_of(count) {
            let Some(table) = picture.table() else { break };
            picture.tables.push(table);
            count = count.saturating_mul(MANY);
        }
        Rc::new(picture)
    }

    /// A picture of a range of elements, on top of others. No table is made of it.
    pub fn of_range(at: At, range: Range, value: Term, before: Log) -> Rc<Picture> {
        let At { object, identity, .. } = at;
        let size = before.as_ref().map_or(0, |p| p.size).saturating_add(1);
        let (index, range, tables) = (None, Some(range), Vec::new());
        Rc::new(Picture { object, index, range, value, before, identity, plain: false, size, tables })
    }

    /// The next larger table.
    fn table(&self) -> Option<Table> {
        let level = self.tables.len();
        let mut made = Table { values: FxHashMap::default(), objects: Vec::new(), before: None };
        let mut at = self;
        for left in (0..MANY).rev() {
            let before = match level.checked_sub(1) {
                None => {
                    made.values.entry((at.object, at.index)).or_insert(at.value);
                    match at.identity {
                        Identity::Made => {}
                        Identity::Given | Identity::Several => made.about(at.object)?,
                        Identity::Unclear => return None,
                    }
                    at.plain.then_some(&at.before)?
                }
                Some(smaller) => {
                    let table = at.tables.get(smaller)?;
                    for (place, value) in &table.values {
                        made.values.entry(*place).or_insert(*value);
                    }
                    for object in &table.objects {
                        made.about(*object)?;
                    }
                    &table.before
                }
            };
            match before {
                Some(next) if left > 0 => at = next,
                _ if left > 0 => return None,
                _ => made.before = before.clone(),
            }
        }
        Some(made)
    }

    /// What the tables here tell of a plain place. Objects are the same or not, or that is open.
    pub fn tell(&self, at: At, same: &mut dyn FnMut(Term, Term) -> Option<bool>) -> Found<'_> {
        let At { object, identity, index, plain } = at;
        // What the program made has its own name, and is nothing that was given to it.
        let name = match identity {
            Identity::Made => Some(object),
            Identity::Given => None,
            Identity::Several | Identity::Unclear => return Found::Open,
        };
        if !plain {
            return Found::Open;
        }
        'tables: for table in self.tables.iter().rev() {
            let mut found = name;
            for other in &table.objects {
                match same(object, *other) {
                    Some(false) => {}
                    Some(true) if found.is_none() => found = Some(*other),
                    _ => continue 'tables,
                }
            }
            return match found.and_then(|object| table.values.get(&(object, index))) {
                Some(value) => Found::Value(*value),
                None => Found::Before(&table.before),
            };
        }
        Found::Open
    }
}

impl Table {
    /// One more object, perhaps; `None` if there are too many.
    fn about(&mut self, object: Term) -> Option<()> {
        if !self.objects.contains(&object) {
            self.objects.push(object);
        }
        (self.objects.len() <= OBJECTS).then_some(())
    }
}

impl Drop for Picture {
    /// Long logs are taken apart one by one, so that dropping them needs no deep recursion.
    fn drop(&mut self) {
        let mut waiting: Vec<Log> = vec![self.before.take()];
        waiting.extend(self.tables.iter_mut().map(|t| t.before.take()));
        while let Some(next) = waiting.pop() {
            if let Some(mut inner) = next.and_then(Rc::into_inner) {
                waiting.push(inner.before.take());
                waiting.extend(inner.tables.iter_mut().map(|t| t.before.take()));
            }
        }
    }
}
