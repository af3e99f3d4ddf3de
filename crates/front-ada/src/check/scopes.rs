//! What names mean at a place.
//!
//! A [`Region`] is a stretch of text with declarations of its own: a package, a subprogram, a block, a loop. Names are
//! looked up from the inside out; names that can be overloaded (subprograms and literals of enumerations) are
//! gathered from all regions, any other hides what is outside. What use clauses make visible comes last.

use super::Checker;
use crate::syntax::ast;
use crate::tree::{ExceptionId, ObjectId, SubId, Subtype, TypeId};
use base::Int;
use std::collections::BTreeMap;

/// A package, by its place in the checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackageId(pub usize);

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    Object(ObjectId),
    /// A named number.
    Number(Int),
    Subtype(Subtype),
    Subprogram(SubId),
    /// A literal of an enumeration, with its position.
    Literal(TypeId, usize),
    Package(PackageId),
    Exception(ExceptionId),
    /// A procedure of the library that reads or prints.
    Library(Library),
    /// Something that is not supported; what it is.
    Unsupported(String),
}

/// What the library is known to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Library {
    /// Prints its arguments.
    Put,
    /// Reads a value.
    Get,
    /// Instantiated, it frees what a pointer leads to.
    Free,
    /// Gives a text for a value, which only is printed.
    Image,
}

impl Entity {
    fn is_overloadable(&self) -> bool {
        matches!(self, Entity::Subprogram(_) | Entity::Literal(..) | Entity::Library(_))
    }
}

/// The names of a region.
pub(super) type Names = BTreeMap<String, Vec<Entity>>;

/// A package and what it declares.
pub(super) struct Package {
    /// Its name with those of its parents.
    pub path: String,
    /// All names that it declares.
    pub names: Names,
    /// How many entities of each name others see; all if it is not mentioned.
    pub visible: Option<BTreeMap<String, usize>>,
}

/// A stretch of text with declarations of its own.
#[derive(Default)]
pub(super) struct Region {
    /// The name of a subprogram, block or package, for names such as `Sort.N`.
    pub name: String,
    /// What it declares; of a package, that is in the package.
    pub names: Names,
    /// The package, if it is one.
    pub package: Option<PackageId>,
    /// What its use clauses make visible.
    pub uses: Vec<PackageId>,
}

impl Checker<'_> {
    /// Declares a name in the innermost region.
    pub(super) fn declare(&mut self, key: &str, entity: Entity) {
        let Some(region) = self.regions.last_mut() else { return };
        let names = match region.package.and_then(|p| self.packages.get_mut(p.0)) {
            Some(package) => &mut package.names,
            None => &mut region.names,
        };
        let list = names.entry(key.to_string()).or_default();
        if entity.is_overloadable() && list.iter().all(Entity::is_overloadable) {
            list.push(entity);
        } else {
            *list = vec![entity];
        }
    }

    /// What the innermost region declares under a name.
    pub(super) fn declared_here(&self, key: &str) -> &[Entity] {
        let Some(region) = self.regions.last() else { return &[] };
        self.names_of(region).get(key).map_or(&[], Vec::as_slice)
    }

    fn names_of<'r>(&'r self, region: &'r Region) -> &'r Names {
        match region.package.and_then(|p| self.packages.get(p.0)) {
            Some(package) => &package.names,
            None => &region.names,
        }
    }

    /// What a simple name means here; nothing if it is not declared.
    pub(super) fn look_up(&self, key: &str) -> Vec<Entity> {
        let mut found: Vec<Entity> = Vec::new();
        for region in self.regions.iter().rev() {
            let Some(list) = self.names_of(region).get(key) else { continue };
            let closes = !list.iter().all(Entity::is_overloadable);
            if closes && !found.is_empty() {
                return found;
            }
            found.extend(list.iter().cloned());
            if closes {
                return found;
            }
        }
        let mut unsupported = None;
        for region in self.regions.iter().rev() {
            for package in &region.uses {
                for entity in self.seen_of(*package, key) {
                    // What others declare is meant, if anything is.
                    if let Entity::Unsupported(_) = entity {
                        unsupported = Some(entity);
                        continue;
                    }
                    if found.is_empty()
                        || entity.is_overloadable() && found.iter().all(Entity::is_overloadable)
                    {
                        found.push(entity);
                    }
                }
            }
        }
        if found.is_empty() {
            found.extend(unsupported);
        }
        found
    }

    /// What others see of a package under a name.
    pub(super) fn seen_of(&self, package: PackageId, key: &str) -> Vec<Entity> {
        let Some(of) = self.packages.get(package.0) else { return Vec::new() };
        let list = of.names.get(key).map_or(&[][..], Vec::as_slice);
        // Within the package, everything is seen.
        let inside = self.regions.iter().any(|r| r.package == Some(package));
        let count = match &of.visible {
            Some(visible) if !inside => visible.get(key).copied().unwrap_or(0),
            _ => list.len(),
        };
        list.iter().take(count).cloned().collect()
    }

    /// What a name with points means, as far as it leads through packages and regions only.
    pub(super) fn meaning(&self, e: &ast::Expr) -> Option<Vec<Entity>> {
        match &e.kind {
            ast::ExprKind::Name(name) => {
                let found = self.look_up(&name.key);
                let is_region = || self.regions.iter().any(|r| r.name == name.key);
                if found.is_empty() && !name.key.starts_with('"') && !is_region() {
                    return self.perhaps_elsewhere(&name.text).map(|entity| vec![entity]);
                }
                (!found.is_empty()).then_some(found)
            }
            ast::ExprKind::Character(c) => {
                let found = self.look_up(&format!("'{c}'"));
                (!found.is_empty()).then_some(found)
            }
            ast::ExprKind::Selected(prefix, name) => {
                if let Some(found) = self.meaning(prefix) {
                    match found.first() {
                        Some(Entity::Package(package)) => {
                            let seen = self.seen_of(*package, &name.key);
                            let path = self.packages.get(package.0).map_or("", |p| &p.path);
                            if seen.is_empty() && (path == "ada" || path.starts_with("ada.")) {
                                // Only some of the library is known.
                                let what = format!("the library's {path}.{}", name.key);
                                return Some(vec![Entity::Unsupported(what)]);
                            }
                            return (!seen.is_empty()).then_some(seen);
                        }
                        Some(Entity::Unsupported(what)) => {
                            return Some(vec![Entity::Unsupported(what.clone())]);
                        }
                        // The name of a subprogram around this place, as in `Sort.N`.
                        Some(Entity::Subprogram(_)) => {}
                        _ => return None,
                    }
                }
                let ast::ExprKind::Name(of) = &prefix.kind else { return None };
                let region = self.regions.iter().rev().find(|r| !r.name.is_empty() && r.name == of.key)?;
                let found = self.names_of(region).get(&name.key)?;
                Some(found.clone())
            }
            _ => None,
        }
    }

    /// A name that nothing here declares may come from a unit whose text is not there, if one is in a use clause.
    fn perhaps_elsewhere(&self, name: &str) -> Option<Entity> {
        let unit = self.unread.first()?;
        Some(Entity::Unsupported(format!("`{name}`, which {unit} may declare,")))
    }

    /// The package of a path, if there is one.
    pub(super) fn package_named(&self, path: &str) -> Option<PackageId> {
        self.packages.iter().position(|p| p.path == path).map(PackageId)
    }
}
