:- import_module logic.
:- import_module bool, list, map, set, pair.
test(taut, [tautology(or(v("p"), n(v("p"))))], [success]).
test(ntaut, [tautology(imp(v("p"), v("q")))], [failure]).
test(models, [model(imp(v("p"), v("q")), A)], [solutions_cardinality(3), all_true((map.lookup(A, "p") = no ; map.lookup(A, "q") = yes)), some_true(map.lookup(A, "p", yes))]).
test(unsat, [satisfiable(and(v("x"), n(v("x"))))], [failure]).
test(eq, [equivalent(imp(v("p"), v("q")), imp(n(v("q")), n(v("p"))))], []).
test(neq, [equivalent(v("p"), v("q"))], [failure]).
test(nnf, [P = nnf(n(imp(v("a"), and(v("b"), f))))], [true(P = and(v("a"), or(n(v("b")), t)))]).
test(uni, [unify_terms(fn("f", [var(1), fn("a", [])]), fn("f", [fn("g", [var(2)]), var(2)]), map.init, S)], [true(apply_subst(S, var(1)) = fn("g", [fn("a", [])]))]).
test(occ, [unify_terms(var(1), fn("f", [var(1)]), map.init, _S)], [failure]).
test(clash, [unify_terms(fn("f", []), fn("f", [var(1)]), map.init, _S)], [failure]).
test(vs, [S = vars(and(v("b"), or(v("a"), v("b"))))], [true(set.to_sorted_list(S) = ["a", "b"])]).
test(val, [B = value(map.init, v("zz"))], [exception]).
test(asg, [assignment(["p", "q"], A)], [solutions_cardinality(4), true(1, map.to_assoc_list(A) = ["p" - yes, "q" - yes]), true(2, map.to_assoc_list(A) = ["p" - no, "q" - yes])]).
