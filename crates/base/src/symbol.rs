//! Interned names.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A name, as a small number that means something only together with its [`Symbols`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// The table of names.
///
/// ```
/// let mut names = base::Symbols::default();
/// let x = names.intern("x");
/// assert_eq!(names.intern("x"), x);
/// assert_eq!(names.name(x), "x");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Symbols {
    names: Vec<Arc<str>>,
    index: FxHashMap<Arc<str>, Symbol>,
}

impl Symbols {
    /// The symbol of this name, new or known.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&s) = self.index.get(name) {
            return s;
        }
        let s = Symbol(self.names.len() as u32);
        let name: Arc<str> = Arc::from(name);
        self.names.push(name.clone());
        self.index.insert(name, s);
        s
    }

    /// The symbol of this name, if it is known.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.index.get(name).copied()
    }

    /// The name of a symbol of this table.
    pub fn name(&self, s: Symbol) -> &str {
        self.names.get(s.0 as usize).map_or("?", |n| n)
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
