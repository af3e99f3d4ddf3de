//! Random goals with `catch/3`, `throw/1` and choices, as text.
//!
//! ```
//! let goal = testkit::catch_goals::goal(&mut base::Random::new(1), 3);
//! assert!(goal.starts_with("catch("));
//! ```

use base::Random;

const VARS: [&str; 3] = ["X", "Y", "Z"];

fn var(random: &mut Random) -> &'static str {
    VARS[random.below(3)]
}

/// What is thrown, or what catches.
fn ball(random: &mut Random) -> String {
    match random.below(5) {
        0 => "a".to_string(),
        1 => "b".to_string(),
        2 => format!("f({})", var(random)),
        _ => var(random).to_string(),
    }
}

fn inner(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return match random.below(6) {
            0 => format!("{} = {}", var(random), 1 + random.below(3)),
            1 => format!("member({},[1,2])", var(random)),
            2 => format!("throw({})", ["a", "b", "f(1)"][random.below(3)]),
            3 => format!("{} \\== 1", var(random)),
            4 => "fail".to_string(),
            _ => "true".to_string(),
        };
    }
    let mut part = || inner(random, depth - 1);
    let (a, b, c) = (part(), part(), part());
    match random.below(9) {
        0..=2 => format!("catch(({a}),{},({b}))", ball(random)),
        3 | 4 => format!("({a}, {b})"),
        5 => format!("({a} ; {b})"),
        6 => format!("({a} -> {b} ; {c})"),
        7 => format!("once(({a}))"),
        _ => format!("\\+ ({a})"),
    }
}

/// A goal that catches what it throws.
pub fn goal(random: &mut Random, depth: usize) -> String {
    format!("catch(({}),Ball,true)", inner(random, depth))
}
