% Meetings that must not overlap, as constraints on hours.
%! generate -e 'day(?,?)' --depth 2
%! generate -e 'before(?,+,?)' --depth 2
%! generate -e 'apart(+,+)' --depth 2
:- use_module(library(clpfd)).

day(Ann, Bob) :-
    Ann in 9..12,
    Bob in 9..17,
    before(Ann, 2, Bob),
    Bob #\= 13.

before(A, Hours, B) :- A + Hours #=< B.

apart(A, B) :- A #> B.
apart(A, B) :- A #< B, B in 9..17.

%?- apart(10, 12).
