//! Linear arithmetic: variables, bounds, and the two engines that keep them consistent.
//!
//! As long as every bounded quantity is an integer variable or a difference of two, a graph of
//! difference constraints does all the work; the first bound on anything else wakes the simplex,
//! which then sees all bounds. Taking that bound back puts it to sleep again. A *slack* is a
//! variable that stands for a sum (first coefficient positive, whole coefficients without common
//! divisor), so every constraint is a bound on one variable.

use crate::lit::Lit;
use base::{Budget, Int, Rat, Stop};
use linear::omega::{Problem, Relation};
use linear::{Bound, Delta, Difference, Side, Simplex, Trouble};
use rustc_hash::FxHashMap;

/// A numeric variable of the engine.
pub type AVar = u32;

/// A sum of variables and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lin {
    /// Variables with their coefficients, ordered by variable, none zero.
    pub terms: Vec<(AVar, Rat)>,
    /// The constant; `None` is zero.
    pub constant: Option<Rat>,
}

impl Lin {
    /// A constant.
    pub fn number(k: Rat) -> Lin {
        Lin { terms: Vec::new(), constant: (!k.is_zero()).then_some(k) }
    }

    /// One variable.
    pub fn var(v: AVar) -> Lin {
        Lin { terms: vec![(v, Rat::ONE)], constant: None }
    }

    /// The constant part.
    pub fn offset(&self) -> Rat {
        self.constant.clone().unwrap_or(Rat::ZERO)
    }

    /// `self + k · other`.
    pub fn plus(&self, other: &Lin, k: &Rat) -> Lin {
        let mut terms = self.terms.clone();
        for (v, c) in &other.terms {
            let c = c * k;
            if c.is_zero() {
                continue;
            }
            match terms.binary_search_by_key(v, |t| t.0) {
                Ok(i) => {
                    terms[i].1 = &terms[i].1 + &c;
                    if terms[i].1.is_zero() {
                        terms.remove(i);
                    }
                }
                Err(i) => terms.insert(i, (*v, c)),
            }
        }
        let constant = &self.offset() + &(&other.offset() * k);
        Lin { terms, constant: (!constant.is_zero()).then_some(constant) }
    }
}

struct Info {
    int: bool,
    sum: Option<Box<[(AVar, Rat)]>>,
    /// The vertices x, y when it stands for x − y (a plain variable: itself − zero).
    difference: Option<(u32, u32)>,
    /// Its vertex, for plain integer variables.
    vertex: Option<u32>,
    /// Whether its row has been made.
    in_tableau: bool,
    /// Whether it is on the list of those whose row is to be made.
    waiting: bool,
    /// Bound atoms by value: the literal says `≤ value`.
    bounds: Vec<(Delta, Lit)>,
    /// Equality atoms by value: the literal says `= value`.
    equals: Vec<(Rat, Lit)>,
}

enum Undo {
    General,
    Different,
}

/// Literals that follow, and why.
pub type Implied = Vec<(Lit, crate::sat::Reason)>;

/// The arithmetic part.
pub struct Arith {
    info: Vec<Info>,
    simplex: Simplex,
    graph: Difference,
    slacks: FxHashMap<Box<[(AVar, Rat)]>, AVar>,
    /// How many variables are not integers.
    reals: usize,
    /// How many bounds are in force that the graph cannot express.
    general: u32,
    /// Sums that must differ from a value, with the literal that says so.
    different: Vec<(AVar, Rat, Lit)>,
    undo: Vec<Undo>,
    /// Slacks with bounds whose rows are not made yet.
    waiting: Vec<AVar>,
    /// Literals that follow from bounds.
    pub implied: Implied,
}

/// Where the state was at some point.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    simplex: usize,
    graph: usize,
    undo: usize,
}

/// Weights beyond this go to the simplex.
const GRAPH_LIMIT: i64 = 1 << 40;
/// Steps spent on making a contradiction of integers smaller.
const CORE_STEPS: u64 = 10_000;

impl Arith {
    /// No variables.
    pub fn new() -> Arith {
        let mut graph = Difference::default();
        graph.add_vertex();
        Arith {
            info: Vec::new(),
            simplex: Simplex::default(),
            graph,
            slacks: FxHashMap::default(),
            reals: 0,
            general: 0,
            different: Vec::new(),
            undo: Vec::new(),
            waiting: Vec::new(),
            implied: Vec::new(),
        }
    }

    /// A new variable.
    pub fn add_var(&mut self, int: bool) -> AVar {
        let vertex = int.then(|| self.graph.add_vertex());
        self.push_info(int, None, vertex.map(|v| (v, 0)), vertex)
    }

    fn push_info(
        &mut self,
        int: bool,
        sum: Option<Box<[(AVar, Rat)]>>,
        difference: Option<(u32, u32)>,
        vertex: Option<u32>,
    ) -> AVar {
        self.reals += usize::from(!int);
        self.info.push(Info {
            int,
            in_tableau: sum.is_none(),
            waiting: false,
            sum,
            difference,
            vertex,
            bounds: Vec::new(),
            equals: Vec::new(),
        });
        self.simplex.add_var()
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.info.len()
    }

    /// Forgets the newest variables; their bounds must have been taken back.
    pub fn truncate(&mut self, n: usize) {
        if n == self.info.len() {
            return;
        }
        let mut vertices = self.graph.len();
        for i in self.info.drain(n..) {
            self.reals -= usize::from(!i.int);
            if let Some(sum) = i.sum {
                self.slacks.remove(&sum);
            }
            if i.vertex.is_some() {
                vertices -= 1;
            }
        }
        self.graph.truncate(vertices);
        self.simplex.truncate(n);
        self.waiting.retain(|v| (*v as usize) < n);
    }

    /// Forgets the literal for `v ≤ value`.
    pub fn forget_bound(&mut self, v: AVar, value: &Delta, lit: Lit) {
        let Some(i) = self.info.get_mut(v as usize) else { return };
        let from = i.bounds.partition_point(|(k, _)| k < value);
        let among = i.bounds.iter().skip(from).take_while(|(k, _)| k == value);
        if let Some(place) = among.into_iter().position(|(_, l)| *l == lit) {
            i.bounds.remove(from + place);
        }
    }

    /// Forgets the literal for `v = value`.
    pub fn forget_equal(&mut self, v: AVar, value: &Rat, lit: Lit) {
        let Some(i) = self.info.get_mut(v as usize) else { return };
        let from = i.equals.partition_point(|(k, _)| k < value);
        let among = i.equals.iter().skip(from).take_while(|(k, _)| k == value);
        if let Some(place) = among.into_iter().position(|(_, l)| *l == lit) {
            i.equals.remove(from + place);
        }
    }

    /// Whether it is an integer.
    pub fn is_int(&self, v: AVar) -> bool {
        self.info[v as usize].int
    }

    /// The variable for a sum in normal form (two terms or more, or one with coefficient 1).
    pub fn slack(&mut self, sum: &[(AVar, Rat)]) -> AVar {
        if let [(v, k)] = sum
            && k.is_one()
        {
            return *v;
        }
        if let Some(v) = self.slacks.get(sum) {
            return *v;
        }
        let int = sum.iter().all(|(v, k)| self.is_int(*v) && k.is_integer());
        let difference = match sum {
            [(x, a), (y, b)] if int && a.is_one() && *b == Rat::MINUS_ONE => {
                match (self.info[*x as usize].vertex, self.info[*y as usize].vertex) {
                    (Some(x), Some(y)) => Some((x, y)),
                    _ => None,
                }
            }
            _ => None,
        };
        let key: Box<[(AVar, Rat)]> = sum.into();
        let v = self.push_info(int, Some(key.clone()), difference, None);
        self.slacks.insert(key, v);
        v
    }

    /// Registers the literal for `v ≤ value`, so that it follows from stronger bounds.
    pub fn watch_bound(&mut self, v: AVar, value: Delta, lit: Lit) {
        let bounds = &mut self.info[v as usize].bounds;
        let at = bounds.partition_point(|(k, _)| *k <= value);
        bounds.insert(at, (value, lit));
    }

    /// Registers the literal for `v = value`.
    pub fn watch_equal(&mut self, v: AVar, value: Rat, lit: Lit) {
        let equals = &mut self.info[v as usize].equals;
        let at = equals.partition_point(|(k, _)| *k <= value);
        equals.insert(at, (value, lit));
    }

    /// Where the state is now.
    pub fn mark(&self) -> Mark {
        Mark { simplex: self.simplex.mark(), graph: self.graph.mark(), undo: self.undo.len() }
    }

    /// Takes back everything since a mark.
    pub fn undo_to(&mut self, m: Mark) {
        self.implied.clear();
        self.simplex.undo_to(m.simplex);
        self.graph.undo_to(m.graph);
        while self.undo.len() > m.undo {
            match self.undo.pop() {
                Some(Undo::General) => self.general -= 1,
                Some(Undo::Different) => {
                    self.different.pop();
                }
                None => {}
            }
        }
    }

    /// Asserts a bound because of a literal; a contradiction gives the literals involved.
    pub fn assert_bound(&mut self, v: AVar, side: Side, value: Delta, because: Lit) -> Result<(), Vec<Lit>> {
        let bound = Bound { value: value.clone(), reason: because.code() };
        let before = match side {
            Side::Upper => self.simplex.upper(v),
            Side::Lower => self.simplex.lower(v),
        };
        let before = before.map(|b| b.value.clone());
        let changed = self.simplex.assert_bound(v, side, bound);
        if !changed.map_err(literals)? {
            return Ok(());
        }
        let info = &mut self.info[v as usize];
        if !info.in_tableau && !std::mem::replace(&mut info.waiting, true) {
            self.waiting.push(v);
        }
        if self.general == 0 {
            let edge = self.info[v as usize].difference.and_then(|(x, y)| {
                let c = value.rat.to_int()?.to_i64()?;
                ((-GRAPH_LIMIT..GRAPH_LIMIT).contains(&c) && value.eps.is_zero()).then_some((x, y, c))
            });
            match edge {
                Some((x, y, c)) => {
                    let (x, y, c) = if side == Side::Upper { (x, y, c) } else { (y, x, -c) };
                    self.graph.add_edge(x, y, c, because.code()).map_err(literals)?;
                }
                None => {
                    self.general += 1;
                    self.undo.push(Undo::General);
                }
            }
        }
        self.propagate_bound(v, side, before.as_ref(), &value, because);
        Ok(())
    }

    /// Literals about this variable that the new bound decides and the one before did not: a variable may have
    /// thousands of them, and a bound that moves step by step must not look at all of them each time.
    fn propagate_bound(&mut self, v: AVar, side: Side, before: Option<&Delta>, value: &Delta, because: Lit) {
        use crate::sat::Reason;
        let info = &self.info[v as usize];
        let bounds = &info.bounds;
        let (from, to) = match side {
            Side::Upper => (
                bounds.partition_point(|(k, _)| k < value),
                before.map_or(bounds.len(), |old| bounds.partition_point(|(k, _)| k < old)),
            ),
            Side::Lower => (
                before.map_or(0, |old| bounds.partition_point(|(k, _)| k < old)),
                bounds.partition_point(|(k, _)| k < value),
            ),
        };
        for (_, l) in bounds.get(from..to).unwrap_or(&[]) {
            let implied = if side == Side::Upper { *l } else { !*l };
            if implied != because {
                self.implied.push((implied, Reason::Lit(because)));
            }
        }
        // An equation is excluded if its value lies beyond the bound.
        let equals = &info.equals;
        let beyond = |k: &Rat, bound: &Delta| match bound.rat.cmp(k) {
            std::cmp::Ordering::Equal => {
                (side == Side::Upper) == bound.eps.is_negative() && !bound.eps.is_zero()
            }
            order => (order == std::cmp::Ordering::Less) == (side == Side::Upper),
        };
        let (from, to) = match side {
            Side::Upper => (
                equals.partition_point(|(k, _)| !beyond(k, value)),
                before.map_or(equals.len(), |old| equals.partition_point(|(k, _)| !beyond(k, old))),
            ),
            Side::Lower => (
                before.map_or(0, |old| equals.partition_point(|(k, _)| beyond(k, old))),
                equals.partition_point(|(k, _)| beyond(k, value)),
            ),
        };
        for (_, l) in equals.get(from..to).unwrap_or(&[]) {
            self.implied.push((!*l, Reason::Lit(because)));
        }
        if let (Some(a), Some(b)) = (self.simplex.lower(v), self.simplex.upper(v))
            && a.value == b.value
            && value.eps.is_zero()
        {
            let both = Reason::Both(Lit::from_code(a.reason), Lit::from_code(b.reason));
            let at = equals.partition_point(|(k, _)| *k < value.rat);
            for (_, l) in equals[at..].iter().take_while(|(k, _)| *k == value.rat) {
                self.implied.push((*l, both));
            }
        }
    }

    /// Asserts that a sum differs from a value.
    pub fn assert_different(&mut self, v: AVar, value: Rat, because: Lit) {
        self.different.push((v, value, because));
        self.undo.push(Undo::Different);
    }

    /// The sums that must differ from a value.
    pub fn different(&self) -> &[(AVar, Rat, Lit)] {
        &self.different
    }

    /// Makes the values respect all bounds.
    pub fn check(&mut self, budget: &Budget) -> Result<(), Failure> {
        if self.general == 0 {
            return Ok(());
        }
        while let Some(v) = self.waiting.pop() {
            let v = v as usize;
            // It may be gone with its scope, or come in by another bound.
            if v < self.info.len() && !self.info[v].in_tableau {
                self.info[v].in_tableau = true;
                if let Some(sum) = self.info[v].sum.take() {
                    self.simplex.define(v as u32, &sum);
                    self.info[v].sum = Some(sum);
                }
            }
        }
        self.simplex.check(budget).map_err(|t| match t {
            Trouble::Conflict(c) => Failure::Conflict(literals(c)),
            Trouble::Stopped(s) => Failure::Stopped(s),
        })
    }

    /// The value of a variable. (Meaningful after a successful check.)
    pub fn value(&self, v: AVar) -> Delta {
        let info = &self.info[v as usize];
        if let Some(sum) = &info.sum {
            if self.general > 0 && info.in_tableau {
                return self.simplex.value(v).clone();
            }
            let mut total = Delta::ZERO;
            for (x, k) in sum.iter() {
                total = total.plus(&self.value(*x).times(k));
            }
            return total;
        }
        match info.vertex {
            Some(x) if self.general == 0 => Delta::new(Rat::from(self.graph.value(x) - self.graph.value(0))),
            _ => self.simplex.value(v).clone(),
        }
    }

    /// The value of a sum.
    pub fn value_of(&self, l: &Lin) -> Delta {
        if let ([(v, k)], None) = (l.terms.as_slice(), &l.constant)
            && k.is_one()
        {
            return self.value(*v);
        }
        let mut total = Delta::new(l.offset());
        for (v, k) in &l.terms {
            total = total.plus(&self.value(*v).times(k));
        }
        total
    }

    /// The bounds of a variable, with the literals that gave them.
    pub fn lower(&self, v: AVar) -> Option<(&Delta, Lit)> {
        self.simplex.lower(v).map(|b| (&b.value, Lit::from_code(b.reason)))
    }

    /// See [`Arith::lower`].
    pub fn upper(&self, v: AVar) -> Option<(&Delta, Lit)> {
        self.simplex.upper(v).map(|b| (&b.value, Lit::from_code(b.reason)))
    }

    /// An integer variable whose value is not whole.
    pub fn fractional(&self) -> Option<AVar> {
        if self.general == 0 {
            return None;
        }
        (0..self.info.len() as u32).find(|v| {
            let i = &self.info[*v as usize];
            let x = self.simplex.value(*v);
            i.int && i.sum.is_none() && !(x.rat.is_integer() && x.eps.is_zero())
        })
    }

    /// A row whose integer part cannot meet its fixed part: the literals of the fixed variables.
    pub fn gcd_conflict(&self) -> Option<Vec<Lit>> {
        if self.general == 0 {
            return None;
        }
        'rows: for (basic, entries) in self.simplex.rows() {
            if !self.is_int(basic) {
                continue;
            }
            let mut den = Int::ONE;
            for (_, k) in entries {
                den = den.lcm(&k.denominator());
            }
            let scale = Rat::from(&den);
            let mut fixed = Rat::ZERO;
            let mut lits = Vec::new();
            let mut g = Int::ZERO;
            for (v, k) in
                std::iter::once((basic, &Rat::MINUS_ONE)).chain(entries.iter().map(|(v, k)| (*v, k)))
            {
                if !self.is_int(v) {
                    continue 'rows;
                }
                let k = k * &scale;
                match (self.simplex.lower(v), self.simplex.upper(v)) {
                    (Some(a), Some(b)) if a.value == b.value => {
                        fixed = &fixed + &(&k * &a.value.rat);
                        lits.push(Lit::from_code(a.reason));
                        lits.push(Lit::from_code(b.reason));
                    }
                    _ => g = g.gcd(&k.numerator()),
                }
            }
            let fits = fixed.to_int().is_some_and(|f| g.divides(&f));
            if !fits {
                return Some(lits);
            }
        }
        None
    }

    /// Decides the integers exactly, by the omega test on all bounds in force. `Ok(None)`: the
    /// values are now whole. `Ok(Some(lits))`: these bounds have no integer point. `Err(None)`: there
    /// is one, but bounds on sums of integers and reals were left out of the question.
    pub fn omega(&mut self, budget: &Budget) -> Result<Option<Vec<Lit>>, Option<Stop>> {
        let plain: Vec<AVar> =
            (0..self.info.len() as u32).filter(|v| self.info[*v as usize].sum.is_none()).collect();
        let mut column = vec![usize::MAX; self.info.len()];
        let mut used = Vec::new();
        let mut lits = Vec::new();
        let mut rows: Vec<(AVar, Side, Delta)> = Vec::new();
        let mut mixed = false;
        for v in 0..self.info.len() as u32 {
            for (side, bound) in [(Side::Lower, self.simplex.lower(v)), (Side::Upper, self.simplex.upper(v))]
            {
                let Some(b) = bound else { continue };
                let sum: Vec<AVar> = match &self.info[v as usize].sum {
                    Some(s) => s.iter().map(|t| t.0).collect(),
                    None => vec![v],
                };
                let ints = sum.iter().filter(|x| self.is_int(**x)).count();
                if ints < sum.len() {
                    // Fewer constraints: 'no integer point' stays right, a point may not fit.
                    mixed |= ints > 0;
                    continue;
                }
                lits.push(Lit::from_code(b.reason));
                rows.push((v, side, b.value.clone()));
                for x in sum {
                    if column[x as usize] == usize::MAX {
                        column[x as usize] = used.len();
                        used.push(x);
                    }
                }
            }
        }
        let all: Vec<usize> = (0..rows.len()).collect();
        let Some(point) = self.problem(&rows, &all, &column, used.len()).solve(budget).map_err(Some)? else {
            let kept = self.fewer(&rows, all, &column, used.len(), budget);
            return Ok(Some(kept.into_iter().map(|i| lits[i]).collect()));
        };
        if mixed {
            return Err(None);
        }
        // The nonbasic variables take the point's values; the basic ones follow.
        let mut values: Vec<Delta> = vec![Delta::ZERO; self.info.len()];
        for v in &plain {
            let c = column[*v as usize];
            values[*v as usize] = if !self.is_int(*v) {
                self.simplex.value(*v).clone()
            } else if c == usize::MAX {
                Delta::new(Rat::from(self.simplex.value(*v).rat.floor()))
            } else {
                Delta::new(Rat::from(&point[c]))
            };
        }
        for v in 0..self.info.len() {
            if let Some(s) = &self.info[v].sum {
                let mut total = Delta::ZERO;
                for (x, k) in s.iter() {
                    total = total.plus(&values[*x as usize].times(k));
                }
                values[v] = total;
            }
        }
        self.simplex.assign(|v| values[v as usize].clone());
        Ok(None)
    }

    /// Some of the bounds as an integer problem.
    fn problem(&self, rows: &[(AVar, Side, Delta)], part: &[usize], column: &[usize], n: usize) -> Problem {
        let mut p = Problem::new(n);
        let mut i = 0;
        while i < part.len() {
            let (v, side, value) = &rows[part[i]];
            let mut coefs = vec![Int::ZERO; n];
            match &self.info[*v as usize].sum {
                Some(s) => s.iter().for_each(|(x, k)| coefs[column[*x as usize]] = k.numerator()),
                None => coefs[column[*v as usize]] = Int::ONE,
            }
            let k = value.rat.numerator();
            // Both bounds of a variable stand next to each other; equal ones are an equality.
            let next = part.get(i + 1).map(|j| &rows[*j]);
            if *side == Side::Lower && next.is_some_and(|n| n.0 == *v && n.2 == *value) {
                p.add(Relation::Eq, coefs, -k);
                i += 2;
                continue;
            }
            match side {
                Side::Lower => p.add(Relation::Ge, coefs, -k),
                Side::Upper => p.add(Relation::Ge, coefs.iter().map(|c| -c).collect(), k),
            }
            i += 1;
        }
        p
    }

    /// Drops bounds that the contradiction does not need, in shrinking blocks, while steps last.
    fn fewer(
        &self,
        rows: &[(AVar, Side, Delta)],
        mut kept: Vec<usize>,
        column: &[usize],
        n: usize,
        budget: &Budget,
    ) -> Vec<usize> {
        let budget = budget.clone().with_steps(CORE_STEPS);
        let mut block = kept.len() / 2;
        while block > 0 {
            let mut at = 0;
            while at < kept.len() {
                let mut less = kept.clone();
                less.drain(at..(at + block).min(kept.len()));
                match self.problem(rows, &less, column, n).solve(&budget) {
                    Ok(None) => kept = less,
                    Ok(Some(_)) => at += block,
                    Err(_) => return kept,
                }
            }
            block /= 2;
        }
        kept
    }

    /// A positive number so small that replacing δ by it keeps all bounds (and all differences
    /// between the given values and others).
    pub fn epsilon(&self) -> Rat {
        let mut eps = Rat::ONE;
        if self.reals == 0 {
            return eps;
        }
        let mut limit = |low: &Delta, high: &Delta| {
            // low ≤ high holds; keep it when δ becomes a number.
            if low.rat < high.rat && low.eps > high.eps {
                let e = (&high.rat - &low.rat).div(&(&low.eps - &high.eps));
                if e < eps {
                    eps = e;
                }
            }
        };
        for v in 0..self.info.len() as u32 {
            let x = self.value(v);
            if let Some((b, _)) = self.lower(v) {
                limit(b, &x);
            }
            if let Some((b, _)) = self.upper(v) {
                limit(&x, b);
            }
        }
        // Half of it, or a third, …: the first that makes nothing equal that must differ.
        let mut part = 2i64;
        loop {
            let e = eps.div(&Rat::from(part));
            let hit = self.different.iter().any(|(v, k, _)| {
                let x = self.value(*v);
                !x.eps.is_zero() && &x.rat + &(&x.eps * &e) == *k
            });
            if !hit || part > self.different.len() as i64 + 2 {
                return e;
            }
            part += 1;
        }
    }
}

/// A contradiction, or a limit.
pub enum Failure {
    /// These literals contradict each other.
    Conflict(Vec<Lit>),
    /// A limit was reached.
    Stopped(Stop),
}

fn literals(reasons: Vec<u32>) -> Vec<Lit> {
    reasons.into_iter().map(Lit::from_code).collect()
}
