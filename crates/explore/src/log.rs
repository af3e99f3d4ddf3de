//! What was written to a field or to elements, newest first.
//!
//! A read goes from picture to picture. A program that fills an array of thousands of elements would make that slow, so after
//! every 64 pictures, and after every 64 times as many, there is a table of what they hold: a read at a known index looks there
//! once.
//!
//! ```text
//! a[63] = 9   …   a[1] = 3   a[0] = 7         read a[0]: one look into the table at a[63]
//! ```

use formula::Term;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Pictures that a table is made of, or tables of the next smaller size.
const MANY: u32 = 64;

/// Objects that a table may be about: each of them is compared with the one that is read.
const OBJECTS: usize = 4;

/// One update of a field or element.
pub struct Picture {
    pub object: Term,
    pub index: Option<Term>,
    pub value: Term,
    pub before: Log,
    /// Is it a field, or an element whose index is a number?
    plain: bool,
    /// How many there are up to here.
    size: u32,
    /// What the last ones hold, in tables of more and more.
    tables: Vec<Table>,
}

pub type Log = Option<Rc<Picture>>;

/// What some pictures hold, the newest of each place.
struct Table {
    values: FxHashMap<(Term, Option<Term>), Term>,
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
    /// A picture on top of others; `plain` if the index, where there is one, is a number.
    pub fn new(object: Term, index: Option<Term>, value: Term, plain: bool, before: Log) -> Rc<Picture> {
        let size = before.as_ref().map_or(0, |p| p.size).saturating_add(1);
        let mut picture = Picture { object, index, value, before, plain, size, tables: Vec::new() };
        let mut count = MANY;
        while size.is_multiple_of(count) {
            let Some(table) = picture.table() else { break };
            picture.tables.push(table);
            count = count.saturating_mul(MANY);
        }
        Rc::new(picture)
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
                    made.about(at.object)?;
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

    /// What the tables here tell of a place whose index, where there is one, is a number. Objects are the same or not, or that
    /// is open.
    pub fn tell(
        &self,
        object: Term,
        index: Option<Term>,
        same: &mut dyn FnMut(Term, Term) -> Option<bool>,
    ) -> Found<'_> {
        'tables: for table in self.tables.iter().rev() {
            let mut found = None;
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
