//! The types of expressions, and whether they have the ones that their places ask for.

use super::Check;
use crate::{BinaryOp, Expr, ExprKind, MAX_DEPTH, Type, UnaryOp, Word};

/// The type of an expression; nil belongs to all references.
#[derive(Clone, PartialEq)]
pub(super) enum Found {
    Type(Type),
    Nil,
}

impl Check<'_> {
    pub fn expect(&mut self, e: &Expr, ty: &Type) {
        match self.type_of(e, 0) {
            Some(Found::Type(found)) if found != *ty && !self.narrows(e, &found, ty) => {
                let (found, ty) = (self.program.type_name(&found), self.program.type_name(ty));
                self.flaw(format!("{found} where {ty} is needed"), e.span);
            }
            Some(Found::Nil) if !ty.is_reference() => {
                let ty = self.program.type_name(ty);
                self.flaw(format!("nil where {ty} is needed"), e.span);
            }
            _ => {}
        }
    }

    /// Whether an integer is known to be of an integer type.
    fn narrows(&self, e: &Expr, found: &Type, ty: &Type) -> bool {
        match (found, ty) {
            (Type::Word(_), Type::Int) => true,
            (Type::Word(found), Type::Word(word)) => word.contains(*found),
            (Type::Int, Type::Word(word)) => match &e.kind {
                ExprKind::Int(i) => word.holds(i),
                ExprKind::BoolToInt(_) => word.contains(Word::unsigned(1)),
                _ => false,
            },
            _ => false,
        }
    }

    /// The type of an expression; `None` if a flaw was found inside.
    pub(super) fn type_of(&mut self, e: &Expr, depth: usize) -> Option<Found> {
        if depth > MAX_DEPTH {
            self.flaw("an expression is nested too deeply", e.span);
            return None;
        }
        let depth = depth + 1;
        let found = match &e.kind {
            ExprKind::Int(_) => Type::Int,
            ExprKind::Real(_) => Type::Real,
            ExprKind::Bool(_) => Type::Bool,
            ExprKind::Nil => return Some(Found::Nil),
            ExprKind::Var(v) => {
                match self.proc.var(*v).filter(|_| self.ghosts || v.ghost_index().is_none()) {
                    Some(var) => var.ty.clone(),
                    None => {
                        self.flaw(format!("{v} does not exist"), e.span);
                        return None;
                    }
                }
            }
            ExprKind::Field(object, field) => match self.type_of(object, depth)? {
                Found::Type(Type::Ref(s)) if self.program.field(s, *field).is_some() => {
                    self.program.field(s, *field)?.ty.read()
                }
                _ => {
                    self.flaw("a field of no cell", e.span);
                    return None;
                }
            },
            ExprKind::Element(array, index) => {
                let array = self.type_of(array, depth)?;
                self.operand(index, &Type::Int, depth)?;
                match array {
                    Found::Type(Type::Array(element)) => element.read(),
                    _ => {
                        self.flaw("an element of no array", e.span);
                        return None;
                    }
                }
            }
            ExprKind::Target(pointer) => match self.type_of(pointer, depth)? {
                Found::Type(Type::Pointer(element)) => element.read(),
                _ => {
                    self.flaw("the target of no pointer", e.span);
                    return None;
                }
            },
            ExprKind::At(array, index) => {
                let array = self.type_of(array, depth)?;
                self.operand(index, &Type::Int, depth)?;
                match array {
                    Found::Type(Type::Array(element)) => Type::Pointer(element),
                    _ => {
                        self.flaw("a pointer into no array", e.span);
                        return None;
                    }
                }
            }
            ExprKind::Move(pointer, by) => {
                let pointer = self.type_of(pointer, depth)?;
                self.operand(by, &Type::Int, depth)?;
                match pointer {
                    Found::Type(ty @ Type::Pointer(_)) => ty,
                    _ => {
                        self.flaw("no pointer is moved", e.span);
                        return None;
                    }
                }
            }
            ExprKind::Distance(a, b) | ExprKind::Together(a, b) => {
                let (a, b) = (self.type_of(a, depth)?, self.type_of(b, depth)?);
                if a != b || !matches!(a, Found::Type(Type::Pointer(_))) {
                    self.flaw("a distance of no pointers", e.span);
                    return None;
                }
                if matches!(e.kind, ExprKind::Distance(..)) { Type::Int } else { Type::Bool }
            }
            ExprKind::Position(pointer) => match self.type_of(pointer, depth)? {
                Found::Type(Type::Pointer(_)) => Type::Int,
                _ => {
                    self.flaw("the position of no pointer", e.span);
                    return None;
                }
            },
            ExprKind::Length(array) => match self.type_of(array, depth)? {
                Found::Type(Type::Array(_) | Type::Pointer(_)) => Type::Int,
                _ => {
                    self.flaw("the length of no array", e.span);
                    return None;
                }
            },
            ExprKind::First(array) => match self.type_of(array, depth)? {
                Found::Type(Type::Array(_)) => Type::Int,
                _ => {
                    self.flaw("the first index of no array", e.span);
                    return None;
                }
            },
            ExprKind::Unary(UnaryOp::Neg, a) => return self.number(a, depth),
            ExprKind::Fit(a, word)
            | ExprKind::Within(a, word)
            | ExprKind::Sure(a, word)
            | ExprKind::Wrap(a, word) => {
                self.operand(a, &Type::Int, depth)?;
                if word.is_empty() && matches!(e.kind, ExprKind::Wrap(..)) {
                    self.flaw("something wraps around in a range without values", e.span);
                    return None;
                }
                Type::Word(*word)
            }
            ExprKind::Unary(UnaryOp::Not | UnaryOp::Whole | UnaryOp::Both, a) => {
                self.operand(a, &Type::Bool, depth)?;
                Type::Bool
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.operand(a, &Type::Bool, depth)?;
                self.operand(b, &Type::Bool, depth)?;
                Type::Bool
            }
            ExprKind::IntToBool(a) => {
                self.operand(a, &Type::Int, depth)?;
                Type::Bool
            }
            ExprKind::BoolToInt(a) => {
                self.operand(a, &Type::Bool, depth)?;
                Type::Int
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => {
                let (left, right) = (self.type_of(a, depth)?, self.type_of(b, depth)?);
                let fit = match (&left, &right) {
                    (Found::Nil, Found::Nil) => true,
                    (Found::Nil, Found::Type(t)) | (Found::Type(t), Found::Nil) => t.is_reference(),
                    (Found::Type(a), Found::Type(b)) => a == b || (a.is_integer() && b.is_integer()),
                };
                if !fit {
                    self.flaw("a comparison of different types", e.span);
                    return None;
                }
                Type::Bool
            }
            ExprKind::Binary(op, a, b) => {
                // Each operand is looked at once: they may nest as deep as the text does.
                let left = self.type_of(a, depth)?;
                // Pointers of one array have an order.
                let ordered = op.is_comparison() && matches!(left, Found::Type(Type::Pointer(_)));
                let (left, right) = if ordered {
                    (left, self.type_of(b, depth)?)
                } else {
                    (self.as_number(left, a)?, self.number(b, depth)?)
                };
                if left != right
                    || (matches!(op, BinaryOp::Rem | BinaryOp::Mod) && left != Found::Type(Type::Int))
                {
                    self.flaw(format!("{} between different types", op.symbol()), e.span);
                    return None;
                }
                if op.is_comparison() {
                    Type::Bool
                } else {
                    return Some(left);
                }
            }
        };
        Some(Found::Type(found))
    }

    fn number(&mut self, e: &Expr, depth: usize) -> Option<Found> {
        let found = self.type_of(e, depth)?;
        self.as_number(found, e)
    }

    /// What was found for an expression, if that is a number.
    fn as_number(&mut self, found: Found, e: &Expr) -> Option<Found> {
        match found {
            Found::Type(ty) if ty.is_integer() => Some(Found::Type(Type::Int)),
            Found::Type(ty) if ty.is_number() => Some(Found::Type(ty)),
            _ => {
                self.flaw("something that is no number", e.span);
                None
            }
        }
    }

    fn operand(&mut self, e: &Expr, ty: &Type, depth: usize) -> Option<()> {
        match self.type_of(e, depth)? {
            Found::Type(found) if found == *ty || (*ty == Type::Int && found.is_integer()) => Some(()),
            _ => {
                let ty = self.program.type_name(ty);
                self.flaw(format!("something else where {ty} is needed"), e.span);
                None
            }
        }
    }
}
