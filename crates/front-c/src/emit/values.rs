//! Values as expressions of C, and how long an object is.
//!
//! ```text
//! →a1 + 2     a1 + 2          -2147483648     (-2147483647 - 1)
//! ```

use super::objects::{Kind, Known, Objects};
use crate::lower::is_stream;
use crate::tails;
use crate::types::{FunctionType, IntName, Type};
use base::Int;
use imperative::machine::{Object, ObjectId, Value};
use std::fmt::Write as _;

impl Objects<'_> {
    /// Whether it is a struct that is longer than its type, or one of unknown size.
    pub fn is_long(&self, kind: &Kind) -> bool {
        self.is_opaque(kind)
            || self.is_stream(kind)
            || matches!(kind, Kind::Struct(r) if tails::tail(&self.unit.types, *r).is_some())
    }

    /// Whether it is a struct that is only declared. All that a test can give is an address.
    pub fn is_opaque(&self, kind: &Kind) -> bool {
        matches!(kind, Kind::Struct(r) if self.unit.types.record(*r).is_some_and(|r| !r.complete))
    }

    /// Whether it is a stream. Only the C library makes those.
    pub fn is_stream(&self, kind: &Kind) -> bool {
        matches!(kind, Kind::Struct(r) if is_stream(&self.unit.types, *r))
    }

    /// How many bytes longer than its type a struct is.
    pub fn more_bytes(&self, id: ObjectId, kind: &Kind) -> u64 {
        let (Kind::Struct(r), Some(Object::Cell { of, fields })) = (kind, self.heap.get(id)) else {
            return 0;
        };
        let Some(tail) = tails::tail(&self.unit.types, *r) else { return 0 };
        let infos = self.layout.structs.get(of.index()).map_or(&[][..], |s| s.fields.as_slice());
        let at = infos.iter().position(|info| info.member == Some(tail.member));
        let part = at.and_then(|at| fields.get(at)).and_then(Value::as_ref).and_then(|o| self.heap.get(o));
        part.and_then(|part| tail.more_bytes(part.values().len() as u64)).unwrap_or(0)
    }

    /// A value as an expression.
    pub fn value(&self, value: &Value, ty: &Type) -> Result<String, String> {
        match value {
            Value::Int(i) => Ok(match ty.pointee() {
                Some(Type::Function(of)) => self.function(i, of),
                _ => self.integer(i, ty),
            }),
            Value::Nil => Ok("NULL".to_string()),
            Value::Ref(o) | Value::Pointer(o, 0) => {
                let known = self.known.get(o).ok_or("a pointer to something without a name")?;
                Ok(match ty {
                    Type::Record(_) => known.place.clone(),
                    _ => format!("{}{}", self.cast(known, ty), known.pointer),
                })
            }
            Value::Pointer(o, i) => {
                let known = self.known.get(o).ok_or("a pointer to something without a name")?;
                let moved = format!("{} + {i}", known.pointer);
                Ok(match self.cast(known, ty).as_str() {
                    "" => moved,
                    cast => format!("{cast}({moved})"),
                })
            }
            other => Err(format!("{other} cannot be written in C")),
        }
    }

    /// Sets a place to a value, even if the file declares it `const`.
    pub fn assign(&self, place: &str, value: &Value, ty: &Type, out: &mut String) -> Result<(), String> {
        let value = self.value(value, ty)?;
        let _ = match self.is_fixed(place) {
            true => writeln!(out, "    *({})&{place} = {value};", self.text(&ty.clone().pointer(), "")),
            false => writeln!(out, "    {place} = {value};"),
        };
        Ok(())
    }

    /// Whether a place is a `const` member, or inside of one.
    fn is_fixed(&self, place: &str) -> bool {
        let inside = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[', '-']);
        self.fixed.iter().any(|fixed| place.strip_prefix(fixed.as_str()).is_some_and(inside))
    }

    /// The function that a number stands for; null for a number that stands for no function, which nothing has read.
    fn function(&self, number: &Int, of: &FunctionType) -> String {
        let of = FunctionType { prototyped: true, ..of.clone() };
        let at = number.to_i64().and_then(|n| usize::try_from(n).ok()).and_then(|n| n.checked_sub(1));
        let list = self.layout.targets.iter().find(|(ty, _)| *ty == of).map_or(&[][..], |(_, list)| list);
        let Some(function) = at.and_then(|at| list.get(at)).and_then(|id| self.unit.function(*id)) else {
            return "NULL".to_string();
        };
        let is_pointer = |ty: &Type| matches!(ty, Type::Pointer(_));
        let cast = !self.layout.names_fit && (is_pointer(&of.result) || of.params.iter().any(is_pointer));
        format!("{}{}", if cast { "(void *)" } else { "" }, function.name)
    }

    /// What a pointer to an object needs before it so that the compiler takes it: the file may say `void **` or `const int **` where
    /// the tree has something else, or see numbers with another sign than the object is declared with.
    fn cast(&self, known: &Known, ty: &Type) -> String {
        fn number(mut ty: &Type) -> Option<IntName> {
            while let Type::Array(of, _) = ty {
                ty = of;
            }
            ty.as_int().map(|int| int.name)
        }
        let declared = match &known.kind {
            Kind::Array(of) | Kind::Single(of) => number(of),
            Kind::Struct(_) | Kind::Globals => None,
        };
        match (ty.pointee(), declared, ty.pointee().and_then(number)) {
            // A pointer to pointers to what is `const` is another type than one to pointers.
            (Some(Type::Pointer(_) | Type::Array(..)), ..) if !self.layout.names_fit => {
                "(void *)".to_string()
            }
            _ if self.is_fixed(&known.place) => format!("({})", self.text(ty, "")),
            (_, Some(declared), Some(wanted)) if declared != wanted => format!("({})", self.text(ty, "")),
            _ => String::new(),
        }
    }

    /// An integer constant that has its value in C.
    fn integer(&self, value: &Int, ty: &Type) -> String {
        // Memory may keep it with a sign that it does not have.
        let value = &match self.unit.types.integer(ty) {
            Some(int) if !int.signed => int.wrap(value),
            _ => value.clone(),
        };
        if let Type::Enum(id) = ty
            && let Some(constant) =
                self.unit.types.enumeration(*id).and_then(|e| e.constants.iter().find(|c| c.value == *value))
        {
            return constant.name.clone();
        }
        let least = |bits: u32| -Int::from(1_i128 << (bits - 1));
        let greatest = |bits: u32| Int::from((1_i128 << (bits - 1)) - 1);
        if *value == least(32) {
            return "(-2147483647 - 1)".to_string();
        }
        if *value > least(32) && *value <= greatest(32) {
            return value.to_string();
        }
        let known = self.unit.types.integer(ty);
        let suffix = if known.is_some_and(|t| !t.signed) { "u" } else { "" };
        match known.map(|t| t.bits) {
            Some(32) => format!("{value}{suffix}"),
            _ if *value == least(64) => "(-9223372036854775807LL - 1)".to_string(),
            _ => format!("{value}{suffix}ll"),
        }
    }
}
