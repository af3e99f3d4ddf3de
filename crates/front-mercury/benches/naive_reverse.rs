//! How many calls a second the machine makes on Mercury programs: `cargo bench -p front-mercury --bench naive_reverse`.
//!
//! Naive reverse of a list of 30 elements makes 496 calls. Plain runs write nothing down; measured runs count how often each
//! label is reached, as coverage needs it; traced runs write down the trace of every solution and failure.

use base::Stopwatch;
use logic::machine::moded::Watching;
use logic::machine::{Machine, Options, Outcome, guide::Plain};
use source::Files;

// As in the program `glassbox`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const REVERSE: &str = "
:- module reverse.
:- interface.
:- import_module int, list.
:- pred go(list(int)::out) is det.
:- implementation.
:- pred app(list(T)::in, list(T)::in, list(T)::out) is det.
app([], Y, Y).
app([E | Es], Y, [E | Zs]) :- app(Es, Y, Zs).
:- pred nrev(list(T)::in, list(T)::out) is det.
nrev([], []).
nrev([H | T], R) :- nrev(T, RT), app(RT, [H], R).
:- pred range(int::in, int::in, list(int)::out) is det.
range(I, N, L) :- ( if I < N then range(I + 1, N, T), L = [I | T] else L = [N] ).
go(R) :- range(1, 30, L), nrev(L, R).
";

const QUEENS: &str = "
:- module queens.
:- interface.
:- import_module int, list.
:- pred go(list(int)::out) is nondet.
:- implementation.
go(Qs) :- queens([1, 2, 3, 4, 5, 6], [], Qs).
:- pred queens(list(int)::in, list(int)::in, list(int)::out) is nondet.
queens([], Qs, Qs).
queens([U | Us], Safe, Qs) :-
    pick(Q, [U | Us], Rest),
    safe(Q, 1, Safe),
    queens(Rest, [Q | Safe], Qs).
:- pred pick(int::out, list(int)::in, list(int)::out) is nondet.
pick(X, [X | Xs], Xs).
pick(X, [Y | Ys], [Y | Zs]) :- pick(X, Ys, Zs).
:- pred safe(int::in, int::in, list(int)::in) is semidet.
safe(_, _, []).
safe(Q, N, [P | Ps]) :- Q \\= P + N, Q \\= P - N, safe(Q, N + 1, Ps).
";

fn main() {
    measure("naive reverse", REVERSE, Some(496 * 2000), 2000);
    measure("queens", QUEENS, None, 100);
}

fn measure(name: &str, text: &str, calls: Option<u32>, rounds: u32) {
    let mut files = Files::new();
    let main = files.add("program.m", text);
    let checked = front_mercury::check::check(&mut files, main, &mut |_| None);
    assert!(!checked.has_errors());
    let analysed = front_mercury::procedures::analyse(&checked.program);
    let program = front_mercury::code::lower(&checked.program, &analysed.procedures);
    let go = program.procs.own().find(|id| program.procs.proc(*id).is_some_and(|p| p.name == "go"));
    let go = go.expect("a procedure");
    let options = Options { steps: u64::MAX, ..Options::default() };
    let mut plain = None;
    for (kind, watching) in
        [("plain", Watching::Nothing), ("measured", Watching::Counts), ("traced", Watching::Traces)]
    {
        let mut machine = Machine::waiting(&program, Plain);
        let watch = Stopwatch::start();
        for _ in 0..rounds {
            machine.start(go, &[], options, watching);
            let mut outcome = Outcome::Solution;
            while outcome == Outcome::Solution {
                outcome = machine.next();
            }
            assert_eq!(outcome, Outcome::Failed);
        }
        let seconds = watch.elapsed().as_secs_f64();
        let rate = match calls {
            Some(calls) => format!("{:.2} million calls a second", f64::from(calls) / seconds / 1e6),
            None => format!("{:.1} ms", 1000.0 * seconds / f64::from(rounds)),
        };
        let first = *plain.get_or_insert(seconds);
        println!("{name}: {kind:9} {rate}, {:.2} times plain", seconds / first);
    }
}
