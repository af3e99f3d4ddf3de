% Simplifying expressions written with operators of their own.
%! generate -e 'simp(+,-)' --depth 3
%! generate -e 'rule(?)' --depth 3
:- op(700, xfx, ===>).
:- op(200, xfy, **).
:- op(150, fx, #).
:- op(150, xf, squared).

rule(X + 0 ===> X).
rule(0 + X ===> X).
rule(X * 1 ===> X).
rule(1 * X ===> X).
rule(_ * 0 ===> 0).
rule(# X ===> 0 - X).
rule(X squared ===> X * X).
rule(X - X ===> 0).
rule(- (- X) ===> X).

simp(E, E) :- atomic(E), !.
simp(E, S) :-
    E =.. [F|As],
    simp_all(As, Bs),
    E1 =.. [F|Bs],
    ( rule(E1 ===> E2) -> simp(E2, S) ; S = E1 ).

simp_all([], []).
simp_all([A|As], [B|Bs]) :- simp(A, B), simp_all(As, Bs).

%?- simp(1*x+0*y, S).
%?- simp(#a, S).
%?- simp(3 squared, S).
%?- rule(A ===> B).
%?- simp(X, S).
