% trees
%! insert(+,+,-) member_t(?,+) mirror(?,?) balanced(+)
insert(X, nil, t(nil,X,nil)).
insert(X, t(L,Y,R), t(L1,Y,R)) :- X < Y, insert(X, L, L1).
insert(X, t(L,Y,R), t(L,Y,R1)) :- X > Y, insert(X, R, R1).
insert(X, t(L,X,R), t(L,X,R)).
height(nil, 0).
height(t(L,_,R), H) :- height(L, HL), height(R, HR), H is max(HL,HR)+1.
member_t(X, t(L,Y,R)) :-
    (   X == Y -> true
    ;   X @< Y -> member_t(X, L)
    ;   member_t(X, R)
    ).
mirror(nil, nil).
mirror(t(L,X,R), t(R1,X,L1)) :- mirror(L, L1), mirror(R, R1).
balanced(T) :- height(T, _), bal(T).
bal(nil).
bal(t(L,_,R)) :- height(L,A), height(R,B), D is abs(A-B), D =< 1, bal(L), bal(R).
