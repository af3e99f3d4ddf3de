//! Running a test: its goal, then its assertions on the solutions (section 3.2.1 of the thesis).
//!
//! Only the first solution is asked for where no assertion is about others. A test that says nothing about success,
//! failure, exceptions or numbers of solutions is expected to succeed.

use crate::options::{RunMode, Running};
use language::{About, CheckInput, CompiledAssertion, CompiledTest, CompiledTests};
use logic::machine::cells::Frozen;
use logic::machine::guide::Plain;
use logic::machine::moded::Watching;
use logic::machine::moded::counts::Counts;
use logic::machine::{Machine, Options, Outcome};
use logic::moded::{Label, ProcId};
use source::{Files, Span};
use suite::Verdict;

/// How far the run of a test may go: a few seconds.
pub(super) const STEPS: u64 = 100_000_000;
/// How many cells it may take.
const CELLS: usize = 60_000_000;
/// At most this many solutions of a goal; assertions about more are not expected.
const MOST: usize = 100_000;

/// Number of solutions that are asked for at first where one of them may be enough.
const FEW: usize = 100;

/// How far a run may go.
pub(super) fn bounds() -> Options {
    Options { steps: STEPS, cells: CELLS, events: false, ports: false, ..Options::default() }
}

/// A reason with the line of the program that it is about. Tests have no lines here.
pub(super) fn with_place(files: &Files, why: String, span: Option<Span>) -> String {
    let place = span.and_then(|span| Some((files.get(span.file)?, span)));
    let Some((file, span)) = place else { return why };
    let name = file.name().rsplit(['/', '\\']).next().unwrap_or_default();
    format!("{name}, line {}: {why}", file.line(span.start as usize))
}

/// Runs tests.
pub(super) struct Judge<'c> {
    files: &'c Files,
    compiled: &'c CompiledTests,
    machine: Machine<'c, Plain>,
    watching: Watching,
    running: Running,
    /// How far a run may go.
    steps: u64,
    /// The longest run of the last test.
    longest: u64,
    /// Whether the last assertion threw something.
    assertion_threw: bool,
}

/// The result of a goal.
enum Ended {
    /// These are all solutions that were asked for.
    Over,
    /// Something was thrown.
    Thrown(String),
    /// Nothing is known, and why.
    Unknown(String),
}

/// Why a test is not passed.
type Refusal = Verdict;

impl<'c> Judge<'c> {
    pub fn new(files: &'c Files, compiled: &'c CompiledTests, running: Running) -> Judge<'c> {
        let machine = Machine::waiting(&compiled.program, Plain);
        let watching = Watching::Nothing;
        Judge {
            files,
            compiled,
            machine,
            watching,
            running,
            steps: STEPS,
            longest: 0,
            assertion_threw: false,
        }
    }

    /// Runs a test within this number of steps; also gives the steps of its longest run.
    pub fn within(&mut self, number: usize, steps: u64) -> (Verdict, u64) {
        self.steps = steps;
        self.longest = 0;
        let verdict = self.test(number);
        self.steps = STEPS;
        (verdict, self.longest)
    }

    /// Runs a test and counts labels on the way. Only what its goal reaches counts.
    pub fn measured(&mut self, number: usize) -> (Verdict, Counts) {
        self.machine.forget_counts();
        self.watching = Watching::Counts;
        let verdict = self.test(number);
        (verdict, self.machine.counts())
    }

    /// The labels of the goal of a test, with its solutions and failures, in their order.
    pub fn sequence(&mut self, number: usize, solutions: Option<usize>) -> Vec<Label> {
        let Some(Ok(test)) = self.compiled.tests.get(number) else { return Vec::new() };
        let world = self.machine.number(0);
        let inputs: &[Frozen] = if test.world { std::slice::from_ref(&world) } else { &[] };
        self.machine.start(test.solve, inputs, bounds(), Watching::Sequence);
        let mut found = 0;
        while self.machine.next() == Outcome::Solution {
            found += 1;
            if solutions.is_some_and(|most| found >= most) || found >= MOST {
                break;
            }
        }
        self.machine.sequence().to_vec()
    }

    /// Runs a test.
    pub fn test(&mut self, number: usize) -> Verdict {
        match self.compiled.tests.get(number) {
            Some(Ok(test)) => self.judged(test).err().unwrap_or(Verdict::Passed),
            Some(Err(why)) => Verdict::Invalid(why.clone()),
            None => Verdict::Invalid("there is no such test".to_string()),
        }
    }

    fn judged(&mut self, test: &CompiledTest) -> Result<(), Refusal> {
        let abouts: Vec<About> = test.assertions.iter().map(|assertion| assertion.about).collect();
        let several = |about: &About| {
            matches!(about, About::Some | About::All | About::Cardinality(_) | About::Numbered(2..))
        };
        match self.running.mode {
            RunMode::Multi if test.world => {
                let why = "it reads or writes, which is not allowed in mode `multi`".to_string();
                return Err(Verdict::Invalid(why));
            }
            RunMode::Io if abouts.iter().any(several) => {
                let why = "it asks for several solutions, which is not allowed in mode `io`".to_string();
                return Err(Verdict::Invalid(why));
            }
            _ => {}
        }
        let (solutions, ended) = self.solve_enough(test, &abouts)?;
        let throws = abouts.contains(&About::Exception);
        match ended {
            Ended::Thrown(_) if throws && !self.running.uncaught => return Ok(()),
            Ended::Thrown(ball) if self.running.uncaught => {
                return Err(Verdict::Failed(format!("uncaught exception: {ball}")));
            }
            Ended::Thrown(ball) => {
                return Err(Verdict::Failed(format!("failed because of an exception: {ball}")));
            }
            Ended::Unknown(why) => return Err(Verdict::Failed(format!("undetermined: {why}"))),
            Ended::Over => {}
        }
        let about_number = |about: &About| {
            matches!(
                about,
                About::Failure | About::Cardinality(_) | About::All | About::Some | About::Numbered(_)
            )
        };
        let expects = !abouts.iter().any(about_number) && !throws;
        if expects && solutions.is_empty() {
            return Err(Verdict::Failed("failed because of failure instead of success".to_string()));
        }
        for assertion in &test.assertions {
            self.assertion_threw = false;
            match self.assertion(test, assertion, &solutions) {
                // What an assertion throws counts like what the goal throws.
                Err(Verdict::Failed(_)) if throws && self.assertion_threw => return Ok(()),
                other => other?,
            }
        }
        if throws {
            let what = if solutions.is_empty() { "failure" } else { "success" };
            return Err(Verdict::Failed(format!("failed because of {what} instead of an exception")));
        }
        Ok(())
    }

    /// As many solutions as the assertions need. One that asks for some solution may need only the first ones: it is
    /// asked again with more.
    fn solve_enough(
        &mut self,
        test: &CompiledTest,
        abouts: &[About],
    ) -> Result<(Vec<Vec<Frozen>>, Ended), Refusal> {
        let most = most(test, abouts);
        let all = |about: &About| matches!(about, About::All | About::Cardinality(_) | About::Count);
        if !abouts.contains(&About::Some) || abouts.iter().any(all) {
            return Ok(self.solve(test, most));
        }
        let mut asked = FEW.min(most);
        loop {
            let found = self.solve(test, asked);
            if found.0.len() < asked || asked == most {
                return Ok(found);
            }
            let mut met = true;
            for assertion in test.assertions.iter().filter(|assertion| assertion.about == About::Some) {
                let mut holds = false;
                for values in &found.0 {
                    holds = holds || self.holds(assertion, values, found.0.len())?;
                }
                met = met && holds;
            }
            if met {
                return Ok(found);
            }
            asked = (asked * 10).min(most);
        }
    }

    /// The solutions of the goal, in their order.
    fn solve(&mut self, test: &CompiledTest, most: usize) -> (Vec<Vec<Frozen>>, Ended) {
        let world = self.machine.number(0);
        let inputs: &[Frozen] = if test.world { std::slice::from_ref(&world) } else { &[] };
        let bounds = Options { steps: self.steps, ..bounds() };
        self.machine.start(test.solve, inputs, bounds, self.watching);
        let mut found = Vec::new();
        loop {
            if found.len() >= most {
                let more = format!("bound reached: there are more than {MOST} solutions");
                let ended = if most == MOST { Ended::Unknown(more) } else { Ended::Over };
                return (found, ended);
            }
            let outcome = self.machine.next();
            self.longest = self.longest.max(self.machine.steps());
            match outcome {
                Outcome::Solution => {
                    let mut values = self.machine.outputs(test.solve);
                    if test.world {
                        values.pop();
                    }
                    found.push(values);
                }
                other => return (found, self.ended(other)),
            }
        }
    }

    fn ended(&self, outcome: Outcome) -> Ended {
        match outcome {
            Outcome::Solution | Outcome::Failed => Ended::Over,
            Outcome::Error { ball, .. } => Ended::Thrown(ball),
            Outcome::Unknown { why, span } => Ended::Unknown(with_place(self.files, why, span)),
            Outcome::Infeasible => Ended::Unknown("no input comes here".to_string()),
            Outcome::Limit if self.machine.steps() > self.steps => {
                Ended::Unknown(format!("bound reached: it did not end within {} steps", self.steps))
            }
            Outcome::Limit => Ended::Unknown("bound reached: it takes too much memory".to_string()),
        }
    }

    fn assertion(
        &mut self,
        test: &CompiledTest,
        assertion: &CompiledAssertion,
        solutions: &[Vec<Frozen>],
    ) -> Result<(), Refusal> {
        let failed = |why: String| Err(Verdict::Failed(why));
        let count = solutions.len();
        match assertion.about {
            About::Exception => Ok(()),
            About::Success if count == 0 => {
                failed("failed because of failure instead of success".to_string())
            }
            About::Failure if count > 0 => {
                let shown = solutions.first().map(|first| self.shown(test, first, None)).unwrap_or_default();
                failed(format!("failed because of success instead of failure{shown}"))
            }
            About::Success | About::Failure => Ok(()),
            About::Cardinality(Some(wanted)) if wanted != count => {
                let are = if count == 1 { "is" } else { "are" };
                failed(format!("there {are} {}, expected {wanted}", solutions_text(count)))
            }
            About::Cardinality(_) => Ok(()),
            About::First => match solutions.first() {
                Some(first) => self.must_hold(test, assertion, first, count),
                None => failed("failed because of failure instead of success".to_string()),
            },
            About::Numbered(number) => match number.checked_sub(1).and_then(|i| solutions.get(i)) {
                Some(values) => self.must_hold(test, assertion, values, count),
                None => failed(format!(
                    "`{}`: there {} {}",
                    assertion.text,
                    if count == 1 { "is" } else { "are" },
                    if count == 0 {
                        "no solution".to_string()
                    } else {
                        format!("only {}", solutions_text(count))
                    }
                )),
            },
            About::All => {
                for values in solutions {
                    self.must_hold(test, assertion, values, count)?;
                }
                Ok(())
            }
            About::Some => {
                for values in solutions {
                    if self.holds(assertion, values, count)? {
                        return Ok(());
                    }
                }
                failed(format!(
                    "condition false: `{}` holds for none of {}",
                    assertion.text,
                    solutions_text(count)
                ))
            }
            About::Count => self.must_hold(test, assertion, &[], count),
        }
    }

    fn must_hold(
        &mut self,
        test: &CompiledTest,
        assertion: &CompiledAssertion,
        values: &[Frozen],
        count: usize,
    ) -> Result<(), Refusal> {
        if self.holds(assertion, values, count)? {
            return Ok(());
        }
        let shown = self.shown(test, values, Some((assertion, count)));
        Err(Verdict::Failed(format!("condition false: `{}`{shown}", assertion.text)))
    }

    /// Whether a condition holds for a solution.
    fn holds(
        &mut self,
        assertion: &CompiledAssertion,
        values: &[Frozen],
        count: usize,
    ) -> Result<bool, Refusal> {
        let Some(check) = assertion.check else { return Ok(true) };
        let mut inputs = Vec::with_capacity(assertion.inputs.len());
        for input in &assertion.inputs {
            inputs.push(match input {
                CheckInput::Variable(number) => values.get(*number).cloned().unwrap_or_default(),
                CheckInput::Cardinality => self.machine.number(count as i64),
            });
        }
        match self.check(check, &inputs) {
            Outcome::Solution => Ok(true),
            Outcome::Failed => Ok(false),
            other => Err(Verdict::Failed(match self.ended(other) {
                Ended::Thrown(ball) => {
                    self.assertion_threw = true;
                    format!("failed because of an exception in an assertion: `{}`: {ball}", assertion.text)
                }
                Ended::Unknown(why) => format!("undetermined: `{}`: {why}", assertion.text),
                Ended::Over => "undetermined".to_string(),
            })),
        }
    }

    fn check(&mut self, check: ProcId, inputs: &[Frozen]) -> Outcome {
        // What an assertion reaches is not what the test covers.
        self.machine.start(check, inputs, bounds(), Watching::Nothing);
        self.machine.next()
    }

    /// The values that a condition is about: ` with X = 1, Y = [2]`.
    fn shown(
        &mut self,
        test: &CompiledTest,
        values: &[Frozen],
        of: Option<(&CompiledAssertion, usize)>,
    ) -> String {
        let mut parts = Vec::new();
        for (number, (name, value)) in test.vars.iter().zip(values).enumerate() {
            let used = |(assertion, _): &(&CompiledAssertion, usize)| {
                assertion.inputs.contains(&CheckInput::Variable(number))
            };
            if of.as_ref().is_none_or(used) {
                parts.push(format!("{name} = {}", shortened(self.machine.shown(value))));
            }
        }
        if let Some((assertion, count)) = of
            && assertion.inputs.contains(&CheckInput::Cardinality)
        {
            parts.push(solutions_text(count));
        }
        if parts.is_empty() { String::new() } else { format!(", with {}", parts.join(", ")) }
    }
}

fn solutions_text(count: usize) -> String {
    if count == 1 { "1 solution".to_string() } else { format!("{count} solutions") }
}

/// A text that is not longer than a person reads.
fn shortened(text: String) -> String {
    const MOST: usize = 300;
    if text.chars().count() <= MOST {
        return text;
    }
    let start: String = text.chars().take(MOST).collect();
    format!("{start}…")
}

/// How many solutions are asked for.
fn most(test: &CompiledTest, abouts: &[About]) -> usize {
    let limit = test.limit.unwrap_or(MOST);
    let all =
        |about: &About| matches!(about, About::All | About::Some | About::Cardinality(_) | About::Count);
    if abouts.iter().any(all) {
        return limit;
    }
    let numbered = abouts.iter().map(|about| match about {
        About::Numbered(number) => *number,
        _ => 1,
    });
    limit.min(numbered.max().unwrap_or(1)).max(usize::from(test.limit != Some(0)))
}
