//! The variables of a unit, and the cells that can be followed.

use imperative::{FieldId, Program, StructId, Type, VarId, Word};

/// A variable of a copy, or one that only the analysis knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is called.
    pub name: String,
    /// The copy, and the variable there.
    pub var: Option<(usize, VarId)>,
    /// What it holds.
    pub what: What,
}

/// What a slot holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A number: its dimension, and the values that its type has.
    Number(usize, Option<Word>),
    /// A truth value, as 0 or 1: its dimension.
    Truth(usize),
    /// A reference to cells that can be followed: its number among those.
    Link(usize, StructId),
    /// Something else.
    Other,
}

/// A struct whose cells can be followed: it has one link, to cells of its own kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The link.
    pub link: FieldId,
    /// The data, in order.
    pub data: Vec<CellField>,
    /// The key, by its place among the data.
    pub key: Option<usize>,
}

/// A field that holds data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellField {
    /// The field.
    pub field: FieldId,
    /// Its name.
    pub name: String,
    /// The values that its type has.
    pub word: Option<Word>,
}

/// All slots.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// The slots, in order.
    pub all: Vec<Slot>,
    /// How many are numbers or truth values.
    pub numbers: usize,
    /// How many are references that can be followed.
    pub links: usize,
    /// By struct; `None` for one that cannot be followed.
    pub cells: Vec<Option<Cell>>,
}

impl Slots {
    /// The slots of no variable, for the structs of a program.
    pub fn new(program: &Program) -> Slots {
        let ids = (0..program.structs.len()).map(StructId::new);
        let cells = program.structs.iter().zip(ids).map(|(of, id)| {
            let link = of.link(id)?;
            let fields = of.fields.iter().enumerate();
            let data: Vec<CellField> = fields
                .filter_map(|(at, field)| {
                    let word = match field.ty {
                        Type::Int => None,
                        Type::Word(word) => Some(word),
                        _ => return None,
                    };
                    Some(CellField { field: FieldId::new(at), name: field.name.clone(), word })
                })
                .collect();
            let key = of.key().and_then(|key| data.iter().position(|field| field.field == key));
            Some(Cell { link, data, key })
        });
        Slots { cells: cells.collect(), ..Slots::default() }
    }

    /// How many data a cell has at most.
    pub fn fields(&self) -> usize {
        self.cells.iter().flatten().map(|cell| cell.data.len()).max().unwrap_or(0)
    }

    /// The cells of a struct, if they can be followed.
    pub fn cell(&self, of: StructId) -> Option<&Cell> {
        self.cells.get(of.index())?.as_ref()
    }

    /// A new slot of a type.
    pub fn add(&mut self, name: &str, var: Option<(usize, VarId)>, ty: &Type) -> usize {
        let what = match ty {
            Type::Int => What::Number(self.numbers, None),
            Type::Word(word) => What::Number(self.numbers, Some(*word)),
            Type::Bool => What::Truth(self.numbers),
            Type::Ref(of) if self.cell(*of).is_some() => What::Link(self.links, *of),
            _ => What::Other,
        };
        match what {
            What::Number(..) | What::Truth(_) => self.numbers += 1,
            What::Link(..) => self.links += 1,
            What::Other => {}
        }
        self.all.push(Slot { name: name.to_string(), var, what });
        self.all.len() - 1
    }
}
