; Products of variables: decided when ranges are small or one side is fixed.
(declare-const x Int)
(declare-const y Int)
(assert (= (* x y) 35))
(assert (< 1 x y 10))
(check-sat)
(get-value (x y))
(assert (not (= x 5)))
(check-sat)
