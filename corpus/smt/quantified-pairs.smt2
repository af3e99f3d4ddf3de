; no-cross-check
; There are six pairs, so one differs from any five and not always from any six. z3 does not find that within seconds.
(declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-datatypes ((Pair 0)) (((pair (on Bool) (of Color)))))
(push)
(assert (forall ((a Pair) (b Pair) (c Pair) (d Pair) (e Pair)) (exists ((p Pair)) (not (or (= p a) (= p b) (= p c) (= p d) (= p e))))))
(check-sat)
(pop)
(push)
(assert (forall ((a Pair) (b Pair) (c Pair) (d Pair) (e Pair) (f Pair)) (exists ((p Pair)) (not (or (= p a) (= p b) (= p c) (= p d) (= p e) (= p f))))))
(check-sat)
(pop)
