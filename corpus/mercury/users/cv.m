%! run cv_tests.m
%! cover {} cv_tests.m --format json
:- module cv.
:- interface.
:- import_module list, int.
:- pred add3(list(int), list(int), list(int)).
:- mode add3(in, in, out) is semidet.
:- pred sub(list(T)::in, list(T)::out) is multi.
:- pred grade(int::in, string::out) is det.
:- pred none_neg(list(int)::in) is semidet.
:- type c ---> r ; g ; b.
:- pred nxt(c, c).
:- mode nxt(in, out) is det.
:- mode nxt(out, in) is det.
:- implementation.
add3([], [], []).
add3([X | Xs], [Y | Ys], [X + Y | Zs]) :- add3(Xs, Ys, Zs).
sub([], []).
sub([_ | Xs], Ys) :- sub(Xs, Ys).
sub([X | Xs], [X | Ys]) :- sub(Xs, Ys).
grade(N, G) :-
    ( if N >= 90 then G = "A"
    else if N >= 50, N < 90 then G = "B"
    else G = "C"
    ).
none_neg(L) :- not ( list.member(X, L), X < 0 ).
nxt(r, g).
nxt(g, b).
nxt(b, r).
