//! What the machine answers to goals, as the judge writes it.

use logic::machine::{Machine, Options, Outcome};
use logic::{Program, VarId};
use source::Files;

pub fn load(text: &str) -> Program {
    let mut files = Files::new();
    let file = files.add("test.pl", text);
    let loaded = front_clp::load(&files, file);
    loaded.program.unwrap_or_else(|| panic!("{}", source::render_all(&loaded.diagnostics, &files, false)))
}

/// The answers to a goal as the judge writes them; `None` if something is unknown.
pub fn answers(program: &mut Program, goal: &str, bound: usize) -> Option<Vec<String>> {
    let options = Options { occurs_check: false, ..Options::default() };
    solved(program, goal, bound, options).unwrap_or_else(|| panic!("{goal} does not end"))
}

/// The same; `None` too if the goal has no end.
pub fn bounded(program: &mut Program, goal: &str, bound: usize) -> Option<Vec<String>> {
    let options = Options { occurs_check: false, steps: 20_000, ..Options::default() };
    solved(program, goal, bound, options).flatten()
}

/// The outer `None` stands for a goal without end.
#[allow(clippy::option_option)]
fn solved(program: &mut Program, goal: &str, bound: usize, options: Options) -> Option<Option<Vec<String>>> {
    let read = front_clp::read_query(program, goal).unwrap_or_else(|p| panic!("{goal}: {}", p.message));
    let named: Vec<VarId> =
        (0..read.vars.len()).filter(|i| read.vars[*i].name.is_some()).map(VarId::new).collect();
    let mut machine = Machine::new(program, read.term, read.vars.len(), options);
    let mut lines = Vec::new();
    while lines.len() < bound {
        match machine.next() {
            Outcome::Solution => {
                let values: String = named.iter().map(|v| format!(" {}", machine.text(*v))).collect();
                lines.push(format!("yes{values}"));
            }
            Outcome::Failed => {
                lines.push("no".to_string());
                return Some(Some(lines));
            }
            Outcome::Error { ball, .. } => {
                lines.push(format!("error {}", nameless(&ball)));
                return Some(Some(lines));
            }
            Outcome::Unknown { .. } => return Some(None),
            Outcome::Limit | Outcome::Infeasible => return None,
        }
    }
    Some(Some(lines))
}

/// A ball in which all variables are `_`, as the judge writes them.
fn nameless(ball: &str) -> String {
    let mut out = String::new();
    let mut rest = ball.chars().peekable();
    let mut last = ' ';
    while let Some(c) = rest.next() {
        out.push(c);
        if c == '_' && !(last.is_alphanumeric() || last == '_') {
            while rest.peek().is_some_and(|c| c.is_alphanumeric()) {
                rest.next();
            }
        }
        last = c;
    }
    out
}
