//! Clauses, the trail of assigned literals and unit propagation with two watched literals.
//!
//! Levels: the first ones belong to the scopes of assertions, the later ones to decisions of the
//! search. Conflict analysis lives with the engine, since theories explain their literals there.

use crate::heap::VarHeap;
use crate::lit::Lit;

/// Why a literal is on the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A choice of the search.
    Decision,
    /// Asserted from outside.
    Assumed,
    /// True whatever is asserted.
    Axiom,
    /// The other literals of this clause are false.
    Clause(u32),
    /// This literal implies it.
    Lit(Lit),
    /// These two literals imply it.
    Both(Lit, Lit),
    /// The equality of these two nodes implies it.
    Equal(u32, u32),
    /// The equalities of the first two and of the last two nodes imply it.
    Equals([u32; 4]),
}

#[derive(Clone, Debug)]
struct Clause {
    lits: Vec<Lit>,
    learnt: bool,
    activity: u32,
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    other: Lit,
}

/// The propositional part.
#[derive(Clone, Default)]
pub struct Sat {
    value: Vec<Option<bool>>,
    level: Vec<u32>,
    reason: Vec<Reason>,
    phase: Vec<bool>,
    /// Variables that are never decided, only implied.
    passive: Vec<bool>,
    pub(crate) heap: VarHeap,
    clauses: Vec<Clause>,
    watches: Vec<Vec<Watch>>,
    pub(crate) trail: Vec<Lit>,
    head: usize,
    /// Trail length at the start of each level above 0.
    marks: Vec<usize>,
    learnt: usize,
    clock: u32,
}

impl Sat {
    /// A new variable; `phase` is the value tried first.
    pub fn add_var(&mut self, phase: bool) -> u32 {
        self.value.push(None);
        self.level.push(0);
        self.reason.push(Reason::Decision);
        self.phase.push(phase);
        self.passive.push(false);
        self.watches.push(Vec::new());
        self.watches.push(Vec::new());
        self.heap.add();
        self.value.len() as u32 - 1
    }

    /// How many variables there are.
    pub fn vars(&self) -> usize {
        self.value.len()
    }

    /// How many clauses there are, learnt ones included.
    pub fn clauses(&self) -> usize {
        self.clauses.len()
    }

    /// The value of a literal.
    #[inline]
    pub fn value(&self, l: Lit) -> Option<bool> {
        self.value[l.var() as usize].map(|v| v == l.is_positive())
    }

    /// The level at which a literal's variable was assigned.
    pub fn level_of(&self, l: Lit) -> u32 {
        self.level[l.var() as usize]
    }

    /// Why a literal is true.
    pub fn reason_of(&self, l: Lit) -> Reason {
        self.reason[l.var() as usize]
    }

    /// The current level.
    pub fn level(&self) -> u32 {
        self.marks.len() as u32
    }

    /// Opens a level.
    pub fn open_level(&mut self) {
        self.marks.push(self.trail.len());
    }

    /// Makes a literal true; it must not be assigned.
    pub fn enqueue(&mut self, l: Lit, reason: Reason) {
        let v = l.var() as usize;
        self.value[v] = Some(l.is_positive());
        self.level[v] = self.level();
        self.reason[v] = reason;
        self.trail.push(l);
    }

    /// Takes back all levels above this one.
    pub fn backtrack(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let to = self.marks[level as usize];
        while self.trail.len() > to {
            if let Some(l) = self.trail.pop() {
                let v = l.var();
                self.phase[v as usize] = l.is_positive();
                self.value[v as usize] = None;
                if !self.passive[v as usize] {
                    self.heap.insert(v);
                }
            }
        }
        self.marks.truncate(level as usize);
        self.head = self.head.min(to);
    }

    /// The value to try first for a variable from now on.
    pub fn set_phase(&mut self, v: u32, phase: bool) {
        self.phase[v as usize] = phase;
    }

    /// Leaves a variable out of decisions.
    pub fn set_passive(&mut self, v: u32) {
        self.passive[v as usize] = true;
    }

    /// Takes a variable into decisions again.
    pub fn activate(&mut self, v: u32) {
        if std::mem::replace(&mut self.passive[v as usize], false) && self.value[v as usize].is_none() {
            self.heap.insert(v);
        }
    }

    /// The unassigned variable to decide next, as the literal to make true.
    pub fn choose(&mut self) -> Option<Lit> {
        while let Some(v) = self.heap.pop() {
            if self.value[v as usize].is_none() && !self.passive[v as usize] {
                return Some(Lit::new(v, self.phase[v as usize]));
            }
        }
        None
    }

    /// The literals of a clause.
    pub fn lits(&self, clause: u32) -> &[Lit] {
        &self.clauses[clause as usize].lits
    }

    /// Marks a clause as useful.
    pub fn touch(&mut self, clause: u32) {
        self.clock += 1;
        self.clauses[clause as usize].activity = self.clock;
    }

    /// Adds a clause whose watches are chosen best for the current assignment: true or unassigned
    /// literals first, then those assigned last. At least two literals are needed.
    pub fn add_clause(&mut self, mut lits: Vec<Lit>, learnt: bool) -> u32 {
        for slot in 0..2 {
            let rank = |l: Lit| match self.value(l) {
                Some(false) => self.level_of(l),
                _ => u32::MAX,
            };
            let best = (slot..lits.len()).max_by_key(|i| (rank(lits[*i]), std::cmp::Reverse(*i)));
            if let Some(b) = best {
                lits.swap(slot, b);
            }
        }
        let c = self.clauses.len() as u32;
        self.watches[(!lits[0]).index()].push(Watch { clause: c, other: lits[1] });
        self.watches[(!lits[1]).index()].push(Watch { clause: c, other: lits[0] });
        self.clock += 1;
        self.clauses.push(Clause { lits, learnt, activity: self.clock });
        self.learnt += usize::from(learnt);
        c
    }

    /// Unit propagation; on a conflict the clause all of whose literals are false.
    pub fn propagate(&mut self) -> Option<u32> {
        while self.head < self.trail.len() {
            let l = self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[l.index()]);
            let mut keep = 0;
            let mut conflict = None;
            let mut i = 0;
            while i < list.len() {
                let w = list[i];
                i += 1;
                if self.value(w.other) == Some(true) {
                    list[keep] = w;
                    keep += 1;
                    continue;
                }
                let lits = &mut self.clauses[w.clause as usize].lits;
                if lits[0] == !l {
                    lits.swap(0, 1);
                }
                let first = lits[0];
                let moved = (2..lits.len()).find(|k| {
                    let x = lits[*k];
                    self.value[x.var() as usize] != Some(!x.is_positive())
                });
                if let Some(k) = moved {
                    lits.swap(1, k);
                    let watched = lits[1];
                    self.watches[(!watched).index()].push(Watch { clause: w.clause, other: first });
                    continue;
                }
                list[keep] = Watch { clause: w.clause, other: first };
                keep += 1;
                match self.value(first) {
                    Some(true) => {}
                    Some(false) => {
                        conflict = Some(w.clause);
                        break;
                    }
                    None => self.enqueue(first, Reason::Clause(w.clause)),
                }
            }
            while i < list.len() {
                list[keep] = list[i];
                keep += 1;
                i += 1;
            }
            list.truncate(keep);
            // Nothing was pushed to this list meanwhile: a watched literal is never its own negation.
            self.watches[l.index()] = list;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    fn detach(&mut self, clause: u32) {
        let lits = &self.clauses[clause as usize].lits;
        if lits.len() < 2 {
            return;
        }
        for l in [lits[0], lits[1]] {
            if let Some(list) = self.watches.get_mut((!l).index()) {
                list.retain(|w| w.clause != clause);
            }
        }
    }

    /// Forgets the newest variables and clauses; their literals must be unassigned.
    pub fn truncate(&mut self, vars: usize, clauses: usize) {
        self.watches.truncate(2 * vars);
        for c in clauses..self.clauses.len() {
            self.detach(c as u32);
            self.learnt -= usize::from(self.clauses[c].learnt);
        }
        self.clauses.truncate(clauses);
        self.value.truncate(vars);
        self.level.truncate(vars);
        self.reason.truncate(vars);
        self.phase.truncate(vars);
        self.passive.truncate(vars);
        self.heap.truncate(vars);
    }

    /// Forgets the less useful half of the learnt clauses when there are more than `limit`.
    pub fn reduce(&mut self, limit: usize) {
        if self.learnt <= limit {
            return;
        }
        let locked = |s: &Sat, c: u32| {
            let l = s.clauses[c as usize].lits[0];
            s.value(l) == Some(true) && s.reason_of(l) == Reason::Clause(c)
        };
        let mut old: Vec<(u32, u32)> = (0..self.clauses.len() as u32)
            .filter(|c| {
                let k = &self.clauses[*c as usize];
                k.learnt && k.lits.len() > 2 && !locked(self, *c)
            })
            .map(|c| (self.clauses[c as usize].activity, c))
            .collect();
        old.sort_unstable();
        for (_, c) in &old[..old.len() / 2] {
            self.detach(*c);
            self.clauses[*c as usize].lits = Vec::new();
            self.clauses[*c as usize].learnt = false;
            self.learnt -= 1;
        }
    }
}
