% Predicates without declarations: their types are found.
:- module inferred.
:- interface.
:- import_module list.

:- pred start(list(int)::in, int::out) is det.

:- implementation.
:- import_module int.

start(Xs, N) :-
    my_append(Xs, [1, 2], Ys),
    my_length(Ys, L),
    even_steps(L, E),
    N = double(E).

my_append([], Ys, Ys).
my_append([X | Xs], Ys, [X | Zs]) :-
    my_append(Xs, Ys, Zs).

my_length([], 0).
my_length([_ | Xs], N + 1) :-
    my_length(Xs, N).

even_steps(N, M) :-
    ( if N = 0 then M = 0 else odd_steps(N - 1, M0), M = M0 + 1 ).

odd_steps(N, M) :-
    ( if N = 0 then M = 0 else even_steps(N - 1, M) ).

double(X) = X + X.

% These two use each other, and work for all types.
even_positions([], []).
even_positions([_ | Xs], Ys) :-
    odd_positions(Xs, Ys).

odd_positions([], []).
odd_positions([X | Xs], [X | Ys]) :-
    even_positions(Xs, Ys).

:- pred both(list(int)::in, list(string)::in, list(int)::out, list(string)::out) is det.

both(Xs, Ss, Ys, Ts) :-
    even_positions(Xs, Ys),
    odd_positions(Ss, Ts).
