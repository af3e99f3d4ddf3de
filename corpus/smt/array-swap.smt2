; Swapping twice gives the array back.
(declare-const a (Array Int Int))
(declare-const i Int)
(declare-const j Int)
(define-fun swap ((x (Array Int Int)) (m Int) (n Int)) (Array Int Int)
  (store (store x m (select x n)) n (select x m)))
(assert (not (= a (swap (swap a i j) i j))))
(check-sat)
