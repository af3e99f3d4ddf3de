//! Programs with a token too many, too few or another one: a message or a tree that survives printing, and a tree
//! wherever GNAT finds nothing wrong with the syntax.

use crate::reading::{files_in, gnat, parse, scratch};
use base::Random;
use front_ada::syntax::print;
use front_ada::syntax::tokens::scan;

/// Changes one or two tokens of a text.
fn mutant(text: &str, random: &mut Random) -> String {
    let mut text = text.to_string();
    for _ in 0..1 + random.below(2) {
        let tokens = scan(&text).tokens;
        let Some(token) = random.pick(&tokens) else { return text };
        let Some(other) = random.pick(&tokens) else { return text };
        let range = token.start as usize..token.end as usize;
        let other = text[other.start as usize..other.end as usize].to_string();
        let here = text[range.clone()].to_string();
        let instead = match random.below(4) {
            0 => String::new(),
            1 => format!("{here} {here}"),
            2 => other,
            _ => format!("{here} {other}"),
        };
        text.replace_range(range, &format!(" {instead} "));
    }
    text
}

#[test]
fn mutants_get_a_message_or_a_tree() {
    let programs = files_in("programs");
    let mut accepted = 0;
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let (name, text) = random.pick(&programs).expect("programs");
        let text = mutant(text, &mut random);
        let (Some(tree), _) = parse(name, &text) else { continue };
        accepted += 1;
        let printed = print(&tree);
        let (again, said) = parse(name, &printed);
        let again = again.unwrap_or_else(|| panic!("{seed}: {said}\n{printed}"));
        assert!(tree == again, "{seed}:\n{printed}");
    }
    assert!(accepted > 1, "only {accepted} are right");
}

/// A campaign of 4,000 found three that GNAT's parser accepts and we do not; none of them is legal Ada.
#[test]
fn what_gnat_accepts_is_read() {
    let programs = files_in("programs");
    for seed in 0..60 {
        let mut random = Random::new(seed + 1_000_000);
        let (name, text) = random.pick(&programs).expect("programs");
        let text = mutant(text, &mut random);
        let path = scratch().join("mutant.ada");
        std::fs::write(&path, &text).expect("writable");
        let Some(judged) = gnat(&path, "-gnats") else { return };
        let (tree, said) = parse(name, &text);
        assert!(judged.is_err() || tree.is_some(), "{seed}: GNAT accepts it, but {said}");
    }
}
