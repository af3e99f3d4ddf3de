//! Constants as the language of the program converts them.
//!
//! ```text
//! unsigned m = 0;      m = -1: what is stored is 4294967295
//! i > 3u               i > 4u: with 4 alone, the comparison would be another one
//! x < 2147483647       one more is a number of another type: no mutant
//! ```
//!
//! Where a language converts without a word, the text of a constant and the number that the program gets differ. A mutant has
//! both: the text that is shown, and the number that is judged.

use super::{Finder, Place, part_of};
use base::Int;
use imperative::{Expr, ExprKind, InstrKind, Made, Type, Word, type_of};

/// The words of constants without a suffix, and of what is computed.
const INT: u8 = 32;
const LONG: u8 = 64;

/// A constant that stands in the place of another.
pub(super) struct Constant {
    /// What the program gets.
    pub number: Int,
    /// How it is written.
    pub text: String,
}

/// What the text of a constant says of its type.
#[derive(Clone, Copy, Default)]
struct Suffix {
    unsigned: bool,
    long: bool,
}

impl Suffix {
    fn of(text: &str) -> Suffix {
        let bare = text.trim().trim_start_matches(['(', '-', '+', ' ']).trim_end_matches([')', ' ']);
        if !bare.starts_with(|c: char| c.is_ascii_digit()) {
            return Suffix::default();
        }
        let end: String = bare.chars().rev().take_while(|c| "uUlL".contains(*c)).collect();
        Suffix { unsigned: end.contains(['u', 'U']), long: end.contains(['l', 'L']) }
    }

    fn text(self) -> &'static str {
        match (self.unsigned, self.long) {
            (false, false) => "",
            (true, false) => "u",
            (false, true) => "l",
            (true, true) => "ul",
        }
    }
}

impl Finder<'_> {
    /// What a constant is in the place of another one; nothing where it would have another type.
    pub(super) fn constant(
        &self,
        place: Place,
        whole: &Expr,
        path: &[u8],
        old: &Expr,
        number: &Int,
    ) -> Option<Constant> {
        let text = self.files.text(old.span);
        let mut suffix = Suffix::of(text);
        let around = path.split_last().and_then(|(last, before)| Some((part_of(whole, before)?, *last)));
        let beside = around.and_then(|(parent, last)| match &parent.kind {
            ExprKind::Binary(_, a, b) => Some(if last == 0 { b } else { a }),
            _ => None,
        });
        let beside_type = beside.and_then(|e| type_of(self.program, self.proc, e));
        let beside_word = match beside_type {
            // What is narrower is computed as a number of the usual width.
            Some(Type::Word(word)) if word.bits().is_some_and(|bits| bits >= INT) => Some(word),
            _ => None,
        };
        if let Some(ExprKind::Wrap(inner, word)) = beside.map(|e| &e.kind)
            && beside.is_some_and(|e| e.span == inner.span)
            && !word.is_signed()
            && matches!(type_of(self.program, self.proc, inner), Some(Type::Word(from)) if from.is_signed())
        {
            // The other operand was converted because of this one.
            suffix.unsigned = true;
            suffix.long |= word.bits() == Some(LONG);
        }
        let was_long = matches!(&old.kind, ExprKind::Int(n) if !Word::signed(INT).holds(n));
        let plain = text.trim().starts_with(|c: char| c.is_ascii_digit()) && !text.trim().starts_with('0');
        if was_long && !suffix.long && !(suffix.unsigned || plain) {
            return None;
        }
        let bits = if suffix.long || was_long && !suffix.unsigned { LONG } else { INT };
        let own = if suffix.unsigned { Word::unsigned(bits) } else { Word::signed(bits) };
        let negative = number < &Int::ZERO;
        if !(own.holds(number) || suffix.unsigned && negative) {
            return None;
        }
        let mut judged = own.wrap(number);
        if let Some(word) = beside_word.filter(|word| !word.is_signed()) {
            judged = word.wrap(&judged);
        }
        if path.is_empty() {
            match self.wanted(place) {
                Some(Type::Word(word)) if word.bits() == Some(1) => {
                    judged = Int::from(i64::from(!judged.is_zero()));
                }
                Some(Type::Word(word)) => judged = word.wrap(&judged),
                _ => {}
            }
            if self.is_size(place) && negative {
                return None;
            }
        }
        Some(Constant { number: judged, text: format!("{number}{}", suffix.text()) })
    }

    /// Whether it is the size of an allocation.
    fn is_size(&self, place: Place) -> bool {
        let Place::Instr(block, index, _) = place else { return false };
        let instr = self.proc.block(block).and_then(|b| b.instrs.get(index));
        instr.is_some_and(|i| {
            matches!(
                i.kind,
                InstrKind::Make { object: Made::Array { .. } | Made::Long { .. }, .. }
                    | InstrKind::NewArray { .. }
            )
        })
    }
}
