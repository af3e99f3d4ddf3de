:- module geometry.point.
:- interface.
:- type point ---> point(x :: float, y :: float).
:- func origin = point.
:- func point + point = point.
:- func distance(point, point) = float.
:- implementation.
:- import_module float, math.
origin = point(0.0, 0.0).
point(A, B) + point(C, D) = point(A + C, B + D).
distance(P, Q) = math.sqrt(DX * DX + DY * DY) :-
    DX = P ^ x - Q ^ x,
    DY = P ^ y - Q ^ y.
