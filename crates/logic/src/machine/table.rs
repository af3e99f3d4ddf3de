//! The built-ins that the machine does by itself.

/// A built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builtin {
    Fail,
    NotUnify,
    UnifyOccurs,
    Identical,
    NotIdentical,
    Before,
    After,
    NotAfter,
    NotBefore,
    Variant,
    NotVariant,
    Compare,
    Is,
    NumEqual,
    NumUnequal,
    NumLess,
    NumGreater,
    NumLessEqual,
    NumGreaterEqual,
    Var,
    Nonvar,
    Atom,
    Integer,
    Float,
    Number,
    String,
    Compound,
    Atomic,
    Callable,
    IsList,
    Ground,
    Throw,
    Between,
    Length,
    Functor,
    Arg,
    Univ,
    CopyTerm,
    TermVariables,
    Succ,
    Plus,
    Label,
    Labeling,
    AllDifferent,
    Dif,
    /// Text is written and forgotten.
    Output,
    /// The same, to a stream that is named.
    OnStream,
    Tab,
    PutChar,
    Format,
    FormatWith,
    AtomCodes,
    AtomChars,
    CharCode,
    AtomLength,
    NumberCodes,
    AtomNumber,
    Msort,
    SortUnique,
    Keysort,
    AtomConcat,
    MustBe,
    NumberVars,
}

impl Builtin {
    /// How many of its arguments it looks at.
    pub(super) fn looks_at(self) -> u32 {
        use Builtin as B;
        match self {
            B::Fail | B::Output | B::OnStream | B::Format | B::FormatWith => 0,
            B::Var
            | B::Tab
            | B::PutChar
            | B::Nonvar
            | B::Atom
            | B::Integer
            | B::Float
            | B::Number
            | B::String
            | B::Compound
            | B::Atomic
            | B::Callable
            | B::IsList
            | B::Ground
            | B::Throw
            | B::Label
            | B::AllDifferent => 1,
            B::Compare | B::Between | B::Functor | B::Arg | B::Plus | B::AtomConcat | B::NumberVars => 3,
            _ => 2,
        }
    }
}

/// The built-in of a name and arity.
pub(super) fn builtin(name: &str, count: u32) -> Option<Builtin> {
    use Builtin as B;
    Some(match (name, count) {
        ("fail" | "false", 0) => B::Fail,
        ("\\=", 2) => B::NotUnify,
        ("unify_with_occurs_check", 2) => B::UnifyOccurs,
        ("==", 2) => B::Identical,
        ("\\==", 2) => B::NotIdentical,
        ("@<", 2) => B::Before,
        ("@>", 2) => B::After,
        ("@=<", 2) => B::NotAfter,
        ("@>=", 2) => B::NotBefore,
        ("=@=", 2) => B::Variant,
        ("\\=@=", 2) => B::NotVariant,
        ("compare", 3) => B::Compare,
        ("is", 2) => B::Is,
        ("=:=", 2) => B::NumEqual,
        ("=\\=", 2) => B::NumUnequal,
        ("<", 2) => B::NumLess,
        (">", 2) => B::NumGreater,
        ("=<", 2) => B::NumLessEqual,
        (">=", 2) => B::NumGreaterEqual,
        ("var", 1) => B::Var,
        ("nonvar", 1) => B::Nonvar,
        ("atom", 1) => B::Atom,
        ("integer", 1) => B::Integer,
        ("float", 1) => B::Float,
        ("number", 1) => B::Number,
        ("string", 1) => B::String,
        ("compound", 1) => B::Compound,
        ("atomic", 1) => B::Atomic,
        ("callable", 1) => B::Callable,
        ("is_list", 1) => B::IsList,
        ("ground", 1) => B::Ground,
        ("throw", 1) => B::Throw,
        ("between", 3) => B::Between,
        ("length", 2) => B::Length,
        ("functor", 3) => B::Functor,
        ("arg", 3) => B::Arg,
        ("=..", 2) => B::Univ,
        ("copy_term", 2) => B::CopyTerm,
        ("term_variables", 2) => B::TermVariables,
        ("succ", 2) => B::Succ,
        ("plus", 3) => B::Plus,
        ("label", 1) => B::Label,
        ("labeling", 2) => B::Labeling,
        ("all_different" | "all_distinct", 1) => B::AllDifferent,
        ("dif", 2) => B::Dif,
        ("write" | "print" | "writeln" | "writeq" | "write_canonical", 1) | ("nl" | "garbage_collect", 0) => {
            B::Output
        }
        ("nl", 1) | ("write" | "writeln" | "print" | "writeq", 2) => B::OnStream,
        ("tab", 1) => B::Tab,
        ("put_char", 1) => B::PutChar,
        ("format", 1) => B::Format,
        ("format", 2) => B::FormatWith,
        ("atom_codes", 2) => B::AtomCodes,
        ("atom_chars", 2) => B::AtomChars,
        ("char_code", 2) => B::CharCode,
        ("atom_length", 2) => B::AtomLength,
        ("number_codes", 2) => B::NumberCodes,
        ("atom_number", 2) => B::AtomNumber,
        ("msort", 2) => B::Msort,
        ("sort", 2) => B::SortUnique,
        ("keysort", 2) => B::Keysort,
        ("atom_concat", 3) => B::AtomConcat,
        ("must_be", 2) => B::MustBe,
        ("numbervars", 3) => B::NumberVars,
        _ => return None,
    })
}
