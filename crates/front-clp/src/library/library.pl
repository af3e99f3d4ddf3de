% The predicates that SWI-Prolog finds in its libraries of lists, with the same solutions in the same order, the same
% errors, and choices left open at the same places. What a text defines itself is not taken from here; therefore
% nothing here calls a predicate that a text might define: what is shared has a name that starts with `$`.

% --- Errors ---

'$type_error'(Type, Culprit) :-
    (   var(Culprit)
    ->  throw(error(instantiation_error, '$context'))
    ;   throw(error(type_error(Type, Culprit), '$context'))
    ).

'$no_rule'(Goal) :- throw(error(existence_error(matching_rule, lists:Goal), '$context')).

'$list'(List) :-
    (   is_list(List)
    ->  true
    ;   '$end'(List, End),
        (   var(End)
        ->  throw(error(instantiation_error, '$context'))
        ;   throw(error(type_error(list, List), '$context'))
        )
    ).

% What stands in the place of the end of a list.
'$end'(List, End) :-
    (   nonvar(List), List = [_|Rest]
    ->  '$end'(Rest, End)
    ;   End = List
    ).

% --- Lists ---

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).

'$append'([], Ys, Ys).
'$append'([X|Xs], Ys, [X|Zs]) :- '$append'(Xs, Ys, Zs).

append(Lists, All) :- '$list'(Lists), '$append_all'(Lists, All).

'$append_all'([], []).
'$append_all'([Xs|Lists], All) :- '$append'(Xs, Rest, All), '$append_all'(Lists, Rest).

% The rest of the list comes first, so that no choice is left at its last element.
member(X, [Y|Ys]) :- '$member'(Ys, Y, X).

'$member'(_, X, X).
'$member'([Y|Ys], _, X) :- '$member'(Ys, Y, X).

memberchk(X, List) :- '$memberchk'(X, List).

'$memberchk'(X, List) :-
    (   var(List) -> List = [X|_]
    ;   List = [Y|Ys]
    ->  (   X = Y -> true
        ;   '$memberchk'(X, Ys)
        )
    ;   List == [] -> fail
    ;   throw(error(type_error(list, List), '$context'))
    ).

% The last argument is as long as the result and ends the search for longer lists.
reverse(Xs, Ys) :- '$reverse'(Xs, Ys, [], Ys).

'$reverse'([], [], Ys, Ys).
'$reverse'([X|Xs], [_|Bound], Done, Ys) :- '$reverse'(Xs, Bound, [X|Done], Ys).

nth0(Index, List, X) :- '$nth'(Index, 0, List, X).

nth1(Index, List, X) :- '$nth'(Index, 1, List, X).

'$nth'(Index, First, List, X) :-
    (   integer(Index)
    ->  Index >= First,
        Skip is Index - First,
        '$nth_at'(Skip, List, X)
    ;   var(Index)
    ->  List = [Y|Ys],
        '$nth_from'(Ys, Y, X, First, Index)
    ;   throw(error(type_error(integer, Index), '$context'))
    ).

'$nth_at'(Skip, [Y|Ys], X) :-
    (   Skip =:= 0
    ->  X = Y
    ;   Less is Skip - 1,
        '$nth_at'(Less, Ys, X)
    ).

'$nth_from'(_, X, X, Index, Index).
'$nth_from'([Y|Ys], _, X, Here, Index) :- Next is Here + 1, '$nth_from'(Ys, Y, X, Next, Index).

nth0(Index, List, X, Rest) :- '$nth'(Index, 0, nonneg, List, X, Rest).

nth1(Index, List, X, Rest) :- '$nth'(Index, 1, positive_integer, List, X, Rest).

'$nth'(Index, First, Type, List, X, Rest) :-
    (   var(Index)
    ->  '$nth_split'(List, X, Rest, First, Index)
    ;   integer(Index), Index >= First
    ->  Skip is Index - First,
        '$nth_take'(Skip, List, X, Rest)
    ;   throw(error(type_error(Type, Index), '$context'))
    ).

'$nth_take'(Skip, [Y|Ys], X, Rest) :-
    (   Skip =:= 0
    ->  X = Y,
        Rest = Ys
    ;   Rest = [Y|More],
        Less is Skip - 1,
        '$nth_take'(Less, Ys, X, More)
    ).

'$nth_split'([X|Rest], X, Rest, Index, Index).
'$nth_split'([Y|Ys], X, [Y|Rest], Here, Index) :- Next is Here + 1, '$nth_split'(Ys, X, Rest, Next, Index).

last([X|Xs], Last) :- '$last'(Xs, X, Last).

'$last'([], Last, Last).
'$last'([X|Xs], _, Last) :- '$last'(Xs, X, Last).

select(X, [Y|Ys], Rest) :- '$select'(Ys, Y, X, Rest).

'$select'(Ys, X, X, Ys).
'$select'([Z|Zs], Y, X, [Y|Rest]) :- '$select'(Zs, Z, X, Rest).

select(X, [X|Zs], Y, [Y|Zs]).
select(X, [Z|Xs], Y, [Z|Ys]) :- select(X, Xs, Y, Ys).

selectchk(X, [Y|Ys], Rest) :- once('$select'(Ys, Y, X, Rest)).

subtract(Xs, Away, Rest) :-
    (   Xs == [] -> Rest = []
    ;   nonvar(Xs), Xs = [Y|Ys]
    ->  (   '$memberchk'(Y, Away)
        ->  subtract(Ys, Away, Rest)
        ;   Rest = [Y|More],
            subtract(Ys, Away, More)
        )
    ;   '$no_rule'(subtract(Xs, Away, Rest))
    ).

intersection(Xs, Others, Both) :-
    (   Xs == [] -> Both = []
    ;   nonvar(Xs), Xs = [Y|Ys]
    ->  (   '$memberchk'(Y, Others)
        ->  Both = [Y|More],
            intersection(Ys, Others, More)
        ;   intersection(Ys, Others, Both)
        )
    ;   '$no_rule'(intersection(Xs, Others, Both))
    ).

union(Xs, Others, All) :-
    (   Xs == [] -> All = Others
    ;   nonvar(Xs), Xs = [Y|Ys]
    ->  (   '$memberchk'(Y, Others)
        ->  union(Ys, Others, All)
        ;   All = [Y|More],
            union(Ys, Others, More)
        )
    ;   '$no_rule'(union(Xs, Others, All))
    ).

subset(Xs, Set) :-
    (   Xs == [] -> true
    ;   nonvar(Xs), Xs = [Y|Ys]
    ->  '$memberchk'(Y, Set),
        subset(Ys, Set)
    ;   '$no_rule'(subset(Xs, Set))
    ).

delete([], _, []).
delete([X|Xs], Away, Rest) :-
    (   X \= Away
    ->  Rest = [X|More],
        delete(Xs, Away, More)
    ;   delete(Xs, Away, Rest)
    ).

permutation(Xs, Ys) :-
    '$end'(Xs, XEnd),
    '$end'(Ys, YEnd),
    (   XEnd == [] -> '$list_so_far'(YEnd, Ys), length(Xs, Count), length(Ys, Count)
    ;   YEnd == [] -> '$list_so_far'(XEnd, Xs), length(Ys, Count), length(Xs, Count)
    ;   var(XEnd), var(YEnd) -> length(Xs, Count), length(Ys, Count)
    ;   '$list'(Xs), '$list'(Ys)
    ),
    '$permutation'(Xs, Ys).

'$list_so_far'(End, List) :-
    (   var(End) -> true
    ;   End == [] -> true
    ;   throw(error(type_error(list, List), '$context'))
    ).

'$permutation'([], []).
'$permutation'(Xs, [Y|Ys]) :- '$choose'(Y, Xs, Rest), '$permutation'(Rest, Ys).

'$choose'(X, [Y|Ys], Rest) :- '$select'(Ys, Y, X, Rest).

sum_list(Xs, Sum) :- '$sum_list'(Xs, 0, Sum).

sumlist(Xs, Sum) :- '$sum_list'(Xs, 0, Sum).

'$sum_list'(Xs, Before, Sum) :-
    (   Xs == [] -> Sum = Before
    ;   nonvar(Xs), Xs = [Y|Ys]
    ->  Now is Before + Y,
        '$sum_list'(Ys, Now, Sum)
    ;   '$no_rule'(sum_list(Xs, Before, Sum))
    ).

max_list(Xs, Max) :-
    (   nonvar(Xs), Xs = [Y|Ys] -> '$max_list'(Ys, Y, Max)
    ;   Xs == [] -> fail
    ;   '$no_rule'(max_list(Xs, Max))
    ).

'$max_list'(Xs, Before, Max) :-
    (   Xs == [] -> Max = Before
    ;   nonvar(Xs), Xs = [Y|Ys]
    ->  Now is max(Y, Before),
        '$max_list'(Ys, Now, Max)
    ;   '$no_rule'(max_list(Xs, Before, Max))
    ).

min_list(Xs, Min) :-
    (   nonvar(Xs), Xs = [Y|Ys] -> '$min_list'(Ys, Y, Min)
    ;   Xs == [] -> fail
    ;   '$no_rule'(min_list(Xs, Min))
    ).

'$min_list'(Xs, Before, Min) :-
    (   Xs == [] -> Min = Before
    ;   nonvar(Xs), Xs = [Y|Ys]
    ->  Now is min(Y, Before),
        '$min_list'(Ys, Now, Min)
    ;   '$no_rule'(min_list(Xs, Before, Min))
    ).

max_member(Max, Xs) :-
    (   nonvar(Xs), Xs = [Y|Ys] -> '$max_member'(Ys, Y, Max)
    ;   Xs == [] -> fail
    ;   '$no_rule'(max_member(Max, Xs))
    ).

'$max_member'(Xs, Before, Max) :-
    (   Xs == [] -> Max = Before
    ;   nonvar(Xs), Xs = [Y|Ys]
    ->  (   Y @=< Before
        ->  '$max_member'(Ys, Before, Max)
        ;   '$max_member'(Ys, Y, Max)
        )
    ;   '$no_rule'(max_member_(Xs, Before, Max))
    ).

min_member(Min, Xs) :-
    (   nonvar(Xs), Xs = [Y|Ys] -> '$min_member'(Ys, Y, Min)
    ;   Xs == [] -> fail
    ;   '$no_rule'(min_member(Min, Xs))
    ).

'$min_member'(Xs, Before, Min) :-
    (   Xs == [] -> Min = Before
    ;   nonvar(Xs), Xs = [Y|Ys]
    ->  (   Y @>= Before
        ->  '$min_member'(Ys, Before, Min)
        ;   '$min_member'(Ys, Y, Min)
        )
    ;   '$no_rule'(min_member_(Xs, Before, Min))
    ).

numlist(Low, High, Numbers) :-
    (   integer(Low) -> true ; '$type_error'(integer, Low) ),
    (   integer(High) -> true ; '$type_error'(integer, High) ),
    Low =< High,
    '$numlist'(Low, High, Numbers).

'$numlist'(Low, High, [Low|Numbers]) :-
    (   Low =:= High
    ->  Numbers = []
    ;   Next is Low + 1,
        '$numlist'(Next, High, Numbers)
    ).

list_to_set(List, Set) :- '$list'(List), '$list_to_set'(List, [], Found), Set = Found.

'$list_to_set'([], _, []).
'$list_to_set'([X|Xs], Seen, Set) :-
    (   '$seen'(Seen, X)
    ->  '$list_to_set'(Xs, Seen, Set)
    ;   Set = [X|More],
        '$list_to_set'(Xs, [X|Seen], More)
    ).

'$seen'([Y|Ys], X) :- ( X == Y -> true ; '$seen'(Ys, X) ).

flatten(Tree, Flat) :- '$flatten'(Tree, [], Found), Flat = Found.

'$flatten'(Tree, After, Flat) :-
    (   var(Tree) -> Flat = [Tree|After]
    ;   Tree == [] -> Flat = After
    ;   Tree = [First|Rest]
    ->  '$flatten'(First, Middle, Flat),
        '$flatten'(Rest, After, Middle)
    ;   Flat = [Tree|After]
    ).

prefix([], _).
prefix([X|Xs], [X|Ys]) :- prefix(Xs, Ys).

same_length([], []).
same_length([_|Xs], [_|Ys]) :- same_length(Xs, Ys).

proper_length(List, Length) :- is_list(List), length(List, Count), Length = Count.

pairs_keys_values([], [], []).
pairs_keys_values([K-V|Pairs], [K|Ks], [V|Vs]) :- pairs_keys_values(Pairs, Ks, Vs).

pairs_keys([], []).
pairs_keys([K-_|Pairs], [K|Ks]) :- pairs_keys(Pairs, Ks).

pairs_values([], []).
pairs_values([_-V|Pairs], [V|Vs]) :- pairs_values(Pairs, Vs).

list_to_ord_set(List, Set) :- sort(List, Set).

% Merging from the bottom up; what compares as `=` is kept once.
predsort(Order, List, Sorted) :-
    (   is_list(List) -> true
    ;   var(List) -> throw(error(instantiation_error, '$context'))
    ;   throw(error(existence_error(type, List), '$context'))
    ),
    length(List, Count),
    (   Count =:= 0
    ->  Sorted = []
    ;   '$predsort'(Count, Order, List, _, Found),
        Sorted = Found
    ).

'$predsort'(Count, Order, List, Rest, Sorted) :-
    (   Count =:= 1
    ->  List = [X|Rest],
        Sorted = [X]
    ;   First is Count // 2,
        Second is Count - First,
        '$predsort'(First, Order, List, Middle, Left),
        '$predsort'(Second, Order, Middle, Rest, Right),
        '$predmerge'(Left, Right, Order, Sorted)
    ).

'$predmerge'([], Ys, _, Ys) :- !.
'$predmerge'(Xs, [], _, Xs) :- !.
'$predmerge'([X|Xs], [Y|Ys], Order, Sorted) :-
    call(Order, Sign, X, Y),
    !,
    '$predmerge'(Sign, Order, X, Xs, Y, Ys, Sorted).

'$predmerge'(<, Order, X, Xs, Y, Ys, [X|Sorted]) :- '$predmerge'(Xs, [Y|Ys], Order, Sorted).
'$predmerge'(=, Order, X, Xs, _, Ys, Sorted) :- '$predmerge'([X|Xs], Ys, Order, Sorted).
'$predmerge'(>, Order, X, Xs, Y, Ys, [Y|Sorted]) :- '$predmerge'([X|Xs], Ys, Order, Sorted).

% --- Predicates that call others ---

maplist(Goal, As) :- '$maplist'(As, Goal).

'$maplist'([], _).
'$maplist'([A|As], Goal) :- call(Goal, A), '$maplist'(As, Goal).

maplist(Goal, As, Bs) :- '$maplist'(As, Bs, Goal).

'$maplist'([], [], _).
'$maplist'([A|As], [B|Bs], Goal) :- call(Goal, A, B), '$maplist'(As, Bs, Goal).

maplist(Goal, As, Bs, Cs) :- '$maplist'(As, Bs, Cs, Goal).

'$maplist'([], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], Goal) :- call(Goal, A, B, C), '$maplist'(As, Bs, Cs, Goal).

maplist(Goal, As, Bs, Cs, Ds) :- '$maplist'(As, Bs, Cs, Ds, Goal).

'$maplist'([], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], Goal) :- call(Goal, A, B, C, D), '$maplist'(As, Bs, Cs, Ds, Goal).

maplist(Goal, As, Bs, Cs, Ds, Es) :- '$maplist'(As, Bs, Cs, Ds, Es, Goal).

'$maplist'([], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], Goal) :-
    call(Goal, A, B, C, D, E),
    '$maplist'(As, Bs, Cs, Ds, Es, Goal).

maplist(Goal, As, Bs, Cs, Ds, Es, Fs) :- '$maplist'(As, Bs, Cs, Ds, Es, Fs, Goal).

'$maplist'([], [], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], Goal) :-
    call(Goal, A, B, C, D, E, F),
    '$maplist'(As, Bs, Cs, Ds, Es, Fs, Goal).

foldl(Goal, As, First, Last) :- '$foldl'(As, Goal, First, Last).

'$foldl'([], _, Last, Last).
'$foldl'([A|As], Goal, First, Last) :- call(Goal, A, First, Next), '$foldl'(As, Goal, Next, Last).

foldl(Goal, As, Bs, First, Last) :- '$foldl'(As, Bs, Goal, First, Last).

'$foldl'([], [], _, Last, Last).
'$foldl'([A|As], [B|Bs], Goal, First, Last) :- call(Goal, A, B, First, Next), '$foldl'(As, Bs, Goal, Next, Last).

foldl(Goal, As, Bs, Cs, First, Last) :- '$foldl'(As, Bs, Cs, Goal, First, Last).

'$foldl'([], [], [], _, Last, Last).
'$foldl'([A|As], [B|Bs], [C|Cs], Goal, First, Last) :-
    call(Goal, A, B, C, First, Next),
    '$foldl'(As, Bs, Cs, Goal, Next, Last).

foldl(Goal, As, Bs, Cs, Ds, First, Last) :- '$foldl'(As, Bs, Cs, Ds, Goal, First, Last).

'$foldl'([], [], [], [], _, Last, Last).
'$foldl'([A|As], [B|Bs], [C|Cs], [D|Ds], Goal, First, Last) :-
    call(Goal, A, B, C, D, First, Next),
    '$foldl'(As, Bs, Cs, Ds, Goal, Next, Last).

include(Goal, Xs, In) :- '$include'(Xs, Goal, In).

'$include'([], _, []).
'$include'([X|Xs], Goal, In) :-
    (   call(Goal, X) -> In = [X|More] ; In = More ),
    '$include'(Xs, Goal, More).

exclude(Goal, Xs, Out) :- '$exclude'(Xs, Goal, Out).

'$exclude'([], _, []).
'$exclude'([X|Xs], Goal, Out) :-
    (   call(Goal, X) -> Out = More ; Out = [X|More] ),
    '$exclude'(Xs, Goal, More).

partition(Goal, Xs, In, Out) :- '$partition'(Xs, Goal, In, Out).

'$partition'([], _, [], []).
'$partition'([X|Xs], Goal, In, Out) :-
    (   call(Goal, X)
    ->  In = [X|MoreIn],
        Out = MoreOut
    ;   In = MoreIn,
        Out = [X|MoreOut]
    ),
    '$partition'(Xs, Goal, MoreIn, MoreOut).

partition(Goal, Xs, Less, Equal, Greater) :- '$partition'(Xs, Goal, Less, Equal, Greater).

'$partition'([], _, [], [], []).
'$partition'([X|Xs], Goal, Less, Equal, Greater) :-
    call(Goal, X, Sign),
    '$place'(Sign, X, Less, MoreLess, Equal, MoreEqual, Greater, MoreGreater),
    '$partition'(Xs, Goal, MoreLess, MoreEqual, MoreGreater).

'$place'(Sign, X, Less, MoreLess, Equal, MoreEqual, Greater, MoreGreater) :-
    (   Sign == (<) -> Less = [X|MoreLess], Equal = MoreEqual, Greater = MoreGreater
    ;   Sign == (=) -> Less = MoreLess, Equal = [X|MoreEqual], Greater = MoreGreater
    ;   Sign == (>) -> Less = MoreLess, Equal = MoreEqual, Greater = [X|MoreGreater]
    ;   '$type_error'(oneof([<, =, >]), Sign)
    ).

convlist(Goal, Xs, Ys) :- '$convlist'(Xs, Goal, Ys).

'$convlist'([], _, []).
'$convlist'([X|Xs], Goal, Ys) :-
    (   call(Goal, X, Y) -> Ys = [Y|More] ; Ys = More ),
    '$convlist'(Xs, Goal, More).

% --- Collecting ---

findall(Template, Goal, List, Rest) :- findall(Template, Goal, Found), '$append'(Found, Rest, List).

bagof(Template, Goal, List) :- '$bag'(Template, Goal, List).

setof(Template, Goal, List) :-
    '$bag'(Template, Goal, Found),
    sort(Found, Set),
    List = Set.

% One solution for each value of the variables that are neither in the template nor named by `^`.
'$bag'(Template, Goal, List) :-
    '$bare'(Goal, Bare, Template, Bound),
    term_variables(Bare, All),
    term_variables(Bound, Inner),
    '$without'(All, Inner, Outer),
    (   Outer == []
    ->  findall(Template, Bare, Found),
        Found = [_|_],
        List = Found
    ;   findall(Outer-Template, Bare, Found),
        Found = [_|_],
        keysort(Found, Sorted),
        '$groups'(Sorted, Outer, List)
    ).

'$bare'(Goal, Bare, Before, Bound) :-
    (   var(Goal) -> Bare = Goal, Bound = Before
    ;   Goal = Var^Inner -> '$bare'(Inner, Bare, Var-Before, Bound)
    ;   Bare = Goal, Bound = Before
    ).

'$without'([], _, []).
'$without'([X|Xs], Away, Rest) :-
    (   '$seen'(Away, X) -> Rest = More ; Rest = [X|More] ),
    '$without'(Xs, Away, More).

'$groups'([Key-X|Pairs], Outer, List) :-
    '$group'(Pairs, Key, Same, Others),
    (   Others == []
    ->  Outer = Key,
        List = [X|Same]
    ;   (   Outer = Key,
            List = [X|Same]
        ;   '$groups'(Others, Outer, List)
        )
    ).

'$group'([], _, [], []).
'$group'([Other-X|Pairs], Key, Same, Others) :-
    (   Other =@= Key
    ->  Other = Key,
        Same = [X|More],
        '$group'(Pairs, Key, More, Others)
    ;   Others = [Other-X|More],
        '$group'(Pairs, Key, Same, More)
    ).

aggregate_all(What, Goal, Result) :-
    (   var(What) -> throw(error(instantiation_error, '$context'))
    ;   What = count -> findall(x, Goal, Found), length(Found, Count), Result = Count
    ;   What = count(_) -> findall(x, Goal, Found), length(Found, Count), Result = Count
    ;   What = sum(X) -> findall(X, Goal, Found), '$sum_list'(Found, 0, Result)
    ;   What = bag(X) -> findall(X, Goal, Result)
    ;   What = set(X) -> findall(X, Goal, Found), sort(Found, Result)
    ;   What = max(X)
    ->  findall(X, Goal, [First|Found]),
        Start is First,
        '$max_list'(Found, Start, Max),
        Result = Max
    ;   What = min(X)
    ->  findall(X, Goal, [First|Found]),
        Start is First,
        '$min_list'(Found, Start, Min),
        Result = Min
    ;   What = max(X, Witness)
    ->  findall(X-Witness, Goal, [First|Found]),
        '$witness'(Found, First, max, Max-Which),
        Result = max(Max, Which)
    ;   What = min(X, Witness)
    ->  findall(X-Witness, Goal, [First|Found]),
        '$witness'(Found, First, min, Min-Which),
        Result = min(Min, Which)
    ;   compound(What)
    ->  What =.. [Name|Parts],
        '$aggregate'(Parts, Goal, Results),
        Result =.. [Name|Results]
    ;   throw(error(domain_error(aggregate_template, What), '$context'))
    ).

'$aggregate'([], _, []).
'$aggregate'([Part|Parts], Goal, [Result|Results]) :-
    aggregate_all(Part, Goal, Result),
    '$aggregate'(Parts, Goal, Results).

% The first of the best.
'$witness'([], X-Witness, _, X-Witness) :- '$number'(X).
'$witness'([Y-Other|Found], X-Witness, Which, Best) :-
    '$number'(X),
    '$number'(Y),
    (   Which == max, Y > X -> '$witness'(Found, Y-Other, Which, Best)
    ;   Which == min, Y < X -> '$witness'(Found, Y-Other, Which, Best)
    ;   '$witness'(Found, X-Witness, Which, Best)
    ).

'$number'(X) :- ( number(X) -> true ; '$type_error'(number, X) ).

% --- Grammars ---

phrase(Body, List) :- '$phrase'(Body, List, []).

phrase(Body, List, Rest) :- '$phrase'(Body, List, Rest).

'$phrase'(Body, List, Rest) :-
    '$phrase_list'(List),
    '$phrase_list'(Rest),
    (   var(Body) -> throw(error(instantiation_error, '$context')) ; true ),
    '$grammar'(Body, From, To, Goal),
    From = List,
    To = Rest,
    call(Goal).

% Only the start of the list is looked at.
'$phrase_list'(List) :-
    (   var(List) -> true
    ;   List == [] -> true
    ;   List = [_|_] -> true
    ;   throw(error(type_error(list, List), '$context'))
    ).

% A body of a grammar rule as a goal.
'$grammar'(Body, From, To, Goal) :-
    (   var(Body) -> Goal = phrase(Body, From, To)
    ;   Body = (A, B) -> Goal = (G, H), '$grammar'(A, From, Middle, G), '$grammar'(B, Middle, To, H)
    ;   Body = (A ; B) -> Goal = (G ; H), '$grammar'(A, From, To, G), '$grammar'(B, From, To, H)
    ;   Body = (A | B) -> Goal = (G ; H), '$grammar'(A, From, To, G), '$grammar'(B, From, To, H)
    ;   Body = (A -> B) -> Goal = (G -> H), '$grammar'(A, From, Middle, G), '$grammar'(B, Middle, To, H)
    ;   Body = (A *-> B) -> Goal = (G *-> H), '$grammar'(A, From, Middle, G), '$grammar'(B, Middle, To, H)
    ;   Body = (\+ A) -> Goal = (\+ G, From = To), '$grammar'(A, From, _, G)
    ;   Body == ! -> Goal = (!, From = To)
    ;   Body == [] -> Goal = (From = To)
    ;   Body == {} -> Goal = (From = To)
    ;   Body = {A} -> Goal = (A, From = To)
    ;   string(Body) -> Goal = (string_codes(Body, Codes), '$append'(Codes, To, From))
    ;   is_list(Body) -> '$append'(Body, To, List), Goal = (From = List)
    ;   Body = [_|_] -> Goal = '$append'(Body, To, From)
    ;   Body = Module:A -> Goal = Module:G, '$grammar'(A, From, To, G)
    ;   callable(Body)
    ->  Body =.. Parts,
        '$append'(Parts, [From, To], More),
        Goal =.. More
    ;   throw(error(type_error(callable, Body), '$context'))
    ).

% --- Of library(clpfd) ---

transpose(Rows, Columns) :-
    '$rows'(Rows),
    (   Rows = [First|_]
    ->  '$columns'(First, Rows, Columns)
    ;   Columns = []
    ).

'$rows'(Rows) :-
    '$end'(Rows, End),
    (   End == [] -> true
    ;   var(End) -> throw(error(instantiation_error, '$context'))
    ;   throw(error(type_error(list(list), Rows), '$context'))
    ),
    '$lists'(Rows).

'$lists'([]).
'$lists'([Row|Rows]) :- '$list'(Row), '$lists'(Rows).

'$columns'([], Rows, []) :- '$empty'(Rows).
'$columns'([_|More], Rows, [Column|Columns]) :-
    '$column'(Rows, Column, Rest),
    '$columns'(More, Rest, Columns).

'$empty'([]).
'$empty'([[]|Rows]) :- '$empty'(Rows).

'$column'([], [], []).
'$column'([[X|Xs]|Rows], [X|Column], [Xs|Rest]) :- '$column'(Rows, Column, Rest).

sum(Xs, Relation, Value) :-
    '$list'(Xs),
    '$integers'(Xs),
    (   nonvar(Relation), \+ callable(Relation)
    ->  throw(error(type_error(callable, Relation), '$context'))
    ;   '$member'(['#\\=', '#<', '#>', '#=<', '#>='], '#=', Relation)
    ->  true
    ;   throw(error(domain_error(scalar_product_relation, Relation), '$context'))
    ),
    '$sum'(Xs, Sum),
    call(Relation, Sum, Value).

'$integers'([]).
'$integers'([X|Xs]) :-
    (   var(X) -> true
    ;   integer(X) -> true
    ;   throw(error(type_error(integer, X), '$context'))
    ),
    '$integers'(Xs).

'$sum'([], 0).
'$sum'([X|Xs], Sum) :- '$sum'(Xs, X, Sum).

'$sum'([], Sum, Sum).
'$sum'([X|Xs], Before, Sum) :- '$sum'(Xs, Before + X, Sum).
