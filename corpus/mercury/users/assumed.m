%! generate assumed.m -e p --assume "sorted(A)" --backtracks 0 --depth 3
%! generate assumed.m -e p --assume "sorted(A)" --backtracks 1 --depth 3
%! generate assumed.m -e q --assume "A > 3, A < 3" --depth 3
%! generate assumed.m --backtracks 0 --depth 3
% What is asked of the inputs fails often before it holds: that is no backtrack of the procedure.
:- module assumed.
:- interface.
:- import_module list.
:- pred p(list(int)::in, int::out) is semidet.
:- pred q(int::in, int::out) is det.
:- pred never(list(int)::in) is semidet.
:- implementation.
:- import_module int.

p([X | Xs], Y) :-
    ( if Xs = [Z | _], Z > X then Y = Z else Y = X ).

q(X, Y) :-
    ( if X > 3 then Y = 1 else Y = 2 ).

never([X | Xs]) :-
    ( X = 1, Xs = [2, 3] ; X = 2, Xs = [3, 4] ),
    X = 5.

:- pred sorted(list(int)::in) is semidet.

sorted(Xs) :-
    not (
        list.append(_, [X, Y | _], Xs),
        X > Y
    ).
