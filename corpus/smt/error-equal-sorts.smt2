; Equality between different sorts.
(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(assert (=
  l
  (head l)))
