//! Random well-typed programs, for tests of this and of other crates. The same seed gives the same program.
//!
//! The programs work on a few lists (`cons`), trees, integers, booleans and an array, with loops, branches,
//! aliasing and, if asked for, procedures. They may loop for ever, err and fail, as real programs do.

use base::Random;
use std::fmt::Write;

/// What a program may hold.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// About how many statements.
    pub statements: usize,
    /// How deep `if` and `while` may be nested.
    pub depth: usize,
    /// Whether there are loops.
    pub loops: bool,
    /// Whether there are trees.
    pub trees: bool,
    /// Whether there is an array.
    pub arrays: bool,
    /// Whether there are procedures.
    pub procs: bool,
    /// Whether there are assertions.
    pub asserts: bool,
    /// Whether there are `*`, `/` and `%`.
    pub products: bool,
}

impl Shape {
    /// Everything, in moderation.
    pub const FULL: Shape = Shape {
        statements: 10,
        depth: 3,
        loops: true,
        trees: true,
        arrays: true,
        procs: true,
        asserts: true,
        products: true,
    };

    /// Small programs over lists and integers: few variables, so that small inputs can be enumerated.
    pub const SMALL: Shape = Shape {
        statements: 5,
        depth: 2,
        loops: true,
        trees: false,
        arrays: false,
        procs: false,
        asserts: false,
        products: false,
    };
}

/// A program for a seed.
pub fn program(seed: u64, shape: Shape) -> String {
    let mut g = Generator { r: Random::new(seed), shape, out: String::new(), left: shape.statements };
    g.program();
    g.out
}

struct Generator {
    r: Random,
    shape: Shape,
    out: String,
    left: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Int,
    Bool,
    List,
    Tree,
    Array,
}

impl Generator {
    fn pick(&mut self, from: &[&str]) -> String {
        self.r.pick(from).copied().unwrap_or("skip").to_string()
    }

    fn program(&mut self) {
        if self.shape.trees {
            self.out.push_str("struct tree { int value; tree left; tree right; }\n");
        }
        if self.shape.procs {
            self.out.push_str(
                "proc size(x: cons): int {\n  if x == nil then return 0;\n  return 1 + size(x.tail)\n}\n\
                 proc push(x: cons, n: int): cons { return new cons(n, x) }\n\
                 proc zero(x: cons) { if x /= nil then x.head := 0 }\n\
                 proc low(x: cons, n: int): bool { return x /= nil and x.head < n }\n",
            );
        }
        if self.r.one_in(4) {
            self.out.push_str("requires acyclic(x);\n");
        }
        if self.r.one_in(6) {
            self.out.push_str("requires n > 0 and n < 10;\n");
        }
        self.statements(0);
    }

    fn kinds(&self) -> Vec<Kind> {
        let mut kinds = vec![Kind::Int, Kind::Int, Kind::List, Kind::List, Kind::Bool];
        if self.shape.trees {
            kinds.push(Kind::Tree);
        }
        if self.shape.arrays {
            kinds.push(Kind::Array);
        }
        kinds
    }

    fn kind(&mut self) -> Kind {
        let kinds = self.kinds();
        self.r.pick(&kinds).copied().unwrap_or(Kind::Int)
    }

    fn variable(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Int => self.pick(&["n", "m"]),
            Kind::Bool => self.pick(&["b", "c"]),
            Kind::List => self.pick(&["x", "y", "z"]),
            Kind::Tree => self.pick(&["s", "t"]),
            Kind::Array => "a".to_string(),
        }
    }

    fn statements(&mut self, depth: usize) {
        let count = 1 + self.r.below(4);
        for i in 0..count {
            if self.left == 0 && i > 0 {
                break;
            }
            self.statement(depth);
        }
        if depth == 0 {
            while self.left > 0 {
                self.statement(depth);
            }
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text};", "  ".repeat(depth));
    }

    fn statement(&mut self, depth: usize) {
        self.left = self.left.saturating_sub(1);
        let nested = depth < self.shape.depth && self.left > 0;
        match self.r.below(12) {
            0..=2 if nested => {
                let condition = self.condition(2);
                let _ = writeln!(self.out, "{}if {condition} then {{", "  ".repeat(depth));
                self.statements(depth + 1);
                if self.r.one_in(2) {
                    let _ = writeln!(self.out, "{}}} else {{", "  ".repeat(depth));
                    self.statements(depth + 1);
                }
                self.line(depth, "}");
            }
            3 | 4 if nested && self.shape.loops => {
                let condition = self.condition(2);
                let _ = writeln!(self.out, "{}while {condition} do {{", "  ".repeat(depth));
                self.statements(depth + 1);
                // Most loops should move on.
                let step = self.pick(&["x := x.tail", "y := y.tail", "n := n - 1", "m := m + 1", "skip"]);
                self.line(depth + 1, &step);
                self.line(depth, "}");
            }
            5 | 6 => {
                let target = self.variable(Kind::List);
                let (field, value) =
                    if self.r.one_in(2) { ("head", self.integer(2)) } else { ("tail", self.list(2)) };
                self.line(depth, &format!("{target}.{field} := {value}"));
            }
            7 if self.shape.trees => {
                let target = self.variable(Kind::Tree);
                let text = match self.r.below(3) {
                    0 => format!("{target}.value := {}", self.integer(2)),
                    1 => format!("{target}.left := {}", self.tree(2)),
                    _ => format!("{target}.right := {}", self.tree(2)),
                };
                self.line(depth, &text);
            }
            8 if self.shape.arrays => {
                let (index, value) = (self.integer(1), self.integer(2));
                self.line(depth, &format!("a[{index}] := {value}"));
            }
            9 if self.shape.asserts => {
                let condition = self.condition(2);
                self.line(depth, &format!("assert {condition}"));
            }
            10 if self.shape.procs => {
                let list = self.list(1);
                self.line(depth, &format!("zero({list})"));
            }
            _ => {
                let kind = self.kind();
                let (target, value) = (self.variable(kind), self.value(kind, 2));
                self.line(depth, &format!("{target} := {value}"));
            }
        }
    }

    fn value(&mut self, kind: Kind, depth: usize) -> String {
        match kind {
            Kind::Int => self.integer(depth),
            Kind::Bool => self.boolean(depth),
            Kind::List => self.list(depth),
            Kind::Tree => self.tree(depth),
            Kind::Array => {
                if self.r.one_in(2) {
                    "a".to_string()
                } else {
                    format!("new int[{}]", self.integer(1))
                }
            }
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.r.below(3) {
                0 => self.variable(Kind::Int),
                _ => self.r.between(-2, 4).to_string(),
            };
        }
        match self.r.below(10) {
            0 | 1 => self.variable(Kind::Int),
            2 => self.r.between(-3, 9).to_string(),
            3 => format!("{} + {}", self.integer(depth - 1), self.integer(0)),
            4 => format!("{} - {}", self.integer(0), self.integer(0)),
            5 if self.shape.products => {
                let sign = self.pick(&["*", "/", "%"]);
                format!("({}) {sign} ({})", self.integer(depth - 1), self.integer(0))
            }
            6 if self.shape.trees => format!("{}.value", self.variable(Kind::Tree)),
            7 if self.shape.arrays => {
                if self.r.one_in(3) {
                    "a.length".to_string()
                } else {
                    format!("a[{}]", self.integer(0))
                }
            }
            8 if self.shape.procs => format!("size({})", self.list(0)),
            _ => format!("{}.head", self.cell(1)),
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        match self.r.below(4) {
            0 => self.pick(&["true", "false"]),
            1 => self.variable(Kind::Bool),
            _ => self.condition(depth),
        }
    }

    /// Something of type list that can be dereferenced in the text.
    fn cell(&mut self, depth: usize) -> String {
        let x = self.variable(Kind::List);
        if depth > 0 && self.r.one_in(3) { format!("{x}.tail") } else { x }
    }

    fn list(&mut self, depth: usize) -> String {
        match self.r.below(8) {
            0 => "nil".to_string(),
            1 if depth > 0 => format!("new cons({}, {})", self.integer(0), self.list(depth - 1)),
            2 if depth > 0 && self.shape.procs => format!("push({}, {})", self.list(0), self.integer(0)),
            3 | 4 => format!("{}.tail", self.cell(1)),
            _ => self.variable(Kind::List),
        }
    }

    fn tree(&mut self, depth: usize) -> String {
        match self.r.below(6) {
            0 => "nil".to_string(),
            1 if depth > 0 => format!("new tree({}, {}, nil)", self.integer(0), self.tree(depth - 1)),
            2 => format!("{}.left", self.variable(Kind::Tree)),
            3 => format!("{}.right", self.variable(Kind::Tree)),
            _ => self.variable(Kind::Tree),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.r.below(12) {
            0 if depth > 0 => format!("({}) and ({})", self.condition(depth - 1), self.condition(depth - 1)),
            1 if depth > 0 => format!("({}) or ({})", self.condition(depth - 1), self.condition(depth - 1)),
            2 if depth > 0 => format!("not ({})", self.condition(depth - 1)),
            3 | 4 => {
                let sign = self.pick(&["==", "/="]);
                format!("{} {sign} {}", self.list(0), self.list(0))
            }
            5 => format!("{} /= nil", self.cell(1)),
            6 if self.shape.trees => format!("{} == {}", self.tree(0), self.tree(0)),
            7 => self.variable(Kind::Bool),
            8 if self.shape.procs => format!("low({}, {})", self.list(0), self.integer(0)),
            _ => {
                let sign = self.pick(&["==", "/=", "<", "<=", ">", ">="]);
                format!("{} {sign} {}", self.integer(1), self.integer(1))
            }
        }
    }
}
