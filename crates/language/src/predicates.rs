//! Which predicates of a logic program are tested, and what is known of their arguments.

use logic::{Mode, PredId, Program};

/// A predicate to be tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The predicate.
    pub pred: PredId,
    /// The modes of its arguments.
    pub modes: Vec<Mode>,
}

/// The predicates to test: those that are asked for, as `append`, `append/3`, `append(+,+,-)`, `greeting//0`, or all that the program
/// exports, or defines if it is no module. Where modes are declared and none are given, these are tried.
///
/// # Errors
///
/// A sentence that says what there is.
pub fn predicates(program: &Program, named: Option<&str>) -> Result<Vec<Entry>, String> {
    let any = |pred: PredId| -> Vec<Entry> {
        let declared = program.pred(pred).map_or(&[][..], |p| &p.modes);
        let modes = declared.iter().filter_map(|d| d.modes.clone());
        let declared: Vec<Entry> = modes.map(|modes| Entry { pred, modes }).collect();
        if !declared.is_empty() {
            return declared;
        }
        let arity = program.pred(pred).map_or(0, |p| p.arity);
        // Types say what ground terms are; of a variable they say nothing.
        let typed = program.pred_types.iter().any(|d| d.pred == pred);
        let mode = if typed { Mode::Ground } else { Mode::Any };
        vec![Entry { pred, modes: vec![mode; arity] }]
    };
    let public = public(program);
    let Some(text) = named else {
        if public.is_empty() {
            return Err("the program defines no predicate".to_string());
        }
        return Ok(public.into_iter().flat_map(any).collect());
    };
    let text = text.trim();
    let (name, arity, modes) = parse(text)?;
    let found: Vec<PredId> = (0..program.preds.len())
        .map(PredId::new)
        .filter(|id| {
            program.pred(*id).is_some_and(|p| {
                p.defined && program.terms.name(p.name) == name && arity.is_none_or(|n| n == p.arity)
            })
        })
        .collect();
    let list = || {
        let names: Vec<String> = public.iter().take(30).map(|id| program.indicator(*id)).collect();
        names.join(", ")
    };
    match (found.as_slice(), modes) {
        ([], _) => Err(format!("there is no predicate `{text}`; there are: {}", list())),
        ([pred], Some(modes)) => Ok(vec![Entry { pred: *pred, modes }]),
        (found, _) => Ok(found.iter().copied().flat_map(any).collect()),
    }
}

/// The predicates that others may call.
fn public(program: &Program) -> Vec<PredId> {
    let own = |id: &PredId| program.pred(*id).is_some_and(|p| !p.clauses.is_empty() && !p.library);
    match &program.module {
        Some(module) if !module.exports.is_empty() => module.exports.iter().copied().filter(own).collect(),
        _ => (0..program.preds.len()).map(PredId::new).filter(own).collect(),
    }
}

type Parsed<'a> = (String, Option<usize>, Option<Vec<Mode>>);

fn parse(text: &str) -> Result<Parsed<'_>, String> {
    let unquoted = |name: &str| {
        let inner = name.strip_prefix('\'').and_then(|n| n.strip_suffix('\''));
        inner.map_or_else(|| name.to_string(), |n| n.replace("\\'", "'").replace("''", "'"))
    };
    if let Some((name, rest)) = text.rsplit_once('(')
        && let Some(inside) = rest.strip_suffix(')')
        && !name.is_empty()
    {
        let mut modes = Vec::new();
        for word in inside.split(',') {
            let word = word.trim();
            modes.push(Mode::parse(word).ok_or_else(|| {
                format!(
                    "`{word}` in `{text}` is no mode; there are: + (ground), - (a variable), ? (anything)"
                )
            })?);
        }
        return Ok((unquoted(name), Some(modes.len()), Some(modes)));
    }
    if let Some((name, count)) = text.rsplit_once("//")
        && let Ok(count) = count.parse::<usize>()
    {
        return Ok((unquoted(name), Some(count + 2), None));
    }
    if let Some((name, count)) = text.rsplit_once('/')
        && let Ok(count) = count.parse::<usize>()
    {
        return Ok((unquoted(name), Some(count), None));
    }
    Ok((unquoted(text), None, None))
}
