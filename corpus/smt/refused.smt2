; Commands that make no sense where they stand are answered like z3 does, and the script goes on.
(get-model)
(declare-const x Int)
(assert (< x x))
(check-sat)
(get-model)
(get-value (x))
(pop 1)
(check-sat)
