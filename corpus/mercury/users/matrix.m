%! run matrix_tests.m
:- module matrix.
:- interface.
:- import_module array, float, int, list, maybe, string.
:- type matrix ---> matrix(rows :: int, cols :: int, data :: array(float)).
:- type dim_error ---> dim_mismatch(int, int).

:- func from_lists(list(list(float))) = matrix is det.
:- func to_lists(matrix) = list(list(float)).
:- func elem(matrix, int, int) = float.
:- func matrix * matrix = matrix.
:- func transpose(matrix) = matrix.
:- func identity(int) = matrix.
:- func power(matrix, int) = matrix.
:- func determinant(list(list(int))) = int.
:- func show(matrix) = string.
:- func trace(matrix) = float.
:- pred symmetric(matrix::in) is semidet.
:- implementation.
:- import_module exception, require.

from_lists(Ls) = M :-
    (
        Ls = [],
        M = matrix(0, 0, array.make_empty_array)
    ;
        Ls = [L | _],
        Cols = length(L),
        ( if all [R] ( list.member(R, Ls) => list.length(R) = Cols ) then
            M = matrix(length(Ls), Cols, array(list.condense(Ls)))
        else
            error("from_lists: ragged")
        )
    ).

elem(matrix(R, C, D), I, J) = X :-
    ( if I >= 0, I < R, J >= 0, J < C then
        array.lookup(D, I * C + J, X)
    else
        throw({I, J})
    ).

to_lists(M) = list.map(row(M), 0 .. M ^ rows - 1).

:- func row(matrix, int) = list(float).
row(M, I) = list.map(func(J) = elem(M, I, J), 0 .. (M ^ cols - 1)).

A * B = C :-
    ( if A ^ cols = B ^ rows then
        N = A ^ rows, P = B ^ cols, K = A ^ cols,
        C = matrix(N, P, array.generate(N * P, cell(A, B, K)))
    else
        throw(dim_mismatch(A ^ cols, B ^ rows))
    ).

:- func cell(matrix, matrix, int, int) = float.
cell(A, B, K, Index) = Sum :-
    I = Index // B ^ cols,
    J = Index mod B ^ cols,
    int.fold_up(
        (pred(L::in, S0::in, S::out) is det :-
            S = S0 + elem(A, I, L) * elem(B, L, J)),
        0, K - 1, 0.0, Sum).

transpose(M) = matrix(M ^ cols, M ^ rows, D) :-
    D = array.from_list(list.condense(list.map(
        func(J) = list.map(func(I) = elem(M, I, J), 0 .. M ^ rows - 1),
        0 .. M ^ cols - 1))).

identity(N) = matrix(N, N, D) :-
    some [!D] (
        array.init(N * N, 0.0, !:D),
        int.fold_up(
            (pred(I::in, D0::array_di, D1::array_uo) is det :-
                array.set(I * N + I, 1.0, D0, D1)),
            0, N - 1, !D),
        D = !.D
    ).

power(M, N) = P :-
    ( if N = 0 then
        P = identity(M ^ rows)
    else if int.even(N) then
        H = power(M, N >> 1),
        P = H * H
    else
        P = M * power(M, N - 1)
    ).

determinant([]) = 1.
determinant([Row | Rows]) = Det :-
    list.foldl2(
        (pred(X::in, J0::in, J::out, D0::in, D::out) is det :-
            Minor = list.map(drop_nth(J0), Rows),
            Sign = (if J0 /\ 1 = 0 then 1 else -1),
            D = D0 + Sign * X * determinant(Minor),
            J = J0 + 1
        ), Row, 0, _, 0, Det).

:- func drop_nth(int, list(T)) = list(T).
drop_nth(_, []) = [].
drop_nth(N, [X | Xs]) = ( if N = 0 then Xs else [X | drop_nth(N - 1, Xs)] ).

show(M) = string.join_list("\n",
    list.map(func(R) = string.join_list(" ", list.map(func(X) = string.format("%6.2f", [f(X)]), R)),
        to_lists(M))).

trace(M) = list.foldl(func(I, A) = A + elem(M, I, I), 0 .. M ^ rows - 1, 0.0).

symmetric(M) :- to_lists(M) = to_lists(transpose(M)).
