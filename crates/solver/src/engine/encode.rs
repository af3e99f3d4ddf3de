//! From terms to literals and nodes.
//!
//! Boolean structure becomes gates with both directions defined (Tseitin), so that an assertion is
//! one literal and every clause holds whatever is asserted. Terms of sorts other than numbers
//! become nodes of the graph; numbers become sums (`linear.rs`), and nodes too where functions,
//! arrays or constructors use them.

use super::{Atom, Engine, Fact, Made, SymKey};
use crate::arith::Lin;
use crate::egraph::{About, Kind, Node};
use crate::lit::Lit;
use base::{Budget, Rat, Stop};
use formula::{Op, Sort, SortKind, Term, Terms, Value};

/// Terms nested deeper than this are encoded from the leaves up, to keep recursion shallow.
pub(super) const DEEP: u32 = 48;

/// Arrays over index sorts with up to this many values are read at all of them.
pub(super) const FINITE: usize = 64;

impl Engine {
    /// The literal of a formula.
    pub(super) fn literal(&mut self, terms: &Terms, t: Term) -> Lit {
        if let Some(b) = terms.as_bool(t) {
            return if b { Lit::TRUE } else { Lit::FALSE };
        }
        if let Some(l) = self.lits.get(&t) {
            return *l;
        }
        let l = self.new_literal(terms, t);
        self.lits.insert(t, l);
        self.made.push(Made::Lit(t));
        l
    }

    /// Encodes the subterms of a deep term one by one, so that each finds its arguments done.
    pub(super) fn encode_leaves_first(
        &mut self,
        terms: &Terms,
        root: Term,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut stack = vec![(root, false)];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some((t, done)) = stack.pop() {
            budget.step()?;
            if !done {
                if !matches!(terms.op(t), Op::Forall(_) | Op::Exists(_)) && seen.insert(t) {
                    stack.push((t, true));
                    stack.extend(terms.args(t).iter().rev().map(|a| (*a, false)));
                }
                continue;
            }
            match terms.sort_of(t) {
                Sort::BOOL => {
                    // The top of an assertion is taken apart by the caller.
                    if t != root {
                        self.literal(terms, t);
                    }
                }
                Sort::INT | Sort::REAL => {
                    let sum = matches!(terms.op(t), Op::Add | Op::Int(_) | Op::Real(_) | Op::ToReal);
                    let multiple = *terms.op(t) == Op::Mul && terms.as_number(terms.args(t)[0]).is_some();
                    if !sum && !multiple {
                        self.avar(terms, t);
                    }
                }
                _ => {
                    self.node(terms, t);
                }
            }
        }
        Ok(())
    }

    fn new_literal(&mut self, terms: &Terms, t: Term) -> Lit {
        let args = terms.args(t);
        match terms.op(t) {
            Op::True => Lit::TRUE,
            Op::False => Lit::FALSE,
            Op::Not => !self.literal(terms, args[0]),
            Op::And => {
                let lits: Vec<Lit> = args.iter().map(|a| self.literal(terms, *a)).collect();
                self.and_gate(lits)
            }
            Op::Or => {
                let lits: Vec<Lit> = args.iter().map(|a| !self.literal(terms, *a)).collect();
                !self.and_gate(lits)
            }
            Op::Ite => {
                let c = self.literal(terms, args[0]);
                let a = self.literal(terms, args[1]);
                let b = self.literal(terms, args[2]);
                self.ite_gate(c, a, b)
            }
            Op::Eq => self.equality(terms, args[0], args[1]),
            Op::Distinct => {
                let mut lits = Vec::new();
                for i in 0..args.len() {
                    for j in i + 1..args.len() {
                        lits.push(!self.equality(terms, args[i], args[j]));
                    }
                }
                self.and_gate(lits)
            }
            Op::Le => self.comparison(terms, args[0], args[1], false),
            Op::Lt => self.comparison(terms, args[0], args[1], true),
            Op::Is(c) => {
                let n = self.node(terms, args[0]);
                let sort = terms.sort_of(args[0]);
                self.root_test(terms, n, &Op::Con(*c), sort)
            }
            Op::IsFunctor(f, arity) => {
                let n = self.node(terms, args[0]);
                self.functor_test(n, *f, *arity)
            }
            Op::IsTreeInt => {
                let n = self.node(terms, args[0]);
                self.root_test(terms, n, &Op::TreeInt, Sort::TREE)
            }
            Op::Forall(_) | Op::Exists(_) => {
                self.incomplete.push("a quantifier occurs".into());
                self.new_atom(Atom::Plain, true)
            }
            Op::Var(_) => self.new_atom(Atom::Plain, false),
            _ => {
                // A truth-valued application: its node and its literal go together.
                let n = self.node(terms, t);
                self.truth_of(n)
            }
        }
    }

    fn truth_literal(&mut self, n: Node) -> Lit {
        let about = About::True(n);
        let l = self.new_atom(Atom::Nodes(about, None), false);
        self.graph.add_atom(about, l);
        l
    }

    pub(super) fn and_gate(&mut self, mut lits: Vec<Lit>) -> Lit {
        lits.sort_unstable();
        lits.dedup();
        lits.retain(|l| *l != Lit::TRUE);
        if lits.contains(&Lit::FALSE) || lits.windows(2).any(|w| w[0] == !w[1]) {
            return Lit::FALSE;
        }
        match lits.len() {
            0 => Lit::TRUE,
            1 => lits[0],
            _ => {
                let g = self.new_atom(Atom::Plain, true);
                let mut back: Vec<Lit> = vec![g];
                for l in &lits {
                    self.axiom_clause(vec![!g, *l]);
                    back.push(!*l);
                }
                self.axiom_clause(back);
                g
            }
        }
    }

    fn ite_gate(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if c == Lit::TRUE || a == b {
            return a;
        }
        if c == Lit::FALSE {
            return b;
        }
        let g = self.new_atom(Atom::Plain, true);
        self.axiom_clause(vec![!g, !c, a]);
        self.axiom_clause(vec![!g, c, b]);
        self.axiom_clause(vec![g, !c, !a]);
        self.axiom_clause(vec![g, c, !b]);
        self.axiom_clause(vec![!g, a, b]);
        self.axiom_clause(vec![g, !a, !b]);
        g
    }

    /// The literal for the equality of two terms.
    pub(super) fn equality(&mut self, terms: &Terms, a: Term, b: Term) -> Lit {
        if a == b {
            return Lit::TRUE;
        }
        match terms.sort_of(a) {
            Sort::BOOL => {
                let (x, y) = (self.literal(terms, a), self.literal(terms, b));
                self.ite_gate(x, y, !y)
            }
            Sort::INT | Sort::REAL => {
                let (x, y) = (self.lin(terms, a), self.lin(terms, b));
                let l = self.lin_equality(&x.plus(&y, &Rat::MINUS_ONE));
                if let (Some(m), Some(n)) = (self.nodes.get(&a).copied(), self.nodes.get(&b).copied()) {
                    self.pair(l, m, n);
                }
                l
            }
            _ => {
                let (x, y) = (self.node(terms, a), self.node(terms, b));
                self.node_equality(x, y)
            }
        }
    }

    /// The literal for the equality of two nodes that are not numbers. New atoms only while
    /// nothing is decided.
    pub(super) fn node_equality(&mut self, a: Node, b: Node) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return Lit::TRUE;
        }
        if let Some(l) = self.node_eqs.get(&(a, b)) {
            return *l;
        }
        let (ka, kb) = (self.graph.kind(self.graph.sym(a)), self.graph.kind(self.graph.sym(b)));
        if ka == Kind::Constructor && kb == Kind::Constructor && self.graph.sym(a) != self.graph.sym(b) {
            return Lit::FALSE;
        }
        if self.graph.sort(a) == Sort::BOOL {
            // Truth values as elements: compare through their literals.
            let (x, y) = (self.truth_of(a), self.truth_of(b));
            return self.ite_gate(x, y, !y);
        }
        let about = About::Equal(a, b);
        let l = self.new_atom(Atom::Nodes(about, None), false);
        self.graph.add_atom(about, l);
        self.node_eqs.insert((a, b), l);
        self.made.push(Made::NodeEq(a, b));
        l
    }

    /// The literal that follows a truth-valued node.
    fn truth_of(&mut self, n: Node) -> Lit {
        match n {
            _ if n == self.graph.truth_node(true) => return Lit::TRUE,
            _ if n == self.graph.truth_node(false) => return Lit::FALSE,
            _ => {}
        }
        let known = self.graph.atoms_of(n).find_map(|(about, l)| match about {
            About::True(m) if *m == n => Some(*l),
            _ => None,
        });
        known.unwrap_or_else(|| self.truth_literal(n))
    }

    /// The equality of two nodes of any sort.
    pub(super) fn any_equality(&mut self, a: Node, b: Node) -> Lit {
        match self.graph.sort(a) {
            Sort::INT | Sort::REAL => self.numeric_equality(a, b),
            _ => self.node_equality(a, b),
        }
    }

    /// The literal that says that the root of a node is a constructor of a data type, with the
    /// node that it equals then.
    pub(super) fn root_test(&mut self, terms: &Terms, n: Node, con: &Op, sort: Sort) -> Lit {
        let sym = self.symbol(SymKey::Op(con.clone(), sort), Kind::Constructor);
        if let Some(l) = self.known_root_test(n, sym) {
            return l;
        }
        let fields: Vec<(Op, Sort)> = match con {
            Op::Con(c) => {
                let sorts = terms.field_sorts(sort, *c);
                sorts.iter().enumerate().map(|(i, s)| (Op::Sel(*c, i as u32), *s)).collect()
            }
            _ => vec![(Op::TreeIntValue, Sort::INT)],
        };
        let mut args = Vec::with_capacity(fields.len());
        for (i, (op, s)) in fields.into_iter().enumerate() {
            args.push(self.selector(op, sort, sym, i as u32, s, n));
        }
        self.finish_root_test(n, sym, sort, &args)
    }

    pub(super) fn functor_test(&mut self, n: Node, f: base::Symbol, arity: u32) -> Lit {
        let sym = self.functor_symbol(f, arity);
        if let Some(l) = self.known_root_test(n, sym) {
            return l;
        }
        let args: Vec<Node> = (0..arity)
            .map(|i| self.selector(Op::FunctorArg(f, arity, i), Sort::TREE, sym, i, Sort::TREE, n))
            .collect();
        self.finish_root_test(n, sym, Sort::TREE, &args)
    }

    fn known_root_test(&self, n: Node, sym: u32) -> Option<Lit> {
        let own = self.graph.sym(n);
        if self.graph.kind(own) == Kind::Constructor {
            return Some(if own == sym { Lit::TRUE } else { Lit::FALSE });
        }
        self.graph.atoms_of(n).find_map(|(about, l)| match about {
            About::Root(m, s) if *m == n && *s == sym => Some(*l),
            _ => None,
        })
    }

    fn finish_root_test(&mut self, n: Node, sym: u32, sort: Sort, args: &[Node]) -> Lit {
        let expansion = self.add_node(sym, sort, args);
        let about = About::Root(n, sym);
        let l = self.new_atom(Atom::Nodes(about, Some(expansion)), false);
        self.graph.add_atom(about, l);
        l
    }

    /// The node of a field of a node.
    fn selector(&mut self, op: Op, of: Sort, con: u32, field: u32, sort: Sort, n: Node) -> Node {
        let sym = self.symbol(SymKey::Op(op, of), Kind::Selector(con, field));
        self.add_node(sym, sort, &[n])
    }

    pub(super) fn symbol(&mut self, key: SymKey, kind: Kind) -> u32 {
        if let Some(s) = self.symbols.get(&key) {
            return *s;
        }
        let s = self.graph.add_symbol(kind);
        self.sym_keys.push(key.clone());
        self.symbols.insert(key.clone(), s);
        self.made.push(Made::Symbol(key));
        s
    }

    pub(super) fn functor_symbol(&mut self, f: base::Symbol, arity: u32) -> u32 {
        // Functor symbols of different arity differ: the arity travels as an argument selector.
        let key = SymKey::Op(Op::IsFunctor(f, arity), Sort::TREE);
        self.symbol(key, Kind::Constructor)
    }

    /// A node that may be there already; numbers get a variable, truth values a literal.
    pub(super) fn add_node(&mut self, sym: u32, sort: Sort, args: &[Node]) -> Node {
        // Nodes are shared only if their arguments are the very same, so that a scope's nodes
        // never depend on what was merged.
        let key = (sym, Box::from(args));
        if let Some(n) = self.exact.get(&key) {
            return *n;
        }
        let n = self.graph.add(sym, sort, args);
        if sort == Sort::INT || sort == Sort::REAL {
            let v = self.arith.add_var(sort == Sort::INT);
            self.set_lin(n, Lin::var(v));
        } else if sort == Sort::BOOL {
            self.truth_literal(n);
        }
        self.exact.insert(key.clone(), n);
        self.made.push(Made::Exact(key.0, key.1));
        n
    }

    pub(super) fn set_lin(&mut self, n: Node, l: Lin) {
        let n = n as usize;
        if self.lins.len() <= n {
            self.lins.resize(n + 1, None);
        }
        self.lins[n] = Some(l);
    }

    /// The node of a term.
    pub(super) fn node(&mut self, terms: &Terms, t: Term) -> Node {
        if let Some(n) = self.nodes.get(&t) {
            return *n;
        }
        let n = self.new_node(terms, t);
        self.nodes.insert(t, n);
        self.made.push(Made::Node(t));
        n
    }

    fn new_node(&mut self, terms: &Terms, t: Term) -> Node {
        let sort = terms.sort_of(t);
        let op = terms.op(t);
        let (key, kind) = match op {
            Op::True => return self.graph.truth_node(true),
            Op::False => return self.graph.truth_node(false),
            Op::Var(_) if !matches!(sort, Sort::BOOL | Sort::INT | Sort::REAL) => {
                (SymKey::Opaque(t), Kind::Function)
            }
            Op::Nil | Op::New(_) | Op::Con(_) | Op::TreeInt => {
                (SymKey::Op(op.clone(), sort), Kind::Constructor)
            }
            Op::Functor(f) => {
                let sym = self.functor_symbol(*f, terms.args(t).len() as u32);
                let args = self.node_args(terms, t);
                return self.add_node(sym, sort, &args);
            }
            Op::Sel(c, i) => {
                let of = terms.sort_of(terms.args(t)[0]);
                let con = self.symbol(SymKey::Op(Op::Con(*c), of), Kind::Constructor);
                (SymKey::Op(op.clone(), of), Kind::Selector(con, *i))
            }
            Op::FunctorArg(f, n, i) => {
                let con = self.functor_symbol(*f, *n);
                (SymKey::Op(op.clone(), Sort::TREE), Kind::Selector(con, *i))
            }
            Op::TreeIntValue => {
                let con = self.symbol(SymKey::Op(Op::TreeInt, Sort::TREE), Kind::Constructor);
                (SymKey::Op(op.clone(), Sort::TREE), Kind::Selector(con, 0))
            }
            Op::App(_) => (SymKey::Op(op.clone(), sort), Kind::Function),
            Op::Select | Op::Store => {
                let of = terms.sort_of(terms.args(t)[0]);
                (SymKey::Op(op.clone(), of), Kind::Function)
            }
            Op::ConstArray => (SymKey::Op(op.clone(), sort), Kind::Function),
            Op::Ite if sort != Sort::BOOL && sort != Sort::INT && sort != Sort::REAL => {
                return self.ite_node(terms, t);
            }
            _ => return self.opaque_node(terms, t),
        };
        self.note_sort(terms, sort);
        let args = self.node_args(terms, t);
        let sym = self.symbol(key, kind);
        let n = self.add_node(sym, sort, &args);
        if let Op::Store = op {
            // What was written is there.
            let of = sort;
            let select = self.symbol(SymKey::Op(Op::Select, of), Kind::Function);
            let read = self.add_node(select, self.graph.sort(args[2]), &[n, args[1]]);
            let l = self.any_equality(read, args[2]);
            self.axiom(l);
        }
        n
    }

    fn node_args(&mut self, terms: &Terms, t: Term) -> Vec<Node> {
        terms.args(t).iter().map(|a| self.node(terms, *a)).collect()
    }

    /// Numbers that are sums, and formulas used as values.
    fn opaque_node(&mut self, terms: &Terms, t: Term) -> Node {
        let sort = terms.sort_of(t);
        if sort == Sort::BOOL {
            let l = self.literal(terms, t);
            let sym = self.symbol(SymKey::Opaque(t), Kind::Function);
            let n = self.graph.add(sym, sort, &[]);
            let follows = self.truth_literal(n);
            self.axiom_clause(vec![!l, follows]);
            self.axiom_clause(vec![l, !follows]);
            return n;
        }
        let lin = self.lin(terms, t);
        let (key, kind) = match (lin.terms.is_empty(), sort) {
            (true, Sort::INT) => (SymKey::Op(Op::Int(lin.offset().floor()), sort), Kind::Constructor),
            (true, _) => (SymKey::Op(Op::Real(lin.offset()), sort), Kind::Constructor),
            (false, _) => (SymKey::Opaque(t), Kind::Function),
        };
        let sym = self.symbol(key, kind);
        if let Some(n) = self.graph.lookup(sym, &[]) {
            return n;
        }
        let n = self.graph.add(sym, sort, &[]);
        self.set_lin(n, lin);
        n
    }

    fn ite_node(&mut self, terms: &Terms, t: Term) -> Node {
        let args = terms.args(t);
        let c = self.literal(terms, args[0]);
        let (a, b) = (self.node(terms, args[1]), self.node(terms, args[2]));
        let sym = self.symbol(SymKey::Opaque(t), Kind::Function);
        let n = self.graph.add(sym, terms.sort_of(t), &[]);
        let (ea, eb) = (self.node_equality(n, a), self.node_equality(n, b));
        self.axiom_clause(vec![!c, ea]);
        self.axiom_clause(vec![c, eb]);
        n
    }

    /// Sorts whose models are not built exactly are named.
    fn note_sort(&mut self, terms: &Terms, sort: Sort) {
        if let SortKind::Array(i, _) = terms.sort_kind(sort)
            && terms.is_finite(*i)
            && terms.all_values(*i, FINITE).is_none()
        {
            self.incomplete.push("an array has a large finite index sort".into());
        }
    }

    /// The node of a value of a finite sort.
    pub(super) fn value_node(&mut self, v: &Value) -> Option<Node> {
        match v {
            Value::Bool(b) => Some(self.graph.truth_node(*b)),
            Value::Con(c) => {
                let args: Option<Vec<Node>> = c.args.iter().map(|a| self.value_node(a)).collect();
                let sym = self.symbol(SymKey::Op(Op::Con(c.con), c.sort), Kind::Constructor);
                Some(self.add_node(sym, c.sort, &args?))
            }
            _ => None,
        }
    }

    pub(super) fn remember(&mut self, f: Fact) -> bool {
        if self.done.insert(f.clone()) {
            self.made.push(Made::Done(f));
            true
        } else {
            false
        }
    }
}
