; An operand of the wrong sort: the place, the reason, and what to do.
(declare-const x Int)
(declare-const b Bool)
(assert (> x 0))
(check-sat)
(assert (= (+ x b) 2))
(check-sat)
