//! Whether value-sets are right, for tests: of the pairs of one, exactly one holds ([P1] and [P2] of the paper); and on the
//! input of a path, those of its end give what the concrete machine has there.

use super::canonical::Pair;
use crate::explorer::Explorer;
use crate::path::Path;
use formula::{Op, Term};
use imperative::machine::{Object, Run, State as Input, Value};
use solver::{State, Verdict};

/// How often terms are looked at again for elements at indices that are known by now.
const ROUNDS: usize = 6;

impl Explorer<'_> {
    /// Notes what is wrong with a value-set, if the plan asks for it.
    pub(super) fn judge_set(&mut self, inside: &State, pairs: &[Pair]) {
        if !self.plan.judge {
            return;
        }
        let t = &mut self.world.terms;
        let mut constraints: Vec<Term> = Vec::new();
        for pair in pairs {
            let ways: Vec<Term> = pair.when.iter().map(|w| t.and(w)).collect();
            constraints.push(t.or(&ways));
        }
        self.result.judged += 1;
        for (i, p) in constraints.iter().enumerate() {
            for q in &constraints[i + 1..] {
                let both = inside.assert(*p).assert(*q);
                if let Verdict::Sat(_) = self.ask_aside(&both) {
                    let (p, q) = (self.names.show(&self.world, *p), self.names.show(&self.world, *q));
                    self.result.flaws.push(format!("both {p} and {q}"));
                }
            }
        }
        let none = constraints.iter().fold(inside.clone(), |s, p| {
            let not = self.world.terms.not(*p);
            s.assert(not)
        });
        if let Verdict::Sat(_) = self.ask_aside(&none) {
            let all: Vec<String> = constraints.iter().map(|p| self.names.show(&self.world, *p)).collect();
            self.result.flaws.push(format!("none of {}", all.join(", ")));
        }
    }

    /// Notes what a path condition as it is written does not say: all that the search assumed must follow from it.
    fn judge_condition(&mut self, path: &Path) {
        let Some(album) = &path.album else { return };
        let mut written = album.said.iter().fold(State::new(), |s, f| s.assert(*f));
        let mut assumed = Vec::new();
        for f in path.condition.assertions() {
            if self.ranges.contains(&f) || self.world.is_plain_length(f) {
                written = written.assert(f);
            } else {
                assumed.push(f);
            }
        }
        for f in assumed {
            self.result.judged += 1;
            let not = self.world.terms.not(f);
            if let Verdict::Sat(_) = self.ask_aside(&written.assert(not)) {
                let text = self.names.show(&self.world, f);
                self.result.flaws.push(format!("the path condition does not say {text}"));
            }
        }
    }

    /// Compares the end of a path with the run on its input.
    pub(crate) fn judge_end(&mut self, path: &Path, input: &Input, run: &Run) {
        let Some(frame) = path.frames.last().filter(|_| self.plan.judge && path.album.is_some()) else {
            return;
        };
        let (id, block) = (frame.proc, frame.block);
        let Some(proc) = self.program.proc(id) else { return };
        self.judge_condition(path);
        let known = self.known_of(input);
        for v in self.names.visible(id, proc, block) {
            let Some(meaning) = self.meaning(path, v) else { continue };
            let set = self.canonical(path, &meaning);
            let name = self.names.variable(proc, v);
            let found = run.state.get(v).cloned();
            let elements: Vec<(Option<i64>, Value)> = match found {
                Some(value @ (Value::Int(_) | Value::Bool(_))) => vec![(None, value)],
                Some(Value::Ref(object) | Value::Pointer(object, 0)) => match run.state.heap.get(object) {
                    Some(Object::Array { values, first, .. }) => {
                        let index = |at: usize| Some(first + at as i64);
                        values.iter().enumerate().map(|(at, v)| (index(at), v.clone())).collect()
                    }
                    _ => continue,
                },
                _ => continue,
            };
            for (index, value) in elements {
                self.result.judged += 1;
                if let Err(why) = self.judge_value(&set.pairs, index, &value, &known) {
                    let at = index.map_or_else(String::new, |i| format!(" at {i}"));
                    self.result.flaws.push(format!("{name}{at}: {why} in {}", set.text));
                }
            }
        }
    }

    fn judge_value(
        &mut self,
        pairs: &[Pair],
        index: Option<i64>,
        value: &Value,
        known: &[(Term, Term)],
    ) -> Result<(), String> {
        let formal = self.world.formal();
        let at = index.map(|i| self.world.terms.int(i));
        let mut holding = 0;
        for pair in pairs {
            let t = &mut self.world.terms;
            let ways: Vec<Term> = pair.when.iter().map(|w| t.and(w)).collect();
            let when = t.or(&ways);
            let place = |e: &mut Explorer<'_>, x: Term| match at {
                Some(at) => e.world.terms.substitute(x, &[(formal, at)]),
                None => x,
            };
            let when = place(self, when);
            let when = self.concretely(when, known);
            match self.world.terms.as_bool(when) {
                Some(false) => continue,
                Some(true) => holding += 1,
                // It depends on something that the input does not determine.
                None => return Ok(()),
            }
            let Some(shown) = pair.value else {
                if *value != Value::Nothing {
                    return Err(format!("undefined, but it is {value:?}"));
                }
                continue;
            };
            let shown = place(self, shown);
            let shown = self.concretely(shown, known);
            let same = match (self.world.terms.op(shown), value) {
                (Op::Int(n), Value::Int(m)) => n == m,
                (Op::True, Value::Bool(b)) => *b,
                (Op::False, Value::Bool(b)) => !b,
                (Op::Int(_) | Op::True | Op::False, _) => false,
                _ => true,
            };
            if !same {
                return Err(format!("{}, but it is {value:?}", self.names.show(&self.world, shown)));
            }
        }
        if holding == 1 { Ok(()) } else { Err(format!("{holding} pairs hold")) }
    }

    /// The values that an input gives to terms.
    fn known_of(&mut self, input: &Input) -> Vec<(Term, Term)> {
        let mut out = Vec::new();
        for (v, term) in self.inputs.clone() {
            let t = &mut self.world.terms;
            match input.get(v) {
                Some(Value::Int(n)) => out.push((term, t.int(n.clone()))),
                Some(Value::Bool(b)) => out.push((term, t.boolean(*b))),
                Some(Value::Ref(object) | Value::Pointer(object, _)) => {
                    let Some(Object::Array { values, first, .. }) = input.heap.get(*object) else { continue };
                    let sort = t.sort_of(term);
                    let Some((length, at, _)) = self.world.array(sort) else { continue };
                    let t = &mut self.world.terms;
                    out.push((t.app(length, &[term]), t.int(values.len() as i64)));
                    for (i, value) in values.iter().enumerate() {
                        let place = t.int(i as i64);
                        let element = t.app(at, &[term, place]);
                        match value {
                            Value::Int(n) => out.push((element, t.int(n.clone()))),
                            Value::Bool(b) => out.push((element, t.boolean(*b))),
                            _ => {}
                        }
                    }
                    if let Some(map) = self.world.first_map(sort) {
                        let t = &mut self.world.terms;
                        out.push((t.app(map, &[term]), t.int(*first)));
                    }
                }
                _ => {}
            }
        }
        out
    }

    fn concretely(&mut self, mut term: Term, known: &[(Term, Term)]) -> Term {
        for _ in 0..ROUNDS {
            let next = self.world.terms.substitute(term, known);
            if next == term {
                break;
            }
            term = next;
        }
        term
    }
}
