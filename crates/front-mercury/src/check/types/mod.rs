//! Type checking in Mercury's way: Hindley and Milner's inference for each clause, with names that have several meanings.
//!
//! The types of arguments are declared; type variables of the declaration stand for types that nothing is known of. Each clause is
//! looked at by itself. First all of its goals say what they need ([`generate`]): a name with one meaning is unified at once.
//! Then the names with several meanings are narrowed ([`solve`]).
//!
//! ```text
//! :- pred p(int::in, string::out) is det.
//! p(X, Y) :- Y = string.from_int(X + 1).     `+` has a meaning for int, float, …: X is an int, so int.+ it is
//! ```
//!
//! A constraint that does not fit is a message and changes nothing, so what follows is checked against what came before.
//! A clause with a message has no messages about names that stay open, for what is missing may be the mistake.

mod candidates;
mod generate;
mod messages;
mod solve;
mod store;
mod unknown;

pub(crate) use candidates::Candidate;

use super::names::{Basic, Names};
use super::raw::Clause;
use crate::core::{Head, ModuleId, PredId, Ty, TypeNode};
use solve::{Queue, Use};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use store::{Store, T};

/// A clause with all that is known of its types.
pub(crate) struct TypedClause {
    pub clause: Clause,
    /// The types of its variables.
    pub vars: Vec<Ty>,
    /// The types of its expressions.
    pub exprs: Vec<Ty>,
    /// What the names in its expressions mean.
    pub meanings: BTreeMap<usize, Candidate>,
    /// The predicates that its calls mean.
    pub calls: BTreeMap<usize, PredId>,
}

/// The outcome for some clauses.
pub(crate) struct Outcome {
    pub clauses: Vec<TypedClause>,
    /// Whether something is wrong.
    pub wrong: bool,
    /// Something that they use and that is not supported.
    pub unsupported: Option<(&'static str, Span)>,
    /// The types of predicates without declarations.
    pub inferred: BTreeMap<PredId, (Vec<String>, Vec<Ty>)>,
}

/// The place of a declaration, among the places that types get known at.
const DECLARED: u32 = 1;

/// Types of the language.
#[derive(Clone, Copy)]
struct BasicTypes {
    character: Ty,
    void: Ty,
}

/// What checks the clauses of one predicate, or of several that have no declarations and use each other.
pub(crate) struct Inference<'a> {
    names: &'a mut Names,
    module: ModuleId,
    store: Store,
    basic: BasicTypes,
    /// Predicates that are being inferred, with their types.
    group: BTreeMap<PredId, Vec<T>>,
    /// The names of the rigid type parameters.
    params: Vec<String>,
    uses: Vec<Use>,
    queue: Queue,
    /// Places that types got known at.
    places: Vec<Span>,
    /// Variables that have a message: one is enough.
    blamed: BTreeSet<(usize, usize)>,
    /// Those of them whose type is not declared.
    doubtful: BTreeSet<(usize, usize)>,
    /// Whether there is a message.
    wrong: bool,
    unsupported: Option<(&'static str, Span)>,
    states: Vec<State>,
}

/// The types of one clause.
struct State {
    vars: Vec<T>,
    exprs: Vec<Option<T>>,
    /// The meaning of an expression, or the use that will have it.
    meanings: BTreeMap<usize, Meaning>,
    calls: BTreeMap<usize, Meaning>,
}

#[derive(Clone, Copy)]
enum Meaning {
    Known(Candidate),
    Use(usize),
}

impl<'a> Inference<'a> {
    fn new(names: &'a mut Names, module: ModuleId) -> Inference<'a> {
        let types = &mut names.program.types;
        let mut constant = |basic: Basic| types.add(TypeNode::App(Head::Named(basic.id()), Vec::new()));
        let basic = BasicTypes { character: constant(Basic::Character), void: constant(Basic::Void) };
        let mut places = Vec::new();
        places.extend(names.program.module(module).map(|module| module.at));
        Inference {
            names,
            module,
            store: Store::default(),
            basic,
            group: BTreeMap::new(),
            params: Vec::new(),
            uses: Vec::new(),
            queue: Queue::default(),
            places,
            blamed: BTreeSet::new(),
            doubtful: BTreeSet::new(),
            wrong: false,
            unsupported: None,
            states: Vec::new(),
        }
    }

    /// What follows gets known because of what stands there.
    fn because(&mut self, place: Span) {
        self.store.reason = self.places.len() as u32;
        self.places.push(place);
    }

    /// Whether names that stay open need no message.
    fn quiet(&self) -> bool {
        self.wrong || self.unsupported.is_some()
    }

    /// Makes a type for each variable and generates the constraints of a clause.
    fn clause(&mut self, index: usize, clause: &Clause, pred: PredId, args: &[T]) {
        let vars = clause.vars.iter().map(|_| self.store.fresh()).collect();
        let exprs = vec![None; clause.exprs.len()];
        self.states.push(State { vars, exprs, meanings: BTreeMap::new(), calls: BTreeMap::new() });
        self.unsupported = self.unsupported.or(clause.unsupported);
        self.head(index, clause, pred, args);
        self.goal(index, clause, &clause.body);
    }

    /// Solves, and asks for types that contain themselves.
    fn finish(&mut self, clauses: &[(PredId, Clause)]) {
        self.solve();
        if self.wrong {
            return;
        }
        for (index, (_, clause)) in clauses.iter().enumerate() {
            let Some(state) = self.states.get(index) else { continue };
            let all = state.vars.iter().copied().chain(state.exprs.iter().flatten().copied());
            let Some(circle) = self.store.circle(all) else { continue };
            let var = state.vars.iter().position(|var| *var == circle);
            let expr = state.exprs.iter().position(|expr| *expr == Some(circle));
            let place = match (var, expr) {
                (Some(var), _) => clause.vars.get(var).map(|(_, at)| *at),
                (_, Some(expr)) => clause.exprs.get(expr).map(|expr| expr.at),
                _ => None,
            };
            let shown = var.and_then(|var| clause.vars.get(var)).map(|(name, _)| name.clone());
            self.say_circle(place.unwrap_or(clause.at), shown);
            return;
        }
    }

    fn outcome(self, clauses: Vec<(PredId, Clause)>) -> Outcome {
        let mut done: BTreeMap<T, Ty> = BTreeMap::new();
        let mut inferred = BTreeMap::new();
        let mut found = Vec::new();
        if !self.wrong && self.unsupported.is_none() {
            let store = &self.store;
            let types = &mut self.names.program.types;
            // A type that stays open in a predicate without a declaration becomes a parameter. Predicates that use each
            // other share their parameters, so that a variable of one clause has one type.
            let mut params: Vec<String> = Vec::new();
            let mut heads: Vec<(PredId, Vec<Ty>)> = Vec::new();
            for (pred, args) in &self.group {
                let mut unknown = |types: &mut crate::core::Types, _: T| {
                    params.push(format!("T{}", params.len() + 1));
                    types.add(TypeNode::Param((params.len() - 1) as u32))
                };
                let args = args.iter().map(|arg| store.resolve(types, *arg, &mut done, &mut unknown));
                heads.push((*pred, args.collect()));
            }
            inferred.extend(heads.into_iter().map(|(pred, args)| (pred, (params.clone(), args))));
            let void = self.basic.void;
            let mut unknown = |_: &mut crate::core::Types, _: T| void;
            for ((_, clause), state) in clauses.into_iter().zip(&self.states) {
                let vars = state.vars.iter().map(|var| store.resolve(types, *var, &mut done, &mut unknown));
                let vars = vars.collect();
                let expr = |expr: &Option<T>| match expr {
                    Some(expr) => store.resolve(types, *expr, &mut done, &mut unknown),
                    None => void,
                };
                let exprs = state.exprs.iter().map(expr).collect();
                let uses = &self.uses;
                let known = |meaning: &Meaning| match meaning {
                    Meaning::Known(candidate) => Some(*candidate),
                    Meaning::Use(index) => uses.get(*index).and_then(|of| of.candidates.first().copied()),
                };
                let meanings = state.meanings.iter().filter_map(|(id, of)| Some((*id, known(of)?))).collect();
                let call = |of: &Meaning| match known(of) {
                    Some(Candidate::Pred(pred)) => Some(pred),
                    _ => None,
                };
                let calls = state.calls.iter().filter_map(|(id, of)| Some((*id, call(of)?))).collect();
                found.push(TypedClause { clause, vars, exprs, meanings, calls });
            }
        }
        Outcome { clauses: found, wrong: self.wrong, unsupported: self.unsupported, inferred }
    }
}

/// Checks the clauses of a predicate against its declaration, each by itself.
pub(crate) fn check_declared(
    names: &mut Names,
    module: ModuleId,
    pred: PredId,
    clauses: Vec<Clause>,
) -> Outcome {
    let mut all = Outcome { clauses: Vec::new(), wrong: false, unsupported: None, inferred: BTreeMap::new() };
    for clause in clauses {
        let mut inference = Inference::new(names, module);
        let (params, args) = match inference.names.program.pred(pred) {
            Some(pred) => (pred.params.clone(), pred.args.clone()),
            None => break,
        };
        inference.params = params;
        let at = inference.names.program.pred(pred).map_or(clause.at, |pred| pred.at);
        inference.because(at);
        // `_` stands for a type that is wrong: anything fits it.
        let free: Vec<bool> = inference.params.iter().map(|name| name == "_").collect();
        let param = |(i, free): (usize, &bool)| match free {
            true => inference.store.fresh(),
            false => inference.store.rigid(i as u32),
        };
        let rigid: Vec<T> = free.iter().enumerate().map(param).collect();
        let types = &inference.names.program.types;
        let args: Vec<T> = args.iter().map(|arg| inference.store.instantiate(types, *arg, &rigid)).collect();
        inference.clause(0, &clause, pred, &args);
        let clauses = vec![(pred, clause)];
        inference.finish(&clauses);
        let outcome = inference.outcome(clauses);
        all.wrong |= outcome.wrong;
        all.unsupported = all.unsupported.or(outcome.unsupported);
        all.clauses.extend(outcome.clauses);
    }
    all
}

/// Finds the types of predicates without declarations that use each other.
pub(crate) fn infer(names: &mut Names, module: ModuleId, group: Vec<(PredId, Vec<Clause>)>) -> Outcome {
    let mut inference = Inference::new(names, module);
    // Nothing is declared here.
    if let Some(at) = group.first().and_then(|(_, own)| own.first()).map(|clause| clause.at) {
        inference.because(at);
        inference.because(at);
    }
    let mut clauses: Vec<(PredId, Clause)> = Vec::new();
    for (pred, own) in group {
        let count = own.first().map_or(0, |clause| clause.head.len());
        let args = (0..count).map(|_| inference.store.fresh()).collect();
        inference.group.insert(pred, args);
        clauses.extend(own.into_iter().map(|clause| (pred, clause)));
    }
    for (index, (pred, clause)) in clauses.iter().enumerate() {
        let args = inference.group.get(pred).cloned().unwrap_or_default();
        inference.clause(index, clause, *pred, &args);
    }
    inference.finish(&clauses);
    inference.outcome(clauses)
}
