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
use crate::dialect::Dialect;
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
    /// Before two arguments, as in Mercury: `some [X] p(X)`. No text can declare it.
    Fxy,
}

impl Fixity {
    /// Reads `xfx`, `fy` and so on: the kinds that a text can declare.
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
    /// The largest priority on the left, or of the first of two arguments on the right; 0 for other prefix operators.
    pub left: u16,
    /// The largest priority on the right; 0 for postfix operators.
    pub right: u16,
}

/// What a name is: prefix, infix, postfix operator, before two arguments, or several of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Roles {
    pub prefix: Option<Op>,
    pub infix: Option<Op>,
    pub postfix: Option<Op>,
    pub before_two: Option<Op>,
}

/// A table of operators.
#[derive(Clone, Debug, Default)]
pub struct Ops {
    roles: BTreeMap<Atom, Roles>,
}

/// A table of operators as data: lines of a priority, a kind, and names.
pub type OperatorTable = &'static [(u16, Fixity, &'static [&'static str])];

impl Ops {
    /// A table without any operator.
    pub fn none() -> Ops {
        Ops::default()
    }

    /// The operators of standard Prolog, with their atoms interned in this table.
    pub fn standard(terms: &mut Terms) -> Ops {
        Dialect::ISO.ops(terms)
    }

    /// The operators of a table, with their atoms interned.
    pub fn of(terms: &mut Terms, table: OperatorTable) -> Ops {
        let mut ops = Ops::none();
        ops.add(terms, table);
        ops
    }

    /// Declares all operators of a table.
    pub fn add(&mut self, terms: &mut Terms, table: OperatorTable) {
        for (priority, fixity, names) in table {
            for name in *names {
                let atom = terms.intern(name);
                self.set(atom, *priority, *fixity);
            }
        }
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
            Fixity::Fxy => (&mut roles.before_two, under, priority),
        };
        *role = (priority > 0).then_some(Op { priority, left, right });
    }

    /// Declares all that another table declares, whose names are atoms of another table.
    pub fn take_over(&mut self, from: &Ops, atoms: &Terms, terms: &mut Terms) {
        for (name, roles) in &from.roles {
            let name = terms.intern(atoms.name(*name));
            self.roles.insert(name, *roles);
        }
    }

    /// All that a name is.
    pub(crate) fn roles(&self, name: Atom) -> Roles {
        self.roles.get(&name).copied().unwrap_or_default()
    }

    /// The prefix operator of this name.
    pub fn prefix(&self, name: Atom) -> Option<Op> {
        self.roles(name).prefix
    }

    /// The infix operator of this name.
    pub fn infix(&self, name: Atom) -> Option<Op> {
        self.roles(name).infix
    }

    /// The postfix operator of this name.
    pub fn postfix(&self, name: Atom) -> Option<Op> {
        self.roles(name).postfix
    }

    /// The operator of this name that stands before two arguments.
    pub fn before_two(&self, name: Atom) -> Option<Op> {
        self.roles(name).before_two
    }

    /// Whether the name is an operator of any kind.
    pub fn is_op(&self, name: Atom) -> bool {
        let Roles { prefix, infix, postfix, before_two } = self.roles(name);
        prefix.or(infix).or(postfix).or(before_two).is_some()
    }
}
