//! The invariants of a procedure as plain data, in whichever domain they were found.

use crate::attempts::attempts;
use crate::auto::claims_apart;
use crate::claims::{Shown, Verdict};
use crate::show::Picture;
use crate::step::Alarm;
use crate::unit::SpotKind;
use crate::{Analysis, Wanted};
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
    /// The most simple nodes of a heap. If it is not said, as few as show all claims; 0 where there are none.
    pub k: Option<usize>,
}

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
    /// How much was done for this.
    pub effort: u64,
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
        Domain::Intervals => attempts::<Intervals>(program, entry, question, budget),
        Domain::Octagons => attempts::<Octagons>(program, entry, question, budget),
        // Nothing else asks for it, and it takes more time.
        Domain::Polyhedra if claims_apart(program, entry) => {
            attempts::<Apart<Polyhedra>>(program, entry, question, budget)
        }
        Domain::Polyhedra => attempts::<Polyhedra>(program, entry, question, budget),
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
            effort: self.effort,
        }
    }
}
