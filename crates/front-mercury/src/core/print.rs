//! Checked programs as text, in the notation of Mercury.
//!
//! ```text
//! % append(list(T), list(T), list(T))
//! append(HeadVar_1, Y, HeadVar_3) :-
//!     (
//!         HeadVar_1 = [],
//!         HeadVar_3 = Y
//!     ;
//!         …
//!     ).
//! ```

use super::{
    Body, Constructor, Definition, Goal, GoalKind, Head, Lambda, Literal, ModuleId, Note, Pred, Program, Rhs,
    Ty, TypeNode, VarId,
};
use crate::sheet::Sheet;
use crate::syntax::ast::PredKind;

/// A type is cut after this many names.
const LONGEST_TYPE: usize = 60;

/// All modules of the program that are not of the library.
pub fn print(program: &Program) -> String {
    let own = (0..program.modules.len()).map(ModuleId::new);
    let own = own.filter(|id| program.module(*id).is_some_and(|module| !module.library));
    own.map(|id| print_module(program, id)).collect::<Vec<_>>().join("\n")
}

/// The predicates and functions of one module.
pub fn print_module(program: &Program, module: ModuleId) -> String {
    let name = program.module(module).map(|module| module.shown()).unwrap_or_default();
    let mut out = format!(":- module {name}.\n");
    for (_, pred) in program.preds_of(module) {
        out.push('\n');
        let mut printer = Printer { program, pred, sheet: Sheet::default() };
        printer.pred();
        out.push_str(&printer.sheet.text);
    }
    out
}

/// A type as text.
pub(super) fn type_text(program: &Program, ty: Ty, params: &[String]) -> String {
    enum Step {
        Type(Ty),
        Text(&'static str),
    }
    let mut out = String::new();
    let mut open = vec![Step::Type(ty)];
    let mut names = 0;
    while let Some(step) = open.pop() {
        let ty = match step {
            Step::Text(text) => {
                out.push_str(text);
                continue;
            }
            Step::Type(ty) => ty,
        };
        names += 1;
        if names > LONGEST_TYPE {
            out.push('…');
            break;
        }
        let (head, args) = match program.types.node(ty) {
            TypeNode::Param(index) => {
                out.push_str(params.get(*index as usize).map_or("_", String::as_str));
                continue;
            }
            TypeNode::App(head, args) => (head, &args[..]),
        };
        let (start, args, result, end) = match head {
            Head::Named(id) => {
                let name = program.def(*id).map_or("?", |def| def.name.as_str());
                out.push_str(if name == "character" { "char" } else { name });
                ("(", args, None, ")")
            }
            Head::Tuple => {
                out.push('{');
                ("", args, None, "")
            }
            Head::Pred => {
                out.push_str("pred");
                ("(", args, None, ")")
            }
            Head::Func => {
                out.push_str("func");
                let (result, args) = args.split_last().map_or((None, args), |(r, a)| (Some(*r), a));
                ("(", args, result, ")")
            }
        };
        if *head == Head::Tuple {
            open.push(Step::Text("}"));
        }
        if let Some(result) = result {
            open.extend([Step::Type(result), Step::Text(" = ")]);
        }
        if !args.is_empty() {
            open.push(Step::Text(end));
            for (i, arg) in args.iter().enumerate().rev() {
                open.push(Step::Type(*arg));
                if i > 0 {
                    open.push(Step::Text(", "));
                }
            }
            open.push(Step::Text(start));
        }
    }
    out
}

struct Printer<'a> {
    program: &'a Program,
    pred: &'a Pred,
    sheet: Sheet,
}

impl Printer<'_> {
    fn ty(&self, ty: Ty) -> String {
        type_text(self.program, ty, &self.pred.params)
    }

    fn pred(&mut self) {
        let pred = self.pred;
        let types: Vec<String> = pred.args.iter().map(|ty| self.ty(*ty)).collect();
        let word = if pred.declared {
            pred.kind.word().to_string()
        } else {
            format!("inferred {}", pred.kind.word())
        };
        let header = match (pred.kind, types.split_last()) {
            (PredKind::Func, Some((result, args))) => format!("{} = {result}", applied(&pred.name, args)),
            _ => applied(&pred.name, &types),
        };
        self.sheet.put(&format!("% {word} {header}\n"));
        match &pred.body {
            Body::Defined(definition) => self.definition(definition),
            Body::Builtin => self.sheet.put("% code of the machine\n"),
            Body::DeclaredOnly => self.sheet.put("% declared only\n"),
            Body::Unsupported(what, _) => self.sheet.put(&format!("% not supported: {what}\n")),
            Body::Wrong => self.sheet.put("% wrong\n"),
        }
    }

    fn definition(&mut self, definition: &Definition) {
        let head = self.vars(definition, &definition.head);
        let head = match (self.pred.kind, head.split_last()) {
            (PredKind::Func, Some((result, args))) => {
                format!("{} = {result}", applied(&self.pred.name, args))
            }
            _ => applied(&self.pred.name, &head),
        };
        self.sheet.put(&head);
        if !matches!(&definition.goal.kind, GoalKind::Conj(goals) if goals.is_empty()) {
            self.sheet.put(" :-");
            self.sheet.level += 1;
            self.sheet.line();
            self.goal(definition, &definition.goal);
            self.sheet.level -= 1;
        }
        self.sheet.put(".\n");
    }

    fn var(&self, definition: &Definition, var: VarId) -> String {
        definition.vars.get(var.index()).map_or_else(|| "?".to_string(), |var| var.name.clone())
    }

    fn vars(&self, definition: &Definition, vars: &[VarId]) -> Vec<String> {
        vars.iter().map(|var| self.var(definition, *var)).collect()
    }

    /// A goal with its parts on lines of their own.
    fn block(&mut self, definition: &Definition, goal: &Goal) {
        self.sheet.level += 1;
        self.sheet.line();
        self.goal(definition, goal);
        self.sheet.level -= 1;
        self.sheet.line();
    }

    fn goal(&mut self, definition: &Definition, goal: &Goal) {
        match &goal.kind {
            GoalKind::Conj(goals) if goals.is_empty() => self.sheet.put("true"),
            GoalKind::Conj(goals) => {
                for (i, part) in goals.iter().enumerate() {
                    if i > 0 {
                        self.sheet.put(",");
                        self.sheet.line();
                    }
                    let brackets = matches!(part.kind, GoalKind::Conj(_));
                    self.sheet.put(if brackets { "( " } else { "" });
                    self.goal(definition, part);
                    self.sheet.put(if brackets { " )" } else { "" });
                }
            }
            GoalKind::Disj(goals) if goals.is_empty() => self.sheet.put("fail"),
            GoalKind::Disj(goals) => {
                self.sheet.put("(");
                for (i, part) in goals.iter().enumerate() {
                    self.sheet.put(if i > 0 { ";" } else { "" });
                    self.block(definition, part);
                }
                self.sheet.put(")");
            }
            GoalKind::Not(inner) => {
                self.sheet.put("not (");
                self.block(definition, inner);
                self.sheet.put(")");
            }
            GoalKind::Some(vars, inner) => {
                let vars = self.vars(definition, vars).join(", ");
                self.sheet.put(&format!("some [{vars}] ("));
                self.block(definition, inner);
                self.sheet.put(")");
            }
            GoalKind::If(vars, condition, then, otherwise) => {
                self.sheet.put("( if");
                if !vars.is_empty() {
                    let vars = self.vars(definition, vars).join(", ");
                    self.sheet.put(&format!(" some [{vars}]"));
                }
                self.block(definition, condition);
                self.sheet.put("then");
                self.block(definition, then);
                self.sheet.put("else");
                self.block(definition, otherwise);
                self.sheet.put(")");
            }
            GoalKind::Unify(var, rhs) => {
                let var = self.var(definition, *var);
                self.sheet.put(&format!("{var} = "));
                self.rhs(definition, rhs);
            }
            GoalKind::Call(pred, args) => self.call(definition, *pred, args),
            GoalKind::CallClosure(kind, closure, args) => {
                let closure = self.var(definition, *closure);
                let args = self.vars(definition, args);
                let text = match (kind, args.split_last()) {
                    (PredKind::Func, Some((result, args))) => {
                        format!("{result} = {closure}({})", args.join(", "))
                    }
                    _ => format!("{closure}({})", args.join(", ")),
                };
                self.sheet.put(&text);
            }
            GoalKind::Note(note, inner) => {
                let word = match note {
                    Note::Effect(purity) => purity.word().unwrap_or("pure").to_string(),
                    Note::Require(word) => word.clone(),
                    Note::RequireSwitch(word, var) => {
                        format!("{word} [{}]", self.var(definition, *var))
                    }
                    Note::Quiet => "disable_warnings []".to_string(),
                };
                self.sheet.put(&format!("{word} ("));
                self.block(definition, inner);
                self.sheet.put(")");
            }
            GoalKind::Unsupported(what) => self.sheet.put(&format!("unsupported(\"{what}\")")),
        }
    }

    fn call(&mut self, definition: &Definition, pred: super::PredId, args: &[VarId]) {
        let args = self.vars(definition, args);
        let Some(callee) = self.program.pred(pred) else { return };
        let name = self.name_of(callee);
        let text = match (callee.kind, args.split_last()) {
            (PredKind::Func, Some((result, args))) => format!("{result} = {}", applied(&name, args)),
            _ => applied(&name, &args),
        };
        self.sheet.put(&text);
    }

    /// The name of a predicate, with its module if that is another one.
    fn name_of(&self, callee: &Pred) -> String {
        let module = self.program.module(callee.module).map(|module| module.shown()).unwrap_or_default();
        if callee.module == self.pred.module || module == "builtin" {
            callee.name.clone()
        } else {
            let plain = callee.name.chars().all(|c| c.is_alphanumeric() || c == '_');
            if plain { format!("{module}.{}", callee.name) } else { format!("{module}.'{}'", callee.name) }
        }
    }

    fn rhs(&mut self, definition: &Definition, rhs: &Rhs) {
        let text = match rhs {
            Rhs::Var(var) => self.var(definition, *var),
            Rhs::Cons(cons, args) => {
                let args = self.vars(definition, args);
                construction(self.program.constructor(*cons), &args)
            }
            Rhs::Tuple(args) => format!("{{{}}}", self.vars(definition, args).join(", ")),
            Rhs::Literal(literal) => literal_text(literal),
            Rhs::Lambda(lambda) => return self.lambda(definition, lambda),
            Rhs::Closure(pred, args) => {
                let args = self.vars(definition, args);
                let name = self.program.pred(*pred).map(|pred| self.name_of(pred)).unwrap_or_default();
                format!("closure {}", applied(&name, &args))
            }
        };
        self.sheet.put(&text);
    }

    fn lambda(&mut self, definition: &Definition, lambda: &Lambda) {
        let params = self.vars(definition, &lambda.params);
        let head = match (lambda.kind, params.split_last()) {
            (PredKind::Func, Some((result, args))) => format!("func({}) = {result}", args.join(", ")),
            _ => format!("pred({})", params.join(", ")),
        };
        self.sheet.put(&format!("({head} is {} :-", lambda.determinism.word()));
        self.block(definition, &lambda.body);
        self.sheet.put(")");
    }
}

pub(crate) fn applied(name: &str, args: &[String]) -> String {
    if args.is_empty() { name.to_string() } else { format!("{name}({})", args.join(", ")) }
}

pub(crate) fn construction(cons: Option<&Constructor>, args: &[String]) -> String {
    let name = cons.map_or("?", |cons| cons.name.as_str());
    match (name, args) {
        ("[|]", [head, tail]) => format!("[{head} | {tail}]"),
        ("-", [left, right]) => format!("{left} - {right}"),
        _ => applied(name, args),
    }
}

pub(crate) fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::Int(_, value) => value.to_string(),
        Literal::Float(value) => format!("{value:?}"),
        Literal::Str(text) => format!("{text:?}"),
        Literal::Char(c) => format!("{c:?}"),
    }
}
