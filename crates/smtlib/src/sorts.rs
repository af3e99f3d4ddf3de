//! Sorts and data type declarations.

use crate::env::{Env, Global, SortDef};
use crate::sexpr::{Forest, Kind, Node};
use crate::trouble::{Trouble, at, at_help, sort_name};
use formula::{Constructor, DataId, Sort, SortKind, Terms};

/// Sorts nested deeper than this are refused: walks over sorts recurse.
const DEEPEST: usize = 200;
/// More parameters than this are refused.
const PARAMETERS: usize = 64;
/// Sorts that are larger than this when written out are refused. Shared parts count each time they occur:
/// `(P D D)` for a large `D` is short in the script but not in any message.
const LARGEST: usize = 1000;

/// Reads sorts in the scope of an environment and of named parameters.
pub(crate) struct SortReader<'a, 't> {
    pub(crate) forest: &'a Forest<'t>,
    pub(crate) env: &'a Env,
    pub(crate) terms: &'a mut Terms,
    /// Names of the parameters of a `par` or a `define-sort`, in order.
    pub(crate) params: Vec<&'t str>,
}

impl SortReader<'_, '_> {
    /// The sort that an expression stands for.
    pub(crate) fn sort(&mut self, node: Node) -> Result<Sort, Trouble> {
        self.nested(node, 0)
    }

    fn nested(&mut self, node: Node, depth: usize) -> Result<Sort, Trouble> {
        let span = self.forest.span(node);
        if depth > DEEPEST {
            return Err(at(span, "this sort is nested too deeply", format!("more than {DEEPEST} levels")));
        }
        if let Some(name) = self.forest.symbol(node) {
            return self.apply(node, name, &[]);
        }
        if self.forest.kind(node) != Kind::List {
            return Err(at(span, "expected a sort", "this is not a sort"));
        }
        let children = self.forest.children(node).to_vec();
        let Some((head, rest)) = children.split_first() else {
            return Err(at(span, "expected a sort", "an empty list is not a sort"));
        };
        let Some(name) = self.forest.symbol(*head) else {
            return Err(at(self.forest.span(*head), "expected the name of a sort", "this is not a name"));
        };
        if name == "_" {
            return Err(at_help(
                span,
                "indexed sorts are not supported",
                "such as bit vectors",
                "there are Bool, Int, Real, (Array I E), data types and declared sorts",
            ));
        }
        let mut args = Vec::with_capacity(rest.len());
        for child in rest {
            args.push(self.nested(*child, depth + 1)?);
        }
        let sort = self.apply(*head, name, &args)?;
        if !fits(self.terms, sort, &mut { LARGEST }) {
            return Err(at(span, "this sort is too large", format!("more than {LARGEST} parts")));
        }
        Ok(sort)
    }

    fn apply(&mut self, head: Node, name: &str, args: &[Sort]) -> Result<Sort, Trouble> {
        let span = self.forest.span(head);
        let takes = |count: usize| {
            if args.len() == count {
                return Ok(());
            }
            let plural = if count == 1 { "" } else { "s" };
            Err(at(
                span,
                format!("`{name}` takes {count} sort{plural}, but got {}", args.len()),
                format!("takes {count}"),
            ))
        };
        if let Some(number) = self.params.iter().position(|param| *param == name) {
            takes(0)?;
            return Ok(self.terms.sort(SortKind::Param(number as u32)));
        }
        match self.env.sort(name) {
            Some(SortDef::Named(count)) => {
                takes(count as usize)?;
                if args.is_empty() {
                    return Ok(self.terms.named_sort(name));
                }
                if args.iter().any(|arg| mentions_param(self.terms, *arg)) {
                    return Err(at(
                        span,
                        format!("the declared sort `{name}` is applied to a parameter"),
                        "not supported inside of `par` and `define-sort`",
                    ));
                }
                // An instance of a declared sort is a sort of its own, named after its text.
                let texts: Vec<String> = args.iter().map(|arg| sort_name(self.terms, *arg)).collect();
                Ok(self.terms.named_sort(&format!("({name} {})", texts.join(" "))))
            }
            Some(SortDef::Alias(count, sort)) => {
                takes(count as usize)?;
                Ok(fill(self.terms, sort, args))
            }
            Some(SortDef::Data(data, count)) => {
                takes(count as usize)?;
                Ok(self.terms.data_sort(data, args))
            }
            None => match name {
                "Bool" => takes(0).map(|()| Sort::BOOL),
                "Int" => takes(0).map(|()| Sort::INT),
                "Real" => takes(0).map(|()| Sort::REAL),
                "Array" => {
                    takes(2)?;
                    Ok(self.terms.array_sort(args[0], args[1]))
                }
                _ => {
                    let problem = source::Diagnostic::error(format!("unknown sort `{name}`"))
                        .primary(span, "not declared");
                    Err(match self.env.nearest_sort(name) {
                        Some(near) => problem.help(format!("there is a sort `{near}`")),
                        None => problem.help(format!("declare it: `(declare-sort {name} 0)`")),
                    }
                    .into())
                }
            },
        }
    }
}

/// Whether a sort has at most `left` parts; subtracts their number.
fn fits(terms: &Terms, sort: Sort, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    match terms.sort_kind(sort) {
        SortKind::Data(_, args) => args.iter().all(|arg| fits(terms, *arg, left)),
        SortKind::Array(index, element) => fits(terms, *index, left) && fits(terms, *element, left),
        _ => true,
    }
}

fn mentions_param(terms: &Terms, sort: Sort) -> bool {
    match terms.sort_kind(sort) {
        SortKind::Param(_) => true,
        SortKind::Data(_, args) => args.iter().any(|arg| mentions_param(terms, *arg)),
        SortKind::Array(index, element) => mentions_param(terms, *index) || mentions_param(terms, *element),
        _ => false,
    }
}

/// The sort with its parameters replaced.
pub(crate) fn fill(terms: &mut Terms, sort: Sort, args: &[Sort]) -> Sort {
    match terms.sort_kind(sort).clone() {
        SortKind::Param(number) => args.get(number as usize).copied().unwrap_or(sort),
        SortKind::Data(data, inner) => {
            let inner: Vec<Sort> = inner.iter().map(|one| fill(terms, *one, args)).collect();
            terms.data_sort(data, &inner)
        }
        SortKind::Array(index, element) => {
            let (index, element) = (fill(terms, index, args), fill(terms, element, args));
            terms.array_sort(index, element)
        }
        _ => sort,
    }
}

/// Finds the parameters that make a pattern equal to a sort; `false` if nothing does.
pub(crate) fn unify(terms: &Terms, pattern: Sort, sort: Sort, found: &mut [Option<Sort>]) -> bool {
    match (terms.sort_kind(pattern), terms.sort_kind(sort)) {
        (SortKind::Param(number), _) => match found.get_mut(*number as usize) {
            Some(Some(known)) => *known == sort,
            Some(unknown) => {
                *unknown = Some(sort);
                true
            }
            None => false,
        },
        (SortKind::Data(a, xs), SortKind::Data(b, ys)) => {
            a == b && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| unify(terms, *x, *y, found))
        }
        (SortKind::Array(i, e), SortKind::Array(j, f)) => {
            unify(terms, *i, *j, found) && unify(terms, *e, *f, found)
        }
        _ => pattern == sort,
    }
}

/// One data type of a declaration.
pub(crate) struct DataText<'t> {
    pub(crate) name: Node,
    /// How many parameters it announces.
    pub(crate) arity: u32,
    /// The parameters that it has.
    pub(crate) params: Vec<&'t str>,
    pub(crate) constructors: Vec<Node>,
    /// All of it, for messages.
    pub(crate) place: Node,
}

impl<'t> DataText<'t> {
    /// Reads the body of a data type: a list of constructors, perhaps under a `par`. Without an announced
    /// number of parameters, there are as many as there are.
    pub(crate) fn new(
        forest: &Forest<'t>,
        name: Node,
        arity: Option<u32>,
        body: Node,
    ) -> Result<DataText<'t>, Trouble> {
        let (mut list, mut params) = (body, Vec::new());
        if let [par, names, inner] = *forest.children(body)
            && forest.word(par) == Some("par")
        {
            for name in forest.children(names) {
                let text = forest.symbol(*name);
                params.push(text.ok_or_else(|| at(forest.span(*name), "expected a name", "not a symbol"))?);
            }
            list = inner;
        }
        let constructors = forest.children(list).to_vec();
        let arity = arity.unwrap_or(params.len() as u32);
        Ok(DataText { name, arity, params, constructors, place: body })
    }
}

/// Declares data types that may refer to each other.
pub(crate) fn declare<'t>(
    forest: &Forest<'t>,
    env: &mut Env,
    terms: &mut Terms,
    types: &[DataText<'t>],
) -> Result<(), Trouble> {
    let mut ids = Vec::new();
    for one in types {
        let name = free_sort_name(forest, env, one.name)?;
        if one.arity as usize > PARAMETERS {
            return Err(at(forest.span(one.name), "too many parameters", format!("more than {PARAMETERS}")));
        }
        let id = terms.declare_data(name, one.arity);
        env.add_sort(name, SortDef::Data(id, one.arity), forest.span(one.name));
        ids.push(id);
    }
    let mut defined = Vec::new();
    let mut globals: Vec<(Node, String, Global)> = Vec::new();
    for (one, id) in types.iter().zip(&ids) {
        let constructors = constructors(forest, env, terms, one, *id, &mut globals)?;
        defined.push((*id, constructors));
    }
    for (at_node, name, global) in globals {
        free_name(forest, env, at_node, &name)?;
        env.add(&name, global, forest.span(at_node));
    }
    let place = types.first().map(|one| forest.span(one.name));
    terms.define_data(defined).map_err(|message| match place {
        Some(span) => at_help(
            span,
            message,
            "declared here",
            "give it a constructor whose fields do not need a value of the type itself",
        ),
        None => source::Diagnostic::error(message).into(),
    })
}

fn constructors<'t>(
    forest: &Forest<'t>,
    env: &Env,
    terms: &mut Terms,
    one: &DataText<'t>,
    id: DataId,
    globals: &mut Vec<(Node, String, Global)>,
) -> Result<Vec<Constructor>, Trouble> {
    if one.params.len() != one.arity as usize {
        return Err(at_help(
            forest.span(one.place),
            format!("this data type announces {} parameters but has {}", one.arity, one.params.len()),
            "its declaration",
            "parameters are named by `par`, as in `(par (X) ((nil) (cons (head X) (tail (List X)))))`",
        ));
    }
    if one.constructors.is_empty() {
        return Err(at(forest.span(one.place), "a data type needs constructors", "none here"));
    }
    let mut reader = SortReader { forest, env, terms, params: one.params.clone() };
    let mut result = Vec::new();
    for (number, node) in one.constructors.iter().enumerate() {
        let parts = match forest.list(*node) {
            Some(parts) => parts.to_vec(),
            None => vec![*node],
        };
        let name_node = parts.first().copied().unwrap_or(*node);
        let Some(name) = forest.symbol(name_node) else {
            return Err(at_help(
                forest.span(*node),
                "expected a constructor",
                "this is not one",
                "a constructor is written `(cons (head Int) (tail List))`, one without fields `(nil)`",
            ));
        };
        let mut fields = Vec::new();
        for (field, part) in parts.iter().skip(1).enumerate() {
            let pair = forest.children(*part).to_vec();
            let (Some(selector), [_, sort]) = (pair.first().and_then(|s| forest.symbol(*s)), pair.as_slice())
            else {
                return Err(at_help(
                    forest.span(*part),
                    "expected a field",
                    "this is not one",
                    "a field is written `(name Sort)`",
                ));
            };
            let sort = reader.sort(*sort)?;
            fields.push((reader.terms.symbol(selector), sort));
            let global = Global::Selector(id, number as u32, field as u32);
            globals.push((pair[0], selector.to_string(), global));
        }
        globals.push((name_node, name.to_string(), Global::Constructor(id, number as u32)));
        globals.push((name_node, format!("is-{name}"), Global::Tester(id, number as u32)));
        result.push(Constructor { name: reader.terms.symbol(name), fields });
    }
    Ok(result)
}

/// The name of a new sort; an error if it is taken.
pub(crate) fn free_sort_name<'t>(forest: &Forest<'t>, env: &Env, node: Node) -> Result<&'t str, Trouble> {
    let span = forest.span(node);
    let Some(name) = forest.symbol(node) else {
        return Err(at(span, "expected the name of a sort", "this is not a symbol"));
    };
    if ["Bool", "Int", "Real", "Array"].contains(&name) {
        return Err(at(span, format!("the sort `{name}` is built in"), "cannot be declared again"));
    }
    match env.sort_place(name) {
        None => Ok(name),
        Some(before) => Err(source::Diagnostic::error(format!("the sort `{name}` is declared twice"))
            .primary(span, "declared again")
            .secondary(before, "declared here")
            .into()),
    }
}

/// Makes sure that a function or constant of this name can be declared.
pub(crate) fn free_name(forest: &Forest, env: &Env, node: Node, name: &str) -> Result<(), Trouble> {
    let span = forest.span(node);
    if crate::builtins::CORE.contains(&name) {
        return Err(at(span, format!("`{name}` is built in"), "cannot be declared again"));
    }
    match env.place(name) {
        None => Ok(()),
        Some(before) => Err(source::Diagnostic::error(format!("`{name}` is declared twice"))
            .primary(span, "declared again")
            .secondary(before, "declared here")
            .into()),
    }
}
