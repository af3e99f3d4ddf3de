; A name that is not declared, with the nearest one that is.
(declare-const counter Int)
(assert (> conter 0))
