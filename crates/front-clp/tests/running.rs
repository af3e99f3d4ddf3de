//! The machine does what SWI-Prolog does: the goals in the `%?-` lines of the corpus have the same solutions in the same
//! order, fail, or throw the same errors. What the machine says it does not know is counted.

mod reading;

use logic::machine::{Machine, Options, Outcome};
use logic::{Program, VarId};
use reading::programs;
use source::Files;

const BOUND: usize = 20;

fn load(text: &str) -> Program {
    let mut files = Files::new();
    let file = files.add("test.pl", text);
    let loaded = front_clp::load(&files, file);
    loaded.program.unwrap_or_else(|| panic!("{}", source::render_all(&loaded.diagnostics, &files, false)))
}

/// The answers to a goal as the judge writes them; `None` if something is unknown.
fn answers(program: &mut Program, goal: &str) -> Option<Vec<String>> {
    let read = front_clp::read_query(program, goal).unwrap_or_else(|p| panic!("{goal}: {}", p.message));
    let named: Vec<VarId> =
        (0..read.vars.len()).filter(|i| read.vars[*i].name.is_some()).map(VarId::new).collect();
    let options = Options { occurs_check: false, ..Options::default() };
    let mut machine = Machine::new(program, read.term, read.vars.len(), options);
    let mut lines = Vec::new();
    while lines.len() < BOUND {
        match machine.next() {
            Outcome::Solution => {
                let values: String = named.iter().map(|v| format!(" {}", machine.text(*v))).collect();
                lines.push(format!("yes{values}"));
            }
            Outcome::Failed => {
                lines.push("no".to_string());
                return Some(lines);
            }
            Outcome::Error { ball, .. } => {
                lines.push(format!("error {ball}"));
                return Some(lines);
            }
            Outcome::Unknown { .. } => return None,
            Outcome::Limit => panic!("{goal} does not end"),
        }
    }
    Some(lines)
}

#[test]
fn goals_of_the_corpus() {
    let judge = testkit::require::program("swipl", "goals of the corpus solved by swipl").is_some();
    let (mut known, mut unknown, mut wrong) = (0, Vec::new(), Vec::new());
    for (name, text) in programs("corpus/clp") {
        let goals: Vec<String> =
            text.lines().filter_map(|l| l.strip_prefix("%?- ")).map(str::to_string).collect();
        if goals.is_empty() {
            continue;
        }
        let mut program = load(&text);
        let theirs = if judge { testkit::prolog::solve_all(&text, &goals, BOUND) } else { Vec::new() };
        for (i, goal) in goals.iter().enumerate() {
            match answers(&mut program, goal) {
                None => unknown.push(format!("{name}: {goal}")),
                Some(ours) => {
                    known += 1;
                    if judge && theirs[i] != ours {
                        wrong.push(format!(
                            "{name}: {goal}\n  here:  {}\n  swipl: {}",
                            ours.join(" | "),
                            theirs[i].join(" | ")
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {known} differ\n{}", wrong.len(), wrong.join("\n"));
    assert!(known >= 90 && unknown.len() <= 12, "{known} known, not known:\n{}", unknown.join("\n"));
}
