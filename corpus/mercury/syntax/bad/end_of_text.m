:- module end_of_text.
p(X) :- q(X)
