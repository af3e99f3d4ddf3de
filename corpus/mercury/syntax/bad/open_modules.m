:- module outer.
:- interface.
:- module inner.
:- interface.
:- pred p(int::in) is det.
:- implementation.
p(_).
:- module deeper.
:- end_module inner.
