% Lists of numbers: terms and integers in one program.
%! generate -e 'sorted(+)' --depth 4
%! generate -e 'insert(+,+,-)' --depth 4
%! generate -e 'clamp(+,-)' --depth 2
:- domain(int).
sum([], 0).
sum([X|Xs], S) :- { S = X + R }, sum(Xs, R).

sorted([]).
sorted([_]).
sorted([X,Y|T]) :- { X =< Y }, sorted([Y|T]).

insert(X, [], [X]).
insert(X, [Y|T], [X,Y|T]) :- { X =< Y }.
insert(X, [Y|T], [Y|R]) :- { X > Y, Y >= 0 }, insert(X, T, R).
clamp(X, Y) :- X < 0, Y = 0.
clamp(X, Y) :- X >= 0, X \= Y, Y is X mod 10.

%?- clamp(13, Y).
%?- clamp(-1, Y).
%?- clamp(X, Y).
