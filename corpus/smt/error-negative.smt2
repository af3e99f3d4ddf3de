; A negative number in the notation of other languages.
(declare-const x Int)
(assert (> x -5))
