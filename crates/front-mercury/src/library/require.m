% Stops that say why.
:- module require.
:- interface.

:- pred error(string::in) is erroneous.
:- func func_error(string) = _ is erroneous.
:- pred error(string::in, string::in) is erroneous.
:- func func_error(string, string) = _ is erroneous.
:- pred sorry(string::in, string::in) is erroneous.
:- func sorry(string, string) = _ is erroneous.
:- pred sorry(string::in, string::in, string::in) is erroneous.
:- pred unexpected(string::in, string::in) is erroneous.
:- func unexpected(string, string) = _ is erroneous.
:- pred unexpected(string::in, string::in, string::in) is erroneous.
:- func unexpected(string, string, string) = _ is erroneous.
:- pred require((pred)::((pred) is semidet), string::in) is det.
:- pred expect((pred)::((pred) is semidet), string::in, string::in) is det.
:- pred expect((pred)::((pred) is semidet), string::in, string::in, string::in) is det.
:- pred expect_not((pred)::((pred) is semidet), string::in, string::in) is det.
:- pred expect_not((pred)::((pred) is semidet), string::in, string::in, string::in) is det.
:- pred report_lookup_error(string::in, K::in, V::in) is erroneous.
:- pred report_lookup_error(string::in, K::in) is erroneous.

:- implementation.
:- import_module exception, string.

error(Message) :-
    throw(software_error(Message)).
func_error(Message) = _ :-
    error(Message).
error(Place, Message) :-
    error(Place ++ ": " ++ Message).
func_error(Place, Message) = _ :-
    error(Place, Message).
sorry(Place, What) :-
    error(Place ++ ": Sorry, not implemented: " ++ What).
sorry(Place, What) = _ :-
    sorry(Place, What).
sorry(_, Place, What) :-
    sorry(Place, What).
unexpected(Place, What) :-
    error(Place ++ ": Unexpected: " ++ What).
unexpected(Place, What) = _ :-
    unexpected(Place, What).
unexpected(_, Place, What) :-
    unexpected(Place, What).
unexpected(_, Place, What) = _ :-
    unexpected(Place, What).

require(Goal, Message) :-
    ( if Goal then true else error(Message) ).
expect(Goal, Place, Message) :-
    ( if Goal then true else unexpected(Place, Message) ).
expect(Goal, _, Place, Message) :-
    ( if Goal then true else unexpected(Place, Message) ).
expect_not(Goal, Place, Message) :-
    ( if Goal then unexpected(Place, Message) else true ).
expect_not(Goal, _, Place, Message) :-
    ( if Goal then unexpected(Place, Message) else true ).

report_lookup_error(Message, Key, _) :-
    error(Message ++ ": the key is " ++ string(Key)).
report_lookup_error(Message, Key) :-
    error(Message ++ ": the key is " ++ string(Key)).
