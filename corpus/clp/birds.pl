% Default rules: birds fly, unless something is known that says they do not.
%! generate -e 'flies(?)' --depth 2
%! generate -e 'advice(+,-)' --depth 2
bird(tweety).
bird(pingu).
bird(polly).
penguin(pingu).
bat(bela).
wounded(polly).

abnormal(X) :- penguin(X).
abnormal(X) :- wounded(X).

flies(X) :- bird(X), \+ abnormal(X).
flies(X) :- bat(X), \+ wounded(X).

% Asks before anything is known of X, so it never finds a bird.
flies_wrong(X) :- \+ abnormal(X), bird(X).

advice(X, open_the_cage) :- flies(X), !.
advice(X, call_the_vet) :- wounded(X), !.
advice(X, feed_fish) :- penguin(X), !.
advice(X, nothing) :- \+ bird(X).

%?- flies(X).
%?- flies(pingu).
%?- flies_wrong(X).
%?- flies_wrong(tweety).
%?- advice(polly, A).
%?- advice(pingu, A).
%?- advice(rex, A).
