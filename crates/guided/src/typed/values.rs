//! Values of declared types, outside of any machine.
//!
//! The smallest value of a type has the fewest constructors; of those with as many, the one whose constructor is declared
//! first. So `list(int)` starts with `[]`, `[0]`, and no search for values of a recursive type goes on for ever
//! (section 5.4 of the thesis orders constructors by the type graph for the same reason).

use base::Int;
use logic::machine::Machine;
use logic::machine::cells::{Addr, Cell, Cells, Frozen};
use logic::machine::guide::Guide;
use logic::moded::types::{InputType, InputTypes, TypeNumber, variant_size};
use logic::{Atom, Terms};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// A character.
    Char(char),
    /// A string.
    Str(String),
    /// A float.
    Float(f64),
    /// A constructor with its arguments.
    Make(Atom, Vec<Value>),
}

impl Value {
    /// The value for a machine.
    pub fn frozen<G: Guide>(&self, machine: &mut Machine<'_, G>) -> Frozen {
        let (cells, terms, _) = machine.all_parts();
        let cell = self.put(cells, terms);
        let addr = cells.push(cell);
        cells.freeze(addr)
    }

    /// The value as a cell of a run.
    pub(crate) fn put(&self, cells: &mut Cells, terms: &mut Terms) -> Cell {
        match self {
            Value::Int(value) => cells.int_cell(value),
            Value::Char(char) => Cell::Char(*char),
            Value::Str(text) => Cell::Str(terms.intern(text)),
            Value::Float(value) => Cell::Float(logic::Float::any(*value)),
            Value::Make(name, args) if args.is_empty() => Cell::Atom(*name),
            Value::Make(name, args) => {
                let parts: Vec<Cell> = args.iter().map(|arg| arg.put(cells, terms)).collect();
                let functor = cells.functor(*name, parts.len());
                let first = cells.free(parts.len());
                for (i, part) in parts.into_iter().enumerate() {
                    cells.set_variable(first + i as Addr, part);
                }
                Cell::Struct(functor, first)
            }
        }
    }
}

/// Makes values of types.
pub(crate) struct Maker<'t> {
    types: &'t InputTypes,
    sizes: Vec<Option<usize>>,
}

impl<'t> Maker<'t> {
    pub fn new(types: &'t InputTypes) -> Maker<'t> {
        Maker { types, sizes: types.least_sizes() }
    }

    /// The smallest value with one of these constructors at its root; `None` if the type has no finite value.
    pub fn least_of(&self, ty: TypeNumber, positions: impl Iterator<Item = usize>) -> Option<Value> {
        let variants = self.types.variants(ty);
        let sized = positions.filter_map(|position| {
            let variant = variants.get(position)?;
            Some((variant_size(variant, &self.sizes)?, position))
        });
        let (_, position) = sized.min()?;
        let variant = variants.get(position)?;
        let args = variant.args.iter().map(|arg| self.least(*arg)).collect::<Option<Vec<Value>>>()?;
        Some(Value::Make(variant.name, args))
    }

    /// The smallest value of a type.
    pub fn least(&self, ty: TypeNumber) -> Option<Value> {
        Some(match self.types.get(ty)? {
            InputType::Int | InputType::Integer => Value::Int(Int::from(0)),
            InputType::Char => Value::Char('a'),
            InputType::Str => Value::Str(String::new()),
            InputType::Float => Value::Float(0.0),
            InputType::Union(variants) => return self.least_of(ty, 0..variants.len()),
            InputType::Other(_) => return None,
        })
    }

    /// At most `most` values with one of these constructors at their root, the smallest first; whether these are all.
    pub fn some_of(&self, ty: TypeNumber, positions: &[usize], most: usize) -> (Vec<Value>, bool) {
        let mut found = Vec::new();
        let variants = self.types.variants(ty);
        let mut size = 1;
        let mut dry = 0;
        // A larger size may have values where some smaller ones have none; but the gap is not longer than this.
        let patience = 2 + variants.iter().map(|variant| variant.args.len()).max().unwrap_or(0);
        while found.len() < most && dry <= patience {
            let before = found.len();
            for position in positions {
                let Some(variant) = variants.get(*position) else { continue };
                for args in self.rows(&variant.args, size - 1, most) {
                    found.push(Value::Make(variant.name, args));
                }
            }
            dry = if found.len() == before { dry + 1 } else { 0 };
            size += 1;
        }
        let all = found.len() <= most && dry > patience;
        found.truncate(most);
        (found, all)
    }

    /// At most `most` values of a type with this many constructors.
    fn sized(&self, ty: TypeNumber, size: usize, most: usize) -> Vec<Value> {
        match self.types.get(ty) {
            Some(InputType::Union(variants)) => {
                let least = self.sizes.get(ty as usize).copied().flatten();
                if size == 0 || least.is_none_or(|least| least > size) {
                    return Vec::new();
                }
                let mut found = Vec::new();
                for variant in variants {
                    for args in self.rows(&variant.args, size - 1, most.saturating_sub(found.len())) {
                        found.push(Value::Make(variant.name, args));
                    }
                }
                found
            }
            // Values of basic types: the size tells them apart.
            Some(basic) => basic_value(basic, size).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// At most `most` lists of arguments that have this many constructors together.
    fn rows(&self, types: &[TypeNumber], size: usize, most: usize) -> Vec<Vec<Value>> {
        let Some((first, rest)) = types.split_first() else {
            return if size == 0 { vec![Vec::new()] } else { Vec::new() };
        };
        let mut found = Vec::new();
        for own in 0..=size {
            let values = self.sized(*first, own, most);
            if values.is_empty() {
                continue;
            }
            let others = self.rows(rest, size - own, most);
            for value in &values {
                for row in &others {
                    if found.len() >= most {
                        return found;
                    }
                    let mut whole = vec![value.clone()];
                    whole.extend(row.iter().cloned());
                    found.push(whole);
                }
            }
        }
        found
    }
}

/// The value of a basic type with a number, counted from one: 0, 1, -1, 2, …
pub(crate) fn basic_value(ty: &InputType, number: usize) -> Option<Value> {
    let number = number.checked_sub(1)?;
    let letters = || (b'a' + (number % 26) as u8) as char;
    Some(match ty {
        InputType::Int | InputType::Integer => {
            let half = i64::try_from(number / 2).ok()?;
            Value::Int(Int::from(if number % 2 == 1 { half + 1 } else { -half }))
        }
        InputType::Char if number < 26 => Value::Char(letters()),
        InputType::Char => Value::Char(char::from_u32(0x4e00 + (number as u32 - 26))?),
        InputType::Str if number == 0 => Value::Str(String::new()),
        InputType::Str => Value::Str(std::iter::repeat_n('a', number).collect()),
        InputType::Float => Value::Float(number as f64),
        InputType::Union(_) | InputType::Other(_) => return None,
    })
}
