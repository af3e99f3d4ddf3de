//! New objects.

use crate::explorer::{Explorer, Sink};
use crate::frontier::Next;
use crate::path::Path;
use formula::Term;
use imperative::{ErrorKind, Expr, Made, Type, VarId, Word};
use source::Span;
use symbolic::evaluate::Trouble;

impl Explorer<'_> {
    /// `dst := make object`; `None` if the path was split or ends here.
    pub(crate) fn make(
        &mut self,
        path: Path,
        dst: VarId,
        (object, zeroed): (&Made, bool),
        span: Span,
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let mut first_index = None;
        let (mut path, ty, length) = match object {
            Made::Cell(s) => (path, Type::Ref(*s), None),
            Made::Long { of, length } => {
                let (path, n) = self.array_length(path, length, span, each)?;
                (path, Type::Ref(*of), Some(n))
            }
            Made::Array { element, length, first } => {
                let (path, n, from) = self.array_bounds(path, length, first.as_ref(), span, each)?;
                first_index = from;
                (path, Type::Array(Box::new(element.clone())), Some(n))
            }
        };
        let sort = self.world.sort(&ty);
        let made = path.memory.allocate(&mut self.world, sort);
        match (&ty, length) {
            (Type::Ref(s), n) => {
                if let Some((field, least)) = self.program.struct_of(*s).and_then(|s| s.open_part()) {
                    let map = self.world.field(*s, field);
                    let part = self.world.terms.app(map, &[made]);
                    let n = n.unwrap_or_else(|| self.world.terms.int(i128::from(least)));
                    path.memory.set_length(part, n);
                }
            }
            (_, Some(n)) => path.memory.set_length(made, n),
            (_, None) => {}
        }
        if let Some(first) = first_index {
            path.memory.set_first(made, first);
        }
        if !zeroed {
            path.memory.set_empty(made);
        }
        let frame = path.frames.last_mut()?;
        frame.env[dst.index()] = Some(made);
        if let Some(proc) = self.program.proc(frame.proc)
            && let Some(shared) = proc.shared.iter().find(|s| s.var == dst)
            && let Some(var) = proc.var(dst)
        {
            path.memory.set_shared(made, var.span, shared.merges);
        }
        Some(path)
    }

    /// The length of an array that is to be made; `None` if the path was split or ends here.
    pub(crate) fn array_length(
        &mut self,
        path: Path,
        length: &Expr,
        span: Span,
        each: &mut Sink<'_>,
    ) -> Option<(Path, Term)> {
        self.array_bounds(path, length, None, span, each).map(|(path, n, _)| (path, n))
    }

    /// The same, with the index of its first element if that is said.
    fn array_bounds(
        &mut self,
        mut path: Path,
        length: &Expr,
        first: Option<&Expr>,
        span: Span,
        each: &mut Sink<'_>,
    ) -> Option<(Path, Term, Option<Term>)> {
        let (n, troubles, undecided) = self.evaluate_settled(&mut path, length, &Type::Int);
        if self.must_split(&path, &undecided) {
            let again = self.one_source(path, &undecided)?;
            self.wait(again, Next::Go);
            return None;
        }
        let mut path = self.pass(path, troubles, each)?;
        let mut index = None;
        if let Some(first) = first {
            let (i, troubles, undecided) = self.evaluate_settled(&mut path, first, &Type::Int);
            if self.must_split(&path, &undecided) {
                let again = self.one_source(path, &undecided)?;
                self.wait(again, Next::Go);
                return None;
            }
            path = self.pass(path, troubles, each)?;
            path = self.countable(path, i)?;
            index = Some(i);
        }
        let zero = self.world.terms.int(0);
        let guard = self.world.terms.lt(n, zero);
        let negative = Trouble { guard, kind: ErrorKind::NegativeArrayLength, span };
        let path = self.pass(path, vec![negative], each)?;
        Some((path, n, index))
    }

    /// A path on which the first index of a new array fits a machine word; runs tell nothing of other indices.
    fn countable(&mut self, path: Path, first: Term) -> Option<Path> {
        let fits = self.world.fits(first, Word::signed(64));
        if self.world.terms.as_bool(fits) == Some(true) {
            return Some(path);
        }
        let too_large = self.world.terms.not(fits);
        let unknown = self.result.unknown;
        if self.script.is_none()
            && (self.assume(path.clone(), too_large).is_some() || self.result.unknown > unknown)
        {
            self.unknown("an array may start at too large an index".to_string());
            self.lose_unknown(&path, None);
        }
        self.assume_or_lose(path, fits)
    }
}
