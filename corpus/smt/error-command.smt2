; A command that does not exist.
(declare-const x Int)
(check-sta)
