% append(+Front, +Back, -List)
append([], List, List).
append([Head|Front], Back, [Head|List]) :-
    append(Front, Back, List).

% last(+List, -Item)
last([Item], Item).
last([_|List], Item) :-
    last(List, Item).
