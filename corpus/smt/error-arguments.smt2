; Too many arguments for a declared function.
(declare-fun f (Int) Int)
(assert (= (f 1 2) 3))
