; A function in a model is a table with a default.
(declare-fun f (Int Int) Int)
(declare-fun even (Int) Bool)
(assert (= (f 1 2) 3))
(assert (= (f 2 2) 4))
(assert (even 0))
(assert (not (even 1)))
(check-sat)
(get-value ((f 1 2) (f 2 2) (even 0) (even 1)))
