% Text in all its forms.
%! generate -e 'code(?,?,?,?,?)' --depth 2
text("a string", `codes`, 'an atom').
text("say \"hi\"", "", '').
text("tab\tnewline\nbackslash\\", 'it''s', 'it\'s').
text("continued \
here", '\x41\\x42\', '\e\0\\a').
code(0'a, 0' , 0''', 0'\n, 0'\\).
unicode('größe', größe, 日本, "→").
:- set_prolog_flag(double_quotes, codes).
text("codes").
:- set_prolog_flag(double_quotes, chars).
text("chars").
:- set_prolog_flag(double_quotes, atom).
text("an atom").
