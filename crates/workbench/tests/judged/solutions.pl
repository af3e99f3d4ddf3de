% findall/forall/aggregate_all
%! older(+,-) all_older(+) count(+,-) oldest(?) oldest2(?) total(-) names(?) group(?,?) allpos(?) evens(+,-)
age(peter, 7). age(ann, 11). age(pat, 8). age(tom, 5).
older(N, L) :- findall(P, (age(P, A), A > N), L).
all_older(N) :- forall(age(_, A), A > N).
count(N, C) :- aggregate_all(count, (age(_, A), A =< N), C).
oldest(P) :- aggregate_all(max(A-X), age(X, A), max(_-P)).
oldest2(P) :- aggregate_all(max(A-X), age(X, A), _-P).
total(T) :- aggregate_all(sum(A), age(_, A), T).
names(Ns) :- setof(N, A^age(N, A), Ns).
group(A, Ns) :- bagof(N, age(N, A), Ns).
allpos(L) :- forall(member(X, L), X > 0).
evens(L, E) :- include([X]>>(0 is X mod 2), L, E).
