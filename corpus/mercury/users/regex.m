%! run regex_tests.m
:- module regex.
:- interface.
:- import_module char, list, string.
:- type re ---> eps ; chr(char) ; any ; cat(re, re) ; alt(re, re) ; star(re) ; cls(char_class).
:- type char_class == (pred(char)).
:- pred matches(re::in, string::in) is semidet.
:- pred prefix_match(re::in, list(char)::in, list(char)::out) is nondet.
:- func derivative(char, re) = re.
:- pred nullable(re::in) is semidet.
:- func simplify(re) = re.
:- func plus(re) = re.
:- func seq(list(re)) = re.
:- implementation.
:- import_module int, bool.
matches(R, S) :- matches_list(R, to_char_list(S)).

:- pred matches_list(re::in, list(char)::in) is semidet.
matches_list(R, []) :- nullable(R).
matches_list(R, [C | Cs]) :- matches_list(simplify(derivative(C, R)), Cs).

nullable(eps).
nullable(star(_)).
nullable(cat(A, B)) :- nullable(A), nullable(B).
nullable(alt(A, B)) :- ( nullable(A) ; nullable(B) ).

:- func never = re.
never = alt(fail_re, fail_re).
:- func fail_re = re.
fail_re = cat(chr('\a'), chr('\a')).

derivative(_, eps) = never.
derivative(C, chr(D)) = ( C = D -> eps ; never ).
derivative(_, any) = eps.
derivative(C, cls(P)) = ( if holds(P, C) then eps else never ).
derivative(C, cat(A, B)) = D :-
    DA = cat(derivative(C, A), B),
    ( if nullable(A) then D = alt(DA, derivative(C, B)) else D = DA ).
derivative(C, alt(A, B)) = alt(derivative(C, A), derivative(C, B)).
derivative(C, star(A)) = cat(derivative(C, A), star(A)).

:- pred holds(char_class::in, char::in) is semidet.
holds(P0, C) :- unsafe(P0, P), P(C).
:- pred unsafe(char_class::in, char_class::out(pred(in) is semidet)) is det.
:- pragma foreign_proc("C", unsafe(P0::in, P::out(pred(in) is semidet)),
    [will_not_call_mercury, promise_pure, thread_safe], "P = P0;").

simplify(R) = S :-
    ( if R = cat(eps, A) then S = simplify(A)
    else if R = alt(A, A) then S = simplify(A)
    else if R = cat(A, B) then S = cat(simplify(A), B)
    else S = R
    ).

prefix_match(eps, Cs, Cs).
prefix_match(chr(C), [C | Cs], Cs).
prefix_match(any, [_ | Cs], Cs).
prefix_match(cls(P), [C | Cs], Cs) :- holds(P, C).
prefix_match(cat(A, B), Cs0, Cs) :- prefix_match(A, Cs0, Cs1), prefix_match(B, Cs1, Cs).
prefix_match(alt(A, _), Cs0, Cs) :- prefix_match(A, Cs0, Cs).
prefix_match(alt(_, B), Cs0, Cs) :- prefix_match(B, Cs0, Cs).
prefix_match(star(_), Cs, Cs).
prefix_match(star(A), Cs0, Cs) :-
    prefix_match(A, Cs0, Cs1),
    Cs1 \= Cs0,
    prefix_match(star(A), Cs1, Cs).

plus(R) = cat(R, star(R)).
seq(Rs) = list.foldr((func(A, B) = cat(A, B)), Rs, eps).
