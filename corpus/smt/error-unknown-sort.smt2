; A sort that is not declared.
(declare-const x Integer)
