//! How many calls a second the machine of logic programs makes: `cargo bench -p front-clp --bench naive_reverse`.
//!
//! Naive reverse of a list of 30 elements makes 496 calls. Plain runs write nothing down; measured runs write down which
//! clauses are entered, as coverage needs it; traced runs write down every call, exit, redo and failure.

use base::Stopwatch;
use logic::machine::{Machine, Options, Outcome};
use source::Files;

// As in the program `glassbox`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PROGRAM: &str = "
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
nrev([], []).
nrev([H|T], R) :- nrev(T, RT), app(RT, [H], R).
range(N, N, [N]) :- !.
range(I, N, [I|T]) :- I < N, I1 is I + 1, range(I1, N, T).
go(R) :- range(1, 30, L), nrev(L, R).
";
const CALLS: u32 = 496;
const ROUNDS: u32 = 2000;

fn main() {
    let mut files = Files::new();
    let file = files.add("nrev.pl", PROGRAM);
    let mut program = front_clp::load(&files, file).program.expect("a program");
    let goal = front_clp::read_query(&mut program, "go(R).").expect("a goal");
    let plain = Options { events: false, ports: false, ..Options::default() };
    let measured = Options { events: true, ports: false, ..Options::default() };
    let traced = Options::default();
    for (name, options) in [("plain", plain), ("measured", measured), ("traced", traced)] {
        let watch = Stopwatch::start();
        for _ in 0..ROUNDS {
            let mut machine = Machine::new(&program, goal.term, goal.vars.len(), options);
            assert_eq!(machine.next(), Outcome::Solution);
        }
        let seconds = watch.elapsed().as_secs_f64();
        println!("{name:9} {:.2} million calls a second", f64::from(ROUNDS * CALLS) / seconds / 1e6);
    }
}
