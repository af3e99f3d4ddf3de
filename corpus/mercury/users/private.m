% What a test can call by itself is not infeasible because the exported functions do not call it so; nor is what only another
% solution of a goal without variables comes to.
%! cover {} private_tests.m -c arc
%! generate {} -c arc --conditions
%! generate {} -e hidden -c arc --conditions
:- module private.
:- interface.
:- import_module bool.
:- type c ---> r ; g ; b.
:- func pub(c) = bool.
:- pred only_in(c::in) is nondet.
:- implementation.
pub(C) = ( if hidden(r, C) then yes else no ).
:- pred hidden(c::in, c::in) is semidet.
hidden(r, r).
hidden(g, b).
only_in(r).
only_in(C) :- C = r.
