//! Results of which C says only a part: the sign of what `strcmp` gives, and whether what `isalpha` gives is zero.
//!
//! C libraries differ in the rest: `strcmp ("a", "c")` is -2 with one and -1 with another. A run that asks for more than C says is
//! undetermined where the result is not zero, and a test does not expect more of a function that hands such a result on.
//!
//! ```text
//! if (strcmp(a, b) < 0)       only the sign is asked for
//! n = strcmp(a, b) + 1;       exact($1); n := $1 + 1      where `exact` knows nothing of numbers but 0
//! return strcmp(a, b);        the sign of the result is known
//! ```
//!
//! Which variables hold such results is found by a forward analysis over the blocks of each procedure; whose result is one, by
//! repeating that until nothing changes.

use super::Context;
use imperative::{
    BinaryOp, BlockId, Expr, ExprKind, Instr, InstrKind, Proc, ProcId, TerminatorKind, UnaryOp, VarId, Word,
};
use std::collections::BTreeMap;

/// What C says of a result, besides that it is an `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loose {
    /// Its sign, and so whether it is zero.
    Sign,
    /// Whether it is zero.
    Zero,
}

impl Loose {
    /// What can be said of an `int`, given one that a library may give: a condition on the result, written in C.
    pub(crate) fn check(self, result: &str, value: &base::Int) -> String {
        let op = match (self, value.signum()) {
            (_, 0) => "==",
            (Loose::Zero, _) => "!=",
            (Loose::Sign, 1) => ">",
            (Loose::Sign, _) => "<",
        };
        format!("{result} {op} 0")
    }
}

/// Functions of the library that tell by the sign how things compare.
const COMPARING: &[&str] = &["strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp"];

/// Functions of the library that tell of what kind a character is.
const CLASSES: &[&str] = &[
    "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit",
];

/// A result, with the function of the library that it is from.
type From = (Loose, &'static str);

/// The variables that hold such results.
type Holding = BTreeMap<VarId, From>;

/// What is known of procedures: those whose results are such.
type Results = BTreeMap<ProcId, From>;

impl Context<'_> {
    /// Makes what asks for more than C says undetermined; gives the procedures whose results are such.
    pub fn loosen(&mut self, procs: &mut [Proc]) -> BTreeMap<ProcId, Loose> {
        let mut results: Results = procs
            .iter()
            .enumerate()
            .filter_map(|(i, proc)| Some((ProcId::new(i), of_library(proc)?)))
            .collect();
        if results.is_empty() {
            return BTreeMap::new();
        }
        loop {
            let before = results.clone();
            for (i, proc) in procs.iter().enumerate() {
                if let Some(loose) = of_result(proc, &results) {
                    let known = results.entry(ProcId::new(i)).or_insert(loose);
                    *known = loose.max(*known);
                }
            }
            if results == before {
                break;
            }
        }
        for proc in procs.iter_mut() {
            if proc.hidden && of_library(proc).is_some() {
                continue;
            }
            let entries = at_entries(proc, &results);
            for (block, holding) in proc.blocks.iter_mut().zip(entries) {
                let Some(mut holding) = holding else { continue };
                let mut instrs = Vec::with_capacity(block.instrs.len());
                for instr in std::mem::take(&mut block.instrs) {
                    let handed =
                        matches!(&instr.kind, InstrKind::Assign(_, e) if held(e, &holding).is_some());
                    if !handed {
                        let asked = instr.kind.operands().into_iter().flat_map(|e| asked(e, &holding));
                        let calls: Vec<Instr> = asked.filter_map(|var| self.exact(var, instr.span)).collect();
                        instrs.extend(calls);
                    }
                    step(&instr.kind, &mut holding, &results);
                    instrs.push(instr);
                }
                let end = match &block.terminator.kind {
                    TerminatorKind::Branch { decision, .. } => {
                        proc.decisions.get(decision.index()).map(|d| &d.cond)
                    }
                    TerminatorKind::Return(Some(e)) => Some(e).filter(|e| held(e, &holding).is_none()),
                    _ => None,
                };
                for var in end.into_iter().flat_map(|e| asked(e, &holding)) {
                    instrs.extend(self.exact(var, block.terminator.span));
                }
                block.instrs = instrs;
            }
        }
        results.into_iter().map(|(proc, (loose, _))| (proc, loose)).collect()
    }

    /// The instruction after which a variable is zero, if the run goes on: nothing is known of other numbers.
    fn exact(&mut self, (var, from): (VarId, &str), span: source::Span) -> Option<Instr> {
        let text = format!("void odd(void); void {from}_(int x) {{ if (x) odd(); }}");
        let known = self.library_proc(&format!("exact {from}"), &text, "", span)?;
        let args = vec![Expr::var(var, span)];
        Some(Instr { kind: InstrKind::Call { dst: None, proc: known.proc, args, backs: Vec::new() }, span })
    }
}

/// What C says of the result of a procedure of the library.
fn of_library(proc: &Proc) -> Option<From> {
    let name = proc.name.split(' ').next().filter(|_| proc.hidden)?;
    let found = |names: &[&'static str]| names.iter().copied().find(|known| *known == name);
    let sign = found(COMPARING).map(|name| (Loose::Sign, name));
    sign.or_else(|| found(CLASSES).map(|name| (Loose::Zero, name)))
}

/// What is known of the result of a procedure, given what is known of others.
fn of_result(proc: &Proc, results: &Results) -> Option<From> {
    let mut out: Option<From> = None;
    for (block, holding) in proc.blocks.iter().zip(at_entries(proc, results)) {
        let Some(mut holding) = holding else { continue };
        for instr in &block.instrs {
            step(&instr.kind, &mut holding, results);
        }
        if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
            out = out.max(held(value, &holding));
        }
    }
    out
}

/// What the variables hold where each block starts; nothing for blocks that no run reaches.
fn at_entries(proc: &Proc, results: &Results) -> Vec<Option<Holding>> {
    let mut entries: Vec<Option<Holding>> = vec![None; proc.blocks.len()];
    let caught: Vec<BlockId> = proc.handlers.iter().flat_map(|h| h.catches.iter().map(|c| c.to)).collect();
    if let Some(first) = entries.first_mut() {
        *first = Some(Holding::new());
    }
    let mut waiting: Vec<usize> = vec![0];
    while let Some(at) = waiting.pop() {
        let (Some(block), Some(Some(mut holding))) = (proc.blocks.get(at), entries.get(at).cloned()) else {
            continue;
        };
        for instr in &block.instrs {
            step(&instr.kind, &mut holding, results);
        }
        let next: Vec<BlockId> = match &block.terminator.kind {
            TerminatorKind::Goto(to) => vec![*to],
            TerminatorKind::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            _ => Vec::new(),
        };
        for to in next.into_iter().chain(caught.iter().copied()) {
            let Some(entry) = entries.get_mut(to.index()) else { continue };
            let joined = match entry.as_ref() {
                None => holding.clone(),
                Some(old) => joined(old, &holding),
            };
            if entry.as_ref() != Some(&joined) {
                *entry = Some(joined);
                waiting.push(to.index());
            }
        }
    }
    entries
}

fn joined(a: &Holding, b: &Holding) -> Holding {
    let mut out = a.clone();
    for (var, loose) in b {
        let known = out.entry(*var).or_insert(*loose);
        *known = (*known).max(*loose);
    }
    out
}

/// What an instruction does to what variables hold.
fn step(instr: &InstrKind, holding: &mut Holding, results: &Results) {
    let (dst, loose) = match instr {
        InstrKind::Assign(var, value) => (Some(*var), held(value, holding)),
        InstrKind::Call { dst, proc, backs, .. } => {
            for (_, var) in backs {
                holding.remove(var);
            }
            (*dst, results.get(proc).copied())
        }
        InstrKind::New { dst, .. }
        | InstrKind::NewArray { dst, .. }
        | InstrKind::Make { dst, .. }
        | InstrKind::Ask { dst, .. }
        | InstrKind::Bits { dst, .. } => (Some(*dst), None),
        InstrKind::Skip
        | InstrKind::StoreField { .. }
        | InstrKind::StoreElement { .. }
        | InstrKind::StoreTarget { .. }
        | InstrKind::Fill { .. }
        | InstrKind::Free(_)
        | InstrKind::Assume(_)
        | InstrKind::Check { .. }
        | InstrKind::Show { .. }
        | InstrKind::Unsupported(_) => return,
    };
    match (dst, loose) {
        (Some(var), Some(loose)) => {
            holding.insert(var, loose);
        }
        (Some(var), None) => {
            holding.remove(&var);
        }
        (None, _) => {}
    }
}

/// The result that a value holds, if the value is such a result or its negative.
fn held(e: &Expr, holding: &Holding) -> Option<From> {
    match &e.kind {
        ExprKind::Var(var) => holding.get(var).copied(),
        // What is too narrow for an `int` changes it.
        ExprKind::Fit(inner, word) | ExprKind::Sure(inner, word) | ExprKind::Wrap(inner, word)
            if word.contains(Word::signed(32)) =>
        {
            held(inner, holding)
        }
        ExprKind::Unary(UnaryOp::Neg, inner) => held(inner, holding),
        _ => None,
    }
}

/// The variables of which an expression asks more than C says.
fn asked(e: &Expr, holding: &Holding) -> Vec<(VarId, &'static str)> {
    match &e.kind {
        ExprKind::IntToBool(inner) if held(inner, holding).is_some() => Vec::new(),
        ExprKind::Binary(op, a, b) if is_settled(*op, a, b, holding) => Vec::new(),
        ExprKind::Var(var) => holding.get(var).map(|(_, from)| (*var, *from)).into_iter().collect(),
        _ => e.operands().flat_map(|operand| asked(operand, holding)).collect(),
    }
}

/// Whether what C says of a result decides a comparison.
fn is_settled(op: BinaryOp, a: &Expr, b: &Expr, holding: &Holding) -> bool {
    let (loose, with, op) = match (held(a, holding), held(b, holding)) {
        (Some((loose, _)), None) => (loose, b, op),
        (None, Some((loose, _))) => (loose, a, turned(op)),
        _ => return false,
    };
    let ExprKind::Int(with) = &with.unchecked().kind else { return false };
    match op {
        BinaryOp::Eq | BinaryOp::Ne => with.is_zero(),
        _ if loose == Loose::Zero => false,
        BinaryOp::Lt | BinaryOp::Ge => with.is_zero() || *with == base::Int::from(1),
        BinaryOp::Gt | BinaryOp::Le => with.is_zero() || *with == base::Int::from(-1),
        _ => false,
    }
}

/// The comparison with its sides changed.
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        op => op,
    }
}
