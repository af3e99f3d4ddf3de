% text adventure: states, cyclic lookups, format
%! go(+,?,-) act(+,+,-) play(+,+,-) desc(+,-) say(+)
:- use_module(library(readutil)).
:- initialization(main0).
main0 :- true.
exit(hall, north, garden).
exit(hall, east, kitchen).
exit(garden, south, hall).
item(key, kitchen).
go(st(R,Inv), D, st(R2,Inv)) :- exit(R, D, R2), \+ locked(R2, Inv).
locked(garden, Inv) :- \+ memberchk(key, Inv).
get(st(R,Inv), I, st(R,[I|Inv])) :- item(I, R), \+ memberchk(I, Inv).
act(S, go(D), T) :- go(S, D, T), !.
act(S, take(I), T) :- get(S, I, T), !.
act(S, _, S).
play(S, [], S).
play(S, [A|As], T) :- act(S, A, S1), play(S1, As, T).
desc(st(R,Inv), Text) :- length(Inv, N), format(atom(Text), "~w with ~d items", [R, N]).
say(S) :- desc(S, T), format("~w~n", [T]).
