//! Random small programs, and all small goals for them.
#![allow(dead_code)]

use base::Random;
use concolic::{Mode, Plan};
use logic::{Atom, Program, Term, Terms, VarId};

/// What programs are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Heads, calls, `=`, `\=`, `dif/2`, cuts, conditionals, negation.
    Terms,
    /// The same with integers: `is/2` and comparisons.
    Numbers,
    /// The same with floats, strings and tests of types; mostly predicates whose first goals look at the arguments.
    Guards,
}

/// A program of a few predicates, the names of which start with a text.
pub struct Made {
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

pub fn program(random: &mut Random, prefix: &str, family: Family, recursive: bool) -> Made {
    let count = 2 + random.below(3);
    let preds: Vec<(String, usize)> =
        (0..count).map(|i| (format!("{prefix}p{i}"), 1 + random.below(2))).collect();
    let mut maker = Maker { random, family, preds, recursive };
    let mut text = String::new();
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
        let mut goals: Vec<String> = (0..self.pick(3)).map(|_| self.goal(pred)).collect();
        if plain {
            let guard = self.guard();
            goals.insert(0, guard);
        }
        let head = format!("{name}({})", args.join(","));
        if goals.is_empty() { format!("{head}.\n") } else { format!("{head} :- {}.\n", goals.join(", ")) }
    }
}

pub fn load(text: &str) -> Program {
    let mut files = source::Files::new();
    let file = files.add("random.pl", text);
    let loaded = front_clp::load(&files, file);
    loaded
        .program
        .unwrap_or_else(|| panic!("{text}\n{}", source::render_all(&loaded.diagnostics, &files, false)))
}

pub fn plan(program: &Program, name: &str, modes: &[Mode], depth: u32) -> Plan {
    Plan {
        pred: program.find(name, modes.len()).expect("the predicate is there"),
        modes: modes.to_vec(),
        depth,
        steps: 2_000,
        path_length: None,
        backtracks: None,
        first_solution: false,
        effort: None,
        advice: None,
    }
}

/// All rows of modes of a length.
pub fn all_modes(count: usize) -> Vec<Vec<Mode>> {
    let mut rows = vec![Vec::new()];
    for _ in 0..count {
        rows = rows
            .into_iter()
            .flat_map(|row| {
                [Mode::Ground, Mode::Free, Mode::Any].map(|mode| {
                    let mut row = row.clone();
                    row.push(mode);
                    row
                })
            })
            .collect();
    }
    rows
}

/// All terms up to a size over the symbols of random programs, constants that they do not name, small integers, and so
/// many variables from one on.
pub fn terms_up_to(
    terms: &mut Terms,
    size: usize,
    family: Family,
    vars: std::ops::Range<usize>,
) -> Vec<Term> {
    let mut by_size: Vec<Vec<Term>> = vec![Vec::new(), Vec::new()];
    for name in ["a", "b", "other1", "other2"] {
        let atom = terms.intern(name);
        by_size[1].push(terms.atom(atom));
    }
    by_size[1].push(terms.atom(Atom::NIL));
    let ints = if family == Family::Terms { 0..1 } else { -1..5 };
    if family == Family::Guards {
        for value in [0.5, 1.5, 2.0, 2.5, -0.5].into_iter().filter_map(logic::Float::new) {
            let float = terms.float(value);
            by_size[1].push(float);
        }
        for text in ["ab", "c", "other"] {
            let string = terms.string(text);
            by_size[1].push(string);
        }
    }
    for n in ints {
        by_size[1].push(terms.int(n.into()));
    }
    for v in vars {
        by_size[1].push(terms.var(VarId::new(v)));
    }
    let [f, s, g, plus] = ["f", "s", "g", "+"].map(|name| terms.intern(name));
    for n in 2..=size {
        let mut found = Vec::new();
        for arg in by_size[n - 1].clone() {
            found.push(terms.compound(f, &[arg]));
            found.push(terms.compound(s, &[arg]));
        }
        for left in 1..n.saturating_sub(1) {
            for x in by_size[left].clone() {
                for y in by_size[n - 1 - left].clone() {
                    found.push(terms.compound(g, &[x, y]));
                    found.push(terms.compound(Atom::CONS, &[x, y]));
                    if family == Family::Guards {
                        found.push(terms.compound(plus, &[x, y]));
                    }
                }
            }
        }
        by_size.push(found);
    }
    by_size.concat()
}
