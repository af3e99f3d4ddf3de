:- module pragmas.
:- pragma inlin(p/1).
:- pragma 3.
:- pragma X.
:- pragma.
