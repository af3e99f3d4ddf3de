//! Random C files of the kind that people have: a few structs, some globals, three to five functions.
//!
//! A function is written freely ([`statements`]), or after something that is done every day ([`idioms`]: a list is
//! reversed, a tree is searched, an array is summed up, with conditions, bounds and guards that may be wrong), or for
//! some corner of the language ([`corners`], [`generic`]). Files are
//! well-typed, and what they do is either defined or something that a sanitizer notices, so that a compiler can judge
//! what a run gives. That shuts out, and nothing else does:
//!
//! * reading what was never written, and using the address of a variable that is gone;
//! * effects whose order is open: a call that changes something stands alone in its statement;
//! * comparing the order of pointers into different arrays;
//! * indices that leave an array by so much that they meet another one: `a[e & 3]`, or one step beyond a bound;
//! * leaving an array or a member for another part of the same object, by a pointer.
//!
//! A compiler narrows `(short) (a + b)` before its sanitizer looks, and drops what nobody needs, errors and all. So values
//! stand in a macro, `KEEP(a + b)`, which is nothing but a pair of brackets unless [`KEEPING`] defines it for the judge;
//! `CHANGE(x, +, e)` is `x += e` likewise. No sanitizer notices either when a pointer is moved that is null or beyond
//! the end of its array, so a pointer is only moved after a look at what it points to.
//!
//! ```
//! let text = testkit::c_programs::program(7);
//! assert!(text.contains("#include <stdlib.h>"));
//! assert_eq!(text, testkit::c_programs::program(7));
//! ```

mod corners;
mod expressions;
mod generic;
mod idioms;
mod plain;
mod statements;

pub use plain::without_directives;

use base::Random;
use std::fmt::Write as _;

/// The arguments for a compiler with statement expressions that make it compute every value as written.
pub const KEEPING: [&str; 2] =
    ["-DKEEP(e)=({ __auto_type keep_ = (e); keep_; })", "-DCHANGE(x, op, e)=x = KEEP(x op e)"];

/// Types of integers that variables have.
const INTEGERS: &[&str] = &[
    "int",
    "int",
    "int",
    "unsigned",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "size_t",
    "bool",
    "enum color",
];

/// Types of the elements of arrays.
const ELEMENTS: &[&str] = &["int", "int", "int", "unsigned", "short", "unsigned char", "long"];

/// Warnings that a random program deserves; the tests that are written for it must not need them.
const WARNINGS: &[&str] = &[
    "-Wunused-value",
    "-Wunused-function",
    "-Wunused-parameter",
    "-Wunused-variable",
    "-Wunused-but-set-variable",
    "-Wunused-but-set-parameter",
    "-Wunused-label",
    "-Wsign-compare",
    "-Wtype-limits",
    "-Wint-in-bool-context",
    "-Wbool-compare",
    "-Wchar-subscripts",
    "-Wbool-operation",
    "-Wparentheses",
    "-Wimplicit-fallthrough",
    "-Wuse-after-free",
    "-Wfree-nonheap-object",
    "-Woverflow",
    "-Wdiv-by-zero",
    "-Wshift-negative-value",
    "-Wduplicated-cond",
    "-Wtautological-compare",
    "-Wlogical-not-parentheses",
    "-Waddress",
    "-Wmisleading-indentation",
    "-Wenum-compare",
    "-Wsequence-point",
    "-Wnonnull",
    "-Wrestrict",
    "-Warray-bounds",
    "-Wmaybe-uninitialized",
    "-Wswitch",
    "-Wempty-body",
    "-Wswitch-unreachable",
    "-Wstringop-overflow",
    "-Wstringop-overread",
    "-Wswitch-bool",
    "-Wswitch-outside-range",
    "-Wdangling-pointer",
];

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An integer of a type.
    Number(&'static str),
    /// `struct node *`
    Node,
    /// `struct node **`
    Link,
    /// `struct tree *`
    Tree,
    /// `struct pair *`
    Pair,
    /// `struct pair`
    PairValue,
    /// A pointer to elements of a type that the caller gave.
    Elements(&'static str),
    /// A pointer of a function's own, into its variables or to elements.
    Finger(&'static str),
    /// An array of a function's own.
    Array(&'static str, usize),
    /// `const char *`
    Text,
}

impl Kind {
    /// A declaration of a name.
    fn declare(self, name: &str) -> String {
        match self {
            Kind::Number(ty) => format!("{ty} {name}"),
            Kind::Node => format!("struct node *{name}"),
            Kind::Link => format!("struct node **{name}"),
            Kind::Tree => format!("struct tree *{name}"),
            Kind::Pair => format!("struct pair *{name}"),
            Kind::PairValue => format!("struct pair {name}"),
            Kind::Elements(ty) | Kind::Finger(ty) => format!("{ty} *{name}"),
            Kind::Array(ty, n) => format!("{ty} {name}[{n}]"),
            Kind::Text => format!("const char *{name}"),
        }
    }
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Var {
    name: String,
    kind: Kind,
    /// Whether statements may assign to it; what a loop counts with must stay.
    free: bool,
    /// Whether it lives as long as the function, so that its address may be taken.
    whole: bool,
}

/// A function that can be called by those after it.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    params: Vec<Kind>,
    result: Option<Kind>,
}

/// Writes one file.
struct Writer {
    random: Random,
    out: String,
    vars: Vec<Var>,
    functions: Vec<Known>,
    /// How many names were given.
    names: usize,
    /// Whether the statements are in a loop, and in a `switch` within it.
    in_loop: bool,
    /// What the function gives back.
    result: Option<Kind>,
    /// How many statements the function may still have.
    room: usize,
    /// Whether structs have these members.
    has_prev: bool,
    key: &'static str,
    /// Whether the file has what [`generic`] functions share.
    has_generic: bool,
}

/// The file of a seed.
pub fn program(seed: u64) -> String {
    let mut writer = Writer {
        random: Random::new(seed),
        out: String::new(),
        vars: Vec::new(),
        functions: Vec::new(),
        names: 0,
        in_loop: false,
        result: None,
        room: 0,
        has_prev: false,
        key: "int",
        has_generic: false,
    };
    writer.file(seed);
    writer.out
}

impl Writer {
    fn file(&mut self, seed: u64) {
        let _ = writeln!(self.out, "/* Random program {seed}. */\n#pragma GCC diagnostic push");
        for warning in WARNINGS {
            let _ = writeln!(self.out, "#pragma GCC diagnostic ignored \"{warning}\"");
        }
        for header in ["assert", "stdbool", "stddef", "stdlib", "string"] {
            let _ = writeln!(self.out, "#include <{header}.h>");
        }
        self.out.push_str("#ifndef KEEP\n#define KEEP(e) (e)\n#define CHANGE(x, op, e) x op##= e\n#endif\n");
        self.has_prev = self.random.one_in(3);
        self.key = self.pick(&["int", "int", "int", "short", "unsigned", "long", "unsigned char"]);
        let prev = if self.has_prev { " struct node *prev;" } else { "" };
        let (key, weight) = (self.key, self.pick(&["int", "char", "unsigned short"]));
        let _ = writeln!(
            self.out,
            "\nenum color {{ RED, GREEN = 5, BLUE }};\n\
             struct node {{ {key} key; struct node *next;{prev} }};\n\
             struct tree {{ int key; struct tree *left, *right; }};\n\
             struct point {{ int x; short y; }};\n\
             struct pair {{ int a; {weight} b; int c[3]; struct point at; struct node *list; }};"
        );
        self.out.push_str("static int total;\nunsigned calls;\nstatic struct node *stock;\n");
        self.out.push_str("static const int table[4] = { 3, -1, 4, 1 };\nlong marks[3];\n");
        self.out.push_str(corners::SHARED);
        self.out.push('\n');
        for _ in 0..3 + self.random.below(3) {
            match self.random.below(10) {
                0..=3 => self.idiom(),
                4..=6 => self.function(),
                _ => self.corner(),
            }
        }
        self.out.push_str("#pragma GCC diagnostic pop\n");
    }

    /// A function with a body of its own.
    fn function(&mut self) {
        self.vars.clear();
        let mut params = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let kind = self.parameter();
            let name = self.fresh(match kind {
                Kind::Number(_) => "n",
                Kind::Node => "list",
                Kind::Link => "link",
                Kind::Tree => "tree",
                Kind::Pair | Kind::PairValue => "pair",
                Kind::Text => "text",
                _ => "a",
            });
            params.push((name, kind));
        }
        self.result = match self.random.below(8) {
            0..=3 => Some(Kind::Number(self.pick(INTEGERS))),
            4 => Some(Kind::Node),
            5 if params.iter().any(|(_, k)| *k == Kind::PairValue) => Some(Kind::PairValue),
            _ => None,
        };
        let name = self.fresh("f");
        let list: Vec<String> = params.iter().map(|(name, kind)| kind.declare(name)).collect();
        let is_static = if self.random.one_in(5) { "static " } else { "" };
        let signature = match self.result {
            // A pointer's star belongs to the name.
            Some(kind) => kind.declare(&format!("{name}({})", list.join(", "))),
            None => format!("void {name}({})", list.join(", ")),
        };
        let _ = writeln!(self.out, "{is_static}{signature}\n{{");
        for (name, kind) in &params {
            self.vars.push(Var { name: name.clone(), kind: *kind, free: true, whole: true });
        }
        self.room = 5 + self.random.below(9);
        self.body();
        self.out.push_str("}\n\n");
        let params = params.into_iter().map(|(_, kind)| kind).collect();
        self.functions.push(Known { name, params, result: self.result });
    }

    fn parameter(&mut self) -> Kind {
        match self.random.below(18) {
            0..=5 => Kind::Number(self.pick(INTEGERS)),
            6..=8 => Kind::Node,
            9 => Kind::Link,
            10..=11 => Kind::Tree,
            12..=13 => Kind::Pair,
            14 => Kind::PairValue,
            15 => Kind::Text,
            _ => Kind::Elements(self.pick(ELEMENTS)),
        }
    }

    fn pick(&mut self, of: &[&'static str]) -> &'static str {
        self.random.pick(of).copied().unwrap_or("0")
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn line(&mut self, level: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(level));
    }

    /// One of the variables that fit.
    fn var(&mut self, fits: impl Fn(&Var) -> bool) -> Option<String> {
        let found: Vec<&str> = self.vars.iter().filter(|v| fits(v)).map(|v| v.name.as_str()).collect();
        let at = self.random.below(found.len());
        found.get(at).map(ToString::to_string)
    }

    /// One of the variables of a kind.
    fn of_kind(&mut self, kind: Kind) -> Option<String> {
        self.var(|v| v.kind == kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_differ_and_have_what_they_should() {
        let files: Vec<String> = (0..200).map(program).collect();
        for what in [
            "switch (",
            "goto out",
            "do {",
            "calloc(",
            "free(",
            "memcpy(",
            "memset(",
            "strlen(",
            "assert(",
            "abort(",
            "case ",
            "struct node **",
            "struct pair pair",
            "static ",
            "<<",
            "?",
            "->left",
        ] {
            let count = files.iter().filter(|f| f.contains(what)).count();
            assert!(count > 4, "{what} in {count} files");
        }
        assert!(files.windows(2).all(|w| w[0] != w[1]));
    }
}
