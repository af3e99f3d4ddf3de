//! What is wrong with types, in words.

use super::candidates::Candidate;
use super::store::{Slot, T};
use super::{DECLARED, Inference};
use crate::check::raw::{Clause, ExprId, ExprKind};
use crate::core::PredId;
use crate::syntax::ast::PredKind;
use source::{Diagnostic, Span};

/// Why a type is expected.
#[derive(Clone, Copy)]
pub(super) enum Why {
    /// It is an argument of the head, counted from 0.
    Head(PredId, usize),
    /// It is an argument, counted from 0.
    Argument(Candidate, usize),
    /// It equals what stands there.
    Equal(ExprId, Span),
    /// The other branch of a condition stands there.
    Branch(Span),
    /// The text says so there.
    Said(Span),
    /// It is called with this number of arguments.
    Called(PredKind, usize),
}

/// How many meanings a message lists.
const MOST_CANDIDATES: usize = 6;

impl Inference<'_> {
    pub(super) fn say(&mut self, message: Diagnostic) {
        self.wrong = true;
        self.names.say(message);
    }

    /// An expression must have a type. If it cannot, a message says so, and nothing changes.
    pub(super) fn require(
        &mut self,
        index: usize,
        clause: &Clause,
        expr: ExprId,
        found: T,
        expected: T,
        why: Why,
    ) {
        if self.unify(found, expected) {
            return;
        }
        self.wrong = true;
        // One message for a variable is enough.
        let var = variable(clause, expr);
        let other = match why {
            Why::Equal(left, _) => variable(clause, left),
            _ => None,
        };
        if [var, other].into_iter().flatten().any(|(var, _)| self.blamed.contains(&(index, var))) {
            return;
        }
        for (var, _) in var.iter().chain(&other) {
            self.blamed.insert((index, *var));
            // What is declared stays certain; what a goal said of the variable may be the mistake.
            let ty = self.states.get(index).and_then(|state| state.vars.get(*var)).copied();
            let reason = ty.and_then(|ty| self.store.reason_of(ty));
            if reason != Some(DECLARED) {
                self.doubtful.insert((index, *var));
            }
        }
        let at = clause.exprs.get(expr).map_or(clause.at, |expr| expr.at);
        let (shown, wanted) = (self.shown(found), self.shown(expected));
        let mut message = self.mismatch(clause, at, &shown, &wanted, why, var.map(|(_, name)| name));
        // Where the type of the variable comes from, if that is elsewhere.
        if let Some((_, name)) = var
            && !matches!(why, Why::Equal(..) | Why::Head(..))
            && let Some(reason) = self.store.reason_of(found)
            && let Some(place) = self.places.get(reason as usize).copied()
            && !overlap(place, at)
            && self.is_own_place(place)
        {
            message = message.secondary(place, format!("here `{name}` is `{shown}`"));
        }
        self.say(message);
    }

    fn mismatch(
        &mut self,
        clause: &Clause,
        at: Span,
        shown: &str,
        wanted: &str,
        why: Why,
        var: Option<&str>,
    ) -> Diagnostic {
        let this = format!("this is `{shown}`");
        match why {
            Why::Head(pred, number) => {
                let Some(pred) = self.names.program.pred(pred) else { return Diagnostic::error("") };
                let what = ordinal(pred.kind, pred.arity, number, &pred.shown());
                let (but, label) = match pred.declared {
                    true => ("is declared as", "declared here"),
                    false => ("elsewhere it is", "without a declaration, clauses must agree"),
                };
                let message = format!("{what} has type `{shown}`, but {but} `{wanted}`");
                Diagnostic::error(message).primary(at, this).secondary(pred.at, label)
            }
            Why::Argument(candidate, number) => self.argument(candidate, number, at, shown, wanted),
            Why::Equal(left, place) => {
                let other = format!("and this is `{wanted}`");
                let message = match (variable(clause, left), var) {
                    (Some((_, left)), _) => {
                        format!("`{left}` has type `{wanted}`, but is unified with a value of type `{shown}`")
                    }
                    (None, Some(right)) => {
                        format!(
                            "`{right}` has type `{shown}`, but is unified with a value of type `{wanted}`"
                        )
                    }
                    (None, None) => "two values of different types are unified".to_string(),
                };
                Diagnostic::error(message).primary(at, this).secondary(place, other)
            }
            Why::Branch(place) => {
                let message = format!("`then` has a value of type `{wanted}`, `else` one of type `{shown}`");
                Diagnostic::error(message).primary(at, this).secondary(place, format!("this is `{wanted}`"))
            }
            Why::Said(place) => {
                let message = format!("this has type `{shown}`, but is said to have type `{wanted}`");
                Diagnostic::error(message).primary(at, this).secondary(place, "said here")
            }
            Why::Called(kind, count) => {
                let word = if count == 1 { "argument" } else { "arguments" };
                let noun = kind.noun();
                let what = var.map_or("this".to_string(), |var| format!("`{var}`"));
                let message = format!(
                    "{what} is called as a {noun} with {count} {word} (`{wanted}`), but has type `{shown}`"
                );
                Diagnostic::error(message).primary(at, this)
            }
        }
    }

    fn argument(
        &self,
        candidate: Candidate,
        number: usize,
        at: Span,
        shown: &str,
        wanted: &str,
    ) -> Diagnostic {
        let this = format!("this is `{shown}`");
        let program = &self.names.program;
        let (what, place) = match candidate {
            Candidate::Pred(id) | Candidate::Func(id) | Candidate::Closure(id) => match program.pred(id) {
                Some(pred) => (format!("argument {} of the {}", number + 1, pred.shown()), Some(pred.at)),
                None => (String::new(), None),
            },
            Candidate::Cons(id) => match program.constructor(id) {
                Some(cons) => {
                    let shown = format!("`{}/{}`", cons.name, cons.args.len());
                    (format!("argument {} of the constructor {shown}", number + 1), Some(cons.at))
                }
                None => (String::new(), None),
            },
            Candidate::Field(id, field)
            | Candidate::SetField(id, field)
            | Candidate::FieldClosure(id, field) => match program.constructor(id) {
                Some(cons) => {
                    let name = cons.fields.get(field).cloned().flatten().unwrap_or_default();
                    let what = match (candidate, number) {
                        (Candidate::SetField(..), 1) => format!("the new value of the field `{name}`"),
                        _ => format!("what has the field `{name}`"),
                    };
                    (what, Some(cons.at))
                }
                None => (String::new(), None),
            },
            Candidate::List(_) => ("this part of a list".to_string(), None),
            Candidate::Char(_) => (String::new(), None),
        };
        let message = format!("{what} has type `{shown}`, but `{wanted}` is expected");
        let found = Diagnostic::error(message).primary(at, this);
        match place.filter(|place| self.is_own_place(*place) && !overlap(*place, at)) {
            Some(place) => found.secondary(place, "declared here"),
            None => found,
        }
    }

    /// Whether a place is in the program and not in the library.
    pub(super) fn is_own_place(&self, place: Span) -> bool {
        let of_library = |module: &crate::core::Module| module.library && module.at.file == place.file;
        !self.names.program.modules.iter().any(of_library)
    }

    // Names with several meanings.

    /// The use of a name that no meaning fits.
    pub(super) fn say_none_fits(&mut self, index: usize) {
        let Some(of) = self.uses.get(index) else { return };
        let (name, at, args, places, result) =
            (of.name.text.clone(), of.at, of.args.clone(), of.arg_places.clone(), of.result);
        let candidates = of.candidates.clone();
        let types: Vec<String> = args.iter().map(|arg| self.shown(*arg)).collect();
        let known = |of: &Inference, ty: T| !matches!(of.store.look(ty).1, Slot::Free);
        // What is wrong already needs no second message.
        if self.wrong && args.iter().chain(&result).all(|ty| !known(self, *ty)) {
            return;
        }
        if let Some(found) = self.the_only_value(index) {
            return self.say(found);
        }
        let result = result.filter(|result| known(self, *result)).map(|result| self.shown(result));
        let shown = if name == "[|]" { "this list".to_string() } else { format!("`{name}`") };
        let with = match (&types[..], &result) {
            ([], Some(result)) => format!("with type `{result}`"),
            ([], None) => "here".to_string(),
            (types, None) => format!("with {}", listed(types)),
            (types, Some(result)) => format!("with {} and the result `{result}`", listed(types)),
        };
        let mut found =
            Diagnostic::error(format!("no meaning of {shown} fits {with}")).primary(at, "no meaning fits");
        if name != "[|]" {
            for (place, ty) in places.iter().zip(&types).filter(|(place, _)| **place != at).take(4) {
                found = found.secondary(*place, format!("this is `{ty}`"));
            }
        }
        found = self.with_candidates(found, &candidates);
        self.say(found);
    }

    /// If only one meaning is a value, that one is meant; the message names its first argument that does not fit.
    fn the_only_value(&mut self, index: usize) -> Option<Diagnostic> {
        let of = self.uses.get(index)?;
        let is_value = |one: &Candidate| !one.is_closure() && !matches!(one, Candidate::Char(_));
        let mut values = of.candidates.iter().copied().filter(is_value);
        let (one, None) = (values.next()?, values.next()) else { return None };
        let (args, places, result, at) = (of.args.clone(), of.arg_places.clone(), of.result, of.at);
        let mark = self.store.mark();
        let signature = self.signature(one, args.len())?;
        let mut found = None;
        for (number, (arg, expected)) in args.iter().zip(&signature.args).enumerate() {
            let before = self.store.mark();
            if !self.store.unify(*arg, *expected) {
                self.store.undo(before);
                let (shown, wanted) = (self.shown(*arg), self.shown(*expected));
                let place = places.get(number).copied().unwrap_or(at);
                found = Some(self.argument(one, number, place, &shown, &wanted));
                break;
            }
        }
        if let (None, Some(result), Some(given)) = (&found, result, signature.result) {
            let (wanted, shown) = (self.shown(result), self.shown(given));
            let message = format!("this has type `{shown}`, but `{wanted}` is expected");
            found = Some(Diagnostic::error(message).primary(at, format!("this is `{shown}`")));
        }
        self.store.undo(mark);
        found
    }

    fn with_candidates(&mut self, mut found: Diagnostic, candidates: &[Candidate]) -> Diagnostic {
        for candidate in candidates.iter().take(MOST_CANDIDATES) {
            let text = self.candidate_text(*candidate);
            found = found.note(format!("there is {text}"));
        }
        if candidates.len() > MOST_CANDIDATES {
            found = found.note(format!("and {} more", candidates.len() - MOST_CANDIDATES));
        }
        found
    }

    /// Two readings are both right.
    pub(super) fn say_ambiguous(&mut self, index: usize, one: Candidate, other: Candidate) {
        let Some(of) = self.uses.get(index) else { return };
        let message = format!("`{}` is ambiguous: more than one meaning fits", of.name.shown());
        let found = Diagnostic::error(message).primary(of.at, "which of them?");
        let found = self.with_candidates(found, &[one, other]);
        self.say(
            found.help("write the module before the name, or declare the type of a variable with `X : type`"),
        );
    }

    /// The search was given up.
    pub(super) fn say_too_much(&mut self, index: usize) {
        let Some(of) = self.uses.get(index) else { return };
        let message = "too many names with several meanings depend on each other here: this is not supported";
        let found = Diagnostic::error(message).primary(of.at, "one of them");
        self.say(found.help("write modules before names"));
    }

    /// A type that contains itself.
    pub(super) fn say_circle(&mut self, at: Span, var: Option<String>) {
        let what = var.map_or("this".to_string(), |var| format!("`{var}`"));
        let message = format!("the type of {what} would have to contain itself");
        let found = Diagnostic::error(message).primary(at, "no type fits");
        self.say(found.help("is something unified with a part of itself?"));
    }
}

/// The variable that an expression is, if it is one that the text names.
fn variable(clause: &Clause, expr: ExprId) -> Option<(usize, &str)> {
    match clause.exprs.get(expr).map(|expr| &expr.kind) {
        Some(ExprKind::Var(var)) => {
            let name = clause.vars.get(*var).map(|(name, _)| name.as_str())?;
            let name = match name.strip_prefix("STATE_VARIABLE_") {
                Some(state) => state.rsplit_once('_').map_or(state, |(name, _)| name),
                None => name,
            };
            (name != "_" && !name.starts_with("DCG_")).then_some((*var, name))
        }
        _ => None,
    }
}

fn overlap(one: Span, other: Span) -> bool {
    one.file == other.file && one.start < other.end && other.start < one.end
}

fn ordinal(kind: PredKind, arity: usize, number: usize, shown: &str) -> String {
    if kind == PredKind::Func && number == arity {
        format!("the result of the {shown}")
    } else {
        format!("argument {} of the {shown}", number + 1)
    }
}

/// Types with commas and `and` between them.
fn listed(types: &[String]) -> String {
    let quoted: Vec<String> = types.iter().map(|ty| format!("`{ty}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => format!("an argument of type {last}"),
        Some((last, rest)) if rest.len() < 6 => format!("arguments of types {} and {last}", rest.join(", ")),
        Some(_) => format!("{} arguments", types.len()),
        None => String::new(),
    }
}
