//! Numbers that come from texts, lists and arrays.

use super::Writer;

const LENGTH: &str = "static int length(const struct node *p) {\n    if (p == NULL) {\n        return 0;\n    }\n    return 1 + length(p->next);\n}\n";
const WORDS: &[&str] = &["magic", "go", "on", "open sesame", "x", "", "-1", "stop!"];
const LETTERS: &[&str] = &["'a'", "'x'", "'0'", "' '", "'/'"];

impl Writer {
    /// A number that comes from memory.
    pub(super) fn of_memory(&mut self) {
        let mut ways: Vec<fn(&mut Writer)> = Vec::new();
        if self.has.text {
            ways.push(Writer::of_text);
        }
        if self.has.list {
            ways.push(Writer::of_list);
        }
        if self.has.array {
            ways.push(Writer::of_array);
        }
        let way = ways[self.r.below(ways.len())];
        way(self);
    }

    fn of_text(&mut self) {
        let x = self.name();
        let k = self.rounds();
        let word = self.r.pick(WORDS).copied().unwrap_or("x");
        let letter = self.r.pick(LETTERS).copied().unwrap_or("'a'");
        if self.r.one_in(2) {
            self.block("if (s == NULL) {", |w| w.line("return 5;"));
        }
        match self.r.below(10) {
            // What stands before it, where something does.
            8 => {
                self.line(&format!("int {x} = s[-1] == {letter};"));
                self.know(&x, Some(0), Some(1));
            }
            // Is it the text of the file itself?
            9 => {
                self.line(&format!("int {x} = s == \"{word}\";"));
                self.know(&x, Some(0), Some(1));
            }
            0 => {
                self.line(&format!("int {x} = (int) strlen(s);"));
                self.know(&x, Some(0), None);
            }
            1 => {
                self.line(&format!("int {x} = strcmp(s, \"{word}\") == 0;"));
                self.know(&x, Some(0), Some(1));
            }
            2 => {
                let n = self.r.between(1, 5);
                self.line(&format!("int {x} = strncmp(s, \"{word}\", {n}) == 0;"));
                self.know(&x, Some(0), Some(1));
            }
            3 => {
                self.line(&format!("int {x} = 0;"));
                self.block(&format!("if (strchr(s, {letter}) != NULL) {{"), |w| w.line(&format!("{x} = 1;")));
                self.know(&x, Some(0), Some(1));
            }
            // How often does a letter occur?
            4 => {
                self.line(&format!("int {x} = 0;"));
                self.block("for (int i = 0; s[i] != '\\0'; i++) {", |w| {
                    w.block(&format!("if (s[i] == {letter}) {{"), |w| w.line(&format!("{x}++;")));
                });
                self.know(&x, Some(0), None);
            }
            // How many of them at the start, up to a bound?
            5 => {
                self.line(&format!("int {x} = 0;"));
                self.block(&format!("while ({x} < {k} && s[{x}] == {letter}) {{"), |w| {
                    w.line(&format!("{x}++;"))
                });
                self.know(&x, Some(0), Some(k));
            }
            // A machine with a state for each letter of a word.
            6 => {
                self.line(&format!("int {x} = 0;"));
                self.block("for (const char *q = s; *q != '\\0'; q++) {", |w| {
                    w.line(&format!("switch ({x}) {{"));
                    for (n, c) in ["'g'", "'o'", "'!'"].into_iter().enumerate() {
                        w.line(&format!("case {n}:"));
                        w.line(&format!("    {x} = (*q == {c}) ? {} : 0;", n + 1));
                        w.line("    break;");
                    }
                    w.line("case 4:");
                    w.line("    r += 3;");
                    w.line("    break;");
                    w.line("default:");
                    w.line("    break;");
                    w.line("}");
                });
                self.know(&x, Some(0), Some(3));
            }
            _ => {
                self.line(&format!("int {x} = 0;"));
                self.line(&format!("int {x}_at = 0;"));
                self.block(&format!("while (s[{x}_at] >= '0' && s[{x}_at] <= '9') {{"), |w| {
                    w.line(&format!("{x} = {x} * 10 + (s[{x}_at] - '0');"));
                    w.line(&format!("{x}_at++;"));
                });
                self.know(&x, Some(0), None);
                self.know(&format!("{x}_at"), Some(0), Some(10));
            }
        }
    }

    fn of_list(&mut self) {
        let x = self.name();
        let k = self.rounds();
        let c = self.r.between(-2, 60);
        let walk = "for (struct node *q = p; q != NULL; q = q->next) {";
        match self.r.below(8) {
            0 | 1 => {
                self.line(&format!("int {x} = 0;"));
                self.block(walk, |w| w.line(&format!("{x}++;")));
                self.know(&x, Some(0), None);
            }
            2 => {
                self.line(&format!("int {x} = 0;"));
                let op = self.r.pick(&["==", ">", "!="]).copied().unwrap_or("==");
                self.block(walk, |w| {
                    w.block(&format!("if (q->value {op} {c}) {{"), |w| w.line(&format!("{x}++;")));
                });
                self.know(&x, Some(0), None);
            }
            3 => {
                self.line(&format!("int {x} = 0;"));
                self.block(walk, |w| {
                    w.block(&format!("if ({x} == {k}) {{"), |w| w.line("break;"));
                    w.line(&format!("{x}++;"));
                });
                self.know(&x, Some(0), Some(k));
            }
            4 => {
                self.helpers.insert(LENGTH);
                self.line(&format!("int {x} = length(p);"));
                self.know(&x, Some(0), None);
            }
            // Is each value one more than the one before?
            5 => {
                self.line(&format!("int {x} = 1;"));
                self.block("if (p == NULL) {", |w| w.line("return 6;"));
                self.block("for (struct node *q = p; q->next != NULL; q = q->next) {", |w| {
                    w.block("if (q->next->value != q->value + 1) {", |w| w.line("break;"));
                    w.line(&format!("{x}++;"));
                });
                self.know(&x, Some(1), None);
            }
            6 => {
                self.line(&format!("int {x} = INT_MIN;"));
                self.block(walk, |w| {
                    w.block(&format!("if (q->value > {x}) {{"), |w| w.line(&format!("{x} = q->value;")));
                    w.block(&format!("if ({x} < q->value) {{"), |w| w.line("return 4;"));
                });
                self.know(&x, None, None);
            }
            // A flag, and then the number of cells behind it.
            _ => {
                self.line(&format!("int {x} = 0;"));
                self.line(&format!("int {x}_seen = 0;"));
                self.block(walk, |w| {
                    w.block(&format!("if ({x}_seen) {{"), |w| {
                        w.line(&format!("{x}++;"));
                        w.line("continue;");
                    });
                    w.line(&format!("{x}_seen = q->value == {c};"));
                });
                self.know(&format!("{x}_seen"), Some(0), Some(1));
                self.know(&x, Some(0), None);
            }
        }
    }

    fn of_array(&mut self) {
        let x = self.name();
        let k = self.rounds();
        let c = self.r.between(-2, 60);
        if self.r.one_in(3) {
            self.block("if (a == NULL || n < 0) {", |w| w.line("return 3;"));
        }
        match self.r.below(6) {
            0 => {
                self.line(&format!("int {x} = 0;"));
                self.block("for (int i = 0; i < n; i++) {", |w| {
                    w.block(&format!("if (a[i] == {c}) {{"), |w| w.line(&format!("{x}++;")));
                });
                self.know(&x, Some(0), None);
            }
            1 => {
                self.line(&format!("int {x} = 0;"));
                self.block(&format!("if (n >= {k}) {{"), |w| {
                    w.block(&format!("for (int i = 0; i < {k}; i++) {{"), |w| {
                        w.block("if (a[i] != i) {", |w| w.line("break;"));
                        w.line(&format!("{x}++;"));
                    });
                });
                self.know(&x, Some(0), Some(k));
            }
            2 => {
                self.line(&format!("int {x} = -1;"));
                self.block("for (int i = 0; i < n; i++) {", |w| {
                    w.block(&format!("if (a[i] == {c}) {{"), |w| {
                        w.line(&format!("{x} = i;"));
                        w.line("break;");
                    });
                });
                self.know(&x, Some(-1), None);
            }
            // How many are in order?
            3 => {
                self.line(&format!("int {x} = 1;"));
                self.block(&format!("while ({x} < n && a[{x} - 1] <= a[{x}]) {{"), |w| {
                    w.line(&format!("{x}++;"))
                });
                self.know(&x, Some(1), None);
            }
            4 => {
                self.line(&format!("unsigned {x} = 0;"));
                self.block("for (int i = 0; i < n; i++) {", |w| {
                    w.line(&format!("{x} = ({x} + (unsigned) a[i]) % {};", k + 1));
                });
                self.know(&x, Some(0), Some(k));
            }
            // The smaller half, the larger half.
            _ => {
                self.line(&format!("int {x} = 0, {x}_high = n;"));
                self.block(&format!("while ({x} < {x}_high) {{"), |w| {
                    w.line(&format!("int middle = {x} + ({x}_high - {x}) / 2;"));
                    w.block(&format!("if (a[middle] < {c}) {{"), |w| w.line(&format!("{x} = middle + 1;")));
                    w.lines.pop();
                    w.block("} else {", |w| w.line(&format!("{x}_high = middle;")));
                });
                self.know(&x, Some(0), None);
            }
        }
    }
}
