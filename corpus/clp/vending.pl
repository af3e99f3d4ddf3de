% A vending machine: states, coins and choices.
%! generate -e 'run(+,?,-)' --depth 4
%! generate -e 'step(+,+,-)' --depth 3
price(tea, 2).
price(coffee, 3).

coin(1).
coin(2).

step(state(Paid, Out), coin(C), state(Now, Out)) :- coin(C), Now is Paid + C.
step(state(Paid, Out), choose(Drink), state(Left, [Drink|Out])) :-
    price(Drink, Price),
    Paid >= Price,
    Left is Paid - Price.
step(state(Paid, Out), cancel, state(0, [money(Paid)|Out])) :- Paid > 0.

run([], State, State).
run([Event|Events], State, Final) :-
    (   step(State, Event, Next) -> true
    ;   Next = State
    ),
    run(Events, Next, Final).

%?- run([coin(2), choose(tea)], state(0, []), S).
%?- run([choose(tea), coin(1), cancel], state(0, []), S).
%?- step(state(3, []), E, S).
%?- step(state(0, []), choose(water), S).
