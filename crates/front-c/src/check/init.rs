//! Initialisers: which value goes to which part.
//!
//! C lets braces be left out and parts be named in any order; here each value gets its full path. The current
//! object moves through the parts of the aggregate as C11 6.7.9 has it.

use super::Checker;
use crate::tree::{Expr, ExprKind, Init, InitItem, Place, PlaceKind, Step};
use crate::types::Type;
use base::Int;
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

/// A range `[a ... b]` is written out up to this length.
const LONGEST_RANGE: u64 = 1 << 16;

type Item = Node<ast::InitializerListItem>;

/// The list that is being gone through.
struct Cursor<'n> {
    items: &'n [Item],
    next: usize,
    out: Vec<InitItem>,
}

impl Checker<'_> {
    /// An initialiser for a variable of a type; the type comes back complete.
    pub(super) fn initializer(&mut self, ty: &Type, node: &Node<ast::Initializer>) -> (Init, Type) {
        match &node.node {
            ast::Initializer::List(items) => self.initializer_list(ty, items, node.span),
            ast::Initializer::Expression(e) => {
                if let Some(bytes) = self.string_for(ty, e) {
                    return self.string_init(ty, &bytes, e.span);
                }
                // `struct p x = (struct p) { 1, 2 };` is the list itself.
                if let ast::Expression::CompoundLiteral(literal) = &e.node
                    && matches!(ty, Type::Array(..) | Type::Record(_))
                {
                    let own = self.type_name(&literal.node.type_name);
                    if self.compatible(&own, ty) && !own.is_unknown() {
                        let items = &literal.node.initializer_list;
                        let own = if matches!(own, Type::Array(_, None)) { ty.clone() } else { own };
                        return self.initializer_list(&own, items, e.span);
                    }
                }
                let value = self.expr_value(e);
                if matches!(ty, Type::Array(..)) {
                    if !value.ty.is_unknown() {
                        self.error(e.span, "an array is initialised by a list in braces", "");
                    }
                    return (Init::Scalar(self.wrong(self.at(e.span))), ty.clone());
                }
                let value = self.assigned(value, ty, e.span, "taken");
                (Init::Scalar(value), ty.clone())
            }
        }
    }

    /// The initialiser of a variable that lives as long as the program: nothing is computed in it.
    pub(super) fn static_initializer(&mut self, ty: &Type, node: &Node<ast::Initializer>) -> (Init, Type) {
        let (init, ty) = self.initializer(ty, node);
        let values: Vec<&Expr> = match &init {
            Init::Scalar(value) => vec![value],
            Init::List(items) => items.iter().map(|item| &item.value).collect(),
        };
        let changing: Vec<source::Span> = values.into_iter().filter_map(at_run_time).take(3).collect();
        for span in changing {
            let message = "the first value of this variable must be constant";
            self.report(source::Diagnostic::error(message).primary(span, "this is known only at run time"));
        }
        (init, ty)
    }

    /// A list in braces.
    pub(super) fn initializer_list(&mut self, ty: &Type, items: &[Item], span: ParsedSpan) -> (Init, Type) {
        let (list, length) = self.braced(ty, items, span);
        let ty = match ty {
            Type::Array(of, None) => Type::Array(of.clone(), Some(length)),
            other => other.clone(),
        };
        if let (true, [only]) = (ty.is_scalar() || ty.is_unknown(), list.as_slice()) {
            return (Init::Scalar(only.value.clone()), ty);
        }
        (Init::List(list), ty)
    }

    /// The values of a list in braces, with paths from the object that it is for; and how many elements there are.
    fn braced(&mut self, ty: &Type, items: &[Item], span: ParsedSpan) -> (Vec<InitItem>, u64) {
        // `char s[] = { "abc" }`
        if let ([only], Type::Array(..)) = (items, ty)
            && only.node.designation.is_empty()
            && let ast::Initializer::Expression(e) = &only.node.initializer.node
            && let Some(bytes) = self.string_for(ty, e)
        {
            let (init, ty) = self.string_init(ty, &bytes, e.span);
            let length = match ty {
                Type::Array(_, length) => length.unwrap_or(0),
                _ => 0,
            };
            return match init {
                Init::List(list) => (list, length),
                Init::Scalar(_) => (Vec::new(), length),
            };
        }
        let mut cursor = Cursor { items, next: 0, out: Vec::new() };
        if matches!(ty, Type::Array(..) | Type::Record(_)) {
            if self.types.size_of(ty).is_none() && matches!(ty, Type::Record(_)) {
                let text = self.text_of(ty);
                self.error(span, format!("the type `{text}` is not complete"), "");
                return (Vec::new(), 0);
            }
            let length = self.fill(ty, &mut Vec::new(), &[], &mut cursor, true, false);
            return (cursor.out, length);
        }
        // A number in braces.
        let Some(first) = items.first() else { return (Vec::new(), 0) };
        match &first.node.initializer.node {
            ast::Initializer::Expression(e) => {
                let value = self.expr_value(e);
                let value = self.assigned(value, ty, e.span, "taken");
                cursor.out.push(InitItem { path: Vec::new(), value });
            }
            ast::Initializer::List(inner) => {
                cursor.out = self.braced(ty, inner, first.span).0;
            }
        }
        if let Some(second) = items.get(1) {
            self.warn(second.span, "this value is for nothing: there is one value already", "");
        }
        (cursor.out, 0)
    }

    /// Gives values to the parts of an aggregate until the list, or the aggregate, ends. `designators` are those
    /// of the first value that are still to be followed; `consumed` says that there are none left. Without braces
    /// of its own, a value with a designator ends it. Gives the number of elements that an array needs.
    fn fill(
        &mut self,
        ty: &Type,
        path: &mut Vec<Step>,
        designators: &[Node<ast::Designator>],
        cursor: &mut Cursor<'_>,
        braced: bool,
        consumed: bool,
    ) -> u64 {
        let mut pending = designators;
        let mut consumed = consumed;
        let mut index: u64 = 0;
        let mut length: u64 = 0;
        while let Some(item) = cursor.items.get(cursor.next) {
            let before = cursor.next;
            let designation = if !pending.is_empty() {
                std::mem::take(&mut pending)
            } else if std::mem::take(&mut consumed) || item.node.designation.is_empty() {
                &[]
            } else if braced {
                item.node.designation.as_slice()
            } else {
                return length;
            };
            if let Some((first, rest)) = designation.split_first() {
                let Some((low, high)) = self.designated(ty, first, path, designation, cursor) else {
                    // It was wrong, or reached into a nameless struct.
                    if cursor.next == before {
                        cursor.next += 1;
                    }
                    continue;
                };
                for at in low..=high {
                    cursor.next = before;
                    let Some((step, part)) = self.part(ty, at) else { break };
                    path.push(step);
                    if rest.is_empty() {
                        self.element(&part, path, cursor, true);
                    } else {
                        self.fill(&part, path, rest, cursor, false, false);
                    }
                    path.pop();
                }
                index = high;
            } else {
                let Some((step, part)) = self.part(ty, index) else {
                    if !braced {
                        return length;
                    }
                    self.warn(item.span, "this value is for nothing: all parts have one", "");
                    cursor.next += 1;
                    continue;
                };
                path.push(step);
                self.element(&part, path, cursor, !item.node.designation.is_empty());
                path.pop();
            }
            if cursor.next == before {
                // A struct without fields takes no value.
                cursor.next += 1;
            }
            index = index.saturating_add(1);
            length = length.max(index);
            if self.is_union(ty) {
                if !braced {
                    return length;
                }
                index = u64::MAX;
            }
        }
        length
    }

    fn is_union(&self, ty: &Type) -> bool {
        matches!(ty, Type::Record(id) if self.types.record(*id).is_some_and(|r| r.is_union))
    }

    /// The part of an aggregate at a position.
    fn part(&self, ty: &Type, index: u64) -> Option<(Step, Type)> {
        match ty {
            Type::Array(of, length) => {
                (length.is_none_or(|n| index < n)).then(|| (Step::Index(index), (**of).clone()))
            }
            Type::Record(id) => {
                let index = usize::try_from(index).ok()?;
                let field = self.types.field(*id, index)?;
                Some((Step::Field(index), field.ty.clone()))
            }
            _ => None,
        }
    }

    /// The positions that a designator names.
    fn designated(
        &mut self,
        ty: &Type,
        node: &Node<ast::Designator>,
        path: &mut Vec<Step>,
        all: &[Node<ast::Designator>],
        cursor: &mut Cursor<'_>,
    ) -> Option<(u64, u64)> {
        match (&node.node, ty) {
            (ast::Designator::Member(name), Type::Record(id)) => {
                let Some(found) = self.types.find_member(*id, &name.node.name) else {
                    let text = self.text_of(ty);
                    self.error(name.span, format!("`{text}` has no member `{}`", name.node.name), "");
                    return None;
                };
                let first = *found.first()?;
                if found.len() > 1 {
                    let (step, part) = self.part(ty, first as u64)?;
                    path.push(step);
                    self.fill(&part, path, all, cursor, false, false);
                    path.pop();
                    return None;
                }
                Some((first as u64, first as u64))
            }
            (ast::Designator::Index(e), Type::Array(_, length)) => {
                let at = self.position(e, *length)?;
                Some((at, at))
            }
            (ast::Designator::Range(range), Type::Array(_, length)) => {
                let low = self.position(&range.node.from, *length)?;
                let high = self.position(&range.node.to, *length)?;
                if high < low || high - low > LONGEST_RANGE {
                    self.error(node.span, "this range is empty or too long", "");
                    return None;
                }
                Some((low, high))
            }
            _ => {
                let text = self.text_of(ty);
                self.error(node.span, format!("the type `{text}` has no such part"), "");
                None
            }
        }
    }

    fn position(&mut self, e: &Node<ast::Expression>, length: Option<u64>) -> Option<u64> {
        let value = self.expr_value(e);
        let value = self.constant(&value, e.span)?;
        let index = value.to_i64().and_then(|i| u64::try_from(i).ok());
        // No array in memory has more elements.
        let index = index.filter(|i| length.map_or(*i < 1 << 40, |n| *i < n));
        if index.is_none() {
            self.error(e.span, format!("the index {value} is outside of the array"), "");
        }
        index
    }

    /// Gives one part its value, which may be an aggregate without braces that takes several from the list.
    fn element(&mut self, ty: &Type, path: &mut Vec<Step>, cursor: &mut Cursor<'_>, consumed: bool) {
        let Some(item) = cursor.items.get(cursor.next) else { return };
        let e = match &item.node.initializer.node {
            ast::Initializer::List(inner) => {
                let (list, _) = self.braced(ty, inner, item.span);
                if list.is_empty() && ty.is_scalar() {
                    let value = self.zero(ty, self.at(item.span));
                    cursor.out.push(InitItem { path: path.clone(), value });
                }
                for part in list {
                    let mut whole = path.clone();
                    whole.extend(part.path);
                    cursor.out.push(InitItem { path: whole, value: part.value });
                }
                cursor.next += 1;
                return;
            }
            ast::Initializer::Expression(e) => e,
        };
        if let Some(bytes) = self.string_for(ty, e) {
            if let (Init::List(list), _) = self.string_init(ty, &bytes, e.span) {
                for part in list {
                    let mut whole = path.clone();
                    whole.extend(part.path);
                    cursor.out.push(InitItem { path: whole, value: part.value });
                }
            }
            cursor.next += 1;
            return;
        }
        if let Type::Array(..) = ty {
            self.fill(ty, path, &[], cursor, false, consumed);
            return;
        }
        let value = match self.held.take() {
            Some(value) => value,
            None => self.expr_value(e),
        };
        if let Type::Record(_) = ty
            && value.ty != *ty
            && !value.ty.is_unknown()
            && !matches!(value.ty, Type::Record(_))
        {
            self.held = Some(value);
            self.fill(ty, path, &[], cursor, false, consumed);
            self.held = None;
            return;
        }
        let value = self.assigned(value, ty, e.span, "taken");
        cursor.out.push(InitItem { path: path.clone(), value });
        cursor.next += 1;
    }

    fn zero(&self, ty: &Type, span: source::Span) -> Expr {
        let zero = self.number(Int::from(0_i64), self.int(), span);
        self.convert(zero, ty)
    }

    /// The bytes, if this is a string literal for an array of characters.
    fn string_for(&mut self, ty: &Type, e: &Node<ast::Expression>) -> Option<Vec<u8>> {
        let Type::Array(of, _) = ty else { return None };
        of.as_int().filter(|int| int.bits == 8)?;
        let ast::Expression::StringLiteral(pieces) = &e.node else { return None };
        crate::literal::string(&pieces.node).ok()
    }

    /// A string as the values of the elements. The zero at the end need not fit.
    fn string_init(&mut self, ty: &Type, bytes: &[u8], span: ParsedSpan) -> (Init, Type) {
        let Type::Array(of, length) = ty else { return (Init::List(Vec::new()), ty.clone()) };
        let at = self.at(span);
        let all = bytes.len() as u64;
        let length = length.unwrap_or(all);
        if length.saturating_add(1) < all {
            self.warn(span, "this string is longer than the array", "");
        }
        let int = of.as_int();
        let items = bytes
            .iter()
            .take(usize::try_from(length).unwrap_or(usize::MAX))
            .enumerate()
            .map(|(index, byte)| {
                let number = Int::from(i64::from(*byte));
                let number = int.map_or(number.clone(), |int| int.wrap(&number));
                let value = Expr { kind: ExprKind::Int(number), ty: (**of).clone(), span: at };
                InitItem { path: vec![Step::Index(index as u64)], value }
            })
            .collect();
        (Init::List(items), Type::Array(of.clone(), Some(length)))
    }
}

/// What in an expression can only be known when the program runs. Reading a global may be constant; that is decided
/// where the expression is evaluated.
fn at_run_time(e: &Expr) -> Option<source::Span> {
    match &e.kind {
        ExprKind::Call { .. }
        | ExprKind::Assign(..)
        | ExprKind::AssignOp { .. }
        | ExprKind::AssignPointer { .. }
        | ExprKind::Statements(..)
        | ExprKind::IncDec { .. } => Some(e.span),
        ExprKind::Load(place) | ExprKind::Address(place) | ExprKind::Decay(place) => place_at_run_time(place),
        ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Not(a) | ExprKind::Convert(a) => at_run_time(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::PointerAdd(a, b)
        | ExprKind::PointerSub(a, b)
        | ExprKind::PointerDiff(a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b) => at_run_time(a).or_else(|| at_run_time(b)),
        ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().find_map(|e| at_run_time(e)),
        ExprKind::Comma(parts) => parts.iter().find_map(at_run_time),
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Null
        | ExprKind::FunctionAddress(_)
        | ExprKind::Unsupported(_) => None,
    }
}

fn place_at_run_time(place: &Place) -> Option<source::Span> {
    match &place.kind {
        PlaceKind::Local(_) | PlaceKind::Literal(..) => Some(place.span),
        PlaceKind::Global(_) | PlaceKind::String(_) => None,
        PlaceKind::Deref(e) | PlaceKind::Value(e) => at_run_time(e),
        PlaceKind::Member(of, _) => place_at_run_time(of),
    }
}
