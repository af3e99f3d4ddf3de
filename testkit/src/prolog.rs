//! SWI-Prolog as a judge of what a text says: it reads the same texts, clause by clause.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tools::Tool;

/// Reads texts from its input, each after a line with the number of its characters, and writes a line for each
/// clause: `read`, a blank and the clause in canonical form with its grammar rules translated, or `error` and a reason;
/// `done` after each text. Directives that change how the rest is read are obeyed within their text.
const SCRIPT: &str = r#"
:- initialization(main).
:- use_module(library(clpfd), []).
main :-
    set_stream(user_input, encoding(utf8)), set_stream(user_output, encoding(utf8)),
    set_stream(user_input, newline(posix)), style_check(-singleton),
    texts(0), halt.
texts(N) :-
    read_line_to_string(user_input, Line),
    (   Line == end_of_file -> true
    ;   number_string(Count, Line), read_string(user_input, Count, Text),
        atom_concat(text_, N, Module), add_import_module(Module, user, start),
        set_prolog_flag(Module:double_quotes, string),
        setup_call_cleanup(open_string(Text, Stream), clauses(Stream, Module), close(Stream)),
        writeln(done), N1 is N + 1, texts(N1)
    ).
clauses(Stream, Module) :-
    catch(( read_term(Stream, Term, [module(Module)]), Result = Term ), error(Error, _), Result = '$error'(Error)),
    (   Result == end_of_file -> true
    ;   nonvar(Result), Result = '$error'(Reason) -> format("error ~q~n", [Reason]), clauses(Stream, Module)
    ;   obey(Result, Module), show(Result), clauses(Stream, Module)
    ).
obey((:- Goal), Module) :- nonvar(Goal), change(Goal, Module), !.
obey(_, _).
change(op(P, T, Names), Module) :- op(P, T, Module:Names).
change(use_module(library(clpfd)), Module) :- @(use_module(library(clpfd)), Module).
change(set_prolog_flag(double_quotes, Value), Module) :- set_prolog_flag(Module:double_quotes, Value).
change(module(_, Exports), Module) :- forall(member(op(P, T, N), Exports), op(P, T, Module:N)).
change((A, B), Module) :- obey((:- A), Module), obey((:- B), Module).
show(Term) :-
    (   nonvar(Term), Term = (_ --> _)
    ->  catch(dcg_translate_rule(Term, Clause), error(Error, _), Clause = '$error'(Error))
    ;   Clause = Term
    ),
    (   nonvar(Clause), Clause = '$error'(Reason) -> format("error ~q~n", [Reason])
    ;   numbervars(Clause, 0, _),
        write('read '), write_term(Clause, [quoted(true), ignore_ops(true), numbervars(true)]), nl
    ).
"#;

/// What SWI-Prolog reads in each text, one line a clause: `read …` or `error …`.
///
/// # Panics
/// When SWI-Prolog cannot be run or does not answer as it should.
pub fn read_all(texts: &[String]) -> Vec<Vec<String>> {
    let (folder, script) = script(SCRIPT);
    let mut input = String::new();
    for text in texts {
        input.push_str(&format!("{}\n{text}", text.chars().count()));
    }
    let output = Tool::new("swipl")
        .args(["-q", "-f", "none"])
        .arg(&script)
        .stdin(input)
        .time_limit(Duration::from_secs(120))
        .env("LC_ALL", "C.UTF-8")
        .run()
        .expect("swipl runs");
    let _ = std::fs::remove_dir_all(&folder);
    answers(&output, texts.len())
}

/// Loads a program and solves goals, one a line. For each: a line a solution with the values of the named variables, up
/// to a bound, then `no` or `error` and the ball; `done` at the end.
const SOLVER: &str = r#"
:- module(judge_of_goals, []).
% What a program defines must not change the judge.
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(apply), [maplist/2]).
:- initialization(main).
main :-
    set_stream(user_input, encoding(utf8)), set_stream(user_output, encoding(utf8)), style_check(-singleton),
    current_prolog_flag(argv, Argv), append(_, [File, BoundText], Argv), atom_number(BoundText, Bound),
    load_files(user:File, [silent(true)]), goals(Bound), halt.
goals(Bound) :-
    read_term(user_input, Goal, [variable_names(Names), module(user)]),
    (   Goal == end_of_file -> true
    ;   solve(Goal, Names, Bound), writeln(done), goals(Bound)
    ).
solve(Goal, Names, Bound) :-
    nb_setval(count, 0),
    catch(( forall(limit(Bound, user:Goal), solution(Names)), nb_getval(count, N), ( N < Bound -> writeln(no) ; true ) ),
          Ball, ( ( Ball = error(Formal, context(_, _)) -> Shown = error(Formal, _) ; Shown = Ball ), write('error '), show(Shown), nl )).
solution(Names) :-
    nb_getval(count, N), N1 is N + 1, nb_setval(count, N1),
    write(yes), forall(member(_ = Value, Names), ( write(' '), show(Value) )), nl.
show(Shown) :-
    % Variables may have constraints.
    copy_term(Shown, Term, _),
    \+ \+ ( term_variables(Term, Vars), maplist(=('$VAR'('_')), Vars),
             write_term(Term, [quoted(true), ignore_ops(true), numbervars(true)]) ).
"#;

/// What SWI-Prolog answers to goals (each with its full stop) over a program: lines `yes …`, then `no` or `error …`.
///
/// # Panics
/// When SWI-Prolog cannot be run or does not answer as it should.
pub fn solve_all(program: &str, goals: &[String], bound: usize) -> Vec<Vec<String>> {
    answers(&on_goals(SOLVER, program, &[bound.to_string()], goals), goals.len())
}

/// What a script says of a program and goals, with further arguments.
fn on_goals(text: &str, program: &str, more: &[String], goals: &[String]) -> tools::Output {
    let (folder, script) = script(text);
    let file = folder.join("program.pl");
    std::fs::write(&file, program).expect("the program can be written");
    let output = Tool::new("swipl")
        .args(["-q", "-f", "none"])
        .arg(&script)
        .arg("--")
        .arg(&file)
        .args(more)
        .stdin(goals.join("\n"))
        .time_limit(Duration::from_secs(120))
        .env("LC_ALL", "C.UTF-8")
        .run()
        .expect("swipl runs");
    let _ = std::fs::remove_dir_all(&folder);
    output
}

/// Writes a script to a folder of its own.
fn script(text: &str) -> (PathBuf, PathBuf) {
    // Tests of one process run at the same time.
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("glassbox-judge-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the script");
    let script = folder.join("judge.pl");
    std::fs::write(&script, text).expect("the script can be written");
    (folder, script)
}

/// The lines up to each `done`.
fn answers(output: &tools::Output, count: usize) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match (line, found.last_mut()) {
            ("done", _) => found.push(Vec::new()),
            (_, Some(last)) => last.push(line.to_string()),
            _ => {}
        }
    }
    found.pop();
    assert_eq!(found.len(), count, "swipl said: {}", String::from_utf8_lossy(&output.stderr));
    found
}

/// Whether the tests of a file of plunit pass, and what SWI-Prolog says. The files are written to one folder; the first
/// one is that of the tests.
///
/// # Panics
/// When SWI-Prolog cannot be run.
pub fn run_tests(files: &[(&str, &str)]) -> (bool, String) {
    let (folder, _) = script("");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("the file can be written");
    }
    let main = files.first().map_or("judge.pl", |(name, _)| name);
    let output = Tool::new("swipl")
        .args(["-f", "none", "-g", "run_tests", "-t", "halt"])
        .arg(folder.join(main))
        .time_limit(Duration::from_secs(60))
        .env("LC_ALL", "C.UTF-8")
        .run()
        .expect("swipl runs");
    let _ = std::fs::remove_dir_all(&folder);
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.code == Some(0), said.concat())
}

/// What SWI-Prolog says when it loads a program.
///
/// # Panics
/// When SWI-Prolog cannot be run.
pub fn load(program: &str) -> String {
    let (folder, file) = script(program);
    let output = Tool::new("swipl")
        .args(["-f", "none", "-g", "halt"])
        .arg(&file)
        .time_limit(Duration::from_secs(60))
        .env("LC_ALL", "C.UTF-8")
        .run()
        .expect("swipl runs");
    let _ = std::fs::remove_dir_all(&folder);
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Loads a program with a mark in each clause and runs goals: prints the lines of the clauses that were entered.
const MARKER: &str = r#"
:- module(judge_of_clauses, []).
:- initialization(main).
:- dynamic seen/1, marking/0.
user:term_expansion(Clause, Marked) :-
    marking, prolog_load_context(term_position, Position), stream_position_data(line_count, Position, Line),
    mark(Clause, Line, Marked).
mark((:- _), _, _) :- !, fail.
mark((?- _), _, _) :- !, fail.
mark((Head --> Body), Line, Marked) :- !, dcg_translate_rule((Head --> Body), Clause), mark(Clause, Line, Marked).
mark((Head :- Body), Line, (Head :- judge_of_clauses:hit(Line), Body)) :- !.
mark((_ => _), _, _) :- !, fail.
mark(end_of_file, _, _) :- !, fail.
mark(Head, Line, (Head :- judge_of_clauses:hit(Line))).
hit(Line) :- ( seen(Line) -> true ; assertz(seen(Line)) ).
main :-
    set_stream(user_input, encoding(utf8)), style_check(-singleton), style_check(-discontiguous),
    current_prolog_flag(argv, Argv), lists:append(_, [File], Argv),
    setup_call_cleanup(assertz(marking), load_files(user:File, [silent(true)]), retractall(marking)),
    goals, forall(seen(Line), format("~n@line ~w~n", [Line])), format("~n@end~n"), halt.
goals :-
    catch(read_term(user_input, Goal, [module(user)]), _, Goal = true),
    (   Goal == end_of_file -> true
    ;   catch(call_with_inference_limit(findall(x, user:Goal, _), 20000, _), _, true), goals
    ).
"#;

/// The lines of the clauses of a program that SWI-Prolog enters when it runs some goals, each with its full stop.
///
/// # Panics
/// When SWI-Prolog cannot be run or does not come to its end.
pub fn lines_entered(program: &str, goals: &[String]) -> Vec<usize> {
    let output = on_goals(MARKER, program, &[], goals);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("@end"), "{program}\n{said}\n{}", String::from_utf8_lossy(&output.stderr));
    said.lines().filter_map(|line| line.strip_prefix("@line ")?.parse().ok()).collect()
}

/// Loads a file of plunit and runs its units one by one: a line for each, with its name and whether all its tests pass.
const UNITS: &str = r#"
:- module(judge_of_units, []).
:- use_module(library(plunit)).
:- use_module(library(lists), [append/3]).
:- initialization(main).
main :-
    style_check(-singleton), current_prolog_flag(argv, Argv), append(_, [File], Argv),
    load_files(user:File, [silent(true)]),
    findall(Unit, plunit:current_unit(Unit, _, _, _), Units),
    forall(lists:member(Unit, Units),
           ( ( catch(run_tests(Unit), _, fail) -> Said = passed ; Said = failed ), format("~n@unit ~w ~w~n", [Unit, Said]) )),
    format("~n@end~n"), halt.
"#;

/// The units of a file of plunit, which is the first of some files in one folder, and whether all tests of each pass.
///
/// # Panics
/// When SWI-Prolog cannot be run or does not come to its end.
pub fn run_units(files: &[(&str, &str)]) -> Vec<(String, bool)> {
    let (folder, judge) = script(UNITS);
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("the file can be written");
    }
    let main = files.first().map_or("judge.pl", |(name, _)| name);
    let output = Tool::new("swipl")
        .args(["-q", "-f", "none"])
        .arg(&judge)
        .arg("--")
        .arg(folder.join(main))
        .time_limit(Duration::from_secs(60))
        .env("LC_ALL", "C.UTF-8")
        .run()
        .expect("swipl runs");
    let _ = std::fs::remove_dir_all(&folder);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("@end"), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    let unit = |line: &str| {
        let (name, how) = line.strip_prefix("@unit ")?.rsplit_once(' ')?;
        Some((name.to_string(), how == "passed"))
    };
    said.lines().filter_map(unit).collect()
}
