% Words of balanced brackets, and the language of as many a as b.
%! generate -e 'balanced(+)' --depth 5
%! generate -e 'anbn(+,-)' --depth 5
balanced(Word) :- phrase(balanced, Word).

balanced --> [].
balanced --> "(", balanced, ")", balanced.
balanced --> "[", balanced, "]", balanced.

anbn(Word, N) :- phrase(ab(N), Word).

ab(0) --> [].
ab(N) --> [a], ab(M), [b], { N is M + 1 }.

%?- balanced(`([])()`).
%?- balanced(`([)]`).
%?- anbn([a,a,b,b], N).
%?- anbn([a,b,b], N).
