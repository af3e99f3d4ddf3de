//! Memory in formulas: what can be read, what is apart, and what is assigned.

use super::formula::Reader;
use imperative::claims::{Location, Zone};
use imperative::{BinaryOp as Op, Expr as Ir, ExprKind as IrKind, Formula, FormulaKind, Type};

type Read<T> = Result<T, String>;

impl Reader<'_, '_, '_> {
    /// `valid_string(p)`: the last of what can be read from there on is zero.
    pub fn string(&mut self) -> Read<Formula> {
        let span = self.span;
        self.at += 1;
        self.expect("(")?;
        let pointer = self.sum()?;
        self.expect(")")?;
        let (pointer, Some(Type::Pointer(_))) = self.number_or_pointer(&pointer)? else {
            return Err("this is no pointer that can be looked at".to_string());
        };
        let there = Ir::binary(Op::Ne, pointer.clone(), Ir::nil(span), span);
        let last = Ir::binary(Op::Sub, Ir::length(pointer.clone(), span), Ir::int(1, span), span);
        let read = Ir::target(Ir::moved(pointer, last, span), span);
        let ends = Ir::binary(Op::Eq, read, Ir::int(0, span), span);
        Ok(Formula::cond(Ir::and(there, ends, span), span))
    }

    /// `\valid(p)`, `\valid(p + (a .. b))`, `\valid(p, q)`
    pub fn valid(&mut self, read_only: bool) -> Read<Formula> {
        let span = self.span;
        let zones = self.typed_zones()?;
        let valid =
            zones.into_iter().map(|(zone, _)| Formula::new(FormulaKind::Valid(zone, read_only), span));
        valid.reduce(|a, b| a.and(b, span)).ok_or_else(|| "something is missing here".to_string())
    }

    /// `\separated(p + (a .. b), q)`
    pub fn separated(&mut self) -> Read<Formula> {
        let (zones, types): (Vec<Zone>, Vec<Option<Type>>) = self.typed_zones()?.into_iter().unzip();
        if types.windows(2).any(|pair| pair.first() != pair.last()) {
            return Err("`\\separated` of pointers to different types is not supported".to_string());
        }
        Ok(Formula::new(FormulaKind::Separated(zones), self.span))
    }

    /// What stands between the parentheses after a word.
    fn typed_zones(&mut self) -> Read<Vec<(Zone, Option<Type>)>> {
        self.at += 1;
        self.expect("(")?;
        let mut zones = vec![self.zone()?];
        while self.take(",") {
            zones.push(self.zone()?);
        }
        self.expect(")")?;
        Ok(zones)
    }

    /// `p`, `p + i`, `p + (a .. b)`
    fn zone(&mut self) -> Read<(Zone, Option<Type>)> {
        let span = self.span;
        let pointer = self.product()?;
        let (mut low, mut high) = (Ir::int(0, span), Ir::int(0, span));
        if self.take("+") {
            (low, high) = self.offsets()?;
        }
        let (base, ty) = self.number_or_pointer(&pointer)?;
        Ok((Zone::new(base, ty.as_ref(), low, high)?, ty))
    }

    /// `(a .. b)`, or a single number.
    fn offsets(&mut self) -> Read<(Ir, Ir)> {
        let start = self.at;
        if self.take("(") {
            let first = self.sum()?;
            if self.take("..") {
                let low = self.number(&first)?;
                let last = self.sum()?;
                let high = self.number(&last)?;
                self.expect(")")?;
                return Ok((low, high));
            }
            self.at = start;
        }
        let single = self.sum()?;
        let single = self.number(&single)?;
        Ok((single.clone(), single))
    }

    /// The whole clause as what is assigned.
    pub fn locations(mut self) -> Read<Vec<Location>> {
        if self.take("\\nothing") {
            self.end()?;
            return Ok(Vec::new());
        }
        let mut found = vec![self.location()?];
        while self.take(",") {
            found.push(self.location()?);
        }
        self.end()?;
        Ok(found)
    }

    /// `x`, `p->x`, `*p`, `a[i]`, `a[0 .. n - 1]`, `*(a + (0 .. n - 1))`
    fn location(&mut self) -> Read<Location> {
        let start = self.at;
        if self.take("*") {
            let grouped = self.take("(");
            if let Ok((zone, _)) = self.zone()
                && (!grouped || self.take(")"))
                && matches!(self.peek(), None | Some(","))
            {
                return Ok(Location::Zone(zone));
            }
            self.at = start;
        }
        match self.product() {
            Ok(value) if matches!(self.peek(), None | Some(",")) => self.assigned(value.e),
            first => {
                self.at = start;
                let elements = self.elements();
                // The first way says better what is wrong, if it is wrong from the start.
                elements.map_err(|why| first.err().unwrap_or(why))
            }
        }
    }

    /// `a[0 .. n - 1]`, also of a member.
    fn elements(&mut self) -> Read<Location> {
        let mut value = self.primary()?;
        while self.peek() == Some("->") || self.peek() == Some(".") {
            value = self.step(&value)?;
        }
        self.expect("[")?;
        let first = self.sum()?;
        let low = self.number(&first)?;
        self.expect("..")?;
        let last = self.sum()?;
        let high = self.number(&last)?;
        self.expect("]")?;
        let (base, ty) = self.number_or_pointer(&value)?;
        Zone::new(base, ty.as_ref(), low, high).map(Location::Zone)
    }

    /// The place that an expression reads.
    fn assigned(&mut self, e: Ir) -> Read<Location> {
        let span = self.span;
        let zone = |base: Ir, at: Ir| Location::Zone(Zone { base, range: Some((at.clone(), at)) });
        Ok(match e.kind {
            IrKind::Wrap(inner, _) => return self.assigned(*inner),
            IrKind::Var(v) if v.ghost_index().is_none() => Location::Variable(v),
            IrKind::Field(object, field) => Location::Field(*object, field),
            IrKind::Element(array, index) => zone(*array, *index),
            IrKind::Target(pointer) => match pointer.kind {
                IrKind::Move(base, by) => zone(*base, *by),
                _ => zone(*pointer, Ir::int(0, span)),
            },
            _ => return Err("this cannot be assigned to".to_string()),
        })
    }
}
