; An uninterpreted sort may have a single element: then two constant arrays differ at one index only.
(declare-sort U 0)
(declare-const u U)
(assert (= ((as const (Array U Int)) 1) (store ((as const (Array U Int)) 2) u 1)))
(check-sat)
(declare-const i Int)
(assert (= ((as const (Array Int Int)) 1) (store ((as const (Array Int Int)) 2) i 1)))
(check-sat)
