//! Numbers that come from numbers.

use super::Writer;

const DIGITS: &str = "static int digits(unsigned n) {\n    if (n < 10) {\n        return 1;\n    }\n    return 1 + digits(n / 10);\n}\n";
const GCD: &str = "static int gcd(int a, int b) {\n    if (b == 0) {\n        return a;\n    }\n    return gcd(b, a % b);\n}\n";
const STEPS: &str = "static int steps(unsigned n, int left) {\n    if (n <= 1 || left == 0) {\n        return 0;\n    }\n    \
    if (n % 2 == 0) {\n        return 1 + steps(n / 2, left - 1);\n    }\n    return 1 + steps(3 * n + 1, left - 1);\n}\n";

impl Writer {
    /// A number that comes from others.
    pub(super) fn of_numbers(&mut self) {
        let x = self.name();
        let k = self.rounds();
        let source = if self.has.natural && self.r.one_in(2) { "u" } else { "(unsigned) v" };
        let input = if self.has.other && self.r.one_in(2) { "w" } else { "v" };
        match self.r.below(16) {
            0 => {
                let m = self.r.between(2, 12);
                self.line(&format!("int {x} = {input} % {m};"));
                self.know(&x, Some(1 - m), Some(m - 1));
            }
            1 => {
                let m = self.r.pick(&[1, 3, 6, 7, 12, 15, 40, 129]).copied().unwrap_or(3);
                self.line(&format!("unsigned {x} = {source} & {m};"));
                self.know(&x, Some(0), Some(m));
            }
            // Every round of a fixed number asks something.
            2 => {
                let (m, c) = (self.r.between(2, 5), self.r.between(0, 60));
                self.line(&format!("int {x} = 0;"));
                self.block(&format!("for (int i = 0; i < {k}; i++) {{"), |w| {
                    w.block(&format!("if ({input} > i * {m} + {c}) {{"), |w| w.line(&format!("{x}++;")));
                });
                self.know(&x, Some(0), Some(k));
            }
            // The input says how many rounds.
            3 => {
                self.line(&format!("int {x} = 0;"));
                self.block(&format!("for (int i = 0; i < {input} && i < {k}; i++) {{"), |w| {
                    w.line(&format!("{x}++;"));
                    w.line("r += (unsigned) i;");
                });
                self.know(&x, Some(0), Some(k));
            }
            4 => {
                let other = self.r.between(2, 7);
                self.line(&format!("int {x} = 0;"));
                self.block(&format!("for (int i = 0; i < {}; i++) {{", k.min(20)), |w| {
                    w.block(&format!("for (int j = 0; j < i && j < {other}; j++) {{"), |w| {
                        w.block(&format!("if (i + j == {input}) {{"), |w| w.line("continue;"));
                        w.line(&format!("{x}++;"));
                    });
                });
                let full: i64 = (0..k.min(20)).map(|i| i.min(other)).sum();
                self.know(&x, Some(0), Some(full));
            }
            5 => {
                self.line(&format!("int {x} = 0;"));
                self.block(&format!("for (unsigned t = {source}; t > 0; t /= 2) {{"), |w| {
                    w.line(&format!("{x}++;"))
                });
                self.know(&x, Some(0), Some(32));
            }
            // A sum that goes round.
            6 => {
                let t = self.name();
                let add =
                    self.r.pick(&["1", "7", "200", "4294967295u", "2147483648u"]).copied().unwrap_or("1");
                self.line(&format!("unsigned {t} = {source} + {add};"));
                self.line(&format!("unsigned {x} = {t} < {source};"));
                self.know(&x, Some(0), Some(1));
            }
            7 => {
                let by = self.r.between(2, 9);
                self.line(&format!("unsigned char {x} = (unsigned char) ({source} * {by});"));
                self.know(&x, Some(0), Some(255));
            }
            8 => {
                let (a, b) = (self.r.between(-9, 3), self.r.between(4, 40));
                self.line(&format!("int {x} = {input};"));
                self.block(&format!("if ({x} < {a}) {{"), |w| w.line(&format!("{x} = {a};")));
                self.block(&format!("if ({x} > {b}) {{"), |w| w.line(&format!("{x} = {b};")));
                self.know(&x, Some(a), Some(b));
            }
            // What is asked later was asked before.
            9 => {
                let (a, b) = (self.r.between(-9, 3), self.r.between(4, 90));
                self.block(&format!("if ({input} < {a} || {input} > {b}) {{"), |w| w.line("return 7;"));
                for number in self.numbers.iter_mut().filter(|n| n.name == input) {
                    number.low = number.low.map_or(Some(a), |low| Some(low.max(a)));
                    number.high = number.high.map_or(Some(b), |high| Some(high.min(b)));
                }
            }
            10 => {
                self.helpers.insert(DIGITS);
                self.line(&format!("int {x} = digits({source});"));
                self.know(&x, Some(1), Some(10));
            }
            11 => {
                self.helpers.insert(STEPS);
                self.line(&format!("int {x} = steps({source}, {k});"));
                self.know(&x, Some(0), Some(k));
            }
            12 => {
                self.helpers.insert(GCD);
                let m = self.r.pick(&[6, 12, 30, 36, 97]).copied().unwrap_or(6);
                self.block(&format!("if ({input} < 0) {{"), |w| w.line("return 8;"));
                self.line(&format!("int {x} = gcd({input}, {m});"));
                self.know(&x, Some(1), Some(m));
            }
            13 => self.switch(&x, input),
            // A flag that rounds set.
            14 => {
                let c = self.r.between(0, 400);
                self.line(&format!("int {x} = 0;"));
                self.line(&format!("int {x}_at = 0;"));
                self.block(&format!("while ({x}_at < {k}) {{"), |w| {
                    w.block(&format!("if ({input} - 3 * {x}_at == {c}) {{"), |w| {
                        w.line(&format!("{x} = 1;"));
                        w.line("break;");
                    });
                    w.line(&format!("{x}_at++;"));
                });
                self.know(&x, Some(0), Some(1));
                self.know(&format!("{x}_at"), Some(0), Some(k));
            }
            _ => {
                self.line(&format!("int {x} = level;"));
                self.block("do {", |w| {
                    let by = w.r.between(1, 2);
                    w.line(&format!("{x} += {by};"));
                });
                self.lines.pop();
                self.line(&format!("}} while ({x} < {k});"));
                self.know(&x, Some(k), None);
            }
        }
    }

    fn switch(&mut self, x: &str, input: &str) {
        let m = self.r.pick(&[1, 3, 5, 7]).copied().unwrap_or(3);
        self.line(&format!("int {x} = 0;"));
        self.line(&format!("switch ({input} & {m}) {{"));
        for k in 0..=m + 1 {
            if self.r.one_in(4) {
                continue;
            }
            self.line(&format!("case {k}:"));
            self.depth += 1;
            self.line(&format!("{x} = {};", k + 1));
            if !self.r.one_in(4) {
                self.line("break;");
            }
            self.depth -= 1;
        }
        self.line("default:");
        self.line("    r++;");
        self.line("}");
        self.know(x, Some(0), Some(m + 1));
    }
}
