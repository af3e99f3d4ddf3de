% Tests as people write them, with all that plunit has.
:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module('lists.pl').
:- set_prolog_flag(double_quotes, codes).

:- begin_tests(lists).

test(plain) :- append([], [], []).
test(plain) :- append([a], [b], [a, b]), !.
test(value, X == [a, b]) :- append([a], [b], X).
test(value_in_list, [true(X == 1), nondet]) :- member(X, [1, 2]).
test(two, true([X, Y] == [1, 2])) :- X = 1, Y = 2.
test(pair, [true(X-Y == 1-2)]) :- member(X-Y, [1-2]).
test(arithmetic, X =:= 3) :- sum_list([1, 2], X).
test(condition, true(X > 2)) :- sum_list([1, 2], X).
test(unify, [X = f(_)]) :- X = f(1).
test(not_ground, true(X == Y)) :- X = Y.
test(variant, true(X =@= [_])) :- length(X, 1).
test(all, all(X == [1, 2])) :- member(X, [1, 2]).
test(all_variant, [all(X =@= [[_|_]])]) :- X = [_|_].
test(none, all(X == [])) :- member(X, []).
test(counted, all(x == [x, x])) :- member(1, [1, 1]).
test(set, set(X == [1, 2])) :- member(X, [2, 1]).
test(fails, fail) :- member(x, []).
test(fails_too, [fail]) :- member(x, [y]).
test(thrown, throws(oops)) :- throw(oops).
test(error, error(type_error(_, _))) :- atom_length(f(x), _).
test(error_context, [error(instantiation_error, _)]) :- atom_length(_, _).
test(nondet, [nondet]) :- member(_, [1, 2]).
test(constrained, all(X == [2])) :- dif(X, 1), member(X, [1, 2]).
test(qualified, [true(X == 1)]) :- lists:first(X).
test(text, true(X == "ab")) :- X = [0'a, 0'b].
test(prepared, [setup(assertz(a)), cleanup(retract(a))]) :- a.
test(many, [forall(member(X, [1, 2])), true(Y == X)]) :- Y = X.
test(later, [blocked(todo)]) :- fail.
test(somewhere, [condition(current_prolog_flag(bounded, false))]) :- true.
test(f(1), [true]) :- true.

helper(1).

:- end_tests(lists).

:- begin_tests(other, [setup(true)]).
test(not_taken) :- true.
:- end_tests(other).

:- begin_tests(strict, [setup(set_prolog_flag(occurs_check, true)), cleanup(set_prolog_flag(occurs_check, false))]).
test(strict, fail) :- X = f(X).
:- end_tests(strict).

test(outside) :- true.
