% Derivatives of terms, simplified.
:- module derive.
:- interface.
:- import_module io.

:- type term
    --->    num(int)
    ;       x
    ;       term + term
    ;       term - term
    ;       term * term
    ;       power(term, int)
    ;       sin(term)
    ;       cos(term).

:- func d(term) = term.
:- func simplify(term) = term.
:- func show(term) = string.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, list, string.

d(num(_)) = num(0).
d(x) = num(1).
d(A + B) = d(A) + d(B).
d(A - B) = d(A) - d(B).
d(A * B) = d(A) * B + A * d(B).
d(Power) = num(N) * power(A, N - 1) * d(A) :-
    Power = power(A, N).
d(sin(A)) = cos(A) * d(A).
d(cos(A)) = num(0) - sin(A) * d(A).

simplify(T) = Result :-
    ( if step(T, T1) then
        Result = simplify(T1)
    else
        Result = T
    ).

:- pred step(term::in, term::out) is semidet.

step(A0 + B0, T) :-
    A = simplify(A0),
    B = simplify(B0),
    ( if A = num(0) then
        T = B
    else if B = num(0) then
        T = A
    else if A = num(M), B = num(N) then
        T = num(M + N)
    else
        T = A + B,
        T \= A0 + B0
    ).
step(A0 * B0, T) :-
    A = simplify(A0),
    B = simplify(B0),
    ( if ( A = num(0) ; B = num(0) ) then
        T = num(0)
    else if A = num(1) then
        T = B
    else if B = num(1) then
        T = A
    else
        T = A * B,
        T \= A0 * B0
    ).

show(num(N)) = int_to_string(N).
show(x) = "x".
show(A + B) = "(" ++ show(A) ++ " + " ++ show(B) ++ ")".
show(A - B) = "(" ++ show(A) ++ " - " ++ show(B) ++ ")".
show(A * B) = show(A) ++ " * " ++ show(B).
show(power(A, N)) = show(A) ++ "^" ++ int_to_string(N).
show(sin(A)) = "sin(" ++ show(A) ++ ")".
show(cos(A)) = "cos(" ++ show(A) ++ ")".

main(!IO) :-
    Terms = [x * x + num(3) * x, sin(x * num(2)), power(x, 3)],
    list.foldl(
        (pred(T::in, !.IO::di, !:IO::uo) is det :-
            io.print_line(show(simplify(d(T))), !IO)
        ), Terms, !IO).
