% Tic-tac-toe: who has won, and which moves are left.
%! generate -e 'win(?,+)' --depth 3
%! generate -e 'move(+,+,-)' --depth 3
%! generate -e 'state(+,-)' --depth 3
win(P, b(P,P,P, _,_,_, _,_,_)) :- player(P).
win(P, b(_,_,_, P,P,P, _,_,_)) :- player(P).
win(P, b(_,_,_, _,_,_, P,P,P)) :- player(P).
win(P, b(P,_,_, P,_,_, P,_,_)) :- player(P).
win(P, b(_,P,_, _,P,_, _,P,_)) :- player(P).
win(P, b(_,_,P, _,_,P, _,_,P)) :- player(P).
win(P, b(P,_,_, _,P,_, _,_,P)) :- player(P).
win(P, b(_,_,P, _,P,_, P,_,_)) :- player(P).

player(x).
player(o).

state(Board, won(P)) :- win(P, Board), !.
state(Board, open) :- Board =.. [b|Fields], has_empty(Fields), !.
state(_, draw).

has_empty([e|_]) :- !.
has_empty([_|Fs]) :- has_empty(Fs).

move(P, Board, Next) :-
    Board =.. [b|Fields],
    place(Fields, P, New),
    Next =.. [b|New].

place([e|Fs], P, [P|Fs]).
place([F|Fs], P, [F|Gs]) :- place(Fs, P, Gs).

%?- win(P, b(x,o,o, e,x,o, e,e,x)).
%?- state(b(x,o,x, x,o,o, o,x,x), S).
%?- state(b(x,o,x, x,e,o, o,x,x), S).
%?- move(x, b(o,e,o, x,x,o, o,x,e), B).
