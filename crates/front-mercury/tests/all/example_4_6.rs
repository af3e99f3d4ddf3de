//! Example 4.6 of the thesis, with values instead of unknowns: `l1 Y => E1 - E2 l2 ( l3 X == E1 l4 ; l5 X == E2 l6 ) l7`.
//!
//! Both arms are tried, as in the example, which is about a goal and not about a semidet procedure. The thesis prints later segments
//! without what they share with the first. The fifth sequence, in which the pair cannot be taken apart, has no values.

use logic::machine::guide::Plain;
use logic::machine::moded::{End, Watching};
use logic::machine::{Machine, Options, Outcome};
use logic::moded::{
    Block, BlockId, Body, Constant, Determinism, Flow, Goal, GoalKind, Point, Proc, ProcId, Procs, Shape,
};
use logic::{Ops, Program, Terms};

fn program() -> (Program, ProcId) {
    let mut terms = Terms::new();
    let pair = terms.intern("-");
    let ops = Ops::standard(&mut terms);
    let mut program = Program::new(terms, ops);
    let mut files = source::Files::new();
    let file = files.add("example.m", "");
    let at = files.span(file, 0, 0);
    let goal = |label, kind| Goal { label, kind, at };
    let (x, y, e1, e2) = (0, 1, 2, 3);
    let of = ProcId(0);
    let shape = Shape::Compound(pair, 2);
    let take = GoalKind::Deconstruct { var: y, shape: shape.clone(), args: vec![e1, e2], can_fail: true };
    let arms = GoalKind::Disj(vec![BlockId(1), BlockId(2)]);
    let blocks = vec![
        Block { of, goals: vec![goal(1, take), goal(2, arms)], end: 7 },
        Block { of, goals: vec![goal(3, GoalKind::Test(x, e1))], end: 4 },
        Block { of, goals: vec![goal(5, GoalKind::Test(x, e2))], end: 6 },
    ];
    let place = |block: u32, goal: u32| Point { proc: of, block: BlockId(block), goal };
    let points = [(0, 0), (0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (0, 2)]
        .map(|(block, goal)| place(block, goal));
    let proc = |name: &str, flows: &[Flow], vars: usize, body, own| Proc {
        name: name.to_string(),
        shown: name.to_string(),
        flows: flows.to_vec(),
        vars: vec![String::new(); vars],
        presets: Vec::new(),
        determinism: Determinism::Nondet,
        body,
        own,
        at,
    };
    // The values of the inputs come from a procedure without labels.
    let mut list = vec![proc("goal", &[Flow::In, Flow::In], 4, Body::Block(BlockId(0)), true)];
    let mut blocks = blocks;
    for (x, left, right) in [(1, 1, 1), (1, 1, 2), (2, 1, 2), (3, 1, 2)] {
        let number = |slot, value: i64| {
            goal(0, GoalKind::Construct(slot, Shape::Constant(Constant::Int(value.into())), Vec::new()))
        };
        let goals = vec![
            number(0, x),
            number(2, left),
            number(3, right),
            goal(0, GoalKind::Construct(1, shape.clone(), vec![2, 3])),
            goal(0, GoalKind::Call(of, vec![0, 1])),
        ];
        let caller = ProcId::new(list.len());
        blocks.push(Block { of: caller, goals, end: 0 });
        list.push(proc("caller", &[], 4, Body::Block(BlockId::new(blocks.len() - 1)), false));
    }
    program.procs = Procs { list, blocks, points: points.to_vec(), ..Procs::default() };
    (program, of)
}

#[test]
fn both_arms_are_tried() {
    let (program, _) = program();
    let expected: [&[(&[u32], bool)]; 4] = [
        &[(&[1, 2, 3, 4, 7], true), (&[1, 2, 5, 6, 7], true)],
        &[(&[1, 2, 3, 4, 7], true), (&[1, 2, 5], false)],
        &[(&[1, 2, 3], false), (&[1, 2, 5, 6, 7], true)],
        &[(&[1, 2, 3], false), (&[1, 2, 5], false)],
    ];
    for (number, expected) in expected.into_iter().enumerate() {
        let mut machine = Machine::waiting(&program, Plain);
        machine.start(ProcId::new(number + 1), &[], Options::default(), Watching::Traces);
        while machine.next() == Outcome::Solution {}
        let found: Vec<(&[u32], bool)> = machine
            .traces()
            .iter()
            .map(|trace| (trace.labels.as_slice(), matches!(trace.end, End::Solution(_))))
            .collect();
        assert_eq!(found, expected, "sequence {}", number + 1);
    }
}
