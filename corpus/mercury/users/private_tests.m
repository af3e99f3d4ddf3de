:- import_module private.
test(a, [X = pub(r)], [success]).
test(b, [only_in(r)], [success]).
