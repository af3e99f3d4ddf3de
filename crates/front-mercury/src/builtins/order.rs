//! The standard order of values, and characters as numbers.

use logic::machine::cells::Cell;
use logic::machine::moded::compare_values;
use logic::moded::{Fault, Plain};
use std::cmp::Ordering;

pub(super) fn find(key: &str, outs: &str) -> Option<Plain> {
    Some(match (key, outs) {
        ("pred builtin.compare/3", _) => |host, args| {
            let [a, b] = args else { return Ok(false) };
            let found = compare_values(host.cells, host.terms, host.procs, *a, *b).map_err(Fault::Unknown)?;
            let sign = match found {
                Ordering::Less => "<",
                Ordering::Equal => "=",
                Ordering::Greater => ">",
            };
            let sign = Cell::Atom(host.terms.intern(sign));
            host.give(sign);
            Ok(true)
        },
        ("pred char.to_int/2", "io") => |host, args| {
            let [Cell::Char(char)] = args else { return Ok(false) };
            host.give(Cell::Int(i64::from(u32::from(*char))));
            Ok(true)
        },
        ("pred char.to_int/2", "ii") => |_, args| {
            let [Cell::Char(char), Cell::Int(code)] = args else { return Ok(false) };
            Ok(i64::from(u32::from(*char)) == *code)
        },
        ("pred char.to_int/2", "oi") => |host, args| {
            let [Cell::Int(code)] = args else { return Ok(false) };
            match u32::try_from(*code).ok().and_then(char::from_u32) {
                Some(char) => {
                    host.give(Cell::Char(char));
                    Ok(true)
                }
                None => Ok(false),
            }
        },
        _ => return None,
    })
}
