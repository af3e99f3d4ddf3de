:- module constructors.
% Constructors with arguments of other types.
:- interface.
:- import_module list.
:- type shape ---> circle(float) ; box(float, float) ; group(list(shape)).
:- func area(shape) = float.
:- implementation.
:- import_module float.

area(circle(R)) = 3.14 * R * 2.
area(box(W)) = W.
area(group(Shapes)) = list.foldl((func(S, A) = A + area(S)), [Shapes], 0.0).
area(triangle) = circle(1).
