//! The end of a path: its input, its replay, its text.

use crate::assumption::Assumption;
use crate::explorer::{Explorer, Sink};
use crate::lost::Why;
use crate::path::{End, Path};
use crate::plan::{Found, Origin, PerPath};
use formula::{FunId, FunKey, Op, Sort, Term, evaluate};
use imperative::machine::{
    Event, Limit, Limits, Options, Outcome, Run, State as Input, check_state, requirements_hold, run,
};
use imperative::{DecisionId, DecisionKind, ErrorKind, ProcId, Program};
use solver::{State, Verdict};
use source::Span;
use std::fmt::Write;
use symbolic::input::{Fill, LONGEST as LONGEST_ARRAY, TooLong, concrete};

/// Steps of a run that goes on where the bounds cut its path off. Many such runs never end, so the first ones may take a share
/// of some steps for all, where tables may have to be filled first, and the others get few.
const BEYOND: u64 = 10_000;
pub(crate) const BEYOND_ALL: u64 = 8_000_000;

/// What it costs to find the input of a path and to write it down, in steps of the search, and how many steps of a run
/// cost as much as one of these.
const PATH: u64 = 300;
const RUNNING: u64 = 8;

/// Why a path has no input that would need an array of more elements than can be built.
pub(crate) const TOO_LONG: &str = "an array of the input would be too long to build";

/// Words that people like to read, characters among them.
const SMALL: [(i64, i64); 2] = [(0, 9), (-99, 127)];

/// Lengths of arrays that are tried first.
const FEW: [usize; 2] = [3, 12];

/// The longest condition that is shown, in bytes; what is left out of it is counted.
const LONGEST: usize = 2_000;

/// What an input does, if its run ends soon. Nothing is said of the condition of its path.
pub fn tried(program: &Program, proc: ProcId, input: Input, steps: u64, leaks: bool) -> Option<Found> {
    let limits = Limits { steps, ..Limits::default() };
    let run = run(program, proc, input.clone(), &Options { limits, leaks, ..Options::default() });
    let end = match &run.outcome {
        Outcome::Ok => End::Ok,
        Outcome::Error { kind, span, .. } => End::Error(*kind, *span),
        _ => return None,
    };
    let counts = |proc: ProcId, d: DecisionId| {
        let of = program.proc(proc).and_then(|p| p.decision(d));
        of.is_some_and(|d| d.kind != DecisionKind::ShortCircuit)
    };
    let decisions = run.trace.iter().filter_map(|e| match e {
        Event::Decision { proc, decision, outcome, .. } if counts(*proc, *decision) => {
            Some((*proc, *decision, *outcome))
        }
        _ => None,
    });
    let decisions = decisions.collect();
    let (caught, condition, origin) = (caught_in(&run), String::new(), Origin::Run);
    Some(Found { origin, decisions, caught, end, condition, input, run, queries: 0, states: Vec::new() })
}

/// The errors that were caught in a run, in order.
fn caught_in(run: &Run) -> Vec<(ErrorKind, Span)> {
    let caught = |e: &Event| if let Event::Caught { kind, span } = e { Some((*kind, *span)) } else { None };
    run.trace.iter().filter_map(caught).collect()
}

/// What came of looking for an input.
pub(crate) enum Sought {
    /// An input, with the condition that it satisfies.
    Input(Input, State),
    /// There is none.
    Impossible,
    /// There is none with as few cells as the bound allows.
    TooLarge,
    /// There is none but with an array that is too long to build.
    TooLong,
    /// None was found; why.
    Unknown(String),
}

impl Explorer<'_> {
    /// A path has ended in an error, or without a result.
    pub(crate) fn finish(&mut self, path: Path, end: End, each: &mut Sink<'_>) {
        self.finish_with(path, end, None, each);
    }

    /// A path has ended: find its input, replay it, hand it on.
    pub(crate) fn finish_with(&mut self, path: Path, end: End, result: Option<Term>, each: &mut Sink<'_>) {
        let end = match end {
            End::Error(kind, span) => End::Error(kind, self.reported_span(&path, span)),
            End::Ok => End::Ok,
        };
        self.finish_seen(path, end, result, each);
    }

    /// The same, where the place of an error is the one to report.
    pub(crate) fn finish_seen(&mut self, path: Path, end: End, result: Option<Term>, each: &mut Sink<'_>) {
        if path.checking.is_some() {
            // An invariant that errs does not hold: such inputs are not asked for.
            return;
        }
        if let Some(second) = self.second {
            self.end_of_one(path, end, result, second, each);
            return;
        }
        let decisions = path.decisions();
        if let Some(seen) = &self.seen
            && seen.contains(&(decisions, path.caught.to_vec(), end.clone()))
        {
            return;
        }
        let mut path = path;
        if end == End::Ok {
            self.close_album(&mut path, result);
        }
        match self.plan.per_path {
            PerPath::One => {
                if let Some((input, condition)) = self.input_of(&path) {
                    self.report(&path, &end, input, &condition, true, each);
                }
            }
            PerPath::Shapes(most) => self.each_shape(&path, &end, most, each),
            PerPath::Different { count, cells } => self.each_different(&path, &end, count, cells, each),
        }
    }

    /// The source position to report for an event on this path.
    pub(crate) fn reported_span(&self, path: &Path, span: Span) -> Span {
        // A caller already stands behind its open call.
        let mut open = path.frames.iter().rev().map(|f| (f.proc, f.block, f.index));
        let innermost = open.next().into_iter();
        let open = innermost.chain(open.map(|(p, b, i)| (p, b, i.saturating_sub(1))));
        self.program.seen_from(span, open)
    }

    /// Replays an input, which may be the first of its path, and hands it on; false if it does not follow its
    /// path.
    pub(crate) fn report(
        &mut self,
        path: &Path,
        end: &End,
        input: Input,
        condition: &State,
        first: bool,
        each: &mut Sink<'_>,
    ) -> bool {
        let decisions = path.decisions();
        // A run takes about as long as its path did.
        let limits = Limits::default();
        let limits = Limits { steps: limits.steps.max(2 * path.steps), ..limits };
        let options = Options { limits, leaks: self.plan.leaks, ..Options::default() };
        let run = run(self.program, self.proc, input.clone(), &options);
        // Only a run shows whether memory is lost.
        let leak = match &run.outcome {
            Outcome::Error { kind: kind @ ErrorKind::Leak, span, .. } if *end == End::Ok => {
                Some(End::Error(*kind, *span))
            }
            _ => None,
        };
        let end = leak.as_ref().unwrap_or(end);
        if !self.follows(&run, path, &decisions, end) {
            self.unknown(match &run.outcome {
                // The machine knows more of memory than formulas do.
                Outcome::Undetermined { why, .. } => why.clone(),
                Outcome::Limit { limit: Limit::Memory, .. } => {
                    "a path takes too much memory to be run".into()
                }
                _ => "an input did not follow its path when it was replayed".into(),
            });
            self.lose_end(path);
            return false;
        }
        if let Some(seen) = &mut self.seen {
            seen.insert((decisions.clone(), path.caught.to_vec(), end.clone()));
        }
        if *end == End::Ok {
            self.judge_end(path, &input, &run);
        }
        let condition = self.condition_text(condition);
        self.result.paths += u64::from(first);
        self.result.queries = self.asked();
        let queries = self.result.queries;
        if let (Some(steering), End::Error(kind, span)) = (&mut self.steering, end) {
            steering.learn((*kind, *span));
        }
        self.walked += PATH + run.steps / RUNNING + decisions.len() as u64 / 4;
        let caught = path.caught.to_vec();
        let states = path.album.as_ref().map(|a| a.steps()).unwrap_or_default();
        let (origin, end) = (Origin::Path, end.clone());
        let found = Found { origin, decisions, caught, end, condition, input, run, queries, states };
        if !each(found, &self.result) {
            self.going = false;
        }
        true
    }

    /// Hands on an input that goes on where the bounds cut a path off, or where nothing more is known, if its run ends.
    pub(crate) fn go_beyond(&mut self, condition: &State, each: &mut Sink<'_>) {
        let Sought::Input(input, condition) = self.input(condition) else { return };
        let most = BEYOND.max(self.beyond_left / 8);
        let found = tried(self.program, self.proc, input, most, self.plan.leaks);
        let took = found.as_ref().map_or(most, |f| f.run.steps);
        self.beyond_left = self.beyond_left.saturating_sub(took);
        self.walked += PATH + took / RUNNING;
        let Some(mut found) = found else { return };
        // The conditions on the rest of the path are not known here.
        found.condition = match self.condition_text(&condition).as_str() {
            "true" => "…".to_string(),
            text => format!("{text} ∧ …"),
        };
        self.result.queries = self.asked();
        found.queries = self.result.queries;
        if !each(found, &self.result) {
            self.going = false;
        }
    }

    /// An input for a path that has ended. Where none was found, the branches that the path took may be feasible.
    pub(crate) fn input_of(&mut self, path: &Path) -> Option<(Input, State)> {
        let sought = self.input(&path.condition);
        match &sought {
            Sought::Input(..) | Sought::Impossible => {}
            Sought::TooLarge => {
                let most = self.plan.bounds.max_cells.unwrap_or_default();
                self.lose_through(path, Why::Bound(format!("--max-cells {most}")));
            }
            Sought::TooLong => {
                let why = self.too_long(path);
                self.lose_through(path, why);
            }
            Sought::Unknown(why) => {
                self.reason.clone_from(why);
                self.lose_end(path);
            }
        }
        self.counted(sought)
    }

    /// An input for a condition; what is impossible or unknown is counted.
    pub(crate) fn input_or_count(&mut self, condition: &State) -> Option<(Input, State)> {
        let sought = self.input(condition);
        self.counted(sought)
    }

    /// What was found; what is impossible or unknown is counted.
    fn counted(&mut self, sought: Sought) -> Option<(Input, State)> {
        match sought {
            Sought::Input(input, condition) => return Some((input, condition)),
            Sought::Impossible => self.result.infeasible += 1,
            Sought::TooLarge => self.result.cut += 1,
            // A search for goals names those that may lie there.
            Sought::TooLong if self.steering.is_some() => self.result.cut += 1,
            Sought::TooLong => self.unknown(TOO_LONG.to_string()),
            Sought::Unknown(why) => self.unknown(why),
        }
        None
    }

    /// The path condition as the papers write it; what was assumed twice is said once.
    fn condition_text(&mut self, condition: &State) -> String {
        let asked = self.shapes.iter().map(|s| s.text(&self.world));
        let apart = self.apart.iter().map(|a| a.text(&self.world));
        let every = self.required.iter().cloned();
        let and = self.world.and_sign();
        let mut out: String = asked.chain(apart).chain(every).collect::<Vec<_>>().join(and);
        let parts: Vec<(Term, bool)> =
            condition.assertions().into_iter().map(|f| (f, self.holds_anyway(f))).collect();
        let parts = self.plainer.parts(&mut self.world.terms, parts.into_iter());
        for (i, f) in parts.iter().copied().enumerate() {
            if out.len() > LONGEST {
                out.push_str(and);
                let _ = write!(out, "…({} more)…", parts.len() - i);
                break;
            }
            let world = &mut self.world;
            let text = self.texts.entry(f).or_insert_with(|| {
                // A negated conjunction is shown as a disjunction of negations, which is easier to read.
                let mut shown = f;
                if *world.terms.op(f) == Op::Not && *world.terms.op(world.terms.args(f)[0]) == Op::And {
                    let parts = world.terms.args(world.terms.args(f)[0]).to_vec();
                    let opposites: Vec<Term> = parts.into_iter().map(|p| world.terms.not(p)).collect();
                    shown = world.terms.or(&opposites);
                }
                let text = world.show(shown);
                if *world.terms.op(shown) == Op::Or { format!("({text})") } else { text }
            });
            if !out.is_empty() {
                out.push_str(and);
            }
            out.push_str(text);
        }
        if out.is_empty() { "true".to_string() } else { out }
    }

    /// True if a part of a condition holds for all inputs, or only encodes a requirement.
    fn holds_anyway(&mut self, f: Term) -> bool {
        let (world, shapes, apart, ranges) = (&self.world, &self.shapes, &self.apart, &self.ranges);
        *self.hidden.entry(f).or_insert_with(|| {
            ranges.contains(&f)
                || world.is_plain_length(f)
                || shapes.iter().any(|s| s.is_scaffold(world, f))
                || apart.iter().any(|a| a.is_scaffold(world, f))
        })
    }

    /// An input that satisfies a condition and all requirements, and is small enough.
    pub(crate) fn input(&mut self, condition: &State) -> Sought {
        let sought = self.any_input(condition);
        match (&sought, self.plan.bounds.max_cells) {
            (Sought::Input(input, shown), Some(most)) if self.size(input) > most => {
                let bounded = self.at_most(condition, most);
                match self.any_input(&bounded) {
                    // The condition that people read is that of the path.
                    Sought::Input(small, _) if self.size(&small) <= most => {
                        Sought::Input(small, shown.clone())
                    }
                    Sought::Input(..) => Sought::Unknown("no input was found that is small enough".into()),
                    Sought::Impossible => Sought::TooLarge,
                    other => other,
                }
            }
            _ => sought,
        }
    }

    /// How many objects an input has; parts are no objects of their own.
    fn size(&self, input: &Input) -> usize {
        input.heap.parts(self.program).into_iter().filter(|part| !part).count()
    }

    /// An input that satisfies a condition and all requirements, with arrays that can be built.
    fn any_input(&mut self, condition: &State) -> Sought {
        let sought = self.any_input_of_any_length(condition);
        if !matches!(sought, Sought::TooLong) {
            return sought;
        }
        let short = self.with_short_arrays(condition);
        match self.any_input_of_any_length(&short) {
            Sought::Impossible => {
                self.result.assume(Assumption::ShortArrays);
                Sought::TooLong
            }
            Sought::TooLong => Sought::Unknown("an array of the input is too long to build".into()),
            other => other,
        }
    }

    /// The lengths of arrays that a condition is about.
    fn lengths_in(&self, condition: &State) -> Vec<Term> {
        let mut lengths = Vec::new();
        let (t, world) = (&self.world.terms, &self.world);
        t.visit(&condition.assertions(), |x| {
            if let Op::App(f) = t.op(x)
                && let [array] = t.args(x)
                && world.array(t.sort_of(*array)).is_some_and(|(length, ..)| length == *f)
            {
                lengths.push(x);
            }
        });
        lengths
    }

    /// A condition, and that no array that it is about has more elements than this.
    fn with_lengths(&mut self, condition: &State, most: usize) -> State {
        let mut out = condition.clone();
        for length in self.lengths_in(condition) {
            let most = self.world.terms.int(most as i64);
            let fact = self.world.terms.le(length, most);
            self.ranges.insert(fact);
            out = out.assert(fact);
        }
        out
    }

    /// A condition, and that all arrays that it is about can be built.
    fn with_short_arrays(&mut self, condition: &State) -> State {
        self.with_lengths(condition, LONGEST_ARRAY)
    }

    /// A condition, and that its arrays are as short as people like them, if they can be: where arrays start anywhere, a far
    /// index does not make them long.
    fn with_few_elements(&mut self, condition: State) -> State {
        for most in FEW {
            let short = self.with_lengths(&condition, most);
            if let Verdict::Sat(_) = self.ask(&short) {
                return short;
            }
        }
        condition
    }

    fn any_input_of_any_length(&mut self, condition: &State) -> Sought {
        // What people read says nothing of the values that were tried.
        let apart = self.with_own_apart(condition);
        let mut spoken = self.with_parts_apart(&apart);
        let mut condition = match self.with_right_bits(spoken.clone()) {
            Ok(condition) => condition,
            Err(sought) => return sought,
        };
        for i in 0..self.sorted_arrays.len() {
            for f in self.sorted_arrays[i].in_order(&mut self.world, &condition.assertions()) {
                (condition, spoken) = (condition.assert(f), spoken.assert(f));
            }
        }
        if self.program.facts.array_bounds {
            condition = self.with_few_elements(condition);
        }
        for round in 0..3 {
            // Several inputs of a path are to differ, which says more than that they are small.
            let minimal = self.plan.bounds.minimal && self.plan.per_path == PerPath::One;
            let found = if minimal {
                self.smallest_in_order(&mut condition)
            } else {
                self.with_small_words(&condition)
            };
            let model = match found {
                Verdict::Sat(m) => m,
                Verdict::Unsat(_) => return Sought::Impossible,
                Verdict::Unknown(u) => return Sought::Unknown(u.to_string()),
            };
            // Numbers of their own where nothing is asked of them, unless that breaks what is required.
            let own = !self.plan.bounds.minimal && self.plan.per_path == PerPath::One;
            for fill in if own { &[Fill::Own, Fill::Zero][..] } else { &[Fill::Zero] } {
                let input = match self.concrete(&model, &condition, *fill) {
                    Ok(i) => i,
                    Err(TooLong) => return Sought::TooLong,
                };
                if self.is_fit(&input) {
                    return Sought::Input(input, spoken);
                }
            }
            if let Some(all) =
                self.with_all_numbers(&condition, &model).filter(|_| !self.quantified.is_empty())
            {
                // The ranges have the ends of this model, so a failure says nothing about other models.
                if let Some(input) = self.fit_input(&all) {
                    return Sought::Input(input, spoken);
                }
            }
            if round > 0 {
                break;
            }
            // Asserts the requirements for every cell in the condition.
            let cells = self.cells_in(&condition);
            for i in 0..self.shapes.len() {
                for f in self.shapes[i].everywhere(self.program, &mut self.world, &cells) {
                    (condition, spoken) = (condition.assert(f), spoken.assert(f));
                }
            }
            for i in 0..self.apart.len() {
                for f in self.apart[i].everywhere(self.program, &mut self.world, &cells) {
                    (condition, spoken) = (condition.assert(f), spoken.assert(f));
                }
            }
        }
        Sought::Unknown("no input was found that satisfies what is required".into())
    }

    /// A smallest model of a condition; where arrays are sorted, the condition then speaks of all their elements.
    fn smallest_in_order(&mut self, condition: &mut State) -> Verdict {
        let found = self.smallest(condition);
        let Verdict::Sat(model) = &found else { return found };
        let Some(mut all) = self.with_all_elements(condition, model) else { return found };
        for i in 0..self.sorted_arrays.len() {
            for f in self.sorted_arrays[i].in_order(&mut self.world, &all.assertions()) {
                all = all.assert(f);
            }
        }
        match self.smallest(&all) {
            Verdict::Sat(model) => {
                *condition = all;
                Verdict::Sat(model)
            }
            _ => found,
        }
    }

    /// An input for a condition that satisfies all requirements, if the first one does.
    fn fit_input(&mut self, condition: &State) -> Option<Input> {
        let Verdict::Sat(model) = self.with_small_words(condition) else { return None };
        let input = self.concrete(&model, condition, Fill::Zero).ok()?;
        self.is_fit(&input).then_some(input)
    }

    /// True if an input satisfies what the procedure requires.
    fn is_fit(&self, input: &Input) -> bool {
        let Some(of) = self.program.proc(self.proc) else { return true };
        let holds = || requirements_hold(self.program, self.proc, input, &Default::default()) == Ok(true);
        let own = || check_state(self.program, self.proc, input).is_ok();
        let free = self.program.references.is_empty() && of.references.is_empty() && of.own.is_empty();
        (free || own()) && (of.requires.is_empty() || holds())
    }

    /// A condition, and that an input is a part of another one only where the condition needs that: an input that the
    /// path does not look at must not become a part just to make the input smaller.
    fn with_parts_apart(&mut self, condition: &State) -> State {
        if !self.world.has_parts() {
            return condition.clone();
        }
        let (references, parts) = self.references_and_parts(condition);
        let mut apart = condition.clone();
        let mut met = condition.clone();
        for (part, owner, by) in &parts {
            for fact in self.world.of_part(*part, *owner, *by) {
                self.ranges.insert(fact);
                met = met.assert(fact);
            }
        }
        let mut meetings = Vec::new();
        for r in references {
            let Some(whole) = self.world.is_part_by(r, None) else { continue };
            let sort = self.world.terms.sort_of(r);
            let nil = self.world.terms.nil(sort);
            let mut ways = vec![self.world.terms.eq(r, nil), whole];
            let alone = self.world.terms.or(&ways);
            for (part, _, by) in &parts {
                if self.world.terms.sort_of(*part) == sort && self.world.can_be_met(*by) {
                    let same = self.world.meet(*part, r);
                    ways.push(same);
                    meetings.push(same);
                }
            }
            let any = self.world.terms.or(&ways);
            self.ranges.extend([alone, any]);
            (apart, met) = (apart.assert(alone), met.assert(any));
        }
        // Most conditions allow it, so it is asked first.
        if meetings.is_empty() || !matches!(self.ask(&apart), Verdict::Unsat(_)) {
            return apart;
        }
        let Verdict::Sat(model) = self.ask(&met) else { return met };
        // Which of them meet is part of what people read.
        let mut out = met;
        for same in meetings {
            if evaluate(&self.world.terms, &model, same) == Ok(formula::Value::Bool(true)) {
                out = out.assert(same);
            }
        }
        out
    }

    /// The references of the initial heap that a condition is about, with the inputs, that are not named as parts; and
    /// the parts of inputs, each with its owner and map.
    pub(crate) fn references_and_parts(&self, condition: &State) -> (Vec<Term>, Vec<(Term, Term, FunId)>) {
        let world = &self.world;
        let mut roots = condition.assertions();
        roots.extend(self.inputs.iter().map(|(_, t)| *t));
        let (mut references, mut parts) = (Vec::new(), Vec::new());
        world.terms.visit(&roots, |t| {
            let scalar = matches!(world.terms.sort_of(t), Sort::INT | Sort::REAL | Sort::BOOL);
            if scalar || !world.is_input(t) || world.is_owner(t) {
                return;
            }
            match world.part(t) {
                None => references.push(t),
                Some((by, owner, _)) if world.is_input(world.whole(t)) => parts.push((t, owner, by)),
                Some(_) => {}
            }
        });
        (references, parts)
    }

    /// A model, with small words of the input where there is one: -1 is easier to read than -2147483647, and arrays
    /// must be small enough to build.
    fn with_small_words(&mut self, condition: &State) -> Verdict {
        match self.small_model(condition) {
            Some(model) => Verdict::Sat(model),
            None => self.ask(condition),
        }
    }

    /// A model in which the words of the input are small; nothing where there are no words.
    pub(crate) fn small_model(&mut self, condition: &State) -> Option<std::sync::Arc<formula::Model>> {
        if self.ranges.is_empty() {
            return None;
        }
        let t = &self.world.terms;
        let mut numbers = Vec::new();
        t.visit(&condition.assertions(), |x| {
            if t.sort_of(x) == Sort::INT && matches!(t.op(x), Op::Var(_) | Op::App(_)) {
                numbers.push(x);
            }
        });
        for (least, greatest) in SMALL {
            let t = &mut self.world.terms;
            let (least, greatest) = (t.int(least), t.int(greatest));
            let mut small = condition.clone();
            for x in &numbers {
                let (above, below) = (t.le(least, *x), t.le(*x, greatest));
                small = small.assert(above).assert(below);
            }
            if let Verdict::Sat(model) = self.ask(&small) {
                return Some(model);
            }
        }
        None
    }

    fn concrete(&self, model: &formula::Model, condition: &State, fill: Fill) -> Result<Input, TooLong> {
        if self.sorted_arrays.is_empty() {
            return concrete(self.program, &self.world, self.proc, &self.inputs, model, condition, fill);
        }
        // The model need not list each element of the condition; listing all keeps the filling from changing their
        // values.
        let mut spelled = model.clone();
        let t = &self.world.terms;
        t.visit(&condition.assertions(), |x| {
            let Op::App(f) = t.op(x) else { return };
            let args: Result<Vec<_>, _> = t.args(x).iter().map(|a| evaluate(t, model, *a)).collect();
            if let (Ok(args), Ok(v)) = (args, evaluate(t, model, x)) {
                spelled.tables.entry(FunKey::App(*f)).or_default().insert(&args, v);
            }
        });
        let fill = Fill::Neighbours;
        concrete(self.program, &self.world, self.proc, &self.inputs, &spelled, condition, fill)
    }

    /// The input references that a path condition mentions.
    fn cells_in(&self, condition: &State) -> Vec<Term> {
        let mut out = Vec::new();
        let t = &self.world.terms;
        t.visit(&condition.assertions(), |x| {
            let sort = t.sort_of(x);
            if self.world.struct_of(sort).is_some() && self.world.is_input(x) {
                out.push(x);
            }
        });
        out
    }

    fn follows(&self, run: &Run, path: &Path, decisions: &[(ProcId, DecisionId, bool)], end: &End) -> bool {
        if caught_in(run) != *path.caught {
            return false;
        }
        let mut at = 0;
        for e in &run.trace {
            if let Event::Decision { proc, decision, outcome, .. } = e {
                let counts = self
                    .program
                    .proc(*proc)
                    .and_then(|p| p.decision(*decision))
                    .is_some_and(|d| d.kind != DecisionKind::ShortCircuit);
                // Iterations of a loop that was taken as a whole are no decisions of the path.
                let whole = path.summaries.contains(&(at as u32));
                if counts && whole && decisions.get(at) == Some(&(*proc, *decision, false)) && *outcome {
                    continue;
                }
                if counts {
                    if decisions.get(at) != Some(&(*proc, *decision, *outcome)) {
                        return false;
                    }
                    at += 1;
                }
            }
        }
        let ended = match (&run.outcome, end) {
            (Outcome::Ok, End::Ok) => true,
            (Outcome::Error { kind, span, .. }, End::Error(k, s)) => kind == k && span == s,
            _ => false,
        };
        ended && at == decisions.len()
    }
}
