//! What is said of the shape of a heap, and of lists as a whole.

use super::formula::{Read, Reader};
use super::values::Value;
use imperative::claims::When;
use imperative::{Expr as Ir, Formula, FormulaKind as Kind, Predicate, Type};

impl Reader<'_, '_, '_> {
    /// What a word says of lists, if it is one of those.
    pub fn of_lists(&mut self, word: &str) -> Option<Read<Formula>> {
        Some(match word {
            "acyclic" | "tree" | "sorted" | "disjoint" => self.shape(word),
            "equal" => self.same_lists(),
            "multiset" => self.same_elements(),
            _ => return None,
        })
    }

    /// `sorted(p)`, and `sorted(\old(p))`: the list at the entry.
    fn shape(&mut self, name: &str) -> Read<Formula> {
        self.at += 1;
        self.expect("(")?;
        let (when, first, ty) = self.pointer_of_state()?;
        let predicate = match name {
            "acyclic" => Predicate::Acyclic(first),
            "tree" => Predicate::Tree(first),
            "disjoint" => {
                self.expect(",")?;
                let (other, second, _) = self.pointer_of_state()?;
                if other != when {
                    return Err("lists of two states are not compared by `disjoint`".to_string());
                }
                Predicate::Disjoint(first, second)
            }
            _ => {
                let Type::Ref(s) = ty else { return Err("only lists can be sorted".to_string()) };
                let of = self.lower.cx.shapes.structs.get(s.index());
                if !of.is_some_and(|of| of.link(s).is_some() && of.key().is_some()) {
                    return Err(self.no_list(s, "a sorted list has one link and a number"));
                }
                Predicate::Sorted(first)
            }
        };
        self.expect(")")?;
        let now = self.make(Kind::Predicate(predicate));
        Ok(if when == When::Here { now } else { self.make(Kind::At(when, Box::new(now))) })
    }

    /// A pointer, and the state in which what it leads to is meant.
    fn pointer_of_state(&mut self) -> Read<(When, Ir, Type)> {
        let (when, value) = self.value_of_state()?;
        let (e, ty) = self.number_or_pointer(&value)?;
        let ty = ty.filter(Type::is_reference).ok_or("this is no pointer")?;
        Ok((when, e, ty))
    }

    /// A value, `\old(v)` or `\at(v, L)`: what stands before a list whose cells are meant as they are in that state.
    pub fn value_of_state(&mut self) -> Read<(When, Value)> {
        let word = self.peek().unwrap_or("").to_string();
        let called = self.tokens.get(self.at + 1).is_some_and(|t| t == "(");
        // What comes behind belongs to the value: `\old(p)->next` is a cell of now.
        if !(called && (word == "\\old" || word == "\\at")) || !self.closes_argument() {
            return Ok((When::Here, self.sum()?));
        }
        self.at += 2;
        let found = self.in_state(word == "\\old", Self::sum)?;
        self.expect(")")?;
        Ok(found)
    }

    /// Whether the parenthesis after this word closes right before the end of an argument.
    fn closes_argument(&self) -> bool {
        let mut open = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at + 1) {
            match token.as_str() {
                "(" => open += 1,
                ")" => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                return self.tokens.get(at + 1).is_some_and(|next| next == ")" || next == ",");
            }
        }
        false
    }
}
