% Declarations and clauses as libraries have them: operators that are functions, insts with constraints, old notations.
:- module library.
:- interface.
:- import_module array, list.

:- func int + int = int.
:- mode in + in = uo is det.
:- mode uo + in = in is det.
:- func - int = int.
:- mode - in = uo is det.
:- func \ int = int.
:- func int ** int = int.
:- pred int < int.
:- mode in < in is semidet.
:- func list(T) ++ list(T) = list(T).

:- inst list_skel(I) for list/1 ---> [] ; [I | list_skel(I)].
:- mode skel_out(I) == free >> list_skel(I =< ground).
:- pred rotate(list(T)::in(list_skel(I =< ground)), list(T)::out(list_skel(I =< ground))) is det.

:- func foldl(func(L, A) = A, list(L), A) = A.
:- mode foldl(func(in, in) = out is det, in, in) = out is det.
:- mode foldl(in(func(in, di) = uo is det), in, di) = uo is det.

:- pred sort((pred(T, T, comparison_result)::(pred(in, in, out) is det)), list(T)::in, list(T)::out) is det.

:- type iterator(T, A) == (func(T, A) = A).
:- type wrapped ---> { wrapped(int) } ; 'wrapped in quotes'(float).
:- type maybe_error(T, E) ---> ok(T) ; error(E).

:- pred swap_all(array(T)::array_di, array(T)::array_uo) is det.

% Functions for fields, written as they are used.
:- type table(T).
:- func table(T) ^ elem(int) = T.
:- func (table(T) ^ elem(int) := T) = table(T).
:- mode (in ^ elem(in) := in) = out is det.
:- func table(T) ^ size = int.

:- implementation.

:- type table(T) ---> table(list(T)).

table(Xs) ^ elem(I) = list.det_index0(Xs, I).
(table(Xs) ^ elem(I) := X) = table(list.det_replace_nth(Xs, I + 1, X)).
table(Xs) ^ size = list.length(Xs).

X + Y = plus(X, Y).
-X = 0 - X.
\ X = invert(X).
X ** Y = ( if Y = 0 then 1 else X * X ** (Y - 1) ).
X < Y :- less(X, Y).

[] ++ Ys = Ys.
[X | Xs] ++ Ys = [X | Xs ++ Ys].

rotate([], []).
rotate([X | Xs], Ys) :-
    list.append(Xs, [X], Ys).

foldl(_, [], A) = A.
foldl(F, [X | Xs], A) = foldl(F, Xs, F(X, A)).

sort(P, List, Sorted) :-
    list.map(func(X) = X - 1, List, Numbered),
    list.filter(pred(N - _::in) is semidet :- N > 0, Numbered, Positive),
    solutions(pred(Y::out) is nondet :- (member(Y, Positive), P(Y, Y, (=))), Sorted).

swap_all(!Array) :-
    array.max(!.Array, Max),
    int.fold_up((pred(I::in, !.A::array_di, !:A::array_uo) is det :-
        X = !.A ^ elem(I),
        !A ^ elem(I) := !.A ^ elem(Max - I),
        !A ^ elem(Max - I) := X
    ), 0, Max / 2, !Array).

% No brackets around a body that is one condition.
:- func sign(int) = int.

sign(X) = S :-
    if X < 0 then S = -1 else if X = 0 then S = 0 else S = 1.

% Names with two underscores, as modules were once written before names.
:- pred old_main(io__state::di, io__state::uo) is det.

old_main -->
    io__write_string("What is your name? "),
    io__read_line(Result),
    ( { Result = ok(Chars) },
        { string__from_char_list(Chars, Name) },
        io__write_strings(["Hello, ", Name, "\n"])
    ; { Result = eof }
    ; { Result = error(_) },
        { require__error("cannot read") }
    ).

% Existential values are made with a name that starts with `new`.
:- func pack(T) = packed.

pack(X) = 'new packed'(X).
