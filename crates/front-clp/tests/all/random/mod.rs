//! Random terms and clauses, made by a fixed seed, with much that is hard to print and to read.

use base::Random;
use logic::{Atom, Float, Term, Terms, VarId};

const ATOMS: &[&str] = &[
    "a",
    "b",
    "foo",
    "hello world",
    "X",
    "_x",
    "'",
    "\\",
    "[]",
    "{}",
    ";",
    "!",
    ",",
    "|",
    "+",
    "-",
    "*",
    "=",
    ":-",
    "-->",
    "\\+",
    "dynamic",
    "is",
    "mod",
    "a.b",
    ".",
    "..",
    "=..",
    "/*",
    "//",
    "äöü",
    "日本",
    "tab\there",
    "nl\nhere",
    "it's",
    "\"",
    "`",
    "",
    "aB1_",
    "1",
    "#=",
    "$",
    "?-",
    "->",
    "table",
    ":",
    "^",
    "**",
    "@",
    "&",
    "\\=",
    "end.",
    "discontiguous",
    "€",
];

const FUNCTORS: &[&str] = &[
    "f",
    "g",
    "+",
    "-",
    "*",
    "/",
    "=",
    ":-",
    ",",
    ";",
    "->",
    "\\+",
    "is",
    "mod",
    "dynamic",
    ":",
    "^",
    "**",
    "[|]",
    "{}",
    "hello world",
    "|",
    "-->",
    "?-",
    "$",
    "\\",
    "<",
    "xor",
    "*->",
    "'",
    "@",
    "!",
    "table",
    "=..",
    "initialization",
];

/// A random term with `depth` levels at most.
pub fn term(random: &mut Random, terms: &mut Terms, depth: usize) -> Term {
    if depth == 0 || random.one_in(4) {
        return leaf(random, terms);
    }
    let name = random.pick(FUNCTORS).copied().unwrap_or("f");
    let name = terms.intern(name);
    match random.below(8) {
        0 => {
            let count = random.below(4);
            let elements: Vec<Term> = (0..count).map(|_| term(random, terms, depth - 1)).collect();
            let tail = if random.one_in(4) { leaf(random, terms) } else { terms.atom(Atom::NIL) };
            terms.list(&elements, tail)
        }
        1 => {
            let inner = term(random, terms, depth - 1);
            terms.compound(Atom::CURLY, &[inner])
        }
        2 | 3 => {
            let inner = term(random, terms, depth - 1);
            terms.compound(name, &[inner])
        }
        4..7 => {
            let (left, right) = (term(random, terms, depth - 1), term(random, terms, depth - 1));
            terms.compound(name, &[left, right])
        }
        _ => {
            let count = random.below(4);
            let args: Vec<Term> = (0..count).map(|_| term(random, terms, depth - 1)).collect();
            terms.compound(name, &args)
        }
    }
}

fn leaf(random: &mut Random, terms: &mut Terms) -> Term {
    match random.below(10) {
        0 | 1 => terms.var(VarId::new(random.below(4))),
        2 => terms.int(random.between(-5, 5).into()),
        3 => terms.int(base::Int::from(random.bits() as i64) * base::Int::from(random.between(-9, 9))),
        4 => {
            let value = random.between(-1000, 1000) as f64 / [1.0, 3.0, 1e20, 1e-20][random.below(4)];
            terms.float(Float::new(value).expect("finite"))
        }
        5 => {
            let text = random.pick(ATOMS).copied().unwrap_or("");
            terms.string(text)
        }
        6 => terms.atom(Atom::NIL),
        _ => {
            let name = random.pick(ATOMS).copied().unwrap_or("a");
            let atom = terms.intern(name);
            terms.atom(atom)
        }
    }
}

/// Random tokens in a row: mostly wrong, sometimes surprisingly right.
pub fn tokens(random: &mut Random) -> String {
    const TOKENS: &[&str] = &[
        "a", "b", "X", "_", "f(", "(", ")", "[", "]", "{", "}", ",", "|", ";", "!", "+", "-", "- ", "*", "=",
        ":-", "\\+", "is", "dynamic", "1", "-1", "2.5", "\"s\"", "'q'", "[]", "{}", "0'a", ":", "->", "-->",
        "=..", "mod", "^", "$", "\\", "?-", "table", "@", "`c`",
    ];
    let count = 1 + random.below(9);
    let mut text = String::new();
    for _ in 0..count {
        let next = random.pick(TOKENS).copied().unwrap_or("a");
        // A dict (`a{`) is refused here and read there; digits after a blank belong to the number before.
        let last = text.chars().next_back().unwrap_or(' ');
        let glued = next.starts_with(['{', '1', '2', '0', '\'', '"', '`']) || random.one_in(3);
        if glued || last.is_alphanumeric() && next.starts_with(|c: char| c.is_alphanumeric()) {
            text.push_str("  ");
        }
        text.push_str(next);
    }
    text.push_str(" .");
    text
}
