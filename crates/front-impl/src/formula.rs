//! Formulas of the command line (`--assume FORMULA`): the language's conditions with the predicates, over the
//! inputs of one procedure of a program that is already there.

use crate::check::{Checker, ProcInfo, Scope};
use crate::lower::lower_formula;
use crate::parse::parse_condition;
use crate::types::{Node, Shape, Types};
use imperative::{ProcId, Program, Requirement, Type, VarId, VarKind};
use source::{Diagnostic, FileId, Files};

/// Reads a formula that stands in a file of its own, as a requirement on the inputs of a procedure.
///
/// Where the formula calls procedures inside of a larger expression, a hidden procedure is added to the program.
///
/// # Errors
///
/// What is wrong with the formula.
///
/// ```
/// let mut files = source::Files::new();
/// let file = files.add("p.impl", "while x /= nil { x := x.tail }");
/// let mut program = front_impl::load(&files, file).program.unwrap();
/// let main = program.main.unwrap();
/// let assume = files.add("--assume", "acyclic(x) and (x == nil or x.head > 0)");
/// let formula = front_impl::parse_formula(&files, assume, &mut program, main).unwrap();
/// let text = imperative::print_requirement(&program, &program.procs[0], &formula);
/// assert_eq!(text, "acyclic(x) and (x == nil or x.head > 0)");
/// ```
pub fn parse_formula(
    files: &Files,
    file: FileId,
    program: &mut Program,
    proc: ProcId,
) -> Result<Requirement, Vec<Diagnostic>> {
    let (formula, expressions) = parse_condition(files, file).map_err(|problem| vec![*problem])?;
    let span = formula.span();
    let mut checker = Checker::new(expressions.0, span);
    // Everything that the program knows is declared here, its kinds of `cons` cells included.
    for s in &program.structs {
        checker.add_struct(&s.name, s.span);
    }
    for (i, s) in program.structs.iter().enumerate() {
        let fields =
            s.fields.iter().map(|f| (f.name.clone(), node_of(&mut checker.types, &f.ty, f.span), f.span));
        checker.structs[i].fields = fields.collect();
    }
    for p in &program.procs {
        let params = p.params.iter().filter_map(|v| p.var(*v)).map(|v| {
            let node = node_of(&mut checker.types, &v.ty, v.span);
            (v.name.clone(), node, v.span)
        });
        let params = params.collect();
        let result = p.result.as_ref().map(|ty| node_of(&mut checker.types, ty, p.span));
        checker.add_proc(ProcInfo { name: p.name.clone(), params, result, span: p.span });
    }
    let Some(of) = program.proc(proc) else {
        return Err(vec![Diagnostic::error("there is no such procedure").primary(span, "")]);
    };
    let mut scope = Scope::default();
    let mut vars = Vec::new();
    for (i, v) in of.vars.iter().enumerate() {
        if matches!(v.kind, VarKind::Param | VarKind::Input) {
            let node = node_of(&mut checker.types, &v.ty, v.span);
            scope.add(&v.name, node, v.span, true);
            vars.push(VarId::new(i));
        }
    }
    checker.scopes.push(scope);
    checker.requirements(std::slice::from_ref(&formula));
    checker.finish_formula();
    let resolved = checker.resolve();
    if checker.failed() {
        return Err(checker.diagnostics);
    }
    let scope = &checker.scopes[0];
    let (requirement, ghosts, hidden) =
        lower_formula(&checker, &resolved, scope, vars, &formula, program.procs.len())
            .map_err(|problem| vec![*problem])?;
    program.procs.extend(hidden);
    Ok(match program.procs.get_mut(proc.index()) {
        Some(of) => requirement.moved_to(of, &ghosts),
        None => requirement,
    })
}

fn node_of(types: &mut Types, ty: &Type, span: source::Span) -> Node {
    let shape = match ty {
        // IMPL has no words of its own; where one is spoken of, it is an integer.
        Type::Int | Type::Word(_) => Shape::Int,
        Type::Real => Shape::Real,
        Type::Bool => Shape::Bool,
        Type::Ref(s) => Shape::Struct(s.0),
        Type::Array(element) | Type::Pointer(element) => Shape::Array(node_of(types, element, span)),
        Type::Part(part) => return node_of(types, &part.reference(), span),
    };
    types.node(shape, span)
}
