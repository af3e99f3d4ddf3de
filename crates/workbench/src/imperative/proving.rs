//! Invariants and claims of imperative programs.

use super::ImperativeEngine;
use super::found::test_of_run;
use crate::inferred::{Inferred, InferredPoint, InferredProc, PossibleError};
use crate::verified::{CheckedObligation, ObligationStatus, Verification};
use imperative::{Claim, ClaimKind, ProcId};
use infer::{Breach, Calls, PlaceKind, Question, supposed_of_inputs};
use source::Span;
use verify::{Kind, Obligation, Settings, Sort, Status, Why};

/// The most inputs that are tried on what is not proved.
const TRIES: usize = 3000;

/// Words that claims begin with besides the usual ones.
const WORDS: [&str; 2] = ["check", "loop"];

impl ImperativeEngine<'_> {
    fn line(&self, span: Span) -> usize {
        self.files.place(span).map_or(0, |(_, place)| place.line)
    }

    fn breach(&self, breach: &Breach) -> String {
        format!("the call in line {} {}", self.line(breach.span), breach.what.words())
    }

    /// The invariants of all entries.
    pub(super) fn invariants(&self, question: &Question) -> Inferred {
        let program = &self.subject.program;
        let calls = Calls::new(program);
        let mut inferred = Inferred { notation: program.notation, ..Inferred::default() };
        for id in &self.entries {
            let Some(proc) = program.proc(*id) else { continue };
            let found = match infer::infer(program, *id, question, self.budget) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                Err(stop) => {
                    inferred.stopped = Some(stop);
                    break;
                }
            };
            let points = found.places.iter().map(|place| InferredPoint {
                line: self.line(place.span),
                is_loop: place.kind == PlaceKind::Loop,
                heaps: place.heaps.clone(),
                lost: place.lost.as_ref().map(|lost| (self.line(lost.span), lost.why.clone())),
            });
            let told: Vec<Span> = program.procs.iter().flat_map(|p| p.assumptions.iter().copied()).collect();
            let supposed =
                |alarm: &&infer::step::Alarm| !told.iter().any(|span| verify::is_check(alarm, *span));
            let errors = found.alarms.iter().filter(supposed).map(|alarm| {
                let (line, column) = self.files.place(alarm.span).map_or((0, 0), |(_, p)| (p.line, p.column));
                PossibleError { line, column, message: program.error_name(alarm.kind) }
            });
            let mut assumed = supposed_of_inputs(program, proc);
            assumed.extend(self.told());
            assumed.extend(
                calls.breach(*id, self.budget).map(|breach| {
                    format!("{}, of which what is said here need not hold", self.breach(&breach))
                }),
            );
            inferred.procs.push(InferredProc {
                name: proc.name.clone(),
                k: found.k,
                points: points.collect(),
                errors: errors.collect(),
                lost: found.lost.iter().map(|lost| (self.line(lost.span), lost.why.clone())).collect(),
                assumed,
                unseen: found.blind.map(|span| self.line(span)),
            });
        }
        inferred
    }

    /// What is known of the claims of all entries.
    pub(super) fn verified(&self, question: &Question) -> Verification {
        let program = &self.subject.program;
        let calls = Calls::new(program);
        let mut all = Verification { notation: program.notation, ..Verification::default() };
        let settings = Settings { question: *question, tries: TRIES, seed: 0 };
        for id in &self.entries {
            let Some(found) = verify::verify(program, &calls, *id, &settings, &[], self.budget) else {
                continue;
            };
            for obligation in &found.obligations {
                all.obligations.push(self.checked(*id, obligation));
            }
            // No claim disappears: those of the others are listed as unknown, which takes no time.
            all.stopped = all.stopped.or(found.stopped);
        }
        all
    }

    /// A claim as its author wrote it, with a word that says what it is.
    fn claim_text(&self, claim: &Claim) -> String {
        let written = self.files.text(claim.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let written = written.trim_end_matches(';').trim_end();
        let word = match &claim.kind {
            ClaimKind::Requires(_) => "requires",
            ClaimKind::Ensures(_) => "ensures",
            ClaimKind::Assert(..) => "assert",
            ClaimKind::Invariant(..) => "invariant",
            ClaimKind::Variant(..) => "variant",
            ClaimKind::Assigns(..) => "assigns",
            ClaimKind::Unread { .. } => "",
        };
        let said = written.starts_with(|c: char| c.is_alphabetic())
            && written.split(' ').take(2).any(|first| first == word || WORDS.contains(&first));
        if said || word.is_empty() { written.to_string() } else { format!("{word} {written}") }
    }

    fn checked(&self, id: ProcId, obligation: &Obligation) -> CheckedObligation {
        let program = &self.subject.program;
        let (line, column) = self.files.place(obligation.span).map_or((0, 0), |(_, p)| (p.line, p.column));
        let (kind, is_claim, text) = match obligation.kind {
            Kind::Claim(of, claim, sort) => {
                let kind = match sort {
                    Sort::Assert => "assert",
                    Sort::Entry => "entry",
                    Sort::Exit => "exit",
                    Sort::Invariant => "invariant",
                    Sort::Variant => "variant",
                    Sort::Assigns => "assigns",
                    Sort::Unread => "unread",
                };
                let claim = program.proc(of).and_then(|proc| proc.claims.get(claim));
                (kind.to_string(), true, claim.map_or_else(String::new, |claim| self.claim_text(claim)))
            }
            Kind::Sound => ("errors".to_string(), false, "no run ends in an error".to_string()),
            Kind::Safe(error, here) => {
                let name = program.error_name(error);
                let text = if here { format!("no {name} here") } else { format!("no {name}") };
                (program.error_message(error), false, text)
            }
        };
        let status = match &obligation.status {
            Status::Proved(verify::Basis::Inference) => ObligationStatus::Proved("inference"),
            Status::Unknown(Why::Said(why)) => ObligationStatus::Unknown(why.clone()),
            Status::Unknown(Why::Call(breach)) => ObligationStatus::Unknown(self.breach(breach)),
            Status::Refuted(by) => match test_of_run(self.files, program, by.entry, &by.input) {
                Some((mut test, _)) => {
                    test.name = format!("refutes-{line}");
                    ObligationStatus::Refuted(Box::new(test))
                }
                None => ObligationStatus::Unknown("the run that refutes it does not end".to_string()),
            },
        };
        let entry = program.proc(id).map_or_else(String::new, |proc| proc.name.clone());
        CheckedObligation {
            entry,
            line,
            column,
            kind,
            is_claim,
            text,
            status,
            assumed: obligation.assumed.iter().cloned().chain(self.told()).collect(),
        }
    }

    /// What the authors of the program tell to suppose, with its place.
    fn told(&self) -> impl Iterator<Item = String> {
        let places = self.subject.program.procs.iter().flat_map(|proc| &proc.assumptions);
        places.map(|span| {
            let text = self.files.text(*span).split_whitespace().collect::<Vec<_>>().join(" ");
            format!("`{text}` in line {}", self.line(*span))
        })
    }
}
