% List concatenation with two modes, as the thesis introduces them.
:- module append.
:- interface.
:- type my_list(T) ---> [] ; [T | my_list(T)].

:- pred append(my_list(T), my_list(T), my_list(T)).
:- mode append(in, in, out) is det.
:- mode append(out, out, in) is multi.

:- pred member(T, my_list(T)).
:- mode member(in, in) is semidet.
:- mode member(out, in) is nondet.

:- implementation.

append([], Y, Y).
append([E|Es], Y, [E|Zs]):- append(Es, Y, Zs).

member(X, [X|_]).
member(X, [Y|T]) :- not (X=Y), member(X, T).
