//! Lists in formulas: a pointer stands for the cells that are reachable through its one link.

use super::formula::Reader;
use super::values::Value;
use crate::types::Type as C;
use imperative::claims::{CellOrder, List, Meaning, When};
use imperative::{Expr as Ir, Formula, FormulaKind, StructId, Type};

type Read<T> = Result<T, String>;

/// A list with what its first cell is.
struct Found {
    list: List,
    of: StructId,
    ty: Option<C>,
}

impl Reader<'_, '_, '_> {
    /// `p`, `\old(p)`, `\at(p, L)`: the list as it is there.
    fn list(&mut self) -> Read<Found> {
        let (when, value) = self.value_of_state()?;
        let (start, Some(Type::Ref(of))) = self.number_or_pointer(&value)? else {
            return Err("this is no pointer to cells of a list".to_string());
        };
        let shape = self.lower.cx.shapes.structs.get(of.index());
        if shape.is_none_or(|s| s.link(of).is_none()) {
            return Err(self.no_list(of, "the cells of a list have exactly one link"));
        }
        Ok(Found { list: List { start, when }, of, ty: value.ty })
    }

    /// The same, where the numbers of the cells matter.
    fn list_of_numbers(&mut self) -> Read<List> {
        let Found { list, of, .. } = self.list()?;
        let fields = self.lower.cx.shapes.structs.get(of.index()).map_or(&[][..], |s| &s.fields);
        match fields.iter().filter(|f| f.ty.is_integer()).count() {
            1 => Ok(list),
            0 => Err(self.no_list(of, "the cells of this list hold no integer")),
            _ => Err("the cells of this list hold several integers".to_string()),
        }
    }

    /// Why cells make no list: members whose address is taken are kept apart from the others.
    pub fn no_list(&self, of: StructId, usual: &str) -> String {
        let shape = self.lower.cx.shapes.structs.get(of.index());
        let boxed = shape.and_then(|s| s.fields.iter().find(|f| matches!(f.ty, Type::Part(_))));
        match boxed {
            Some(field) => {
                format!("not supported: the file takes the address of the member `{}`", field.name)
            }
            None => usual.to_string(),
        }
    }

    /// `len(p)`, `sum(p)`: what stands after the word.
    pub fn measure(&mut self, is_sum: bool) -> Read<Value> {
        self.expect("(")?;
        let meaning = match is_sum {
            true => Meaning::Sum(self.list_of_numbers()?),
            false => Meaning::Length(self.list()?.list),
        };
        self.expect(")")?;
        let name = if is_sum { "sum" } else { "len" };
        let ghost = self.lower.b.ghost(name, Type::Int, meaning, self.span);
        Ok(Value::computed(Ir::var(ghost, self.span)))
    }

    /// `equal(p, q)`
    pub fn same_lists(&mut self) -> Read<Formula> {
        self.at += 1;
        self.expect("(")?;
        let first = self.list()?;
        self.expect(",")?;
        let second = self.list()?;
        self.expect(")")?;
        if first.of != second.of {
            return Err("these lists have different cells".to_string());
        }
        Ok(Formula::new(FormulaKind::SameLists(first.list, second.list), self.span))
    }

    /// `multiset(p) == multiset(q) + multiset(r)`
    pub fn same_elements(&mut self) -> Read<Formula> {
        let left = self.multisets()?;
        let differ = self.take("!=");
        if !differ {
            self.expect("==")?;
        }
        let right = self.multisets()?;
        let same = Formula::new(FormulaKind::SameElements(left, right), self.span);
        Ok(if differ { same.negated(self.span) } else { same })
    }

    fn multisets(&mut self) -> Read<Vec<List>> {
        let mut found = Vec::new();
        loop {
            // `\old(multiset(p))` is `multiset(\old(p))`.
            if self.take("\\old") {
                self.expect("(")?;
                let (when, list) = self.in_state(true, Self::multiset)?;
                self.expect(")")?;
                if !matches!(list.when, When::Here | When::Entry) {
                    return Err("a list of another state in `\\old` is not supported".to_string());
                }
                found.push(List { when, ..list });
            } else {
                found.push(self.multiset()?);
            }
            if !self.take("+") {
                return Ok(found);
            }
        }
    }

    /// `multiset(p)`
    fn multiset(&mut self) -> Read<List> {
        self.expect("multiset")?;
        self.expect("(")?;
        let list = self.list_of_numbers()?;
        self.expect(")")?;
        Ok(list)
    }

    /// `forall a, b adjacent in list(p): F`, as far as it goes.
    pub fn cells(&mut self) -> Read<Formula> {
        self.expect("forall")?;
        let mut names = Vec::new();
        loop {
            let name = self.peek().filter(|t| t.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'));
            names.push(name.ok_or("a name is missing")?.to_string());
            self.at += 1;
            if !self.take(",") {
                break;
            }
        }
        let order = match self.peek() {
            Some("adjacent") => CellOrder::Adjacent,
            Some("ordered") => CellOrder::Ordered,
            _ => CellOrder::Single,
        };
        self.at += usize::from(order != CellOrder::Single);
        if (order == CellOrder::Single) != (names.len() == 1) {
            return Err("`forall n in`, `forall a, b adjacent in` or `forall a, b ordered in` is expected"
                .to_string());
        }
        self.expect("in")?;
        self.expect("list")?;
        self.expect("(")?;
        let Found { list, of, ty } = self.list()?;
        self.expect(")")?;
        self.expect(":")?;
        let (before, span) = (self.bound.len(), self.span);
        let mut cells = Vec::new();
        for name in names {
            let ghost = self.lower.b.ghost(name.clone(), Type::Ref(of), Meaning::Bound, span);
            self.bound.push((name, Value { e: Ir::var(ghost, span), ty: ty.clone() }));
            cells.push(ghost);
        }
        let body = self.formula();
        self.bound.truncate(before);
        Ok(Formula::new(FormulaKind::Cells { cells, order, of: list, body: Box::new(body?) }, span))
    }
}
