//! Random small logic programs, as text.
//!
//! ```
//! use testkit::logic_programs::{Family, program};
//! let made = program(&mut base::Random::new(1), "x", Family::Terms, false);
//! assert!(made.preds.iter().all(|(name, _)| name.starts_with("xp")));
//! ```

use base::Random;

/// What programs are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Heads, calls, `=`, `\=`, `dif/2`, cuts, conditionals, negation.
    Terms,
    /// The same with integers: `is/2` and comparisons.
    Numbers,
    /// The same with floats, strings and tests of types; mostly predicates whose first goals look at the arguments.
    Guards,
    /// Constraints of `library(clpfd)`, whose variables have small domains, and goals that look at such variables.
    Constraints,
}

/// A program of a few predicates, the names of which start with a text.
pub struct Made {
    /// Its text.
    pub text: String,
    /// Names and arities.
    pub preds: Vec<(String, usize)>,
}

struct Maker<'r> {
    random: &'r mut Random,
    family: Family,
    preds: Vec<(String, usize)>,
    recursive: bool,
}

/// Makes a program.
pub fn program(random: &mut Random, prefix: &str, family: Family, recursive: bool) -> Made {
    let count = 2 + random.below(3);
    let preds: Vec<(String, usize)> =
        (0..count).map(|i| (format!("{prefix}p{i}"), 1 + random.below(2))).collect();
    let mut maker = Maker { random, family, preds, recursive };
    let mut text = String::new();
    if family == Family::Constraints {
        text.push_str(":- use_module(library(clpfd)).\n");
    }
    for i in 0..count {
        for _ in 0..1 + maker.random.below(4) {
            text.push_str(&maker.clause(i));
        }
    }
    Made { text, preds: maker.preds }
}

impl Maker<'_> {
    fn pick(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn variable(&mut self) -> String {
        ["X", "Y", "Z"][self.pick(3)].to_string()
    }

    fn term(&mut self, depth: usize) -> String {
        if self.family == Family::Constraints {
            return match self.pick(12) {
                0..=7 => self.variable(),
                8 if depth > 0 => format!("f({})", self.term(depth - 1)),
                9 => "a".to_string(),
                _ => self.pick(4).to_string(),
            };
        }
        let numbers = self.family != Family::Terms;
        if self.family == Family::Guards && self.pick(12) == 0 {
            return ["1.5", "2.0", "\"ab\"", "\"c\""][self.pick(4)].to_string();
        }
        match self.pick(if depth == 0 { 6 } else { 11 }) {
            0..=2 => self.variable(),
            3 => "a".to_string(),
            4 if numbers => self.pick(3).to_string(),
            4 => "b".to_string(),
            5 => "[]".to_string(),
            6 => format!("f({})", self.term(depth - 1)),
            7 => format!("s({})", self.term(depth - 1)),
            8 => format!("g({},{})", self.term(depth - 1), self.term(depth - 1)),
            9 => format!("[{}|{}]", self.term(depth - 1), self.term(depth - 1)),
            _ => self.variable(),
        }
    }

    fn ground(&mut self, depth: usize) -> String {
        let term = self.term(depth);
        term.replace(['X', 'Y', 'Z'], "a")
    }

    fn expression(&mut self) -> String {
        let x = self.variable();
        match self.pick(6) {
            0 => self.pick(4).to_string(),
            1 => format!("{x}+{}", self.pick(3)),
            2 => format!("{x}-{}", self.variable()),
            3 => format!("{x}*{}", self.pick(3)),
            _ => x,
        }
    }

    fn constrained_expression(&mut self) -> String {
        let x = self.variable();
        match self.pick(14) {
            0..=2 => self.pick(4).to_string(),
            3 => format!("{x}+{}", self.pick(3)),
            4 => format!("{x}-{}", self.variable()),
            5 => format!("{}*{x}", self.pick(3)),
            6 => match self.pick(7) {
                0 => format!("{x}*{}", self.variable()),
                1 => format!("{x} mod 2"),
                2 => format!("abs({x}-{})", self.variable()),
                3 => format!("{x}^{}", self.pick(3)),
                4 => format!("max({x},{})", self.variable()),
                5 => format!("{x} // {}", self.variable()),
                _ => format!("{}^{x}", self.pick(3)),
            },
            _ => x,
        }
    }

    /// A constraint, or a goal that looks at its variables.
    fn constraint(&mut self) -> String {
        let (x, y) = (self.variable(), self.variable());
        match self.pick(24) {
            0 => format!("{x} in {}..{}", self.pick(3), self.pick(5)),
            1 => format!("all_different([{x},{y},{}])", self.variable()),
            2 => format!("all_distinct([{x},{y}])"),
            3 => format!("label([{x},{y}])"),
            4 => "label([X,Y,Z])".to_string(),
            5 => format!("sum([{x},{y}],#=<,{})", self.pick(5)),
            6 => format!("{x} = {}", self.pick(4)),
            7 => format!("{x} = {y}"),
            8 => format!("{}({x})", ["var", "nonvar", "integer", "ground", "atom"][self.pick(5)]),
            9 => format!("{} {} {x}", self.pick(2), ["==", "\\==", "\\=", "@<"][self.pick(4)]),
            10 => format!("{y} is {x}+1"),
            11 => format!("{x} {} {y}", ["<", "=:=", "==", "\\="][self.pick(4)]),
            12 => format!("copy_term({x},{y})"),
            13 => format!("dif({x},{})", self.pick(3)),
            14 => format!("findall({x},{x} #> 1,[{y}])"),
            _ => {
                let sign = ["#=", "#\\=", "#<", "#=<", "#>", "#>=", "#\\=", "#="][self.pick(8)];
                format!("{} {sign} {}", self.constrained_expression(), self.constrained_expression())
            }
        }
    }

    fn call(&mut self, from: usize) -> Option<String> {
        let first = if self.recursive { 0 } else { from + 1 };
        if first >= self.preds.len() {
            return None;
        }
        let which = first + self.pick(self.preds.len() - first);
        let (name, arity) = self.preds[which].clone();
        let args: Vec<String> = (0..arity).map(|_| self.term(1)).collect();
        Some(format!("{name}({})", args.join(",")))
    }

    /// A goal that looks at what there is and binds nothing.
    fn guard(&mut self) -> String {
        let x = self.variable();
        match self.pick(6) {
            0 => {
                let test = [
                    "integer", "float", "number", "atom", "string", "atomic", "compound", "nonvar",
                    "callable",
                ];
                format!("{}({x})", test[self.pick(test.len())])
            }
            1 => format!("{x} {} {}", ["==", "\\=="][self.pick(2)], self.term(1)),
            2 => format!("\\+ {x} = {}", self.term(1)),
            _ => {
                let sign = ["<", ">", "=<", ">=", "=:=", "=\\="][self.pick(6)];
                let other = if self.pick(2) == 0 { self.pick(4).to_string() } else { self.variable() };
                format!("{x} {sign} {other}")
            }
        }
    }

    fn simple(&mut self, from: usize) -> String {
        if self.family == Family::Constraints {
            return match self.pick(5) {
                0 => self.call(from).unwrap_or_else(|| self.constraint()),
                _ => self.constraint(),
            };
        }
        let numbers = self.family != Family::Terms;
        if self.family == Family::Guards && self.pick(2) == 0 {
            return self.guard();
        }
        match self.pick(if numbers { 10 } else { 6 }) {
            0 => format!("{} = {}", self.variable(), self.term(2)),
            1 => format!("{} \\= {}", self.variable(), self.term(1)),
            2 => format!("dif({},{})", self.variable(), self.ground(1)),
            6 | 7 => format!("{} is {}", self.variable(), self.expression()),
            8 | 9 => {
                let sign = ["<", ">", "=<", ">=", "=:=", "=\\="][self.pick(6)];
                format!("{} {sign} {}", self.expression(), self.expression())
            }
            _ => self.call(from).unwrap_or_else(|| format!("{} = {}", self.variable(), self.term(1))),
        }
    }

    fn goal(&mut self, from: usize) -> String {
        match self.pick(12) {
            0 => "!".to_string(),
            1 => {
                let [a, b, c] = [0; 3].map(|_| self.simple(from));
                format!("( {a} -> {b} ; {c} )")
            }
            2 => format!("\\+ {}", self.simple(from)),
            3 => {
                let [a, b] = [0; 2].map(|_| self.simple(from));
                format!("( {a} ; {b} )")
            }
            _ => self.simple(from),
        }
    }

    fn clause(&mut self, pred: usize) -> String {
        let (name, arity) = self.preds[pred].clone();
        // Heads of variables let the body do the work.
        let plain = self.family == Family::Guards && self.pick(2) == 0;
        let args: Vec<String> = (0..arity)
            .map(|i| if plain { ["X", "Y", "Z"][i % 3].to_string() } else { self.term(2) })
            .collect();
        let more = if self.family == Family::Constraints { 2 } else { 0 };
        let mut goals: Vec<String> = (0..self.pick(3) + more).map(|_| self.goal(pred)).collect();
        if self.family == Family::Constraints {
            // Without bounds propagation need not end.
            goals.insert(0, format!("[X,Y,Z] ins 0..{}", self.pick(4)));
        }
        if plain {
            let guard = self.guard();
            goals.insert(0, guard);
        }
        let head = format!("{name}({})", args.join(","));
        if goals.is_empty() { format!("{head}.\n") } else { format!("{head} :- {}.\n", goals.join(", ")) }
    }
}

/// A program as people write them: with directives, calls of what the system or nobody defines, and calls under control.
pub struct Whole {
    /// Its text.
    pub text: String,
    /// Names and arities of its predicates.
    pub preds: Vec<(String, usize)>,
}

/// Makes such a program.
pub fn whole_program(random: &mut Random, prefix: &str) -> Whole {
    let families = [Family::Terms, Family::Numbers, Family::Guards, Family::Constraints];
    let family = families[random.below(families.len())];
    let recursive = random.below(4) == 0;
    let made = program(random, prefix, family, recursive);
    let mut preds = made.preds.clone();
    let mut text = String::new();
    let own = |random: &mut Random| made.preds[random.below(made.preds.len())].clone();
    if random.below(4) == 0 {
        let (name, arity) = own(random);
        let line = match random.below(9) {
            0 => format!(":- table {name}/{arity}.\n"),
            1 => format!(":- dynamic({prefix}kept/1).\n"),
            2 => ":- set_prolog_flag(double_quotes, codes).\n".to_string(),
            3 => ":- set_prolog_flag(occurs_check, true).\n".to_string(),
            4 => ":- op(700, xfx, ===>).\n".to_string(),
            5 => ":- use_module(library(lists)).\n".to_string(),
            6 => ":- use_module(library(clpfd)).\n".to_string(),
            7 => format!(":- multifile {prefix}more/1.\n"),
            _ => ":- set_prolog_flag(unknown, fail).\n".to_string(),
        };
        text.push_str(&line);
    }
    let constraints = text.contains("clpfd") || family == Family::Constraints;
    let arrows = text.contains("===>");
    let mut clauses: Vec<String> = made.text.lines().map(str::to_string).collect();
    for clause in &mut clauses {
        if random.below(5) != 0 || clause.starts_with(":-") {
            continue;
        }
        let x = ["X", "Y", "Z"][random.below(3)];
        let (name, arity) = own(random);
        let goal = match arity {
            1 => format!("{name}({x})"),
            _ => format!("{name}({x},a)"),
        };
        let extra = match random.below(16) {
            0 => format!("{prefix}nobody({x})"),
            1 => format!("subsumes_term(f(_),{x})"),
            2 => format!("downcase_atom({x},_)"),
            3 => format!("ord_union([a],[b],{x})"),
            4 => format!("catch({goal}, _, true)"),
            5 => format!("findall(V, ( V = {x} ; V = a ), [_|_])"),
            6 => format!("once({goal})"),
            7 => format!("forall(member(V,[1,2]), V \\= {x})"),
            8 => format!("( {x} = a *-> true ; {x} = b )"),
            9 => format!("throw(oops({x}))"),
            10 => format!("atom_length({x}, 1)"),
            11 => format!("{{{x} > 1}}"),
            12 => format!("{prefix}kept({x})"),
            13 if constraints => format!("{x} #> 2"),
            14 if constraints => format!("{x} in 1..3"),
            13 | 14 if arrows => format!("{x} = (a ===> b)"),
            _ => format!("memberchk({x}, [a,f(b)])"),
        };
        let body = clause.trim_end_matches('.').to_string();
        *clause = match random.below(2) {
            _ if !body.contains(":-") => format!("{body} :- {extra}."),
            0 => format!("{body}, {extra}."),
            _ => {
                let (head, goals) = body.split_once(":-").unwrap_or((&body, "true"));
                format!("{head}:- {extra},{goals}.")
            }
        };
    }
    // A part that counts under a condition, another that counts otherwise.
    if random.below(5) == 0 && clauses.len() > 2 {
        let at = 1 + random.below(clauses.len() - 2);
        let condition =
            ["true", "fail", "current_prolog_flag(bounded, false)", "current_prolog_flag(verbose, silent)"]
                [random.below(4)];
        clauses.insert(at, format!(":- if({condition})."));
        clauses.insert(at + 2, ":- else.".to_string());
        clauses.insert(at + 4, ":- endif.".to_string());
    }
    for clause in clauses {
        text.push_str(&clause);
        text.push('\n');
    }
    if random.below(8) == 0 {
        text.push_str(&format!(":- writeln({prefix}loaded).\n"));
    }
    if random.below(10) == 0 {
        text.push_str(&format!(":- assertz({prefix}added(a)).\n{prefix}uses(X) :- {prefix}added(X).\n"));
        preds.push((format!("{prefix}uses"), 1));
    }
    Whole { text, preds }
}
