:- module grammar.
:- pred p(list(int)::in, list(int)::out) is semidet.
p --> [1 | _].
p --> X = 1, { X = 1 }.
p --> true.
p --> 3.
p --> ( [1] => [2] ).
p --> ( if [1] then [2] ).
p --> "abc".
p --> !, [1].
p --> f := 3.
p --> {}.
