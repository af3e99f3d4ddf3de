; Commands around the edges: echo, info, options, symbols in bars, comments, exit.
(set-info :status sat)
(set-option :print-success false)
(set-logic ALL)
(echo "a ""quoted"" word ; no comment")
(declare-const |a symbol with blanks| Int)
(declare-const |plain| Int)
(assert (= |a symbol with blanks| (+ plain 1) 3)) ; a comment
(check-sat)
(get-value (plain |a symbol with blanks| |plain|))
(get-info :name)
(get-info :all-statistics)
(reset)
(declare-const plain Bool)
(assert (and plain (not plain)))
(check-sat)
(exit)
(this is never read
