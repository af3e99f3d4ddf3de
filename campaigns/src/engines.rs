//! The questions of searches over the programs of the corpus, as they would be logged, judged by z3.

use base::Budget;
use explore::{Bounds, PerPath, Plan, Splits, explore};
use formula::{Term, Terms};
use imperative::{DecisionId, ProcId, Program};
use solver::{Advice, Adviser, Verdict};
use source::Files;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use testkit::against::{Judgement, ask_z3_scripts};

/// How many questions one process of z3 gets.
const BATCH: usize = 500;
/// What one search may take.
const SEARCH: Duration = Duration::from_secs(10);
/// What one search may contribute, so that all programs have their say.
const EACH: usize = 1_500;

/// Questions with answers, each once.
#[derive(Debug, Default)]
struct Log {
    known: BTreeSet<String>,
    new: Vec<(String, Judgement)>,
    enough: bool,
}

#[derive(Clone, Debug, Default)]
struct Shared(Arc<Mutex<Log>>);

impl Shared {
    fn log(&self) -> std::sync::MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Advice for Shared {
    fn adviser(&self) -> Box<dyn Adviser> {
        Box::new(self.clone())
    }
}

impl Adviser for Shared {
    fn answer(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        _: &Budget,
        own: &mut dyn FnMut() -> Verdict,
    ) -> Verdict {
        let verdict = own();
        let answer = match &verdict {
            Verdict::Sat(_) => Judgement::Sat,
            Verdict::Unsat(_) => Judgement::Unsat,
            Verdict::Unknown(_) => Judgement::Unknown,
        };
        let script = smtlib::script(terms, assertions);
        let mut log = self.log();
        if log.new.len() < EACH && log.known.insert(script.clone()) {
            log.new.push((script, answer));
        }
        log.enough = log.new.len() >= EACH;
        verdict
    }
}

/// Asks z3 what the searches have asked, up to so many questions.
pub fn run(problems: u64) -> Result<(), String> {
    if tools::find("z3").is_none() {
        return Err("z3 is not installed".into());
    }
    let shared = Shared::default();
    let (mut asked, mut sat, mut unsat, mut unknown, mut judge_unknown) = (0u64, 0u64, 0u64, 0u64, 0u64);
    'all: for loops in [2, 3, 4, 5, 6] {
        for file in programs()? {
            let Some(program) = load(&file)? else { continue };
            for plan in plans(&program, loops) {
                let plan = Plan { advice: Some(Arc::new(shared.clone())), ..plan };
                let budget = Budget::unlimited().with_time(SEARCH);
                for entry in entries(&program) {
                    explore(&program, entry, &plan, &budget, &mut |_| !shared.log().enough);
                }
                let new = std::mem::take(&mut shared.log().new);
                shared.log().enough = false;
                for batch in new.chunks(BATCH) {
                    let scripts: Vec<String> = batch.iter().map(|(s, _)| s.clone()).collect();
                    let judged = ask_z3_scripts(&scripts, 10_000).ok_or("z3 did not answer a batch")?;
                    for ((script, ours), theirs) in batch.iter().zip(judged) {
                        asked += 1;
                        match (*ours, theirs) {
                            (Judgement::Sat, Judgement::Unsat) | (Judgement::Unsat, Judgement::Sat) => {
                                let name = file.display();
                                println!("{script}");
                                return Err(format!("{name}: we say {ours:?}, z3 says {theirs:?}"));
                            }
                            (_, Judgement::Unknown) => judge_unknown += 1,
                            (Judgement::Unknown, _) => unknown += 1,
                            (_, Judgement::Sat) => sat += 1,
                            (_, Judgement::Unsat) => unsat += 1,
                        }
                    }
                }
                if asked >= problems {
                    break 'all;
                }
            }
        }
    }
    println!(
        "{asked} questions of searches: {sat} sat, {unsat} unsat, {unknown} unknown to us, \
         {judge_unknown} unknown to the judge"
    );
    Ok(())
}

/// The ways in which a program is searched: by paths, with the finest forks, for shapes.
fn plans(program: &Program, loops: u32) -> Vec<Plan> {
    let bounds = Bounds { loops: Some(loops), depth: Some(loops + 1), ..Bounds::default() };
    let mut atoms = Vec::new();
    for (p, proc) in program.procs.iter().enumerate() {
        atoms.extend((0..proc.decisions.len()).map(|d| (ProcId::new(p), DecisionId::new(d))));
    }
    let plain = Plan::within(bounds);
    vec![
        plain.clone(),
        Plan { splits: Splits { atoms, sources: true }, ..plain.clone() },
        Plan { per_path: PerPath::Shapes(2 + loops as usize / 2), ..plain },
    ]
}

fn entries(program: &Program) -> Vec<ProcId> {
    let all = (0..program.procs.len()).map(ProcId::new);
    program.main.map_or_else(|| all.collect(), |main| vec![main])
}

fn programs() -> Result<Vec<PathBuf>, String> {
    let mut out = Vec::new();
    for folder in ["corpus/impl", "corpus/criteria"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
        let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let files = entries.filter_map(|e| Some(e.ok()?.path()));
        out.extend(files.filter(|p| p.extension().is_some_and(|e| e == "impl")));
    }
    out.sort();
    Ok(out)
}

fn load(file: &Path) -> Result<Option<Program>, String> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut files = Files::new();
    let id = files.add(file.display().to_string(), text.as_str());
    Ok(front_impl::load(&files, id).program)
}
