//! The goal that judges a test of plunit, whatever its options say.
//!
//! A test becomes one goal with a solution for each of its instances, which says how that one ends. For
//!
//! ```text
//! test(t, [true(X > 2), setup(S), cleanup(C), forall(F)]) :- G.
//! ```
//!
//! it is, with the marks of [`Finding`],
//!
//! ```text
//! call(F), ( catch(S, _, fail) -> ( G -> ( X > 2 -> V = passed ; V = wrong_answer ) ; V = fails ), ignore(catch(C, _, true))
//!          ; V = unprepared )
//! ```
//!
//! What plunit does not refuse and has no meaning here, such as `sto(_)` or the context of an error, makes it an error.

use super::options::{Mode, Options, options};
use logic::{Atom, Program, Term, Terms, VarId, Writer};
use suite::GoalTest;
use suite::goals::{Finding, Judging};

/// The option that marks a test which calls a clause of its own file, of which a suite knows nothing: `local(Clause)`, or the
/// name of the predicate alone.
pub(super) const LOCAL: &str = "local";

/// The goal that judges a test by the options that its assertions are.
///
/// # Errors
///
/// Why the test cannot be run.
pub fn judging(program: &mut Program, test: &GoalTest) -> Result<Judging, String> {
    let goal = match test.constraint.trim() {
        "" | "true" => format!("({})", test.goal),
        constraint => format!("(({constraint}), ({}))", test.goal),
    };
    let text = format!("test({goal}, [{}]) .", test.assertions.join(", "));
    let read =
        crate::read_query(program, &text).map_err(|problem| format!("its options: {}", problem.message))?;
    let parts = match program.terms.callable(read.term) {
        Some((_, [goal, list])) => Some((*goal, program.terms.elements(*list).0)),
        _ => None,
    };
    let (goal, list) = parts.ok_or("its options cannot be read")?;
    let options = options(&program.terms, &list);
    if let Some(option) = options.unknown {
        return Err(match program.terms.callable(option) {
            Some((name, [clause])) if program.terms.name(name) == LOCAL => {
                let name = super::beside::predicate(&program.terms, *clause).map(|(name, _)| name);
                let called = name.map_or_else(String::new, |name| logic::quoted(program.terms.name(name)));
                format!("it is not run: it calls `{called}`, which is defined beside the tests")
            }
            _ => {
                let names: Vec<String> = (0..read.vars.len()).map(|_| "_".to_string()).collect();
                let shown = Writer::new(&program.terms).ops(&program.ops).names(&names).text(option);
                format!("it is not run: its option `{shown}` is not supported")
            }
        });
    }
    if options.blocked {
        return Err("it is not run: it is blocked".to_string());
    }
    let finding = VarId::new(read.vars.len());
    let mut builder = Builder { terms: &mut program.terms, next: read.vars.len() + 1, finding };
    let goal = builder.instances(goal, &options)?;
    let vars = builder.next;
    // What judges may need more of the library than the test.
    crate::library::extend(program, goal);
    Ok(Judging { goal, vars, finding, fixme: options.fixme })
}

/// Makes goals.
struct Builder<'t> {
    terms: &'t mut Terms,
    /// The number of the next variable.
    next: usize,
    finding: VarId,
}

impl Builder<'_> {
    fn fresh(&mut self) -> Term {
        let var = VarId::new(self.next);
        self.next += 1;
        self.terms.var(var)
    }

    fn make(&mut self, name: &str, args: &[Term]) -> Term {
        let name = self.terms.intern(name);
        if args.is_empty() { self.terms.atom(name) } else { self.terms.compound(name, args) }
    }

    fn both(&mut self, first: Term, second: Term) -> Term {
        self.terms.compound(Atom::COMMA, &[first, second])
    }

    fn choose(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let then = self.terms.compound(Atom::ARROW, &[condition, then]);
        self.terms.compound(Atom::SEMICOLON, &[then, otherwise])
    }

    fn found(&mut self, finding: Finding) -> Term {
        let word = self.make(finding.word(), &[]);
        let var = self.terms.var(self.finding);
        self.terms.compound(Atom::EQUAL, &[var, word])
    }

    /// `catch(Goal, _, Recovery)`.
    fn caught(&mut self, goal: Term, recovery: &str) -> Term {
        let (any, recovery) = (self.fresh(), self.make(recovery, &[]));
        self.make("catch", &[goal, any, recovery])
    }

    /// A solution for each instance of a test.
    fn instances(&mut self, goal: Term, options: &Options) -> Result<Term, String> {
        let mut made = self.ending(goal, options.mode.unwrap_or(Mode::True(None)))?;
        if let Some(cleanup) = options.cleanup {
            let cleanup = self.caught(cleanup, "true");
            let cleanup = self.make("ignore", &[cleanup]);
            made = self.both(made, cleanup);
        }
        for (before, finding) in
            [(options.setup, Finding::Unprepared), (options.condition, Finding::Excluded)]
        {
            let Some(before) = before else { continue };
            let before = self.caught(before, "fail");
            let otherwise = self.found(finding);
            made = self.choose(before, made, otherwise);
        }
        if let Some(forall) = options.forall {
            let forall = self.make("call", &[forall]);
            made = self.both(forall, made);
        }
        Ok(made)
    }

    /// Runs the goal of a test, and says how it ends.
    fn ending(&mut self, goal: Term, mode: Mode) -> Result<Term, String> {
        let [passed, fails, wrong_answer] =
            [Finding::Passed, Finding::Fails, Finding::WrongAnswer].map(|finding| self.found(finding));
        Ok(match mode {
            Mode::True(None) => self.choose(goal, passed, fails),
            Mode::True(Some(check)) => {
                let checked = self.choose(check, passed, wrong_answer);
                self.choose(goal, checked, fails)
            }
            Mode::Fail => {
                let succeeds = self.found(Finding::Succeeds);
                self.choose(goal, succeeds, passed)
            }
            Mode::All(check) | Mode::Set(check) => {
                let Some((operator, [template, wanted])) = self.terms.callable(check) else {
                    return Err(
                        "it is not run: what its solutions are compared with is not supported".to_string()
                    );
                };
                let (operator, template, mut wanted) = (operator, *template, *wanted);
                if !["==", "=:=", "=", "=@="].contains(&self.terms.name(operator)) {
                    return Err("it is not run: this comparison of solutions is not supported".to_string());
                }
                let operator = self.terms.atom(operator);
                let found = self.fresh();
                let all = self.make("findall", &[template, goal, found]);
                let (mut compared, mut before) = (found, all);
                if matches!(mode, Mode::Set(_)) {
                    if !self.terms.variables(wanted).is_empty() {
                        return Err("it is not run: the order of variables is not known".to_string());
                    }
                    let [left, right] = [compared, wanted].map(|list| (list, self.fresh()));
                    for (list, sorted) in [left, right] {
                        let goal = self.make("sort", &[list, sorted]);
                        before = self.both(before, goal);
                    }
                    (compared, wanted) = (left.1, right.1);
                }
                let same = self.make("maplist", &[operator, wanted, compared]);
                let compared = self.choose(same, passed, wrong_answer);
                self.both(before, compared)
            }
            Mode::Throws(ball) | Mode::Error(ball) => {
                let is_error = matches!(mode, Mode::Error(_));
                if !is_error && super::has_context(self.terms, ball) {
                    return Err("it is not run: the context of an error is not known".to_string());
                }
                // What is thrown is forgotten again: it may hold the context of an error.
                let (thrown, result) = (self.fresh(), self.terms.var(self.finding));
                let [returns, wrong_ball] =
                    [Finding::Returns, Finding::WrongBall].map(|finding| self.found(finding));
                let expected = if is_error {
                    let any = self.fresh();
                    self.make("error", &[ball, any])
                } else {
                    ball
                };
                let fits = self.subsumes(expected, thrown);
                let recovery = self.choose(fits, passed, wrong_ball);
                let run = self.choose(goal, returns, fails);
                let run = self.make("catch", &[run, thrown, recovery]);
                let nil = self.terms.atom(Atom::NIL);
                let results = self.terms.list(&[result], nil);
                self.make("findall", &[result, run, results])
            }
        })
    }

    /// Holds if a term is an instance of another one; binds nothing.
    fn subsumes(&mut self, general: Term, special: Term) -> Term {
        let [before, after] = [self.fresh(), self.fresh()];
        let first = self.make("term_variables", &[special, before]);
        let equal = self.terms.compound(Atom::EQUAL, &[general, special]);
        let second = self.make("term_variables", &[before, after]);
        let same = self.make("==", &[before, after]);
        let mut goal = self.both(second, same);
        goal = self.both(equal, goal);
        goal = self.both(first, goal);
        let not = self.terms.compound(Atom::NOT, &[goal]);
        self.terms.compound(Atom::NOT, &[not])
    }
}
