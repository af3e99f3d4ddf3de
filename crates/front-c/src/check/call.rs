//! Calls, and `errno`, which is one.

use super::{Checker, Entity, Operand};
use crate::tree::{Callee, Expr, ExprKind, Global, GlobalId, Place, PlaceKind};
use crate::types::{FunctionType, Type};
use lang_c::ast;
use lang_c::span::{Node, Span as ParsedSpan};

/// The variable in which functions of the system say what went wrong.
const ERRNO: &str = "errno";

impl Checker<'_> {
    /// `f(a, b)`
    pub(super) fn call(&mut self, node: &ast::CallExpression, span: ParsedSpan) -> Expr {
        let at = self.at(span);
        if let ast::Expression::Identifier(name) = &node.callee.node {
            let text = name.node.name.as_str();
            if self.lookup(text).is_none() {
                if let Some(value) = self.builtin(text, &node.arguments, span) {
                    return value;
                }
                if !self.implicit(text, name.span) {
                    if self.reported.insert(text.to_string()) {
                        self.error(name.span, format!("the function `{text}` is not declared"), "");
                    }
                    for argument in &node.arguments {
                        self.expr_value(argument);
                    }
                    return self.wrong(at);
                }
            }
        }
        let callee = self.operand(&node.callee);
        let mut callee = self.value(callee);
        let ty = match &callee.ty {
            Type::Pointer(to) => match &**to {
                Type::Function(ty) => Some((**ty).clone()),
                _ => None,
            },
            Type::Unknown => {
                for argument in &node.arguments {
                    self.expr_value(argument);
                }
                return callee;
            }
            _ => None,
        };
        let Some(ty) = ty else {
            let text = self.text_of(&callee.ty);
            self.error(node.callee.span, format!("a value of type `{text}` cannot be called"), "");
            return self.wrong(at);
        };
        let mut ty = match &node.callee.node {
            ast::Expression::Identifier(_) => self.instance(&mut callee, ty, node.callee.span),
            _ => ty,
        };
        let args = self.arguments(&ty, &node.arguments, span, &callee);
        if let Some(found) = self.kept_void(&callee, &args) {
            ty.result = found;
        }
        let callee = match callee.kind {
            ExprKind::FunctionAddress(id) => Callee::Direct(id),
            _ => Callee::Indirect(Box::new(callee)),
        };
        if ty.result.is_unknown() {
            return self.unsupported("a call with a result of an unsupported type", at);
        }
        Expr { kind: ExprKind::Call { callee, args }, ty: ty.result, span: at }
    }

    /// The type of what `realloc` and its like give, while it is found out what `void` stands for: what their argument points to.
    fn kept_void(&self, callee: &Expr, args: &[Expr]) -> Option<Type> {
        self.voids.as_ref()?;
        let ExprKind::FunctionAddress(id) = &callee.kind else { return None };
        let function = self.functions.get(id.index()).filter(|f| f.body.is_none())?;
        let ExprKind::Convert(given) = &args.first()?.kind else { return None };
        let is_void = matches!(given.ty.pointee(), Some(Type::VoidAt(_)));
        (is_void && super::voids::gives_its_argument(&function.name)).then(|| given.ty.clone())
    }

    fn arguments(
        &mut self,
        ty: &FunctionType,
        nodes: &[Node<ast::Expression>],
        span: ParsedSpan,
        callee: &Expr,
    ) -> Vec<Expr> {
        let (given, wanted) = (nodes.len(), ty.params.len());
        if ty.prototyped && (given < wanted || (given > wanted && !ty.variadic)) {
            let word = if given < wanted { "few" } else { "many" };
            let least = if ty.variadic { "at least " } else { "" };
            let message = format!("too {word} arguments: {given} where {least}{wanted} are expected");
            match &callee.kind {
                ExprKind::FunctionAddress(id) => {
                    let declared = self.functions.get(id.index()).map_or(callee.span, |f| f.span);
                    self.error_with(span, message, "", declared, "it is declared here");
                }
                _ => self.error(span, message, ""),
            }
        }
        let mut args = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let value = self.expr_value(node);
            args.push(match ty.params.get(index) {
                Some(param) => self.assigned(value, param, node.span, "passed"),
                None if value.ty == Type::Void => {
                    self.error(node.span, "this has no value", "its type is `void`");
                    self.wrong(value.span)
                }
                None => self.default_promoted(value),
            });
        }
        args
    }

    /// `errno`, which is `(*__errno_location ())` for a compiler: a variable that the system defines.
    pub(super) fn errno(&mut self, node: &Node<ast::Expression>, span: ParsedSpan) -> Option<Operand> {
        let ast::Expression::Call(call) = &node.node else { return None };
        let ast::Expression::Identifier(name) = &call.node.callee.node else { return None };
        let is_errno = matches!(name.node.name.as_str(), "__errno_location" | "__error");
        let id = match self.lookup(&name.node.name) {
            Some((Entity::Function(id), _)) if is_errno && call.node.arguments.is_empty() => *id,
            _ => return None,
        };
        self.functions.get(id.index()).filter(|f| f.from_system && f.body.is_none())?;
        let known = self.globals.iter().position(|g| g.name == ERRNO && g.from_system);
        let at = self.at(span);
        let id = GlobalId::new(known.unwrap_or(self.globals.len()));
        if known.is_none() {
            self.globals.push(Global {
                name: ERRNO.to_string(),
                written: Some(ERRNO.to_string()),
                owner: None,
                ty: self.int(),
                init: None,
                is_static: false,
                is_extern: true,
                is_const: false,
                is_volatile: false,
                is_thread_local: false,
                span: at,
                from_header: true,
                from_system: true,
            });
        }
        Some(Operand::Place(Place { kind: PlaceKind::Global(id), ty: self.int(), span: at }))
    }
}
