//! Declarators: from `*(*f)(int)[3]` around a type to the type that it makes.

use super::{Checker, DEEPEST_TYPE, Entity};
use crate::tree::Elements;
use crate::types::{FunctionType, Type};
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

/// What a declarator declares.
pub(super) struct Declared {
    pub name: Option<String>,
    pub ty: Type,
    /// The parameters, if this declares a function.
    pub params: Vec<Param>,
    /// The name, or else the whole declarator.
    pub span: ParsedSpan,
    /// `const` right before the name: `int *const p`.
    pub is_const: bool,
    pub is_volatile: bool,
    /// Whether an attribute says that the function does not return.
    pub is_noreturn: bool,
    /// Names instead of parameters: a definition of the old style.
    pub old_style: bool,
    /// Whether anything was derived after the base type, so that its qualifiers belong to something inside.
    pub derived: bool,
}

/// A parameter.
#[derive(Clone, Debug)]
pub(super) struct Param {
    pub name: Option<String>,
    pub ty: Type,
    pub declared: Option<String>,
    /// `const` before the one `*` that there is: `const int *p`.
    pub to_const: bool,
    pub elements: Option<Elements>,
    pub is_const: bool,
    pub is_volatile: bool,
    pub span: ParsedSpan,
}

impl Checker<'_> {
    /// The type and name that a declarator makes of a type.
    pub(super) fn declarator(&mut self, base: Type, node: &Node<ast::Declarator>) -> Declared {
        let mut declared = Declared {
            name: None,
            ty: base,
            params: Vec::new(),
            span: node.span,
            is_const: false,
            is_volatile: false,
            is_noreturn: false,
            old_style: false,
            derived: false,
        };
        self.derive(&mut declared, &node.node);
        declared
    }

    fn derive(&mut self, declared: &mut Declared, node: &ast::Declarator) {
        use ast::DerivedDeclarator as D;
        let is_pointer = |d: &&Node<D>| matches!(d.node, D::Pointer(_) | D::Block(_));
        for derived in node.derived.iter().filter(is_pointer) {
            let (D::Pointer(qualifiers) | D::Block(qualifiers)) = &derived.node else { continue };
            declared.is_const = false;
            declared.is_volatile = false;
            for qualifier in qualifiers {
                if let ast::PointerQualifier::TypeQualifier(q) = &qualifier.node {
                    declared.is_const |= q.node == ast::TypeQualifier::Const;
                    declared.is_volatile |= q.node == ast::TypeQualifier::Volatile;
                }
            }
            let ty = std::mem::replace(&mut declared.ty, Type::Unknown);
            let ty = self.what_void_is(ty, derived.span);
            declared.ty = self.bounded(ty.pointer(), derived.span);
            declared.derived = true;
        }
        for derived in node.derived.iter().rev().filter(|d| !is_pointer(d)) {
            let ty = std::mem::replace(&mut declared.ty, Type::Unknown);
            let made = match &derived.node {
                D::Array(array) => self.array(ty, array),
                D::Function(function) => {
                    declared.derived = true;
                    let (params, empty) = self.params(&function.node.parameters);
                    self.function(declared, ty, params, &function.node.ellipsis, empty, derived.span)
                }
                D::KRFunction(names) => {
                    declared.derived = true;
                    declared.old_style = !names.is_empty();
                    self.function(declared, ty, Vec::new(), &ast::Ellipsis::None, true, derived.span)
                }
                D::Pointer(_) | D::Block(_) => ty,
            };
            declared.ty = self.bounded(made, derived.span);
        }
        match &node.kind.node {
            ast::DeclaratorKind::Abstract => {}
            ast::DeclaratorKind::Identifier(name) => {
                declared.name = Some(name.node.name.clone());
                declared.span = name.span;
            }
            ast::DeclaratorKind::Declarator(inner) => self.derive(declared, &inner.node),
        }
    }

    /// What a pointer points to that is declared as one to this type: something else only for `void`.
    fn what_void_is(&mut self, ty: Type, star: ParsedSpan) -> Type {
        if ty != Type::Void || self.plain_void || self.map.in_system_header(star.start) {
            return ty;
        }
        let Ok(key) = u32::try_from(star.start) else { return ty };
        self.saw_void = true;
        match &self.voids {
            Some(voids) => {
                voids.borrow_mut().add(key);
                Type::VoidAt(key)
            }
            None => self.meaning(key).cloned().unwrap_or(ty),
        }
    }

    fn bounded(&mut self, ty: Type, span: ParsedSpan) -> Type {
        if ty.depth() > DEEPEST_TYPE {
            self.error(span, "this type is nested too deeply", "");
            return Type::Unknown;
        }
        ty
    }

    fn function(
        &mut self,
        declared: &mut Declared,
        result: Type,
        params: Vec<Param>,
        ellipsis: &ast::Ellipsis,
        empty: bool,
        span: ParsedSpan,
    ) -> Type {
        if matches!(result, Type::Function(_) | Type::Array(..)) {
            let text = self.text_of(&result);
            self.error(span, format!("a function cannot return the type `{text}`"), "");
        }
        let ty = FunctionType {
            result,
            params: params.iter().map(|p| p.ty.clone()).collect(),
            variadic: *ellipsis == ast::Ellipsis::Some,
            prototyped: !empty,
        };
        declared.params = params;
        Type::Function(Box::new(ty))
    }

    fn array(&mut self, of: Type, node: &Node<ast::ArrayDeclarator>) -> Type {
        if matches!(of, Type::Function(_) | Type::Void) {
            let text = self.text_of(&of);
            self.error(node.span, format!("there are no arrays of the type `{text}`"), "");
            return Type::Unknown;
        }
        let length = match &node.node.size {
            ast::ArraySize::Unknown => None,
            ast::ArraySize::VariableUnknown => None,
            ast::ArraySize::VariableExpression(e) | ast::ArraySize::StaticExpression(e) => self.length(e),
        };
        if self.types.size_of(&of).is_none() && !of.is_unknown() && !self.saw_variable_length {
            let incomplete = match &of {
                Type::Array(inner, None) => self.in_params == 0 && self.types.size_of(inner).is_some(),
                Type::Array(..) => false,
                _ => true,
            };
            if incomplete {
                let text = self.text_of(&of);
                self.error(
                    node.span,
                    format!("the elements have the type `{text}`, which is not complete"),
                    "",
                );
            }
        }
        let ty = Type::Array(Box::new(of), length);
        if length.is_some() && self.too_large(&ty) {
            self.error(node.span, "this array is too large for any memory", "");
            return Type::Unknown;
        }
        ty
    }

    fn too_large(&self, ty: &Type) -> bool {
        let Type::Array(of, Some(_)) = ty else { return false };
        self.types.size_of(of).is_some() && self.types.size_of(ty).is_none()
    }

    /// The length of an array; `None` if it varies, which is remembered.
    fn length(&mut self, e: &Node<ast::Expression>) -> Option<u64> {
        let value = self.expr_value(e);
        if value.ty.is_unknown() {
            self.saw_variable_length |= self.in_params == 0;
            return None;
        }
        if !value.ty.is_integer() {
            let text = self.text_of(&value.ty);
            self.error(e.span, format!("the length of an array is an integer, not `{text}`"), "");
            return None;
        }
        match crate::constant::evaluate(&self.types, &value) {
            Ok(constant) if constant.value.is_negative() => {
                self.error(e.span, "the length of this array is negative", "");
                None
            }
            Ok(constant) => constant.value.to_string().parse().ok(),
            Err(_) if self.in_params > 0 => None,
            Err(_) if self.body.is_some() => {
                self.saw_variable_length = true;
                self.variable_lengths.push(value);
                None
            }
            Err(_) => {
                self.error(e.span, "the length of an array outside of a function must be constant", "");
                None
            }
        }
    }

    /// Whether an array of variable length was declared since this was last asked.
    pub(super) fn take_variable_length(&mut self) -> bool {
        self.variable_lengths.clear();
        std::mem::take(&mut self.saw_variable_length)
    }

    /// The parameters, and whether nothing is said of them.
    fn params(&mut self, nodes: &[Node<ast::ParameterDeclaration>]) -> (Vec<Param>, bool) {
        if nodes.is_empty() {
            return (Vec::new(), true);
        }
        self.enter();
        self.in_params += 1;
        let mut params = Vec::new();
        for node in nodes {
            let specified = self.specifiers(&node.node.specifiers, node.span, false);
            let mut param = Param {
                name: None,
                ty: specified.ty.clone(),
                declared: None,
                to_const: false,
                elements: None,
                is_const: specified.is_const,
                is_volatile: specified.is_volatile,
                span: node.span,
            };
            if let Some(declarator) = &node.node.declarator {
                let declared = self.declarator(specified.ty, declarator);
                param.name = declared.name;
                param.ty = declared.ty;
                param.span = declared.span;
                if declared.derived {
                    param.is_const = declared.is_const;
                    param.is_volatile = declared.is_volatile;
                }
            }
            if matches!(param.ty, Type::Array(..) | Type::Function(_)) {
                let mut text = self.text(node.span).split_whitespace().collect::<Vec<_>>().join(" ");
                if let (Type::Array(_, Some(n)), false) = (&param.ty, text.contains('[')) {
                    // The size is that of a typedef.
                    text = format!("{text} [{n}]");
                }
                param.declared = Some(text);
                let declarator = node.node.declarator.as_ref();
                let size = declarator.and_then(|d| outermost_size(&d.node));
                param.elements = self.elements(&param.ty, size, &params);
                param.is_const = false;
                param.is_volatile = false;
            }
            param.ty = adjusted(param.ty);
            let pointee = param.ty.pointee();
            param.to_const = specified.is_const && pointee.is_some_and(|to| to.pointee().is_none());
            if let Some(name) = &param.name {
                self.refuse_redeclaration(name, param.span);
                let span = self.at(param.span);
                self.define(name, Entity::Param(param.ty.clone()), span);
            }
            params.push(param);
        }
        self.in_params -= 1;
        self.leave();
        // `f(void)` has no parameters.
        if params.len() == 1 && params.iter().all(|p| p.ty == Type::Void && p.name.is_none()) {
            params.clear();
        }
        if params.iter().any(|p| p.ty == Type::Void)
            && let Some(node) = nodes.first()
        {
            self.error(node.span, "a parameter cannot have the type `void`", "");
        }
        (params, false)
    }

    /// How many elements a parameter of an array type asks for, given its size and the parameters before it.
    fn elements(&self, ty: &Type, size: Option<&ast::ArraySize>, before: &[Param]) -> Option<Elements> {
        let there = matches!(size, Some(ast::ArraySize::StaticExpression(_)));
        match (ty, size) {
            (Type::Array(_, Some(n)), _) if *n > 0 => Some(Elements { count: n.to_string(), there }),
            (
                Type::Array(_, None),
                Some(ast::ArraySize::VariableExpression(e) | ast::ArraySize::StaticExpression(e)),
            ) => {
                let count = self.text(e.span).to_string();
                let is_number = |name: &str| {
                    let named = |p: &&Param| p.name.as_deref() == Some(name);
                    before.iter().find(named).is_some_and(|p| p.ty.is_integer())
                };
                sums_of(&count, is_number).then_some(Elements { count, there })
            }
            _ => None,
        }
    }

    /// The type that a type name such as `int *` means.
    pub(super) fn type_name(&mut self, node: &Node<ast::TypeName>) -> Type {
        let specified = self.qualifiers(&node.node.specifiers, node.span);
        match &node.node.declarator {
            Some(declarator) => self.declarator(specified.ty, declarator).ty,
            None => specified.ty,
        }
    }
}

/// The size of the outermost array of a declarator: that of `a[n]` in `int *a[n][3]`, none in `int (*a)[n]`.
fn outermost_size(declarator: &ast::Declarator) -> Option<&ast::ArraySize> {
    use ast::DerivedDeclarator as D;
    if let ast::DeclaratorKind::Declarator(inner) = &declarator.kind.node
        && (!inner.node.derived.is_empty()
            || matches!(inner.node.kind.node, ast::DeclaratorKind::Declarator(_)))
    {
        return outermost_size(&inner.node);
    }
    let first = declarator.derived.iter().find(|d| !matches!(d.node, D::Pointer(_) | D::Block(_)))?;
    match &first.node {
        D::Array(array) => Some(&array.node.size),
        _ => None,
    }
}

/// Whether a text is made of numbers and of names that a test accepts, by what formulas have too.
fn sums_of(text: &str, is_fine: impl Fn(&str) -> bool) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    let mut signs = text.chars().filter(|c| !is_word(*c) && !c.is_whitespace());
    // A number that starts with 0 is an octal one.
    let is_number =
        |word: &str| word.chars().all(|c| c.is_ascii_digit()) && (word.len() == 1 || !word.starts_with('0'));
    signs.all(|c| "+-*/()".contains(c)) && words.into_iter().all(|word| is_number(word) || is_fine(word))
}

/// The type of a parameter: arrays and functions become pointers.
fn adjusted(ty: Type) -> Type {
    match ty {
        Type::Array(of, _) => Type::Pointer(of),
        Type::Function(_) => ty.pointer(),
        other => other,
    }
}
