//! What modes say that matters here: directions, the modes of closures, and the functors that a bound inst allows.
//!
//! Uniqueness is not tracked: `di`, `uo` and their like are read as `in` and `out`, and `any` as `ground`. A bound inst is read
//! as ground; only the functors at its top are kept, for determinism.

use crate::core::{Determinism, Inst, Mode, Program, VarId};
use crate::procedures::Flow;
use std::sync::Arc;

/// Number of names of insts and of their variables that are followed.
const DEEPEST: usize = 30;

/// The mode of an argument.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgMode {
    /// Its direction.
    pub flow: Flow,
    /// If it is a closure: how that is called. It is needed of an input and promised of an output.
    pub closure: Option<Arc<Shape>>,
    /// The names of the functors that it can have, if its inst says so.
    pub functors: Option<Vec<String>>,
}

/// How a closure is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The modes of its arguments.
    pub args: Vec<ArgMode>,
    /// How often it succeeds.
    pub determinism: Determinism,
}

impl Shape {
    /// Whether a closure of this shape can be used as one of that.
    pub fn fits(&self, needed: &Shape) -> bool {
        let same = |(a, b): (&ArgMode, &ArgMode)| {
            a.flow == b.flow
                && match (&a.closure, &b.closure) {
                    (Some(a), Some(b)) => a.fits(b),
                    _ => true,
                }
        };
        self.determinism == needed.determinism
            && self.args.len() == needed.args.len()
            && self.args.iter().zip(&needed.args).all(same)
    }

    /// A function that takes all and gives its result.
    pub fn function(args: usize) -> Shape {
        let mut modes = vec![ArgMode { flow: Flow::In, closure: None, functors: None }; args];
        if let Some(last) = modes.last_mut() {
            last.flow = Flow::Out;
        }
        Shape { args: modes, determinism: Determinism::Det }
    }

    /// As text: `(in, out) is det`.
    pub fn shown(&self) -> String {
        let args: Vec<&str> = self.args.iter().map(|arg| arg.flow.word()).collect();
        format!("({}) is {}", args.join(", "), self.determinism.word())
    }
}

/// What a mode says.
pub fn arg_mode(program: &Program, mode: &Mode) -> ArgMode {
    from_mode(program, mode, DEEPEST)
}

fn from_mode(program: &Program, mode: &Mode, depth: usize) -> ArgMode {
    let flow = match (is_free(program, &mode.from), is_free(program, &mode.to)) {
        (true, true) => Flow::Unused,
        (true, false) => Flow::Out,
        (false, _) => Flow::In,
    };
    let inst = if flow == Flow::In { &mode.from } else { &mode.to };
    let (mut closure, mut functors) = (None, None);
    match resolved(program, inst) {
        Inst::HigherOrder(_, modes, determinism) if depth > 0 => {
            let args = modes.iter().map(|mode| from_mode(program, mode, depth - 1)).collect();
            closure = Some(Arc::new(Shape { args, determinism: *determinism }));
        }
        Inst::Bound(bounds) => functors = Some(bounds.iter().map(|bound| bound.name.clone()).collect()),
        _ => {}
    }
    ArgMode { flow, closure, functors }
}

fn is_free(program: &Program, inst: &Inst) -> bool {
    matches!(resolved(program, inst), Inst::Free)
}

/// The inst behind names and variables. The arguments of names are of no interest here, but for a name that is its argument.
fn resolved<'a>(program: &'a Program, inst: &'a Inst) -> &'a Inst {
    let mut inst = inst;
    let mut args: &[Inst] = &[];
    for _ in 0..DEEPEST {
        inst = match inst {
            Inst::Var(_, inner) => inner,
            Inst::Named(id, given) => match program.insts.get(id.index()).and_then(|def| def.inst.as_ref()) {
                Some(inner) => {
                    args = given;
                    inner
                }
                None => return &Inst::Ground,
            },
            Inst::Param(index) => match args.get(*index as usize) {
                Some(Inst::Param(_)) | None => return &Inst::Ground,
                Some(arg) => arg,
            },
            _ => return inst,
        };
    }
    &Inst::Ground
}

/// The variables of a call by direction.
pub fn outputs<'a>(args: &'a [VarId], modes: &'a [ArgMode]) -> impl Iterator<Item = VarId> + 'a {
    args.iter().zip(modes).filter(|(_, mode)| mode.flow == Flow::Out).map(|(var, _)| *var)
}
