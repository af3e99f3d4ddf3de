//! Clauses into a [`Program`]: predicates in the order of the text, bodies as trees of goals.
//!
//! Goals are made from the outside in, with a list of what is still to be done, so a body may be of any depth.

use crate::directives::{Declared, Moded};
use crate::goals::{Shape, shape};
use crate::lexer::Problem;
use crate::library::Added;
use crate::read::Read;
use crate::suggest::suggestion;
use crate::text::Text;
use logic::builtins::{is_fixed, support};
use logic::{
    Atom, Clause, GoalId, GoalKind, ModeDecl, Module, Node, PredDecl, PredId, Program, Term, TypeDecl,
};
use source::{FileId, Files, Span};
use std::collections::BTreeSet;
use std::ops::Range;
use terms::Item;

pub(crate) struct Lower<'a> {
    files: &'a Files,
    file: FileId,
    places: Vec<Range<usize>>,
    pub program: Program,
    pub errors: Vec<Problem>,
    pub warnings: Vec<Problem>,
    /// Predicates without a definition that were warned about.
    reported: BTreeSet<PredId>,
    own_module: Option<Atom>,
}

/// Makes a program of what was read.
pub(crate) fn lower<'a>(files: &'a Files, file: FileId, text: Text) -> Lower<'a> {
    let Text { mut terms, ops, items, places, said } = text;
    let standard = crate::operators(&mut terms);
    let mut lower = Lower::over(files, file, Program::new(terms, ops));
    lower.program.standard = standard;
    lower.places = places;
    lower.errors = said.errors;
    lower.warnings = said.warnings;
    lower.own_module = said.module.as_ref().map(|(name, _)| *name);
    lower.program.domain = said.domain;
    lower.program.other_files = said.other_files.is_some();
    lower.program.incomplete = said.other_files.or(said.not_run);
    lower.program.elsewhere = crate::library::swi_prolog::names();
    for (name, arity, place) in &said.dynamic {
        let id = lower.pred(*name, *arity, place);
        if let Some(pred) = lower.program.preds.get_mut(id.index()) {
            pred.dynamic = true;
            pred.defined = true;
        }
    }
    let apart: BTreeSet<(Atom, usize)> = said.discontiguous.iter().map(|(n, a, _)| (*n, *a)).collect();
    for (name, arity, place) in &said.discontiguous {
        let id = lower.pred(*name, *arity, place);
        if let Some(pred) = lower.program.preds.get_mut(id.index()) {
            pred.defined = true;
        }
    }
    for (name, arity, place) in &said.multifile {
        let id = lower.pred(*name, *arity, place);
        if let Some(pred) = lower.program.preds.get_mut(id.index()) {
            pred.defined = true;
        }
    }
    let heads = lower.heads(&items, &apart);
    let roots: Vec<Term> = heads.iter().map(|(read, ..)| read.term).collect();
    let added = lower.library(&roots);
    for (read, head, body, pred) in heads {
        lower.clause(read, head, body, pred);
    }
    lower.bodies(added);
    for (name, arity, why) in said.unknown {
        let id = lower.pred(name, arity, &(0..0));
        if let Some(pred) = lower.program.preds.get_mut(id.index()) {
            pred.unknown.get_or_insert(why);
        }
    }
    if let Some(why) = said.changed {
        for pred in &mut lower.program.preds {
            pred.unknown.get_or_insert_with(|| why.clone());
        }
    }
    for Declared { head, constructors, vars, place } in said.types {
        let span = lower.span(&place);
        lower.program.types.push(TypeDecl { head, constructors, vars, span });
    }
    for declared in said.preds {
        lower.pred_declaration(declared.head, declared.vars, &declared.place);
    }
    for Moded { name, arity, modes, determinism, place } in said.modes {
        let (id, span) = (lower.pred(name, arity, &place), lower.span(&place));
        if let Some(pred) = lower.program.preds.get_mut(id.index()) {
            pred.modes.push(ModeDecl { modes, determinism, span });
        }
    }
    if let Some((name, exports)) = said.module {
        let exports = exports
            .iter()
            .map(|(name, arity, place)| {
                let id = lower.pred(*name, *arity, place);
                if !lower.program.pred(id).is_some_and(|p| p.defined && !p.library) {
                    let shown = lower.program.indicator(id);
                    let message = format!("the exported predicate {shown} is not defined");
                    lower.warnings.push(Problem::new(message, "exported here", place.start, place.end));
                }
                id
            })
            .collect();
        lower.program.module = Some(Module { name, exports });
    }
    lower
}

impl<'a> Lower<'a> {
    /// Goes on with a program.
    pub(crate) fn over(files: &'a Files, file: FileId, program: Program) -> Lower<'a> {
        Lower {
            files,
            file,
            // What has no place has an empty one.
            places: Vec::new(),
            program,
            errors: Vec::new(),
            warnings: Vec::new(),
            reported: BTreeSet::new(),
            own_module: None,
        }
    }
}

impl Lower<'_> {
    /// Makes the bodies of clauses of the library.
    pub(crate) fn bodies(&mut self, added: Vec<Added>) {
        for (read, head, body, pred) in added {
            self.clause(&read, head, body, pred);
        }
    }

    /// The place of what does not stand in the text.
    pub(crate) fn nowhere(&self) -> Span {
        self.span(&(0..0))
    }

    /// Gives the terms that were made meanwhile an empty place.
    pub(crate) fn forget_places(&mut self) {
        self.places.resize(self.program.terms.len(), 0..0);
    }

    fn place(&self, term: Term) -> Range<usize> {
        self.places.get(term.index()).cloned().unwrap_or(0..0)
    }

    fn span(&self, place: &Range<usize>) -> Span {
        self.files.span(self.file, place.start, place.end)
    }

    fn pred(&mut self, name: Atom, arity: usize, place: &Range<usize>) -> PredId {
        let span = self.span(place);
        self.program.pred_named(name, arity, span)
    }

    fn error(&mut self, message: impl Into<String>, label: &str, place: &Range<usize>) {
        self.errors.push(Problem::new(message, label, place.start, place.end));
    }

    fn warn(&mut self, message: impl Into<String>, label: &str, place: &Range<usize>) {
        self.warnings.push(Problem::new(message, label, place.start, place.end));
    }

    /// Checks all heads and makes their predicates, so that every body knows what is defined.
    fn heads<'i>(
        &mut self,
        items: &'i [Item],
        apart: &BTreeSet<(Atom, usize)>,
    ) -> Vec<(&'i Read, Term, Option<Body>, PredId)> {
        let mut found = Vec::new();
        let mut last: Option<PredId> = None;
        for item in items {
            let Item::Clause(read) = item else { continue };
            self.singletons(read);
            let (head, body) = self.split(read.term);
            let head = self.own(head);
            let place = self.place(head);
            let callable = self.program.terms.callable(head).map(|(name, args)| (name, args.len()));
            let Some((name, arity)) = callable.filter(|(name, _)| *name != Atom::NIL && *name != Atom::CONS)
            else {
                self.error("a clause cannot have this head", "not callable", &place);
                continue;
            };
            let text = self.program.terms.name(name).to_string();
            if is_fixed(&text, arity) {
                let shown = format!("{}/{arity}", logic::quoted(&text));
                self.error(format!("{shown} is built in and cannot be defined"), "defined here", &place);
                continue;
            }
            let pred = self.pred(name, arity, &place);
            let started = self.program.pred(pred).is_some_and(|p| p.defined && !p.dynamic);
            if started && last != Some(pred) && !apart.contains(&(name, arity)) && last.is_some() {
                let shown = self.program.indicator(pred);
                let message = format!("the clauses of {shown} are not together");
                self.warn(message, "others stand before, with other clauses between", &place);
            }
            if let Some(pred) = self.program.preds.get_mut(pred.index()) {
                pred.defined = true;
            }
            last = Some(pred);
            found.push((read, head, body, pred));
        }
        found
    }

    /// Head and body of a clause.
    fn split(&self, term: Term) -> (Term, Option<Body>) {
        if let Some([head, body]) = self.program.terms.of::<2>(term, Atom::NECK) {
            return (head, Some(Body::Goal(body)));
        }
        if let Node::Compound(name, _) = self.program.terms.node(term)
            && self.program.terms.name(*name) == "=>"
            && let [head, body] = *self.program.terms.args(term)
        {
            let head = self.program.terms.of::<2>(head, Atom::COMMA).map_or(head, |[head, _]| head);
            return (head, Some(Body::SingleSided(body)));
        }
        (term, None)
    }

    /// A head or goal without the name of the module that is being defined.
    fn own(&self, term: Term) -> Term {
        let Some([module, inner]) = self.program.terms.of::<2>(term, Atom::COLON) else { return term };
        match self.program.terms.node(module) {
            Node::Atom(name) if Some(*name) == self.own_module => inner,
            Node::Atom(name) if self.program.terms.name(*name) == "user" => inner,
            _ => term,
        }
    }

    fn singletons(&mut self, read: &Read) {
        let mut once = Vec::new();
        for var in &read.vars {
            let Some(name) = var.name.map(|name| self.program.terms.name(name).to_string()) else { continue };
            let marked = name.starts_with('_');
            if var.count == 1 && !marked {
                once.push((name, var.first.clone()));
            } else if var.count > 1 && marked && name.chars().nth(1).is_some_and(char::is_uppercase) {
                let message = format!("the variable {name} is marked as used once, but is used more often");
                self.warn(message, "first used here", &var.first);
            }
        }
        if let Some((_, place)) = once.first().cloned() {
            let names: Vec<String> = once.into_iter().map(|(name, _)| name).collect();
            let message = match names.as_slice() {
                [one] => format!("the variable {one} is used only once"),
                _ => format!("the variables {} are used only once", names.join(", ")),
            };
            let problem = Problem::new(message, "only here", place.start, place.end);
            self.warnings.push(problem.help("if that is meant, let its name start with `_`"));
        }
    }

    fn clause(&mut self, read: &Read, head: Term, body: Option<Body>, pred: PredId) {
        let span = self.span(&read.place);
        let head_span = self.span(&self.place(head));
        let (constraints, body) = match body {
            None => (Vec::new(), self.program.add_goal(GoalKind::Conj(Vec::new()), head_span)),
            Some(Body::SingleSided(term)) => {
                let what = "a rule with `=>`".to_string();
                self.warn(format!("{what} is not supported"), "paths through it are unknown", &read.place);
                (Vec::new(), self.program.add_goal(GoalKind::Unsupported { term, what }, span))
            }
            Some(Body::Goal(term)) => {
                let body = self.goal(term);
                // In a constraint domain a rule has its constraints before it is chosen; in Prolog a body runs.
                if self.program.domain.is_some() { self.lead(body) } else { (Vec::new(), body) }
            }
        };
        let vars = read.variables();
        self.program.add_clause(Clause { pred, head, head_span, span, constraints, body, vars });
    }

    /// Takes the constraints that lead a body apart from the rest.
    fn lead(&mut self, body: GoalId) -> (Vec<GoalId>, GoalId) {
        let is_constraint = |program: &Program, id: GoalId| {
            matches!(program.goal(id).map(|g| &g.kind), Some(GoalKind::Constraint { .. }))
        };
        let Some(goal) = self.program.goal(body) else { return (Vec::new(), body) };
        let (span, parts) = match &goal.kind {
            GoalKind::Conj(parts) => (goal.span, parts.clone()),
            _ => (goal.span, vec![body]),
        };
        let count = parts.iter().take_while(|id| is_constraint(&self.program, **id)).count();
        if count == 0 {
            return (Vec::new(), body);
        }
        let rest = parts[count..].to_vec();
        let rest = match rest.as_slice() {
            [one] => *one,
            _ => self.program.add_goal(GoalKind::Conj(rest), span),
        };
        (parts[..count].to_vec(), rest)
    }

    /// A body as goals.
    fn goal(&mut self, term: Term) -> GoalId {
        let empty = || GoalKind::Conj(Vec::new());
        let span = self.span(&self.place(term));
        let root = self.program.add_goal(empty(), span);
        let mut open = vec![(root, term)];
        while let Some((id, term)) = open.pop() {
            let term = self.own(term);
            // Takes places for the parts; they are filled in their turn, the first one first.
            let mut later = Vec::new();
            // What the text defines itself is a call, even if it has the name of a construct, such as `not/1`.
            let form = match self.defined(term) {
                Some(_) => Shape::Call,
                None => shape(&mut self.program.terms, term, self.program.domain),
            };
            // What `call/N` makes stands where the call stands.
            let place = self.place(term);
            self.places.resize(self.program.terms.len(), place);
            let kind = match form {
                Shape::Tree(build, parts) => {
                    let ids: Vec<GoalId> = parts
                        .iter()
                        .map(|&part| {
                            let span = self.span(&self.place(part));
                            let id = self.program.add_goal(empty(), span);
                            later.push((id, part));
                            id
                        })
                        .collect();
                    build(ids)
                }
                Shape::Leaf(kind) => kind,
                Shape::Not(message) => {
                    let place = self.place(term);
                    self.error(message, "not callable", &place);
                    empty()
                }
                Shape::Constraints(parts) => self.constraints(term, parts),
                Shape::Call => self.call(term),
            };
            if let GoalKind::Unsupported { what, .. } = &kind {
                let place = self.place(term);
                self.warn(format!("{what} is not supported"), "paths that come here are unknown", &place);
            }
            if let Some(goal) = self.program.goals.get_mut(id.index()) {
                goal.kind = kind;
            }
            open.extend(later.into_iter().rev());
        }
        self.flat(root)
    }

    /// Puts the constraints of `{ a, b }` that lead a body beside its other goals.
    fn flat(&mut self, root: GoalId) -> GoalId {
        let Some(GoalKind::Conj(parts)) = self.program.goal(root).map(|g| g.kind.clone()) else {
            return root;
        };
        let mut all = Vec::new();
        for part in parts {
            match self.program.goal(part).map(|g| &g.kind) {
                Some(GoalKind::Conj(inner)) => all.extend(inner.iter().copied()),
                _ => all.push(part),
            }
        }
        if let Some(goal) = self.program.goals.get_mut(root.index()) {
            goal.kind = GoalKind::Conj(all);
        }
        root
    }

    fn constraints(&mut self, term: Term, parts: Vec<(Term, GoalKind)>) -> GoalKind {
        let mut ids = Vec::new();
        let several = parts.len() > 1;
        for (part, kind) in parts {
            let place = self.place(part);
            // One alone takes the place of the whole, and the warning comes with that.
            if let (true, GoalKind::Unsupported { what, .. }) = (several, &kind) {
                self.warn(format!("{what} is not supported"), "paths that come here are unknown", &place);
            }
            let span = self.span(&place);
            ids.push(self.program.add_goal(kind, span));
        }
        match ids.as_slice() {
            [one] => match self.program.goal(*one) {
                Some(goal) => goal.kind.clone(),
                None => GoalKind::Unsupported { term, what: "an empty constraint".to_string() },
            },
            _ => GoalKind::Conj(ids),
        }
    }

    /// The predicate that a goal calls, if the text defines it.
    fn defined(&self, term: Term) -> Option<PredId> {
        let (name, args) = self.program.terms.callable(term)?;
        let id = self.program.find_atom(name, args.len())?;
        self.program.pred(id).filter(|pred| pred.defined).map(|_| id)
    }

    /// A goal that is none of the control constructs.
    fn call(&mut self, term: Term) -> GoalKind {
        let place = self.place(term);
        let callable = self.program.terms.callable(term).map(|(name, args)| (name, args.len()));
        let Some((name, arity)) = callable else {
            return GoalKind::Unsupported { term, what: "a goal that is no atom".to_string() };
        };
        let text = self.program.terms.name(name).to_string();
        if let Some(pred) = self.defined(term) {
            return GoalKind::Call { pred, atom: term };
        }
        if name == Atom::COLON && arity == 2 {
            return GoalKind::Unsupported { term, what: "a call into another module".to_string() };
        }
        match support(&text, arity) {
            Some(_) => GoalKind::Builtin { atom: term },
            None => {
                let pred = self.pred(name, arity, &place);
                self.undefined(pred, &text, arity, &place);
                GoalKind::Call { pred, atom: term }
            }
        }
    }

    fn undefined(&mut self, pred: PredId, name: &str, arity: usize, place: &Range<usize>) {
        if self.program.incomplete.is_some() || !self.reported.insert(pred) {
            return;
        }
        if self.program.elsewhere.has(name, arity) {
            let message = format!("{} is not supported", self.program.indicator(pred));
            self.warn(message, "paths that come here are unknown", place);
            return;
        }
        let message = format!("{} is not defined", self.program.indicator(pred));
        let problem = Problem::new(message, "called here", place.start, place.end);
        self.warnings.push(match suggestion(&self.program, name, arity) {
            Some(other) => problem.help(format!("did you mean {other}?")),
            None => problem,
        });
    }

    fn pred_declaration(&mut self, head: Term, vars: Vec<logic::Variable>, place: &Range<usize>) {
        match self.program.terms.callable(head).map(|(name, args)| (name, args.len())) {
            Some((name, arity)) => {
                let pred = self.pred(name, arity, place);
                let span = self.span(place);
                self.program.pred_types.push(PredDecl { pred, head, vars, span });
            }
            None => self.error("a predicate with types is written `p(t, t)`", "not understood", place),
        }
    }
}

/// What stands behind the neck of a clause.
pub(crate) enum Body {
    /// `:-`
    Goal(Term),
    /// `=>`
    SingleSided(Term),
}
