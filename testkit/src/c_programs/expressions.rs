//! Expressions of integers and of pointers. They have no effects, so their order does not matter.

use super::{Kind, Var, Writer};

impl Writer {
    /// A place with an integer in it, that may be assigned to.
    pub(super) fn place(&mut self, depth: usize) -> String {
        for _ in 0..8 {
            let found = match self.random.below(15) {
                0..=4 => self.var(|v| v.free && matches!(v.kind, Kind::Number(_))),
                5 => self.var(|v| v.kind == Kind::Node).map(|p| format!("{p}->key")),
                6 => self.var(|v| v.kind == Kind::Tree).map(|p| format!("{p}->key")),
                7 => self.pair_member(depth, true),
                8 => self.pair_member(depth, false),
                9 => self.var(|v| matches!(v.kind, Kind::Elements(_) | Kind::Finger(_))).map(|a| {
                    // It may have been moved, so little is left to what lies behind the array.
                    let index = match self.random.below(3) {
                        0 => format!("{} & 1", self.number(depth.saturating_sub(1))),
                        _ => self.pick(&["0", "1", "2", "0"]).to_string(),
                    };
                    if self.chance(30) { format!("(*{a})") } else { format!("{a}[{index}]") }
                }),
                10 => self.element(depth),
                11 => Some(self.pick(&["total", "calls", "total"]).to_string()),
                12 => self.of_kind(Kind::Link).map(|l| format!("(*{l})->key")),
                13 => self.var(|v| v.kind == Kind::Node).map(|p| format!("{p}->next->key")),
                _ => {
                    let index = self.index(depth);
                    Some(format!("marks[{index}]"))
                }
            };
            if let Some(place) = found {
                return place;
            }
        }
        "total".to_string()
    }

    /// `p->b`, `p->c[i]`, `v.at.x`
    fn pair_member(&mut self, depth: usize, pointer: bool) -> Option<String> {
        let kind = if pointer { Kind::Pair } else { Kind::PairValue };
        let (pair, dot) = (self.of_kind(kind)?, if pointer { "->" } else { "." });
        Some(match self.random.below(6) {
            0 | 1 => format!("{pair}{dot}a"),
            2 => format!("{pair}{dot}b"),
            3 => format!("{pair}{dot}c[{}]", self.index(depth)),
            4 => format!("{pair}{dot}at.x"),
            _ => format!("{pair}{dot}at.y"),
        })
    }

    /// An element of an array whose length the compiler knows.
    fn element(&mut self, depth: usize) -> Option<String> {
        let array = self.var(|v| matches!(v.kind, Kind::Array(..)))?;
        let index = if self.chance(20) { self.number(depth.saturating_sub(1)) } else { self.index(depth) };
        Some(format!("{array}[{index}]"))
    }

    /// An index that is not far beyond any array.
    pub(super) fn index(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(40) {
            let counter = self.var(|v| !v.free && matches!(v.kind, Kind::Number(_)));
            return match counter {
                Some(i) if self.chance(70) => i,
                _ => self.pick(&["0", "1", "2", "0"]).to_string(),
            };
        }
        let (e, mask) = (self.number(depth - 1), self.pick(&["1", "3", "2"]));
        format!("{e} & {mask}")
    }

    /// An integer. What is computed or read from memory stands in `KEEP`, which the judge needs (see [`super`]).
    pub(super) fn number(&mut self, depth: usize) -> String {
        let text = self.plain_number(depth);
        let is_word = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
        let is_negative = text.strip_prefix('-').is_some_and(|t| t.parse::<u8>().is_ok());
        // Nothing is said either of an overflow among constants.
        let stays = text.starts_with("KEEP(") || (is_word && text != "0x7fffffff") || is_negative;
        if stays { text } else { format!("KEEP({text})") }
    }

    fn plain_number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(4) {
                0 => self.literal().to_string(),
                1 | 2 => match self.var(|v| matches!(v.kind, Kind::Number(_))) {
                    Some(name) => name,
                    None => self.place(0),
                },
                _ => self.place(0),
            };
        }
        let d = depth - 1;
        match self.random.below(34) {
            0..=5 => self.place(d),
            6 => self.literal().to_string(),
            7..=12 => {
                let (a, op, b) = (self.number(d), self.pick(&["+", "-"]), self.number(d));
                format!("({a} {op} {b})")
            }
            13 | 14 => format!("({} * {})", self.number(d), self.pick(&["2", "3", "-1", "7", "10u"])),
            15 => {
                let (a, b) = (self.number(0), self.number(0));
                format!("({a} * {b})")
            }
            16 => format!("({} / {})", self.number(d), self.pick(&["2", "3", "-2", "10"])),
            17 => format!("({} % {})", self.number(d), self.pick(&["2", "3", "5", "10u"])),
            18 => {
                let (a, op, b) = (self.number(d), self.pick(&["/", "%"]), self.number(0));
                format!("({a} {op} {b})")
            }
            19 => format!("({} & {})", self.number(d), self.pick(&["1", "6", "-4", "255", "0x0f"])),
            20 => {
                let op = self.pick(&["^", "|"]);
                format!("({} {op} {})", self.number(d), self.pick(&["1", "6", "40"]))
            }
            21 => format!("({} >> {})", self.number(d), self.pick(&["1", "3", "4"])),
            22 => {
                // Compilers take a constant that is negative, so there must be none.
                let (e, by) = (self.place(d), self.pick(&["1", "2", "5"]));
                let mask = self.pick(&["7", "31u", "255", "-1"]);
                format!("(KEEP({e} & {mask}) << {by})")
            }
            23 | 24 => format!("!!({})", self.condition(d)),
            25 | 26 => {
                let condition = self.condition(d);
                format!("({condition} ? {} : {})", self.number(d), self.number(d))
            }
            27 => format!("table[{}]", self.index(depth)),
            28 | 29 => {
                let ty = self.pick(&["short", "unsigned char", "unsigned", "long", "bool", "signed char"]);
                format!("({ty}) {}", self.number(0))
            }
            30 => format!("{}({})", self.pick(&["-", "~", "!"]), self.number(0)),
            31 => match self.of_kind(Kind::Text) {
                Some(text) if self.chance(50) => format!("{text}[{}]", self.index(depth)),
                Some(text) => format!("(int) strlen({text})"),
                None => self.pick(&["(int) sizeof(struct pair)", "BLUE", "GREEN"]).to_string(),
            },
            32 => format!("({}, {})", self.number(0), self.number(d)),
            _ => self.place(d),
        }
    }

    fn literal(&mut self) -> &'static str {
        self.pick(&[
            "0",
            "1",
            "2",
            "3",
            "5",
            "7",
            "10",
            "100",
            "-1",
            "-3",
            "'a'",
            "7u",
            "300L",
            "BLUE",
            "0x7fffffff",
            "1u",
        ])
    }

    /// Something that is true or false.
    pub(super) fn condition(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.random.below(12) {
            0..=4 => {
                let op = self.pick(&["<", ">", "<=", ">=", "==", "!="]);
                format!("{} {op} {}", self.number(d), self.number(d.min(1)))
            }
            5 if depth > 0 => format!("({} && {})", self.condition(d), self.condition(d)),
            6 if depth > 0 => format!("({} || {})", self.condition(d), self.condition(d)),
            7 if depth > 0 => format!("!({})", self.condition(d)),
            8 | 9 => self.about_pointers(),
            10 => self.number(d),
            _ => format!("{} > {}", self.number(d), self.literal()),
        }
    }

    /// A comparison of pointers with null or with each other.
    fn about_pointers(&mut self) -> String {
        let of_pointer = |v: &Var| {
            matches!(
                v.kind,
                Kind::Node | Kind::Tree | Kind::Pair | Kind::Elements(_) | Kind::Link | Kind::Text
            )
        };
        let Some(name) = self.var(of_pointer) else { return format!("{} == 0", self.number(0)) };
        let kind = self.vars.iter().find(|v| v.name == name).map(|v| v.kind);
        match (kind, self.random.below(6)) {
            (_, 0 | 1) => name,
            (_, 2) => format!("{name} == NULL"),
            (Some(Kind::Node), 3) => format!("({name} && {name}->next)"),
            (Some(Kind::Tree), 3) => format!("({name} && !{name}->left)"),
            (Some(Kind::Link), 3) => format!("*{name} != NULL"),
            (Some(Kind::Node), _) => {
                let other = self.nodes();
                format!("{name} == {other}")
            }
            (Some(Kind::Tree), _) => {
                let other = self.trees();
                format!("{name} != {other}")
            }
            _ => format!("{name} != NULL"),
        }
    }

    /// A pointer to a node, or null.
    pub(super) fn nodes(&mut self) -> String {
        for _ in 0..4 {
            let found = match self.random.below(9) {
                0..=3 => self.of_kind(Kind::Node),
                4 => self.of_kind(Kind::Node).map(|p| format!("{p}->next")),
                5 => self.of_kind(Kind::Link).map(|p| format!("*{p}")),
                6 => self.of_kind(Kind::Pair).map(|p| format!("{p}->list")),
                7 => self.of_kind(Kind::PairValue).map(|p| format!("{p}.list")),
                _ => Some("stock".to_string()),
            };
            if let Some(found) = found {
                return found;
            }
        }
        "NULL".to_string()
    }

    /// A pointer to a tree, or null.
    pub(super) fn trees(&mut self) -> String {
        let Some(tree) = self.of_kind(Kind::Tree) else { return "NULL".to_string() };
        match self.random.below(5) {
            0 | 1 => tree,
            2 => format!("{tree}->left"),
            3 => format!("{tree}->right"),
            _ => "NULL".to_string(),
        }
    }

    /// Something of a kind that can be passed on; the address of nothing that could be gone.
    pub(super) fn argument(&mut self, kind: Kind) -> Option<String> {
        Some(match kind {
            Kind::Number(_) => self.number(1),
            Kind::Node => self.nodes(),
            Kind::Tree => self.trees(),
            Kind::Link => match self.random.below(4) {
                0 => "&stock".to_string(),
                1 => format!("&{}->next", self.of_kind(Kind::Node)?),
                2 => self.of_kind(Kind::Link)?,
                _ => format!("&{}", self.var(|v| v.kind == Kind::Node && v.whole)?),
            },
            Kind::Pair => match self.of_kind(Kind::Pair) {
                Some(pair) => pair,
                None => format!("&{}", self.of_kind(Kind::PairValue)?),
            },
            Kind::PairValue => match self.of_kind(Kind::PairValue) {
                Some(pair) => pair,
                None => format!("*{}", self.of_kind(Kind::Pair)?),
            },
            Kind::Elements(ty) | Kind::Finger(ty) => self.finger(ty)?,
            Kind::Array(..) => return None,
            Kind::Text => match self.of_kind(Kind::Text) {
                Some(text) => text,
                None => "\"abc\"".to_string(),
            },
        })
    }

    /// A pointer to elements of a type.
    pub(super) fn finger(&mut self, ty: &'static str) -> Option<String> {
        match self.random.below(6) {
            0 => self.var(|v| v.kind == Kind::Number(ty) && v.whole && v.free).map(|x| format!("&{x}")),
            1 => {
                let array = self.var(|v| matches!(v.kind, Kind::Array(e, _) if e == ty))?;
                let by = self.pick(&["", " + 1", " + 2"]);
                Some(format!("{array}{by}"))
            }
            2 => {
                let array = self.var(|v| matches!(v.kind, Kind::Array(e, _) if e == ty))?;
                Some(format!("&{array}[{}]", self.pick(&["0", "1", "2"])))
            }
            3 if ty == "int" => Some("&total".to_string()),
            _ => {
                let name = self.var(|v| matches!(v.kind, Kind::Elements(e) if e == ty))?;
                // The judge does not notice when null is moved, or anything beyond the end.
                let moved = format!("({name} && KEEP(*{name}) != 5 ? {name} + 1 : {name})");
                Some(if self.chance(30) { moved } else { name })
            }
        }
    }
}
