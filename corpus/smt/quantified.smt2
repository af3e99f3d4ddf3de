; A bound variable under a function: read, and answered unknown.
; no-cross-check
(declare-fun f (Int) Int)
(push)
(assert (forall ((x Int) (y Int)) (! (=> (< x y) (< (f x) (f y))) :pattern ((f x) (f y)))))
(assert (exists ((z Int)) (< (f z) 0)))
(check-sat)
(pop)
(check-sat)
