//! From an assignment of the search to a model in the constraint language.

use super::values::Ids;
use super::{Axiom, Engine, Found, Made, SymKey};
use crate::candidates::candidates;
use crate::egraph::{About, Node};
use crate::verdict::Unknown;
use base::Rat;
use formula::{FunKey, Model, Op, Sort, SortKind, Term, Terms, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How often a choice for free trees is revised before giving up.
const REVISIONS: usize = 400;

struct Builder<'a> {
    engine: &'a Engine,
    terms: &'a Terms,
    epsilon: Rat,
    values: Vec<Option<Value>>,
    open: Vec<bool>,
    /// For each tree class without a constructor: which candidate it takes.
    choice: BTreeMap<Node, usize>,
    pools: FxHashMap<(Sort, Vec<u32>), Vec<Value>>,
    /// For each class of arrays: the part it is connected to by stores.
    part: Vec<Node>,
    parts: BTreeMap<Node, Value>,
    cells: u32,
}

impl Engine {
    pub(super) fn build_model(&mut self, terms: &Terms, ids: &Ids) -> Found {
        let n = self.graph.len();
        let mut b = Builder {
            engine: self,
            terms,
            epsilon: self.arith.epsilon(),
            values: vec![None; n],
            open: vec![false; n],
            choice: BTreeMap::new(),
            pools: FxHashMap::default(),
            part: Vec::new(),
            parts: BTreeMap::new(),
            cells: 0,
        };
        b.connect_arrays();
        b.first_choices();
        if let Err(why) = b.settle(ids) {
            return Found::Unknown(Unknown::Incomplete(why));
        }
        if let Some((x, y)) = b.same_arrays() {
            return Found::Axioms(vec![Axiom::ArrayEq(x, y)]);
        }
        Found::Model(Box::new(b.model()))
    }

    fn is_tree(terms: &Terms, sort: Sort) -> bool {
        sort == Sort::TREE || terms.constructor_count(sort) > 0
    }
}

impl Builder<'_> {
    fn roots(&self) -> impl Iterator<Item = Node> + use<'_> {
        let g = &self.engine.graph;
        (0..g.len() as Node).filter(|n| g.find(*n) == *n)
    }

    fn connect_arrays(&mut self) {
        let g = &self.engine.graph;
        self.part = (0..g.len() as Node).collect();
        fn top(part: &[Node], mut n: Node) -> Node {
            while part[n as usize] != n {
                n = part[n as usize];
            }
            n
        }
        for n in 0..g.len() as Node {
            if self.engine.op(n) == Some(&Op::Store) {
                let (a, b) = (top(&self.part, g.find(n)), top(&self.part, g.find(g.args(n)[0])));
                self.part[a.max(b) as usize] = a.min(b);
            }
        }
        self.part = (0..g.len() as Node).map(|n| top(&self.part, g.find(n))).collect();
    }

    fn first_choices(&mut self) {
        let mut count: BTreeMap<Sort, usize> = BTreeMap::new();
        let free: Vec<(Node, Sort)> = self
            .roots()
            .map(|n| (n, self.engine.graph.sort(n)))
            .filter(|(n, s)| Engine::is_tree(self.terms, *s) && self.engine.graph.constructor(*n).is_none())
            .collect();
        for (n, s) in free {
            let k = count.entry(s).or_insert(0);
            self.choice.insert(n, *k);
            *k += 1;
        }
    }

    /// Computes all values; trees that turn out equal though they must not be are revised.
    fn settle(&mut self, ids: &Ids) -> Result<(), String> {
        for _ in 0..REVISIONS {
            self.values.iter_mut().for_each(|v| *v = None);
            self.parts.clear();
            self.cells = 0;
            for n in 0..self.engine.graph.len() as Node {
                let r = self.engine.graph.find(n);
                self.value(r)?;
            }
            if self.choice.is_empty() {
                return Ok(());
            }
            let Some(revise) = self.collision(ids) else { return Ok(()) };
            *self.choice.entry(revise).or_insert(0) += 1;
        }
        Err("no distinct values were found for trees".into())
    }

    /// A free class to revise because two trees that differ got one value.
    fn collision(&self, ids: &Ids) -> Option<Node> {
        let mut seen: BTreeMap<(Sort, &Value), Node> = BTreeMap::new();
        for r in self.roots() {
            let sort = self.engine.graph.sort(r);
            if !Engine::is_tree(self.terms, sort) {
                continue;
            }
            let Some(v) = self.values[r as usize].as_ref() else { continue };
            match seen.get(&(sort, v)) {
                Some(other) if ids.get(*other) != ids.get(r) => {
                    // Of two equal trees that differ, some parts do, down to a free one.
                    if let Some(free) = [r, *other].into_iter().find(|x| self.choice.contains_key(x)) {
                        return Some(free);
                    }
                }
                Some(_) => {}
                None => {
                    seen.insert((sort, v), r);
                }
            }
        }
        None
    }

    fn number(&self, n: Node) -> Rat {
        let d = self.engine.arith.value_of(self.engine.node_lin(n));
        &d.rat + &(&d.eps * &self.epsilon)
    }

    /// The value of a class, by its representative.
    fn value(&mut self, root: Node) -> Result<Value, String> {
        if let Some(v) = &self.values[root as usize] {
            return Ok(v.clone());
        }
        if self.open[root as usize] {
            return Err("a value contains itself through an array".into());
        }
        self.open[root as usize] = true;
        let v = self.compute(root);
        self.open[root as usize] = false;
        let v = v?;
        self.values[root as usize] = Some(v.clone());
        Ok(v)
    }

    fn compute(&mut self, root: Node) -> Result<Value, String> {
        let g = &self.engine.graph;
        let sort = g.sort(root);
        match self.terms.sort_kind(sort) {
            SortKind::Int => return Ok(Value::Int(self.number(root).floor())),
            SortKind::Real => return Ok(Value::Real(self.number(root))),
            SortKind::Bool => return Ok(Value::Bool(g.truth(root) == Some(true))),
            SortKind::Array(_, element) => {
                let element = *element;
                return self.array(root, sort, element);
            }
            _ => {}
        }
        if let Some(c) = g.constructor(root) {
            let op = self.engine.sym_keys[g.sym(c) as usize].clone();
            let mut args = Vec::with_capacity(g.args(c).len());
            for i in 0..g.args(c).len() {
                args.push(self.value(self.engine.graph.find(self.engine.graph.args(c)[i]))?);
            }
            return match op {
                SymKey::Op(Op::Nil, _) => Ok(Value::Nil),
                SymKey::Op(Op::New(k), _) => Ok(Value::New(k)),
                SymKey::Op(Op::Con(k), _) => Ok(Value::con(sort, k, args)),
                SymKey::Op(Op::IsFunctor(f, _), _) => Ok(Value::functor(f, args)),
                SymKey::Op(Op::TreeInt, _) => match args.first() {
                    Some(Value::Int(i)) => Ok(Value::TreeInt(i.clone())),
                    _ => Err("an integer leaf without an integer".into()),
                },
                other => Err(format!("no value for {other:?}")),
            };
        }
        if let Some(k) = self.choice.get(&root).copied() {
            return self.candidate(root, sort, k);
        }
        self.cells += 1;
        Ok(match self.terms.sort_kind(sort) {
            SortKind::Ref(_) => Value::Cell(self.cells),
            _ => Value::Elem(self.cells),
        })
    }

    /// The k-th small value that the negative root tests of a free class allow.
    fn candidate(&mut self, root: Node, sort: Sort, k: usize) -> Result<Value, String> {
        let mut excluded: Vec<u32> = self
            .engine
            .graph
            .atoms_of(root)
            .filter_map(|(a, l)| match a {
                About::Root(_, s) if self.engine.sat.value(*l) == Some(false) => Some(*s),
                _ => None,
            })
            .collect();
        excluded.sort_unstable();
        excluded.dedup();
        let key = (sort, excluded);
        if self.pools.get(&key).is_none_or(|p| p.len() <= k) {
            let mut all = candidates(self.terms, sort, 2 * k + 16);
            all.retain(|v| !key.1.iter().any(|s| self.has_root(v, *s)));
            self.pools.insert(key.clone(), all);
        }
        let pool = self.pools.get(&key).map_or(&[][..], |p| p);
        pool.get(k).cloned().ok_or_else(|| "no small value was left for a tree".into())
    }

    fn has_root(&self, v: &Value, sym: u32) -> bool {
        match (&self.engine.sym_keys[sym as usize], v) {
            (SymKey::Op(Op::Con(c), _), Value::Con(x)) => x.con == *c,
            (SymKey::Op(Op::IsFunctor(f, n), _), Value::Functor(x)) => {
                x.name == *f && x.args.len() == *n as usize
            }
            (SymKey::Op(Op::TreeInt, _), Value::TreeInt(_)) => true,
            _ => false,
        }
    }

    fn array(&mut self, root: Node, sort: Sort, element: Sort) -> Result<Value, String> {
        let part = self.part[root as usize];
        let default = match self.parts.get(&part) {
            Some(v) => v.clone(),
            None => {
                let v = self.default_of(part, sort, element)?;
                self.parts.insert(part, v.clone());
                v
            }
        };
        let mut entries = BTreeMap::new();
        let reads: Vec<Node> = self
            .engine
            .graph
            .parents(root)
            .iter()
            .copied()
            .filter(|p| {
                self.engine.op(*p) == Some(&Op::Select)
                    && self.engine.graph.find(self.engine.graph.args(*p)[0]) == root
            })
            .collect();
        for r in reads {
            let i = self.value(self.engine.graph.find(self.engine.graph.args(r)[1]))?;
            let v = self.value(self.engine.graph.find(r))?;
            entries.insert(i, v);
        }
        Ok(self.terms.normal_array(sort, Value::array(default, entries)))
    }

    /// The value almost everywhere of the arrays in one part.
    fn default_of(&mut self, part: Node, sort: Sort, element: Sort) -> Result<Value, String> {
        let g = &self.engine.graph;
        let key = SymKey::Default(sort);
        if let Some(sym) = self.engine.symbols.get(&key) {
            for n in 0..g.len() as Node {
                if g.sym(n) == *sym && self.part[g.args(n)[0] as usize] == part {
                    return self.value(g.find(n));
                }
            }
        }
        // A constant array has its value there (that two of them agree is for the judge to see).
        for n in 0..g.len() as Node {
            if self.engine.op(n) == Some(&Op::ConstArray) && self.part[n as usize] == part {
                return self.value(g.find(g.args(n)[0]));
            }
        }
        Ok(self.terms.default_value(element))
    }

    /// Two classes of arrays that are used as values, may differ, and are equal in the model.
    fn same_arrays(&self) -> Option<(Node, Node)> {
        let g = &self.engine.graph;
        let mut seen: BTreeMap<(Sort, &Value), Node> = BTreeMap::new();
        for r in self.roots() {
            let sort = g.sort(r);
            if !matches!(self.terms.sort_kind(sort), SortKind::Array(..)) {
                continue;
            }
            let used = g.parents(r).iter().any(|p| {
                let place = match self.engine.op(*p) {
                    Some(Op::Select | Op::Store) => 1,
                    _ => 0,
                };
                g.args(*p).iter().skip(place).any(|a| g.find(*a) == r)
            });
            if !used {
                continue;
            }
            let Some(v) = self.values[r as usize].as_ref() else { continue };
            if let Some(o) = seen.get(&(sort, v)) {
                let key = ((*o).min(r), (*o).max(r));
                let decided = self.engine.node_eqs.get(&key).and_then(|l| self.engine.sat.value(*l));
                if decided.is_none() {
                    return Some((*o, r));
                }
            } else {
                seen.insert((sort, v), r);
            }
        }
        None
    }

    fn model(&self) -> Model {
        let mut m = Model::default();
        let e = self.engine;
        let is_var = |t: &Term| matches!(self.terms.op(*t), Op::Var(_));
        for made in &e.made {
            match made {
                Made::Lit(t) if is_var(t) => {
                    let value = e.lits.get(t).and_then(|l| e.sat.value(*l)) == Some(true);
                    m.set(self.terms, *t, Value::Bool(value));
                }
                Made::AVar(t) if is_var(t) => {
                    let Some(v) = e.avars.get(t) else { continue };
                    let d = e.arith.value(*v);
                    let r = &d.rat + &(&d.eps * &self.epsilon);
                    let int = self.terms.sort_of(*t) == Sort::INT;
                    m.set(self.terms, *t, if int { Value::Int(r.floor()) } else { Value::Real(r) });
                }
                Made::Node(t) if is_var(t) => {
                    let sort = self.terms.sort_of(*t);
                    if matches!(sort, Sort::INT | Sort::REAL | Sort::BOOL) {
                        continue;
                    }
                    if let Some(v) = e.nodes.get(t).and_then(|n| self.node_value(*n)) {
                        m.set(self.terms, *t, v);
                    }
                }
                _ => {}
            }
        }
        let mut args: Vec<Value> = Vec::new();
        for n in 0..e.graph.len() as Node {
            let SymKey::Op(op, of) = &e.sym_keys[e.graph.sym(n) as usize] else { continue };
            if e.graph.args(n).is_empty() && !matches!(op, Op::App(_)) {
                continue;
            }
            args.clear();
            args.extend(e.graph.args(n).iter().filter_map(|a| self.node_value(*a)));
            if args.len() < e.graph.args(n).len() {
                continue;
            }
            let Some(v) = self.node_value(n) else { continue };
            let key = match op {
                Op::App(f) => FunKey::App(*f),
                Op::Sel(c, i) => match &args[0] {
                    Value::Con(x) if x.con == *c => continue,
                    _ => FunKey::Sel(*of, *c, *i),
                },
                Op::FunctorArg(f, k, i) => match &args[0] {
                    Value::Functor(x) if x.name == *f && x.args.len() == *k as usize => continue,
                    _ => FunKey::FunctorArg(*f, *k, *i),
                },
                Op::TreeIntValue => match &args[0] {
                    Value::TreeInt(_) => continue,
                    _ => FunKey::TreeIntValue,
                },
                Op::Div => FunKey::DivZero,
                Op::Mod => FunKey::ModZero,
                Op::RealDiv => FunKey::RealDivZero,
                _ => continue,
            };
            m.tables.entry(key).or_default().insert(&args, v);
        }
        m
    }

    fn node_value(&self, n: Node) -> Option<Value> {
        self.values[self.engine.graph.find(n) as usize].clone()
    }
}
