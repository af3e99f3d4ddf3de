//! A program as text again, predicate by predicate.
//!
//! The text is Prolog and means the same; its comments show how the program was read: which constraints belong to a
//! rule, which goals are not supported.

use crate::ids::{ClauseId, GoalId};
use crate::modes::{Determinism, ModeDecl};
use crate::program::{Clause, GoalKind, Pred, Program, Relation, Theory};
use std::fmt::Write as _;
use terms::read::Variable;
use terms::{Node, Term, Writer};

/// The whole program, without what comes from the library.
pub fn listing(program: &Program) -> String {
    let mut out = String::new();
    if let Some(module) = &program.module {
        let exports: Vec<String> = module.exports.iter().map(|&id| program.indicator(id)).collect();
        let name = crate::quoted(program.terms.name(module.name));
        let _ = writeln!(out, ":- module({name}, [{}]).", exports.join(", "));
    }
    if let Some(domain) = program.domain {
        let _ = writeln!(out, ":- domain({}).", domain.word());
    }
    for decl in &program.types {
        let _ = writeln!(out, ":- type {}.", declared(program, decl.head, &decl.constructors, &decl.vars));
    }
    for decl in &program.pred_types {
        let _ = writeln!(out, ":- pred {}.", declared(program, decl.head, &[], &decl.vars));
    }
    for pred in program.preds.iter().filter(|pred| !pred.library) {
        if !out.is_empty() {
            out.push('\n');
        }
        let indicator = format!("{}/{}", crate::quoted(program.terms.name(pred.name)), pred.arity);
        match pred.clauses.len() {
            0 if pred.defined => writeln!(out, "% {indicator}: no clauses"),
            0 => writeln!(out, "% {indicator}: not defined"),
            1 => writeln!(out, "% {indicator}: 1 clause"),
            n => writeln!(out, "% {indicator}: {n} clauses"),
        }
        .unwrap_or(());
        if pred.dynamic {
            let _ = writeln!(out, ":- dynamic {indicator}.");
        }
        for decl in &pred.modes {
            write_mode(pred, &crate::quoted(program.terms.name(pred.name)), decl, &mut out);
        }
        for &clause in &pred.clauses {
            write_clause(program, clause, &mut out);
        }
    }
    out
}

/// A declared mode: `:- mode p(+, -) is det.`, or `:- det(p/2).` where no modes are named.
fn write_mode(pred: &Pred, name: &str, decl: &ModeDecl, out: &mut String) {
    let arity = pred.arity;
    let _ = match (&decl.modes, decl.determinism) {
        (Some(modes), determinism) => {
            let signs: Vec<&str> = modes.iter().map(|mode| mode.sign()).collect();
            let args = if signs.is_empty() { String::new() } else { format!("({})", signs.join(", ")) };
            let is = determinism.map_or(String::new(), |determinism| format!(" is {}", determinism.word()));
            writeln!(out, ":- mode {name}{args}{is}.")
        }
        (None, Some(Determinism::Det)) => writeln!(out, ":- det({name}/{arity})."),
        // Prolog has no directive for the others.
        (None, Some(determinism)) => writeln!(out, "% {name}/{arity} is {}", determinism.word()),
        (None, None) => Ok(()),
    };
}

fn declared(program: &Program, head: Term, constructors: &[Term], vars: &[Variable]) -> String {
    let uses: Vec<Term> = constructors.iter().copied().chain([head]).collect();
    let names = program.names(vars, &uses);
    let text =
        |term: Term| Writer::new(&program.terms).ops(&program.ops).names(&names).text_within(term, 999);
    if constructors.is_empty() {
        return text(head);
    }
    let parts: Vec<String> = constructors.iter().map(|&c| text(c)).collect();
    format!("{} ---> {}", text(head), parts.join(" ; "))
}

fn write_clause(program: &Program, id: ClauseId, out: &mut String) {
    let Some(clause) = program.clause(id) else { return };
    let names = program.names(&clause.vars, &terms_of(program, clause));
    let page = Page { program, names: &names };
    out.push_str(&page.term(clause.head, 999));
    let constraints = &clause.constraints;
    let empty =
        |goal| matches!(program.goal(goal).map(|g| &g.kind), Some(GoalKind::Conj(parts)) if parts.is_empty());
    if constraints.is_empty() && empty(clause.body) {
        out.push_str(".\n");
        return;
    }
    out.push_str(" :-");
    for (i, &goal) in constraints.iter().enumerate() {
        let last = i + 1 == constraints.len() && empty(clause.body);
        let end = if last { "." } else { "," };
        let _ = write!(out, "\n    {}{end} % of the rule", page.text(goal));
    }
    if !empty(clause.body) {
        out.push('\n');
        page.block(clause.body, out);
        out.push('.');
    }
    out.push('\n');
}

/// All terms that a clause uses, for counting its variables.
fn terms_of(program: &Program, clause: &Clause) -> Vec<Term> {
    let mut found = vec![clause.head];
    let mut open: Vec<GoalId> = clause.constraints.iter().copied().chain([clause.body]).collect();
    while let Some(goal) = open.pop() {
        let Some(goal) = program.goal(goal) else { continue };
        open.extend(goal.kind.parts());
        found.extend(goal.kind.terms());
    }
    found
}

impl GoalKind {
    /// The goals that this one is made of, in the order of the text.
    pub fn parts(&self) -> Vec<GoalId> {
        match self {
            GoalKind::Conj(parts) | GoalKind::Disj(parts) => parts.clone(),
            GoalKind::If { cond, then, otherwise } | GoalKind::SoftIf { cond, then, otherwise } => {
                [*cond, *then].into_iter().chain(*otherwise).collect()
            }
            GoalKind::Not(goal) | GoalKind::Once(goal) | GoalKind::Ignore(goal) | GoalKind::Opaque(goal) => {
                vec![*goal]
            }
            GoalKind::Forall(cond, action) => vec![*cond, *action],
            GoalKind::Findall { goal, .. } => vec![*goal],
            GoalKind::Catch { goal, recovery, .. } => vec![*goal, *recovery],
            _ => Vec::new(),
        }
    }

    /// The terms that stand in this goal itself.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            GoalKind::Findall { template, list, .. } => vec![*template, *list],
            GoalKind::Catch { catcher, .. } => vec![*catcher],
            GoalKind::Meta { closure, extra } => {
                [*closure].into_iter().chain(extra.iter().copied()).collect()
            }
            GoalKind::Constraint { left, right, .. } => vec![*left, *right],
            GoalKind::Call { atom, .. } | GoalKind::Builtin { atom } => vec![*atom],
            GoalKind::Unsupported { term, .. } => vec![*term],
            _ => Vec::new(),
        }
    }
}

/// What the goals of one clause are written with.
struct Page<'a> {
    program: &'a Program,
    names: &'a [String],
}

/// A piece of work: text, a goal where an operator of a priority may stand, or a goal on a line of its own.
enum Piece {
    Text(String),
    Goal(GoalId, u16),
}

impl Page<'_> {
    fn term(&self, term: Term, priority: u16) -> String {
        let writer = Writer::new(&self.program.terms).ops(&self.program.ops).names(self.names);
        writer.text_within(term, priority)
    }

    /// One side of a comparison.
    fn operand(&self, term: Term) -> String {
        let writer = Writer::new(&self.program.terms).ops(&self.program.ops).names(self.names);
        writer.operand(term, 699)
    }

    /// A body: a conjunction has one line a goal.
    fn block(&self, goal: GoalId, out: &mut String) {
        let parts = match self.program.goal(goal).map(|g| &g.kind) {
            Some(GoalKind::Conj(parts)) => parts.clone(),
            _ => vec![goal],
        };
        for (i, part) in parts.iter().enumerate() {
            let end = if i + 1 == parts.len() { "" } else { ",\n" };
            let _ = write!(out, "    {}{end}", self.within(*part, 999));
        }
    }

    fn text(&self, goal: GoalId) -> String {
        self.within(goal, 999)
    }

    fn within(&self, goal: GoalId, priority: u16) -> String {
        let mut out = String::new();
        let mut open = vec![Piece::Goal(goal, priority)];
        while let Some(piece) = open.pop() {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Goal(goal, priority) => {
                    let pieces = self.pieces(goal, priority);
                    open.extend(pieces.into_iter().rev());
                }
            }
        }
        out
    }

    fn pieces(&self, goal: GoalId, priority: u16) -> Vec<Piece> {
        let text = |t: &str| Piece::Text(t.to_string());
        let joined = |parts: &[GoalId], by: &str, inner: u16| {
            let mut pieces = Vec::new();
            for (i, &part) in parts.iter().enumerate() {
                if i > 0 {
                    pieces.push(text(by));
                }
                pieces.push(Piece::Goal(part, inner));
            }
            pieces
        };
        let around = |outer: u16, mut pieces: Vec<Piece>| {
            if outer > priority {
                pieces.insert(0, text("("));
                pieces.push(text(")"));
            }
            pieces
        };
        let named = |name: &str, pieces: Vec<Piece>| {
            [text(name), text("(")].into_iter().chain(pieces).chain([text(")")]).collect()
        };
        let shown = |term: Term| Piece::Text(self.term(term, 999));
        let Some(goal) = self.program.goal(goal) else { return Vec::new() };
        match &goal.kind {
            GoalKind::Conj(parts) if parts.is_empty() => vec![text("true")],
            GoalKind::Conj(parts) => around(1000, joined(parts, ", ", 999)),
            GoalKind::Disj(parts) => around(1100, joined(parts, " ; ", 1099)),
            GoalKind::If { cond, then, otherwise } | GoalKind::SoftIf { cond, then, otherwise } => {
                let soft = matches!(goal.kind, GoalKind::SoftIf { .. });
                let arrow = if soft { " *-> " } else { " -> " };
                let mut pieces = joined(&[*cond, *then], arrow, 1049);
                if let Some(other) = otherwise {
                    pieces.extend([text(" ; "), Piece::Goal(*other, 1099)]);
                }
                around(if otherwise.is_some() { 1100 } else { 1050 }, pieces)
            }
            GoalKind::Not(inner) => around(900, vec![text("\\+ "), Piece::Goal(*inner, 900)]),
            GoalKind::Cut => vec![text("!")],
            GoalKind::Once(inner) => named("once", vec![Piece::Goal(*inner, 999)]),
            GoalKind::Ignore(inner) => named("ignore", vec![Piece::Goal(*inner, 999)]),
            GoalKind::Opaque(inner) => named("call", vec![Piece::Goal(*inner, 999)]),
            GoalKind::Forall(cond, action) => named("forall", joined(&[*cond, *action], ", ", 999)),
            GoalKind::Findall { template, goal, list } => {
                let pieces =
                    vec![shown(*template), text(", "), Piece::Goal(*goal, 999), text(", "), shown(*list)];
                named("findall", pieces)
            }
            GoalKind::Catch { goal, catcher, recovery } => {
                let pieces = vec![
                    Piece::Goal(*goal, 999),
                    text(", "),
                    shown(*catcher),
                    text(", "),
                    Piece::Goal(*recovery, 999),
                ];
                named("catch", pieces)
            }
            GoalKind::Meta { closure, extra } => {
                let all: Vec<String> =
                    [closure].into_iter().chain(extra).map(|&term| self.term(term, 999)).collect();
                vec![Piece::Text(format!("call({})", all.join(", ")))]
            }
            GoalKind::Constraint { theory, relation, left, right } => {
                vec![Piece::Text(self.constraint(*theory, *relation, *left, *right))]
            }
            GoalKind::Call { atom, .. } | GoalKind::Builtin { atom } => {
                // A goal that is an operator with loose arguments needs its brackets as a term does.
                vec![Piece::Text(
                    self.term(*atom, if self.is_bare(*atom) { 1200 } else { priority.min(999) }),
                )]
            }
            GoalKind::Unsupported { term, what } => {
                vec![Piece::Text(format!(
                    "{} /* {} */",
                    self.term(*term, priority.min(999)),
                    what.replace("*/", "* /")
                ))]
            }
        }
    }

    /// Whether the goal is a plain atom, which needs no brackets even if it is the name of an operator.
    fn is_bare(&self, term: Term) -> bool {
        matches!(self.program.terms.node(term), Node::Atom(_))
    }

    fn constraint(&self, theory: Theory, relation: Relation, left: Term, right: Term) -> String {
        let sign = match relation {
            Relation::Equal => "=",
            Relation::Unequal => "\\=",
            Relation::Less => "<",
            Relation::LessEqual => "=<",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
            Relation::In => "in",
            Relation::AllIn => "ins",
        };
        let (l, r) = (self.operand(left), self.operand(right));
        match (theory, relation) {
            (Theory::Tree, Relation::Unequal) => {
                format!("dif({}, {})", self.term(left, 999), self.term(right, 999))
            }
            (Theory::Integer, Relation::In | Relation::AllIn) | (Theory::Tree, _) => {
                format!("{l} {sign} {r}")
            }
            (Theory::Integer, _) => format!("{l} #{sign} {r}"),
            (Theory::Domain, _) => format!("{{ {l} {sign} {r} }}"),
        }
    }
}
