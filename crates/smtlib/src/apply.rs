//! Constants and applications: from a name and finished arguments to a term.

use crate::elaborate::{Argument, Elaborator};
use crate::env::Global;
use crate::sexpr::{Kind, Node};
use crate::sorts::unify;
use crate::trouble::{Trouble, at, at_help, sort_name};
use base::Int;
use formula::{DataId, Op, Sort, SortKind, Term};
use source::Diagnostic;

impl Elaborator<'_, '_> {
    pub(crate) fn constant(&mut self, node: Node) -> Result<Term, Trouble> {
        // Only called for symbols.
        let name = self.forest.symbol(node).unwrap_or_default();
        if let Some(term) = self.locals.get(name).and_then(|values| values.last()) {
            return Ok(*term);
        }
        match self.env.global(name) {
            Some(Global::Const(term)) => Ok(*term),
            Some(Global::Constructor(data, con)) => self.construct(node, *data, *con, None, &[]),
            Some(_) => Err(at_help(
                self.forest.span(node),
                format!("`{name}` is a function, not a constant"),
                "needs arguments",
                format!("apply it: `({name} …)`"),
            )),
            None => match name {
                "true" => Ok(self.terms.tru()),
                "false" => Ok(self.terms.fals()),
                _ => Err(self.unknown(node, name, "constant")),
            },
        }
    }

    fn unknown(&self, node: Node, name: &str, what: &str) -> Trouble {
        let problem = Diagnostic::error(format!("unknown {what} `{name}`"))
            .primary(self.forest.span(node), "not declared");
        let mut also = crate::builtins::all();
        also.extend(self.locals.iter().filter(|(_, values)| !values.is_empty()).map(|(name, _)| *name));
        let digits = name.strip_prefix('-').unwrap_or_default();
        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            return problem.help(format!("a negative number is written `(- {digits})`")).into();
        }
        match self.env.nearest(name, &also) {
            Some(near) => problem.help(format!("there is `{near}`")).into(),
            None if what == "constant" => {
                problem.help(format!("declare it: `(declare-const {name} Int)`")).into()
            }
            None => problem.into(),
        }
    }

    pub(crate) fn apply(&mut self, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        let Some(name) = self.forest.symbol(head) else { return self.apply_indexed(head, args) };
        if self.locals.get(name).is_some_and(|values| !values.is_empty()) {
            return Err(at(
                self.forest.span(head),
                format!("`{name}` is bound to a value here and cannot be applied"),
                "not a function",
            ));
        }
        let Some(global) = self.env.global(name).cloned() else {
            return match self.builtin(name, head, args) {
                Some(result) => result,
                None => Err(self.unknown(head, name, "function")),
            };
        };
        match global {
            Global::Const(_) => Err(at_help(
                self.forest.span(head),
                format!("`{name}` is a constant and takes no arguments"),
                "not a function",
                format!("write it without parentheses: `{name}`"),
            )),
            Global::Fun(fun) => {
                let want = self.terms.fun(fun).args.clone();
                self.exactly(head, args, want.len())?;
                let args = self.all_fitting(head, args, &want)?;
                Ok(self.terms.app(fun, &args))
            }
            Global::Macro(definition) => {
                self.exactly(head, args, definition.params.len())?;
                let want: Vec<Sort> = definition.params.iter().map(|p| self.terms.sort_of(*p)).collect();
                let args = self.all_fitting(head, args, &want)?;
                let map: Vec<(Term, Term)> = definition.params.iter().copied().zip(args).collect();
                Ok(self.terms.substitute(definition.body, &map))
            }
            Global::Constructor(data, con) => self.construct(head, data, con, None, args),
            Global::Selector(data, con, field) => {
                let arg = self.data_argument(head, args, data)?;
                self.checked(head, Op::Sel(con, field), None, &[arg])
            }
            Global::Tester(data, con) => {
                let arg = self.data_argument(head, args, data)?;
                Ok(self.terms.is(con, arg))
            }
        }
    }

    fn all_fitting(&mut self, head: Node, args: &[Argument], want: &[Sort]) -> Result<Vec<Term>, Trouble> {
        args.iter().zip(want).map(|(arg, sort)| self.fitting(head, *arg, *sort)).collect()
    }

    pub(crate) fn checked(
        &mut self,
        head: Node,
        op: Op,
        sort: Option<Sort>,
        args: &[Term],
    ) -> Result<Term, Trouble> {
        self.terms.apply(&op, sort, args).map_err(|message| at(self.forest.span(head), message, "here"))
    }

    fn data_argument(&mut self, head: Node, args: &[Argument], data: DataId) -> Result<Term, Trouble> {
        self.exactly(head, args, 1)?;
        match self.terms.sort_kind(self.terms.sort_of(args[0].term)) {
            SortKind::Data(found, _) if *found == data => Ok(args[0].term),
            _ => {
                let name = self.terms.name(self.terms.data(data).name).to_string();
                Err(self.mismatch(head, args[0], &format!("a value of the data type {name}")))
            }
        }
    }

    /// `(as f S)` as a constant, or applied.
    pub(crate) fn qualified(&mut self, node: Node, args: &[Argument]) -> Result<Term, Trouble> {
        let [_, name_node, sort_node] = *self.forest.children(node) else {
            return Err(self.malformed(node, "(as nil (List Int))"));
        };
        let sort = self.sort(sort_node)?;
        let Some(name) = self.forest.symbol(name_node) else {
            return Err(at(self.forest.span(name_node), "expected a name", "not a symbol"));
        };
        if name == "const" && self.env.global(name).is_none() {
            return self.constant_array(node, sort, args);
        }
        match self.env.global(name) {
            Some(Global::Constructor(data, con)) => self.construct(node, *data, *con, Some(sort), args),
            _ => {
                let term =
                    if args.is_empty() { self.constant(name_node)? } else { self.apply(name_node, args)? };
                self.fitting(name_node, Argument { term, node: name_node }, sort)
            }
        }
    }

    fn apply_indexed(&mut self, head: Node, args: &[Argument]) -> Result<Term, Trouble> {
        let parts = self.forest.children(head).to_vec();
        let word = parts.first().and_then(|first| self.forest.word(*first));
        if word == Some("as") {
            return self.qualified(head, args);
        }
        let (Some("_"), [_, name, index]) = (word, parts.as_slice()) else {
            return Err(at(self.forest.span(head), "expected a function", "this is not one"));
        };
        match self.forest.symbol(*name) {
            Some("is") => {
                let constructor = self.forest.symbol(*index).and_then(|name| self.env.global(name));
                let Some(Global::Constructor(data, con)) = constructor.cloned() else {
                    return Err(at(self.forest.span(*index), "expected a constructor", "this is not one"));
                };
                let arg = self.data_argument(head, args, data)?;
                Ok(self.terms.is(con, arg))
            }
            Some("divisible") => {
                let by = (self.forest.kind(*index) == Kind::Numeral)
                    .then(|| Int::parse(self.forest.source(*index)))
                    .flatten()
                    .filter(Int::is_positive);
                let Some(by) = by else {
                    let message = "`divisible` needs a positive numeral";
                    return Err(at(self.forest.span(*index), message, "not one"));
                };
                let by = self.terms.int(by);
                self.divisible(head, by, args)
            }
            _ => Err(at_help(
                self.forest.span(head),
                "this indexed function is not supported",
                "unknown",
                "indexed functions are `(_ is C)` and `(_ divisible n)`",
            )),
        }
    }

    /// A constructor applied to arguments; the sort follows from them unless it is given.
    fn construct(
        &mut self,
        head: Node,
        data: DataId,
        con: u32,
        sort: Option<Sort>,
        args: &[Argument],
    ) -> Result<Term, Trouble> {
        let declaration = self.terms.data(data);
        let patterns: Vec<Sort> =
            declaration.constructors[con as usize].fields.iter().map(|(_, sort)| *sort).collect();
        let (params, type_name) = (declaration.params as usize, declaration.name);
        self.exactly(head, args, patterns.len())?;
        let sort = match sort {
            Some(sort) => {
                if !matches!(self.terms.sort_kind(sort), SortKind::Data(found, _) if *found == data) {
                    let (type_name, found) =
                        (self.terms.name(type_name).to_string(), sort_name(self.terms, sort));
                    return Err(at(
                        self.forest.span(head),
                        format!("this constructor makes values of {type_name}, not of {found}"),
                        "the sorts do not fit",
                    ));
                }
                sort
            }
            None => {
                let mut found: Vec<Option<Sort>> = vec![None; params];
                for (pattern, arg) in patterns.iter().zip(args) {
                    // A mismatch shows below, with the sort that was expected.
                    unify(self.terms, *pattern, self.terms.sort_of(arg.term), &mut found);
                }
                let Some(found) = found.into_iter().collect::<Option<Vec<Sort>>>() else {
                    let name = self.forest.brief(head);
                    let type_name = self.terms.name(type_name).to_string();
                    let ints = " Int".repeat(params);
                    return Err(at_help(
                        self.forest.span(head),
                        format!("which {type_name} is meant does not follow from the arguments of `{name}`"),
                        "needs its sort",
                        format!("write the sort with it, as in `(as {name} ({type_name}{ints}))`"),
                    ));
                };
                self.terms.data_sort(data, &found)
            }
        };
        let want = self.terms.field_sorts(sort, con).to_vec();
        let args = self.all_fitting(head, args, &want)?;
        self.checked(head, Op::Con(con), Some(sort), &args)
    }
}
