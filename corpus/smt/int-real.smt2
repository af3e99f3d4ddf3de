; to_int is the floor; is_int asks whether a real is an integer.
(declare-const r Real)
(declare-const i Int)
(assert (= r (- 2.5)))
(assert (= i (to_int r)))
(check-sat)
(get-value (i (to_real i) (is_int r) (is_int 3.0)))
(assert (is_int r))
(check-sat)
