% Examples 2.9, 4.2 and 4.4, and the left graph of figure 4.2. A semidet procedure ends with its first solution.
%! trace {} --goal "member_in.member(1, [0, 1])" --goal "member_in.member(0, [0, 1])" --segments
%! trace {} --goal "member_in.member(2, [0, 1])"
%! graph {} --of cfg
:- module member_in.
:- interface.
:- import_module list.

:- pred member(T::in, list(T)::in) is semidet.

:- implementation.

member(X, Y) :-
    Y = [E | Es],
    ( X = E ; member(X, Es) ).
