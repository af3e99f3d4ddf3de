//! Declarations: which one it is, and those of modules, predicates and functions.

use super::{Parse, Parser};
use crate::syntax::ast::{
    Argument, Determinism, ImportKind, ItemKind, ModuleName, PredDecl, PredKind, PromiseKind, Purity,
};
use source::{Diagnostic, Span};
use std::ops::Range;
use terms::{Atom, Term};

impl Parser<'_> {
    pub(super) fn declaration(&mut self, term: Term) -> Parse<ItemKind> {
        let Some((word, args)) = self.functor(term) else {
            let message = "a declaration starts with a word such as `pred` or `type`";
            return Err(self.error(term, message, "no declaration"));
        };
        if let Some(what) = unsupported_declaration(word, args.len()) {
            return Ok(ItemKind::Unsupported(self.unsupported(what, term)));
        }
        Ok(match (word, args) {
            ("interface", []) => ItemKind::Interface,
            ("implementation", []) => ItemKind::Implementation,
            ("module", &[name]) => ItemKind::Module(self.module_name(name)?),
            ("end_module", &[name]) => ItemKind::EndModule(self.module_name(name)?),
            ("import_module", &[names]) => self.import(ImportKind::Import, names)?,
            ("use_module", &[names]) => self.import(ImportKind::Use, names)?,
            ("include_module", &[names]) => self.import(ImportKind::Include, names)?,
            ("type", &[inner]) => ItemKind::Type(self.type_decl(term, inner, false)?),
            ("solver", &[inner]) => match self.functor(inner) {
                Some(("type", &[inner])) => ItemKind::Type(self.type_decl(term, inner, true)?),
                _ => return Err(self.error(term, "`solver` stands before `type`", "another declaration")),
            },
            ("inst", &[inner]) => ItemKind::Inst(self.inst_decl(inner)?),
            ("mode", &[inner]) => self.mode_item(term, inner)?,
            ("pragma", &[inner]) => ItemKind::Pragma(self.pragma(inner)?),
            (word, &[inner]) if PromiseKind::ALL.iter().any(|kind| kind.word() == word) => {
                let kind = PromiseKind::ALL.into_iter().find(|kind| kind.word() == word);
                ItemKind::Promise(kind.unwrap_or(PromiseKind::True), self.goal(inner)?)
            }
            ("all", &[_, inner]) if self.is_promise(inner) => self.quantified_promise(term)?,
            ("pred" | "func", [_])
            | ("impure" | "semipure", [_])
            | ("<=" | "=>" | "some" | "all", [_, _]) => ItemKind::Pred(self.pred_decl(term)?),
            ("interface" | "implementation", _) => {
                let message = format!("`:- {word}` has nothing behind it");
                return Err(self.error(term, message, "more than the word"));
            }
            (
                "module" | "end_module" | "import_module" | "use_module" | "include_module" | "type" | "inst"
                | "mode" | "pragma" | "pred" | "func",
                [],
            ) => {
                let message = format!("`:- {word}` declares nothing");
                return Err(self.error(term, message, "what is declared is missing"));
            }
            (word, _) => {
                return Err(Box::new(no_declaration(word, self.span(term))));
            }
        })
    }

    // Modules.

    pub(super) fn module_name(&mut self, term: Term) -> Parse<ModuleName> {
        match self.path(term) {
            Some(parts) => Ok(ModuleName { parts, at: self.at(term) }),
            None => {
                let message = "the name of a module is a name, or several with dots between them";
                Err(self.error(term, message, "this is none"))
            }
        }
    }

    fn import(&mut self, kind: ImportKind, names: Term) -> Parse<ItemKind> {
        let names = self.terms.parts(names, Atom::COMMA);
        let modules = names.into_iter().map(|name| self.module_name(name)).collect::<Parse<Vec<_>>>()?;
        Ok(ItemKind::Import(kind, modules))
    }

    // Promises.

    fn is_promise(&self, term: Term) -> bool {
        let word = self.functor(term).map_or("", |(word, _)| word);
        PromiseKind::ALL.iter().any(|kind| kind.word() == word)
    }

    /// `all [X] promise_exclusive …`: the quantifier becomes part of the goal.
    fn quantified_promise(&mut self, term: Term) -> Parse<ItemKind> {
        let Some((_, &[vars, inner])) = self.functor(term) else {
            return Err(self.error(term, "a promise is missing", "here"));
        };
        let ItemKind::Promise(kind, goal) = self.declaration(inner)? else {
            return Err(self.error(inner, "a promise is missing", "here"));
        };
        let vars = self.quantified(vars)?;
        let at = self.at(term);
        let kind_of_goal = crate::syntax::ast::GoalKind::All(vars, Box::new(goal));
        Ok(ItemKind::Promise(kind, crate::syntax::ast::Goal { kind: kind_of_goal, at }))
    }

    // Predicates and functions.

    fn pred_decl(&mut self, term: Term) -> Parse<PredDecl> {
        let at = self.at(term);
        let mut what = None;
        let mut purity = Purity::Pure;
        let mut rest = term;
        let (kind, inner) = loop {
            rest = match self.functor(rest) {
                Some(("impure", &[inner])) => {
                    purity = Purity::Impure;
                    inner
                }
                Some(("semipure", &[inner])) => {
                    purity = Purity::Semipure;
                    inner
                }
                Some(("<=", &[inner, _])) => {
                    what = what.or(Some("a class constraint"));
                    inner
                }
                Some(("=>", &[inner, _])) | Some(("some", &[_, inner])) => {
                    what = Some("an existential type");
                    inner
                }
                Some(("all", &[_, inner])) => {
                    what = what.or(Some("a quantified type"));
                    inner
                }
                Some(("pred", &[inner])) => break (PredKind::Pred, inner),
                Some(("func", &[inner])) => break (PredKind::Func, inner),
                _ => {
                    let message = "this declares neither a predicate nor a function";
                    return Err(self.helped(
                        rest,
                        message,
                        "`pred` or `func` is missing",
                        "as in `:- pred p(int)`",
                    ));
                }
            };
        };
        let (inner, determinism, with) = self.declared_with(inner)?;
        what = what.or(with);
        let (head, result) = match (kind, self.functor(inner)) {
            (PredKind::Func, Some(("=", &[head, result]))) => (head, Some(self.argument(result)?)),
            (PredKind::Func, _) if with.is_none() => {
                let message = "a function has a result";
                return Err(self.helped(
                    inner,
                    message,
                    "its type is missing",
                    "as in `:- func f(int) = int`",
                ));
            }
            (PredKind::Pred, Some(("=", [_, _]))) => {
                let message = "a predicate has no result";
                return Err(self.helped(inner, message, "this has one", "declare it with `:- func`"));
            }
            _ => (inner, None),
        };
        let (name, args) = self.subject(head, "the name of what is declared is missing")?;
        let args = args.iter().map(|arg| self.argument(*arg)).collect::<Parse<Vec<_>>>()?;
        let unsupported = what.map(|what| self.unsupported(what, term));
        Ok(PredDecl { kind, purity, name, args, result, determinism, unsupported, at })
    }

    /// Takes `is det` and `with_type` off a declaration.
    pub(super) fn declared_with(
        &mut self,
        term: Term,
    ) -> Parse<(Term, Option<Determinism>, Option<&'static str>)> {
        let (mut rest, determinism) = match self.functor(term) {
            Some(("is", &[inner, word])) => (inner, Some(self.determinism(word)?)),
            _ => (term, None),
        };
        let mut what = None;
        loop {
            rest = match self.functor(rest) {
                Some(("with_type", &[inner, _])) => {
                    what = Some("`with_type`");
                    inner
                }
                Some(("with_inst", &[inner, _])) => {
                    what = what.or(Some("`with_inst`"));
                    inner
                }
                _ => return Ok((rest, determinism, what)),
            };
        }
    }

    pub(super) fn determinism(&mut self, term: Term) -> Parse<Determinism> {
        let found = self.word(term).and_then(Determinism::parse);
        found.ok_or_else(|| {
            let words = Determinism::ALL.map(Determinism::word).join(", ");
            let shown = self.shown(term);
            let message = format!("`{shown}` is no determinism");
            self.helped(term, message, "unknown", &format!("there are {words}"))
        })
    }

    /// `int` or `int::in`
    pub(super) fn argument(&mut self, term: Term) -> Parse<Argument> {
        match self.functor(term) {
            Some(("::", &[of, mode])) => Ok(Argument { of: self.type_of(of)?, mode: Some(self.mode(mode)?) }),
            _ => Ok(Argument { of: self.type_of(term)?, mode: None }),
        }
    }
}

/// What a declaration is that has no node of its own.
fn unsupported_declaration(word: &str, arity: usize) -> Option<&'static str> {
    Some(match (word, arity) {
        ("typeclass", 1) => "a type class",
        ("instance", 1) => "an instance of a type class",
        ("initialise" | "initialize", 1) => "an initialisation",
        ("finalise" | "finalize", 1) => "a finalisation",
        ("mutable", 3..=5) => "a mutable variable",
        ("external" | "external_pred" | "external_func", 1) => "an external definition",
        ("rule", 1) => "a rule",
        _ => return None,
    })
}

/// What is said of a declaration that does not exist.
pub(super) fn no_declaration(word: &str, place: Span) -> Diagnostic {
    let found = Diagnostic::error(format!("there is no declaration `:- {word}`")).primary(place, "unknown");
    match nearest(word) {
        Some(meant) => found.help(format!("did you mean `:- {meant}`?")),
        None => found,
    }
}

/// The word of a declaration behind which reading stopped at an offset, because it is none that declarations start
/// with and so no operator.
pub(super) fn unknown_word(text: &str, offset: usize) -> Option<(&str, Range<usize>)> {
    let before = text.get(..offset)?;
    // A declaration starts its line, and no word is longer than this; lines may be.
    let start_of_line = |(at, c): (usize, char)| (c == '\n').then_some(at + 1).or((at == 0).then_some(0));
    let line = before.char_indices().rev().take(100).find_map(start_of_line)?;
    let word = before.get(line..)?.trim_start().strip_prefix(":-")?.trim();
    let plain = !word.is_empty() && word.chars().all(terms::chars::is_name);
    if !plain || WORDS.contains(&word) || super::is_operator(word) {
        return None;
    }
    let start = line + before.get(line..)?.find(word)?;
    Some((word, start..start + word.len()))
}

/// The words that declarations start with.
const WORDS: &[&str] = &[
    "module",
    "interface",
    "implementation",
    "end_module",
    "import_module",
    "use_module",
    "include_module",
    "type",
    "inst",
    "mode",
    "pred",
    "func",
    "pragma",
    "promise",
    "typeclass",
    "instance",
];

/// What was probably meant.
fn nearest(word: &str) -> Option<&'static str> {
    let old =
        [("import", "import_module"), ("use", "use_module"), ("predicate", "pred"), ("function", "func")];
    let meant = old.into_iter().find(|(found, _)| *found == word).map(|(_, meant)| meant);
    meant.or_else(|| WORDS.iter().copied().find(|known| differ_by_one(word, known)))
}

/// Whether two words differ by one character that is missing, too much, another one, or swapped with the next.
fn differ_by_one(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let rest = |word: &[char], skipped: usize| word.get(same + skipped..).map(<[char]>::to_vec);
    let both = |a: usize, b: usize| rest(&one, a).is_some() && rest(&one, a) == rest(&other, b);
    let swapped = one.get(same).is_some()
        && one.get(same) == other.get(same + 1)
        && one.get(same + 1) == other.get(same)
        && both(2, 2);
    both(1, 0) || both(0, 1) || both(1, 1) || swapped
}
