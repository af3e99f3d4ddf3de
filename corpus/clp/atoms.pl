% Atoms, operators as atoms, and numbers.
%! generate -e 'at(?)' --depth 2
at([]). at('[]'). at({}). at(!). at(;). at(','). at('|').
at(+). at(-). at(:-). at(\+). at(dynamic). at('hello world'). at('Upper'). at(aB_1).
at(=..). at('/*'). at(/*comment*/ @). at(\).
minus(-1, - 1, -(1), -a, -(-(1)), - - 1, 1 - 1, 1 - -1, -(2)^2, -2^2, - 2^2).
nested(f(:- a, (b :- c), [x|y], {p, q}), (a , b ; c -> d), \+ (a, b)).
num(1_000_000, 0xFF, 0o17, 0b101, 16'FF, 36'Zz, 123456789012345678901234567890).
fl(1.0, 1.5e3, 1e10, 1.0e-10, 0.1, 123456.789).
list([a,b|c], [[]|[]], '[|]'(1, [])).
ops(a:b:c, a=b, a*(b+c)*d, (a*b)*c, a*(b*c), 2**3, 2^3^4, (2^3)^4, a-(b-c), (a-b)-c).
