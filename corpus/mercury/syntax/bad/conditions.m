:- module conditions.
:- pred p(int::in) is semidet.
p(X) :- ( X = 1 -> true ).
p(X) :- ( if X = 1 then true ).
p(X) :- ( if X = 1 ).
p(X) :- ( X = 1 then true else fail ).
p(X) :- Y = ( if X = 1 then 2 ), Y = 2.
p(X) :- ( if X = 1 else true ).
