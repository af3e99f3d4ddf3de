//! Goals outside of grammar rules.

use super::{Parse, Parser};
use crate::syntax::ast::{ExprKind, Goal, GoalKind, Name, Purity, Quantified, Scope, StateUse, UnifyKind};
use terms::{Atom, Node, Term};

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn goal(&mut self, term: Term) -> Parse<Goal> {
        let kind = self.nested(term, |parser| parser.goal_kind(term, false))?;
        Ok(Goal { kind, at: self.at(term) })
    }

    #[inline(never)]
    fn boxed_goal(&mut self, term: Term, grammar: bool) -> Parse<Box<Goal>> {
        let goal = if grammar { self.grammar_goal(term) } else { self.goal(term) };
        goal.map(Box::new)
    }

    // As for expressions, each sort of goals has a function of its own that is not inlined, so that frames stay small.

    /// A goal of a grammar rule or an ordinary one.
    pub(super) fn goal_kind(&mut self, term: Term, grammar: bool) -> Parse<GoalKind> {
        let Some((word, args)) = self.functor(term) else { return self.no_name(term) };
        if self.conditional(term).is_some() {
            return self.conditional_goal(term, grammar);
        }
        match (word, args) {
            (",", [_, _]) => Ok(GoalKind::Conj(self.goals(term, Atom::COMMA, grammar)?)),
            (";", [_, _]) => Ok(GoalKind::Disj(self.goals(term, Atom::SEMICOLON, grammar)?)),
            ("not" | "\\+", &[inner]) => self.around(inner, grammar, GoalKind::Not),
            ("impure", &[inner]) => {
                self.around(inner, grammar, |goal| GoalKind::Effect(Purity::Impure, goal))
            }
            ("semipure", &[inner]) => {
                self.around(inner, grammar, |goal| GoalKind::Effect(Purity::Semipure, goal))
            }
            ("call" | "", [closure, args @ ..]) => self.call_closure(*closure, args),
            ("some" | "all", &[vars, inner]) => self.quantification(word, vars, inner, grammar),
            (word, args) if is_scope(word, args.len()) => self.scope(word, args, grammar),
            (word, args) => match self.not_supported(term, word, args.len()) {
                Some(unsupported) => Ok(unsupported),
                None if grammar => self.grammar_only(term),
                None => self.ordinary(term),
            },
        }
    }

    /// A variable is a closure that is called; numbers and strings are no goals.
    #[inline(never)]
    fn no_name(&mut self, term: Term) -> Parse<GoalKind> {
        let what = match self.terms.node(term) {
            Node::Var(_) => return self.call_closure(term, &[]),
            Node::Str(_) => "a string",
            _ => "a number",
        };
        Err(self.error(term, format!("{what} is no goal"), "a goal is expected here"))
    }

    #[inline(never)]
    fn call_closure(&mut self, closure: Term, args: &[Term]) -> Parse<GoalKind> {
        Ok(GoalKind::CallClosure(self.expr(closure)?, self.exprs(args)?))
    }

    #[inline(never)]
    fn conditional_goal(&mut self, term: Term, grammar: bool) -> Parse<GoalKind> {
        let Some((condition, then, otherwise)) = self.conditional(term) else { return self.call(term) };
        let condition = self.boxed_goal(condition, grammar)?;
        let then = self.boxed_goal(then, grammar)?;
        Ok(GoalKind::If(condition, then, self.boxed_goal(otherwise, grammar)?))
    }

    /// A goal with one goal in it.
    #[inline(never)]
    fn around(&mut self, inner: Term, grammar: bool, make: fn(Box<Goal>) -> GoalKind) -> Parse<GoalKind> {
        self.boxed_goal(inner, grammar).map(make)
    }

    #[inline(never)]
    fn quantification(&mut self, word: &str, vars: Term, inner: Term, grammar: bool) -> Parse<GoalKind> {
        let vars = self.quantified(vars)?;
        let inner = self.boxed_goal(inner, grammar)?;
        Ok(if word == "some" { GoalKind::Some(vars, inner) } else { GoalKind::All(vars, inner) })
    }

    #[inline(never)]
    fn scope(&mut self, word: &str, args: &[Term], grammar: bool) -> Parse<GoalKind> {
        let (scope, inner) = match *args {
            [list, inner] if word.starts_with("disable_") => {
                (Scope::DisableWarnings(self.warnings_named(list)?), inner)
            }
            [list, inner] if word.starts_with("promise_") => {
                (Scope::Promise(word.to_string(), self.promised(list)?), inner)
            }
            [list, inner] => (self.switch_scope(word, list)?, inner),
            [inner] if word.starts_with("promise_") => {
                (Scope::Promise(word.to_string(), String::new()), inner)
            }
            [inner, ..] => (Scope::Require(word.to_string()), inner),
            [] => (Scope::Require(word.to_string()), self.read.term),
        };
        Ok(GoalKind::Scope(scope, self.boxed_goal(inner, grammar)?))
    }

    /// A goal that has no node of its own.
    #[inline(never)]
    fn not_supported(&self, term: Term, word: &str, arity: usize) -> Option<GoalKind> {
        let what = if self.is_try(term) { Some("a try goal") } else { unsupported_goal(word, arity) };
        what.map(|what| GoalKind::Unsupported(self.unsupported(what, term)))
    }

    /// Goals that no grammar rule has.
    #[inline(never)]
    fn ordinary(&mut self, term: Term) -> Parse<GoalKind> {
        let functor = self.functor(term).unwrap_or(("", &[]));
        Ok(match functor {
            ("true", []) => GoalKind::True,
            ("fail" | "false", []) => GoalKind::Fail,
            ("=", &[left, right]) => self.unify(UnifyKind::Equal, left, right)?,
            ("\\=", &[left, right]) => self.unify(UnifyKind::Unequal, left, right)?,
            ("==", &[left, right]) => self.unify(UnifyKind::Test, left, right)?,
            ("=>", &[left, right])
                if self.as_variable(left).is_some() && self.as_variable(right).is_none() =>
            {
                self.superhomogeneous(term, "a deconstruction");
                self.unify(UnifyKind::Deconstruct, left, right)?
            }
            ("<=", &[left, right]) if self.as_variable(left).is_some() => self.at_most(term, left, right)?,
            ("=>", &[left, right]) => {
                GoalKind::Implies(self.boxed_goal(left, false)?, self.boxed_goal(right, false)?)
            }
            ("<=", &[left, right]) => {
                GoalKind::ImpliedBy(self.boxed_goal(left, false)?, self.boxed_goal(right, false)?)
            }
            ("<=>", &[left, right]) => {
                GoalKind::Equivalent(self.boxed_goal(left, false)?, self.boxed_goal(right, false)?)
            }
            (":=", &[left, right]) => self.assignment(term, left, right)?,
            _ => self.call(term)?,
        })
    }

    #[inline(never)]
    fn unify(&mut self, kind: UnifyKind, left: Term, right: Term) -> Parse<GoalKind> {
        Ok(GoalKind::Unify(kind, self.expr(left)?, self.expr(right)?))
    }

    /// `X <= Y`, where a variable is no goal: what papers write for `=<`, or a construction.
    #[inline(never)]
    fn at_most(&mut self, term: Term, left: Term, right: Term) -> Parse<GoalKind> {
        if matches!(self.terms.node(right), Node::Var(_) | Node::Int(_) | Node::Float(_)) {
            self.warn(term, "`<=` is an implication", "read as `=<`", "`at most` is written `=<`");
            let name = Name { module: Vec::new(), text: "=<".to_string(), at: self.at(term) };
            return Ok(GoalKind::Call(name, vec![self.expr(left)?, self.expr(right)?]));
        }
        self.superhomogeneous(term, "a construction");
        self.unify(UnifyKind::Construct, left, right)
    }

    #[inline(never)]
    fn superhomogeneous(&mut self, term: Term, what: &str) {
        let message = "an implication with a variable on its left is the notation of superhomogeneous form";
        let help = "where the variable is a closure to call, write `call(X)`";
        self.warn(term, message, format!("read as {what}"), help);
    }

    #[inline(never)]
    fn assignment(&mut self, term: Term, left: Term, right: Term) -> Parse<GoalKind> {
        if let Some((base, path)) = self.selects(left) {
            if let Some(("!", &[var])) = self.functor(base)
                && let Some(name) = self.as_variable(var)
            {
                return Ok(GoalKind::Assign(name, self.fields(path)?, self.expr(right)?));
            }
            let message = "a field update is no goal unless its subject is a state variable";
            let help = "write `!X ^ field := Value`, or unify the new value with a variable";
            return Err(self.helped(term, message, "a value that nobody takes", help));
        }
        if self.as_variable(left).is_some() {
            return self.unify(UnifyKind::Assign, left, right);
        }
        let message = "`:=` assigns to a variable or to a field of a state variable";
        Err(self.error(left, message, "this is neither"))
    }

    /// A call of a predicate by its name.
    #[inline(never)]
    pub(super) fn call(&mut self, term: Term) -> Parse<GoalKind> {
        let wrong = match self.functor(term) {
            Some(("->", [_, _])) => Some((
                "`->` has no part for the case that its condition fails",
                "an `else` part is missing",
                "write `( if C then A else B )`",
            )),
            Some((word @ "if", [_]) | (word @ ("then" | "else"), [_, _])) => {
                return Err(self.half_conditional(term, word));
            }
            Some(("|", [_, _])) => {
                Some(("`|` separates no alternatives", "this is no goal", "write `;` between them"))
            }
            Some(("[]", []) | ("[|]", [_, _])) => Some((
                "a list is no goal",
                "a goal is expected here",
                "terminals stand in grammar rules only, which are written with `-->`",
            )),
            Some(("{}", _)) => Some((
                "braces enclose no goal here",
                "a goal is expected here",
                "they stand in grammar rules only, which are written with `-->`",
            )),
            Some((":-" | "-->" | "?-", _)) => Some((
                "a clause within a clause",
                "this is no goal",
                "is the full stop of the clause before missing?",
            )),
            Some(("::" | "--->", [_, _])) => Some((
                "this is no goal",
                "a goal is expected here",
                "is the full stop of the clause before missing?",
            )),
            Some(("!", [])) => Some((
                "Mercury has no cut",
                "this is no goal",
                "write an if-then-else, or declare the predicate `semidet`",
            )),
            Some(("!" | "!." | "!:", [_])) => Some((
                "a state variable is no goal",
                "a goal is expected here",
                "give it to a predicate as an argument",
            )),
            Some(("^" | ":" | "@", [_, _])) => Some((
                "an expression is no goal",
                "a goal is expected here",
                "unify its value with a variable",
            )),
            _ => None,
        };
        if let Some((message, label, help)) = wrong {
            return Err(self.helped(term, message, label, help));
        }
        let message = "a goal is a name with arguments, perhaps with its module before it";
        let (name, args) = self.must_be_named(term, message)?;
        Ok(GoalKind::Call(name, self.exprs(args)?))
    }

    /// The parts of a conjunction or a disjunction, however they are nested.
    #[inline(never)]
    fn goals(&mut self, term: Term, operator: Atom, grammar: bool) -> Parse<Vec<Goal>> {
        let mut found = Vec::new();
        let mut open = vec![term];
        while let Some(next) = open.pop() {
            match self.terms.of::<2>(next, operator) {
                Some([left, right]) if self.conditional(next).is_none() => open.extend([right, left]),
                _ => {
                    let goal = if grammar { self.grammar_goal(next)? } else { self.goal(next)? };
                    found.push(goal);
                }
            }
        }
        Ok(found)
    }

    pub(super) fn quantified(&mut self, list: Term) -> Parse<Vec<Quantified>> {
        let (elements, rest) = self.terms.elements(list);
        if !matches!(self.functor(rest), Some(("[]", []))) {
            let message = "a quantifier names its variables in a list";
            return Err(self.helped(list, message, "this is no list", "as in `some [X, Y] p(X, Y)`"));
        }
        elements.into_iter().map(|element| self.quantified_one(element)).collect()
    }

    fn quantified_one(&mut self, term: Term) -> Parse<Quantified> {
        let (var, state) = match self.functor(term) {
            Some(("!", &[var])) => (var, true),
            _ => (term, false),
        };
        match self.as_variable(var) {
            Some(name) => Ok(Quantified { name, state, at: self.at(term) }),
            None => {
                let message = "a quantifier names variables";
                Err(self.helped(term, message, "this is none", "state variables are written `!X` there"))
            }
        }
    }

    #[inline(never)]
    fn warnings_named(&mut self, list: Term) -> Parse<Vec<String>> {
        let (elements, _) = self.terms.elements(list);
        let name = |element: Term| {
            let name = self.word(element).map(str::to_string);
            name.ok_or_else(|| self.error(element, "this is no name of a warning", "a name is expected"))
        };
        elements.into_iter().map(name).collect()
    }

    /// The list of variables of a promise, written out.
    #[inline(never)]
    fn promised(&self, list: Term) -> Parse<String> {
        let (elements, end) = self.terms.elements(list);
        let mut names = Vec::new();
        for element in elements {
            let range = self.places.get(element.index()).cloned().unwrap_or(0..0);
            let name: String = self.text.get(range).unwrap_or("").split_whitespace().collect();
            let bare = name.trim_start_matches(['!', '.', ':']);
            let is_var = bare.starts_with(|c: char| c.is_uppercase() || c == '_')
                && bare.chars().all(terms::chars::is_name)
                && matches!(&name[..name.len() - bare.len()], "" | "!" | "!." | "!:");
            if !is_var {
                return Err(self.error(element, "a promise names variables", "this is none"));
            }
            names.push(name);
        }
        if self.word(end) != Some("[]") {
            return Err(self.error(list, "a promise names variables in a list", "this is none"));
        }
        Ok(format!("[{}]", names.join(", ")))
    }

    #[inline(never)]
    fn switch_scope(&mut self, word: &str, list: Term) -> Parse<Scope> {
        let (elements, _) = self.terms.elements(list);
        let [element] = elements[..] else {
            let message = format!("`{word}` names one variable");
            return Err(self.error(list, message, "not one"));
        };
        let var = self.expr(element)?;
        match var.kind {
            ExprKind::Var(_) | ExprKind::State(StateUse::Current, _) => {
                Ok(Scope::RequireSwitch(word.to_string(), var))
            }
            _ => {
                let message = format!("`{word}` names a variable");
                Err(self.helped(element, message, "this is none", "a state variable is written `!.X` there"))
            }
        }
    }

    /// `try … then … else … catch …`
    fn is_try(&self, term: Term) -> bool {
        let mut rest = term;
        loop {
            match self.functor(rest) {
                // A call of `exception.try/2` looks like it, but does not start with a list.
                Some(("try", [first, _])) => return matches!(self.functor(*first), Some(("[]" | "[|]", _))),
                Some(("catch" | "catch_any" | "else" | "then", &[first, _])) => rest = first,
                _ => return false,
            }
        }
    }
}

/// Whether this is a goal that only the compiler's checks and warnings know from the goal inside of it.
fn is_scope(word: &str, arity: usize) -> bool {
    match arity {
        1 => {
            is_required(word, "require_")
                || matches!(word, "promise_pure" | "promise_semipure" | "promise_impure")
        }
        2 => {
            matches!(
                word,
                "promise_equivalent_solutions"
                    | "disable_warning"
                    | "disable_warnings"
                    | "require_complete_switch"
            ) || is_required(word, "require_switch_arms_")
        }
        _ => false,
    }
}

/// A word such as `require_det`.
fn is_required(word: &str, start: &str) -> bool {
    let end = word.strip_prefix(start);
    end.is_some_and(|end| crate::syntax::ast::Determinism::parse(end).is_some())
}

/// What a goal is that has no node of its own.
fn unsupported_goal(word: &str, arity: usize) -> Option<&'static str> {
    Some(match (word, arity) {
        ("&", 2) => "a parallel conjunction",
        ("promise_equivalent_solution_sets", 2) => "a promise of equivalent sets of solutions",
        ("arbitrary", 2) => "an arbitrary solution",
        ("trace", 2) => "a trace goal",
        ("atomic", 2) | ("or_else", 2) => "an atomic goal",
        ("event", 1) => "an event goal",
        ("catch" | "catch_any", 2) => "a try goal",
        _ => return None,
    })
}
