%! run sem_tests.m
:- module sem.
:- interface.
:- import_module int, list, string, map, solutions, io, bool, pair, maybe.
:- func s1(list(int)) = list(int).
:- pred s2(int::in, int::out) is det.
:- pred s3(int, int).
:- mode s3(in, out) is semidet.
:- mode s3(out, in) is semidet.
:- func s4(list(string)) = list(string).
:- pred s5(list(int)::in, list(int)::out, list(int)::out) is det.
:- pred s6(int::in, list(int)::out) is det.
:- func s7(map(string, int)) = string.
:- pred s8(list(int)::in, int::out) is nondet.
:- pred s9(list(int)::in, pair(int, int)::out) is nondet.
:- pred s10(int::in, string::out) is det.
:- pred s11(int::in, int::in, int::out) is det.
:- pred s12(list(int)::in, int::out) is semidet.
:- func s13(int, int) = int.
:- pred s14(maybe(int)::in, maybe(int)::in, string::out) is det.
:- pred s15(list(T)::in, list(list(T))::out) is det.
:- pred s16(int::in, int::out) is det.
:- implementation.
:- import_module require, char.
s1(L) = Xs :- solutions((pred(Y::out) is nondet :- ( if list.member(X, L), X mod 2 = 0 then Y = X else Y = -1 )), Xs).
s2(!X) :-
    ( if !:X = !.X + 1, !.X > 10 then true else !:X = !.X * 2 ).
s3(X, Y) :- ( X = 1, Y = 10 ; X = 2, Y = 20 ; X = 3, Y = 20 + 10 ).
s4(L) = list.sort((func(A, B) = ordering(string.length(A) : int, string.length(B))), L).
s5([], [], []).
s5([X | Xs], Es, Os) :- s5(Xs, Es0, Os0), ( if int.even(X) then Es = [X | Es0], Os = Os0 else Es = Es0, Os = [X | Os0] ).
s6(N, Fs) :- solutions((pred(F::out) is nondet :- int.nondet_int_in_range(1, N, F), N mod F = 0), Fs).
s7(M) = S :- map.foldl((pred(K::in, V::in, !.S::in, !:S::out) is det :- !:S = !.S ++ K ++ string.from_int(V)), M, "", S).
s8(L, X) :- list.member(X, L), not ( list.member(Y, L), Y < X ).
s9([X | Xs], P) :- ( list.member(Y, Xs), X + Y = 10, P = X - Y ; s9(Xs, P) ).
s10(N, S) :-
    some [!Acc] (
        !:Acc = "",
        ( if N mod 3 = 0 then !:Acc = !.Acc ++ "Fizz" else true ),
        ( if N mod 5 = 0 then !:Acc = !.Acc ++ "Buzz" else true ),
        ( if !.Acc = "" then S = int_to_string(N) else S = !.Acc )
    ).
s11(A, B, C) :- ( if A < B, ( A = 1 ; A = 2 ), \+ B = 9 then C = 1 else if not ( A = 5, B = 6 ) then C = 2 else C = 3 ).
s12(L, M) :- L = [H | T], list.foldl((pred(X::in, A0::in, A::out) is semidet :- X >= 0, A = int.max(X, A0)), T, H, M).
s13(A, B) = A - B - 1 + A * B // 2.
s14(A, B, S) :-
    ( A = yes(X), B = yes(Y), S = format("%d,%d", [i(X), i(Y)])
    ; A = yes(_), B = no, S = "left"
    ; A = no, ( B = yes(_), S = "right" ; B = no, S = "none" )
    ).
s15([], [[]]).
s15([X | Xs], Ps) :- s15(Xs, Ps0), list.map((pred(P::in, [X | P]::out) is det), Ps0, Ps1), list.append(Ps1, Ps0, Ps).
s16(X, Y) :- Y = Z + W, Z = X * 2, W = Z + 1.
