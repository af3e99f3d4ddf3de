; let is parallel: the x on the right is the outer one; inner names hide outer ones.
(declare-const x Int)
(assert (= x 1))
(assert (= 12 (let ((x 10) (y (+ x 1))) (+ x y))))
(assert (= 3 (let ((a 1)) (let ((a 2) (b a)) (+ a b)))))
(check-sat)
(get-value (x (let ((x 5)) (* x x))))
