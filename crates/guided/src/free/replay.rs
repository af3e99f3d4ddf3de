//! Running a goal with everything known, and comparing the run with the path that it was made for.

use crate::walked::Ending;
use logic::machine::guide::Guide;
use logic::machine::{Event, Machine, Options, Outcome};
use logic::{GoalKind, Ops, Program, Term, Writer, letter_name};
use source::Span;

/// Why a replay says nothing.
pub(crate) type Why = (String, Option<Span>);

/// What a replay has seen.
pub(crate) struct Replayed {
    pub trace: Vec<Event>,
    pub ending: Ending,
    pub solutions: Vec<Vec<(String, String)>>,
    pub complete: bool,
    pub occurs_check: bool,
}

/// Runs a goal with its number of variables.
pub(crate) fn replay<G: Guide>(
    machine: &mut Machine<'_, G>,
    (goal, vars): (Term, usize),
    first_solution: bool,
    options: Options,
    ops: &Ops,
) -> Result<Replayed, Why> {
    machine.restart(goal, vars, options);
    let kept = machine.terms().len();
    let mut solutions = Vec::new();
    let mut complete = true;
    let variables: Vec<String> = (0..vars).map(letter_name).collect();
    let ending = loop {
        match machine.next() {
            Outcome::Solution => {
                if let Some(why) = machine.unsure_answer() {
                    return Err((why, None));
                }
                let (answer, free) = machine.answer();
                let local: Vec<String> = (0..free).map(|i| format!("_{}", letter_name(i))).collect();
                let terms = machine.terms();
                let writer = Writer::new(terms).ops(ops).tight().names(&local);
                let values: Vec<(String, String)> = variables
                    .iter()
                    .zip(terms.args(answer))
                    .map(|(name, value)| (name.clone(), writer.text(*value)))
                    .collect();
                solutions.push(values);
                machine.terms_mut().truncate(kept);
                if first_solution {
                    complete = false;
                    break Ending::Ok;
                }
            }
            Outcome::Failed if solutions.is_empty() => break Ending::Fail,
            Outcome::Failed => break Ending::Ok,
            Outcome::Error { ball, span } => break Ending::Error { ball, span },
            Outcome::Unknown { why, span } => return Err((why, span)),
            Outcome::Infeasible => return Err(("a goal that nothing can take".to_string(), None)),
            Outcome::Limit => return Err(("a goal that does not end within the bounds".to_string(), None)),
        }
    };
    let occurs_check = machine.was_cyclic();
    // The next run will be about as long.
    let spare = Vec::with_capacity(machine.trace.len());
    Ok(Replayed {
        trace: std::mem::replace(&mut machine.trace, spare),
        ending,
        solutions,
        complete,
        occurs_check,
    })
}

/// Whether two runs end alike. What is thrown may name inputs, so only its kind is compared.
pub(crate) fn same_ending(symbolic: Option<&str>, concrete: &Ending) -> bool {
    let missing = logic::machine::lacks_a_value;
    match (symbolic, concrete) {
        (None, Ending::Error { .. }) | (Some(_), Ending::Ok | Ending::Fail) => false,
        (Some(a), Ending::Error { ball: b, .. }) => missing(a) == missing(b),
        (None, _) => true,
    }
}

/// Whether two runs take the same path.
pub(crate) fn same(program: &Program, symbolic: &[Event], concrete: &[Event]) -> bool {
    // The other ports follow from these, and the symbolic run leaves them out.
    let path = |event: &&Event| match event {
        Event::Matched(..) | Event::Enter(_) | Event::Backtrack => true,
        Event::Success(goal) | Event::Failure(goal) => {
            program.goal(*goal).is_some_and(|goal| !matches!(goal.kind, GoalKind::Call { .. }))
        }
        _ => false,
    };
    let (mut a, mut b) = (symbolic.iter().filter(path), concrete.iter().filter(path));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(Event::Matched(x, _)), Some(Event::Matched(y, _))) if x == y => {}
            (Some(x), Some(y)) if x == y => {}
            _ => return false,
        }
    }
}

/// The decisions of a path: the clauses that fit at each call that inputs decide, and how tests come out.
pub(crate) fn path(program: &Program, trace: &[Event]) -> String {
    let mut path = String::new();
    for event in trace {
        match event {
            Event::Matched(clauses, true) => {
                if !path.is_empty() {
                    path.push('.');
                }
                if clauses.is_empty() {
                    path.push('-');
                }
                for (i, clause) in clauses.iter().enumerate() {
                    if i > 0 {
                        path.push('+');
                    }
                    program.write_label(*clause, &mut path);
                }
            }
            Event::Test(_, holds) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push(if *holds { 'T' } else { 'F' });
            }
            _ => {}
        }
    }
    if path.is_empty() { "ε".to_string() } else { path }
}
