//! What is known before the run: the numbers of the program in the form in which a watch needs them.

use crate::Criterion;
use crate::flow::ways::{BASE, Ways};
use crate::flow::{Flow, NONE};
use crate::plan::{Plan, bodies_of_loops, is_basic};
use imperative::{BlockId, Branching, DecisionKind, LoopId, Program, TerminatorKind};

/// What has to be recorded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wants {
    pub path: bool,
    pub atoms: bool,
    pub vectors: bool,
    /// One more than the largest number of iterations that is asked for.
    pub loops: u32,
    pub flow: bool,
    pub ways: bool,
}

pub(super) const HEADER: u8 = 1;
pub(super) const DECIDES: u8 = 2;

/// What a block has to do with loops.
#[derive(Clone, Copy, Debug)]
pub(super) struct InLoop {
    /// The innermost loop around the block, or `NONE`.
    pub of: u32,
    /// `HEADER` and `DECIDES`.
    pub role: u8,
}

/// A decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deciding {
    pub is_in_path: bool,
    pub atoms: usize,
    /// Where its evaluations are counted, if it has few atoms; `NONE` otherwise.
    pub dense: u32,
}

/// A use at a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct UseHere {
    pub kind: u32,
    /// The column, with `PREDICATE` added for a predicate use.
    pub column: u32,
}

/// There are fewer columns than this.
pub(super) const PREDICATE: u32 = 1 << 31;

/// Largest number of atoms for which a table of all evaluations is small enough.
pub(super) const FEW_ATOMS: usize = 5;

pub(super) struct Tables {
    pub plan: Plan,
    pub wants: Wants,
    pub basic: Vec<bool>,
    pub loops: Vec<InLoop>,
    pub decisions: Vec<Deciding>,
    /// The bits of all dense evaluations.
    pub dense: u32,
    /// Where the bits of which decision begin.
    pub dense_owners: Vec<(u32, u32)>,
    /// The powers of the base of fingerprints, as far as a way can be long.
    pub powers: Vec<u64>,
    // Data flow.
    pub structs: Vec<u32>,
    pub arrays: Vec<(imperative::Type, u32)>,
    /// For each procedure, the pairs with which its variables start.
    pub entries: Vec<Vec<u32>>,
    pub def_at: Vec<u32>,
    /// First pairs instead of definitions.
    pub bases: Vec<u32>,
    /// For each point, where its uses begin and end in `uses`, in the order of evaluation.
    pub use_at: Vec<(u32, u32)>,
    pub uses: Vec<UseHere>,
    /// Those that the world looks at when the first activation returns.
    pub is_output: Vec<bool>,
    pub pairs: u32,
    /// For each pair, where its ways begin.
    pub way_at: Vec<u32>,
    /// How many ways each pair has, those of both outcomes with the pair for false.
    pub ways_of_pairs: Vec<u16>,
    /// Fingerprints and numbers of ways.
    pub ways: Vec<(u64, u32)>,
}

impl Tables {
    pub fn new(program: &Program, criteria: &[Criterion]) -> Tables {
        let plan = Plan::new(program);
        let mut tables = Tables {
            wants: wants(program, criteria),
            basic: Vec::new(),
            loops: Vec::new(),
            decisions: Vec::new(),
            dense: 0,
            dense_owners: Vec::new(),
            powers: Vec::new(),
            structs: Vec::new(),
            arrays: Vec::new(),
            entries: Vec::new(),
            def_at: Vec::new(),
            bases: Vec::new(),
            use_at: Vec::new(),
            uses: Vec::new(),
            is_output: Vec::new(),
            pairs: 0,
            way_at: Vec::new(),
            ways_of_pairs: Vec::new(),
            ways: Vec::new(),
            plan,
        };
        for proc in &program.procs {
            let bodies = bodies_of_loops(proc);
            for (b, block) in proc.blocks.iter().enumerate() {
                let id = BlockId::new(b);
                tables.basic.push(!proc.hidden && (bodies.contains(&id) || is_basic(proc, id, block)));
                let mut role = 0;
                if proc.loop_at(id).is_some() {
                    role |= HEADER;
                }
                if let TerminatorKind::Branch { decision, .. } = block.terminator.kind
                    && proc.loops.iter().any(|l| l.decision == decision)
                {
                    role |= DECIDES;
                }
                tables.loops.push(InLoop { of: block.in_loop.map_or(NONE, |l: LoopId| l.0), role });
            }
            for d in &proc.decisions {
                let atoms = d.atoms.len();
                let mut dense = NONE;
                if atoms <= FEW_ATOMS {
                    dense = tables.dense;
                    tables.dense_owners.push((dense, tables.decisions.len() as u32));
                    tables.dense += 1 << (2 * atoms);
                }
                let is_in_path = d.kind != DecisionKind::ShortCircuit;
                tables.decisions.push(Deciding { is_in_path, atoms, dense });
            }
        }
        if tables.wants.flow {
            tables.flow(program);
        }
        tables
    }

    fn flow(&mut self, program: &Program) {
        let flow = Flow::new(program, &self.plan);
        if self.wants.ways {
            self.ways(program, &flow);
        }
        for (proc, entries) in program.procs.iter().zip(&flow.entries) {
            let mut start = vec![NONE; proc.vars.len()];
            for (v, def) in entries {
                if let Some(place) = start.get_mut(v.index()) {
                    *place = flow.base(*def as u32);
                }
            }
            self.entries.push(start);
        }
        for c in flow.occurrences.iter().filter_map(|c| flow.columns.get(*c as usize)) {
            let is_predicate = flow.uses.get(c.number as usize).is_some_and(|u| u.is_predicate);
            let column = if is_predicate { c.column | PREDICATE } else { c.column };
            self.uses.push(UseHere { kind: c.kind, column });
            self.is_output.push(c.is_output);
        }
        self.bases = flow.def_list.iter().map(|d| flow.base(*d)).collect();
        self.structs = flow.structs;
        self.arrays = flow.arrays;
        self.def_at = flow.def_at;
        self.use_at = flow.occurs_at.windows(2).map(|w| (w[0], w[1])).collect();
        self.pairs = flow.pairs;
    }

    fn ways(&mut self, program: &Program, flow: &Flow) {
        let ways = Ways::new(program, &self.plan, flow).list;
        let mut list: Vec<(u32, u64, u32)> =
            ways.iter().enumerate().map(|(number, way)| (way.pair, way.print, number as u32)).collect();
        list.sort_unstable();
        let mut at = 0;
        for pair in 0..=flow.pairs {
            self.way_at.push(at as u32);
            while list.get(at).is_some_and(|w| w.0 == pair) {
                at += 1;
            }
        }
        self.ways_of_pairs = vec![0; flow.pairs as usize];
        for way in &ways {
            // The ways to both outcomes of a condition are counted with the pair for false.
            let counter = way.pair - u32::from(way.outcome == Some(true));
            if let Some(count) = self.ways_of_pairs.get_mut(counter as usize) {
                // A procedure has no more ways than this can count.
                *count = count.saturating_add(1);
            }
        }
        self.ways = list.into_iter().map(|(_, print, number)| (print, number)).collect();
        // A way has at most one block more than its procedure.
        let longest = program.procs.iter().map(|p| p.blocks.len()).max().unwrap_or(0) + 2;
        let mut power = 1u64;
        for _ in 0..=longest {
            self.powers.push(power);
            power = power.wrapping_mul(BASE);
        }
    }

    /// The kind of the elements or of the first field of an object; `NONE` if the program knows none.
    pub fn kind_of(&self, object: Option<&imperative::machine::Object>) -> u32 {
        use imperative::machine::Object;
        match object {
            Some(Object::Cell { of, .. }) => self.structs.get(of.index()).copied().unwrap_or(NONE),
            Some(Object::Array { element, .. }) => {
                self.arrays.iter().find(|(ty, _)| ty == element).map_or(NONE, |(_, kind)| *kind)
            }
            Some(Object::Gone { .. }) | None => NONE,
        }
    }
}

fn wants(program: &Program, criteria: &[Criterion]) -> Wants {
    let mut w = Wants::default();
    for c in criteria {
        match c {
            Criterion::Path | Criterion::BlockCount(_) => w.path = true,
            Criterion::Condition => w.atoms = true,
            Criterion::Branch if program.branching == Branching::Atoms => w.atoms = true,
            Criterion::MultipleCondition | Criterion::Mcdc(_) => {
                w.atoms = true;
                w.vectors = true;
            }
            Criterion::LoopCount(k) => w.loops = w.loops.max(k.min(&crate::criterion::MOST) + 1),
            Criterion::AllDefs | Criterion::AllUses => w.flow = true,
            Criterion::AllDuPaths => {
                w.flow = true;
                w.ways = true;
            }
            Criterion::Branch | Criterion::Statement | Criterion::Function | Criterion::Call => {}
        }
    }
    w
}
