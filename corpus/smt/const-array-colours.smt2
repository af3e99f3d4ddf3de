; no-cross-check
; z3 4.8.12 calls this satisfiable with x1 = 0, though the arrays then differ at blue.
(declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-fun x1 () Int)
(assert (= ((as const (Array Color Int)) x1) (store (store ((as const (Array Color Int)) (- 2)) red x1) green 0)))
(check-sat)
