//! Checking that an operation fits its arguments' sorts.

use crate::sort::{Sort, SortKind};
use crate::term::{Op, Term, Terms};

impl Terms {
    /// Checks that the operation fits these arguments. The error names what was expected and what was found.
    pub fn check_sorts(&self, op: &Op, sort: Option<Sort>, args: &[Term]) -> Result<(), String> {
        let count = |n: usize| {
            if args.len() == n {
                Ok(())
            } else {
                Err(format!("expected {n} argument{}, found {}", if n == 1 { "" } else { "s" }, args.len()))
            }
        };
        let at_least = |n: usize| {
            if args.len() >= n {
                Ok(())
            } else {
                Err(format!("expected at least {n} arguments, found {}", args.len()))
            }
        };
        let needed =
            || sort.ok_or_else(|| "the sort of this term cannot be told from its arguments".to_string());
        match op {
            Op::True | Op::False | Op::Int(_) | Op::Real(_) => count(0),
            Op::Var(_) | Op::Nil | Op::New(_) => {
                needed()?;
                count(0)
            }
            Op::Not => {
                count(1)?;
                self.all_of(args, Sort::BOOL)
            }
            Op::And | Op::Or => self.all_of(args, Sort::BOOL),
            Op::Eq => {
                count(2)?;
                self.one_sort(args)
            }
            Op::Distinct => {
                at_least(1)?;
                self.one_sort(args)
            }
            Op::Ite => {
                count(3)?;
                self.all_of(&args[..1], Sort::BOOL)?;
                self.one_sort(&args[1..])
            }
            Op::Add => {
                at_least(1)?;
                self.numbers(args)
            }
            Op::Mul | Op::Le | Op::Lt => {
                count(2)?;
                self.numbers(args)
            }
            Op::Div | Op::Mod => {
                count(2)?;
                self.all_of(args, Sort::INT)
            }
            Op::RealDiv => {
                count(2)?;
                self.all_of(args, Sort::REAL)
            }
            Op::ToReal | Op::TreeInt => {
                count(1)?;
                self.all_of(args, Sort::INT)
            }
            Op::ToInt => {
                count(1)?;
                self.all_of(args, Sort::REAL)
            }
            Op::Con(c) => {
                let s = needed()?;
                let Some((d, _)) = self.data_of(s) else {
                    return Err(format!("{} is not a data type", self.show_sort(s)));
                };
                if *c as usize >= d.constructors.len() {
                    return Err(format!("{} has no such constructor", self.show_sort(s)));
                }
                self.each_of(args, self.field_sorts(s, *c))
            }
            Op::Sel(c, f) => {
                count(1)?;
                let s = self.sort_of(args[0]);
                if self.field_sorts(s, *c).len() <= *f as usize {
                    return Err(format!("a value of sort {} has no such field", self.show_sort(s)));
                }
                Ok(())
            }
            Op::Is(c) => {
                count(1)?;
                let s = self.sort_of(args[0]);
                if self.constructor_count(s) <= *c {
                    return Err(format!("{} has no such constructor", self.show_sort(s)));
                }
                Ok(())
            }
            Op::Functor(_) => self.all_of(args, Sort::TREE),
            Op::FunctorArg(_, n, i) => {
                count(1)?;
                if i >= n {
                    return Err(format!("argument {} of a tree with {n}", i + 1));
                }
                self.all_of(args, Sort::TREE)
            }
            Op::IsFunctor(..) | Op::TreeIntValue | Op::IsTreeInt => {
                count(1)?;
                self.all_of(args, Sort::TREE)
            }
            Op::App(f) => {
                let decl = self.fun(*f);
                self.each_of(args, &decl.args)
            }
            Op::Select => {
                count(2)?;
                let (i, _) = self.array_parts(args[0])?;
                self.all_of(&args[1..], i)
            }
            Op::Store => {
                count(3)?;
                let (i, e) = self.array_parts(args[0])?;
                self.all_of(&args[1..2], i)?;
                self.all_of(&args[2..], e)
            }
            Op::ConstArray => {
                count(1)?;
                let s = needed()?;
                match self.sort_kind(s) {
                    SortKind::Array(_, e) => self.all_of(args, *e),
                    _ => Err(format!("{} is not an array sort", self.show_sort(s))),
                }
            }
            Op::Forall(n) | Op::Exists(n) => {
                count(*n as usize + 1)?;
                self.all_of(&args[*n as usize..], Sort::BOOL)
            }
        }
    }

    fn array_parts(&self, t: Term) -> Result<(Sort, Sort), String> {
        let s = self.sort_of(t);
        match self.sort_kind(s) {
            SortKind::Array(i, e) => Ok((*i, *e)),
            _ => Err(format!("expected an array, found a term of sort {}", self.show_sort(s))),
        }
    }

    fn all_of(&self, args: &[Term], want: Sort) -> Result<(), String> {
        for a in args {
            self.is_of(*a, want)?;
        }
        Ok(())
    }

    fn each_of(&self, args: &[Term], want: &[Sort]) -> Result<(), String> {
        if args.len() != want.len() {
            let s = if want.len() == 1 { "" } else { "s" };
            return Err(format!("expected {} argument{s}, found {}", want.len(), args.len()));
        }
        args.iter().zip(want).try_for_each(|(a, s)| self.is_of(*a, *s))
    }

    fn is_of(&self, t: Term, want: Sort) -> Result<(), String> {
        let s = self.sort_of(t);
        if s == want {
            return Ok(());
        }
        Err(format!(
            "expected a term of sort {}, found one of sort {}",
            self.show_sort(want),
            self.show_sort(s)
        ))
    }

    fn one_sort(&self, args: &[Term]) -> Result<(), String> {
        let first = self.sort_of(args[0]);
        self.all_of(&args[1..], first)
    }

    fn numbers(&self, args: &[Term]) -> Result<(), String> {
        let s = self.sort_of(args[0]);
        if s != Sort::INT && s != Sort::REAL {
            return Err(format!("expected a number, found a term of sort {}", self.show_sort(s)));
        }
        self.one_sort(args)
    }
}
