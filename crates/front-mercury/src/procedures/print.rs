//! Procedures as text, in the notation of the thesis (figures 2.2 and 2.3).
//!
//! ```text
//! :- mode append(in, in, out) is det.
//! append(X, Y, Z) :-
//!     (   % switch on X
//!         X => [],
//!         Z := Y
//!     ;
//!         X => [E | Es],
//!         append(Es, Y, W),
//!         Z <= [E | W]
//!     ).
//! ```
//!
//! Behind the name of a predicate with several procedures stands the number of the procedure that is called, if it is another
//! one. What is no part of that notation stands in comments.

use super::{Body, Functor, Goal, GoalKind, ProcId, Procedure, Procedures, Switch, Value};
use crate::core::{Note, Program, VarId, applied, construction, literal_text};
use crate::sheet::Sheet;
use crate::syntax::ast::PredKind;

/// All procedures of modules that are not of the library.
pub fn print(program: &Program, procedures: &Procedures) -> String {
    let mut out = String::new();
    for index in 0..procedures.list.len() {
        let id = ProcId::new(index);
        let pred = procedures.get(id).and_then(|procedure| program.pred(procedure.pred));
        let own = pred.and_then(|pred| program.module(pred.module)).is_some_and(|module| !module.library);
        if own && !procedures.in_vain(id) {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&print_procedure(program, procedures, id));
        }
    }
    out
}

/// One procedure.
pub fn print_procedure(program: &Program, procedures: &Procedures, id: ProcId) -> String {
    let Some(procedure) = procedures.get(id) else { return String::new() };
    let mut printer = Printer { program, procedures, procedure, sheet: Sheet::default(), next: None };
    printer.procedure(id);
    printer.sheet.text
}

/// One procedure with its labels, of which this is the first: definition 2.7 of the thesis.
///
/// ```text
/// member(X, Y) :-
///     l1  Y => [E | Es],
///     l2  (
///             l3  X := E
///             l4
///         ;
///             l5  member(X, Es)
///             l6
///         )
///     l7.
/// ```
pub fn print_labelled(program: &Program, procedures: &Procedures, id: ProcId, first: u32) -> String {
    let Some(procedure) = procedures.get(id) else { return String::new() };
    let mut printer = Printer { program, procedures, procedure, sheet: Sheet::default(), next: Some(first) };
    printer.procedure(id);
    printer.sheet.text
}

/// Name and modes of a procedure: `member(out, in)`; nothing if there is no such procedure.
pub(crate) fn print_head(program: &Program, procedures: &Procedures, id: ProcId) -> Option<String> {
    let procedure = procedures.get(id)?;
    let printer = Printer { program, procedures, procedure, sheet: Sheet::default(), next: None };
    Some(printer.head(id))
}

struct Printer<'a> {
    program: &'a Program,
    procedures: &'a Procedures,
    procedure: &'a Procedure,
    sheet: Sheet,
    /// The next label, if labels are shown.
    next: Option<u32>,
}

impl Printer<'_> {
    /// The name of a procedure.
    fn name(&self, id: ProcId) -> String {
        let Some(of) = self.procedures.get(id) else { return "?".to_string() };
        let Some(pred) = self.program.pred(of.pred) else { return "?".to_string() };
        if of.lambda {
            return format!("lambda_{}_of_{}", of.mode + 1, pred.name);
        }
        let module = self.program.module(pred.module).map(|module| module.shown()).unwrap_or_default();
        let here = self.program.pred(self.procedure.pred).is_some_and(|own| own.module == pred.module);
        let plain = pred.name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let name = match (here || module == "builtin", plain) {
            (true, _) => pred.name.clone(),
            (false, true) => format!("{module}.{}", pred.name),
            (false, false) => format!("{module}.'{}'", pred.name),
        };
        let all = self.procedures.of_pred.get(of.pred.index());
        let other = self.procedure.lambda || (self.procedure.pred, self.procedure.mode) != (of.pred, of.mode);
        if other && all.is_some_and(|all| all.len() > 1) { format!("{name}#{}", of.mode) } else { name }
    }

    fn is_func(&self, id: ProcId) -> bool {
        let of = self.procedures.get(id);
        let pred = of.and_then(|of| self.program.pred(of.pred));
        of.is_some_and(|of| !of.lambda) && pred.is_some_and(|pred| pred.kind == PredKind::Func)
    }

    fn applied(&self, id: ProcId, args: &[String]) -> String {
        let name = self.name(id);
        match (self.is_func(id), args.split_last()) {
            (true, Some((result, args))) => format!("{result} = {}", applied(&name, args)),
            _ => applied(&name, args),
        }
    }

    fn head(&self, id: ProcId) -> String {
        let captured = vec!["in"; self.procedure.captured];
        let flows = captured.into_iter().chain(self.procedure.modes.iter().map(|mode| mode.flow.word()));
        let flows: Vec<String> = flows.map(str::to_string).collect();
        let name = self.name(id);
        match (self.is_func(id), flows.split_last()) {
            (true, Some((result, args))) => format!("{} = {result}", applied(&name, args)),
            _ => applied(&name, &flows),
        }
    }

    fn procedure(&mut self, id: ProcId) {
        let procedure = self.procedure;
        let head = self.head(id);
        self.sheet.put(&format!(":- mode {head} is {}.", procedure.determinism.word()));
        match procedure.inferred {
            Some(inferred) if inferred != procedure.determinism => {
                self.sheet.put(&format!("    % found: {}\n", inferred.word()));
            }
            _ => self.sheet.put("\n"),
        }
        match &procedure.body {
            Body::Goal(goal) => {
                let vars: Vec<String> = procedure.head.iter().map(|(var, _)| self.var(*var)).collect();
                let head = match (self.is_func(id), vars.split_last()) {
                    (true, Some((result, args))) => format!("{} = {result}", applied(&self.name(id), args)),
                    _ => applied(&self.name(id), &vars),
                };
                self.sheet.put(&head);
                if self.next.is_some() || !matches!(&goal.kind, GoalKind::Conj(goals) if goals.is_empty()) {
                    self.sheet.put(" :-");
                    self.sheet.level += 1;
                    self.sheet.line();
                    self.conjunction(goal);
                    self.sheet.level -= 1;
                }
                self.sheet.put(".\n");
            }
            Body::Builtin => self.sheet.put("% code of the machine\n"),
            Body::DeclaredOnly => self.sheet.put("% declared only\n"),
            Body::Unsupported(what, _) => self.sheet.put(&format!("% not supported: {what}\n")),
            Body::Wrong => self.sheet.put("% wrong\n"),
        }
    }

    fn var(&self, var: VarId) -> String {
        self.procedure.vars.get(var.index()).map_or_else(|| "?".to_string(), |var| var.name.clone())
    }

    fn vars(&self, vars: &[VarId]) -> Vec<String> {
        vars.iter().map(|var| self.var(*var)).collect()
    }

    fn block(&mut self, goal: &Goal) {
        self.sheet.level += 1;
        self.sheet.line();
        self.conjunction(goal);
        self.sheet.level -= 1;
        self.sheet.line();
    }

    fn label(&mut self) -> String {
        let Some(next) = &mut self.next else { return String::new() };
        *next += 1;
        format!("l{}", *next - 1)
    }

    /// A conjunction, with its labels if they are shown.
    fn conjunction(&mut self, goal: &Goal) {
        if self.next.is_none() {
            return self.goal(goal);
        }
        // Conjunctions inside of a conjunction are part of it, as the machine has them.
        let mut open = vec![goal];
        let mut first = true;
        while let Some(goal) = open.pop() {
            match &goal.kind {
                GoalKind::Conj(parts) => open.extend(parts.iter().rev()),
                GoalKind::Noted(_, inner) => open.push(inner),
                _ => {
                    if !first {
                        self.sheet.put(",");
                        self.sheet.line();
                    }
                    first = false;
                    let label = self.label();
                    self.sheet.put(&format!("{label:<4}"));
                    self.sheet.level += 1;
                    self.goal(goal);
                    self.sheet.level -= 1;
                }
            }
        }
        if !first {
            self.sheet.line();
        }
        let label = self.label();
        self.sheet.put(&label);
    }

    fn goal(&mut self, goal: &Goal) {
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
                    self.goal(part);
                    self.sheet.put(if brackets { " )" } else { "" });
                }
            }
            GoalKind::Disj { arms, .. } if arms.is_empty() => self.sheet.put("fail"),
            GoalKind::Disj { arms, switch } => self.disj(arms, switch.as_ref(), ""),
            GoalKind::Not(inner) => self.within("not (", inner),
            GoalKind::Commit(inner) => match &inner.kind {
                // With labels the disjunction has one of its own.
                GoalKind::Disj { .. } if self.next.is_some() => self.within("commit (", inner),
                GoalKind::Disj { arms, switch } if !arms.is_empty() => {
                    self.disj(arms, switch.as_ref(), "commit");
                }
                _ => self.within("commit (", inner),
            },
            GoalKind::If(condition, then, otherwise) => {
                self.sheet.put("( if");
                self.block(condition);
                self.sheet.put("then");
                self.block(then);
                self.sheet.put("else");
                self.block(otherwise);
                self.sheet.put(")");
            }
            GoalKind::Test(x, y) => {
                let text = format!("{} == {}", self.var(*x), self.var(*y));
                self.sheet.put(&text);
            }
            GoalKind::Assign(x, y) => {
                let text = format!("{} := {}", self.var(*x), self.var(*y));
                self.sheet.put(&text);
            }
            GoalKind::Construct(x, Value::Term(functor, args)) => {
                let text = format!("{} <= {}", self.var(*x), self.term(functor, args));
                self.sheet.put(&text);
            }
            GoalKind::Construct(x, Value::Closure(id, args)) => {
                let closure = applied(&self.name(*id), &self.vars(args));
                let text = format!("{} <= closure {closure}", self.var(*x));
                self.sheet.put(&text);
            }
            GoalKind::Deconstruct { var, functor, args, .. } => {
                let text = format!("{} => {}", self.var(*var), self.term(functor, args));
                self.sheet.put(&text);
            }
            GoalKind::Call(id, args) => {
                let text = self.applied(*id, &self.vars(args));
                self.sheet.put(&text);
            }
            GoalKind::CallClosure { closure, args, .. } => {
                let args: Vec<String> = args.iter().map(|(var, _)| self.var(*var)).collect();
                let text = format!("{}({})", self.var(*closure), args.join(", "));
                self.sheet.put(&text);
            }
            GoalKind::Noted(note, inner) => {
                let word = match note {
                    Note::Effect(purity) => purity.word().unwrap_or("pure").to_string(),
                    Note::Require(word) => word.clone(),
                    Note::RequireSwitch(word, var) => format!("{word} [{}]", self.var(*var)),
                    Note::Quiet => "disable_warnings []".to_string(),
                };
                self.within(&format!("{word} ("), inner);
            }
        }
    }

    /// A disjunction; what is known of it stands in a comment.
    fn disj(&mut self, arms: &[Goal], switch: Option<&Switch>, commit: &str) {
        let switch = switch.map(|switch| {
            let kind = if switch.complete { "switch" } else { "incomplete switch" };
            format!("{kind} on {}", self.var(switch.var))
        });
        let said: Vec<&str> =
            [commit].into_iter().chain(switch.as_deref()).filter(|s| !s.is_empty()).collect();
        self.sheet.put("(");
        if !said.is_empty() {
            self.sheet.put(&format!("   % {}", said.join(", ")));
        }
        for (i, part) in arms.iter().enumerate() {
            self.sheet.put(if i > 0 { ";" } else { "" });
            self.block(part);
        }
        self.sheet.put(")");
    }

    fn within(&mut self, start: &str, inner: &Goal) {
        self.sheet.put(start);
        self.block(inner);
        self.sheet.put(")");
    }

    fn term(&self, functor: &Functor, args: &[VarId]) -> String {
        let args = self.vars(args);
        match functor {
            Functor::Cons(cons) => construction(self.program.constructor(*cons), &args),
            Functor::Tuple(_) => format!("{{{}}}", args.join(", ")),
            Functor::Literal(literal) => literal_text(literal),
        }
    }
}
