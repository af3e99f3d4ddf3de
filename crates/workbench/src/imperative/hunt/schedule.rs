//! Entries are searched at the same time, by as many threads as there may be. What each finds depends on nothing that
//! another one finds, and all is put together in the order of the entries, so nothing depends on the threads.

use super::entry::Looked;
use super::state::{Harvest, State};
use super::{Hunt, Known, Progress};
use base::{Budget, Stop};
use criteria::reachable;
use imperative::ProcId;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

/// Stack of a working thread: some walks recurse over what users write. Reserved, not used, until needed.
const STACK: usize = 256 << 20;

/// At most this many searches of an entry that runs out of its share of the time.
const ATTEMPTS: u32 = 3;

/// What a thread tells.
enum Message {
    Progress(usize, Progress),
    Done(usize, Box<(Looked, Harvest)>),
}

/// Searches an entry by its number, given how many entries are left from it on, and sends the result.
type Searcher<'s> = dyn Fn(usize, usize, &mut dyn FnMut(Message)) + Sync + 's;

impl Hunt<'_> {
    /// Searches each entry for its goals, and puts together what they find.
    pub(super) fn each_entry(
        &self,
        known: &[Known],
        at: &mut State<'_, '_>,
        tell: &mut dyn FnMut(Progress),
    ) -> Vec<Looked> {
        let mut done: Vec<Option<(Looked, Harvest)>> = self.entries.iter().map(|_| None).collect();
        let jobs = self.plan.jobs.clamp(1, self.entries.len().max(1));
        let before = at.progress().goals_left;
        let mut progress: Vec<Option<Progress>> = vec![None; self.entries.len()];
        let name = |entry: &ProcId| self.program.proc(*entry).map_or("", |proc| proc.name.as_str());
        let names: Vec<Arc<str>> = self.entries.iter().map(|entry| Arc::from(name(entry))).collect();
        let mut hear = |message: Message, done: &mut Vec<Option<(Looked, Harvest)>>| match message {
            Message::Progress(i, now) => {
                progress[i] = Some(now);
                let all = || progress.iter().flatten();
                tell(Progress {
                    paths: all().map(|p| p.paths).sum(),
                    tests: all().map(|p| p.tests).sum(),
                    goals_left: before
                        .saturating_sub(all().map(|p| before.saturating_sub(p.goals_left)).sum()),
                    queries: all().map(|p| p.queries).sum(),
                    at: names.get(i).filter(|_| names.len() > 1).cloned(),
                });
            }
            Message::Done(i, result) => done[i] = Some(*result),
        };
        let tables = at.tables();
        let one = |i: usize, left: usize, send: &mut dyn FnMut(Message)| {
            let (Some(entry), Some(budget)) = (self.entries.get(i).copied(), self.share_of_time(left)) else {
                return;
            };
            let mut procs = reachable(self.program, entry);
            procs.sort();
            let mut own = State::within(self, known, tables.clone(), &procs, before);
            let looked = self.search_entry(entry, &budget, &mut own, &mut |p| send(Message::Progress(i, p)));
            send(Message::Done(i, Box::new((looked, own.harvest()))));
        };
        // Entries that come later get their share of the time, and what time is left goes to those that were not done.
        let mut which: Vec<usize> = (0..self.entries.len()).collect();
        for _ in 0..ATTEMPTS {
            self.each_of(&which, jobs, &one, &mut |message| hear(message, &mut done));
            let stopped = |i: &usize| {
                let part = done.get(*i).and_then(Option::as_ref);
                part.is_some_and(|(looked, _)| looked.stopped == Some(Stop::Time))
            };
            which.retain(stopped);
            if which.is_empty() || self.budget.look().is_err() {
                break;
            }
        }
        let mut looked = Vec::new();
        for part in done {
            let Some((one, harvest)) = part else { continue };
            at.add(harvest);
            looked.push(one);
        }
        at.count();
        looked
    }

    /// Searches some entries, each with the number of entries left from it on.
    fn each_of(&self, which: &[usize], jobs: usize, one: &Searcher<'_>, hear: &mut dyn FnMut(Message)) {
        let next = AtomicUsize::new(0);
        if jobs > 1 {
            thread::scope(|scope| {
                let (sender, receiver) = mpsc::channel();
                for _ in 0..jobs {
                    let (sender, next) = (sender.clone(), &next);
                    let work = move || {
                        loop {
                            let at = next.fetch_add(1, Ordering::Relaxed);
                            let Some(i) = which.get(at) else { return };
                            // The receiver is gone only if all is over.
                            one(*i, which.len() - at, &mut |message| drop(sender.send(message)));
                        }
                    };
                    // A thread that cannot be started leaves its work to the others, or to this one.
                    drop(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work));
                }
                drop(sender);
                receiver.into_iter().for_each(&mut *hear);
            });
        }
        for at in next.load(Ordering::Relaxed)..which.len() {
            one(which[at], which.len() - at, hear);
        }
    }

    /// The budget of one entry if `left` entries are left; none where it is too late for it. Those that come later get
    /// their share of what time there is.
    fn share_of_time(&self, left: usize) -> Option<Budget> {
        self.budget.look().ok()?;
        let left = left as u32;
        Some(match self.budget.time_left() {
            Some(time) if left > 1 => self.budget.clone().with_time(time * 2 / (left + 1)),
            _ => self.budget.clone(),
        })
    }
}
