% Closures, lambda expressions, currying, and their types and insts.
:- module higher_order.
:- interface.
:- import_module list.

:- type pred_on(T) == (pred(T)).
:- type step(S) == (pred(S::in, S::out) is det).
:- type handler ---> handler(
        name    :: string,
        on_int  :: func(int) = int,
        on_any  :: (impure pred(string))
    ).

:- inst step == (pred(in, out) is det).
:- mode step_in == in(step).
:- mode mapper == (pred(in, out) is det) >> (pred(in, out) is det).

:- pred map((pred(T, U)), list(T), list(U)).
:- mode map(in(pred(in, out) is det), in, out) is det.
:- mode map(in(pred(in, out) is semidet), in, out) is semidet.
:- mode map(pred(in, out) is multi, in, out) is multi.

:- func map(func(T) = U, list(T)) = list(U).
:- pred foldl(pred(T, A, A)::in(pred(in, in, out) is det), list(T)::in, A::in, A::out) is det.
:- pred filter((pred(T)::in(pred(in) is semidet)), list(T)::in, list(T)::out) is det.

:- implementation.
:- import_module int.

map(_, [], []).
map(P, [X | Xs], [Y | Ys]) :-
    P(X, Y),
    map(P, Xs, Ys).

map(_, []) = [].
map(F, [X | Xs]) = [F(X) | map(F, Xs)].

foldl(_, [], !A).
foldl(P, [X | Xs], !A) :-
    call(P, X, !A),
    foldl(P, Xs, !A).

filter(_, [], []).
filter(P, [X | Xs], Ys) :-
    filter(P, Xs, Ys0),
    ( if P(X) then Ys = [X | Ys0] else Ys = Ys0 ).

:- pred examples(list(int)::in, list(int)::out) is det.

examples(Xs, Zs) :-
    Double = (pred(X::in, Y::out) is det :- Y = X + X),
    map(Double, Xs, Ys),
    Positive = (pred(Y::in) is semidet :-
        Y > 0,
        not (Y mod 7 = 0)
    ),
    filter(Positive, Ys, Ps),
    Add3 = plus_three(1, 2),
    Square = (func(X) = X * X),
    Cube = (func(X::in) = (R::out) is det :- R = X * Square(X)),
    Zero = ((func) = 0),
    Always = ((pred) is semidet :- true),
    ( if call(Always) then true else fail ),
    Sum = (pred(X::in, !.Acc::in, !:Acc::out) is det :- !:Acc = !.Acc + X),
    foldl(Sum, Ps, 0, Total),
    Handler = handler("h", Square, print_it),
    Zs = [Add3(Total), Cube(Total), Zero, (Handler ^ on_int)(5), apply(Square, 3)].

:- func plus_three(int, int, int) = int.

plus_three(A, B, C) = A + B + C.

:- impure pred print_it(string::in) is det.

print_it(_) :-
    impure side_effect,
    semipure look(_).
