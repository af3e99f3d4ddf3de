//! Declared types: what a path leaves open of its ground inputs is filled in so that they are well typed.
//!
//! `:- type list(T) ---> [] ; [T|list(T)].` and `:- pred len(list(_), integer).` say that the first argument of `len/2` is a
//! list. A path knows a part of each input; the rest is completed by constructors of its type, the smallest first, such
//! that what must fail still fails. Where that cannot be done, no well typed input takes the path.
//!
//! `integer`, `int` and `nat` are integers, `atom` is an atom; type variables and types that are not declared may be
//! anything.

use crate::pilot::Pilot;
use logic::machine::Machine;
use logic::machine::cells::{Addr, Cell, Cells, Functor, Kinds, Mark};
use logic::{Atom, Node, PredId, Program, Term};

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Type {
    Any,
    Int,
    Atom,
    /// A declared type with its arguments.
    Named(usize, Vec<Type>),
}

/// A constructor of a declared type.
struct Constructor {
    name: Atom,
    /// The types of its arguments, over the parameters of the type.
    args: Vec<Term>,
}

struct Declared {
    name: Atom,
    params: Vec<logic::VarId>,
    constructors: Vec<Constructor>,
}

/// The types of a predicate's arguments.
pub(crate) struct Types<'p> {
    program: &'p Program,
    declared: Vec<Declared>,
    args: Vec<Type>,
}

/// What is left to be checked: a place and its type.
type Duty = (Addr, Type);

/// A choice of a constructor that can be taken back.
struct Choice {
    mark: Mark,
    leaf: Addr,
    of: usize,
    given: Vec<Type>,
    next: usize,
    duties: Vec<Duty>,
}

/// How many constructors are tried for one input before it is given up.
const MOST: usize = 10_000;

impl<'p> Types<'p> {
    /// The declared types of a predicate, if there are any.
    pub fn of(program: &'p Program, pred: PredId) -> Option<Types<'p>> {
        let declaration = program.pred_types.iter().find(|d| d.pred == pred)?;
        let mut types = Types { program, declared: Vec::new(), args: Vec::new() };
        for declared in &program.types {
            let (name, params) = program.terms.callable(declared.head)?;
            let params = params
                .iter()
                .map(|p| match program.terms.node(*p) {
                    Node::Var(var) => Some(*var),
                    _ => None,
                })
                .collect::<Option<Vec<_>>>()?;
            let mut constructors: Vec<Constructor> = declared
                .constructors
                .iter()
                .filter_map(|c| {
                    let (name, args) = program.terms.callable(*c)?;
                    Some(Constructor { name, args: args.to_vec() })
                })
                .collect();
            constructors.sort_by_key(|c| c.args.len());
            types.declared.push(Declared { name, params, constructors });
        }
        types.args = program.terms.args(declaration.head).iter().map(|t| types.read(*t, &[])).collect();
        Some(types)
    }

    /// The type that a term says, with types for the parameters.
    fn read(&self, term: Term, env: &[(logic::VarId, Type)]) -> Type {
        let Some((name, args)) = self.program.terms.callable(term) else {
            return match self.program.terms.node(term) {
                Node::Var(var) => {
                    env.iter().find(|(v, _)| v == var).map_or(Type::Any, |(_, given)| given.clone())
                }
                _ => Type::Any,
            };
        };
        let found = self.declared.iter().position(|d| d.name == name && d.params.len() == args.len());
        match (found, self.program.terms.name(name)) {
            // The depth of the recursion is that of the declaration in the text.
            (Some(i), _) => Type::Named(i, args.iter().map(|a| self.read(*a, env)).collect()),
            (None, "integer" | "int" | "nat") => Type::Int,
            (None, "atom") => Type::Atom,
            (None, _) => Type::Any,
        }
    }

    /// Fills in the ground inputs of a run: false if no well typed inputs take its path. Free inputs are left alone.
    pub fn complete(&self, machine: &mut Machine<'_, Pilot<'_>>, env: Addr, ground: &[usize]) -> bool {
        let mut duties: Vec<Duty> = Vec::new();
        for i in ground.iter().rev() {
            if let Some(given) = self.args.get(*i) {
                duties.push((env + *i as Addr, given.clone()));
            }
        }
        let mut choices: Vec<Choice> = Vec::new();
        let (cells, guide) = machine.parts();
        for _ in 0..MOST {
            let fits = match duties.pop() {
                // A partial choice that fails at once is not extended.
                Some(duty) => self.meet(cells, duty, &mut duties, &mut choices) && guide.stays_off(cells),
                None if guide.stays_off(cells) => return true,
                None => false,
            };
            if fits {
                continue;
            }
            // Another constructor for the last input that was chosen.
            loop {
                let Some(mut choice) = choices.pop() else { return false };
                cells.undo_all(&choice.mark);
                if let Some(after) = self.try_next(cells, &mut choice) {
                    duties = after;
                    choices.push(choice);
                    break;
                }
            }
        }
        false
    }

    /// Meets one duty; more of them may come of it.
    fn meet(&self, cells: &mut Cells, duty: Duty, duties: &mut Vec<Duty>, choices: &mut Vec<Choice>) -> bool {
        let (addr, cell) = cells.end(duty.0);
        match (duty.1, cell) {
            (Type::Any, _) | (_, Cell::Free | Cell::Open) => true,
            (Type::Int, Cell::Int(_) | Cell::Big(_) | Cell::Number(_)) | (Type::Atom, Cell::Atom(_)) => true,
            (Type::Int, Cell::Unknown(kinds)) => restrict(cells, addr, kinds.and(Kinds::INT)),
            (Type::Atom, Cell::Unknown(kinds)) => restrict(cells, addr, kinds.and(Kinds::ATOM)),
            (Type::Named(of, given), Cell::Unknown(_)) => {
                let mark = cells.mark();
                let mut choice = Choice { mark, leaf: addr, of, given, next: 0, duties: duties.clone() };
                match self.try_next(cells, &mut choice) {
                    Some(after) => {
                        *duties = after;
                        choices.push(choice);
                        true
                    }
                    None => false,
                }
            }
            (Type::Named(of, given), Cell::Atom(name)) => self.constructor(of, name, 0, &given).is_some(),
            (Type::Named(of, given), Cell::Struct(functor, first)) => {
                let (name, count) = cells.name_of(functor);
                let Some(args) = self.constructor(of, name, count as usize, &given) else { return false };
                duties.extend(args.into_iter().enumerate().rev().map(|(i, t)| (first + i as Addr, t)));
                true
            }
            _ => false,
        }
    }

    /// The types of the arguments of a constructor.
    fn constructor(&self, of: usize, name: Atom, count: usize, given: &[Type]) -> Option<Vec<Type>> {
        let declared = self.declared.get(of)?;
        let found = declared.constructors.iter().find(|c| c.name == name && c.args.len() == count)?;
        Some(self.arguments(declared, found, given))
    }

    fn arguments(&self, declared: &Declared, constructor: &Constructor, given: &[Type]) -> Vec<Type> {
        let env: Vec<(logic::VarId, Type)> =
            declared.params.iter().copied().zip(given.iter().cloned()).collect();
        constructor.args.iter().map(|a| self.read(*a, &env)).collect()
    }

    /// Makes an input the next constructor of its type; the duties after it.
    fn try_next(&self, cells: &mut Cells, choice: &mut Choice) -> Option<Vec<Duty>> {
        let declared = self.declared.get(choice.of)?;
        let Cell::Unknown(kinds) = cells.get(choice.leaf) else { return None };
        loop {
            let constructor = declared.constructors.get(choice.next)?;
            choice.next += 1;
            let count = constructor.args.len();
            if !kinds.meets(if count == 0 { Kinds::ATOM } else { Kinds::COMPOUND }) {
                continue;
            }
            choice.mark = cells.mark();
            let mut duties = choice.duties.clone();
            if count == 0 {
                cells.set_input(choice.leaf, Cell::Atom(constructor.name));
                return Some(duties);
            }
            let args = self.arguments(declared, constructor, &choice.given);
            let functor: Functor = cells.functor(constructor.name, count);
            let made: Vec<Addr> = args.iter().map(|_| cells.push_input(Cell::Unknown(Kinds::ALL))).collect();
            cells.set_input(choice.leaf, Cell::Struct(functor, *made.first()?));
            duties.extend(made.into_iter().zip(args).rev());
            return Some(duties);
        }
    }
}

fn restrict(cells: &mut Cells, addr: Addr, kinds: Kinds) -> bool {
    if kinds.is_empty() {
        return false;
    }
    if cells.get(addr) != Cell::Unknown(kinds) {
        cells.set_input(addr, Cell::Unknown(kinds));
    }
    true
}
