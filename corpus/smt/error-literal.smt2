; Bit vectors are not supported, and said so.
(declare-const x Int)
(assert (= x #xFF))
