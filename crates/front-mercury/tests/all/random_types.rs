//! Random programs that are well typed by construction must be right, and with one part replaced by a part of another type they
//! must be wrong. The generator knows the type of every part that it makes, so it needs no checker; an obvious one over its own
//! trees confirms what it made.

use crate::checking::checked;
use base::Random;

/// Types of generated programs.
#[derive(Clone, Debug, PartialEq)]
enum Type {
    Int,
    Str,
    Bool,
    List(Box<Type>),
    Maybe(Box<Type>),
    Pair(Box<Type>, Box<Type>),
    /// One of the program's own types, by number.
    Own(usize),
    Func(Box<Type>, Box<Type>),
}

/// Expressions of generated programs.
#[derive(Clone, Debug)]
enum Expr {
    Var(usize),
    Int(i64),
    Str(String),
    /// A constructor or function: its name, the types of its arguments and its result, the arguments.
    Apply(String, Vec<Type>, Type, Vec<Expr>),
    List(Type, Vec<Expr>),
    /// The type of what is compared, both of it, and both branches.
    If(Type, Box<Expr>, Box<Expr>, Box<Expr>, Box<Expr>),
    Lambda(usize, Type, Box<Expr>),
    Call(Box<Expr>, Box<Expr>),
}

struct Program {
    /// The constructors of each of its own types.
    types: Vec<Vec<(String, Vec<Type>)>>,
    /// Functions: the types of their arguments, their result, their bodies.
    functions: Vec<(Vec<Type>, Type, Option<Expr>)>,
}

struct Generator {
    random: Random,
    program: Program,
    /// The variables that are known, with their types.
    vars: Vec<Type>,
}

impl Generator {
    fn ty(&mut self, depth: usize) -> Type {
        let own = self.program.types.len();
        match self.random.below(if depth == 0 { 4 } else { 8 }) {
            0 => Type::Int,
            1 => Type::Str,
            2 => Type::Bool,
            3 if own > 0 => Type::Own(self.random.below(own)),
            3 => Type::Int,
            4 => Type::List(Box::new(self.ty(depth - 1))),
            5 => Type::Maybe(Box::new(self.ty(depth - 1))),
            6 => Type::Pair(Box::new(self.ty(depth - 1)), Box::new(self.ty(depth - 1))),
            _ => Type::Func(Box::new(self.ty(depth - 1)), Box::new(self.ty(depth - 1))),
        }
    }

    /// An expression of a type.
    fn expr(&mut self, ty: &Type, depth: usize) -> Expr {
        let fitting: Vec<usize> = (0..self.vars.len()).filter(|var| self.vars[*var] == *ty).collect();
        if let Some(var) = self.random.pick(&fitting).copied()
            && self.random.one_in(2)
        {
            return Expr::Var(var);
        }
        let functions: Vec<usize> =
            (0..self.program.functions.len()).filter(|f| self.program.functions[*f].1 == *ty).collect();
        if depth > 0 {
            match self.random.below(6) {
                0 => {
                    let of = self.ty(1);
                    let parts = [self.expr(&of, depth - 1), self.expr(&of, depth - 1)];
                    let branches = [self.expr(ty, depth - 1), self.expr(ty, depth - 1)];
                    let [a, b] = parts.map(Box::new);
                    let [c, d] = branches.map(Box::new);
                    return Expr::If(of, a, b, c, d);
                }
                1 | 2 => {
                    if let Some(function) = self.random.pick(&functions).copied() {
                        let (args, result, _) = self.program.functions[function].clone();
                        let values = args.iter().map(|arg| self.expr(arg, depth - 1)).collect();
                        return Expr::Apply(format!("f{function}"), args, result, values);
                    }
                }
                3 => {
                    let arg = self.ty(1);
                    let of = Type::Func(Box::new(arg.clone()), Box::new(ty.clone()));
                    let closure = self.expr(&of, depth - 1);
                    return Expr::Call(Box::new(closure), Box::new(self.expr(&arg, depth - 1)));
                }
                _ => {}
            }
        }
        self.constructed(ty, depth)
    }

    fn constructed(&mut self, ty: &Type, depth: usize) -> Expr {
        let apply = |name: &str, args: Vec<Type>, values: Vec<Expr>| {
            Expr::Apply(name.to_string(), args, ty.clone(), values)
        };
        match ty {
            Type::Int if depth > 0 && self.random.one_in(3) => {
                let args = vec![Type::Int, Type::Int];
                let values = vec![self.expr(&Type::Int, depth - 1), self.expr(&Type::Int, depth - 1)];
                apply("+", args, values)
            }
            Type::Int => Expr::Int(self.random.between(0, 9)),
            Type::Str => Expr::Str(format!("s{}", self.random.below(5))),
            Type::Bool => apply(if self.random.one_in(2) { "yes" } else { "no" }, Vec::new(), Vec::new()),
            Type::List(of) => {
                let count = self.random.below(3);
                let elements = (0..count).map(|_| self.expr(of, depth.saturating_sub(1))).collect();
                Expr::List(ty.clone(), elements)
            }
            Type::Maybe(of) => {
                if self.random.one_in(3) {
                    apply("no", Vec::new(), Vec::new())
                } else {
                    let value = self.expr(of, depth.saturating_sub(1));
                    apply("yes", vec![(**of).clone()], vec![value])
                }
            }
            Type::Pair(a, b) => {
                let values =
                    vec![self.expr(a, depth.saturating_sub(1)), self.expr(b, depth.saturating_sub(1))];
                apply("-", vec![(**a).clone(), (**b).clone()], values)
            }
            Type::Own(number) => {
                let all = self.program.types[*number].clone();
                // The first constructor has no arguments, so that this ends.
                let pick = if depth == 0 { 0 } else { self.random.below(all.len()) };
                let (name, args) = all[pick].clone();
                let values = args.iter().map(|arg| self.expr(arg, depth.saturating_sub(1))).collect();
                apply(&name, args, values)
            }
            Type::Func(arg, result) => {
                let var = self.vars.len();
                self.vars.push((**arg).clone());
                let body = self.expr(result, depth.saturating_sub(1));
                // A variable of the lambda is not known outside; its number stays taken.
                self.vars[var] = Type::Own(usize::MAX);
                Expr::Lambda(var, (**arg).clone(), Box::new(body))
            }
        }
    }
}

fn generate(seed: u64) -> Program {
    let program = Program { types: Vec::new(), functions: Vec::new() };
    let mut generator = Generator { random: Random::new(seed), program, vars: Vec::new() };
    for number in 0..generator.random.below(3) {
        generator.program.types.push(vec![(format!("c{number}"), Vec::new())]);
        for more in 0..generator.random.below(3) {
            let count = 1 + generator.random.below(2);
            let args = (0..count).map(|_| generator.ty(1)).collect();
            // Names are shared by types now and then: only types tell which is meant.
            let name =
                if generator.random.one_in(3) { "shared".to_string() } else { format!("d{number}_{more}") };
            let taken = generator.program.types[number].iter().any(|(known, _)| *known == name);
            if !taken {
                generator.program.types[number].push((name, args));
            }
        }
    }
    for _ in 0..2 + generator.random.below(3) {
        let count = generator.random.below(3);
        let args: Vec<Type> = (0..count).map(|_| generator.ty(2)).collect();
        let result = generator.ty(2);
        generator.program.functions.push((args, result, None));
    }
    for function in 0..generator.program.functions.len() {
        let (args, result, _) = generator.program.functions[function].clone();
        generator.vars = args;
        let body = generator.expr(&result, 3);
        generator.program.functions[function].2 = Some(body);
    }
    generator.program
}

/// The obvious checker: does an expression have a type, with these variables?
fn has_type(expr: &Expr, ty: &Type, vars: &mut Vec<(usize, Type)>) -> bool {
    match expr {
        Expr::Var(var) => vars.iter().rev().find(|(known, _)| known == var).is_some_and(|(_, of)| of == ty),
        Expr::Int(_) => *ty == Type::Int,
        Expr::Str(_) => *ty == Type::Str,
        Expr::Apply(_, args, result, values) => {
            result == ty
                && args.len() == values.len()
                && args.iter().zip(values).all(|(arg, value)| has_type(value, arg, vars))
        }
        Expr::List(of, elements) => match of {
            Type::List(element) => of == ty && elements.iter().all(|value| has_type(value, element, vars)),
            _ => false,
        },
        Expr::If(of, a, b, c, d) => {
            [a, b].into_iter().all(|part| has_type(part, of, vars))
                && [c, d].into_iter().all(|part| has_type(part, ty, vars))
        }
        Expr::Lambda(var, arg, body) => match ty {
            Type::Func(from, to) if **from == *arg => {
                vars.push((*var, arg.clone()));
                let fits = has_type(body, to, vars);
                vars.pop();
                fits
            }
            _ => false,
        },
        Expr::Call(..) => true,
    }
}

fn type_text(ty: &Type) -> String {
    match ty {
        Type::Int => "int".to_string(),
        Type::Str => "string".to_string(),
        Type::Bool => "bool".to_string(),
        Type::List(of) => format!("list({})", type_text(of)),
        Type::Maybe(of) => format!("maybe({})", type_text(of)),
        Type::Pair(a, b) => format!("pair({}, {})", type_text(a), type_text(b)),
        Type::Own(number) => format!("t{number}"),
        Type::Func(a, b) => format!("(func({}) = {})", type_text(a), type_text(b)),
    }
}

fn expr_text(expr: &Expr) -> String {
    match expr {
        Expr::Var(var) => format!("X{var}"),
        Expr::Int(n) => n.to_string(),
        Expr::Str(text) => format!("\"{text}\""),
        Expr::Apply(name, _, _, args) => {
            let args: Vec<String> = args.iter().map(expr_text).collect();
            match (&name[..], &args[..]) {
                ("+" | "-", [a, b]) => format!("({a} {name} {b})"),
                (_, []) => name.clone(),
                _ => format!("{name}({})", args.join(", ")),
            }
        }
        Expr::List(_, elements) => {
            format!("[{}]", elements.iter().map(expr_text).collect::<Vec<_>>().join(", "))
        }
        Expr::If(of, a, b, c, d) => {
            // Of what is compared nothing else may say the type.
            let [a, b, c, d] = [a, b, c, d].map(|part| expr_text(part));
            format!("( if ({a} : {}) = {b} then {c} else {d} )", type_text(of))
        }
        Expr::Lambda(var, of, body) => {
            // What the type of the parameter is only its use may say, so it is written.
            let ty = type_text(of);
            format!(
                "(func(X{var}) = R{var} :- Y{var} = X{var} : {ty}, _ = Y{var}, R{var} = {})",
                expr_text(body)
            )
        }
        Expr::Call(closure, arg) => format!("apply({}, {})", expr_text(closure), expr_text(arg)),
    }
}

fn program_text(name: &str, program: &Program) -> String {
    let mut out = format!(":- module {name}.\n:- interface.\n:- import_module bool, list, maybe, pair.\n");
    for (number, constructors) in program.types.iter().enumerate() {
        let constructors: Vec<String> = constructors
            .iter()
            .map(|(name, args)| {
                let args: Vec<String> = args.iter().map(type_text).collect();
                if args.is_empty() { name.clone() } else { format!("{name}({})", args.join(", ")) }
            })
            .collect();
        out.push_str(&format!(":- type t{number} ---> {}.\n", constructors.join(" ; ")));
    }
    for (number, (args, result, _)) in program.functions.iter().enumerate() {
        let args: Vec<String> = args.iter().map(type_text).collect();
        let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
        out.push_str(&format!(":- func f{number}{args} = {}.\n", type_text(result)));
    }
    out.push_str(":- implementation.\n:- import_module int.\n");
    for (number, (args, _, body)) in program.functions.iter().enumerate() {
        let params: Vec<String> = (0..args.len()).map(|i| format!("X{i}")).collect();
        let params = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
        let body = body.as_ref().map(expr_text).unwrap_or_default();
        out.push_str(&format!("f{number}{params} = Result :- Result = {body}.\n"));
    }
    format!("{out}:- end_module {name}.\n")
}

/// Checks several programs as modules within one, since reading the library takes longer than they do. Returns which of them
/// are right, and all messages.
fn check_all(texts: &[String]) -> (Vec<bool>, String) {
    let text = format!(":- module all_of_them.\n:- interface.\n:- implementation.\n{}", texts.concat());
    let (checked, messages) = checked("all_of_them.m", &text, &[]);
    let is_right = |number: usize| {
        let name = format!("all_of_them.m{number}");
        let module = checked.program.modules.iter().position(|module| module.shown() == name);
        let module = front_mercury::core::ModuleId::new(module.expect("there"));
        let mut preds = checked.program.preds_of(module);
        preds.all(|(_, pred)| matches!(pred.body, front_mercury::core::Body::Defined(_)))
    };
    ((0..texts.len()).map(is_right).collect(), messages)
}

fn is_well_typed(program: &Program) -> bool {
    program.functions.iter().all(|(args, result, body)| {
        let mut vars: Vec<(usize, Type)> = args.iter().cloned().enumerate().collect();
        body.as_ref().is_some_and(|body| has_type(body, result, &mut vars))
    })
}

/// The places at which a part has a type that its surroundings fix: the body, and arguments of functions.
fn fixed_places<'a>(expr: &'a mut Expr, ty: &Type, found: &mut Vec<(&'a mut Expr, Type)>) {
    // A part that is looked into cannot be replaced too: one of both.
    let inner = matches!(expr, Expr::Apply(name, args, _, _)
        if !args.is_empty() && (name.starts_with('f') || name == "+"));
    if !inner {
        return found.push((expr, ty.clone()));
    }
    let Expr::Apply(_, args, _, values) = expr else { return };
    for (arg, value) in args.iter().zip(values) {
        fixed_places(value, arg, found);
    }
}

#[test]
fn well_typed_programs_are_right_and_others_wrong() {
    const BATCH: u64 = 25;
    let mut wrong = 0;
    for start in (0..1_000).step_by(BATCH as usize) {
        let mut programs: Vec<Program> = (start..start + BATCH).map(generate).collect();
        assert!(programs.iter().all(is_well_typed), "{start}");
        let texts = |programs: &[Program]| -> Vec<String> {
            programs.iter().enumerate().map(|(i, program)| program_text(&format!("m{i}"), program)).collect()
        };
        let (right, messages) = check_all(&texts(&programs));
        assert!(right.iter().all(|right| *right), "{start}: {right:?}\n{messages}");
        // One part becomes a part of a type that is certainly another one.
        for (seed, program) in programs.iter_mut().enumerate() {
            let mut random = Random::new(start + seed as u64 + 10_000);
            let number = random.below(program.functions.len());
            let (_, result, body) = &mut program.functions[number];
            let mut places = Vec::new();
            fixed_places(body.as_mut().expect("a body"), result, &mut places);
            let at = random.below(places.len());
            let (place, ty) = places.swap_remove(at);
            *place = if ty == Type::Str { Expr::Int(1) } else { Expr::Str("other".to_string()) };
            assert!(!is_well_typed(program), "{start}");
        }
        let texts = texts(&programs);
        let (right, _) = check_all(&texts);
        for (text, right) in texts.iter().zip(right) {
            assert!(!right, "{start}:\n{text}");
            wrong += 1;
        }
    }
    assert_eq!(wrong, 1_000);
}

#[test]
fn pieces_of_programs_make_no_panic() {
    let samples: Vec<String> = ["programs", "bad_types", "syntax"]
        .iter()
        .flat_map(|folder| crate::samples::programs(folder))
        .map(|(_, text)| text)
        .collect();
    let mut random = Random::new(77);
    for _ in 0..300 {
        let Some(sample) = random.pick(&samples) else { panic!("no samples") };
        let mut words: Vec<String> =
            sample.split_inclusive([' ', '(', ')', ',', '\n']).map(str::to_string).collect();
        for _ in 0..=random.below(6) {
            let (from, to) = (random.below(words.len()), random.below(words.len()));
            match random.below(3) {
                0 => words.swap(from, to),
                1 => words[from] = words[to].clone(),
                _ => {
                    let word = words[from].clone();
                    words.insert(to, word);
                }
            }
        }
        let text = words.concat();
        let (checked, _) = checked("m.m", &text, &[]);
        let _ = front_mercury::core::print(&checked.program);
    }
}
