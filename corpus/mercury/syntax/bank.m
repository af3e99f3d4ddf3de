% A bank: maps, records, results, output.
:- module bank.
:- interface.
:- import_module io.

:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, list, map, maybe, string.

:- type account_id == int.

:- type account
    --->    account(
                id      :: account_id,
                owner   :: string,
                balance :: int
            ).

:- type bank == map(account_id, account).

:- type operation
    --->    open(account_id, string)
    ;       deposit(account_id, int)
    ;       withdraw(account_id, int)
    ;       transfer(account_id, account_id, int)
    ;       close(account_id).

:- type outcome
    --->    done
    ;       refused(reason).

:- type reason
    --->    no_such_account(account_id)
    ;       account_exists(account_id)
    ;       not_enough(account_id, int)
    ;       not_empty(account_id).

:- pred perform(operation::in, outcome::out, bank::in, bank::out) is det.

perform(open(Id, Owner), Outcome, !Bank) :-
    ( if map.insert(Id, account(Id, Owner, 0), !Bank) then
        Outcome = done
    else
        Outcome = refused(account_exists(Id))
    ).
perform(deposit(Id, Amount), Outcome, !Bank) :-
    change(Id, Amount, Outcome, !Bank).
perform(withdraw(Id, Amount), Outcome, !Bank) :-
    change(Id, -Amount, Outcome, !Bank).
perform(transfer(From, To, Amount), Outcome, !Bank) :-
    ( if map.contains(!.Bank, To) then
        change(From, -Amount, Outcome0, !Bank),
        (
            Outcome0 = done,
            change(To, Amount, Outcome, !Bank)
        ;
            Outcome0 = refused(_),
            Outcome = Outcome0
        )
    else
        Outcome = refused(no_such_account(To))
    ).
perform(close(Id), Outcome, !Bank) :-
    ( if map.search(!.Bank, Id, Account) then
        ( if Account ^ balance = 0 then
            map.delete(Id, !Bank),
            Outcome = done
        else
            Outcome = refused(not_empty(Id))
        )
    else
        Outcome = refused(no_such_account(Id))
    ).

:- pred change(account_id::in, int::in, outcome::out, bank::in, bank::out) is det.

change(Id, Amount, Outcome, !Bank) :-
    ( if map.search(!.Bank, Id, Account0) then
        Balance = Account0 ^ balance + Amount,
        ( if Balance >= 0 then
            Account = Account0 ^ balance := Balance,
            map.det_update(Id, Account, !Bank),
            Outcome = done
        else
            Outcome = refused(not_enough(Id, Account0 ^ balance))
        )
    else
        Outcome = refused(no_such_account(Id))
    ).

:- func describe(outcome) = string.

describe(done) = "done".
describe(refused(Reason)) = "refused: " ++ Text :-
    (
        Reason = no_such_account(Id),
        Text = string.format("there is no account %d", [i(Id)])
    ;
        Reason = account_exists(Id),
        Text = string.format("there is an account %d", [i(Id)])
    ;
        Reason = not_enough(Id, Balance),
        Text = string.format("account %d has %d only", [i(Id), i(Balance)])
    ;
        Reason = not_empty(Id),
        Text = "account " ++ string.int_to_string(Id) ++ " is not empty"
    ).

:- pred run(operation::in, bank::in, bank::out, io::di, io::uo) is det.

run(Operation, !Bank, !IO) :-
    perform(Operation, Outcome, !Bank),
    io.write_line(Operation, !IO),
    io.print_line(describe(Outcome), !IO).

main(!IO) :-
    Operations = [
        open(1, "Ada"),
        open(2, "Grace"),
        deposit(1, 100),
        transfer(1, 2, 30),
        transfer(1, 3, 30),
        withdraw(2, 31),
        close(2),
        withdraw(2, 30),
        close(2)
    ],
    list.foldl2(run, Operations, map.init, Bank, !IO),
    map.foldl(
        (pred(_Id::in, Account::in, !.S::di, !:S::uo) is det :-
            io.format("%s: %d\n", [s(Account ^ owner), i(Account ^ balance)], !S)
        ), Bank, !IO).
