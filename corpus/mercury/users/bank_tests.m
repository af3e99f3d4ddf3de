:- import_module bank.
:- import_module map, maybe, list, int.
test(opn, [open_account("A", savings, I, new_bank, B)], [true(I = account_id(1)), true(B ^ next_id = 2), true(B ^ log = [opened(I)])]).
test(dep, [open_account("A", savings, I, new_bank, B0), deposit(I, 50, R, B0, B)], [true(R = ok(50)), true(total(B) = 50), true((B ^ accounts ^ elem(I) = A, A ^ acc_owner = "A"))]).
test(bad, [deposit(account_id(1), -2, R, new_bank, B)], [true(R = error(bad_amount(-2))), true(B = new_bank)]).
test(noacc, [withdraw(account_id(9), 1, R, new_bank, _)], [true(R = error(no_account(account_id(9))))]).
test(over, [open_account("B", current(100), I, new_bank, B0), withdraw(I, 80, R, B0, B)], [true(R = ok(-80)), true(total(B) = -80)]).
test(insuf, [open_account("B", current(10), I, new_bank, B0), withdraw(I, 80, R, B0, _)], [true(R = error(insufficient(I, 80, 10)))]).
test(trans, [open_account("A", current(10), I, new_bank, B0), open_account("B", savings, J, B0, B1), transfer(I, J, 7, E, B1, B)], [true(E = no), true(total(B) = 0), true(statement(B, J) = "+7"), true(statement(B, I) = "-7")]).
test(trans_bad, [open_account("A", current(10), I, new_bank, B0), transfer(I, account_id(5), 7, E, B0, B)], [true(E = yes(no_account(account_id(5)))), true(B = B0)]).
test(must, [open_account("A", savings, I, new_bank, B0), must_withdraw(I, 1, B0, _)], [exception]).
test(ren, [rename("Z", account(account_id(1), "A", 3, savings), A)], [true(A ^ acc_owner = "Z"), true(A ^ acc_balance = 3)]).
test(rich, [open_account("A", savings, _, new_bank, B0), open_account("B", savings, J, B0, B1), deposit(J, 5, _, B1, B2), richest(B2, A)], [true(A ^ acc_owner = "B")]).
test(rich0, [richest(new_bank, _A)], [failure]).
test(mn, [main(!IO)], []).
test(overd, [O = savings ^ overdraft], [failure]).
test(wrong, [open_account("A", savings, _I, new_bank, B)], [true(B ^ next_id = 1)]).
