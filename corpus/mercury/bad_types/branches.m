:- module branches.
% Branches with values of different types.
:- interface.
:- func f(int) = string.
:- implementation.
:- import_module int.

f(X) = Y :-
    Y = ( if X > 0 then "positive" else 0 ),
    Z = ( if X = "a" then 1 else 2 ),
    Z = X.
