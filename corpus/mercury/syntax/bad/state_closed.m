:- module state_closed.
:- pred p(int::in, int::out) is det.
p(!X) :- F = (pred(C::in, D::out) is det :- q(C, D, !X)), F(1, _).
p(!X) :- Y = ( if q(!X) then 1 else 2 ), r(Y).
p(!X) :- Y = ( if q(1) then !:X else 2 ), r(Y).
p(!X) :- F = (func(C) = C + !.X), !:X = F(1).
