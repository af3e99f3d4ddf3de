//! Suites of tests: files of tests, tests as procedures, and tests as programs.

use front_mercury::procedures::{Flow, print_procedure};
use front_mercury::suites::{Compiled, TestText, compile, read, texts, write};
use source::{Diagnostic, Files, render_all};

/// Compiles the tests of a file with a program. What is wrong with tests is shown in their place.
fn compiled(program: &str, tests: &str) -> (Compiled, Vec<String>) {
    let mut files = Files::new();
    let main = files.add("m.m", program);
    let file = files.add("m_test.m", tests);
    let (suite, problems) = read(&files, file);
    assert!(problems.is_empty(), "{}", render_all(&problems, &files, false));
    let tests: Vec<TestText> = suite.tests.iter().map(|test| texts(test).unwrap()).collect();
    let found = compile(&mut files, main, &mut |_| None, &tests);
    let shown = |problems: &Vec<Diagnostic>| render_all(problems, &files, false);
    let wrong = found.tests.iter().filter_map(|test| test.as_ref().err()).map(shown).collect();
    assert!(!found.diagnostics.iter().any(Diagnostic::is_error), "{}", shown(&found.diagnostics));
    (found, wrong)
}

const PROGRAM: &str = ":- module m.\n:- interface.\n:- import_module list.\n:- implementation.\n";

#[test]
fn try_it() {
    let tests = "test(t1, [reverse([1,2],L)], [true(L=[2,1])]).
    test(t2, [member(X, [1, 3, 4, 2])], [limit(2), some_true(X>1)]).
    test(t3, [member(X, [1, 2, 3, 4])], [solutions_cardinality(N), true(N>3), all_true(X<5)]).
    test(t4, [append(L1,L2,[1,2,3])], [type(L2,list(int)), some_true((L1=[1,2],length(L2,1)))]).
    test(t5, [append(L1,L2,[1,2,3])], [some_true((L1=[1,2],L2=[3]))]).
    test(t6, [append(L1,L2,[1,2,3])], [some_true((not (member(Y, L1), Y > 1)))]).
    ";
    let (found, wrong) = compiled(PROGRAM, tests);
    let mut text = wrong.join("\n");
    for test in found.tests.iter().flatten() {
        text += &format!("{} {:?} {:?}\n", test.name, test.vars, test.limit);
        for id in [test.solve].into_iter().chain(test.assertions.iter().filter_map(|a| a.check)) {
            let p = found.procedures.get(id).unwrap();
            text += &format!("{:?}\n", p.inferred);
            text += &print_procedure(&found.program, &found.procedures, id);
        }
    }
    panic!("{text}");
}
