% State variables in every kind of goal.
:- module state.
:- interface.
:- import_module io, list.

:- pred main(io::di, io::uo) is det.
:- pred sum(list(int)::in, int::in, int::out) is det.
:- pred classify(list(int)::in, int::in, int::out, int::in, int::out) is det.

:- implementation.
:- import_module int, string.

sum([], !Sum).
sum([X | Xs], !Sum) :-
    !:Sum = !.Sum + X,
    sum(Xs, !Sum).

classify([], !Odd, !Even).
classify([X | Xs], !Odd, !Even) :-
    ( if X mod 2 = 0 then
        !:Even = !.Even + 1
    else
        !:Odd = !.Odd + 1
    ),
    classify(Xs, !Odd, !Even).

main(!IO) :-
    some [!Count, !Log] (
        !:Count = 0,
        !:Log = [],
        sum([1, 2, 3], !Count),
        ( if !.Count > 3 then
            !:Log = ["large" | !.Log],
            io.write_string("large\n", !IO)
        else if !.Count = 3 then
            true
        else
            add("small", !Log),
            io.write_string("small\n", !IO)
        ),
        list.foldl((pred(S::in, !.Out::di, !:Out::uo) is det :- io.write_string(S, !Out)), !.Log, !IO),
        io.write_int(!.Count, !IO)
    ),
    io.nl(!IO).

% The condition changes the state, and only the `then` part sees that.
:- pred next(int::out, list(int)::in, list(int)::out) is semidet.

next(X, !Xs) :-
    ( if pop(Y, !Xs) then
        X = Y
    else
        X = 0,
        !:Xs = [X | !.Xs]
    ),
    ( if pop(_, !Xs), pop(_, !Xs) then true else true ).

% A disjunction: each alternative ends with the same variable.
:- pred move(int::in, {int, int}::in, {int, int}::out) is nondet.

move(N, !Pos) :-
    (
        N > 0,
        !.Pos = {X, Y},
        !:Pos = {X + N, Y}
    ;
        !.Pos = {X, Y},
        !:Pos = {X, Y + N}
    ;
        N = 0
    ),
    not step(!Pos),
    ( step(!Pos) => check(!.Pos) ),
    ( check(!.Pos) <= step(!Pos) ),
    ( step(!Pos) <=> step(!Pos) ),
    all [D] ( delta(D) => step(D, !Pos) ),
    step(!Pos).

% Fields of a state variable.
:- type account ---> account(owner :: string, balance :: int, history :: history).
:- type history ---> history(entries :: list(int)).

:- pred deposit(int::in, account::in, account::out) is det.

deposit(N, !Account) :-
    !Account ^ balance := !.Account ^ balance + N,
    !Account ^ history ^ entries := [N | !.Account ^ history ^ entries],
    Old = !.Account,
    !:Account = Old ^ owner := "nobody".

% Quantified state in a condition is known in the `then` part.
:- func trailing(list(int)) = int.

trailing(Xs) = Last :-
    ( if some [!Rest] (!:Rest = Xs, pop(X, !Rest), !.Rest = []) then
        Last = X
    else
        Last = ( if some [!R] (!:R = Xs, pop(_, !R)) then trailing(!.R) else 0 )
    ).

% One name twice, each with a scope of its own.
:- pred shadow(int::in, int::out) is det.

shadow(!X) :-
    some [!X] (
        !:X = 1,
        some [!X] ( !:X = 2, use(!.X) ),
        use(!.X)
    ),
    F = (func(!.X) = !:X :- !:X = !.X * 2),
    G = (func(A) = A + !.X),
    !:X = F(!.X) + G(1).

% Only one of both in the head.
:- pred start(int::out) is det.

start(!:N) :-
    !:N = 1,
    !:N = !.N + 1.

:- pred end(int::in) is semidet.

end(!.N) :-
    step(!N),
    !.N > 3.

:- func incremented(int) = int.

incremented(!.N) = !:N :-
    step(!N).

% A check of the compiler names the current value.
:- type light ---> red ; green ; yellow.

:- pred switch_over(light::in, light::out) is det.

switch_over(!Light) :-
    require_complete_switch [!.Light] (
        !.Light = red,
        !:Light = green
    ;
        !.Light = green,
        !:Light = yellow
    ;
        !.Light = yellow,
        !:Light = red
    ).
