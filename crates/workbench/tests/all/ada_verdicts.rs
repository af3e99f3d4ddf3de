//! What is said of the goals of Ada programs, against runs on inputs that nobody searched for: no run meets a goal that is
//! called infeasible, and none leaves the paths of a search that calls itself complete.
//!
//! The programs are random packages ([`testkit::ada_programs`]), with vectors of fixed bounds and of any, and those of the
//! corpus. `GLASSBOX_PROGRAMS=N` takes N packages of each kind instead of a few, and more inputs.

use crate::asking::Asked;
use base::Budget;
use criteria::{Criterion, Goal, Mcdc, Step, goals, path_of, reachable};
use imperative::machine::{Limits, Options, Outcome, State, requirements_hold, run, run_watched};
use imperative::{ErrorKind, ProcId, Program};
use language::{LoadOptions, Model};
use source::{FileId, Files, Span};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use testkit::ada_programs::{Package, package, package_of_fixed_vectors, package_of_pointers};
use testkit::chosen_inputs::Chooser;
use testkit::judge::{Erring, Verdict, judge, meets};
use workbench::{Language, SearchOptions, Status};

/// Random packages of each kind that are judged in every test run.
const FEW: u64 = 2;
/// Of so many programs of the corpus, one is judged in every test run.
const EACH: usize = 5;

/// How much is done for one subprogram.
struct Measure {
    /// In percent of the usual effort.
    effort: u64,
    inputs: usize,
    /// Steps of a run.
    steps: u64,
    /// How long all paths are searched for.
    whole: Duration,
}

const SHORT: Measure = Measure { effort: 2, inputs: 200, steps: 3_000, whole: Duration::from_millis(50) };
const FULL: Measure = Measure { effort: 20, inputs: 3_000, steps: 10_000, whole: Duration::from_secs(1) };

/// What was judged.
#[derive(Debug, Default)]
struct Tally {
    subprograms: usize,
    inputs: usize,
    covered: usize,
    infeasible: usize,
    unknown: usize,
    /// Searches that call themselves complete, without a bound that cut.
    complete: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.subprograms += other.subprograms;
        self.inputs += other.inputs;
        self.covered += other.covered;
        self.infeasible += other.infeasible;
        self.unknown += other.unknown;
        self.complete += other.complete;
        self.wrong.extend(other.wrong);
    }
}

fn loaded(files: &Files, file: FileId) -> Result<Program, String> {
    let loading = front_ada::LANGUAGE.load(files, file, &LoadOptions::default());
    match loading.map_err(|problems| source::render_all(&problems, files, false))?.model {
        Model::Imperative(model) => Ok(model.program),
        Model::Logic(_) | Model::Moded(_) => Err("it is no imperative program".to_string()),
    }
}

type Way = (Vec<Step>, Option<(ErrorKind, Span)>);

/// What a run shows, and the path of one that comes to its end.
fn look(p: &Program, entry: ProcId, input: &State, steps: u64) -> (Verdict, Option<Way>) {
    let limits = Limits { steps, ..Limits::default() };
    let options = Options { limits: limits.clone(), points: true, ..Options::default() };
    let r = run(p, entry, input.clone(), &options);
    let mut erring = Erring::default();
    run_watched(p, entry, input.clone(), &limits, &mut erring);
    let end = match &r.outcome {
        Outcome::Ok => Some(None),
        Outcome::Error { kind, span, .. } => Some(Some((*kind, *span))),
        _ => None,
    };
    let way = end.map(|end| (path_of(p, &r.trace), end));
    (judge(p, &r, erring), way)
}

/// Is a goal met by one run, or by two where it takes two?
fn met<'s>(p: &Program, goal: &Goal, seen: &'s [(State, Verdict)]) -> Option<[&'s State; 2]> {
    let alone = seen.iter().find(|(_, v)| meets(p, goal, v, v));
    if let Some((input, _)) = alone {
        return Some([input, input]);
    }
    let criteria::Target::Decides { decision, .. } = goal.what else { return None };
    // Runs that evaluate the condition in a way of their own.
    let mut ways = BTreeSet::new();
    let own: Vec<&(State, Verdict)> = seen
        .iter()
        .filter(|(_, v)| {
            let here = |(q, d, _): &&(ProcId, _, _)| (*q, *d) == (goal.proc, decision);
            let vectors: Vec<_> = v.vectors.iter().filter(here).cloned().collect();
            !vectors.is_empty() && ways.insert(vectors)
        })
        .collect();
    let other = |a: &Verdict| own.iter().find(|(_, b)| meets(p, goal, a, b));
    own.iter().find_map(|(input, a)| other(a).map(|(other, _)| [input, other]))
}

fn criteria() -> Vec<Criterion> {
    let kept = |c: &Criterion| !c.is_open() && !c.is_dataflow();
    let mut all: Vec<Criterion> = Criterion::ALL.into_iter().filter(kept).collect();
    all.push(Criterion::Mcdc(Mcdc::UniqueCause));
    all
}

/// Judges the subprograms of a text, or those of some names.
fn judged(name: &str, text: &str, measure: &Measure, seed: u64) -> Tally {
    let mut tally = Tally::default();
    let mut files = Files::new();
    let file = files.add(format!("{name}.adb"), text);
    let p = &match loaded(&files, file) {
        Ok(program) => program,
        Err(why) => {
            tally.wrong.push(format!("{name}: {why}"));
            return tally;
        }
    };
    for entry in p.proc_ids() {
        let of = &p.procs[entry.index()];
        if of.hidden || !of.no_start.is_empty() {
            continue;
        }
        let mut chooser = Chooser::new(p, entry, seed);
        let mut seen: Vec<(State, Verdict)> = Vec::new();
        let mut ways: Vec<(Way, State)> = Vec::new();
        for _ in 0..measure.inputs {
            let Some(input) = chooser.choose() else { continue };
            if requirements_hold(p, entry, &input, &Options::default()) != Ok(true) {
                continue;
            }
            let (verdict, way) = look(p, entry, &input, measure.steps);
            ways.extend(way.map(|way| (way, input.clone())));
            seen.push((input, verdict));
        }
        tally.subprograms += 1;
        tally.inputs += seen.len();
        let asked = |criteria: Vec<String>| SearchOptions {
            criteria,
            effort: measure.effort,
            ..SearchOptions::default()
        };
        let budget = Budget::unlimited().with_steps(measure.effort * 100_000);
        let wanted = criteria();
        let search = asked(wanted.iter().map(|c| c.name()).collect());
        let session = Asked::new(&front_ada::LANGUAGE, &files, file, search);
        let made = session.open(Some(&of.name), &budget).generate(&mut |_| {});
        let mut procs = reachable(p, entry);
        procs.sort();
        for (c, found) in wanted.iter().zip(&made.coverage) {
            let list = goals(p, &procs, *c).list;
            tally.covered += found.met.len();
            for m in &found.missing {
                let Some(goal) = m.number.and_then(|n| list.get(n)) else {
                    tally.wrong.push(format!("{name}, {}: a goal without a number: {}", of.name, m.what));
                    continue;
                };
                if m.verdict.status != Status::Infeasible {
                    tally.unknown += 1;
                    continue;
                }
                tally.infeasible += 1;
                if let Some([one, other]) = met(p, goal, &seen) {
                    tally.wrong.push(format!(
                        "{name}, {}, {}: line {}: {}: infeasible ({}), but met with {} and {}",
                        of.name,
                        c.name(),
                        m.line,
                        goal.describe(p),
                        m.verdict.why,
                        one.show(p, entry),
                        other.show(p, entry)
                    ));
                }
            }
        }
        let whole = SearchOptions { loops: Some(6), depth: Some(6), ..asked(vec!["path".to_string()]) };
        let budget = Budget::unlimited().with_time(measure.whole);
        let session = Asked::new(&front_ada::LANGUAGE, &files, file, whole);
        let made = session.open(Some(&of.name), &budget).generate(&mut |_| {});
        if !made.suite.exploration.as_ref().is_some_and(|s| s.complete && s.cut == 0) {
            continue;
        }
        tally.complete += 1;
        let tests = made.suite.tests.iter().filter_map(|t| suite::restore(p, entry, t.input().ok()?).ok());
        let known: BTreeSet<Way> =
            tests.filter_map(|(input, _)| look(p, entry, &input, 1_000_000).1).collect();
        for (way, input) in &ways {
            if !known.contains(way) {
                tally.wrong.push(format!(
                    "{name}, {}: complete, but a run with {} leads elsewhere: {way:?}",
                    of.name,
                    input.show(p, entry)
                ));
                break;
            }
        }
    }
    tally
}

/// Judges texts on two threads.
fn all_judged(texts: &[(String, String)], measure: &Measure) -> Tally {
    let mut all = Tally::default();
    let halves: Vec<Tally> = std::thread::scope(|scope| {
        let half = |part: usize| {
            let mut tally = Tally::default();
            for (at, (name, text)) in texts.iter().enumerate().filter(|(at, _)| at % 2 == part) {
                tally.add(judged(name, text, measure, at as u64));
            }
            tally
        };
        let spawn =
            |part| std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, move || half(part));
        let threads: Vec<_> = (0..2).map(|part| spawn(part).expect("a thread")).collect();
        threads.into_iter().map(|t| t.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).collect()
    });
    halves.into_iter().for_each(|half| all.add(half));
    all
}

fn setting() -> Option<u64> {
    std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|n| n.parse().ok())
}

fn text(package: &Package) -> String {
    format!("{}\n{}", package.spec, package.body)
}

#[test]
fn no_run_meets_what_is_called_infeasible_in_random_packages() {
    let (count, measure) = setting().map_or((FEW, SHORT), |n| (n, FULL));
    let mut texts = Vec::new();
    for number in 1..=count {
        texts.push((format!("fixed{number}"), text(&package_of_fixed_vectors(number))));
        texts.push((format!("random{number}"), text(&package(number))));
        if number % 2 == 1 {
            texts.push((format!("pointers{number}"), text(&package_of_pointers(number))));
        }
    }
    let tally = all_judged(&texts, &measure);
    println!("{tally:#?}");
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    // Whoever calls nothing infeasible is never wrong.
    assert!(tally.infeasible as u64 >= 20 * count, "{} infeasible", tally.infeasible);
}

/// Arrays that end long before they start; no input of a search has such bounds.
const ODD: &str = "package Odd is
   type Vec is array (Integer range <>) of Integer;
   function Gap (V : Vec; X : Integer) return Integer;
end Odd;
package body Odd is
   function Gap (V : Vec; X : Integer) return Integer is
   begin
      if X > 3 and then V'Last + 1 < V'First then
         return 1;
      end if;
      if V'Length = 0 and V'First > V'Last + 1 then
         return 2;
      end if;
      return 0;
   end Gap;
end Odd;
";

#[test]
fn what_only_odd_bounds_meet_is_not_infeasible() {
    let mut files = Files::new();
    let file = files.add("odd.adb", ODD);
    for c in criteria() {
        let search = SearchOptions { criteria: vec![c.name()], ..SearchOptions::default() };
        let budget = Budget::unlimited().with_steps(1_000_000);
        let session = Asked::new(&front_ada::LANGUAGE, &files, file, search);
        let made = session.open(Some("Gap"), &budget).generate(&mut |_| {});
        // "Complete" is meant under what is assumed, and that is said.
        assert!(made.suite.exploration.as_ref().is_some_and(|s| !s.assumed.is_empty()), "{}", c.name());
        for m in made.coverage.iter().flat_map(|c| &c.missing) {
            // What no values of the atomic conditions give is no matter of bounds.
            let graph = matches!(c, Criterion::MultipleCondition);
            assert!(
                graph || m.verdict.status != Status::Infeasible,
                "{}: {}: {}",
                c.name(),
                m.what,
                m.verdict.why
            );
        }
    }
}

/// An overflow ends a run in an iteration, and no search decides each of these products. A run that ends so has not executed the
/// loop so many times; all others execute each of them three times.
const PRODUCTS: &str = "package Products is
   type Matrix is array (1 .. 3, 1 .. 3) of Integer;
   function Product (A, B : Matrix) return Matrix;
end Products;
package body Products is
   function Product (A, B : Matrix) return Matrix is
      C : Matrix := (others => (others => 0));
   begin
      for I in A'Range (1) loop
         for J in B'Range (2) loop
            for K in A'Range (2) loop
               C (I, J) := C (I, J) + A (I, K) * B (K, J);
            end loop;
         end loop;
      end loop;
      return C;
   end Product;
end Products;
";

#[test]
fn an_error_in_an_iteration_does_not_count_for_the_loop() {
    let mut files = Files::new();
    let file = files.add("products.adb", PRODUCTS);
    let search = SearchOptions { criteria: vec!["loop-count".to_string()], ..SearchOptions::default() };
    let budget = Budget::unlimited();
    let made = Asked::new(&front_ada::LANGUAGE, &files, file, search);
    let made = made.open(None, &budget).generate(&mut |_| {});
    let infeasible =
        made.coverage.iter().flat_map(|c| &c.missing).filter(|m| m.verdict.status == Status::Infeasible);
    let infeasible: Vec<&str> = infeasible.map(|m| m.what.as_str()).collect();
    let each = [
        "the loop is not executed",
        "the loop is executed exactly once",
        "the loop is executed exactly 2 times",
    ];
    assert_eq!(infeasible, [each; 3].concat());
}

#[test]
fn no_run_meets_what_is_called_infeasible_in_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/ada");
    let measure = if setting().is_some() {
        FULL
    } else {
        Measure { effort: 1, inputs: 60, whole: Duration::from_millis(10), ..SHORT }
    };
    let mut bodies: Vec<_> =
        std::fs::read_dir(&folder).expect("a folder").filter_map(|f| Some(f.ok()?.path())).collect();
    bodies.retain(|f| f.extension().is_some_and(|e| e == "adb"));
    bodies.sort();
    if setting().is_none() {
        bodies = bodies.into_iter().step_by(EACH).collect();
    }
    let mut texts = Vec::new();
    for body in bodies {
        let read = |f: &Path| std::fs::read_to_string(f).unwrap_or_default();
        let text = read(&body);
        let shared =
            if text.contains("Shop_Types") || read(&body.with_extension("ads")).contains("Shop_Types") {
                read(&folder.join("shop_types.ads"))
            } else {
                String::new()
            };
        let name = body.file_stem().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        // A child package needs its parent.
        let parent = name.split_once('-').map_or("", |(parent, _)| parent);
        let shared = shared + &read(&folder.join(format!("{parent}.ads")));
        texts.push((name, format!("{shared}\n{}\n{text}", read(&body.with_extension("ads")))));
    }
    let tally = all_judged(&texts, &measure);
    println!("{tally:#?}");
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(tally.subprograms > 40 && tally.infeasible > 5, "{tally:?}");
}
