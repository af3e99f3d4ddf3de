% Examples 2.6, 2.8 and 2.9, where the text lost `X => []`.
%! trace {} --goal "append.append([1], [2], Z)" --goal "append.append(X, Y, [1])"
%! graph {} --of cfg
:- module append.
:- interface.
:- import_module list.

:- pred append(list(T), list(T), list(T)).
:- mode append(in, in, out) is det.
:- mode append(out, out, in) is multi.

:- implementation.

append([], Y, Y).
append([E | Es], Y, [E | R]) :-
    append(Es, Y, R).
