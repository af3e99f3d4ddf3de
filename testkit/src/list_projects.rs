//! Random C programs of several functions over lists, with a `main` that calls them in ways that their authors may not have meant.
//!
//! ```text
//! static int n = 1; …                                      kept from one call to the next
//! void g(struct node *x, struct node *y) { … }             with claims that hold where x and y share nothing
//! int main(void) { struct node c1 = …; g(&c1, &c1); … }    they share all
//! ```
//!
//! Many claims hold in the first call, or for lists that share no cells, and in no other. The same number gives the same text.

use base::Random;
use std::fmt::Write;

const HEAD: &str = "\
void *malloc(unsigned long size);
struct node { int data; struct node *next; };
int total;
static int hidden;
struct node *top;
";

/// A kind of function, by what it is called with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    Number,
    List,
    TwoLists,
    ListAndPlace,
    ListAndLink,
}

struct Project {
    random: Random,
    /// The functions so far.
    made: Vec<(String, Takes)>,
}

/// A random program, by number. It needs no preprocessor.
pub fn list_project(seed: u64) -> String {
    let mut project = Project { random: Random::new(seed ^ 0x51ab), made: Vec::new() };
    let mut out = HEAD.to_string();
    for at in 0..2 + project.random.below(3) {
        out.push_str(&project.function(at));
    }
    out.push_str(&project.main());
    out
}

impl Project {
    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        self.random.pick(from).copied().unwrap_or("")
    }

    fn small(&mut self) -> i64 {
        self.random.between(-1, 3)
    }

    fn function(&mut self, at: usize) -> String {
        let name = format!("f{at}");
        let takes = match self.random.below(9) {
            0 | 1 => Takes::Nothing,
            2 => Takes::Number,
            3 => Takes::List,
            4..=6 => Takes::TwoLists,
            7 => Takes::ListAndPlace,
            _ => Takes::ListAndLink,
        };
        let (result, params) = match takes {
            Takes::Nothing => ("int", "void"),
            Takes::Number => ("int", "int a"),
            Takes::List => ("int", "struct node *x"),
            Takes::TwoLists => ("int", "struct node *x, struct node *y"),
            Takes::ListAndPlace => ("int", "struct node *x, int *o"),
            Takes::ListAndLink => ("int", "struct node *x, struct node **o"),
        };
        let mut body = String::new();
        let kept = self.random.below(5);
        let first = self.small();
        let _ = match kept {
            0 => writeln!(body, "    static int n;"),
            1 => writeln!(body, "    static int n = {first};"),
            2 => writeln!(body, "    static struct node *kept;\n    int n = {first};"),
            _ => writeln!(body, "    int n = {first};"),
        };
        let _ = writeln!(body, "    int old = n;");
        for _ in 0..1 + self.random.below(4) {
            let line = self.statement(takes, kept == 2);
            let _ = writeln!(body, "    {line}");
            if self.random.one_in(2) {
                let claim = self.claim(takes, false);
                let _ = writeln!(body, "    //@ assert {claim};");
            }
        }
        let back = self.pick(&["n", "n", "old", "total", "hidden"]);
        let mut text = String::from("/*@");
        if takes != Takes::Nothing && takes != Takes::Number && self.random.one_in(3) {
            text.push_str(" requires x != \\null;");
        }
        for _ in 0..1 + self.random.below(3) {
            let claim = self.claim(takes, true);
            let _ = write!(text, " ensures {claim};");
        }
        let _ = writeln!(text, " */\n{result} {name}({params}) {{\n{body}    return {back};\n}}");
        self.made.push((name, takes));
        text
    }

    fn statement(&mut self, takes: Takes, keeps: bool) -> String {
        let value = self.small();
        let number = match self.random.below(8) {
            0 => "n++;".to_string(),
            1 => format!("n = n + {value};"),
            2 => "if (n < 3) n = n + 1; else n = 0;".to_string(),
            3 => format!("total = total + {value};"),
            4 => format!("hidden = {value};"),
            5 => "hidden = n;".to_string(),
            6 => "if (hidden < 5) hidden++;".to_string(),
            _ => format!("total = {value};"),
        };
        if self.random.one_in(5)
            && let Some((callee, of)) = self.random.pick(&self.made.clone()).cloned()
        {
            let args = match (of, takes) {
                (Takes::Nothing, _) => "",
                (Takes::Number, _) => "n",
                (_, Takes::Nothing | Takes::Number) => return number,
                (Takes::List, _) => self.pick(&["x", "x", "top"]),
                (Takes::TwoLists, Takes::TwoLists) => self.pick(&["x, y", "y, x", "x, x", "x, top"]),
                (Takes::TwoLists, _) => self.pick(&["x, x", "x, 0", "x, top", "0, x"]),
                (Takes::ListAndPlace, Takes::ListAndPlace) => self.pick(&["x, o", "x, &total", "x, &n"]),
                (Takes::ListAndPlace, _) => self.pick(&["x, &total", "x, x ? &x->data : &n"]),
                (Takes::ListAndLink, Takes::ListAndLink) => "x, o",
                (Takes::ListAndLink, _) => self.pick(&["x, &top", "x, x ? &x->next : &top"]),
            };
            return format!("n = {callee}({args});");
        }
        let of_lists = match takes {
            Takes::Nothing => return number,
            Takes::Number => {
                return if self.random.one_in(2) { "n = a;".to_string() } else { number };
            }
            Takes::List => self.one_list("x", value),
            Takes::TwoLists => {
                let (one, other) = if self.random.one_in(2) { ("x", "y") } else { ("y", "x") };
                match self.random.below(6) {
                    0 => format!("if ({one} && {other}) {one}->data = {other}->data;"),
                    1 => format!("if ({one}) {one}->next = {other};"),
                    2 => format!(
                        "{{ struct node *p = {one}; while (p) {{ p->data = {value}; p = p->next; }} }}"
                    ),
                    3 => format!("if ({one} && {other} && {one} == {other}) n = {value};"),
                    _ => self.one_list(one, value),
                }
            }
            Takes::ListAndPlace => match self.random.below(3) {
                0 => format!("if (o) *o = {value};"),
                1 => "if (o && *o < 5) *o = *o + 1;".to_string(),
                _ => self.one_list("x", value),
            },
            Takes::ListAndLink => match self.random.below(3) {
                0 => "if (o) *o = 0;".to_string(),
                1 => "if (o) *o = x;".to_string(),
                _ => self.one_list("x", value),
            },
        };
        match self.random.below(4) {
            0 => number,
            1 if keeps => self
                .pick(&[
                    "kept = x;",
                    "if (kept) kept->data = 2;",
                    "if (kept == x) n = 7;",
                    "if (kept) kept->next = 0;",
                ])
                .to_string(),
            _ => of_lists,
        }
    }

    fn one_list(&mut self, x: &str, value: i64) -> String {
        match self.random.below(6) {
            0 | 1 => format!("if ({x}) {x}->data = {value};"),
            2 => format!("if ({x}) {x}->next = 0;"),
            3 => format!("if ({x} && {x}->next) {x}->next->data = {value};"),
            4 => format!("top = {x};"),
            _ => format!("if (top) top->data = {value};"),
        }
    }

    /// Something that may hold; what holds of the first call, or of lists apart, above all.
    fn claim(&mut self, takes: Takes, ensures: bool) -> String {
        let value = self.small();
        let op = self.pick(&["==", "==", ">=", "<=", "!="]);
        let number = match self.random.below(6) {
            0 if ensures => format!("\\result {op} {value}"),
            0 => format!("n {op} {value}"),
            1 => format!("total {op} {value}"),
            2 => format!("hidden {op} {value}"),
            3 => "total == \\old(total)".to_string(),
            4 => format!("hidden == \\old(hidden) + {value}"),
            _ if ensures => format!("\\result {op} {value}"),
            _ => format!("old {op} {value}"),
        };
        let (x, y) = match takes {
            Takes::Nothing | Takes::Number => return number,
            Takes::TwoLists if self.random.one_in(2) => ("y", "x"),
            Takes::TwoLists => ("x", "y"),
            _ => ("x", "x"),
        };
        match self.random.below(12) {
            0 | 1 => format!("{x} != \\null ==> {x}->data {op} {value}"),
            2 => format!("{x} != \\null ==> {x}->data == \\old({x}->data)"),
            3 => format!("len({x}) == \\old(len({x}))"),
            4 => format!("acyclic({x})"),
            5 if x != y => format!("disjoint({x}, {y})"),
            5 | 6 => format!("forall m in list({x}): m->data {op} {value}"),
            7 => format!("multiset({x}) == \\old(multiset({x}))"),
            8 => format!("len({x}) >= {value}"),
            9 if x != y => format!("{x} != \\null ==> {x} != {y}"),
            10 => format!("forall m in list({x}): m->data == \\old(m->data)"),
            _ => number,
        }
    }

    fn main(&mut self) -> String {
        let mut out = String::from("int main(void) {\n    struct node c1, c2, c3;\n    int n = 0;\n");
        for cell in ["c1", "c2", "c3"] {
            let data = self.small();
            let next = match (cell, self.random.below(5)) {
                ("c1", 0..=2) => "&c2",
                ("c2", 0 | 1) => "&c3",
                (_, 4) if self.random.one_in(3) => "&c1",
                _ => "0",
            };
            let _ = writeln!(out, "    {cell}.data = {data}; {cell}.next = {next};");
        }
        for _ in 0..1 + self.random.below(5) {
            let Some((callee, takes)) = self.random.pick(&self.made.clone()).cloned() else { break };
            let list = self.pick(&["&c1", "&c1", "&c2", "&c3", "0", "top"]);
            let same = self.random.one_in(2);
            let other = if same { list } else { self.pick(&["&c1", "&c2", "&c3", "0"]) };
            let args = match takes {
                Takes::Nothing => String::new(),
                Takes::Number => self.small().to_string(),
                Takes::List => list.to_string(),
                Takes::TwoLists => format!("{list}, {other}"),
                Takes::ListAndPlace => {
                    format!("{list}, {}", self.pick(&["&n", "&total", "&c1.data", "&c2.data", "0"]))
                }
                Takes::ListAndLink => {
                    format!("{list}, {}", self.pick(&["&top", "&c1.next", "&c2.next", "0"]))
                }
            };
            let _ = writeln!(out, "    {callee}({args});");
        }
        out.push_str("    return n;\n}\n");
        out
    }
}
