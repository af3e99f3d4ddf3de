//! What to look for, from what a program does and claims (`--words auto`).

use crate::Choice;
use crate::unit::{Remember, Slots};
use crate::words::Pattern;
use base::Int;
use imperative::claims::{CellOrder, List, Meaning, When};
use imperative::{
    BinaryOp as Op, Claim, Expr, ExprKind, Formula, FormulaKind, InstrKind, Predicate, Proc, ProcId, Program,
    TerminatorKind, Type, VarId, graph,
};

/// How much is done at most, where nothing else is said: about a minute.
pub const MOST_EFFORT: u64 = 3_000_000;

/// What a person may ask for; see `--words`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Every element.
    pub all: bool,
    /// Two elements in their order.
    pub ordered: bool,
    /// Elements one right after the other.
    pub adjacent: bool,
    /// Elements of two lists.
    pub pairs: bool,
    /// Sums of elements.
    pub sum: bool,
    /// Multisets of elements.
    pub multiset: bool,
    /// Lengths.
    pub length: bool,
}

impl Wanted {
    /// The names that are understood, in order.
    pub const NAMES: [&'static str; 7] = ["all", "ordered", "adjacent", "pairs", "sum", "multiset", "length"];

    /// With one more; `None` if there is no such name.
    pub fn with(mut self, name: &str) -> Option<Wanted> {
        match name {
            "all" => self.all = true,
            "ordered" => self.ordered = true,
            "adjacent" => self.adjacent = true,
            "pairs" => self.pairs = true,
            "sum" => self.sum = true,
            "multiset" => self.multiset = true,
            "length" => self.length = true,
            _ => return None,
        }
        Some(self)
    }
}

/// What is found in a program.
#[derive(Default)]
struct Seen {
    ordered: bool,
    adjacent: bool,
    triples: bool,
    equal: bool,
    cross: bool,
    sum: bool,
    multiset: bool,
    remember: Remember,
    numbers: Vec<Int>,
}

impl Choice {
    /// What to look for in a procedure: as a person says, or as the program and its claims suggest.
    pub fn new(program: &Program, entry: ProcId, wanted: Option<Wanted>, k: usize) -> Choice {
        let slots = Slots::new(program);
        let mut seen = Seen::default();
        for id in graph::reachable_procs(program, entry) {
            if let Some(proc) = program.proc(id) {
                seen.program(&slots, program, proc);
                for claim in &proc.claims {
                    seen.claim(proc, claim, id == entry);
                }
            }
        }
        let lists = slots.fields() > 0;
        let wanted = wanted.unwrap_or(Wanted {
            all: lists,
            ordered: lists && seen.ordered,
            adjacent: lists && (seen.adjacent || seen.triples),
            pairs: lists && (seen.equal || seen.cross),
            sum: lists && seen.sum,
            multiset: lists && seen.multiset,
            length: true,
        });
        let mut patterns = Vec::new();
        if wanted.all {
            patterns.push(Pattern::all());
        }
        if wanted.ordered {
            patterns.push(Pattern::ordered());
        }
        if wanted.adjacent {
            patterns.extend([Pattern::adjacent(), Pattern::first(), Pattern::last(), Pattern::single()]);
            if seen.triples {
                patterns.extend([Pattern::triples(), Pattern::first_two(), Pattern::last_two()]);
                patterns.push(Pattern::only());
            }
        }
        if wanted.pairs {
            if seen.equal || !seen.cross {
                patterns.push(Pattern::equal());
                if !wanted.adjacent {
                    patterns.push(Pattern::last());
                }
            }
            if seen.cross {
                patterns.push(Pattern::cross());
            }
        }
        seen.numbers.sort();
        seen.numbers.dedup();
        let remember = Remember { sums: wanted.sum, ..seen.remember };
        Choice {
            patterns,
            sums: wanted.sum,
            multisets: wanted.multiset,
            remember,
            k,
            effort: MOST_EFFORT,
            numbers: seen.numbers,
        }
    }
}

impl Seen {
    fn program(&mut self, slots: &Slots, program: &Program, proc: &Proc) {
        let mut all: Vec<&Expr> = proc.decisions.iter().map(|decision| &decision.cond).collect();
        let mut moves_data = false;
        let mut stores = false;
        for block in &proc.blocks {
            for instr in &block.instrs {
                all.extend(instr.kind.operands());
                match &instr.kind {
                    InstrKind::StoreField { object, field, value } => {
                        let link = link_of(slots, program, proc, object) == Some(*field);
                        self.multiset = true;
                        stores = true;
                        if !link {
                            moves_data |= !matches!(value.unchecked().kind, ExprKind::Int(_));
                            self.equal |= reads_data(slots, program, proc, value);
                        }
                    }
                    InstrKind::Assign(var, value) => {
                        let adds = matches!(value.unchecked().kind, ExprKind::Binary(Op::Add | Op::Sub, ..));
                        let itself = value.vars().contains(var);
                        self.sum |= adds && itself && reads_data(slots, program, proc, value);
                    }
                    // Others ask for no relation between data.
                    _ => {}
                }
            }
            if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
                all.push(value);
            }
        }
        self.carried_sums(slots, program, proc);
        let nested = proc.loops.iter().any(|l| l.parent.is_some());
        self.cross |= moves_data && nested;
        let mut waiting = all;
        while let Some(e) = waiting.pop() {
            if let ExprKind::Int(n) = &e.kind {
                self.numbers.push(n.clone());
            }
            if let ExprKind::Binary(Op::Lt | Op::Le | Op::Gt | Op::Ge, a, b) = &e.kind {
                let data = |e: &Expr| reads_data(slots, program, proc, e);
                let constant = |e: &Expr| matches!(e.unchecked().kind, ExprKind::Int(_));
                // Where no cell changes, nothing becomes sorted by a comparison with a variable.
                let one = data(a) && !constant(b) || data(b) && !constant(a);
                self.ordered |= data(a) && data(b) || one && stores;
            }
            waiting.extend(e.operands());
        }
    }

    /// Data that are sums of other data, which variables carry from one cell to the next: what holds of three neighbours then, and
    /// their sum, is looked for.
    fn carried_sums(&mut self, slots: &Slots, program: &Program, proc: &Proc) {
        let instrs = || proc.blocks.iter().flat_map(|block| &block.instrs);
        let mut carried: Vec<VarId> = Vec::new();
        loop {
            let known = carried.len();
            for instr in instrs() {
                let InstrKind::Assign(var, value) = &instr.kind else { continue };
                let value = value.unchecked();
                let comes_from = matches!(&value.kind, ExprKind::Var(from) if carried.contains(from))
                    || matches!(value.kind, ExprKind::Field(..)) && reads_data(slots, program, proc, value);
                if comes_from && !carried.contains(var) {
                    carried.push(*var);
                }
            }
            if carried.len() == known {
                break;
            }
        }
        let stored = instrs().filter_map(|instr| match &instr.kind {
            InstrKind::StoreField { value, .. } => Some(value.unchecked()),
            // Only what is stored in cells counts.
            _ => None,
        });
        for value in stored {
            if let ExprKind::Binary(Op::Add | Op::Sub, a, b) = &value.kind
                && let (ExprKind::Var(a), ExprKind::Var(b)) = (&a.unchecked().kind, &b.unchecked().kind)
                && a != b
                && carried.contains(a)
                && carried.contains(b)
            {
                self.triples = true;
                self.sum = true;
            }
        }
    }

    fn claim(&mut self, proc: &Proc, claim: &Claim, own: bool) {
        if let Some(formula) = claim.kind.formula() {
            self.formula(proc, formula, own);
        }
    }

    fn formula(&mut self, proc: &Proc, formula: &Formula, own: bool) {
        match &formula.kind {
            FormulaKind::Cond(e) => self.expr(proc, e, own),
            FormulaKind::Predicate(p) => match p {
                Predicate::Sorted(e) => {
                    self.ordered = true;
                    self.expr(proc, e, own);
                }
                Predicate::Acyclic(e) | Predicate::Tree(e) => self.expr(proc, e, own),
                Predicate::Disjoint(a, b) => {
                    self.expr(proc, a, own);
                    self.expr(proc, b, own);
                }
            },
            FormulaKind::Cells { cells, order, of, .. } => {
                match (order, cells.len()) {
                    (CellOrder::Ordered, _) => self.ordered = true,
                    (CellOrder::Adjacent, 3..) => self.triples = true,
                    (CellOrder::Adjacent, _) => self.adjacent = true,
                    (CellOrder::Single, _) => {}
                }
                self.list(proc, of, own, true);
            }
            FormulaKind::SameLists(a, b) => {
                self.equal = true;
                self.list(proc, a, own, true);
                self.list(proc, b, own, true);
            }
            FormulaKind::SameElements(a, b) => {
                self.multiset = true;
                for list in a.iter().chain(b) {
                    self.list(proc, list, own, false);
                }
            }
            FormulaKind::At(When::Entry, inner) => {
                let starts = match &inner.kind {
                    FormulaKind::Predicate(
                        Predicate::Sorted(e) | Predicate::Acyclic(e) | Predicate::Tree(e),
                    ) => vec![e],
                    FormulaKind::Predicate(Predicate::Disjoint(a, b)) => vec![a, b],
                    _ => Vec::new(),
                };
                for start in starts {
                    self.list(proc, &List { start: start.clone(), when: When::Entry }, own, true);
                }
            }
            _ => {}
        }
        for inner in formula.operands() {
            self.formula(proc, inner, own);
        }
    }

    /// `cells` tells whether its cells are looked at one by one.
    fn list(&mut self, proc: &Proc, list: &List, own: bool, cells: bool) {
        self.expr(proc, &list.start, own);
        if list.when == When::Entry && own {
            self.remember.lists |= cells;
            self.equal |= cells;
        }
    }

    fn expr(&mut self, proc: &Proc, e: &Expr, own: bool) {
        let mut waiting = vec![e];
        while let Some(e) = waiting.pop() {
            if let ExprKind::Int(n) = &e.kind {
                self.numbers.push(n.clone());
            }
            waiting.extend(e.operands());
        }
        for var in e.vars() {
            let Some(ghost) = var.ghost_index().and_then(|at| proc.ghosts.get(at)) else { continue };
            match &ghost.meaning {
                Meaning::At(When::Entry, inner) => {
                    self.old(inner, own);
                    self.expr(proc, inner, own);
                }
                Meaning::At(_, inner) => self.expr(proc, inner, own),
                Meaning::Length(list) => self.list(proc, list, own, false),
                Meaning::Sum(list) => {
                    self.sum = true;
                    self.list(proc, list, own, false);
                }
                Meaning::Bound | Meaning::Result => {}
            }
        }
    }

    /// An expression of which the value at the entry is asked.
    fn old(&mut self, e: &Expr, own: bool) {
        match &e.kind {
            ExprKind::Var(var) => self.keep(*var, own),
            ExprKind::Field(..) if own => {
                self.remember.lists = true;
                self.equal = true;
            }
            _ => {}
        }
    }

    fn keep(&mut self, var: VarId, own: bool) {
        if own && var.ghost_index().is_none() && !self.remember.values.contains(&var) {
            self.remember.values.push(var);
        }
    }
}

/// The link of the cells that a reference leads to.
fn link_of(slots: &Slots, program: &Program, proc: &Proc, object: &Expr) -> Option<imperative::FieldId> {
    match imperative::type_of(program, proc, object)? {
        imperative::Type::Ref(of) => slots.cell(of).map(|cell| cell.link),
        _ => None,
    }
}

/// Whether an expression reads the data of a cell.
fn reads_data(slots: &Slots, program: &Program, proc: &Proc, e: &Expr) -> bool {
    let mut waiting = vec![e];
    while let Some(e) = waiting.pop() {
        if let ExprKind::Field(object, field) = &e.kind
            && link_of(slots, program, proc, object).is_some_and(|link| link != *field)
        {
            return true;
        }
        waiting.extend(e.operands());
    }
    false
}

/// Whether claims of a procedure say that numbers differ.
pub(crate) fn claims_apart(program: &Program, entry: ProcId) -> bool {
    let Some(proc) = program.proc(entry) else { return false };
    let mut formulas: Vec<&Formula> = proc.claims.iter().filter_map(|claim| claim.kind.formula()).collect();
    while let Some(formula) = formulas.pop() {
        if let FormulaKind::Cond(e) = &formula.kind
            && has_unequal(program, proc, e)
        {
            return true;
        }
        formulas.extend(formula.operands());
    }
    false
}

fn has_unequal(program: &Program, proc: &Proc, e: &Expr) -> bool {
    let mut waiting = vec![e];
    while let Some(e) = waiting.pop() {
        if let ExprKind::Binary(Op::Ne, a, _) = &e.kind
            && matches!(imperative::type_of(program, proc, a), Some(Type::Int | Type::Word(_)))
        {
            return true;
        }
        waiting.extend(e.operands());
    }
    false
}
