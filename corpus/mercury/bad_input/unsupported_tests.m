:- import_module unsupported.
test(all, [all_small([1, 2])], [success]).
test(files, [read_it("x", T, !IO)], [success]).
test(fine, [small(3)], [success]).
