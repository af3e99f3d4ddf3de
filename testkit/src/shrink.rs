//! Making a failing problem small: drop assertions, replace subterms by their own parts or by
//! constants, as long as the failure stays.

use crate::problems::Problem;
use formula::{Sort, Term};

/// The smallest problem found for which `fails` still says true.
pub fn shrink(p: &mut Problem, fails: &mut dyn FnMut(&Problem) -> bool) {
    loop {
        let mut progress = false;
        let mut i = 0;
        while i < p.assertions.len() {
            let saved = p.assertions.remove(i);
            if fails(p) {
                progress = true;
            } else {
                p.assertions.insert(i, saved);
                i += 1;
            }
        }
        let mut i = 0;
        while i < p.assertions.len() {
            if let Some(smaller) = replace_one(p, i, fails) {
                p.assertions[i] = smaller;
                progress = true;
            } else {
                i += 1;
            }
        }
        if !progress {
            return;
        }
    }
}

fn replace_one(p: &mut Problem, i: usize, fails: &mut dyn FnMut(&Problem) -> bool) -> Option<Term> {
    let old = p.assertions[i];
    let mut subterms = Vec::new();
    p.terms.visit(&[old], |t| subterms.push(t));
    subterms.reverse();
    for t in subterms {
        let sort = p.terms.sort_of(t);
        let mut options: Vec<Term> =
            p.terms.args(t).iter().copied().filter(|a| p.terms.sort_of(*a) == sort).collect();
        if sort == Sort::BOOL {
            options.extend([p.terms.tru(), p.terms.fals()]);
        }
        if sort == Sort::INT && !p.terms.args(t).is_empty() {
            options.push(p.terms.int(0));
            options.push(p.terms.int(1));
        }
        for o in options {
            let new = p.terms.substitute(old, &[(t, o)]);
            if new == old || p.terms.size(new) >= p.terms.size(old) {
                continue;
            }
            p.assertions[i] = new;
            let still = fails(p);
            p.assertions[i] = old;
            if still {
                return Some(new);
            }
        }
    }
    None
}
