//! The functions of the theories: Core, Ints, Reals, ArraysEx.
//!
//! Where integers and reals meet, integers are taken as reals, as z3 does; so `(> x 1)` works for a real
//! `x`. Everything else must fit exactly.

use crate::elaborate::{Argument, Elaborator};
use crate::sexpr::Node;
use crate::trouble::{Trouble, at, at_help, sort_name};
use formula::{Op, Sort, Term};
use source::Diagnostic;

/// Functions that a script cannot declare itself.
pub(crate) const CORE: &[&str] = &[
    "true", "false", "not", "and", "or", "xor", "=>", "=", "distinct", "ite", "+", "-", "*", "<", "<=", ">",
    ">=",
];

/// Further functions; a declaration of the same name takes precedence.
/// The second line has words that only z3 knows, and many scripts use.
const OTHERS: &[&str] = &[
    "/", "div", "mod", "abs", "to_real", "to_int", "is_int", "select", "store", //
    "implies", "iff", "if", "rem",
];

/// All built-in functions, for suggestions.
pub(crate) fn all() -> Vec<&'static str> {
    CORE.iter().chain(OTHERS).copied().collect()
}

/// Sums and junctions with more arguments than this are not opened up by the ones around them: otherwise
/// a chain of definitions that use the one before twice would be written out to its end.
const OPEN_UP: usize = 64;

impl Elaborator<'_, '_> {
    /// A built-in function applied to arguments; `None` if there is none of this name.
    pub(crate) fn builtin(
        &mut self,
        name: &str,
        head: Node,
        args: &[Argument],
    ) -> Option<Result<Term, Trouble>> {
        Some(match name {
            "not" => self.exactly(head, args, 1).and_then(|()| {
                let args = self.booleans(head, args)?;
                Ok(self.terms.not(args[0]))
            }),
            "and" => self.booleans(head, args).map(|args| self.wide(Op::And, Sort::BOOL, &args)),
            "or" => self.booleans(head, args).map(|args| self.wide(Op::Or, Sort::BOOL, &args)),
            "=>" | "implies" => self.implies(head, args),
            "xor" => self.xor(head, args),
            "=" => self.equal(head, args),
            "iff" => self.at_least(head, args, 2).and_then(|()| {
                self.booleans(head, args)?;
                self.equal(head, args)
            }),
            "distinct" => self.at_least(head, args, 1).and_then(|()| {
                let args = self.one_sort(head, args)?;
                Ok(self.terms.distinct(&args))
            }),
            "ite" | "if" => self.ite(head, args),
            "+" => self.at_least(head, args, 1).and_then(|()| {
                let (args, sort) = self.numbers(head, args)?;
                Ok(self.wide(Op::Add, sort, &args))
            }),
            "-" => self.minus(head, args),
            "*" => self.at_least(head, args, 1).and_then(|()| {
                let (args, _) = self.numbers(head, args)?;
                let mut product = args[0];
                for factor in &args[1..] {
                    product = self.terms.mul(product, *factor);
                }
                Ok(product)
            }),
            "<" | "<=" | ">" | ">=" => self.compare(name, head, args),
            "/" => self.at_least(head, args, 2).and_then(|()| {
                let args = self.reals(head, args)?;
                let mut quotient = args[0];
                for divisor in &args[1..] {
                    quotient = self.terms.real_div(quotient, *divisor);
                }
                Ok(quotient)
            }),
            "div" => self.at_least(head, args, 2).and_then(|()| {
                let args = self.integers(head, args)?;
                let mut quotient = args[0];
                for divisor in &args[1..] {
                    quotient = self.terms.div(quotient, *divisor);
                }
                Ok(quotient)
            }),
            "mod" => self.exactly(head, args, 2).and_then(|()| {
                let args = self.integers(head, args)?;
                Ok(self.terms.modulo(args[0], args[1]))
            }),
            "rem" => self.exactly(head, args, 2).and_then(|()| {
                // z3's: the remainder, with the sign of the divisor.
                let args = self.integers(head, args)?;
                let (rest, zero) = (self.terms.modulo(args[0], args[1]), self.terms.int(0));
                let (negated, positive) = (self.terms.neg(rest), self.terms.le(zero, args[1]));
                Ok(self.terms.ite(positive, rest, negated))
            }),
            "abs" => self.exactly(head, args, 1).and_then(|()| {
                let (args, _) = self.numbers(head, args)?;
                Ok(self.terms.abs(args[0]))
            }),
            "to_real" => self.exactly(head, args, 1).and_then(|()| Ok(self.reals(head, args)?[0])),
            "to_int" => self.exactly(head, args, 1).and_then(|()| {
                let args = self.reals(head, args)?;
                Ok(self.terms.to_int(args[0]))
            }),
            "is_int" => self.exactly(head, args, 1).and_then(|()| {
                let args = self.reals(head, args)?;
                let floor = self.terms.to_int(args[0]);
                let floor = self.terms.to_real(floor);
                Ok(self.terms.eq(floor, args[0]))
            }),
            "select" => self.select(head, args),
            "store" => self.store(head, args),
            _ => return None,
        })
    }

    /// Whether a number is a multiple of another: `((_ divisible n) x)`.
    pub(crate) fn divisible(&mut self, head: Node, by: Term, args: &[Argument]) -> Result<Term, Trouble> {
        self.exactly(head, args, 1)?;
        let args = self.integers(head, args)?;
        let rest = self.terms.modulo(args[0], by);
        let zero = self.terms.int(0);
        Ok(self.terms.eq(rest, zero))
    }

    /// An array with one value everywhere: `((as const (Array I E)) v)`.
    pub(crate) fn constant_array(
        &mut self,
        head: Node,
        sort: Sort,
        args: &[Argument],
    ) -> Result<Term, Trouble> {
        self.exactly(head, args, 1)?;
        let Some((_, element)) = self.array_parts(sort) else {
            let found = sort_name(self.terms, sort);
            return Err(at(
                self.forest.span(head),
                format!("`const` makes arrays, not values of sort {found}"),
                "needs an array sort, as in `(as const (Array Int Int))`",
            ));
        };
        let value = self.fitting(head, args[0], element)?;
        Ok(self.terms.const_array(sort, value))
    }

    fn wide(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let large = args.iter().any(|a| *self.terms.op(*a) == op && self.terms.args(*a).len() > OPEN_UP);
        match op {
            _ if large && args.len() > 1 => self.terms.intern(op, sort, args),
            Op::And => self.terms.and(args),
            Op::Or => self.terms.or(args),
            _ => self.terms.add(args),
        }
    }

    fn implies(&mut self, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        self.at_least(head, args, 2)?;
        let args = self.booleans(head, args)?;
        // Associates to the right, and a ⇒ (b ⇒ c) is ¬a ∨ ¬b ∨ c.
        let last = args.len() - 1;
        let mut parts: Vec<Term> = args[..last].iter().map(|arg| self.terms.not(*arg)).collect();
        parts.push(args[last]);
        Ok(self.wide(Op::Or, Sort::BOOL, &parts))
    }

    fn xor(&mut self, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        self.at_least(head, args, 2)?;
        let args = self.booleans(head, args)?;
        let mut result = args[0];
        for arg in &args[1..] {
            let same = self.terms.eq(result, *arg);
            result = self.terms.not(same);
        }
        Ok(result)
    }

    fn equal(&mut self, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        self.at_least(head, args, 2)?;
        let args = self.one_sort(head, args)?;
        let parts: Vec<Term> = args.windows(2).map(|pair| self.terms.eq(pair[0], pair[1])).collect();
        Ok(self.wide(Op::And, Sort::BOOL, &parts))
    }

    fn compare(&mut self, name: &str, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        self.at_least(head, args, 2)?;
        let (args, _) = self.numbers(head, args)?;
        let mut parts = Vec::with_capacity(args.len());
        for pair in args.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            parts.push(match name {
                "<" => self.terms.lt(a, b),
                "<=" => self.terms.le(a, b),
                ">" => self.terms.lt(b, a),
                _ => self.terms.le(b, a),
            });
        }
        Ok(self.wide(Op::And, Sort::BOOL, &parts))
    }

    fn minus(&mut self, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        self.at_least(head, args, 1)?;
        let (args, sort) = self.numbers(head, args)?;
        let [first, rest @ ..] = args.as_slice() else { return Ok(self.terms.int(0)) };
        if rest.is_empty() {
            return Ok(self.terms.neg(*first));
        }
        let mut parts = vec![*first];
        parts.extend(rest.iter().map(|arg| self.terms.neg(*arg)));
        Ok(self.wide(Op::Add, sort, &parts))
    }

    fn ite(&mut self, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        self.exactly(head, args, 3)?;
        let condition = self.booleans(head, &args[..1])?[0];
        let branches = self.one_sort(head, &args[1..])?;
        Ok(self.terms.ite(condition, branches[0], branches[1]))
    }

    fn select(&mut self, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        self.exactly(head, args, 2)?;
        let (index, _) = self.array_argument(head, args[0])?;
        let at = self.fitting(head, args[1], index)?;
        Ok(self.terms.select(args[0].term, at))
    }

    fn store(&mut self, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        self.exactly(head, args, 3)?;
        let (index, element) = self.array_argument(head, args[0])?;
        let at = self.fitting(head, args[1], index)?;
        let value = self.fitting(head, args[2], element)?;
        Ok(self.terms.store(args[0].term, at, value))
    }

    fn array_argument(&mut self, head: Node, arg: Argument) -> Result<(Sort, Sort), Trouble> {
        let sort = self.terms.sort_of(arg.term);
        self.array_parts(sort).ok_or_else(|| self.mismatch(head, arg, "an array"))
    }

    fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match self.terms.sort_kind(sort) {
            formula::SortKind::Array(index, element) => Some((*index, *element)),
            _ => None,
        }
    }

    /// The argument as a term of this sort; an integer serves as a real.
    pub(crate) fn fitting(&mut self, head: Node, arg: Argument, want: Sort) -> Result<Term, Trouble> {
        let sort = self.terms.sort_of(arg.term);
        if sort == want {
            return Ok(arg.term);
        }
        if sort == Sort::INT && want == Sort::REAL {
            return Ok(self.terms.to_real(arg.term));
        }
        let wanted = format!("a term of sort {}", sort_name(self.terms, want));
        Err(self.mismatch(head, arg, &wanted))
    }

    /// The arguments as terms of one sort; where integers and reals meet, as reals.
    pub(crate) fn one_sort(&mut self, head: Node, args: &[Argument]) -> Result<Vec<Term>, Trouble> {
        let [first, ..] = args else { return Ok(Vec::new()) };
        let mut want = self.terms.sort_of(first.term);
        if want == Sort::INT && args.iter().any(|arg| self.terms.sort_of(arg.term) == Sort::REAL) {
            want = Sort::REAL;
        }
        let mut terms = Vec::with_capacity(args.len());
        for arg in args {
            let sort = self.terms.sort_of(arg.term);
            if sort != want && !(sort == Sort::INT && want == Sort::REAL) {
                let (wanted, found) = (sort_name(self.terms, want), sort_name(self.terms, sort));
                let operator = self.forest.brief(head);
                return Err(Diagnostic::error(format!("the arguments of `{operator}` have different sorts"))
                    .primary(self.forest.span(arg.node), format!("this has sort {found}"))
                    .secondary(self.forest.span(first.node), format!("this has sort {wanted}"))
                    .into());
            }
            terms.push(self.fitting(head, *arg, want)?);
        }
        Ok(terms)
    }

    fn numbers(&mut self, head: Node, args: &[Argument]) -> Result<(Vec<Term>, Sort), Trouble> {
        let mut sort = Sort::INT;
        for arg in args {
            match self.terms.sort_of(arg.term) {
                Sort::INT => {}
                Sort::REAL => sort = Sort::REAL,
                _ => return Err(self.mismatch(head, *arg, "a number")),
            }
        }
        let terms: Result<Vec<Term>, Trouble> =
            args.iter().map(|arg| self.fitting(head, *arg, sort)).collect();
        Ok((terms?, sort))
    }

    fn booleans(&mut self, head: Node, args: &[Argument]) -> Result<Vec<Term>, Trouble> {
        args.iter().map(|arg| self.fitting(head, *arg, Sort::BOOL)).collect()
    }

    fn integers(&mut self, head: Node, args: &[Argument]) -> Result<Vec<Term>, Trouble> {
        args.iter().map(|arg| self.fitting(head, *arg, Sort::INT)).collect()
    }

    fn reals(&mut self, head: Node, args: &[Argument]) -> Result<Vec<Term>, Trouble> {
        args.iter().map(|arg| self.fitting(head, *arg, Sort::REAL)).collect()
    }

    pub(crate) fn mismatch(&self, head: Node, arg: Argument, wanted: &str) -> Trouble {
        let sort = self.terms.sort_of(arg.term);
        let operator = self.forest.brief(head);
        let problem = Diagnostic::error(format!("`{operator}` needs {wanted}"))
            .primary(self.forest.span(arg.node), format!("this has sort {}", sort_name(self.terms, sort)))
            .secondary(self.forest.span(head), format!("needs {wanted}"));
        let (numeric, boolean) = (wanted.contains("number") || wanted.ends_with("Int"), sort == Sort::BOOL);
        if numeric && boolean {
            problem.help("a truth value becomes a number by `(ite b 1 0)`").into()
        } else if wanted.ends_with(" Int") && sort == Sort::REAL {
            problem.help("`(to_int r)` is the largest integer that is not above the real `r`").into()
        } else {
            problem.into()
        }
    }

    pub(crate) fn exactly(&self, head: Node, args: &[Argument], count: usize) -> Result<(), Trouble> {
        if args.len() == count {
            return Ok(());
        }
        Err(self.wrong_count(head, args, &count.to_string(), count))
    }

    fn at_least(&self, head: Node, args: &[Argument], count: usize) -> Result<(), Trouble> {
        if args.len() >= count {
            return Ok(());
        }
        Err(self.wrong_count(head, args, &format!("at least {count}"), count))
    }

    fn wrong_count(&self, head: Node, args: &[Argument], wanted: &str, count: usize) -> Trouble {
        let operator = self.forest.brief(head);
        let plural = if count == 1 { "" } else { "s" };
        let message = format!("`{operator}` takes {wanted} argument{plural}, but got {}", args.len());
        match args.get(count) {
            Some(extra) => at(self.forest.span(extra.node), message, "one too many"),
            None if self.forest.symbol(head) == Some("-") => {
                at_help(self.forest.span(head), message, "too few arguments", "a negative number is `(- 3)`")
            }
            None => at(self.forest.span(head), message, "too few arguments"),
        }
    }
}
