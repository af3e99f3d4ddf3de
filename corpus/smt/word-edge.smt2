; The edge of the machine word: differences that do not fit a word after negation.
(declare-const x Int)
(declare-const y Int)
(assert (= (- x y) (- 9223372036854775808)))
(check-sat)
(assert (< (- x y) (- 9223372036854775808)))
(check-sat)
