% Table 5.3: procedures in the manner of the DPPD library, at the call depths of the table.
%! generate table_5_3.m -e partition --depth 6 --conditions
%! generate table_5_3.m -e app(in,in,out) --depth 6 --conditions
%! generate table_5_3.m -e app(out,out,in) --depth 6 --solutions 10 --conditions
%! generate table_5_3.m -e doubleapp(in,in,in,out) --depth 3 --conditions
%! generate table_5_3.m -e doubleapp(out,out,out,in) --depth 6 --solutions 8 --conditions
%! generate table_5_3.m -e mem(in,in) --depth 5 --conditions
%! generate table_5_3.m -e mem(out,in) --depth 5 --solutions 5 --conditions
%! generate table_5_3.m -e applast --depth 3 --conditions
%! generate table_5_3.m -e match/2 --depth 3 --conditions
%! generate table_5_3.m -e matchappend --depth 4 --conditions
%! generate table_5_3.m -e maxlength --depth 5 --conditions
%! generate table_5_3.m -e revacctype --depth 4 --conditions
%! generate table_5_3.m -e transpose --depth 2 --conditions
:- module table_5_3.
:- interface.
:- import_module int, list.

:- pred partition(int::in, list(int)::in, list(int)::out, list(int)::out) is det.
:- pred app(list(T), list(T), list(T)).
:- mode app(in, in, out) is det.
:- mode app(out, out, in) is multi.
:- pred doubleapp(list(T), list(T), list(T), list(T)).
:- mode doubleapp(in, in, in, out) is det.
:- mode doubleapp(out, out, out, in) is multi.
:- pred mem(T, list(T)).
:- mode mem(in, in) is semidet.
:- mode mem(out, in) is nondet.
:- pred applast(list(T)::in, T::in, T::out) is det.
:- pred match(list(T)::in, list(T)::in) is semidet.
:- pred matchappend(list(T)::in, list(T)::in) is semidet.
:- pred maxlength(list(int)::in, int::out, int::out) is det.
:- pred revacctype(list(T)::in, list(T)::in, list(T)::out) is det.
:- pred transpose(list(list(T))::in, list(list(T))::out) is semidet.

:- implementation.

partition(_, [], [], []).
partition(P, [X | Xs], Small, Large) :-
    partition(P, Xs, S, L),
    ( if X =< P then Small = [X | S], Large = L else Small = S, Large = [X | L] ).

app([], Y, Y).
app([H | T], Y, [H | Z]) :- app(T, Y, Z).

doubleapp(X, Y, Z, R) :- app(X, Y, V), app(V, Z, R).

mem(X, Y) :- Y = [E | Es], ( X = E ; mem(X, Es) ).

applast(L, X, Last) :- app(L, [X], LX), last(X, LX, Last).

:- pred last(T::in, list(T)::in, T::out) is det.
last(Before, [], Before).
last(_, [H | T], Last) :- last(H, T, Last).

match(Pattern, Text) :- match(Pattern, Text, Pattern, Text).

:- pred match(list(T)::in, list(T)::in, list(T)::in, list(T)::in) is semidet.
match([], _, _, _).
match([A | Ps], [B | Ts], P, T) :-
    ( if A = B then
        match(Ps, Ts, P, T)
    else
        T = [_ | Rest], match(P, Rest, P, Rest)
    ).

matchappend(Pattern, Text) :- app(_, Rest, Text), app(Pattern, _, Rest).

:- mode app(in, out, in) is semidet.

maxlength(L, Max, Length) :- max(L, 0, Max), length_of(L, Length).

:- pred max(list(int)::in, int::in, int::out) is det.
max([], Max, Max).
max([H | T], Max0, Max) :- ( if H > Max0 then max(T, H, Max) else max(T, Max0, Max) ).

:- pred length_of(list(T)::in, int::out) is det.
length_of([], 0).
length_of([_ | T], N + 1) :- length_of(T, N).

revacctype([], Acc, Acc).
revacctype([H | T], Acc, R) :- proper(Acc), revacctype(T, [H | Acc], R).

:- pred proper(list(T)::in) is det.
proper([]).
proper([_ | T]) :- proper(T).

transpose(Rows, Columns) :-
    ( if empty_rows(Rows) then
        Columns = []
    else
        first_column(Rows, Column, Rest),
        transpose(Rest, Columns0),
        Columns = [Column | Columns0]
    ).

:- pred empty_rows(list(list(T))::in) is semidet.
empty_rows([]).
empty_rows([[] | Rows]) :- empty_rows(Rows).

:- pred first_column(list(list(T))::in, list(T)::out, list(list(T))::out) is semidet.
first_column([], [], []).
first_column([[X | Xs] | Rows], [X | Column], [Xs | Rest]) :- first_column(Rows, Column, Rest).
