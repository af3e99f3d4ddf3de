//! The negative constraints of a condition: ∀Y A ≠ f(Y), A ≠ B, …

use super::speaker::Speaker;
use crate::facts::Fact;
use crate::free::plan::Plan;
use crate::pattern::{Part, Pattern};
use crate::pilot::{Negative, Pilot};
use formula::{Op, Sort};
use logic::machine::Machine;
use logic::machine::cells::{Addr, Cell, Kinds};
use logic::{Mode, Ops, Term, VarId, Writer, letter_name};

/// What stands at a place that a fact speaks of.
#[derive(Clone)]
enum Place {
    /// Something of the inputs.
    Input(Addr),
    /// A name for any term.
    Any(String),
}

/// The negation of what was taken to fail, as a disjunction whose own names are quantified.
struct Unlike<'m, 's, 'o, 'p, 'b> {
    machine: &'m mut Machine<'p, Pilot<'b>>,
    speaker: &'s Speaker<'o>,
    ops: &'o Ops,
    sides: Vec<String>,
    /// What stands at the places that facts have named.
    places: Vec<(Addr, Place)>,
    first_new: Addr,
    /// Names that are quantified.
    names: Vec<String>,
    used: Vec<String>,
}

/// ¬(what was taken to fail). Nothing if it cannot be said of the inputs alone; the empty text if it is said already.
pub(super) fn unlike(
    machine: &mut Machine<'_, Pilot<'_>>,
    speaker: &Speaker<'_>,
    plan: &Plan,
    negative: &Negative,
    asserted: &[formula::Term],
    ops: &Ops,
) -> Option<String> {
    let mut unlike = Unlike {
        machine,
        speaker,
        ops,
        sides: Vec::new(),
        places: Vec::new(),
        first_new: negative.first_new,
        names: Vec::new(),
        used: Vec::new(),
    };
    unlike.facts(&negative.facts)?;
    let bound = unlike.pattern(plan, &negative.pattern)?;
    unlike.formula(negative.formula, asserted, &bound)?;
    let Unlike { sides, used, .. } = unlike;
    let all = sides.join(" ∨ ");
    Some(match (used.is_empty(), sides.len()) {
        (_, 0) => String::new(),
        (true, 1) => all,
        (true, _) => format!("({all})"),
        (false, 1) => format!("∀{} {all}", used.join(",")),
        (false, _) => format!("∀{} ({all})", used.join(",")),
    })
}

/// Kinds in words.
pub(super) fn kind_words(kinds: Kinds) -> String {
    let of = [
        (Kinds::INT, "an integer"),
        (Kinds::FLOAT, "a float"),
        (Kinds::ATOM, "an atom"),
        (Kinds::STRING, "a string"),
        (Kinds::COMPOUND, "compound"),
        (Kinds::NIL, "[]"),
    ];
    let of: Vec<&str> = of.iter().filter(|(k, _)| kinds.meets(*k)).map(|(_, word)| *word).collect();
    of.join(" or ")
}

impl Unlike<'_, '_, '_, '_, '_> {
    fn fresh(&mut self) -> String {
        let name = format!("Y{}", self.names.len() + 1);
        self.names.push(name.clone());
        name
    }

    fn text(&mut self, place: &Place) -> Option<String> {
        match place {
            Place::Input(addr) => self.speaker.input(self.machine, *addr),
            Place::Any(name) => {
                if !self.used.contains(name) {
                    self.used.push(name.clone());
                }
                Some(name.clone())
            }
        }
    }

    /// What an address of the facts stands for.
    fn find(&mut self, addr: Addr) -> Place {
        if let Some((_, place)) = self.places.iter().rev().find(|(a, _)| *a == addr) {
            return place.clone();
        }
        if addr < self.first_new {
            return Place::Input(addr);
        }
        let place = Place::Any(self.fresh());
        self.places.push((addr, place.clone()));
        place
    }

    fn facts(&mut self, facts: &[Fact]) -> Option<()> {
        for fact in facts {
            match *fact {
                Fact::Is(addr, cell) => {
                    let place = self.find(addr);
                    if matches!(place, Place::Input(addr) if self.machine.cells().value(addr) == cell) {
                        continue;
                    }
                    let left = self.text(&place)?;
                    let value = self.constant(cell)?;
                    self.sides.push(format!("{left} ≠ {value}"));
                }
                Fact::Root(addr, functor, first) => {
                    let place = self.find(addr);
                    let (atom, count) = self.machine.cells().name_of(functor);
                    if let Place::Input(addr) = place
                        && let Cell::Struct(found, actual) = self.machine.cells().value(addr)
                    {
                        if found != functor {
                            return None;
                        }
                        self.places.extend((0..count).map(|i| (first + i, Place::Input(actual + i))));
                        continue;
                    }
                    let left = self.text(&place)?;
                    let args: Vec<String> = (0..count)
                        .filter_map(|i| {
                            let place = self.find(first + i);
                            self.text(&place)
                        })
                        .collect();
                    let text = match (atom, args.as_slice()) {
                        (logic::Atom::CONS, [head, tail]) => format!("[{head}|{tail}]"),
                        _ => {
                            format!("{}({})", logic::quoted(self.machine.terms().name(atom)), args.join(","))
                        }
                    };
                    self.sides.push(format!("{left} ≠ {text}"));
                }
                Fact::Same(a, b) => {
                    let (a, b) = (self.find(a), self.find(b));
                    let (a, b) = (self.text(&a)?, self.text(&b)?);
                    if a != b {
                        self.sides.push(format!("{a} ≠ {b}"));
                    }
                }
                Fact::Kind(addr, kinds) => {
                    let place = self.find(addr);
                    let left = self.text(&place)?;
                    self.sides.push(format!("{left} is not {}", kind_words(kinds)));
                }
            }
        }
        Some(())
    }

    fn constant(&mut self, cell: Cell) -> Option<String> {
        Some(match cell {
            Cell::Atom(logic::Atom::NIL) => "[]".to_string(),
            Cell::Atom(atom) => logic::quoted(self.machine.terms().name(atom)).to_string(),
            Cell::Str(text) => format!("{:?}", self.machine.terms().name(text)),
            Cell::Float(value) => value.value().to_string(),
            Cell::Number(n) => {
                let term = self.machine.guide.numbers().get(n as usize).copied()?;
                let said = self.speaker.number(&mut self.machine.guide, term, &[])?;
                self.machine.guide.formulas.show(said)
            }
            cell => self.machine.cells().int_of(cell)?.to_string(),
        })
    }

    /// Free inputs ≠ pattern. Gives back the integers of the pattern that have names here.
    fn pattern(&mut self, plan: &Plan, pattern: &Pattern) -> Option<Vec<(formula::Term, formula::Term)>> {
        let mut bound: Vec<(formula::Term, formula::Term)> = Vec::new();
        if pattern.roots == 0 {
            return Some(bound);
        }
        let inputs: Vec<String> =
            (0..plan.modes.len()).filter(|i| plan.modes[*i] == Mode::Any).map(letter_name).collect();
        let vars: Vec<String> = (0..pattern.vars).map(|_| self.fresh()).collect();
        let uses = |v: u32| pattern.parts.iter().filter(|part| **part == Part::Var(v)).count();
        for (i, input) in inputs.iter().enumerate() {
            if matches!(pattern.parts.get(i), Some(Part::Var(v)) if uses(*v) == 1) {
                continue;
            }
            let mut named: Vec<String> = Vec::new();
            let term = self.part(pattern, i as u32, &vars, &mut bound, &mut named)?;
            let writer = Writer::new(self.machine.terms()).ops(self.ops).tight().names(&named);
            let text = writer.text(term);
            for name in named.iter().filter(|n| self.names.contains(n)) {
                if !self.used.contains(name) {
                    self.used.push(name.clone());
                }
            }
            self.sides.push(format!("{input} ≠ {text}"));
        }
        Some(bound)
    }

    /// A part of a pattern as a term, with variables that are called as `named` says.
    fn part(
        &mut self,
        pattern: &Pattern,
        root: u32,
        vars: &[String],
        bound: &mut Vec<(formula::Term, formula::Term)>,
        named: &mut Vec<String>,
    ) -> Option<Term> {
        let mut done: Vec<Term> = Vec::new();
        let mut open = vec![(root, false)];
        while let Some((place, ready)) = open.pop() {
            let name = match pattern.parts.get(place as usize).copied()? {
                Part::Var(v) => vars.get(v as usize)?.clone(),
                Part::Number(t) => self.pattern_number(t, bound)?,
                Part::Input(addr) => {
                    let place = self.find(addr);
                    self.text(&place)?
                }
                Part::Is(Cell::Atom(atom)) => {
                    done.push(self.machine.terms_mut().atom(atom));
                    continue;
                }
                Part::Is(cell) => self.constant(cell)?,
                Part::Root(functor, first) => {
                    let (name, count) = self.machine.cells().name_of(functor);
                    if !ready {
                        open.push((place, true));
                        open.extend((first..first + count).rev().map(|p| (p, false)));
                        continue;
                    }
                    let args = done.split_off(done.len().saturating_sub(count as usize));
                    done.push(self.machine.terms_mut().compound(name, &args));
                    continue;
                }
            };
            let number = named.iter().position(|n| *n == name).unwrap_or_else(|| {
                named.push(name);
                named.len() - 1
            });
            done.push(self.machine.terms_mut().var(VarId::new(number)));
        }
        done.pop()
    }

    /// An integer of a pattern: in the names of the inputs, or one that is quantified.
    fn pattern_number(
        &mut self,
        term: formula::Term,
        bound: &mut Vec<(formula::Term, formula::Term)>,
    ) -> Option<String> {
        let guide = &mut self.machine.guide;
        if let Some(said) = self.speaker.number(guide, term, bound) {
            return Some(guide.formulas.show(said));
        }
        let vars = guide.formulas.free_vars(&[term]);
        for var in vars {
            if self.speaker.number(&mut self.machine.guide, var, bound).is_none() {
                let name = self.fresh();
                self.used.push(name.clone());
                bound.push((var, self.machine.guide.formulas.var(&name, Sort::INT)));
            }
        }
        let guide = &mut self.machine.guide;
        let said = self.speaker.number(guide, term, bound)?;
        Some(guide.formulas.show(said))
    }

    /// What is said of integers, but for what holds on the whole path.
    fn formula(
        &mut self,
        formula: formula::Term,
        asserted: &[formula::Term],
        bound: &[(formula::Term, formula::Term)],
    ) -> Option<()> {
        let guide = &mut self.machine.guide;
        let parts = match guide.formulas.op(formula) {
            Op::And => guide.formulas.args(formula).to_vec(),
            _ => vec![formula],
        };
        let parts: Vec<formula::Term> = parts.into_iter().filter(|part| !asserted.contains(part)).collect();
        let rest = guide.formulas.and(&parts);
        if guide.formulas.as_bool(rest) == Some(true) {
            return Some(());
        }
        let said = self.speaker.formula(guide, rest, bound)?;
        let opposite = guide.formulas.not(said);
        let opposite = guide.formulas.readable(opposite);
        match guide.formulas.as_bool(opposite) {
            Some(false) => {}
            // It holds anyway.
            Some(true) => {
                self.sides.clear();
                self.used.clear();
                return None;
            }
            None => self.sides.push(guide.formulas.show(opposite)),
        }
        Some(())
    }
}
