//! The analysis of a procedure: a set of heaps at each node of its graph.

use crate::heap::Heaps;
use crate::start;
use crate::step::{Alarm, Log, Memo, Settings, Steps};
use crate::unit::{Options, Remember, Unit};
use crate::words::Pattern;
use base::{Budget, Int, Stop};
use domains::Numeric;
use domains::fixpoint::{self, Graph};
use imperative::{ErrorKind, ProcId, Program};
use source::Span;

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The patterns of universal formulas.
    pub patterns: Vec<Pattern>,
    /// Whether sums are.
    pub sums: bool,
    /// Whether multisets are.
    pub multisets: bool,
    /// What is remembered of the entry.
    pub remember: Remember,
    /// The most simple nodes of a heap.
    pub k: usize,
    /// How much may be done before it is given up; see [`Analysis::effort`].
    pub effort: u64,
    /// The numbers that the program and its claims name: bounds that are not given up at once.
    pub numbers: Vec<Int>,
}

/// What is known of a procedure.
pub struct Analysis<'p, N> {
    /// Its graph.
    pub unit: Unit<'p>,
    /// What was looked for.
    pub choice: Choice,
    /// The heaps at each node; `None` where no run reaches the node.
    pub heaps: Vec<Option<Heaps<N>>>,
    /// What may go wrong.
    pub alarms: Vec<Alarm>,
    /// Where something was done whose errors are not followed.
    pub blind: Option<Span>,
    /// Whether cells of the input were lost.
    pub dropped: bool,
    /// How often an edge was followed.
    pub transfers: usize,
    /// How much was done, by the sizes of states.
    pub effort: u64,
}

impl Choice {
    /// How statements are done.
    pub(crate) fn settings(&self) -> Settings {
        Settings { k: self.k, effort: self.effort }
    }
}

impl<'p, N: Numeric> Analysis<'p, N> {
    /// Analyses a procedure. `None` if there is no such procedure.
    ///
    /// # Errors
    ///
    /// The limit that ended the work.
    pub fn new(
        program: &'p Program,
        entry: ProcId,
        choice: &Choice,
        budget: &Budget,
    ) -> Result<Option<Analysis<'p, N>>, Stop> {
        let Some(mut unit) = Unit::new(program, entry, Options::default()) else { return Ok(None) };
        unit.remember(&choice.remember);
        let steps = Steps::new(&unit, choice.settings());
        let memos: Vec<Memo<N>> = unit.edges.iter().map(|_| Memo::default()).collect();
        let mut graph: Graph<'_, Heaps<N>> = Graph::new();
        let nodes: Vec<_> = unit.spots.iter().map(|_| graph.node()).collect();
        if let Some(first) = nodes.first() {
            graph.start(*first, start::heaps(&steps, start::start(&unit, choice)));
        }
        for (edge, memo) in unit.edges.iter().zip(&memos) {
            let steps = &steps;
            graph.edge(nodes[edge.from], nodes[edge.to], move |heaps: &Heaps<N>| {
                steps.edge(edge, heaps, memo, &mut Log::default())
            });
        }
        let settings = fixpoint::Settings { delay: 0, thresholds: choice.numbers.clone(), descents: 1 };
        let found = graph.solve(&settings, budget)?;
        let heaps: Vec<Option<Heaps<N>>> = nodes.iter().map(|node| found.at(*node).cloned()).collect();
        let mut log = Log::default();
        // The errors are found in one more round, for which nothing is asked.
        let effort = steps.effort.replace(0);
        for ((edge, memo), unassigned) in unit.edges.iter().zip(&memos).zip(unit.unassigned()) {
            if let Some(heaps) = &heaps[edge.from] {
                steps.edge(edge, heaps, memo, &mut log);
                unassigned.into_iter().for_each(|span| log.alarm(ErrorKind::Uninitialised, span, false));
            }
        }
        let (alarms, transfers) = (log.alarms().collect(), found.transfers);
        let (blind, dropped) = (log.blind, log.dropped);
        drop(graph);
        Ok(Some(Analysis { unit, choice: choice.clone(), heaps, alarms, blind, dropped, transfers, effort }))
    }
}
