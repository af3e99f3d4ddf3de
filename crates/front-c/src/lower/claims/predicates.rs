//! Predicates of the author: `//@ predicate p(int *a, integer n) = F;`
//!
//! Where one is used, its text is read anew with the arguments as the meaning of its parameters.

use super::Scene;
use super::clauses::unused;
use super::formula::Reader;
use super::tokens::tokens;
use crate::tree::{Clause, Unit};
use imperative::Formula;
use source::Diagnostic;
use std::collections::BTreeMap;

type Read<T> = Result<T, String>;

/// A predicate as it is written.
#[derive(Clone)]
pub(in crate::lower) struct PredicateText {
    params: Vec<String>,
    body: Vec<String>,
}

/// All predicates of a file, and what is wrong with others.
pub(in crate::lower) fn predicates(unit: &Unit) -> (BTreeMap<String, PredicateText>, Vec<Diagnostic>) {
    let (mut found, mut problems) = (BTreeMap::new(), Vec::new());
    let functions = unit.functions.iter().flat_map(|f| &f.annotations);
    let all = functions.chain(unit.annotations.iter().flat_map(|a| &a.clauses));
    for clause in all.filter(|c| c.keyword == "predicate") {
        match read(clause) {
            Ok((name, _)) if found.contains_key(&name) => {
                problems.push(unused(clause, &format!("there is a predicate `{name}` already")));
            }
            Ok((name, predicate)) => {
                found.insert(name, predicate);
            }
            Err(why) => problems.push(unused(clause, &why)),
        }
    }
    (found, problems)
}

/// `p{L}(int *a, integer n) = F`
fn read(clause: &Clause) -> Read<(String, PredicateText)> {
    let tokens = tokens(&clause.text)?;
    let mut rest = tokens.iter().map(String::as_str);
    let name = rest.next().ok_or("a name is missing")?;
    let mut next = rest.next();
    if next == Some("{") {
        // A single label is the state where it is used.
        if rest.any(|t| t == "}") {
            next = rest.next();
        }
    }
    let mut params = Vec::new();
    if next == Some("(") {
        let mut last = "";
        loop {
            match rest.next().ok_or("`)` is missing")? {
                end @ ("," | ")") => {
                    params.push(last.to_string());
                    if end == ")" {
                        break;
                    }
                }
                "[" | "]" | "*" => {}
                word => last = word,
            }
        }
        next = rest.next();
    }
    if next != Some("=") {
        return Err("`=` is expected after the parameters".to_string());
    }
    let body: Vec<String> = rest.map(str::to_string).collect();
    if body.is_empty() || params.iter().any(String::is_empty) {
        return Err("something is missing".to_string());
    }
    Ok((name.to_string(), PredicateText { params, body }))
}

impl Reader<'_, '_, '_> {
    /// The use of a predicate.
    pub fn predicate(&mut self, name: &str) -> Read<Formula> {
        self.deeper()?;
        let predicate = self.lower.cx.predicates.get(name).cloned().ok_or("there is no such predicate")?;
        self.at += 1;
        if self.take("{") {
            let here = self.take("Here");
            if !here || !self.take("}") {
                return Err("predicates of other states are not supported".to_string());
            }
        }
        let mut values = Vec::new();
        if self.take("(") {
            loop {
                values.push(self.sum()?);
                if !self.take(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        if values.len() != predicate.params.len() {
            let count = predicate.params.len();
            let s = if count == 1 { "" } else { "s" };
            return Err(format!("`{name}` has {count} parameter{s}"));
        }
        let inside = predicate.params.into_iter().zip(values).collect();
        let bound = std::mem::replace(&mut self.bound, inside);
        let tokens = std::mem::replace(&mut self.tokens, predicate.body);
        let at = std::mem::replace(&mut self.at, 0);
        let scene = std::mem::replace(&mut self.scene, Scene::Predicate);
        let formula = self.formula().and_then(|f| self.end().map(|()| f));
        (self.bound, self.tokens, self.at, self.scene) = (bound, tokens, at, scene);
        self.depth -= 1;
        formula.map_err(|why| match scene {
            // Only the outermost is named.
            Scene::Predicate => why,
            _ => format!("in the predicate `{name}`: {why}"),
        })
    }
}
