//! Programs in several files: which others a file needs, and in which order they are read.
//!
//! GNAT's names are expected: the unit `Stacks.Bounded` is in `stacks-bounded.ads` and `stacks-bounded.adb`.

use crate::syntax::ast::{Compilation, ContextItem, DeclKind, Unit, UnitKind};

/// Parents of packages that come with the compiler.
const LIBRARY: [&str; 4] = ["ada", "gnat", "interfaces", "system"];

/// The name of a unit, as it is compared; none for fragments.
pub(crate) fn name(unit: &Unit) -> Option<String> {
    let UnitKind::Declaration(decl) = &unit.kind else { return None };
    Some(match &decl.kind {
        DeclKind::Package { name, .. } | DeclKind::PackageBody { name, .. } => name.key(),
        DeclKind::Body { spec, .. }
        | DeclKind::Subprogram(spec)
        | DeclKind::ExpressionFunction { spec, .. }
        | DeclKind::NullProcedure(spec) => spec.name.key(),
        _ => return None,
    })
}

fn is_spec(unit: &Unit) -> bool {
    let UnitKind::Declaration(decl) = &unit.kind else { return false };
    matches!(decl.kind, DeclKind::Package { .. } | DeclKind::Subprogram(_))
}

/// The units that a unit names in its context, and its parents.
fn needs(unit: &Unit) -> Vec<String> {
    let mut found = Vec::new();
    for item in &unit.context {
        if let ContextItem::With { units, .. } = item {
            found.extend(units.iter().map(|path| path.key()));
        }
    }
    found.extend(name(unit));
    let parents: Vec<String> = found
        .iter()
        .flat_map(|name| name.match_indices('.').map(|(at, _)| name[..at].to_string()).collect::<Vec<_>>())
        .collect();
    found.extend(parents);
    found.retain(|name| !LIBRARY.contains(&name.split('.').next().unwrap_or("")) && name != "text_io");
    found
}

/// The names of the files that belong to a file.
pub(crate) fn companions(tree: &Compilation) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for unit in &tree.units {
        for needed in needs(unit) {
            let stem = needed.replace('.', "-");
            names.extend([format!("{stem}.ads"), format!("{stem}.adb")]);
        }
    }
    names.sort();
    names.dedup();
    names
}

/// The files of a program, those that others depend on first; by their places.
pub(crate) fn ordered(trees: &[Compilation]) -> Vec<usize> {
    fn visit(at: usize, trees: &[Compilation], done: &mut [bool], out: &mut Vec<usize>) {
        if std::mem::replace(&mut done[at], true) {
            return;
        }
        let wanted: Vec<String> = trees[at].units.iter().flat_map(needs).collect();
        for (other, tree) in trees.iter().enumerate() {
            let gives = |unit: &Unit| is_spec(unit) && name(unit).is_some_and(|n| wanted.contains(&n));
            if other != at && tree.units.iter().any(gives) {
                visit(other, trees, done, out);
            }
        }
        out.push(at);
    }
    let mut done = vec![false; trees.len()];
    let mut out = Vec::new();
    for at in 0..trees.len() {
        visit(at, trees, &mut done, &mut out);
    }
    out
}
