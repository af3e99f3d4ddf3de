% Numbers and marks put into classes by nested conditionals.
%! generate -e 'sign(+,-)' --depth 2
%! generate -e 'grade(+,-)' --depth 2
%! generate -e 'triangle(+,+,+,-)' --depth 2
sign(N, Sign) :-
    (   N > 0 -> Sign = positive
    ;   N < 0 -> Sign = negative
    ;   Sign = zero
    ).

grade(Points, Grade) :-
    (   integer(Points), Points >= 0, Points =< 100
    ->  (   Points >= 90 -> Grade = a
        ;   Points >= 75 -> Grade = b
        ;   Points >= 50 -> Grade = c
        ;   Grade = f
        )
    ;   Grade = invalid
    ).

triangle(A, B, C, Kind) :-
    (   \+ sides(A, B, C) -> Kind = none
    ;   A =:= B, B =:= C -> Kind = equilateral
    ;   ( A =:= B ; B =:= C ; A =:= C ) -> Kind = isosceles
    ;   Kind = scalene
    ).

sides(A, B, C) :-
    A > 0, B > 0, C > 0,
    A < B + C, B < A + C, C < A + B.

%?- sign(-3, S).
%?- sign(0, S).
%?- grade(75, G).
%?- grade(101, G).
%?- grade(x, G).
%?- triangle(2, 2, 3, K).
%?- triangle(1, 2, 3, K).
%?- triangle(3, 4, 5, K).
