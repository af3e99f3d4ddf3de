//! The invariants of a procedure as plain data, in whichever domain they were found.

use crate::auto::claims_apart;
use crate::claims::{Shown, Verdict};
use crate::show::Picture;
use crate::step::Alarm;
use crate::suppose::Supposed;
use crate::unit::SpotKind;
use crate::{Analysis, Choice, Wanted};
use base::{Budget, Stop};
use domains::{Apart, Intervals, Numeric, Octagons, Polyhedra};
use imperative::{ProcId, Program};
use source::Span;

/// How numbers are related to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Domain {
    /// Each by itself.
    Intervals,
    /// Sums and differences of two.
    Octagons,
    /// All linear inequalities.
    #[default]
    Polyhedra,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// How numbers are related.
    pub domain: Domain,
    /// What is looked for; what the program suggests, if it is not said.
    pub words: Option<Wanted>,
    /// The most simple nodes of a heap. If it is not said, as few as show all claims; 1 where there are none.
    pub k: Option<usize>,
}

/// The most simple nodes that are tried if nothing is said.
const LARGEST_K: usize = 3;

/// The most work that is done for more nodes than none: about a third of a second.
const MOST_MORE: u64 = 40_000;

/// The invariants of a procedure.
#[derive(Clone, Debug)]
pub struct Invariants {
    /// The procedure.
    pub proc: ProcId,
    /// The heads of its loops and where it returns, in the order of the text.
    pub places: Vec<Place>,
    /// What may go wrong.
    pub alarms: Vec<Alarm>,
    /// Where something was done whose errors are not followed, so that others than these are possible.
    pub blind: Option<Span>,
    /// Whether cells of the input were lost.
    pub dropped: bool,
    /// Whether nothing is known from some place on.
    pub lost: Vec<crate::heap::Lost>,
    /// What is known of its claims, and of what it has to make sure of for those that it calls.
    pub claims: Vec<Known>,
    /// The most simple nodes of a heap.
    pub k: usize,
}

/// What is known of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The procedure that makes it.
    pub proc: ProcId,
    /// Its number there.
    pub claim: usize,
    /// What is known.
    pub verdict: Verdict,
}

/// A place of a program.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it is.
    pub span: Span,
    /// What it is.
    pub kind: PlaceKind,
    /// Why nothing is known there, if so.
    pub lost: Option<crate::heap::Lost>,
    /// The heaps there; none if no run comes there.
    pub heaps: Vec<Picture>,
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// The head of a loop: before its condition is looked at.
    Loop,
    /// Where the procedure returns.
    Exit,
}

/// Infers the invariants of a procedure; `None` if there is none of that number.
///
/// # Errors
///
/// The limit that ended the work.
pub fn infer(
    program: &Program,
    entry: ProcId,
    question: &Question,
    budget: &Budget,
) -> Result<Option<Invariants>, Stop> {
    match question.domain {
        Domain::Intervals => infer_in::<Intervals>(program, entry, question, budget),
        Domain::Octagons => infer_in::<Octagons>(program, entry, question, budget),
        // Nothing else asks for it, and it takes more time.
        Domain::Polyhedra if claims_apart(program, entry) => {
            infer_in::<Apart<Polyhedra>>(program, entry, question, budget)
        }
        Domain::Polyhedra => infer_in::<Polyhedra>(program, entry, question, budget),
    }
}

fn infer_in<N: Numeric>(
    program: &Program,
    entry: ProcId,
    question: &Question,
    budget: &Budget,
) -> Result<Option<Invariants>, Stop> {
    let Some(mut best) = tried::<N>(program, entry, question, budget)? else { return Ok(None) };
    if best.lost.is_empty() {
        for known in &mut best.claims {
            let open = known.proc == entry && matches!(known.verdict, Verdict::Open(_));
            if open && holds_by_cases::<N>(program, entry, known.claim, question, budget) {
                known.verdict = Verdict::Holds;
            }
        }
    }
    Ok(Some(best))
}

/// Is a claim shown when what it supposes of the inputs is required?
fn holds_by_cases<N: Numeric>(
    program: &Program,
    entry: ProcId,
    claim: usize,
    question: &Question,
    budget: &Budget,
) -> bool {
    let Some(supposed) = Supposed::new(program, entry, claim) else { return false };
    // What could not be shown in time is not shown.
    let shown = |program: &Program| {
        let found = tried::<N>(program, entry, question, budget).ok().flatten();
        found.is_some_and(|found| {
            let mut own = found.claims.iter().filter(|known| known.proc == entry);
            found.lost.is_empty() && own.all(|known| !matches!(known.verdict, Verdict::Open(_)))
        })
    };
    supposed.unchanged.iter().all(shown) && supposed.programs.iter().all(shown)
}

/// The invariants with as few simple nodes as show all claims.
fn tried<N: Numeric>(
    program: &Program,
    entry: ProcId,
    question: &Question,
    budget: &Budget,
) -> Result<Option<Invariants>, Stop> {
    let claims = program.proc(entry).is_some_and(|proc| !proc.claims.is_empty());
    let tries = match question.k {
        Some(k) => k..=k,
        None if claims => 0..=LARGEST_K,
        None => 1..=1,
    };
    let mut best: Option<Invariants> = None;
    let mut effort = None;
    for k in tries {
        let mut choice = Choice::new(program, entry, question.words, k);
        // More nodes are worth some times the work that none was.
        choice.effort =
            effort.map_or(choice.effort, |known: u64| (known * 2).min(MOST_MORE).min(choice.effort));
        let found = match Analysis::<N>::new(program, entry, &choice, budget) {
            Ok(Some(analysis)) => {
                effort.get_or_insert(analysis.effort);
                analysis.invariants()
            }
            Ok(None) => return Ok(None),
            // What fewer nodes showed is shown.
            Err(_) if best.is_some() => break,
            Err(stop) => return Err(stop),
        };
        let best = match &mut best {
            None => best.insert(found),
            Some(known) => {
                known.learn(found);
                known
            }
        };
        let open = best.claims.iter().any(|known| matches!(known.verdict, Verdict::Open(_)));
        // More nodes do not help where nothing is known at all.
        if !open || !best.lost.is_empty() {
            break;
        }
    }
    Ok(best)
}

impl Invariants {
    /// Takes what another analysis shows. Both are right, so a claim that one of them shows is shown.
    fn learn(&mut self, other: Invariants) {
        let mut better = false;
        for (known, new) in self.claims.iter_mut().zip(&other.claims) {
            if matches!(known.verdict, Verdict::Open(_)) && !matches!(new.verdict, Verdict::Open(_)) {
                *known = new.clone();
                better = true;
            }
        }
        if better {
            let claims = std::mem::take(&mut self.claims);
            *self = Invariants { claims, ..other };
        }
    }
}

impl<N: Numeric> Analysis<'_, N> {
    /// The same as plain data.
    pub fn invariants(&self) -> Invariants {
        let mut places = Vec::new();
        let mut lost = Vec::new();
        for (spot, heaps) in self.unit.spots.iter().zip(&self.heaps) {
            let why = heaps.as_ref().and_then(|heaps| heaps.why_lost());
            if let Some(why) = why
                && !lost.contains(why)
            {
                lost.push(why.clone());
            }
            let kind = match spot.kind {
                SpotKind::Head(_) if spot.frame == 0 => PlaceKind::Loop,
                SpotKind::Exit => PlaceKind::Exit,
                _ => continue,
            };
            let heaps = heaps.iter().flat_map(|heaps| heaps.states()).map(|state| self.picture(state));
            places.push(Place { span: spot.span, kind, lost: why.cloned(), heaps: heaps.collect() });
        }
        let order = |place: &Place| (place.span, place.kind == PlaceKind::Exit);
        places.sort_by_key(order);
        let claims = self.shown().into_iter().filter_map(|Shown { frame, claim, verdict }| {
            Some(Known { proc: self.unit.frames.get(frame)?.proc, claim, verdict })
        });
        Invariants {
            proc: self.unit.entry,
            places,
            alarms: self.alarms.clone(),
            blind: self.blind,
            dropped: self.dropped,
            lost,
            claims: claims.collect(),
            k: self.choice.k,
        }
    }
}
