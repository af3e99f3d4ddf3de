//! What the library of Mercury leaves to the machine: numbers, strings, order, exceptions, input and output.
//!
//! A builtin is found by the name that [`crate::core::Program::key`] gives and by the directions of its arguments.
//! Exceptions of builtins are those of the Mercury library.

mod floats;
mod ints;
mod order;
mod strings;
mod world;

use logic::Atom;
use logic::machine::cells::Cell;
use logic::machine::guide::{Comparison, Operation};
use logic::moded::{Arithmetic, Builtin, Control, Fault, Flow, Host, Results};

/// What a function of the library gives.
type Answer = Result<bool, Fault>;

/// The code of a builtin; `names` gives the names of constructors.
pub(crate) fn find(key: &str, flows: &[Flow], mut names: impl FnMut(&str) -> Atom) -> Option<Builtin> {
    let results = |names: &mut dyn FnMut(&str) -> Atom| Results {
        succeeded: names("succeeded"),
        failed: names("failed"),
        exception: names("exception"),
    };
    let control = match key {
        "pred solutions.all_solutions/2" => Some(Control::AllSolutions),
        "pred solutions.unsorted_aggregate/4" => Some(Control::Fold(None)),
        "pred solutions.do_while/4" => Some(Control::Fold(Some(names("yes")))),
        "func builtin.promise_only_solution/1" => Some(Control::FirstSolution),
        "pred exception.try/2" => Some(Control::Try(results(&mut names))),
        "pred exception.try_io/4" => Some(Control::TryIo(results(&mut names))),
        _ => None,
    };
    if let Some(control) = control {
        return Some(Builtin::Control(control));
    }
    let outs: String = flows
        .iter()
        .map(|flow| match flow {
            Flow::In => 'i',
            Flow::Out => 'o',
            Flow::Unused => 'u',
        })
        .collect();
    let found = general(key, &outs).or_else(|| strings::find(key, &outs)).or_else(|| order::find(key, &outs));
    if let Some(plain) = found {
        return Some(Builtin::Plain(plain, meaning(key)));
    }
    // This code computes results from arguments. Other modes of functions have code of their own.
    let has_inputs = |args: &str| args.bytes().all(|flow| flow == b'i');
    if key.starts_with("func ") && !outs.strip_suffix('o').is_some_and(has_inputs) {
        let (plain, meaning) = ints::backwards(key, &outs)?;
        return Some(Builtin::Plain(plain, meaning));
    }
    let found = ints::find(key).or_else(|| floats::find(key)).or_else(|| world::find(key));
    found.map(|plain| Builtin::Plain(plain, meaning(key)))
}

/// What builtins mean for integers that are not known.
const MEANINGS: &[(&str, Arithmetic)] = &[
    ("pred int.</2", Arithmetic::Compare(Comparison::Less, false)),
    ("pred int.>/2", Arithmetic::Compare(Comparison::Less, true)),
    ("pred int.=</2", Arithmetic::Compare(Comparison::LessEqual, false)),
    ("pred int.>=/2", Arithmetic::Compare(Comparison::LessEqual, true)),
    ("func int.+/2", Arithmetic::Compute(Operation::Add)),
    ("func int.-/2", Arithmetic::Compute(Operation::Subtract)),
    ("func int.*/2", Arithmetic::Compute(Operation::Multiply)),
    ("func int.-/1", Arithmetic::Negate),
    ("func int.///2", Arithmetic::Compute(Operation::Quotient)),
    ("func int.rem/2", Arithmetic::Compute(Operation::Remainder)),
    ("func int.div/2", Arithmetic::Compute(Operation::Floor)),
    ("func int.mod/2", Arithmetic::Compute(Operation::Modulo)),
    ("pred builtin.compare/3", Arithmetic::Order),
    ("pred exception.throw/1", Arithmetic::Throw),
];

fn meaning(key: &str) -> Option<Arithmetic> {
    MEANINGS.iter().find(|(name, _)| *name == key).map(|(_, meaning)| *meaning)
}

/// The code that computes or compares integers in this way.
pub(crate) fn arithmetic(wanted: Arithmetic) -> Option<logic::moded::Plain> {
    let (key, _) = MEANINGS.iter().find(|(_, meaning)| *meaning == wanted)?;
    ints::find(key)
}

fn general(key: &str, outs: &str) -> Option<logic::moded::Plain> {
    Some(match (key, outs) {
        ("pred exception.throw/1", _) => |host, args| {
            let ball = match args {
                [Cell::Atom(name), value] if host.terms.name(*name) == "univ.univ" => *value,
                [name, value] => host.compound("univ", &[*name, *value]),
                _ => return Err(Fault::Unknown("a wrong call of throw".to_string())),
            };
            Err(Fault::Throw(ball))
        },
        ("func univ.univ/1", "iio") => |host, args| {
            let made = host.compound("univ", args);
            host.give(made);
            Ok(true)
        },
        ("func univ.univ/1", "ioi") => |host, args| {
            let [name, Cell::Struct(_, first)] = args else { return Ok(false) };
            let (held, value) = (host.cells.value(*first), host.cells.value(*first + 1));
            let unknown = |cell: Cell| match cell {
                Cell::Atom(atom) => host.terms.name(atom).contains(crate::code::UNKNOWN_TYPE),
                _ => true,
            };
            if unknown(*name) || unknown(held) {
                return Err(Fault::Unknown("a type that is put together at run time".to_string()));
            }
            if held != *name {
                return Ok(false);
            }
            host.give(value);
            Ok(true)
        },
        (
            "pred builtin.copy/2" | "func builtin.unsafe_promise_unique/1" | "pred builtin.cc_multi_equal/2",
            _,
        ) => |host, args| {
            host.give(first(args));
            Ok(true)
        },
        ("pred builtin.semidet_succeed/0" | "pred builtin.impure_true/0", _) => |_, _| Ok(true),
        ("pred builtin.semidet_fail/0", _) => |_, _| Ok(false),
        _ => return None,
    })
}

/// The first input.
fn first(args: &[Cell]) -> Cell {
    args.first().copied().unwrap_or(Cell::Int(0))
}

/// An exception with a value of a type of the library: the names of the type and of its constructor, and a text.
fn thrown(host: &mut Host<'_>, name: &str, constructor: &str, text: &str) -> Fault {
    let text = host.string(text);
    let value = host.compound(constructor, &[text]);
    let name = Cell::Atom(host.terms.intern(name));
    Fault::Throw(host.compound("univ", &[name, value]))
}

/// The exception of `require.error`.
fn software_error(host: &mut Host<'_>, text: &str) -> Fault {
    thrown(host, "exception.software_error", "software_error", text)
}

/// The exception of a function that is not defined for its argument.
fn domain_error(host: &mut Host<'_>, text: &str) -> Fault {
    thrown(host, "exception.domain_error", "domain_error", text)
}
