//! What a goal is when it is its turn, whether it stands in the text or was made by the run.

use super::cells::{Addr, Cell};
use super::guide::Guide;
use super::{Alternative, Event, Machine, Part, Stop, Work};
use crate::ids::GoalId;
use crate::program::{GoalKind, Relation, Theory};
use terms::Atom;

impl<G: Guide> Machine<'_, G> {
    /// The goals of a conjunction from one on.
    pub(super) fn conjunct(
        &mut self,
        id: GoalId,
        from: u32,
        env: Addr,
        cut: u32,
        depth: u32,
        next: u32,
    ) -> Result<u32, Stop> {
        let Some(GoalKind::Conj(parts)) = self.program.goal(id).map(|g| &g.kind) else { return Ok(next) };
        let Some(&part) = parts.get(from as usize) else { return Ok(next) };
        let next = if from as usize + 1 < parts.len() {
            self.chain(Work::Rest { goal: id, from: from + 1, env, cut, depth }, next)
        } else {
            next
        };
        self.goal(part, env, cut, depth, next)
    }

    /// A goal of the text, with the variables of its clause.
    pub(super) fn goal(
        &mut self,
        id: GoalId,
        env: Addr,
        cut: u32,
        depth: u32,
        next: u32,
    ) -> Result<u32, Stop> {
        let program = self.program;
        let Some(goal) = program.goal(id) else { return Ok(next) };
        self.at = id;
        // Goals of the library stand nowhere; what happens there happens where it was called.
        if goal.span.start < goal.span.end {
            self.span = Some(goal.span);
        }
        let part = |id: &GoalId| Part::Text { goal: *id, env };
        let terms = &program.terms;
        match &goal.kind {
            GoalKind::Conj(parts) if parts.is_empty() => Ok(next),
            GoalKind::Conj(_) => Ok(self.chain(Work::Rest { goal: id, from: 0, env, cut, depth }, next)),
            GoalKind::Disj(parts) => {
                let parts: Vec<Part> = parts.iter().map(part).collect();
                self.disjunction(&parts, cut, depth, next)
            }
            GoalKind::If { cond, then, otherwise } => {
                self.conditional(part(cond), part(then), otherwise.as_ref().map(part), cut, depth, next)
            }
            GoalKind::SoftIf { cond, then, otherwise } => {
                self.soft(part(cond), part(then), otherwise.as_ref().map(part), cut, depth, next)
            }
            GoalKind::Not(inner) => self.not(part(inner), depth, next),
            GoalKind::Cut => {
                self.cut_to(cut);
                Ok(next)
            }
            GoalKind::Once(inner) => self.once(part(inner), depth, next),
            GoalKind::Ignore(inner) => self.ignore(part(inner), depth, next),
            GoalKind::Forall(cond, action) => self.forall(part(cond), part(action), depth, next),
            GoalKind::Opaque(inner) => self.opaque(part(inner), depth, next),
            GoalKind::Findall { template, goal, list } => {
                let (template, list) =
                    (self.cells.load(terms, *template, env), self.cells.load(terms, *list, env));
                self.findall(template, part(goal), list, depth, next)
            }
            GoalKind::Catch { goal, catcher, recovery } => {
                let catcher = self.cells.load(terms, *catcher, env);
                self.catch(part(goal), catcher, part(recovery), cut, depth, next)
            }
            GoalKind::Meta { closure, extra } => {
                let closure = self.cells.load(terms, *closure, env);
                let extra: Vec<Addr> = extra.iter().map(|term| self.cells.load(terms, *term, env)).collect();
                let goal = self.extended(closure, &extra)?;
                self.opaque(Part::Term(goal), depth, next)
            }
            GoalKind::Constraint { theory, relation, left, right } => {
                self.port(Event::Goal(id));
                let (left, right) = (self.cells.load(terms, *left, env), self.cells.load(terms, *right, env));
                let went = self.constraint_goal(*theory, *relation, left, right, next);
                self.ended(id, went)
            }
            GoalKind::Call { pred, atom } => {
                self.port(Event::Goal(id));
                let args = terms.args(*atom);
                let first = self.arguments(args, env);
                self.call(*pred, first, next, depth, Some(id))
            }
            GoalKind::Builtin { atom } => {
                self.port(Event::Goal(id));
                let args = terms.args(*atom);
                let first = self.arguments(args, env);
                match self.code.builtin_of(id.index()) {
                    Some(builtin) => {
                        let went = self.builtin(builtin, first, next);
                        self.ended(id, went)
                    }
                    None => {
                        let name = terms.callable(*atom).map_or(Atom::NIL, |(name, _)| name);
                        Err(self.unknown_builtin(name, args.len() as u32))
                    }
                }
            }
            GoalKind::Unsupported { what, .. } => Err(Stop::Unknown(format!("{what} is not supported"))),
        }
    }

    /// Writes down how a goal without clauses ended. It tells paths apart, as the clauses that fit do.
    fn ended(&mut self, id: GoalId, went: Result<u32, Stop>) -> Result<u32, Stop> {
        if self.options.ports || self.options.matches {
            match &went {
                Ok(_) => self.event(Event::Success(id)),
                Err(Stop::Fail) => self.event(Event::Failure(id)),
                Err(_) => {}
            }
        }
        went
    }

    /// Terms of the text side by side.
    fn arguments(&mut self, args: &[crate::Term], env: Addr) -> Addr {
        let first = self.cells.free(args.len());
        for (i, arg) in args.iter().enumerate() {
            let made = self.cells.load(&self.program.terms, *arg, env);
            let (to, value) = self.cells.end(made);
            self.cells.bind(first + i as Addr, to, value);
        }
        first
    }

    /// A closure with further arguments.
    fn extended(&mut self, closure: Addr, extra: &[Addr]) -> Result<Addr, Stop> {
        if extra.is_empty() || self.cells.is_free(closure) {
            return Ok(closure);
        }
        if let Cell::Unknown(_) = self.cells.value(closure) {
            return Err(Stop::Unknown("a call of an input".to_string()));
        }
        let Some((name, first, count)) = self.cells.callable(closure) else {
            return Err(Stop::Throw(self.type_error("callable", closure)));
        };
        let mut args: Vec<Addr> = (first..first + count).collect();
        args.extend_from_slice(extra);
        Ok(self.cells.compound(name, &args))
    }

    /// Whether all goals of a term under the control constructs can be called.
    pub(super) fn is_body(&self, goal: Addr) -> bool {
        let mut open = vec![goal];
        while let Some(goal) = open.pop() {
            match self.cells.value(goal) {
                Cell::Int(_) | Cell::Big(_) | Cell::Float(_) | Cell::Str(_) | Cell::Number(_) => {
                    return false;
                }
                Cell::Struct(functor, first) => {
                    let (name, count) = self.cells.name_of(functor);
                    match (name, count) {
                        (Atom::COMMA | Atom::SEMICOLON | Atom::ARROW | Atom::SOFT_ARROW | Atom::BAR, 2) => {
                            open.extend([first + 1, first]);
                        }
                        (Atom::NOT, 1) => open.push(first),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// A goal that the run has made.
    pub(super) fn term(&mut self, goal: Addr, cut: u32, depth: u32, next: u32) -> Result<u32, Stop> {
        let part = Part::Term;
        if let Cell::Unknown(_) = self.cells.value(goal) {
            return Err(Stop::Unknown("a call of an input".to_string()));
        }
        let Some((name, first, count)) = self.cells.callable(goal) else {
            return Err(Stop::Throw(self.type_error("callable", goal)));
        };
        if let Some(pred) = self.program.find_atom(name, count as usize)
            && self.program.pred(pred).is_some_and(|p| p.defined)
        {
            return self.call(pred, first, next, depth, None);
        }
        if (name, count) == (Atom::CONS, 2) {
            return Err(Stop::Unknown("a list as a goal: it loads files".to_string()));
        }
        let second = first + 1;
        match (self.terms.name(name), count) {
            ("true" | "otherwise", 0) => Ok(next),
            ("!", 0) => {
                self.cut_to(cut);
                Ok(next)
            }
            (",", 2) => {
                let after = self.chain(Work::Do { part: part(second), cut, depth }, next);
                Ok(self.chain(Work::Do { part: part(first), cut, depth }, after))
            }
            (";" | "|", 2) => match self.cells.value(first) {
                Cell::Struct(functor, inner) if self.cells.name_of(functor) == (Atom::ARROW, 2) => {
                    self.conditional(part(inner), part(inner + 1), Some(part(second)), cut, depth, next)
                }
                Cell::Struct(functor, inner) if self.cells.name_of(functor) == (Atom::SOFT_ARROW, 2) => {
                    self.soft(part(inner), part(inner + 1), Some(part(second)), cut, depth, next)
                }
                _ => self.disjunction(&[part(first), part(second)], cut, depth, next),
            },
            ("->", 2) => self.conditional(part(first), part(second), None, cut, depth, next),
            ("*->", 2) => self.soft(part(first), part(second), None, cut, depth, next),
            ("\\+" | "not", 1) => self.not(part(first), depth, next),
            ("once", 1) => self.once(part(first), depth, next),
            ("ignore", 1) => self.ignore(part(first), depth, next),
            ("forall", 2) => self.forall(part(first), part(second), depth, next),
            ("findall", 3) => self.findall(first, part(second), first + 2, depth, next),
            ("catch", 3) => self.catch(part(first), second, part(first + 2), cut, depth, next),
            ("=", 2) => self.equal(first, second).map(|()| next),
            ("call", 1..) => {
                let extra: Vec<Addr> = (first + 1..first + count).collect();
                let goal = self.extended(first, &extra)?;
                self.opaque(part(goal), depth, next)
            }
            (">>", 2..) => self.lambda(goal, first, count, depth, next),
            (sign, 2) if relation(sign).is_some() => {
                let Some(relation) = relation(sign) else { return Ok(next) };
                self.constraint_goal(Theory::Integer, relation, first, second, next)
            }
            _ => match self.code.builtin_named(&self.terms, name, count) {
                Some(builtin) => self.builtin(builtin, first, next),
                None => Err(self.unknown_builtin(name, count)),
            },
        }
    }

    /// A call of `Parameters>>Body` of `library(yall)`: a copy is called, in which only what `Free/` names is shared.
    fn lambda(&mut self, goal: Addr, first: Addr, count: u32, depth: u32, next: u32) -> Result<u32, Stop> {
        let shared = |this: &Self, params: Addr| match this.cells.value(params) {
            Cell::Struct(functor, at) if this.cells.name_of(functor) == (Atom::SLASH, 2) => {
                Some((at, at + 1))
            }
            _ => None,
        };
        let lambda = {
            let (params, body) = (first, first + 1);
            self.cells.compound(Atom::COMMA, &[params, body])
        };
        self.settle_copied(lambda)?;
        let frozen = self.cells.freeze(lambda);
        let copy = self.cells.thaw(&frozen);
        let Cell::Struct(_, copied) = self.cells.value(copy) else {
            return Err(Stop::Throw(self.type_error("callable", goal)));
        };
        let (mut params, body) = (copied, copied + 1);
        if let (Some((free, _)), Some((copied_free, rest))) = (shared(self, first), shared(self, copied)) {
            self.equal(free, copied_free)?;
            params = rest;
        }
        let mut extra: Vec<Addr> = (first + 2..first + count).collect();
        let (names, end) = self.cells.elements(params);
        if self.cells.value(end) != Cell::Atom(Atom::NIL) {
            return Err(Stop::Unknown("a lambda without a list of parameters".to_string()));
        }
        let given = names.len().min(extra.len());
        for (name, value) in names.iter().zip(extra.drain(..given)) {
            self.equal(*name, value)?;
        }
        if names.len() > given {
            return Err(Stop::Unknown("a lambda with fewer arguments than parameters".to_string()));
        }
        let goal = self.extended(body, &extra)?;
        self.opaque(Part::Term(goal), depth, next)
    }

    fn unknown_builtin(&mut self, name: Atom, count: u32) -> Stop {
        let text = self.terms.name(name);
        if crate::builtins::support(text, count as usize).is_some() {
            return Stop::Unknown(format!("{}/{count} has no meaning here yet", crate::quoted(text)));
        }
        self.unknown_or_undefined(name, count)
    }

    /// What a call of a predicate does that the program does not define.
    pub(super) fn unknown_or_undefined(&mut self, name: Atom, count: u32) -> Stop {
        let text = self.terms.name(name);
        if self.program.elsewhere.has(text, count as usize) {
            return Stop::Unknown(format!("{}/{count} is not supported", crate::quoted(text)));
        }
        if let Some(why) = &self.program.incomplete {
            return Stop::Unknown(format!("{}/{count} may be defined: {why}", crate::quoted(text)));
        }
        Stop::Throw(self.undefined(name, count))
    }

    fn disjunction(&mut self, parts: &[Part], cut: u32, depth: u32, next: u32) -> Result<u32, Stop> {
        let Some((first, rest)) = parts.split_first() else { return Err(Stop::Fail) };
        for part in rest.iter().rev() {
            self.choose(Alternative::Do(Work::Do { part: *part, cut, depth }), next);
        }
        Ok(self.chain(Work::Do { part: *first, cut, depth }, next))
    }

    fn conditional(
        &mut self,
        cond: Part,
        then: Part,
        otherwise: Option<Part>,
        cut: u32,
        depth: u32,
        next: u32,
    ) -> Result<u32, Stop> {
        let height = self.height();
        let work = otherwise.map_or(Work::Fail, |part| Work::Do { part, cut, depth });
        self.choose(Alternative::Do(work), next);
        let then = self.chain(Work::Do { part: then, cut, depth }, next);
        let then = self.chain(Work::CutTo(height), then);
        Ok(self.chain(Work::Do { part: cond, cut: height + 1, depth }, then))
    }

    fn soft(
        &mut self,
        cond: Part,
        then: Part,
        otherwise: Option<Part>,
        cut: u32,
        depth: u32,
        next: u32,
    ) -> Result<u32, Stop> {
        let height = self.height();
        self.numbers += 1;
        let number = self.numbers;
        let work = otherwise.map_or(Work::Fail, |part| Work::Do { part, cut, depth });
        self.choose(Alternative::Else { number, work }, next);
        let then = self.chain(Work::Do { part: then, cut, depth }, next);
        let then = self.chain(Work::Drop(number), then);
        Ok(self.chain(Work::Do { part: cond, cut: height + 1, depth }, then))
    }

    pub(super) fn not(&mut self, inner: Part, depth: u32, next: u32) -> Result<u32, Stop> {
        let height = self.height();
        self.choose(Alternative::Do(Work::True), next);
        let fail = self.chain(Work::Fail, next);
        let then = self.chain(Work::CutTo(height), fail);
        Ok(self.chain(Work::Do { part: inner, cut: height + 1, depth }, then))
    }

    fn once(&mut self, inner: Part, depth: u32, next: u32) -> Result<u32, Stop> {
        let height = self.height();
        let then = self.chain(Work::CutTo(height), next);
        Ok(self.chain(Work::Do { part: inner, cut: height, depth }, then))
    }

    fn ignore(&mut self, inner: Part, depth: u32, next: u32) -> Result<u32, Stop> {
        let height = self.height();
        self.choose(Alternative::Do(Work::True), next);
        let then = self.chain(Work::CutTo(height), next);
        Ok(self.chain(Work::Do { part: inner, cut: height + 1, depth }, then))
    }

    fn forall(&mut self, cond: Part, action: Part, depth: u32, next: u32) -> Result<u32, Stop> {
        let height = self.height();
        self.choose(Alternative::Do(Work::True), next);
        // If the action fails for a solution of the condition, the whole goal fails.
        let fail = self.chain(Work::Fail, next);
        let wrong = self.chain(Work::CutTo(height), fail);
        let test = self.chain(Work::Not(action, depth), wrong);
        Ok(self.chain(Work::Do { part: cond, cut: height + 1, depth }, test))
    }

    fn opaque(&mut self, inner: Part, depth: u32, next: u32) -> Result<u32, Stop> {
        let cut = self.height();
        Ok(self.chain(Work::Do { part: inner, cut, depth }, next))
    }

    fn findall(
        &mut self,
        template: Addr,
        goal: Part,
        list: Addr,
        depth: u32,
        next: u32,
    ) -> Result<u32, Stop> {
        let height = self.height();
        self.choose(Alternative::Findall { list, found: Vec::new() }, next);
        let collect = self.chain(Work::Collect { height, template }, 0);
        Ok(self.chain(Work::Do { part: goal, cut: height + 1, depth }, collect))
    }

    fn catch(
        &mut self,
        goal: Part,
        catcher: Addr,
        recovery: Part,
        cut: u32,
        depth: u32,
        next: u32,
    ) -> Result<u32, Stop> {
        let height = self.height();
        self.numbers += 1;
        let number = self.numbers;
        let alternative = Alternative::Catch { number, catcher, recovery, cut, depth, active: true };
        self.choose(alternative, next);
        let leave = self.chain(Work::Leave(number), next);
        Ok(self.chain(Work::Do { part: goal, cut: height + 1, depth }, leave))
    }
}

/// The constraints of integers that a run may make.
fn relation(sign: &str) -> Option<Relation> {
    Some(match sign {
        "#=" => Relation::Equal,
        "#\\=" => Relation::Unequal,
        "#<" => Relation::Less,
        "#=<" => Relation::LessEqual,
        "#>" => Relation::Greater,
        "#>=" => Relation::GreaterEqual,
        "in" => Relation::In,
        "ins" => Relation::AllIn,
        _ => return None,
    })
}
