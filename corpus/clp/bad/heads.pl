% What cannot be a clause.
X :- a.
1.
"text" :- b.
(a, b) :- c.
X = Y.
length(a, b).
p :- 1.
p :- q, "x".
[a].
