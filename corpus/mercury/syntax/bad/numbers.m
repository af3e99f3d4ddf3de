:- module numbers.
:- func f = int.
f = 0x.
f = 0b12.
f = 12abc.
f = 1e999.
