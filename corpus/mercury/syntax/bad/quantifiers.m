:- module quantifiers.
:- pred p(int::in) is semidet.
p(X) :- some X q(X).
p(X) :- some [x] q(X).
p(X) :- all [X | _] q(X).
p(X) :- some [!.X] q(X).
p(X) :- require_complete_switch [X, Y] ( X = Y ).
p(X) :- require_complete_switch [!X] ( X = 1 ).
p(X) :- disable_warnings [X] q(X).
p(X) :- not some [Y] q(X, Y).
