//! Congruence closure with explanations (Nieuwenhuis and Oliveras, "Fast congruence closure and
//! extensions", 2007), extended by constructors, selectors and constants.
//!
//! A node is a symbol applied to nodes. Symbols are of a [`Kind`]: *constructors* (of data types and
//! trees, and all constants: numbers, truth values, nil, allocations) are injective and pairwise
//! different; a *selector* applied to a class with its constructor equals the field. All changes are
//! undone in the order they were made.

use crate::lit::Lit;
use crate::sat::Reason;
use formula::Sort;
use rustc_hash::FxHashMap;

/// A node of the graph.
pub type Node = u32;

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nothing is known but congruence.
    Function,
    /// Injective, different from every other constructor.
    Constructor,
    /// Field number of this constructor symbol.
    Selector(u32, u32),
}

#[derive(Clone, Copy, Debug)]
enum Label {
    Lit(Lit),
    Congruence(Node, Node),
    /// Arguments of two equal constructor nodes.
    Inject(Node, Node),
    /// Argument of a selector node, and the constructor node it equals.
    Select(Node, Node),
}

#[derive(Clone, Debug)]
struct Data {
    sym: u32,
    sort: Sort,
    start: u32,
    len: u32,
    root: Node,
    next: Node,
    size: u32,
    proof: Option<(Node, Label)>,
}

/// A propositional atom about nodes.
#[derive(Clone, Copy, Debug)]
pub enum About {
    /// These two are equal.
    Equal(Node, Node),
    /// The root symbol of this one is that constructor.
    Root(Node, u32),
    /// This truth-valued node is true.
    True(Node),
}

enum Undo {
    Merge { small: Node, large: Node, edge: (Node, Node), con: Option<Node>, parents: usize, atoms: usize },
    Node,
    Atom,
}

/// The graph.
pub struct Egraph {
    nodes: Vec<Data>,
    pool: Vec<Node>,
    kinds: Vec<Kind>,
    /// Of each root: a constructor node of its class.
    con: Vec<Option<Node>>,
    parents: Vec<Vec<Node>>,
    watch: Vec<Vec<u32>>,
    atoms: Vec<(About, Lit)>,
    table: FxHashMap<Box<[u32]>, Node>,
    pending: Vec<(Node, Node, Label)>,
    undo: Vec<Undo>,
    /// Of each merge, for each parent of the moved class: whether it left the table, and whether it entered anew.
    moves: Vec<(bool, bool)>,
    /// Literals that follow from what was merged.
    pub implied: Vec<(Lit, Reason)>,
    /// Pairs of numeric nodes that were merged.
    pub numeric: Vec<(Node, Node)>,
    true_node: Node,
    false_node: Node,
    scratch: Vec<u32>,
}

/// Nodes that must be equal and cannot be: the pairs to explain.
pub type Clash = Vec<(Node, Node)>;

impl Egraph {
    /// An empty graph but for the truth values, whose symbols are 0 and 1.
    pub fn new() -> Egraph {
        let mut g = Egraph {
            nodes: Vec::new(),
            pool: Vec::new(),
            kinds: vec![Kind::Constructor, Kind::Constructor],
            con: Vec::new(),
            parents: Vec::new(),
            watch: Vec::new(),
            atoms: Vec::new(),
            table: FxHashMap::default(),
            pending: Vec::new(),
            undo: Vec::new(),
            moves: Vec::new(),
            implied: Vec::new(),
            numeric: Vec::new(),
            true_node: 0,
            false_node: 1,
            scratch: Vec::new(),
        };
        g.add(0, Sort::BOOL, &[]);
        g.add(1, Sort::BOOL, &[]);
        g
    }

    /// A new symbol.
    pub fn add_symbol(&mut self, kind: Kind) -> u32 {
        self.kinds.push(kind);
        self.kinds.len() as u32 - 1
    }

    /// How many symbols there are.
    pub fn symbols(&self) -> usize {
        self.kinds.len()
    }

    /// Forgets the newest symbols; no node may have them.
    pub fn truncate_symbols(&mut self, n: usize) {
        self.kinds.truncate(n);
    }

    /// The kind of a symbol.
    pub fn kind(&self, sym: u32) -> Kind {
        self.kinds[sym as usize]
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The symbol of a node.
    pub fn sym(&self, n: Node) -> u32 {
        self.nodes[n as usize].sym
    }

    /// The sort of a node.
    pub fn sort(&self, n: Node) -> Sort {
        self.nodes[n as usize].sort
    }

    /// The arguments of a node.
    pub fn args(&self, n: Node) -> &[Node] {
        let d = &self.nodes[n as usize];
        &self.pool[d.start as usize..(d.start + d.len) as usize]
    }

    /// The representative of a node's class.
    #[inline]
    pub fn find(&self, n: Node) -> Node {
        self.nodes[n as usize].root
    }

    /// Whether two nodes are in one class.
    pub fn same(&self, a: Node, b: Node) -> bool {
        self.find(a) == self.find(b)
    }

    /// A constructor node in the class of this node.
    pub fn constructor(&self, n: Node) -> Option<Node> {
        self.con[self.find(n) as usize]
    }

    /// Nodes with an argument in the class of this node.
    pub fn parents(&self, n: Node) -> &[Node] {
        &self.parents[self.find(n) as usize]
    }

    /// The members of a class.
    pub fn members(&self, n: Node) -> impl Iterator<Item = Node> + '_ {
        let first = n;
        let mut at = Some(n);
        std::iter::from_fn(move || {
            let now = at?;
            let next = self.nodes[now as usize].next;
            at = (next != first).then_some(next);
            Some(now)
        })
    }

    /// The atoms about members of a class, with their literals.
    pub fn atoms_of(&self, n: Node) -> impl Iterator<Item = &(About, Lit)> {
        self.watch[self.find(n) as usize].iter().map(|a| &self.atoms[*a as usize])
    }

    /// The truth value that a node's class has.
    pub fn truth(&self, n: Node) -> Option<bool> {
        if self.same(n, self.true_node) {
            Some(true)
        } else if self.same(n, self.false_node) {
            Some(false)
        } else {
            None
        }
    }

    /// The node of a truth value.
    pub fn truth_node(&self, b: bool) -> Node {
        if b { self.true_node } else { self.false_node }
    }

    fn signature(&mut self, n: Node) -> Box<[u32]> {
        let mut key = std::mem::take(&mut self.scratch);
        key.clear();
        key.push(self.nodes[n as usize].sym);
        let d = &self.nodes[n as usize];
        for i in d.start..d.start + d.len {
            key.push(self.find(self.pool[i as usize]));
        }
        let out = key.as_slice().into();
        self.scratch = key;
        out
    }

    /// The node in the table that is congruent to a symbol applied to nodes, if there is one.
    pub fn lookup(&self, sym: u32, args: &[Node]) -> Option<Node> {
        let mut key = Vec::with_capacity(args.len() + 1);
        key.push(sym);
        key.extend(args.iter().map(|a| self.find(*a)));
        self.table.get(key.as_slice()).copied()
    }

    /// Adds a node. Only while nothing is decided: nodes live as long as the scope they are made in.
    pub fn add(&mut self, sym: u32, sort: Sort, args: &[Node]) -> Node {
        let n = self.nodes.len() as Node;
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(args);
        self.nodes.push(Data {
            sym,
            sort,
            start,
            len: args.len() as u32,
            root: n,
            next: n,
            size: 1,
            proof: None,
        });
        let kind = self.kinds[sym as usize];
        self.con.push((kind == Kind::Constructor).then_some(n));
        self.parents.push(Vec::new());
        self.watch.push(Vec::new());
        self.undo.push(Undo::Node);
        for a in args {
            let r = self.find(*a);
            self.parents[r as usize].push(n);
        }
        let key = self.signature(n);
        match self.table.get(&key) {
            Some(&m) => self.pending.push((n, m, Label::Congruence(n, m))),
            None => {
                self.table.insert(key, n);
            }
        }
        if let Kind::Selector(c, i) = kind
            && let Some(k) = self.constructor(args[0])
            && self.sym(k) == c
        {
            let field = self.args(k)[i as usize];
            self.pending.push((n, field, Label::Select(n, k)));
        }
        n
    }

    /// Registers an atom so that its literal follows the classes. Only while nothing is decided.
    pub fn add_atom(&mut self, about: About, lit: Lit) {
        let id = self.atoms.len() as u32;
        self.atoms.push((about, lit));
        let (a, b) = match about {
            About::Equal(a, b) => (a, Some(b)),
            About::Root(a, _) | About::True(a) => (a, None),
        };
        let ra = self.find(a);
        self.watch[ra as usize].push(id);
        if let Some(rb) = b.map(|b| self.find(b)) {
            self.watch[rb as usize].push(id);
        }
        self.undo.push(Undo::Atom);
        self.examine(id);
    }

    /// Derives the literal of an atom if the classes decide it.
    fn examine(&mut self, id: u32) {
        let (about, lit) = self.atoms[id as usize];
        match about {
            About::Equal(a, b) => {
                if self.same(a, b) {
                    self.implied.push((lit, Reason::Equal(a, b)));
                } else if let (Some(c), Some(d)) = (self.constructor(a), self.constructor(b))
                    && self.sym(c) != self.sym(d)
                {
                    self.implied.push((!lit, Reason::Equals([a, c, b, d])));
                }
            }
            About::Root(a, sym) => {
                if let Some(c) = self.constructor(a) {
                    let l = if self.sym(c) == sym { lit } else { !lit };
                    self.implied.push((l, Reason::Equal(a, c)));
                }
            }
            About::True(a) => {
                if let Some(c) = self.constructor(a) {
                    let l = if c == self.true_node { lit } else { !lit };
                    self.implied.push((l, Reason::Equal(a, c)));
                }
            }
        }
    }

    /// Asks for two nodes to be merged because of a literal.
    pub fn merge(&mut self, a: Node, b: Node, because: Lit) {
        if !self.same(a, b) {
            self.pending.push((a, b, Label::Lit(because)));
        }
    }

    /// Carries out all merges and what follows from them.
    pub fn propagate(&mut self) -> Result<(), Clash> {
        let mut next = 0;
        while next < self.pending.len() {
            let (a, b, label) = self.pending[next];
            next += 1;
            if self.same(a, b) {
                continue;
            }
            if let Err(clash) = self.join(a, b, label) {
                self.pending.clear();
                return Err(clash);
            }
        }
        self.pending.clear();
        Ok(())
    }

    fn join(&mut self, a: Node, b: Node, label: Label) -> Result<(), Clash> {
        let (ra, rb) = (self.find(a), self.find(b));
        // The smaller class moves; `a` is its end of the new proof edge.
        let (a, b, small, large) = if self.nodes[ra as usize].size <= self.nodes[rb as usize].size {
            (a, b, ra, rb)
        } else {
            (b, a, rb, ra)
        };
        self.reroot(a);
        self.nodes[a as usize].proof = Some((b, label));
        for p in 0..self.parents[small as usize].len() {
            let p = self.parents[small as usize][p];
            let key = self.signature(p);
            let owner = self.table.get(&key) == Some(&p);
            if owner {
                self.table.remove(&key);
            }
            self.moves.push((owner, false));
        }
        let first_move = self.moves.len() - self.parents[small as usize].len();
        let (con_small, con_large) = (self.con[small as usize], self.con[large as usize]);
        self.undo.push(Undo::Merge {
            small,
            large,
            edge: (a, b),
            con: con_large,
            parents: self.parents[large as usize].len(),
            atoms: self.watch[large as usize].len(),
        });
        let mut m = small;
        loop {
            self.nodes[m as usize].root = large;
            m = self.nodes[m as usize].next;
            if m == small {
                break;
            }
        }
        let after = self.nodes[small as usize].next;
        self.nodes[small as usize].next = self.nodes[large as usize].next;
        self.nodes[large as usize].next = after;
        self.nodes[large as usize].size += self.nodes[small as usize].size;
        let sort = self.nodes[large as usize].sort;
        if sort == Sort::INT || sort == Sort::REAL {
            self.numeric.push((a, b));
        }
        if con_large.is_none() {
            self.con[large as usize] = con_small;
        }
        // Congruent parents.
        for i in 0..self.parents[small as usize].len() {
            let p = self.parents[small as usize][i];
            let key = self.signature(p);
            match self.table.get(&key) {
                Some(&q) => {
                    if !self.same(p, q) {
                        self.pending.push((p, q, Label::Congruence(p, q)));
                    }
                }
                None => {
                    self.table.insert(key, p);
                    self.moves[first_move + i].1 = true;
                }
            }
        }
        // Constructors and selectors.
        match (con_small, con_large) {
            (Some(c), Some(d)) => {
                if self.sym(c) != self.sym(d) {
                    return Err(vec![(c, d)]);
                }
                for i in 0..self.args(c).len() {
                    let (x, y) = (self.args(c)[i], self.args(d)[i]);
                    self.pending.push((x, y, Label::Inject(c, d)));
                }
            }
            (Some(c), None) => self.select_fields(large, c),
            (None, Some(d)) => self.select_fields(small, d),
            (None, None) => {}
        }
        // Atoms about the moved class, and about the other one if it just got its constructor.
        for i in 0..self.watch[small as usize].len() {
            self.examine(self.watch[small as usize][i]);
        }
        if con_large.is_none() && con_small.is_some() {
            for i in 0..self.watch[large as usize].len() {
                self.examine(self.watch[large as usize][i]);
            }
        }
        let moved = self.parents[small as usize].clone();
        self.parents[large as usize].extend(moved);
        let moved = self.watch[small as usize].clone();
        self.watch[large as usize].extend(moved);
        Ok(())
    }

    /// Selectors on a class that has just got this constructor equal its fields.
    fn select_fields(&mut self, class: Node, con: Node) {
        for p in 0..self.parents[class as usize].len() {
            let p = self.parents[class as usize][p];
            if let Kind::Selector(c, i) = self.kinds[self.sym(p) as usize]
                && c == self.sym(con)
            {
                let field = self.args(con)[i as usize];
                self.pending.push((p, field, Label::Select(p, con)));
            }
        }
    }

    /// Turns the proof edges on the way from a node to its tree's root around.
    fn reroot(&mut self, n: Node) {
        let mut at = n;
        let mut carry = self.nodes[n as usize].proof.take();
        while let Some((next, label)) = carry {
            carry = self.nodes[next as usize].proof.replace((at, label));
            at = next;
        }
    }

    /// A mark to return to.
    pub fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Undoes everything since a mark.
    pub fn undo_to(&mut self, mark: usize) {
        self.pending.clear();
        self.implied.clear();
        self.numeric.clear();
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some(Undo::Merge { small, large, edge: (a, b), con, parents, atoms }) => {
                    self.parents[large as usize].truncate(parents);
                    self.watch[large as usize].truncate(atoms);
                    // The table's changes, exactly backwards: an owner once lost is never found.
                    let count = self.parents[small as usize].len();
                    let moves = self.moves.split_off(self.moves.len() - count);
                    for (i, (_, inserted)) in moves.iter().enumerate() {
                        if *inserted {
                            let key = self.signature(self.parents[small as usize][i]);
                            self.table.remove(&key);
                        }
                    }
                    self.con[large as usize] = con;
                    self.nodes[large as usize].size -= self.nodes[small as usize].size;
                    let after = self.nodes[large as usize].next;
                    self.nodes[large as usize].next = self.nodes[small as usize].next;
                    self.nodes[small as usize].next = after;
                    let mut m = small;
                    loop {
                        self.nodes[m as usize].root = small;
                        m = self.nodes[m as usize].next;
                        if m == small {
                            break;
                        }
                    }
                    for (i, (removed, _)) in moves.iter().enumerate() {
                        if *removed {
                            let p = self.parents[small as usize][i];
                            let key = self.signature(p);
                            self.table.insert(key, p);
                        }
                    }
                    // Later merges, undone by now, may have turned the edge around.
                    if self.nodes[a as usize].proof.is_some_and(|(to, _)| to == b) {
                        self.nodes[a as usize].proof = None;
                    } else {
                        self.nodes[b as usize].proof = None;
                    }
                }
                Some(Undo::Node) => {
                    let n = self.nodes.len() as Node - 1;
                    let key = self.signature(n);
                    if self.table.get(&key) == Some(&n) {
                        self.table.remove(&key);
                    }
                    for i in (0..self.args(n).len()).rev() {
                        let r = self.find(self.args(n)[i]);
                        self.parents[r as usize].pop();
                    }
                    self.pool.truncate(self.nodes[n as usize].start as usize);
                    self.nodes.pop();
                    self.con.pop();
                    self.parents.pop();
                    self.watch.pop();
                }
                Some(Undo::Atom) => {
                    if let Some((about, _)) = self.atoms.pop() {
                        let (a, b) = match about {
                            About::Equal(a, b) => (a, Some(b)),
                            About::Root(a, _) | About::True(a) => (a, None),
                        };
                        if let Some(rb) = b.map(|b| self.find(b)) {
                            self.watch[rb as usize].pop();
                        }
                        let ra = self.find(a);
                        self.watch[ra as usize].pop();
                    }
                }
                None => {}
            }
        }
    }

    /// The literals that make two nodes of one class equal, appended to `out` (with repetitions).
    pub fn explain(&self, a: Node, b: Node, out: &mut Vec<Lit>) {
        let mut work = vec![(a, b)];
        let mut done: rustc_hash::FxHashSet<(Node, Node)> = Default::default();
        while let Some((a, b)) = work.pop() {
            if a == b || !done.insert((a.min(b), a.max(b))) {
                continue;
            }
            // The nearest common ancestor in the proof tree.
            let mut above: rustc_hash::FxHashSet<Node> = Default::default();
            let mut at = a;
            above.insert(at);
            while let Some((up, _)) = self.nodes[at as usize].proof {
                at = up;
                above.insert(at);
            }
            let mut top = b;
            while !above.contains(&top) {
                match self.nodes[top as usize].proof {
                    Some((up, _)) => top = up,
                    None => return,
                }
            }
            for start in [a, b] {
                let mut at = start;
                while at != top {
                    let Some((up, label)) = self.nodes[at as usize].proof else { return };
                    match label {
                        Label::Lit(l) => out.push(l),
                        Label::Congruence(p, q) => {
                            work.extend(self.args(p).iter().copied().zip(self.args(q).iter().copied()));
                        }
                        Label::Inject(c, d) => work.push((c, d)),
                        Label::Select(p, c) => work.push((self.args(p)[0], c)),
                    }
                    at = up;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Random;

    /// Every two nodes with equal symbols and equal argument classes are equal.
    fn closed(g: &mut Egraph) -> bool {
        let mut seen: FxHashMap<Box<[u32]>, Node> = FxHashMap::default();
        (0..g.len() as Node).all(|n| {
            let key = g.signature(n);
            let first = *seen.entry(key).or_insert(n);
            g.same(first, n)
        })
    }

    /// Random nodes, merges and returns to earlier marks: the graph stays closed, and what it
    /// explains is enough.
    #[test]
    fn stays_closed_under_merging_and_undoing() {
        let mut r = Random::new(1);
        for round in 0..300 {
            let mut g = Egraph::new();
            let leaf: Vec<u32> = (0..5).map(|_| g.add_symbol(Kind::Function)).collect();
            let f = g.add_symbol(Kind::Function);
            let h = g.add_symbol(Kind::Function);
            let mut nodes: Vec<Node> = leaf.iter().map(|s| g.add(*s, Sort::TREE, &[])).collect();
            // Marks with the number of nodes then; nodes are made while nothing above is merged.
            let mut marks: Vec<(usize, usize)> = Vec::new();
            for step in 0..60 {
                match r.below(6) {
                    0 | 1 => {
                        let a = nodes[r.below(nodes.len())];
                        let b = nodes[r.below(nodes.len())];
                        let n = if r.one_in(2) {
                            g.add(f, Sort::TREE, &[a])
                        } else {
                            g.add(h, Sort::TREE, &[a, b])
                        };
                        nodes.push(n);
                    }
                    2 | 3 => {
                        let a = nodes[r.below(nodes.len())];
                        let b = nodes[r.below(nodes.len())];
                        g.merge(a, b, Lit::new(step, true));
                    }
                    4 => {
                        assert!(g.propagate().is_ok());
                        marks.push((g.mark(), nodes.len()));
                    }
                    _ => {
                        if let Some((m, n)) = marks.pop() {
                            g.undo_to(m);
                            nodes.truncate(n);
                        }
                    }
                }
                assert!(g.propagate().is_ok());
                assert!(closed(&mut g), "round {round} step {step}");
                assert!(g.table.iter().all(|(_, n)| (*n as usize) < g.len()));
            }
        }
    }
}
