//! Classes of characters, as the syntax of Prolog has them.
//!
//! ```
//! use terms::chars::{is_symbol, is_variable_start};
//! assert!(is_symbol('#') && !is_symbol(','));
//! assert!(is_variable_start('É') && is_variable_start('_') && !is_variable_start('é'));
//! ```
//!
//! Outside of ASCII, letters and digits follow Unicode; what is neither of them, nor blank, nor a control character
//! counts as a symbol.

/// `# $ & * + - . / : < = > ? @ \ ^ ~` and symbols outside of ASCII: what symbol atoms are made of.
pub fn is_symbol(c: char) -> bool {
    match c {
        '#' | '$' | '&' | '*' | '+' | '-' | '.' | '/' | ':' | '<' | '=' | '>' | '?' | '@' | '\\' | '^'
        | '~' => true,
        _ if c.is_ascii() => false,
        '\u{feff}' => false,
        _ => !is_name(c) && !c.is_whitespace() && !c.is_control(),
    }
}

/// What may stand in a name after its first character.
pub fn is_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&c)
}

/// What a variable starts with.
pub fn is_variable_start(c: char) -> bool {
    c == '_' || c.is_uppercase() && c.is_alphabetic()
}

/// What an atom without quotes starts with, if it is a name.
pub fn is_atom_start(c: char) -> bool {
    (c.is_alphabetic() || !c.is_ascii() && c.is_alphanumeric()) && !is_variable_start(c)
}

/// Blank space between tokens.
pub fn is_layout(c: char) -> bool {
    c.is_whitespace()
}
