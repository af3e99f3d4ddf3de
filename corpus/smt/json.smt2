; The same answers as JSON.
; options: --format json
(declare-const x Int)
(declare-fun f (Int) Int)
(assert (= (f x) 2))
(assert (= x (- 1)))
(check-sat)
(get-value (x (f x)))
(echo "done")
(assert (> x 0))
(check-sat)
(get-model)
