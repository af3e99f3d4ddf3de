; Quantifiers over integers are eliminated.
; no-cross-check
(declare-const y Int)
(declare-const z Int)
; No integer lies from y to z.
(assert (forall ((x Int)) (or (< x y) (> x z))))
(assert (exists ((k Int)) (= y (* 3 k))))
(push)
(assert (< y z))
(check-sat)
(pop)
(assert (< z y))
(check-sat)
(push)
; Every number is even.
(assert (forall ((a Int)) (exists ((b Int)) (= a (* 2 b)))))
(check-sat)
(pop)
(push)
; Every number is even or odd.
(assert (forall ((a Int)) (exists ((b Int)) (or (= a (* 2 b)) (= a (+ 1 (* 2 b)))))))
(check-sat)
(pop)
; The coins of 3 and 5 pay everything from 8 on.
(assert (not (forall ((n Int)) (=> (>= n 8) (exists ((a Int) (b Int)) (and (>= a 0) (>= b 0) (= n (+ (* 3 a) (* 5 b)))))))))
(check-sat)
