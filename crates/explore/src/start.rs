//! The first state of a path: inputs of which nothing is known but what is required of them.

use crate::explorer::Explorer;
use crate::path::{Frame, Path};
use crate::requires::{Apart, Shape, SortedArray};
use formula::Term;
use imperative::{Predicate, Requirement, RequirementKind, Type, VarId, print_requirement};
use solver::State;
use symbolic::evaluate::Evaluation;
use symbolic::world::{OwnInput, Read};

impl Explorer<'_> {
    /// The first state; none if there is no input at all, or if it is unknown what it would be.
    pub(crate) fn start(&mut self) -> Option<Path> {
        let of = self.program.proc(self.proc)?;
        if !of.no_start.is_empty() {
            of.no_start.iter().for_each(|why| self.unknown(why.clone()));
            return None;
        }
        let mut env = vec![None; of.vars.len()];
        let mut words = Vec::new();
        for v in of.inputs() {
            let var = &of.vars[v.index()];
            if let Type::Pointer(element) = &var.ty {
                let (pointer, array) = self.world.pointer_input(&var.name, element);
                env[v.index()] = Some(pointer);
                self.inputs.push((v, array));
                words.push(Read::Pointed(array));
                continue;
            }
            let sort = self.world.sort(&var.ty);
            let t = self.world.terms.var(&var.name, sort);
            env[v.index()] = Some(t);
            self.inputs.push((v, t));
            if let Type::Word(word) = var.ty {
                words.push(Read::Word(t, word));
                self.world.note_input(t, word);
            }
        }
        let frame = Frame::new(self.proc, of, env);
        let path = Path {
            frames: vec![frame],
            memory: Default::default(),
            condition: State::new(),
            taken: None,
            length: 0,
            input_conditions: 0,
            steps: 0,
            idle: 0,
            checking: None,
            examples: Default::default(),
            atoms: Vec::new(),
            tier: 0,
            rounds: 0,
            hits: None,
            held: Default::default(),
            asked: 0,
            shown: Default::default(),
            first: None,
            caught: Default::default(),
            heeded: Default::default(),
            summaries: Default::default(),
            entering: None,
            album: None,
        };
        let mut path = path;
        for own in &of.own {
            if let Some(term) = path.frames[0].env.get(own.var.index()).copied().flatten() {
                self.world.add_own(OwnInput {
                    term,
                    length: own.length,
                    first: own.first,
                    indexes: own.indexes,
                    last: own.last,
                });
            }
        }
        for fact in self.world.own_facts() {
            self.ranges.insert(fact);
            path.condition = path.condition.assert(fact);
        }
        self.bound(&mut path, words);
        for r in &of.requires {
            path = self.require(path, r)?;
        }
        if self.plan.pictures {
            self.open_album(&mut path);
        }
        self.next_invariant(path)
    }

    /// Assumes a requirement as far as it can be said at once.
    fn require(&mut self, path: Path, r: &Requirement) -> Option<Path> {
        match &r.kind {
            RequirementKind::Cond(e) => {
                let (value, troubles, _) = self.evaluate(&path, e, &Type::Bool);
                let mut path = path;
                self.bound_what_was_read(&mut path);
                self.note_overlooked(&path);
                for t in troubles {
                    let fine = self.world.terms.not(t.guard);
                    path.condition = path.condition.assert(fine);
                }
                // A condition on hidden variables alone is not shown.
                let of = self.program.proc(self.proc);
                let signs = &self.program.notation.text;
                let hidden = |v: &VarId| of.and_then(|p| p.var(*v)).is_some_and(|v| signs.is_holder(&v.name));
                if e.vars().iter().all(hidden) {
                    self.ranges.insert(value);
                }
                self.assume_or_lose(path, value)
            }
            RequirementKind::And(a, b) => {
                let path = self.require(path, a)?;
                self.require(path, b)
            }
            RequirementKind::Predicate(p) => {
                let (first, second) = match p {
                    Predicate::Acyclic(e) | Predicate::Sorted(e) | Predicate::Tree(e) => (e, None),
                    Predicate::Disjoint(a, b) => (a, Some(b)),
                };
                let (value, troubles, _) = self.evaluate(&path, first, &Type::Bool);
                if troubles.is_empty() {
                    match second {
                        None => {
                            self.sorted_arrays.extend(SortedArray::of(&self.world, p, value));
                            self.shapes.extend(Shape::of(&mut self.world, p, value));
                        }
                        Some(b) => {
                            let (other, troubles, _) = self.evaluate(&path, b, &Type::Bool);
                            if troubles.is_empty() {
                                self.apart.extend(Apart::of(&mut self.world, value, other));
                            }
                        }
                    }
                }
                Some(path)
            }
            RequirementKind::Call { proc, args } => {
                self.invariants.push((*proc, args.clone()));
                Some(path)
            }
            RequirementKind::Every { .. } => {
                let mut path = path;
                // What cannot be said is judged on the finished input.
                self.quantify(&mut path, r);
                self.say_required(r);
                Some(path)
            }
            RequirementKind::Not(a) if matches!(a.kind, RequirementKind::Every { .. }) => {
                let mut path = path;
                self.say_required(r);
                match self.some_number(&mut path, a) {
                    Some(value) => self.assume_or_lose(path, value),
                    None => Some(path),
                }
            }
            RequirementKind::Not(_) | RequirementKind::Or(..) => {
                let mut path = path;
                match self.said(&mut path, r) {
                    Some(value) => self.assume_or_lose(path, value),
                    // Judged on the finished input.
                    None => Some(path),
                }
            }
        }
    }

    /// Notes how people say a requirement.
    fn say_required(&mut self, r: &Requirement) {
        if let Some(of) = self.program.proc(self.proc) {
            self.required.push(format!("({})", print_requirement(self.program, of, r)));
        }
    }

    /// A requirement as one formula, if it is made of conditions only.
    fn said(&mut self, path: &mut Path, r: &Requirement) -> Option<Term> {
        let said = self.said_of(path, r, &[])?;
        self.bound_what_was_read(path);
        Some(said)
    }

    /// The same, with numbers that quantifiers bind.
    pub(crate) fn said_of(&mut self, path: &Path, r: &Requirement, bound: &[(VarId, Term)]) -> Option<Term> {
        let (holds, wrong) = self.holds_or_errs(path, r, bound)?;
        let t = &mut self.world.terms;
        let fine = t.not(wrong);
        Some(t.and(&[fine, holds]))
    }

    /// When a requirement holds, given that nothing goes wrong; and when something does.
    pub(crate) fn holds_or_errs(
        &mut self,
        path: &Path,
        r: &Requirement,
        bound: &[(VarId, Term)],
    ) -> Option<(Term, Term)> {
        match &r.kind {
            RequirementKind::Cond(e) => {
                let frame = path.frames.last()?;
                let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
                ev.bound = bound;
                let value = ev.value_of(e, &Type::Bool);
                let guards: Vec<Term> = ev.troubles.iter().map(|t| t.guard).collect();
                Some((value, self.world.terms.or(&guards)))
            }
            RequirementKind::Not(a) => {
                let (a, wrong) = self.holds_or_errs(path, a, bound)?;
                Some((self.world.terms.not(a), wrong))
            }
            RequirementKind::And(a, b) | RequirementKind::Or(a, b) => {
                let or = matches!(r.kind, RequirementKind::Or(..));
                let (a, first) = self.holds_or_errs(path, a, bound)?;
                let (b, second) = self.holds_or_errs(path, b, bound)?;
                let t = &mut self.world.terms;
                // The second is looked at only where the first leaves it open.
                let goes_on = if or { t.not(a) } else { a };
                let second = t.and(&[goes_on, second]);
                let wrong = t.or(&[first, second]);
                Some((if or { t.or(&[a, b]) } else { t.and(&[a, b]) }, wrong))
            }
            RequirementKind::Predicate(_) | RequirementKind::Call { .. } | RequirementKind::Every { .. } => {
                None
            }
        }
    }
}
