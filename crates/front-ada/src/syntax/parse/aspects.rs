//! Aspects and pragmas.

use super::{Parser, Read};
use crate::syntax::ast::{
    AggregateBase, Argument, Aspect, AspectValue, Association, Choice, ContractCase, Expr, ExprKind, Name,
    Pragma,
};
use crate::syntax::tokens::{Kind, Token};
use source::Diagnostic;

/// Aspects that say which variables are used. The body says so too, so they are passed over.
const SKIPPED: &[&str] = &[
    "abstract_state",
    "depends",
    "global",
    "initializes",
    "refined_depends",
    "refined_global",
    "refined_state",
];

impl Parser<'_> {
    /// `with Pre => X > 0, Inline`; none without `with`.
    pub(super) fn aspects(&mut self) -> Read<Vec<Aspect>> {
        let mut found = Vec::new();
        if !self.eat("with") {
            return Ok(found);
        }
        loop {
            let start = self.here();
            let name = self.aspect_name()?;
            let class = self.is("'");
            if class {
                self.next += 2;
            }
            if SKIPPED.contains(&name.key.as_str()) {
                self.skip_value();
            } else {
                let value = self.aspect_value(&name)?;
                found.push(Aspect { name, class, value, at: self.since(start) });
            }
            if !self.eat(",") {
                return Ok(found);
            }
        }
    }

    /// Most aspects are identifiers; some, such as `Synchronized`, are reserved words.
    fn aspect_name(&mut self) -> Read<Name> {
        match self.ahead(0) {
            Some(token @ Token { kind: Kind::Word(_), .. }) if self.is_at(1, "=>") || self.is_at(1, ",") => {
                self.next += 1;
                Ok(self.name_of(token))
            }
            _ => self.identifier("the name of an aspect"),
        }
    }

    /// Goes to what follows the value of an aspect.
    fn skip_value(&mut self) {
        let mut open = 0usize;
        while let Some(token) = self.ahead(0) {
            match token.kind {
                Kind::Sign("(" | "[") => open += 1,
                Kind::Sign(")" | "]") => open = open.saturating_sub(1),
                Kind::Sign("," | ";") | Kind::Word("is") if open == 0 => return,
                _ => {}
            }
            self.next += 1;
        }
    }

    fn aspect_value(&mut self, name: &Name) -> Read<AspectValue> {
        if !self.eat("=>") {
            return Ok(AspectValue::Flag);
        }
        let value = self.condition()?;
        if name.key == "contract_cases" {
            return Ok(AspectValue::Cases(cases(value)?));
        }
        Ok(AspectValue::Expr(value))
    }

    /// `pragma Assert (C, "message");`
    pub(super) fn pragma(&mut self) -> Read<Pragma> {
        let start = self.here();
        self.expect("pragma")?;
        let name = match self.ahead(0) {
            // `pragma Interface (…)` is older than the reserved word.
            Some(token @ Token { kind: Kind::Word("interface"), .. }) => {
                self.next += 1;
                self.name_of(token)
            }
            _ => self.identifier("the name of a pragma")?,
        };
        let opened = self.here();
        let mut args: Vec<Argument> = Vec::new();
        if self.eat("(") {
            args = self.deeper(Parser::arguments)?;
            self.closing(opened)?;
        }
        self.expect(";")?;
        Ok(Pragma { name, args, at: self.since(start) })
    }
}

/// The cases that an argument of `pragma Contract_Cases` is made of.
pub(crate) fn contract_cases(value: &Expr) -> Option<Vec<ContractCase>> {
    cases(value.clone()).ok()
}

/// The value of `Contract_Cases`, which is written like an aggregate.
fn cases(value: Expr) -> Read<Vec<ContractCase>> {
    let place = value.span();
    let wrong = || {
        Box::new(
            Diagnostic::error("`Contract_Cases` wants cases")
                .primary(place, "no list of cases")
                .help("write `(guard => consequence, others => consequence)`"),
        )
    };
    let ExprKind::Aggregate(aggregate) = value.kind else { return Err(wrong()) };
    if aggregate.base != AggregateBase::None {
        return Err(wrong());
    }
    let mut found = Vec::new();
    for item in aggregate.items {
        let Association::Named { mut choices, value: Some(consequence) } = item else { return Err(wrong()) };
        let guard = match (choices.pop(), choices.is_empty()) {
            (Some(Choice::Others(_)), true) => None,
            (Some(Choice::Expr(guard)), true) => Some(guard),
            _ => return Err(wrong()),
        };
        found.push(ContractCase { guard, consequence });
    }
    Ok(found)
}
