//! The claims in comments: `--: assert (FORALL K (1 <= K and K <= N IMPLIES A (K) = 0))`.
//!
//! ```text
//! claim ::= entry formula | exit formula | assert formula | assume formula
//! ```
//!
//! A claim may go on over several such comments, as long as a parenthesis is open and the lines follow each other.
//! Parentheses that are still open at its end are closed with a warning, since a listing that was printed in a
//! paper lacks one.

use super::{Parser, Read, Source};
use crate::syntax::ast::{Claim, ClaimKind, Place};
use crate::syntax::tokens::{ClaimText, Kind, Problem, Scanned, Token, scan_formula};
use source::Diagnostic;

const KINDS: [ClaimKind; 4] = [ClaimKind::Entry, ClaimKind::Exit, ClaimKind::Assert, ClaimKind::Assume];

impl Parser<'_> {
    /// The claims before an offset that were not taken yet.
    pub(super) fn claims_before(&mut self, offset: usize) -> Read<Vec<Claim>> {
        let mut found = Vec::new();
        while let Some(first) = self.claims.get(self.next_claim).copied().filter(|c| c.start < offset) {
            let scanned = self.claim_tokens(first, offset);
            found.extend(self.claim(first, &scanned)?);
        }
        Ok(found)
    }

    /// Passes over the claims before an offset: they stand where no claim can.
    pub(super) fn misplaced_before(&mut self, offset: usize) {
        while let Some(claim) = self.claims.get(self.next_claim).copied().filter(|c| c.start < offset) {
            self.next_claim += 1;
            let place = self.source.span(claim.start, claim.end);
            self.warnings.push(
                Diagnostic::warning("a claim in the middle of something")
                    .primary(place, "is not read")
                    .help("put it between two statements or declarations"),
            );
        }
    }

    /// Passes over the claims inside of something unsupported.
    pub(super) fn skip_claims_before(&mut self, offset: usize) {
        while self.claims.get(self.next_claim).is_some_and(|c| c.start < offset) {
            self.next_claim += 1;
        }
    }

    /// The tokens of a claim with those of the comments that continue it.
    fn claim_tokens(&mut self, first: ClaimText, offset: usize) -> Scanned {
        let mut scanned = scan_formula(self.source.text, first.body, first.end);
        self.next_claim += 1;
        let mut end = first.end;
        let mut open = open_parentheses(0, &scanned.tokens);
        while open > 0 {
            let Some(next) = self.claims.get(self.next_claim).copied().filter(|c| c.start < offset) else {
                break;
            };
            let between = self.source.slice(end, next.start);
            let more = scan_formula(self.source.text, next.body, next.end);
            if !between.trim().is_empty() || claim_kind(&self.source, &more.tokens).is_some() {
                break;
            }
            open = open_parentheses(open, &more.tokens);
            let shift = scanned.tokens.len();
            scanned.problems.extend(more.problems.iter().map(|(problem, at)| (*problem, at + shift)));
            scanned.tokens.extend(more.tokens);
            end = next.end;
            self.next_claim += 1;
        }
        if let (true, Some(last)) = (open > 0, scanned.tokens.last().copied()) {
            let place = self.source.token_span(last).after();
            let problem = Diagnostic::warning("a parenthesis of a claim is not closed");
            self.warnings.push(problem.primary(place, "taken as if `)` stood here"));
            let closing = Token { kind: Kind::Sign(")"), start: last.end, end: last.end };
            scanned.tokens.extend(std::iter::repeat_n(closing, open));
        }
        scanned
    }

    fn claim(&mut self, text: ClaimText, scanned: &Scanned) -> Read<Option<Claim>> {
        let whole = self.source.span(text.start, scanned.tokens.last().map_or(text.end, |t| t.end as usize));
        let Some(kind) = claim_kind(&self.source, &scanned.tokens) else {
            self.warnings.push(
                Diagnostic::warning("a claim of an unknown kind").primary(whole, "is not read").help(
                    "claims are `--: entry (…)`, `--: exit (…)`, `--: assert (…)` and `--: assume (…)`",
                ),
            );
            return Ok(None);
        };
        let mut inner = Parser::new(self.source, scanned);
        inner.formula = true;
        inner.depth = self.depth;
        // An apostrophe is no problem of its own here: comments of people may have any.
        if scanned.problems.iter().any(|(problem, _)| *problem != Problem::LoneApostrophe) {
            inner.check_tokens(scanned)?;
        }
        inner.next = 1;
        let formula = inner.condition()?;
        // A full stop or semicolon at the end does no harm.
        let _ = inner.eat(";") || inner.eat(".");
        inner.finish("the end of the claim")?;
        self.warnings.append(&mut inner.warnings);
        Ok(Some(Claim { kind, formula, at: Place(whole) }))
    }
}

fn claim_kind(source: &Source<'_>, tokens: &[Token]) -> Option<ClaimKind> {
    let first = tokens.first()?;
    let word = source.token_text(*first).to_ascii_lowercase();
    KINDS.into_iter().find(|kind| kind.word() == word)
}

/// How many parentheses are open after some tokens, given the number that were open before.
fn open_parentheses(before: usize, tokens: &[Token]) -> usize {
    tokens.iter().fold(before, |open, token| match token.kind {
        Kind::Sign("(") => open + 1,
        Kind::Sign(")") => open.saturating_sub(1),
        _ => open,
    })
}
