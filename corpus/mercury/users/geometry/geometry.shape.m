%! run shape_tests.m
:- module geometry.shape.
:- interface.
:- import_module geometry.point.
:- import_module list.
:- type shape
    --->    circle(centre :: point, radius :: float)
    ;       polygon(list(point)).
:- func perimeter(shape) = float.
:- func area(shape) = float.
:- pred move(point::in, shape::in, shape::out) is det.
:- func in_unit(unit_of_length, shape) = float.
:- implementation.
:- import_module float, math, exception.
perimeter(circle(_, R)) = 2.0 * math.pi * R.
perimeter(polygon(Ps)) = P :-
    (
        Ps = [],
        throw("empty polygon")
    ;
        Ps = [First | _],
        P = walk(First, Ps)
    ).
:- func walk(point, list(point)) = float.
walk(_, []) = 0.0.
walk(First, [P]) = distance(P, First).
walk(First, [P, Q | Rest]) = distance(P, Q) + walk(First, [Q | Rest]).
area(circle(_, R)) = math.pi * R * R.
area(polygon(Ps)) = float.abs(shoelace(Ps ++ Ps, list.length(Ps))) / 2.0.
:- func shoelace(list(point), int) = float.
:- import_module int.
shoelace(Ps, N) =
    ( if N > 0, Ps = [P, Q | Rest] then
        P ^ x * Q ^ y - Q ^ x * P ^ y + shoelace([Q | Rest], N - 1)
    else
        0.0
    ).
move(D, circle(C, R), circle(C + D, R)).
move(D, polygon(Ps), polygon(list.map(func(P) = P + D, Ps))).
in_unit(U, S) = perimeter(S) / factor(U).
