% Examples 2.9, 2.10, 4.3, 4.5, 4.8 and 4.9, and the right graph of figure 4.2.
%! trace {} --goal "member_out.member(V, [0, 1])"
%! trace {} --goal "member_out.member(V, [0, 1])" --segments
%! graph {} --of cfg
:- module member_out.
:- interface.
:- import_module list.

:- pred member(T::out, list(T)::in) is nondet.

:- implementation.

member(X, Y) :-
    Y = [E | Es],
    ( X = E ; member(X, Es) ).
