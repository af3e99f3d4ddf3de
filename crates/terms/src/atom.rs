//! Atoms: interned names.
//!
//! As in SWI-Prolog 7, the empty list `[]` is a constant of its own and not the atom `'[]'`, though both have the
//! same text. So [`Atom::NIL`] stands outside of the table of names.

use base::{Symbol, Symbols};

/// An interned name, with a meaning only together with its [`crate::Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(u32);

macro_rules! known {
    ($($name:ident $text:literal,)*) => {
        /// Names for the numbers of the atoms that every table has.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { NIL, $($name,)* }

        impl Atom {
            /// The empty list.
            pub const NIL: Atom = Atom(Number::NIL as u32);
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $name: Atom = Atom(Number::$name as u32);
            )*
        }

        /// The texts of the known atoms but for `NIL`, in the order of their numbers.
        const TEXTS: &[&str] = &[$($text,)*];
    };
}

known! {
    CONS "[|]",
    CURLY "{}",
    COMMA ",",
    BAR "|",
    SEMICOLON ";",
    ARROW "->",
    SOFT_ARROW "*->",
    NECK ":-",
    QUERY "?-",
    DCG_ARROW "-->",
    MINUS "-",
    PLUS "+",
    NOT "\\+",
    CUT "!",
    TRUE "true",
    EQUAL "=",
    COLON ":",
    SLASH "/",
    CALL "call",
    PHRASE "phrase",
    DOT ".",
    TYPE_ARROW "--->",
    VAR_NAME "$VAR",
}

/// The table of atoms.
#[derive(Clone, Debug)]
pub(crate) struct Atoms {
    names: Symbols,
}

impl Atoms {
    pub(crate) fn new() -> Atoms {
        let mut names = Symbols::default();
        for text in TEXTS {
            names.intern(text);
        }
        Atoms { names }
    }

    pub(crate) fn intern(&mut self, text: &str) -> Atom {
        Atom(self.names.intern(text).0 + 1)
    }

    pub(crate) fn get(&self, text: &str) -> Option<Atom> {
        self.names.get(text).map(|symbol| Atom(symbol.0 + 1))
    }

    pub(crate) fn name(&self, atom: Atom) -> &str {
        match atom.0.checked_sub(1) {
            None => "[]",
            Some(number) => self.names.name(Symbol(number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_atoms_have_their_numbers() {
        let mut atoms = Atoms::new();
        assert_eq!(atoms.intern("[|]"), Atom::CONS);
        assert_eq!(atoms.intern("$VAR"), Atom::VAR_NAME);
        assert_eq!(atoms.intern("-->"), Atom::DCG_ARROW);
        assert_ne!(atoms.intern("[]"), Atom::NIL, "the quoted atom is another one");
        assert_eq!(atoms.name(Atom::NIL), "[]");
    }
}
