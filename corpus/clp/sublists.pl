% Prefixes, suffixes, sublists, and where a pattern occurs.
%! generate -e 'prefix_of(?,+)' --depth 4
%! generate -e 'sublist(?,+)' --depth 4
%! generate -e 'palindrome(+)' --depth 5
%! generate -e 'index(+,+,-)' --depth 4
prefix_of(P, L) :- append(P, _, L).
suffix_of(S, L) :- append(_, S, L).
sublist(S, L) :- prefix_of(P, L), suffix_of(S, P), S = [_|_].

palindrome(L) :- reverse(L, L).

index(X, List, I) :- nth0(I, List, Y), X == Y, !.
index(_, _, -1).

subsequence([], []).
subsequence([X|Xs], [X|Ys]) :- subsequence(Xs, Ys).
subsequence(Xs, [_|Ys]) :- subsequence(Xs, Ys).

%?- prefix_of(P, [1,2]).
%?- suffix_of(S, [1,2]).
%?- sublist(S, [1,2]).
%?- palindrome([a,b,a]).
%?- palindrome([a,b]).
%?- index(c, [a,b,c], I).
%?- index(z, [a], I).
%?- subsequence(S, [1,2]).
