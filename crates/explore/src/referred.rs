//! Where references of an input may lead, besides what their types say ([`imperative::Referred`]).
//!
//! ```text
//! type Ptr is access Vec;      Vec is array (Positive range <>) of Integer
//! function F (P : Ptr)         P = nil ∨ (first(P) ≥ 1 ∧ …)       where a path asks something of P
//! ```

use crate::explorer::Explorer;
use formula::{Op, Term};
use imperative::{Referred, VarId};
use solver::State;

impl Explorer<'_> {
    /// A condition, and that no reference that it is about leads to an input that is an object of its own, nor elsewhere than its type
    /// lets it.
    pub(crate) fn with_own_apart(&mut self, condition: &State) -> State {
        let known: &[(VarId, Referred)] =
            self.program.proc(self.proc).map_or(&[], |proc| proc.references.as_slice());
        if self.world.own().is_empty() && self.program.references.is_empty() && known.is_empty() {
            return condition.clone();
        }
        let mut facts: Vec<Term> = Vec::new();
        let mut arrays: Vec<(Term, u32)> = Vec::new();
        let (references, _) = self.references_and_parts(condition);
        for r in references {
            let input = self.inputs.iter().find(|(_, term)| *term == r);
            // A search for small inputs has names for cells that are no references of the program.
            if input.is_none() && matches!(self.world.terms.op(r), Op::Var(_)) {
                continue;
            }
            facts.extend(self.world.leads_to_no_own(r));
            let of_input = input.and_then(|(var, _)| known.iter().find(|(of, _)| of == var));
            let Some(referred) = of_input.map(|(_, known)| known.clone()).or_else(|| self.world.referred(r))
            else {
                continue;
            };
            facts.extend(self.world.facts_of(r, &referred));
            let Some(array) = referred.array else { continue };
            let sort = self.world.terms.sort_of(r);
            for (other, kind) in &arrays {
                if *kind != array.kind && self.world.terms.sort_of(*other) == sort {
                    facts.push(self.world.lead_apart(r, *other));
                }
            }
            arrays.push((r, array.kind));
        }
        let mut out = condition.clone();
        for fact in facts {
            self.ranges.insert(fact);
            out = out.assert(fact);
        }
        out
    }
}
