//! Files that say themselves what `NULL` is, while tests include headers that say it, too.
//!
//! ```text
//! #define NULL 0                 headers must not have defined it before
//! #ifndef NULL …                 they may
//! enum { NULL, ONE };            they must not
//! ```

use crate::scan::{TokenKind, tokens};
use crate::tree::Unit;

/// What a file says of `NULL`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnNull {
    /// Whether it says something, so that tests cannot tell what it means.
    pub is_there: bool,
    /// Whether it must not be a macro where the file begins.
    pub is_first: bool,
}

const NULL: &str = "NULL";

/// What a file says.
pub(super) fn of(unit: &Unit, text: &str) -> OwnNull {
    let functions = unit.functions.iter().filter(|f| !f.from_system).map(|f| f.name.as_str());
    let globals = unit.globals.iter().filter(|g| !g.from_system).filter_map(|g| g.written.as_deref());
    let constants = unit.types.enums.iter().flat_map(|e| &e.constants).map(|c| c.name.as_str());
    if functions.chain(globals).chain(constants).any(|name| name == NULL) {
        return OwnNull { is_there: true, is_first: true };
    }
    in_text(text)
}

/// What the directives of a text say.
fn in_text(text: &str) -> OwnNull {
    let mut found = OwnNull::default();
    let (mut depth, mut seen, mut includes) = (0_usize, false, false);
    for token in tokens(text) {
        let written = token.text(text);
        if token.kind != TokenKind::Directive {
            seen |= token.kind == TokenKind::Word && written == NULL;
            continue;
        }
        let words = words(written);
        let mentions = words.contains(&NULL);
        match words.first() {
            Some(&("if" | "ifdef" | "ifndef")) => depth += 1,
            Some(&"endif") => depth = depth.saturating_sub(1),
            Some(&"include") => includes = true,
            Some(&"define") if words.get(1) == Some(&NULL) => {
                found.is_there = true;
                // Where nothing was included and nothing was asked, it cannot have been a macro.
                found.is_first |= !seen && (depth == 0 || !includes);
            }
            _ => {}
        }
        seen |= mentions;
    }
    found
}

fn words(directive: &str) -> Vec<&str> {
    let parts = directive.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    parts.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_say_it_or_leave_it_to_headers() {
        let of = |text: &str| {
            let found = in_text(text);
            (found.is_there, found.is_first)
        };
        assert_eq!(of("#include <stdlib.h>\nint *p = NULL;"), (false, false));
        assert_eq!(of("# define NULL 0\nint *p = NULL;"), (true, true));
        assert_eq!(of("#include <limits.h>\n#define NULL 0\n"), (true, true));
        assert_eq!(of("#ifndef NULL\n#define NULL 0\n#endif\n"), (true, false));
        assert_eq!(of("#include <stdlib.h>\n#undef NULL\n#define NULL 0\n"), (true, false));
        assert_eq!(of("#include <stdlib.h>\n#ifdef X\n#define NULL 0\n#endif\n"), (true, false));
        assert_eq!(of("#include <stdlib.h>\nint *p = NULL;\n#define NULL 0\n"), (true, false));
        assert_eq!(of("#define NULLED 1\n// #define NULL\n"), (false, false));
    }
}
