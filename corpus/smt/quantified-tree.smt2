; A quantifier over a list is not supported yet.
; no-cross-check
(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
(declare-const l L)
(assert (forall ((m L)) (distinct l (cons 1 m))))
(check-sat)
