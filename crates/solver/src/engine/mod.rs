//! The engine: a search over literals with theories that explain themselves (CDCL(T)).
//!
//! Unit literals go straight to the theories; clauses are searched with learning. Theories are
//! congruence closure with constructors ([`crate::egraph`]) and linear arithmetic
//! ([`crate::arith`]); arrays, data types and products add axioms on demand when the search has
//! found an assignment ([`Engine::check`] and the files beside this one). Numbers and classes agree
//! by shared equalities, proposed from the arithmetic model and only where two applications of one
//! function would otherwise differ.
//!
//! Everything is a stack: scopes of assertions at the bottom, decisions above. Terms, atoms, rows
//! and clauses made in a scope vanish with it. New nodes are only ever made while nothing is
//! decided, so the graph can undo them in order.

mod analyze;
mod arrays;
mod data;
mod encode;
mod final_check;
mod linear;
mod model;
mod products;
mod values;

use crate::arith::{AVar, Arith, Failure, Lin, Mark};
use crate::egraph::{About, Egraph, Node};
use crate::lit::Lit;
use crate::sat::{Reason, Sat};
use crate::verdict::Unknown;
use ::linear::{Delta, Side};
use base::{Budget, Int, Rat};
use formula::{Model, Op, Sort, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a propositional variable stands for.
#[derive(Clone, Debug)]
enum Atom {
    /// A gate or a free boolean.
    Plain,
    /// `v ≤ value`.
    Bound(AVar, Delta),
    /// `v = value`, and the pairs of nodes that are equal then.
    Value(AVar, Rat, Vec<(Node, Node)>),
    /// Something about nodes; for a root test also the node it equals if it is true.
    Nodes(About, Option<Node>),
}

/// What a symbol of the graph stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum SymKey {
    /// An operation; the sort tells data types apart.
    Op(Op, Sort),
    /// A term that the graph does not look into.
    Opaque(Term),
    /// An index at which two arrays differ, or another unnamed thing.
    Skolem(u32),
    /// The value of an array almost everywhere.
    Default(Sort),
}

/// An entry of a table, to be removed when its scope closes.
enum Made {
    Lit(Term),
    Node(Term),
    Exact(u32, Box<[Node]>),
    AVar(Term),
    Bound(AVar, Delta),
    Value(AVar, Rat),
    NodeEq(Node, Node),
    Symbol(SymKey),
    Done(Fact),
    Quotient(Term, Rat),
    Product,
    Pair(u32),
}

/// An axiom that has been added.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Fact {
    /// Read over write: a store and an index.
    Read(Node, Node),
    /// Two arrays that differ somewhere.
    Extension(Node, Node),
    /// A constant array at an index.
    Constant(Node, Node),
    /// The default of an array.
    Default(Node),
    /// An array over a finite index sort, read everywhere.
    Complete(Node),
    /// The root of a tree is one of its constructors.
    Exhaustive(Node),
}

struct Product {
    result: AVar,
    left: Lin,
    right: Lin,
}

struct LevelMark {
    graph: usize,
    arith: Mark,
    head: usize,
}

struct Scope {
    vars: usize,
    clauses: usize,
    avars: usize,
    made: usize,
    assumed: usize,
    symbols: usize,
    lins: usize,
    incomplete: usize,
    skolems: u32,
    unsat: Option<Vec<Term>>,
}

/// How many of which steps were taken; tests look at these.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Counters {
    /// Decisions of the search.
    pub decisions: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Axioms added on demand.
    pub lemmas: u64,
    /// Equalities between shared terms that were proposed.
    pub proposals: u64,
    /// Exact integer decisions after branching did not end.
    pub omega: u64,
}

impl Counters {
    /// Adds what another engine did.
    pub(crate) fn add(&mut self, other: &Counters) {
        self.decisions += other.decisions;
        self.conflicts += other.conflicts;
        self.lemmas += other.lemmas;
        self.proposals += other.proposals;
        self.omega += other.omega;
    }
}

/// What the engine answers.
pub enum Answer {
    /// A model (not yet confirmed).
    Sat(Model),
    /// The assertions that contradict each other.
    Unsat(Vec<Term>),
    /// Undecided.
    Unknown(Unknown),
}

/// See the module's documentation.
pub struct Engine {
    sat: Sat,
    graph: Egraph,
    arith: Arith,
    atoms: Vec<Atom>,
    levels: Vec<LevelMark>,
    /// How much of the trail the theories have seen.
    head: usize,
    scopes: Vec<Scope>,
    lits: FxHashMap<Term, Lit>,
    nodes: FxHashMap<Term, Node>,
    /// Nodes by symbol and arguments to the letter.
    exact: FxHashMap<(u32, Box<[Node]>), Node>,
    avars: FxHashMap<Term, AVar>,
    bounds: FxHashMap<(AVar, Delta), Lit>,
    values: FxHashMap<(AVar, Rat), Lit>,
    node_eqs: FxHashMap<(Node, Node), Lit>,
    symbols: FxHashMap<SymKey, u32>,
    sym_keys: Vec<SymKey>,
    /// The sum that a numeric node is.
    lins: Vec<Option<Lin>>,
    products: Vec<Product>,
    quotients: FxHashMap<(Term, Rat), AVar>,
    done: FxHashSet<Fact>,
    made: Vec<Made>,
    assumed: Vec<(Lit, Term)>,
    /// What was met that is not decided exactly.
    incomplete: Vec<String>,
    skolems: u32,
    /// Steps of the search so far.
    pub counters: Counters,
}

/// A set of literals, all true, that cannot all be true.
type Conflict = Vec<Lit>;

enum Trouble {
    Conflict(Conflict),
    Stopped(base::Stop),
}

/// What the final check found.
enum Found {
    Conflict(Conflict),
    /// Axioms: to be added with nothing decided.
    Axioms(Vec<Axiom>),
    /// A literal to try next.
    Decide(Lit),
    /// Nodes that a true literal makes equal and that are not merged yet.
    Merge(Node, Node, Lit),
    Model(Box<Model>),
    Unknown(Unknown),
}

/// An axiom to add; the graph's nodes in it are made when nothing is decided.
#[derive(Debug, Clone)]
enum Axiom {
    Read(Node, Node),
    Extension(Node, Node),
    Constant(Node, Node),
    Default(Node),
    Complete(Node),
    Exhaustive(Node),
    RootTest(Node, u32),
    /// v ≤ k ∨ v ≥ k + 1
    Branch(AVar, Int),
    /// v = k ∨ v < k ∨ v > k, with the literal of the equality
    Differ(AVar, Rat, Lit),
    Product(usize, Rat, Rat),
    ArrayEq(Node, Node),
}

impl Engine {
    /// Nothing asserted.
    pub fn new() -> Engine {
        let mut e = Engine {
            sat: Sat::default(),
            graph: Egraph::new(),
            arith: Arith::new(),
            atoms: Vec::new(),
            levels: Vec::new(),
            head: 0,
            scopes: Vec::new(),
            lits: FxHashMap::default(),
            nodes: FxHashMap::default(),
            exact: FxHashMap::default(),
            avars: FxHashMap::default(),
            bounds: FxHashMap::default(),
            values: FxHashMap::default(),
            node_eqs: FxHashMap::default(),
            symbols: FxHashMap::default(),
            sym_keys: vec![SymKey::Op(Op::True, Sort::BOOL), SymKey::Op(Op::False, Sort::BOOL)],
            lins: Vec::new(),
            products: Vec::new(),
            quotients: FxHashMap::default(),
            done: FxHashSet::default(),
            made: Vec::new(),
            assumed: Vec::new(),
            incomplete: Vec::new(),
            skolems: 0,
            counters: Counters::default(),
        };
        e.new_atom(Atom::Plain, true);
        e.sat.enqueue(Lit::TRUE, Reason::Axiom);
        e
    }

    fn new_atom(&mut self, atom: Atom, phase: bool) -> Lit {
        let v = self.sat.add_var(phase);
        self.atoms.push(atom);
        Lit::new(v, true)
    }

    fn base(&self) -> u32 {
        self.scopes.len() as u32
    }

    fn open_level(&mut self) {
        self.sat.open_level();
        self.levels.push(LevelMark { graph: self.graph.mark(), arith: self.arith.mark(), head: self.head });
    }

    fn backtrack(&mut self, level: u32) {
        if self.sat.level() <= level {
            return;
        }
        self.sat.backtrack(level);
        let m = &self.levels[level as usize];
        self.graph.undo_to(m.graph);
        self.arith.undo_to(m.arith);
        self.head = m.head;
        self.levels.truncate(level as usize);
    }

    /// Opens a scope.
    pub fn push(&mut self, budget: &Budget) -> Result<(), base::Stop> {
        self.backtrack(self.base());
        let unsat = match self.scopes.last().and_then(|s| s.unsat.clone()) {
            Some(core) => Some(core),
            // What is asserted so far must have reached the theories before the level opens.
            None => match self.propagate(budget) {
                Ok(()) => None,
                Err(Trouble::Conflict(c)) => {
                    let core = self.core(c);
                    self.set_unsat(core.clone());
                    Some(core)
                }
                Err(Trouble::Stopped(s)) => return Err(s),
            },
        };
        self.scopes.push(Scope {
            vars: self.sat.vars(),
            clauses: self.sat.clauses(),
            avars: self.arith.len(),
            made: self.made.len(),
            assumed: self.assumed.len(),
            symbols: self.graph.symbols(),
            lins: self.lins.len(),
            incomplete: self.incomplete.len(),
            skolems: self.skolems,
            unsat,
        });
        self.open_level();
        Ok(())
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self) {
        let Some(s) = self.scopes.pop() else { return };
        self.backtrack(self.base());
        while self.made.len() > s.made {
            match self.made.pop() {
                Some(Made::Lit(t)) => drop(self.lits.remove(&t)),
                Some(Made::Node(t)) => drop(self.nodes.remove(&t)),
                Some(Made::Exact(f, args)) => drop(self.exact.remove(&(f, args))),
                Some(Made::AVar(t)) => drop(self.avars.remove(&t)),
                Some(Made::Bound(v, k)) => {
                    let key = (v, k);
                    if let Some(l) = self.bounds.remove(&key)
                        && (v as usize) < s.avars
                    {
                        self.arith.forget_bound(v, &key.1, l);
                    }
                }
                Some(Made::Value(v, k)) => {
                    let key = (v, k);
                    if let Some(l) = self.values.remove(&key)
                        && (v as usize) < s.avars
                    {
                        self.arith.forget_equal(v, &key.1, l);
                    }
                }
                Some(Made::NodeEq(a, b)) => drop(self.node_eqs.remove(&(a, b))),
                Some(Made::Symbol(k)) => drop(self.symbols.remove(&k)),
                Some(Made::Done(f)) => drop(self.done.remove(&f)),
                Some(Made::Quotient(x, k)) => drop(self.quotients.remove(&(x, k))),
                Some(Made::Product) => drop(self.products.pop()),
                Some(Made::Pair(v)) => {
                    if let Some(Atom::Value(_, _, pairs)) = self.atoms.get_mut(v as usize) {
                        pairs.pop();
                    }
                }
                None => {}
            }
        }
        self.sat.truncate(s.vars, s.clauses);
        self.atoms.truncate(s.vars);
        self.arith.truncate(s.avars);
        self.assumed.truncate(s.assumed);
        self.graph.truncate_symbols(s.symbols);
        self.sym_keys.truncate(s.symbols);
        self.lins.truncate(s.lins);
        self.incomplete.truncate(s.incomplete);
        self.skolems = s.skolems;
    }

    /// Asserts a formula in the innermost scope.
    pub fn assert(&mut self, terms: &Terms, f: Term, budget: &Budget) -> Result<(), base::Stop> {
        self.backtrack(self.base());
        if terms.depth(f) > encode::DEEP {
            self.encode_leaves_first(terms, f, budget)?;
        }
        let mut work = vec![(f, true)];
        while let Some((t, positive)) = work.pop() {
            match (terms.op(t), positive) {
                (Op::Not, _) => work.push((terms.args(t)[0], !positive)),
                (Op::And, true) => work.extend(terms.args(t).iter().rev().map(|a| (*a, true))),
                (Op::Or, false) => work.extend(terms.args(t).iter().rev().map(|a| (*a, false))),
                _ => {
                    let l = self.literal(terms, t);
                    self.assume(if positive { l } else { !l }, f);
                }
            }
        }
        Ok(())
    }

    fn assume(&mut self, l: Lit, because: Term) {
        match self.sat.value(l) {
            Some(true) => {}
            None => {
                self.assumed.push((l, because));
                self.sat.enqueue(l, Reason::Assumed);
            }
            Some(false) => {
                let mut core = self.core(vec![!l]);
                core.push(because);
                core.dedup();
                self.set_unsat(core);
            }
        }
    }

    fn set_unsat(&mut self, core: Vec<Term>) {
        if let Some(s) = self.scopes.last_mut()
            && s.unsat.is_none()
        {
            s.unsat = Some(core);
        }
    }

    /// Makes a literal true for good (in this scope); only while nothing is decided.
    fn axiom(&mut self, l: Lit) {
        match self.sat.value(l) {
            Some(true) => {}
            None => self.sat.enqueue(l, Reason::Axiom),
            Some(false) => {
                let core = self.core(vec![!l]);
                self.set_unsat(core);
            }
        }
    }

    /// Adds a clause that always holds; only while nothing is decided.
    fn axiom_clause(&mut self, mut lits: Vec<Lit>) {
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|w| w[0] == !w[1]) || lits.contains(&Lit::TRUE) {
            return;
        }
        lits.retain(|l| *l != Lit::FALSE);
        match lits.len() {
            0 => self.set_unsat(Vec::new()),
            1 => self.axiom(lits[0]),
            _ => {
                let open = lits.iter().filter(|l| self.sat.value(**l) != Some(false)).count();
                let negated: Vec<Lit> = lits.iter().map(|l| !*l).collect();
                let c = self.sat.add_clause(lits, false);
                if open == 0 {
                    let core = self.core(negated);
                    self.set_unsat(core);
                } else if open == 1 {
                    let l = self.sat.lits(c)[0];
                    if self.sat.value(l).is_none() {
                        self.sat.enqueue(l, Reason::Clause(c));
                    }
                }
            }
        }
    }

    /// Brings all consequences home, or finds a conflict.
    fn propagate(&mut self, budget: &Budget) -> Result<(), Trouble> {
        loop {
            if let Some(c) = self.sat.propagate() {
                return Err(Trouble::Conflict(self.sat.lits(c).iter().map(|l| !*l).collect()));
            }
            while self.head < self.sat.trail.len() {
                let l = self.sat.trail[self.head];
                self.head += 1;
                self.tell_theory(l).map_err(Trouble::Conflict)?;
            }
            if let Err(clash) = self.graph.propagate() {
                let mut lits = Vec::new();
                for (a, b) in clash {
                    self.graph.explain(a, b, &mut lits);
                }
                return Err(Trouble::Conflict(lits));
            }
            let before = self.sat.trail.len();
            for (l, why) in std::mem::take(&mut self.graph.implied) {
                self.imply(l, why).map_err(Trouble::Conflict)?;
            }
            for (a, b) in std::mem::take(&mut self.graph.numeric) {
                let l = self.passing_equality(a, b);
                self.imply(l, Reason::Equal(a, b)).map_err(Trouble::Conflict)?;
            }
            for (l, why) in std::mem::take(&mut self.arith.implied) {
                self.imply(l, why).map_err(Trouble::Conflict)?;
            }
            if self.sat.trail.len() > before {
                continue;
            }
            match self.arith.check(budget) {
                Ok(()) => {}
                Err(Failure::Conflict(c)) => return Err(Trouble::Conflict(c)),
                Err(Failure::Stopped(s)) => return Err(Trouble::Stopped(s)),
            }
            return Ok(());
        }
    }

    fn imply(&mut self, l: Lit, why: Reason) -> Result<(), Conflict> {
        match self.sat.value(l) {
            Some(true) => Ok(()),
            None => {
                self.sat.enqueue(l, why);
                Ok(())
            }
            Some(false) => {
                let mut lits = vec![!l];
                self.explain_reason(l, why, &mut lits);
                Err(lits)
            }
        }
    }

    fn tell_theory(&mut self, l: Lit) -> Result<(), Conflict> {
        let positive = l.is_positive();
        match &self.atoms[l.var() as usize] {
            Atom::Plain => Ok(()),
            Atom::Bound(v, k) => {
                let (v, k) = (*v, k.clone());
                if positive {
                    self.arith.assert_bound(v, Side::Upper, k, l)
                } else {
                    let k = self.above(v, k);
                    self.arith.assert_bound(v, Side::Lower, k, l)
                }
            }
            Atom::Value(v, k, pairs) => {
                let (v, k) = (*v, k.clone());
                if !positive {
                    self.arith.assert_different(v, k, l);
                    return Ok(());
                }
                for (a, b) in pairs.clone() {
                    self.graph.merge(a, b, l);
                }
                self.arith.assert_bound(v, Side::Upper, Delta::new(k.clone()), l)?;
                self.arith.assert_bound(v, Side::Lower, Delta::new(k), l)
            }
            Atom::Nodes(about, expansion) => {
                match (*about, *expansion, positive) {
                    (About::Equal(a, b), _, true) => self.graph.merge(a, b, l),
                    (About::Root(a, _), Some(e), true) => self.graph.merge(a, e, l),
                    (About::True(a), _, p) => {
                        let t = self.graph.truth_node(p);
                        self.graph.merge(a, t, l);
                    }
                    _ => {}
                }
                Ok(())
            }
        }
    }

    /// The lower bound that the negation of `v ≤ k` gives.
    fn above(&self, v: AVar, k: Delta) -> Delta {
        if self.arith.is_int(v) {
            Delta::new(&k.rat + &Rat::ONE)
        } else if k.eps.is_zero() {
            Delta { rat: k.rat, eps: Rat::ONE }
        } else {
            Delta::new(k.rat)
        }
    }

    /// Answers for the assertions in force.
    pub fn check(&mut self, terms: &Terms, budget: &Budget) -> Answer {
        self.backtrack(self.base());
        let mut conflicts_left = 100u64;
        let mut restarts = 0u32;
        let mut learnt_limit = 2000;
        let mut effort = final_check::Effort::default();
        loop {
            if let Some(core) = self.scopes.last().and_then(|s| s.unsat.clone()) {
                return Answer::Unsat(core);
            }
            let conflict = match self.propagate(budget) {
                Ok(()) => None,
                Err(Trouble::Conflict(c)) => Some(c),
                Err(Trouble::Stopped(s)) => return Answer::Unknown(Unknown::Stopped(s)),
            };
            if let Err(s) = budget.step() {
                return Answer::Unknown(Unknown::Stopped(s));
            }
            if let Some(c) = conflict {
                self.counters.conflicts += 1;
                if let Some(core) = self.resolve(c) {
                    self.set_unsat(core.clone());
                    return Answer::Unsat(core);
                }
                conflicts_left = conflicts_left.saturating_sub(1);
                if conflicts_left == 0 {
                    restarts += 1;
                    conflicts_left = 100 * luby(restarts);
                    self.backtrack(self.base());
                    self.sat.reduce(learnt_limit);
                    learnt_limit += 100;
                }
                continue;
            }
            if let Some(l) = self.sat.choose() {
                self.decide(l);
                continue;
            }
            match self.final_check(terms, budget, &mut effort) {
                Found::Conflict(c) => {
                    self.counters.conflicts += 1;
                    if let Some(core) = self.resolve(c) {
                        self.set_unsat(core.clone());
                        return Answer::Unsat(core);
                    }
                }
                Found::Axioms(list) => {
                    self.backtrack(self.base());
                    for a in list {
                        self.counters.lemmas += 1;
                        self.add_axiom(terms, a);
                    }
                }
                Found::Merge(a, b, l) => self.graph.merge(a, b, l),
                Found::Decide(l) => {
                    self.counters.proposals += 1;
                    self.decide(l);
                }
                Found::Model(m) => return Answer::Sat(*m),
                Found::Unknown(u) => return Answer::Unknown(u),
            }
        }
    }

    fn decide(&mut self, l: Lit) {
        self.counters.decisions += 1;
        self.open_level();
        self.sat.enqueue(l, Reason::Decision);
    }
}

/// The sequence 1 1 2 1 1 2 4 … of Luby, Sinclair and Zuckerman.
fn luby(mut i: u32) -> u64 {
    loop {
        let k = 32 - i.leading_zeros();
        if i + 1 == 1 << k {
            return 1 << (k - 1);
        }
        i -= (1 << (k - 1)) - 1;
    }
}
