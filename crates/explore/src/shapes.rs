//! Every input heap shape that can follow a path.
//!
//! Places (the input variables, then the reference fields of each cell in the order in which cells are
//! reached) are filled one by one: with nil, with a cell that is there, or with a new one. Cells are
//! numbered as they are first reached, so no two shapes that come out are isomorphic. The solver is
//! asked after each choice, so what the path excludes is cut at once.

use crate::explorer::{Explorer, Sink};
use crate::finish::{Sought, TOO_LONG};
use crate::lost::Why;
use crate::path::{End, Path};
use formula::{Sort, Term};
use imperative::FieldId;
use solver::State;

/// Cells of a partial shape.
#[derive(Clone)]
pub(crate) struct Shape {
    /// The cells, in the order in which they are reached.
    pub(crate) cells: Vec<Term>,
    /// References that are still to be settled, nearest last.
    open: Vec<Term>,
    /// The condition of the path and of the shape.
    pub(crate) condition: State,
}

impl Explorer<'_> {
    /// Hands on one input for each shape of at most `most` cells.
    pub(crate) fn each_shape(&mut self, path: &Path, end: &End, most: usize, each: &mut Sink<'_>) {
        let mut any = false;
        let unknown = self.result.unknown;
        self.walk_shapes(&path.condition, most, &mut |e, shape| {
            any |= e.hand_on(path, end, &shape.condition, !any, each);
            e.going
        });
        if !any && self.going && self.result.unknown == unknown {
            // The path needs more cells than there may be, or a longer array than can be built.
            match self.input(&path.condition) {
                Sought::Input(..) | Sought::TooLarge => {
                    self.result.cut += 1;
                    self.lose_through(path, Why::Bound(format!("--max-cells {most}")));
                }
                Sought::TooLong => self.unknown(TOO_LONG.to_string()),
                Sought::Impossible | Sought::Unknown(_) => {}
            }
        }
    }

    /// Finds the shapes of at most `most` cells that a condition allows, until `each` has enough.
    pub(crate) fn walk_shapes(
        &mut self,
        condition: &State,
        most: usize,
        each: &mut dyn FnMut(&mut Self, &Shape) -> bool,
    ) {
        let mut open: Vec<Term> = self.inputs.iter().map(|(_, t)| *t).collect();
        open.retain(|t| self.is_reference(*t));
        open.reverse();
        let mut waiting = vec![Shape { cells: Vec::new(), open, condition: condition.clone() }];
        while let Some(mut s) = waiting.pop() {
            if let Err(stop) = self.budget.look() {
                self.result.stopped = Some(stop);
                self.going = false;
            }
            if !self.going {
                return;
            }
            let Some(place) = s.open.pop() else {
                if !each(self, &s) {
                    return;
                }
                continue;
            };
            // The last one pushed is looked at first: nil, then known cells, then a new one.
            let sort = self.world.terms.sort_of(place);
            if s.cells.len() < most {
                let cell = self.world.terms.var(&format!("cell {}", s.cells.len()), sort);
                let nil = self.world.terms.nil(sort);
                let mut new = s.clone();
                let mut facts = vec![self.world.terms.eq(place, cell), self.world.terms.ne(cell, nil)];
                for other in &s.cells {
                    if self.world.terms.sort_of(*other) == sort {
                        facts.push(self.world.terms.ne(cell, *other));
                    }
                }
                let all = self.world.terms.and(&facts);
                new.condition = new.condition.assert(all);
                new.cells.push(cell);
                // What is required of this cell and those before, so that what breaks it is cut at once.
                let known = self.required_of(&s.cells);
                for f in self.required_of(&new.cells) {
                    if s.cells.is_empty() || !known.contains(&f) {
                        new.condition = new.condition.assert(f);
                    }
                }
                // Breadth first: the fields of a new cell wait behind everything.
                let (mut fields, mut facts) = (Vec::new(), Vec::new());
                self.reference_fields(cell, &mut fields, &mut facts);
                new.open.splice(0..0, fields.into_iter().rev());
                for fact in facts {
                    self.ranges.insert(fact);
                    new.condition = new.condition.assert(fact);
                }
                if self.possible(&new.condition) {
                    waiting.push(new);
                }
            }
            let mut targets: Vec<Term> =
                s.cells.iter().copied().filter(|c| self.world.terms.sort_of(*c) == sort).collect();
            targets.reverse();
            targets.push(self.world.terms.nil(sort));
            for target in targets {
                let mut known = s.clone();
                let same = self.world.terms.eq(place, target);
                known.condition = known.condition.assert(same);
                if self.possible(&known.condition) {
                    waiting.push(known);
                }
            }
        }
    }

    /// What the requirements say of the cells of a shape.
    fn required_of(&mut self, cells: &[Term]) -> Vec<Term> {
        let mut out = Vec::new();
        for shape in &self.shapes {
            out.extend(shape.everywhere(self.program, &mut self.world, cells));
        }
        for apart in &self.apart {
            out.extend(apart.everywhere(self.program, &mut self.world, cells));
        }
        out
    }

    fn is_reference(&self, t: Term) -> bool {
        let sort = self.world.terms.sort_of(t);
        !matches!(sort, Sort::INT | Sort::REAL | Sort::BOOL)
    }

    /// The reference fields of a cell of the input, in order; arrays have none that are enumerated. Parts are no places:
    /// they belong to their cell, which is what the facts say, and what is in them is in it.
    fn reference_fields(&mut self, cell: Term, out: &mut Vec<Term>, facts: &mut Vec<Term>) {
        let sort = self.world.terms.sort_of(cell);
        let mut held = Vec::new();
        if let Some(s) = self.world.struct_of(sort) {
            let count = self.program.struct_of(s).map_or(0, |d| d.fields.len());
            for i in 0..count {
                let map = self.world.field(s, FieldId::new(i));
                held.push((map, self.world.terms.app(map, &[cell])));
            }
        } else if let (Some((_, map, _)), Some(1)) = (self.world.array(sort), self.world.part_length(cell)) {
            // A member to which pointers lead.
            let first = self.world.terms.int(0);
            held.push((map, self.world.terms.app(map, &[cell, first])));
        }
        for (map, value) in held {
            if self.world.holds_parts(map) {
                facts.extend(self.world.of_part(value, cell, map));
                self.reference_fields(value, out, facts);
            } else if self.is_reference(value) {
                out.push(value);
            }
        }
    }

    fn hand_on(&mut self, path: &Path, end: &End, shape: &State, first: bool, each: &mut Sink<'_>) -> bool {
        match self.input(shape) {
            // The condition that people read is that of the path, not that of the shape.
            Sought::Input(input, _) => self.report(path, end, input, &path.condition, first, each),
            // Not a shape that is asked for: a cycle where none is allowed, say.
            Sought::Impossible | Sought::TooLarge => false,
            Sought::TooLong => {
                self.unknown(TOO_LONG.to_string());
                false
            }
            Sought::Unknown(why) => {
                self.unknown(why);
                false
            }
        }
    }
}
