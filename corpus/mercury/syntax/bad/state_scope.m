:- module state_scope.
:- pred p(int::in, int::out) is det.
p(A, B) :- q(!X), A = B.
p(A, B) :- !:X = A, B = !.X.
p(!X) :- q(!.Y, !:X).
p(A, B) :- some [!X] (!:X = A), B = !.X.
p(A, B) :- !X ^ f := A, B = A.
