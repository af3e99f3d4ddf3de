% Checking the fields of a form: errors are thrown, collected or turned into messages.
%! generate -e 'age(+)' --depth 2
%! generate -e 'check(+,-)' --depth 3
%! generate -e 'problems(+,-)' --depth 3
age(A) :- var(A), !, throw(error(instantiation_error, age/1)).
age(A) :- \+ integer(A), !, throw(error(type_error(integer, A), age/1)).
age(A) :- ( A < 0 ; A > 150 ), !, throw(error(domain_error(age, A), age/1)).
age(_).

name(N) :- atom(N), !, ( N == '' -> throw(empty(name)) ; true ).
name(N) :- throw(error(type_error(atom, N), name/1)).

field(age(A)) :- age(A).
field(name(N)) :- name(N).

check(Field, Result) :-
    catch(( field(Field), Result = ok ), Error, explain(Error, Result)),
    !.
check(_, unknown).

explain(error(type_error(Type, _), _), expected(Type)).
explain(error(domain_error(What, _), _), out_of_range(What)).
explain(error(instantiation_error, _), missing).
explain(empty(What), missing(What)).

problems([], []).
problems([F|Fs], Ps) :-
    check(F, Result),
    (   Result == ok -> Ps = More
    ;   Ps = [Result|More]
    ),
    problems(Fs, More).

%?- age(20).
%?- age(X).
%?- age(old).
%?- age(200).
%?- check(age(-1), R).
%?- check(name(''), R).
%?- check(size(3), R).
%?- problems([age(3), age(x), name(1), name(bob)], Ps).
