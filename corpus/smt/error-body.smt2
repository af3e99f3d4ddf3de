; A definition whose body has another sort than it announces.
(define-fun half ((x Int)) Int
  (/ x 2))
