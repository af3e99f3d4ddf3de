//! Hash-consed terms.
//!
//! A [`Term`] is a number; equal terms of one store have equal numbers, so comparing, hashing and
//! copying cost nothing. Each node also knows its depth and tree size, so that walks can choose
//! between plain recursion and an explicit stack with sharing.

use crate::sort::{DataDecl, FunDecl, FunId, Sort, SortKind};
use base::{Int, Rat, Symbol, Symbols};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A term of a [`Terms`] store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The term as an index, for tables beside the store.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What stands at the root of a term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Truth.
    True,
    /// Falsity.
    False,
    /// An integer constant.
    Int(Int),
    /// A real constant.
    Real(Rat),
    /// A free (or bound) variable: a constant of unknown value.
    Var(Symbol),
    /// An uninterpreted function applied to arguments.
    App(FunId),
    /// Negation.
    Not,
    /// Conjunction of any number of formulas.
    And,
    /// Disjunction of any number of formulas.
    Or,
    /// Equality of two terms of one sort (on booleans: equivalence).
    Eq,
    /// Pairwise difference.
    Distinct,
    /// If then else, of any sort.
    Ite,
    /// Sum of any number of terms.
    Add,
    /// Product of two terms.
    Mul,
    /// Integer quotient (Euclidean, as in SMT-LIB; by zero: some function of the dividend).
    Div,
    /// Integer remainder (Euclidean, never negative; by zero: some function of the dividend).
    Mod,
    /// Real quotient (by zero: some function of the dividend).
    RealDiv,
    /// An integer as a real.
    ToReal,
    /// The floor of a real.
    ToInt,
    /// ≤ on integers or reals.
    Le,
    /// < on integers or reals.
    Lt,
    /// A constructor of the term's data sort.
    Con(u32),
    /// Field (second) of a constructor (first) of the argument's data sort; on other constructors
    /// some function of the argument.
    Sel(u32, u32),
    /// Whether the argument's root is this constructor.
    Is(u32),
    /// An untyped tree with this root symbol; its arity is the number of arguments.
    Functor(Symbol),
    /// Argument (third) of an untyped tree with this root symbol and arity; on others some function.
    FunctorArg(Symbol, u32, u32),
    /// Whether the root of an untyped tree is this symbol with this arity. Its negation is 'root is not f/n'.
    IsFunctor(Symbol, u32),
    /// An integer as a leaf of an untyped tree.
    TreeInt,
    /// The integer at a leaf of an untyped tree; on others some function.
    TreeIntValue,
    /// Whether an untyped tree is an integer leaf.
    IsTreeInt,
    /// The null reference of the term's sort.
    Nil,
    /// The cell made by the allocation with this number: differs from nil, from every other
    /// allocation and from every input reference that the caller says so of.
    New(u32),
    /// Array or map at an index.
    Select,
    /// Array or map with one index changed.
    Store,
    /// The array that has one value everywhere.
    ConstArray,
    /// For all: the first arguments (this many) are the bound variables, the last the body.
    Forall(u32),
    /// There is: the first arguments (this many) are the bound variables, the last the body.
    Exists(u32),
}

#[derive(Clone)]
pub(crate) struct Node {
    pub op: Op,
    pub sort: Sort,
    pub start: u32,
    pub len: u32,
    pub depth: u32,
    pub size: u32,
    pub quantified: bool,
    /// For a variable: its number among the variables.
    pub var: u32,
}

/// The store of terms, with the tables of sorts, data types, functions and names. A clone has the same
/// numbers for the same terms.
#[derive(Clone, Default)]
pub struct Terms {
    pub(crate) nodes: Vec<Node>,
    pool: Vec<Term>,
    index: HashTable<u32>,
    pub(crate) vars: Vec<Term>,
    pub(crate) sorts: Vec<SortKind>,
    pub(crate) sort_index: FxHashMap<SortKind, Sort>,
    pub(crate) datas: Vec<DataDecl>,
    pub(crate) instances: FxHashMap<Sort, Vec<Vec<Sort>>>,
    pub(crate) funs: Vec<FunDecl>,
    pub(crate) symbols: Symbols,
    letters: Vec<Symbol>,
    fresh: u32,
}

fn hash_node(op: &Op, sort: Sort, args: &[Term]) -> u64 {
    let mut h = FxHasher::default();
    op.hash(&mut h);
    sort.hash(&mut h);
    args.hash(&mut h);
    h.finish()
}

impl Terms {
    /// An empty store.
    pub fn new() -> Terms {
        let mut t = Terms::default();
        for kind in [SortKind::Bool, SortKind::Int, SortKind::Real, SortKind::Tree] {
            t.sort(kind);
        }
        t.letters = ('a'..='z').map(|c| t.symbols.intern(c.encode_utf8(&mut [0; 4]))).collect();
        t.intern(Op::True, Sort::BOOL, &[]);
        t.intern(Op::False, Sort::BOOL, &[]);
        t
    }

    /// A store without terms but with the same sorts, data types, functions and names.
    pub fn declarations(&self) -> Terms {
        let mut t = Terms {
            sorts: self.sorts.clone(),
            sort_index: self.sort_index.clone(),
            datas: self.datas.clone(),
            instances: self.instances.clone(),
            funs: self.funs.clone(),
            symbols: self.symbols.clone(),
            letters: self.letters.clone(),
            ..Terms::default()
        };
        t.intern(Op::True, Sort::BOOL, &[]);
        t.intern(Op::False, Sort::BOOL, &[]);
        t
    }

    /// The term with this root and these arguments, new or known. Front ends use the checked
    /// constructors of this type; this one trusts its caller about sorts.
    pub fn intern(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let hash = hash_node(&op, sort, args);
        let (nodes, pool) = (&self.nodes, &self.pool);
        let same = |i: &u32| {
            let n = &nodes[*i as usize];
            n.op == op && n.sort == sort && &pool[n.start as usize..(n.start + n.len) as usize] == args
        };
        if let Some(&i) = self.index.find(hash, same) {
            return Term(i);
        }
        let mut depth = 0;
        let mut size = 1u32;
        let mut quantified = matches!(op, Op::Forall(_) | Op::Exists(_));
        for a in args {
            let n = &self.nodes[a.index()];
            depth = depth.max(n.depth + 1);
            size = size.saturating_add(n.size);
            quantified |= n.quantified;
        }
        let id = self.nodes.len() as u32;
        let var = if matches!(op, Op::Var(_)) {
            self.vars.push(Term(id));
            self.vars.len() as u32 - 1
        } else {
            0
        };
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(args);
        self.nodes.push(Node { op, sort, start, len: args.len() as u32, depth, size, quantified, var });
        let (nodes, pool) = (&self.nodes, &self.pool);
        self.index.insert_unique(hash, id, |i| {
            let n = &nodes[*i as usize];
            hash_node(&n.op, n.sort, &pool[n.start as usize..(n.start + n.len) as usize])
        });
        Term(id)
    }

    /// The root of a term.
    #[inline]
    pub fn op(&self, t: Term) -> &Op {
        &self.nodes[t.index()].op
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, t: Term) -> &[Term] {
        let n = &self.nodes[t.index()];
        &self.pool[n.start as usize..(n.start + n.len) as usize]
    }

    /// The sort of a term.
    #[inline]
    pub fn sort_of(&self, t: Term) -> Sort {
        self.nodes[t.index()].sort
    }

    /// How deep the term is nested.
    pub fn depth(&self, t: Term) -> u32 {
        self.nodes[t.index()].depth
    }

    /// How many nodes the term has as a tree (counting shared parts again; saturating).
    pub fn size(&self, t: Term) -> u32 {
        self.nodes[t.index()].size
    }

    /// Whether a quantifier occurs in it.
    pub fn is_quantified(&self, t: Term) -> bool {
        self.nodes[t.index()].quantified
    }

    /// The number of a variable among the variables of the store.
    pub fn var_number(&self, t: Term) -> Option<usize> {
        let n = &self.nodes[t.index()];
        matches!(n.op, Op::Var(_)).then_some(n.var as usize)
    }

    /// All variables of the store, in order of creation.
    pub fn vars(&self) -> &[Term] {
        &self.vars
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A store is never empty: it has the truth values.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Interns a name.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        self.symbols.intern(name)
    }

    /// The name of a symbol.
    pub fn name(&self, s: Symbol) -> &str {
        self.symbols.name(s)
    }

    /// The symbol of a name, if the store knows it.
    pub fn known_symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name)
    }

    /// The names `a` … `z`, which every store has: atoms for models of untyped trees.
    pub fn letters(&self) -> &[Symbol] {
        &self.letters
    }

    /// A variable. The same name and sort give the same variable.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        let s = self.symbols.intern(name);
        self.intern(Op::Var(s), sort, &[])
    }

    /// A variable whose name nothing else has: `hint!1`, `hint!2`, …
    pub fn fresh_var(&mut self, hint: &str, sort: Sort) -> Term {
        loop {
            self.fresh += 1;
            let name = format!("{hint}!{}", self.fresh);
            if self.symbols.get(&name).is_none() {
                return self.var(&name, sort);
            }
        }
    }

    /// Visits each distinct subterm once, arguments before the terms that use them.
    pub fn visit(&self, roots: &[Term], mut f: impl FnMut(Term)) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|t| (*t, false)).collect();
        while let Some((t, done)) = stack.pop() {
            if done {
                f(t);
            } else if seen.insert(t) {
                stack.push((t, true));
                stack.extend(self.args(t).iter().rev().map(|a| (*a, false)));
            }
        }
    }

    /// The free variables of some terms, in order of first occurrence.
    pub fn free_vars(&self, roots: &[Term]) -> Vec<Term> {
        let mut out = Vec::new();
        if roots.iter().all(|r| !self.is_quantified(*r)) {
            self.visit(roots, |t| {
                if matches!(self.op(t), Op::Var(_)) {
                    out.push(t);
                }
            });
            return out;
        }
        let mut bound = Vec::new();
        for r in roots {
            self.free_vars_under(*r, &mut bound, &mut out);
        }
        out
    }

    fn free_vars_under(&self, t: Term, bound: &mut Vec<Term>, out: &mut Vec<Term>) {
        match self.op(t) {
            Op::Var(_) => {
                if !bound.contains(&t) && !out.contains(&t) {
                    out.push(t);
                }
            }
            Op::Forall(n) | Op::Exists(n) => {
                let args = self.args(t);
                let old = bound.len();
                bound.extend_from_slice(&args[..*n as usize]);
                self.free_vars_under(args[*n as usize], bound, out);
                bound.truncate(old);
            }
            _ => {
                for a in self.args(t) {
                    self.free_vars_under(*a, bound, out);
                }
            }
        }
    }
}
