//! Random C functions in which much is dead, and some things are nearly dead.
//!
//! A function is a row of pieces ([`pieces`], [`memory`]): each computes a number whose range is known by construction
//! (a remainder, a count of rounds, the length of a list), and asks about it: within the range, at its edge, or
//! beyond. Bodies hold further pieces, leave early, or do what is not supported ([`unsupported`]).
//!
//! ```
//! let text = testkit::c_verdicts::functions(7, 6);
//! assert!(text.contains("f6("));
//! assert_eq!(text, testkit::c_verdicts::functions(7, 6));
//! ```

mod memory;
mod pieces;
mod unsupported;

use base::Random;
use std::collections::BTreeSet;

/// Numbers of rounds that somebody may wait for.
const ROUNDS: &[i64] = &[2, 3, 5, 5, 6, 8, 9, 12, 20, 37, 64, 100, 250];

/// What stands before the functions.
const TOP: &str = "#include <limits.h>\n#include <stdlib.h>\n#include <string.h>\n\nstruct node {\n    int value;\n    \
                   struct node *next;\n};\n\nint level;\n";

/// A number with its range, as far as it has one.
#[derive(Clone, Debug)]
struct Number {
    name: String,
    low: Option<i64>,
    high: Option<i64>,
}

/// Writes one function.
struct Writer {
    r: Random,
    lines: Vec<String>,
    depth: usize,
    fresh: usize,
    numbers: Vec<Number>,
    helpers: BTreeSet<&'static str>,
    /// How many pieces are left.
    left: usize,
    has: Parameters,
}

/// The parameters that a function has besides `int v`.
#[derive(Clone, Copy, Debug, Default)]
struct Parameters {
    /// `int w`
    other: bool,
    /// `unsigned u`
    natural: bool,
    /// `const char *s`
    text: bool,
    /// `struct node *p`
    list: bool,
    /// `const int *a, int n`
    array: bool,
}

/// A file with so many functions.
pub fn functions(seed: u64, count: usize) -> String {
    let mut helpers = BTreeSet::new();
    let mut bodies = String::new();
    for n in 1..=count {
        let mut r = Random::new(seed.wrapping_mul(64).wrapping_add(n as u64));
        let mut has = Parameters { other: r.one_in(3), natural: r.one_in(3), ..Parameters::default() };
        match r.below(5) {
            0 => has.text = true,
            1 => has.list = true,
            2 => has.array = true,
            3 => (has.list, has.text) = (true, true),
            _ => has.natural = true,
        }
        let left = 2 + r.below(4);
        let mut w = Writer {
            r,
            lines: Vec::new(),
            depth: 1,
            fresh: 0,
            numbers: Vec::new(),
            helpers: BTreeSet::new(),
            left,
            has,
        };
        bodies.push('\n');
        bodies.push_str(&w.function(n));
        helpers.append(&mut w.helpers);
    }
    let helpers: String = helpers.into_iter().map(|h| format!("\n{h}")).collect();
    format!("{TOP}{helpers}{bodies}")
}

impl Writer {
    fn function(&mut self, n: usize) -> String {
        let mut parameters = vec!["int v"];
        for (there, what) in [
            (self.has.other, "int w"),
            (self.has.natural, "unsigned u"),
            (self.has.text, "const char *s"),
            (self.has.list, "struct node *p"),
            (self.has.array, "const int *a, int n"),
        ] {
            if there {
                parameters.push(what);
            }
        }
        self.line("unsigned r = 0;");
        self.numbers.push(Number { name: "v".into(), low: None, high: None });
        if self.has.other {
            self.numbers.push(Number { name: "w".into(), low: None, high: None });
        }
        if self.has.natural {
            self.numbers.push(Number { name: "u".into(), low: Some(0), high: None });
        }
        while self.left > 0 {
            self.left -= 1;
            self.piece();
            let many = 1 + self.r.below(2);
            for _ in 0..many {
                self.decision();
            }
        }
        self.line("return r;");
        format!("unsigned f{n}({}) {{\n{}\n}}\n", parameters.join(", "), self.lines.join("\n"))
    }

    fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "    ".repeat(self.depth)));
    }

    /// A line that opens a block, what stands in it, and the line that closes it.
    fn block(&mut self, head: &str, body: impl FnOnce(&mut Writer)) {
        self.line(head);
        self.depth += 1;
        let known = self.numbers.len();
        body(self);
        self.numbers.truncate(known);
        self.depth -= 1;
        self.line("}");
    }

    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("x{}", self.fresh)
    }

    fn rounds(&mut self) -> i64 {
        self.r.pick(ROUNDS).copied().unwrap_or(5)
    }

    fn know(&mut self, name: &str, low: Option<i64>, high: Option<i64>) {
        self.numbers.push(Number { name: name.into(), low, high });
    }

    /// A number that was computed, the last ones more often.
    fn number(&mut self) -> Number {
        let n = self.numbers.len();
        let at = if self.r.one_in(3) { self.r.below(n) } else { n - 1 - self.r.below(n.min(2)) };
        self.numbers[at].clone()
    }

    /// A condition about a number: likely, at the edge of its range, or beyond.
    fn condition(&mut self) -> String {
        let x = self.number();
        let name = &x.name;
        let dead = self.r.one_in(3);
        let somewhere = match (x.low, x.high) {
            (Some(low), Some(high)) => self.r.between(low, high),
            (Some(low), None) => low + self.rounds(),
            _ => self.r.between(-20, 90),
        };
        if dead {
            return match (x.low, x.high, self.r.below(5)) {
                (_, Some(high), 0) => format!("{name} > {high}"),
                (_, Some(high), 1) => format!("{name} == {}", high + 1),
                (Some(low), _, 0 | 2) if name != "u" => format!("{name} < {low}"),
                (_, _, 3) => format!("{name} > {somewhere} && {name} <= {somewhere}"),
                (_, _, 4) => format!("{name} == {somewhere} && {name} == {}", somewhere + 1),
                _ => format!("{name} < {somewhere} && {name} > {}", somewhere + self.r.between(0, 4)),
            };
        }
        match (x.low, x.high, self.r.below(8)) {
            (_, Some(high), 0 | 1) => format!("{name} == {high}"),
            (_, Some(high), 2) => format!("{name} >= {high}"),
            (Some(low), _, 3) => format!("{name} <= {low}"),
            (None, None, 0) if name == "v" => "v == INT_MAX".into(),
            (None, None, 1) if name == "v" => "v == INT_MIN".into(),
            (None, None, 2) => format!("{name} > {somewhere} && {name} < {}", somewhere + 2),
            (_, _, 4) => format!("{name} > {somewhere} || v == {}", self.r.between(0, 1000)),
            (_, _, 5) => format!("{name} == {somewhere}"),
            (_, _, 6) => format!("!({name} <= {somewhere})"),
            _ => format!("{name} > {somewhere}"),
        }
    }

    /// A decision with its bodies.
    fn decision(&mut self) {
        let condition = self.condition();
        self.block(&format!("if ({condition}) {{"), Writer::body);
        if self.r.one_in(4) {
            self.lines.pop();
            if self.r.one_in(2) {
                let condition = self.condition();
                self.block(&format!("}} else if ({condition}) {{"), Writer::body);
            } else {
                // What comes after it should be alive.
                let k = self.r.between(1, 99);
                self.block("} else {", |w| w.line(&format!("r ^= {k};")));
            }
        }
    }

    fn body(&mut self) {
        let k = self.r.between(1, 99);
        match self.r.below(9) {
            0 | 1 => self.line(&format!("return {k};")),
            2 if self.depth < 4 => self.decision(),
            3 if self.depth < 3 => {
                self.piece();
                self.decision();
            }
            4 if self.r.one_in(2) => self.unsupported(),
            5 => {
                let x = self.number();
                self.line(&format!("r += (unsigned) {};", x.name));
            }
            _ => self.line(&format!("r += {k};")),
        }
    }

    /// Something that computes a number.
    fn piece(&mut self) {
        if self.r.one_in(7) {
            self.unsupported();
            return;
        }
        let memory = self.has.text || self.has.list || self.has.array;
        if memory && !self.r.one_in(3) { self.of_memory() } else { self.of_numbers() }
    }
}
