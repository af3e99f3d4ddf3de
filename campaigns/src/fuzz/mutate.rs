//! Making bad input out of good.
//!
//! A case starts from one corpus file and goes through a few mutations. Some work on bytes, to meet the
//! lexer; most work on tokens, to pass the lexer and meet the parser; some repeat a piece thousands of
//! times, to meet recursion and budgets.

use super::random::Random;

/// Inputs are cut to this length, so that a case stays fast.
const LONGEST: usize = 200_000;

/// The input of one case.
pub fn case(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let empty = Vec::new();
    let mut input = random.pick(corpus).unwrap_or(&empty).clone();
    for _ in 0..1 + random.below(4) {
        input = match random.below(20) {
            0 => flip_byte(random, input),
            1 => insert_byte(random, input),
            2 => cut_bytes(random, input),
            3..5 => delete_tokens(random, &input),
            5 | 6 => duplicate_tokens(random, &input),
            7 => swap_tokens(random, &input),
            8 => foreign_token(random, &input, corpus),
            9 => splice(random, &input, corpus),
            10 => strange_number(random, &input),
            11 => nest(random, &input),
            // What is well formed gets furthest.
            12..15 => exchange_word(random, &input),
            _ => exchange_piece(random, &input),
        };
        input.truncate(LONGEST);
    }
    input
}

fn flip_byte(random: &mut Random, mut input: Vec<u8>) -> Vec<u8> {
    let at = random.below(input.len());
    if let Some(byte) = input.get_mut(at) {
        *byte ^= 1 << random.below(8);
    }
    input
}

fn insert_byte(random: &mut Random, mut input: Vec<u8>) -> Vec<u8> {
    const BYTES: &[u8] = b"()|\";#:!_\\\0\x7f\xff\xc3\n\t -0.";
    let byte = *random.pick(BYTES).unwrap_or(&b'(');
    input.insert(random.below(input.len() + 1), byte);
    input
}

fn cut_bytes(random: &mut Random, mut input: Vec<u8>) -> Vec<u8> {
    let from = random.below(input.len());
    let count = random.below((input.len() - from).min(40) + 1);
    input.drain(from..from + count);
    input
}

/// Tokens of no language in particular: words, blanks, and every other byte for itself.
fn tokens(input: &[u8]) -> Vec<&[u8]> {
    let kind = |b: u8| match b {
        b if b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80 => 1,
        b if b.is_ascii_whitespace() => 2,
        _ => 0,
    };
    input.chunk_by(|a, b| kind(*a) != 0 && kind(*a) == kind(*b)).collect()
}

/// A random piece of the token list.
fn piece(random: &mut Random, count: usize) -> std::ops::Range<usize> {
    let from = random.below(count);
    from..from + random.below((count - from).min(12) + 1)
}

fn delete_tokens(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let mut tokens = tokens(input);
    let range = piece(random, tokens.len());
    tokens.drain(range);
    tokens.concat()
}

fn duplicate_tokens(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let tokens = tokens(input);
    let range = piece(random, tokens.len());
    let times = match random.below(20) {
        0 => random.below(2000),
        _ => 1 + random.below(3),
    };
    let (before, after) = (tokens[..range.end].concat(), tokens[range.end..].concat());
    [before, tokens[range].concat().repeat(times), after].concat()
}

fn swap_tokens(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let mut tokens = tokens(input);
    if !tokens.is_empty() {
        let (a, b) = (random.below(tokens.len()), random.below(tokens.len()));
        tokens.swap(a, b);
    }
    tokens.concat()
}

fn foreign_token(random: &mut Random, input: &[u8], corpus: &[Vec<u8>]) -> Vec<u8> {
    let empty = Vec::new();
    let other = tokens(random.pick(corpus).unwrap_or(&empty));
    let mut tokens = tokens(input);
    let at = random.below(tokens.len());
    if let (Some(token), Some(foreign)) = (tokens.get_mut(at), random.pick(&other)) {
        *token = foreign;
    }
    tokens.concat()
}

/// The beginning of one file with the end of another.
fn splice(random: &mut Random, input: &[u8], corpus: &[Vec<u8>]) -> Vec<u8> {
    let empty = Vec::new();
    let other = tokens(random.pick(corpus).unwrap_or(&empty));
    let tokens = tokens(input);
    let (end, start) = (random.below(tokens.len() + 1), random.below(other.len() + 1));
    [tokens[..end].concat(), other[start..].concat()].concat()
}

fn strange_number(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let mut tokens = tokens(input);
    let numbers: Vec<usize> =
        (0..tokens.len()).filter(|at| tokens[*at].iter().all(u8::is_ascii_digit)).collect();
    let many = b"7".repeat(1 + random.below(3000));
    let choices: [&[u8]; 8] = [
        b"0",
        b"00",
        b"9223372036854775807",
        b"9223372036854775808",
        b"-1",
        b"1.50",
        b"340282366920938463463374607431768211456",
        &many,
    ];
    if let (Some(at), Some(number)) = (random.pick(&numbers), random.pick(&choices)) {
        tokens[*at] = number;
    }
    tokens.concat()
}

/// Replaces a word by another word of the same input.
fn exchange_word(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let mut tokens = tokens(input);
    let words: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at][0].is_ascii_alphanumeric()).collect();
    if let (Some(to), Some(from)) = (random.pick(&words), random.pick(&words)) {
        tokens[*to] = tokens[*from];
    }
    tokens.concat()
}

/// Replaces a bracketed piece by another one of the same input.
fn exchange_piece(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let tokens = tokens(input);
    let pieces = bracketed(&tokens);
    let (Some(to), Some(from)) = (random.pick(&pieces), random.pick(&pieces)) else { return input.to_vec() };
    [tokens[..to.start].concat(), tokens[from.clone()].concat(), tokens[to.end..].concat()].concat()
}

/// All pieces between matching brackets, with the brackets.
fn bracketed(tokens: &[&[u8]]) -> Vec<std::ops::Range<usize>> {
    let mut open = Vec::new();
    let mut pieces = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            b"(" | b"[" | b"{" => open.push(at),
            b")" | b"]" | b"}" => pieces.extend(open.pop().map(|start| start..at + 1)),
            _ => {}
        }
    }
    pieces
}

/// Repeats the opening of a bracketed piece, and its closing as often: `(f (f (f x)))`.
fn nest(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let tokens = tokens(input);
    let opens: Vec<usize> =
        (0..tokens.len()).filter(|at| matches!(tokens[*at], b"(" | b"[" | b"{")).collect();
    let Some(&open) = random.pick(&opens) else { return input.to_vec() };
    let mut depth = 0;
    let mut close = tokens.len();
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match *token {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            close = at;
            break;
        }
    }
    // The repeated opening reaches up to somewhere inside of the piece.
    let inner = open + 1 + random.below((close - open).min(8));
    let times = match random.below(4) {
        0 => 1 + random.below(20_000),
        _ => 1 + random.below(20),
    };
    let opening = tokens[open..inner.min(tokens.len())].concat();
    let closing = tokens.get(close).copied().unwrap_or(b")");
    [
        tokens[..open].concat(),
        opening.repeat(times.min(LONGEST / opening.len().max(1))),
        tokens[open..close].concat(),
        closing.repeat(times + 1),
        tokens.get(close + 1..).unwrap_or_default().concat(),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_hold_all_of_the_input() {
        let input = b"(assert (= x_1 \"a b\")) ; \xff\n";
        assert_eq!(tokens(input).concat(), input);
        assert_eq!(tokens(b"(ab  1)"), [&b"("[..], b"ab", b"  ", b"1", b")"]);
    }

    #[test]
    fn a_case_repeats_for_its_seed_and_never_panics() {
        let corpus = vec![b"(assert (< x 10))\n(check-sat)".to_vec(), b"".to_vec(), b"[1, {2}]".to_vec()];
        for number in 0..20_000 {
            let input = case(&mut Random::new(7, number), &corpus);
            assert!(input.len() <= LONGEST);
            if number % 100 == 0 {
                assert_eq!(input, case(&mut Random::new(7, number), &corpus));
            }
        }
        assert!(case(&mut Random::new(1, 1), &[]).len() <= LONGEST);
    }
}
