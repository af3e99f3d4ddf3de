% Programs as the thesis prints them: no module, blanks before brackets, `<=` for `=<`.
:- pred append (list(T), list(T), list(T)).
:- mode append(in,in,out).
append([], Y, Y).
append([E|Es], Y, [E|R]) :- append(Es, Y, R).

% Test suites.
test(t1, [reverse([1,2], L)], [success, true(L = [2,1])]).
test(t2, [member(X, [1, 3, 4, 2])],
        [limit(2), some_true(X>1)]).
test(t3, [member(X, [1, 2, 3, 4])],
        [solutions_cardinality(N), true(N>3),
         all_true(X<5)]).
test (t4, [append(L1,L2,[1,2,3])], [type(L2,list(int)),
    some_true((L1=[1,2],length(L2,1)))]).
test (t5, [append(L1,L2,[1,2,3])],
    [some_true((L1=[1,2],L2=[3]))]).

% What is generated for them.
testcase(t1, Result) :-
  (if
    reverse([1,2], L)
  then
    (if
      L = [2,1]
    then
      Result = succeeded
    else
      Result = condition_failed
    )
  else
    Result = failed(failure)
  ).

:- type t4_type ---> t4_t(univ, list(int)).
testcase(t4, Result) :-
  solutions( ((pred (IF1 :: out)) is nondet :-
    append(L1, L2, [1,2,3]),
    type_to_univ(L1, L1_U),
    IF1 = t4_t(L1_U, L2)
  ), Vs),
  (if
    some_true( ((pred (IF2 :: in)) is nondet :-
      IF2 = t4_t(L1_U, L2),
      det_univ_to_type(L1_U, L1),
      L1 = [1,2], length(L2,1)
    ), Vs)
  then
    Result = succeeded
  else
    Result = condition_failed
  ).

:- pred bubblesort(list(int), list(int)).
:- mode bubblesort(in, out) is det.
bubblesort(List,Sorted):- bsort(List,[],Sorted).

:- pred bsort(list(int), list(int), list(int)).
:- mode bsort(in,in, out) is det.
bsort([],Acc,Acc).
bsort([H|T],Acc,Sorted):-
    bubble(H,T,NT,Max),bsort(NT,[Max|Acc],Sorted).

:- pred bubble(int, list(int),list(int), int).
:- mode bubble(in,in, out,out) is det.
bubble(X,[],[],X).
bubble(X,[Y|T],[Y|NT],Max):- X>Y,bubble(X,T,NT,Max).
bubble(X,[Y|T],[X|NT],Max):- X<=Y,bubble(Y,T,NT,Max).

% Superhomogeneous form.
append_in_in_out(X, Y, Z) :- (X => [], Z := Y ; X => [E|Es], append_in_in_out(Es, Y, W), Z <= [E|W]).
member_in_in(X, Y) :- Y => [E|Es], (X==E ; member_in_in(X, Es)).
member_out_in(X, Y) :- Y => [E|Es], (X:=E ; member_out_in(X, Es)).

% The same with modes in the head, as where labels are put between goals.
labelled_append(X :: in, Y :: in, Z :: out) :-
    ( X => [], Z := Y ; X => [E|Es], labelled_append(Es, Y, W), Z <= [E|W] ).

% The examples of the chapter on normal forms.
:- pred app1(list(int),list(int),list(int)).
:- mode app1(in,in,out) is det.
app1([],Y,Y).
app1([Xe|Xs],Y,[XN|Zs]):- XN is Xe + 1, app1(Xs,Y,Zs).

:- pred conc1(list(int),list(int),list(int)).
:- mode conc1(out,in,in) is det.
conc1(A,[],A).
conc1([NB|As],[Be|Bs],C):- conc1(As,Bs,C), NB is Be + 1.

rev_all([],[]).
rev_all([X|Xs],[Y|Ys]):- reverse(X,Y), rev_all(Xs,Ys).

add_and_square([],[]).
add_and_square([X|Xs],[Y|Ys]):- N=X+X, Y=N*N, add_and_square(Xs,Ys).

map([],_,[]).
map([X|Xs],P,[Y|Ys]):- P(X,Y), map(Xs,P,Ys).

uses_map(L, M) :- map(L, (pred(X::in,Y::out) is det :- N=X+X,Y=N*N), M).

flat(X,Y,Z):- X=[Xe|Xs], E=1, Xn=(Xe + E), flat(Xs,Y,Zs), Z=[Xn|Zs].

normal(V1, V2, V3) :- V3 = V2, V1 = [].
normal(V1, V2, V8) :- V3 = 1, V1 = '[|]'(V4, V5), V6 = +(V4, V3),
                   rec(V2, V5, V7), V8 = '[|]'(V6, V7).
normal(V1, V2, V8) :- V3 = 1, V2 = [ ](V4, V5), V6 = +(V4, V3),
                   rec(V1, V5, V7), V8 = [ ](V6, V7).
