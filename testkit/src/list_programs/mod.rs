//! Random C functions over singly linked lists, with claims of which many are false.
//!
//! ```text
//! struct node { int data; struct node *next; };
//! struct node *f(struct node *x, int a) { struct node *p = x; while (p != 0) { p->data = a; p = p->next; } … }
//! ```
//!
//! Most statements are guarded, so that most runs get far; some are not, so that runs meet nil, what was freed, cycles and tails that
//! two lists share. Loops are bounded by a counter now and then; a run that does not end is cut off by whoever runs it. The same
//! number gives the same text.

mod claims;
mod statements;

use base::Random;
use std::fmt::Write;

/// A function to look at, in a text that needs no preprocessor.
#[derive(Clone, Debug)]
pub struct ListProgram {
    /// The text of the file.
    pub text: String,
    /// The function.
    pub entry: &'static str,
}

/// What is in scope.
pub(crate) struct Scope {
    random: Random,
    /// The pointers, inputs first.
    pointers: Vec<&'static str>,
    /// How many of them are inputs.
    lists: usize,
    /// Other places that hold pointers: a field of a record, a global.
    places: Vec<&'static str>,
    /// The integers, inputs first.
    ints: Vec<&'static str>,
    /// How many of them are inputs.
    numbers: usize,
    /// The fields of a cell.
    fields: Vec<&'static str>,
    /// Whether the function gives a pointer, a number or nothing.
    result: Gives,
    /// How many loops lie around.
    loops: usize,
    /// How many statements may still be made.
    left: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    Nothing,
    Number,
    List,
}

const HELPERS: &str = "\
struct node *rest(struct node *l) { if (l != 0) return l->next; return l; }
int first(struct node *l, int other) { if (l == 0) return other; return l->data; }
void bump(struct node *l, int by) { while (l != 0) { if (l->data < 9) l->data = l->data + by; l = l->next; } }
struct node *last_of(struct node *l) { if (l == 0) return 0; while (l->next != 0) l = l->next; return l; }
unsigned char count(struct node *l) { unsigned char n = 0; while (l != 0) { n++; l = l->next; } return n; }
struct node *turned(struct node *l) { struct node *r = 0; while (l != 0) { struct node *n = l->next; l->next = r; r = l; l = n; } return r; }
";

/// A random program, by number.
pub fn list_program(seed: u64) -> ListProgram {
    let mut random = Random::new(seed);
    let lists = 1 + random.below(2);
    let numbers = random.below(3);
    let fields = if random.one_in(7) { vec!["data", "key"] } else { vec!["data"] };
    let result = [Gives::Nothing, Gives::Number, Gives::List, Gives::List][random.below(4)];
    let locals = 1 + random.below(3);
    let pointers = ["x", "y"][..lists].iter().chain(&["p", "q", "r"][..locals]).copied().collect();
    let ints = ["a", "b"][..numbers].iter().chain(&["i", "s", "c", "u"]).copied().collect();
    let left = 4 + random.below(9);
    let places = match random.below(8) {
        0 => vec!["o->l"],
        1 => vec!["g"],
        2 => vec!["o->l", "g"],
        _ => Vec::new(),
    };
    let mut scope = Scope { random, pointers, lists, places, ints, numbers, fields, result, loops: 0, left };
    let text = scope.program();
    ListProgram { text, entry: "f" }
}

impl Scope {
    fn program(&mut self) -> String {
        let mut out = String::from("void *malloc(unsigned long size);\nvoid free(void *p);\n");
        let fields: Vec<String> = self.fields.iter().map(|field| format!("int {field};")).collect();
        let _ = writeln!(out, "struct node {{ {} struct node *next; }};", fields.join(" "));
        if self.places.contains(&"o->l") {
            let _ = writeln!(out, "struct out {{ struct node *l; int n; }};");
        }
        if self.places.contains(&"g") {
            let _ = writeln!(out, "struct node *g;");
        }
        let mut body = String::new();
        let early = self.random.one_in(2);
        let _ = writeln!(body, "{{");
        for (at, pointer) in self.pointers[self.lists..].to_vec().iter().enumerate() {
            let from = match self.random.below(6) {
                0 if at > 0 => String::new(),
                1 | 2 => " = 0".to_string(),
                _ => format!(" = {}", self.pointers[self.random.below(self.lists)]),
            };
            let _ = writeln!(body, "    struct node *{pointer}{from};");
        }
        let _ = writeln!(body, "    int i = 0, s = 0;\n    unsigned char c = 0;\n    unsigned u = 0;");
        let _ = writeln!(body, "    int f = 0;");
        for place in self.places.clone() {
            let first = match self.random.below(6) {
                0 => continue,
                1..=3 => "0",
                _ => self.pointers[self.random.below(self.lists)],
            };
            let _ = writeln!(body, "    {place} = {first};");
        }
        if early {
            self.claim_line(&mut body, 1);
        }
        while self.left > 0 {
            self.statement(&mut body, 1);
        }
        for _ in 0..1 + self.random.below(3) {
            self.claim_line(&mut body, 1);
        }
        let back = self.back();
        let _ = writeln!(body, "    {back}\n}}");
        // Only helpers that are called, so that texts stay small.
        for line in HELPERS.lines() {
            let name = line.split('(').next().and_then(|head| head.rsplit([' ', '*']).next()).unwrap_or("");
            if body.contains(&format!("{name}(")) {
                let _ = writeln!(out, "{line}");
            }
        }
        out.push_str(&self.contract());
        let gives = match self.result {
            Gives::Nothing => "void ",
            Gives::Number => "int ",
            Gives::List => "struct node *",
        };
        let lists = self.pointers[..self.lists].iter().map(|name| format!("struct node *{name}"));
        let ints = self.ints[..self.numbers].iter().map(|name| format!("int {name}"));
        let record = self.places.contains(&"o->l").then(|| "struct out *o".to_string());
        let params: Vec<String> = lists.chain(ints).chain(record).collect();
        let _ = write!(out, "{gives}f({})\n{body}", params.join(", "));
        out
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        self.random.pick(from).copied().unwrap_or("")
    }

    fn pointer(&mut self) -> &'static str {
        let all = self.all_pointers();
        self.pick(&all)
    }

    /// The variables and the other places that hold pointers.
    fn all_pointers(&self) -> Vec<&'static str> {
        self.pointers.iter().chain(&self.places).copied().collect()
    }

    fn field(&mut self) -> &'static str {
        let all = self.fields.clone();
        if self.random.one_in(3) { self.pick(&all) } else { "data" }
    }

    /// `return` with something that fits.
    fn back(&mut self) -> String {
        match self.result {
            Gives::Nothing => "return;".to_string(),
            Gives::Number => format!("return {};", self.pick(&["i", "s", "0", "1", "c"])),
            Gives::List => format!("return {};", self.pointer()),
        }
    }
}
