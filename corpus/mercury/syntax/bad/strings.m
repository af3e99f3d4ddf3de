:- module strings.
:- func f = string.
f = "a \q b".
f = "no end.
