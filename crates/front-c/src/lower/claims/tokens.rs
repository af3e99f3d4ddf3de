//! The words and signs of a formula.

const SIGNS: &[&str] = &["<==>", "==>", "==", "!=", "<=", ">=", "&&", "||", "->", "..", "<<", ">>"];

/// Cuts a formula into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = if is_word(c) || (c == '\\' && rest.len() > 1) {
            let first = c.len_utf8();
            first + rest.get(first..).unwrap_or("").chars().take_while(|c| is_word(*c)).count()
        } else if let Some(end) = rest.strip_prefix('\'').and_then(end_of_character) {
            end
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            sign.len()
        } else if "()[]{}<>!+-*/%.,;:=&|^~?".contains(c) {
            1
        } else {
            return Err(format!("`{c}` is not understood here"));
        };
        found.push(rest.get(..length).unwrap_or("").to_string());
        rest = rest.get(length..).unwrap_or("").trim_start();
    }
    Ok(found)
}

/// The length of a character with both its quotes, given what follows the first.
fn end_of_character(rest: &str) -> Option<usize> {
    let from = if rest.starts_with('\\') { 2 } else { 1 };
    let end = rest.get(from..)?.find('\'').filter(|at| *at <= 2)?;
    Some(1 + from + end + 1)
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn ranges_and_arrows_are_tokens() {
        let found = tokens(r"\valid(p+(0..n-1)) ==> p->x>=0").unwrap();
        assert_eq!(found.join(" "), r"\valid ( p + ( 0 .. n - 1 ) ) ==> p -> x >= 0");
        assert!(tokens("a # b").is_err());
    }
}
