:- module grammar.
% Grammar rules over another list.
:- interface.
:- import_module char, list.
:- pred digits(list(int)::out, list(char)::in, list(char)::out) is det.
:- implementation.

digits(Ds) -->
    ( if [D], { char.is_digit(D) } then
        digits(Rest),
        { Ds = [D | Rest] }
    else
        { Ds = [] }
    ),
    letters(Ds),
    ["text"].

:- pred letters(list(int)::in, list(string)::in, list(string)::out) is det.

letters(_) --> [].
