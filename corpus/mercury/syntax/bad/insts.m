:- module insts.
:- inst i = ground.
:- inst i(ground) == free.
:- inst i == 3.
:- inst i == (pred(in, out)).
:- inst i == (i =< ground).
:- inst i for list ---> [].
:- mode m :: in.
:- mode m == 3.
:- mode m == [].
:- mode m == X.
:- pred p(int::X) is det.
:- pred p(int::"in") is det.
