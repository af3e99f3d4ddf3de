% strings
%! isat(?) isst(?) join(+,+,-) len_class(?,-) yes_no(?,?) num_of(?,-)
:- set_prolog_flag(double_quotes, atom).
at("abc").
isat(X) :- at(X), atom(X).
:- set_prolog_flag(double_quotes, string).
st("abc").
isst(X) :- st(X), string(X).
join([], _, "").
join([X], _, S) :- !, string_concat(X, "", S).
join([X|Xs], Sep, S) :- join(Xs, Sep, R), string_concat(X, Sep, T), string_concat(T, R, S).
len_class(S, C) :- string_length(S, N), ( N =:= 0 -> C = empty ; N < 3 -> C = short ; C = long ).
yes_no("yes", true).
yes_no("no", false).
num_of(S, N) :- number_string(N, S), !.
num_of(_, 0).
