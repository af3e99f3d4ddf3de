//! Random small programs, loaded, and all small goals for them.

use guided::free::Plan;
use guided::{Bounds, Mode};
use logic::{Atom, Program, Term, Terms, VarId};
pub use testkit::logic_programs::{Family, program};

pub fn load(text: &str) -> Program {
    let mut files = source::Files::new();
    let file = files.add("random.pl", text);
    let loaded = front_clp::load(&files, file);
    loaded
        .program
        .unwrap_or_else(|| panic!("{text}\n{}", source::render_all(&loaded.diagnostics, &files, false)))
}

pub fn plan(program: &Program, name: &str, modes: &[Mode], depth: u32) -> Plan {
    Plan {
        pred: program.find(name, modes.len()).expect("the predicate is there"),
        modes: modes.to_vec(),
        first_solution: false,
        bounds: Bounds::new(depth, 2_000),
    }
}

/// All rows of modes of a length.
pub fn all_modes(count: usize) -> Vec<Vec<Mode>> {
    let mut rows = vec![Vec::new()];
    for _ in 0..count {
        rows = rows
            .into_iter()
            .flat_map(|row| {
                [Mode::Ground, Mode::Free, Mode::Any].map(|mode| {
                    let mut row = row.clone();
                    row.push(mode);
                    row
                })
            })
            .collect();
    }
    rows
}

/// All terms up to a size over the symbols of random programs, constants that they do not name, small integers, and so
/// many variables from one on.
pub fn terms_up_to(
    terms: &mut Terms,
    size: usize,
    family: Family,
    vars: std::ops::Range<usize>,
) -> Vec<Term> {
    let mut by_size: Vec<Vec<Term>> = vec![Vec::new(), Vec::new()];
    for name in ["a", "b", "other1", "other2"] {
        let atom = terms.intern(name);
        by_size[1].push(terms.atom(atom));
    }
    by_size[1].push(terms.atom(Atom::NIL));
    let ints = if family == Family::Terms { 0..1 } else { -1..5 };
    if family == Family::Guards {
        for value in [0.5, 1.5, 2.0, 2.5, -0.5].into_iter().filter_map(logic::Float::new) {
            let float = terms.float(value);
            by_size[1].push(float);
        }
        for text in ["ab", "c", "other"] {
            let string = terms.string(text);
            by_size[1].push(string);
        }
    }
    for n in ints {
        by_size[1].push(terms.int(n.into()));
    }
    for v in vars {
        by_size[1].push(terms.var(VarId::new(v)));
    }
    let [f, s, g, plus] = ["f", "s", "g", "+"].map(|name| terms.intern(name));
    for n in 2..=size {
        let mut found = Vec::new();
        for arg in by_size[n - 1].clone() {
            found.push(terms.compound(f, &[arg]));
            found.push(terms.compound(s, &[arg]));
        }
        for left in 1..n.saturating_sub(1) {
            for x in by_size[left].clone() {
                for y in by_size[n - 1 - left].clone() {
                    found.push(terms.compound(g, &[x, y]));
                    found.push(terms.compound(Atom::CONS, &[x, y]));
                    if family == Family::Guards {
                        found.push(terms.compound(plus, &[x, y]));
                    }
                }
            }
        }
        by_size.push(found);
    }
    by_size.concat()
}
