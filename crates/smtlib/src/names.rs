//! Symbols as SMT-LIB writes them, and names that do not clash.
//!
//! Terms may hold two variables of one name (with different sorts), two functions of one name, or a
//! variable that is called like an operator. A script may not. [`Names`] hands out a name for each thing
//! and remembers it, so that scripts and answers over one session agree.

use crate::lexer::is_symbol_char;
use formula::{DataId, FunId, Sort, Term};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Words of the language itself; a symbol of that name must be quoted.
const RESERVED: &str = "! _ as BINARY DECIMAL exists HEXADECIMAL forall let match NUMERAL par STRING";

/// Names that theories, z3 or cvc5 bring along, and that a declaration must therefore avoid.
const TAKEN: &str = "true false not and or xor => = distinct ite + - * / div mod rem abs < <= > >= to_real to_int is_int \
    divisible select store const is iff implies if Bool Int Real Array List Set Seq String RegLan \
    RoundingMode BitVec FloatingPoint Tuple Bag Relation Unicode union intersection subset setminus \
    member insert complement map default as-array lambda choice pi sin cos tan exp sqrt power root-obj \
    update concat extract repeat bv2nat int2bv nat2bv sep emp pto wand tuple set bag seq unit xnor nand \
    nor ^ ** ^-1 int.pow2 card singleton emptyset univset join product transpose tclosure iden fp NaN \
    RNE RNA RTP RTN RTZ u2s pbeq pble pbge at-most at-least partial-order linear-order tree-order bvadd \
    bvmul";

/// A symbol as it is written: between bars where it must be.
///
/// ```
/// assert_eq!(smtlib::quote("x!1"), "x!1");
/// assert_eq!(smtlib::quote("a b"), "|a b|");
/// assert_eq!(smtlib::quote("let"), "|let|");
/// ```
pub fn quote(name: &str) -> Cow<'_, str> {
    let simple = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(is_symbol_char)
        && !RESERVED.split(' ').any(|word| word == name);
    if simple { Cow::Borrowed(name) } else { Cow::Owned(format!("|{name}|")) }
}

/// Whether a declaration must avoid a name. `$1`, `$2`, … are the names of shared parts.
fn is_taken(name: &str) -> bool {
    let shared = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    let listed = |words: &str| words.split(' ').any(|word| word == name);
    listed(TAKEN) || listed(RESERVED) || name.strip_prefix('$').is_some_and(shared)
}

/// What a name was given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Thing {
    Var(Term),
    Fun(FunId),
    /// An uninterpreted sort, a sort of references or the sort of untyped trees.
    Sort(Sort),
    Data(DataId),
    Constructor(DataId, u32),
    Selector(DataId, u32, u32),
    /// Constructors and selectors that stand for references and untyped trees; see `encode`.
    Part(Sort, u32),
    PartOf(Sort, u32, u32),
}

/// The names of things.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    given: BTreeMap<Thing, String>,
    /// By name, without bars.
    owners: BTreeMap<String, Thing>,
    /// Whether names must be unique; otherwise each thing is written as it calls itself.
    unique: bool,
}

impl Names {
    /// Names that are safe to declare.
    pub(crate) fn unique() -> Names {
        Names { given: BTreeMap::new(), owners: BTreeMap::new(), unique: true }
    }

    /// Names as they are, for answers to a person.
    pub(crate) fn plain() -> Names {
        Names { given: BTreeMap::new(), owners: BTreeMap::new(), unique: false }
    }

    /// The name of a thing, quoted where needed; `own` is what it calls itself.
    pub(crate) fn of(&mut self, thing: Thing, own: &str) -> String {
        if !self.unique {
            // An instance of a declared sort is named by its text, such as `(Pair Int Bool)`.
            let instance = matches!(thing, Thing::Sort(_)) && own.starts_with('(');
            return if instance { own.to_string() } else { quote(own).into_owned() };
        }
        if let Some(name) = self.given.get(&thing) {
            return name.clone();
        }
        // No way of quoting allows these two characters.
        let own = own.replace(['|', '\\'], "_");
        // z3 reads neither an empty symbol nor a reserved word, quoted or not.
        let own = if own.is_empty() { "nameless".to_string() } else { own };
        let mut name = own.clone();
        let mut count = 1;
        while is_taken(&name) || self.owners.contains_key(&name) {
            count += 1;
            name = format!("{own}!{count}");
        }
        self.owners.insert(name.clone(), thing);
        let name = quote(&name).into_owned();
        self.given.insert(thing, name.clone());
        name
    }

    /// The thing behind a name in an answer (without bars).
    pub(crate) fn thing(&self, name: &str) -> Option<Thing> {
        self.owners.get(name).copied()
    }
}
