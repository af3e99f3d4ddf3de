//! Which clause says what, and of what: a function, a loop or a point.
//!
//! A clause that is not understood, or that stands before nothing it could be about, is a warning with its place:
//! nothing that an author wrote goes away in silence.

use super::{Reader, Scene};
use crate::annotations::words;
use crate::lower::Context;
use crate::lower::procs::Lower;
use crate::tree::{Annotation, Clause, LabelId, Stmt, StmtKind};
use imperative::claims::When;
use imperative::{ClaimKind, Formula, FormulaKind, LoopId, Requirement};
use source::Diagnostic;

type Read<T> = Result<T, String>;

impl<'c> Lower<'c, '_> {
    /// The clauses of the function.
    pub fn contract(&mut self) {
        let function = self.function;
        if function.is_copy {
            return;
        }
        // What a behaviour assumes, once one has started.
        let mut assumed: Option<Vec<Formula>> = None;
        for clause in &function.annotations {
            let done = match clause.keyword.as_str() {
                // Those are about no function.
                "predicate" => Ok(()),
                "requires" => self.required(clause, assumed.as_deref()),
                "ensures" => self.ensured(clause, assumed.as_deref()),
                "behavior" => {
                    assumed = Some(Vec::new());
                    Ok(())
                }
                "assumes" => match (&mut assumed, self.formula(clause, Scene::Entry)) {
                    (Some(assumed), Ok(formula)) => {
                        assumed.push(formula);
                        Ok(())
                    }
                    (Some(_), Err(why)) => {
                        self.refuse(clause, &why);
                        // What the behaviour says cannot be told any more.
                        break;
                    }
                    (None, _) => Err("it belongs to no behavior".to_string()),
                },
                "assigns" if assumed.is_some() => Err("not supported in a behavior".to_string()),
                "assigns" => self
                    .reader(clause, Scene::Entry)
                    .and_then(Reader::locations)
                    .map(|places| self.b.claim(ClaimKind::Assigns(None, places), clause.span)),
                "loop invariant" | "loop variant" | "loop assigns" | "assert" | "check" => {
                    Err("it is not about a function".to_string())
                }
                _ => Err(words::unknown(clause)),
            };
            if let Err(why) = done {
                self.refuse(clause, &why);
            }
        }
    }

    fn required(&mut self, clause: &Clause, assumed: Option<&[Formula]>) -> Read<()> {
        let formula = under(self.formula(clause, Scene::Entry)?, assumed, When::Here);
        let ghosts = self.b.proc().ghosts.clone();
        let whole = formula.requirement(&ghosts);
        let parts = whole.as_ref().map_or_else(|_| conjuncts(&formula), |_| Vec::new());
        // If the whole formula cannot be a requirement, those of its conjuncts that can be one are.
        let obeyed: Vec<Requirement> = parts.iter().filter_map(|f| f.requirement(&ghosts).ok()).collect();
        self.b.proc().requires.extend(obeyed);
        self.b.claim(ClaimKind::Requires(formula), clause.span);
        match whole {
            Ok(whole) => self.b.proc().requires.push(whole),
            Err(why) => self.cx.problems.push(unsearched(clause, &why)),
        }
        Ok(())
    }

    fn ensured(&mut self, clause: &Clause, assumed: Option<&[Formula]>) -> Read<()> {
        let formula = under(self.formula(clause, Scene::Exit)?, assumed, When::Entry);
        self.b.claim(ClaimKind::Ensures(formula), clause.span);
        Ok(())
    }

    /// Finds the annotations inside of the function, by the place of what follows them.
    pub fn find_annotations(&mut self) {
        let (unit, function) = (self.unit, self.function);
        if function.is_copy || function.body.is_none() {
            return;
        }
        let extent = function.extent;
        let inside = |a: &&Annotation| {
            a.span.file == extent.file && extent.start <= a.span.start && a.span.end <= extent.end
        };
        for annotation in unit.annotations.iter().filter(inside) {
            let clauses = annotation.clauses.iter().filter(|c| c.keyword != "predicate");
            let before = annotation.before.unwrap_or(extent.end);
            self.said.waiting.entry(before).or_default().extend(clauses.cloned());
        }
    }

    /// The annotations right before a statement. Those of a loop wait until its variables are there.
    pub fn annotations_before(&mut self, s: &Stmt) {
        let Some(clauses) = self.said.waiting.remove(&s.span.start) else { return };
        let mut inner = s;
        while let StmtKind::Label(_, stmt) | StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) =
            &inner.kind
        {
            inner = stmt;
        }
        let is_loop =
            matches!(inner.kind, StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. });
        for clause in clauses {
            match clause.keyword.as_str() {
                "loop invariant" | "loop variant" | "loop assigns" | "invariant" | "variant" if is_loop => {
                    self.said.of_loop.push(clause);
                }
                _ => self.at_point(&clause),
            }
        }
    }

    /// The annotations before the end of a block.
    pub fn annotations_at_end(&mut self, block: &Stmt) {
        let end = block.span.end.saturating_sub(1);
        let clauses = self.said.waiting.remove(&end).unwrap_or_default();
        if !clauses.is_empty() {
            // What follows a `return` is reached by no run.
            self.open();
        }
        for clause in clauses {
            self.at_point(&clause);
        }
    }

    fn at_point(&mut self, clause: &Clause) {
        let point = self.b.point();
        let done = match clause.keyword.as_str() {
            "assert" | "check" => self
                .formula(clause, Scene::Body)
                .map(|formula| self.b.claim(ClaimKind::Assert(point, formula), clause.span)),
            "loop invariant" | "loop variant" | "loop assigns" | "invariant" | "variant" => {
                Err("it stands before no loop".to_string())
            }
            "requires" | "ensures" | "assigns" | "behavior" | "assumes" => {
                Err("it stands before no function".to_string())
            }
            _ => Err(words::unknown(clause)),
        };
        if let Err(why) = done {
            self.refuse(clause, &why);
        }
    }

    /// What is said of a loop that has just been opened.
    pub fn loop_claims(&mut self, id: LoopId) {
        for clause in std::mem::take(&mut self.said.of_loop) {
            let done = match clause.keyword.as_str() {
                "loop variant" | "variant" => self
                    .reader(&clause, Scene::Body)
                    .and_then(Reader::whole_number)
                    .map(|e| self.b.claim(ClaimKind::Variant(id, e), clause.span)),
                "loop assigns" => self
                    .reader(&clause, Scene::Body)
                    .and_then(Reader::locations)
                    .map(|places| self.b.claim(ClaimKind::Assigns(Some(id), places), clause.span)),
                _ => self
                    .formula(&clause, Scene::Body)
                    .map(|f| self.b.claim(ClaimKind::Invariant(id, f), clause.span)),
            };
            if let Err(why) = done {
                self.refuse(&clause, &why);
            }
        }
    }

    /// Annotations that nothing was found for.
    pub fn lost_annotations(&mut self) {
        let waiting = std::mem::take(&mut self.said.waiting);
        for clause in waiting.into_values().flatten() {
            let why = match words::is_known(&clause.keyword) {
                true => "it stands before no statement".to_string(),
                false => words::unknown(&clause),
            };
            self.refuse(&clause, &why);
        }
    }

    /// Notes where a label stands.
    pub fn note_label(&mut self, label: LabelId) {
        let point = self.b.point();
        if let Some(label) = self.function.labels.get(label.index()) {
            self.said.labels.insert(label.name.clone(), point);
        }
    }

    fn refuse(&mut self, clause: &Clause, why: &str) {
        self.cx.problems.push(unused(clause, why));
        let of_inputs = !matches!(clause.keyword.as_str(), "ensures" | "assert" | "check" | "assigns")
            && !clause.keyword.contains("variant")
            && !clause.keyword.starts_with("loop");
        self.b.claim(ClaimKind::Unread { of_inputs, why: why.to_string() }, clause.span);
    }

    pub(super) fn formula(&mut self, clause: &Clause, scene: Scene) -> Read<Formula> {
        self.reader(clause, scene)?.whole_formula()
    }
}

impl Context<'_> {
    /// Annotations that stand in no function that is looked at.
    pub fn annotations_outside(&mut self) {
        let unit = self.unit;
        let inside = |a: &Annotation| {
            unit.functions.iter().filter(|f| f.body.is_some() && !f.is_copy).any(|f| {
                f.extent.file == a.span.file && f.extent.start <= a.span.start && a.span.end <= f.extent.end
            })
        };
        for clause in unit.annotations.iter().filter(|a| !inside(a)).flat_map(|a| &a.clauses) {
            let why = match clause.keyword.as_str() {
                "predicate" => continue,
                keyword if words::is_known(keyword) => "it stands before no function of the file".to_string(),
                _ => words::unknown(clause),
            };
            self.problems.push(unused(clause, &why));
        }
    }
}

/// A clause that is not used, and why.
pub(in crate::lower) fn unused(clause: &Clause, why: &str) -> Diagnostic {
    Diagnostic::warning("this clause is not used").primary(clause.span, why)
}

/// A clause about the inputs that tests need not fulfil, and why. Proofs use it.
fn unsearched(clause: &Clause, why: &str) -> Diagnostic {
    Diagnostic::warning("a search for tests does not obey this clause").primary(clause.span, why)
}

/// The formulas that a formula joins by `&&`.
fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    let (mut found, mut waiting) = (Vec::new(), vec![formula]);
    while let Some(f) = waiting.pop() {
        match &f.kind {
            FormulaKind::And(a, b) => waiting.extend([&**b, &**a]),
            _ => found.push(f),
        }
    }
    found
}

/// A formula under the condition that everything holds that a behaviour assumes of the entry.
fn under(formula: Formula, assumed: Option<&[Formula]>, when: When) -> Formula {
    let span = formula.span;
    let mut all = assumed.unwrap_or_default().iter().cloned();
    let Some(first) = all.next() else { return formula };
    let all = all.fold(first, |a, b| a.and(b, span));
    let all = if when == When::Here { all } else { Formula::new(FormulaKind::At(when, Box::new(all)), span) };
    all.implies(formula, span)
}
