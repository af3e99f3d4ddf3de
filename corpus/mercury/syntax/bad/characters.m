:- module characters.
p(1) § 2.
p().
q(1).
