//! Tests that are judged by assertions about their goal instead of by its solutions.
//!
//! The language makes one goal of the goal of a test and its assertions ([`Judging`]). Each solution of that goal says what
//! was found out about one instance of the test ([`Finding`]).

use super::{Asked, Ended, Runner, Seen};
use crate::{GoalTest, Verdict};
use logic::{Program, Term, VarId};

/// The most instances of a test.
const MOST: usize = 100_000;

/// The goal that judges a test.
#[derive(Clone, Debug)]
pub struct Judging {
    /// The goal, a term of the program's table.
    pub goal: Term,
    /// How many variables it has.
    pub vars: usize,
    /// The variable that has the word of a [`Finding`] in each solution.
    pub finding: VarId,
    /// Whether the test is known to fail.
    pub fixme: bool,
}

/// What was found out about one instance of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// All is as expected.
    Passed,
    /// The goal fails.
    Fails,
    /// The goal succeeds where it should fail.
    Succeeds,
    /// The goal succeeds where it should throw.
    Returns,
    /// What is claimed of the solutions does not hold.
    WrongAnswer,
    /// Something else is thrown.
    WrongBall,
    /// The condition of the test does not hold.
    Excluded,
    /// What prepares the test does not succeed.
    Unprepared,
}

impl Finding {
    const ALL: [Finding; 8] = [
        Finding::Passed,
        Finding::Fails,
        Finding::Succeeds,
        Finding::Returns,
        Finding::WrongAnswer,
        Finding::WrongBall,
        Finding::Excluded,
        Finding::Unprepared,
    ];

    /// The atom that stands for it.
    pub fn word(self) -> &'static str {
        match self {
            Finding::Passed => "passed",
            Finding::Fails => "fails",
            Finding::Succeeds => "succeeds",
            Finding::Returns => "returns",
            Finding::WrongAnswer => "wrong_answer",
            Finding::WrongBall => "wrong_ball",
            Finding::Excluded => "excluded",
            Finding::Unprepared => "unprepared",
        }
    }

    fn verdict(self) -> Verdict {
        let failed = |why: &str| Verdict::Failed(why.to_string());
        let not_run = |why: &str| Verdict::Invalid(format!("it is not run: {why}"));
        match self {
            Finding::Passed => Verdict::Passed,
            Finding::Fails => failed("it should succeed, and fails"),
            Finding::Succeeds => failed("it should fail, and succeeds"),
            Finding::Returns => failed("it should throw, and succeeds"),
            Finding::WrongAnswer => failed("its answer is not the one that is expected"),
            Finding::WrongBall => failed("it throws something that is not expected"),
            Finding::Excluded => not_run("its condition does not hold"),
            Finding::Unprepared => not_run("its setup does not succeed"),
        }
    }
}

/// Judges a test by its assertions.
pub(super) fn by_assertions(
    runner: &dyn Runner,
    program: &mut Program,
    test: &GoalTest,
    steps: u64,
) -> Result<(Verdict, Seen), String> {
    let judging = runner.judging(program, test)?;
    let order = [judging.finding];
    let asked = Asked { goal: judging.goal, vars: judging.vars, order: &order, most: MOST, steps };
    let seen = runner.run(program, &asked);
    let verdict = match verdict(&seen) {
        Verdict::Failed(why) if judging.fixme => {
            Verdict::Invalid(format!("it is marked as one that is to be fixed: {why}"))
        }
        verdict => verdict,
    };
    Ok((verdict, seen))
}

/// The worst of what is found of the instances.
fn verdict(seen: &Seen) -> Verdict {
    match &seen.ended {
        Ended::Unknown(why) => return Verdict::Invalid(format!("its run is unknown: {why}")),
        Ended::Error(ball, _) => return Verdict::Failed(format!("it throws {ball}")),
        Ended::Over if seen.solutions.len() >= MOST => {
            return Verdict::Invalid(format!("it has {MOST} instances or more"));
        }
        Ended::Over => {}
    }
    let mut not_run = None;
    let mut passed = false;
    for text in &seen.solutions {
        let finding = Finding::ALL.into_iter().find(|finding| *text == format!("v({})", finding.word()));
        match finding.map(Finding::verdict) {
            Some(Verdict::Passed) => passed = true,
            Some(Verdict::Failed(why)) => return Verdict::Failed(why),
            Some(Verdict::Invalid(why)) => not_run = not_run.or(Some(why)),
            None => return Verdict::Invalid("nothing is found out about it".to_string()),
        }
    }
    match not_run {
        Some(why) => Verdict::Invalid(why),
        None if passed => Verdict::Passed,
        None => Verdict::Invalid("it is not run: it has no instance".to_string()),
    }
}
