%! run mm_tests.m
%! cover {} mm_tests.m
:- module mm.
:- interface.
:- type c ---> r ; g.
:- pred nxt(c, c).
:- mode nxt(in, out) is det.
:- mode nxt(out, in) is det.
:- implementation.
nxt(r, g).
nxt(g, r).
