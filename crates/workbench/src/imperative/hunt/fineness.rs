//! How fine a search must be to meet or settle a goal.

use super::Hunt;
use super::state::State;
use criteria::{Definition, Goal, Target, Use, What};
use explore::Splits;
use imperative::{
    DecisionId, DecisionKind, Expr, ExprKind, InstrKind, Point, Proc, ProcId, Program, TerminatorKind, Type,
    type_of,
};
use std::sync::OnceLock;

/// The level of goals that no search shows infeasible.
const UNSETTLED: usize = 3;

/// Facts about the whole program, computed once because there may be very many goals.
struct Facts {
    /// Decisions that may come out in one way for several reasons.
    forking: Vec<(ProcId, DecisionId)>,
    /// Whether there is an `and` or `or` of which a part alone is a decision.
    short_circuit: bool,
    /// Whether an `and` or `or` is used where nothing is decided.
    chooses_a_value: bool,
    /// Whether references are stored in cells or arrays.
    links_cells: bool,
}

/// These facts, computed at the first use.
#[derive(Default)]
pub(crate) struct Fineness(OnceLock<Facts>);

impl Hunt<'_> {
    /// The forks that open goals of a level need: 1 for atomic conditions, 2 for the sources of reads.
    pub(super) fn splits(&self, at: &State<'_, '_>, level: usize) -> Splits {
        let mut splits = Splits::default();
        let mut all = false;
        for goal in at.open_goals() {
            if self.level(goal) < level {
                continue;
            }
            match goal.what {
                Target::Atom { decision, .. }
                | Target::Combination { decision, .. }
                | Target::Decides { decision, .. } => splits.atoms.push((goal.proc, decision)),
                _ => all = true,
            }
            splits.sources |= level == 2;
        }
        if all {
            splits.atoms.extend(&self.facts().forking);
        }
        splits.atoms.sort();
        splits.atoms.dedup();
        splits
    }

    fn facts(&self) -> &Facts {
        self.fineness.0.get_or_init(|| {
            let procs = &self.program.procs;
            let mut forking = Vec::new();
            for (i, p) in procs.iter().enumerate() {
                for (d, decision) in p.decisions.iter().enumerate() {
                    if decision.atoms.len() > 1 || decision.kind == DecisionKind::ShortCircuit {
                        forking.push((ProcId::new(i), DecisionId::new(d)));
                    }
                }
            }
            let mut decisions = procs.iter().flat_map(|p| &p.decisions);
            Facts {
                forking,
                short_circuit: decisions.any(|d| d.kind == DecisionKind::ShortCircuit),
                chooses_a_value: procs.iter().any(chooses_a_value),
                links_cells: procs.iter().any(|p| links_cells(self.program, p)),
            }
        })
    }

    /// How fine a search must be to settle a goal: 0 where the path does.
    pub(super) fn level(&self, goal: &Goal) -> usize {
        match &goal.what {
            Target::Outcome { .. } | Target::Iterations { .. } => 0,
            Target::Statement(_) | Target::Invoked | Target::Call { .. } => {
                usize::from(self.facts().short_circuit)
            }
            Target::Atom { decision, .. }
            | Target::Combination { decision, .. }
            | Target::Decides { decision, .. } => {
                let of = self.program.proc(goal.proc).and_then(|p| p.decision(*decision));
                usize::from(of.is_none_or(|d| d.atoms.len() > 1))
            }
            Target::Definition { what, at } | Target::Use { what, at, .. } | Target::Way { what, at, .. } => {
                match what {
                    // No fork tells how long a new array is, and so which of its elements there are.
                    What::Element(_) if self.is_allocation(goal.proc, *at) => UNSETTLED,
                    // Nor what still leads to a cell at the end, if cells lead to each other.
                    What::Field(..) | What::Element(_)
                        if counts_the_end(&goal.what) && !self.is_seen_by_name(goal.proc, *at) =>
                    {
                        UNSETTLED
                    }
                    // Whether a variable is read may hang on an `and` or `or` that is no decision.
                    What::Var(_) if self.facts().chooses_a_value => 2,
                    What::Var(_) => usize::from(!self.facts().forking.is_empty()),
                    What::Field(..) | What::Element(_) => 2,
                }
            }
        }
    }

    /// True if only the variables of a path tell whether what is defined here is still there at the end. So it is with
    /// new cells where no cell leads to another; and with the cells that a procedure was given, which its caller has.
    fn is_seen_by_name(&self, proc: ProcId, at: Definition) -> bool {
        let is_new = |point: Point| {
            let block = self.program.proc(proc).and_then(|p| p.block(point.block));
            let instr = block.and_then(|b| b.instrs.get(point.index as usize));
            instr.is_some_and(|i| matches!(i.kind, InstrKind::New { .. }))
        };
        let plain = self.program.main.is_some_and(|main| self.entries.contains(&main));
        let new = matches!(at, Definition::At(point) if is_new(point));
        (new || !plain) && !self.facts().links_cells
    }

    fn is_allocation(&self, proc: ProcId, at: Definition) -> bool {
        let Definition::At(point) = at else { return false };
        let block = self.program.proc(proc).and_then(|p| p.block(point.block));
        let instr = block.and_then(|b| b.instrs.get(point.index as usize));
        instr.is_some_and(|i| matches!(i.kind, InstrKind::NewArray { .. }))
    }
}

/// True if the end of the run is one of the uses that a goal is about.
fn counts_the_end(what: &Target) -> bool {
    matches!(what, Target::Definition { .. } | Target::Use { used: Use::End, .. })
}

/// True if a procedure stores references in cells or arrays.
fn links_cells(program: &Program, p: &Proc) -> bool {
    let leads = |e: &Expr| {
        let number = type_of(program, p, e).is_some_and(|ty| ty.is_number() || ty == Type::Bool);
        !number && !matches!(e.kind, ExprKind::Nil)
    };
    p.blocks.iter().flat_map(|b| &b.instrs).any(|i| {
        let parts = if let InstrKind::New { args, .. } = &i.kind { args.as_slice() } else { &[] };
        parts.iter().chain(i.kind.stored()).any(leads)
    })
}

/// True if a procedure uses `and` or `or` where nothing is decided.
fn chooses_a_value(p: &Proc) -> bool {
    fn chooses(e: &Expr) -> bool {
        matches!(e.kind, ExprKind::And(..) | ExprKind::Or(..)) || e.operands().any(chooses)
    }
    let in_instr = |i: &imperative::Instr| i.kind.operands().into_iter().any(chooses);
    let at_end = |t: &TerminatorKind| matches!(t, TerminatorKind::Return(Some(e)) if chooses(e));
    p.blocks.iter().any(|b| b.instrs.iter().any(in_instr) || at_end(&b.terminator.kind))
        || p.decisions.iter().any(|d| d.cond.atoms().iter().any(|a| chooses(a)))
}
