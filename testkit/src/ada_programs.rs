//! Random Ada packages: subprograms over numbers, ranges, modular types, enumerations, arrays, slices, records and
//! exceptions, which compile and always end.
//!
//! ```
//! let package = testkit::ada_programs::package(7);
//! assert!(package.spec.starts_with("package Random_7 is") && package.body.contains("function F1"));
//! ```
//!
//! Every statement has a line of its own, so that the line of an exception tells which it was. Where the language leaves
//! the order of evaluation open, and two orders could end in different exceptions, nothing is written: calls stand alone
//! on the right of an assignment.

use base::Random;
use std::fmt::Write;

/// A package in its two parts.
pub struct Package {
    /// Its name, as its files have it.
    pub name: String,
    /// The specification.
    pub spec: String,
    /// The body.
    pub body: String,
}

const TYPES: &str = "   type Color is (Red, Green, Blue, Black);
   type Byte is mod 256;
   type Odd is mod 7;
   type Small is range -5 .. 20;
   subtype Digit is Integer range 0 .. 9;
   type Vec is array (Positive range <>) of Integer;
   type Row is array (Integer range <>) of Digit;
   type Tab is array (Color) of Digit;
   type Fix is array (-1 .. 2) of Integer;
   type Grid is array (0 .. 1, 1 .. 2) of Integer;
   type Rec is record
      X : Integer;
      D : Digit;
      F : Fix;
   end record;
   Oops : exception;
   function Id (N : Integer) return Integer is (N);
   function Cut (W : Vec; A, B : Integer) return Vec is (W (A .. B));
   function Joined (W, U : Vec) return Vec is (W & U);
";

/// What is required of the parameters of some subprograms.
const CONTRACTS: [&str; 7] = [
    "(for all I in V'Range => V (I) /= 3)",
    "(for all I in V'First .. V'Last - 1 => V (I) <= V (I + 1))",
    "(for some I in V'Range => V (I) = X)",
    "V'Length > 0 and then (for all I in V'Range => V (I) > Y)",
    "(for all I in V'Range => (for all J in V'Range => I = J or else V (I) /= V (J)))",
    "X < Y or else V'Length = 2",
    "(for all I in V'Range => (if I > V'First then V (I - 1) /= Y))",
];

/// The random package of a number.
pub fn package(number: u64) -> Package {
    let mut random = Random::new(number.wrapping_mul(0x9E37_79B9).wrapping_add(11));
    let name = format!("Random_{number}");
    let (mut spec, mut body) = (format!("package {name} is\n{TYPES}"), format!("package body {name} is\n"));
    let count = 5 + random.below(4);
    let mut functions = Vec::new();
    for k in 1..=count {
        let mut w = Writer {
            random: &mut random,
            out: String::new(),
            indent: 2,
            functions: &functions,
            loops: 0,
            names: 0,
            function: false,
        };
        let (head, text) = w.subprogram(k);
        let is_function = w.function;
        functions.push(is_function);
        let _ = writeln!(spec, "   {head}{}", contract(number, k, is_function));
        let _ = write!(body, "\n   {head} is\n{text}");
    }
    let _ = writeln!(spec, "end {name};");
    let _ = writeln!(body, "end {name};");
    Package { name: name.to_lowercase(), spec, body }
}

/// What is required and promised of a subprogram, behind its head: as aspects or as pragmas. A stream of its own, so that contracts
/// change nothing else.
fn contract(number: u64, k: usize, is_function: bool) -> String {
    let mut chance = Random::new(number.wrapping_mul(0x85EB_CA6B).wrapping_add(k as u64));
    let mut parts = Vec::new();
    if chance.below(3) == 0 {
        parts.push(("Pre", "Precondition", CONTRACTS[chance.below(CONTRACTS.len())].to_string()));
    }
    let result = format!("F{k}'Result");
    if chance.below(4) == 0 {
        let promised = match (is_function, chance.below(2)) {
            (true, 0) => format!("{result} /= 4"),
            (true, _) => format!("(if X > Y then {result} <= 9)"),
            (false, 0) => "X /= X'Old + 1".to_string(),
            (false, _) => "D <= 5 or R.X = R.X'Old".to_string(),
        };
        parts.push(("Post", "Postcondition", promised));
    }
    if chance.below(6) == 0 {
        let cases = if is_function {
            format!("(X > Y => {result} /= 3, X = Y => True, others => {result} <= 1000)")
        } else {
            "(X > Y => D >= 1, Y = 3 => R.X /= 2)".to_string()
        };
        parts.push(("Contract_Cases", "Contract_Cases", cases));
    }
    if parts.is_empty() {
        return ";".to_string();
    }
    if chance.below(2) == 0 {
        let pragmas = parts.iter().map(|(_, name, what)| format!("\n   pragma {name} ({what});"));
        return format!(";{}", pragmas.collect::<String>());
    }
    let aspects: Vec<String> = parts.iter().map(|(name, _, what)| format!("{name} => {what}")).collect();
    format!("\n     with {};", aspects.join(",\n          "))
}

/// The same where vectors have fixed bounds, other than 1: then much can be shown of all inputs.
pub fn package_of_fixed_vectors(number: u64) -> Package {
    let open = "type Vec is array (Positive range <>) of Integer;";
    let fixed = "type Vec is array (Positive range 2 .. 4) of Integer;";
    let package = package(number);
    Package { spec: package.spec.replace(open, fixed), ..package }
}

/// The same where pointers lead to the vectors, which nobody makes.
pub fn package_of_pointers(number: u64) -> Package {
    let vector = "   type Vec is array (Positive range <>) of Integer;\n";
    let package = package(number);
    let pointed = |text: &str| text.replace("V : in out Vec;", "V : Ptr;").replace("V : Vec;", "V : Ptr;");
    let spec = pointed(&package.spec).replace(vector, &format!("{vector}   type Ptr is access Vec;\n"));
    Package { spec, body: pointed(&package.body), ..package }
}

struct Writer<'r> {
    random: &'r mut Random,
    out: String,
    indent: usize,
    /// The subprograms that can be called, and whether they are functions.
    functions: &'r [bool],
    /// How many loops are around.
    loops: usize,
    names: usize,
    function: bool,
}

impl Writer<'_> {
    fn one(&mut self, of: &[&str]) -> String {
        self.random.pick(of).map_or(String::new(), |s| (*s).to_string())
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 3 * self.indent);
    }

    fn subprogram(&mut self, k: usize) -> (String, String) {
        self.function = self.random.below(2) == 0;
        let head = if self.function {
            format!("function F{k} (V : Vec; X, Y : Integer; C : Color; B : Byte) return Integer")
        } else {
            format!(
                "procedure F{k} (V : in out Vec; X : in out Integer; Y : Integer; D : out Digit; R : in out Rec)"
            )
        };
        let (p, q) = (self.number(), self.number());
        for line in [
            "Zero : Integer := Id (0);",
            "One : Integer := Id (1);",
            "Two : Integer := Id (2);",
            "Five : Integer := Id (5);",
            "Minus : Integer := Id (-1);",
            "Great : Integer := Id (Integer'Last);",
            "Least : Integer := Id (Integer'First);",
            "I : Integer := 1;",
            &format!("J : Integer := {p};"),
            "E : Digit := 3;",
            &format!("S : Small := {};", q.rem_euclid(20)),
            "O : Odd := 5;",
            "H : Boolean := False;",
            "F : Fix := (1, 2, others => 0);",
            "T : Tab := (Blue => 1, others => 4);",
            "G : Grid := ((1, 2), (3, 4));",
        ] {
            self.line(line);
        }
        if self.function {
            self.line("R : Rec := (X, 2, (others => Y));");
        } else {
            self.line("C : Color := Color'Val (Y mod 4);");
            self.line("B : Byte := 200;");
        }
        self.out = format!("{}   begin\n", self.out);
        if !self.function {
            self.line("D := 0;");
        }
        let count = 3 + self.random.below(4);
        self.block(count);
        if self.function {
            let value = self.int(2);
            self.line(&format!("return {value};"));
        }
        if self.random.below(4) == 0 {
            self.out.push_str("   exception\n");
            let which = self.one(&["Constraint_Error", "Oops", "others"]);
            self.line(&format!("when {which} =>"));
            self.indent += 1;
            if self.function {
                self.line("return -1;");
            } else {
                self.line("X := -1;");
            }
            self.indent -= 1;
        }
        let end = format!("{}   end F{k};\n", self.out);
        (head, end)
    }

    fn number(&mut self) -> i64 {
        match self.random.below(8) {
            0 => i64::from(i32::MAX),
            1 => 100,
            _ => self.random.between(0, 6),
        }
    }

    /// A number under the name of a variable: GNAT refuses static expressions without a value, and where it knows the
    /// value of a variable, version 12 forgets some checks (`V (Color'Pos (C))`, `0 - X`).
    fn literal(&mut self) -> String {
        self.one(&["Zero", "One", "Two", "Five", "Minus", "Great", "Least"])
    }

    /// An index that is often right.
    fn index(&mut self) -> String {
        match self.random.below(5) {
            0 => "V'First".to_string(),
            1 => "V'Last".to_string(),
            2 => "V'First + 1".to_string(),
            3 => self.one(&["I", "J", "X", "Y"]),
            _ => self.int(1),
        }
    }

    fn color(&mut self) -> String {
        match self.random.below(4) {
            0 => "C".to_string(),
            1 => self.one(&["Color'Succ (C)", "Color'Pred (C)"]),
            2 => format!("Color'Val ({})", self.one(&["E", "I", "X mod 4", "abs J"])),
            _ => self.one(&["Red", "Blue", "Black"]),
        }
    }

    /// An expression of type Integer.
    fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(3) {
                0 => self.literal(),
                _ => self.one(&["I", "J", "X", "Y", "E", "R.X", "R.D", "F (0)", "V'Length"]),
            };
        }
        let d = depth - 1;
        match self.random.below(22) {
            0 | 1 => format!("{} + {}", self.int(d), self.atom(d)),
            2 => format!("{} - {}", self.int(d), self.atom(d)),
            3 => format!("{} * {}", self.atom(d), self.atom(d)),
            4 => format!("{} / {}", self.atom(d), self.atom(d)),
            5 => format!("{} rem {}", self.atom(d), self.atom(d)),
            6 => format!("{} mod {}", self.atom(d), self.atom(d)),
            7 => format!("abs {}", self.atom(d)),
            8 => format!("(-{})", self.atom(d)),
            9 | 10 => format!("V ({})", self.index()),
            11 => format!("F ({})", self.int(d)),
            12 => format!("T ({})", self.color()),
            13 => format!("G ({}, {})", self.int(d), self.int(d)),
            14 => format!("Color'Pos ({}) + Id (0)", self.color()),
            15 => format!("Integer (B{})", self.one(&["", " + 100", " * 3", " and 15", " or 1", " xor 255"])),
            16 => format!("Integer (O{})", self.one(&["", " + 4", " * O", " - 6"])),
            17 => format!("Integer (S{})", self.one(&["", " + 10", " * 8", " - S"])),
            18 => format!("Integer'{} ({}, {})", self.one(&["Min", "Max"]), self.int(d), self.int(d)),
            19 => format!("(if {} then {} else {})", self.condition(d), self.int(d), self.int(d)),
            20 => format!(
                "(case C is when Red => {}, when Green | Blue => {}, when others => {})",
                self.int(d),
                self.int(d),
                self.int(d)
            ),
            _ => self.one(&["V'First", "V'Last", "V'Length", "R.F (2)", "Integer'Last"]),
        }
    }

    /// A value for a place of subtype Digit; GNAT refuses constants that are none.
    fn digit(&mut self) -> String {
        match self.random.below(3) {
            0 => self.random.between(0, 9).to_string(),
            1 => format!("{} mod 10", self.one(&["I", "J", "X", "Y"])),
            _ => self.one(&["I", "J", "X", "Y + E", "R.X", "F (0)", "V'Length", "E + 1"]),
        }
    }

    fn atom(&mut self, depth: usize) -> String {
        format!("({})", self.int(depth))
    }

    fn condition(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 5 } else { 14 }) {
            0 | 1 => {
                format!("{} {} {}", self.int(d), self.one(&["=", "/=", "<", "<=", ">", ">="]), self.atom(d))
            }
            2 => format!("C {} {}", self.one(&["=", "<", ">="]), self.color()),
            3 => self.one(&["H", "not H", "B > 100", "O = 3", "S in 0 .. 5"]),
            4 => {
                format!("{} in {}", self.int(d), self.one(&["1 .. 5", "Digit", "0 | 7 | 9 .. 20", "V'Range"]))
            }
            5 => format!("({}) and ({})", self.condition(d), self.condition(d)),
            6 => format!("({}) or ({})", self.condition(d), self.condition(d)),
            7 => format!("({}) and then ({})", self.condition(d), self.condition(d)),
            8 => format!("({}) or else ({})", self.condition(d), self.condition(d)),
            9 => format!("({}) xor ({})", self.condition(d), self.condition(d)),
            10 => format!("not ({})", self.condition(d)),
            11 => {
                let quantifier = self.one(&["all", "some"]);
                format!(
                    "(for {quantifier} K in V'Range => V (K) {} {})",
                    self.one(&["<", "/="]),
                    self.atom(d)
                )
            }
            12 => format!(
                "V ({} .. {}) {} V (V'First .. {})",
                self.index(),
                self.index(),
                self.one(&["=", "<", "/="]),
                self.index()
            ),
            _ => format!("F = Fix'(1, {}, others => 0)", self.int(d)),
        }
    }

    fn block(&mut self, count: usize) {
        for _ in 0..count.max(1) {
            self.statement();
        }
    }

    fn inner(&mut self) {
        self.indent += 1;
        let count = 1 + self.random.below(2);
        self.block(count);
        self.indent -= 1;
    }

    /// Asks an array that a function, a slice, `&` or an aggregate gives for its bounds; often it has no elements.
    fn bounds(&mut self) {
        let (a, b, c) = (self.index(), self.index(), self.index());
        let bound = self.one(&["First", "Last", "Length", "Last"]);
        let array = match self.random.below(5) {
            0 => format!("Cut (V (V'Range), {a}, {b})"),
            1 => format!("Vec'(V ({a} .. {b}))"),
            2 => format!("Joined (V (V'First .. {a}), V ({b} .. {c}))"),
            3 => format!("Vec'(V ({a} .. {b}) & V ({b} .. {c}))"),
            _ => format!("Row'({} .. {} => 1)", self.one(&["E", "1", "3"]), self.one(&["0", "Y", "2"])),
        };
        if self.random.below(2) == 0 || array.starts_with("Row") {
            self.line(&format!("J := {array}'{bound};"));
            return;
        }
        self.names += 1;
        let name = format!("M{}", self.names);
        self.line("declare");
        self.line(&format!("   {name} : constant Vec := {array};"));
        self.line("begin");
        self.line(&format!("   J := {name}'{bound};"));
        self.line("end;");
    }

    fn statement(&mut self) {
        let deep = self.indent > 4;
        if self.random.below(12) == 0 {
            self.bounds();
            return;
        }
        match self.random.below(if deep { 12 } else { 20 }) {
            0 | 1 => {
                let value = self.int(2);
                let target = if self.function { self.one(&["I", "J"]) } else { self.one(&["I", "J", "X"]) };
                self.line(&format!("{target} := {value};"));
            }
            2 => {
                let value = self.digit();
                let target = if self.function { "E".to_string() } else { self.one(&["E", "D"]) };
                self.line(&format!("{target} := {value};"));
            }
            3 => {
                let (at, value) = (self.int(1), self.int(1));
                self.line(&format!("F ({at}) := {value};"));
            }
            4 if !self.function => {
                let (at, value) = (self.index(), self.int(1));
                self.line(&format!("V ({at}) := {value};"));
            }
            5 if !self.function => {
                let (a, b, c, d) = (self.index(), self.index(), self.index(), self.index());
                self.line(&format!("V ({a} .. {b}) := V ({c} .. {d});"));
            }
            6 => {
                let text = match self.random.below(7) {
                    0 => format!("T ({}) := {};", self.color(), self.digit()),
                    1 => format!("G ({}, 1) := {};", self.int(1), self.int(1)),
                    2 => format!("S := S + {};", self.random.between(0, 9)),
                    3 => format!("O := O * {};", self.random.between(0, 6)),
                    4 => format!("H := {};", self.condition(1)),
                    5 => format!("F := (others => {});", self.int(1)),
                    _ => format!("R := (X => {}, D => {}, F => F);", self.int(1), self.digit()),
                };
                self.line(&text);
            }
            7 => {
                let text = match self.random.below(4) {
                    0 => format!("R.X := {};", self.int(1)),
                    1 => format!("R.D := {};", self.digit()),
                    2 => "R.F := F;".to_string(),
                    _ => format!("R.F ({}) := {};", self.int(0), self.int(0)),
                };
                self.line(&text);
            }
            8 if !self.functions.is_empty() => self.call(),
            9 if self.loops > 0 => {
                let condition = self.condition(1);
                self.line(&format!("exit when {condition};"));
            }
            10 if self.random.below(3) == 0 => {
                self.line(&format!("if {} then", "I = J"));
                self.line("   raise Oops;");
                self.line("end if;");
            }
            11 => {
                let condition = self.condition(2);
                self.line(&format!("if {condition} then"));
                self.line("   I := I + 1;");
                self.line("end if;");
            }
            12..=14 => {
                let condition = self.condition(2);
                self.line(&format!("if {condition} then"));
                self.inner();
                if self.random.below(3) == 0 {
                    let other = self.condition(1);
                    self.line(&format!("elsif {other} then"));
                    self.inner();
                }
                if self.random.below(2) == 0 {
                    self.line("else");
                    self.inner();
                }
                self.line("end if;");
            }
            15 => {
                self.line("case C is");
                self.indent += 1;
                self.line("when Red =>");
                self.inner();
                self.line("when Green .. Blue =>");
                self.inner();
                self.line("when others =>");
                self.inner();
                self.indent -= 1;
                self.line("end case;");
            }
            16 | 17 if self.loops < 2 => {
                self.names += 1;
                let name = format!("N{}", self.names);
                let range = match self.random.below(6) {
                    0 => "V'Range".to_string(),
                    1 => "reverse V'Range".to_string(),
                    2 => "1 .. 3".to_string(),
                    3 => "3 .. 1".to_string(),
                    4 => "reverse -1 .. 1".to_string(),
                    _ => "1 .. V'Length".to_string(),
                };
                self.line(&format!("for {name} in {range} loop"));
                self.loops += 1;
                self.indent += 1;
                self.line(&format!("J := {name};"));
                let claim = match self.random.below(8) {
                    0 => format!("pragma Loop_Invariant ({name} /= 4);"),
                    1 => format!("pragma Loop_Variant (Increases => {name});"),
                    2 => "pragma Assert (I <= 20);".to_string(),
                    _ => String::new(),
                };
                if !claim.is_empty() {
                    self.line(&claim);
                }
                self.indent -= 1;
                self.inner();
                self.loops -= 1;
                self.line("end loop;");
            }
            18 => {
                self.line("begin");
                self.inner();
                self.line("exception");
                self.indent += 1;
                self.line("when Constraint_Error =>");
                let value = self.random.between(0, 9);
                self.line(&format!("   I := {value};"));
                if self.random.below(2) == 0 {
                    self.line("when others =>");
                    if self.random.below(3) == 0 {
                        self.line("   raise;");
                    } else {
                        self.line("   E := 1;");
                    }
                }
                self.indent -= 1;
                self.line("end;");
            }
            _ => {
                self.names += 1;
                let name = format!("L{}", self.names);
                let (first, last) = (self.one(&["1", "2", "0"]), self.one(&["Y", "2", "0", "E"]));
                self.line("declare");
                self.line(&format!("   {name} : Row ({first} .. {last}) := (others => E);"));
                self.line("begin");
                self.line(&format!("   I := {name}'Length;"));
                self.inner();
                self.line("end;");
            }
        }
    }

    /// A call that stands alone, with plain arguments.
    fn call(&mut self) {
        let k = self.random.below(self.functions.len());
        let b = self.one(&["Y", "0", "I"]);
        match self.functions.get(k) {
            Some(true) => {
                let a = self.one(&["X", "Y", "I", "3"]);
                self.line(&format!("J := F{} (V, {a}, {b}, C, B);", k + 1));
            }
            Some(false) if !self.function => self.line(&format!("F{} (V, J, {b}, E, R);", k + 1)),
            _ => self.line("null;"),
        }
    }
}
