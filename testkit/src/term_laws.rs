//! Laws of reading and writing terms, over random texts, for any dialect.

use base::Random;
use terms::read::Reader;
use terms::{Dialect, Terms, Writer, canonical_names};

/// Tokens that are hard on a reader.
const TOKENS: &[&str] = &[
    "a", "foo", "X", "Y", "_", "1", "0'c", "0x1F", "2.5", "1_0", "10u8", "-", "+", "=", ":-", "-->", ",",
    "|", ";", "!", "!.", "!:", "(", ")", "(", ")", "[", "]", "{", "}", "[]", "{}", "`", "`f`", "some", "all",
    "if", "then", "else", "not", "is", "pred", "mode", "::", "^", "$", "$pred", "'it''s'", "'+'", "\"s\"",
    "..", ".", "%c\n", "/*c*/", "\\+", "1e3", "''", "\\",
];

fn text(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(10) {
        text.push_str(TOKENS[random.below(TOKENS.len())]);
        if random.below(3) > 0 {
            text.push(' ');
        }
    }
    text
}

/// The first clause of a text, in canonical form and with operators.
fn written(dialect: &Dialect, text: &str) -> Option<[String; 2]> {
    let mut terms = Terms::new();
    let ops = dialect.ops(&mut terms);
    let read = Reader::new(dialect, text, &mut terms, ops.clone()).next()?.ok()?;
    let names = canonical_names(&terms, read.term);
    let writer = || Writer::new(&terms).dialect(dialect).names(&names);
    Some([writer().text(read.term), writer().ops(&ops).text(read.term)])
}

/// What is written of random clauses reads back as the same terms.
///
/// # Panics
///
/// Those that do not.
pub fn reads_back(dialect: &Dialect, seed: u64) {
    let mut random = Random::new(seed);
    let (mut good, mut wrong) = (0, Vec::new());
    for _ in 0..20_000 {
        let text = format!("{} .", text(&mut random));
        let Some([canonical, pretty]) = written(dialect, &text) else { continue };
        good += 1;
        for shown in [&canonical, &pretty] {
            let again = written(dialect, &format!("{shown} ."));
            if again.as_ref().map(|[canonical, _]| canonical) != Some(&canonical) {
                wrong.push(format!("{text}\n  is {canonical}\n  written {shown}\n  again {again:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {good}\n{}", wrong.len(), wrong.join("\n"));
    assert!(good >= 1000, "only {good}");
}

/// Reading comes to the end of any text.
///
/// # Panics
///
/// On a text of which it does not.
pub fn reading_ends(dialect: &Dialect, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..5_000 {
        let text: Vec<String> = (0..5).map(|_| text(&mut random)).collect();
        let text = text.join(". ");
        let mut terms = Terms::new();
        let ops = dialect.ops(&mut terms);
        let mut reader = Reader::new(dialect, &text, &mut terms, ops);
        let clauses = std::iter::from_fn(|| reader.next()).take(1000).count();
        assert!(clauses < 1000, "{text}");
    }
}
