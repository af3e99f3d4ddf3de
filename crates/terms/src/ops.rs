//! Operators: which names may stand before, between or after their arguments, and how tightly they bind.
//!
//! ```
//! use terms::{Fixity, Ops, Terms};
//! let mut terms = Terms::new();
//! let mut ops = Ops::standard(&mut terms);
//! let and = terms.intern("and");
//! ops.set(and, 720, Fixity::Yfx);
//! assert_eq!(ops.infix(and).map(|op| (op.left, op.right)), Some((720, 719)));
//! ```

use crate::atom::Atom;
use crate::term::Terms;
use std::collections::BTreeMap;

/// Where an operator stands and which side may have an equally loose operator (`y`) or not (`x`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fixity {
    Xfx,
    Xfy,
    Yfx,
    Fy,
    Fx,
    Xf,
    Yf,
}

impl Fixity {
    /// Reads `xfx`, `fy` and so on.
    pub fn parse(text: &str) -> Option<Fixity> {
        Some(match text {
            "xfx" => Fixity::Xfx,
            "xfy" => Fixity::Xfy,
            "yfx" => Fixity::Yfx,
            "fy" => Fixity::Fy,
            "fx" => Fixity::Fx,
            "xf" => Fixity::Xf,
            "yf" => Fixity::Yf,
            _ => return None,
        })
    }
}

/// One operator: its priority and the loosest that its arguments may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// The priority, 1 to 1200; 0 means that it was taken away.
    pub priority: u16,
    /// The largest priority on the left; 0 for prefix operators.
    pub left: u16,
    /// The largest priority on the right; 0 for postfix operators.
    pub right: u16,
}

/// What a name is: prefix, infix, postfix operator, or several of them.
#[derive(Clone, Copy, Debug, Default)]
struct Roles {
    prefix: Option<Op>,
    infix: Option<Op>,
    postfix: Option<Op>,
}

/// A table of operators.
#[derive(Clone, Debug, Default)]
pub struct Ops {
    roles: BTreeMap<Atom, Roles>,
}

/// The operators of SWI-Prolog that are there from the start.
const STANDARD: &[(u16, &str, &[&str])] = &[
    (1200, "xfx", &["-->", ":-", "=>"]),
    (1200, "fx", &[":-", "?-"]),
    (
        1150,
        "fx",
        &[
            "discontiguous",
            "dynamic",
            "initialization",
            "meta_predicate",
            "module_transparent",
            "multifile",
            "public",
            "table",
            "thread_initialization",
            "thread_local",
            "volatile",
        ],
    ),
    (1105, "xfy", &["|"]),
    (1100, "xfy", &[";"]),
    (1050, "xfy", &["->", "*->"]),
    (1000, "xfy", &[","]),
    (900, "fy", &["\\+"]),
    (800, "xfx", &[":="]),
    (
        700,
        "xfx",
        &[
            ":<", "<", "=", "=..", "=:=", "=<", "==", "=@=", "=\\=", ">", ">:<", ">=", "@<", "@=<", "@>",
            "@>=", "\\=", "\\==", "\\=@=", "as", "is",
        ],
    ),
    (600, "xfy", &[":"]),
    (500, "yfx", &["+", "-", "/\\", "\\/"]),
    (400, "yfx", &["*", "/", "//", "<<", ">>", "div", "mod", "rdiv", "rem", "xor"]),
    (200, "xfx", &["**"]),
    (200, "xfy", &["^"]),
    (200, "fy", &["+", "-", "\\"]),
    (1, "fx", &["$"]),
];

/// The operators of `library(clpfd)`.
const CLPFD: &[(u16, &str, &[&str])] = &[
    (760, "yfx", &["#<==>"]),
    (750, "xfy", &["#==>"]),
    (750, "yfx", &["#<=="]),
    (740, "yfx", &["#\\/"]),
    (730, "yfx", &["#\\"]),
    (720, "yfx", &["#/\\"]),
    (710, "fy", &["#\\"]),
    (700, "xfx", &["#<", "#>", "#=<", "#>=", "#\\=", "#=", "in", "ins", "in_set"]),
    (450, "xfx", &[".."]),
];

/// The operators of type declarations, as `library(type_check)` has them.
const TYPES: &[(u16, &str, &[&str])] = &[(1150, "fx", &["type", "pred"]), (1130, "xfx", &["--->"])];

impl Ops {
    /// A table without any operator.
    pub fn none() -> Ops {
        Ops::default()
    }

    /// The standard operators of SWI-Prolog, with their atoms interned in this table.
    pub fn standard(terms: &mut Terms) -> Ops {
        let mut ops = Ops::none();
        ops.add(terms, STANDARD);
        ops
    }

    fn add(&mut self, terms: &mut Terms, table: &[(u16, &str, &[&str])]) {
        for (priority, fixity, names) in table {
            for name in *names {
                let atom = terms.intern(name);
                if let Some(fixity) = Fixity::parse(fixity) {
                    self.set(atom, *priority, fixity);
                }
            }
        }
    }

    /// Adds what a library declares; false if the library is not known to declare operators.
    pub fn add_library(&mut self, terms: &mut Terms, library: &str) -> bool {
        match library {
            "clpfd" | "clpBNR" => self.add(terms, CLPFD),
            "type_check" => self.add(terms, TYPES),
            _ => return false,
        }
        true
    }

    /// Declares an operator, or takes it away if the priority is 0.
    pub fn set(&mut self, name: Atom, priority: u16, fixity: Fixity) {
        let roles = self.roles.entry(name).or_default();
        let under = priority.saturating_sub(1);
        let (role, left, right) = match fixity {
            Fixity::Xfx => (&mut roles.infix, under, under),
            Fixity::Xfy => (&mut roles.infix, under, priority),
            Fixity::Yfx => (&mut roles.infix, priority, under),
            Fixity::Fy => (&mut roles.prefix, 0, priority),
            Fixity::Fx => (&mut roles.prefix, 0, under),
            Fixity::Xf => (&mut roles.postfix, under, 0),
            Fixity::Yf => (&mut roles.postfix, priority, 0),
        };
        *role = (priority > 0).then_some(Op { priority, left, right });
    }

    /// The prefix operator of this name.
    pub fn prefix(&self, name: Atom) -> Option<Op> {
        self.roles.get(&name).and_then(|roles| roles.prefix)
    }

    /// The infix operator of this name.
    pub fn infix(&self, name: Atom) -> Option<Op> {
        self.roles.get(&name).and_then(|roles| roles.infix)
    }

    /// The postfix operator of this name.
    pub fn postfix(&self, name: Atom) -> Option<Op> {
        self.roles.get(&name).and_then(|roles| roles.postfix)
    }

    /// Is the name an operator of any kind?
    pub fn is_op(&self, name: Atom) -> bool {
        self.prefix(name).or(self.infix(name)).or(self.postfix(name)).is_some()
    }
}
