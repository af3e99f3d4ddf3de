//! What differs between the languages whose texts are terms with operators.
//!
//! A [`Dialect`] is plain data that a front end gives to the reader: the operators that are there from the start, and a
//! word for each choice in which languages differ. [`Dialect::ISO`] is the Prolog of the standard (ISO 13211-1 with its
//! corrigenda); others say how they differ from it.
//!
//! ```
//! use terms::read::Reader;
//! use terms::{Dialect, Groups, Numbers, Terms, Writer};
//! const GROUPS: Numbers = Numbers { groups: Groups::Underscores, ..Numbers::ISO };
//! const MINE: Dialect = Dialect { numbers: GROUPS, ..Dialect::ISO };
//! let mut terms = Terms::new();
//! let ops = MINE.ops(&mut terms);
//! let read = Reader::new(&MINE, "p(1_000).", &mut terms, ops).next().unwrap().unwrap();
//! assert_eq!(Writer::new(&terms).text(read.term), "p(1000)");
//! ```
//!
//! What a language has and the reader does not support can still be named: `dicts` makes a message of its own of what
//! would otherwise be any mistake.

use crate::ops::{Fixity, OperatorTable, Ops};
use crate::term::Terms;

/// A language, as far as its tokens and terms go.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The operators that are there from the start.
    pub operators: OperatorTable,
    /// What a backslash means within quotes.
    pub escapes: Escapes,
    /// How numbers are written.
    pub numbers: Numbers,
    /// What text in double quotes stands for, until the text itself says something else.
    pub double_quotes: DoubleQuotes,
    /// What back quotes are for.
    pub back_quotes: BackQuotes,
    /// Whether a name in quotes can be an operator: `a '+' b`. The comma and the bar always can.
    pub quoted_operators: bool,
    /// Whether `f()` is a term, which is not `f`.
    pub empty_arguments: bool,
    /// Whether a term can be applied to arguments: `F(X)` is then the term `''(F, X)`.
    pub applications: bool,
    /// Whether of two operators that could both take what stands between them the first one does: `a ++ b - c` is then
    /// `a ++ (b - c)` if `++` is of kind `xfy` and `-` of kind `yfx`.
    pub first_operator_takes: bool,
    /// Whether a prefix operator right before an infix one is an atom, however tightly they bind: the `rule` of
    /// `rule ---> a`. Otherwise this holds only if its operand cannot have that operator.
    pub lone_prefix_is_atom: bool,
    /// Whether `f (X)` is read as `f(X)`, with a warning, where nothing else can be meant.
    pub loose_arguments: bool,
    /// Whether `{a, b}` is a term with two arguments, and not one whose argument is `(a, b)`.
    pub tuples: bool,
    /// Whether `!` is a symbol, so that `!.` is one name, and not a name by itself.
    pub bang_is_symbol: bool,
    /// Whether `$name` is one operand, the term `$(name)`.
    pub dollar_names: bool,
    /// Whether `Tag{…}` and `X.key` are dicts. They are named and not supported.
    pub dicts: bool,
    /// Whether `||` is the bar of a quasi quotation. They are named and not supported.
    pub quasi_quotations: bool,
}

impl Dialect {
    /// The Prolog of the standard.
    pub const ISO: Dialect = Dialect {
        operators: ISO_OPERATORS,
        escapes: Escapes::ISO,
        numbers: Numbers::ISO,
        double_quotes: DoubleQuotes::Codes,
        back_quotes: BackQuotes::None,
        quoted_operators: true,
        empty_arguments: false,
        applications: false,
        first_operator_takes: false,
        lone_prefix_is_atom: false,
        loose_arguments: false,
        tuples: false,
        bang_is_symbol: false,
        dollar_names: false,
        dicts: false,
        quasi_quotations: false,
    };

    /// The operators that are there from the start, with their atoms interned in this table.
    pub fn ops(&self, terms: &mut Terms) -> Ops {
        Ops::of(terms, self.operators)
    }
}

/// What a backslash means within quotes. Everywhere `\n \t \r \a \b \f \v` and `\\ \' \" \`` are characters, `\x41\` and
/// `\101\` are codes, and a backslash at the end of a line continues it.
#[derive(Clone, Copy, Debug)]
pub struct Escapes {
    /// Further letters, with the characters that they stand for.
    pub letters: &'static [(char, char)],
    /// Whether `\u0041` and `\U00000041` are characters.
    pub unicode: bool,
    /// Whether `\c` skips the blanks that follow it.
    pub skip: bool,
    /// Whether the backslash that closes a code may be missing.
    pub open_codes: bool,
    /// Whether a continued line goes on behind its leading blanks.
    pub indented: bool,
}

impl Escapes {
    /// Those of the standard.
    pub const ISO: Escapes =
        Escapes { letters: &[], unicode: false, skip: false, open_codes: false, indented: false };
}

/// How numbers are written. Everywhere there are `12`, `0x1F`, `0o17`, `0b101`, `0'c` and `1.5e3`, and a minus sign directly
/// before a number belongs to it where an operand starts.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// What may stand between digits.
    pub groups: Groups,
    /// Whether `0'\n` has an escape and `0'''` two quotes for one; otherwise any one character stands behind `0'`.
    pub escaped_characters: bool,
    /// What may stand directly behind an integer and says its type. The term is the integer; its place has the rest.
    pub suffixes: &'static [&'static str],
    /// Whether a minus sign belongs to a number with blanks between as well.
    pub loose_sign: bool,
    /// Whether `16'FF` is a number of base 16.
    pub bases: bool,
    /// Whether `1e10` is a float, without a point.
    pub bare_exponents: bool,
    /// Names directly behind a float that make it no finite number, such as `1.5NaN`. They are named and not supported.
    pub special_floats: &'static [&'static str],
    /// Whether `1r3` is a rational number. They are named and not supported.
    pub rationals: bool,
}

impl Numbers {
    /// Those of the standard.
    pub const ISO: Numbers = Numbers {
        groups: Groups::None,
        escaped_characters: true,
        suffixes: &[],
        loose_sign: false,
        bases: false,
        bare_exponents: false,
        special_floats: &[],
        rationals: false,
    };
}

/// What may stand between the digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Groups {
    /// Nothing.
    None,
    /// Underscores: `1_000`, also in a float, behind `0x` and its like, and before the suffix of an integer.
    Underscores,
    /// In integers an underscore, perhaps with blanks behind it, or, in decimal ones, one blank: `1 000`.
    UnderscoresAndBlanks,
}

/// What text in double quotes stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubleQuotes {
    /// A string object.
    String,
    /// A list of character codes.
    Codes,
    /// A list of characters.
    Chars,
    /// An atom.
    Atom,
}

/// What back quotes are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackQuotes {
    /// Nothing.
    None,
    /// They enclose a list of character codes.
    Codes,
    /// They make a left-associative operator of this priority of a name, a name with its module, or a variable:
    /// `` X `max` Y `` is `max(X, Y)`.
    Infix(u16),
}

/// The operators of ISO 13211-1, with those of its second corrigendum.
const ISO_OPERATORS: OperatorTable = &[
    (1200, Fixity::Xfx, &[":-", "-->"]),
    (1200, Fixity::Fx, &[":-", "?-"]),
    (1100, Fixity::Xfy, &[";"]),
    (1050, Fixity::Xfy, &["->"]),
    (1000, Fixity::Xfy, &[","]),
    (900, Fixity::Fy, &["\\+"]),
    (
        700,
        Fixity::Xfx,
        &[
            "=", "\\=", "==", "\\==", "@<", "@=<", "@>", "@>=", "=..", "is", "=:=", "=\\=", "<", "=<", ">",
            ">=",
        ],
    ),
    (500, Fixity::Yfx, &["+", "-", "/\\", "\\/"]),
    (400, Fixity::Yfx, &["*", "/", "//", "rem", "mod", "div", "<<", ">>"]),
    (200, Fixity::Xfx, &["**"]),
    (200, Fixity::Xfy, &["^"]),
    (200, Fixity::Fy, &["+", "-", "\\"]),
];
