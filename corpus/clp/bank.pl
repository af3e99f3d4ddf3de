% Rules of a bank account: what may be booked, and what is refused.
%! generate -e 'book(+,+,-)' --depth 3
%! generate -e 'book_all(+,+,-)' --depth 3
limit(private, 0).
limit(business, -1000).

book(account(Owner, Kind, Balance), deposit(Amount), account(Owner, Kind, New)) :-
    positive(Amount),
    New is Balance + Amount.
book(account(Owner, Kind, Balance), withdraw(Amount), account(Owner, Kind, New)) :-
    positive(Amount),
    New is Balance - Amount,
    limit(Kind, Limit),
    (   New >= Limit -> true
    ;   throw(refused(Owner, Amount))
    ).
book(account(Owner, private, Balance), upgrade, account(Owner, business, Balance)).

positive(Amount) :-
    (   integer(Amount), Amount > 0 -> true
    ;   throw(error(domain_error(amount, Amount), _))
    ).

book_all(Account, [], Account).
book_all(Account, [Entry|Entries], Final) :-
    catch(book(Account, Entry, Next), refused(_, _), Next = Account),
    book_all(Next, Entries, Final).

%?- book(account(ann, private, 10), withdraw(4), A).
%?- book(account(ann, private, 10), withdraw(40), A).
%?- book(account(ann, business, 10), withdraw(40), A).
%?- book(account(ann, private, 10), deposit(0), A).
%?- book(account(ann, business, 10), upgrade, A).
%?- book_all(account(bob, private, 5), [deposit(5), withdraw(20), withdraw(3)], A).
