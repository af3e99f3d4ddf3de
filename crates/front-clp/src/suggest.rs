//! "Did you mean …": the nearest name that is defined.

use logic::{Program, builtins};

/// The nearest predicate, if one is near.
pub(crate) fn suggestion(program: &Program, name: &str, arity: usize) -> Option<String> {
    // Long names are compared to nothing: it would take long, and they are not mistyped by two letters only.
    if name.len() > 60 {
        return None;
    }
    let limit = match name.chars().count() {
        0..3 => 0,
        3..6 => 1,
        _ => 2,
    };
    let own = program.preds.iter().filter(|pred| pred.defined);
    // A program with very many predicates is not searched through for each mistake.
    let mut names: Vec<(&str, usize)> =
        own.take(10_000).map(|pred| (program.terms.name(pred.name), pred.arity)).collect();
    names.extend(builtins::names().map(|(name, arity)| -> (&str, usize) { (name, arity) }));
    let near = |(other, other_arity): (&str, usize)| {
        if other.len().abs_diff(name.len()) > 8 {
            return None;
        }
        let far = distance(name, other);
        let fits = far <= limit && (far > 0 || other_arity != arity) && (far == 0 || other_arity == arity);
        fits.then(|| (far, format!("{}/{other_arity}", logic::quoted(other))))
    };
    names.into_iter().filter_map(near).min().map(|(_, shown)| shown)
}

/// How many letters must be changed, added or left out (Levenshtein).
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let changed = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn letters_are_counted() {
        assert_eq!(distance("append", "apend"), 1);
        assert_eq!(distance("", "ab"), 2);
        assert_eq!(distance("member", "member"), 0);
    }
}
