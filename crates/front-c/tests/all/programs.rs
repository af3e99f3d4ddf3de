//! Random functions with loops, switches, pointers, structs and calls: what they give here is what they give when
//! compiled, and where they err here, the sanitizer of the compiler says so too.

use crate::reading;

use base::Random;
use reading::have_cc;
use reading::lowered::{End, lower};
use reading::sanitized::{call_all, run_sanitized};
use std::fmt::Write;

const COUNT: usize = 120;
const TUPLES: &[[i64; 3]] = &[[0, 0, 0], [1, 2, 3], [-4, 5, 2], [7, -1, 9]];

const PROLOGUE: &str = "
#include <stdlib.h>
struct in { int q; }; struct s { int f; short g; int h[2]; struct in t; };
struct node { int key; struct node *next; };
static int g; static struct s gs; static unsigned char gc; static int ga[4];
static const int table[4] = { 3, -1, 4, 1 };
static int helper(int v, int *q) { *q += v & 7; g++; return v % 5; }
static int twice(struct s v) { v.f += v.h[1]; gs.t.q += 1; return v.f + v.t.q; }
static struct s make(int f, int g) { struct s v = { f, (short) g, { g } }; v.t.q = f - g; return v; }
static struct node *cons(int key, struct node *next) { struct node *n = malloc(sizeof *n); n->key = key; n->next = next; return n; }
static int total(struct node *l) { int sum = 0; while (l) { sum += l->key; l = l->next; } return sum; }
static void drop(struct node **l) { if (*l) { struct node *n = *l; *l = n->next; free(n); } }
";

struct Writer {
    random: Random,
    out: String,
    loops: usize,
    count: usize,
}

impl Writer {
    fn pick(&mut self, of: &[&'static str]) -> &'static str {
        self.random.pick(of).copied().unwrap_or("x")
    }

    fn place(&mut self, depth: usize) -> String {
        match self.random.below(20) {
            0..=6 => self.pick(&["x", "y", "z", "a", "b", "u", "k"]).to_string(),
            7..=8 => format!("arr[{} & 3]", self.expr(depth.saturating_sub(1))),
            9..=10 => "(*p)".to_string(),
            11 => "s.f".to_string(),
            12 => self.pick(&["s.g", "r.t.q", "gs.f", "gc"]).to_string(),
            13 => "ps->f".to_string(),
            14 => format!("ps->h[{} & 1]", self.expr(depth.saturating_sub(1))),
            15 => self.pick(&["ps->t.q", "s.t.q", "gs.h[1]", "sa[1].f"]).to_string(),
            16 => format!("ga[{} & 3]", self.expr(depth.saturating_sub(1))),
            17 => format!("sa[{} & 1].h[1]", self.expr(depth.saturating_sub(1))),
            18 => "p[0]".to_string(),
            _ => "g".to_string(),
        }
    }

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(4) {
                0 => self.pick(&["0", "1", "2", "5", "100", "-3", "7u", "'a'"]).to_string(),
                _ => self.place(0),
            };
        }
        let d = depth - 1;
        match self.random.below(24) {
            0..=3 => self.place(d),
            4..=8 => {
                let (a, op) = (self.expr(d), self.pick(&["+", "-", "+", "-", "*"]));
                format!("({a} {op} {})", self.expr(d))
            }
            9 => format!("({} / {})", self.expr(d), self.pick(&["3", "-2", "y", "7"])),
            10 => format!("({} % {})", self.expr(d), self.pick(&["3", "5", "10"])),
            11 => format!("({} & {})", self.expr(d), self.pick(&["1", "6", "-4", "255"])),
            12 => format!("({} ^ {})", self.expr(d), self.pick(&["1", "6", "40"])),
            13 => format!("({} >> 1)", self.expr(d)),
            14..=15 => format!("({})", self.cond(d)),
            16 => format!("({} ? {} : {})", self.cond(d), self.expr(d), self.expr(d)),
            17 => format!("table[{} & 3]", self.expr(d)),
            18 => format!("(short) {}", self.expr(d)),
            19 => "total(l)".to_string(),
            20 => format!("make({}, 2).h[0]", self.expr(d)),
            21 => "(int) (p == &x)".to_string(),
            22 => "(l != NULL && l->key > 2)".to_string(),
            _ => format!("(unsigned char) {}", self.expr(d)),
        }
    }

    fn cond(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.random.below(9) {
            0..=2 => format!(
                "{} {} {}",
                self.expr(d),
                self.pick(&["<", ">", "<=", ">=", "==", "!="]),
                self.expr(d)
            ),
            3 if depth > 0 => format!("({}) && ({})", self.cond(d), self.cond(d)),
            4 if depth > 0 => format!("({}) || ({})", self.cond(d), self.cond(d)),
            5 if depth > 0 => format!("!({})", self.cond(d)),
            // Effects that nothing else here is unordered with.
            6 => format!("(e{} > {})", self.pick(&["++", "--"]), self.pick(&["0", "2", "5"])),
            7 => "(l && l->next)".to_string(),
            _ => self.expr(d),
        }
    }

    fn line(&mut self, level: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(level + 1));
    }

    fn block(&mut self, level: usize, in_loop: bool) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(level, in_loop);
        }
    }

    fn statement(&mut self, level: usize, in_loop: bool) {
        self.count += 1;
        let kinds = if level > 3 { 13 } else { 20 };
        match self.random.below(kinds) {
            0..=3 => {
                let (place, value) = (self.place(1), self.expr(2));
                self.line(level, &format!("{place} = {value};"));
            }
            4..=5 => {
                let (place, value) = (self.place(1), self.expr(1));
                let op = self.pick(&["+=", "-=", "+=", "-="]);
                self.line(level, &format!("{place} {op} {value};"));
            }
            6 => {
                let place = self.place(1);
                let step = self.pick(&["++", "--"]);
                self.line(level, &format!("{place}{step};"));
            }
            7 => {
                let target = self.pick(&[
                    "&x", "&z", "arr + 1", "&arr[2]", "&s.h[0]", "&s.t.q", "&ps->f", "&g", "ga", "&sa[1].f",
                ]);
                self.line(level, &format!("p = {target};"));
            }
            8 => {
                let value = self.pick(&[
                    "r = s;",
                    "s = *ps;",
                    "ps = &r;",
                    "ps = &sa[0];",
                    "ps = sa + 1;",
                    "gs = s;",
                    "sa[1] = *ps;",
                    "s = make(x, 3);",
                    "r.t = s.t;",
                ]);
                self.line(level, value);
            }
            9 => {
                let value = self.expr(1);
                let call = self.pick(&["helper(", "helper("]);
                self.line(level, &format!("z = {call}{value}, p);"));
            }
            10 => {
                let value = self.pick(&[
                    "l = cons(x % 10, l);",
                    "drop(&l);",
                    "y = twice(s);",
                    "x = twice(make(y % 9, 1));",
                    "if (l) l->key = 4;",
                ]);
                self.line(level, value);
            }
            11 if in_loop => {
                let (cond, how) = (self.cond(1), self.pick(&["break", "continue"]));
                self.line(level, &format!("if ({cond}) {how};"));
            }
            12 => {
                let cond = self.cond(1);
                self.line(level, &format!("if ({cond}) goto out;"));
            }
            13..=15 => {
                let cond = self.cond(2);
                self.line(level, &format!("if ({cond}) {{"));
                self.block(level + 1, in_loop);
                if self.random.below(2) == 0 {
                    self.line(level, "} else {");
                    self.block(level + 1, in_loop);
                }
                self.line(level, "}");
            }
            16..=17 => {
                self.loops += 1;
                let (i, n) = (self.loops, 1 + self.random.below(4));
                self.line(level, &format!("for (int i{i} = 0; i{i} < {n}; i{i}++) {{"));
                self.block(level + 1, true);
                self.line(level, "}");
            }
            18 => {
                self.loops += 1;
                let i = self.loops;
                self.line(level, &format!("{{ int n{i} = 3; do {{"));
                self.block(level + 1, true);
                self.line(level, &format!("}} while (--n{i} > 0); }}"));
            }
            _ => {
                let value = self.expr(1);
                self.line(level, &format!("switch ({value} & 3) {{ case 0:"));
                self.block(level + 1, in_loop);
                let end = self.pick(&["break;", ""]);
                self.line(level, &format!("{end} case 2:"));
                self.block(level + 1, in_loop);
                let end = self.pick(&["break;", ""]);
                self.line(level, &format!("{end} default: ;"));
                self.block(level + 1, in_loop);
                self.line(level, "}");
            }
        }
    }

    fn function(&mut self, name: usize) {
        let _ = writeln!(self.out, "unsigned f{name}(int a, int b, int c) {{");
        self.line(
            0,
            "int x = 1, y = 2, z = 3, e = c, arr[4] = { a, b }, *p = &x; unsigned u = 4; char k = 5;",
        );
        self.line(0, "struct s s = { a, 2, { 3, 4 }, { b } }, r = s, sa[2] = { { 1 }, { 2, 3 } }, *ps = &s;");
        self.line(0, "struct node *l = NULL;");
        for _ in 0..4 + self.random.below(5) {
            self.statement(0, false);
        }
        self.line(
            0,
            "out: u = u * 3u + x; u = u * 3u + y; u = u * 3u + z + a + 7u * b + e; u = u * 5u + *p + k;",
        );
        self.line(0, "for (int i = 0; i < 4; i++) u = u * 3u + arr[i] + 11u * ga[i];");
        self.line(0, "u += s.f + s.g * 3 + s.h[0] * 5u + s.h[1] * 7u + s.t.q * 9u + r.f * 11u + r.t.q * 13u + ps->f * 17u;");
        self.line(
            0,
            "return u + g * 3u + gs.f + gs.h[1] * 5u + gs.t.q + gc + sa[1].f * 3u + sa[0].h[1] + total(l);",
        );
        self.out.push_str("}\n");
    }
}

#[test]
fn programs_agree_with_the_compiler() {
    if !have_cc() {
        return;
    }
    let mut writer = Writer { random: Random::new(5), out: PROLOGUE.to_string(), loops: 0, count: 0 };
    (0..COUNT).for_each(|i| writer.function(i));
    let functions = writer.out;
    let names: Vec<String> = (0..COUNT).map(|i| format!("f{i}")).collect();
    let Some(printed) = run_sanitized("programs", &call_all(&functions, &names, TUPLES)) else { return };
    let mut lines = printed.lines();
    let lowered = lower(&functions);
    assert!(lowered.unsupported().is_empty(), "{:?}", lowered.unsupported());
    let (mut wrong, mut fine, mut errors) = (String::new(), 0, 0);
    for name in &names {
        for tuple in TUPLES {
            let compiled = lines.next().unwrap_or("nothing");
            let found = lowered.run(name, tuple);
            let agrees = match &found {
                End::Ok(Some(value)) => {
                    fine += 1;
                    value == compiled
                }
                End::Error(_) => {
                    errors += 1;
                    compiled == "bad"
                }
                _ => false,
            };
            if !agrees {
                let _ = writeln!(wrong, "{name}{tuple:?}: {found:?}, but compiled {compiled}");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(fine > 2 * COUNT, "{fine} values and {errors} errors");
}
