//! The search as a whole: parts that can be worked on at the same time.
//!
//! A part ([`Explorer`]) gives away its oldest waiting state each time it has made a fixed number of queries; that
//! state becomes a part of its own, with its own terms and its own solver, started by making its choices
//! again. What a part does depends on its choices alone, and the parts are heard in the order of a depth
//! first search, so nothing that comes out depends on how many threads there are:
//!
//! ```text
//! part [] gives away a, then b      heard: [], [b], [a]
//! part [a] gives away c             heard: [], [b], [a], [a c]
//! ```
//!
//! A part that is done frees its terms, so a depth first search keeps its memory.

use crate::explorer::{Explorer, PathEnd, paths_may_repeat, wants_all_ways};
use crate::plan::{Exploration, Found, Plan};
use crate::vary::choose;
use base::Budget;
use imperative::{ProcId, Program};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Stack of a working thread: some walks recurse over what users write. Reserved, not used, until needed.
const STACK: usize = 256 << 20;

/// Paths that may wait to be heard before threads that run ahead take a rest.
const AHEAD: usize = 10_000;

/// Paths that a thread hands on together: a part with very many is heard while it is worked on.
const TOGETHER: usize = 32;

/// Walks the paths of a procedure; `each` is given every path and says whether to go on.
pub fn explore(
    program: &Program,
    proc: ProcId,
    plan: &Plan,
    budget: &Budget,
    each: &mut dyn FnMut(Found) -> bool,
) -> Exploration {
    let mut hearing = Hearing::new(program, proc, plan, each);
    if plan.jobs > 1 && share_out(program, proc, plan, budget, &mut hearing) {
        return hearing.finish(plan);
    }
    let halt = AtomicBool::new(false);
    // Parts that wait, the next one last.
    let mut waiting = vec![None];
    while let Some(from) = waiting.pop() {
        let result = Explorer::new(program, proc, plan, budget, &halt).search(
            from,
            &mut |found, so_far| hearing.hear(found, so_far),
            &mut |choices| waiting.push(Some(choices)),
        );
        if !hearing.end_of_part(&result) {
            break;
        }
    }
    hearing.finish(plan)
}

/// The listener, with what it needs to hear each path once and to know when it stopped.
struct Hearing<'a> {
    each: &'a mut dyn FnMut(Found) -> bool,
    /// The part that first reported each path, where two parts may reach one path.
    seen: Option<BTreeMap<PathEnd, usize>>,
    /// What was found for each path, in order, where all its executions have to be known first.
    held: Option<Held>,
    part: usize,
    /// Paths of this part that an earlier one had found.
    again: u64,
    total: Exploration,
    stopped: bool,
}

impl<'a> Hearing<'a> {
    fn new(
        program: &Program,
        proc: ProcId,
        plan: &Plan,
        each: &'a mut dyn FnMut(Found) -> bool,
    ) -> Hearing<'a> {
        let several = paths_may_repeat(program, proc, plan);
        Hearing {
            each,
            seen: (several && !wants_all_ways(plan)).then(BTreeMap::new),
            held: (several && wants_all_ways(plan)).then(Held::default),
            part: 0,
            again: 0,
            total: Exploration::default(),
            stopped: false,
        }
    }

    /// Hears of a path; false if that is enough.
    fn hear(&mut self, mut found: Found, so_far: &Exploration) -> bool {
        if self.stopped {
            return false;
        }
        if let Some(held) = &mut self.held {
            held.add(found);
            return true;
        }
        if let Some(seen) = &mut self.seen {
            let key = found.path();
            if *seen.entry(key).or_insert(self.part) != self.part {
                self.again += 1;
                return true;
            }
        }
        found.queries += self.total.queries;
        if !(self.each)(found) {
            // What is counted must not depend on when the part is stopped.
            self.count(so_far);
            self.stopped = true;
        }
        !self.stopped
    }

    /// The search is over: hands on what was held back.
    fn finish(mut self, plan: &Plan) -> Exploration {
        if let Some(held) = self.held.take() {
            self.total.paths = held.list.len() as u64;
            'paths: for found in held.list {
                for one in choose(found, plan) {
                    if !(self.each)(one) {
                        break 'paths;
                    }
                }
            }
        }
        self.total
    }

    fn count(&mut self, part: &Exploration) {
        self.total.add(part);
        self.total.paths -= self.again.min(self.total.paths);
        self.again = 0;
    }

    /// A part has ended; false if the search has.
    fn end_of_part(&mut self, result: &Exploration) -> bool {
        if !self.stopped {
            self.count(result);
            self.part += 1;
        }
        !self.stopped && self.total.stopped.is_none()
    }
}

/// What was found, by path, in the order in which the paths came.
#[derive(Default)]
struct Held {
    places: BTreeMap<PathEnd, usize>,
    list: Vec<Vec<Found>>,
}

impl Held {
    fn add(&mut self, found: Found) {
        let next = self.list.len();
        let at = *self.places.entry(found.path()).or_insert(next);
        if at == next {
            self.list.push(Vec::new());
        }
        self.list[at].push(found);
    }
}

/// The place of a part in the order of the search: that of the part it came from, then how many that one
/// gave away before it, counted down since what is given away later comes earlier.
type Place = Vec<u32>;

/// Paths, each with what its part had done up to there.
type Heard = Vec<(Found, Exploration)>;

enum Part {
    /// To be started from here.
    Waiting(Option<Vec<bool>>),
    /// Worked on, with what was found and not heard yet.
    Running(Heard),
    Done(Heard, Box<Exploration>),
}

#[derive(Default)]
struct Board {
    parts: BTreeMap<Place, Part>,
    /// Paths that wait to be heard.
    ahead: usize,
    closed: bool,
}

impl Board {
    /// True if a running part is far ahead of the listener. The part that is heard next is so only if many of its own
    /// paths wait; so the listener always makes progress.
    fn is_far(&self, place: &Place) -> bool {
        match self.parts.first_key_value() {
            Some((first, part)) if first == place => {
                matches!(part, Part::Running(heard) if heard.len() > AHEAD / 10)
            }
            _ => self.ahead > AHEAD,
        }
    }
}

struct Shared {
    board: Mutex<Board>,
    changed: Condvar,
    halt: AtomicBool,
}

/// A thread that panics ends the whole search, instead of leaving the others to wait.
struct Leaving<'a>(&'a Shared);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let mut board = self.0.board();
            board.parts.clear();
            board.closed = true;
            drop(board);
            self.0.changed.notify_all();
        }
    }
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Board> {
        // The board is consistent between any two changes, so a thread that panicked leaves nothing half done.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'b>(&self, board: MutexGuard<'b, Board>) -> MutexGuard<'b, Board> {
        self.changed.wait(board).unwrap_or_else(PoisonError::into_inner)
    }

    /// The next part to work on; nothing when the search is over.
    fn take(&self) -> Option<(Place, Option<Vec<bool>>)> {
        let mut board = self.board();
        loop {
            if board.closed {
                return None;
            }
            let far = board.ahead > AHEAD;
            let mut places = board.parts.iter_mut();
            // If the threads are far ahead of the listener, only the part that is heard next may start.
            let next = if far {
                places.next().filter(|(_, p)| matches!(p, Part::Waiting(_)))
            } else {
                places.find(|(_, p)| matches!(p, Part::Waiting(_)))
            };
            if let Some((place, part)) = next {
                let place = place.clone();
                if let Part::Waiting(from) = std::mem::replace(part, Part::Running(Vec::new())) {
                    return Some((place, from));
                }
            }
            board = self.wait(board);
        }
    }

    fn work(&self, program: &Program, proc: ProcId, plan: &Plan, budget: &Budget) {
        let _leaving = Leaving(self);
        while let Some((place, from)) = self.take() {
            let mut heard = Vec::new();
            let mut given = 0;
            let result = Explorer::new(program, proc, plan, budget, &self.halt).search(
                from,
                &mut |found, so_far| {
                    heard.push((found, so_far.clone()));
                    heard.len() < TOGETHER || self.hand_on(&place, &mut heard)
                },
                &mut |choices| {
                    let mut child = place.clone();
                    child.push(u32::MAX - given);
                    given += 1;
                    self.board().parts.insert(child, Part::Waiting(Some(choices)));
                    self.changed.notify_all();
                },
            );
            let mut board = self.board();
            board.ahead += heard.len();
            if let Some(Part::Running(before)) = board.parts.remove(&place) {
                heard.splice(0..0, before);
            }
            board.parts.insert(place, Part::Done(heard, Box::new(result)));
            drop(board);
            self.changed.notify_all();
        }
    }

    /// Lets the listener have what a part has found so far, and waits if that is far ahead of what it can
    /// hear; false if the search is over.
    fn hand_on(&self, place: &Place, heard: &mut Heard) -> bool {
        let mut board = self.board();
        board.ahead += heard.len();
        if let Some(Part::Running(before)) = board.parts.get_mut(place) {
            before.append(heard);
        }
        self.changed.notify_all();
        while !board.closed && board.is_far(place) {
            board = self.wait(board);
        }
        !board.closed
    }

    /// Hears the parts in order, as they are done.
    fn listen(&self, hearing: &mut Hearing<'_>) {
        let mut board = self.board();
        while let Some(mut first) = board.parts.first_entry() {
            let (heard, end) = match first.get_mut() {
                Part::Running(heard) if !heard.is_empty() => (std::mem::take(heard), None),
                Part::Done(heard, result) => {
                    let done = (std::mem::take(heard), Some(std::mem::take(result)));
                    first.remove();
                    done
                }
                Part::Running(_) | Part::Waiting(_) => {
                    board = self.wait(board);
                    continue;
                }
            };
            board.ahead -= heard.len().min(board.ahead);
            drop(board);
            self.changed.notify_all();
            for (found, so_far) in heard {
                if !hearing.hear(found, &so_far) {
                    break;
                }
            }
            if let Some(result) = end {
                hearing.end_of_part(&result);
            }
            board = self.board();
            if hearing.stopped {
                break;
            }
        }
        board.closed = true;
        drop(board);
        self.halt.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }
}

/// Searches with several threads; false if not even one could be started.
fn share_out(
    program: &Program,
    proc: ProcId,
    plan: &Plan,
    budget: &Budget,
    hearing: &mut Hearing<'_>,
) -> bool {
    let mut board = Board::default();
    board.parts.insert(Vec::new(), Part::Waiting(None));
    let shared = Shared { board: Mutex::new(board), changed: Condvar::new(), halt: AtomicBool::new(false) };
    thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..plan.jobs {
            let (shared, budget) = (&shared, budget.clone());
            let work = move || shared.work(program, proc, plan, &budget);
            started +=
                usize::from(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_ok());
        }
        if started > 0 {
            shared.listen(hearing);
        }
        started > 0
    })
}
