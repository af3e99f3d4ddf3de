% state machine
%! accepts(+) accepts(?) run(+,+,-)
:- module(fsm, [accepts/1, run/3, step/3]).
start(idle).
final(done).
step(idle, coin, ready).
step(ready, push, done).
step(ready, coin, ready).
step(done, reset, idle).
run(S, [], S).
run(S, [E|Es], F) :- ( step(S, E, S1) -> run(S1, Es, F) ; F = error(S, E) ).
accepts(Es) :- start(S), run(S, Es, F), final(F).
