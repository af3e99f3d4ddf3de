//! What the front end does not follow, in such a way that something depends on it.

use super::Writer;

const HALVE: &str = "static void halve(int *q) {\n    double d = *q;\n    *q = (int) (d / 2);\n}\n";
const ORDER: &str = "static int order(const void *a, const void *b) {\n    int x = *(const int *) a;\n    int y = *(const int *) b;\n    return (x > y) - (x < y);\n}\n";
const SCALE: &str = "static int scale(int v) {\n    if (v > 1000) {\n        return 1000;\n    }\n    float f = v;\n    if (v < 0) {\n        return 0;\n    }\n    return (int) (f * 0.5f);\n}\n";
const RAISE: &str = "static void raise_level(int v) {\n    double d = v;\n    level = (int) (d * 0.25);\n}\n";

impl Writer {
    pub(super) fn unsupported(&mut self) {
        let x = self.name();
        let k = self.rounds();
        match self.r.below(11) {
            0 => {
                self.line(&format!("double {x}_d = v * 0.5;"));
                self.line(&format!("int {x} = (int) {x}_d % {k};"));
                self.know(&x, Some(1 - k), Some(k - 1));
            }
            1 => {
                self.line(&format!("int {x} = {k};"));
                self.helpers.insert(HALVE);
                self.line(&format!("halve(&{x});"));
                self.know(&x, Some(k / 2), Some(k / 2));
            }
            2 => {
                self.line(&format!("union {{ int number; unsigned char bytes[4]; }} {x}_u;"));
                self.line(&format!("{x}_u.number = v;"));
                self.line(&format!("int {x} = {x}_u.bytes[0];"));
                self.know(&x, Some(0), Some(255));
            }
            3 => {
                self.helpers.insert(ORDER);
                self.line(&format!("int {x}_all[3] = {{v, {k}, 7}};"));
                self.line(&format!("qsort({x}_all, 3, sizeof {x}_all[0], order);"));
                self.line(&format!("int {x} = {x}_all[0];"));
                self.know(&x, None, Some(k.min(7)));
            }
            4 => {
                self.line(&format!("__int128 {x}_wide = v;"));
                self.line(&format!("int {x} = (int) ({x}_wide * {x}_wide % {k});"));
                self.know(&x, Some(0), Some(k - 1));
            }
            // In one round of many.
            5 => {
                let at = self.r.between(0, k);
                self.line(&format!("int {x} = 0;"));
                self.block(&format!("for (int i = 0; i < {k}; i++) {{"), |w| {
                    w.block(&format!("if (i == {at}) {{"), |w| {
                        w.line("float f = v;");
                        w.line(&format!("{x} += f > 9.0f;"));
                    });
                    w.line(&format!("{x}++;"));
                });
                self.know(&x, Some(k), Some(k + 1));
            }
            6 => {
                self.helpers.insert(SCALE);
                self.line(&format!("int {x} = scale(v);"));
                self.know(&x, Some(0), Some(1000));
            }
            // For few inputs only.
            7 => {
                self.line(&format!("int {x} = 1;"));
                let few = self.r.between(0, 500);
                self.block(&format!("if (v == {few}) {{"), |w| {
                    w.line(&format!("double d = {x};"));
                    w.line(&format!("{x} = (int) (d + 1.5);"));
                });
                self.know(&x, Some(1), Some(2));
            }
            8 => {
                self.helpers.insert(RAISE);
                self.line("raise_level(v);");
                self.line(&format!("int {x} = level % {k};"));
                self.know(&x, Some(1 - k), Some(k - 1));
            }
            // A condition of its own that nobody reads.
            9 => {
                self.line(&format!("int {x} = 0;"));
                self.block(&format!("if (v * 0.25 > {k}.5) {{"), |w| w.line(&format!("{x} = {k};")));
                self.know(&x, Some(0), Some(k));
            }
            _ => {
                self.line(&format!("int {x} = v & 7;"));
                self.line(&format!("__asm__ volatile (\"\" : \"+r\" ({x}));"));
                self.know(&x, Some(0), Some(7));
            }
        }
    }
}
