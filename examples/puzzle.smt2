; Two numbers with the sum 12 and the product 35.
(declare-const x Int)
(declare-const y Int)
(assert (= (+ x y) 12))
(assert (= (* x y) 35))
(assert (< x y))
(check-sat)
(get-value (x y))
