% What is not supported is named where a run comes to it; the rest works.
%! run unsupported_tests.m
:- module unsupported.
:- interface.
:- import_module int, io, list, string.
:- pred all_small(list(int)::in) is semidet.
:- pred read_it(string::in, string::out, io::di, io::uo) is det.
:- pred small(int::in) is semidet.
:- implementation.
all_small(L) :- all [X] ( list.member(X, L) => X < 10 ).
read_it(Name, Text, !IO) :-
    io.read_named_file_as_string(Name, Result, !IO),
    ( Result = ok(Text) ; Result = error(_), Text = "" ).
small(X) :- X < 10.
