//! Random Mercury programs that are well moded by construction.
//!
//! A program has predicates with inputs and outputs over integers, lists and a type of its own. Bodies have unifications,
//! comparisons, arithmetic, disjunctions, switches, negations, conditionals, lambdas, and calls: of predicates before, of the
//! predicate itself with a shorter list, of closures, and of a predicate of the library with several solutions. Sums and
//! differences are run backwards where that is asked for. Determinisms are not declared, so all of them occur; of the goals that a
//! program is asked some may be a committed choice. The types of the programs are in [`HEAD`].

use base::Random;
use std::fmt::Write;

/// What stands before the predicates.
pub const HEAD: &str = ":- module r.\n:- interface.\n:- implementation.\n:- import_module int, list.\n\
     :- type tree ---> leaf ; value(int) ; node(tree, tree).\n";

/// A type of inputs and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `int`
    Int,
    /// `list(int)`
    List,
    /// A type of the program: leaves, integers, pairs of trees.
    Tree,
}

impl Type {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::List => "list(int)",
            Type::Tree => "tree",
        }
    }
}

/// A predicate: the types of its inputs, then of its outputs.
#[derive(Clone, Debug)]
pub struct Pred {
    /// The inputs.
    pub inputs: Vec<Type>,
    /// The outputs.
    pub outputs: Vec<Type>,
}

/// Makes programs.
pub struct Generator {
    random: Random,
    /// The predicates so far: `p0`, `p1`, …
    pub preds: Vec<Pred>,
    fresh: usize,
    /// The predicate that is being made, and a list that is shorter than its first argument.
    shorter: Option<String>,
    /// How many goals may still be made.
    left: usize,
    /// What the names of its predicates start with.
    pub prefix: String,
    /// Whether sums and differences are run backwards, and some goals are committed choices.
    pub backwards: bool,
}

type Known = Vec<(String, Type)>;

impl Generator {
    /// A generator of programs whose predicates have this before their names.
    pub fn new(random: Random, prefix: String) -> Generator {
        Generator { random, preds: Vec::new(), fresh: 0, shorter: None, left: 0, prefix, backwards: false }
    }

    fn ty(&mut self) -> Type {
        [Type::Int, Type::List, Type::Tree][self.random.below(3)]
    }

    fn var(&mut self) -> String {
        self.fresh += 1;
        format!("V{}", self.fresh)
    }

    fn one<'a>(&mut self, known: &'a Known, ty: Type) -> Option<&'a str> {
        let fitting: Vec<&(String, Type)> = known.iter().filter(|(_, of)| *of == ty).collect();
        if fitting.is_empty() { None } else { Some(&fitting[self.random.below(fitting.len())].0) }
    }

    fn expr(&mut self, known: &Known, ty: Type, depth: usize) -> String {
        if self.random.below(3) > 0
            && let Some(var) = self.one(known, ty)
        {
            return var.to_string();
        }
        let small = self.random.below(4);
        match (ty, if depth == 0 { 0 } else { self.random.below(3) }) {
            (Type::Int, 0) => small.to_string(),
            (Type::Int, _) => {
                let (a, b) = (self.expr(known, ty, depth - 1), self.expr(known, ty, depth - 1));
                let sign = ["+", "-", "*"][self.random.below(3)];
                format!("({a} {sign} {b})")
            }
            (Type::List, 0) => "[]".to_string(),
            (Type::List, _) => {
                let (a, b) = (self.expr(known, Type::Int, depth - 1), self.expr(known, ty, depth - 1));
                format!("[{a} | {b}]")
            }
            (Type::Tree, 0) => "leaf".to_string(),
            (Type::Tree, 1) => format!("value({})", self.expr(known, Type::Int, depth - 1)),
            (Type::Tree, _) => {
                let (a, b) = (self.expr(known, ty, depth - 1), self.expr(known, ty, depth - 1));
                format!("node({a}, {b})")
            }
        }
    }

    /// A conjunction that binds these variables.
    fn conj(&mut self, known: &Known, needed: &[(String, Type)], depth: usize) -> String {
        let mut known = known.clone();
        let mut goals = Vec::new();
        for _ in 0..[0, 0, 0, 0, 1, 2][self.random.below(6)] {
            goals.push(self.test(&mut known, depth));
        }
        let mut rest = needed.to_vec();
        while let Some((var, ty)) = rest.pop() {
            if depth > 0 && self.left > 0 && self.random.below(5) < 2 {
                let mut together = vec![(var, ty)];
                if self.random.below(2) == 0 {
                    together.append(&mut rest);
                }
                goals.push(self.branching(&known, &together, depth - 1));
                known.extend(together);
                continue;
            }
            if self.random.below(2) == 0
                && let Some(call) = self.call_for(&known, &var, ty)
            {
                goals.push(call);
            } else {
                let value = self.expr(&known, ty, 2);
                goals.push(format!("{var} = {value}"));
            }
            known.push((var, ty));
            if self.random.below(8) == 0 {
                goals.push(self.test(&mut known, depth));
            }
        }
        if goals.is_empty() { "true".to_string() } else { goals.join(", ") }
    }

    /// A call that binds a variable.
    fn call_for(&mut self, known: &Known, var: &str, ty: Type) -> Option<String> {
        let current = self.preds.len();
        let own = self.shorter.clone().filter(|_| self.random.below(2) == 0);
        let fitting: Vec<usize> = (0..current)
            .filter(|number| {
                let pred = &self.preds[*number];
                let last = *number + 1 == current;
                pred.outputs == [ty] && (!last || own.is_some())
            })
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let number = fitting[self.random.below(fitting.len())];
        let mut args: Vec<String> = Vec::new();
        for (place, ty) in self.preds[number].inputs.clone().into_iter().enumerate() {
            match &own {
                Some(shorter) if number + 1 == current && place == 0 => args.push(shorter.clone()),
                _ => args.push(self.expr(known, ty, 1)),
            }
        }
        args.push(var.to_string());
        Some(format!("{}p{number}({})", self.prefix, args.join(", ")))
    }

    /// A goal that may bind new variables, which it makes known.
    fn test(&mut self, known: &mut Known, depth: usize) -> String {
        self.left = self.left.saturating_sub(1);
        let kinds = if depth > 0 && self.left > 0 { 12 } else { 6 };
        let kind = self.random.below(kinds + usize::from(self.backwards));
        match if kind >= 6 && !self.backwards { kind + 1 } else { kind } {
            0 | 1 => {
                let (a, b) = (self.expr(known, Type::Int, 1), self.expr(known, Type::Int, 1));
                let sign = ["<", ">", "=<", ">="][self.random.below(4)];
                format!("{a} {sign} {b}")
            }
            2 => {
                let ty = self.ty();
                let (a, b) = (self.expr(known, ty, 1), self.expr(known, ty, 1));
                format!("{a} = {b}")
            }
            3 => match self.one(known, Type::List).map(str::to_string) {
                Some(list) => {
                    let (head, tail) = (self.var(), self.var());
                    known.push((head.clone(), Type::Int));
                    known.push((tail.clone(), Type::List));
                    format!("{list} = [{head} | {tail}]")
                }
                None => "true".to_string(),
            },
            4 => match self.one(known, Type::Tree).map(str::to_string) {
                Some(tree) if self.random.below(2) == 0 => {
                    let value = self.var();
                    known.push((value.clone(), Type::Int));
                    format!("{tree} = value({value})")
                }
                Some(tree) => {
                    let (left, right) = (self.var(), self.var());
                    known.push((left.clone(), Type::Tree));
                    known.push((right.clone(), Type::Tree));
                    format!("{tree} = node({left}, {right})")
                }
                None => "true".to_string(),
            },
            5 => {
                let ty = self.ty();
                let var = self.var();
                match self.call_for(known, &var, ty) {
                    Some(call) => {
                        known.push((var, ty));
                        call
                    }
                    None => "true".to_string(),
                }
            }
            6 => {
                // The operand that is new is computed from the other one and the result.
                let (result, other, var) =
                    (self.expr(known, Type::Int, 1), self.expr(known, Type::Int, 1), self.var());
                known.push((var.clone(), Type::Int));
                match self.random.below(5) {
                    0 => format!("{result} = {var} + {other}"),
                    1 => format!("{result} = {other} + {var}"),
                    2 => format!("{result} = {var} - {other}"),
                    3 => format!("{result} = {other} - {var}"),
                    _ => format!("{other} - ({var} + 1) = {result}"),
                }
            }
            7 => format!("not ({})", self.conj(known, &[], depth - 1)),
            8 => {
                let ty = self.ty();
                let var = self.var();
                let goal = self.branching(known, &[(var.clone(), ty)], depth - 1);
                known.push((var, ty));
                goal
            }
            9 => {
                let (ty, inside, closure, var) = (self.ty(), self.var(), self.var(), self.var());
                let body = self.conj(known, &[(inside.clone(), ty)], depth - 1);
                known.push((var.clone(), ty));
                format!("{closure} = (pred({inside}::out) is nondet :- {body}), {closure}({var})")
            }
            10 | 11 => {
                let (list, var) = (self.expr(known, Type::List, 1), self.var());
                known.push((var.clone(), Type::Int));
                format!("list.member({var}, {list})")
            }
            _ => self.branching(known, &[], depth - 1),
        }
    }

    /// A disjunction, a switch or a conditional, each way of which binds these variables.
    fn branching(&mut self, known: &Known, needed: &[(String, Type)], depth: usize) -> String {
        self.left = self.left.saturating_sub(1);
        match self.random.below(4) {
            0 => {
                let (head, tail) = (self.var(), self.var());
                let Some(list) = self.one(known, Type::List).map(str::to_string) else {
                    return self.disj(known, needed, depth);
                };
                let empty = self.conj(known, needed, depth);
                let mut inside = known.clone();
                inside.push((head.clone(), Type::Int));
                inside.push((tail.clone(), Type::List));
                let full = self.conj(&inside, needed, depth);
                format!("( {list} = [], {empty} ; {list} = [{head} | {tail}], {full} )")
            }
            1 => {
                let mut inside = known.clone();
                let condition = (0..=self.random.below(2)).map(|_| self.test(&mut inside, depth));
                let condition: Vec<String> = condition.collect();
                let then = self.conj(&inside, needed, depth);
                let otherwise = self.conj(known, needed, depth);
                format!("( if {} then {then} else {otherwise} )", condition.join(", "))
            }
            _ => self.disj(known, needed, depth),
        }
    }

    fn disj(&mut self, known: &Known, needed: &[(String, Type)], depth: usize) -> String {
        let arms: Vec<String> =
            (0..2 + self.random.below(2)).map(|_| self.conj(known, needed, depth)).collect();
        format!("( {} )", arms.join(" ; "))
    }

    /// A value for a goal.
    fn input(&mut self, ty: Type) -> String {
        match ty {
            Type::Int => self.random.below(4).to_string(),
            Type::List => {
                let elements: Vec<String> =
                    (0..self.random.below(5)).map(|_| self.random.below(4).to_string()).collect();
                format!("[{}]", elements.join(", "))
            }
            Type::Tree => {
                let (left, right) = (self.expr(&Known::new(), ty, 2), self.expr(&Known::new(), ty, 2));
                format!("node({left}, {right})")
            }
        }
    }

    /// The predicates of a program, and how many goals it is asked.
    pub fn program(&mut self) -> (String, usize) {
        let mut text = String::new();
        let prefix = self.prefix.clone();
        let count = 3 + self.random.below(3);
        for number in 0..count {
            if number == 0 && self.random.below(3) > 0 {
                // Something with several solutions for the others to call.
                self.preds.push(Pred { inputs: vec![Type::List], outputs: vec![Type::Int] });
                let _ = writeln!(text, ":- pred {prefix}p0(list(int)::in, int::out).");
                let _ = writeln!(text, "{prefix}p0(L, X) :- L = [H | T], ( X = H ; {prefix}p0(T, X) ).");
                continue;
            }
            let mut inputs: Vec<Type> = (0..1 + self.random.below(2)).map(|_| self.ty()).collect();
            let recursive = self.random.below(2) == 0;
            if recursive {
                inputs[0] = Type::List;
            }
            let outputs: Vec<Type> = (0..[0, 1, 1, 1, 2][self.random.below(5)]).map(|_| self.ty()).collect();
            self.preds.push(Pred { inputs: inputs.clone(), outputs: outputs.clone() });
            let modes = inputs.iter().map(|ty| format!("{}::in", ty.name()));
            let modes: Vec<String> =
                modes.chain(outputs.iter().map(|ty| format!("{}::out", ty.name()))).collect();
            let _ = writeln!(text, ":- pred {prefix}p{number}({}).", modes.join(", "));
            let known: Known = inputs.iter().enumerate().map(|(i, ty)| (format!("I{i}"), *ty)).collect();
            let needed: Vec<(String, Type)> =
                outputs.iter().enumerate().map(|(i, ty)| (format!("O{i}"), *ty)).collect();
            let head: Vec<&str> = known.iter().chain(&needed).map(|(name, _)| name.as_str()).collect();
            self.left = 10;
            self.shorter = None;
            let body = if recursive {
                let empty = self.conj(&known, &needed, 2);
                let mut inside = known.clone();
                inside.push(("H".to_string(), Type::Int));
                inside.push(("T".to_string(), Type::List));
                self.shorter = Some("T".to_string());
                let full = self.conj(&inside, &needed, 2);
                format!("( I0 = [], {empty} ; I0 = [H | T], {full} )")
            } else {
                self.conj(&known, &needed, 2)
            };
            self.shorter = None;
            let _ = writeln!(text, "{prefix}p{number}({}) :- {body}.", head.join(", "));
        }
        let goals = 2;
        for goal in 0..goals {
            let number = count - 1 - self.random.below(2);
            let pred = self.preds[number].clone();
            let inputs = pred.inputs.iter().map(|ty| self.input(*ty));
            let inputs: Vec<String> = inputs.collect();
            let outputs: Vec<String> = (0..pred.outputs.len()).map(|i| format!("O{i}")).collect();
            let mut modes: Vec<String> =
                pred.outputs.iter().map(|ty| format!("{}::out", ty.name())).collect();
            // A predicate without arguments is not run in any mode unless somebody calls it.
            let head = [outputs.clone(), vec!["D".to_string()]].concat();
            modes.push("int::out".to_string());
            let call = |outputs: &[String]| {
                let args = [inputs.clone(), outputs.to_vec()].concat();
                format!("{prefix}p{number}({})", args.join(", "))
            };
            if goal == 1 && self.backwards && self.random.below(5) == 0 {
                // Of several solutions of the condition the first one counts.
                let inside: Vec<String> = (0..outputs.len()).map(|i| format!("C{i}")).collect();
                let equal: Vec<String> =
                    outputs.iter().zip(&inside).map(|(out, inside)| format!("{out} = {inside}")).collect();
                let fixed: Vec<String> = outputs
                    .iter()
                    .zip(&pred.outputs)
                    .map(|(out, ty)| format!("{out} = {}", self.expr(&Known::new(), *ty, 1)))
                    .collect();
                let then = [vec!["D = 7".to_string()], equal].concat().join(", ");
                let otherwise = [vec!["D = 8".to_string()], fixed].concat().join(", ");
                let _ = writeln!(text, ":- pred {prefix}go{goal}({}) is cc_multi.", modes.join(", "));
                let _ = writeln!(
                    text,
                    "{prefix}go{goal}({}) :- ( if {} then {then} else {otherwise} ).",
                    head.join(", "),
                    call(&inside)
                );
                continue;
            }
            let _ = writeln!(text, ":- pred {prefix}go{goal}({}).", modes.join(", "));
            let _ = writeln!(text, "{prefix}go{goal}({}) :- D = 7, {}.", head.join(", "), call(&outputs));
        }
        (text, goals)
    }
}
