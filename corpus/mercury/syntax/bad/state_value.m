:- module state_value.
:- pred p(int::in, int::out) is det.
p(A, B) :- some [!X] (q(!.X, A), !:X = B).
p(!:X, B) :- q(!X), B = !.X.
p(A, B) :- ( if A = 1, some [!Y] !.Y = 2 then B = 1 else B = 2 ).
