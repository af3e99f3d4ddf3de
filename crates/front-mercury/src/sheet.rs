//! Text that is written line by line, with indentation.
//!
//! ```text
//! p(X) :-          level 0
//!     q(X),        level 1
//!     r(X).
//! ```

/// A text that grows.
#[derive(Default)]
pub(crate) struct Sheet {
    pub text: String,
    /// How far the next line is indented.
    pub level: usize,
}

impl Sheet {
    /// Adds text to the line.
    pub fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Starts a new line.
    pub fn line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.level {
            self.text.push_str("    ");
        }
    }
}
