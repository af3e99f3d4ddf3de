% Deleting one element, all elements, and those that differ by constraint.
%! generate -e 'del(?,+,-)' --depth 4
%! generate -e 'del_all(+,+,-)' --depth 4
%! generate -e 'without(?,+,-)' --depth 4
del(X, [X|T], T).
del(X, [Y|T], [Y|R]) :- del(X, T, R).

del_all(_, [], []).
del_all(X, [X|T], R) :- !, del_all(X, T, R).
del_all(X, [Y|T], [Y|R]) :- del_all(X, T, R).

without(_, [], []).
without(X, [X|T], R) :- without(X, T, R).
without(X, [Y|T], [Y|R]) :- dif(X, Y), without(X, T, R).

%?- del(X, [1,2,1], R).
%?- del_all(1, [1,2,1], R).
%?- del_all(X, [1,2], R).
