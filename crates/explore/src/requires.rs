//! Requirements on inputs, as constraints on what the path looks at.
//!
//! * A condition is evaluated at the start, like an assumption.
//! * `acyclic(x)`: a rank for each cell; whenever a cell below `x` is looked at, its rank is less than
//!   that of the cell it was reached from.
//! * `sorted(x)`: along the link below `x`, whenever a cell is looked at, its key is not less than that
//!   of the cell before; and a sorted list has no cycle.
//!
//! * `sorted(a)` of an array: whenever a path ends, the elements that it has looked at are in order; the
//!   others are filled in between ([`symbolic::input`]).
//!
//! What these leave out (another input that leads into the structure by an alias, the predicates that
//! are not listed) is made up for at the end: the finished input is judged concretely, and if it does
//! not satisfy the requirements, the same constraints are added for every cell that the path has looked
//! at, guarded by 'is reached', and the solver is asked again.

use formula::{FunId, Op, Sort, Term};
use imperative::{FieldId, Predicate, Program, StructId, Type};
use symbolic::world::World;

/// A requirement about the shape below an input.
pub struct Shape {
    /// The input.
    pub root: Term,
    /// Keys never decrease along the link.
    pub sorted: bool,
    /// At most one field leads to each cell.
    pub tree: bool,
    rank: FunId,
    reached: FunId,
}

impl Shape {
    /// The shape that a predicate asks for, if it is one that unfolds with the path.
    pub fn of(world: &mut World, predicate: &Predicate, root: Term) -> Option<Shape> {
        let (sorted, tree) = match predicate {
            Predicate::Acyclic(_) => (false, false),
            Predicate::Tree(_) => (false, true),
            Predicate::Sorted(_) => (true, false),
            Predicate::Disjoint(..) => return None,
        };
        let sort = world.terms.sort_of(root);
        world.struct_of(sort)?;
        if !matches!(world.terms.op(root), Op::Var(_)) {
            return None;
        }
        let rank = world.terms.declare_fun("rank", &[sort], Sort::INT);
        let reached = world.terms.declare_fun("reached", &[sort], Sort::BOOL);
        if !world.acyclic.contains(&root) {
            world.acyclic.push(root);
        }
        Some(Shape { root, sorted, tree, rank, reached })
    }

    /// What holds of a cell that is looked at, if it lies below the root by its very form: constraints
    /// between it and the cell it is a field of.
    pub fn on_look(&self, program: &Program, world: &mut World, cell: Term) -> Vec<Term> {
        let mut out = Vec::new();
        let Op::App(f) = *world.terms.op(cell) else { return out };
        let above = world.terms.args(cell)[0];
        let sort = world.terms.sort_of(cell);
        if world.terms.args(cell).len() != 1
            || sort != world.terms.sort_of(above)
            || sort != world.terms.sort_of(self.root)
            || !self.is_below(world, above)
        {
            return out;
        }
        let (low, high) = (world.terms.app(self.rank, &[cell]), world.terms.app(self.rank, &[above]));
        out.push(world.terms.lt(low, high));
        if self.sorted
            && let Some((link, key)) = self.link_and_key(program, world)
            && f == link
        {
            let (a, b) = (world.terms.app(key, &[above]), world.terms.app(key, &[cell]));
            out.push(world.terms.le(a, b));
        }
        out
    }

    fn is_below(&self, world: &World, mut t: Term) -> bool {
        loop {
            if t == self.root {
                return true;
            }
            match world.terms.op(t) {
                Op::App(_) if world.terms.args(t).len() == 1 => t = world.terms.args(t)[0],
                _ => return false,
            }
        }
    }

    /// True if a formula speaks of ranks or of what is reached, which only encode the requirement.
    pub fn is_scaffold(&self, world: &World, f: Term) -> bool {
        let mut own = false;
        world.terms.visit(&[f], |t| {
            own |= matches!(world.terms.op(t), Op::App(g) if *g == self.rank || *g == self.reached);
        });
        own
    }

    /// The requirement as a person says it.
    pub fn text(&self, world: &World) -> String {
        let name = match (self.sorted, self.tree) {
            (true, _) => "sorted",
            (_, true) => "tree",
            _ => "acyclic",
        };
        format!("{name}({})", world.show(self.root))
    }

    fn struct_id(&self, world: &World) -> Option<StructId> {
        world.struct_of(world.terms.sort_of(self.root))
    }

    fn link_and_key(&self, program: &Program, world: &World) -> Option<(FunId, FunId)> {
        let s = self.struct_id(world)?;
        let of = program.struct_of(s)?;
        Some((world.field(s, of.link(s)?), world.field(s, of.key()?)))
    }

    /// The constraints for all cells that the path has looked at, whichever reference leads to them.
    pub fn everywhere(&self, program: &Program, world: &mut World, cells: &[Term]) -> Vec<Term> {
        let mut out = Vec::new();
        let Some(s) = self.struct_id(world) else { return out };
        let Some(of) = program.struct_of(s) else { return out };
        let sort = world.terms.sort_of(self.root);
        let nil = world.terms.nil(sort);
        let empty = world.terms.eq(self.root, nil);
        let start = world.terms.app(self.reached, &[self.root]);
        out.push(world.terms.or(&[empty, start]));
        let own: Vec<Term> = cells.iter().copied().filter(|c| world.terms.sort_of(*c) == sort).collect();
        for c in own {
            let here = world.terms.app(self.reached, &[c]);
            let not_here = world.terms.not(here);
            for (i, field) in of.fields.iter().enumerate() {
                if field.ty != Type::Ref(s) {
                    continue;
                }
                let f = world.field(s, FieldId::new(i));
                let next = world.terms.app(f, &[c]);
                let end = world.terms.eq(next, nil);
                let there = world.terms.app(self.reached, &[next]);
                let (low, high) = (world.terms.app(self.rank, &[next]), world.terms.app(self.rank, &[c]));
                let less = world.terms.lt(low, high);
                let mut all = vec![there, less];
                if self.sorted
                    && let Some((link, key)) = self.link_and_key(program, world)
                    && f == link
                {
                    let (a, b) = (world.terms.app(key, &[c]), world.terms.app(key, &[next]));
                    all.push(world.terms.le(a, b));
                }
                let all = world.terms.and(&all);
                out.push(world.terms.or(&[not_here, end, all]));
            }
        }
        if self.tree {
            self.one_way_in(program, world, cells, &mut out);
        }
        out
    }

    /// No two fields of reached cells lead to one cell, and none to the root.
    fn one_way_in(&self, program: &Program, world: &mut World, cells: &[Term], out: &mut Vec<Term>) {
        let Some(s) = self.struct_id(world) else { return };
        let sort = world.terms.sort_of(self.root);
        let nil = world.terms.nil(sort);
        let mut ways: Vec<(Term, FunId)> = Vec::new();
        for c in cells.iter().filter(|c| world.terms.sort_of(**c) == sort) {
            for (i, field) in program.struct_of(s).map_or(&[][..], |d| &d.fields).iter().enumerate() {
                if field.ty == Type::Ref(s) {
                    ways.push((*c, world.field(s, FieldId::new(i))));
                }
            }
        }
        for (k, (c, f)) in ways.iter().enumerate() {
            let unreached = |w: &mut World, c: Term| {
                let here = w.terms.app(self.reached, &[c]);
                w.terms.not(here)
            };
            let next = world.terms.app(*f, &[*c]);
            let (end, out_of_sight) = (world.terms.eq(next, nil), unreached(world, *c));
            let not_root = world.terms.ne(next, self.root);
            out.push(world.terms.or(&[end, out_of_sight, not_root]));
            for (d, g) in &ways[k + 1..] {
                let other = world.terms.app(*g, &[*d]);
                let apart = world.terms.ne(next, other);
                let same = if f == g { world.terms.eq(*c, *d) } else { world.terms.fals() };
                let hidden = unreached(world, *d);
                out.push(world.terms.or(&[end, out_of_sight, hidden, same, apart]));
            }
        }
    }
}

/// Two inputs from which no common cell is reached.
pub struct Apart {
    roots: [Term; 2],
    reached: [FunId; 2],
}

impl Apart {
    /// The requirement, if both are inputs of one struct.
    pub fn of(world: &mut World, a: Term, b: Term) -> Option<Apart> {
        let sort = world.terms.sort_of(a);
        let inputs = [a, b].iter().all(|t| matches!(world.terms.op(*t), Op::Var(_)));
        if !inputs || world.terms.sort_of(b) != sort || world.struct_of(sort).is_none() {
            return None;
        }
        let first = world.terms.declare_fun("reached", &[sort], Sort::BOOL);
        let second = world.terms.declare_fun("reached", &[sort], Sort::BOOL);
        Some(Apart { roots: [a, b], reached: [first, second] })
    }

    /// The constraints for all cells that the path has looked at.
    pub fn everywhere(&self, program: &Program, world: &mut World, cells: &[Term]) -> Vec<Term> {
        let mut out = self.at_roots(world);
        for cell in cells {
            out.extend(self.at(program, world, *cell));
        }
        out
    }

    /// What holds of a cell of the input that is known to be there, and of the roots.
    pub fn on_look(&self, program: &Program, world: &mut World, cell: Term) -> Vec<Term> {
        let mut out = if self.roots.contains(&cell) { self.at_roots(world) } else { Vec::new() };
        out.extend(self.at(program, world, cell));
        out
    }

    /// Each root is reached from itself.
    fn at_roots(&self, world: &mut World) -> Vec<Term> {
        let nil = world.terms.nil(world.terms.sort_of(self.roots[0]));
        let mut out = Vec::new();
        for (root, reached) in self.roots.iter().zip(self.reached) {
            let (none, there) = (world.terms.eq(*root, nil), world.terms.app(reached, &[*root]));
            out.push(world.terms.or(&[none, there]));
        }
        out
    }

    /// A cell is reached from one root at most, and so is what it leads to.
    fn at(&self, program: &Program, world: &mut World, cell: Term) -> Vec<Term> {
        let mut out = Vec::new();
        let sort = world.terms.sort_of(self.roots[0]);
        let Some(s) = world.struct_of(sort).filter(|_| world.terms.sort_of(cell) == sort) else { return out };
        let nil = world.terms.nil(sort);
        let here: Vec<Term> = self.reached.iter().map(|r| world.terms.app(*r, &[cell])).collect();
        let hidden: Vec<Term> = here.iter().map(|h| world.terms.not(*h)).collect();
        let none = world.terms.eq(cell, nil);
        out.push(world.terms.or(&[none, hidden[0], hidden[1]]));
        for (i, field) in program.struct_of(s).map_or(&[][..], |d| &d.fields).iter().enumerate() {
            if field.ty != Type::Ref(s) {
                continue;
            }
            let next = world.terms.app(world.field(s, FieldId::new(i)), &[cell]);
            let end = world.terms.eq(next, nil);
            let there: Vec<Term> = self.reached.iter().map(|r| world.terms.app(*r, &[next])).collect();
            for k in 0..2 {
                out.push(world.terms.or(&[hidden[k], end, there[k]]));
            }
            let not_there: Vec<Term> = there.iter().map(|t| world.terms.not(*t)).collect();
            out.push(world.terms.or(&[end, not_there[0], not_there[1]]));
        }
        out
    }

    /// The requirement as a person says it.
    pub fn text(&self, world: &World) -> String {
        format!("disjoint({}, {})", world.show(self.roots[0]), world.show(self.roots[1]))
    }

    /// True if a formula speaks of what is reached, which only encodes the requirement.
    pub fn is_scaffold(&self, world: &World, f: Term) -> bool {
        let mut own = false;
        world.terms.visit(&[f], |t| {
            own |= matches!(world.terms.op(t), Op::App(g) if self.reached.contains(g));
        });
        own
    }
}

/// An array of the input whose elements never decrease.
pub struct SortedArray {
    root: Term,
    at: FunId,
}

impl SortedArray {
    /// The requirement, if it is one about an array that is an input.
    pub fn of(world: &World, predicate: &Predicate, root: Term) -> Option<SortedArray> {
        let (_, at, element) = world.array(world.terms.sort_of(root))?;
        let numbers = element.is_number();
        let input = matches!(world.terms.op(root), Op::Var(_));
        (numbers && input && matches!(predicate, Predicate::Sorted(_))).then_some(SortedArray { root, at })
    }

    /// The array.
    pub fn root(&self) -> Term {
        self.root
    }

    /// The elements that some formulas look at are in order.
    pub fn in_order(&self, world: &mut World, formulas: &[Term]) -> Vec<Term> {
        let mut elements = Vec::new();
        world.terms.visit(formulas, |t| {
            if *world.terms.op(t) == Op::App(self.at) && world.terms.args(t)[0] == self.root {
                elements.push((world.terms.args(t)[1], t));
            }
        });
        let mut out = Vec::new();
        for (k, (i, x)) in elements.iter().enumerate() {
            for (j, y) in &elements[k + 1..] {
                let (forth, back) = (world.terms.le(*i, *j), world.terms.le(*j, *i));
                let (up, down) = (world.terms.le(*x, *y), world.terms.le(*y, *x));
                out.push(world.terms.implies(forth, up));
                out.push(world.terms.implies(back, down));
            }
        }
        out
    }
}
