:- import_module lexer.
:- import_module list, maybe.
test(simple, [L = lex("if x1\n  == 20")], [true(L = [tok(keyword, "if", pos(1, 1)), tok(ident, "x1", pos(1, 4)), tok(op, "==", pos(2, 3)), tok(number, "20", pos(2, 6))])]).
test(str, [L = lex("\"a b\";")], [true(L = [tok(str, "\"a b\"", pos(1, 1)), tok(op, ";", pos(1, 6))])]).
test(open, [L = lex("\"ab")], [true(L = [tok(str, "\"ab", pos(1, 1))])]).
test(unk, [L = lex("?")], [true(L = [tok(unknown, "?", pos(1, 1))])]).
test(emp, [L = lex("")], [true(L = [])]).
test(num_then, [L = lex("1a")], [true((L = [T1, _], T1 = tok(number, "1", _)))]).
test(day, [N = day_number("Tuesday")], [true(N = 2)]).
test(noday, [_N = day_number("Thu")], [failure]).
test(prec, [P = precedence("==")], [true(P = yes(1)), true(precedence("&") = no)]).
test(http, [S = http_class(302)], [true(S = "redirect"), true(http_class(503) = "server error"), true(http_class(418) = "code 418")]).
test(kw, [is_keyword("while")], []).
test(kw_no, [is_keyword("When")], [failure]).
