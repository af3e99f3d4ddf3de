//! Several calls, one after another: what a function with `static` variables does from its second call on.
//!
//! Such a variable cannot be set from outside, so a test that needs another value than the first has to call the
//! function until the variable has it. Generated functions do so; they are entries of tests, and tests in C write the
//! calls out.
//!
//! ```text
//! int next(int by) { static int n; return n += by; }
//!
//! next$twice(by_1, by)           next(by_1); return next(by);
//! next$thrice(by_1, by_2, by)    next(by_1); next(by_2); return next(by);
//! next$times(by, times)          for (; times > 1; times--) next(by); return next(by);
//! ```

use super::facts::{Facts, touch_state};
use crate::tree::{
    Callee, CompareOp, Expr, ExprKind, Function, FunctionId, Local, LocalId, Place, PlaceKind, Repeats, Stmt,
    StmtKind, Unit,
};
use crate::types::{IntName, Type};
use base::Int;
use source::Span;

/// Adds such functions for all that use variables of this kind.
pub(crate) fn add(unit: &mut Unit) {
    let is_kept = |unit: &Unit, id| unit.global(id).is_some_and(|g| g.owner.is_some() && !g.is_const);
    if !unit.globals.iter().any(|g| g.owner.is_some() && !g.is_const) {
        return;
    }
    let facts = Facts::of(unit);
    let touching = touch_state(unit, &facts);
    let mut made = Vec::new();
    for (id, used) in &touching {
        let Some(function) = unit.function(*id).filter(|f| can_repeat(f)) else { continue };
        if !used.iter().any(|g| is_kept(unit, *g)) {
            continue;
        }
        // What is said of one parameter by the name of another would be said of the wrong one.
        let by_name = |l: &Local| l.elements.as_ref().is_some_and(|e| e.count.parse::<u64>().is_err());
        if !function.locals.iter().any(by_name) {
            made.push(one_by_one(*id, function, "twice", 2));
            made.push(one_by_one(*id, function, "thrice", 3));
        }
        made.push(counted(*id, function, unit.types.int(IntName::UnsignedInt), unit.types.int(IntName::Int)));
    }
    unit.functions.extend(made);
}

/// Whether tests can call a function of the file again and again. Not if it has requirements: they may not hold after a
/// call.
fn can_repeat(f: &Function) -> bool {
    f.body.is_some()
        && f.name != "main"
        && !(f.is_copy || f.from_header || f.variadic || f.is_noreturn)
        && !f.annotations.iter().any(|c| c.keyword == "requires")
}

fn one_by_one(of: FunctionId, function: &Function, name: &str, times: usize) -> Function {
    let (mut locals, mut calls) = (Vec::new(), Vec::new());
    for call in 1..=times {
        let first = locals.len();
        for local in function.params.iter().filter_map(|p| function.local(*p)) {
            let mut local = local.clone();
            if call < times && !local.name.is_empty() {
                local.name = format!("{}_{call}", local.name);
            }
            locals.push(local);
        }
        calls.push(call_of(of, function, &locals, first));
    }
    let body = statements(calls, function);
    made(function, name, Repeats { of, calls: Some(times) }, (locals, body))
}

fn counted(of: FunctionId, function: &Function, unsigned: Type, int: Type) -> Function {
    let span = function.span;
    let mut locals: Vec<Local> = function.params.iter().filter_map(|p| function.local(*p)).cloned().collect();
    let call = |locals: &[Local]| call_of(of, function, locals, 0);
    let calls = vec![call(&locals)];
    let again = stmt(StmtKind::Expr(call(&locals)), span);
    let times = LocalId::new(locals.len());
    let nameless = Local::nameless(unsigned.clone(), span);
    locals.push(Local { name: "times".to_string(), is_param: true, ..nameless });
    let place = || Box::new(Place { kind: PlaceKind::Local(times), ty: unsigned.clone(), span });
    let expr = |kind: ExprKind, ty: &Type| Expr { kind, ty: ty.clone(), span };
    let left = expr(ExprKind::Load(place()), &unsigned);
    let one = expr(ExprKind::Int(Int::from(1_i64)), &unsigned);
    let condition = expr(ExprKind::Compare(CompareOp::Gt, Box::new(left), Box::new(one)), &int);
    let less = ExprKind::IncDec { place: place(), increment: false, prefix: false };
    let step = Some(expr(less, &unsigned));
    let (init, condition) = (Vec::new(), Some(condition));
    let rounds = StmtKind::For { init, condition, step, body: Box::new(again), head: span };
    let mut body = vec![stmt(rounds, span)];
    body.extend(statements(calls, function));
    made(function, "times", Repeats { of, calls: None }, (locals, body))
}

/// A call with some of the parameters, from the given one on.
fn call_of(of: FunctionId, function: &Function, locals: &[Local], first: usize) -> Expr {
    let span = function.span;
    let arg = |(i, local): (usize, &Local)| {
        let place = Place { kind: PlaceKind::Local(LocalId::new(i)), ty: local.ty.clone(), span };
        Expr { kind: ExprKind::Load(Box::new(place)), ty: local.ty.clone(), span }
    };
    let args = locals.iter().enumerate().skip(first).map(arg).collect();
    Expr { kind: ExprKind::Call { callee: Callee::Direct(of), args }, ty: function.result.clone(), span }
}

/// The calls, with the result of the last.
fn statements(mut calls: Vec<Expr>, function: &Function) -> Vec<Stmt> {
    let last = calls.pop();
    let mut out: Vec<Stmt> =
        calls.into_iter().map(|call| stmt(StmtKind::Expr(call), function.span)).collect();
    out.extend(last.map(|call| match &function.result {
        Type::Void => stmt(StmtKind::Expr(call), function.span),
        _ => stmt(StmtKind::Return(Some(call)), function.span),
    }));
    out
}

fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { kind, span }
}

fn made(
    function: &Function,
    name: &str,
    repeats: Repeats,
    (locals, body): (Vec<Local>, Vec<Stmt>),
) -> Function {
    Function {
        name: format!("{}${name}", function.name),
        is_copy: true,
        repeats: Some(repeats),
        params: (0..locals.len()).map(LocalId::new).collect(),
        locals,
        labels: Vec::new(),
        body: Some(stmt(StmtKind::Block(body), function.span)),
        ..function.clone()
    }
}
