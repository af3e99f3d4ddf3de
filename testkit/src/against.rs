//! The embedded solver against z3 on random problems with fixed seeds.

use crate::problems::{Kind, Problem, problem};
use crate::shrink::shrink;
use base::Budget;
use solver::{Solver, Verdict};
use std::fmt;
use std::time::Duration;
use tools::Tool;

/// What another solver says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// It does not say.
    Unknown,
}

/// The counts of one kind of problem.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// How many problems were asked.
    pub problems: u64,
    /// How many the judge calls satisfiable.
    pub sat: u64,
    /// How many the judge calls unsatisfiable.
    pub unsat: u64,
    /// How many we left unknown though the judge knew.
    pub unknown: u64,
    /// How many the judge left unknown.
    pub judge_unknown: u64,
    /// How many the judge calls satisfiable, and we do not, with a model that does not satisfy it.
    pub judge_wrong: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} problems: {} sat, {} unsat, {} unknown to us, {} unknown to the judge",
            self.problems, self.sat, self.unsat, self.unknown, self.judge_unknown
        )?;
        if self.judge_wrong > 0 {
            write!(f, ", {} by the judge with a model that fails", self.judge_wrong)
        } else {
            Ok(())
        }
    }
}

/// A disagreement, made small.
#[derive(Debug)]
pub struct Disagreement {
    /// The problem as an SMT-LIB script.
    pub script: String,
    /// What it is about.
    pub what: String,
}

/// How many problems one process of the judge gets.
const BATCH: usize = 200;

/// Our answer.
pub fn ask_us(p: &Problem, steps: u64) -> Verdict {
    let mut s = Solver::new();
    for f in &p.assertions {
        s.assert(*f);
    }
    s.check(&p.terms, &Budget::unlimited().with_steps(steps))
}

/// How many milliseconds z3 gets for a problem. What it does not find soon under such quantifiers it
/// does not find at all.
pub fn patience(kind: Kind) -> u64 {
    if matches!(kind, Kind::QuantifiedData | Kind::QuantifiedReals | Kind::QuantifiedArrays) {
        500
    } else {
        10_000
    }
}

/// z3's answers; `None` when it does not run.
pub fn ask_z3(problems: &[Problem], patience: u64) -> Option<Vec<Judgement>> {
    let scripts: Vec<String> = problems.iter().map(|p| smtlib::script(&p.terms, &p.assertions)).collect();
    ask_z3_scripts(&scripts, patience)
}

/// z3's answers to scripts with one check each; `None` when it does not run.
pub fn ask_z3_scripts(problems: &[String], patience: u64) -> Option<Vec<Judgement>> {
    let mut text = String::new();
    for script in problems {
        text.push_str(&format!("(reset)\n(set-option :timeout {patience})\n{script}"));
    }
    let limit = Duration::from_secs(30 + 10 * problems.len() as u64);
    let out = Tool::new("z3").arg("-in").stdin(text).time_limit(limit).output_limit(1 << 24).run().ok()?;
    let out = String::from_utf8_lossy(&out.stdout).into_owned();
    let answers: Vec<Judgement> = out
        .lines()
        .map(|l| match l.trim() {
            "sat" => Judgement::Sat,
            "unsat" => Judgement::Unsat,
            _ => Judgement::Unknown,
        })
        .collect();
    (answers.len() == problems.len()).then_some(answers)
}

fn disagree(v: &Verdict, j: Judgement) -> bool {
    matches!((v, j), (Verdict::Sat(_), Judgement::Unsat) | (Verdict::Unsat(_), Judgement::Sat))
}

/// Compares answers on `count` problems of a kind, seeds from `first` on.
pub fn compare(kind: Kind, first: u64, count: u64, steps: u64) -> Result<Tally, Disagreement> {
    compare_patiently(kind, first, count, steps, patience(kind))
}

/// The same with so many milliseconds for z3 on each problem.
pub fn compare_patiently(
    kind: Kind,
    first: u64,
    count: u64,
    steps: u64,
    patience: u64,
) -> Result<Tally, Disagreement> {
    let mut tally = Tally::default();
    let mut seed = first;
    while seed < first + count {
        let end = (seed + BATCH as u64).min(first + count);
        let batch: Vec<Problem> = (seed..end).map(|s| problem(kind, s)).collect();
        let Some(judged) = ask_z3(&batch, patience) else {
            return Err(Disagreement { script: String::new(), what: "z3 did not answer a batch".into() });
        };
        for (i, (p, j)) in batch.into_iter().zip(judged).enumerate() {
            let v = ask_us(&p, steps);
            tally.problems += 1;
            match j {
                Judgement::Sat => tally.sat += 1,
                Judgement::Unsat => tally.unsat += 1,
                Judgement::Unknown => tally.judge_unknown += 1,
            }
            if let (Verdict::Unknown(why), false) = (&v, j == Judgement::Unknown) {
                tally.unknown += 1;
                if std::env::var_os("SHOW_UNKNOWN").is_some() {
                    println!("{kind:?} {}: unknown, {why}", seed + i as u64);
                }
            }
            if v.is_unsat() && j == Judgement::Sat && !judge_has_a_model(&p) {
                tally.judge_wrong += 1;
                println!("the judge's model fails for\n{}", smtlib::script(&p.terms, &p.assertions));
                continue;
            }
            if disagree(&v, j) {
                return Err(explain(kind, seed + i as u64, p, steps));
            }
            if let Verdict::Unsat(core) = &v
                && let Some(bad) = weak_core(&p, core, steps)
            {
                return Err(bad);
            }
        }
        seed = end;
    }
    Ok(tally)
}

/// Does z3 have a model that evaluation confirms? Version 4.8 has none for `const(x) = const(-2)[red ↦ x][green ↦ 0]`
/// over three colours, and calls it satisfiable all the same.
fn judge_has_a_model(p: &Problem) -> bool {
    use smtlib::Backend;
    let mut z3 = smtlib::ProcessSolver::z3();
    p.assertions.iter().for_each(|f| z3.assert(*f));
    let budget = Budget::unlimited().with_time(Duration::from_secs(20));
    matches!(z3.check(&p.terms, &budget), Ok(smtlib::Answer::Sat(Some(_))))
}

/// A core that is not unsatisfiable by itself.
fn weak_core(p: &Problem, core: &[formula::Term], steps: u64) -> Option<Disagreement> {
    let mut s = Solver::new();
    for f in core {
        s.assert(*f);
    }
    let again = s.check(&p.terms, &Budget::unlimited().with_steps(steps));
    again.is_sat().then(|| Disagreement {
        script: smtlib::script(&p.terms, &p.assertions),
        what: "an unsatisfiable core is satisfiable".into(),
    })
}

fn explain(kind: Kind, seed: u64, mut p: Problem, steps: u64) -> Disagreement {
    shrink(&mut p, &mut |p| {
        let v = ask_us(p, steps);
        let text = smtlib::script(&p.terms, &p.assertions);
        judge_script(&text).is_some_and(|j| disagree(&v, j))
    });
    let ours = ask_us(&p, steps);
    let script = smtlib::script(&p.terms, &p.assertions);
    let what = format!(
        "{kind:?} seed {seed}: we say {}, z3 says {:?}\n{}",
        match ours {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat(_) => "unsat",
            Verdict::Unknown(_) => "unknown",
        },
        judge_script(&script),
        p.assertions.iter().map(|f| p.terms.show(*f)).collect::<Vec<_>>().join("\n")
    );
    Disagreement { script, what }
}

fn judge_script(text: &str) -> Option<Judgement> {
    let out = Tool::new("z3").arg("-in").stdin(text).time_limit(Duration::from_secs(20)).run().ok()?;
    match String::from_utf8_lossy(&out.stdout).trim() {
        "sat" => Some(Judgement::Sat),
        "unsat" => Some(Judgement::Unsat),
        _ => Some(Judgement::Unknown),
    }
}
