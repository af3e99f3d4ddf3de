% A finite automaton: an even number of ones.
%! generate -e 'accept(+)' --depth 4
%! generate -e 'step(?,?,?)' --depth 2
start(even).
final(even).
step(even, 0, even).
step(even, 1, odd).
step(odd, 0, odd).
step(odd, 1, even).

accept(Word) :- start(S), accept(S, Word).
accept(S, []) :- final(S).
accept(S, [C|Cs]) :- step(S, C, T), accept(T, Cs).

%?- accept([1,0,1]).
%?- accept([1]).
%?- accept([A,B]).
