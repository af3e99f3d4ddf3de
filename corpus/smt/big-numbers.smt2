; Numbers beyond any machine word stay exact.
(declare-const x Int)
(declare-const y Int)
(assert (= x 123456789012345678901234567890))
(assert (= y (* 1000000007 x)))
(check-sat)
(get-value (y (- y x) (mod y 1000000007) (div x (- 7))))
(assert (= (* 3 x) (+ y 1)))
(check-sat)
