//! Directives: those that change how the rest is read, those that say something about predicates, and the rest, which
//! is named and left out; what the rest may change is unknown ([`effects`]).

mod conditional;
mod effects;
mod modes;

pub(crate) use conditional::{Conditional, Part};
pub(crate) use modes::Moded;

use crate::lexer::Problem;
use crate::read::{Read, Reader};
use crate::text::Operators;
use logic::{Atom, Domain, Fixity, Node, Term, Terms, Variable};
use std::ops::Range;
use terms::DoubleQuotes;

/// A predicate that a directive names, with the place.
pub(crate) type Named = (Atom, usize, Range<usize>);

/// A declaration of a type, with its constructors, or of the types of a predicate.
pub(crate) struct Declared {
    pub head: Term,
    pub constructors: Vec<Term>,
    pub vars: Vec<Variable>,
    pub place: Range<usize>,
}

/// What the directives of a text have said.
#[derive(Default)]
pub(crate) struct Said {
    pub module: Option<(Atom, Vec<Named>)>,
    pub dynamic: Vec<Named>,
    pub discontiguous: Vec<Named>,
    pub multifile: Vec<Named>,
    /// Predicates that are changed by something that is not followed, and by what.
    pub unknown: Vec<(Atom, usize, String)>,
    /// Why every predicate is.
    pub changed: Option<String>,
    /// Goals that were not run and that call predicates of the text: they matter if any of those changes the program.
    pub started: Vec<String>,
    /// Whether a clause changes the program.
    pub changing: bool,
    /// Why predicates may be defined that the text does not define: a directive that was not run.
    pub not_run: Option<String>,
    pub domain: Option<Domain>,
    pub types: Vec<Declared>,
    pub preds: Vec<Declared>,
    pub modes: Vec<Moded>,
    /// Whether the text defines `mode/1` itself, so that a declaration of a mode is also a call.
    pub own_mode: bool,
    /// Other files that are loaded, which may define anything.
    pub other_files: Option<String>,
    /// The operators of files that the text may load.
    pub loaded: Vec<Operators>,
    /// The conditions that are open.
    pub conditional: Conditional,
    pub warnings: Vec<Problem>,
    pub errors: Vec<Problem>,
}

/// Libraries whose predicates are known by name or that only concern other things than meaning.
const LIBRARIES: &[&str] = &[
    "lists",
    "apply",
    "pairs",
    "clpfd",
    "dif",
    "aggregate",
    "assoc",
    "readutil",
    "ugraphs",
    "dcg/basics",
    "error",
    "debug",
    "type_check",
    "plunit",
    "option",
    "ordsets",
    "random",
    "strings",
    "yall",
    "between",
    "gensym",
    "terms",
];

/// Obeys a directive.
pub(crate) fn directive(reader: &mut Reader<'_, '_>, said: &mut Said, read: &Read, goal: Term) {
    if let Some(done) = said.conditional.obey(reader.terms, goal) {
        if let Err(why) = done {
            let here = place(reader, goal);
            said.errors.push(Problem::new("a condition without a beginning", why, here.start, here.end));
        }
        return;
    }
    match said.conditional.part() {
        Part::Skipped => return,
        Part::Unknown => {
            let why = "a condition that is not decided here says whether it counts";
            not_run(reader, said, goal, why);
        }
        Part::Taken => {}
    }
    for part in reader.terms.parts(goal, Atom::COMMA) {
        one(reader, said, read, part);
    }
}

fn place(reader: &Reader<'_, '_>, term: Term) -> Range<usize> {
    reader.places.get(term.index()).cloned().unwrap_or(0..0)
}

fn one(reader: &mut Reader<'_, '_>, said: &mut Said, read: &Read, goal: Term) {
    let here = place(reader, goal);
    let Some((name, args)) = reader.terms.callable(goal) else {
        said.errors.push(Problem::new("a directive must be callable", "not callable", here.start, here.end));
        return;
    };
    let args = args.to_vec();
    let name = reader.terms.name(name).to_string();
    if let ("mode", [declared]) = (name.as_str(), args.as_slice())
        && let Some(modes) = modes::declared(reader, *declared)
    {
        said.modes.extend(modes);
        return;
    }
    if !said.loaded.is_empty() {
        loads(reader, said, goal);
    }
    match (name.as_str(), args.as_slice()) {
        ("op", [priority, fixity, names]) => operator(reader, said, &here, *priority, *fixity, *names),
        ("module", [name, exports]) => module(reader, said, *name, *exports),
        ("use_module" | "ensure_loaded", [what]) | ("use_module", [what, _]) => import(reader, said, *what),
        ("dynamic", [specs]) => specs_of(reader, *specs, &mut said.dynamic, &mut said.errors),
        ("discontiguous", [specs]) => specs_of(reader, *specs, &mut said.discontiguous, &mut said.errors),
        ("set_prolog_flag", [flag, value]) => set_flag(reader, said, &here, *flag, *value),
        ("thread_local", [specs]) => specs_of(reader, *specs, &mut said.dynamic, &mut said.errors),
        ("multifile", [specs]) => specs_of(reader, *specs, &mut said.multifile, &mut said.errors),
        ("meta_predicate", [_]) => {}
        ("table" | "det", [specs]) => {
            let (mut named, mut bad) = (Vec::new(), Vec::new());
            specs_of(reader, *specs, &mut named, &mut bad);
            // `table p(_, min)`: the head with how answers are joined.
            let heads = effects::named(reader.terms, *specs);
            if name == "det" && bad.is_empty() {
                said.modes.extend(named.iter().cloned().map(Moded::det));
            }
            let all = named.into_iter().map(|(name, count, _)| (name, count));
            let all: Vec<(Atom, usize)> = if bad.is_empty() { all.collect() } else { heads };
            for (atom, count) in all {
                let shown = format!("{}/{count}", logic::quoted(reader.terms.name(atom)));
                let why = if name == "table" {
                    format!("{shown} is tabled, which is not supported")
                } else {
                    format!("{shown} is declared with det/1, which is not supported")
                };
                said.unknown.push((atom, count, why));
            }
            let message = format!("the directive `{name}` is not supported");
            said.warnings.push(Problem::new(
                message,
                "what these predicates do is unknown",
                here.start,
                here.end,
            ));
        }
        ("include" | "expects_dialect", [_]) => {
            said.changed.get_or_insert_with(|| format!("the directive `{name}` is not supported"));
            let message = format!("the directive `{name}` is not supported");
            said.warnings.push(Problem::new(
                message,
                "what the program does is unknown",
                here.start,
                here.end,
            ));
        }
        ("consult" | "load_files" | "reexport", [_] | [_, _]) | ("[|]", [_, _]) => {
            said.other_files.get_or_insert_with(|| "another file that is not read".to_string());
            let message = "the other file is not read";
            said.warnings.push(Problem::new(
                message,
                "predicates from there are unknown",
                here.start,
                here.end,
            ));
        }
        (name, _) if effects::is_harmless(name) => {}
        ("domain", [which]) => match atom_text(reader.terms, *which).and_then(Domain::parse) {
            Some(domain) => said.domain = Some(domain),
            None => {
                let problem = Problem::new("unknown domain", "not a domain", here.start, here.end);
                said.errors.push(problem.help("the domains are `term`, `nat` and `int`"));
            }
        },
        ("type", [declared]) => type_declaration(reader, said, read, *declared),
        ("pred", [head]) => {
            let vars = read.variables();
            said.preds.push(Declared { head: *head, constructors: Vec::new(), vars, place: here });
        }
        _ => {
            let shown = format!("{}/{}", logic::quoted(&name), args.len());
            let message = format!("the directive `{shown}` is left out");
            said.warnings.push(Problem::new(message, "not run", here.start, here.end));
            not_run(reader, said, goal, &format!("the directive `{shown}` is not run"));
        }
    }
}

/// Declares the operators of the files that a goal loads, as far as they are known.
fn loads(reader: &mut Reader<'_, '_>, said: &Said, goal: Term) {
    for name in files_of(reader.terms, goal) {
        let candidates = file_names(&name);
        // The first name that is there is the one that is loaded.
        let known = |name: &String| said.loaded.iter().find(|of| of.file == last_part(name));
        if let Some(found) = candidates.iter().find_map(known) {
            reader.ops.take_over(&found.ops, &found.terms, reader.terms);
        }
    }
}

/// The files that a directive loads, as it names them; libraries are none.
pub(crate) fn files_of(terms: &Terms, goal: Term) -> Vec<String> {
    let Some((name, args)) = terms.callable(goal) else { return Vec::new() };
    let named = match (terms.name(name), args) {
        ("ensure_loaded" | "consult" | "load_files" | "use_module", [what] | [what, _]) => *what,
        ("[|]", [_, _]) => goal,
        _ => return Vec::new(),
    };
    let all = match terms.elements(named) {
        (elements, _) if !elements.is_empty() => elements,
        _ => vec![named],
    };
    let text = |term: &Term| match terms.node(*term) {
        Node::Atom(name) | Node::Str(name) if *name != Atom::NIL => Some(terms.name(*name).to_string()),
        _ => None,
    };
    all.iter().filter_map(text).collect()
}

/// The names that a file may have that a directive names, the first choice of SWI-Prolog first.
pub(crate) fn file_names(named: &str) -> Vec<String> {
    let known = [".pl", ".prolog", ".plt"].iter().any(|ending| named.ends_with(ending));
    if known {
        return vec![named.to_string()];
    }
    vec![format!("{named}.pl"), format!("{named}.prolog"), named.to_string()]
}

/// The name of a file without its folders.
pub(crate) fn last_part(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// Notes what a goal may change that is not run.
fn not_run(reader: &Reader<'_, '_>, said: &mut Said, goal: Term, why: &str) {
    if effects::changes(reader.terms, goal) {
        said.not_run.get_or_insert_with(|| why.to_string());
        for (name, count) in effects::named(reader.terms, goal) {
            said.unknown.push((name, count, why.to_string()));
        }
    } else {
        said.started.push(why.to_string());
    }
}

/// What a query of the text may change: it runs when the text is loaded.
pub(crate) fn query(reader: &Reader<'_, '_>, said: &mut Said, goal: Term) {
    not_run(reader, said, goal, "a query is not run");
}

/// Notes what a clause says about the text that it stands in.
pub(crate) fn clause(reader: &Reader<'_, '_>, said: &mut Said, term: Term) {
    let head = reader.terms.of::<2>(term, Atom::NECK).map_or(term, |[head, _]| head);
    let head = reader.terms.of::<2>(head, Atom::COLON).map_or(head, |[_, head]| head);
    let Some((name, args)) = reader.terms.callable(head) else { return };
    let (name, count) = (name, args.len());
    let text = reader.terms.name(name);
    said.own_mode |= (text, count) == ("mode", 1);
    if matches!((text, count), ("term_expansion" | "goal_expansion", 2 | 4)) {
        said.changed
            .get_or_insert_with(|| format!("{text}/{count} rewrites the text, which is not supported"));
        let here = place(reader, head);
        let message = format!("{text}/{count} is not supported");
        said.warnings.push(Problem::new(message, "what the program does is unknown", here.start, here.end));
    }
    if said.conditional.part() == Part::Unknown {
        let why = "a condition that is not decided here says whether its clauses count".to_string();
        said.unknown.push((name, count, why));
    }
    // Any goal that a directive runs may reach this clause.
    said.changing |= effects::changes(reader.terms, term);
}

fn atom_text(terms: &Terms, term: Term) -> Option<&str> {
    match terms.node(term) {
        Node::Atom(atom) => Some(terms.name(*atom)),
        _ => None,
    }
}

/// `op(700, xfx, ===)`, `op(700, xfx, [a, b])`.
fn operator(
    reader: &mut Reader<'_, '_>,
    said: &mut Said,
    here: &Range<usize>,
    priority: Term,
    fixity: Term,
    names: Term,
) {
    let bad = |why: &str| Problem::new("this operator cannot be declared", why, here.start, here.end);
    let level = match reader.terms.node(priority) {
        Node::Int(value) => value.to_i64().and_then(|v| u16::try_from(v).ok()).filter(|v| *v <= 1200),
        _ => None,
    };
    let fixity = atom_text(reader.terms, fixity).and_then(Fixity::parse);
    let (Some(level), Some(fixity)) = (level, fixity) else {
        said.errors.push(bad("a priority up to 1200 and a kind such as `xfx` are needed"));
        return;
    };
    let names = match reader.terms.elements(names) {
        (elements, _) if !elements.is_empty() => elements,
        _ => vec![names],
    };
    for name in names {
        // `op(700, xfx, user:(===))` is common in modules.
        let name = reader.terms.of::<2>(name, Atom::COLON).map_or(name, |[_, inner]| inner);
        match reader.terms.node(name).clone() {
            Node::Atom(Atom::COMMA) => said.errors.push(bad("`,` cannot be changed")),
            Node::Atom(Atom::NIL | Atom::CURLY) => said.errors.push(bad("brackets cannot be operators")),
            Node::Atom(Atom::BAR) if level > 0 && level < 1001 => {
                said.errors.push(bad("`|` can only be an infix operator above 1000"));
            }
            Node::Atom(atom) => reader.ops.set(atom, level, fixity),
            _ => said.errors.push(bad("a name is needed")),
        }
    }
}

fn module(reader: &mut Reader<'_, '_>, said: &mut Said, name: Term, exports: Term) {
    let Node::Atom(atom) = *reader.terms.node(name) else {
        let here = place(reader, name);
        said.errors.push(Problem::new(
            "the name of a module is an atom",
            "not an atom",
            here.start,
            here.end,
        ));
        return;
    };
    let mut named = Vec::new();
    for export in reader.terms.elements(exports).0 {
        if let Some((op, args)) = reader.terms.callable(export)
            && reader.terms.name(op) == "op"
            && let [priority, fixity, names] = *args
        {
            let here = place(reader, export);
            operator(reader, said, &here, priority, fixity, names);
        } else {
            specs_of(reader, export, &mut named, &mut said.errors);
        }
    }
    said.module = Some((atom, named));
}

fn import(reader: &mut Reader<'_, '_>, said: &mut Said, what: Term) {
    let here = place(reader, what);
    let library = reader.terms.callable(what).and_then(|(name, args)| match args {
        [inner] if reader.terms.name(name) == "library" => Some(*inner),
        _ => None,
    });
    let Some(library) = library else {
        said.other_files.get_or_insert_with(|| "another file that is not read".to_string());
        let message = "the other file is not read";
        let problem = Problem::new(message, "predicates from there are unknown", here.start, here.end);
        said.warnings.push(problem);
        return;
    };
    let text = match reader.terms.of::<2>(library, Atom::SLASH) {
        Some([folder, name]) => {
            let part = |term| atom_text(reader.terms, term).unwrap_or("?");
            format!("{}/{}", part(folder), part(name))
        }
        None => atom_text(reader.terms, library).unwrap_or("?").to_string(),
    };
    crate::dialect::add_library(&mut reader.ops, reader.terms, &text);
    if !LIBRARIES.contains(&text.as_str()) {
        said.other_files.get_or_insert_with(|| format!("nothing is known of `library({text})`"));
        let message = format!("nothing is known of `library({text})`");
        let problem = Problem::new(message, "predicates from there are unknown", here.start, here.end);
        said.warnings.push(problem);
    }
}

/// `a/1, b//2`, `[a/1, b/2]`.
fn specs_of(reader: &Reader<'_, '_>, specs: Term, into: &mut Vec<Named>, errors: &mut Vec<Problem>) {
    let mut open = vec![specs];
    while let Some(spec) = open.pop() {
        let terms = &*reader.terms;
        let args = terms.args(spec).to_vec();
        match (terms.callable(spec).map(|(name, _)| terms.name(name)), args.as_slice()) {
            (Some("," | "[|]"), [first, rest]) => open.extend([*rest, *first]),
            (Some("[]"), []) => {}
            (Some(":"), [_, inner]) | (Some("as"), [inner, _]) => open.push(*inner),
            (Some(slash @ ("/" | "//")), [name, arity]) => {
                let more = if slash == "/" { 0 } else { 2 };
                let count = match terms.node(*arity) {
                    Node::Int(value) => value.to_i64().and_then(|v| usize::try_from(v).ok()),
                    _ => None,
                };
                match (terms.node(*name), count) {
                    (Node::Atom(atom), Some(count)) => into.push((*atom, count + more, place(reader, spec))),
                    _ => errors.push(not_a_spec(reader, spec)),
                }
            }
            _ => errors.push(not_a_spec(reader, spec)),
        }
    }
}

fn not_a_spec(reader: &Reader<'_, '_>, spec: Term) -> Problem {
    let here = place(reader, spec);
    Problem::new(
        "a predicate is named like this: `append/3`",
        "not a name with a number",
        here.start,
        here.end,
    )
}

fn set_flag(reader: &mut Reader<'_, '_>, said: &mut Said, here: &Range<usize>, flag: Term, value: Term) {
    match (atom_text(reader.terms, flag), atom_text(reader.terms, value)) {
        (Some("double_quotes"), Some(value)) => {
            reader.double_quotes = match value {
                "string" => DoubleQuotes::String,
                "codes" => DoubleQuotes::Codes,
                "chars" => DoubleQuotes::Chars,
                "atom" => DoubleQuotes::Atom,
                _ => {
                    let problem = Problem::new("unknown value", "not known", here.start, here.end);
                    said.errors.push(problem.help("`string`, `codes`, `chars` or `atom`"));
                    return;
                }
            };
        }
        (Some(flag), _) if effects::is_quiet_flag(flag) => {}
        (flag, _) => {
            let message = format!("the flag `{}` is not supported", flag.unwrap_or("?"));
            said.changed.get_or_insert_with(|| message.clone());
            let label = "what the program does is unknown";
            said.warnings.push(Problem::new(message, label, here.start, here.end));
        }
    }
}

/// `type list(T) ---> [] ; [T|list(T)]`, or with a list of constructors.
fn type_declaration(reader: &Reader<'_, '_>, said: &mut Said, read: &Read, declared: Term) {
    let here = place(reader, declared);
    match reader.terms.of::<2>(declared, Atom::TYPE_ARROW) {
        Some([head, constructors]) => {
            let constructors = reader.terms.parts(constructors, Atom::SEMICOLON);
            said.types.push(Declared { head, constructors, vars: read.variables(), place: here });
        }
        None => {
            let problem = Problem::new("a type without constructors", "not understood", here.start, here.end);
            said.warnings.push(problem.help("write `:- type t ---> a ; f(t).`"));
        }
    }
}
