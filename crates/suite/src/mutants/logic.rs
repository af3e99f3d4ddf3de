//! Mutants of logic programs: slips that people make with clauses and goals.
//!
//! ```text
//! max(X, Y, X) :- X >= Y, !.     comparison: X > Y, X < Y     cut: nothing for !     deletion: nothing for X >= Y
//! max(_, Y, Y).                  clause: nothing              order: the clauses the wrong way round
//! ```
//!
//! [`mutants`] lists them in the order of the text; [`Mutant::apply`] makes one. Clauses of the library are left alone.

use super::Operator;
use base::Int;
use criteria::logic::reachable;
use logic::{Atom, ClauseId, Goal, GoalId, GoalKind, Node, PredId, Program, Term};
use source::{Files, Span};

/// What stands in the place of something that is missing.
const NOTHING: &str = "nothing";
/// The most mutations in one term.
const IN_TERM: usize = 50;

/// A small change of a program.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The kind of change.
    pub operator: Operator,
    /// What is changed.
    pub span: Span,
    /// What stands there.
    pub from: String,
    /// What stands there instead.
    pub to: String,
    edit: Edit,
}

#[derive(Clone, Debug)]
enum Edit {
    /// The clause is missing.
    Without(ClauseId),
    /// The clause and the next one are the wrong way round.
    Swapped(ClauseId),
    /// The goal is another one.
    Goal(GoalId, GoalKind),
    /// The goal calls a comparison of another name.
    Named(GoalId, &'static str, [Term; 2]),
    /// The term is another one.
    Term(Term, Node),
}

impl Mutant {
    /// The changed program.
    pub fn apply(&self, program: &Program) -> Program {
        let mut changed = program.clone();
        match &self.edit {
            Edit::Without(id) => {
                let pred = program.clause(*id).and_then(|c| changed.preds.get_mut(c.pred.index()));
                if let Some(pred) = pred {
                    pred.clauses.retain(|c| c != id);
                }
            }
            Edit::Swapped(id) => {
                let next = next_clause(program, *id);
                // Their numbers stay in order, since machines go by them.
                if let Some(next) = next.filter(|n| n.index() < changed.clauses.len()) {
                    changed.clauses.swap(id.index(), next.index());
                }
            }
            Edit::Goal(id, kind) => set_goal(&mut changed, *id, kind.clone()),
            Edit::Named(id, name, args) => {
                let name = changed.terms.intern(name);
                let atom = changed.terms.compound(name, args);
                set_goal(&mut changed, *id, GoalKind::Builtin { atom });
            }
            Edit::Term(term, node) => changed.terms.replace(*term, node.clone()),
        }
        changed
    }
}

fn set_goal(program: &mut Program, id: GoalId, kind: GoalKind) {
    if let Some(goal) = program.goals.get_mut(id.index()) {
        goal.kind = kind;
    }
}

/// The clause of the same predicate that comes next.
fn next_clause(program: &Program, id: ClauseId) -> Option<ClauseId> {
    let clauses = &program.pred(program.clause(id)?.pred)?.clauses;
    let at = clauses.iter().position(|c| *c == id)?;
    clauses.get(at + 1).copied()
}

/// All mutants of what calls of some predicates can reach, in the order of the text.
pub fn mutants(files: &Files, program: &Program, preds: &[PredId]) -> Vec<Mutant> {
    let mut finder = Finder { files, program, out: Vec::new() };
    for pred in reachable(program, preds).iter().filter_map(|id| program.pred(*id)).filter(|p| !p.library) {
        for id in &pred.clauses {
            finder.clause(*id);
        }
    }
    finder.out.sort_by_key(|mutant| mutant.span.start);
    finder.out
}

struct Finder<'a> {
    files: &'a Files,
    program: &'a Program,
    out: Vec<Mutant>,
}

impl Finder<'_> {
    /// The text of a place on one line.
    fn text(&self, span: Span) -> String {
        self.files.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn push(&mut self, operator: Operator, span: Span, from: String, to: &str, edit: Edit) {
        self.out.push(Mutant { operator, span, from, to: to.to_string(), edit });
    }

    fn clause(&mut self, id: ClauseId) {
        let Some(clause) = self.program.clause(id) else { return };
        let span = clause.head_span;
        let head = self.text(span);
        self.push(Operator::Clause, span, format!("the clause {head}"), NOTHING, Edit::Without(id));
        if let Some(next) = next_clause(self.program, id).and_then(|next| self.program.clause(next)) {
            let place = next.head_span;
            let (mut head, mut next) = (head, self.text(place));
            if head == next {
                // Two clauses may start in the same way.
                let line = |span: Span| self.files.place(span).map_or(0, |(_, at)| at.line);
                let (first, second) = (line(span), line(place));
                (head, next) = (format!("{head} of line {first}"), format!("{next} of line {second}"));
            }
            let (from, to) = (format!("{head} before {next}"), format!("{next} before {head}"));
            self.push(Operator::Order, span, from, &to, Edit::Swapped(id));
        }
        self.body(clause.body);
        self.terms(clause.head, span);
    }

    fn body(&mut self, body: GoalId) {
        let program = self.program;
        let mut open = vec![body];
        while let Some(id) = open.pop() {
            let Some(goal) = program.goal(id) else { continue };
            match &goal.kind {
                GoalKind::Conj(parts) => {
                    self.missing(id, goal, parts, GoalKind::Conj);
                    open.extend(parts.iter().rev());
                }
                GoalKind::Disj(parts) => {
                    if parts.len() > 1 {
                        self.missing(id, goal, parts, GoalKind::Disj);
                    }
                    open.extend(parts.iter().rev());
                }
                GoalKind::If { cond, then, otherwise } => {
                    if let Some(otherwise) = otherwise {
                        let kind = GoalKind::If { cond: *cond, then: *otherwise, otherwise: Some(*then) };
                        let of =
                            |id: GoalId| program.goal(id).map_or_else(String::new, |g| self.text(g.span));
                        let (then, other) = (of(*then), of(*otherwise));
                        let (from, to) = (format!("{then} ; {other}"), format!("{other} ; {then}"));
                        self.push(Operator::Negation, goal.span, from, &to, Edit::Goal(id, kind));
                        open.push(*otherwise);
                    }
                    open.extend([then, cond]);
                }
                GoalKind::SoftIf { cond, then, otherwise } => {
                    open.extend(otherwise.iter());
                    open.extend([then, cond]);
                }
                GoalKind::Not(inner) => {
                    let to = program.goal(*inner).map_or_else(String::new, |g| self.text(g.span));
                    let edit = Edit::Goal(id, GoalKind::Opaque(*inner));
                    self.push(Operator::Negation, goal.span, self.text(goal.span), &to, edit);
                    open.push(*inner);
                }
                GoalKind::Once(inner) | GoalKind::Ignore(inner) | GoalKind::Opaque(inner) => {
                    open.push(*inner);
                }
                GoalKind::Forall(a, b) => open.extend([b, a]),
                GoalKind::Findall { goal, .. } => open.push(*goal),
                GoalKind::Catch { goal, recovery, .. } => open.extend([recovery, goal]),
                GoalKind::Builtin { atom } => {
                    self.comparison(id, *atom, goal.span);
                    self.terms(*atom, goal.span);
                }
                GoalKind::Call { atom, .. } => self.terms(*atom, goal.span),
                _ => {}
            }
        }
    }

    /// One of several goals is missing.
    fn missing(&mut self, id: GoalId, whole: &Goal, parts: &[GoalId], kind: fn(Vec<GoalId>) -> GoalKind) {
        for (i, part) in parts.iter().enumerate() {
            let mut fewer = parts.to_vec();
            fewer.remove(i);
            let part = self.program.goal(*part).unwrap_or(whole);
            let is_cut = matches!(part.kind, GoalKind::Cut);
            let operator = if is_cut { Operator::Cut } else { Operator::Deletion };
            let from = if is_cut { "!".to_string() } else { self.text(part.span) };
            self.push(operator, whole.span, from, NOTHING, Edit::Goal(id, kind(fewer)));
        }
    }

    /// Other comparisons in the place of one.
    fn comparison(&mut self, id: GoalId, atom: Term, span: Span) {
        let Some((name, [left, right])) = self.program.terms.callable(atom) else { return };
        let name = self.program.terms.name(name);
        let others: &[&'static str] = match name {
            "<" => &["=<", ">="],
            ">" => &[">=", "=<"],
            "=<" => &["<", ">"],
            ">=" => &[">", "<"],
            "=:=" => &["=\\="],
            "=\\=" => &["=:="],
            "==" => &["\\=="],
            "\\==" => &["=="],
            "@<" => &["@>"],
            "@>" => &["@<"],
            _ => return,
        };
        for other in others {
            let edit = Edit::Named(id, other, [*left, *right]);
            self.push(Operator::Comparison, span, name.to_string(), other, edit);
        }
    }

    /// Constants and operators of a term that are others.
    fn terms(&mut self, term: Term, span: Span) {
        let program = self.program;
        let mut open = vec![term];
        let mut number = 0;
        while let Some(at) = open.pop() {
            match program.terms.node(at) {
                Node::Int(value) => {
                    let more = value + &Int::from(1);
                    let (from, to) = (value.to_string(), more.to_string());
                    self.push(Operator::Constant, span, from, &to, Edit::Term(at, Node::Int(more)));
                    number += 1;
                }
                Node::Compound(name, args) => {
                    open.extend(program.terms.args(at).iter().rev());
                    let from = program.terms.name(*name);
                    let other = match (from, program.terms.args(at).len()) {
                        ("+" | "*", 2) => known(program, if from == "+" { "-" } else { "+" }),
                        ("-", 2) => known(program, "+"),
                        _ => None,
                    };
                    if let Some((other, to)) = other.filter(|_| at != term) {
                        let edit = Edit::Term(at, Node::Compound(other, *args));
                        self.push(Operator::Arithmetic, span, from.to_string(), to, edit);
                        number += 1;
                    }
                }
                _ => {}
            }
            if number > IN_TERM {
                return;
            }
        }
    }
}

/// A name that the program knows.
fn known<'n>(program: &Program, name: &'n str) -> Option<(Atom, &'n str)> {
    Some((program.terms.known(name)?, name))
}
