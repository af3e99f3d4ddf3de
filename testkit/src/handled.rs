//! Random programs in which errors are caught: nested handlers, errors that happen again, in loops, in what is called.
//!
//! A program has two inputs between -2 and 2, so all its runs can be tried ([`inputs`]). Every error has a place of its own, in a
//! text that is long enough ([`LENGTH`]).

use base::Random;
use imperative::machine::{State, Value};
use imperative::{
    BinaryOp, BlockId, Builder, Caught, DecisionKind, ErrorKind, Exception, ExceptionId, Expr, HandlerId,
    InstrKind, ProcId, Program, TerminatorKind, Type, VarId, VarKind, Word,
};
use source::{Files, Span};

/// How long a text is that has all places.
pub const LENGTH: usize = 10_000;

/// Errors that programs of these tests end in.
const KINDS: [ErrorKind; 4] = [
    ErrorKind::DivisionByZero,
    ErrorKind::OutOfRange,
    ErrorKind::Raised(ExceptionId(0)),
    ErrorKind::Raised(ExceptionId(1)),
];

fn at(n: u32) -> Span {
    let mut files = Files::new();
    let file = files.add("test", " ".repeat(LENGTH));
    files.span(file, n as usize, n as usize + 1)
}

fn int(i: i64) -> Expr {
    Expr::int(i, at(0))
}

fn var(v: VarId, n: u32) -> Expr {
    Expr::var(v, at(n))
}

/// All inputs of two numbers between -2 and 2.
pub fn inputs(program: &Program) -> Vec<State> {
    let pairs = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y)));
    pairs
        .map(|(x, y)| {
            let mut state = State::new(program, ProcId(0));
            state.set(X, Value::int(x));
            state.set(Y, Value::int(y));
            state
        })
        .collect()
}

/// A main procedure with its inputs `x` and `y`, and a local `z` that is 0.
pub fn main_procedure() -> Builder {
    let range = Type::Word(Word::range(-2, 2));
    let mut b = Builder::new("main", at(0));
    b.var("x", range.clone(), VarKind::Input, at(1));
    b.var("y", range, VarKind::Input, at(2));
    let z = b.var("z", Type::Int, VarKind::Local, at(3));
    b.assign(z, int(0), at(4));
    b
}

/// A program of a main procedure and others, with two exceptions.
pub fn program(main: Builder, others: Vec<Builder>) -> Program {
    let mut program = main.finish_as_program();
    program.procs.extend(others.into_iter().map(Builder::finish));
    let exception = |name: &str| Exception { name: name.to_string(), span: at(0) };
    program.exceptions = vec![exception("first"), exception("second")];
    program
}

const X: VarId = VarId(0);
const Y: VarId = VarId(1);
const Z: VarId = VarId(2);

/// Makes random programs, statement by statement. Places are numbered, so every error has one of its own.
struct Maker<'r> {
    random: &'r mut Random,
    next: u32,
    /// What is called, if anything.
    callee: Option<(ProcId, VarId)>,
}

impl Maker<'_> {
    fn place(&mut self) -> Span {
        self.next += 1;
        at(100 + self.next)
    }

    fn operand(&mut self) -> Expr {
        let place = self.place();
        match self.random.below(5) {
            0 | 1 => Expr::var(X, place),
            2 => Expr::var(Y, place),
            3 => Expr::var(Z, place),
            _ => Expr::int(self.random.between(-2, 2), place),
        }
    }

    fn condition(&mut self) -> Expr {
        let op = *self.random.pick(&[BinaryOp::Eq, BinaryOp::Lt, BinaryOp::Ge]).expect("some");
        let (a, b) = (self.operand(), self.operand());
        Expr::binary(op, a, b, self.place())
    }

    fn number(&mut self) -> Expr {
        let (a, b) = (self.operand(), self.operand());
        match self.random.below(5) {
            0 => Expr::binary(BinaryOp::Div, int(4), Expr::var(Y, self.place()), self.place()),
            1 => Expr::binary(BinaryOp::Sub, a, b, self.place()),
            2 => Expr::within(
                Expr::binary(BinaryOp::Add, a, b, self.place()),
                Word::range(-3, 1),
                self.place(),
            ),
            3 => Expr::binary(BinaryOp::Mod, a, int(2), self.place()),
            _ => a,
        }
    }

    fn kinds(&mut self) -> Caught {
        match self.random.below(3) {
            0 => Caught::All,
            _ => {
                let count = 1 + self.random.below(2);
                Caught::Kinds((0..count).map(|_| *self.random.pick(&KINDS).expect("some")).collect())
            }
        }
    }

    /// Some statements; `handler` is the one whose catch this is, `outer` the one around.
    fn statements(
        &mut self,
        b: &mut Builder,
        depth: u32,
        caught: Option<HandlerId>,
        outer: Option<HandlerId>,
    ) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(b, depth, caught, outer);
        }
    }

    fn statement(
        &mut self,
        b: &mut Builder,
        depth: u32,
        caught: Option<HandlerId>,
        outer: Option<HandlerId>,
    ) {
        b.statement(self.place());
        match self.random.below(if depth == 0 { 5 } else { 9 }) {
            0 | 1 => {
                let value = self.number();
                b.assign(Z, value, self.place());
            }
            2 => {
                let kind = *self.random.pick(&KINDS).expect("some");
                let cond = self.condition();
                b.push(InstrKind::Check { cond, kind }, self.place());
            }
            3 => {
                let end = match caught {
                    Some(handler) if self.random.below(2) == 0 => TerminatorKind::FailAgain(handler),
                    _ => TerminatorKind::Fail(*self.random.pick(&KINDS).expect("some")),
                };
                let (fails, after) = (b.block(), b.block());
                let cond = self.condition();
                b.branch(DecisionKind::If, cond, fails, after, self.place());
                b.switch_to(fails);
                b.terminate(end, self.place());
                b.switch_to(after);
            }
            4 => {
                if let Some((proc, out)) = self.callee {
                    let args = vec![self.operand()];
                    let backs = if self.random.below(2) == 0 { vec![(out, Z)] } else { Vec::new() };
                    let dst = (self.random.below(2) == 0).then_some(Z);
                    b.push(InstrKind::Call { dst, proc, args, backs }, self.place());
                }
            }
            5 => {
                let (yes, no, after) = (b.block(), b.block(), b.block());
                let cond = self.condition();
                b.branch(DecisionKind::If, cond, yes, no, self.place());
                for side in [yes, no] {
                    b.switch_to(side);
                    self.statements(b, depth - 1, caught, outer);
                    b.terminate(TerminatorKind::Goto(after), self.place());
                }
                b.switch_to(after);
            }
            6 => self.counted(b, depth - 1, caught, outer),
            _ => self.protected(b, depth - 1, caught, outer),
        }
    }

    /// `for i in 1 .. 2 loop … end loop`: the counter moves on first, whatever is caught in the body.
    fn counted(&mut self, b: &mut Builder, depth: u32, caught: Option<HandlerId>, outer: Option<HandlerId>) {
        let i = b.var(format!("i{}", self.next), Type::Int, VarKind::Local, at(0));
        b.assign(i, int(0), self.place());
        let l = b.open_loop(self.place());
        let body = b.block();
        let after = b.block_outside(l);
        let more = Expr::binary(BinaryOp::Lt, Expr::var(i, at(0)), int(2), at(0));
        let decision = b.branch(DecisionKind::While, more, body, after, self.place());
        b.loop_decision(l, decision);
        b.switch_to(body);
        b.assign(i, Expr::binary(BinaryOp::Add, Expr::var(i, at(0)), int(1), at(0)), self.place());
        self.statements(b, depth, caught, outer);
        b.terminate(TerminatorKind::Goto(b.header(l)), at(0));
        b.close_loop(l);
        b.switch_to(after);
    }

    /// `begin … exception … end`
    fn protected(
        &mut self,
        b: &mut Builder,
        depth: u32,
        caught: Option<HandlerId>,
        outer: Option<HandlerId>,
    ) {
        let handler = b.add_handler(outer, self.place());
        let before = b.protect(Some(handler));
        assert_eq!(before, outer);
        let body = b.block();
        b.terminate(TerminatorKind::Goto(body), at(0));
        b.switch_to(body);
        self.statements(b, depth, caught, Some(handler));
        b.protect(before);
        let after = b.block();
        b.terminate(TerminatorKind::Goto(after), at(0));
        let mut catches: Vec<BlockId> = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let to = b.block();
            let what = self.kinds();
            b.add_catch(handler, what, to, self.place());
            catches.push(to);
        }
        for to in catches {
            b.switch_to(to);
            self.statements(b, depth, Some(handler), outer);
            b.terminate(TerminatorKind::Goto(after), at(0));
        }
        b.switch_to(after);
    }
}

/// A random program: a main procedure and one that it calls, which gives a value back.
pub fn random_program(random: &mut Random) -> Program {
    let mut maker = Maker { random, next: 0, callee: None };
    let mut callee = Builder::new("callee", at(50));
    callee.var("x", Type::Int, VarKind::Param, at(51));
    callee.var("y", Type::Int, VarKind::Local, at(52));
    callee.var("z", Type::Int, VarKind::Local, at(53));
    callee.proc().result = Some(Type::Int);
    callee.proc().outs = vec![Y];
    callee.assign(Z, int(1), at(54));
    if maker.random.below(3) > 0 {
        callee.assign(Y, Expr::var(X, at(55)), at(56));
    }
    maker.statements(&mut callee, 1, None, None);
    callee.terminate(TerminatorKind::Return(Some(var(Z, 57))), at(58));
    maker.callee = Some((ProcId(1), Y));
    let mut main = main_procedure();
    maker.protected(&mut main, 2, None, None);
    maker.statements(&mut main, 1, None, None);
    program(main, vec![callee])
}
