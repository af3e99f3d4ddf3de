:- module types.
:- type t = int.
:- type t -> a ; b.
:- type t(int) ---> a.
:- type t(T, T) ---> a.
:- type T ---> a.
:- type 3 == int.
:- type t ---> 3.
:- type t ---> a(f(x) :: int).
:- type t ---> a(3).
:- type t ---> a([int]).
:- type t == "int".
:- type t == (func(int)).
:- type t == (a :- b).
:- type u(A) ---> a(A, B, list(C)).
:- type.
