//! What a procedure can be given: the types of its inputs with their constructors.
//!
//! Type parameters become `int`. A type of the library whose constructors are its own business, such as `map(K, V)`, has no
//! values that could be made here.

use super::{Symbols, TypeInfos};
use crate::core::{DefBody, Head, Program, Ty, TypeNode};
use crate::procedures::determinism::is_world;
use crate::procedures::{Flow, ProcId, Procedures};
use crate::syntax::Section;
use language::ModedInputs;
use logic::Terms;
use logic::moded::types::{InputType, InputTypes, TypeNumber, Variant};
use std::collections::BTreeMap;

/// The types of the inputs of a procedure, in the order of its arguments, types that it has to know at run time first.
///
/// # Errors
///
/// Why it cannot be given any: it reads or writes, or wants a closure.
pub fn inputs(
    program: &Program,
    procedures: &Procedures,
    id: ProcId,
    terms: &Terms,
) -> Result<ModedInputs, String> {
    let nothing = || "it is not there".to_string();
    let procedure = procedures.get(id).ok_or_else(nothing)?;
    let pred = program.pred(procedure.pred).ok_or_else(nothing)?;
    let mut terms = terms.clone();
    let symbols = Symbols::new(program, &mut terms);
    let mut table = Table {
        program: program.clone(),
        symbols,
        terms,
        types: InputTypes::default(),
        known: BTreeMap::new(),
    };
    let int = table.int().ok_or_else(|| "there is no type `int`".to_string())?;
    let mut args = Vec::new();
    for _ in TypeInfos::new(program, procedures).needed(id) {
        let name = super::type_infos::name(program, int);
        let name = table.terms.intern(&name);
        args.push(table.push(InputType::Union(vec![Variant { name, args: Vec::new() }])));
    }
    let hidden = args.len();
    let params = vec![int; pred.params.len()];
    for (ty, mode) in pred.args.iter().zip(&procedure.modes) {
        if is_world(program, *ty) {
            return Err("it reads or writes".to_string());
        }
        if mode.flow != Flow::In {
            continue;
        }
        let ty = table.program.types.substitute(*ty, &params);
        let number = table.number(ty);
        args.push(match &mode.functors {
            Some(functors) => table.narrowed(number, functors),
            None => number,
        });
    }
    let other = table.types.list.iter().find_map(|ty| match ty {
        InputType::Other(name) => Some(name.clone()),
        _ => None,
    });
    match other {
        Some(name) => Err(format!("no values of the type `{name}` can be made here")),
        None => Ok(ModedInputs { types: table.types, args, hidden }),
    }
}

struct Table {
    program: Program,
    symbols: Symbols,
    terms: Terms,
    types: InputTypes,
    known: BTreeMap<Ty, TypeNumber>,
}

impl Table {
    fn push(&mut self, ty: InputType) -> TypeNumber {
        self.types.list.push(ty);
        self.types.list.len() as TypeNumber - 1
    }

    /// The type `int`.
    fn int(&mut self) -> Option<Ty> {
        let defs = self.program.defs.iter();
        let index = defs.enumerate().find(|(_, def)| def.name == "int" && def.body == DefBody::Builtin)?.0;
        Some(self.program.types.constant(crate::core::TypeId::new(index)))
    }

    fn number(&mut self, of: Ty) -> TypeNumber {
        if let Some(known) = self.known.get(&of) {
            return *known;
        }
        let number = self.push(InputType::Other(String::new()));
        self.known.insert(of, number);
        // Types may be nested deeply, so those that are met wait here.
        let mut open = vec![(of, number)];
        while let Some((of, number)) = open.pop() {
            let made = self.made(of, &mut open);
            if let Some(place) = self.types.list.get_mut(number as usize) {
                *place = made;
            }
        }
        number
    }

    fn part(&mut self, of: Ty, open: &mut Vec<(Ty, TypeNumber)>) -> TypeNumber {
        if let Some(known) = self.known.get(&of) {
            return *known;
        }
        let number = self.push(InputType::Other(String::new()));
        self.known.insert(of, number);
        open.push((of, number));
        number
    }

    fn made(&mut self, of: Ty, open: &mut Vec<(Ty, TypeNumber)>) -> InputType {
        let shown = self.program.type_text(of, &[]);
        let (head, parts) = match self.program.types.node(of).clone() {
            TypeNode::App(head, parts) => (head, parts),
            TypeNode::Param(_) => return InputType::Int,
        };
        match head {
            Head::Tuple => {
                let args = parts.iter().map(|part| self.part(*part, open)).collect();
                InputType::Union(vec![Variant { name: self.symbols.tuple, args }])
            }
            Head::Pred | Head::Func => InputType::Other(shown),
            Head::Named(id) => {
                let Some(def) = self.program.def(id).cloned() else { return InputType::Other(shown) };
                let library = self.program.module(def.module).is_some_and(|module| module.library);
                match &def.body {
                    DefBody::Builtin => match def.name.as_str() {
                        "int" => InputType::Int,
                        "char" | "character" => InputType::Char,
                        "string" => InputType::Str,
                        "float" => InputType::Float,
                        _ => InputType::Other(shown),
                    },
                    DefBody::Equal(ty) => {
                        let ty = self.program.types.substitute(*ty, &parts);
                        self.made(ty, open)
                    }
                    DefBody::Union(_) if library && def.body_section != Section::Interface => {
                        InputType::Other(shown)
                    }
                    DefBody::Union(all) => {
                        let mut variants = Vec::with_capacity(all.len());
                        for cons in all {
                            let Some(constructor) = self.program.constructor(*cons).cloned() else {
                                continue;
                            };
                            let mut args = Vec::with_capacity(constructor.args.len());
                            for arg in constructor.args {
                                let ty = self.program.types.substitute(arg, &parts);
                                args.push(self.part(ty, open));
                            }
                            variants.push(Variant { name: self.symbols.name(*cons), args });
                        }
                        InputType::Union(variants)
                    }
                    DefBody::Abstract | DefBody::Wrong => InputType::Other(shown),
                }
            }
        }
    }

    /// A type with those of its constructors that an inst allows.
    fn narrowed(&mut self, number: TypeNumber, functors: &[String]) -> TypeNumber {
        let Some(InputType::Union(variants)) = self.types.get(number).cloned() else { return number };
        let name = |variant: &Variant| super::plain_name(self.terms.name(variant.name)).to_string();
        let kept: Vec<Variant> =
            variants.into_iter().filter(|variant| functors.contains(&name(variant))).collect();
        self.push(InputType::Union(kept))
    }
}
