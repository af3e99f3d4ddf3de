//! What a procedure has to fulfil.

use imperative::machine::State;
use imperative::{ClaimKind, ErrorKind, ProcId, Program};
use infer::claims::Verdict;
use infer::step::Alarm;
use infer::{Breach, Invariants, Known, supposed_of_inputs};
use source::Span;

/// Something that a procedure has to fulfil.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
    /// What is known of it.
    pub status: Status,
    /// What was taken for granted.
    pub assumed: Vec<String>,
}

/// The kinds of obligations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A claim of a procedure, by its number.
    Claim(ProcId, usize, Sort),
    /// No run ends in this error; at the place of the obligation, or anywhere.
    Safe(ErrorKind, bool),
    /// No run ends in an error, where not everything is followed that a run does.
    Sound,
}

/// The sorts of claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// What holds at a place.
    Assert,
    /// What holds of the arguments of a call.
    Entry,
    /// What holds when it returns.
    Exit,
    /// What each iteration keeps.
    Invariant,
    /// What each iteration makes smaller.
    Variant,
    /// What may be changed.
    Assigns,
    /// What was not understood.
    Unread,
}

/// What is known of an obligation.
#[derive(Clone, Debug)]
pub enum Status {
    /// It is always fulfilled.
    Proved(Basis),
    /// It is not, in this run.
    Refuted(Box<Refutation>),
    /// Why it is not known.
    Unknown(Why),
}

/// Why it is not known whether something is fulfilled.
#[derive(Clone, Debug)]
pub enum Why {
    /// This is the reason.
    Said(String),
    /// It was shown of inputs as they are supposed to be, and a call in the program may pass others.
    Call(Breach),
}

impl Status {
    fn unknown(why: impl Into<String>) -> Status {
        Status::Unknown(Why::Said(why.into()))
    }
}

/// A run that breaks a claim.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The procedure that the run starts with: that of the claim, or one that calls it.
    pub entry: ProcId,
    /// What it starts with.
    pub input: State,
}

/// What a proof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// What is inferred of the program.
    Inference,
}

/// The errors that are looked for.
const ERRORS: [ErrorKind; 8] = [
    ErrorKind::NilDereference,
    ErrorKind::UseAfterFree,
    ErrorKind::BadFree,
    ErrorKind::Leak,
    ErrorKind::Uninitialised,
    ErrorKind::Overflow,
    ErrorKind::DivisionByZero,
    ErrorKind::FailedAssertion,
];

/// What a procedure has to fulfil, with what is proved of it.
pub fn obligations(program: &Program, id: ProcId, known: Option<&Invariants>) -> Vec<Obligation> {
    let Some(proc) = program.proc(id) else { return Vec::new() };
    let assumed = supposed_of_inputs(program, proc);
    let mut found = Vec::new();
    let verdict = |of: ProcId, claim: usize| {
        let all = known.into_iter().flat_map(|known| &known.claims);
        let mut verdicts = all.filter(|k: &&Known| k.proc == of && k.claim == claim).map(|k| &k.verdict);
        let first = verdicts.next()?;
        // A claim of what is called is made at each call.
        Some(verdicts.fold(first, |all, one| if matches!(all, Verdict::Open(_)) { all } else { one }))
    };
    let checked =
        |span: Span| known.is_some_and(|known| known.alarms.iter().any(|alarm| is_check(alarm, span)));
    let status = |of: ProcId, claim: usize, span: Span| match verdict(of, claim) {
        // What holds behind a check holds because runs end there where it does not.
        Some(Verdict::Holds | Verdict::Vacuous) if checked(span) => {
            Status::unknown("a run may end here, where it is checked")
        }
        Some(Verdict::Holds) => Status::Proved(Basis::Inference),
        Some(Verdict::Vacuous) => Status::unknown("no run comes here, as far as is known: it says nothing"),
        Some(Verdict::Open(why)) => Status::unknown(why),
        None => Status::unknown("nothing was inferred"),
    };
    for (at, claim) in proc.claims.iter().enumerate() {
        let sort = match &claim.kind {
            ClaimKind::Ensures(_) => Sort::Exit,
            ClaimKind::Assert(..) => Sort::Assert,
            ClaimKind::Invariant(..) => Sort::Invariant,
            ClaimKind::Variant(..) => Sort::Variant,
            ClaimKind::Assigns(..) => Sort::Assigns,
            ClaimKind::Unread { .. } => Sort::Unread,
            ClaimKind::Requires(_) => continue,
        };
        let status = match &claim.kind {
            ClaimKind::Variant(..) => Status::unknown("that loops end is not shown yet"),
            ClaimKind::Assigns(..) => Status::unknown("what is changed is not shown yet"),
            ClaimKind::Unread { why, .. } => Status::unknown(why),
            _ => status(id, at, claim.span),
        };
        let kind = Kind::Claim(id, at, sort);
        found.push(Obligation { kind, span: claim.span, status, assumed: assumed.clone() });
    }
    let called: Vec<(ProcId, usize)> = known
        .into_iter()
        .flat_map(|known| &known.claims)
        .map(|known| (known.proc, known.claim))
        .filter(|(of, _)| *of != id)
        .collect();
    for (of, at) in called {
        let Some(claim) = program.proc(of).and_then(|proc| proc.claims.get(at)) else { continue };
        let kind = Kind::Claim(of, at, Sort::Entry);
        if !found.iter().any(|known: &Obligation| known.kind == kind) {
            found.push(Obligation {
                kind,
                span: claim.span,
                status: status(of, at, claim.span),
                assumed: assumed.clone(),
            });
        }
    }
    let Some(known) = known else { return found };
    let of_claims: Vec<Span> = found.iter().map(|known| known.span).collect();
    // What the author says may be supposed needs no proof.
    let supposed: Vec<Span> =
        program.procs.iter().flat_map(|proc| proc.assumptions.iter().copied()).collect();
    for error in ERRORS {
        let mut met = false;
        for alarm in known.alarms.iter().filter(|alarm| alarm.kind == error) {
            met = true;
            if of_claims.iter().chain(&supposed).any(|span| is_check(alarm, *span)) {
                continue;
            }
            let status = Status::unknown(format!("a run may end here: {}", program.error_name(error)));
            let kind = Kind::Safe(error, true);
            found.push(Obligation { kind, span: alarm.span, status, assumed: assumed.clone() });
        }
        // What is not followed may err in any way. Whether numbers are written before they are read, and whether memory is lost, is
        // looked at, but no independent judge has confirmed yet that nothing is missed.
        let sure = !matches!(error, ErrorKind::Uninitialised | ErrorKind::Leak);
        let followed = known.lost.is_empty() && known.blind.is_none();
        if !met && sure && followed && known.places.iter().any(|place| !place.heaps.is_empty()) {
            let status = Status::Proved(Basis::Inference);
            let kind = Kind::Safe(error, false);
            found.push(Obligation { kind, span: proc.span, status, assumed: assumed.clone() });
        }
    }
    let lost = known.lost.first().map(|lost| (lost.why.as_str(), lost.span));
    let unseen = known.blind.map(|span| ("errors of what is done here are not looked for", span));
    if let Some((why, span)) = lost.or(unseen) {
        let status = Status::unknown(why);
        found.push(Obligation { kind: Kind::Sound, span, status, assumed });
    }
    found
}

/// Whether an error is that of a claim which is checked at run time.
pub fn is_check(alarm: &Alarm, claim: Span) -> bool {
    alarm.kind == ErrorKind::FailedAssertion && is_within(alarm.span, claim)
}

/// Whether a piece of text lies in another one.
pub(crate) fn is_within(part: Span, whole: Span) -> bool {
    part.file == whole.file && whole.start <= part.start && part.end <= whole.end
}
