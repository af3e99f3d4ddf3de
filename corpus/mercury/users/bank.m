%! run bank_tests.m
% Accounts with errors as values and as exceptions.
:- module bank.
:- interface.
:- import_module int, io, list, map, maybe, string.

:- type account_id ---> account_id(int).
:- type account
    --->    account(
                acc_id      :: account_id,
                acc_owner   :: string,
                acc_balance :: int,
                acc_kind    :: kind
            ).
:- type kind ---> current(overdraft :: int) ; savings.
:- type bank ---> bank(next_id :: int, accounts :: map(account_id, account), log :: list(event)).
:- type event ---> opened(account_id) ; moved(account_id, int).
:- type bank_error ---> no_account(account_id) ; insufficient(account_id, needed :: int, available :: int) ; bad_amount(int).

:- func new_bank = bank.
:- pred open_account(string::in, kind::in, account_id::out, bank::in, bank::out) is det.
:- pred deposit(account_id::in, int::in, maybe_error(int, bank_error)::out, bank::in, bank::out) is det.
:- pred withdraw(account_id::in, int::in, maybe_error(int, bank_error)::out, bank::in, bank::out) is det.
:- pred transfer(account_id::in, account_id::in, int::in, maybe(bank_error)::out, bank::in, bank::out) is det.
:- func total(bank) = int.
:- func available(account) = int.
:- pred must_withdraw(account_id::in, int::in, bank::in, bank::out) is det.
:- func statement(bank, account_id) = string.
:- pred rename(string::in, account::in, account::out) is det.
:- pred richest(bank::in, account::out) is semidet.
:- pred main(io::di, io::uo) is cc_multi.

:- implementation.
:- import_module exception, univ.

new_bank = bank(1, map.init, []).

open_account(Owner, Kind, Id, !Bank) :-
    Id = account_id(!.Bank ^ next_id),
    Acc = account(Id, Owner, 0, Kind),
    !Bank ^ next_id := !.Bank ^ next_id + 1,
    !Bank ^ accounts ^ elem(Id) := Acc,
    !Bank ^ log := [opened(Id) | !.Bank ^ log].

deposit(Id, Amount, Res, !Bank) :-
    ( if Amount =< 0 then
        Res = error(bad_amount(Amount))
    else
        change(Id, Amount, Res, !Bank)
    ).

withdraw(Id, Amount, Res, !Bank) :-
    ( if Amount =< 0 then
        Res = error(bad_amount(Amount))
    else
        change(Id, -Amount, Res, !Bank)
    ).

:- pred change(account_id::in, int::in, maybe_error(int, bank_error)::out, bank::in, bank::out) is det.
change(Id, Delta, Res, !Bank) :-
    ( if map.search(!.Bank ^ accounts, Id, Acc0) then
        Avail = available(Acc0),
        ( if Avail + Delta < 0 then
            Res = error(insufficient(Id, -Delta, Avail))
        else
            New = Acc0 ^ acc_balance + Delta,
            Acc = Acc0 ^ acc_balance := New,
            !Bank ^ accounts := map.det_update(!.Bank ^ accounts, Id, Acc),
            !Bank ^ log := [moved(Id, Delta) | !.Bank ^ log],
            Res = ok(New)
        )
    else
        Res = error(no_account(Id))
    ).

transfer(From, To, Amount, Err, Bank0, Bank) :-
    withdraw(From, Amount, Res1, Bank0, Bank1),
    (
        Res1 = error(E),
        Err = yes(E),
        Bank = Bank0
    ;
        Res1 = ok(_),
        deposit(To, Amount, Res2, Bank1, Bank2),
        (
            Res2 = error(E),
            Err = yes(E),
            Bank = Bank0
        ;
            Res2 = ok(_),
            Err = no,
            Bank = Bank2
        )
    ).

total(Bank) = map.foldl(func(_, A, T) = T + A ^ acc_balance, Bank ^ accounts, 0).

available(Acc) = A :-
    Kind = Acc ^ acc_kind,
    (
        Kind = savings,
        A = Acc ^ acc_balance
    ;
        Kind = current(O),
        A = Acc ^ acc_balance + O
    ).

must_withdraw(Id, Amount, !Bank) :-
    withdraw(Id, Amount, Res, !Bank),
    (
        Res = ok(_)
    ;
        Res = error(E),
        throw(E)
    ).

statement(Bank, Id) = S :-
    Lines = list.filter_map(
        (func(moved(Id, D)) = string.format("%+d", [i(D)]) is semidet),
        list.reverse(Bank ^ log)),
    S = string.join_list(" ", Lines).

rename(Name, A, A ^ acc_owner := Name).

richest(Bank, Best) :-
    map.values(Bank ^ accounts) = [A | As],
    list.foldl(
        (pred(X::in, B0::in, B::out) is det :-
            B = ( if X ^ acc_balance > B0 ^ acc_balance then X else B0 )),
        As, A, Best).

main(!IO) :-
    open_account("Ann", savings, Ann, new_bank, Bank0),
    try_io(
        (pred(ok_done::out, !.IO::di, !:IO::uo) is det :-
            must_withdraw(Ann, 5, Bank0, Bank1),
            io.write_int(total(Bank1), !IO)
        ), Result, !IO),
    (
        Result = succeeded(_)
    ;
        Result = exception(U),
        ( if univ_to_type(U, Err), Err = insufficient(account_id(N), _, _) then
            io.format("account %d is too low\n", [i(N)], !IO)
        else
            io.write_string("strange\n", !IO)
        )
    ).

:- type done ---> ok_done.
