% Input and output.
:- module io.
:- interface.
:- import_module bool, char, list, maybe, string.

:- type state.
:- type io == state.
:- type input_stream.
:- type output_stream.
:- type text_input_stream == input_stream.
:- type text_output_stream == output_stream.
:- type error.

:- type res ---> ok ; error(error).
:- type res(T) ---> ok(T) ; error(error).
:- type maybe_partial_res(T) ---> ok(T) ; error(T, error).
:- type result ---> ok ; eof ; error(error).
:- type result(T) ---> ok(T) ; eof ; error(error).
:- type read_result(T) ---> ok(T) ; eof ; error(string, int).

:- pred write_string(string::in, io::di, io::uo) is det.
:- pred write_string(output_stream::in, string::in, io::di, io::uo) is det.
:- pred write_strings(list(string)::in, io::di, io::uo) is det.
:- pred write_strings(output_stream::in, list(string)::in, io::di, io::uo) is det.
:- pred write_char(char::in, io::di, io::uo) is det.
:- pred write_char(output_stream::in, char::in, io::di, io::uo) is det.
:- pred write_int(int::in, io::di, io::uo) is det.
:- pred write_int(output_stream::in, int::in, io::di, io::uo) is det.
:- pred write_uint(uint::in, io::di, io::uo) is det.
:- pred write_float(float::in, io::di, io::uo) is det.
:- pred write_float(output_stream::in, float::in, io::di, io::uo) is det.
:- pred write(T::in, io::di, io::uo) is det.
:- pred write(output_stream::in, T::in, io::di, io::uo) is det.
:- pred write_line(T::in, io::di, io::uo) is det.
:- pred write_line(output_stream::in, T::in, io::di, io::uo) is det.
:- pred print(T::in, io::di, io::uo) is det.
:- pred print(output_stream::in, T::in, io::di, io::uo) is det.
:- pred print_line(T::in, io::di, io::uo) is det.
:- pred print_line(output_stream::in, T::in, io::di, io::uo) is det.
:- pred nl(io::di, io::uo) is det.
:- pred nl(output_stream::in, io::di, io::uo) is det.
:- pred format(string::in, list(poly_type)::in, io::di, io::uo) is det.
:- pred format(output_stream::in, string::in, list(poly_type)::in, io::di, io::uo) is det.
:- pred write_list(list(T), string, pred(T, io, io), io, io).
:- mode write_list(in, in, pred(in, di, uo) is det, di, uo) is det.
:- mode write_list(in, in, pred(in, di, uo) is cc_multi, di, uo) is cc_multi.
:- pred write_list(output_stream, list(T), string, pred(T, io, io), io, io).
:- mode write_list(in, in, in, pred(in, di, uo) is det, di, uo) is det.
:- pred write_array(list(T)::in, string::in, pred(T, io, io)::in(pred(in, di, uo) is det), io::di, io::uo)
    is det.
:- pred flush_output(io::di, io::uo) is det.
:- pred flush_output(output_stream::in, io::di, io::uo) is det.

:- pred stdin_stream(input_stream::out, io::di, io::uo) is det.
:- pred stdout_stream(output_stream::out, io::di, io::uo) is det.
:- pred stderr_stream(output_stream::out, io::di, io::uo) is det.
:- func stdin_stream = input_stream.
:- func stdout_stream = output_stream.
:- func stderr_stream = output_stream.
:- pred input_stream(input_stream::out, io::di, io::uo) is det.
:- pred output_stream(output_stream::out, io::di, io::uo) is det.
:- pred set_output_stream(output_stream::in, output_stream::out, io::di, io::uo) is det.
:- pred set_input_stream(input_stream::in, input_stream::out, io::di, io::uo) is det.

:- pred read_char(result(char)::out, io::di, io::uo) is det.
:- pred read_char(input_stream::in, result(char)::out, io::di, io::uo) is det.
:- pred putback_char(char::in, io::di, io::uo) is det.
:- pred read_line(result(list(char))::out, io::di, io::uo) is det.
:- pred read_line(input_stream::in, result(list(char))::out, io::di, io::uo) is det.
:- pred read_line_as_string(result(string)::out, io::di, io::uo) is det.
:- pred read_line_as_string(input_stream::in, result(string)::out, io::di, io::uo) is det.
:- pred read_word(result(list(char))::out, io::di, io::uo) is det.
:- pred read_file(maybe_partial_res(list(char))::out, io::di, io::uo) is det.
:- pred read_file_as_string(maybe_partial_res(string)::out, io::di, io::uo) is det.
:- pred read_file_as_string(input_stream::in, maybe_partial_res(string)::out, io::di, io::uo) is det.
:- pred read_named_file_as_string(string::in, res(string)::out, io::di, io::uo) is det.
:- pred read_named_file_as_lines(string::in, res(list(string))::out, io::di, io::uo) is det.
:- pred read(read_result(T)::out, io::di, io::uo) is det.
:- pred open_input(string::in, res(input_stream)::out, io::di, io::uo) is det.
:- pred open_output(string::in, res(output_stream)::out, io::di, io::uo) is det.
:- pred open_append(string::in, res(output_stream)::out, io::di, io::uo) is det.
:- pred close_input(input_stream::in, io::di, io::uo) is det.
:- pred close_output(output_stream::in, io::di, io::uo) is det.
:- pred see(string::in, res::out, io::di, io::uo) is det.
:- pred seen(io::di, io::uo) is det.
:- pred tell(string::in, res::out, io::di, io::uo) is det.
:- pred told(io::di, io::uo) is det.

:- pred command_line_arguments(list(string)::out, io::di, io::uo) is det.
:- pred progname(string::in, string::out, io::di, io::uo) is det.
:- pred progname_base(string::in, string::out, io::di, io::uo) is det.
:- pred get_exit_status(int::out, io::di, io::uo) is det.
:- pred set_exit_status(int::in, io::di, io::uo) is det.
:- pred get_environment_var(string::in, maybe(string)::out, io::di, io::uo) is det.
:- func error_message(error) = string.
:- pred error_message(error::in, string::out) is det.
:- func make_io_error(string) = error.

:- implementation.
:- import_module int.

:- pragma glassbox_builtin([
    pred(write_string/4), pred(read_char/4), pred(putback_char/3), pred(flush_output/3),
    pred(stdin_stream/3), pred(stdout_stream/3), pred(stderr_stream/3),
    func(stdin_stream/0), func(stdout_stream/0), func(stderr_stream/0),
    pred(output_stream/3), pred(set_output_stream/4), pred(input_stream/3), pred(set_input_stream/4),
    func(written/1),
    pred(command_line_arguments/3), pred(get_exit_status/3), pred(set_exit_status/3)
]).

:- type error ---> io_error(string).

% A value as `write` shows it.
:- func written(T) = string.

write_string(S, !IO) :-
    output_stream(Stream, !IO),
    write_string(Stream, S, !IO).
write_strings(Ss, !IO) :-
    write_string(string.append_list(Ss), !IO).
write_strings(Stream, Ss, !IO) :-
    write_string(Stream, string.append_list(Ss), !IO).
write_char(C, !IO) :-
    write_string(string.from_char(C), !IO).
write_char(Stream, C, !IO) :-
    write_string(Stream, string.from_char(C), !IO).
write_int(N, !IO) :-
    write_string(string.int_to_string(N), !IO).
write_int(Stream, N, !IO) :-
    write_string(Stream, string.int_to_string(N), !IO).
write_uint(N, !IO) :-
    write_string(string.uint_to_string(N), !IO).
write_float(F, !IO) :-
    write_string(string.float_to_string(F), !IO).
write_float(Stream, F, !IO) :-
    write_string(Stream, string.float_to_string(F), !IO).
write(X, !IO) :-
    write_string(written(X), !IO).
write(Stream, X, !IO) :-
    write_string(Stream, written(X), !IO).
write_line(X, !IO) :-
    write_string(written(X), !IO),
    nl(!IO).
write_line(Stream, X, !IO) :-
    write_string(Stream, written(X), !IO),
    nl(Stream, !IO).
print(X, !IO) :-
    write_string(string.printed(X), !IO).
print(Stream, X, !IO) :-
    write_string(Stream, string.printed(X), !IO).
print_line(X, !IO) :-
    write_string(string.printed(X), !IO),
    nl(!IO).
print_line(Stream, X, !IO) :-
    write_string(Stream, string.printed(X), !IO),
    nl(Stream, !IO).
nl(!IO) :-
    write_string("\n", !IO).
nl(Stream, !IO) :-
    write_string(Stream, "\n", !IO).
format(Format, Values, !IO) :-
    write_string(string.format(Format, Values), !IO).
format(Stream, Format, Values, !IO) :-
    write_string(Stream, string.format(Format, Values), !IO).
write_list([], _, _, !IO).
write_list([X | Xs], Separator, P, !IO) :-
    P(X, !IO),
    (
        Xs = []
    ;
        Xs = [_ | _],
        write_string(Separator, !IO),
        write_list(Xs, Separator, P, !IO)
    ).
write_list(Stream, Xs, Separator, P, !IO) :-
    set_output_stream(Stream, Before, !IO),
    write_list(Xs, Separator, P, !IO),
    set_output_stream(Before, _, !IO).
write_array(Xs, Separator, P, !IO) :-
    write_list(Xs, Separator, P, !IO).
flush_output(!IO) :-
    output_stream(Stream, !IO),
    flush_output(Stream, !IO).

read_char(Result, !IO) :-
    input_stream(Stream, !IO),
    read_char(Stream, Result, !IO).
read_line(Result, !IO) :-
    input_stream(Stream, !IO),
    read_line(Stream, Result, !IO).
read_line(Stream, Result, !IO) :-
    read_char(Stream, First, !IO),
    (
        First = ok(C),
        ( if C = '\n' then
            Result = ok([C])
        else
            read_line(Stream, Rest, !IO),
            (
                Rest = ok(Cs),
                Result = ok([C | Cs])
            ;
                Rest = eof,
                Result = ok([C])
            ;
                Rest = error(Error),
                Result = error(Error)
            )
        )
    ;
        First = eof,
        Result = eof
    ;
        First = error(Error),
        Result = error(Error)
    ).
read_line_as_string(Result, !IO) :-
    input_stream(Stream, !IO),
    read_line_as_string(Stream, Result, !IO).
read_line_as_string(Stream, Result, !IO) :-
    read_line(Stream, Line, !IO),
    (
        Line = ok(Cs),
        Result = ok(string.from_char_list(Cs))
    ;
        Line = eof,
        Result = eof
    ;
        Line = error(Error),
        Result = error(Error)
    ).
read_word(Result, !IO) :-
    read_char(First, !IO),
    (
        First = ok(C),
        ( if char.is_whitespace(C) then
            read_word(Result, !IO)
        else
            rest_of_word(Cs, !IO),
            Result = ok([C | Cs])
        )
    ;
        First = eof,
        Result = eof
    ;
        First = error(Error),
        Result = error(Error)
    ).

:- pred rest_of_word(list(char)::out, io::di, io::uo) is det.

rest_of_word(Cs, !IO) :-
    read_char(Next, !IO),
    ( if Next = ok(C) then
        ( if char.is_whitespace(C) then
            putback_char(C, !IO),
            Cs = []
        else
            rest_of_word(Rest, !IO),
            Cs = [C | Rest]
        )
    else
        Cs = []
    ).

read_file(Result, !IO) :-
    input_stream(Stream, !IO),
    read_rest(Stream, Result, !IO).

:- pred read_rest(input_stream::in, maybe_partial_res(list(char))::out, io::di, io::uo) is det.

read_rest(Stream, Result, !IO) :-
    read_char(Stream, First, !IO),
    (
        First = ok(C),
        read_rest(Stream, Rest, !IO),
        (
            Rest = ok(Cs),
            Result = ok([C | Cs])
        ;
            Rest = error(Cs, Error),
            Result = error([C | Cs], Error)
        )
    ;
        First = eof,
        Result = ok([])
    ;
        First = error(Error),
        Result = error([], Error)
    ).

read_file_as_string(Result, !IO) :-
    input_stream(Stream, !IO),
    read_file_as_string(Stream, Result, !IO).
read_file_as_string(Stream, Result, !IO) :-
    read_rest(Stream, Read, !IO),
    (
        Read = ok(Cs),
        Result = ok(string.from_char_list(Cs))
    ;
        Read = error(Cs, Error),
        Result = error(string.from_char_list(Cs), Error)
    ).
error_message(io_error(Message)) = Message.
error_message(Error, error_message(Error)).
make_io_error(Message) = io_error(Message).
progname(Default, Default, !IO).
progname_base(Default, Default, !IO).
