//! Long texts: the beginning in the open, the rest to be unfolded, and what is too long for that counted.
//!
//! ```text
//! <details><summary>x > 0 ∧ x < …</summary><code>x > 0 ∧ x < 10 ∧ …</code></details>
//! ```

use super::limits::{LONG, SHORT};
use crate::canvas::escape;

/// A text in letters of code, folded where it is long.
pub(super) fn code(text: &str) -> String {
    folded(text, "code")
}

/// A text in words, folded where it is long.
pub(super) fn words(text: &str) -> String {
    folded(text, "span")
}

fn folded(text: &str, tag: &str) -> String {
    let count = text.chars().count();
    if count <= SHORT {
        return format!("<{tag}>{}</{tag}>", escape(text));
    }
    let start: String = text.chars().take(SHORT - 40).collect();
    format!(
        "<details class=\"inline\"><summary><{tag}>{}</{tag}>… <span class=\"soft\">({count} characters)</span></summary>\
         <{tag}>{}</{tag}></details>",
        escape(&start),
        escape(&cut(text, LONG))
    )
}

/// A text that is not longer than this, but for the count of what was left out.
pub(super) fn cut(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_string();
    }
    let start: String = text.chars().take(most).collect();
    format!("{start}… ({} more characters)", count - most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_folded_and_too_long_ones_cut() {
        assert_eq!(code("a < b"), "<code>a &lt; b</code>");
        let long = code(&"<".repeat(LONG + 5));
        assert!(long.starts_with("<details") && long.contains("(4005 characters)"), "{long}");
        assert!(long.contains("… (5 more characters)") && !long.contains("<<"));
        assert_eq!(cut("äöü", 2), "äö… (1 more characters)");
    }
}
