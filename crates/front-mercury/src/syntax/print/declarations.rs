//! Types, insts, modes and declarations.

use super::Printer;
use super::words::atom;
use crate::syntax::ast::{
    Alternative, Argument, Constructor, HigherOrder, Inst, InstDecl, InstKind, Mode, ModeDecl, ModeDef,
    ModeKind, Name, PredDecl, Type, TypeBody, TypeDecl, TypeKind, Unsupported,
};

impl Printer {
    pub(super) fn type_of(&mut self, of: &Type) {
        match &of.kind {
            TypeKind::Var(name) => self.put(name),
            TypeKind::Named(name, args) => self.with_args(name, args, Printer::type_of),
            TypeKind::Tuple(parts) => {
                self.put("{");
                self.joined(parts, ", ", Printer::type_of);
                self.put("}");
            }
            TypeKind::HigherOrder(shape) => {
                self.higher_order(shape, |arg| arg.mode.is_some(), Printer::argument)
            }
        }
    }

    fn with_args<T>(&mut self, name: &Name, args: &[T], print: impl FnMut(&mut Self, &T)) {
        if args.is_empty() {
            self.operand_name(name);
        } else {
            self.name(name);
            self.bracketed(args, print);
        }
    }

    fn argument(&mut self, arg: &Argument) {
        self.type_of(&arg.of);
        if let Some(mode) = &arg.mode {
            self.put("::");
            self.mode(mode);
        }
    }

    fn higher_order<A>(
        &mut self,
        shape: &HigherOrder<A>,
        loose: impl Fn(&A) -> bool,
        mut print: impl FnMut(&mut Self, &A),
    ) {
        let plain = shape.purity.word().is_none() && shape.result.is_none() && shape.determinism.is_none();
        if !plain {
            self.put("(");
        }
        if let Some(word) = shape.purity.word() {
            self.put(word);
            self.put(" ");
        }
        let word = shape.kind.word();
        if shape.args.is_empty() {
            self.put(&format!("({word})"));
        } else {
            self.put(word);
            self.bracketed(&shape.args, &mut print);
        }
        if let Some(result) = &shape.result {
            self.put(" = ");
            self.put(if loose(result) { "(" } else { "" });
            print(self, result);
            self.put(if loose(result) { ")" } else { "" });
        }
        if let Some(determinism) = shape.determinism {
            self.put(&format!(" is {}", determinism.word()));
        }
        if !plain {
            self.put(")");
        }
    }

    pub(super) fn mode(&mut self, mode: &Mode) {
        match &mode.kind {
            ModeKind::Named(name, args) => self.with_args(name, args, Printer::inst),
            ModeKind::Change(from, to) => {
                self.put("(");
                self.inst(from);
                self.put(" >> ");
                self.inst(to);
                self.put(")");
            }
        }
    }

    fn inst(&mut self, inst: &Inst) {
        match &inst.kind {
            InstKind::Var(name) => self.put(name),
            InstKind::Named(name, args) => self.with_args(name, args, Printer::inst),
            InstKind::Bound(word, alternatives) => {
                self.put(word);
                self.put("(");
                self.joined(alternatives, " ; ", Printer::alternative);
                self.put(")");
            }
            InstKind::AtMost(name, bound) => {
                self.put(&format!("({name} =< "));
                self.inst(bound);
                self.put(")");
            }
            InstKind::HigherOrder(shape) => self.higher_order(shape, |_| false, Printer::mode),
        }
    }

    fn alternative(&mut self, alternative: &Alternative) {
        match (&*alternative.name.text, &alternative.args[..]) {
            ("[|]", [head, tail]) if alternative.name.module.is_empty() => {
                self.put("[");
                self.inst(head);
                self.put(" | ");
                self.inst(tail);
                self.put("]");
            }
            // Numbers and strings are kept as they are written.
            (text, []) if text.starts_with(|c: char| c.is_ascii_digit() || c == '"') => self.put(text),
            (text, [])
                if text.strip_prefix('-').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit())) =>
            {
                self.put(text);
            }
            _ => self.with_args(&alternative.name, &alternative.args, Printer::inst),
        }
    }

    // Declarations.

    /// The whole declaration, if it has something that is not supported.
    fn as_written(&mut self, unsupported: Option<&Unsupported>) -> bool {
        if let Some(unsupported) = unsupported {
            self.put(&format!(":- {}", unsupported.text));
        }
        unsupported.is_some()
    }

    fn declared(&mut self, name: &Name, params: &[String]) {
        self.with_args(name, params, |out, param| out.put(param));
    }

    pub(super) fn type_decl(&mut self, decl: &TypeDecl) {
        if self.as_written(decl.unsupported.as_ref()) {
            return;
        }
        self.put(":- type ");
        self.declared(&decl.name, &decl.params);
        match &decl.body {
            TypeBody::Abstract => {}
            TypeBody::Equal(of) => {
                self.put(" == ");
                self.type_of(of);
            }
            TypeBody::Union(constructors) => {
                for (i, constructor) in constructors.iter().enumerate() {
                    self.put(if i == 0 { "\n    --->    " } else { "\n    ;       " });
                    self.constructor(constructor);
                }
            }
        }
    }

    fn constructor(&mut self, constructor: &Constructor) {
        match (&*constructor.name.text, &constructor.fields[..]) {
            ("[|]", [head, tail]) if head.name.is_none() && tail.name.is_none() => {
                self.put("[");
                self.type_of(&head.of);
                self.put(" | ");
                self.type_of(&tail.of);
                self.put("]");
            }
            ("{}", [_]) => {
                self.put("'{}'");
                self.bracketed(&constructor.fields, Printer::field);
            }
            (_, fields) => self.with_args(&constructor.name, fields, Printer::field),
        }
    }

    fn field(&mut self, field: &crate::syntax::ast::Field) {
        if let Some(name) = &field.name {
            self.operand_name(name);
            self.put(" :: ");
        }
        self.type_of(&field.of);
    }

    pub(super) fn inst_decl(&mut self, decl: &InstDecl) {
        self.put(":- inst ");
        self.declared(&decl.name, &decl.params);
        if let Some((name, arity)) = &decl.of {
            self.put(" for ");
            self.operand_name(name);
            self.put(&format!("/{arity}"));
        }
        if let Some(inst) = &decl.inst {
            self.put(" == ");
            self.inst(inst);
        }
    }

    pub(super) fn mode_def(&mut self, def: &ModeDef) {
        self.put(":- mode ");
        self.declared(&def.name, &def.params);
        self.put(" == ");
        self.mode(&def.mode);
    }

    pub(super) fn pred_decl(&mut self, decl: &PredDecl) {
        if self.as_written(decl.unsupported.as_ref()) {
            return;
        }
        self.put(":- ");
        if let Some(word) = decl.purity.word() {
            self.put(&atom(word));
            self.put(" ");
        }
        self.put(decl.kind.word());
        self.put(" ");
        self.with_args(&decl.name, &decl.args, Printer::argument);
        if let Some(result) = &decl.result {
            self.put(" = ");
            self.put(if result.mode.is_some() { "(" } else { "" });
            self.argument(result);
            self.put(if result.mode.is_some() { ")" } else { "" });
        }
        if let Some(determinism) = decl.determinism {
            self.put(&format!(" is {}", determinism.word()));
        }
    }

    pub(super) fn mode_decl(&mut self, decl: &ModeDecl) {
        if self.as_written(decl.unsupported.as_ref()) {
            return;
        }
        self.put(":- mode ");
        self.with_args(&decl.name, &decl.args, Printer::mode);
        if let Some(result) = &decl.result {
            self.put(" = ");
            self.mode(result);
        }
        if let Some(determinism) = decl.determinism {
            self.put(&format!(" is {}", determinism.word()));
        }
    }
}
