:- module declarations.
:- predicate p(int).
:- prde p(int).
:- import list.
:- implemntation.
:- interface list.
:- foo(bar).
:- 3.
:- X.
:- dynamic p/1.
:- pred f(int) = int.
:- func f(int).
:- pred 3.
:- impure type t.
:- solver pred p.
?- p(X).
