% Table 5.1: tests of member in both modes. Call depth counts the first call, so depth 3 has lists of two elements, and of
% three where the last one is found.
%! generate table_5_1.m -e member(in,in) --depth 3 --conditions
%! generate table_5_1.m -e member(out,in) --depth 4 --conditions
%! generate table_5_1.m -e member(out,in) --depth 4 --assume all_different(A) --conditions
%! generate table_5_1.m -e member(out,in) --depth 4 --solutions 2 --conditions
:- module table_5_1.
:- interface.
:- import_module list.
:- pred member(T, list(T)).
:- mode member(in, in) is semidet.
:- mode member(out, in) is nondet.
:- implementation.
member(X, Y) :- Y = [E | Es], ( X = E ; member(X, Es) ).

% The table has lists with different elements.
:- pred all_different(list(int)::in) is semidet.

all_different([]).
all_different([X | Xs]) :-
    not member(X, Xs),
    all_different(Xs).
