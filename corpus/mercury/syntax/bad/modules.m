:- module a.b.
:- import_module 3, list.
:- use_module X.
:- import_module list.3.
:- include_module f(x).
:- end_module a.c.
:- end_module a.b.
p(1).
