% Propositional logic: evaluation, satisfiability by search, normal forms.
:- module propositions.
:- interface.
:- import_module bool, io, list, map.

:- type prop
    --->    true
    ;       false
    ;       atom(string)
    ;       not(prop)
    ;       and(prop, prop)
    ;       or(prop, prop)
    ;       implies(prop, prop).

:- type valuation == map(string, bool).

:- func eval(valuation, prop) = bool.
:- pred satisfies(prop::in, valuation::out) is nondet.
:- pred tautology(prop::in) is semidet.
:- func nnf(prop) = prop.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module set, solutions, string.

eval(_, true) = yes.
eval(_, false) = no.
eval(Valuation, atom(Name)) = map.lookup(Valuation, Name).
eval(Valuation, not(P)) = bool.not(eval(Valuation, P)).
eval(Valuation, and(P, Q)) = eval(Valuation, P) `bool.and` eval(Valuation, Q).
eval(Valuation, or(P, Q)) = bool.or(eval(Valuation, P), eval(Valuation, Q)).
eval(Valuation, implies(P, Q)) = bool.or(bool.not(eval(Valuation, P)), eval(Valuation, Q)).

:- func atoms(prop) = set(string).

atoms(true) = set.init.
atoms(false) = set.init.
atoms(atom(Name)) = set.make_singleton_set(Name).
atoms(not(P)) = atoms(P).
atoms(and(P, Q)) = set.union(atoms(P), atoms(Q)).
atoms(or(P, Q)) = set.union(atoms(P), atoms(Q)).
atoms(implies(P, Q)) = set.union(atoms(P), atoms(Q)).

:- pred choose(list(string)::in, valuation::in, valuation::out) is multi.

choose([], !Valuation).
choose([Name | Names], !Valuation) :-
    ( Value = no ; Value = yes ),
    map.set(Name, Value, !Valuation),
    choose(Names, !Valuation).

satisfies(Prop, Valuation) :-
    choose(set.to_sorted_list(atoms(Prop)), map.init, Valuation),
    eval(Valuation, Prop) = yes.

tautology(Prop) :-
    not satisfies(not(Prop), _).

nnf(true) = true.
nnf(false) = false.
nnf(atom(Name)) = atom(Name).
nnf(and(P, Q)) = and(nnf(P), nnf(Q)).
nnf(or(P, Q)) = or(nnf(P), nnf(Q)).
nnf(implies(P, Q)) = or(nnf(not(P)), nnf(Q)).
nnf(not(P)) = negated(P).

:- func negated(prop) = prop.

negated(true) = false.
negated(false) = true.
negated(atom(Name)) = not(atom(Name)).
negated(not(P)) = nnf(P).
negated(and(P, Q)) = or(negated(P), negated(Q)).
negated(or(P, Q)) = and(negated(P), negated(Q)).
negated(implies(P, Q)) = and(nnf(P), negated(Q)).

main(!IO) :-
    Peirce = implies(implies(implies(atom("p"), atom("q")), atom("p")), atom("p")),
    ( if tautology(Peirce) then
        io.write_string("always true\n", !IO)
    else
        io.write_string("not always true\n", !IO)
    ),
    solutions(satisfies(and(atom("p"), or(atom("q"), not(atom("p"))))), Models),
    list.foldl((pred(M::in, !.IO::di, !:IO::uo) is det :- io.write_line(map.to_assoc_list(M), !IO)), Models, !IO).
