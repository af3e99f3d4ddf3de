//! A logic program: predicates, clauses, goals and declarations, in the order of the text.
//!
//! A clause `p(X) :- { X =< 2 }, q(X), !.` has a head, the constraints that lead its body (they belong to the rule:
//! in CLP the rule is only taken if they hold together with the unification of its head), and the rest of its body as
//! a tree of [`Goal`]s. All goals of a program stand in one table, so a [`GoalId`] labels a goal of the whole program.

use crate::ids::{ClauseId, GoalId, PredId};
use crate::modes::ModeDecl;
use source::Span;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use terms::read::Variable;
use terms::{Atom, Ops, Term, Terms, VarId};

/// What numbers and unknowns range over, where the program does not say it itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Finite trees.
    Term,
    /// The naturals.
    Nat,
    /// The integers.
    Int,
}

impl Domain {
    /// Reads `term`, `nat` or `int`.
    pub fn parse(text: &str) -> Option<Domain> {
        match text {
            "term" => Some(Domain::Term),
            "nat" => Some(Domain::Nat),
            "int" => Some(Domain::Int),
            _ => None,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Domain::Term => "term",
            Domain::Nat => "nat",
            Domain::Int => "int",
        }
    }
}

/// A relation of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Both sides are the same.
    Equal,
    /// They are not.
    Unequal,
    /// The left one is smaller.
    Less,
    /// The left one is not larger.
    LessEqual,
    /// The left one is larger.
    Greater,
    /// The left one is not smaller.
    GreaterEqual,
    /// The left one, an integer, lies in the domain on the right: `X in 1..5`.
    In,
    /// Every element of the list on the left does.
    AllIn,
}

/// What a constraint is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// Trees: `=` and `dif/2`.
    Tree,
    /// Integers: the constraints of `library(clpfd)`.
    Integer,
    /// The domain of the program: what stands in `{ }`.
    Domain,
}

/// A goal with its place.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What is to be done.
    pub kind: GoalKind,
    /// Where it stands.
    pub span: Span,
}

/// What a goal is.
#[derive(Clone, Debug)]
pub enum GoalKind {
    /// All of these, one after the other; none at all is `true`.
    Conj(Vec<GoalId>),
    /// One of these, tried one after the other.
    Disj(Vec<GoalId>),
    /// `(Cond -> Then ; Else)`; without an else part it fails where the condition does.
    If {
        /// Only its first solution counts.
        cond: GoalId,
        /// What then.
        then: GoalId,
        /// What else.
        otherwise: Option<GoalId>,
    },
    /// `(Cond *-> Then ; Else)`: all solutions of the condition count.
    SoftIf {
        /// Every solution of it counts.
        cond: GoalId,
        /// What then.
        then: GoalId,
        /// What else.
        otherwise: Option<GoalId>,
    },
    /// `\+ Goal`.
    Not(GoalId),
    /// `!`: up to the clause that it stands in.
    Cut,
    /// `once(Goal)`.
    Once(GoalId),
    /// `ignore(Goal)`.
    Ignore(GoalId),
    /// `forall(Cond, Action)`.
    Forall(GoalId, GoalId),
    /// `call(Goal)` with a goal that is known: a cut inside stays inside.
    Opaque(GoalId),
    /// `findall(Template, Goal, List)`.
    Findall {
        /// What is collected.
        template: Term,
        /// For each solution of this.
        goal: GoalId,
        /// Into this.
        list: Term,
    },
    /// `catch(Goal, Catcher, Recovery)`.
    Catch {
        /// What is tried.
        goal: GoalId,
        /// Which errors are caught.
        catcher: Term,
        /// What is done then.
        recovery: GoalId,
    },
    /// A goal that is only known when it is called: a variable, or `call/N` with further arguments.
    Meta {
        /// The closure.
        closure: Term,
        /// Arguments that are added to it.
        extra: Vec<Term>,
    },
    /// A constraint: it does not matter in which order it is met with others.
    Constraint {
        /// What it is about.
        theory: Theory,
        /// What is said.
        relation: Relation,
        /// The left side.
        left: Term,
        /// The right side.
        right: Term,
    },
    /// A call of a predicate of the program. The predicate may have no clause.
    Call {
        /// The predicate.
        pred: PredId,
        /// The whole atom, name and arguments.
        atom: Term,
    },
    /// A call of a predicate that a program need not define.
    Builtin {
        /// The whole atom, name and arguments.
        atom: Term,
    },
    /// Something that is read but not supported: a path that reaches it is unknown.
    Unsupported {
        /// The term.
        term: Term,
        /// What it is, for a person.
        what: String,
    },
}

/// One clause.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The predicate.
    pub pred: PredId,
    /// The head.
    pub head: Term,
    /// Where the head stands.
    pub head_span: Span,
    /// Where the whole clause stands.
    pub span: Span,
    /// The constraints that lead the body, in their order.
    pub constraints: Vec<GoalId>,
    /// The rest of the body.
    pub body: GoalId,
    /// The variables, by their numbers.
    pub vars: Vec<Variable>,
}

/// A predicate: a name with a number of arguments, and its clauses.
#[derive(Clone, Debug)]
pub struct Pred {
    /// Its name.
    pub name: Atom,
    /// How many arguments it has.
    pub arity: usize,
    /// Its clauses in the order of the text.
    pub clauses: Vec<ClauseId>,
    /// The modes that are declared for it, in the order of the text.
    pub modes: Vec<ModeDecl>,
    /// Whether clauses may be added and taken away while it runs.
    pub dynamic: bool,
    /// Whether it is known to be defined: by a clause or by a declaration.
    pub defined: bool,
    /// Whether its clauses come from the library and not from the text.
    pub library: bool,
    /// Why what it does is unknown, although there may be clauses: a directive that is not followed changes it.
    pub unknown: Option<String>,
    /// Where it is first defined, declared or called.
    pub span: Span,
}

/// Names of predicates with their numbers of arguments.
#[derive(Clone, Debug, Default)]
pub struct Names {
    names: BTreeMap<Box<str>, Vec<usize>>,
}

impl Names {
    /// Adds a name.
    pub fn add(&mut self, name: &str, arity: usize) {
        self.names.entry(name.into()).or_default().push(arity);
    }

    /// Whether a name with this number of arguments is in the set.
    pub fn has(&self, name: &str, arity: usize) -> bool {
        self.names.get(name).is_some_and(|counts| counts.contains(&arity))
    }
}

/// `:- module(name, [exports])`.
#[derive(Clone, Debug)]
pub struct Module {
    /// The name.
    pub name: Atom,
    /// The exported predicates, as far as the text defines them.
    pub exports: Vec<PredId>,
}

/// `:- type list(T) ---> [] ; [T|list(T)].`
#[derive(Clone, Debug)]
pub struct TypeDecl {
    /// The type with its parameters.
    pub head: Term,
    /// Its constructors, with types in the place of their arguments.
    pub constructors: Vec<Term>,
    /// The type variables, by their numbers.
    pub vars: Vec<Variable>,
    /// Where it stands.
    pub span: Span,
}

/// `:- pred append(list(T), list(T), list(T)).`
#[derive(Clone, Debug)]
pub struct PredDecl {
    /// The predicate.
    pub pred: PredId,
    /// The atom with types in the place of its arguments.
    pub head: Term,
    /// The type variables, by their numbers.
    pub vars: Vec<Variable>,
    /// Where it stands.
    pub span: Span,
}

/// A whole program.
#[derive(Clone, Debug)]
pub struct Program {
    /// All its terms.
    pub terms: Terms,
    /// The operators as they are at the end of the text; for printing.
    pub ops: Ops,
    /// The operators that its language has from the start; for text that other systems read, which know only these.
    pub standard: Ops,
    /// The predicates, by their numbers, in the order in which the text first names them.
    pub preds: Vec<Pred>,
    /// The clauses in the order of the text.
    pub clauses: Vec<Clause>,
    /// The goals of all clauses.
    pub goals: Vec<Goal>,
    /// What the text says about its domain.
    pub domain: Option<Domain>,
    /// The module that the text declares.
    pub module: Option<Module>,
    /// Why the text may have more predicates than those that are here: it loads files that were not read, or has
    /// directives that were not run.
    pub incomplete: Option<String>,
    /// Whether what is not here may also stand before the library: other files are loaded that were not read.
    pub other_files: bool,
    /// Predicates that a Prolog system defines, with or without a meaning here: calls of them are not undefined.
    pub elsewhere: Arc<Names>,
    /// Declared types.
    pub types: Vec<TypeDecl>,
    /// Declared types of predicates.
    pub pred_types: Vec<PredDecl>,
    /// Procedures with known modes, for languages whose predicates have them.
    pub procs: crate::moded::Procs,
    index: BTreeMap<(Atom, usize), PredId>,
}

impl Program {
    /// A program with these terms and nothing else, in a language that has these operators.
    pub fn new(terms: Terms, ops: Ops) -> Program {
        Program {
            terms,
            standard: ops.clone(),
            ops,
            preds: Vec::new(),
            clauses: Vec::new(),
            goals: Vec::new(),
            domain: None,
            module: None,
            incomplete: None,
            other_files: false,
            elsewhere: Arc::new(Names::default()),
            types: Vec::new(),
            pred_types: Vec::new(),
            procs: crate::moded::Procs::default(),
            index: BTreeMap::new(),
        }
    }

    /// The predicate of a name and arity, made without clauses if it is new.
    pub fn pred_named(&mut self, name: Atom, arity: usize, span: Span) -> PredId {
        *self.index.entry((name, arity)).or_insert_with(|| {
            let id = PredId::new(self.preds.len());
            let clauses = Vec::new();
            self.preds.push(Pred {
                name,
                arity,
                clauses,
                modes: Vec::new(),
                dynamic: false,
                defined: false,
                library: false,
                unknown: None,
                span,
            });
            id
        })
    }

    /// The predicate of a name and arity, if the text names it.
    pub fn find(&self, name: &str, arity: usize) -> Option<PredId> {
        self.find_atom(self.terms.known(name)?, arity)
    }

    /// The same for a name that is interned.
    pub fn find_atom(&self, name: Atom, arity: usize) -> Option<PredId> {
        self.index.get(&(name, arity)).copied()
    }

    /// A predicate.
    pub fn pred(&self, id: PredId) -> Option<&Pred> {
        self.preds.get(id.index())
    }

    /// A clause.
    pub fn clause(&self, id: ClauseId) -> Option<&Clause> {
        self.clauses.get(id.index())
    }

    /// Whether a predicate comes from the library. The goals of the criteria do not include the library.
    pub fn is_library(&self, id: PredId) -> bool {
        self.pred(id).is_some_and(|pred| pred.library)
    }

    /// Whether a clause comes from the library.
    pub fn is_library_clause(&self, id: ClauseId) -> bool {
        self.clause(id).is_some_and(|clause| self.is_library(clause.pred))
    }

    /// A goal.
    pub fn goal(&self, id: GoalId) -> Option<&Goal> {
        self.goals.get(id.index())
    }

    /// Adds a goal.
    pub fn add_goal(&mut self, kind: GoalKind, span: Span) -> GoalId {
        self.goals.push(Goal { kind, span });
        GoalId::new(self.goals.len() - 1)
    }

    /// Adds a clause to its predicate.
    pub fn add_clause(&mut self, clause: Clause) -> ClauseId {
        let id = ClauseId::new(self.clauses.len());
        if let Some(pred) = self.preds.get_mut(clause.pred.index()) {
            pred.clauses.push(id);
            pred.defined = true;
        }
        self.clauses.push(clause);
        id
    }

    /// The name of a predicate as messages write it: `append/3`.
    pub fn indicator(&self, id: PredId) -> String {
        match self.pred(id) {
            Some(pred) => format!("{}/{}", crate::quoted(self.terms.name(pred.name)), pred.arity),
            None => "?".to_string(),
        }
    }

    /// The label of a clause in traces: its number in the text.
    pub fn label(&self, id: ClauseId) -> String {
        let mut label = String::new();
        self.write_label(id, &mut label);
        label
    }

    /// Adds the label of a clause to a text.
    pub fn write_label(&self, id: ClauseId, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", id.index() + 1);
    }

    /// Names for the variables of a clause that differ from each other: the author's, `_` for what occurs once, and
    /// made ones for the rest.
    pub fn names(&self, vars: &[Variable], uses: &[Term]) -> Vec<String> {
        let mut count = vec![0_usize; vars.len()];
        for var in uses.iter().flat_map(|&term| self.terms.variables(term)) {
            if let Some(n) = count.get_mut(var.index()) {
                *n += 1;
            }
        }
        let taken: std::collections::BTreeSet<&str> =
            vars.iter().filter_map(|v| v.name).map(|name| self.terms.name(name)).collect();
        let mut next = 0;
        let mut fresh = || loop {
            let name = format!("S{next}");
            next += 1;
            if !taken.contains(name.as_str()) {
                return name;
            }
        };
        let name = |(i, var): (usize, &Variable)| match var.name {
            Some(name) => self.terms.name(name).to_string(),
            None if count[VarId::new(i).index()] <= 1 => "_".to_string(),
            None => fresh(),
        };
        vars.iter().enumerate().map(name).collect()
    }
}
