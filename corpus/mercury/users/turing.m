%! run turing_tests.m
:- module turing.
:- interface.
:- import_module list, map, set, string, char.
:- type move ---> left ; right ; stay.
:- type tape ---> tape(list(char), char, list(char)).
:- type trule ---> trule(string, char, string, char, move).
:- type delta == map({string, char}, {string, char, move}).
:- func make_delta(list(trule)) = delta.
:- pred shift(move, tape, tape).
:- mode shift(in, in, out) is det.
:- pred run_machine(delta::in, set(string)::in, string::in, int::in, tape::in, tape::out, int::out) is semidet.
:- func tape_from_string(string) = tape.
:- func tape_to_string(tape) = string.
:- func increment = list(trule).
:- func opposite(move) = move.
:- implementation.
:- import_module int.

make_delta(Rules) = list.foldl(
    func(trule(S, C, S1, C1, M), D) = map.det_insert(D, {S, C}, {S1, C1, M}),
    Rules, map.init).

shift(stay, T, T).
shift(left, tape(Ls, C, Rs), T) :-
    ( Ls = [], T = tape([], '_', [C | Rs])
    ; Ls = [L | Ls1], T = tape(Ls1, L, [C | Rs])
    ).
shift(right, tape(Ls, C, Rs), T) :-
    ( Rs = [], T = tape([C | Ls], '_', [])
    ; Rs = [R | Rs1], T = tape([C | Ls], R, Rs1)
    ).

run_machine(Delta, Final, State, Steps0, tape(L, C, R), Tape, Steps) :-
    ( if set.member(State, Final) then
        Tape = tape(L, C, R),
        Steps = Steps0
    else
        map.search(Delta, {State, C}, {State1, C1, Move}),
        shift(Move, tape(L, C1, R), Tape1),
        run_machine(Delta, Final, State1, Steps0 + 1, Tape1, Tape, Steps)
    ).

tape_from_string(S) = T :-
    Cs = to_char_list(S),
    ( Cs = [], T = tape([], '_', [])
    ; Cs = [C | Rest], T = tape([], C, Rest)
    ).

tape_to_string(tape(Ls, C, Rs)) =
    string.strip(from_char_list(list.map(func(X) = (if X = '_' then ' ' else X),
        list.reverse(Ls) ++ [C] ++ Rs))).

increment = [
    trule("seek", '0', "seek", '0', right),
    trule("seek", '1', "seek", '1', right),
    trule("seek", '_', "carry", '_', left),
    trule("carry", '1', "carry", '0', left),
    trule("carry", '0', "done", '1', stay),
    trule("carry", '_', "done", '1', stay)].

opposite(left) = right.
opposite(right) = left.
opposite(stay) = stay.
:- end_module turing.
