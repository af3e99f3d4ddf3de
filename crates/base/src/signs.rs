//! The signs that a language writes values, expressions and conditions with.
//!
//! They are data: a front end has its own, and code that writes an expression reads them, so that no layer above has to
//! know the language.
//!
//! ```
//! use base::Signs;
//! assert_eq!((Signs::PAPER.and, Signs::PLAIN.and), (" ∧ ", " and "));
//! ```

/// How parts of objects are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `tail(x)`, `at(a, 0)`.
    Calls,
    /// `x.tail`, `a[0]`.
    Dots,
    /// `x->tail`, `a[0]`; a part of an object that is no object of its own is `x->part.field`.
    Arrows,
    /// `x.tail`, `a (1)`, `a'First`, `a'Length`; indexes count from where the array starts.
    Parentheses,
    /// `β.1`, as the paper on arrays has it; indexes count from where the array starts.
    Points,
}

/// The signs of a language. Those between two operands have their blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signs {
    /// The reference to nothing.
    pub null: &'static str,
    /// Both hold.
    pub and: &'static str,
    /// One holds.
    pub or: &'static str,
    /// It does not hold.
    pub not: &'static str,
    /// Both truth values are the same.
    pub iff: &'static str,
    /// Equality.
    pub equal: &'static str,
    /// Inequality.
    pub unequal: &'static str,
    /// Not above.
    pub at_most: &'static str,
    /// Not below.
    pub at_least: &'static str,
    /// A product.
    pub times: &'static str,
    /// A difference.
    pub minus: &'static str,
    /// Before a negative number.
    pub negative: &'static str,
    /// How parts of objects are written.
    pub access: Access,
    /// Whether a choice is `c ? a : b`, and conversions are casts. Otherwise they are calls.
    pub casts: bool,
    /// The unsigned words of 8, 16, 32 and 64 bits.
    pub words: [&'static str; 4],
    /// The signed ones.
    pub signed_words: [&'static str; 4],
    /// Whether small signed words are characters, `'a'`, and arrays of them texts.
    pub characters: bool,
    /// An assignment.
    pub assign: &'static str,
    /// A statement that does nothing.
    pub skip: &'static str,
    /// Before the name of an object that something refers to.
    pub reference: &'static str,
    /// Between the name of an object and what it holds.
    pub holds: &'static str,
    /// Around the fields of a cell.
    pub cell: [&'static str; 2],
    /// Before the name of a field, and behind it.
    pub field: [&'static str; 2],
    /// Around the elements of an array.
    pub list: [&'static str; 2],
    /// The variable that the front end makes to hold variables of the program: people see these as variables of their own.
    pub holder: Option<&'static str>,
}

impl Signs {
    /// As the papers write conditions.
    pub const PAPER: Signs = Signs {
        null: "nil",
        and: " ∧ ",
        or: " ∨ ",
        not: "¬",
        iff: " ⇔ ",
        equal: " = ",
        unequal: " ≠ ",
        at_most: " ≤ ",
        at_least: " ≥ ",
        times: "·",
        minus: " − ",
        negative: "−",
        access: Access::Calls,
        casts: false,
        words: ["u8", "u16", "u32", "u64"],
        signed_words: ["i8", "i16", "i32", "i64"],
        characters: false,
        assign: " := ",
        skip: "skip",
        reference: "→",
        holds: ": ",
        cell: ["(", ")"],
        field: ["", ": "],
        list: ["[", "]"],
        holder: None,
    };

    /// In words and signs that every keyboard has.
    pub const PLAIN: Signs = Signs {
        and: " and ",
        or: " or ",
        not: "not ",
        iff: " == ",
        equal: " == ",
        unequal: " /= ",
        at_most: " <= ",
        at_least: " >= ",
        times: " * ",
        minus: " - ",
        negative: "-",
        access: Access::Dots,
        ..Signs::PAPER
    };

    /// Whether a variable is not a variable of the program, but holds some of these.
    pub fn is_holder(&self, variable: &str) -> bool {
        self.holder == Some(variable)
    }

    /// A character as a literal, where there are such literals.
    pub fn character(&self, code: i64) -> Option<String> {
        character_literal(code).filter(|_| self.characters)
    }

    /// An array of characters as a literal, if it is a text that ends with a zero.
    pub fn text(&self, codes: &[i64]) -> Option<String> {
        let (last, before) = codes.split_last()?;
        if *last != 0 || before.contains(&0) {
            return None;
        }
        let mut out = String::from("\"");
        for code in before {
            let shown = self.character(*code)?;
            let inner = shown.trim_start_matches('\'').trim_end_matches('\'');
            out.push_str(match (*code, inner) {
                (34, _) => "\\\"",
                (39, _) => "'",
                (_, inner) => inner,
            });
        }
        out.push('"');
        Some(out)
    }
}

/// A character as a literal, if it is one that can be seen, or has a usual name.
pub fn character_literal(code: i64) -> Option<String> {
    let code = u8::try_from(code).ok()?;
    Some(match code {
        0 => "'\\0'".to_string(),
        b'\n' => "'\\n'".to_string(),
        b'\t' => "'\\t'".to_string(),
        b'\r' => "'\\r'".to_string(),
        b'\'' => "'\\''".to_string(),
        b'\\' => "'\\\\'".to_string(),
        b' '..=b'~' => format!("'{}'", char::from(code)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_texts_are_literals() {
        let signs = Signs { characters: true, ..Signs::PLAIN };
        assert_eq!(signs.character(97).as_deref(), Some("'a'"));
        assert_eq!(signs.character(39).as_deref(), Some("'\\''"));
        assert_eq!(signs.character(200), None);
        assert_eq!(Signs::PLAIN.character(97), None);
        assert_eq!(signs.text(&[97, 34, 39, 10, 0]).as_deref(), Some("\"a\\\"'\\n\""));
        assert_eq!(signs.text(&[97]), None);
        assert_eq!(signs.text(&[0]).as_deref(), Some("\"\""));
    }
}
