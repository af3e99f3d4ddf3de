%! run queens_tests.m
:- module queens.
:- interface.
:- import_module list.
:- pred queens(int::in, list(int)::out) is nondet.
:- func count(int) = int.
:- pred first(int::in, list(int)::out) is semidet.
:- pred any_board(int::in, list(int)::out) is cc_nondet.
:- pred perm(list(T)::in, list(T)::out) is multi.
:- pred sum_of_firsts(int::in, int::out) is det.
:- func board(list(int)) = list(string).
:- implementation.
:- import_module int, solutions, string.

queens(N, Qs) :-
    perm(1 .. N, Qs),
    safe(Qs).

perm([], []).
perm([X | Xs], Ys) :-
    perm(Xs, Zs),
    insert(X, Zs, Ys).

:- pred insert(T::in, list(T)::in, list(T)::out) is multi.
insert(X, Ys, [X | Ys]).
insert(X, [Y | Ys], [Y | Zs]) :- insert(X, Ys, Zs).

:- pred safe(list(int)::in) is semidet.
safe([]).
safe([Q | Qs]) :-
    \+ attacked(Q, 1, Qs),
    safe(Qs).

:- pred attacked(int::in, int::in, list(int)::in) is semidet.
attacked(Q, D, [R | Rs]) :-
    ( if ( R = Q + D ; R = Q - D ) then
        true
    else
        attacked(Q, D + 1, Rs)
    ).

count(N) = Count :-
    aggregate(queens(N), (pred(_::in, C0::in, C0 + 1::out) is det), 0, Count).

first(N, Qs) :-
    solutions(queens(N), [Qs | _]).

any_board(N, Qs) :- queens(N, Qs).

sum_of_firsts(N, Sum) :-
    solutions((pred(F::out) is nondet :- queens(N, [F | _])), Fs),
    list.foldl((pred(X::in, S0::in, S::out) is det :- S = S0 + X), Fs, 0, Sum).

board(Qs) = list.map(line(list.length(Qs)), Qs).

:- func line(int, int) = string.
line(N, Q) = string.from_char_list(list.map(func(I) = (if I = Q then 'Q' else '.'), 1 .. N)).
