//! The meter against the judge, on random programs and random inputs: every goal of every criterion has the same
//! witnesses, and everything that a run does is some goal.

use crate::support;

use base::Random;
use criteria::{
    Criterion, Goals, Mcdc, Meter, Seen, Target, Use, Witness, all_witnesses, goals, is_met, witnesses,
};
use criteria::{path_of, reachable};
use front_impl::random::{Shape, program};
use imperative::machine::{Limits, Options, run, run_watched};
use imperative::{ProcId, Program};
use support::{load, random_input};
use testkit::judge::{Erring, Verdict, judge, meets};

const PROGRAMS: u64 = 1500;
const RUNS: usize = 5;

fn criteria() -> Vec<Criterion> {
    let mut all = Criterion::ALL.to_vec();
    all.extend([Criterion::Mcdc(Mcdc::UniqueCause), Criterion::LoopCount(4)]);
    all
}

/// Measures some runs with one meter for each criterion and with one for all, which must agree.
fn measure(program: &Program, main: ProcId, r: &mut Random, title: &str) -> (Vec<Verdict>, Vec<Vec<Seen>>) {
    let limits = Limits { steps: 600, depth: 30, ..Limits::default() };
    let all = criteria();
    let mut meters: Vec<Meter> = all.iter().map(|c| Meter::new(program, &[*c])).collect();
    let mut whole = Meter::new(program, &all);
    let mut verdicts = Vec::new();
    let mut seen: Vec<Vec<Seen>> = vec![Vec::new(); all.len() + 1];
    for _ in 0..RUNS {
        let input = random_input(program, main, r);
        let options = Options { limits: limits.clone(), points: true, dataflow: true, leaks: false };
        let recorded = run(program, main, input.clone(), &options);
        let mut erring = Erring::default();
        run_watched(program, main, input.clone(), &limits, &mut erring);
        let verdict = judge(program, &recorded, erring);
        for (i, meter) in meters.iter_mut().chain([&mut whole]).enumerate() {
            let (done, s) = meter.run(main, input.clone(), &limits);
            assert_eq!(done.outcome, recorded.outcome, "{title}");
            assert_eq!(done.state, recorded.state, "{title}");
            if i == all.len() || all[i].is_open() {
                assert_eq!(s.path(), path_of(program, &recorded.trace), "{title}");
                assert_eq!(s.most_blocks() as usize, verdict.most, "{title}");
            }
            seen[i].push(s);
        }
        verdicts.push(verdict);
    }
    (verdicts, seen)
}

/// Everything that was seen is among the goals.
fn nothing_is_missed(goals: &Goals, verdicts: &[Verdict], title: &str) {
    for flow in verdicts.iter().flat_map(|v| &v.flows) {
        let same = |g: &&criteria::Goal| match &g.what {
            Target::Use { what, at, used, outcome } => {
                (g.proc, what, *at, *used, *outcome)
                    == (flow.proc, &flow.what, flow.at, flow.used, flow.outcome)
            }
            Target::Way { what, at, used, outcome, blocks } => {
                (g.proc, what, *at, *used, *outcome)
                    == (flow.proc, &flow.what, flow.at, flow.used, flow.outcome)
                    && Some(blocks) == flow.blocks.as_ref()
            }
            _ => false,
        };
        assert!(goals.list.iter().any(|g| same(&g)), "no goal is {flow:?}\n{title}");
    }
}

#[test]
fn the_meter_agrees_with_the_judge() {
    let (mut met, mut unmet, mut pairs) = (0, 0, 0);
    let mut of_criterion = vec![0usize; criteria().len()];
    for seed in 0..PROGRAMS {
        let shape = if seed % 3 == 0 { Shape::SMALL } else { Shape::FULL };
        let text = program(seed, shape);
        let (_, program) = load(&text);
        let title = format!("seed {seed}\n{text}{}", imperative::print(&program));
        let main = program.main.expect("a main program");
        let procs = reachable(&program, main);
        let mut r = Random::new(seed);
        let (verdicts, seen) = measure(&program, main, &mut r, &title);
        for (i, criterion) in criteria().into_iter().enumerate() {
            let goals = goals(&program, &procs, criterion);
            assert!(!goals.truncated, "{title}");
            if criterion == Criterion::AllUses {
                nothing_is_missed(&goals, &verdicts, &title);
            }
            if criterion == Criterion::AllDuPaths {
                let whole: Vec<Verdict> = verdicts
                    .iter()
                    .map(|v| Verdict {
                        flows: v
                            .flows
                            .iter()
                            .filter(|f| f.blocks.is_some() && f.used != Use::End)
                            .cloned()
                            .collect(),
                        ..Verdict::default()
                    })
                    .collect();
                nothing_is_missed(&goals, &whole, &title);
            }
            for goal in &goals.list {
                let mut wanted = Vec::new();
                let alone: Vec<bool> = verdicts.iter().map(|v| meets(&program, goal, v, v)).collect();
                wanted.extend((0..RUNS).filter(|i| alone[*i]).map(Witness::One));
                if let Target::Decides { .. } = goal.what {
                    for a in 0..RUNS {
                        for b in a + 1..RUNS {
                            if !alone[a] && !alone[b] && meets(&program, goal, &verdicts[a], &verdicts[b]) {
                                wanted.push(Witness::Two(a, b));
                                pairs += 1;
                            }
                        }
                    }
                }
                let name = || format!("{}: {}\n{goal:?}\n{title}", criterion.name(), goal.describe(&program));
                for seen in [&seen[i], &seen[seen.len() - 1]] {
                    assert_eq!(witnesses(goal, seen), wanted, "{}", name());
                    assert_eq!(
                        all_witnesses(std::slice::from_ref(goal), seen),
                        [wanted.clone()],
                        "{}",
                        name()
                    );
                    assert_eq!(is_met(goal, seen), !wanted.is_empty(), "{}", name());
                }
                assert!(wanted.is_empty() || !goal.hopeless, "{}", name());
                if wanted.is_empty() {
                    unmet += 1;
                } else {
                    met += 1;
                    of_criterion[i] += 1;
                }
            }
        }
    }
    assert!(met > 20_000 && unmet > 20_000 && pairs > 1_000, "{met} met, {unmet} not, {pairs} pairs");
    for (criterion, met) in criteria().into_iter().zip(of_criterion) {
        assert!(criterion.is_open() || met > 100, "{}: only {met} goals were met", criterion.name());
    }
}
