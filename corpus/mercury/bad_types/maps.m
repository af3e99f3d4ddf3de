:- module maps.
% Keys and values that change places.
:- interface.
:- import_module map.
:- func f(map(string, int)) = int.
:- implementation.
:- import_module int.

f(Map0) = N :-
    map.det_insert(1, "one", Map0, Map1),
    map.lookup(Map1, "one", Text),
    N = Text ++ 1,
    map.search(Map1, N, _).
