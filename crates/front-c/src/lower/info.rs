//! What a program of C became, for the code that writes its tests: which struct stands for which record, which field
//! for which member, which procedure for which function, and how parameters are given.
//!
//! ```
//! let mut files = source::Files::new();
//! let file = files.add("a.c", "struct node { struct node *next; int key; };\n\
//!     int key(struct node *n) { return n->key; }\n");
//! let loaded = front_c::load_preprocessed(&files, file, None, &front_c::Options::default());
//! let (unit, layout) = (loaded.unit.unwrap(), loaded.layout.unwrap());
//! let node = unit.types.record(layout.structs[0].record.unwrap()).unwrap();
//! assert_eq!(node.spelling, "struct node");
//! assert_eq!(layout.procs[0].params[0].form, Some(front_c::lower::Form::Reference));
//! ```

use super::loose::Loose;
use super::missing::Missing;
use super::own_null::OwnNull;
use crate::tree::{FunctionId, GlobalId, LocalId};
use crate::types::{FunctionType, RecordId, Type};
use imperative::{StructId, VarId};
use std::collections::BTreeSet;

/// Which part of the program stands for which part of the file.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// What each struct of the program stands for, in the order of the program.
    pub structs: Vec<StructInfo>,
    /// What each procedure of the program stands for, in the order of the program.
    pub procs: Vec<ProcInfo>,
    /// The struct with all globals that functions change or only read but others may change; its fields tell which.
    pub globals: Option<StructId>,
    /// Whether some function calls `malloc` or `calloc`; whether that fails is the next answer of the surroundings.
    pub allocates: bool,
    /// Whether some function reads numbers from characters, which must lie where such numbers must.
    pub gathers: bool,
    /// Other functions of the C library that are called and take answers: `getchar`, `rand`, `strdup`.
    pub asked: BTreeSet<String>,
    /// The directives by which the file asks headers for more than they declare by themselves: `#define _GNU_SOURCE`.
    pub features: Vec<String>,
    /// The names of which the file says that they are no macros, so that no macro takes the place of a function.
    pub undefined: BTreeSet<String>,
    /// What the file uses and others define.
    pub missing: Missing,
    /// For each type of functions, those that pointers may point to: the numbers 1, 2, … of the program, in order.
    pub targets: Vec<(FunctionType, Vec<FunctionId>)>,
    /// Whether pointers take all of them, and all objects, by name, as far as qualifiers are concerned, which types here do not have.
    pub names_fit: bool,
    /// Words that mean something everywhere in the file: macros, and what declarations of types say.
    pub taken: BTreeSet<String>,
    /// What the file says of `NULL`.
    pub own_null: OwnNull,
}

/// What a struct of the program stands for.
#[derive(Clone, Debug)]
pub struct StructInfo {
    /// The record; `None` for the struct of the globals.
    pub record: Option<RecordId>,
    /// The fields of the struct of the program, in order.
    pub fields: Vec<FieldInfo>,
}

/// What a field of the program stands for.
#[derive(Clone, Debug)]
pub struct FieldInfo {
    /// The member of the record, by its position.
    pub member: Option<usize>,
    /// The global, for a field of the struct of the globals.
    pub global: Option<GlobalId>,
    /// Its type in C.
    pub ty: Type,
    /// Whether it is kept in an array of length 1, because its address is taken somewhere.
    pub boxed: bool,
}

impl FieldInfo {
    /// Whether it is a part of its own in the program.
    pub(crate) fn is_part(&self) -> bool {
        self.boxed || matches!(self.ty, Type::Record(_) | Type::Array(..))
    }
}

/// What a procedure of the program stands for.
#[derive(Clone, Debug)]
pub struct ProcInfo {
    /// The function; `None` for one of the C library.
    pub function: Option<FunctionId>,
    /// The parameters of the function, in order.
    pub params: Vec<ParamInfo>,
    /// The type of the result in C.
    pub result: Type,
    /// How the result is given; `None` if there is none, or none that the program has.
    pub result_form: Option<Form>,
    /// What is known of the result, if C does not say all of it.
    pub loose: Option<Loose>,
    /// The hidden last parameter, for a function that uses globals.
    pub globals: Option<VarId>,
    /// The globals that it or what it calls uses.
    pub uses: BTreeSet<GlobalId>,
    /// Whether a test must run in a program that has just started: that of `main`, or of `static` variables of functions.
    pub fresh: bool,
}

impl ProcInfo {
    /// Of a procedure that stands for no function and gives nothing.
    pub(super) fn nameless() -> ProcInfo {
        ProcInfo {
            function: None,
            params: Vec::new(),
            result: Type::Void,
            result_form: None,
            loose: None,
            globals: None,
            uses: BTreeSet::new(),
            fresh: false,
        }
    }
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct ParamInfo {
    /// The parameter.
    pub local: LocalId,
    /// Its type in C.
    pub ty: Type,
    /// The parameter of the procedure; `None` if the program has nothing for it.
    pub var: Option<VarId>,
    /// How it is given.
    pub form: Option<Form>,
}

/// How a value of C is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number.
    Number,
    /// A pointer to a struct, as the reference to a cell.
    Reference,
    /// A pointer, as a position in an array.
    Pointer,
    /// A struct by value, as the reference to a cell of its own.
    Copy,
}

impl Form {
    /// How values of a type are given.
    pub(super) fn of(c: &Type, ty: &imperative::Type) -> Form {
        match (c, ty) {
            (Type::Record(_), _) => Form::Copy,
            (_, imperative::Type::Ref(_)) => Form::Reference,
            (_, imperative::Type::Pointer(_)) => Form::Pointer,
            _ => Form::Number,
        }
    }
}
