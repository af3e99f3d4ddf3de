% atoms and strings
%! greet(?,-) ext(+,-) cap(+,-) short(?) kind(+,-) words(+,-)
greet(Name, G) :- atom(Name), !, atom_concat('hello_', Name, G).
greet(Name, G) :- string(Name), !, string_concat("hello ", Name, S), atom_string(G, S).
greet(_, none).
ext(File, Ext) :- file_ext(File, Ext), Ext \== ''.
file_ext(File, Ext) :- sub_atom(File, B, 1, _, '.'), !, B1 is B+1, sub_atom(File, B1, _, 0, Ext).
file_ext(_, '').
cap(A, C) :- atom_chars(A, [H|T]), upcase_atom(H, U), atom_chars(C, [U|T]).
short(A) :- atom_length(A, N), N < 4.
kind(A, K) :- atom_chars(A, Cs), ( Cs = [] -> K = empty ; Cs = [_] -> K = one ; last(Cs, '?') -> K = question ; K = other ).
words(S, N) :- split_string(S, " ", " ", Ps), length(Ps, N).
