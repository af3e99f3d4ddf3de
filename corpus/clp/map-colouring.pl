% Colouring a map so that neighbours differ.
%! generate -e 'colouring(-)' --depth 2
%! generate -e 'safe(?,+)' --depth 3
colour(red).
colour(green).
colour(blue).

neighbour(west, north).
neighbour(west, south).
neighbour(north, south).
neighbour(north, east).
neighbour(south, east).

colouring(Map) :- extend([west, north, south, east], [], Map).

extend([], Map, Map).
extend([Land|Lands], Sofar, Map) :-
    colour(Colour),
    safe(Land-Colour, Sofar),
    extend(Lands, [Land-Colour|Sofar], Map).

safe(_, []).
safe(Land-Colour, [Other-Used|Rest]) :-
    ( beside(Land, Other) -> Colour \= Used ; true ),
    safe(Land-Colour, Rest).

beside(A, B) :- neighbour(A, B).
beside(A, B) :- neighbour(B, A).

%?- colouring(M).
%?- safe(west-red, [north-red]).
%?- safe(west-red, [east-red]).
