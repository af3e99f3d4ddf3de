:- module comment.
:- pred p(int::in) is det.
p(1).
/* this never ends
p(2).
