//! Errors as SWI-Prolog throws them, and how they are caught.

use super::cells::{Addr, Cell, Frozen};
use super::guide::Guide;
use super::{Alternative, Machine, Stop, Thrown, Work};
use terms::{Atom, Node, Writer, canonical_names};

/// Stands for the context of an error of the system, which is not modelled: a run that looks at it is unknown.
const CONTEXT: &str = "$context";

/// Whether an exception, given as text, says that a value is missing. With a value there the run may be different.
pub fn lacks_a_value(ball: &str) -> bool {
    ball.starts_with("error(instantiation_error")
}

impl<G: Guide> Machine<'_, G> {
    /// `error(Name(args), Context)`.
    pub(super) fn error(&mut self, name: &str, args: &[Addr]) -> Addr {
        let name = self.terms.intern(name);
        let what = if args.is_empty() { self.cells.atom(name) } else { self.cells.compound(name, args) };
        let context = self.terms.intern(CONTEXT);
        let context = self.cells.atom(context);
        let error = self.terms.intern("error");
        self.cells.compound(error, &[what, context])
    }

    pub(super) fn instantiation(&mut self) -> Addr {
        // With a value in the place of a free input the run may be different.
        self.ask_open_inputs();
        self.error("instantiation_error", &[])
    }

    /// Whether a term contains the context of an error of the system.
    pub(super) fn holds_context(&self, addr: Addr) -> bool {
        let Some(context) = self.terms.known(CONTEXT) else { return false };
        let mut open = vec![addr];
        while let Some(addr) = open.pop() {
            match self.cells.value(addr) {
                Cell::Atom(atom) if atom == context => return true,
                Cell::Struct(functor, first) => {
                    let (_, count) = self.cells.name_of(functor);
                    open.extend(first..first + count);
                }
                _ => {}
            }
        }
        false
    }

    /// An error about a term of the wrong kind; a variable is of no kind yet.
    pub(super) fn type_error(&mut self, what: &str, culprit: Addr) -> Addr {
        if self.cells.is_free(culprit) {
            return self.instantiation();
        }
        let what = self.terms.intern(what);
        let what = self.cells.atom(what);
        self.error("type_error", &[what, culprit])
    }

    /// An error about a term of the right kind with a wrong value.
    pub(super) fn domain_error(&mut self, what: &str, culprit: Addr) -> Addr {
        let what = self.terms.intern(what);
        let what = self.cells.atom(what);
        self.error("domain_error", &[what, culprit])
    }

    pub(super) fn indicator(&mut self, name: Atom, count: u32) -> Addr {
        let name = self.cells.atom(name);
        let count = self.cells.push(Cell::Int(i64::from(count)));
        self.cells.compound(Atom::SLASH, &[name, count])
    }

    pub(super) fn undefined(&mut self, name: Atom, count: u32) -> Addr {
        let procedure = self.terms.intern("procedure");
        let procedure = self.cells.atom(procedure);
        let indicator = self.indicator(name, count);
        self.error("existence_error", &[procedure, indicator])
    }

    /// The choices that may catch a ball, the nearest first, up to one that does. As in SWI-Prolog, catchers are compared with the ball
    /// before anything is taken back: `catch(catch((X = 1, throw(b)), X, true), b, true)` is caught outside. So it is also known which
    /// are active: going back past a choice of a goal that was left would make its catch active again.
    fn catching(&mut self, saved: &Frozen) -> Result<Vec<usize>, Stop> {
        let mut found = Vec::new();
        for at in (0..self.choices.len()).rev() {
            let catcher = match &self.choices[at].alternative {
                Alternative::Try { .. } => {
                    found.push(at);
                    break;
                }
                Alternative::Catch { active: true, catcher, .. } => *catcher,
                _ => continue,
            };
            let mark = self.cells.mark();
            let ball = self.cells.thaw(saved);
            if self.holds_context(ball)
                && let Cell::Struct(functor, first) = self.cells.value(catcher)
                && let (name, 2) = self.cells.name_of(functor)
                && self.terms.name(name) == "error"
                && !self.cells.is_free(first + 1)
            {
                return Err(Stop::Unknown("the context of an error".to_string()));
            }
            let same = self.cells.unify(catcher, ball);
            let sure = !self.cells.depends_since(&mark) && self.cells.apart.is_empty();
            self.cells.undo_all(&mark);
            if same {
                found.push(at);
                if sure {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Goes to the nearest `catch/3` that takes the ball; else gives its text back.
    pub(super) fn throw(&mut self, ball: Addr) -> Result<u32, Thrown> {
        self.settle_thrown(ball).map_err(Thrown::Stop)?;
        let saved = self.cells.freeze(ball);
        let catches = |choice: &&super::Choice| matches!(choice.alternative, Alternative::Try { .. });
        let up_to = self.choices.iter().rev().find(catches).map_or(0, |choice| choice.after);
        self.abandon(up_to);
        let mut catching = self.catching(&saved).map_err(Thrown::Stop)?.into_iter();
        loop {
            let nearest = catching.next();
            self.choices.truncate(nearest.map_or(1, |at| at + 1));
            self.restore();
            let (Some(choice), true) = (self.choices.pop(), nearest.is_some()) else {
                return Err(self.uncaught(&saved));
            };
            if let Alternative::Try { results, result, world } = choice.alternative {
                let ball = self.cells.thaw(&saved);
                let ball = self.cells.value(ball);
                self.caught(results, result, world, Some(ball));
                return Ok(choice.after);
            }
            let Alternative::Catch { catcher, recovery, cut, depth, .. } = choice.alternative else {
                continue;
            };
            let mark = self.cells.mark();
            let ball = self.cells.thaw(&saved);
            let of_system = self.holds_context(ball);
            match self.equal(catcher, ball) {
                Ok(()) => {
                    self.caught |= of_system;
                    self.cells.release(&mark);
                    let work = Work::Do { part: recovery, cut, depth };
                    return Ok(self.chain(work, choice.after));
                }
                Err(Stop::Fail) => self.cells.undo(&mark),
                Err(stop) => return Err(Thrown::Stop(stop)),
            }
        }
    }

    /// What nothing catches, as text. Variables that occur once are `_`.
    fn uncaught(&mut self, saved: &Frozen) -> Thrown {
        let ball = self.cells.thaw(saved);
        self.exception();
        if let Some(show) = self.program.procs.show_thrown {
            let ball = self.cells.value(ball);
            return Thrown::Uncaught(show(&self.cells, &self.terms, ball));
        }
        let mut free = Vec::new();
        let term = self.cells.save(&mut self.terms, ball, &mut free);
        let mut names = canonical_names(&self.terms, term);
        let mut count = vec![0_usize; names.len()];
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.terms.node(term) {
                Node::Var(var) => {
                    if let Some(count) = count.get_mut(var.index()) {
                        *count += 1;
                    }
                }
                _ => open.extend(self.terms.args(term)),
            }
        }
        for (name, count) in names.iter_mut().zip(count) {
            *name = if count > 1 { format!("_{name}") } else { "_".to_string() };
        }
        let text = Writer::new(&self.terms).names(&names).text(term);
        Thrown::Uncaught(text.replace(&crate::quoted(CONTEXT).to_string(), "_"))
    }
}
