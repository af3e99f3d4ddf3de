//! Finds where an answer is complete: where its parentheses are balanced.
//!
//! SMT solvers answer in s-expressions that may run over many lines. [`Balance`] is fed line by line
//! and says when one whole expression has arrived. It knows strings (`"…"`, with `""` inside), quoted
//! symbols (`|…|`) and comments (`; …`), because parentheses in those do not count.
//!
//! ```
//! use tools::Balance;
//!
//! let mut balance = Balance::new();
//! assert!(!balance.feed("(model ; not (this"));
//! assert!(balance.feed("  |a)|)"));
//! ```

/// Reads text and knows whether an s-expression is complete.
#[derive(Clone, Debug, Default)]
pub struct Balance {
    depth: usize,
    within: Within,
    begun: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Plain,
    String,
    Symbol,
}

impl Balance {
    /// Nothing read yet.
    pub fn new() -> Balance {
        Balance::default()
    }

    /// Reads one more line (with or without its line end); `true` if what was read so far holds at
    /// least one expression and none is open.
    pub fn feed(&mut self, line: &str) -> bool {
        for c in line.chars() {
            match (self.within, c) {
                (Within::Plain, ';') => break,
                // Two quotes inside of a string leave it and enter it again, which has the same effect.
                (Within::Plain, '"') => self.within = Within::String,
                (Within::Plain, '|') => self.within = Within::Symbol,
                (Within::Plain, '(') => self.depth += 1,
                // A stray `)` is an answer of its own kind: hand it on rather than wait for ever.
                (Within::Plain, ')') => self.depth = self.depth.saturating_sub(1),
                (Within::Plain, _) => {}
                (Within::String, '"') | (Within::Symbol, '|') => self.within = Within::Plain,
                _ => {}
            }
            self.begun |= !c.is_whitespace();
        }
        self.begun && self.depth == 0 && self.within == Within::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete_after(lines: &[&str]) -> Option<usize> {
        let mut balance = Balance::new();
        lines.iter().position(|line| balance.feed(line))
    }

    #[test]
    fn one_word_is_an_answer_and_blank_lines_are_not() {
        assert_eq!(complete_after(&["sat"]), Some(0));
        assert_eq!(complete_after(&["", "  ", "; hello", "unsat"]), Some(3));
    }

    #[test]
    fn parentheses_count_only_where_they_mean_something() {
        assert_eq!(complete_after(&["(", " (x \")\"", " ; )", "|) (|", "))"]), Some(4));
        assert_eq!(complete_after(&["(error \"a \"\" (", "b\")"]), Some(1));
        assert_eq!(complete_after(&["\"open", "still\""]), Some(1));
        assert_eq!(complete_after(&[")"]), Some(0));
    }
}
