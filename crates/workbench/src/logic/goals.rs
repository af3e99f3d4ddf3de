//! Reading and running the goals of tests: the language reads them, the machine runs them, and where constraints on
//! integers stand in the program the solver is its store.

use base::Budget;
use guided::Pilot;
use language::LogicText;
use logic::machine::guide::{Guide, Plain};
use logic::machine::{Machine, Options, Outcome};
use logic::{GoalKind, Program, Term, Theory, Writer, canonical_names};
use suite::GoalTest;
use suite::goals::{Asked, Ended, Judging, Query, Runner, Seen};

/// Reads and runs goals.
pub(super) struct Goals<'a> {
    pub text: &'a dyn LogicText,
    pub budget: &'a Budget,
}

impl Runner for Goals<'_> {
    fn read(&self, program: &mut Program, text: &str) -> Result<Query, String> {
        self.text.read(program, text)
    }

    fn formal(&self, program: &Program, ball: Term) -> Option<Term> {
        self.text.formal(program, ball)
    }

    fn judging(&self, program: &mut Program, test: &GoalTest) -> Result<Judging, String> {
        self.text.judging(program, test)
    }

    fn run(&self, program: &Program, asked: &Asked<'_>) -> Seen {
        let options = Options { steps: asked.steps, matches: true, occurs_check: true, ..Options::default() };
        let constrained = program.goals.iter().any(|goal| {
            matches!(goal.kind, GoalKind::Constraint { theory: Theory::Integer | Theory::Domain, .. })
        });
        if constrained {
            let natural = program.domain == Some(logic::Domain::Nat);
            let mut pilot = Pilot::new(natural, self.budget).of(program);
            pilot.reset();
            go(Machine::guided(program, asked.goal, asked.vars, options, pilot), asked)
        } else {
            go(Machine::guided(program, asked.goal, asked.vars, options, Plain), asked)
        }
    }
}

fn go<G: Guide>(mut machine: Machine<'_, G>, asked: &Asked<'_>) -> Seen {
    let mut solutions = Vec::new();
    let ended = loop {
        match machine.next() {
            Outcome::Solution => {
                if let Some(why) = machine.unsure_answer() {
                    break Ended::Unknown(why);
                }
                let (answer, _) = machine.answer();
                let name = machine.terms_mut().intern("v");
                let args: Vec<Term> = asked
                    .order
                    .iter()
                    .filter_map(|v| machine.terms().args(answer).get(v.index()).copied())
                    .collect();
                let terms = machine.terms_mut();
                let term = if args.is_empty() { terms.atom(name) } else { terms.compound(name, &args) };
                let names = canonical_names(terms, term);
                solutions.push(Writer::new(terms).names(&names).text(term));
                if solutions.len() >= asked.most {
                    break Ended::Over;
                }
            }
            Outcome::Failed => break Ended::Over,
            Outcome::Error { ball, span } => break Ended::Error(ball, span),
            Outcome::Unknown { why, .. } => break Ended::Unknown(why),
            Outcome::Infeasible => break Ended::Unknown("its constraints".to_string()),
            Outcome::Limit => break Ended::Unknown("it does not end in time".to_string()),
        }
    };
    Seen { trace: std::mem::take(&mut machine.trace), ended, solutions, steps: machine.steps() }
}
