//! Statements. What they declare lives to the end of their block, and starts as something.

use super::{ELEMENTS, INTEGERS, Kind, Var, Writer};

impl Writer {
    /// The body of a function, from its first declaration to its last `return`.
    pub(super) fn body(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            self.declaration();
        }
        self.in_loop = false;
        while self.room > 0 {
            self.statement(1);
        }
        // A jump to the end passes over what was declared on the way.
        self.vars.retain(|v| v.whole);
        self.out.push_str("out:;\n");
        self.finish(1);
    }

    /// A variable that lives as long as the function.
    fn declaration(&mut self) {
        let (kind, stem, value) = match self.random.below(9) {
            0..=3 => {
                let ty = self.pick(INTEGERS);
                (Kind::Number(ty), "x", self.number(1))
            }
            4 => (Kind::Node, "p", self.nodes()),
            5 | 8 => {
                let (ty, n) = (self.pick(ELEMENTS), 2 + self.random.below(3));
                let value = if self.chance(50) { self.number(0) } else { "1, 2".to_string() };
                (Kind::Array(ty, n), "own", format!("{{ {value} }}"))
            }
            6 => {
                let ty = self.pick(ELEMENTS);
                let Some(value) = self.finger(ty) else { return };
                (Kind::Finger(ty), "q", value)
            }
            _ => match self.of_kind(Kind::Pair) {
                Some(pair) if self.chance(50) => (Kind::PairValue, "copy", format!("*{pair}")),
                _ => {
                    let (a, b) = (self.number(0), self.pick(&["1", "2"]));
                    (Kind::PairValue, "copy", format!("{{ .a = {a}, .at = {{ {b}, 3 }} }}"))
                }
            },
        };
        let name = self.fresh(stem);
        self.line(1, &format!("{} = {value};", kind.declare(&name)));
        self.vars.push(Var { name, kind, free: true, whole: true });
    }

    /// `return` of what the function gives.
    fn finish(&mut self, level: usize) {
        let value = match self.result {
            None => "return;".to_string(),
            Some(Kind::Node) => format!("return {};", self.nodes()),
            Some(Kind::PairValue) => match self.argument(Kind::PairValue) {
                Some(pair) => format!("return {pair};"),
                None => "abort();".to_string(),
            },
            Some(_) => format!("return {};", self.number(2)),
        };
        self.line(level, &value);
    }

    fn block(&mut self, level: usize) {
        let known = self.vars.len();
        for _ in 0..1 + self.random.below(3) {
            self.statement(level);
        }
        self.vars.truncate(known);
    }

    pub(super) fn statement(&mut self, level: usize) {
        self.room = self.room.saturating_sub(1);
        let kinds = if level > 3 || self.room == 0 { 24 } else { 36 };
        match self.random.below(kinds) {
            0..=4 => {
                let (place, value) = (self.place(1), self.number(2));
                self.line(level, &format!("{place} = {value};"));
            }
            5 | 6 => {
                let (place, op, value) = (self.place(1), self.pick(&["+", "-", "+"]), self.number(1));
                self.line(level, &format!("CHANGE({place}, {op}, {value});"));
            }
            7 => {
                let place = self.place(1);
                let op = self.pick(&["* 3", "/ 2", "% 10", "& 15", "| 4", "^ 1", ">> 1"]);
                let (op, value) = op.split_once(' ').unwrap_or((op, "1"));
                self.line(level, &format!("CHANGE({place}, {op}, {value});"));
            }
            8 | 9 => {
                let (place, step) = (self.place(1), self.pick(&["++", "--"]));
                let text =
                    if self.chance(50) { format!("{step}{place};") } else { format!("{place}{step};") };
                self.line(level, &text);
            }
            10..=13 => self.pointers(level),
            14 | 15 => self.memory(level),
            16 | 17 => self.call(level),
            18 => {
                let condition = self.condition(1);
                let what = match self.random.below(5) {
                    0 if self.in_loop => "break;",
                    1 if self.in_loop => "continue;",
                    2 => "abort();",
                    _ => "goto out;",
                };
                self.line(level, &format!("if ({condition}) {what}"));
            }
            19 => {
                let condition = self.condition(1);
                self.line(level, &format!("assert({condition});"));
            }
            20 => {
                let condition = self.condition(1);
                self.line(level, &format!("if ({condition})"));
                self.finish(level + 1);
            }
            21 => self.arrays(level),
            22 => {
                let (ty, value) = (self.pick(INTEGERS), self.number(1));
                let name = self.fresh("y");
                self.line(level, &format!("{ty} {name} = {value};"));
                self.vars.push(Var { name, kind: Kind::Number(ty), free: true, whole: false });
            }
            23 => self.steps(level),
            24..=28 => {
                let condition = self.condition(2);
                self.line(level, &format!("if ({condition}) {{"));
                self.block(level + 1);
                if self.chance(50) {
                    self.line(level, "} else {");
                    self.block(level + 1);
                }
                self.line(level, "}");
            }
            29..=32 => self.repeat(level),
            _ => self.choice(level),
        }
    }

    /// Effects within an expression, on variables that it does not have twice.
    fn steps(&mut self, level: usize) {
        let Some(x) = self.var(|v| v.free && matches!(v.kind, Kind::Number(t) if t != "bool")) else {
            return;
        };
        let (step, bound) = (self.pick(&["++", "--"]), self.pick(&["0", "3", "-1"]));
        let pointer = self.var(|v| v.free && matches!(v.kind, Kind::Elements(_) | Kind::Finger(_)));
        match (pointer, self.random.below(4)) {
            (Some(p), 0) => self.line(level, &format!("*{p}++ = {x};")),
            (Some(p), 1) => self.line(level, &format!("{x} = *{p}++;")),
            (_, 2) => self.line(level, &format!("if ({x}{step} > {bound} && {x} != 7) total += {x};")),
            _ => self.line(level, &format!("total = (calls++, {x}{step});")),
        }
    }

    /// Assignments of pointers and of structs.
    fn pointers(&mut self, level: usize) {
        let text = match self.random.below(13) {
            12 => self.member(),
            0..=2 => self.var(|v| v.kind == Kind::Node && v.free).map(|p| format!("{p} = {};", self.nodes())),
            3 => self.of_kind(Kind::Node).map(|p| format!("{p}->next = {};", self.nodes())),
            4 => self.var(|v| v.kind == Kind::Tree && v.free).map(|t| format!("{t} = {};", self.trees())),
            5 => self.of_kind(Kind::Tree).map(|t| {
                let side = self.pick(&["left", "right"]);
                format!("{t}->{side} = {};", self.trees())
            }),
            6 => self.of_kind(Kind::Link).map(|l| format!("*{l} = {};", self.nodes())),
            7 => self.var(|v| v.kind == Kind::Link && v.free).map(|l| format!("{l} = &(*{l})->next;")),
            8 => match (self.of_kind(Kind::PairValue), self.of_kind(Kind::Pair)) {
                (Some(v), Some(p)) if self.chance(50) => Some(format!("{v} = *{p};")),
                (Some(v), Some(p)) => Some(format!("*{p} = {v};")),
                (Some(v), None) => Some(format!("{v}.at.y = {};", self.number(1))),
                (None, Some(p)) => Some(format!("{p}->list = {};", self.nodes())),
                _ => None,
            },
            9 => {
                let found = self.vars.iter().rev().find_map(|v| match v.kind {
                    Kind::Finger(ty) => Some((v.name.clone(), ty)),
                    _ => None,
                });
                found.and_then(|(q, ty)| Some(format!("{q} = {};", self.finger(ty)?)))
            }
            10 => self.var(|v| v.free && matches!(v.kind, Kind::Elements(_) | Kind::Text)).map(|a| {
                let by = self.pick(&["++", " += 1"]);
                format!("if ({a} && KEEP(*{a}) != 5) {a}{by};")
            }),
            _ => Some(format!("stock = {};", self.nodes())),
        };
        if let Some(text) = text {
            self.line(level, &text);
        }
    }

    /// The address of a member. What lies beyond it belongs to the same object, so it must not be moved.
    fn member(&mut self) -> Option<String> {
        let m = self.fresh("m");
        match self.random.below(3) {
            0 => {
                let (node, key) = (self.of_kind(Kind::Node)?, self.key);
                Some(format!("{{ {key} *{m} = &{node}->key; (*{m})--; total = *{m} == {node}->key; }}"))
            }
            1 => {
                let (pair, value) = (self.of_kind(Kind::Pair)?, self.number(1));
                Some(format!("{{ struct point *{m} = &{pair}->at; {m}->x = {value}; }}"))
            }
            _ => {
                let (tree, value) = (self.of_kind(Kind::Tree)?, self.trees());
                Some(format!("{{ struct tree **{m} = &{tree}->left; *{m} = {value}; }}"))
            }
        }
    }

    /// Asking for memory, and giving it back.
    fn memory(&mut self, level: usize) {
        let (has_prev, key) = (self.has_prev, self.number(1));
        match self.random.below(7) {
            0..=2 => {
                let (new, next, guard) = (self.fresh("new"), self.nodes(), self.chance(60));
                if self.chance(70) {
                    self.line(level, &format!("struct node *{new} = malloc(sizeof *{new});"));
                } else {
                    self.line(level, &format!("struct node *{new} = calloc(1, sizeof(struct node));"));
                }
                if guard {
                    self.line(level, &format!("if ({new} == NULL) goto out;"));
                }
                self.line(level, &format!("{new}->key = {key};"));
                self.line(level, &format!("{new}->next = {next};"));
                if has_prev {
                    let prev = self.nodes();
                    self.line(level, &format!("{new}->prev = {prev};"));
                }
                // `goto out` passes over it, so it is not known there; it is linked at once.
                let text = match self.var(|v| v.kind == Kind::Node && v.free) {
                    Some(p) if self.chance(60) => format!("{p} = {new};"),
                    _ => format!("stock = {new};"),
                };
                self.line(level, &text);
            }
            3 => {
                let (name, n) = (self.fresh("m"), self.pick(&["1", "2", "3"]));
                self.line(level, &format!("int *{name} = calloc({n}, sizeof *{name});"));
                let (index, other) = (self.index(1), self.pick(&["0", "1"]));
                self.line(level, &format!("if ({name} != NULL) {{"));
                self.line(level + 1, &format!("{name}[{index}] = {key};"));
                self.line(level + 1, &format!("total -= {name}[{other}];"));
                self.line(level + 1, &format!("free({name});"));
                if self.chance(10) {
                    self.line(level + 1, &format!("{name}[0]++;"));
                }
                self.line(level, "}");
            }
            4 => {
                if let Some(tree) = self.of_kind(Kind::Tree) {
                    let side = self.pick(&["->left", "->right", ""]);
                    self.line(level, &format!("free({tree}{side});"));
                    if side.is_empty() || self.chance(40) {
                        return;
                    }
                    self.line(level, &format!("{tree}{side} = NULL;"));
                }
            }
            _ => {
                let node = self.nodes();
                self.line(level, &format!("free({node});"));
                if self.chance(60) && node != "NULL" {
                    self.line(level, &format!("{node} = NULL;"));
                }
            }
        }
    }

    /// A call of a function that is there already.
    fn call(&mut self, level: usize) {
        let at = self.random.below(self.functions.len());
        let Some(known) = self.functions.get(at).cloned() else { return };
        let mut args = Vec::new();
        for kind in &known.params {
            let Some(arg) = self.argument(*kind) else { return };
            args.push(arg);
        }
        let call = format!("{}({})", known.name, args.join(", "));
        let target = match known.result {
            Some(Kind::Number(_)) => self.var(|v| v.free && matches!(v.kind, Kind::Number(_))),
            Some(kind) => self.var(|v| v.free && v.kind == kind),
            None => None,
        };
        let text = match (target, known.result) {
            (_, Some(Kind::Number(_))) if self.chance(30) => format!("if ({call} > 2) calls++;"),
            (Some(target), _) => format!("{target} = {call};"),
            (None, _) => format!("{call};"),
        };
        self.line(level, &text);
    }

    /// Whole arrays.
    fn arrays(&mut self, level: usize) {
        let own: Vec<(String, &str)> = self
            .vars
            .iter()
            .filter_map(|v| match v.kind {
                Kind::Array(ty, _) => Some((v.name.clone(), ty)),
                _ => None,
            })
            .collect();
        let Some((array, ty)) = own.last().cloned() else {
            let (ty, name) = (self.pick(ELEMENTS), self.fresh("own"));
            self.line(level, &format!("{ty} {name}[3] = {{ 0 }};"));
            self.vars.push(Var { name, kind: Kind::Array(ty, 3), free: true, whole: false });
            return;
        };
        let fits = |v: &Var| matches!(v.kind, Kind::Elements(e) | Kind::Array(e, _) if e == ty);
        let from = self.var(|v| v.name != array && fits(v));
        let n = self.pick(&["1", "2", "3"]);
        let text = match from {
            Some(from) if self.chance(80) => format!("memcpy({array}, {from}, {n} * sizeof({ty}));"),
            None if ty == "int" && self.chance(60) => {
                format!("memcpy({array}, table, {n} * sizeof *{array});")
            }
            // Bytes other than zero in larger elements are not supported.
            _ if ty == "unsigned char" => format!("memset({array}, {}, sizeof {array});", self.number(0)),
            _ => format!("memset({array}, 0, sizeof {array});"),
        };
        self.line(level, &text);
    }

    /// A loop that ends.
    fn repeat(&mut self, level: usize) {
        let (was, known) = (self.in_loop, self.vars.len());
        self.in_loop = true;
        match self.random.below(7) {
            0..=2 => {
                let i = self.fresh("i");
                let n = match self.var(|v| matches!(v.kind, Kind::Number("int" | "unsigned" | "size_t"))) {
                    Some(n) if self.chance(60) => n,
                    _ => self.pick(&["2", "3", "4"]).to_string(),
                };
                let ty = self.pick(&["int", "unsigned", "size_t"]);
                self.line(level, &format!("for ({ty} {i} = 0; {i} < {n} && {i} < 4; {i}++) {{"));
                self.vars.push(Var { name: i, kind: Kind::Number(ty), free: false, whole: false });
                self.block(level + 1);
                self.line(level, "}");
            }
            3 | 4 => {
                let (p, from) = (self.fresh("it"), self.nodes());
                self.line(
                    level,
                    &format!("for (struct node *{p} = {from}; {p} != NULL; {p} = {p}->next) {{"),
                );
                self.vars.push(Var { name: p, kind: Kind::Node, free: false, whole: false });
                self.block(level + 1);
                self.line(level, "}");
            }
            5 => {
                let (n, from) = (self.fresh("left"), self.pick(&["2", "3"]));
                self.line(level, &format!("int {n} = {from};"));
                self.line(level, "do {");
                self.vars.push(Var { name: n.clone(), kind: Kind::Number("int"), free: false, whole: false });
                self.block(level + 1);
                self.line(level, &format!("}} while (--{n} > 0);"));
            }
            _ => {
                let (n, condition) = (self.fresh("left"), self.condition(1));
                self.line(level, &format!("int {n} = 3;"));
                self.line(level, &format!("while ({n}-- > 0 && {condition}) {{"));
                self.vars.push(Var { name: n, kind: Kind::Number("int"), free: false, whole: false });
                self.block(level + 1);
                self.line(level, "}");
            }
        }
        self.vars.truncate(known);
        self.in_loop = was;
    }

    /// A `switch`, in which cases may fall through.
    fn choice(&mut self, level: usize) {
        let value = match self.random.below(3) {
            0 => format!("{} & 3", self.number(1)),
            1 => self.number(0),
            _ => self.place(1),
        };
        self.line(level, &format!("switch ({value}) {{"));
        for label in ["case 0:", "case 1: case 7:", "case GREEN:", "default:"] {
            if self.chance(75) {
                self.line(level, label);
                self.line(level, "{");
                self.block(level + 1);
                self.line(level, "}");
                if self.chance(65) {
                    self.line(level + 1, "break;");
                }
            }
        }
        self.line(level, "}");
    }
}
