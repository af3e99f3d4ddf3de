//! Variables of packages, as tests name them: those of the package under test by their names, those that another package
//! shows by their full names.
//!
//! ```text
//! Count := 3;   Settings.Limit := 10;
//! ```

use super::file::Writer;
use crate::syntax::ast::{ContextItem, DeclKind, UnitKind};
use crate::tree::{Object, ObjectId, Role, predefined};
use crate::units::name;

impl Writer<'_> {
    /// How a test of a subprogram of a package names a variable.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(super) fn place_of(&self, id: ObjectId, package: &str) -> Result<String, String> {
        let object = self.tree.objects.get(id.0 as usize).ok_or("there is no such variable")?;
        let around = |p: &str| p.eq_ignore_ascii_case(&object.package);
        let mut packages = std::iter::successors(Some(package), |p| p.rsplit_once('.').map(|(p, _)| p));
        if packages.any(around) {
            return Ok(object.name.clone());
        }
        // Operators and literals of other types may not be visible.
        let plain =
            [predefined::BOOLEAN, predefined::INTEGER, predefined::CHARACTER].contains(&object.subtype.ty);
        let shown = plain && object.role == Role::Variable && self.is_shown(object) && self.is_named(object);
        match shown {
            true => Ok(format!("{}.{}", object.package, object.name)),
            false => Err("it needs a variable of another package".to_string()),
        }
    }

    /// Whether the specification of a package shows a variable to others.
    pub(super) fn is_shown(&self, object: &Object) -> bool {
        let units = self.sources.files.iter().flat_map(|f| &f.tree.units);
        units.into_iter().any(|unit| {
            let UnitKind::Declaration(decl) = &unit.kind else { return false };
            let DeclKind::Package { visible, .. } = &decl.kind else { return false };
            let here = |d: &crate::syntax::ast::Decl| {
                let at = d.at.0;
                let within = at.file == object.span.file && at.start <= object.span.start;
                matches!(d.kind, DeclKind::Object(_)) && within && object.span.end <= at.end
            };
            visible.iter().any(here)
        })
    }

    /// Whether the units under test name the package of a variable in a `with` clause, so that the tests do, too.
    fn is_named(&self, object: &Object) -> bool {
        let own = self.own_units();
        let units = self.sources.files.iter().flat_map(|f| &f.tree.units);
        let tested = units.filter(|unit| name(unit).is_some_and(|name| own.contains(&name)));
        tested.flat_map(|unit| &unit.context).any(|item| match item {
            ContextItem::With { units, .. } => {
                units.iter().any(|path| path.text().eq_ignore_ascii_case(&object.package))
            }
            _ => false,
        })
    }
}
