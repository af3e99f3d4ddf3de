//! The habits of printed listings.
//!
//! Papers print `1...N` for `1 .. N` and `array <> of T` for `array (Integer range <>) of T`. Such a text is
//! put right before it is parsed, with a warning for each place; [`Edits`] leads from places in the text that is
//! parsed back to those in the text that was given.

use super::tokens::{Kind, Token};

/// What was put in the place of something else, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    /// Offset and length in the new text, offset and length in the old one.
    changed: Vec<[usize; 4]>,
}

impl Edits {
    /// The offset in the old text.
    pub fn original(&self, offset: usize) -> usize {
        let after = self.changed.partition_point(|edit| edit[0] <= offset);
        match after.checked_sub(1).and_then(|last| self.changed.get(last)) {
            None => offset,
            Some([new, length, old, old_length]) if offset < new + length => {
                old + (offset - new).min(*old_length)
            }
            Some([new, length, old, old_length]) => old + old_length + (offset - new - length),
        }
    }

    /// The changed places in the old text: offset and length.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        self.changed.iter().map(|edit| (edit[2], edit[3]))
    }
}

/// The text as Ada wants it; `None` if nothing needs to change.
pub fn put_right(text: &str, tokens: &[Token]) -> Option<(String, Edits)> {
    let mut edits = Edits::default();
    let mut new = String::new();
    let mut copied = 0;
    for (i, token) in tokens.iter().enumerate() {
        let kind = |by: usize| tokens.get(i + by).map(|t| t.kind);
        let instead = match token.kind {
            // The spaces make sure that what stands beside is not taken for a part of it.
            Kind::Sign("...") => " .. ",
            Kind::Sign("<>")
                if kind(1) == Some(Kind::Word("of"))
                    && i > 0
                    && tokens.get(i - 1).map(|t| t.kind) == Some(Kind::Word("array")) =>
            {
                "(Integer range <>)"
            }
            _ => continue,
        };
        let (start, end) = (token.start as usize, token.end as usize);
        new.push_str(text.get(copied..start).unwrap_or(""));
        edits.changed.push([new.len(), instead.len(), start, end - start]);
        new.push_str(instead);
        copied = end;
    }
    if edits.changed.is_empty() {
        return None;
    }
    new.push_str(text.get(copied..).unwrap_or(""));
    Some((new, edits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tokens::scan;

    #[test]
    fn places_lead_back() {
        let text = "for I in 1...N loop A : array <> of T";
        let (new, edits) = put_right(text, &scan(text).tokens).expect("two habits");
        assert_eq!(new, "for I in 1 .. N loop A : array (Integer range <>) of T");
        for word in ["for", "1", "N", "loop", "A", "array", "of", "T"] {
            let (old, new) = (text.find(word).expect("there"), new.find(word).expect("there"));
            assert_eq!(edits.original(new), old, "{word}");
        }
        assert_eq!(edits.places().collect::<Vec<_>>(), [(10, 3), (30, 2)]);
        assert!(put_right("A (1 .. N)", &scan("A (1 .. N)").tokens).is_none());
    }
}
