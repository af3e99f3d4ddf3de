% Counts words of the input.
:- module word_count.
:- interface.
:- import_module io.

:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module assoc_list, char, int, list, map, pair, string.

:- type counts ---> counts(lines :: int, words :: int, chars :: int, table :: map(string, int)).

main(!IO) :-
    count(counts(0, 0, 0, map.init), Counts, !IO),
    io.format("%7d %7d %7d\n", [i(Counts ^ lines), i(Counts ^ words), i(Counts ^ chars)], !IO),
    Most = list.take_upto(5, list.sort(compare_counts, map.to_assoc_list(Counts ^ table))),
    list.foldl(write_entry, Most, !IO).

:- func compare_counts(pair(string, int), pair(string, int)) = comparison_result.

compare_counts(A - M, B - N) = Result :-
    compare(Result0, N, M),
    (
        Result0 = (=),
        compare(Result, A, B)
    ;
        ( Result0 = (<) ; Result0 = (>) ),
        Result = Result0
    ).

:- pred write_entry(pair(string, int)::in, io::di, io::uo) is det.

write_entry(Word - Count, !IO) :-
    io.format("%-12s %d\n", [s(Word), i(Count)], !IO).

:- pred count(counts::in, counts::out, io::di, io::uo) is det.

count(!Counts, !IO) :-
    io.read_line_as_string(Result, !IO),
    (
        Result = ok(Line),
        Words = string.words_separator(isnt_letter, string.to_lower(Line)),
        !:Counts = counts(!.Counts ^ lines + 1, !.Counts ^ words + list.length(Words),
            !.Counts ^ chars + string.length(Line), list.foldl(add, Words, !.Counts ^ table)),
        count(!Counts, !IO)
    ;
        Result = eof
    ;
        Result = error(Error),
        io.stderr_stream(Stderr, !IO),
        io.write_string(Stderr, io.error_message(Error), !IO),
        io.set_exit_status(1, !IO)
    ).

:- pred isnt_letter(char::in) is semidet.

isnt_letter(Char) :-
    not char.is_alpha(Char).

:- func add(string, map(string, int)) = map(string, int).

add(Word, Table) = map.set(Table, Word, Count + 1) :-
    Count = ( if map.search(Table, Word, Count0) then Count0 else 0 ).
