//! How the values of an album are written: symbolic values have Greek names, elements are `β.I`.
//!
//! The initial value of a variable with one letter is the Greek letter that the paper gives it, or the nearest; that of
//! another is its name with a small zero, `count₀`. Two that would have one name get numbers.

use base::{Access, Signs};
use formula::{Form, FunId, Style, Term};
use imperative::{
    BlockId, Expr, ExprKind, LoopId, Proc, ProcId, Program, TerminatorKind, Type, VarId, VarKind,
};
use rustc_hash::FxHashMap;
use symbolic::world::World;

/// The letters for `a` to `z`. `n` is η and `j` is φ in the paper.
const LETTERS: [char; 26] = [
    'α', 'β', 'χ', 'δ', 'ε', 'ϕ', 'γ', 'ϑ', 'ι', 'φ', 'κ', 'λ', 'μ', 'η', 'ο', 'π', 'θ', 'ρ', 'σ', 'τ', 'υ',
    'ν', 'ω', 'ξ', 'ψ', 'ζ',
];

/// The names of symbolic values, and where variables are seen.
#[derive(Default)]
pub(crate) struct Names {
    symbols: FxHashMap<Term, String>,
    /// For each procedure: the loop that a variable belongs to, where loops have parameters of their own.
    scopes: FxHashMap<ProcId, Vec<Option<LoopId>>>,
}

impl Names {
    /// The names for the inputs of a procedure.
    pub fn new(program: &Program, of: &Proc, inputs: &[(VarId, Term)]) -> Names {
        let mut names = Names::default();
        for (v, term) in inputs {
            if let Some(var) = of.var(*v) {
                names.add(*term, &var.name);
            }
        }
        for (at, proc) in program.procs.iter().enumerate() {
            if program.facts.array_bounds {
                names.scopes.insert(ProcId::new(at), scopes(proc));
            }
        }
        names
    }

    /// Names a symbolic value after a variable.
    pub fn add(&mut self, term: Term, variable: &str) {
        if self.symbols.contains_key(&term) {
            return;
        }
        let mut letters = variable.chars();
        let letter = letters.next().filter(|c| c.is_ascii_alphabetic() && letters.next().is_none());
        let name = match letter {
            Some(c) => LETTERS[usize::from(c.to_ascii_lowercase() as u8 - b'a')].to_string(),
            None => format!("{}₀", variable.to_lowercase()),
        };
        let mut free = name.clone();
        let mut number = 1;
        while self.symbols.values().any(|known| *known == free) {
            number += 1;
            free = format!("{name}{number}");
        }
        self.symbols.insert(term, free);
    }

    /// A number that a quantifier binds keeps its name.
    pub fn bind(&mut self, term: Term, name: String) {
        self.symbols.insert(term, name);
    }

    /// A term as the paper writes it.
    pub fn show(&self, world: &World, term: Term) -> String {
        world.terms.show_in(term, &Paper { names: self, world })
    }

    /// A variable as the program names it: loops that have one name for their counters are told apart by numbers inside.
    pub fn variable(&self, proc: &Proc, v: VarId) -> String {
        let name = proc.var(v).map_or("", |v| &v.name);
        match name.rsplit_once('.') {
            Some((stem, number)) if number.chars().all(|c| c.is_ascii_digit()) => stem.to_string(),
            _ => name.to_string(),
        }
    }

    /// The variables that are seen in a block.
    pub fn visible(&self, id: ProcId, proc: &Proc, block: BlockId) -> Vec<VarId> {
        let scopes = self.scopes.get(&id);
        let mut out = Vec::new();
        for (at, var) in proc.vars.iter().enumerate() {
            let shown = match &var.ty {
                Type::Int | Type::Word(_) | Type::Bool | Type::Real => true,
                Type::Array(of) | Type::Pointer(of) => {
                    matches!(**of, Type::Int | Type::Word(_) | Type::Bool | Type::Real)
                }
                _ => false,
            };
            let named = var.name.chars().next().is_some_and(char::is_alphabetic);
            let scope = scopes.and_then(|s| s.get(at)).copied().flatten();
            let here = scope.is_none_or(|l| proc.block_is_in(block, l));
            if shown && named && here && !matches!(var.kind, VarKind::Temporary | VarKind::Ghost) {
                out.push(VarId::new(at));
            }
        }
        out
    }
}

/// Terms with Greek names.
struct Paper<'a> {
    names: &'a Names,
    world: &'a World,
}

const SIGNS: Signs = Signs { access: Access::Points, ..Signs::PAPER };

impl Style for Paper<'_> {
    fn signs(&self) -> &Signs {
        &SIGNS
    }

    fn form(&self, function: FunId) -> Form {
        match self.world.form(function) {
            // `length(α)` where arrays have no attributes.
            Form::Length if !self.world.has_array_bounds() => Form::Call,
            form => form,
        }
    }

    fn first_index(&self, array: Term) -> Option<i64> {
        if self.world.has_array_bounds() { self.world.first_index(array) } else { Some(0) }
    }

    fn name(&self, variable: Term) -> Option<&str> {
        if self.world.known_formal() == Some(variable) {
            return Some("I");
        }
        self.names.symbols.get(&variable).map(String::as_str)
    }
}

/// For each variable, the innermost loop that contains all its reads, if it is the counter of that loop.
fn scopes(proc: &Proc) -> Vec<Option<LoopId>> {
    let mut read_in: Vec<Option<Option<LoopId>>> = vec![None; proc.vars.len()];
    for block in &proc.blocks {
        let mut note = |e: &Expr| {
            for v in e.vars() {
                let Some(place) = read_in.get_mut(v.index()) else { continue };
                *place = Some(match *place {
                    None => block.in_loop,
                    Some(before) => common(proc, before, block.in_loop),
                });
            }
        };
        for instr in &block.instrs {
            instr.kind.operands().into_iter().for_each(&mut note);
        }
        match &block.terminator.kind {
            TerminatorKind::Branch { decision, .. } => {
                if let Some(d) = proc.decision(*decision) {
                    note(&d.cond);
                }
            }
            TerminatorKind::Return(Some(e)) => note(e),
            _ => {}
        }
    }
    // Only counters are seen in their loop alone; others keep their last value.
    let counts = |v: usize, l: &LoopId| {
        let decision = proc.loops.get(l.index()).and_then(|l| proc.decision(l.decision));
        let compared = decision.is_some_and(|d| match &d.cond.kind {
            ExprKind::Binary(_, a, b) => {
                [a, b].iter().any(|side| side.kind == ExprKind::Var(VarId::new(v)))
                    && ![a, b]
                        .iter()
                        .any(|side| matches!(side.kind, ExprKind::Element(..) | ExprKind::Target(_)))
            }
            _ => false,
        });
        compared && proc.vars.get(v).is_some_and(|v| v.kind == VarKind::Local && v.ty == Type::Int)
    };
    read_in.into_iter().enumerate().map(|(v, l)| l.flatten().filter(|l| counts(v, l))).collect()
}

/// The innermost loop that contains both.
fn common(proc: &Proc, a: Option<LoopId>, b: Option<LoopId>) -> Option<LoopId> {
    let around = |mut l: Option<LoopId>| {
        let mut out = Vec::new();
        while let Some(at) = l {
            out.push(at);
            l = proc.loops.get(at.index()).and_then(|l| l.parent);
        }
        out
    };
    let others = around(b);
    around(a).into_iter().find(|l| others.contains(l))
}
