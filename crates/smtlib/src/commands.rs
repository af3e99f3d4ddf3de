//! The commands of a script, one function each; [`COMMANDS`] is the list of them.

use crate::env::{Declared, Global, Macro, SortDef};
use crate::response::Response;
use crate::run::{Halt, Machine, Next, malformed};
use crate::sexpr::{Forest, Kind, Node};
use crate::sorts::{DataText, SortReader, declare, free_name, free_sort_name};
use crate::trouble::{Trouble, at, sort_name};
use formula::{Sort, Term};
use source::Diagnostic;
use std::rc::Rc;

/// Commands by name, with how they are written.
const COMMANDS: &[(&str, &str)] = &[
    ("assert", "(assert (> x 0))"),
    ("check-sat", "(check-sat)"),
    ("check-sat-assuming", "(check-sat-assuming (p (not q)))"),
    ("declare-const", "(declare-const x Int)"),
    ("declare-datatype", "(declare-datatype List ((nil) (cons (head Int) (tail List))))"),
    ("declare-datatypes", "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))"),
    ("declare-fun", "(declare-fun f (Int Int) Bool)"),
    ("declare-sort", "(declare-sort S 0)"),
    ("define-const", "(define-const two Int 2)"),
    ("define-fun", "(define-fun twice ((x Int)) Int (* 2 x))"),
    ("define-sort", "(define-sort Matrix (E) (Array Int (Array Int E)))"),
    ("echo", "(echo \"hello\")"),
    ("exit", "(exit)"),
    ("get-info", "(get-info :reason-unknown)"),
    ("get-model", "(get-model)"),
    ("get-option", "(get-option :produce-models)"),
    ("get-unsat-assumptions", "(get-unsat-assumptions)"),
    ("get-unsat-core", "(get-unsat-core)"),
    ("get-value", "(get-value (x (+ x 1)))"),
    ("pop", "(pop 1)"),
    ("push", "(push 1)"),
    ("reset", "(reset)"),
    ("reset-assertions", "(reset-assertions)"),
    ("set-info", "(set-info :status sat)"),
    ("set-logic", "(set-logic QF_LIA)"),
    ("set-option", "(set-option :produce-models true)"),
];

/// Commands of the standard that are known but not supported.
const UNSUPPORTED: &[&str] = &[
    "define-fun-rec",
    "define-funs-rec",
    "get-assertions",
    "get-assignment",
    "get-proof",
    "declare-codatatypes",
];

impl Machine<'_> {
    /// Performs one command.
    pub(crate) fn command(&mut self, forest: &Forest, command: Node) -> Result<Next, Halt> {
        let parts = forest.list(command).unwrap_or_default();
        let Some((name, args)) =
            parts.split_first().and_then(|(head, args)| Some((forest.symbol(*head)?, args)))
        else {
            let message = "expected a command";
            return Err(
                at(forest.span(command), message, "a command is a list, such as `(check-sat)`").into()
            );
        };
        let Some((_, usage)) = COMMANDS.iter().find(|(known, _)| *known == name) else {
            return Err(unknown_command(forest, parts[0], name).into());
        };
        let wrong = || Err(malformed(forest, command, name, usage));
        match (name, args) {
            ("set-logic", [logic]) if forest.symbol(*logic).is_some() => {}
            ("set-option" | "set-info", [key, ..]) if forest.kind(*key) == Kind::Keyword => {}
            ("get-info", [key]) if forest.kind(*key) == Kind::Keyword => self.get_info(forest.source(*key)),
            ("get-option", [key]) if forest.kind(*key) == Kind::Keyword => self.say(Response::Unsupported),
            ("echo", [text]) => match forest.string(*text) {
                Some(text) => self.say(Response::Echo(text.into_owned())),
                None => return wrong(),
            },
            ("declare-sort", [name]) => self.declare_sort(forest, *name, 0)?,
            ("declare-sort", [name, arity]) => {
                let arity = small_number(forest, *arity)?;
                self.declare_sort(forest, *name, arity)?;
            }
            ("define-sort", [name, params, body]) if forest.list(*params).is_some() => {
                self.define_sort(forest, *name, *params, *body)?;
            }
            ("declare-datatype", [name, body]) => {
                let one = DataText::new(forest, *name, None, *body)?;
                self.declare_data(forest, &[one])?;
            }
            ("declare-datatypes", [heads, bodies]) => {
                let types = data_texts(forest, *heads, *bodies)?;
                self.declare_data(forest, &types)?;
            }
            ("declare-const", [name, sort]) => self.declare_fun(forest, *name, &[], *sort)?,
            ("declare-fun", [name, params, sort]) => match forest.list(*params) {
                Some(params) => self.declare_fun(forest, *name, params, *sort)?,
                None => return wrong(),
            },
            ("define-const", [name, sort, body]) => self.define(forest, *name, &[], *sort, *body)?,
            ("define-fun", [name, params, sort, body]) => match forest.list(*params) {
                Some(params) => self.define(forest, *name, params, *sort, *body)?,
                None => return wrong(),
            },
            ("assert", [formula]) => self.assert(forest, *formula)?,
            ("check-sat", []) => self.check(forest, command, &[])?,
            ("check-sat-assuming", [list]) => match forest.list(*list) {
                Some(assumptions) => self.check(forest, command, assumptions)?,
                None => return wrong(),
            },
            ("get-model", []) => self.get_model(forest, command),
            ("get-value", [list]) => match forest.list(*list) {
                Some(terms) if !terms.is_empty() => self.get_values(forest, command, terms)?,
                _ => return wrong(),
            },
            ("get-unsat-core", []) => self.get_core(forest, command),
            ("get-unsat-assumptions", []) => self.get_assumptions(forest, command),
            ("push", []) => self.push(forest, command, 1)?,
            ("push", [count]) => self.push(forest, command, small_number(forest, *count)? as usize)?,
            ("pop", []) => self.pop(forest, command, 1),
            ("pop", [count]) => self.pop(forest, command, small_number(forest, *count)? as usize),
            ("reset", []) => self.reset(true),
            ("reset-assertions", []) => self.reset(false),
            ("exit", []) => return Ok(Next::Exit),
            _ => return wrong(),
        }
        Ok(Next::Command)
    }

    fn get_info(&mut self, key: &str) {
        let value = match key {
            ":reason-unknown" => self.reason_unknown().unwrap_or("").replace('"', "\"\""),
            ":name" => "Glassbox".to_string(),
            ":version" => env!("CARGO_PKG_VERSION").to_string(),
            _ => return self.say(Response::Unsupported),
        };
        self.say(Response::Info(key.to_string(), format!("\"{value}\"")));
    }

    fn sort(&mut self, forest: &Forest, node: Node) -> Result<Sort, Trouble> {
        SortReader { forest, env: &self.env, terms: &mut self.terms, params: Vec::new() }.sort(node)
    }

    fn declare_sort(&mut self, forest: &Forest, node: Node, arity: u32) -> Result<(), Trouble> {
        let name = free_sort_name(forest, &self.env, node)?;
        self.env.add_sort(name, SortDef::Named(arity), forest.span(node));
        Ok(())
    }

    fn define_sort(&mut self, forest: &Forest, node: Node, params: Node, body: Node) -> Result<(), Trouble> {
        let name = free_sort_name(forest, &self.env, node)?;
        let mut names = Vec::new();
        for param in forest.children(params) {
            let text = forest.symbol(*param);
            names.push(text.ok_or_else(|| at(forest.span(*param), "expected a name", "not a symbol"))?);
        }
        let count = names.len() as u32;
        let mut reader = SortReader { forest, env: &self.env, terms: &mut self.terms, params: names };
        let sort = reader.sort(body)?;
        self.env.add_sort(name, SortDef::Alias(count, sort), forest.span(node));
        Ok(())
    }

    fn declare_data<'t>(&mut self, forest: &Forest<'t>, types: &[DataText<'t>]) -> Result<(), Trouble> {
        declare(forest, &mut self.env, &mut self.terms, types)
    }

    fn declare_fun(
        &mut self,
        forest: &Forest,
        node: Node,
        params: &[Node],
        sort: Node,
    ) -> Result<(), Trouble> {
        let name = name_of(forest, node)?;
        free_name(forest, &self.env, node, name)?;
        let mut args = Vec::with_capacity(params.len());
        for param in params {
            args.push(self.sort(forest, *param)?);
        }
        let result = self.sort(forest, sort)?;
        let global = if args.is_empty() {
            let var = self.terms.var(name, result);
            self.env.declared.push(Declared::Const(name.to_string(), var));
            Global::Const(var)
        } else {
            let fun = self.terms.declare_fun(name, &args, result);
            self.env.declared.push(Declared::Fun(name.to_string(), fun));
            Global::Fun(fun)
        };
        self.env.add(name, global, forest.span(node));
        Ok(())
    }

    fn define(
        &mut self,
        forest: &Forest,
        node: Node,
        params: &[Node],
        sort: Node,
        body: Node,
    ) -> Result<(), Trouble> {
        let name = name_of(forest, node)?;
        free_name(forest, &self.env, node, name)?;
        let result = self.sort(forest, sort)?;
        let mut elaborator = self.elaborator(forest);
        let mut variables: Vec<Term> = Vec::with_capacity(params.len());
        let mut seen = Vec::new();
        for param in params {
            let (Some(param_name), [_, param_sort]) = (
                forest.children(*param).first().and_then(|first| forest.symbol(*first)),
                forest.children(*param),
            ) else {
                let message = "expected a parameter";
                return Err(at(forest.span(*param), message, "a parameter is written `(x Int)`"));
            };
            seen.push(param_name);
            let param_sort = elaborator.sort(*param_sort)?;
            variables.push(elaborator.bind_variable(param_name, param_sort));
        }
        elaborator.no_duplicates(node, &seen)?;
        let mut term = elaborator.term(body)?;
        let named = std::mem::take(&mut elaborator.named);
        let found = self.terms.sort_of(term);
        if found == Sort::INT && result == Sort::REAL {
            term = self.terms.to_real(term);
        } else if found != result {
            let (wanted, found) = (sort_name(&self.terms, result), sort_name(&self.terms, found));
            return Err(Diagnostic::error(format!(
                "the body of `{name}` does not have the sort that is announced"
            ))
            .primary(forest.span(body), format!("this has sort {found}"))
            .secondary(forest.span(sort), format!("announces {wanted}"))
            .into());
        }
        self.add_named(forest, named)?;
        let global = if variables.is_empty() {
            Global::Const(term)
        } else {
            Global::Macro(Rc::new(Macro { params: variables, body: term }))
        };
        self.env.add(name, global, forest.span(node));
        Ok(())
    }
}

fn unknown_command(forest: &Forest, node: Node, name: &str) -> Trouble {
    let span = forest.span(node);
    if UNSUPPORTED.contains(&name) {
        return at(span, format!("the command `{name}` is not supported"), "not supported");
    }
    let names: Vec<&str> = COMMANDS.iter().map(|(known, _)| *known).collect();
    let problem = Diagnostic::error(format!("unknown command `{name}`")).primary(span, "no such command");
    match crate::env::nearest(name, names.iter().copied()) {
        Some(near) => problem.help(format!("there is `{near}`")).into(),
        None => problem.help(format!("commands are: {}", names.join(", "))).into(),
    }
}

fn name_of<'t>(forest: &Forest<'t>, node: Node) -> Result<&'t str, Trouble> {
    forest.symbol(node).ok_or_else(|| at(forest.span(node), "expected a name", "this is not a symbol"))
}

/// A numeral that counts levels or parameters.
fn small_number(forest: &Forest, node: Node) -> Result<u32, Trouble> {
    let number = (forest.kind(node) == Kind::Numeral).then(|| forest.source(node).parse().ok()).flatten();
    number.ok_or_else(|| at(forest.span(node), "expected a small number", "such as 1"))
}

fn data_texts<'t>(forest: &Forest<'t>, heads: Node, bodies: Node) -> Result<Vec<DataText<'t>>, Trouble> {
    let (heads_span, heads) = (forest.span(heads), forest.children(heads));
    let bodies = forest.children(bodies);
    if heads.is_empty() {
        return old_data_texts(forest, bodies);
    }
    if heads.len() != bodies.len() {
        return Err(Diagnostic::error("each data type needs its name and its constructors")
            .primary(heads_span, format!("{} names, but {} bodies", heads.len(), bodies.len()))
            .help("write `(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))`")
            .into());
    }
    let mut types = Vec::new();
    for (head, body) in heads.iter().zip(bodies) {
        let [name, arity] = *forest.children(*head) else {
            return Err(Diagnostic::error("expected the name of a data type with its number of parameters")
                .primary(forest.span(*head), "such as `(List 0)`")
                .into());
        };
        types.push(DataText::new(forest, name, Some(small_number(forest, arity)?), *body)?);
    }
    Ok(types)
}

/// The form that z3 had before the standard: `() ((List nil (cons (head Int) (tail List))))`.
fn old_data_texts<'t>(forest: &Forest<'t>, bodies: &[Node]) -> Result<Vec<DataText<'t>>, Trouble> {
    let mut types = Vec::new();
    for body in bodies {
        let Some((name, constructors)) = forest.children(*body).split_first() else {
            return Err(at(forest.span(*body), "expected a data type", "such as `(List nil …)`"));
        };
        let constructors = constructors.to_vec();
        types.push(DataText { name: *name, arity: 0, params: Vec::new(), constructors, place: *body });
    }
    Ok(types)
}
