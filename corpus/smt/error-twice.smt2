; A name that is declared twice.
(declare-const x Int)
(declare-fun f (Int) Int)
(declare-const x Real)
