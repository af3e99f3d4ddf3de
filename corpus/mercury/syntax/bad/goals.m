:- module goals.
:- pred p(int::in) is semidet.
p(_) :- 3.
p(_) :- "text".
p(_) :- [a].
p(_) :- { true }.
p(X) :- X ^ f.
p(X) :- X ^ f := 3.
p(_) :- f(3) := 3.
p(_) :- ( a | b ).
p(_) :- a, (b :- c).
p(_) :- !, a.
p(X) :- p(X), !X.
p(X) :- X : int.
