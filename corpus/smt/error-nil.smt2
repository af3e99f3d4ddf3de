; A constructor whose sort cannot be told.
(declare-datatypes ((Chain 1)) ((par (X) ((empty) (link (first X) (rest (Chain X)))))))
(declare-const c (Chain Int))
(assert (= c (link 1 empty)))
