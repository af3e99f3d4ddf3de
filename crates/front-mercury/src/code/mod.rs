//! Procedures as code of the machine: [`crate::procedures`] becomes [`logic::moded`].
//!
//! ```
//! use logic::machine::{Machine, Options, Outcome, moded::Watching};
//! let mut files = source::Files::new();
//! let text = ":- module m.\n:- interface.\n:- import_module int.\n:- pred two(int::out) is det.\n\
//!             :- implementation.\ntwo(X) :- X = 1 + 1.\n";
//! let main = files.add("m.m", text);
//! let checked = front_mercury::check::check(&mut files, main, &mut |_| None);
//! let analysed = front_mercury::procedures::analyse(&checked.program);
//! let program = front_mercury::code::lower(&checked.program, &analysed.procedures);
//! let two = program.procs.own().next().expect("a procedure");
//! let mut machine = Machine::waiting(&program, logic::machine::guide::Plain);
//! machine.start(two, &[], Options::default(), Watching::Nothing);
//! assert_eq!(machine.next(), Outcome::Solution);
//! let value = machine.outputs(two).remove(0);
//! assert_eq!(machine.shown(&value), "2");
//! ```
//!
//! * [`symbols`]: a name for each constructor, and its place in the order of its type.
//! * [`type_infos`]: which procedures have to know types when they run.
//! * [`blocks`]: goals become conjunctions with labels (definition 2.7 of the thesis): one before each goal, one behind the
//!   last, counted in the order of the text through all procedures of the program's own modules.
//!
//! A procedure has the number that it has in [`Procedures`].

mod blocks;
mod inputs;
mod symbols;
mod type_infos;

use crate::builtins;
use crate::core::{Program, VarId};
use crate::procedures::{Body, Flow, ProcId, Procedure, Procedures};
use crate::syntax::ast::IntSize;
use base::Int;
use blocks::Blocks;
pub use inputs::inputs;
use logic::moded::{self, Procs};
use logic::{Atom, Ops, Terms};
use std::collections::BTreeMap;
use symbols::Symbols;
pub(crate) use symbols::{plain as plain_name, sized_text};
use type_infos::TypeInfos;
pub(crate) use type_infos::UNKNOWN as UNKNOWN_TYPE;

/// The code of all procedures. Those of the library have no labels.
pub fn lower(program: &Program, procedures: &Procedures) -> logic::Program {
    lower_own(program, procedures, |of| {
        let module = program.pred(of.pred).and_then(|pred| program.module(pred.module));
        module.is_some_and(|module| !module.library)
    })
}

/// The same; `own` says which procedures are the program's own.
pub fn lower_own(
    program: &Program,
    procedures: &Procedures,
    own: impl Fn(&Procedure) -> bool,
) -> logic::Program {
    let mut terms = Terms::new();
    let symbols = Symbols::new(program, &mut terms);
    let infos = TypeInfos::new(program, procedures);
    let mut procs = Procs {
        show: Some(crate::values::show),
        show_thrown: Some(crate::values::show_thrown),
        ..Procs::default()
    };
    procs.order = symbols.order();
    procs.constructors = symbols.by_type(program);
    procs.arithmetic = Some(crate::builtins::arithmetic);
    // The entry of the label that stands for none.
    procs.points.push(moded::Point { proc: moded::ProcId(0), block: moded::BlockId(0), goal: 0 });
    let sized = BTreeMap::new();
    let mut lowering = Lowering { program, procedures, symbols, infos, terms, procs, sized };
    for (index, procedure) in procedures.list.iter().enumerate() {
        let proc = lowering.procedure(ProcId::new(index), procedure, own(procedure));
        lowering.procs.list.push(proc);
    }
    let Lowering { mut terms, mut procs, sized, .. } = lowering;
    for (place, atom) in (0..).zip(sized.into_values().flatten()) {
        procs.order.insert((atom, 0), place);
    }
    let ops = Ops::standard(&mut terms);
    let mut made = logic::Program::new(terms, ops);
    made.procs = procs;
    made
}

/// What is made of a program.
struct Lowering<'a> {
    program: &'a Program,
    procedures: &'a Procedures,
    symbols: Symbols,
    infos: TypeInfos,
    terms: Terms,
    procs: Procs,
    /// Integers of other types than `int`, in their order.
    sized: BTreeMap<Int, Vec<Atom>>,
}

impl Lowering<'_> {
    /// The constant for an integer of another type than `int`.
    fn sized(&mut self, size: IntSize, value: &Int) -> Atom {
        let atom = self.terms.intern(&symbols::sized(size, value));
        let known = self.sized.entry(value.clone()).or_default();
        if !known.contains(&atom) {
            known.push(atom);
        }
        atom
    }

    fn procedure(&mut self, id: ProcId, of: &Procedure, own: bool) -> moded::Proc {
        let (program, procedures) = (self.program, self.procedures);
        let pred = program.pred(of.pred);
        let name = pred.map_or_else(|| "?".to_string(), |pred| pred.name.clone());
        let hidden = self.infos.needed(id).len();
        let slots = Slots::new(of, hidden);
        // Procedures without a goal have no variables for their arguments.
        let given = of.modes.iter().map(|mode| mode.flow);
        let before = (0..hidden + of.captured).map(|_| Flow::In);
        let flows: Vec<Flow> = before.chain(given).collect();
        let mut made = moded::Proc {
            name,
            shown: shown(program, procedures, id),
            flows,
            vars: slots.names(of, hidden),
            presets: Vec::new(),
            determinism: of.determinism,
            body: moded::Body::Unknown(String::new(), None),
            own,
            at: of.at,
        };
        made.body = match &of.body {
            Body::Goal(goal) => {
                let mut blocks = Blocks::new(self, id, slots, own && !procedures.in_vain(id));
                let body = blocks.body(goal);
                (made.presets, made.vars) = blocks.finish(std::mem::take(&mut made.vars));
                moded::Body::Block(body)
            }
            Body::Builtin => {
                let key = program.key(of.pred);
                let names = |text: &str| self.terms.intern(text);
                builtins::find(&key, &made.flows, names).map_or_else(
                    || moded::Body::Unknown(format!("{} is not supported", described(program, of)), None),
                    moded::Body::Builtin,
                )
            }
            Body::DeclaredOnly => {
                let why = format!("{} is declared, but has no clauses here", described(program, of));
                moded::Body::Unknown(why, None)
            }
            Body::Unsupported(what, at) => {
                let why = format!("{what} in {} is not supported", described(program, of));
                moded::Body::Unknown(why, Some(*at))
            }
            Body::Wrong => moded::Body::Unknown(format!("{} is wrong", described(program, of)), None),
        };
        made
    }
}

fn described(program: &Program, of: &Procedure) -> String {
    let Some(pred) = program.pred(of.pred) else { return "?".to_string() };
    let module = program.module(pred.module).map(|module| module.shown()).unwrap_or_default();
    format!("{} `{module}.{}/{}`", pred.kind.noun(), pred.name, pred.arity)
}

/// Name and modes of a procedure, for people: `member(out, in)`.
fn shown(program: &Program, procedures: &Procedures, id: ProcId) -> String {
    let text = crate::procedures::print_head(program, procedures, id);
    text.unwrap_or_else(|| "?".to_string())
}

/// The slots of a procedure: types, arguments, other variables.
struct Slots {
    of_var: Vec<u32>,
}

impl Slots {
    fn new(of: &Procedure, hidden: usize) -> Slots {
        let mut of_var = vec![u32::MAX; of.vars.len()];
        let mut next = hidden as u32;
        for (var, _) in &of.head {
            if let Some(slot) = of_var.get_mut(var.index()) {
                *slot = next;
            }
            next += 1;
        }
        for slot in &mut of_var {
            if *slot == u32::MAX {
                *slot = next;
                next += 1;
            }
        }
        Slots { of_var }
    }

    fn of(&self, var: VarId) -> u32 {
        self.of_var.get(var.index()).copied().unwrap_or(0)
    }

    fn names(&self, of: &Procedure, hidden: usize) -> Vec<String> {
        let most = self.of_var.iter().map(|slot| *slot as usize + 1).max().unwrap_or(0);
        let mut names = vec![String::new(); most.max(hidden + of.head.len())];
        for (var, slot) in of.vars.iter().zip(&self.of_var) {
            if let Some(name) = names.get_mut(*slot as usize) {
                name.clone_from(&var.name);
            }
        }
        names
    }
}
