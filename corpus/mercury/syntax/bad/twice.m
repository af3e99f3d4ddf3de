:- module twice.
:- type t ---> a ; b(int).
:- type t == int.
:- type u ---> a ; b ; a.
:- type v ---> v(x :: int, x :: string).
:- type w.
:- type w.
:- inst i == ground.
:- inst i == free.
:- mode m == in.
:- mode m == out.
:- pred p(int::in) is det.
:- pred p(string::in) is det.
:- func p(string) = int.
p(_).
p(_) = 1.
