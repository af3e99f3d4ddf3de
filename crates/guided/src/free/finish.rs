//! From a path to a case: a goal is made, run by the machine with everything known, and kept only if it takes the very
//! path.

use super::condition::{condition, excluded};
use super::plan::{Case, Plan};
use super::replay::{Replayed, Why, path, replay, same, same_ending};
use super::types::Types;
use crate::facts::{Truth, truth};
use crate::instances::{Fresh, copy, merge, none_takes, value_of};
use crate::pattern::{Part, Pattern};
use crate::pilot::Pilot;
use crate::walk::{Walker, WithoutInput};
use base::{Budget, Int};
use formula::Model;
use logic::machine::cells::{Addr, Cell, Cells};
use logic::machine::guide::Plain;
use logic::machine::{Event, Machine, Options};
use logic::{Atom, GoalKind, Mode, Node, Program, Term, Terms, Theory, VarId, Writer, letter_name};
use solver::Verdict;
use std::sync::Arc;

/// The machine that goals are replayed on.
enum Judge<'p, 'b> {
    Plain(Box<Machine<'p, Plain>>),
    /// With a store for constraints.
    Store(Box<Machine<'p, Pilot<'b>>>),
}

/// Makes cases.
pub(crate) struct Finisher<'p, 'b> {
    program: &'p Program,
    plan: Plan,
    judge: Judge<'p, 'b>,
    fresh: Fresh,
    options: Options,
    /// The declared types of the predicate.
    types: Option<Types<'p>>,
}

/// What an input that is not known is in the goal.
enum Leaf {
    Term(Term),
    Number(Int),
}

/// The ground arguments of a goal.
struct Ground {
    /// By position; nothing for the others.
    args: Vec<Option<Term>>,
    /// The values of what is not known.
    leaves: Vec<(Addr, Leaf)>,
}

impl Ground {
    /// What stands for an input among merged patterns.
    fn mark(&self, cells: &mut Cells, addr: Addr, marks: &[Atom]) -> Option<Cell> {
        let i = self.leaves.iter().position(|(leaf, _)| *leaf == addr)?;
        Some(match &self.leaves.get(i)?.1 {
            Leaf::Number(value) => cells.int_cell(value),
            Leaf::Term(_) => Cell::Str(*marks.get(i)?),
        })
    }

    /// The input that a mark stands for.
    fn marked(&self, cell: Cell, marks: &[Atom]) -> Option<Term> {
        let Cell::Str(mark) = cell else { return None };
        let i = marks.iter().position(|m| *m == mark)?;
        match self.leaves.get(i)?.1 {
            Leaf::Term(term) => Some(term),
            Leaf::Number(_) => None,
        }
    }
}

/// A goal to try.
struct Candidate {
    /// The whole goal, constraints included.
    whole: Term,
    goal: Term,
    constraint: Option<Term>,
    vars: usize,
}

impl<'p, 'b> Finisher<'p, 'b> {
    pub fn new(program: &'p Program, plan: &Plan, budget: &'b Budget) -> Finisher<'p, 'b> {
        let constrained = program.goals.iter().any(|goal| {
            matches!(goal.kind, GoalKind::Constraint { theory: Theory::Integer | Theory::Domain, .. })
        });
        let mut judge = if constrained {
            let natural = program.domain == Some(logic::Domain::Nat);
            Judge::Store(Box::new(Machine::waiting(program, Pilot::new(natural, budget).of(program))))
        } else {
            Judge::Plain(Box::new(Machine::waiting(program, Plain)))
        };
        let terms = judge.terms_mut();
        let mut fresh = Fresh::new(terms);
        fresh.avoid(
            (0..terms.len())
                .filter_map(|i| match terms.node_at(i) {
                    Some(Node::Int(value)) => Some(value.clone()),
                    _ => None,
                })
                .collect(),
        );
        let options = Options {
            depth: plan.bounds.depth,
            steps: plan.bounds.steps,
            matches: true,
            events: true,
            ..Options::default()
        };
        let types = Types::of(program, plan.pred);
        Finisher { program, plan: plan.clone(), judge, fresh, options, types }
    }

    /// Makes the case of the path that a run has taken; none if no well typed input takes it.
    pub fn finish(
        &mut self,
        machine: &mut Walker<'p, 'b>,
        env: Addr,
        ball: Option<&str>,
    ) -> Result<Case, WithoutInput> {
        if let Some(types) = &self.types {
            let modes = self.plan.modes.iter();
            let ground: Vec<usize> =
                modes.enumerate().filter(|(_, m)| **m == Mode::Ground).map(|(i, _)| i).collect();
            if !types.complete(machine, env, &ground) {
                return Err(WithoutInput::Untyped);
            }
        }
        let candidates = self.candidates(machine, env);
        // The search goes on from what has happened so far.
        let trace = std::mem::take(&mut machine.trace);
        let case = self.first_that_goes(machine, env, &trace, candidates, ball);
        machine.trace = trace;
        case
    }

    /// The case of the first candidate that takes the path.
    fn first_that_goes(
        &mut self,
        machine: &mut Walker<'p, 'b>,
        env: Addr,
        trace: &[Event],
        candidates: Vec<Candidate>,
        ball: Option<&str>,
    ) -> Result<Case, WithoutInput> {
        let mut why: Why = ("no goal was found for a path".to_string(), None);
        for candidate in candidates {
            match self.replay(&candidate) {
                Ok(replayed)
                    if same(self.program, trace, &replayed.trace) && same_ending(ball, &replayed.ending) =>
                {
                    // Both machines have the atoms of the program.
                    let ops = &self.program.standard;
                    let condition = condition(machine, &self.plan, env, ops);
                    let excluded = excluded(machine, &self.plan, ops);
                    return Ok(self.case(trace, &candidate, replayed, condition, excluded));
                }
                Ok(_) => why = ("no goal was found that takes a path".to_string(), None),
                Err(found) => why = found,
            }
        }
        if goalless(machine) { Err(WithoutInput::Goalless) } else { Err(WithoutInput::Unknown(why.0, why.1)) }
    }

    fn candidates(&mut self, machine: &mut Walker<'p, 'b>, env: Addr) -> Vec<Candidate> {
        let free: Vec<usize> =
            (0..self.plan.modes.len()).filter(|i| self.plan.modes[*i] == Mode::Any).collect();
        let (cells, guide) = machine.parts();
        let state = guide.last_state(cells);
        let models = if free.is_empty() { (None, Vec::new()) } else { guide.models(cells) };
        let model = match &models.0 {
            Some(model) => Arc::clone(model),
            None if state.assertions().is_empty() => Arc::new(Model::default()),
            None => match machine.guide.check(&state) {
                Verdict::Sat(model) => model,
                _ => return Vec::new(),
            },
        };
        self.fresh.again();
        let said = machine.guide.formulas.free_vars(&state.assertions());
        let Some(ground) = self.ground(machine, env, &model, &said) else { return Vec::new() };
        let free: Vec<usize> =
            (0..self.plan.modes.len()).filter(|i| self.plan.modes[*i] == Mode::Any).collect();
        let mut found = Vec::new();
        if free.is_empty() {
            found.extend(self.with_free(&ground, &[], 0));
            return found;
        }
        let positives: Vec<Pattern> = machine.guide.positives.iter().map(|p| p.pattern.clone()).collect();
        // Names for ground inputs that are not known, since they have a value only in the goal.
        let marks: Vec<Atom> =
            (0..ground.leaves.len()).map(|i| machine.terms_mut().intern(&format!("$input{i}"))).collect();
        // More specific patterns first: the general ones have an instance of them anyway.
        let mut order: Vec<usize> = (0..positives.len()).collect();
        order.sort_by_key(|i| std::cmp::Reverse(positives[*i].parts.len()));
        let formulas = &machine.guide.formulas;
        for all_at_once in [true, false] {
            let number = |i: usize, term: formula::Term| -> Option<Int> {
                let model =
                    if all_at_once { models.0.as_ref()? } else { models.1.get(*order.get(i)?)?.as_ref()? };
                value_of(formulas, model, term)
            };
            if all_at_once && models.0.is_none() {
                continue;
            }
            let patterns: Vec<&Pattern> = order.iter().map(|i| &positives[*i]).collect();
            for turn in orders(free.len()) {
                let mut input = |cells: &mut Cells, addr: Addr| ground.mark(cells, addr, &marks);
                let Some(merged) = merge(&patterns, &turn, machine.cells(), &number, &mut input) else {
                    continue;
                };
                let next = self.fresh.place();
                for fill in [true, false] {
                    let terms = self.judge.terms_mut();
                    self.fresh.back_to(next);
                    let mut vars: Vec<Addr> = Vec::new();
                    let fresh = &mut self.fresh;
                    let args: Vec<Term> = merged
                        .roots
                        .iter()
                        .map(|root| {
                            copy(
                                &merged.cells,
                                Some(machine.terms()),
                                *root,
                                terms,
                                &mut |terms, addr, cell| {
                                    if let Cell::Str(_) = cell {
                                        return ground.marked(cell, &marks);
                                    }
                                    let fill = fill && !merged.kept.contains(&addr);
                                    Some(hole(terms, addr, fill, &mut vars, fresh))
                                },
                            )
                        })
                        .collect();
                    found.extend(self.with_free(&ground, &args, vars.len()));
                }
                if merged.kept.is_empty() {
                    break;
                }
            }
            if models.0.is_some() {
                break;
            }
        }
        found.sort_by_key(|candidate| candidate.vars);
        let terms = self.judge.terms_mut();
        let args: Vec<Term> = (0..free.len()).map(|i| terms.var(VarId::new(i))).collect();
        found.extend(self.with_free(&ground, &args, free.len()));
        found.extend(self.constrained(machine, &ground, &marks));
        found
    }

    /// The ground arguments, with values for everything that is not known.
    fn ground(
        &mut self,
        machine: &Walker<'p, 'b>,
        env: Addr,
        model: &Model,
        said: &[formula::Term],
    ) -> Option<Ground> {
        let (formulas, numbers) = (&machine.guide.formulas, machine.guide.numbers());
        let mut failed = false;
        // Where there are free inputs, models say more than the state does.
        let free_of_all = !self.plan.modes.contains(&Mode::Any);
        let mut unsaid = 0_i64;
        let mut leaves: Vec<(Addr, Leaf)> = Vec::new();
        let mut args = Vec::new();
        for (i, mode) in self.plan.modes.iter().enumerate() {
            if *mode != Mode::Ground {
                args.push(None);
                continue;
            }
            let (terms, fresh) = (self.judge.terms_mut(), &mut self.fresh);
            let place = env + i as Addr;
            args.push(Some(copy(
                machine.cells(),
                Some(machine.terms()),
                place,
                terms,
                &mut |terms, addr, cell| {
                    if let Some((_, leaf)) = leaves.iter().find(|(a, _)| *a == addr) {
                        return Some(match leaf {
                            Leaf::Term(term) => *term,
                            Leaf::Number(value) => terms.int(value.clone()),
                        });
                    }
                    let (term, leaf) = match cell {
                        Cell::Unknown(kinds) => {
                            let term = fresh.value(terms, kinds);
                            (term, Leaf::Term(term))
                        }
                        Cell::Number(n) => {
                            let term = numbers.get(n as usize).copied();
                            let value = match term {
                                // Numbers that nothing is said of are 1, 2, …, so that a test notices when two of them
                                // are confused.
                                Some(t) if free_of_all && !said.contains(&t) => {
                                    unsaid += 1;
                                    Some(Int::from(unsaid))
                                }
                                _ => term.and_then(|t| value_of(formulas, model, t)),
                            };
                            let value = value.unwrap_or_else(|| Int::from(0));
                            (terms.int(value.clone()), Leaf::Number(value))
                        }
                        Cell::Str(_) => return None,
                        _ => {
                            failed = true;
                            return None;
                        }
                    };
                    leaves.push((addr, leaf));
                    Some(term)
                },
            )));
        }
        (!failed).then_some(Ground { args, leaves })
    }

    /// The goal with these arguments in the place of free inputs.
    fn with_free(&mut self, ground: &Ground, free: &[Term], vars: usize) -> Option<Candidate> {
        let (pred, mut vars) = (self.program.pred(self.plan.pred)?, vars);
        let mut free = free.iter();
        let mut args = Vec::new();
        for (i, mode) in self.plan.modes.iter().enumerate() {
            args.push(match mode {
                Mode::Free => {
                    vars += 1;
                    self.judge.terms_mut().var(VarId::new(vars - 1))
                }
                Mode::Any => *free.next()?,
                Mode::Ground => ground.args.get(i).copied().flatten()?,
            });
        }
        let terms = self.judge.terms_mut();
        let goal = if args.is_empty() { terms.atom(pred.name) } else { terms.compound(pred.name, &args) };
        Some(Candidate { whole: goal, goal, constraint: None, vars })
    }

    /// p(A, B) with variables for free inputs, under constraints that keep it off what must fail.
    fn constrained(
        &mut self,
        machine: &Walker<'p, 'b>,
        ground: &Ground,
        marks: &[Atom],
    ) -> Option<Candidate> {
        let count = self.plan.modes.iter().filter(|m| **m == Mode::Any).count();
        let terms = self.judge.terms_mut();
        let free: Vec<Term> = (0..count).map(|i| terms.var(VarId::new(i))).collect();
        let mut constraints: Vec<Term> = Vec::new();
        let dif = terms.intern("dif");
        let tuple = terms.intern("t");
        for negative in &machine.guide.negatives {
            match truth(machine.cells(), &negative.facts) {
                // The ground inputs already make it fail.
                Truth::False | Truth::Open => continue,
                Truth::If(guards) if !guards.is_empty() => return None,
                Truth::If(_) => {}
            }
            let sides = differing(&negative.pattern)?;
            let whole: Vec<Term> = sides.iter().map(|i| free.get(*i).copied()).collect::<Option<_>>()?;
            let mut parts = Vec::new();
            for i in sides {
                parts.push(ground_part(&negative.pattern, i, machine, terms, ground, marks)?);
            }
            let made = match (whole.as_slice(), parts.as_slice()) {
                ([a], [b]) => terms.compound(dif, &[*a, *b]),
                _ => {
                    let (a, b) = (terms.compound(tuple, &whole), terms.compound(tuple, &parts));
                    terms.compound(dif, &[a, b])
                }
            };
            constraints.push(made);
        }
        let mut candidate = self.with_free(ground, &free, count)?;
        let terms = self.judge.terms_mut();
        let last = constraints.pop()?;
        let all = constraints.iter().rev().fold(last, |rest, c| terms.compound(Atom::COMMA, &[*c, rest]));
        candidate.whole = terms.compound(Atom::COMMA, &[all, candidate.goal]);
        candidate.constraint = Some(all);
        Some(candidate)
    }

    fn replay(&mut self, candidate: &Candidate) -> Result<Replayed, Why> {
        let (first, options, ops) = (self.plan.first_solution, self.options, &self.program.standard);
        match &mut self.judge {
            Judge::Plain(machine) => replay(machine, (candidate.whole, candidate.vars), first, options, ops),
            Judge::Store(machine) => {
                machine.guide.reset();
                replay(machine, (candidate.whole, candidate.vars), first, options, ops)
            }
        }
    }

    fn case(
        &mut self,
        trace: &[Event],
        candidate: &Candidate,
        replayed: Replayed,
        condition: String,
        (excluded, within): (Option<Vec<String>>, Option<String>),
    ) -> Case {
        let path = path(self.program, trace);
        let names: Vec<String> = (0..candidate.vars).map(letter_name).collect();
        let writer = Writer::new(self.judge.terms()).ops(&self.program.standard).tight().names(&names);
        Case {
            path,
            condition,
            excluded,
            within,
            goal: writer.text(candidate.goal),
            constraint: candidate.constraint.map_or_else(|| "true".to_string(), |c| writer.text(c)),
            ending: replayed.ending,
            solutions: replayed.solutions,
            complete: replayed.complete,
            occurs_check: replayed.occurs_check,
            trace: replayed.trace,
        }
    }
}

/// Whether no goal takes the path that a machine has taken, where free inputs alone decide.
fn goalless(machine: &Machine<'_, Pilot<'_>>) -> bool {
    let guide = &machine.guide;
    let plain = |formula: formula::Term| guide.formulas.as_bool(formula) == Some(true);
    if !guide.positives.iter().all(|positive| plain(positive.formula)) {
        return false;
    }
    let all: Vec<&Pattern> = guide.positives.iter().map(|positive| &positive.pattern).collect();
    let none: Vec<&Pattern> = guide
        .negatives
        .iter()
        .filter(|negative| negative.facts.is_empty() && plain(negative.formula))
        .map(|negative| &negative.pattern)
        .collect();
    none_takes(&all, &none, machine.cells())
}

impl<'p, 'b> Judge<'p, 'b> {
    fn terms(&self) -> &Terms {
        match self {
            Judge::Plain(machine) => machine.terms(),
            Judge::Store(machine) => machine.terms(),
        }
    }

    fn terms_mut(&mut self) -> &mut Terms {
        match self {
            Judge::Plain(machine) => machine.terms_mut(),
            Judge::Store(machine) => machine.terms_mut(),
        }
    }
}

/// Orders in which inputs are made the same: all of them for a few inputs, else each one first.
fn orders(count: usize) -> Vec<Vec<usize>> {
    match count {
        0 | 1 => vec![(0..count).collect()],
        2 => vec![vec![0, 1], vec![1, 0]],
        3 => vec![vec![0, 1, 2], vec![2, 1, 0], vec![1, 0, 2], vec![2, 0, 1], vec![0, 2, 1], vec![1, 2, 0]],
        _ => (0..count).map(|first| (first..count).chain(0..first).collect()).collect(),
    }
}

/// What a variable of a merged pattern becomes.
fn hole(terms: &mut Terms, addr: Addr, fill: bool, vars: &mut Vec<Addr>, fresh: &mut Fresh) -> Term {
    // Filled holes are told apart by their cell too.
    if let Some(known) = vars.iter().position(|v| *v == addr) {
        return terms.var(VarId::new(known));
    }
    if fill {
        return fresh.hole(terms, addr);
    }
    vars.push(addr);
    terms.var(VarId::new(vars.len() - 1))
}

/// The inputs of which a pattern says something, if it says it without variables.
fn differing(pattern: &Pattern) -> Option<Vec<usize>> {
    let vars = pattern.parts.iter().filter(|p| matches!(p, Part::Var(_))).count();
    let mut said = Vec::new();
    let mut open = 0;
    for i in 0..pattern.roots as usize {
        match pattern.parts.get(i)? {
            Part::Var(_) => open += 1,
            _ => said.push(i),
        }
    }
    (vars == open && pattern.vars as usize == open && !said.is_empty()).then_some(said)
}

/// A part of a pattern without variables as a term.
fn ground_part(
    pattern: &Pattern,
    root: usize,
    machine: &Machine<'_, Pilot<'_>>,
    terms: &mut Terms,
    ground: &Ground,
    marks: &[Atom],
) -> Option<Term> {
    let mut input = |cells: &mut Cells, addr: Addr| ground.mark(cells, addr, marks);
    let merged = merge(&[pattern], &[], machine.cells(), &|_, _| None, &mut input)?;
    let mut open = false;
    let term =
        copy(&merged.cells, Some(machine.terms()), *merged.roots.get(root)?, terms, &mut |_, _, cell| {
            let known = ground.marked(cell, marks);
            open |= known.is_none();
            known
        });
    (!open).then_some(term)
}
