//! A call of a procedure as the goal of a test.

use crate::core::Program;
use crate::procedures::{Flow, ProcId, Procedures};
use crate::syntax::ast::PredKind;

/// The goal, given the texts of the inputs, and the variables of the outputs in the order of the arguments.
pub fn call(
    program: &Program,
    procedures: &Procedures,
    id: ProcId,
    inputs: &[String],
) -> (String, Vec<String>) {
    let Some(procedure) = procedures.get(id) else { return (String::new(), Vec::new()) };
    let Some(pred) = program.pred(procedure.pred) else { return (String::new(), Vec::new()) };
    let outputs = procedure.modes.iter().filter(|mode| mode.flow == Flow::Out).count();
    let mut given = inputs.iter();
    let mut vars: Vec<String> = Vec::new();
    let mut args = Vec::new();
    for (place, mode) in procedure.modes.iter().enumerate() {
        args.push(match mode.flow {
            Flow::In => given.next().cloned().unwrap_or_else(|| "_".to_string()),
            Flow::Unused => "_".to_string(),
            Flow::Out => {
                let var = procedure.head.get(place + procedure.captured).map(|(var, _)| *var);
                let source = var.and_then(|var| procedure.vars.get(var.index())?.source.clone());
                let name = source.filter(|name| !name.starts_with('_') && !vars.contains(name));
                let number = vars.len() + 1;
                let name =
                    name.unwrap_or_else(|| if outputs == 1 { "X".to_string() } else { format!("X{number}") });
                vars.push(name.clone());
                name
            }
        });
    }
    let name = terms::quoted(&pred.name);
    let applied = |args: &[String]| {
        if args.is_empty() { name.clone() } else { format!("{name}({})", args.join(", ")) }
    };
    let goal = match (pred.kind, args.split_last()) {
        (PredKind::Func, Some((result, args))) => format!("{result} = {}", applied(args)),
        _ => applied(&args),
    };
    (goal, vars)
}
