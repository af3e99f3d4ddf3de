:- module higher_order.
% Closures of other types.
:- interface.
:- import_module list.
:- pred p(list(int)::in, list(string)::out) is det.
:- implementation.
:- import_module int, string.

p(Xs, Ys) :-
    list.map(is_small, Xs, Ys),
    list.filter(half, Xs, _),
    F = (func(X) = X + 1),
    Zs = list.map(F, ["a"]),
    P = F(1, 2),
    call(F, Zs),
    G = 3,
    G(P).

:- pred is_small(int::in) is semidet.

is_small(X) :-
    X < 10.

:- func half(int) = int.

half(X) = X // 2.
