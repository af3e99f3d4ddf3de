; A match that forgets a case.
(declare-datatype Shape ((point) (circle (radius Int))))
(declare-const s Shape)
(assert (match s (((circle r) (> r 0)))))
