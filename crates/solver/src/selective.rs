//! The constraint selective unification problem: whether there is an instance of an atom that unifies with some atoms
//! and not with others.
//!
//! A constraint atom ⟨c | p(s̄)⟩ stands for the ground atoms p(s̄) for which c holds. Given one, C, and two sets
//! H⁺ and H⁻ of others, the question is whether some C ∧ d unifies with each of H⁺ and with none of H⁻. It is
//! enough to look at the weakest d that keeps off H⁻, the negative constraint γ = ⋀ ∀V (s̄ ≠ t̄ ∨ ¬d), and to ask
//! for each of H⁺ whether C ∧ γ unifies with it
//! (F. Mesnard, É. Payet, G. Vidal, *Concolic testing in CLP*: Definitions 4 and 9, Corollary 1).
//!
//! γ has no quantifiers here: it is the complement of patterns, so that it goes the solver's fast way.
//!
//! ```
//! use base::Budget;
//! use formula::{Sort, Terms};
//! use solver::{Atom, Selective, negative, selective};
//! let mut t = Terms::new();
//! let (n, x, y) = (t.var("N", Sort::TREE), t.var("X", Sort::TREE), t.var("Y", Sort::TREE));
//! let (a, s) = (t.symbol("a"), t.symbol("s"));
//! let (a, sy) = (t.functor(a, &[]), t.functor(s, &[y]));
//! let is_a = t.eq(x, a);
//! // p(N) against the rules p(X) ← X = a and p(s(Y)) ← q(Y).
//! let call = Atom::new(t.tru(), &[n]);
//! let rules = [Atom::new(is_a, &[x]), Atom::new(t.tru(), &[sy])];
//! let budget = Budget::unlimited();
//! let off = negative(&mut t, &call, &rules, &budget).unwrap();
//! let shown = t.readable(off);
//! assert_eq!(t.show(shown), "N ≠ a ∧ ∀Y N ≠ s(Y)");
//! let one_only = selective(&mut t, &call, &rules[1..], &rules[..1], &budget);
//! assert!(matches!(one_only, Selective::Some { .. }));
//! ```

use crate::eliminate;
use crate::quantifiers::{Kept, exists, opposite};
use crate::state::{Solver, State};
use crate::verdict::{Unknown, Verdict};
use base::Budget;
use formula::{Model, Op, Term, Terms};
use std::sync::Arc;

/// A constraint atom ⟨constraint | p(args)⟩. The predicate is the caller's business: all atoms of a question have
/// the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The constraint.
    pub constraint: Term,
    /// The arguments: trees or numbers.
    pub args: Vec<Term>,
}

/// The answer to a selective unification problem.
#[derive(Clone, Debug)]
pub enum Selective {
    /// There is no such instance.
    Empty,
    /// There is one, and all others are below it.
    Some {
        /// The constraint c ∧ γ of the most general one.
        constraint: Term,
        /// For each of H⁺ a valuation under which the atoms are the same; for no H⁺ one of the constraint alone.
        witnesses: Vec<Arc<Model>>,
    },
    /// Undecided, and why.
    Unknown(Unknown),
}

impl Atom {
    /// The atom with this constraint and these arguments.
    pub fn new(constraint: Term, args: &[Term]) -> Atom {
        Atom { constraint, args: args.to_vec() }
    }

    /// The constraint as the arguments see it: other variables are eliminated, and it is made readable.
    ///
    /// # Errors
    ///
    /// Why a variable could not be eliminated.
    pub fn projected(&self, terms: &mut Terms, budget: &Budget) -> Result<Term, Kept> {
        let kept = terms.free_vars(&self.args);
        let mut local = self.variables(terms);
        local.retain(|v| !kept.contains(v));
        let plain = eliminate(terms, self.constraint, budget)?;
        let plain = exists(terms, &local, plain, budget)?;
        Ok(terms.readable(plain))
    }

    fn variables(&self, terms: &Terms) -> Vec<Term> {
        let mut all = vec![self.constraint];
        all.extend_from_slice(&self.args);
        terms.free_vars(&all)
    }

    /// The same with other variables wherever it shares one with what is `taken`.
    fn apart(&self, terms: &mut Terms, taken: &[Term]) -> Atom {
        let mut map = Vec::new();
        for v in self.variables(terms) {
            if taken.contains(&v) {
                let name = match terms.op(v) {
                    Op::Var(s) => terms.name(*s).to_string(),
                    _ => "v".into(),
                };
                let sort = terms.sort_of(v);
                map.push((v, terms.fresh_var(&name, sort)));
            }
        }
        if map.is_empty() {
            return self.clone();
        }
        let args = self.args.iter().map(|t| terms.substitute(*t, &map)).collect();
        Atom { constraint: terms.substitute(self.constraint, &map), args }
    }

    /// s̄ = t̄ ∧ d: what makes the arguments of another atom the same as those of this one.
    fn same(&self, terms: &mut Terms, args: &[Term]) -> Term {
        let fits = self.args.len() == args.len()
            && self.args.iter().zip(args).all(|(s, t)| terms.sort_of(*s) == terms.sort_of(*t));
        if !fits {
            return terms.fals();
        }
        let mut parts: Vec<Term> = self.args.iter().zip(args).map(|(t, s)| terms.eq(*s, *t)).collect();
        parts.push(self.constraint);
        terms.and(&parts)
    }
}

/// The negative constraint γ of an atom against others, without quantifiers: ⋀ ∀V (s̄ ≠ t̄ ∨ ¬d), where V are
/// the variables of each of the others. An atom that shares variables is renamed first.
///
/// # Errors
///
/// Why a variable could not be eliminated.
pub fn negative(terms: &mut Terms, atom: &Atom, against: &[Atom], budget: &Budget) -> Result<Term, Kept> {
    let own = atom.variables(terms);
    let mut parts = Vec::with_capacity(against.len());
    for h in against {
        let h = h.apart(terms, &own);
        let same = h.same(terms, &atom.args);
        let same = eliminate(terms, same, budget)?;
        let vars = h.variables(terms);
        let some = exists(terms, &vars, same, budget)?;
        parts.push(opposite(terms, some));
    }
    let all = terms.and(&parts);
    Ok(terms.simplify(all))
}

/// Decides whether an instance of `atom` unifies with each of `with` (not necessarily by one ground instance) and
/// with none of `without`.
pub fn selective(
    terms: &mut Terms,
    atom: &Atom,
    with: &[Atom],
    without: &[Atom],
    budget: &Budget,
) -> Selective {
    let (constraint, start) = match start(terms, atom, without, budget) {
        Ok(s) => s,
        Err(why) => return Selective::Unknown(why),
    };
    let own = atom.variables(terms);
    let mut questions = Vec::with_capacity(with.len());
    for h in with {
        let h = h.apart(terms, &own);
        let same = h.same(terms, &atom.args);
        questions.push(start.assert(same));
    }
    if questions.is_empty() {
        questions.push(start);
    }
    let mut solver = Solver::new();
    let mut witnesses = Vec::with_capacity(questions.len());
    let mut unknown = None;
    for q in questions {
        match solver.check_state(terms, &q, budget) {
            Verdict::Sat(m) => witnesses.push(m),
            Verdict::Unsat(_) => return Selective::Empty,
            Verdict::Unknown(u) => unknown = Some(u),
        }
    }
    match unknown {
        Some(u) => Selective::Unknown(u),
        None => Selective::Some { constraint, witnesses },
    }
}

/// The same for one ground instance of `atom`, which must match all of `with` and none of `without`. A model gives
/// the instance.
pub fn selective_ground(
    terms: &mut Terms,
    atom: &Atom,
    with: &[Atom],
    without: &[Atom],
    budget: &Budget,
) -> Selective {
    let (mut constraint, mut state) = match start(terms, atom, without, budget) {
        Ok(s) => s,
        Err(why) => return Selective::Unknown(why),
    };
    let mut taken = atom.variables(terms);
    for h in with {
        let h = h.apart(terms, &taken);
        taken.extend(h.variables(terms));
        let same = h.same(terms, &atom.args);
        constraint = terms.and(&[constraint, same]);
        state = state.assert(same);
    }
    match Solver::new().check_state(terms, &state, budget) {
        Verdict::Sat(m) => Selective::Some { constraint, witnesses: vec![m] },
        Verdict::Unsat(_) => Selective::Empty,
        Verdict::Unknown(u) => Selective::Unknown(u),
    }
}

/// c ∧ γ, as a formula and as a state.
fn start(
    terms: &mut Terms,
    atom: &Atom,
    without: &[Atom],
    budget: &Budget,
) -> Result<(Term, State), Unknown> {
    let off = match negative(terms, atom, without, budget) {
        Ok(f) => f,
        Err(Kept::Outside(why)) => return Err(Unknown::Incomplete(why)),
        Err(Kept::Stopped(s)) => return Err(Unknown::Stopped(s)),
    };
    let all = terms.and(&[atom.constraint, off]);
    Ok((all, State::new().assert(atom.constraint).assert(off)))
}
