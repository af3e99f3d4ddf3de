% Figure 4.9 and example 4.10: a switch within a switch. The complete trace has the labels of all arms.
% The example says 1, 4, 9 for a value that fits nothing, but an assignment cannot fail.
%! trace {} -e s --goal "s(f, Out)" --goal "s(g, Out)" --goal "s(h(1), Out)" --goal "s(k, Out)"
:- module switch.
:- interface.
:- import_module int.

:- type t ---> f ; g ; h(int) ; k.

:- pred s(t::in, int::out) is semidet.

:- implementation.

s(X, Out) :-
    (
        X = f,
        p(Out)
    ;
        Y = X,
        (
            Y = g,
            I = 42
        ;
            Z = Y,
            Z = h(Arg),
            q(Arg, I)
        ),
        r(I, Out)
    ).

:- pred p(int::out) is det.

p(1).

:- pred q(int::in, int::out) is det.

q(X, X + 1).

:- pred r(int::in, int::out) is det.

r(X, X * 2).
