%! run csv_tests.m
:- module csv.
:- interface.
:- import_module list, string, map, maybe.

:- type row == list(string).
:- type table ---> table(header :: row, rows :: list(row)).
:- type csv_error ---> ragged(line :: int, expected :: int, found :: int) ; empty_input.

:- pred parse_line(string::in, row::out) is det.
:- func parse_table(string) = maybe_error(table, csv_error).
:- pred column(table::in, string::in, list(string)::out) is semidet.
:- func sum_column(table, string) = int.
:- func render(table) = string.
:- func error_message(csv_error) = string.
:- func records(table) = list(map(string, string)).

:- implementation.
:- import_module char, int, require.

:- type state ---> start ; plain ; quoted ; quote_in_quoted.

parse_line(Line, Row) :-
    list.foldl3(step, to_char_list(Line), start, _, [], Cur, [], Fields),
    Row = list.reverse([from_rev_char_list(Cur) | Fields]).

:- pred step(char::in, state::in, state::out, list(char)::in, list(char)::out,
    list(string)::in, list(string)::out) is det.
step(C, S0, S, !Cur, !Fields) :-
    (
        ( S0 = start ; S0 = plain ),
        ( if C = (',') then
            finish(!Cur, !Fields),
            S = start
        else if C = '"', S0 = start then
            S = quoted
        else
            !:Cur = [C | !.Cur],
            S = plain
        )
    ;
        S0 = quoted,
        ( if C = '"' then
            S = quote_in_quoted
        else
            !:Cur = [C | !.Cur],
            S = quoted
        )
    ;
        S0 = quote_in_quoted,
        ( if C = '"' then
            !:Cur = [C | !.Cur],
            S = quoted
        else if C = (',') then
            finish(!Cur, !Fields),
            S = start
        else
            !:Cur = [C | !.Cur],
            S = plain
        )
    ).

:- pred finish(list(char)::in, list(char)::out, list(string)::in, list(string)::out) is det.
finish(Cur, [], Fields, [from_rev_char_list(Cur) | Fields]).

parse_table(Text) = Result :-
    Lines = list.filter(
        (pred(L::in) is semidet :- not L = ""),
        string.split_at_char('\n', Text)),
    (
        Lines = [],
        Result = error(empty_input)
    ;
        Lines = [H | Ls],
        parse_line(H, Header),
        list.map(parse_line, Ls, Rows),
        Width = list.length(Header),
        check(Width, 2, Rows, MaybeBad),
        (
            MaybeBad = no,
            Result = ok(table(Header, Rows))
        ;
            MaybeBad = yes(Error),
            Result = error(Error)
        )
    ).

:- pred check(int::in, int::in, list(row)::in, maybe(csv_error)::out) is det.
check(_, _, [], no).
check(W, N, [R | Rs], Res) :-
    Found = length(R) `with_type` int,
    ( if Found \= W then
        Res = yes(ragged(N, W, Found))
    else
        check(W, N + 1, Rs, Res)
    ).

column(Table, Name, Values) :-
    list.nth_member_search(Table ^ header, Name, Index),
    Values = list.map(func(R) = list.det_index1(R, Index), Table ^ rows).

sum_column(Table, Name) = Sum :-
    ( if column(Table, Name, Values) then
        Sum = list.foldl(func(V, S) = S + string.det_to_int(V), Values, 0)
    else
        unexpected($module, $pred, "no column " ++ Name)
    ).

render(table(H, Rs)) = string.join_list("\n", list.map(render_row, [H | Rs])).

:- func render_row(row) = string.
render_row(R) = string.join_list(",", list.map(render_field, R)).

:- func render_field(string) = string.
render_field(F) =
    ( if
        ( string.contains_char(F, ',') ; string.contains_char(F, '"') )
    then
        "\"" ++ string.replace_all(F, "\"", "\"\"") ++ "\""
    else
        F
    ).

error_message(empty_input) = "no header".
error_message(ragged(L, E, F)) =
    string.format("line %d: %d fields expected, %d found", [i(L), i(E), i(F)]).

records(table(H, Rs)) = list.map(map.from_corresponding_lists(H), Rs).
