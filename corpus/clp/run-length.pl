% Run-length encoding and back.
%! generate -e 'encode(+,-)' --depth 4
%! generate -e 'decode(+,-)' --depth 4
encode([], []).
encode([X|Xs], [X-N|Runs]) :-
    run(Xs, X, 1, N, Rest),
    encode(Rest, Runs).

run([Y|Ys], X, N0, N, Rest) :-
    X == Y, !,
    N1 is N0 + 1,
    run(Ys, X, N1, N, Rest).
run(Rest, _, N, N, Rest).

decode([], []).
decode([X-N|Runs], Xs) :-
    length(Run, N),
    maplist(=(X), Run),
    append(Run, Rest, Xs),
    decode(Runs, Rest).

%?- encode([a,a,b,c,c,c], R).
%?- encode([], R).
%?- decode([a-2,b-1], Xs).
%?- decode([a-0], Xs).
%?- decode([a-x], Xs).
