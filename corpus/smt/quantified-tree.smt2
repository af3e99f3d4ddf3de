; A list that does not begin with 1: the complement of a pattern.
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-const l L)
(assert (forall ((m L)) (distinct l (cons 1 m))))
(check-sat)
(assert (distinct l nil))
(check-sat)
(assert (< 0 (head l) 2))
(check-sat)
