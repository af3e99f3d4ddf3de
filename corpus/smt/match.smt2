; match picks a case and names the fields; a name alone takes the rest.
(declare-datatype Shape ((point) (circle (radius Int)) (box (width Int) (height Int))))
(define-fun size ((s Shape)) Int
  (match s ((point 0) ((circle r) (* 2 r)) ((box w h) (+ w h)))))
(define-fun flat ((s Shape)) Bool
  (match s (((box w h) (= h 0)) (other false))))
(declare-const s Shape)
(declare-const t Shape)
(assert (= s (circle 4)))
(assert (and (flat t) (= (size t) 7)))
(check-sat)
(get-value ((size s) (size t) (flat s) t))
