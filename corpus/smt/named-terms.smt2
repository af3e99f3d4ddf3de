; A name given to a term can be used like a constant.
(declare-const x Int)
(assert (> (! (+ x 1) :named next) 3))
(assert (< next 5))
(check-sat)
(get-value (x next))
